"""The Tour's 22 clarifications: what breaks each of them, and the nearest thing that does not."""

from __future__ import annotations

import pytest

from games.engine import record, rulesets
from games.engine.replay import replay
from games.engine.rulesets import tour
from games.engine.rulesets.base.packed import (
    INVENTION,
    KNIGHT,
    MONOPOLY,
    ROAD_BUILDING,
    VICTORY_POINT,
)
from tests.games.rulesets.table import FOUNDED, actions_of, after, broken, case, head, play
from tests.games.rulesets.test_base import FOUR, FULL_HAND, ROLLED

TOUR = "base+tour"


def at(*lines, **given):
    return {"lines": lines, "ruleset": TOUR} | given


def rolled(**given):
    return at(ROLLED, **given)


def holding(letters, **given):
    return rolled(hands={"Anna": letters}, **given)


def having(*kinds, **given):
    return rolled(cards={"Anna": kinds}, **given)


def ready(*kinds):
    """Before the roll, with these cards."""
    return at(cards={"Anna": kinds})


def seven(**given):
    return at(then="1 Anna 7", **given)


CASES = [
    case("TG-02", ready(MONOPOLY), "1 Anna M W", "1 Anna 2 M W"),
    case("TG-02", ready(INVENTION), "1 Anna Y OO", "1 Anna 2 Y OO"),
    case("TG-02", ready(ROAD_BUILDING), "1 Anna L", "1 Anna N d4", ready(KNIGHT)),
    case("TG-03", having(KNIGHT, MONOPOLY), "1 Anna N d4 M W", "1 Anna M W"),
    case("TG-04", holding("WGO"), "1 Anna D N N", "1 Anna N d4", having(KNIGHT)),
    case(
        "TG-04",
        having(VICTORY_POINT, points=[9, 2, 2]),
        "1 Anna V 1",
        "1 Anna V 2",
        having(VICTORY_POINT, VICTORY_POINT, points=[10, 2, 2]),
    ),
    case(
        "TG-06",
        rolled(hands={"Ben": "LLL"}, built={"Ben": "a1n"}),
        "1 Ben T 3L>O",
        "1 Anna / Ben: 2 T 3L>O",
    ),
    case("TG-08", seven(), "1 Anna K c3", "1 Anna K d4"),
    case("TG-08", seven(robber="d4"), "1 Anna K c3", "1 Anna K c5<Cyril:G"),
    case("TG-08", seven(), "1 Anna K d4 K c3", "1 Anna K d4 K c5<Cyril:G"),
    case("TG-08", seven(robber="d4"), "1 Anna K c1 K d4", "1 Anna K c1 K c5<Cyril:G"),
    case("TG-08", seven(), "1 Anna K c1<Cyril:W K d4", "1 Anna K c1 K d4"),
    case("TG-08", seven(), "1 Anna K d4 T 4L>O K c1", "1 Anna K d4 K c1"),
    case("TG-08", seven(), "1 Anna K d4 BELL K c3", "1 Anna K d4 BELL K c5<Cyril:G"),
    case("TG-08", seven(), "1 Anna K d4 X Ben 0 K c3", "1 Anna K d4 X Ben 0 K c5<Cyril:G"),
    case("TG-08", seven(robber="d4"), "1 Anna K c1 BELL K d4", "1 Anna K c1 BELL K c5<Cyril:G"),
    case(
        "TG-08",
        seven(),
        "1 Anna K d4 Ben: GIVES-UP Anna: K c3",
        "1 Anna K d4 Ben: GIVES-UP Anna: K c5<Cyril:G",
    ),
    case("B-094", seven(), "1 Anna K c1 /", "1 Anna K c1 K c1<Cyril:W /"),
    case(
        "TG-10",
        holding("BLBLWG", settlements_left=[0, 3, 3]),
        "1 Anna R e1w S e1sw",
        "1 Anna C b2s R e1w S e1sw",
        holding("GGOOOBLBLWG", settlements_left=[0, 3, 3]),
    ),
    case(
        "TG-11",
        at(bank={"G": 1}),
        "1 Anna 4 +Anna:G +Ben:L +Cyril:L",
        "1 Anna 4 +Ben:L +Cyril:L",
    ),
    case(
        "TG-11",
        at(bank={"O": 1}, cities={"Anna": "b2s"}),
        "1 Anna 9 +Ben:G",
        "1 Anna 9 +Anna:O +Ben:G",
    ),
    case("TG-11", at(bank={"G": 1}), f"1 Anna 4 {FOUR}", f"1 Anna 4 {FOUR}", at(bank={"G": 2})),
    case("TG-13", holding("BBBLLL"), "1 Anna R c2nw R c2w R d1nw", "1 Anna R c2nw R c2w"),
    case("TG-14", rolled(points=[2, 11, 2]), "1 Ben *", "1 Anna / Ben: *"),
    case("TG-16", rolled(), "1 Anna X Anna L", "1 Anna /"),
    case("TG-16", seven(hands=FULL_HAND), "1 Anna X Ben BBBBL", "1 Anna X Ben BBBB"),
    case("B-087", seven(hands=FULL_HAND), "1 Anna X Ben BBB K d4", "1 Anna X Ben BBBB K d4"),
    case("B-087", seven(hands=FULL_HAND), "1 Anna X Ben 0", "1 Anna X Ben BBBB"),
    case(
        "B-116",
        rolled(hands={"Ben": "LLLL"}),
        "1 Ben T 4L>O",
        "1 Anna / Ben: 2 T 4L>O",
    ),
    case("B-116", at(hands={"Anna": "LLLL"}), "1 Anna T 4L>O", "1 Anna 2 T 4L>O"),
    case("TG-17", holding("BL"), "1 Anna R b2se T 4L>O U c2e", "1 Anna R b2se U c2e"),
    case("TG-17", holding("BLLLLL"), "1 Anna R b2se T 4L>O U c2e", "1 Anna R b2se U c2e T 4L>O"),
    case("B-125", holding("BL"), "1 Anna R b2se U a1nw", "1 Anna R b2se U c2e"),
    case("TG-17", having(ROAD_BUILDING), "1 Anna L U b2se", "1 Anna L b2se c2e U c2nw"),
    case("B-059", at(founded=False, then="Anna S b2s R b2sw"), "Anna U a1nw", "Anna U c2e"),
    case("TG-18", rolled(), "1 Anna P Cyril O<>G", "1 Anna P Cyril L<>G"),
    case("TG-18", rolled(), "1 Anna P Cyril L<>GG", "1 Anna P Cyril L<>G"),
    case("TG-19", rolled(), "1 Anna P Cyril L<>0", "1 Anna P Cyril L<>G"),
    case("TG-19", rolled(), "1 Anna P Cyril W<>WL", "1 Anna P Cyril W<>L"),
    case("TG-20", ready(KNIGHT), "1 Anna (3+5) N", "1 Anna (3+5) 2+2 N d4"),
    case("TG-20", ready(KNIGHT), "1 Anna (3+5) BELL N", "1 Anna (3+5) BELL 2+2 N d4"),
    case("TG-20", rolled(), "1 Anna (3+5)", "1 Anna (3+5) 6+5", at()),
    case("TG-20", rolled(), "1 Anna ()", "1 Anna () 8", at()),
]


def laid_out(given):
    given = dict(given)
    return after(*given.pop("lines"), **given)


def without_unplayable(given, breaks):
    """The lines of TG-17 and TG-08 whose middle action needs cards."""
    if "T 4L>O" in breaks and "hands" not in given:
        return given | {"hands": {"Anna": "LLLL"}}
    if "T 4L>O" in breaks:
        return given | {"hands": {"Anna": "BLLLLL"}}
    return given


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(without_unplayable(given, breaks)), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_what_breaks_a_rule_of_the_tour_is_not_told_by_the_box_again(
    rule, given, breaks, instead, keeps
):
    found = broken(laid_out(without_unplayable(given, breaks)), breaks)

    repeated = {old for old, new in tour.SAME.items() if new in found}
    assert not repeated & set(found)


@pytest.mark.parametrize("old", sorted(set(tour.SAME) - {"B-092"}))
def test_a_rule_that_the_tour_says_again_has_its_number(old):
    """But who moves the robber after a seven is the box's rule alone (B-092)."""
    checks = {check.rule for verb in tour.RULESET.verbs.values() for check in verb.checks}

    assert old not in checks
    assert tour.SAME[old] in checks | {"TG-15"}


@pytest.mark.rule("TG-05")
def test_a_harbour_is_used_in_the_turn_in_which_it_was_built():
    state = laid_out(holding("BLBLWGLL"))

    assert broken(state, "1 Anna R e1w S e1sw T 2L>O") == []


@pytest.mark.rule("TG-07")
def test_the_robber_moves_in_the_first_turn():
    assert broken(laid_out(at()), "1 Anna 7 K c1<Cyril:W") == []


@pytest.mark.rule("TG-09")
def test_building_and_trading_are_mixed_freely():
    state = laid_out(holding("BLBLWLLLLL"))

    assert broken(state, "1 Anna R e1w P Cyril L<>G T 4L>W S e1sw P Ben W<>B") == []


@pytest.mark.rule("TG-12")
def test_a_chain_is_broken_by_an_opponents_settlement():
    """Anna's five roads in a line are cut by a settlement of Ben's into two and three."""
    state = laid_out(holding("BBBBBLLLLL"))
    play(state, "1 Anna R e1w R e1sw R e1se R e2sw")
    assert state.length(0) == 5
    assert state.route_holder == 0

    state.build(1, state.places.grid.intersection_named["e1s"])
    state.award_after_cut(1, state.places.grid.intersection_named["e1s"])

    assert state.length(0) == 3
    assert state.route_holder == -1


@pytest.mark.rule("TG-04")
def test_a_victory_point_just_bought_wins_if_it_makes_the_tenth_point():
    state = laid_out(holding("WGO", points=[9, 2, 2]))

    play(state, "1 Anna D V *")

    assert state.winner == 0


@pytest.mark.rule("TG-15")
def test_victory_points_that_were_not_shown_count():
    state = laid_out(holding("WGO"))

    play(state, "1 Anna D V")

    assert state.points[0] == 3


@pytest.mark.rule("TG-17")
def test_a_road_taken_up_gives_longest_road_back():
    state = laid_out(holding("BBBBBLLLLL"))
    play(state, "1 Anna R e1w R e1sw R e1se R e2sw")

    play(state, "1 Anna U b2se")

    assert state.route_holder == -1
    assert state.points[0] == 2
    assert state.roads_left[0] == 9
    assert state.length(0) == 4


@pytest.mark.rule("TG-17")
def test_a_road_that_ended_the_game_stays():
    state = laid_out(holding("BBBBBLLLLL", points=[8, 2, 2]))
    play(state, "1 Anna R e1w R e1sw R e1se R e2sw")

    assert "B-180" in broken(state, "1 Anna U b2se")


@pytest.mark.rule("TG-21")
def test_action_cards_do_not_count_on_a_seven():
    state = laid_out(at(hands={"Anna": "LLLLLLL"}, cards={"Anna": (0, 0, 3)}, then="1 Anna 7"))

    assert state.owed == [0, 0, 0]


@pytest.mark.rule("TG-01", "D-37")
def test_talk_is_no_part_of_a_record():
    text = head(TOUR) + "\n".join([*FOUNDED, "1 Anna 2  # Ben promises an ore, and is not bound"])

    report = replay(rulesets.by_key(TOUR), record.parse(text, rulesets.by_key))

    assert report.valid


@pytest.mark.rule("TG-14", "TG-15")
def test_a_result_that_the_game_does_not_bear_out_is_found():
    lines = [*FOUNDED, '[Result "Anna 10*, Ben 2, Cyril 2"]', "1 Anna 2"]

    report = replay(
        rulesets.by_key(TOUR), record.parse(head(TOUR) + "\n".join(lines), rulesets.by_key)
    )

    assert [violation.rule.id for violation in report.violations] == ["TG-14", "TG-15"]


@pytest.mark.rule("TG-20")
def test_after_a_void_roll_only_rolls_are_listed():
    state = after("1 Anna (3+5)", ruleset=TOUR, cards={"Anna": [KNIGHT]})

    assert {action.verb for action in rulesets.by_key(TOUR).legal(state)} == {"roll"}


@pytest.mark.rule("TG-20")
@pytest.mark.parametrize("ruling", ["", " !1"])
@pytest.mark.parametrize(
    ("line", "knight"),
    [
        ("1 Anna (3+5)", False),
        ("1 Anna Ben: (3+5)", True),
        ("1 Anna 12 (3+5)", True),
        ("1 Anna 12 Ben: (3+5)", True),
        ("1 Anna 12 Ben: ()", True),
    ],
)
def test_a_void_roll_out_of_place_leaves_nothing_to_be_rolled_again(line, knight, ruling):
    ruleset = rulesets.by_key(TOUR)
    state = after(ruleset=TOUR, cards={"Anna": [KNIGHT]}, hands={"Anna": "", "Ben": "O"})
    for action in actions_of(line.replace(")", f"){ruling}"), ruleset=TOUR).actions:
        ruleset.play(state, action)

    (play,) = actions_of("1 Anna N", ruleset=TOUR).actions
    listed = {action.verb for action in ruleset.legal(state)}

    assert ("knight" in listed) == knight
    assert [one.rule.id for one in ruleset.broken(state, play)] == ([] if knight else ["TG-20"])


@pytest.mark.rule("B-094")
def test_a_ruling_lets_stand_that_the_robber_took_no_card():
    def found(ruling):
        lines = (*FOUNDED, f"1 Anna 7 K c4{ruling}", "2 Ben 8")
        game = actions_of(*lines, ruleset="base+tour")
        return [one.rule.id for one in replay(rulesets.by_key("base+tour"), game).violations]

    assert found("") == ["B-094"]
    assert found(" !1") == []
    assert found(" K d3<Ben:?") == []
    assert found(" !1 K d3<Ben:?") == []
