"""Each rule of Best Friends that a record can show: the action that breaks it, and the nearest one
that does not. The table and its founding are drawn in `table`; the desert is c3, beside Anna."""

from __future__ import annotations

import pytest

from games.engine import record, rulesets
from games.engine.board.frames import FIVE_SIX
from games.engine.board.generate import random_board
from games.engine.choices import choices
from games.engine.core import Header, NotARecord, Player, Record
from games.engine.document import read_document, write_document
from games.engine.replay import replay
from games.engine.rulesets.base.building import lay_road
from games.engine.rulesets.base.packed import KNIGHT, ROAD_BUILDING, VICTORY_POINT, pack
from games.engine.rulesets.base.state import MAIN
from tests.games.rulesets.table import (
    FOUNDED,
    SIX,
    actions_of,
    after,
    broken,
    case,
    give,
    play,
)

KEY = "base+best-friends"

RULES = rulesets.by_key(KEY)

FRIENDS = {"ruleset": KEY}


def rolled(letters="", **given):
    """Anna has rolled a 12, which brings nobody anything."""
    return FRIENDS | {"lines": ("1 Anna 12",), "hands": {"Anna": letters}} | given


def holding(count, letters="", **given):
    """The same with so many tokens since the last turn."""
    return rolled(letters, tokens=[count, 0, 0], at_start=count) | given


def ben(**given):
    """It is Ben's turn, and the robber is far from the desert."""
    return FRIENDS | {"lines": ("1 Anna 12 /",), "robber": "a1"} | given


AWAY = FRIENDS | {"robber": "a1"}

ORE = {"Anna": "O"}

EMPTY_DESERT = AWAY | {
    "founded": False,
    "lines": ("Anna S b1n R b1ne", *FOUNDED[1:]),
}

PAY = {"Anna": "BBBBLLLLWG", "Ben": "BL", "Cyril": "BBLL"}

NEAR = FRIENDS | {"hands": PAY, "then": "1 Anna 12 R b2se R b3sw"}
"""Anna's road ends at b3s, one path from where a road of Cyril's ends."""

MET = NEAR | {"then": "1 Anna 12 R d1e"}
"""Anna's road ends where one of Cyril's does, at c2s: her lower network has met his."""

BETWEEN = NEAR | {"then": "1 Anna 12 R b2se R b3sw / Ben: 12 R b4w / Cyril: 12 / Anna: 12"}
"""A road of Ben's ends there, too."""

PASSED = FRIENDS | {"hands": PAY, "then": "1 Anna 12 R b2w / Ben: 7 X Anna BBBL"}
"""A road of Anna's lies at b1, where nobody has a building."""

CYRIL = MET | {"then": "1 Anna 12 R d1e / Ben: 12 / Cyril: 12"}
"""The same, in the next turn of Cyril, whose network has met one of Anna's."""

GROWN = NEAR | {"then": "1 Anna 12 R d1e R c2se R c2e / Ben: 12 / Cyril: 12"}
"""Anna's two networks have become one since; Cyril's roads can meet its upper end at c2n."""

CARD = NEAR | {"cards": {"Anna": (ROAD_BUILDING,)}}

MET_FIRST = {
    "founded": False,
    "lines": (
        "Anna S b2s R b2sw",
        "Ben S b1s R b1se",
        "Cyril S b4s R b4sw",
        "Cyril S d1n R d1ne",
        "Ben S d3s R d3sw",
        "Anna S e1n R e1nw",
        "1 Anna 12",
    ),
    "hands": PAY,
}
"""The roads of Anna and Ben met while they were founding."""

AHEAD = {"points": [3, 4, 4]}

CASES = [
    # The harmless robber
    case("BF-015", rolled(), "1 Anna &1", "1 Anna 7 K a1 &1", FRIENDS),
    case("BF-016", FRIENDS, "1 Anna 7 K a1 &0", "1 Anna 7 K a1 &1"),
    case("BF-016", FRIENDS, "1 Anna 7 K a1 &Ben:1", "1 Anna 7 K a1"),
    case("BF-017", EMPTY_DESERT, "1 Anna 7 K c3 &0", "1 Anna 7 K c3 &1"),
    case("BF-018", ben(hands=ORE), "2 Ben 7 K c3<Anna:O &1", "2 Ben 7 K c3 &1"),
    case("BF-018", ben(hands={"Anna": ""}), "2 Ben 7 K c3 &0", "2 Ben 7 K c3 &1"),
    case("BF-019", ben(hands=ORE), "2 Ben 7 K b2", "2 Ben 7 K c3"),
    case("BF-020", ben(hands={"Anna": ""}), "2 Ben 7 K b2 &1", "2 Ben 7 K b2 &0"),
    case("BF-021", AWAY, "1 Anna 7 K c3 &1", "1 Anna 7 K c3 &0"),
    case("BF-022", PASSED, "2 Ben K b1 &0", "2 Ben K b1 &1"),
    case("BF-023", EMPTY_DESERT, "1 Anna 7 K c3 &2", "1 Anna 7 K c3 &1"),
    # Gifts
    case(
        "BF-025",
        rolled(hands={"Ben": "O"}),
        "1 Anna Ben: &G Anna O",
        "1 Anna &G Ben O",
        rolled("O"),
    ),
    case("BF-025", rolled("O"), "1 Anna &G Ben O Ben: &N Cyril ?", "1 Anna &G Ben O"),
    case(
        "BF-026",
        FRIENDS | {"hands": {"Anna": "OOOOWWWW"}},
        "1 Anna 7 &G Ben O",
        "1 Anna &G Ben O",
    ),
    case("BF-027", rolled("OO"), "1 Anna &G Ben OO", "1 Anna &G Ben O"),
    case("BF-028", rolled("W"), "1 Anna &G Ben O", "1 Anna &G Ben W"),
    case("BF-028", rolled("W"), "1 Anna &N Ben O", "1 Anna &N Ben ?"),
    case("BF-028", rolled("W", **AHEAD), "1 Anna &B O", "1 Anna &B W"),
    case(
        "BF-029",
        rolled("O", points=[4, 5, 2]),
        "1 Anna &G Ben O",
        "1 Anna &G Ben O",
        rolled("O", points=[5, 5, 2]),
    ),
    case(
        "BF-030",
        rolled("O", points=[5, 5, 2], cards={"Anna": (VICTORY_POINT,)}),
        "1 Anna &G Ben O",
        "1 Anna &G Ben O",
        rolled("O", points=[5, 4, 2], cards={"Anna": (VICTORY_POINT,)}),
    ),
    case(
        "BF-032",
        rolled("O", points=[4, 5, 2]),
        "1 Anna &N Cyril O &G Ben O",
        "1 Anna &N Cyril O &G Ben O",
        rolled("O", points=[5, 5, 2]),
    ),
    case(
        "BF-092",
        rolled("O", points=[4, 5, 2], merits=[0, 1, 0]),
        "1 Anna &G Ben O",
        "1 Anna &G Ben O",
        rolled("O", points=[5, 5, 2], merits=[1, 1, 0]),
    ),
    case("BF-031", rolled("O"), "1 Anna &N Ben O &1", "1 Anna &N Ben O &0"),
    case(
        "BF-033",
        rolled("OW"),
        "1 Anna &N Ben O &N Ben W",
        "1 Anna &N Ben O &N Cyril O &N Ben W",
    ),
    case("BF-034", rolled("O"), "1 Anna &G Ben O &Ben:1", "1 Anna &G Ben O &Anna:1"),
    case("BF-034", rolled("O"), "1 Anna &G Ben O &2", "1 Anna &G Ben O &1"),
    case("BF-035", rolled("OO"), "1 Anna &G Ben O &G Cyril O", "1 Anna &N Ben O &G Cyril O"),
    case(
        "BF-036",
        rolled(hands={"Anna": "O", "Ben": "W"}),
        "1 Anna P Ben O<>W &1",
        "1 Anna P Ben O<>W",
    ),
    case(
        "BF-037", rolled("O", points=[3, 3, 4]), "1 Anna &B O", "1 Anna &B O", rolled("O", **AHEAD)
    ),
    case("BF-037", rolled("O", **AHEAD), "1 Anna &B O &0", "1 Anna &B O &1"),
    case(
        "BF-038",
        rolled("O", points=[3, 3, 4]),
        "1 Anna &N Ben O &B O",
        "1 Anna &B O",
        rolled("O", **AHEAD),
    ),
    case("BF-039", rolled("OO", **AHEAD), "1 Anna &B O &B O", "1 Anna &B O"),
    # Networks
    case("BF-043", rolled("BL"), "1 Anna R b2se &Cyril:1 &3", "1 Anna R b2se"),
    case("BF-044", NEAR, "1 Anna R b3se &3", "1 Anna R b3se &Cyril:1 &3"),
    case("BF-044", NEAR, "1 Anna R b3se &Cyril:3 &1", "1 Anna R b3se"),
    case("BF-045", NEAR, "1 Anna R b3se &3 &Cyril:1", "1 Anna R b3se &Cyril &3"),
    case("BF-046", MET, "1 Anna R c2se &Cyril:1 &3", "1 Anna R c2se &0"),
    case("BF-047", CYRIL, "3 Cyril R c2se &Anna:1 &3", "3 Cyril R c2se &0"),
    case("BF-048", CYRIL, "3 Cyril R c2se R c2e &0", "3 Cyril R c2se R c2e &Anna:1 &3"),
    case("BF-049", CYRIL, "3 Cyril R c2se R c2e &Anna:3 &1", "3 Cyril R c2se R c2e &Anna:1 &3"),
    case("BF-057", GROWN, "3 Cyril R c2w R c2nw &Anna:1 &3", "3 Cyril R c2w R c2nw &0"),
    case("BF-060", BETWEEN, "1 Anna R d1e R b3se &0", "1 Anna R d1e R b3se &Cyril &Ben &3"),
    case("BF-050", BETWEEN, "1 Anna R b3se &Ben:1 &Cyril:1 &6", "1 Anna R b3se &Ben:1 &Cyril:1 &3"),
    case("BF-051", BETWEEN, "1 Anna R b3se &3 &Ben:1 &Cyril:1", "1 Anna R b3se &Cyril:1 &Ben:1 &3"),
    case(
        "BF-053",
        FRIENDS | {"founded": False, "lines": FOUNDED[:1]},
        "Ben S b1s R b1se &Anna:1 &3",
        "Ben S b1s R b1se &0",
    ),
    case("BF-054", FRIENDS | MET_FIRST, "1 Anna R b2w &Ben:1 &3", "1 Anna R b2w &0"),
    case("BF-059", CARD, "1 Anna L b3se &0", "1 Anna L b3se &Cyril:1 &3"),
    case("BF-055", NEAR, "1 Anna S b3s &1", "1 Anna S b3s &0"),
    case(
        "BF-056",
        FRIENDS | {"hands": PAY, "built": {"Anna": "b3s"}, "then": "1 Anna 12 R b2se"},
        "1 Anna R b3sw &3",
        "1 Anna R b3sw &0",
    ),
    case(
        "BF-063",
        NEAR | {"then": "1 Anna 12 R b2se R b3sw &0", "pool": 2},
        "1 Anna R b3se &Cyril:1 &2",
        "1 Anna R b3se &Cyril:1 &1",
    ),
    case("BF-014", FRIENDS | {"founded": False}, "Anna 5+3 &1", "Anna 5+3"),
    # Tokens laid
    case(
        "BF-005",
        holding(2, merits=[8, 8, 0]),
        "1 Anna &V",
        "1 Anna &V",
        holding(2, merits=[8, 7, 0]),
    ),
    case(
        "BF-008",
        holding(1, laid_on=[0, 6, 0, 0, 0]),
        "1 Anna &M O",
        "1 Anna &T O>W",
        holding(1, "O", laid_on=[0, 6, 0, 0, 0]),
    ),
    case("BF-062", holding(1, at_start=3), "1 Anna &S N", "1 Anna &S N", holding(2)),
    case("BF-066", rolled(tokens=[0, 1, 0]), "1 Anna Ben: &M O", "1 Anna &M O", holding(1)),
    case("BF-067", holding(2), "1 Anna &M O &X", "1 Anna &M O"),
    case("BF-067", holding(2), "1 Anna &X &M O", "1 Anna &X"),
    case("BF-068", FRIENDS | {"tokens": [1, 0, 0], "at_start": 1}, "1 Anna 7 &M O", "1 Anna &M O"),
    case("BF-068", FRIENDS | {"tokens": [1, 0, 0], "at_start": 1}, "1 Anna 7 &X", "1 Anna &X"),
    case("BF-070", holding(2, "WWWW"), "1 Anna &M O T 4W>O &M O", "1 Anna &M O &M O T 4W>O"),
    case("BF-073", holding(5, at_start=3), "1 Anna &S N &S N", "1 Anna &S N &M O"),
    case("BFD-23", holding(2, most_favours=1), "1 Anna &M O &M O", "1 Anna &M O &M O", holding(2)),
    case("BF-074", holding(2, "O"), "1 Anna &T=M O>W", "1 Anna &T=T O>W"),
    case("BF-075", holding(2), "1 Anna &M=T O", "1 Anna &M O"),
    case("BF-076", holding(2), "1 Anna &R=RR b2se", "1 Anna &R b2se"),
    case("BF-077", holding(2), "1 Anna &S=SV N", "1 Anna &S=SS N"),
    case("BF-077", holding(2), "1 Anna &S=S N", "1 Anna &S N"),
    case("BF-078", holding(2), "1 Anna &V=V", "1 Anna &V"),
    case(
        "BF-080", holding(1, roads_left=[0, 13, 13]), "1 Anna &R b2se", "1 Anna &R b2se", holding(1)
    ),
    # Favours
    case("BF-082", holding(1, "O"), "1 Anna &T O>WW", "1 Anna &T O>W"),
    case("BF-082", holding(1, "OO"), "1 Anna &T OO>W", "1 Anna &T O>W"),
    case("BF-082", holding(1, "O"), "1 Anna &T O>O", "1 Anna &T O>W"),
    case("BF-082", holding(1, "OG"), "1 Anna &M O &A O>W", "1 Anna &T O>W &A G>B"),
    case("BF-082", holding(1, "OG", most_trades=1), "1 Anna &T O>W G>B", "1 Anna &T O>W"),
    case("BF-083", holding(2, "OOO"), "1 Anna &T O>W O>B &T O>L", "1 Anna &T O>W &T O>L"),
    case("BF-084", holding(1, "O", bank={"W": 0}), "1 Anna &T O>W", "1 Anna &T O>L"),
    case("BF-084", holding(1, "O"), "1 Anna &T G>W", "1 Anna &T O>W"),
    case("BF-085", holding(1), "1 Anna &M OO", "1 Anna &M O"),
    case("BF-085", holding(1, bank={"O": 0}), "1 Anna &M O", "1 Anna &M W"),
    case("BF-087", holding(1), "1 Anna &R a1w", "1 Anna &R b2se"),
    case("BF-087", holding(1), "1 Anna &R b4sw", "1 Anna &R b2w"),
    case("BF-088", holding(2, deck=0), "1 Anna &S N", "1 Anna &S N", holding(2)),
    # Exchange
    case("BF-093", holding(2), "1 Anna &X &X", "1 Anna &X"),
    case("BF-093", holding(2), "1 Anna &X=2>1", "1 Anna &X=1>1"),
    case("BF-094", holding(2), "1 Anna &X=1>0", "1 Anna &X"),
    case("BF-095", holding(0), "1 Anna &X", "1 Anna &X", rolled(tokens=[1, 0, 0])),
    case("BF-096", holding(1, pool=0), "1 Anna &X", "1 Anna &X", holding(1, pool=1)),
    # The end
    case(
        "BF-097",
        holding(2, points=[9, 2, 2]),
        "1 Anna &V *",
        "1 Anna &V *",
        holding(2, points=[10, 2, 2]),
    ),
    case("BF-099", rolled(points=[2, 11, 2]), "1 Anna Ben: *", "1 Anna / Ben: *"),
    case(
        "B-176",
        rolled(points=[9, 2, 2], cards={"Anna": (VICTORY_POINT,)}),
        "1 Anna V 1",
        "1 Anna V 1",
        rolled(points=[10, 2, 2], cards={"Anna": (VICTORY_POINT,)}),
    ),
    case("BF-089", holding(2), "1 Anna &S N N", "1 Anna N", rolled(cards={"Anna": (KNIGHT,)})),
    case("B-161", rolled("WGO"), "1 Anna D N N", "1 Anna N", rolled(cards={"Anna": (KNIGHT,)})),
    case(
        "B-166",
        rolled(cards={"Anna": (ROAD_BUILDING,)}),
        "1 Anna L b2se b3sw F b3se",
        "1 Anna L b2se &0 F b3sw",
    ),
]


def laid_out(given):
    given = dict(given)
    return after(*given.pop("lines", ()), **given)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


@pytest.mark.rule("BF-024")
def test_a_robber_that_stays_on_the_desert_brings_no_token():
    state = after("1 Anna 7", **FRIENDS)
    stays, taken = actions_of("1 Anna K c3 &1", **FRIENDS).actions

    assert [found.rule.id for found in RULES.play(state, stays)] == ["B-092"]
    assert state.tokens[0] == 0
    assert [found.rule.id for found in RULES.play(state, taken)] == ["BF-024"]


@pytest.mark.rule("BF-024")
def test_a_robber_that_leaves_the_desert_brings_one():
    assert broken(after("1 Anna 7", **FRIENDS), "1 Anna K a1 &1") == []


@pytest.mark.rule("BF-023")
def test_tokens_said_to_be_taken_are_those_that_are_there_from_then_on():
    state = after("1 Anna 7", **FRIENDS)
    for action in actions_of("1 Anna K a1 &2", **FRIENDS).actions:
        RULES.play(state, action)

    assert (state.tokens[0], state.pool) == (2, 40)


@pytest.mark.rule("BF-022")
def test_a_hex_with_roads_alone_is_empty():
    state = laid_out(FRIENDS | {"hands": PAY, "then": "1 Anna 12 R b2w / Ben: 7"})

    play(state, "2 Ben X Anna BBBL K b1 &1")


# Visible points


@pytest.mark.rule("BF-030", "BF-092", "BFD-31")
def test_points_that_lie_open_count_for_a_gift_and_hidden_ones_do_not():
    hidden = rolled("O", points=[10, 10, 2], cards={"Anna": (VICTORY_POINT,)})
    assert laid_out(hidden).visible(0) == 9
    assert broken(laid_out(hidden), "1 Anna &G Ben O") == ["BF-030"]
    assert broken(laid_out(hidden), "1 Anna V 1 &G Ben O") == []
    assert broken(laid_out(hidden), "1 Anna V 1 V 1") == ["B-164"]

    behind = holding(2, "O", points=[4, 5, 2])
    assert broken(laid_out(behind), "1 Anna &G Ben O") == ["BF-029"]
    assert broken(laid_out(behind), "1 Anna &V &G Ben O") == []


@pytest.mark.rule("BF-097", "BF-098", "BF-091")
def test_eleven_points_win_and_ten_do_not():
    state = laid_out(holding(4, points=[9, 2, 2]))

    play(state, "1 Anna &V")
    assert (state.points[0], state.winner) == (10, None)
    assert state.make_up(0)["victory point tokens"] == 1

    play(state, "1 Anna &V")
    assert (state.points[0], state.winner) == (11, 0)


@pytest.mark.rule("BF-016", "D-25")
@pytest.mark.parametrize("tokens", ["", "&0", "&Anna:1"])
def test_the_knight_that_wins_brings_no_token_any_more(tokens):
    """Neither its move nor what that brings is due; both may be told."""
    knight = {"cards": {"Anna": (KNIGHT,)}, "army": [2, 0, 0], "points": [9, 2, 2]}
    state = after("1 Anna 12", ruleset=KEY, **knight)

    assert broken(state, f"1 Anna N a1 {tokens}") == []
    assert state.ended == "won"


@pytest.mark.rule("BF-097", "BF-099")
def test_a_result_is_held_against_eleven_points():
    game = actions_of(*FOUNDED, "1 Anna 12 STOP", **FRIENDS)
    header = record.parse(
        record.write(game, RULES.notation) + '[Result "Anna 2*, Ben 2, Cyril 2"]', rulesets.by_key
    ).header

    report = replay(RULES, game._replace(header=header))

    assert [found.rule.id for found in report.violations] == ["BF-097"]


# Networks, as drawn beside lines 1022 to 1030 of the rules


def networks(state, seat):
    """How many networks the seat has."""
    paths = [path for path in state.networks.by_path if state.roads[seat] >> path & 1]
    return len({state.networks.of(state.networks.by_path[path]) for path in paths})


@pytest.mark.rule("BF-042", "BF-043", "BF-044", "BF-046", "BF-047", "BF-048", "BF-049")
@pytest.mark.parametrize("second", ["Anna", "Cyril"])
@pytest.mark.parametrize(("third", "tokens"), [("Anna", [6, 0, 2]), ("Cyril", [4, 0, 4])])
def test_the_example_of_joined_networks_lines_1022_to_1030(second, third, tokens):
    """Red is Anna, Blue is Cyril: A is d1e, B is c2se, C is c2e."""
    state = after("1 Anna 12", hands={"Anna": "BLBLBL", "Cyril": "BLBL"}, **FRIENDS)
    assert networks(state, 0) == 2

    play(state, "1 Anna R d1e")
    assert state.tokens == [3, 0, 1]

    turns = {"Anna": "1 Anna", "Cyril": "1 Anna / Ben: 12 / Cyril: 12"}
    back = {"Anna": "", "Cyril": "/ Anna: 12"}
    play(state, f"{turns[second]} R c2se {back[second]}")
    assert state.tokens == [3, 0, 1]

    if second == "Anna":
        # Now her own road leads on; the upper network joins the lower one and meets nobody.
        play(state, "1 Anna R c2e")
        assert (state.tokens, networks(state, 0)) == ([3, 0, 1], 1)
    else:
        play(state, f"{turns[third]} R c2e")
        assert state.tokens == tokens


@pytest.mark.rule("BF-050", "BF-051")
def test_two_receivers_take_one_token_each_and_the_builder_three():
    state = laid_out(BETWEEN)
    before = state.tokens.copy()

    play(state, "1 Anna R b3se")

    assert [now - then for now, then in zip(state.tokens, before, strict=True)] == [3, 1, 1]


@pytest.mark.rule("BF-052")
def test_of_two_at_once_only_the_network_that_is_new_counts():
    state = met_with_ben()
    before = state.tokens.copy()

    play(state, "1 Anna R b3se &Cyril:1 &3")

    assert [now - then for now, then in zip(state.tokens, before, strict=True)] == [3, 0, 1]


@pytest.mark.rule("BF-052")
def test_of_two_at_once_the_network_that_was_met_before_brings_nothing():
    assert broken(met_with_ben(), "1 Anna R b3se &Ben:1 &Cyril:1 &3") == ["BF-052"]


def met_with_ben():
    """As `BETWEEN`; Anna's upper network is written down as joined with that of Ben at a3s."""
    state = laid_out(BETWEEN)
    ours, theirs = (
        state.networks.by_spot[state.places.grid.intersection_named[spot]]
        for spot in ("b2s", "a3s")
    )
    state.networks.met[state.networks.of(ours)] |= 1 << theirs
    return state


@pytest.mark.rule("BF-053", "BF-054")
def test_networks_that_met_in_the_founding_have_met():
    opening = ("Anna S b2s R b2sw", "Ben S b1s R b1se", "Cyril S b4s R b4sw")
    rest = ("Cyril S d1n R d1ne", "Ben S d3s R d3sw", "Anna S e1n R e1nw")
    state = after(*opening, *rest, "1 Anna 12", founded=False, hands=PAY, **FRIENDS)
    assert state.tokens == [0, 0, 0]

    play(state, "1 Anna R b2w &0")
    assert state.tokens == [0, 0, 0]


@pytest.mark.rule("BF-055")
def test_a_settlement_joins_nobody():
    state = laid_out(NEAR)

    play(state, "1 Anna S b3s")

    assert state.tokens == [0, 0, 0]


@pytest.mark.rule("BF-057")
def test_networks_that_grow_together_have_met_whom_either_has_met():
    """The lower network has met Cyril's at c2s, then it grows together with the upper one."""
    state = laid_out(MET)
    play(state, "1 Anna R c2se R c2e &0")
    assert networks(state, 0) == 1

    grid = state.places.grid
    upper, his = (state.networks.by_spot[grid.intersection_named[spot]] for spot in ("b2s", "d1n"))
    assert state.networks.joined(upper, his)


@pytest.mark.rule("BF-058")
def test_a_building_in_between_parts_no_network():
    state = laid_out(FRIENDS | {"hands": PAY, "then": "1 Anna 12 R b2se R b3sw R c4w"})
    before = networks(state, 0)

    state.build(2, state.places.grid.intersection_named["b3s"])

    assert networks(state, 0) == before == 2


@pytest.mark.rule("BF-058")
def test_the_other_half_of_a_network_has_met_whom_the_first_has_met():
    """Ben settles between Anna's lower and upper roads when they are one network already."""
    state = laid_out(GROWN)
    state.build(1, state.places.grid.intersection_named["d2n"])

    assert broken(state.copy(), "3 Cyril R c2w R c2nw &Anna:1 &3") == ["BF-058"]
    assert broken(state, "3 Cyril R c2w R c2nw &0") == []


@pytest.mark.rule("BF-058")
def test_roads_are_not_united_across_the_building_of_somebody_else():
    """Cyril settles at b3s before Anna's roads meet there."""
    state = laid_out(FRIENDS | {"hands": {"Anna": "BLBL"}, "then": "1 Anna 12 R b2se"})
    grid = state.places.grid
    state.build(2, grid.intersection_named["b3s"])
    lay_road(state, 0, grid.path_named["c4w"])
    state.networks.lay(state, 0, grid.path_named["c4w"])
    assert networks(state, 0) == 3

    play(state, "1 Anna R b3sw")
    assert networks(state, 0) == 3


@pytest.mark.rule("BF-059", "BF-060", "BF-086")
def test_free_roads_are_paid_for_each_by_itself():
    """The shovel's road meets Cyril's right network, the first of the card his left one."""
    given = NEAR | {"tokens": [1, 0, 0], "at_start": 1, "cards": {"Anna": (ROAD_BUILDING,)}}
    state = laid_out(given)

    play(state, "1 Anna &R b3se &Cyril:1 &3 L d1e &Cyril:1 &3 F c2se &0")

    assert state.tokens == [6, 0, 2]
    assert state.laid_on == [0, 0, 1, 0, 0]


@pytest.mark.rule("BF-063")
def test_a_pool_that_runs_short_is_drawn_empty_in_the_order_due():
    state = laid_out(NEAR | {"pool": 2})

    play(state, "1 Anna R b3se")

    assert (state.tokens, state.pool) == ([1, 0, 1], 0)


@pytest.mark.rule("BF-063")
def test_in_the_variant_the_guild_board_fills_an_empty_pool():
    state = laid_out(NEAR | {"pool": 2, "laid_on": [1, 0, 0, 2, 0], "refill": True})

    play(state, "1 Anna R b3se &Cyril:1 &3")

    assert (state.tokens, state.pool, state.laid_on) == ([3, 0, 1], 1, [0] * 5)


# Tokens


POOLS = [
    (3, "BF-008", (6, 6, 6, 12, 12)),
    (4, "BF-009", (8, 8, 8, 16, 16)),
    (5, "BF-010", (10, 10, 10, 20, 20)),
    (6, "BF-011", (12, 12, 12, 24, 24)),
]

GUILDS = list(enumerate(("&T O>W", "&M O", "&R {path}", "&S N", "&V")))


@pytest.mark.rule("BF-003", "BF-008", "BF-009", "BF-010", "BF-011")
@pytest.mark.parametrize(("players", "rule", "each"), POOLS)
@pytest.mark.parametrize(("guild", "asked"), GUILDS)
def test_no_more_tokens_of_a_kind_are_laid_than_there_are(players, rule, each, guild, asked):
    state = with_four_tokens(players)
    state.laid_on[guild] = each[guild]

    assert broken_at(state, f"1 Anna {asked.format(path=open_path(state))}") == [rule]


@pytest.mark.rule("BF-003", "BF-008", "BF-009", "BF-010", "BF-011")
@pytest.mark.parametrize(("players", "rule", "each"), POOLS)
@pytest.mark.parametrize(("guild", "asked"), GUILDS)
def test_the_last_tokens_of_a_kind_are_laid(players, rule, each, guild, asked):
    state = with_four_tokens(players)
    assert (state.at_first, state.pool) == (each, sum(each))
    state.laid_on[guild] = each[guild] - 2

    assert broken_at(state, f"1 Anna {asked.format(path=open_path(state))}") == []


def with_four_tokens(players):
    state = table(players)
    assert state.tokens == [0] * players
    state.tokens[0] = state.at_start = 4
    return state


@pytest.mark.rule("BF-072", "BF-073")
def test_a_token_of_another_players_turn_is_used_in_the_next_own_one():
    state = laid_out(MET)
    play(state, "1 Anna / Ben: 12 / Cyril: 12")

    assert (state.tokens[2], state.at_start) == (1, 1)
    assert broken(state, "3 Cyril &M O") == []


@pytest.mark.rule("BF-071", "BF-073")
def test_tokens_of_the_own_turn_wait_for_the_next():
    assert broken(laid_out(MET), "1 Anna &M O") == ["BF-071"]


@pytest.mark.rule("BF-071", "BF-073")
def test_in_the_next_own_turn_tokens_of_the_last_are_used():
    assert broken(laid_out(MET), "1 Anna / Ben: 12 / Cyril: 12 / Anna: 12 &M O") == []


@pytest.mark.rule("BF-065")
def test_tokens_are_no_resource_cards():
    state = after(hands={"Anna": "OOOOOOO"}, tokens=[4, 0, 0], **FRIENDS)

    play(state, "1 Anna 7")

    assert not any(state.owed)


@pytest.mark.rule("BF-081", "BF-085", "BF-070")
def test_tokens_used_stay_on_the_guild_board():
    state = laid_out(holding(5, "O", bank={"G": 19}))

    play(state, "1 Anna &M G &V &S N")

    assert (state.tokens[0], state.pool, state.laid_on) == (0, 42, [0, 1, 0, 2, 2])
    assert (state.hands[0], state.merits) == (pack((0, 0, 0, 1, 1)), [1, 0, 0])


@pytest.mark.rule("BF-070")
def test_what_the_table_says_in_between_closes_no_occasion():
    state = laid_out(NEAR | {"tokens": [2, 0, 0], "at_start": 2})

    assert broken(state, "1 Anna &R b3se &Cyril:1 &3 BELL &M O") == []


@pytest.mark.rule("BF-089")
def test_a_card_of_the_scholars_is_theirs_though_nobody_saw_it():
    state = laid_out(holding(2))
    drawn, played = actions_of("1 Anna 12 &S ? N", ruleset=KEY).actions[-2:]
    assert RULES.play(state, drawn) == ()

    assert [found.rule.id for found in RULES.play(state, played)] == ["BF-089"]


@pytest.mark.rule("BF-089")
def test_a_card_of_the_scholars_is_played_in_a_later_turn():
    state = laid_out(holding(2))
    play(state, "1 Anna &S N")

    assert broken(state, "1 Anna N") == ["BF-089"]
    play(state, "1 Anna / Ben: 12 / Cyril: 12 /")
    assert broken(state, "4 Anna N") == []


@pytest.mark.rule("BF-026", "BF-068")
def test_a_table_may_want_the_roll_first():
    state = after(hands=ORE, tokens=[1, 0, 0], at_start=1, after_roll_only=True, **FRIENDS)

    assert broken(state, "1 Anna &G Ben O") == ["BF-026"]
    assert broken(state, "1 Anna &M O") == ["BF-068"]
    (gift,) = actions_of("1 Anna &G Ben O", ruleset=KEY).actions
    (wrong,) = RULES.broken(state, gift)
    assert str(wrong.detail).endswith("this table does that after the roll only (BFD-07)")
    assert not {"give", "merchants"} & {action.verb for action in RULES.legal(state)}
    play(state, "1 Anna 12 &G Ben O &1 &M O")


@pytest.mark.rule("BFD-23")
def test_settings_of_the_table_stand_in_the_header():
    options = "after_roll_only=1 favours_per_turn=2 refill_pool=1 trader_exchanges_per_token=1"
    game = actions_of(f'[Options "{options}"]', *FOUNDED, **FRIENDS)
    state = RULES.setup(game.header)

    assert (state.after_roll_only, state.refill, state.most_favours, state.most_trades) == (
        *(True, True),
        *(2, 1),
    )
    assert f'[Options "{options}"]' in record.write(game, RULES.notation)


@pytest.mark.rule("BFD-07", "BFD-21", "BFD-23", "BFD-24")
@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("favours_per_turn=many", "for favours_per_turn a number from 1 to 99"),
        ("favours_per_turn=0", "for favours_per_turn a number from 1 to 99"),
        ("refill_pool=yes", "for refill_pool a number from 0 to 1"),
        ("refill_pool", "for refill_pool a number from 0 to 1"),
        ("after_roll_only=2", "for after_roll_only a number from 0 to 1"),
        ("trader_exchanges_per_token=0", "for trader_exchanges_per_token a number from 1 to 2"),
        ("trader_exchanges_per_token=3", "for trader_exchanges_per_token a number from 1 to 2"),
        (
            "refil_pool=1",
            "an option such as target=10; there are: after_roll_only, favours_per_turn, "
            "refill_pool, target, trader_exchanges_per_token; did you mean refill_pool=1?",
        ),
    ],
)
def test_a_setting_that_there_is_not_is_refused_with_its_place(option, said):
    with pytest.raises(NotARecord) as refusal:
        actions_of(f'[Options "target=12 {option}"]', **FRIENDS)

    assert [str(mistake) for mistake in refusal.value.errors] == [
        f"line 5, column 21: expected {said}"
    ]


@pytest.mark.rule("BFD-21")
def test_a_setting_counts_however_its_number_is_written():
    header = actions_of('[Options "refill_pool=01"]', **FRIENDS).header

    assert header.options == {"refill_pool": "1"}
    assert RULES.setup(header).refill


def test_the_usual_settings():
    state = laid_out(FRIENDS)

    assert (state.after_roll_only, state.refill, state.most_favours, state.most_trades) == (
        *(False, False),
        *(0, 2),
    )
    assert state.target == 11


# Five and six players

PAIRED = rulesets.by_key("base56+best-friends")


def table(players):
    """After a founding at the first free intersections, Anna has rolled a 2."""
    if players < 5:
        header = actions_of(players=players, **FRIENDS).header
    else:
        board = random_board("five and six", FIVE_SIX)
        header = Header(PAIRED.key, tuple(map(Player, SIX[:players])), board)
    rules = rulesets.by_key(header.ruleset)
    state = rules.setup(header)
    while state.phase < 4:
        rules.play(state, next(iter(rules.legal(state))))
    for seat in range(players):
        give(state, seat, "BBLLOOO")
    play_at(state, "1 Anna 2")
    assert state.phase == MAIN
    return state


def open_path(state):
    rules = rulesets.by_key(state.header.ruleset)
    path = next(action.facts[0] for action in rules.legal(state) if action.verb == "road")
    return state.places.grid.path_names[path]


def read_at(state, line):
    rules = rulesets.by_key(state.header.ruleset)
    header = record.write(Record(state.header, ()), rules.notation)
    return rules, record.parse(header + line, rulesets.by_key).actions


def play_at(state, line):
    rules, actions = read_at(state, line)
    for action in actions:
        assert rules.play(state, action) == (), action
    return state


def broken_at(state, line):
    rules, (*before, last) = read_at(state, line)
    for action in before:
        assert rules.play(state, action) == (), action
    return [found.rule.id for found in rules.broken(state, last)]


@pytest.mark.rule("BF-041")
def test_stone_2_gives_nothing_away():
    state = play_at(table(5), "1 Anna /")

    assert "BF-041" in broken_at(state, "1 Dana &G Anna O")
    assert "BF-041" in broken_at(state, "1 Dana &B O")


@pytest.mark.rule("BF-025", "BF-041")
def test_a_gift_of_another_player_is_none_of_stone_2():
    state = play_at(table(5), "1 Anna /")

    found = broken_at(state, "1 Dana Anna: &G Dana O")

    assert "BF-025" in found
    assert "BF-041" not in found


@pytest.mark.rule("BF-041")
def test_stone_2_trades_with_the_bank_instead():
    state = play_at(table(5), "1 Anna /")
    give(state, 3, "LLLL")

    assert broken_at(state, "1 Dana T 4L>B") == []
    assert not {"give", "give_to_bank"} & {action.verb for action in PAIRED.legal(state)}


@pytest.mark.rule("BF-069")
def test_stone_2_uses_tokens_in_the_own_part():
    state = table(5)
    state.tokens[3] = 2

    assert broken_at(state, "1 Anna / Dana: &S N") == []


@pytest.mark.rule("BF-069")
def test_stone_2_uses_no_tokens_in_the_part_of_stone_1():
    state = table(5)
    state.tokens[3] = 2

    assert broken_at(state, "1 Dana &S N") == ["BF-069"]
    assert broken_at(state, "1 Cyril &M O") == ["BF-066", "BF-062"]


@pytest.mark.rule("BF-072")
def test_a_token_of_the_part_of_stone_1_is_used_in_that_of_stone_2():
    state = table(5)
    state.draw([3])

    play_at(state, "1 Anna / Dana: &M O")

    assert state.tokens[3] == 0


@pytest.mark.rule("BF-100")
def test_stone_2_does_not_act_after_stone_1_has_won():
    state = table(6)
    state.tokens[0] = state.at_start = 2
    state.points[0] = 10
    state.tokens[3] = 2

    assert "B-180" in broken_at(state, "1 Anna &V Dana: &V")


@pytest.mark.rule("BF-100")
def test_stone_2_acts_while_stone_1_has_not_won():
    state = table(6)
    state.tokens[0] = state.at_start = 2
    state.points[0] = 9
    state.tokens[3] = 2

    assert broken_at(state, "1 Anna &V / Dana: &V") == []


@pytest.mark.rule("BF-099")
def test_stone_2_wins_in_the_part_of_stone_1():
    state = table(6)
    state.points[3], state.points[2] = 11, 11

    state.end_if_won()

    assert state.winner == 3


# Cards that nobody saw


def test_a_card_that_may_be_a_victory_point_changes_no_visible_points():
    state = laid_out(holding(2, "O"))

    play(state, "1 Anna &S ?")

    gifts = [one for one in choices(RULES, state) if one.verb in {"give", "give_to_bank"}]
    assert [(one.verb, {facts[0] for facts in one.facts}) for one in gifts] == [("give", {1, 2})]


def test_a_gift_that_nobody_saw_is_proved_by_what_is_built_with_it():
    given = rolled("LW", hands={"Anna": "LW", "Ben": "B"})
    state = laid_out(given)
    actions = play(state, "1 Anna &G Ben ? / Ben: 12 R a3se")

    known = RULES.hidden.proved(state, actions)

    assert [str(one.detail) for one in known] == ["the unseen cards of Anna were 1× lumber"]


def test_a_card_of_the_scholars_that_nobody_saw_is_proved_when_it_is_played():
    state = laid_out(holding(2))
    actions = play(state, "1 Anna &S ? / Ben: 12 / Cyril: 12 / Anna: N")

    known = RULES.hidden.proved(state, actions)

    assert [str(one.detail) for one in known] == ["Anna bought the card Knight"]
    assert RULES.hidden.veiled(actions[0]._replace(facts=(*actions[0].facts[:1], 0))) == actions[0]


# What is no record


@pytest.mark.rule("BF-001", "BF-002")
@pytest.mark.parametrize(
    ("key", "players", "fits"),
    [(KEY, 2, False), (KEY, 3, True), (KEY, 4, True), (KEY, 5, False)],
)
def test_five_players_need_the_extension_and_two_are_too_few(key, players, fits):
    if fits:
        assert actions_of(ruleset=key, players=players).header.ruleset == key
    else:
        with pytest.raises(NotARecord):
            actions_of(ruleset=key, players=players)


@pytest.mark.rule("BF-070")
def test_who_gives_up_in_the_middle_of_favours_leaves_none_to_the_next_player():
    state = laid_out(holding(2))

    play(state, "1 Anna &M O GIVES-UP")

    assert state.favour is None


@pytest.mark.parametrize(
    ("words", "expected", "meant"),
    [
        ("&t O>W", "tokens taken such as &Ben:1 or &3", "&T"),
        ("&", "tokens taken such as &Ben:1 or &3", "&X"),
        ("&Ben:99", "tokens taken such as &Ben:1 or &3", ""),
        (f"&{'a' * 19_000}=", "tokens taken such as &Ben:1 or &3", ""),
        ("&Benn:1", "the name of a player", "Ben"),
        ("&T O", "an exchange such as O>W", ""),
        ("&S=XX N", "tokens by the letters of their guilds, T, M, R, S or V, such as SS", ""),
        ("&X=a", "tokens drawn and put back such as 1>1", ""),
        ("&G O", "the name of a player", ""),
        ("Q c2", "an action such as R c2ne", ""),
    ],
)
def test_what_cannot_be_read_is_told_with_its_place(words, expected, meant):
    with pytest.raises(NotARecord) as refusal:
        actions_of(*FOUNDED, f"1 Anna 12 {words}", **FRIENDS)

    (mistake, *_) = refusal.value.errors
    assert (mistake.line, mistake.expected, mistake.suggestion) == (11, expected, meant)


BEGUN = """[Ruleset "base+best-friends"]
[Seats "Anna Ben Cyril"]
[Board "a1 B5 a2 L10 a3 W8 b1 G2 b2 O9 b3 B11 b4 L4 c1 W6 c2 G4 c3 D c4 O3 c5 B11 d1 L3 d2 W5 d3 G6
d4 O12 e1 L8 e2 W10 e3 G9"]
[Harbours "a1nw 3:1 b1w B d1w 3:1 e1sw L e2se W d4se 3:1 c5e G b4ne 3:1 a2ne O"]
Anna S b2s R b2sw
Ben S d3s R d3sw
Cyril S b4s R b4sw
Cyril S d1n R d1ne
Ben S a3s R a3sw
Anna S e1n R e1nw
"""
"""Anna has no brick."""


@pytest.mark.rule("B-122", "BF-016")
@pytest.mark.parametrize(
    ("line", "rulings", "let_stand"),
    [
        ("R d1e &0 !1", (1, 1), True),
        ("R d1e !1 &0", (1, 0), True),
        ("R d1e !2 &0 !1", (2, 1), True),
        ("R d1e &0", (0, 0), False),
        ("R d1e Ben: &0 !1", (0, 1), False),
    ],
)
def test_a_ruling_behind_tokens_is_one_on_what_they_were_taken_for(line, rulings, let_stand):
    read = record.parse(f"{BEGUN}1 Anna 5 {line}\n", rulesets.by_key)

    assert tuple(action.ruling for action in read.actions[-2:]) == rulings
    assert [one.rule.id for one in replay(RULES, read).violations][:1] == (
        [] if let_stand else ["B-122"]
    )


def test_in_json_as_well_a_ruling_behind_tokens_is_one_on_what_they_were_taken_for():
    read = record.parse(f"{BEGUN}1 Anna 5 R d1e &0 !1\n", rulesets.by_key)
    document = write_document(read, RULES.notation)
    document["actions"][-2].pop("ruling")

    again = read_document(document, rulesets.by_key)

    assert [action.ruling for action in again.actions[-3:]] == [0, 1, 1]
