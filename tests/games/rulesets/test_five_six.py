"""Five and six players: two act in each turn, and only one of them rolls."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import record, rulesets
from games.engine.board.frames import FIVE_SIX
from games.engine.board.generate import random_board
from games.engine.core import Action, Header, NotARecord, Player, Record
from games.engine.replay import replay
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
from games.engine.rulesets.base.state import BEFORE, PAIRED, ROBBER
from tests.games.rulesets.table import SIX, after, give
from tests.games.rulesets.table import broken as broken_by

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
    header = record.write(Record(state.header, ()), RULES.notation)
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
    head = record.write(Record(table().header, ()), RULES.notation)

    with pytest.raises(NotARecord):
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

    assert broken(state, "1 Dana D N") == ["X-040"]
    assert broken(state, "1 Anna / Dana: D N") == []


@pytest.mark.rule("X-041")
def test_rock_2_does_not_roll():
    assert broken(play(table(), "1 Anna 2 /"), "1 Dana 8") == ["X-041"]


@pytest.mark.rule("X-041")
def test_the_next_roll_is_that_of_the_next_turn():
    assert broken(play(table(), "1 Anna 2 /"), "1 Dana / Ben: 8") == []


@pytest.mark.rule("X-043")
def test_rock_2_deals_with_nobody():
    state = play(table(), "1 Anna 2 /")
    give(state, 3, "LLLL")

    assert broken(state, "1 Dana P Anna L<>B") == ["X-043"]


@pytest.mark.rule("X-042", "X-043")
def test_rock_2_trades_with_the_bank():
    state = play(table(), "1 Anna 2 /")
    give(state, 3, "LLLL")

    assert broken(state, "1 Dana T 4L>B") == []


@pytest.mark.rule("X-045", "X-046", "X-047")
def test_each_of_the_two_plays_one_card():
    state = table()
    state.cards[0] = state.cards[3] = pack_cards([MONOPOLY, INVENTION])

    assert set(broken(state, "1 Dana M W")) == {"X-046"}
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

    state.end_if_won()

    assert state.winner == 3


@pytest.mark.rule("X-054")
def test_rock_1_wins_if_both_have_enough():
    state = play(table(), "1 Anna 2")
    state.points[0] = state.points[3] = 10

    state.end_if_won()

    assert state.winner == 0


@pytest.mark.rule("X-054")
@pytest.mark.parametrize("ruleset", ["base56", "base56+tour", "base56+best-friends"])
def test_rock_2_wins_nothing_where_rock_1_has_won(ruleset):
    def won(anna, dana, winner):
        points = [anna, 2, 2, dana, 2]
        state = after("1 Anna 12", ruleset=ruleset, players=5, points=points)
        state.end_if_won()
        header = replace(state.header, winners=(winner,))
        (check,) = rulesets.by_key(ruleset).closing
        return state, [rule for rule, _detail in check(state, header)]

    state, both = won(12, 12, winner=3)

    assert both == ["X-054"]
    assert broken_by(state, "1 Anna Dana: *") == ["X-054"]
    assert broken_by(state, "1 Anna *") == []
    assert won(12, 12, winner=0)[1] == []
    assert won(9, 12, winner=3)[1] == []
    assert won(12, 9, winner=3)[1] in (["B-178"], ["TG-14"], ["BF-097"])


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

    state.end_if_won()

    assert state.winner is None


def test_text_and_replay_of_a_turn_of_two():
    state = play(table(), "1 Anna 2 /\n1 Dana\n2 Ben 8 /")

    assert state.turn == 4


# Parts that are left out


@pytest.mark.rule("B-065", "B-067", "X-048")
@pytest.mark.parametrize("end", ["", " /"])
def test_a_part_of_rock_2_in_which_nothing_was_done_may_be_left_out(end):
    state = play(table(), f"1 Anna 2{end}\n2 Ben 8{end}\n3 Emil\n4 Cyril 8{end}\n5 Dana 2")

    assert state.turn == 3
    assert rocks(state) == "D/B"


def test_the_parts_that_are_left_out_go_on_past_whoever_gave_up():
    state = play(table(), "1 Anna 2 Dana: GIVES-UP\n2 Ben 8\n3 Cyril 2\n4 Emil 2")

    assert rocks(state) == "E/B"


@pytest.mark.rule("X-037", "X-048")
def test_the_holder_of_rock_2_may_be_next_for_rock_1_and_leave_the_part_out():
    state = play(table(), "1 Anna 2 Ben: GIVES-UP Cyril: GIVES-UP\n3 Dana 2")

    assert rocks(state) == "D/E"


@pytest.mark.rule("X-048", "X-038", "B-178", "D-30")
@pytest.mark.parametrize(
    ("points", "line"), [(2, "2 Ben N f2"), (10, "2 Ben *"), (2, "2 Ben GIVES-UP")]
)
def test_whoever_is_next_for_rock_1_may_act_before_the_roll_with_the_part_left_out(points, line):
    state = table()
    state.points[1] = points
    state.cards[1] = pack_cards([KNIGHT])

    read_as = [(a.seat, a.verb) for a in read(state, f"1 Anna 2\n{line}")]

    assert read_as[:3] == [(0, "roll"), (0, "end_turn"), (3, "end_turn")]
    assert broken(state, f"1 Anna 2\n{line}") == []


@pytest.mark.rule("X-048", "B-070")
@pytest.mark.parametrize(
    ("name", "said"), [("Dana", []), ("Ben", []), ("Cyril", ["Dana is on turn, not Cyril"])]
)
def test_an_empty_last_line_is_of_rock_2_or_of_whoever_is_next_for_rock_1(name, said):
    state = RULES.setup(Header("base56", tuple(map(Player, SIX[:5])), BOARD))
    founding = []
    while state.phase < 4:
        founding.append(next(iter(RULES.legal(state))))
        RULES.play(state, founding[-1])
    founded = record.write(Record(state.header, founding), RULES.notation)
    game = record.parse(f"{founded}1 Anna 2\n2 {name}", rulesets.by_key)

    report = replay(RULES, game)

    assert [str(one.detail) for one in report.violations] == said


def test_a_roll_of_whoever_has_left_ends_no_part_of_rock_2():
    """What was not there is not judged: the roll is the mistake."""
    lines = "1 Anna 2 /\n1 Dana /\n2 Ben GIVES-UP\n3 Ben 8"

    assert [(a.seat, a.verb) for a in read(table(), lines)][-2:] == [(1, "concede"), (1, "roll")]


@pytest.mark.rule("X-048")
def test_a_part_of_rock_2_is_not_over_in_the_middle_of_a_line():
    state = play(table(), "1 Anna 2 /")

    give(state, 3, "LLLL")

    assert "X-048" in broken(state, "1 Dana T 4L>B Ben: 8")


@pytest.mark.rule("X-046", "X-040")
def test_what_rock_2_does_too_early_is_one_mistake():
    state = table()
    state.cards[3] = pack_cards([KNIGHT])

    assert broken(state, "1 Dana N") == ["X-046"]
    state = play(table(), "1 Anna 2")
    give(state, 3, "WGO")
    assert broken(state, "1 Dana D N") == ["X-040"]


@pytest.mark.rule("B-180")
def test_after_the_win_of_rock_1_the_next_line_is_named():
    state = play(table(), "1 Anna 2")
    state.points[0] = 10
    state.end_if_won()

    assert broken(state, "1 Anna *\n2 Ben 8") == ["B-180"]
    assert rocks(state) == "B/E"


# Who gives up


def rocks(state):
    return "/".join(SIX[seat][0] for seat in (state.rock, state.second))


@pytest.mark.rule("X-034", "X-039")
@pytest.mark.parametrize("line", ["1 Anna GIVES-UP", "1 Anna 2 GIVES-UP", "1 Anna 7 GIVES-UP"])
def test_rock_2_acts_after_the_holder_of_rock_1_has_given_up(line):
    state = play(table(), line)
    give(state, 3, "LLLL")

    assert broken(state, "1 Dana T 4L>B") == []
    play(state, "1 Dana /\n2 Ben 8 /\n2 Emil /\n3 Cyril 8")


@pytest.mark.rule("X-049")
def test_the_turn_is_over_when_the_holder_of_rock_2_gives_up():
    state = play(table(), "1 Anna 2 / Dana: GIVES-UP")

    assert rocks(state) == "B/E"
    play(state, "2 Ben 8 / Emil: / Cyril: 8")


@pytest.mark.rule("X-048", "X-050")
@pytest.mark.parametrize(
    "line",
    [
        "1 Anna Dana: GIVES-UP Anna: 2 / Ben: 8",
        "1 Anna 2 Dana: GIVES-UP Anna: / Ben: 8",
        "1 Anna 2 Dana: GIVES-UP Anna: GIVES-UP Ben: 8",
        "1 Anna 2 / Dana: GIVES-UP Ben: 8",
        "1 Anna 2 Dana: GIVES-UP\n2 Ben 8",
        "1 Anna 2\n1 Dana GIVES-UP\n2 Ben 8",
    ],
)
def test_rock_2_moves_one_place_in_the_turn_in_which_its_holder_gives_up(line):
    """Whenever that is: nobody else acts with it in that turn."""
    state = play(table(), line)

    assert rocks(state) == "B/E"


@pytest.mark.rule("X-048")
def test_nobody_acts_in_the_part_of_one_who_gave_up_before_it():
    state = play(table(), "1 Anna 2 Dana: GIVES-UP")
    give(state, 4, "LLLL")

    assert broken(state, "1 Emil T 4L>B") != []
    assert broken(state, "1 Dana T 4L>B")[0] == "B-116"
    play(state, "1 Anna / Ben: 8 / Emil: T 4L>B /\n3 Cyril 8")


@pytest.mark.rule("X-056")
def test_whoever_gets_rock_2_for_the_next_turn_does_not_win_in_this_one():
    """On turn are the two who held the rocks when it began (D-46)."""
    state = play(table(), "1 Anna 2")
    state.points[4] = 10

    play(state, "1 Anna Dana: GIVES-UP")
    assert state.winner is None
    play(state, "1 Anna /")

    assert (state.ended, state.winner) == ("won", 4)


@pytest.mark.rule("X-056")
def test_who_has_given_up_does_not_win_with_a_rock():
    state = play(table(), "1 Anna 2 / Anna: GIVES-UP")
    state.points[0] = 10

    state.end_if_won()

    assert state.winner is None


@pytest.mark.rule("X-050")
def test_rocks_pass_by_who_has_given_up():
    state = play(table(), "1 Anna 2 Ben: GIVES-UP Emil: GIVES-UP Anna: / Dana: /")

    assert rocks(state) == "C/A"
    play(state, "2 Cyril 8 / Anna: /")
    assert rocks(state) == "D/C"


@pytest.mark.rule("B-086")
def test_who_gives_up_on_a_seven_discards_nothing():
    state = table()
    give(state, 1, "BBBBLLLL")

    play(state, "1 Anna 7 Ben: GIVES-UP")

    assert state.phase == ROBBER


@pytest.mark.rule("T-059")
def test_after_the_bell_everybody_who_stays_has_two_more_turns():
    state = play(table(), "1 Anna 2 BELL / Dana: GIVES-UP")
    seen = []

    while state.phase:
        seen.append(SIX[state.rock][0])
        play(state, f"1 @{state.rock + 1} 2 / @{state.second + 1}: /")

    assert (state.ended, "".join(seen)) == ("bell", "BCEABCEA")


@pytest.mark.rule("X-014", "X-034")
@given(st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2)), max_size=40))
def test_two_players_who_stay_hold_the_rocks_in_every_turn(acts):
    state = table(6)
    for seat, kind in acts:
        before = state.rock, state.second
        if state.phase == 0:
            break
        if kind == 0 and not state.out >> seat & 1:
            RULES.play(state, Action(seat, "concede"))
        elif state.phase == BEFORE:
            assert state.turn == state.rock
            RULES.play(state, Action(state.turn, "roll", (2, 1, 1), None))
        else:
            assert RULES.play(state, Action(state.turn, "end_turn")) == ()
        if state.phase:
            staying = {seat for seat in range(6) if not state.out >> seat & 1}
            assert state.second != state.rock
            # Who leaves before the own part keeps rock 2 to the end of the turn.
            assert state.second in staying or (state.rock, state.second) == before
            assert state.second in staying or state.phase != PAIRED
            assert state.turn in staying
            assert state.phase != BEFORE or state.turn == state.rock


def test_whoever_is_left_alone_at_a_large_table_has_won():
    state = play(table(), "1 Anna 2 Ben: GIVES-UP Cyril: GIVES-UP Emil: GIVES-UP Anna: GIVES-UP")

    assert (state.ended, state.winner) == ("conceded", 3)


def game_with(leaving, players=5, first=0):
    """Some leave each before the action with that number, till six turns are over."""
    state = RULES.setup(Header("base56", tuple(map(Player, SIX[:players])), BOARD))
    rolled = [12 - (seat - first) % players for seat in range(players)]
    done = [Action(seat, "start_roll", (total, 0, 0)) for seat, total in enumerate(rolled)]
    for action in done:
        RULES.play(state, action)
    for at in range(60):
        for seat, when in leaving:
            if when == at and state.phase and not state.out >> seat & 1:
                done.append(Action(seat, "concede"))
                assert RULES.play(state, done[-1]) == ()
        if not state.phase:
            break
        if state.phase < BEFORE:
            done.append(next(iter(RULES.legal(state))))
        else:
            roll = state.phase == BEFORE
            done.append(Action(state.turn, "roll", (2, 1, 1)) if roll else end_of(state))
        assert RULES.play(state, done[-1]) == ()
    return Record(state.header, done)


def end_of(state):
    return Action(state.turn, "end_turn")


def told(game):
    return [(done.seat, done.verb, done.facts) for done in game.actions]


@pytest.mark.rule("X-048")
@given(
    st.integers(5, 6),
    st.integers(0, 4),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 60)), max_size=4),
)
def test_whenever_players_leave_what_is_written_is_read_back(players, first, leaving):
    game = game_with(leaving, players, first)

    written = record.write(game, RULES.notation)

    assert told(record.parse(written, rulesets.by_key)) == told(game), written


@pytest.mark.rule("X-048")
@pytest.mark.parametrize(
    ("between", "last"),
    [
        ("/  Cyril:  GIVES-UP", "2 Dana  T 4L>W"),
        ("/  Ben:  GIVES-UP", "2 Dana  T 4L>W"),
        ("/  Ben:  GIVES-UP  Cyril:  GIVES-UP", "2 Dana  T 4L>W"),
        ("/  Ben:  STOP", ""),
        ("/  Ben:  8", "2 Dana  T 4L>W"),
        ("/  GIVES-UP", "2 Dana  T 4L>W"),
        ("GIVES-UP  Ben:  GIVES-UP", "2 Dana  T 4L>W"),
    ],
)
def test_what_others_do_between_the_parts_is_written_behind_the_first(between, last):
    founded = record.write(Record(table().header, game_with([]).actions[:25]), RULES.notation)
    lines = [f"1 Anna  2  {between}", *filter(None, [last])]

    game = record.parse(founded + "\n".join(lines), rulesets.by_key)

    assert record.write(game, RULES.notation).splitlines()[-len(lines) :] == lines


@pytest.mark.rule("X-034", "X-048", "X-050")
@given(
    st.integers(5, 6),
    st.integers(0, 4),
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 40)), max_size=3),
)
def test_parts_of_rock_2_may_be_left_out_whoever_has_left_and_when(players, first, leaving):
    written = record.write(game_with(leaving, players, first), RULES.notation).splitlines()
    idle = re.compile(r"\d+ \w+ +/")

    short = "\n".join(line.removesuffix(" /") for line in written if not idle.fullmatch(line))

    for text in ("\n".join(written), short):
        report = replay(RULES, record.parse(text, rulesets.by_key))
        assert report.violations == [], text


@pytest.mark.rule("X-032", "X-034", "X-050")
@pytest.mark.parametrize(
    ("leaving", "first", "held"),
    [
        ([(0, 9)], 0, "B/E"),
        ([(0, 19)], 0, "B/E"),
        ([(0, 3), (1, 8)], 0, "C/E"),
        ([(2, 3), (3, 8)], 2, "E/B"),
        ([(3, 3)], 0, "A/E"),
        ([(2, 0)], 2, "D/B"),
    ],
)
def test_rocks_are_handed_on_in_the_founding(leaving, first, held):
    game = game_with(leaving, first=first)
    state = RULES.setup(game.header)
    for action in game.actions:
        if action.verb == "roll":
            break
        RULES.play(state, action)

    assert rocks(state) == held


@pytest.mark.rule("B-067", "X-037")
@pytest.mark.parametrize("lines", ["1 Anna\n2 Dana /\n3 Ben 2", "1 Anna /\n2 Dana\n3 Ben 2 /"])
def test_whoever_does_not_roll_with_rock_1_breaks_that_rule_alone(lines):
    written = record.write(Record(table().header, game_with([]).actions[:25]), RULES.notation)

    report = replay(RULES, record.parse(written + lines, rulesets.by_key))

    assert [one.rule.id for one in report.violations] == ["B-067"]


@pytest.mark.rule("B-070")
def test_an_end_told_by_one_who_has_left_is_one_mistake_in_its_line():
    written = record.write(Record(table().header, game_with([]).actions[:25]), RULES.notation)
    lines = "1 Anna 2 Dana: GIVES-UP\n2 Dana /\n3 Ben 2\n4 Emil /\n5 Cyril 2"

    report = replay(RULES, record.parse(written + lines, rulesets.by_key))

    assert [(one.rule.id, str(one.detail)) for one in report.violations] == [
        ("B-070", "Dana has left the game")
    ]
