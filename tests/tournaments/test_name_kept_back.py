"""A consent to the full name that was taken back stays taken back, whatever an event says since."""

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tests.tournaments.test_stale_form import form_of
from tournaments.models import Entry, Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.services import joining, persons
from tournaments.services.persons import Facts

pytestmark = pytest.mark.django_db

SOON = timezone.localdate() + dt.timedelta(days=40)
NAME = "Eva Malá"


def taken_back(person: Person, birth_date: dt.date | None = None) -> Entry:
    """An entry of a child whose full name was public until the series heard otherwise."""
    entry = make.make_entry(make.make_tournament(date=SOON), person)
    for agreed in (True, False):
        persons.change_facts(entry.person, Facts(NAME, birth_date, True, agreed), make.doer())
    return again(entry)


def again(entry: Entry) -> Entry:
    return Entry.objects.get(pk=entry.pk)


def a_child(**fields) -> Person:
    return make.make_person(NAME, minor=True, **fields)


def is_shown(client, tournament: Tournament) -> bool:
    """Whether visitors read the full name on the list of players."""
    page = client.get(reverse("players", args=[tournament.slug])).content.decode()
    assert "Eva M" in page
    return NAME in page


@pytest.mark.parametrize(("email", "junior"), [("", True), ("mum@example.org", False), ("", False)])
def test_the_desk_makes_nobody_older_to_publish_the_name(client, email, junior):
    born = dt.date(SOON.year - 11, 3, 1) if junior else None
    child = make.make_junior(NAME, birth_date=born) if junior else a_child()
    Person.objects.filter(pk=child.pk).update(email=email)
    entry = taken_back(Person.objects.get(pk=child.pk), born)
    desk = make.signed_in(entry.tournament)
    page = reverse("edit_entry", args=[entry.tournament.slug, entry.pk])

    desk.post(page, form_of(desk.get(page), "age") | {"age": "adult", "birth_date": ""})

    assert not is_shown(client, entry.tournament)


def test_who_is_eighteen_by_their_own_word_is_shown_again(client):
    entry = taken_back(a_child())

    persons.change_facts(entry.person, Facts(NAME, None, False, False), make.doer())

    entry = again(entry)
    assert entry.person.full_name_withdrawn_at is None
    Entry.objects.filter(pk=entry.pk).update(minor=False)
    assert is_shown(client, entry.tournament)


def test_taking_back_what_an_event_was_told_is_noted_of_whomever():
    """The person's own row may not know that they are under 18."""
    person = make.make_person(NAME, email="mum@example.org")
    entry = make.make_entry(make.make_tournament(date=SOON), person)
    Entry.objects.filter(pk=entry.pk).update(minor=True, full_name_public=True)

    persons.change_facts(person, Facts(NAME, None, False, False), make.doer())

    assert again(entry).public_name == "Eva M."
    assert again(entry).person.full_name_withdrawn_at is not None


def test_a_spelling_mended_since_publishes_no_name():
    entry = taken_back(a_child())
    # The desk said 18.
    Person.objects.filter(pk=entry.person_id).update(minor=False)

    persons.change_facts(entry.person, Facts("Ewa Malá", None, False, False), make.doer())

    assert again(entry).person.public_name == "Ewa M."


def test_who_has_turned_eighteen_is_shown_as_everybody():
    entry = taken_back(a_child(), dt.date(SOON.year - 10, 1, 1))
    Person.objects.filter(pk=entry.person_id).update(birth_date=dt.date(SOON.year - 30, 1, 1))

    assert again(entry).public_name == NAME


@pytest.mark.parametrize("kept", ["puppet", "own"])
def test_a_join_carries_it_over_and_so_does_taking_it_back(kept):
    puppet = make.make_entry(make.make_tournament(date=SOON), a_child(full_name_public=True))
    entry = taken_back(a_child())
    pair = [entry, puppet] if kept == "puppet" else [puppet, entry]
    own = Tournament.objects.all()

    join = joining.join_entry(pair[0].tournament, pair[0].pk, pair[1].pk, own, make.doer())

    assert again(entry).person_id == again(puppet).person_id
    assert [again(one).public_name for one in pair] == ["Eva M.", "Eva M."]
    joining.undo_own_join(join.pk, own, make.doer())
    assert again(entry).person_id != again(puppet).person_id
    assert [again(one).public_name for one in pair] == ["Eva M.", "Eva M."]


def test_a_list_without_ages_makes_no_child_of_age(client):
    entry = taken_back(a_child(email="mum@example.org"))
    Entry.objects.filter(pk=entry.pk).update(state=EntryState.CANCELLED)
    desk = make.signed_in(entry.tournament)
    address = reverse("import_entries", args=[entry.tournament.slug])

    listed = SimpleUploadedFile("l.csv", f"name,e-mail\n{NAME},mum@example.org\n".encode())
    preview = desk.post(address, {"file": listed})
    desk.post(address, form_of(preview, "preview"))

    entry = again(entry)
    assert entry.state != EntryState.CANCELLED
    assert entry.minor
    assert not is_shown(client, entry.tournament)


def test_a_date_before_all_years_is_refused_in_words():
    tournament = make.make_tournament(date=SOON)
    desk = make.signed_in(tournament)
    page = reverse("edit_tournament", args=[tournament.slug])

    answer = desk.post(
        page, form_of(desk.get(page), "venue") | {"form-0-starts_at": "0001-01-01T00:00"}
    )

    assert answer.status_code == 200
