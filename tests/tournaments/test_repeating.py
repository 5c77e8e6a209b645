"""What the database undoes for somebody else's sake is done again, and never lost."""

import itertools
import sqlite3

import psycopg
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests import factories as make
from tournaments.models import Entry, Tournament
from tournaments.models.entry import EntryState
from tournaments.services import (
    announcing,
    checking_in,
    entering,
    importing,
    offices,
    results,
    schools,
    signing_up,
)
from tournaments.services.proofs import proof_of
from tournaments.views import repeating

pytestmark = pytest.mark.django_db(transaction=True)

TYPED = {"name": "Eva Malá", "age": "adult", "language": "pl", "note": "phoned"}


def _sqlite_is_busy():
    error = sqlite3.OperationalError("database is locked")
    error.sqlite_errorcode = sqlite3.SQLITE_BUSY
    return error


CAUSES = {
    "deadlock": psycopg.errors.DeadlockDetected,
    "serialization": psycopg.errors.SerializationFailure,
    "busy": _sqlite_is_busy,
    "lock held": psycopg.errors.LockNotAvailable,
}


@pytest.fixture
def desk(monkeypatch):
    """Somebody at a desk of an event, whose answer may be a page of an error."""
    monkeypatch.setattr(repeating, "WITHIN_SECONDS", 0)
    translation.activate("en")
    tournament = make.make_tournament()
    client = make.signed_in(tournament)
    client.raise_request_exception = False
    return tournament, client


@pytest.fixture
def undone(monkeypatch):
    """Let the database undo an act so many times, after it was done; how often it was begun."""
    begun = itertools.count()

    def make_it(service, name, cause, times):
        act = getattr(service, name)

        def acting_in_vain(*args, **kwargs):
            if next(begun) < times:
                raise OperationalError from CAUSES[cause]()
            return act(*args, **kwargs)

        monkeypatch.setattr(service, name, acting_in_vain)
        return begun

    return make_it


@pytest.mark.parametrize("cause", ["deadlock", "serialization", "busy"])
def test_an_act_that_was_undone_is_done_again_three_times(desk, undone, cause):
    tournament, client = desk
    undone(entering, "add_entry", cause, 3)

    answer = client.post(reverse("add_entry", args=[tournament.slug]), TYPED)

    assert answer.status_code == 302
    assert Entry.objects.get().note == "phoned"
    assert tournament.acts.filter(name="add_entry").count() == 1


@pytest.mark.parametrize(("cause", "begun"), [("deadlock", 4), ("busy", 4), ("lock held", 1)])
def test_then_the_form_comes_back_with_everything_that_was_typed(desk, undone, cause, begun):
    tournament, client = desk
    counter = undone(entering, "add_entry", cause, 99)

    answer = client.post(reverse("add_entry", args=[tournament.slug]), TYPED)
    page = answer.content.decode()

    assert next(counter) == begun
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert 'value="Eva Malá"' in page
    assert 'value="phoned"' in page
    assert "nothing of this is saved yet" in page
    assert not Entry.objects.exists()


def _walk_in(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(state="check-in", date=timezone.localdate())
    return checking_in, "walk_in", reverse("walk_in", args=[tournament.slug])


def _sign_up(tournament):
    return signing_up, "register", reverse("register", args=[tournament.slug])


def _request_of_an_office(_tournament):
    return offices, "ask_for_office", reverse("ask_for_office")


def _school(_tournament):
    return schools, "tell_of_school", reverse("tell_of_school")


OTHER_FORMS = {
    _sign_up: {"name": "Eva Malá", "email": "eva@example.org", "age": "adult"},
    _walk_in: {"name": "Eva Malá", "age": "adult"},
    _request_of_an_office: {
        "name": "Eva Malá",
        "email": "eva@example.org",
        "place": "Telč",
        "text": "A tournament for thirty.",
    },
    _school: {"school": "Eva Malá", "town": "Telč", "contact": "eva@example.org", "text": "Chess."},
}


@pytest.mark.parametrize("form", OTHER_FORMS, ids=lambda form: form.__name__)
def test_every_form_comes_back_as_it_was_typed(desk, undone, form):
    tournament, client = desk
    service, name, address = form(tournament)
    undone(service, name, "lock held", 99)

    answer = client.post(address, OTHER_FORMS[form])
    page = answer.content.decode()

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "nothing of this is saved yet" in page
    assert 'value="Eva Malá"' in page
    assert '<input type="hidden" name="name"' not in page


def _played():
    return {
        f"points-{place}": str(points) for place, points in enumerate((10, 8, 5, 4), start=1)
    } | {f"presence-{place}": "played" for place in range(1, 5)}


def test_a_result_comes_back_as_it_was_typed(desk, undone):
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    undone(results, "enter_result", "lock held", 99)
    address = reverse("enter_result", args=[tournament.slug, 1, 1])

    answer = make.signed_in(tournament).post(
        address, {**_played(), "winner": "", "seen": "0", "draw": "1", "note": ""}
    )
    page = answer.content.decode()

    assert answer.status_code == 503
    assert "nothing of this is saved yet" in page
    assert 'name="points-2" value="8"' in page


def test_of_a_grid_what_is_saved_is_saved_and_the_rest_stays_as_it_was_typed(desk, undone):
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    begun = undone(results, "enter_result", "lock held", 1)
    typed = {
        f"t{table}-points-{place}": str(points)
        for table in (1, 2)
        for place, points in enumerate((10, 8, 5, 4), start=1)
    }
    seen = {f"t{table}-seen": "0" for table in (1, 2)}
    address = reverse("results_desk", args=[tournament.slug, 1])

    page = make.signed_in(tournament).post(address, {**typed, **seen, "draw": "1"}).content.decode()

    # The second table does not wait again.
    assert next(begun) == 1
    assert page.count("nothing of this is saved yet") == 2
    assert page.count('value="8"') == 2


def test_an_act_without_a_form_of_its_own_is_asked_for_again_with_what_was_sent(desk, undone):
    tournament, client = desk
    counter = undone(announcing, "cancel_tournament", "deadlock", 99)
    address = reverse("cancel_tournament", args=[tournament.slug])

    answer = client.post(address, {"reason": "The hall is flooded.", "password": "correct horse"})
    page = answer.content.decode()

    assert next(counter) == 4
    assert answer.status_code == 503
    assert 'value="The hall is flooded."' in page
    assert "correct horse" not in page
    assert f'action="{address}"' in page


def test_whoever_has_saved_something_before_is_not_repeated(desk, monkeypatch):
    tournament, client = desk
    add = entering.add_entry

    def add_and_fail(*args, **kwargs):
        add(*args, **kwargs)
        raise OperationalError from CAUSES["deadlock"]()

    monkeypatch.setattr(entering, "add_entry", add_and_fail)

    answer = client.post(reverse("add_entry", args=[tournament.slug]), TYPED)

    assert answer.status_code == 503
    assert "A part of it is saved already" in answer.content.decode()
    assert Entry.objects.count() == 1


def test_who_confirms_is_told_so_although_the_join_that_follows_was_undone(undone):
    tournament = make.make_tournament(date=timezone.localdate())
    known = make.make_person("Eva Malá", email="eva@example.org")
    make.make_entry(make.make_tournament(state="sent"), known)
    who = make.doer(now=timezone.now())
    sign_up = entering.SignUp("Eva Malá", "eva@example.org")
    entry = signing_up.register(tournament, sign_up, who).entry
    link = reverse("confirm_registration", args=[tournament.slug, entry.token])
    query = f"?proof={proof_of(entry)}&version={entry.versions[0]['key']}"
    undone(signing_up, "join_by_address", "deadlock", 2)

    answer = Client().post(link + query)

    entry.refresh_from_db()
    assert answer.status_code == 302
    assert (entry.state, entry.person) == (EntryState.CONFIRMED, known)


def test_a_file_is_read_from_its_beginning_each_time(desk, undone):
    tournament, client = desk
    file = SimpleUploadedFile("players.csv", "name\nEva Malá\n".encode(), "text/csv")
    undone(importing, "preview_entries", "deadlock", 1)

    answer = client.post(reverse("import_entries", args=[tournament.slug]), {"file": file})

    assert answer.status_code == 200
    assert "Eva Malá" in answer.content.decode()


def test_a_file_that_could_not_be_taken_is_asked_for_once_more(desk, undone):
    tournament, client = desk
    file = SimpleUploadedFile("players.csv", "name\nEva Malá\n".encode(), "text/csv")
    undone(importing, "preview_entries", "deadlock", 99)

    answer = client.post(reverse("import_entries", args=[tournament.slug]), {"file": file})

    assert answer.status_code == 503
    assert "choose the file once more" in answer.content.decode()
