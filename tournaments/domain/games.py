"""The games that an event may be of: what wins them and what their points are made of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .scoring import LEAST_POINTS
from .values import marked


@dataclass(frozen=True, slots=True)
class Part:
    """Something that a player's points are made of, counted in pieces.

    Each is `worth` so many points; a player has at most `most` of them, and all players of a
    table together at most `box`, None where only `most` bounds them. `rule` names the row;
    `never` are counts below `most` that cannot be.
    """

    key: str
    name: str
    rule: str
    most: int
    worth: int = 1
    box: int | None = None
    never: tuple[int, ...] = ()

    @property
    def is_single(self) -> bool:
        """Whether there is only one, which one player of the table holds or nobody does."""
        return self.box == 1


@dataclass(frozen=True, slots=True)
class Kept:
    """What nobody can end with less of: `least` of these parts together, by the rule."""

    parts: tuple[str, ...]
    least: int
    rule: str
    text: str


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game as a table plays it: `target` points win it, as far as nothing else was announced.

    With no target it is played to its end, and whoever has the most points is first; such events
    go by score (`by_score`). `least` are the fewest points a player can end with. `ruleset` is
    the rule set by which its records are checked, empty if there is none. A game whose parts
    nobody listed takes any points. `kept` is what nobody can lose.
    """

    key: str
    name: str
    ruleset: str
    target: int | None
    parts: tuple[Part, ...] = ()
    least: int = LEAST_POINTS
    kept: Kept | None = None

    @property
    def by_score(self) -> bool:
        return self.target is None

    @property
    def most_points(self) -> int | None:
        """What all pieces of one colour and everything else would make together (B-175)."""
        return sum(part.worth * part.most for part in self.parts) or None

    def points(self, breakdown: Mapping[str, int]) -> int:
        """What the parts make, before the cap."""
        return sum(part.worth * breakdown.get(part.key, 0) for part in self.parts)


SETTLEMENTS, CITIES, REDUCED, METROPOLISES = (
    *("settlements", "cities", "reduced_cities", "metropolises"),
)

BUILDINGS = (
    Part(SETTLEMENTS, marked("Settlements"), "B-017", most=5),
    Part(CITIES, marked("Cities"), "B-018", most=4, worth=2),
)
LONGEST_ROAD = Part("longest_road", marked("Longest Road"), "B-020", most=1, worth=2, box=1)
LARGEST_ARMY = Part("largest_army", marked("Largest Army"), "B-020", most=1, worth=2, box=1)
CARDS = Part("victory_point_cards", marked("Victory Point cards"), "B-013", most=5, box=5)
ISLAND = (*BUILDINGS, LONGEST_ROAD, LARGEST_ARMY, CARDS)

FOUNDED = Kept(
    (SETTLEMENTS, CITIES, REDUCED),
    2,
    "B-182",
    marked("{player}: settlements and cities together are at least {least}."),
)
"""Everyone founds two buildings, and one never leaves the board but for a better one."""

KNIGHTS = (
    *BUILDINGS,
    Part(REDUCED, marked("Reduced cities"), "CK-207", most=4),
    Part(METROPOLISES, marked("Metropolises"), "CK-181", most=3, worth=2, box=3),
    LONGEST_ROAD,
    # With the six cards given out, a sole best defender still gets a point (CKD-27).
    Part("defender", marked("Defender of Catan"), "CK-003", most=20),
    Part("progress_points", marked("Printer, Constitution"), "CK-220", most=2, box=2),
    Part("merchant", marked("Merchant"), "CK-217", most=1, box=1),
)
SHORES = Part("shores", marked("New shores"), "SF-27", most=5, worth=2)
TOKENS = Part("tokens", marked("Victory point tokens"), "BF-005", most=16, box=16)

CARD_TABLE = (
    Part("settlements", marked("Settlements"), "CG-106", most=20),
    Part("bare_cities", marked("Bare cities"), "CG-066", most=20, worth=2),
    Part("expansions", marked("Points of expansions"), "CG-073", most=40, never=(1, 2, 5)),
    Part("b_roads", marked("Roads with a point"), "CG-080", most=20),
    Part("b_knights", marked("Knights with a point"), "CG-084", most=20),
)

FIRST_CARD = Kept(
    ("settlements", "bare_cities", "expansions"),
    1,
    "CG-077",
    marked("{player}: settlements, cities and expansions together are at least {least}."),
)
"""Everyone begins with a settlement, which never changes owners."""

TOUR = TableGame(
    "tour", marked("Base game by the rules of the Tour"), "base+tour", 10, ISLAND, kept=FOUNDED
)

GAMES = {
    game.key: game
    for game in (
        TOUR,
        TableGame("base", marked("Base game"), "base", 10, ISLAND, kept=FOUNDED),
        TableGame(
            "cities-knights",
            marked("Cities & Knights"),
            "cities-knights",
            13,
            KNIGHTS,
            kept=FOUNDED,
        ),
        TableGame(
            "seafarers", marked("Seafarers"), "seafarers", 14, (*ISLAND, SHORES), kept=FOUNDED
        ),
        TableGame(
            "cities-knights+seafarers",
            marked("Cities & Knights with Seafarers"),
            "cities-knights+seafarers",
            16,
            (*KNIGHTS, SHORES),
            kept=FOUNDED,
        ),
        TableGame(
            "best-friends",
            marked("Best Friends"),
            "base+best-friends",
            11,
            (*ISLAND, TOKENS),
            kept=FOUNDED,
        ),
        TableGame(
            "easter-bunny", marked("Easter Bunny"), "base+easter-bunny", 10, ISLAND, kept=FOUNDED
        ),
        TableGame("santa", marked("Santa Claus"), "base+santa", 10, ISLAND, kept=FOUNDED),
        # Fifteen crosses of two points each (DG-074).
        TableGame("dice", marked("Dice game"), "dice", None, least=-30),
        TableGame(
            "card-game",
            marked("Fast card game"),
            "card-game",
            10,
            CARD_TABLE,
            least=1,
            kept=FIRST_CARD,
        ),
        TableGame("other", marked("Another game"), "", 10),
    )
}


def game_of(key: str) -> TableGame:
    """The game of an event by its key; one that is not listed is another game."""
    return GAMES.get(key, GAMES["other"])
