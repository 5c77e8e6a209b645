"""Five and six players: two act in each turn, and only one of them rolls."""

from __future__ import annotations

import pytest

from games.engine import record, rulesets
from games.engine.board.frames import FIVE_SIX
from games.engine.board.generate import random_board
from games.engine.core import Header, Player
from games.engine.rulesets.base.packed import (
    INVENTION,
    KNIGHT,
    MONOPOLY,
    ROAD_BUILDING,
    VICTORY_POINT,
    counts,
    pack,
    pack_cards,
)
from tests.games.rulesets.table import SIX, give

RULES = rulesets.by_key("base56")
BOARD = random_board("five and six", FIVE_SIX)


def table(players=5):
    """After a founding at the first free intersections, with cards for anything in all hands."""
    header = Header("base56", tuple(map(Player, SIX[:players])), BOARD)
    state = RULES.setup(header)
    while state.phase < 4:
        RULES.play(state, next(iter(RULES.legal(state))))
    for seat in range(players):
        give(state, seat, "BBLLWWGGGOOO"[:7])
    return state


def read(state, line):
    header = record.write(record.Record(state.header, ()), RULES.notation)
    return record.parse(header + line, rulesets.by_key).actions


def play(state, line):
    for action in read(state, line):
        assert RULES.play(state, action) == (), action
    return state


def broken(state, line):
    *before, last = read(state, line)
    for action in before:
        assert RULES.play(state, action) == (), action
    found = [trouble.rule.id for trouble in RULES.broken(state, last)]
    assert RULES.verbs[last.verb].allowed(state, last) == (not found)
    return found


@pytest.mark.rule("X-005", "X-006", "X-007", "X-008", "X-009", "X-010", "X-011")
def test_the_bank_and_the_deck_are_larger():
    state = RULES.setup(Header("base56", tuple(map(Player, SIX)), BOARD))

    assert state.bank_counts() == (24,) * 5
    assert state.deck == 34
    assert counts(state.stock) == (20, 5, 3, 3, 3)


@pytest.mark.parametrize(
    ("kind", "letter", "rule"),
    [
        pytest.param(KNIGHT, "N", "X-007", marks=pytest.mark.rule("X-007")),
        pytest.param(VICTORY_POINT, "V", "X-008", marks=pytest.mark.rule("X-008")),
        pytest.param(MONOPOLY, "M", "X-009", marks=pytest.mark.rule("X-009")),
        pytest.param(ROAD_BUILDING, "L", "X-010", marks=pytest.mark.rule("X-010")),
        pytest.param(INVENTION, "Y", "X-011", marks=pytest.mark.rule("X-011")),
    ],
)
def test_no_more_cards_of_a_kind_are_bought_than_there_are(kind, letter, rule):
    state = play(table(), "1 Anna 2")
    give(state, 0, "WWGGOO")
    state.stock = pack([int(other == kind) for other in range(5)])

    assert broken(state, f"1 Anna D {letter} D {letter}") == [rule]


@pytest.mark.rule("X-016")
def test_four_players_do_not_sit_at_a_board_for_six():
    head = record.write(record.Record(table().header, ()), RULES.notation)

    with pytest.raises(record.NotARecord):
        record.parse(head.replace(" Emil", ""), rulesets.by_key)


@pytest.mark.rule("X-032", "X-044", "X-050")
@pytest.mark.parametrize(
    ("players", "pairs"),
    [(5, ["A/D", "B/E", "C/A", "D/B", "E/C"]), (6, ["A/D", "B/E", "C/F", "D/A", "E/B", "F/C"])],
)
def test_both_rocks_move_one_place_left_in_each_turn(players, pairs):
    state = table(players)
    seen = []
    for _ in range(players):
        first = state.turn
        play(state, f"1 @{first + 1} 2 /")
        seen.append("/".join(SIX[seat][0] for seat in (first, state.turn)))
        play(state, f"1 @{state.turn + 1} /")

    assert seen == pairs
    assert state.turn == 0


@pytest.mark.rule("X-033")
def test_the_founding_order_is_that_of_the_base_game():
    state = RULES.setup(table(6).header)
    order = []
    while state.phase < 4:
        action = next(iter(RULES.legal(state)))
        order += [action.seat] if action.verb == "found" else []
        RULES.play(state, action)

    assert order == [0, 1, 2, 3, 4, 5, 5, 4, 3, 2, 1, 0]


@pytest.mark.rule("X-037")
def test_the_holder_of_rock_1_rolls_before_building():
    assert "B-121" in broken(table(), "1 Anna R a1nw")
    assert "B-067" in broken(table(), "1 Anna /")


@pytest.mark.rule("X-040")
def test_rock_2_waits_for_rock_1():
    state = play(table(), "1 Anna 2")
    give(state, 3, "WGO")

    assert broken(state, "1 Dana D N") == ["B-070", "X-040"]
    assert broken(state, "1 Anna / Dana: D N") == []


@pytest.mark.rule("X-041")
def test_rock_2_does_not_roll():
    state = play(table(), "1 Anna 2 /")

    assert "X-041" in broken(state, "1 Dana 8")
    assert broken(state, "1 Dana / Ben: 8") == []


@pytest.mark.rule("X-042", "X-043")
def test_rock_2_trades_with_the_bank_only():
    state = play(table(), "1 Anna 2 /")
    give(state, 3, "LLLL")

    assert broken(state, "1 Dana P Anna L<>B") == ["X-043"]
    assert broken(state, "1 Dana T 4L>B") == []


@pytest.mark.rule("X-045", "X-046", "X-047")
def test_each_of_the_two_plays_one_card():
    state = table()
    state.cards[0] = state.cards[3] = pack_cards([MONOPOLY, INVENTION])

    assert set(broken(state, "1 Dana M W")) == {"B-163", "X-046"}
    play(state, "1 Anna 2 M W")
    assert broken(state, "1 Anna Y OO") == ["B-160"]
    play(state, "1 Anna / Dana: M L")
    assert broken(state, "1 Dana Y OO") == ["B-160"]


@pytest.mark.rule("X-048", "X-049")
def test_the_next_turn_waits_for_rock_2():
    state = play(table(), "1 Anna 2 /")

    assert "X-048" in broken(state, "2 Ben 8")
    assert broken(state, "1 Dana / Ben: 8") == []


@pytest.mark.rule("X-051")
def test_rock_1_deals_with_rock_2():
    state = play(table(), "1 Anna 2")
    give(state, 0, "L")
    give(state, 3, "B")

    assert broken(state, "1 Anna P Dana L<>B") == []


@pytest.mark.rule("X-052", "X-053")
def test_rock_2_wins_in_the_part_of_rock_1():
    state = play(table(), "1 Anna 2")
    state.points[3] = 10

    state.see_winner()

    assert state.winner == 3


@pytest.mark.rule("X-054")
def test_rock_1_wins_if_both_have_enough():
    state = play(table(), "1 Anna 2")
    state.points[0] = state.points[3] = 10

    state.see_winner()

    assert state.winner == 0


@pytest.mark.rule("X-055")
def test_rock_2_does_nothing_after_rock_1_has_won():
    state = play(table(), "1 Anna 2")
    state.points[0] = 9
    give(state, 0, "WGO")
    give(state, 3, "WGO")

    assert "B-180" in broken(state, "1 Anna D V Dana: D N")


@pytest.mark.rule("X-056")
def test_nobody_else_wins_in_the_turn():
    state = play(table(), "1 Anna 2")
    state.points[2] = 10

    state.see_winner()

    assert state.winner is None


def test_text_and_replay_of_a_turn_of_two():
    state = play(table(), "1 Anna 2 /\n1 Dana\n2 Ben 8 /")

    assert state.turn == 4
