"""Acts of several people at several events at the same moment, as requests.

Each race makes its own events and persons, and returns what is asked all at once: by threads of a
test, or through two servers (`test_two_servers.py`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournaments.models import Entry, Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.result import Presence
from tournaments.services import signing_up
from tournaments.services.acts import Doer
from tournaments.services.entering import SignUp
from tournaments.services.proofs import proof_of

SOON = dt.timedelta(days=40)


@dataclass(frozen=True, slots=True)
class Asked:
    """A form that somebody sends: who by the key of their session, or nobody known."""

    session: str
    address: str
    fields: dict[str, str] = field(default_factory=dict)


def by_thread(asked: Asked) -> Callable[[], int]:
    """What sends it through the test client; gives the status of the answer."""

    def send() -> int:
        client = Client(raise_request_exception=False)
        if asked.session:
            client.cookies[settings.SESSION_COOKIE_NAME] = asked.session
        return client.post(asked.address, asked.fields).status_code

    return send


def two_desks() -> list[Asked]:
    """Two organisers each correct a player; both players are on both lists."""
    first, second = _events(2)
    anna, bruno = (make.make_person(name) for name in ("Anna Malá", "Bruno Malý"))
    entries = [make.make_entry(event, one) for event in (first, second) for one in (anna, bruno)]
    return [
        _correction(first, entries[0], _desk_of(first), "tall"),
        _correction(second, entries[3], _desk_of(second), "short"),
    ]


def two_who_confirm() -> list[Asked]:
    """Two players who are each known from the other's event open the links of their e-mails."""
    return _confirmations(["Anna Malá", "Bruno Malý"], _events(2), crossed=True)


def eight_corrections() -> list[Asked]:
    """Eight corrections at each of two events that share all their players."""
    events = _events(2)
    persons = [make.make_person(make.a_name(number)) for number in range(8)]
    return [
        _correction(event, make.make_entry(event, one), _desk_of(event), f"seat {number}")
        for event, order in zip(events, (persons, persons[::-1]), strict=True)
        for number, one in enumerate(order)
    ]


def ten_in_both_events() -> list[Asked]:
    """Ten persons whom the series knows confirm in both events."""
    return _confirmations([make.a_name(number) for number in range(10)], _events(2))


def deleted_while_corrected() -> list[Asked]:
    """The series deletes a person, and the organiser of an event corrects the same one."""
    event, other = _events(2)
    person = make.make_person("Anna Malá")
    entry = make.make_entry(event, person)
    make.make_entry(other, person)
    forget = reverse("forget_person", args=[person.pk])
    return [Asked(_administrator(), forget), _correction(event, entry, _desk_of(event), "tall")]


def facts_and_joins() -> list[Asked]:
    """The series writes a person's facts and joins others, beside corrections at their events."""
    events = _events(3)
    over = make.make_tournament(state="sent")
    keep, other = (make.make_person("Anna Malá") for _ in range(2))
    entries = [make.make_entry(event, keep) for event in (over, *events[:2])]
    joined = make.make_entry(events[2], other)
    series = _administrator()
    facts = {"name": "Anna Velká"}
    return [
        Asked(series, reverse("person", args=[keep.pk]), facts),
        Asked(series, reverse("join_persons", args=[keep.pk]), {"other": str(other.pk)}),
        *(_correction(e.tournament, e, _desk_of(e.tournament), "tall") for e in entries[1:]),
        _correction(events[2], joined, _desk_of(events[2]), "tall"),
    ]


def one_table() -> list[Asked]:
    """Twelve people enter twelve different results of one table."""
    event = make.ready_to_draw(12)
    table = make.publish(event).tables.get(number=1)
    address = reverse("enter_result", args=[event.slug, 1, table.number])
    presence = {f"presence-{place}": Presence.PLAYED for place in range(1, 5)}
    return [
        Asked(
            _desk_of(event),
            address,
            {**presence, "winner": "", "seen": "0", "draw": "1"}
            | {f"points-{place}": str(n) for place, n in enumerate(points, start=1)},
        )
        for points in [(10, a, b, 3) for a in (9, 8, 7) for b in (6, 5, 4, 2)]
    ]


def one_draw() -> list[Asked]:
    """Eight people draw the same round, and a player is withdrawn."""
    event = make.ready_to_draw(13)
    address = reverse("draw_round", args=[event.slug, 1])
    leaving = reverse("withdraw", args=[event.slug, event.entries.get(number=13).pk])
    desks = [_desk_of(event) for _ in range(9)]
    return [Asked(desk, address, {"instead_of": "0"}) for desk in desks[1:]] + [
        Asked(desks[0], leaving)
    ]


def the_last_places() -> list[Asked]:
    """Twenty confirm, each by two clicks, where fifteen may play."""
    [event] = _events(1, capacity=15)
    links = [_link(event, make.a_name(n), f"new{n}@example.org") for n in range(20)]
    return [*links, *links]


def at_the_door() -> list[Asked]:
    """Everybody is checked in twice, and every third one is withdrawn."""
    event = make.make_tournament(state="check-in", date=timezone.localdate())
    entries = [make.make_entry(event, make.a_name(number)) for number in range(12)]
    desks = [_desk_of(event), _desk_of(event)]
    return [
        Asked(desk, reverse(act, args=[event.slug, entry.pk]))
        for desk in desks
        for number, entry in enumerate(entries)
        for act in (["check_in", "withdraw"] if number % 3 == 0 else ["check_in"])
    ]


RACES = [
    two_desks,
    two_who_confirm,
    eight_corrections,
    ten_in_both_events,
    deleted_while_corrected,
    facts_and_joins,
    one_table,
    one_draw,
    the_last_places,
    at_the_door,
]


def broken_invariants() -> list[str]:
    """What must be so whatever was asked at once, and is not."""
    broken = []
    for event in Tournament.objects.all():
        numbers = list(event.entries.values_list("number", flat=True))
        persons = list(event.entries.exclude(name="").values_list("person", flat=True))
        versions = list(event.acts.values_list("version", flat=True))
        if len(numbers) != len(set(numbers)):
            broken.append(f"{event}: a number twice")
        if len(persons) != len(set(persons)):
            broken.append(f"{event}: a person twice")
        if len(versions) != len(set(versions)) or max(versions, default=0) > event.version:
            broken.append(f"{event}: versions of acts")
        if event.entries.filter(state=EntryState.CONFIRMED).count() > event.capacity:
            broken.append(f"{event}: more than there are places")
        for played in read_event(event).rounds:
            if played.round.draws.filter(withdrawn_at=None).count() > 1:
                broken.append(f"{event}: two draws of one round")
            if len(played.entry_ids) != len(set(played.entry_ids)):
                broken.append(f"{event}: a player at two places")
            for table in played.tables:
                kept = list(table.table.results.values_list("number", flat=True))
                if kept != list(range(1, len(kept) + 1)):
                    broken.append(f"{event}: results of a table")
    if Entry.objects.filter(person__forgotten_at__isnull=False).exclude(name="").exists():
        broken.append("a name of somebody who is deleted")
    if Person.objects.filter(forgotten_at__isnull=False).exclude(name="").exists():
        broken.append("somebody deleted who has a name")
    return broken


def _events(count: int, **fields: Any) -> list[Tournament]:
    """So many events to come with their sign-up open."""
    day = timezone.localdate() + SOON
    days = [day + dt.timedelta(days=number) for number in range(count)]
    return [make.make_tournament(date=one, **fields) for one in days]


def _desk_of(event: Tournament) -> str:
    return make.signed_in(event).cookies[settings.SESSION_COOKIE_NAME].value


def _administrator() -> str:
    return make.signed_in(None, "administrator").cookies[settings.SESSION_COOKIE_NAME].value


def _correction(event: Tournament, entry: Entry, session: str, note: str) -> Asked:
    fields = {"name": entry.name, "age": "adult", "language": "en", "note": note}
    return Asked(session, reverse("edit_entry", args=[event.slug, entry.pk]), fields)


def _confirmations(
    names: list[str], events: list[Tournament], *, crossed: bool = False
) -> list[Asked]:
    """Everybody confirms at each of the events, or each at one where the other ones play."""
    asked = []
    for number, name in enumerate(names):
        address = f"player{number}@example.org"
        known = make.make_person(name, email=address, address_at=timezone.now())
        make.make_entry(make.make_tournament(state="sent"), known)
        at = [events[number]] if crossed else events
        for event in set(events) - set(at):
            make.make_entry(event, known)
        asked += [_link(event, name, address) for event in at]
    return asked


def _link(event: Tournament, name: str, address: str) -> Asked:
    who = Doer("", timezone.now())
    entry = signing_up.register(event, SignUp(name, address), who).entry
    link = reverse("confirm_registration", args=[event.slug, entry.token])
    return Asked("", f"{link}?proof={proof_of(entry)}&version={entry.versions[0]['key']}")
