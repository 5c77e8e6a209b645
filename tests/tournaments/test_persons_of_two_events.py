"""What one event does leaves the people of another alone: nothing of them is read or changed.

Every address is walked by every role of the one event, with everything in its reach pointed at the
people of the other: their keys, their names, their e-mail addresses.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.forms import model_to_dict
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests import factories as make
from tests.tournaments.test_permissions import with_arguments
from tournaments.models import Entry, Join, Mail, Person, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.models.tournament import Kind, State
from tournaments.permissions import Who
from tournaments.services import (
    closing,
    entering,
    importing,
    joining,
    persons,
    refereeing,
    undoing,
)
from tournaments.services.entering import SignUp

pytestmark = pytest.mark.django_db

CHILD_BORN, YOUTH_BORN = dt.date(2015, 2, 10), dt.date(2010, 11, 27)
SECRETS = ("Tajemná", "tajna@example.org", "Skrytý", "skryty@example.org", "Hana Tichá")
"""What only the other event and the series know: surnames of minors, addresses, a name."""


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


@pytest.fixture
def theirs() -> Tournament:
    """An event that is over and sent: its winner is a child whom no other event knows."""
    tournament = make.ready_to_draw(11, name="Catan Theirs", kind=Kind.OTHER, rounds=1)
    child = make.make_person(
        "Ewa Tajemná", email="tajna@example.org", birth_date=CHILD_BORN, minor=True
    )
    make.make_entry(tournament, child, state=EntryState.CHECKED_IN)
    make.play(tournament)
    make.draw_lots(tournament)
    make.agreeing(lambda who: closing.finish(tournament, who))
    make.agreeing(lambda who: closing.send_results(tournament, who))
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def mine(theirs: Tournament) -> Tournament:
    """An event of others, running, where somebody plays who played there too: as "Jan Zdejší"
    here, as "Jan Skrytý", sixteen years old, to the series."""
    tournament = make.ready_to_draw(11, name="Catan Mine")
    youth = make.make_person(
        "Jan Skrytý", email="skryty@example.org", birth_date=YOUTH_BORN, minor=True
    )
    make.make_entry(theirs, youth, state=EntryState.NO_SHOW)
    make.make_entry(
        tournament,
        youth,
        name="Jan Zdejší",
        email="jan@example.org",
        state=EntryState.CHECKED_IN,
    )
    adult = make.make_person("Hana Tichá")
    make.make_entry(theirs, adult, state=EntryState.NO_SHOW, name="Hana Hlasitá")
    make.make_entry(tournament, adult, name="Hana Zdejší", state=EntryState.WITHDRAWN)
    make.publish(tournament)
    refereeing.open_ruling(tournament, "Whose turn is it?", make.doer())
    make.give_office(make.make_user())
    make.make_invitation()
    make.make_request()
    return tournament


def child_of(theirs: Tournament) -> Entry:
    return theirs.entries.select_related("person").get(name="Ewa Tajemná")


def known_of(theirs: Tournament) -> dict[str, Any]:
    """All that the event and the series hold of its people, and what it shows."""
    event = read_event(Tournament.objects.get(pk=theirs.pk))
    people = Person.objects.filter(entries__tournament=theirs).order_by("pk")
    return {
        "entries": list(theirs.entries.order_by("pk").values()),
        "persons": [model_to_dict(person) for person in people],
        "standings": event.standings().rows,
        "juniors": event.juniors,
        "names": [entry.public_name for entry in event.entries.values()],
    }


def browsers(tournament: Tournament) -> Iterator[tuple[str, Client]]:
    """Everybody who has anything to do with the event, short of the series' administrators."""
    yield Who.VISITOR, Client()
    player = Client()
    player.get(reverse("my_page", args=[tournament.slug, tournament.entries.first().token]))
    yield Who.PLAYER, player
    for role in (Role.ORGANISER, Role.SCOREKEEPER):
        yield role, make.signed_in(tournament, role)
    yield Role.CHIEF_REFEREE, make.chief_of(tournament)


def aimed(theirs: Tournament) -> dict[str, str]:
    """Everything that any form asks for, pointed at the child of the other event."""
    child = child_of(theirs)
    person = {"one": child.person_id, "other": child.pk, "keep": child.person_id}
    typed = {
        "entry": child.pk,
        "entry_id": child.pk,
        "players": child.pk,
        "members": child.person_id,
        "name": "Ewa Tajemná",
        "email": "tajna@example.org",
        "address": "thief@example.org",
        "age": "adult",
        "birth_date": "1990-01-01",
        "guardian_consent": "on",
        "full_name_public": "on",
        "shown_as": "Somebody Else",
        "was_junior": "",
        "role": "scorekeeper",
        "reason": "because",
        "text": "because",
        "language": "cs",
        "q": "Ewa",
    }
    return {name: str(value) for name, value in {**person, **typed}.items()}


def requests(mine: Tournament, theirs: Tournament) -> Iterator[tuple[str, str, str]]:
    """Every address of the one event, as it is and with keys of the other one's people."""
    child = child_of(theirs)
    keys = [{}, {"pk": child.pk}, {"pk": child.person_id}, {"token": child.token}]
    for pattern, known in with_arguments(mine):
        for key in keys:
            if key.keys() <= known.keys():
                address = reverse(pattern.name, kwargs={**known, **key})
                yield pattern.name, "get", address
                yield pattern.name, "post", address


# The child's own personal link opens the child's own page, for whoever has it.
OWN_LINK = {"my_page", "confirm_registration", "cancel_registration", "official_link"}


def test_no_role_reads_or_changes_anything_of_another_events_people(mine, theirs):
    before, body = known_of(theirs), aimed(theirs)
    token = child_of(theirs).token
    born = r"2015-02-10|10\.\s*2\.\s*2015|2010-11-27|27\.\s*11\.\s*2010"
    walked, wrong = 0, []

    for role, client in browsers(mine):
        for name, method, address in requests(mine, theirs):
            writes = Writes()
            with transaction.atomic():
                with connection.execute_wrapper(writes):
                    answer = getattr(client, method)(address, body)
                if writes.any and _changed(theirs, before):
                    wrong.append((role, name, method, "changed"))
                transaction.set_rollback(True)
            cache.clear()
            walked += 1
            if token in address and name in OWN_LINK:
                continue
            shown = [born, re.escape(token)] if token not in address else [born]
            text = b"" if answer.streaming else answer.content
            text = text.decode(errors="ignore").replace(body["name"], "", 1)
            # A form that is shown again holds what was typed.
            read = [] if method == "post" else [secret for secret in SECRETS if secret in text]
            if re.search("|".join(shown), text) or read:
                wrong.append((role, name, method, "read", read))

    assert wrong == [], wrong
    assert walked > 500


class Writes:
    """Whether anything was asked of the database but to read: reading all that is known of the
    others after each request would take as long as the requests."""

    any = False

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.any |= not sql.startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK"))
        return execute(sql, params, many, context)


def test_whoever_writes_is_noticed():
    writes = Writes()
    with connection.execute_wrapper(writes):
        Person.objects.first()
        assert not writes.any
        make.make_person("Ewa")
        assert writes.any


def _changed(theirs: Tournament, before: dict[str, Any]) -> bool:
    return known_of(theirs) != before or Join.objects.exists()


def test_somebody_added_by_the_name_and_address_of_a_known_person_is_a_person_of_their_own(
    mine, theirs
):
    draft = make.make_tournament()
    before = known_of(theirs)

    sign_up = SignUp(name="Ewa Tajemná", email="tajna@example.org")
    entry = entering.add_entry(draft, sign_up, make.doer())

    assert entry.person_id != child_of(theirs).person_id
    assert entry.person.birth_date is None
    assert known_of(theirs) == before


def test_an_imported_list_joins_nobody_and_does_not_tell_whom_the_series_knows(theirs):
    draft = make.make_tournament()
    make.make_official(draft)
    desk = make.signed_in(draft)
    table = "Name;E-mail;Birth date\nEwa Tajemná;tajna@example.org;10. 2. 2015\n"
    file = SimpleUploadedFile("list.csv", table.encode())
    before = known_of(theirs)

    address = reverse("import_entries", args=[draft.slug])
    page = desk.post(address, {"file": file}).content.decode()
    preview = re.search(r'name="preview" value="([^"]+)"', page)[1]
    desk.post(address, {"preview": preview})

    entry = draft.entries.get()
    assert "<dt>known rows</dt><dd>0</dd>" in page
    assert "known" not in page.replace("known rows", "")
    assert entry.person_id != child_of(theirs).person_id
    assert known_of(theirs) == before
    assert importing.preview_entries(draft, ()) == ()


def test_the_chain_of_the_attack_is_broken_at_each_of_its_links(mine, theirs):
    """Own draft, the child's name, joined, edited, mailed: nothing reaches the child."""
    draft = make.make_tournament(state=State.DRAFT)
    desk = make.signed_in(draft)
    child = child_of(theirs)
    add = reverse("add_entry", args=[draft.slug])
    desk.post(add, {"name": "Ewa Tajemná", "age": "adult", "language": "cs"})
    own = draft.entries.get()

    page = desk.get(reverse("join_entry", args=[draft.slug])).content.decode()
    joined = {"entry": own.pk, "other": child.pk}
    desk.post(reverse("join_entry", args=[draft.slug]), joined)
    typed = {"name": "Zmeneny", "email": "thief@example.org", "age": "adult", "language": "cs"}
    desk.post(reverse("edit_entry", args=[draft.slug, own.pk]), typed)
    elsewhere = make.make_tournament(state=State.SIGN_UP)
    place = make.make_entry(elsewhere, child.person, email="tajna@example.org")
    public = {"name": "Ewa Tajemná", "email": "thief@example.org", "age": "adult"}
    Client().post(reverse("register", args=[elsewhere.slug]), public)

    child.person.refresh_from_db()
    assert child.person.name == "Ewa Tajemná"
    assert child.person.email == "tajna@example.org"
    assert child.person.birth_date == CHILD_BORN
    assert "Theirs" not in page
    assert Entry.objects.get(pk=own.pk).person_id != child.person_id
    stolen = Mail.objects.filter(to="thief@example.org")
    assert stolen.exists()
    assert not any(place.token in mail.body for mail in stolen)
    assert not any(child.token in mail.body for mail in stolen)


def test_what_a_finished_event_printed_stays_whatever_becomes_of_the_person(theirs):
    child = child_of(theirs)
    before = known_of(theirs)

    facts = persons.Facts("Úplně Jiná", dt.date(1990, 1, 1), minor=False, full_name_public=True)
    persons.change_facts(child.person, facts, make.doer())

    after = known_of(theirs)
    assert (after["names"], after["juniors"]) == (before["names"], before["juniors"])
    assert child.pk in after["juniors"]


def test_the_series_joins_two_and_each_event_reads_of_it(mine, theirs):
    one, other = child_of(theirs), make.make_entry(mine, "Ewa Tajemna", state=EntryState.WITHDRAWN)

    join = joining.join_persons(one.person_id, other.person_id, make.doer("Series"))
    other.refresh_from_db()
    joined_to = other.person_id
    undoing.undo_join(join.pk, make.doer("Series"))
    other.refresh_from_db()

    assert joined_to == one.person_id
    assert other.person_id == join.other_id
    for event in (mine, theirs):
        acts = list(event.acts.filter(by="Series").order_by("pk").values_list("name", flat=True))
        assert acts == ["join_entry", "undo_join"]
