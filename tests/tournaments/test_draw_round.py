"""Draw a round: who is seated, what is refused, what is kept of earlier draws."""

import io
import json

import pytest
from django.core.management import call_command

from tests.factories import (
    agreeing,
    at,
    checked_in,
    doer,
    draw,
    enter,
    make_entry,
    make_official,
    make_tournament,
    play,
    publish,
    ready_to_draw,
)
from tournaments.domain.draw import ALGORITHM, answer_of, drawn_from
from tournaments.domain.values import Refused
from tournaments.models import Act, Draw, Lot, Round, Seat
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.models.round import DrawMode
from tournaments.models.tournament import Kind, State
from tournaments.services import rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = pytest.mark.django_db


def tables_of(drawn):
    return [[str(seat.entry.number) for seat in table.seats.all()] for table in drawn.tables.all()]


def rule_of(refused):
    return refused.value.rule_id


@pytest.mark.rule("T-006", "T-010", "T-020")
def test_a_draw_seats_everybody_who_is_checked_in_once():
    tournament = ready_to_draw(14)

    drawn = draw(tournament)

    assert [len(table) for table in tables_of(drawn)] == [4, 4, 3, 3]
    assert sorted(int(n) for table in tables_of(drawn) for n in table) == list(range(1, 15))


@pytest.mark.rule("T-016", "T-017")
def test_what_is_stored_repeats_the_draw():
    tournament = ready_to_draw(15)
    play(tournament, 1)

    drawn = draw(tournament, 2, seed="any text")

    drawn.refresh_from_db()
    assert drawn.answer == answer_of(drawn_from(drawn.inputs, drawn.seed))
    assert drawn.answer["tables"] == tables_of(drawn)
    assert drawn.algorithm == ALGORITHM


@pytest.mark.rule("T-016")
def test_the_command_repeats_a_stored_draw(monkeypatch, capsys):
    tournament = ready_to_draw(14)
    play(tournament, 1)
    drawn = draw(tournament, 2, seed="any text")

    document = json.dumps({**drawn.inputs, "seed": drawn.seed})
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(document.encode())))
    call_command("draw")

    assert json.loads(capsys.readouterr().out)["tables"] == tables_of(drawn)


@pytest.mark.rule("T-012")
@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_number_that_cannot_be_seated_is_refused(players):
    tournament = ready_to_draw(players)

    with pytest.raises(Refused) as refused:
        draw(tournament)

    assert rule_of(refused) == "T-012"
    assert not Draw.objects.exists()
    tournament.refresh_from_db()
    assert tournament.state == State.CHECK_IN


@pytest.mark.rule("T-050")
def test_without_a_chief_referee_nothing_is_drawn():
    tournament = make_tournament(state=State.CHECK_IN)
    checked_in(tournament, 12)

    with pytest.raises(Refused) as refused:
        draw(tournament)

    assert rule_of(refused) == "T-050"


@pytest.mark.rule("T-065")
def test_round_1_is_not_drawn_while_a_start_is_missing():
    tournament = ready_to_draw(12)
    Round.objects.filter(tournament=tournament, number=3).update(starts_at=None)

    with pytest.raises(Refused) as refused:
        draw(tournament)

    assert rule_of(refused) == "T-065"


@pytest.mark.parametrize("state", [State.ANNOUNCED, State.SIGN_UP, State.FINISHED, State.CANCELLED])
def test_only_a_tournament_at_check_in_or_running_draws(state):
    tournament = make_tournament(state=state)
    make_official(tournament, Role.CHIEF_REFEREE)
    checked_in(tournament, 12)

    with pytest.raises(Refused):
        draw(tournament)


def test_the_first_draw_begins_the_tournament_and_marks_who_did_not_come():
    tournament = ready_to_draw(12)
    absent = make_entry(tournament, "Zbyněk Absent")
    waiting = make_entry(tournament, state=EntryState.WAITING)

    with pytest.raises(Unconfirmed, match="Zbyněk Absent"):
        rounds.draw_round(tournament, 1, "7", doer())
    draw(tournament)

    for row in (tournament, absent, waiting):
        row.refresh_from_db()
    assert tournament.state == State.RUNNING
    assert absent.state == EntryState.NO_SHOW
    assert waiting.state == EntryState.WAITING
    assert not Seat.objects.filter(entry=absent).exists()


@pytest.mark.rule("T-074")
def test_below_twelve_players_somebody_has_to_agree_first():
    tournament = ready_to_draw(11)

    with pytest.raises(Unconfirmed) as unconfirmed:
        rounds.draw_round(tournament, 1, "7", doer())

    assert [caution.rule_id for caution in unconfirmed.value.cautions] == ["T-074"]


@pytest.mark.rule("T-048")
def test_the_next_round_waits_for_every_result_of_the_last():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    first, _, third = drawn.tables.all()
    enter(first, (10, 8, 5, 4))
    enter(third, (10, 8, 5, 4))

    with pytest.raises(Refused) as refused:
        draw(tournament, 2)

    assert rule_of(refused) == "T-048"
    assert refused.value.facts["tables"] == "2"


@pytest.mark.rule("T-048")
def test_the_next_round_waits_until_the_last_is_closed():
    tournament = ready_to_draw(12)
    play(tournament, 1, close=False)

    with pytest.raises(Refused, match="not closed"):
        draw(tournament, 2)


@pytest.mark.rule("T-016")
def test_a_second_draw_needs_a_reason():
    tournament = ready_to_draw(12)
    draw(tournament)

    with pytest.raises(Refused) as refused:
        draw(tournament, seed="8")

    assert rule_of(refused) == "T-016"
    assert Draw.objects.count() == 1


@pytest.mark.rule("T-016")
def test_a_draw_made_again_leaves_the_earlier_one_readable():
    tournament = ready_to_draw(12)
    first = draw(tournament)
    before = tables_of(first)

    second = draw(tournament, seed="8", reason="Two players came late.")

    first.refresh_from_db()
    assert (first.attempt, second.attempt) == (1, 2)
    assert first.withdrawn_reason == second.reason == "Two players came late."
    assert tables_of(first) == before
    assert Round.objects.get(tournament=tournament, number=1).current_draw() == second


def test_a_second_click_on_draw_does_not_draw_again():
    tournament = ready_to_draw(12)
    draw(tournament, instead_of=0)

    with pytest.raises(AlreadyDone):
        draw(tournament, instead_of=0)
    draw(tournament, instead_of=1, reason="Late players.", seed="8")
    with pytest.raises(AlreadyDone):
        draw(tournament, instead_of=1, reason="Late players.", seed="9")

    assert Draw.objects.count() == 2
    assert Act.objects.filter(name="draw_round").count() == 2


def test_drawing_a_played_round_again_keeps_its_results_with_the_old_draw():
    tournament = ready_to_draw(12)
    first = publish(tournament)
    enter(first.tables.first(), (10, 8, 5, 4))
    rounds.start_clock(tournament, 1, doer(now=at(10)))

    with pytest.raises(Unconfirmed) as unconfirmed:
        rounds.draw_round(tournament, 1, "8", doer(), "Somebody sat twice.")
    draw(tournament, seed="8", reason="Somebody sat twice.")

    cautions = " ".join(str(caution) for caution in unconfirmed.value.cautions)
    assert "is published" in cautions
    assert "clock runs" in cautions
    assert "Results are entered of table 1" in cautions
    assert first.tables.first().results.count() == 1
    event = read_event(tournament)
    assert event.round(1).state == "drawn"
    assert event.rounds_played == 0


def test_a_closed_round_is_not_drawn_again():
    tournament = ready_to_draw(12)
    play(tournament)

    with pytest.raises(Refused, match="closed"):
        draw(tournament, seed="8", reason="No.")


@pytest.mark.rule("T-003", "T-004")
def test_every_round_gets_one_board_of_its_own_which_a_second_draw_keeps():
    tournament = ready_to_draw(12)
    draw(tournament, 1)
    board = Round.objects.get(tournament=tournament, number=1).board_seed
    draw(tournament, 1, seed="8", reason="Again.")
    kept = Round.objects.get(tournament=tournament, number=1).board_seed
    agreeing(lambda who: rounds.publish_draw(tournament, 1, who))
    for table in Round.objects.get(tournament=tournament, number=1).current_draw().tables.all():
        enter(table, (10, 8, 5, 4))
    rounds.close_round(tournament, 1, doer())
    draw(tournament, 2)

    boards = Round.objects.filter(tournament=tournament).values_list("board_seed", flat=True)
    assert kept == board
    assert boards[0] == board
    assert boards[1] not in ("", board)


@pytest.mark.rule("T-013", "T-014")
def test_from_round_2_on_the_fewest_points_sit_at_the_last_tables():
    tournament = ready_to_draw(14)
    play(tournament)

    drawn = draw(tournament, 2)

    points = read_event(tournament).points(after_round=1)
    seated = [[points[seat.entry_id] for seat in t.seats.all()] for t in drawn.tables.all()]
    assert [len(table) for table in seated] == [4, 4, 3, 3]
    assert max(seated[2] + seated[3]) <= min(seated[0] + seated[1])


@pytest.mark.rule("T-013", "T-047")
def test_players_level_at_the_border_need_no_lot_for_the_next_draw():
    tournament = ready_to_draw(10)
    play(tournament)

    drawn = draw(tournament, 2)

    assert read_event(tournament).standings(after_round=1).undecided
    assert drawn.inputs["low"] == "points"
    assert not Lot.objects.exists()


@pytest.mark.rule("T-006")
def test_sizes_follow_who_is_there_before_each_round():
    tournament = ready_to_draw(14)
    play(tournament)
    tournament.entries.filter(number__in=[3, 4]).update(state=EntryState.WITHDRAWN, left_after=1)
    make_entry(tournament, state=EntryState.CHECKED_IN, first_round=3)

    drawn = draw(tournament, 2)

    assert [len(table) for table in tables_of(drawn)] == [4, 4, 4]
    assert {"3", "4", "15"}.isdisjoint(number for table in tables_of(drawn) for number in table)


@pytest.mark.rule("T-016")
def test_a_tour_event_is_not_drawn_by_standings():
    tournament = ready_to_draw(12)
    tournament.rounds.update(draw_mode=DrawMode.STANDINGS)
    play(tournament, 1)

    with pytest.raises(Refused) as refused:
        draw(tournament, 2)

    assert rule_of(refused) == "T-016"


def test_an_event_outside_the_tour_may_be_drawn_by_standings():
    tournament = ready_to_draw(12, kind=Kind.OTHER)
    tournament.rounds.update(draw_mode=DrawMode.STANDINGS)
    first = play(tournament, 1)

    drawn = draw(tournament, 2)

    leaders = set(first.seats.filter(position=1).values_list("entry", flat=True))
    assert set(drawn.tables.first().seats.values_list("entry", flat=True)) > leaders
