"""What the calculator lists is what the rules allow, and its values are those of best play."""

from __future__ import annotations

import random
from itertools import combinations, combinations_with_replacement, product

import pytest

from games.engine.core import Action, Header, Player
from games.engine.rulesets.dice_game import RULESET
from games.engine.rulesets.dice_game.calculator.builds import Position, builds, plans
from games.engine.rulesets.dice_game.calculator.payment import Way, turned_from, ways
from games.engine.rulesets.dice_game.calculator.value import (
    KEPT,
    RESULTS,
    Values,
    averages,
    expected,
)
from games.engine.rulesets.dice_game.faces import GRAIN, LETTERS, ORE, listed, pack
from games.engine.rulesets.dice_game.legal import builds as legal_builds
from games.engine.rulesets.dice_game.legal import exchanges, jokers
from games.engine.rulesets.dice_game.sheet import KNIGHT, STANDARD
from games.engine.rulesets.dice_game.state import COSTS, Ground


def marks_of(*names):
    return STANDARD.start | sum(1 << STANDARD.number_of[name] for name in names)


def dice_of(letters):
    return [LETTERS.index(letter) for letter in letters]


def told(found):
    return {
        tuple(sorted(STANDARD.symbols[symbol].id for symbol in build.symbols)): build.points
        for build in found
    }


def possible(marks, used, dice, options=None):
    """All sets of buildings that the rules allow, found by playing every act of the turn."""
    header = Header("dice", (Player("Anna"),), Ground(STANDARD), options or {})
    state = RULESET.setup(header)
    state.marks[0], state.used[0] = marks, used
    RULESET.play(state, Action(0, "result", (listed(dice),)))
    found, waiting, seen = set(), [state], set()
    while waiting:
        state = waiting.pop()
        key = (state.marks[0], state.used[0], state.dice.free)
        if key in seen:
            continue
        seen.add(key)
        found.add(state.marks[0])
        for action in (*legal_builds(state), *jokers(state), *exchanges(state)):
            following = state.copy()
            assert RULESET.play(following, action) == ()
            waiting.append(following)
    return found


def test_a_first_turn_lists_all_that_its_dice_pay_for():
    found = builds(Position(STANDARD, STANDARD.start), pack(dice_of("BLWGOA")))

    assert told(found) == {
        ("S3",): 3,
        ("K1", "R1"): 2,
        ("K1", "R2"): 2,
        ("R1",): 1,
        ("R2",): 1,
        ("K1",): 1,
        (): -2,
    }
    assert found[0].points == 3
    assert found[-1].symbols == ()


@pytest.mark.rule("DG-048")
def test_nothing_but_a_cross_is_left_where_the_dice_pay_for_nothing():
    found = builds(Position(STANDARD, STANDARD.start), pack(dice_of("BBBBBA")))

    assert [build.points for build in found] == [-2]


SHEETS = [
    ((), ()),
    (("R1", "R2", "K1", "K2"), ()),
    (("R1", "R2", "R3", "S3", "K1", "K2", "K3", "K4", "K5"), ("K2",)),
    (("R2", "R3", "R5", "S3", "S4", "K1", "K2", "K3", "K4", "K5", "K6"), ("K3", "K4")),
    (("R1", "R2", "R3", "R4", "C7", "K1"), ()),
]


@pytest.mark.parametrize(("built", "used"), SHEETS)
def test_the_list_is_what_playing_every_act_allows(built, used):
    chance = random.Random(str(built))
    marks = marks_of(*built)
    gone = sum(1 << int(name[1]) - 1 for name in used)
    for _ in range(5):
        dice = [chance.choice((0, 1, 2, 3, 4, 5, 5)) for _ in range(6)]

        found = builds(Position(STANDARD, marks, gone), pack(dice))

        sets = {marks | sum(1 << symbol for symbol in build.symbols) for build in found}
        assert sets == possible(marks, gone, dice), dice


@pytest.mark.parametrize(("built", "used"), SHEETS[1:3])
def test_a_joker_may_be_made_to_wait_for_the_turn_after_its_knight(built, used):
    chance = random.Random(str(built))
    marks = marks_of(*built)
    gone = sum(1 << int(name[1]) - 1 for name in used)
    for _ in range(5):
        dice = [chance.choice((0, 1, 2, 3, 4, 5, 5)) for _ in range(6)]

        found = builds(Position(STANDARD, marks, gone), pack(dice), same_turn=False)

        sets = {marks | sum(1 << symbol for symbol in build.symbols) for build in found}
        assert sets == possible(marks, gone, dice, {"joker_same_turn": "0"}), dice


@pytest.mark.parametrize("seed", range(30))
def test_the_way_to_pay_can_be_played(seed):
    chance = random.Random(seed)
    built, used = chance.choice(SHEETS)
    marks, gone = marks_of(*built), sum(1 << int(name[1]) - 1 for name in used)
    dice = [chance.choice((0, 1, 2, 3, 4, 5, 5)) for _ in range(6)]
    for build in builds(Position(STANDARD, marks, gone), pack(dice)):
        new = [
            symbol - STANDARD.first_knight
            for symbol in build.symbols
            if symbol >= STANDARD.first_knight
        ]
        assert len(set(build.way.turned)) == build.way.jokers.bit_count()
        for knight, _face in build.way.turned:
            assert not gone >> knight & 1
            assert marks >> STANDARD.first_knight + knight & 1 or knight in new


def test_no_way_uses_a_joker_in_vain():
    jokers_left = tuple((number, face) for number, face in enumerate((4, 3, 2, 1, 0, 6)))
    for dice in combinations_with_replacement(range(6), 6):
        for cost in COSTS.values():
            masks = [way.jokers for way in ways(pack(dice), cost, jokers_left)]
            assert len(set(masks)) == len(masks)
            assert not any(a != b and a & b == a for a in masks for b in masks)


def test_six_dice_have_462_results():
    assert len(RESULTS) == 462
    assert len(KEPT) == 924


def test_one_roll_of_six_dice_is_the_mean_of_all_of_them():
    worth = [float(KEPT[number].count(5) ** 2) for number in RESULTS]

    mean = sum(roll.count(5) ** 2 for roll in product(range(6), repeat=6)) / 6**6

    assert averages(worth)[0] == pytest.approx(mean)


def test_a_turn_is_worth_what_trying_every_choice_of_dice_gives():
    """Results of any worth, and each roll after every subset of the dice that lie there, reckoned
    roll by roll."""
    chance = random.Random(7)
    worth = {KEPT[number]: chance.uniform(-2, 30) for number in RESULTS}
    reckoned = expected([worth[KEPT[number]] for number in RESULTS])

    after = worth
    for _ in range(2):
        mean = {kept: mean_of(kept, after) for kept in KEPT}
        after = {dice: max(mean[kept] for kept in subsets(dice)) for dice in after}

    assert mean_of((), after) == pytest.approx(reckoned)


def mean_of(kept, worth):
    """Over all rolls of the dice that are not kept."""
    rolls = product(range(6), repeat=6 - len(kept))
    return sum(worth[tuple(sorted((*kept, *roll)))] for roll in rolls) / 6 ** (6 - len(kept))


def subsets(dice):
    return {kept for size in range(7) for kept in combinations(dice, size)}


def test_three_rolls_for_six_gold_dice_come_out_as_reckoned():
    """Each die that does not show gold is rolled again, three times in all."""
    worth = [float(KEPT[number].count(5)) for number in RESULTS]

    assert expected(worth) == pytest.approx(6 * (1 - (5 / 6) ** 3))


def test_the_last_turn_is_worth_what_its_best_entries_are_worth():
    marks = marks_of("R1", "R2", "S3", "K1", "K2")
    position = Position(STANDARD, marks)

    worth = [float(builds(position, pack(KEPT[number]))[0].points) for number in RESULTS]

    assert Values(STANDARD).of(marks, 0, 1) == pytest.approx(expected(worth))


def test_two_turns_are_worth_the_best_of_entry_and_what_follows():
    """Reckoned once more without any of the short cuts: all buildings, all jokers."""
    marks = marks_of("K1", "K2")
    values = Values(STANDARD)
    position = Position(STANDARD, marks)
    worth = []
    for number in RESULTS:
        dice = pack(KEPT[number])
        best = -2 + values.of(marks, 0, 1)
        for plan in plans(STANDARD, marks):
            for way in ways(dice, plan.cost, position.jokers, plan.later):
                following = values.of(plan.marks, way.jokers, 1)
                best = max(best, plan.points + following)
        worth.append(best)

    assert values.of(marks, 0, 2) == pytest.approx(expected(worth))


def test_more_turns_and_more_jokers_are_never_worth_less_than_crosses():
    values = Values(STANDARD)
    marks = marks_of("R1", "R2", "K1", "K2")

    assert values.of(marks, 0, 0) == 0
    for turns in (1, 2):
        assert values.of(marks, 0, turns) >= values.of(marks, 0b11, turns) > -2 * turns
    assert values.of(marks, 0, 2) > values.of(marks, 0, 1)


def test_a_sheet_without_symbols_is_worth_its_crosses():
    full = (1 << len(STANDARD.symbols)) - 1

    assert Values(STANDARD).of(full, 0, 3) == pytest.approx(-6)


@pytest.mark.parametrize(
    ("dice", "gold", "turned"),
    [
        ("WGBA", (), "B"),
        ("WGW", (), "W"),
        ("WGA", (), "A"),
        ("WAAL", (GRAIN,), "L"),
    ],
)
def test_a_joker_turns_a_die_that_is_not_needed_and_gold_last(dice, gold, turned):
    way = Way(1, ((0, ORE),), gold)

    assert turned_from(pack(dice_of(dice)), COSTS[KNIGHT], way) == dice_of(turned)
