"""Persons on whom nothing hangs any more."""

import datetime as dt

import pytest

from tests import factories as make
from tests.factories import at
from tournaments import tasks
from tournaments.models import Official, Person
from tournaments.models.entry import Role
from tournaments.services import appointing

pytestmark = pytest.mark.django_db

LATER = at(9) + dt.timedelta(days=8)


def test_the_clock_deletes_whom_nothing_holds_a_week_later(time_machine):
    time_machine.move_to(at(9))
    tournament = make.make_tournament()
    kept = {
        make.make_entry(tournament, "Player One").person,
        make.make_official(tournament, Role.REFEREE, "Rita Referee").person,
        make.make_person("Petr Proved", email="petr@example.org"),
        make.make_person("Karel Account", user=make.make_user("karel")),
        make.make_person("Nora No", full_name_withdrawn_at=at(8)),
        make.make_person("", forgotten_at=at(8)),
    }
    make.make_person("Eva Malá", minor=True)
    time_machine.move_to(LATER)
    kept |= {make.make_person("Just Now")}

    tasks.empty_histories.delay()

    assert set(Person.objects.all()) == kept
    assert not Person.history.filter(name="Eva Malá").exists()


def test_the_series_still_finds_whoever_held_an_office(time_machine):
    time_machine.move_to(at(9))
    tournament = make.make_tournament()
    rita = appointing.name_official(tournament, "Rita Referee", Role.REFEREE, make.doer())
    Official.objects.filter(pk=rita.pk).update(saw_desk=True)
    appointing.dismiss_official(tournament, rita.pk, make.doer())
    time_machine.move_to(LATER)

    tasks.empty_histories.delay()

    assert Person.objects.filter(name="Rita Referee").exists()


def test_nothing_tells_of_an_office_that_counted_for_a_player_and_was_let_go():
    tournament = make.make_tournament()
    player = make.make_entry(tournament, "Karel Chief").person
    chief = appointing.name_official(tournament, "Karel Chief", Role.REFEREE, make.doer())
    assert chief.person == player

    appointing.dismiss_official(tournament, chief.pk, make.doer())

    assert not Official.history.filter(name="Karel Chief").exists()
    assert Person.objects.get(name="Karel Chief") == player
