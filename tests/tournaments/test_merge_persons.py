"""Two persons who are one."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    doer,
    make_entry,
    make_junior,
    make_official,
    make_person,
    make_tournament,
    make_user,
    signed_in,
)
from tournaments.domain.values import Refused
from tournaments.models import Entry, Person
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.services import persons

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def test_everything_of_the_other_one_goes_over_to_the_kept_one():
    here, elsewhere = make_tournament(), make_tournament(state=State.FINISHED)
    keep = make_person("Eva Malá", email="eva@example.org")
    other = make_junior("Eva Mala", birth_date=dt.date(2014, 3, 1))
    other.user = make_user("eva")
    other.save()
    make_entry(here, keep)
    played = make_entry(elsewhere, other)
    office = make_official(elsewhere, Role.SCOREKEEPER, other)

    persons.merge_persons(here, keep.pk, other.pk, doer())

    keep.refresh_from_db()
    played.refresh_from_db()
    office.refresh_from_db()
    assert played.person == office.person == keep
    assert (keep.email, keep.birth_date) == ("eva@example.org", dt.date(2014, 3, 1))
    assert keep.user.username == "eva"
    assert not Person.objects.filter(pk=other.pk).exists()
    assert not Person.history.filter(id=other.pk).exists()


def test_two_players_of_one_tournament_are_refused_with_their_numbers():
    here, elsewhere = make_tournament(), make_tournament(name="Catan Praha")
    keep, other = make_person("Eva Malá"), make_person("Eva Malá")
    make_entry(here, keep)
    make_entry(elsewhere, keep)
    make_entry(elsewhere, other)

    with pytest.raises(Refused, match="Catan Praha, under 1 and 2"):
        persons.merge_persons(here, keep.pk, other.pk, doer())

    assert Person.objects.count() == 2


def test_an_entry_that_was_signed_off_gives_way():
    tournament = make_tournament()
    keep, other = make_person("Eva Malá"), make_person("Eva Malá")
    make_entry(tournament, keep, state=EntryState.CANCELLED)
    make_entry(tournament, other)

    persons.merge_persons(tournament, keep.pk, other.pk, doer())

    entry = Entry.objects.get()
    assert (entry.person, entry.number, entry.state) == (keep, 2, EntryState.CONFIRMED)


def test_an_office_both_hold_is_held_once():
    tournament = make_tournament()
    keep, other = make_person("Eva Malá"), make_person("Eva Malá")
    make_entry(tournament, keep)
    make_official(tournament, Role.REFEREE, keep)
    make_official(tournament, Role.REFEREE, other)

    persons.merge_persons(tournament, keep.pk, other.pk, doer())

    assert tournament.officials.get().person == keep


def test_strangers_to_the_tournament_are_not_merged_there():
    tournament = make_tournament()
    keep, other = make_person("Eva Malá"), make_person("Eva Malá")

    with pytest.raises(Refused, match="Neither"):
        persons.merge_persons(tournament, keep.pk, other.pk, doer())


@pytest.mark.parametrize("same", [True, False])
def test_it_takes_two(same):
    tournament = make_tournament()
    keep = make_entry(tournament).person

    with pytest.raises(Refused, match="two different"):
        persons.merge_persons(tournament, keep.pk, keep.pk if same else 0, doer())


def test_the_page_finds_doubles_asks_which_to_keep_and_merges():
    tournament = make_tournament()
    keep = make_entry(tournament, make_person("Eva Malá", email="eva@example.org")).person
    other = make_person("Eva Mala")
    make_entry(make_tournament(name="Catan Praha"), other)
    desk = signed_in(tournament)
    address = reverse("merge_persons", args=[tournament.slug])

    found = desk.get(address).content.decode()
    assert f"?one={keep.pk}&amp;other={other.pk}" in found
    asked = desk.get(address, {"one": keep.pk, "other": other.pk}).content.decode()
    assert "Which of the two stays?" in asked
    assert "Catan Praha (1)" in asked
    assert Person.objects.filter(pk=other.pk).exists()

    desk.post(address, {"one": keep.pk, "other": other.pk, "keep": keep.pk})
    assert not Person.objects.filter(pk=other.pk).exists()


def test_somebody_spelled_differently_is_found_by_a_search():
    tournament = make_tournament()
    one = make_entry(tournament, "E. Malá").person
    other = make_person("Evička Malá")
    address = reverse("merge_persons", args=[tournament.slug])

    page = signed_in(tournament).get(address, {"one": one.pk, "q": "evicka"}).content.decode()

    assert f"?one={one.pk}&amp;other={other.pk}" in page


def test_of_minors_elsewhere_only_the_initial_is_shown():
    tournament = make_tournament()
    one = make_entry(tournament, "E. Malá").person
    make_junior("Evička Malá")
    address = reverse("merge_persons", args=[tournament.slug])

    page = signed_in(tournament).get(address, {"one": one.pk, "q": "evicka"}).content.decode()

    assert "Evička M." in page
    assert "Evička Malá" not in page
