"""No cached page outlives what it shows: every saved or deleted row raises the version."""

import datetime as dt

import pytest
from django.apps import apps
from django.core.cache import cache

from games.models import Pen
from tests.factories import at, doer, make_entry, make_official, make_person, make_tournament
from tournaments.models import (
    Act,
    Delivery,
    Draw,
    Job,
    Join,
    LapsedSignUp,
    Mail,
    NameLeft,
    OfficeInvitation,
    OfficeRequest,
    ProgramToken,
    Restoration,
    Round,
    SchoolTip,
    Season,
    Seat,
    Series,
    SeriesOffice,
    Sight,
    SlotTable,
    Table,
    Tournament,
    Webhook,
    Wish,
    WishedPlayer,
)
from tournaments.models.logbook import ACTS, UNSEEN_ACTS
from tournaments.services.acts import Versions, acting, tell_cache
from tournaments.services.versions import OF_ALL, OF_ONE_TOURNAMENT, OF_SEVERAL, current_versions

OFFICES = {OfficeInvitation, OfficeRequest, Series, SeriesOffice, Sight}
NOT_SHOWN = {Act, Join, Mail, Job, NameLeft, Pen, Restoration, SchoolTip, Wish, WishedPlayer}
NOT_SHOWN |= {LapsedSignUp, ProgramToken, Webhook, Delivery, *OFFICES}
"""Rows that no cached page shows."""

pytestmark = [pytest.mark.django_db, pytest.mark.every_case]


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


def version_of(tournament):
    return Tournament.objects.get(pk=tournament.pk).version


def test_it_is_known_of_every_table_whether_pages_show_it():
    ours = {
        model
        for app in ("games", "tournaments")
        for model in apps.get_app_config(app).get_models()
        if not model.__name__.startswith("Historical")
    }

    assert ours == {*OF_ONE_TOURNAMENT, *OF_SEVERAL, *OF_ALL} | NOT_SHOWN


@pytest.mark.parametrize("path", OF_ONE_TOURNAMENT.values())
def test_every_way_to_a_tournament_can_be_asked_for(path):
    assert not Tournament.objects.filter(**{path: 0}).exists()


def a_seat(tournament):
    draw = Draw.objects.create(
        round=Round.objects.get(tournament=tournament, number=1), attempt=1, seed="7", at=at(9)
    )
    table = Table.objects.create(draw=draw, number=1)
    return Seat.objects.create(
        draw=draw, table=table, position=1, entry=make_entry(tournament, "Anna Nováková")
    )


def test_a_row_deep_inside_raises_the_version_of_its_tournament_alone():
    ours, other = make_tournament(), make_tournament()
    seat = a_seat(ours)
    before = version_of(ours), version_of(other)

    seat.start_roll = 7
    seat.save()

    assert (version_of(ours), version_of(other)) == (before[0] + 1, before[1])


def test_a_deleted_row_raises_it_too():
    tournament = make_tournament()
    seat = a_seat(tournament)
    before = version_of(tournament)

    seat.delete()

    assert version_of(tournament) > before


def test_a_person_raises_the_version_of_every_tournament_that_shows_them(
    django_capture_on_commit_callbacks,
):
    person = make_person("Anna Nováková")
    played, led, other = make_tournament(), make_tournament(), make_tournament()
    make_entry(played, person)
    make_official(led, person=person)
    before = [version_of(t) for t in (played, led, other)]

    person.name = "Anna Černá"
    with django_capture_on_commit_callbacks(execute=True):
        person.save()

    assert [version_of(t) for t in (played, led, other)] == [
        before[0] + 1,
        before[1] + 1,
        before[2],
    ]


@pytest.mark.parametrize(
    "row",
    [
        Season(year=2026),
        SlotTable(kind="main", valid_from=dt.date(2026, 1, 1)),
    ],
    ids=["season", "slot table"],
)
def test_what_the_series_decides_raises_all_versions(row, django_capture_on_commit_callbacks):
    tournament = make_tournament()
    before = version_of(tournament)

    with django_capture_on_commit_callbacks(execute=True):
        row.save()

    assert version_of(tournament) == before + 1


def test_an_act_raises_the_version_once_whatever_it_saves():
    tournament = make_tournament()
    before = version_of(tournament)

    with acting(tournament, "register", doer()):
        make_entry(tournament, "Anna Nováková")
        make_entry(tournament, "Petr Černý")

    assert version_of(tournament) == before + 1
    assert tournament.acts.get().version == before + 1


def test_the_version_is_known_without_a_query_after_the_first(
    django_assert_num_queries, django_capture_on_commit_callbacks
):
    tournament = make_tournament()

    with django_assert_num_queries(1):
        first = current_versions(tournament.slug)
    with django_assert_num_queries(0):
        second = current_versions(tournament.slug)
    with django_capture_on_commit_callbacks(execute=True), acting(tournament, "announce", doer()):
        pass
    with django_assert_num_queries(0):
        third = current_versions(tournament.slug)

    assert second == first
    assert third == (first.latest + 1, first.latest + 1)


@pytest.mark.parametrize("name", sorted(ACTS))
def test_every_act_raises_the_version_and_the_public_one_if_visitors_see_it(name):
    tournament = make_tournament()
    tournament.refresh_from_db()
    before = tournament.version, tournament.public_version

    with acting(tournament, name, doer()):
        pass

    tournament.refresh_from_db()
    shown = before[1] if name in UNSEEN_ACTS else before[0] + 1
    assert (tournament.version, tournament.public_version) == (before[0] + 1, shown)


def test_whatever_is_saved_outside_of_acts_raises_the_public_version_too():
    tournament = make_tournament()

    make_entry(tournament, "Anna Nováková")

    tournament.refresh_from_db()
    assert tournament.public_version == tournament.version


def test_whoever_says_late_which_version_they_made_does_not_bring_it_back():
    tournament = make_tournament()
    slug = tournament.slug

    tell_cache({slug: Versions(8, 8)}, {slug: 7})
    tell_cache({slug: Versions(7, 7)}, {slug: 6})

    assert current_versions(slug) == (8, 8)


def test_there_is_no_version_of_a_tournament_that_is_not():
    assert current_versions("nowhere") is None
