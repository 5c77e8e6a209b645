"""Semi-finals and finals outside the Tour: who plays on, and in which order everybody stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.criteria import BEFORE_CUT, CRITERIA, LOT, STAGE
from tournaments.domain.scoring import Game
from tournaments.domain.stages import (
    PlayedStage,
    Stage,
    can_be_seated,
    cut_faults,
    stage_at,
    stage_lots,
    stage_standings,
    stages_of,
    through,
)
from tournaments.domain.standings import deciding, junior_standings, standings
from tournaments.domain.values import EventKind, Refused


def game(players, points, winner="first", **facts):
    names = players.split()
    won = names[0] if winner == "first" else winner
    return Game(dict(zip(names, points, strict=True)), winner=won, **facts)


def order(table):
    return [row.player for row in table.rows]


# A has won everything before the final, and comes last in it.
PRELIMINARY = [
    [game("A B C D", (10, 8, 6, 5)), game("E F G H", (10, 8, 6, 5))],
    [game("A F C H", (10, 9, 6, 5)), game("B E G D", (10, 7, 6, 5))],
]
FINAL = [[game("F B E A", (10, 9, 8, 2))]]


def test_whoever_wins_the_final_wins_and_the_others_stay_behind_the_finalists():
    before = standings(PRELIMINARY)

    found = stage_standings([PlayedStage(PRELIMINARY), PlayedStage(FINAL, "ABEF")])

    assert order(before)[:4] == ["A", "B", "E", "F"]
    assert order(found)[:4] == ["F", "B", "E", "A"]
    assert order(found)[4:] == order(before)[4:]
    assert [row.rank for row in found.rows] == list(range(1, 9))


def test_figures_are_those_of_the_last_stage_that_a_player_reached():
    found = stage_standings([PlayedStage(PRELIMINARY), PlayedStage(FINAL, "ABEF")])

    rows = {row.player: row for row in found.rows}
    assert (rows["A"].figures["first_places"], rows["A"].figures["points"]) == (0, 1)
    assert rows["A"].games == 1
    assert (rows["A"].stage, rows["A"].before_cut) == (1, 1)
    assert (rows["C"].stage, rows["C"].before_cut, rows["C"].games) == (0, 0, 2)


def test_finalists_level_in_the_final_are_in_the_order_from_before_the_cut():
    shared = [[game("F B E A", (9, 8, 8, 8), winner=None)]]

    found = stage_standings([PlayedStage(PRELIMINARY), PlayedStage(shared, "ABEF")])

    assert order(found)[:4] == ["F", "A", "B", "E"]
    assert found.undecided == ()


def test_players_level_before_and_after_the_cut_wait_for_a_lot():
    level = [[game("A B C D", (9, 9, 7, 7), winner=None)]]
    final = [[game("A B C D", (8, 8, 8, 8), winner=None)]]
    stages = [PlayedStage(level), PlayedStage(final, "ABCD")]

    found = stage_standings(stages)
    drawn = stage_standings([stages[0], PlayedStage(final, "ABCD", lots="BADC")])

    assert found.undecided == (("A", "B"), ("C", "D"))
    assert [row.rank for row in found.rows] == [1, 1, 3, 3]
    assert order(drawn) == ["B", "A", "D", "C"]
    assert drawn.undecided == ()


def test_a_lot_drawn_at_the_cut_holds_for_whoever_is_out_too():
    level = [[game("A B C D", (9, 9, 9, 9), winner=None), game("E F G H", (10, 3, 3, 3))]]
    final = [[game("E A B", (10, 5, 4))]]

    found = stage_standings([PlayedStage(level, lots="ABDC"), PlayedStage(final, "EAB")])

    assert order(found)[:5] == ["E", "A", "B", "D", "C"]
    assert found.undecided == (("F", "G", "H"),)
    assert [row.rank for row in found.rows] == [1, 2, 3, 4, 5, 6, 6, 6]


def test_players_of_a_table_still_playing_are_in_their_stage_already():
    found = stage_standings(
        [PlayedStage(PRELIMINARY), PlayedStage([[]], "ABEF")],
    )

    assert order(found) == order(standings(PRELIMINARY))
    assert [row.stage for row in found.rows] == [1, 1, 1, 1, 0, 0, 0, 0]
    assert found.undecided == ()


def test_an_excluded_finalist_has_no_place():
    by_act = stage_standings([PlayedStage(PRELIMINARY), PlayedStage(FINAL, "ABEF")], excluded=["F"])
    thrown_out = [[game("B E A", (10, 8, 2), excluded=["F"])]]
    in_the_game = stage_standings([PlayedStage(PRELIMINARY), PlayedStage(thrown_out, "ABEF")])

    assert order(by_act)[:3] == ["B", "E", "A"]
    assert order(in_the_game)[:3] == ["B", "E", "A"]
    assert "F" not in [*order(by_act), *order(in_the_game)]


def test_the_juniors_keep_the_order_of_the_stages():
    found = stage_standings([PlayedStage(PRELIMINARY), PlayedStage(FINAL, "ABEF")])

    juniors = junior_standings(found.rows, "AFG")

    assert [(row.rank, row.player) for row in juniors] == [(1, "F"), (2, "A"), (3, "G")]


@pytest.mark.parametrize(
    ("above", "below", "criterion"),
    [("A", "C", STAGE), ("F", "B", CRITERIA["first_places"]), ("C", "D", CRITERIA["points"])],
)
def test_what_put_one_ahead_of_the_other_is_told(above, below, criterion):
    found = stage_standings([PlayedStage(PRELIMINARY), PlayedStage(FINAL, "ABEF")])
    rows = {row.player: row for row in found.rows}

    assert deciding(rows[above], rows[below]).criterion == criterion


def test_the_standings_before_the_cut_and_the_lot_are_told_too():
    level = [[game("A B C D", (9, 9, 7, 7), winner=None)]]
    final = [[game("A B C D", (8, 8, 8, 8), winner=None)]]
    found = stage_standings([PlayedStage(level), PlayedStage(final, "ABCD", lots="BADC")])
    first, second, third, _ = found.rows

    assert deciding(first, second).criterion == LOT
    assert deciding(second, third).criterion == BEFORE_CUT
    assert (deciding(second, third).above, deciding(second, third).below) == (1, 3)


# Who plays on


def test_the_best_play_on():
    assert through("ABCDEF", 4, ()) == "ABCD"
    assert through("ABCDEF", None, ()) == "ABCDEF"


def test_fewer_than_the_cut_all_play_on():
    assert through("ABC", 4, [("C", "B")]) == "ABC"


@pytest.mark.rule("T-047")
def test_a_shared_place_at_the_border_needs_a_lot_first():
    with pytest.raises(Refused) as refused:
        through("ABCDEF", 4, [("D", "E", "X")])

    assert refused.value.rule_id == "D-120"
    assert refused.value.facts["players"] == ["D", "E"]


@pytest.mark.parametrize("group", [("C", "D"), ("E", "F"), ("D", "X")])
def test_a_shared_place_away_from_the_border_needs_none(group):
    assert through("ABCDEF", 4, [group]) == "ABCD"


# The plan


def test_rounds_with_the_same_cut_are_one_stage_and_the_last_ones_have_names():
    stages = stages_of([None, None, 64, 16, 16, 4])

    assert stages == (
        Stage(1, 2),
        Stage(3, 3, 64, "Quarter-final"),
        Stage(4, 5, 16, "Semi-final"),
        Stage(6, 6, 4, "Final"),
    )
    assert stage_at([None, None, 64, 16, 16, 4], 5) == stages[2]


def test_an_event_without_cuts_is_one_stage_without_a_name():
    assert stages_of([None] * 4) == (Stage(1, 4),)


def test_stages_before_the_quarter_final_are_called_by_their_size():
    assert [stage.name for stage in stages_of([None, 256, 64, 16, 4])] == [
        "",
        "The best {cut}",
        "Quarter-final",
        "Semi-final",
        "Final",
    ]


@pytest.mark.parametrize("kind", [EventKind.OTHER, EventKind.SCHOOL])
@pytest.mark.parametrize("cuts", [[None] * 3, [None, 16, 4], [None, 16, 16, 3], [None, 6]])
def test_cuts_that_shrink_are_allowed_outside_the_tour(cuts, kind):
    assert list(cut_faults(cuts, kind)) == []


@pytest.mark.rule("T-002", "D-101")
@pytest.mark.parametrize("kind", [EventKind.SEASON, EventKind.FINAL])
def test_in_a_tour_event_everybody_plays_every_round(kind):
    assert [fault.rule_id for fault in cut_faults([None, None, None, 4], kind)] == ["T-002"]
    assert list(cut_faults([None] * 4, kind)) == []


@pytest.mark.parametrize(
    ("cuts", "round_"),
    [([16, 4], 1), ([None, 4, 16], 2), ([None, 4, None], 2), ([None, 5], 2), ([None, 2], 2)],
)
def test_other_cuts_are_refused(cuts, round_):
    assert [fault.facts["round"] for fault in cut_faults(cuts, EventKind.OTHER)] == [round_]


def test_a_cut_is_a_number_that_can_be_seated():
    assert [n for n in range(10) if can_be_seated(n)] == [3, 4, 6, 7, 8, 9]


def test_lots_hold_for_their_standings_and_those_of_a_cut_for_good():
    lots = [(2, "AB"), (3, "CD"), (4, "DE"), (5, "FG")]

    preliminary, final = Stage(1, 3), Stage(5, 5, 4)

    assert stage_lots(lots, preliminary, 3) == ("C", "D")
    assert stage_lots(lots, preliminary, 2) == ("A", "B")
    assert stage_lots(lots, preliminary, 4) == ("C", "D", "E")
    assert stage_lots(lots, final, 5) == ("F", "G")


# Any event at all

POINTS = st.lists(st.integers(2, 9), min_size=4, max_size=4)


@st.composite
def events(draw):
    """Stages of 16, 8 and 4 players with games of random points, won or timed out."""
    players, stages = list(range(16)), []
    for size, rounds in ((16, draw(st.integers(1, 2))), (8, 1), (4, draw(st.integers(0, 2)))):
        seated = draw(st.permutations(players))[:size]
        stages.append(PlayedStage([_round(draw, seated) for _ in range(rounds)], tuple(seated)))
        players = seated
    return stages


def _round(draw, seated):
    shuffled = draw(st.permutations(seated))
    tables = [shuffled[start : start + 4] for start in range(0, len(seated), 4)]
    return [_game(table, draw(POINTS), draw(st.booleans())) for table in tables]


def _game(table, points, won):
    found = dict(zip(table, points, strict=True))
    return Game({**found, table[0]: 10} if won else found, winner=table[0] if won else None)


@given(events(), st.permutations(range(16)))
def test_the_order_is_that_of_the_stages_then_their_games_then_the_one_before(stages, lots):
    lotted = [PlayedStage(s.rounds, s.players, lots) for s in stages]

    found = stage_standings(lotted)

    def figures(stage):
        alone = standings(stage.rounds, others=stage.players)
        return {
            row.player: tuple(-criterion.value(row) for criterion in CRITERIA.values())
            for row in alone.rows
        }

    expected = sorted(range(16), key=lots.index)
    for stage in stages:
        own = figures(stage)
        # Sorting is stable: who is level keeps the order from before.
        expected.sort(key=lambda player: (player not in stage.players, own.get(player, ())))
    assert order(found) == expected
    assert [row.rank for row in found.rows] == list(range(1, 17))


@given(events(), st.permutations(range(16)))
def test_a_lot_parts_only_who_is_level_and_ranks_are_shared_until_then(stages, lots):
    found = stage_standings(stages)
    lotted = stage_standings([PlayedStage(s.rounds, s.players, lots) for s in stages])

    groups = list(found.undecided)
    assert sorted(order(found)) == sorted(order(lotted)) == list(range(16))
    for row in found.rows:
        group = next((g for g in groups if row.player in g), (row.player,))
        places = [place for place, player in enumerate(order(lotted), 1) if player in group]
        assert places == list(range(row.rank, row.rank + len(group)))


@given(events())
def test_an_event_of_one_stage_has_the_standings_it_always_had(stages):
    only = stages[0]

    assert stage_standings([only]) == standings(only.rounds)
