"""Dice told by their faces and by their places in one turn: accused only if no way is left."""

from __future__ import annotations

import random

import pytest

from games.engine import rulesets
from games.engine.core import NOBODY, Action
from games.engine.record import parse, write
from games.engine.rulesets.dice_game.faces import GOLD, RESOURCES, listed
from games.engine.rulesets.dice_game.spending import BY_FACE
from tests.games.rulesets.dice_game.every_way import KNIGHTS, first_impossible, mistaken, turn
from tests.games.rulesets.dice_game.table import RULESET, broken, read, verdict


def breaks(turn_of_anna, first=()):
    return broken(*first, f"{len(first) + 1} Anna {turn_of_anna}", players=1)


@pytest.mark.rule("DG-026", "DG-028")
@pytest.mark.parametrize("dice", ["134", "234"])
def test_either_of_two_gold_dice_may_have_been_turned(dice):
    assert breaks(f"(=AAGOBB) E AA>W K1:{dice}") == set()


@pytest.mark.rule("DG-026", "DG-036")
def test_a_payment_settles_which_of_them_was_given_up():
    assert breaks("(=AAGOBL) E AA>W K1:234 R1:56") == set()
    assert breaks("(=AAGOBL) E AA>W J K5 2>B", KNIGHTS) == set()
    assert breaks("(=AAGOBL) E AA>W J K5 2>B J K4 1>L", KNIGHTS) == {"DG-036"}


@pytest.mark.rule("DG-026")
def test_the_second_exchange_says_which_dice_the_first_one_left():
    assert breaks("(=AAAABO) E AA>L E 12>L R1") == set()
    assert breaks("(=AAAABO) E AA>L E 12>L R1:53") == set()
    assert breaks("(=AAAABO) E AA>L E 12>L R1:51") == set()
    assert breaks("(=AAAABO) E AA>L E 12>L R1:52") == {"DG-026"}


@pytest.mark.rule("DG-043")
def test_a_joker_told_by_a_face_may_turn_the_die_that_did_not_pay():
    knights = "1 Anna (=GGOOWW) K1 K2 =3", "2 Anna (=WGOBBB) K3 =3"

    assert breaks("(=BWBOOG) K4 J K4 O>L R1:15", knights) == set()
    assert breaks("(=BWBOOG) K4 J K4 O>L R1:14", knights) == set()
    assert breaks("(=BWBOOG) K4 J K4 O>L R1:12", knights) == {"DG-043", "DG-044"}


@pytest.mark.rule("DG-043")
def test_a_die_that_has_paid_does_not_pay_again_because_another_one_was_turned_to_its_face():
    """Only die 1 can have paid for the first road; die 3 shows brick afterwards."""
    assert breaks("(=BLOLGG) R1 J K5 O>B R2:34", KNIGHTS) == set()
    assert breaks("(=BLOLGG) R1 J K5 O>B R2:14", KNIGHTS) == {"DG-043"}


@pytest.mark.rule("DG-019")
def test_after_a_roll_told_by_faces_any_die_may_lie_at_any_place():
    told = "(WGBLOA) (BL+WGOA)"

    assert breaks(f"{told} (..BL..+WO..GG)") == set()
    assert breaks(f"{told} (BL....+..WOGG)") == set()
    assert breaks(f"{told} (BB....+..WOGG)") == {"DG-019"}
    assert breaks(f"{told} (BL....+..WOGG) R1:12") == set()
    assert breaks(f"{told} (BL....+..WOGG) R1:13") == {"DG-044"}


@pytest.mark.rule("DG-044")
@pytest.mark.parametrize("told", ["(WGBWLW) (+BGBGLG)", "(WGBWLW) (......+BGBGLG)", "(+BGBGLG)"])
def test_after_a_plus_without_dots_any_die_may_lie_at_any_place_though_none_was_set_aside(told):
    assert breaks(f"{told} R1:21") == set()
    assert breaks(f"{told} R1:64") == set()
    assert breaks(f"{told} R1:21 R2:12") == {"DG-043"}


@pytest.mark.rule("DG-044")
@pytest.mark.parametrize("told", ["(WGBWLW) (BGBGLG)", "(WGBWLW) (+BGBGLG.)", "(BGBGLG)"])
def test_without_a_plus_or_with_dots_a_roll_of_all_dice_tells_their_places(told):
    assert breaks(f"{told} R1:15") == set()
    assert breaks(f"{told} R1:12") == {"DG-044"}


@pytest.mark.parametrize("told", ["(+BBLGGG)", "(BGBGLG)", "(+)"])
def test_a_roll_of_all_dice_is_written_as_it_was_read(told):
    lines = f"1 Anna (WGBWLW) {told} =X"
    game = read(lines, players=1)

    written = write(game, rulesets.by_key("dice").notation)

    assert told in written
    again = parse(written, rulesets.by_key)
    assert [one.facts for one in again.actions] == [one.facts for one in game.actions]


@pytest.mark.rule("DG-043", "DG-044")
def test_what_pays_says_which_dice_lie_where_after_such_a_roll():
    told = "(WGBLOA) (BL+WGOA)"

    assert breaks(f"{told} R1:56") == set()
    assert breaks(f"{told} R1:56 K1:123") == set()
    assert breaks(f"{told} R1:56 K1:235") == {"DG-043", "DG-066"}
    assert breaks(f"{told} R1:11") == {"DG-043", "DG-044"}


def engine_says(before, parts):
    """The first part of the turn that is accused; None if there is none."""
    report = verdict(*before, f"{len(before) + 1} Anna {' '.join(parts)}", players=1)
    if not report.violations:
        return None
    return report.violations[0].at - (len(report.record.actions) - len(parts))


def assert_both_say_the_same(before, parts):
    assert engine_says(before, parts) == first_impossible(parts), (before, " ".join(parts))


@pytest.mark.rule("DG-025", "DG-026", "DG-043", "DG-044")
@pytest.mark.parametrize("seed", range(20))
def test_a_turn_is_accused_exactly_where_no_way_of_its_dice_is_left(seed):
    chance = random.Random(seed)
    for _ in range(60):
        before, parts = turn(chance)
        assert first_impossible(parts) is None, parts
        assert_both_say_the_same(before, parts)
        assert_both_say_the_same(before, mistaken(parts, chance))


@pytest.mark.prove
@pytest.mark.parametrize("seed", range(100, 110))
def test_the_same_of_many_turns_with_two_mistakes(seed):
    chance = random.Random(seed)
    for _ in range(1000):
        before, parts = turn(chance)
        assert_both_say_the_same(before, parts)
        assert_both_say_the_same(before, mistaken(mistaken(parts, chance), chance))


@pytest.mark.parametrize("seed", range(10))
def test_what_is_listed_as_legal_is_what_some_way_of_the_dice_allows(seed):
    chance = random.Random(seed)
    for _ in range(20):
        before, parts = turn(chance)
        game = read(*before, f"{len(before) + 1} Anna {' '.join(parts)}", players=1)
        state = RULESET.setup(game.header)
        for action in game.actions:
            RULESET.play(state, action)

        legal = {one for one in RULESET.legal(state) if one.verb in {"build", "joker", "exchange"}}

        told = set(told_by_faces(state))
        assert legal == {one for one in told if not RULESET.broken(state, one)}
        assert legal == {one for one in told if RULESET.verbs[one.verb].allowed(state, one)}


def told_by_faces(state):
    """All buildings, jokers and exchanges, no place of a die among them."""
    for symbol in range(len(state.sheet.symbols)):
        yield Action(0, "build", (symbol, NOBODY))
    for face in RESOURCES:
        yield Action(0, "exchange", (listed([face]), listed([BY_FACE + GOLD] * 2)))
        for knight in range(6):
            for shown in range(6):
                yield Action(0, "joker", (knight, listed([BY_FACE + shown]), face))


@pytest.mark.parametrize(
    ("told", "count"),
    [
        pytest.param("S3:1234", 1, id="dice that have paid are no matter any more"),
        pytest.param("J K4 1>L", 5, id="a die that was turned is one of five"),
        pytest.param("J K4 1>L J K5 2>B", 15, id="and the next one another"),
    ],
)
def test_ways_between_which_nothing_later_can_tell_are_one(told, count):
    line = f"4 Anna (BLWGOA) (B+LWGOA) {told}"
    game = read(*KNIGHTS, line, players=1)
    state = RULESET.setup(game.header)
    for action in game.actions:
        assert not RULESET.play(state, action)

    assert len(state.dice.ways) == count


@pytest.mark.rule("DG-034")
def test_a_long_turn_of_mistakes_stays_as_small_as_a_short_one():
    """Each turns a die that is not there; one more for each would make endless ways."""
    mistakes = "J K6 G>O E AA>B J K6 L>W E 1A>O J K5 W>B R1:12 E A2>G J K6 O>B " * 40
    game = read(f"1 Anna (=AAAAAA) {mistakes}", players=1)
    state = RULESET.setup(game.header)
    for action in game.actions:
        RULESET.play(state, action)

    assert len(state.dice.ways) <= 20
    assert max(map(len, state.dice.ways)) == 7
