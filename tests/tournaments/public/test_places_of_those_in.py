"""The season page where places of those who are in already pass on or stay empty (FM-43)."""

import datetime as dt
import json

import pytest
from django.test import Client

from tests import factories as make
from tests.tournaments.public.test_season import line, play_and_finish, season
from tournaments.models import Season
from tournaments.models.event import read_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def persons():
    return [make.make_person(make.a_name(index)) for index in range(12)]


@pytest.fixture
def events(persons):
    """In Brno and then, with the same seats and points, in Olomouc; each has one direct place."""
    brno = play_and_finish(persons)
    day = brno.date + dt.timedelta(days=14)
    return brno, play_and_finish(persons, town="Olomouc", date=day)


def in_order(event):
    rows = read_event(event).standings().rows
    entries = read_event(event).entries
    return [entries[row.player].public_name for row in rows]


def decide(how):
    Season.objects.create(year=2026, already_in=how)


def words(html, name):
    return " ".join(line(html, name).split())


@pytest.mark.rule("FM-43", "D-138")
def test_in_the_tour_a_place_is_held_once_and_nobody_moves_up(client, events):
    first, second = in_order(events[1])[:2]

    html = season(client)

    assert "already" not in html
    assert "</a> place 1, <a" in words(html, first)
    assert 'class="number">2</td>' in line(html, first)
    assert "in the final" not in line(html, second)


@pytest.mark.rule("FM-43")
def test_a_place_that_passes_on_says_past_whom_it_came(client, events):
    decide("next")
    first, second = in_order(events[1])[:2]

    html = season(client)

    assert "passes to the next player there" in html
    assert "was in already by Brno: the place passes on" in words(html, first)
    assert "place 2 (place 1: was in already by Brno)" in words(html, second)
    assert "in the final" in line(html, second)


@pytest.mark.rule("FM-43")
def test_an_empty_place_is_said_to_be_empty(client, events):
    decide("empty")
    first, second = in_order(events[1])[:2]

    html = season(client)

    assert "stays empty" in html
    assert "was in already by Brno: the place stays empty" in words(html, first)
    assert "in the final" not in line(html, second)


@pytest.mark.rule("FM-43", "D-139")
def test_who_was_in_by_points_is_told_so(client, events):
    Season.objects.create(year=2026, already_in="next", points_for_final=1)

    html = season(client)

    assert "was in already by points" in html


@pytest.mark.rule("FM-43")
def test_the_file_and_programs_know_of_it(client, events):
    decide("next")
    _first, second = in_order(events[1])[:2]

    taken = client.get("/en/season/2026/?final-file=csv").content.decode()
    read = json.loads(client.get("/api/v1/seasons/2026/").content)

    assert "place 1: was in already by Brno" in taken
    found = {one["name"]: one for one in read["qualifiers"]}
    assert found[second]["direct"] == 1
    assert all(won["award"] for one in read["qualifiers"] for won in one["won"])


@pytest.mark.rule("FM-43")
def test_another_choice_is_seen_at_once_and_kept_in_the_history(client, events):
    administrator: Client = make.signed_in(None, "administrator")
    Season.objects.create(year=2026)
    season(client)

    administrator.post("/en/series/seasons/2026/", {"already_in": "next", "places_7_8": ""})

    kept = Season.objects.get(year=2026)
    assert [one.already_in for one in kept.history.all()] == ["next", "held"]
    assert "passes to the next player there" in season(client)
