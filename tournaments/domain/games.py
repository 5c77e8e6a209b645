"""The games that an event may be of: what wins them and what their points are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from games.engine.core import Detail, Header, NotARecord, Rule
from games.engine.record import parse
from games.engine.rulesets import by_key
from games.engine.rulesets.combinations import SCENARIOS

from . import dice_sheets
from .parts import Part, Together
from .scoring import LEAST_POINTS
from .values import marked


@dataclass(frozen=True, slots=True)
class TableGame:
    """A game as a table plays it: `target` points win it, as far as nothing else was announced.

    With no target it is played to its end, and whoever has the most points is first; such events
    go by score (`by_score`). `least` are the fewest points a player can end with. `ruleset` is
    the rule set by which its records are checked, empty if there is none. A game whose parts
    nobody listed takes any points; `together` is what the parts of a player cannot be beside each
    other, `sum_rule` the row by which they make the points. `printed` says what of this is
    otherwise on the sheets or cards that the head of an event's records tells; `prints` are
    "sheets" or "cards", empty where nothing differs from box to box. `recounted` turns what the
    points of a record are made of into what they are counted in here.
    """

    key: str
    name: str
    ruleset: str
    target: int | None
    parts: tuple[Part, ...] = ()
    least: int = LEAST_POINTS
    together: tuple[Together, ...] = ()
    sum_rule: str = "B-175"
    prints: str = ""
    printed: Callable[[Header], Mapping[str, Any]] | None = None
    recounted: Callable[[Mapping[str, int]], Mapping[str, int]] = dict

    @property
    def has_board(self) -> bool:
        """Whether all tables of a round play on the same board (T-004)."""
        return not self.prints

    @property
    def by_score(self) -> bool:
        return self.target is None

    @property
    def hides_points(self) -> bool:
        """Whether players may hold points that nobody sees until the end (T-032)."""
        return CARDS in self.parts or not self.parts

    @property
    def most_points(self) -> int | None:
        """What all pieces of one colour and everything else would make together (B-175)."""
        return sum(max(part.points(part.most), 0) for part in self.parts) or None

    def points(self, breakdown: Mapping[str, int]) -> int:
        """What the parts make, before the cap."""
        return sum(part.points(breakdown.get(part.key, 0)) for part in self.parts)

    def on(self, header: Header) -> TableGame:
        """The game as it is played on the sheets or cards that this header tells."""
        return replace(self, **self.printed(header)) if self.printed else self

    def breakdown(self, made: Mapping[str, int]) -> dict[str, int] | None:
        """How many of each part make the points of a record, by the names of its rule set,
        without those of which there is none; None if they are counted in other pieces."""
        by_name = {part.made_of: part for part in self.parts}
        if "" in by_name:
            return None
        found = {}
        for name, points in self.recounted(made).items():
            count = by_name[name].count(points) if name in by_name else None
            if points and count is None:
                return None
            if count:
                found[by_name[name].key] = count
        return found


ROADS, SETTLEMENTS, CITIES, REDUCED, METROPOLISES = (
    *("roads", "settlements", "cities", "reduced_cities", "metropolises"),
)

BUILDINGS = (
    Part(SETTLEMENTS, marked("Settlements"), "B-017", most=5, made_of="settlements"),
    Part(CITIES, marked("Cities"), "B-018", most=4, worth=2, made_of="cities"),
)
LONGEST_ROAD = Part(
    "longest_road", marked("Longest Road"), "B-020", 1, worth=2, box=1, made_of="Longest Road"
)
LARGEST_ARMY = Part(
    "largest_army", marked("Largest Army"), "B-020", 1, worth=2, box=1, made_of="Largest Army"
)
CARDS = Part(
    "victory_point_cards",
    marked("Victory Point cards"),
    "B-013",
    most=5,
    box=5,
    made_of="Victory Point cards",
)
ISLAND = (*BUILDINGS, LONGEST_ROAD, LARGEST_ARMY, CARDS)

FOUNDED = Together(
    dict.fromkeys((SETTLEMENTS, CITIES, REDUCED), 1),
    "B-182",
    marked("{player}: settlements and cities together are at least {least}."),
    least=2,
)
"""Everyone founds two buildings, and one never leaves the board but for a better one."""

KNIGHTS = (
    *BUILDINGS,
    Part(REDUCED, marked("Reduced cities"), "CK-207", most=4, made_of="reduced cities"),
    Part(
        METROPOLISES,
        marked("Metropolises"),
        "CK-181",
        most=3,
        worth=2,
        box=3,
        made_of="metropolises",
    ),
    replace(LONGEST_ROAD, name=marked("Longest Trade Route"), made_of="Longest Trade Route"),
    # With the six cards given out, a sole best defender still gets a point (CKD-27).
    Part(
        "defender",
        marked("Defender of Catan"),
        "CK-003",
        most=20,
        made_of="Defenders of Catan",
    ),
    Part(
        "progress_points",
        marked("Printer, Constitution"),
        "CK-220",
        most=2,
        box=2,
        made_of="Printer and Constitution",
    ),
    Part("merchant", marked("Merchant"), "CK-217", most=1, box=1, made_of="merchant"),
)


def cities_under_metropolises(made: Mapping[str, int]) -> dict[str, int]:
    """The four points of a metropolis (CK-181) as two of its city and two more."""
    more = made.get("metropolises", 0) // 2
    return {**made, "cities": made.get("cities", 0) + more, "metropolises": more}


SHORES = Part("shores", marked("New shores"), "SF-27", most=5, worth=2)
TOKENS = Part(
    "tokens",
    marked("Victory point tokens"),
    "BF-005",
    most=16,
    box=16,
    made_of="victory point tokens",
)

CARD_TABLE = (
    Part("settlements", marked("Settlements"), "CG-106", 15, box=15, made_of="settlements"),
    Part(
        "bare_cities",
        marked("Bare cities"),
        "CG-066",
        15,
        worth=2,
        box=15,
        made_of="bare cities",
    ),
    Part(
        "expansions",
        marked("Points of expansions"),
        "CG-073",
        most=36,
        never=(1, 2, 5),
        made_of="city expansions",
    ),
    Part("b_roads", marked("Roads with a point"), "CG-080", 4, box=4, made_of="roads"),
    Part("b_knights", marked("Knights with a point"), "CG-084", 2, box=2, made_of="knights"),
)
"""The cards of one copy, with which three or four play (CG-002): nine roads and five knights, of
which every second one of a player shows the side with a point (CG-081)."""

FIRST_CARD = Together(
    dict.fromkeys(("settlements", "bare_cities", "expansions"), 1),
    "CG-077",
    marked("{player}: settlements, cities and expansions together are at least {least}."),
    least=1,
)
"""Everyone begins with a settlement, which never changes owners."""

TOUR = TableGame(
    "tour",
    marked("Base game by the rules of the Tour"),
    "base+tour",
    10,
    ISLAND,
    together=(FOUNDED,),
)

BASE = TableGame("base", marked("Base game"), "base", 10, ISLAND, together=(FOUNDED,))

EXPANSIONS = (
    TableGame(
        "cities-knights",
        marked("Cities & Knights"),
        "cities-knights",
        13,
        KNIGHTS,
        together=(FOUNDED,),
        recounted=cities_under_metropolises,
    ),
    TableGame(
        "seafarers",
        marked("Seafarers"),
        "seafarers",
        14,
        (*ISLAND, SHORES),
        together=(FOUNDED,),
    ),
    TableGame(
        "cities-knights+seafarers",
        marked("Cities & Knights with Seafarers"),
        "cities-knights+seafarers",
        16,
        (*KNIGHTS, SHORES),
        together=(FOUNDED,),
    ),
)

OF_THEIR_OWN: Mapping[str, Mapping[str, Any]] = {
    "best-friends": {"target": 11, "parts": (*ISLAND, TOKENS)},
}
"""What a scenario changes in a game; the others leave it as it is."""


def _with_scenario(part: str, game: TableGame) -> TableGame:
    ruleset = by_key(f"{game.ruleset}+{part}")
    key = part if game is BASE else ruleset.key
    changed = replace(game, key=key, name=ruleset.name, ruleset=ruleset.key, target=10)
    return replace(changed, **OF_THEIR_OWN.get(part, {}))


ON_THE_BASE = tuple(_with_scenario(part, BASE) for part in SCENARIOS)

ON_EXPANSIONS = tuple(
    _with_scenario(part, game)
    for part, scenario in SCENARIOS.items()
    for game in EXPANSIONS
    if game.ruleset in scenario.names
)
"""Ten points win with expansions as well, where an event announces no others (EBD-15, SCD-15)."""

GAMES = {
    game.key: game
    for game in (
        TOUR,
        BASE,
        *EXPANSIONS,
        *ON_THE_BASE,
        *ON_EXPANSIONS,
        TableGame(
            "dice",
            marked("Dice game"),
            "dice",
            None,
            dice_sheets.PARTS,
            # Fifteen crosses of two points each (DG-074).
            least=-30,
            together=dice_sheets.TOGETHER,
            sum_rule="DG-076",
            prints="sheets",
            printed=dice_sheets.as_printed,
        ),
        TableGame(
            "card-game",
            marked("Fast card game"),
            "card-game",
            10,
            CARD_TABLE,
            least=1,
            together=(FIRST_CARD,),
            sum_rule="CG-106",
            prints="cards",
        ),
        TableGame("other", marked("Another game"), "", 10),
    )
}


@lru_cache(maxsize=64)
def game_of(key: str, head: str = "") -> TableGame:
    """The game of an event by its key; one that is not listed is another game.

    `head` is what every record of the event says of its printed sheets or cards. One that cannot
    be read says nothing.
    """
    game = GAMES.get(key, GAMES["other"])
    if not head or game.printed is None:
        return game
    try:
        return game.on(read_head(game, head))
    except NotARecord:
        return game


def read_head(game: TableGame, head: str) -> Header:
    """The header of a record with this head, of three players unless its map is for another number;
    where that does not say what is played on, of what comes along with the site. Raises
    `NotARecord`."""
    ground = by_key(game.ruleset).notation.ground
    drawn_on = ground.map_of(head, players=3)
    seats = "a b c" if drawn_on is None or 3 in drawn_on.players else "a b c d"
    told = ground.headers(head, "", players=3)
    return parse(f'[Ruleset "{game.ruleset}"]\n[Seats "{seats}"]\n{told}', by_key).header


def ground_of(game: TableGame, head: str) -> Any:
    """The sheet or the cards of an event; of the site, where its head cannot be read."""
    try:
        return read_head(game, head).board
    except NotARecord:
        return read_head(game, "").board


def head_faults(game: TableGame, head: str) -> Iterator[tuple[Rule, Detail]]:
    """The rules that the sheets or cards of such a head break. Raises `NotARecord`."""
    ruleset = by_key(game.ruleset)
    header = read_head(game, head)
    for check in ruleset.opening:
        for rule_id, detail in check(header):
            yield ruleset.rules[rule_id], detail
