"""The clock of a round stands for a while, and its bell rings later by as much."""

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse

from tests import factories as make
from tournaments.domain.hall import TableState
from tournaments.domain.values import Refused
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Act, Round, Table
from tournaments.models.event import read_event
from tournaments.services import results, rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.views.desk.hall import hall_map
from tournaments.views.programs.documents import rounds_document
from tournaments.views.shared import forget_events

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tournament():
    """Two tables of a season event play round 1 since 10:00; round 2 starts at 11:30."""
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    return tournament


def round_of(tournament):
    return Round.objects.get(tournament=tournament, number=1)


def pause(tournament, at):
    rounds.pause_clock(tournament, 1, make.doer(now=at))


def resume(tournament, at):
    rounds.resume_clock(tournament, 1, make.doer(now=at))


def own_page(tournament, table=1):
    seats = Table.objects.get(draw__round__tournament=tournament, number=table).seats
    entry = seats.get(position=1).entry
    forget_events()
    return Client().get(reverse("my_page", args=[tournament.slug, entry.token])).content.decode()


@pytest.mark.rule("T-057")
def test_a_clock_that_stood_rings_later_by_as_much(tournament):
    pause(tournament, make.at(10, 30))
    resume(tournament, make.at(10, 42))
    pause(tournament, make.at(11))
    resume(tournament, make.at(11, 1))

    assert round_of(tournament).bell_at == make.at(11, 28)
    told = Act.objects.filter(name__in=["pause_clock", "resume_clock"]).order_by("pk")
    assert [act.detail for act in told] == ["45:00", "11:27:00", "27:00", "11:28:00"]


def test_while_it_stands_there_is_no_bell_and_pages_show_what_is_left(tournament, time_machine):
    pause(tournament, make.at(10, 30))
    time_machine.move_to(make.at(11, 40), tick=False)

    assert round_of(tournament).bell_at is None
    public = reverse("tournament", args=[tournament.slug])
    screen = reverse("screen", args=[tournament.slug])
    for page in (
        own_page(tournament),
        Client().get(public).content.decode(),
        Client().get(screen).content.decode(),
        make.signed_in(tournament).get(reverse("desk", args=[tournament.slug])).content.decode(),
    ):
        assert "45:00" in page
        assert "The clock stands since 10:30: nobody plays until it runs again." in page
        assert "data-clock" not in page


@pytest.mark.rule("T-066")
def test_nobody_is_late_and_no_game_is_over_while_it_stands(tournament):
    pause(tournament, make.at(10, 30))

    played = read_event(tournament).round(1)

    states = {tile.state for tile in hall_map(played, make.at(12)).tiles}
    assert states == {TableState.PLAYING}
    assert played.times.latest_end is None


@pytest.mark.rule("T-065", "T-066")
def test_a_pause_that_overtakes_the_next_start_offers_to_move_it(tournament):
    pause(tournament, make.at(10, 30))
    resume(tournament, make.at(10, 50))

    page = make.signed_in(tournament).get(reverse("desk", args=[tournament.slug]))

    assert "round 2 cannot start at 11:30" in page.content.decode()


def test_more_time_of_a_table_stays_with_it(tournament):
    rounds.give_time(tournament, 1, 1, 10, make.doer("Rita", now=make.at(10, 10)))

    pause(tournament, make.at(10, 30))

    assert "55:00" in own_page(tournament, 1)
    assert "45:00" in own_page(tournament, 2)


def test_it_stands_and_runs_once(tournament):
    pause(tournament, make.at(10, 30))
    with pytest.raises(AlreadyDone):
        pause(tournament, make.at(10, 31))
    resume(tournament, make.at(10, 32))
    with pytest.raises(AlreadyDone):
        resume(tournament, make.at(10, 33))

    assert round_of(tournament).bell_at == make.at(11, 17)


@pytest.mark.rule("T-059")
def test_after_the_bell_there_is_nothing_left_to_stand(tournament):
    with pytest.raises(Refused) as refused:
        pause(tournament, make.at(11, 15))

    assert refused.value.rule_id == "T-059"


def test_a_clock_that_does_not_run_cannot_stand_or_go_on():
    tournament = make.ready_to_draw(8)
    make.publish(tournament)

    with pytest.raises(Refused, match="No clock of round 1 runs that could stand"):
        pause(tournament, make.at(10, 30))
    with pytest.raises(Refused, match="The clock of round 1 has not been started"):
        resume(tournament, make.at(10, 30))

    assert round_of(tournament).paused_at is None


def test_a_clock_without_a_limit_cannot_stand(tournament):
    tournament.rounds.filter(number=1).update(limit_minutes=None)

    with pytest.raises(Refused, match="No clock of round 1 runs"):
        pause(tournament, make.at(10, 30))


def test_a_clock_that_is_set_back_has_never_stood(tournament):
    pause(tournament, make.at(10, 30))
    resume(tournament, make.at(10, 35))
    pause(tournament, make.at(10, 40))

    rounds.stop_clock(tournament, 1, make.doer(now=make.at(10, 41)))
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10, 45)))

    assert round_of(tournament).bell_at == make.at(12)


@pytest.mark.rule("T-060")
def test_a_result_by_time_is_asked_about_while_the_clock_stands(tournament):
    pause(tournament, make.at(10, 30))
    table = Table.objects.get(draw__round__tournament=tournament, number=1)
    scores = {place: EnteredScore(points) for place, points in enumerate((9, 8, 5, 4), start=1)}

    with pytest.raises(Unconfirmed, match="bell has not rung"):
        results.enter_result(
            tournament, table, EnteredResult(scores, None), make.doer(now=make.at(11, 20))
        )


def test_a_round_that_is_closed_while_it_stands_runs_no_more_and_may_be_opened_again(tournament):
    for table in Table.objects.filter(draw__round__tournament=tournament):
        make.enter(table, (10, 8, 5, 4))
    pause(tournament, make.at(10, 30))

    make.agreeing(
        lambda who: rounds.close_round(tournament, 1, who), make.doer(now=make.at(10, 40))
    )

    closed = round_of(tournament)
    assert (closed.paused_at, closed.paused_seconds) == (None, 600)


def test_an_archive_tells_of_it_where_it_stood(tournament):
    assert "paused_seconds" not in archive_of(tournament)["rounds"][0]

    pause(tournament, make.at(10, 30))
    resume(tournament, make.at(10, 35))

    assert archive_of(tournament)["rounds"][0]["paused_seconds"] == 300


def test_the_interface_tells_since_when_it_stands(tournament):
    pause(tournament, make.at(10, 30))

    (first, *_others) = rounds_document(read_event(tournament))["rounds"]

    assert first["bell_at"] is None
    assert first["paused_at"] == make.at(10, 30).isoformat()


def test_the_database_lets_no_clock_stand_that_does_not_run(tournament):
    with pytest.raises(IntegrityError), transaction.atomic():
        tournament.rounds.filter(number=2).update(paused_at=make.at(10, 30))
