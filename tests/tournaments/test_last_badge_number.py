"""Badge numbers once the highest that a column holds was given."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tournaments.domain.bounds import SMALL
from tournaments.domain.entering import spare_number
from tournaments.domain.values import Refused
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import entering, unconfirmed

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    """The lowest two numbers are worn, and the highest was given to a sign-up."""
    tournament = make.make_tournament(capacity=30)
    make.make_entry(tournament, number=1)
    make.make_entry(tournament, number=2)
    make.make_entry(tournament, number=SMALL, state=EntryState.UNCONFIRMED)
    return tournament


def sign_up(tournament, name="Vilma Opozdilá"):
    typed = {"name": name, "email": "vilma@example.org", "age": "adult"}
    return Client().post(reverse("register", args=[tournament.slug]), typed)


def number_of(tournament, name="Vilma Opozdilá"):
    return tournament.entries.get(name=name).number


def test_a_sign_up_gets_the_lowest_that_nobody_wore(tournament):
    assert sign_up(tournament).status_code == 302

    assert number_of(tournament) == 3


@pytest.mark.parametrize("page", ["add_entry", "walk_in"])
def test_so_does_whoever_the_desk_writes_down(tournament, page):
    if page == "walk_in":
        tournament.state = State.CHECK_IN
        tournament.save()

    make.signed_in(tournament).post(
        reverse(page, args=[tournament.slug]), {"name": "Vilma Opozdilá", "age": "adult"}
    )

    assert number_of(tournament) == 3


def test_a_number_that_somebody_wore_is_given_to_nobody_else(tournament):
    gone = make.make_entry(tournament, number=3, state=EntryState.CONFIRMED)
    gone.delete()
    make.make_entry(tournament, number=4, state=EntryState.CANCELLED)

    sign_up(tournament)

    assert number_of(tournament) == 5


def test_a_number_that_only_a_dropped_sign_up_had_is_given_again(tournament):
    made_up = make.make_entry(tournament, number=3, state=EntryState.UNCONFIRMED)
    unconfirmed.drop_unconfirmed(tournament, [made_up.pk], make.doer())

    sign_up(tournament)

    assert number_of(tournament) == 3


def test_a_number_of_what_lapsed_waits_until_nobody_can_take_it_back(tournament):
    late = make.make_entry(
        tournament,
        number=3,
        state=EntryState.UNCONFIRMED,
        registered_at=make.at(9, day=make.DAY - 5 * make.dt.timedelta(days=1)),
    )
    entering.lapse_registrations(make.at(9, day=make.DAY - 2 * make.dt.timedelta(days=1)))
    assert tournament.lapsed.filter(number=late.number).exists()

    sign_up(tournament)

    assert number_of(tournament) == 4


def test_where_all_were_worn_it_is_said_in_words(tournament, monkeypatch):
    monkeypatch.setattr(entering, "_numbers_worn", lambda _event: frozenset(range(1, SMALL + 1)))

    with translation.override("en"):
        page = sign_up(tournament).content.decode()

    assert "badge numbers of this tournament have been given" in page


def test_the_highest_number_is_given_before_any_is_given_again():
    assert spare_number(range(1, SMALL)) == SMALL
    with pytest.raises(Refused):
        spare_number(range(1, SMALL + 1))
