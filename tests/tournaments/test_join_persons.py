"""The series says that two of different names are one, and both are told by name afterwards."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import doer, make_entry, make_person, make_tournament, make_user, signed_in
from tournaments.domain.values import Refused
from tournaments.models import Person
from tournaments.models.entry import Role
from tournaments.models.tournament import State
from tournaments.services import appointing, joining, proofs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


@pytest.fixture
def two():
    """Eva Malá, who married, and Eva Velká."""
    older = make_entry(make_tournament(name="Catan Brno"), make_person("Eva Malá", email="e@b.cz"))
    younger = make_entry(make_tournament(name="Catan Praha"), "Eva Velká", number=7)
    return older, younger


def page_of(person, **query):
    answer = signed_in(None, "administrator").get(reverse("person", args=[person.pk]), query)
    return answer.content.decode()


def test_somebody_of_another_name_is_found_by_name_and_joined(two):
    older, younger = two
    other = younger.person_id
    series = signed_in(None, "administrator")

    before = page_of(older.person)
    found = page_of(older.person, other="velka")
    series.post(
        reverse("join_persons", args=[older.person_id]),
        {"other": other, "query": "velka"},
    )

    younger.refresh_from_db()
    assert "Eva Velká" not in before
    assert "Catan Praha (7)" in found
    assert f'name="other" value="{other}"' in found
    assert 'value="velka"' in found
    assert younger.person == older.person


def test_nobody_is_offered_to_be_joined_with_themselves(two):
    older, _younger = two

    assert "The series knows nobody else of that name." in page_of(older.person, other="mala")


def test_what_was_searched_is_still_there_after_a_refusal(two):
    older, younger = two
    younger.person.user = make_user()
    younger.person.save()
    series = signed_in(None, "administrator")

    answer = series.post(
        reverse("join_persons", args=[older.person_id]),
        {"other": younger.person_id, "query": "velká & co"},
        follow=True,
    ).content.decode()

    assert "The one with the account has to be kept." in answer
    assert 'value="velká &amp; co"' in answer


@pytest.mark.parametrize("who", ["the person", "the series"])
def test_both_sides_of_a_join_are_named(two, who):
    older, younger = two
    joining.join_persons(older.person_id, younger.person_id, doer())

    if who == "the series":
        page = page_of(older.person)
    else:
        address = reverse("my_person", args=[proofs.key_of(older.person)])
        page = Client().get(address).content.decode()

    joined = page[page.index('id="joins"') :]
    # Whom others joined is somebody else's to see.
    assert ("Eva Velká, Catan Praha (7)" in joined) == (who == "the series")
    assert ("Eva Malá, Catan Brno (1)" in joined) == (who == "the series")
    assert ("Results of somebody who is said to be you" in joined) == (who == "the person")


def test_the_series_is_told_that_results_are_grouped_and_how_to_give_rights(two):
    older, younger = two
    owner = younger.person_id
    joining.join_persons(older.person_id, owner, doer())

    kept, other = page_of(older.person), page_of(Person.objects.get(pk=owner))

    assert "The results are grouped; the entry is still that of Eva Velká." in kept
    assert reverse("person", args=[owner]) in kept
    assert "Counts in the season for Eva Malá" in other
    assert "Catan Praha" in other


def test_an_official_by_account_who_plays_under_the_same_name_is_offered_for_a_join():
    tournament = make_tournament(name="Catan Brno")
    karel = make_user("karel")
    entry = make_entry(tournament, "Karel Dub", number=4)
    offered = appointing.name_official(
        tournament, "Karel Dub", Role.SCOREKEEPER, doer(), user=karel, own=False
    )
    appointing.accept_office(tournament, offered.pk, karel, doer("Karel Dub"))
    series = signed_in(None, "administrator")
    persons = reverse("find_persons")
    account = Person.objects.get(user=karel)

    before = series.get(persons).content.decode()
    assert reverse("person", args=[account.pk]) in before
    assert "player 4" in before

    joining.join_persons(account.pk, entry.person_id, doer())
    assert "player 4" not in series.get(persons).content.decode()


def test_two_who_played_in_one_event_are_two_people_and_none_is_to_be_signed_off(two):
    """Once the event is over nobody can be."""
    older, younger = two
    beside = make_entry(older.tournament, younger.person, number=9)
    older.tournament.state = State.FINISHED
    older.tournament.save()

    with pytest.raises(Refused, match="so they are two people") as refused:
        joining.join_persons(older.person_id, younger.person_id, doer())

    assert dict(refused.value.facts)["tournament"] == "Catan Brno"
    beside.refresh_from_db()
    assert beside.person == younger.person
