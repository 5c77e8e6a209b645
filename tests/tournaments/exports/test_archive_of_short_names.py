"""Whoever is shown short where an archive is written is shown short wherever it is read."""

import datetime as dt

import pytest
from django.utils import timezone

from tests import factories as make
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.models import Entry, Join, Official, Person, Tournament
from tournaments.models.entry import Role
from tournaments.models.tournament import State
from tournaments.services import joining, persons
from tournaments.services.persons import Facts

pytestmark = pytest.mark.django_db

SOON = timezone.localdate() + dt.timedelta(days=30)
CHILD = dt.date(SOON.year - 14, 1, 1)
NAME = "Eva Malá"


def signed_up_as_adult(name: str = NAME) -> Entry:
    """Somebody who is known by a mailbox."""
    person = make.make_person(name, email="p@example.org", address_at=timezone.now())
    return make.make_entry(make.make_tournament(date=SOON), person)


def elsewhere(document: dict) -> Entry:
    """The one player of an archive that is read on a site where nobody is known."""
    for model in (Join, Entry, Official, Tournament, Person):
        model.objects.all().delete()
    return read_archive(document).entries.select_related("person", "joined_from").get()


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("over", [None, State.FINISHED, State.CANCELLED])
@pytest.mark.parametrize(
    ("name", "facts"),
    [
        pytest.param(NAME, Facts(NAME, None, True, False), id="under 18, no full name"),
        pytest.param(NAME, Facts(NAME, CHILD, True, False), id="by the birth date"),
        pytest.param("Malá", Facts("Malá", None, True, False), id="one word"),
    ],
)
def test_who_said_on_their_own_page_that_they_are_a_child_is_one_elsewhere(
    name, facts, over, whole
):
    entry = signed_up_as_adult(name)
    persons.change_facts(entry.person, facts, make.doer())
    if over == State.FINISHED:
        frozen = Entry.objects.get()
        frozen.freeze(SOON)
        frozen.save()
    if over:
        finished = timezone.now() if over == State.FINISHED else None
        Tournament.objects.update(state=over, finished_at=finished, cancelled_reason="Flooded.")
    short = Entry.objects.get().public_name
    assert short != name

    there = elsewhere(archive_of(Tournament.objects.get(), whole=whole))

    assert there.public_name == short
    assert there.person.public_name == short


def test_a_birth_date_alone_makes_a_child_elsewhere_and_is_told_to_nobody():
    entry = signed_up_as_adult()
    Person.objects.filter(pk=entry.person_id).update(birth_date=CHILD)

    document = archive_of(entry.tournament)

    assert str(CHILD) not in str(document)
    assert elsewhere(document).public_name == "Eva M."


def test_who_is_short_by_the_word_of_whom_others_joined_stays_short_elsewhere():
    entry = signed_up_as_adult()
    other = make.make_entry(make.make_tournament(date=SOON), make.make_person("Petr Puppet"))
    joining.join_persons(other.person_id, entry.person_id, make.doer())
    persons.change_facts(other.person, Facts("Petr Puppet", None, True, False), make.doer())
    assert Entry.objects.get(pk=entry.pk).public_name == "Eva M."

    there = elsewhere(archive_of(entry.tournament))

    assert (there.public_name, there.person.public_name) == ("Eva M.", "Eva M.")


def test_an_official_who_refused_is_short_elsewhere():
    tournament = make.make_tournament(date=SOON)
    refused = make.make_person(NAME, full_name_withdrawn_at=timezone.now())
    make.make_official(tournament, Role.REFEREE, refused)

    copied = read_archive(archive_of(tournament), copy_to="copy").officials.get()

    assert copied.public_name == "Eva M."


def test_an_archive_that_says_nothing_of_refusals_is_read():
    entry = signed_up_as_adult()
    document = archive_of(entry.tournament)
    for person in document["persons"]:
        del person["named_as_withdrawn"]

    assert elsewhere(document).public_name == NAME


@pytest.mark.parametrize("whole", [False, True])
def test_an_adult_is_read_in_full_elsewhere(whole):
    entry = signed_up_as_adult()
    Person.objects.update(birth_date=dt.date(1990, 1, 1), named_as_withdrawn=True)
    assert Entry.objects.get().public_name == NAME

    there = elsewhere(archive_of(entry.tournament, whole=whole))

    assert (there.public_name, there.person.public_name) == (NAME, NAME)
