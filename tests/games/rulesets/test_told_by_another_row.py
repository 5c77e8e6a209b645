"""Rows of five and six players, Best Friends, Easter Bunny and Santa Claus that have no finding of
their own: a line that breaks each, refused with the row that tells it, and the nearest line that
does not. `docs/rules.md` names that row as the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from games.engine import record, rulesets
from games.engine.core import NotARecord
from games.engine.rulesets.base.packed import INVENTION, KNIGHT, MONOPOLY
from tests.games.rulesets.table import (
    LARGE_FOUNDED,
    SIX,
    after,
    broken,
    give,
    head,
    play,
    told,
)
from tests.games.rulesets.test_festive import SKINS, skins
from tests.rules import UNSHOWN

Given = Mapping[str, Any]

CITY = "OOOGG"

# Five and six players

LARGE: Given = {"ruleset": "base56", "players": 5}

FIRST = LARGE | {"lines": ("1 Anna 12",)}
"""Anna has rolled; Dana has rock 2."""

SECOND = LARGE | {"lines": ("1 Anna 12 /",)}
"""Dana acts with rock 2."""

THIRD_TURN = {"lines": ("1 Anna 12 / Dana: / Ben: 12 / Emil: / Cyril: 12 /",)}
"""Whoever has rock 2 behind Cyril acts: Anna among five players, Fany among six."""

FANY = LARGE | {"players": 6} | THIRD_TURN

ROLLED_FOR_ROCK_1 = LARGE | {
    "founded": False,
    "lines": ("Anna 1+1", "Ben 6+6", "Cyril 1+1", "Dana 1+1", "Emil 1+1"),
}


def points(**others: int) -> list[int]:
    """Two for each of five players, but for those that are told."""
    return [others.get(name, 2) for name in SIX[:5]]


def wool(emil: str) -> Given:
    return FIRST | {
        "hands": {"Anna": "OOOO", "Emil": emil} | dict.fromkeys(("Ben", "Cyril", "Dana"), "WWWWW")
    }


def left_to_fany(pieces: str, cards: str, left: int) -> Given:
    return FANY | {"hands": {"Fany": cards}, pieces: [1, 1, 1, 1, 1, left]}


OF_FANY = [
    ("B-128", "roads_left", "BL", "R f1e"),
    ("B-135", "settlements_left", "BLBLBLWG", "R f1e R f1se S f1s"),
    ("B-141", "cities_left", CITY, "C e2s"),
]

OF_THE_EXTENSION = [
    # The box
    told("X-005", "B-114", wool(9 * "W"), "1 Anna T 4O>W", "1 Anna T 4O>W", instead=wool(8 * "W")),
    *(
        told(
            "X-012",
            says,
            left_to_fany(pieces, cards, 0),
            f"3 Fany {built}",
            f"3 Fany {built}",
            instead=left_to_fany(pieces, cards, 1),
        )
        for says, pieces, cards, built in OF_FANY
    ),
    # Who begins
    told("X-031", "B-054", ROLLED_FOR_ROCK_1, "Anna S b2s", "Ben S b2s"),
    told(
        "X-033",
        "B-056",
        LARGE | {"founded": False, "lines": LARGE_FOUNDED[:1]},
        "Dana S c1s",
        "Ben S e1s",
    ),
    # The two parts of a turn
    told("X-014", "B-070", SECOND | {"hands": {"Anna": "WGO"}}, "1 Anna D N", "1 Dana /"),
    told(
        "X-032",
        "B-070",
        SECOND | {"hands": {"Cyril": "WGO", "Dana": "WGO"}},
        "1 Cyril D N",
        "1 Dana D N",
    ),
    told("X-034", "X-040", FIRST | {"hands": {"Dana": "WGO"}}, "1 Dana D N", "1 Anna / Dana: D N"),
    told(
        "X-039",
        "X-040",
        FIRST | {"hands": {"Dana": "BL"}},
        "1 Dana R c1se",
        "1 Anna / Dana: R c1se",
    ),
    told(
        "X-035",
        "B-091",
        LARGE | {"hands": {"Ben": 8 * "W"}},
        "1 Anna 7 K a1",
        "1 Anna 7 X Ben WWWW K a1",
    ),
    told(
        "X-036",
        "B-101",
        LARGE | {"hands": {"Anna": "OBL", "Emil": "W"}},
        "1 Anna P Emil O<>W",
        "1 Anna 12 P Emil O<>W R c2se",
    ),
    told("X-037", "B-121", LARGE | {"hands": {"Anna": "BL"}}, "1 Anna R c2se", "1 Anna 12 R c2se"),
    told("X-037", "B-067", LARGE, "1 Anna /", "1 Anna 12 /"),
    told(
        "X-038",
        "B-160",
        LARGE | {"cards": {"Anna": (KNIGHT, KNIGHT)}},
        "1 Anna N a1 12 N",
        "1 Anna N a1 12",
    ),
    told(
        "X-038",
        "B-161",
        FIRST | {"hands": {"Anna": "WGO"}},
        "1 Anna D N N",
        "1 Anna N",
        instead=LARGE | {"cards": {"Anna": (KNIGHT,)}},
    ),
    told("X-042", "B-108", SECOND | {"hands": {"Dana": "LLLL"}}, "1 Dana T 3L>B", "1 Dana T 4L>B"),
    told("X-044", "B-125", SECOND | {"hands": {"Dana": "BL"}}, "1 Dana R a1w", "1 Dana R c1se"),
    told(
        "X-045",
        "B-155",
        SECOND | {"hands": {"Dana": "WG"}},
        "1 Dana D N",
        "1 Dana D N",
        instead=SECOND | {"hands": {"Dana": "WGO"}},
    ),
    told(
        "X-047",
        "B-160",
        FIRST | {"cards": {"Anna": (MONOPOLY,), "Dana": (INVENTION, MONOPOLY)}},
        "1 Anna M B / Dana: Y OO M B",
        "1 Anna M B / Dana: Y OO",
    ),
    told("X-049", "B-065", SECOND, "1 Dana / Emil: 12", "1 Dana / Ben: 12"),
    told(
        "X-050",
        "B-070",
        LARGE | THIRD_TURN | {"hands": {"Anna": "WGO", "Emil": "WGO"}},
        "3 Emil D N",
        "3 Anna D N",
    ),
    told(
        "X-051",
        "B-100",
        FIRST | {"hands": {"Anna": "O", "Dana": "O", "Emil": "W"}},
        "1 Dana P Emil O<>W",
        "1 Anna P Emil O<>W",
    ),
    # The end
    told(
        "X-052",
        "B-180",
        FIRST | {"points": points(Dana=10), "hands": {"Anna": "BLBL"}},
        "1 Anna R c2se R c2e",
        "1 Anna R c2se Dana: *",
    ),
    told(
        "X-053",
        "B-180",
        SECOND | {"points": points(Dana=9), "hands": {"Dana": CITY + "BL"}},
        "1 Dana C c1s R c1se",
        "1 Dana C c1s *",
    ),
    told(
        "X-055",
        "B-180",
        FIRST | {"points": points(Anna=9), "hands": {"Anna": CITY, "Dana": "BL"}},
        "1 Anna C c2s Dana: R c1se",
        "1 Anna C c2s *",
    ),
    told(
        "X-056",
        "B-179",
        FIRST | {"points": points(Cyril=10), "hands": {"Anna": "BL"}},
        "1 Anna Cyril: *",
        "1 Anna R c2se",
    ),
]

# Best Friends

FRIENDS: Given = {"ruleset": "base+best-friends"}


def holding(count: int, **given: Any) -> Given:
    """Anna has rolled, with so many tokens since her last turn."""
    rolled = {"lines": ("1 Anna 12",), "tokens": [count, 0, 0], "at_start": count}
    return FRIENDS | rolled | given


OF_BEST_FRIENDS = [
    told(
        "BF-003",
        "BF-008",
        holding(1, laid_on=[0, 6, 0, 0, 0]),
        "1 Anna &M O",
        "1 Anna &S=SS N",
        instead=holding(2),
    ),
    told("BF-007", "B-058", FRIENDS | {"lines": ()}, "Anna S c1s", "1 Anna 12"),
    told(
        "BF-013",
        "BF-005",
        holding(2, merits=[8, 8, 0]),
        "1 Anna &V",
        "1 Anna &V",
        instead=holding(2, merits=[4, 4, 0]),
    ),
    told(
        "BF-040", "BF-025", holding(0, hands={"Cyril": "O"}), "1 Anna Cyril: &G Ben O", "1 Anna /"
    ),
    told(
        "BF-065",
        "B-122",
        holding(2, hands={"Anna": "B"}),
        "1 Anna R b2se",
        "1 Anna R b2se",
        instead=holding(2, hands={"Anna": "BL"}),
    ),
    told(
        "BF-081",
        "BF-008",
        holding(2, laid_on=[0, 5, 0, 0, 0]),
        "1 Anna &M O &M O",
        "1 Anna &M O &M O",
        instead=holding(2, laid_on=[0, 4, 0, 0, 0]),
    ),
    told("BF-086", "B-166", holding(1), "1 Anna &R b2se F b3sw", "1 Anna &R b2se"),
    told(
        "BF-090",
        "BF-097",
        holding(4, points=[9, 2, 2]),
        "1 Anna &V *",
        "1 Anna &V &V *",
    ),
    told(
        "BF-091",
        "BF-097",
        holding(2, points=[9, 2, 2]),
        "1 Anna &V *",
        "1 Anna &V *",
        instead=holding(2, points=[10, 2, 2]),
    ),
    told(
        "BF-098",
        "BF-097",
        holding(0, points=[9, 2, 2], hands={"Anna": CITY}),
        "1 Anna C b2s *",
        "1 Anna C b2s *",
        instead=holding(0, points=[10, 2, 2], hands={"Anna": CITY}),
    ),
]

# Easter Bunny and Santa Claus


def of_both(
    number: str, says: str, given: Given, breaks: str, keeps: str, *, instead: Given | None = None
) -> Iterator[Any]:
    """As `told`, after a 12 of Anna's; `{}` stands for the series."""
    for series, part in SKINS.items():
        rolled = {"ruleset": f"base+{part}", "lines": ("1 Anna 12",)}
        other = rolled | (given if instead is None else instead)
        rows = f"{series}-{number}", says.format(series)
        yield told(*rows, rolled | given, breaks, keeps, instead=other)


BUILDS = {
    "lines": ("1 Anna 12 / Ben: 12",),
    "hands": {"Ben": "BLBLWG"},
    "tokens": (0, 1, 0),
    "figure": 1,
}
"""Ben has a token, and the figure is on a2."""

AT_HOME = {"hands": {"Anna": "W"}, "built": {"Ben": "b1n"}, "figure": 0, "tokens": (0, 1, 0)}
"""Ben has a token and a settlement at the special hex, and the figure is elsewhere."""

FESTIVE = [
    *of_both(
        "011",
        "{}-044",
        {"built": {"Anna": "b1n"}, "hands": {"Anna": "W"}},
        "1 Anna & d1 W &X Anna 2>O",
        "1 Anna & d1 W /",
    ),
    *of_both("040", "{}-044", BUILDS, "2 Ben R b3nw S a2s &X Ben 2>O", "2 Ben R b3nw S a2s /"),
    *of_both("045", "{}-042", AT_HOME, "1 Anna & b1 W /", "1 Anna & b1 W &X Ben 2>O /"),
    *of_both(
        "052",
        "{}-051",
        {"points": [8, 2, 2], "tokens": (1, 0, 0), "hands": {"Anna": CITY}},
        "1 Anna C b2s *",
        "1 Anna C b2s *",
        instead={"points": [9, 2, 2], "tokens": (1, 0, 0), "hands": {"Anna": CITY}},
    ),
    *of_both("053", "B-107", {"hands": {"Anna": "WWWW"}}, "1 Anna T 1W>O", "1 Anna T 4W>O"),
]

CASES = [*OF_THE_EXTENSION, *OF_BEST_FRIENDS, *FESTIVE]


def laid_out(given: Given) -> Any:
    return after(
        *given.get("lines", ()), **{name: given[name] for name in given if name != "lines"}
    )


@pytest.mark.parametrize(("rows", "given", "breaks", "instead", "keeps"), CASES)
def test_what_breaks_the_row_is_refused_with_the_row_that_tells_it(
    rows, given, breaks, instead, keeps
):
    _, says = rows

    assert says in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rows", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_line_that_keeps_the_row_is_allowed(rows, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


@pytest.mark.parametrize(("rule", "says"), sorted({case.values[0] for case in CASES}))
def test_the_table_of_rules_names_the_row_that_tells_it(rule, says):
    assert says in UNSHOWN[rule].reason


# What is counted over a whole game


def bought(count: int) -> Any:
    """Anna has bought so many development cards, which nobody saw, in one turn."""
    state = after("1 Anna 12", ruleset="base56", players=5)
    for _ in range(count):
        give(state, 0, "WGO")
        play(state, "1 Anna D ?")
    give(state, 0, "WGO")
    return state


@pytest.mark.rule("X-006")
def test_thirty_four_development_cards_are_bought():
    assert broken(bought(33), "1 Anna D ?") == []


@pytest.mark.rule("X-006")
def test_a_thirty_fifth_development_card_is_not_there():
    assert broken(bought(34), "1 Anna D ?") == ["B-158"]


def visited(part: str) -> Any:
    """The figure was at the special hex six times, and brought Ben twelve tokens, which he
    returned; it is elsewhere now."""
    state = after("1 Anna 12", ruleset=f"base+{part}", built={"Ben": "b1n"}, figure=0)
    turns = ["& b1 W +Ben:2 &X Ben 2>B /", "& a2 W +0 /"] * 6
    for number, line in enumerate(turns):
        give(state, state.turn, "W")
        roll = "12 " if number else ""
        play(state, f"{number + 1} {SIX[number % 3]} {roll}{line}")
    give(state, state.turn, "W")
    return state


@pytest.mark.rule("EB-046", "SC-046")
@skins
def test_tokens_that_were_returned_are_given_out_again(part):
    assert broken(visited(part), "13 Anna 12 & b1 W +Ben:2") == []


@pytest.mark.rule("EB-046", "SC-046")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_tokens_that_were_returned_do_not_run_out(series, part):
    assert broken(visited(part), "13 Anna 12 & b1 W +0") == [f"{series}-038"]


# What is no record


def seated(ruleset: str, count: int) -> str:
    """A head with so many players."""
    names = " ".join((*SIX, "Gail")[:count])
    return re.sub(r'\[Seats "[^"]*"\]', f'[Seats "{names}"]', head(ruleset))


def no_record_of_both(number: str, refused: str, taken: str) -> Iterator[Any]:
    """Seats and what stands below the head, of both scenarios."""
    for series, part in SKINS.items():
        heads = [seated(f"base+{part}", int(words[0])) + words[2:] for words in (refused, taken)]
        yield no_record(f"{series}-{number}", *heads)


def no_record(rule: str, refused: str, taken: str) -> Any:
    return pytest.param(refused, taken, id=rule, marks=pytest.mark.rule(rule))


FIVE = seated("base56", 5)

AFTER_A_ROLL = head("base+best-friends") + "1 Anna 12 "

NO_RECORDS = [
    no_record("X-015", FIVE + '[Robber "c5 g3"]', FIVE + '[Robber "g3"]'),
    no_record("X-016", seated("base56", 4), FIVE),
    no_record("X-016", seated("base56", 7), seated("base56", 6)),
    no_record("BF-064", AFTER_A_ROLL + "P Ben O<>1", AFTER_A_ROLL + "P Ben O<>W"),
    no_record("BF-079", AFTER_A_ROLL + "&R", AFTER_A_ROLL + "&R b2se"),
    *no_record_of_both("001", "2:", "3:"),
    *no_record_of_both("001", "7:", "4:"),
    *no_record_of_both("004", '3:[Figure "b1 c3"]', '3:[Figure "b1"]'),
    *no_record_of_both("005", "3:1 Anna & d3 W +Ben:12", "3:1 Anna & d3 W +Ben:1"),
]


@pytest.mark.parametrize(("refused", "taken"), NO_RECORDS)
def test_what_cannot_be_is_refused_by_the_reader(refused, taken):
    with pytest.raises(NotARecord):
        record.parse(refused, rulesets.by_key)


@pytest.mark.parametrize(("refused", "taken"), NO_RECORDS)
def test_the_nearest_that_can_be_is_read(refused, taken):
    assert record.parse(taken, rulesets.by_key).header.players
