"""Pages over many events and persons ask the database no more often than those over a few."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests import factories as make
from tournaments.models import Act, NameLeft, Tournament
from tournaments.models.tournament import State
from tournaments.services import names_left

pytestmark = pytest.mark.django_db

MOST_QUERIES = 20


def queries_of(client, address, **query):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = client.get(address, query)
    assert answer.status_code == 200
    return len(asked)


@pytest.mark.parametrize("count", [1, 6])
def test_a_season_is_read_at_once_however_many_events_it_has(client, count):
    for _ in range(count):
        event = make.played_out(12, rounds=2)
        Tournament.objects.filter(pk=event.pk).update(state=State.FINISHED, finished_at=make.at(17))

    assert queries_of(client, reverse("season", args=[make.DAY.year])) <= MOST_QUERIES


@pytest.fixture
def met_before():
    """An event with many players whom its organiser has met elsewhere, or who have namesakes."""
    here, there, third = (make.make_tournament() for _ in range(3))
    desk = make.signed_in(here)
    user = here.officials.get().user
    for event in (there, third):
        make.make_official(event, user=user)
        for number in range(15):
            make.make_entry(event, make.a_name(number))
    for number in range(15):
        make.make_entry(here, make.a_name(number))
    return here, desk


def test_the_players_whom_an_organiser_may_join_are_read_at_once(met_before):
    here, desk = met_before

    assert queries_of(desk, reverse("join_entry", args=[here.slug])) <= MOST_QUERIES


def test_the_persons_of_the_series_are_read_at_once(met_before):
    here, _ = met_before
    series = make.signed_in(None, "administrator")
    person = here.entries.first().person

    assert queries_of(series, reverse("find_persons"), q="a") <= MOST_QUERIES
    assert queries_of(series, reverse("person", args=[person.pk]), other="a") <= MOST_QUERIES


def test_lists_of_players_whom_others_joined_are_read_at_once(met_before):
    """Shown by the facts of whose each entry was, and by the no of whom it counts for."""
    here, desk = met_before
    for entry in here.entries.all():
        entry.count_for(make.make_person("Known Before"), owner=entry.person)
        entry.save()

    assert queries_of(desk, reverse("entries", args=[here.slug])) <= MOST_QUERIES
    assert queries_of(desk, reverse("players", args=[here.slug])) <= MOST_QUERIES
    assert queries_of(desk, reverse("join_entry", args=[here.slug])) <= MOST_QUERIES


def test_the_texts_with_names_of_deleted_people_are_read_at_once():
    event = make.make_tournament()
    for number in range(30):
        kind, field = [("Act", "detail"), ("Act", "reason"), ("", "")][number % 3]
        row = Act.objects.create(
            tournament=event,
            name="edit_entry",
            by="Eva Malá",
            detail="Eva Malá came",
            reason="for Eva Malá",
            at=make.at(9),
            version=number,
        )
        key = row.pk if kind else None
        NameLeft.objects.create(
            tournament=event, name="Eva Malá", kind=kind, row=key, field=field, at=make.at(10)
        )
    series = make.signed_in(None, "administrator")

    assert len(names_left.texts_left()) == 30
    assert queries_of(series, reverse("find_persons")) <= MOST_QUERIES
