"""People of the list come to the door, or are let in by mistake."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    PRAGUE,
    agreeing,
    checked_in,
    doer,
    draw,
    make_entry,
    make_junior,
    make_person,
    make_tournament,
    ready_to_draw,
    signed_in,
)
from tests.threads import all_at_once
from tournaments.domain.values import Refused
from tournaments.models import Act, Entry
from tournaments.models.entry import EntryState
from tournaments.models.tournament import Kind, State
from tournaments.services import checking_in
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def url(name, entry):
    return reverse(name, args=[entry.tournament.slug, entry.pk])


@pytest.mark.parametrize("state", [EntryState.CONFIRMED, EntryState.UNCONFIRMED])
def test_somebody_expected_is_in_with_one_button(state):
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament, state=state)

    answer = signed_in(tournament, "scorekeeper").post(url("check_in", entry))

    entry.refresh_from_db()
    assert entry.state == EntryState.CHECKED_IN
    assert answer.url == reverse("check_in_list", args=[tournament.slug]) + f"#entry-{entry.pk}"


def test_htmx_gets_the_row_the_counts_and_the_door():
    tournament = make_tournament(state=State.CHECK_IN)
    checked_in(tournament, 11)
    entry = make_entry(tournament, "Anna Nováková")

    answer = signed_in(tournament).post(url("check_in", entry), headers={"hx-request": "true"})

    html = answer.content.decode()
    assert html.count("<li id=") == 1
    assert '<b id="count-in" data-mark>12</b>' in html
    assert "3 × 4" in html
    assert "Players: 11, now 12. Direct places now: 1" in html


def test_nobody_is_checked_in_before_the_door_is_open():
    tournament = make_tournament(state=State.SIGN_UP)
    entry = make_entry(tournament)

    with pytest.raises(Refused, match="not open yet"):
        checking_in.check_in(tournament, entry.pk, doer())


def test_a_second_click_changes_nothing():
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament)
    checking_in.check_in(tournament, entry.pk, doer())

    with pytest.raises(AlreadyDone):
        checking_in.check_in(tournament, entry.pk, doer())

    assert Act.objects.filter(name="check_in").count() == 1


@pytest.mark.rule("T-020")
def test_whoever_comes_after_the_draw_needs_the_chief_referee():
    tournament = ready_to_draw(12)
    entry = make_entry(tournament)
    draw(tournament)

    with pytest.raises(Refused) as refusal:
        checking_in.check_in(tournament, entry.pk, doer())

    assert refusal.value.rule_id == "D-110"


def test_the_waiting_list_is_let_in_while_there_is_room_and_asked_about_when_not():
    tournament = make_tournament(state=State.CHECK_IN, capacity=3)
    checked_in(tournament, 2)
    waiting = make_entry(tournament, state=EntryState.WAITING)
    checking_in.check_in(tournament, waiting.pk, doer())
    too_many = make_entry(tournament, state=EntryState.WAITING)

    with pytest.raises(Unconfirmed, match="3 of 3"):
        checking_in.check_in(tournament, too_many.pk, doer())
    agreeing(lambda who: checking_in.check_in(tournament, too_many.pk, who))

    assert tournament.entries.active().count() == 4


def test_a_minor_without_a_guardians_consent_is_asked_about_once():
    tournament = make_tournament(state=State.CHECK_IN)
    child = make_person("Bartosz", birth_date=dt.date(2015, 1, 1))
    entry = make_entry(tournament, child, guardian_consent=False)

    with pytest.raises(Unconfirmed, match="guardian"):
        checking_in.check_in(tournament, entry.pk, doer())
    agreeing(lambda who: checking_in.check_in(tournament, entry.pk, who))

    entry.refresh_from_db()
    assert entry.guardian_consent


def test_a_question_at_the_door_is_asked_in_the_row():
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament, make_person("Bartosz", birth_date=dt.date(2015, 1, 1)))
    desk = signed_in(tournament)

    asked = desk.post(url("check_in", entry), headers={"hx-request": "true"}).content.decode()
    assert "Bartosz is under 18. Has a parent or guardian agreed?" in asked
    assert Entry.objects.get().state == EntryState.CONFIRMED

    key = ": 1. Bartosz is under 18. Has a parent or guardian agreed?"
    desk.post(url("check_in", entry), {"cautions": key})
    assert Entry.objects.get().state == EntryState.CHECKED_IN


def test_a_row_that_asks_is_asked_no_more_than_whether_it_still_has_to():
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament, make_person("Bartosz", birth_date=dt.date(2015, 1, 1)))
    desk, htmx = signed_in(tournament), {"hx-request": "true"}
    asked = {"asked": ": 1. Bartosz is under 18. Has a parent or guardian agreed?"}

    assert desk.post(url("check_in", entry), asked, headers=htmx).status_code == 204

    tournament.entries.update(guardian_consent=True)
    row = desk.post(url("check_in", entry), asked, headers=htmx).content.decode()
    assert "Bartosz" in row
    assert "guardian" not in row
    assert Entry.objects.get().state == EntryState.CONFIRMED
    assert not Act.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_helpers_at_one_row_check_in_once():
    tournament = make_tournament(state=State.CHECK_IN)
    entry = make_entry(tournament)

    outcomes = all_at_once(*[lambda: checking_in.check_in(tournament, entry.pk, doer())] * 2)

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["AlreadyDone", "Entry"]


def test_a_check_in_by_mistake_is_undone_to_where_it_was():
    tournament = make_tournament(state=State.CHECK_IN)
    expected = make_entry(tournament)
    waiting = make_entry(tournament, state=EntryState.WAITING)
    for entry in (expected, waiting):
        checking_in.check_in(tournament, entry.pk, doer())
        checking_in.undo_check_in(tournament, entry.pk, doer())

    assert list(tournament.entries.values_list("state", flat=True)) == ["confirmed", "waiting"]


def test_after_the_draw_a_player_withdraws_instead():
    tournament = ready_to_draw(12)
    draw(tournament)

    with pytest.raises(Refused, match="withdraw"):
        checking_in.undo_check_in(tournament, tournament.entries.first().pk, doer())


def test_a_player_of_another_tournament_is_not_found():
    tournament = make_tournament(state=State.CHECK_IN)
    other = make_entry(make_tournament(state=State.CHECK_IN))

    with pytest.raises(Refused, match="not on the list"):
        checking_in.check_in(tournament, other.pk, doer())


def test_the_door_opens_from_the_desk_and_ends_the_sign_up(time_machine):
    tournament = make_tournament(state=State.SIGN_UP)
    desk = signed_in(tournament)
    time_machine.move_to(doer().now)

    answer = desk.post(reverse("open_check_in", args=[tournament.slug]), follow=True)

    tournament.refresh_from_db()
    assert tournament.state == State.CHECK_IN
    assert "The check-in is open." in answer.content.decode()


def test_opening_the_door_days_before_is_asked_about():
    tournament = make_tournament(state=State.SIGN_UP, date=dt.date(2026, 5, 17))

    with pytest.raises(Unconfirmed, match="confirmed at the desk"):
        checking_in.open_check_in(tournament, doer())


@pytest.mark.parametrize("state", [State.DRAFT, State.RUNNING, State.SENT, State.CANCELLED])
def test_the_door_opens_only_before_the_start(state):
    tournament = make_tournament(state=state)

    with pytest.raises(Refused, match="cannot be opened now"):
        checking_in.open_check_in(tournament, doer())


@pytest.mark.rule("T-093")
def test_the_door_of_a_school_event_says_nothing_of_places():
    tournament = make_tournament(state=State.CHECK_IN, kind=Kind.SCHOOL)
    make_entry(tournament, make_junior(), state=EntryState.CHECKED_IN)

    page = signed_in(tournament).get(reverse("check_in_list", args=[tournament.slug]))

    assert "direct place" not in page.content.decode()
    assert "twelve" not in page.content.decode()


def test_the_day_begins_at_midnight_in_the_hall():
    tournament = make_tournament(state=State.SIGN_UP)
    just_after_midnight = dt.datetime.combine(tournament.date, dt.time(0, 5), tzinfo=PRAGUE)

    checking_in.open_check_in(tournament, doer(now=just_after_midnight.astimezone(dt.UTC)))

    tournament.refresh_from_db()
    assert tournament.state == State.CHECK_IN
