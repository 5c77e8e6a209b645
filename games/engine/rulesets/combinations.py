"""Which parts of a rule set go together: scenarios on islands, and what the documents rule out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from games.engine.core import RuledOut, Ruleset
from games.engine.rulesets import best_friends, festive
from games.engine.words import marked


class Scenario(NamedTuple):
    """What is played on an island besides: `onto` makes the rule set of the two out of that of
    the island, with its key and its name; `names` are those names by the key of each island."""

    onto: Callable[..., Ruleset]
    names: Mapping[str, str]


SCENARIOS: Mapping[str, Scenario] = {
    "best-friends": Scenario(best_friends.best_friends, best_friends.NAMES),
    "easter-bunny": Scenario(festive.EASTER_BUNNY, festive.EASTER_BUNNY.names),
    "santa": Scenario(festive.SANTA_CLAUS, festive.SANTA_CLAUS.names),
}
"""By the part of the key that they are."""


class Apart(NamedTuple):
    """Two parts that are not played together, the row that says so, and the reason."""

    parts: tuple[str, str]
    rule: str
    reason: str


NO_TOUR = marked("the Tour keeps the robber off the desert, where scenarios need it")
TOUR_OF_BASE = marked("the clarifications of the Tour are for the base game")
NO_ISLAND = marked("the scenario needs an island with a robber")
BASE_ONLY = marked("Best Friends is played with the base game")
BY_ITSELF = marked("Best Friends is not played with another scenario")
NO_MORE_PIECES = marked("with the sea there are pieces and maps for three or four players")

APART: Sequence[Apart] = (
    Apart(
        ("base56", "cities-knights"),
        "CK-021",
        marked("Cities & Knights has pieces for three or four players"),
    ),
    Apart(("base56", "seafarers"), "CKD-67", NO_MORE_PIECES),
    Apart(("tour", "cities-knights"), "CKD-67", TOUR_OF_BASE),
    Apart(("tour", "seafarers"), "CKD-67", TOUR_OF_BASE),
    Apart(
        ("easter-bunny", "santa"),
        "EBD-14",
        marked("Easter Bunny and Santa Claus share one hex with two sides"),
    ),
    Apart(("best-friends", "easter-bunny"), "BFD-30", BY_ITSELF),
    Apart(("best-friends", "santa"), "BFD-30", BY_ITSELF),
    Apart(("best-friends", "cities-knights"), "BF-002", BASE_ONLY),
    Apart(("best-friends", "seafarers"), "BF-002", BASE_ONLY),
    Apart(("tour", "best-friends"), "TG-08", NO_TOUR),
    Apart(("tour", "easter-bunny"), "TG-08", NO_TOUR),
    Apart(("tour", "santa"), "TG-08", NO_TOUR),
    *(
        Apart((game, scenario), rule, NO_ISLAND)
        for game in ("dice", "card-game")
        for scenario, rule in (
            ("best-friends", "BF-002"),
            ("easter-bunny", "EB-002"),
            ("santa", "SC-002"),
        )
    ),
)
"""The first that is met is told."""

_APART = {frozenset(apart.parts): apart for apart in reversed(APART)}


def combined(islands: Sequence[Ruleset]) -> tuple[Ruleset, ...]:
    """The rule sets of all scenarios on the islands on which they are played."""
    return tuple(
        scenario.onto(island, key=f"{island.key}+{part}", name=scenario.names[island.key])
        for part, scenario in SCENARIOS.items()
        for island in islands
        if island.key in scenario.names
    )


def ruled_out(parts: frozenset[str]) -> RuledOut | None:
    """Why the parts are not played together, None if nothing speaks against it."""
    met = {frozenset(pair) for pair in combinations(parts, 2)} & _APART.keys()
    if not met:
        return None
    first = min((_APART[pair] for pair in met), key=APART.index)
    return RuledOut(first.rule, first.reason)
