"""The event as an appointment for a calendar."""

import pytest

from tests import factories as make
from tournaments.models.tournament import State

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


def test_page_and_own_page_lead_to_it(client):
    tournament = make.make_tournament()
    entry = make.make_entry(tournament)
    link = f'href="/en/t/{tournament.slug}/event.ics"'

    assert link in client.get(f"/en/t/{tournament.slug}/").content.decode()
    own = client.get(f"/en/t/{tournament.slug}/my/{entry.token}/").content.decode()
    assert link in own
