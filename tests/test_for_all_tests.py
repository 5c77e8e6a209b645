"""What a module makes once stands before each of its tests, and locks are watched as ever."""

import pytest
from django.db import transaction

from tests import factories as make
from tournaments.models import Person, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def made(for_all_tests):
    tournament = make.make_tournament()
    return tournament, make.make_entry(tournament).person


@pytest.mark.parametrize("_time", range(2))
def test_each_finds_it_as_it_was_made(made, _time):
    tournament, person = made
    assert Tournament.objects.get().name == tournament.name
    assert Person.objects.get().name == person.name

    Tournament.objects.update(name="Another")
    Person.objects.update(name="Somebody Else")


@transaction.atomic
def lock(*models):
    for model in models:
        list(model.objects.select_for_update())


def test_an_act_that_waits_for_a_person_while_it_has_the_event_fails(made):
    lock(Person, Tournament)

    with pytest.raises(AssertionError, match="Whoever has an event"):
        lock(Tournament, Person)


def test_two_acts_are_not_taken_for_one(made):
    lock(Tournament)
    lock(Person)
