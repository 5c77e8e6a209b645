"""Events as appointments for a calendar."""

import re

import pytest
from django.core import signing
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests import factories as make
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import announcing, proofs

pytestmark = pytest.mark.django_db


def lines_of(client, tournament) -> list[str]:
    answer = client.get(f"/en/t/{tournament.slug}/event.ics")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    assert lines.pop() == ""
    assert all(len(line.encode()) <= 75 for line in lines)
    return "\n".join(lines).replace("\n ", "").split("\n")


def test_it_goes_from_the_check_in_to_the_last_bell_in_utc(client):
    lines = lines_of(client, make.make_tournament())

    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-1] == "END:VCALENDAR"
    # 9:00 to 15:45 in Prague, in summer.
    assert "DTSTART:20260516T070000Z" in lines
    assert "DTEND:20260516T134500Z" in lines
    assert "STATUS:CONFIRMED" in lines


def test_signs_of_the_format_are_escaped_and_long_lines_folded(client):
    name = "Žluťoučký Catan; poslední, ale první v roce a s velmi dlouhým jménem \\ Brno"
    tournament = make.make_tournament(name=name)

    summary = next(line for line in lines_of(client, tournament) if line.startswith("SUMMARY:"))

    escaped = name.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    assert summary == f"SUMMARY:{escaped}"


def test_a_cancelled_event_is_cancelled_in_the_calendar_and_offered_no_more(client):
    tournament = make.make_tournament(state=State.CANCELLED)

    assert "STATUS:CANCELLED" in lines_of(client, tournament)
    assert "event.ics" not in client.get(f"/en/t/{tournament.slug}/").content.decode()


def test_a_draft_has_none(client):
    draft = make.make_tournament(state=State.DRAFT)

    assert client.get(f"/en/t/{draft.slug}/event.ics").status_code == 404


def test_it_is_made_once_and_anew_after_a_change(client, django_capture_on_commit_callbacks):
    tournament = make.make_tournament()
    address = f"/en/t/{tournament.slug}/event.ics"
    first = client.get(address)

    with CaptureQueriesContext(connection) as queries:
        again = client.get(address)

    assert not queries.captured_queries
    assert again.content == first.content
    for header in ("Content-Type", "Content-Disposition"):
        assert again.headers[header] == first.headers[header]
    with django_capture_on_commit_callbacks(execute=True):
        announcing.cancel_tournament(tournament, "Flood", make.doer())
    assert "STATUS:CANCELLED" in lines_of(client, tournament)


def test_page_and_own_page_lead_to_it(client):
    tournament = make.make_tournament()
    entry = make.make_entry(tournament)
    link = f'href="/en/t/{tournament.slug}/event.ics"'

    assert link in client.get(f"/en/t/{tournament.slug}/").content.decode()
    own = client.get(f"/en/t/{tournament.slug}/my/{entry.token}/").content.decode()
    assert link in own


def events_in(client, address: str) -> dict[str, list[str]]:
    """The lines of each event of a calendar, by its name."""
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    text = answer.content.decode().replace("\r\n ", "")
    found = [part.partition("END:VEVENT")[0] for part in text.split("BEGIN:VEVENT")[1:]]
    lines = [part.strip().split("\r\n") for part in found]
    return {summary_of(event): event for event in lines}


def summary_of(lines: list[str]) -> str:
    return next(line for line in lines if line.startswith("SUMMARY:")).removeprefix("SUMMARY:")


def test_a_season_is_one_calendar_with_what_was_cancelled(client):
    taking, off = make.make_tournament(), make.make_tournament(state=State.CANCELLED)
    make.make_tournament(state=State.DRAFT)
    make.make_tournament(date=make.DAY.replace(year=2025))

    found = events_in(client, "/en/season/2026/season.ics")

    assert found.keys() == {taking.name, off.name}
    assert "STATUS:CONFIRMED" in found[taking.name]
    assert "STATUS:CANCELLED" in found[off.name]


def test_an_event_is_the_same_in_every_calendar(client):
    tournament = make.make_tournament()
    own = [line for line in lines_of(client, tournament) if line.startswith(("UID", "SEQ", "DT"))]

    (whole,) = events_in(client, "/en/season/2026/season.ics").values()

    assert [line for line in whole if line.startswith(("UID", "SEQ", "DT"))] == own


def test_a_season_is_read_in_few_queries(client, django_assert_max_num_queries):
    for _ in range(12):
        make.make_tournament()

    with django_assert_max_num_queries(10):
        assert len(events_in(client, "/en/season/2026/season.ics")) == 12


def test_a_person_follows_the_own_events_and_no_others(client):
    person = make.make_person("Anna Nováková", email="anna@example.org")
    coming, left, other = (make.make_tournament() for _ in range(3))
    make.make_entry(coming, person, state=EntryState.CONFIRMED)
    make.make_entry(left, person, state=EntryState.CANCELLED)
    make.make_entry(other, "Petr Svoboda")

    page = client.get(f"/en/me/{proofs.key_of(person)}/").content.decode()
    address = re.search(r'href="(/en/me/[^"]+/my\.ics)"', page)[1]
    found = events_in(client, address)

    assert found.keys() == {coming.name, left.name}
    assert "STATUS:CONFIRMED" in found[coming.name]
    assert "STATUS:CANCELLED" in found[left.name]
    assert "Anna" not in client.get(address).content.decode()


def test_the_link_of_a_calendar_opens_nothing_else_and_ends_with_the_address(client):
    person = make.make_person("Anna Nováková", email="anna@example.org")
    key = proofs.calendar_key_of(person)

    assert "anna" not in str(signing.loads(key, salt="calendar-of-a-person"))
    assert client.get(f"/en/me/{key}/").status_code == 404
    assert client.get(f"/en/me/{key}/my.ics").status_code == 200
    assert client.get(f"/en/me/{proofs.key_of(person)}/my.ics").status_code == 404
    person.email = "nova@example.org"
    person.save()
    assert client.get(f"/en/me/{key}/my.ics").status_code == 404
