"""The rules of a board, in short sentences: what the box holds and how the Tour wants it laid.

The numbers are those of the printed rules in rows (B for the base game, X for the extension),
and are never reused.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from games.engine.core import Rule, rulebook
from games.engine.words import marked

ONE_SPECIAL = marked("There is one special hex, and the side of the scenario lies up.")
TWO_ON_TWELVE = marked("The number 2 lies on the hex with the 12.")
WHERE_THE_TWO_WAS = marked("The special hex lies where the 2 was.")
DESERT_STAYS = marked("The desert stays, and the robber starts there.")
FIGURE_STARTS = marked("The figure starts on the special hex.")
NO_NUMBER = marked("The special hex has no number and brings nothing.")
ONE_TWO_MOVED = marked("Only one of several 2 is moved, to one 12.")

RULES = rulebook(
    Rule("B-001", marked("There are exactly 19 terrain hexes.")),
    Rule("B-002", marked("Exactly three hexes are hills.")),
    Rule("B-003", marked("Exactly four hexes are forest.")),
    Rule("B-004", marked("Exactly four hexes are pasture.")),
    Rule("B-005", marked("Exactly four hexes are fields.")),
    Rule("B-006", marked("Exactly three hexes are mountains.")),
    Rule("B-007", marked("Exactly one hex is desert.")),
    Rule("B-008", marked("There are exactly 18 number tokens.")),
    Rule(
        "B-009",
        marked("The numbers are 2 and 12 once, and 3, 4, 5, 6, 8, 9, 10 and 11 twice each."),
    ),
    Rule("B-021", marked("There is one robber, and it stands on one hex.")),
    Rule("B-026", marked("Each terrain gives its own resource.")),
    Rule("B-027", marked("The desert gives nothing.")),
    Rule("B-028", marked("The island has rows of 3, 4, 5, 4 and 3 hexes.")),
    Rule("B-029", marked("Hexes meet at intersections: 54 of them, those on the coast too.")),
    Rule("B-030", marked("A path joins two neighbouring intersections: 72 of them.")),
    Rule("B-031", marked("On a random board every arrangement of hexes is valid.")),
    Rule("B-032", marked("A board of the Tour is fully random, the place of the desert too.")),
    Rule("B-033", marked("Every round has a new board.")),
    Rule("B-034", marked("In one round all tables have the same board.")),
    Rule("B-035", marked("Tokens lie along the spiral in the order of their letters.")),
    Rule("B-036", marked("The spiral starts at one of the six corner hexes.")),
    Rule("B-037", marked("The spiral runs counter-clockwise.")),
    Rule(
        "B-038",
        marked(
            "After a full ring the spiral goes on with the free hex that touches both its last "
            "and its first hex."
        ),
    ),
    Rule("B-039", marked("The desert has no token and uses up no letter.")),
    Rule("B-040", marked("Every letter has its own number.")),
    Rule("B-041", marked("Every producing hex has exactly one number.")),
    Rule("B-042", marked("The robber starts on the desert.")),
    Rule(
        "B-043", marked("There are nine harbours: four 3:1, and one 2:1 for each of the resources.")
    ),
    Rule("B-044", marked("A harbour lies on one path of the coast and serves its two ends.")),
    Rule("B-045", marked("No intersection belongs to two harbours.")),
    Rule("B-046", marked("The parts of the frame may be joined in any order.")),
    Rule("B-047", marked("Every harbour faces a straight line of five or four hexes.")),
    Rule(
        "CKD-67",
        marked("On a map with the sea on it tiles, numbers and harbours lie as the map has them."),
    ),
    Rule(
        "SF-29",
        marked("Heading for New Shores: robber and pirate start on the hexes of the map."),
    ),
    Rule(
        "SF-33",
        marked("Through the Desert: robber and pirate start on the hexes of the map."),
    ),
    Rule("X-001", marked("The extension adds two hexes of each terrain and one desert.")),
    Rule(
        "X-002",
        marked(
            "There are 30 hexes: five hills, six forest, six pasture, six fields, five mountains "
            "and two desert."
        ),
    ),
    Rule("X-003", marked("Only the 28 number tokens of the extension are used.")),
    Rule(
        "X-004",
        marked("The numbers are 2 and 12 twice, and 3, 4, 5, 6, 8, 9, 10 and 11 three times each."),
    ),
    Rule("X-018", marked("The island has rows of 3, 4, 5, 6, 5, 4 and 3 hexes.")),
    Rule("X-019", marked("On a random board every arrangement of the 30 hexes is valid.")),
    Rule("X-020", marked("The large parts of the frame lie in any order.")),
    Rule(
        "X-021",
        marked(
            "There are eleven harbours: five 3:1, two 2:1 for wool and one for each of the others."
        ),
    ),
    Rule("X-022", marked("Tokens lie along the spiral in the order A to Y, Za, Zb, Zc.")),
    Rule("X-023", marked("The spiral starts at one of the six corner hexes.")),
    Rule("X-024", marked("The spiral runs counter-clockwise, from ring to ring.")),
    Rule("X-025", marked("Neither desert has a token or uses up a letter.")),
    Rule("X-026", marked("Every letter has its own number.")),
    Rule("X-027", marked("The robber starts on one of the two deserts.")),
    Rule("EB-003", ONE_SPECIAL, "PL 1097-1100"),
    Rule("EB-007", TWO_ON_TWELVE, "PL 1106"),
    Rule("EB-008", WHERE_THE_TWO_WAS, "PL 1107-1109, EBD-01"),
    Rule("EB-009", DESERT_STAYS, "PL 1107-1109, 1137-1139"),
    Rule("EB-010", FIGURE_STARTS, "PL 1110-1112"),
    Rule("EB-012", NO_NUMBER, "EBD-03"),
    Rule("EB-013", ONE_TWO_MOVED, "EBD-02"),
    Rule("SC-003", ONE_SPECIAL, "PL 1189-1192"),
    Rule("SC-007", TWO_ON_TWELVE, "PL 1198"),
    Rule("SC-008", WHERE_THE_TWO_WAS, "PL 1199-1201, SCD-01"),
    Rule("SC-009", DESERT_STAYS, "PL 1199-1201, 1232-1234"),
    Rule("SC-010", FIGURE_STARTS, "PL 1202"),
    Rule("SC-012", NO_NUMBER, "SCD-03"),
    Rule("SC-013", ONE_TWO_MOVED, "SCD-02"),
)
"""Every rule of a board, by id."""

OF_THE_TOUR = ("B-032", "B-033", "B-034", "B-047")
"""What the Tour adds; any other row holds wherever the frame has what it speaks of."""

_SHARED = ("B-021", "B-026", "B-027", "B-029", "B-030", "B-041", "B-044", "B-045")


def _book(*ids: str) -> Mapping[str, Rule]:
    return MappingProxyType({id_: RULES[id_] for id_ in ids})


BASE_GAME = _book(*(id_ for id_ in RULES if id_.startswith("B-") and id_ not in OF_THE_TOUR))
"""What holds for a board of 3 or 4 players anywhere."""

TOUR = _book(*(id_ for id_ in RULES if id_.startswith("B-") and id_ != "B-046"))
"""What holds for a board of the Tour."""

EXTENSION = _book(*_SHARED, *(id_ for id_ in RULES if id_.startswith("X-")))
"""What holds for a board of 5 or 6 players."""


AT_SEA = _book("B-021", "B-026", "B-027", "B-041", "B-044", "B-045", "CKD-67", "SF-29", "SF-33")
"""What holds for a board with the sea on it."""


OF_SCENARIOS = {
    part: _book(*(id_ for id_ in RULES if id_.startswith(series)))
    for part, series in (("easter-bunny", "EB-"), ("santa", "SC-"))
}
"""What a scenario changes on a board, by its part of the rule set."""


def rules_of(ruleset: str) -> Mapping[str, Rule]:
    """The rules of a board for a rule set such as `base`, `base+tour`, `base56` or `seafarers`."""
    rules = _of_island(ruleset)
    for part, more in OF_SCENARIOS.items():
        if part in ruleset.split("+"):
            rules = MappingProxyType({**rules, **more})
    return rules


def _of_island(ruleset: str) -> Mapping[str, Rule]:
    if is_at_sea(ruleset):
        return AT_SEA
    if is_extension(ruleset):
        return EXTENSION
    return TOUR if "tour" in ruleset.split("+") else BASE_GAME


def fits(ruleset: str, usual: str) -> bool:
    """Whether the rule set is played on a map that is meant for the usual one."""
    at_sea = is_at_sea(ruleset) == is_at_sea(usual)
    return at_sea and is_extension(ruleset) == is_extension(usual)


def is_at_sea(ruleset: str) -> bool:
    return "seafarers" in ruleset.split("+")


def is_extension(ruleset: str) -> bool:
    """Whether the rule set is one for 5 and 6 players."""
    return "base56" in ruleset.split("+")
