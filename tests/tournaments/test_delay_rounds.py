"""A day that is behind its plan: everything that follows starts later by one click."""

import datetime as dt

import pytest
from django.urls import reverse

from tests import factories as make
from tournaments.domain.values import Refused
from tournaments.models.entry import Role
from tournaments.services import rounds
from tournaments.services.acts import AlreadyDone, ChangedMeanwhile

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def tournament(time_machine):
    """Round 1 was planned for 10:00 and began at 10:12; it is 10:15."""
    time_machine.move_to(make.at(9, 30), tick=False)
    tournament = make.publish(make.ready_to_draw(12)).round.tournament
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10, 12)))
    time_machine.move_to(make.at(10, 15), tick=False)
    return tournament


def delay(tournament, minutes, *, first=None, now=None):
    first = first or make.at(11, 30)
    rounds.delay_rounds(
        tournament,
        minutes,
        make.doer(now=now or make.at(10, 15)),
        first=rounds.minute_of(first),
    )


def starts(tournament):
    return list(tournament.rounds.order_by("number").values_list("starts_at", flat=True))


def desk_of(tournament, role=Role.ORGANISER):
    client = make.signed_in(tournament, role)
    return client.get(reverse("desk", args=[tournament.slug])).content.decode()


@pytest.mark.rule("T-064", "T-065")
def test_all_rounds_that_have_not_begun_start_later_by_as_much(tournament):
    delay(tournament, 12)

    assert starts(tournament) == [make.at(10), make.at(11, 42), make.at(13, 12), make.at(14, 42)]
    act = tournament.acts.first()
    assert (act.name, act.detail) == ("delay_rounds", "2: 11:42, 3: 13:12, 4: 14:42")
    assert act.told == "round 2: 11:42, round 3: 13:12, round 4: 14:42"


@pytest.mark.rule("T-065")
def test_the_desk_says_how_late_the_day_is_until_it_is_made_good(tournament):
    page = desk_of(tournament)
    assert "The day is 12 minutes behind its plan." in page
    assert "Move the rounds that follow" in page
    assert "Start everything that follows 12 minutes later" not in page

    delay(tournament, 12)

    assert "behind its plan" not in desk_of(tournament)


@pytest.mark.rule("T-065")
def test_what_was_put_off_stays_made_good_when_the_clock_is_set_back(tournament, time_machine):
    delay(tournament, 12)
    rounds.stop_clock(tournament, 1, make.doer(now=make.at(10, 14)))
    time_machine.move_to(make.at(10, 20), tick=False)

    rounds.start_clock(tournament, 1, make.doer(now=make.at(10, 16)))
    assert "behind its plan" not in desk_of(tournament)

    rounds.stop_clock(tournament, 1, make.doer(now=make.at(10, 18)))
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10, 20)))
    assert "The day is 8 minutes behind its plan." in desk_of(tournament)


@pytest.mark.rule("T-065")
def test_what_is_behind_a_little_is_put_off_by_one_click(tournament):
    rounds.stop_clock(tournament, 1, make.doer(now=make.at(10, 8)))
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10, 8)))

    page = desk_of(tournament)

    assert "The day is 8 minutes behind its plan." in page
    assert "Start everything that follows 8 minutes later" in page
    assert "The plan is overtaken" not in page


def test_a_day_on_time_may_be_put_off_all_the_same(tournament, time_machine):
    time_machine.move_to(make.at(9), tick=False)
    rounds.stop_clock(tournament, 1, make.doer(now=make.at(9)))

    page = desk_of(tournament)

    assert "behind its plan" not in page
    assert reverse("delay_rounds", args=[tournament.slug]) in page


def test_the_round_that_is_due_and_has_not_begun_is_put_off_too(tournament, time_machine):
    rounds.stop_clock(tournament, 1, make.doer(now=make.at(10, 13)))
    assert "The day is 15 minutes behind its plan." in desk_of(tournament)

    delay(tournament, 15, first=make.at(10))

    assert starts(tournament)[:2] == [make.at(10, 15), make.at(11, 45)]


@pytest.mark.rule("T-065")
def test_a_round_of_another_day_starts_as_it_was_published(tournament):
    tomorrow = make.at(10, day=tournament.date + dt.timedelta(days=1))
    tournament.rounds.filter(number=4).update(starts_at=tomorrow)

    delay(tournament, 12)

    assert starts(tournament) == [make.at(10), make.at(11, 42), make.at(13, 12), tomorrow]


@pytest.mark.rule("T-065")
def test_the_desk_tells_no_delay_where_nothing_more_is_played_that_day(tournament):
    tomorrow = tournament.date + dt.timedelta(days=1)
    for number, hour in ((2, 10), (3, 12), (4, 14)):
        start = make.at(hour, day=tomorrow)
        tournament.rounds.filter(number=number).update(starts_at=start)

    page = desk_of(tournament)

    assert "behind its plan" not in page
    assert "Round 2: 17 May, 10:00" in page


@pytest.mark.parametrize(("minute", "offered"), [(0, True), (1, False)])
def test_no_click_is_offered_that_would_be_refused(tournament, time_machine, minute, offered):
    rounds.stop_clock(tournament, 1, make.doer(now=make.at(10, 13)))
    time_machine.move_to(make.at(14, minute), tick=False)

    page = desk_of(tournament)

    assert f"The day is {240 + minute} minutes behind its plan." in page
    assert (f"Start everything that follows {240 + minute} minutes later" in page) is offered
    assert 'value="240"' in page


def test_of_two_who_put_it_off_at_once_only_one_does(tournament):
    delay(tournament, 12)

    with pytest.raises(ChangedMeanwhile):
        delay(tournament, 12)

    assert starts(tournament)[1] == make.at(11, 42)


@pytest.mark.parametrize("minutes", [0, 241])
def test_nothing_is_put_off_by_nothing_or_by_half_a_day(tournament, minutes):
    with pytest.raises(Refused, match="1 to 240 min later"):
        delay(tournament, minutes)


def test_nothing_is_put_off_once_nothing_is_ahead(tournament):
    tournament.rounds.filter(number__gt=1).update(starts_at=None)

    with pytest.raises(AlreadyDone):
        delay(tournament, 5)


def test_by_one_click_at_the_desk(tournament):
    client = make.signed_in(tournament)
    sent = {"minutes": 12, "first": rounds.minute_of(make.at(11, 30))}

    answer = client.post(reverse("delay_rounds", args=[tournament.slug]), sent, follow=True)

    assert "Everything that follows starts 12 min later. All pages say so." in (
        answer.content.decode()
    )
    assert starts(tournament)[3] == make.at(14, 42)


def test_a_scorekeeper_is_not_asked(tournament):
    assert reverse("delay_rounds", args=[tournament.slug]) not in desk_of(
        tournament, Role.SCOREKEEPER
    )
