"""Search engines find the public pages in every language, and nothing else."""

import json
import re

import pytest
from django.conf import settings

from tests import factories as make
from tournaments.models.tournament import State
from tournaments.views.public import found

pytestmark = pytest.mark.django_db

BLOCK = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def places(client, address: str) -> list[str]:
    answer = client.get(address)
    assert answer.status_code == 200, address
    return re.findall("<loc>(.+?)</loc>", answer.content.decode())


def all_places(client) -> list[str]:
    """Every address in the files to which the list of files leads."""
    robots = client.get("/robots.txt").content.decode()
    listed = places(client, robots.partition("Sitemap: ")[2].strip())
    return [place for file in listed for place in places(client, file)]


def event_of(client, tournament):
    page = client.get(f"/en/t/{tournament.slug}/").content.decode()
    return json.loads(BLOCK.search(page)[1])


def test_every_address_that_is_listed_is_a_page_for_everybody(client):
    make.make_tournament()

    listed = all_places(client)

    assert len(listed) == len(set(listed)) > 60
    assert [place for place in listed if client.get(place).status_code != 200] == []


def test_drafts_are_not_listed(client):
    draft = make.make_tournament(state=State.DRAFT)
    cancelled = make.make_tournament(state=State.CANCELLED)

    listed = " ".join(all_places(client))

    assert cancelled.slug in listed
    assert f"/{draft.slug}/" not in listed


def test_many_events_fill_several_files(client, monkeypatch):
    monkeypatch.setattr(found._Pages, "limit", 4)
    events = [make.make_tournament() for _ in range(3)]

    listed = all_places(client)

    for event in events:
        assert sum(f"/t/{event.slug}/" in place for place in listed) == len(settings.LANGUAGES)


@pytest.mark.parametrize("page", ["", "standings/", "rounds/1/"])
def test_a_page_says_where_it_is_in_each_language(client, settings, page):
    settings.SITE_URL = "https://tour.example"
    tournament = make.ready_to_draw(7)
    make.play(tournament)

    html = client.get(f"/pl/t/{tournament.slug}/{page}").content.decode()

    told = dict(re.findall(r'<link rel="alternate" hreflang="([^"]+)" href="([^"]+)">', html))
    whole = f"t/{tournament.slug}/{page}"
    assert told == {
        "cs": f"https://tour.example/{whole}",
        "pl": f"https://tour.example/pl/{whole}",
        "de": f"https://tour.example/de/{whole}",
        "en": f"https://tour.example/en/{whole}",
    }


def test_personal_pages_and_the_desk_say_nothing_of_it(client):
    tournament = make.ready_to_draw(7)
    entry = tournament.entries.first()

    own = client.get(f"/en/t/{tournament.slug}/my/{entry.token}/").content.decode()
    desk = make.signed_in(tournament).get(f"/en/t/{tournament.slug}/desk/").content.decode()

    assert 'rel="alternate"' not in own + desk


def test_an_event_is_told_as_data(client):
    tournament = make.make_tournament(name='Catan "Brno" </script><b>', capacity=30)
    make.make_entry(tournament, "Anna Nováková")

    told = event_of(client, tournament)

    assert told["@type"] == "Event"
    assert told["name"] == tournament.name
    assert told["startDate"] == "2026-05-16T09:00:00+02:00"
    assert told["endDate"] == "2026-05-16T15:45:00+02:00"
    assert told["eventStatus"] == "https://schema.org/EventScheduled"
    assert told["location"]["address"] == "Kulturní dům, Brno"
    assert told["organizer"]["name"] == tournament.club.name
    assert "Anna" not in json.dumps(told)


def test_a_cancelled_event_is_cancelled_there_too(client):
    told = event_of(client, make.make_tournament(state=State.CANCELLED))

    assert told["eventStatus"] == "https://schema.org/EventCancelled"


def test_a_page_is_described_in_its_language(client):
    tournament = make.make_tournament()

    english, czech = (
        client.get(f"{code}/t/{tournament.slug}/").content.decode() for code in ("/en", "")
    )

    told = 'content="Season tournament: Saturday 16 May 2026, 09:00, Kulturní dům, Brno"'
    assert f'<meta name="description" {told}>' in english
    assert '<meta name="description" content="Turnaj sezony: ' in czech


def test_a_data_block_needs_no_wider_policy(client):
    answer = client.get(f"/en/t/{make.make_tournament().slug}/")

    assert "script-src 'self';" in answer.headers["Content-Security-Policy"] + ";"
