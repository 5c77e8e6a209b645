"""An official who plays, or may: nobody under 18 is read in full for a spelling."""

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tournaments.models import Entry, Official, Person
from tournaments.models.entry import EntryState, Role
from tournaments.services import appointing, persons
from tournaments.services.persons import Facts

pytestmark = pytest.mark.django_db

SOON = timezone.localdate() + dt.timedelta(days=30)
NAME = "Eva Malá"
SPELLED = [
    "Eva Malá",
    "Mgr. Eva Malá",
    "eva malá",
    "Eva Mala",
    "Malá Eva",
    "Malá, Eva",
    "EVA MALÁ",
    "Eva Malá 2",
    "\u0415va \u041c\u0430l\u00e1",  # Cyrillic
    "EvaMalá",
    "Eva\u0640Malá",
    "Eva Malá Brno",
    "Eva z Brna Malá",
    "Eva Malá st.",
]


def a_player(name: str = NAME, *, by_series: bool = True, **told) -> Entry:
    entry = make.make_entry(
        make.make_tournament(date=SOON), make.make_person(name, minor=by_series)
    )
    Entry.objects.filter(pk=entry.pk).update(**told)
    return Entry.objects.get(pk=entry.pk)


def named(entry: Entry, name: str) -> Official:
    return appointing.name_official(entry.tournament, name, Role.REFEREE, make.doer())


def is_read_in_full(official: Official) -> bool:
    """Whether a visitor reads on the page of the event what was typed."""
    page = Client().get(reverse("tournament", args=[official.tournament.slug])).content.decode()
    return f">{official.name}<" in page or f" {official.name}" in page


@pytest.mark.parametrize("spelled", SPELLED)
@pytest.mark.parametrize("first", ["player", "official"])
def test_no_spelling_of_an_official_shows_the_name_of_a_child_who_plays(spelled, first):
    entry = a_player("Jan Novák" if first == "official" else NAME)
    official = named(entry, spelled)
    Entry.objects.filter(pk=entry.pk).update(name=NAME)

    assert Official.objects.get().public_name != spelled
    assert not is_read_in_full(official)


@pytest.mark.parametrize(
    ("told", "in_full"),
    [
        ({"minor": True}, False),
        ({"minor": True, "full_name_public": True}, True),
        ({"minor": False}, True),
    ],
)
def test_an_official_is_as_old_as_the_own_entry_says(told, in_full):
    entry = a_player(by_series=False, **told)
    official = make.make_official(entry.tournament, Role.REFEREE, entry.person)

    assert official.public_name == (NAME if in_full else "Eva M.")
    assert is_read_in_full(official) is in_full


def test_whose_birth_date_is_known_is_no_child_of_the_name():
    official = named(a_player(), "Eva Malá st.")
    Person.objects.filter(pk=official.person_id).update(birth_date=dt.date(1980, 1, 1))

    assert Official.objects.get().public_name == "Eva Malá st."


def test_the_series_ends_that_a_child_of_the_name_shortens_an_official():
    """A stranger confirms a child of the name from a mailbox of their own."""
    chief = named(a_player("Somebody Else", by_series=False), "Karel Chief")
    make.make_entry(chief.tournament, make.make_person("Karel Chief"), minor=True)
    assert chief.public_name == "Karel Ch."
    series = make.signed_in(None, "administrator")
    page = series.get(reverse("find_persons"), {"q": "Karel"}).content.decode()
    assert reverse("person", args=[chief.person_id]) in page

    told = {"name": "Karel Chief", "full_name_public": "on"}
    series.post(reverse("person", args=[chief.person_id]), told)

    assert Official.objects.get(pk=chief.pk).public_name == "Karel Chief"


@pytest.mark.parametrize("state", [EntryState.UNCONFIRMED, EntryState.CANCELLED])
def test_no_stranger_shortens_an_official_by_a_sign_up_that_is_not_on_the_list(state):
    entry = a_player("Somebody Else")
    official = named(entry, NAME)
    make.make_entry(entry.tournament, make.make_person(NAME, minor=True), state=state)

    assert official.public_name == NAME


@pytest.mark.parametrize("other", ["Ema Malá", "Eva Nováková", "Eva Jana Malá", "Eva"])
def test_another_name_is_shown_as_it_is(other):
    assert named(a_player(), other).public_name == other


@pytest.mark.parametrize("spelled", ["Mgr. Eva Malá", "eva malá", "Eva Mala", "Malá, Eva"])
def test_a_player_under_another_spelling_is_the_same_person(spelled):
    """Who asks to be deleted leaves no office under the name, if the series says it is theirs."""
    entry = a_player()
    official = named(entry, spelled)
    assert official.person == entry.person

    persons.forget_person(entry.person, make.doer(), offices_said=[official.pk])

    assert not Official.objects.filter(name=spelled).exists()


@pytest.mark.parametrize(
    "state", [EntryState.UNCONFIRMED, EntryState.WAITING, EntryState.CANCELLED]
)
def test_nobody_takes_an_office_by_a_sign_up_that_is_not_on_the_list(state):
    stranger = a_player("Karel Chief", state=state)

    official = named(stranger, "Karel Chief")

    assert official.owner != stranger.person


@pytest.mark.parametrize("spelled", [NAME, "Eva Mala"])
@pytest.mark.parametrize("child", [{}, {"state": EntryState.UNCONFIRMED}])
def test_of_two_players_of_the_name_none_is_the_official(spelled, child):
    """An adult of the name, who may be made up, makes no child read in full."""
    entry = a_player(by_series=False)
    make.make_entry(entry.tournament, make.make_person(NAME), minor=True, **child)
    Person.objects.filter(pk=entry.person_id).update(birth_date=dt.date(1990, 1, 1))

    official = named(entry, spelled)

    assert not Entry.objects.filter(person=official.owner).exists()
    assert (official.public_name == spelled) is bool(child)


def test_a_player_of_the_name_says_nothing_of_how_old_the_official_is():
    """Who signed up before the office was named, and before the child, may be a puppet."""
    puppet = a_player(by_series=False)
    named(puppet, NAME)
    make.make_entry(puppet.tournament, make.make_person(NAME), minor=True)
    assert Official.objects.get().public_name == "Eva M."

    Person.objects.filter(pk=puppet.person_id).update(birth_date=dt.date(1990, 1, 1))

    assert Official.objects.get().public_name == "Eva M."


def test_the_series_says_of_an_official_alone_that_they_are_of_age():
    """A player of the name refuses, who may be the chief; the series knows better."""
    stranger = a_player("Karel Chief", by_series=False)
    chief = named(stranger, "Karel Chief")
    assert chief.person == stranger.person
    for agreed in (True, False):
        facts = Facts("Karel Chief", None, minor=True, full_name_public=agreed)
        persons.change_facts(stranger.person, facts, make.doer())
    assert Official.objects.get().public_name == "Karel Ch."

    persons.forget_person(stranger.person, make.doer(), by_themselves=True)
    of_age = Facts("Karel Chief", None, minor=False, full_name_public=True)
    persons.change_facts(Official.objects.get().owner, of_age, make.doer())

    left = Official.objects.get()
    assert (left.public_name, left.token) == ("Karel Chief", chief.token)


def test_a_sign_up_that_nobody_confirmed_keeps_no_player_from_the_own_office():
    player = a_player("Karel Chief", by_series=False)
    make.make_entry(player.tournament, "Karel Chief", state=EntryState.UNCONFIRMED)

    assert named(player, "Karel Chief").person == player.person


def test_nothing_is_kept_of_an_office_that_was_said_to_be_whoever_is_deleted():
    player = a_player("Karel Chief", by_series=False)
    chief = named(player, "Karel Chief")

    persons.forget_person(player.person, make.doer(), offices_said=[chief.pk])

    for kept in (Official.objects, Official.history, Person.objects, Person.history):
        assert not kept.filter(name="Karel Chief").exists()


def test_a_parent_of_the_name_is_another_person():
    entry = a_player("Jan Novák ml.")

    assert named(entry, "Jan Novák st.").person != entry.person
    assert named(entry, "Jan Novák").person != entry.person


def test_an_official_under_another_spelling_is_no_second_one():
    entry = a_player("Somebody Else")

    assert named(entry, NAME) == named(entry, "Ing. Eva Malá")


def test_an_office_that_a_child_leaves_to_whoever_may_hold_it_stays_short():
    entry = a_player()
    official = named(entry, NAME)

    persons.forget_person(entry.person, make.doer(), by_themselves=True)

    left = Official.objects.get(pk=official.pk)
    assert left.person != entry.person
    assert left.public_name == "Eva M."


def test_a_namesake_who_is_deleted_takes_no_office_along_that_a_name_gave_them(client):
    """The page lists it, and what is not ticked there stays with its holder."""
    entry = a_player("Karel Chief", by_series=False)
    chief = named(entry, "Karel Chief")
    other = make.make_official(entry.tournament, Role.SCOREKEEPER, entry.person)
    series = make.signed_in(None, "administrator")
    address = reverse("forget_person", args=[entry.person_id])
    with translation.override("en"):
        asked = series.get(address).content.decode()
    assert f'name="office" value="{chief.pk}"' in asked

    series.post(address, {"office": [other.pk]})

    left, gone = (Official.objects.get(pk=office.pk) for office in (chief, other))
    assert (left.name, left.token) == ("Karel Chief", chief.token)
    assert left.public_name == "Karel Chief"
    assert left.owner.name == "Karel Chief"
    assert (gone.name, gone.token) == ("", None)
    assert client.get(reverse("official_link", args=[chief.token])).status_code != 404


def finds(query: str, official: Official) -> bool:
    """Whether the series finds the official's person by a search."""
    series = make.signed_in(None, "administrator")
    page = series.get(reverse("find_persons"), {"q": query}).content.decode()
    return reverse("person", args=[official.person_id]) in page


def test_the_series_finds_an_official_who_never_played():
    tournament = make.make_tournament(date=SOON, town="Litovel")
    official = appointing.name_official(tournament, "Rita Referee", Role.REFEREE, make.doer())

    assert finds("Rita", official)
    assert finds("Litovel", official)


def test_nor_is_an_official_lost_who_saw_the_desk_and_was_dismissed():
    """What they signed stays, so somebody has to find them to delete it."""
    official = named(a_player(), "Rita Referee")
    appointing.open_link(official.token)

    appointing.dismiss_official(official.tournament, official.pk, make.doer())

    assert finds("Rita", official)
    persons.forget_person(official.person, make.doer())
    assert not finds("Rita", official)
    assert not Official.history.filter(name="Rita Referee").exists()


def test_of_an_official_who_was_only_named_nothing_stays_after_the_dismissal():
    official = named(a_player(), "Rita Referee")

    appointing.dismiss_official(official.tournament, official.pk, make.doer())

    assert not Person.objects.filter(name="Rita Referee").exists()
    assert not Official.history.filter(name="Rita Referee").exists()


def test_nor_of_one_who_was_asked_and_declined():
    tournament, account = make.make_tournament(date=SOON), make.make_user("rita")
    who = make.doer()
    official = appointing.name_official(
        tournament, "Rita Referee", Role.REFEREE, who, user=account, own=False
    )

    appointing.decline_office(tournament, official.pk, account, who)

    assert not Person.objects.filter(name="Rita Referee").exists()


def test_a_player_who_is_dismissed_stays_known():
    official = named(a_player(), NAME)

    appointing.dismiss_official(official.tournament, official.pk, make.doer())

    assert Entry.objects.get().person == official.person
