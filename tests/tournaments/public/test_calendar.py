"""The calendar: what runs now, what comes next, what was."""

import datetime as dt

import pytest
from django.utils import timezone

from tests import factories as make
from tournaments.models.entry import EntryState
from tournaments.models.tournament import Kind, State

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _weeks_before(time_machine):
    time_machine.move_to(make.at(9, day=make.DAY - dt.timedelta(days=21)))


def calendar(client) -> str:
    return client.get("/en/").content.decode()


def part(html: str, heading: str) -> str:
    return html.split(f'<h2 id="{heading}">', 1)[1].split("</section>", 1)[0]


def test_running_ones_stand_on_top_and_what_comes_next_by_date(client):
    make.make_tournament(name="Later", date=dt.date(2026, 7, 1))
    make.make_tournament(name="Sooner", date=dt.date(2026, 6, 1))
    make.make_tournament(name="Now", state=State.RUNNING)

    html = calendar(client)

    assert "Now" in part(html, "running")
    coming = part(html, "coming")
    assert coming.index("Sooner") < coming.index("Later")
    assert html.index('id="running"') < html.index('id="coming"')


def test_a_day_that_is_past_is_not_coming(client):
    make.make_tournament(name="Last year's date", date=dt.date(2025, 12, 31))

    html = calendar(client)

    assert "Last year&#x27;s date" not in part(html, "coming")
    assert "Last year&#x27;s date" in part(html, "past-day")


def test_places_left_are_counted(client):
    tournament = make.make_tournament(capacity=5)
    make.make_entry(tournament)
    for _ in range(3):
        make.make_entry(tournament, state=EntryState.UNCONFIRMED, registered_at=timezone.now())
    make.make_entry(tournament, state=EntryState.UNCONFIRMED)
    make.make_entry(tournament, state=EntryState.CANCELLED)

    assert "3 places left" in calendar(client)


def test_a_full_one_says_how_many_wait(client):
    tournament = make.make_tournament(capacity=3)
    for _ in range(3):
        make.make_entry(tournament)
    make.make_entry(tournament, state=EntryState.WAITING)

    assert "full, 1 is waiting" in calendar(client)


def test_a_full_one_for_which_nobody_waits_is_full_and_no_more(client):
    tournament = make.make_tournament(capacity=3)
    for _ in range(3):
        make.make_entry(tournament)

    html = calendar(client)

    assert '<span class="badge warning">full</span>' in html
    assert "waiting" not in html


def test_what_counts_in_no_season_is_told_once(client):
    make.make_tournament(state=State.SIGN_UP, kind=Kind.OTHER)

    assert calendar(client).count("other event") == 1


def test_past_ones_stand_by_season(client):
    make.make_tournament(name="Last year", state=State.SENT, date=dt.date(2025, 5, 3))
    make.make_tournament(name="This year", state=State.FINISHED)

    make.make_tournament(name="By the tea", state=State.SENT, kind=Kind.OTHER)

    past = part(calendar(client), "past")

    assert past.index("By the tea") < past.index("other event") < past.index("Last year")
    assert past.count('class="badge note"') == 1
    order = [past.index(word) for word in ("Season 2026", "This year", "Season 2025", "Last year")]
    assert order == sorted(order)


def test_drafts_stay_hidden_and_cancelled_ones_are_marked(client):
    make.make_tournament(name="Only an idea", state=State.DRAFT)
    make.make_tournament(name="Flooded", state=State.CANCELLED)

    html = calendar(client)

    assert "Only an idea" not in html
    assert "Flooded" in part(html, "coming")
    assert "cancelled" in part(html, "coming")
    assert 'id="past"' not in html


def test_a_cancelled_one_whose_day_is_past_stands_with_its_season(client):
    make.make_tournament(name="Flooded", state=State.CANCELLED, date=dt.date(2026, 1, 10))

    html = calendar(client)

    assert "Flooded" in part(html, "past")
    assert "Flooded" not in part(html, "coming")


def test_nobody_is_said_to_come_to_a_cancelled_one(client):
    tournament = make.make_tournament(state=State.CANCELLED)
    make.make_entry(tournament)

    html = client.get(f"/en/t/{tournament.slug}/").content.decode()

    assert "Who is coming" not in html
    assert '<h2 id="people">' in html


def test_an_empty_calendar_says_so(client):
    make.make_user(staff=True)

    assert "No tournament is announced at the moment" in calendar(client)


def test_it_takes_as_many_queries_for_many_as_for_one(client, django_assert_max_num_queries):
    for _ in range(12):
        make.make_entry(make.make_tournament())

    with django_assert_max_num_queries(3):
        calendar(client)
