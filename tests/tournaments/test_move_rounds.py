"""A round that began late overtakes what was planned, and the rounds that follow are moved."""

import re

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.factories import agreeing, at, doer
from tournaments.models.entry import Role
from tournaments.services import rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english_late_in_round_1():
    with translation.override("en"), time_machine.travel(at(11, 30), tick=False):
        yield


@pytest.fixture
def tournament(db):
    """Round 1 was planned for 10:00 and began at 10:22; its bell rings at 11:37."""
    tournament = make.publish(make.ready_to_draw(12)).round.tournament
    rounds.start_clock(tournament, 1, doer(now=at(10, 22)))
    return tournament


def move(tournament, **when):
    agreeing(lambda who: rounds.move_rounds(tournament, who), doer(now=at(11), **when))


def starts(tournament):
    found = tournament.rounds.order_by("number").values_list("starts_at", flat=True)
    return list(found)


def page(client, name, *args) -> str:
    return client.get(reverse(name, args=args)).content.decode()


@pytest.mark.rule("T-064", "T-065")
def test_the_next_round_starts_a_break_after_the_bell_and_all_others_as_much_later(tournament):
    move(tournament)

    assert starts(tournament) == [at(10), at(11, 55), at(13, 25), at(14, 55)]
    act = tournament.acts.first()
    assert (act.name, act.detail) == ("move_rounds", "2: 11:55, 3: 13:25, 4: 14:55")


def test_it_is_asked_first_with_every_new_start(tournament):
    with pytest.raises(Unconfirmed) as asked:
        rounds.move_rounds(tournament, doer(now=at(11)))

    facts = [dict(caution.facts) for caution in asked.value.cautions]
    told = [(fact["round"], fact["start"]) for fact in facts]
    assert told == [(2, at(11, 55)), (3, at(13, 25)), (4, at(14, 55))]
    assert starts(tournament)[1] == at(11, 30)


def test_nobody_moves_the_rounds_twice(tournament):
    move(tournament)

    with pytest.raises(AlreadyDone):
        rounds.move_rounds(tournament, doer(now=at(11, 1)))

    assert starts(tournament)[1] == at(11, 55)


def test_a_day_in_time_has_nothing_to_move():
    tournament = make.publish(make.ready_to_draw(12)).round.tournament
    rounds.start_clock(tournament, 1, doer(now=at(10)))

    with pytest.raises(AlreadyDone):
        rounds.move_rounds(tournament, doer(now=at(11)))


@pytest.mark.rule("T-066")
def test_no_page_names_a_latest_end_or_a_start_that_is_overtaken(
    client, tournament, django_capture_on_commit_callbacks
):
    desk = make.signed_in(tournament)
    entry = tournament.entries.first()
    table = tournament.rounds.get(number=1).draws.get().tables.get(seats__entry=entry)
    make.enter(table, (10, 8, 5, 4))
    seen = [
        page(client, "tournament", tournament.slug),
        page(client, "my_page", tournament.slug, entry.token),
        page(desk, "round_desk", tournament.slug, 1),
        page(desk, "round_desk", tournament.slug, 2),
    ]

    for html in seen:
        assert "11:25" not in html
    for html in seen[:2]:
        # Should the own page ever be shown without a connection, it says that it is of this moment.
        assert "11:30" not in re.sub(r"<p[^>]*data-kept-page.*?</p>", "", html, flags=re.DOTALL)
    assert "The result of your table is in." in seen[1]
    assert "began too late for the planned one" in seen[0]
    assert "The planned start is overtaken" in seen[3]

    with django_capture_on_commit_callbacks(execute=True):
        move(tournament)

    assert "11:55" in page(client, "tournament", tournament.slug)
    assert "11:55" in page(client, "my_page", tournament.slug, entry.token)
    assert "latest end 11:50" in page(desk, "round_desk", tournament.slug, 1)


def test_the_desk_says_so_and_moves_them_once_it_is_confirmed(tournament):
    desk = make.signed_in(tournament)

    html = page(desk, "desk", tournament.slug)
    assert "The plan is overtaken: round 2 cannot start at 11:30." in html
    assert reverse("edit_tournament", args=[tournament.slug]) in html
    assert reverse("move_rounds", args=[tournament.slug]) in html

    asked = desk.post(reverse("move_rounds", args=[tournament.slug])).content.decode()
    assert "Round 2 is to start on 16 May, 11:55 instead of 16 May, 11:30." in asked

    move(tournament)
    assert "The plan is overtaken" not in page(desk, "desk", tournament.slug)


def test_whoever_may_not_start_rounds_may_not_move_them(tournament):
    helper = make.signed_in(tournament, Role.SCOREKEEPER)

    assert helper.post(reverse("move_rounds", args=[tournament.slug])).status_code == 403
