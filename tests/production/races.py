"""Acts of several people at several events at the same moment, as requests.

Each race makes its own events and persons, and returns what is asked all at once: by threads of a
test, or through two servers (`test_two_servers.py`).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests import factories as make
from tournaments.models import Entry, Tournament
from tournaments.models.result import Presence
from tournaments.services import signing_up
from tournaments.services.acts import Doer
from tournaments.services.entering import SignUp
from tournaments.services.proofs import proof_of

CAUTION = re.compile(r'name="cautions" value="([^"]*)"')
SOON = dt.timedelta(days=40)


@dataclass(frozen=True, slots=True)
class Asked:
    """A form that somebody sends: who by the key of their session, or nobody known."""

    session: str
    address: str
    fields: Mapping[str, object] = field(default_factory=dict)

    def confirmed(self, page: str) -> Asked | None:
        """The same with the cautions of this page confirmed; None if it asks nothing more."""
        cautions = CAUTION.findall(page)
        if not cautions or cautions == self.fields.get("cautions"):
            return None
        return replace(self, fields={**self.fields, "cautions": cautions})


def by_thread(asked: Asked) -> Callable[[], int]:
    """What sends it through the test client and says yes to what is asked back; gives the status
    of the last answer."""

    def send() -> int:
        client = Client(raise_request_exception=False)
        if asked.session:
            client.cookies[settings.SESSION_COOKIE_NAME] = asked.session
        sent: Asked | None = asked
        while sent:
            answer = client.post(sent.address, sent.fields)
            sent = sent.confirmed(answer.content.decode())
        return answer.status_code

    return send


def two_desks() -> list[Asked]:
    """Two organisers each correct a player; both players are on both lists."""
    first, second = events_to_come(2)
    anna, bruno = (make.make_person(name) for name in ("Anna Malá", "Bruno Malý"))
    entries = [make.make_entry(event, one) for event in (first, second) for one in (anna, bruno)]
    return [
        _correction(first, entries[0], desk_of(first), "tall"),
        _correction(second, entries[3], desk_of(second), "short"),
    ]


def two_who_confirm() -> list[Asked]:
    """Two players who are each known from the other's event open the links of their e-mails."""
    return _confirmations(["Anna Malá", "Bruno Malý"], events_to_come(2), crossed=True)


def eight_corrections() -> list[Asked]:
    """Eight corrections at each of two events that share all their players."""
    events = events_to_come(2)
    persons = [make.make_person(make.a_name(number)) for number in range(8)]
    return [
        _correction(event, make.make_entry(event, one), desk_of(event), f"seat {number}")
        for event, order in zip(events, (persons, persons[::-1]), strict=True)
        for number, one in enumerate(order)
    ]


def ten_in_both_events() -> list[Asked]:
    """Ten persons whom the series knows confirm in both events."""
    return _confirmations([make.a_name(number) for number in range(10)], events_to_come(2))


def deleted_while_corrected() -> list[Asked]:
    """The series deletes a person, and the organiser of an event corrects the same one."""
    event, other = events_to_come(2)
    person = make.make_person("Anna Malá")
    entry = make.make_entry(event, person)
    make.make_entry(other, person)
    forget = reverse("forget_person", args=[person.pk])
    return [Asked(administrator(), forget), _correction(event, entry, desk_of(event), "tall")]


def facts_and_joins() -> list[Asked]:
    """The series writes a person's facts and joins others, beside corrections at their events."""
    events = events_to_come(3)
    over = make.make_tournament(state="sent")
    keep, other = (make.make_person("Anna Malá") for _ in range(2))
    entries = [make.make_entry(event, keep) for event in (over, *events[:2])]
    joined = make.make_entry(events[2], other)
    series = administrator()
    facts = {"name": "Anna Velká"}
    return [
        Asked(series, reverse("person", args=[keep.pk]), facts),
        Asked(series, reverse("join_persons", args=[keep.pk]), {"other": str(other.pk)}),
        *(_correction(e.tournament, e, desk_of(e.tournament), "tall") for e in entries[1:]),
        _correction(events[2], joined, desk_of(events[2]), "tall"),
    ]


def one_table() -> list[Asked]:
    """Twelve people enter twelve different results of one table."""
    event = make.ready_to_draw(12)
    table = make.publish(event).tables.get(number=1)
    address = reverse("enter_result", args=[event.slug, 1, table.number])
    presence = {f"presence-{place}": Presence.PLAYED for place in range(1, 5)}
    return [
        Asked(
            desk_of(event),
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
    desks = [desk_of(event) for _ in range(9)]
    return [Asked(desk, address, {"instead_of": "0"}) for desk in desks[1:]] + [
        Asked(desks[0], leaving)
    ]


def the_last_places() -> list[Asked]:
    """Twenty confirm, each by two clicks, where fifteen may play."""
    [event] = events_to_come(1, capacity=15)
    links = [link_of(signed_up(event, make.a_name(n), f"new{n}@example.org")) for n in range(20)]
    return [*links, *links]


def at_the_door() -> list[Asked]:
    """Everybody is checked in twice, and every third one is withdrawn."""
    event = make.make_tournament(state="check-in", date=timezone.localdate())
    entries = [make.make_entry(event, make.a_name(number)) for number in range(12)]
    desks = [desk_of(event), desk_of(event)]
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


def events_to_come(count: int, **fields: Any) -> list[Tournament]:
    """So many events to come with their sign-up open."""
    day = timezone.localdate() + SOON
    days = [day + dt.timedelta(days=number) for number in range(count)]
    return [make.make_tournament(date=one, **fields) for one in days]


def desk_of(event: Tournament) -> str:
    """The session of another organiser of the event."""
    return make.signed_in(event).cookies[settings.SESSION_COOKIE_NAME].value


def administrator() -> str:
    """The session of another administrator of the series."""
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
        asked += [link_of(signed_up(event, name, address)) for event in at]
    return asked


def signed_up(event: Tournament, name: str, address: str) -> Entry:
    """Somebody who has not opened the link of the e-mail."""
    who = Doer("", timezone.now())
    return signing_up.register(event, SignUp(name, address), who).entry


def link_of(entry: Entry) -> Asked:
    """The link of the e-mail is opened."""
    link = reverse("confirm_registration", args=[entry.tournament.slug, entry.token])
    return Asked("", f"{link}?proof={proof_of(entry)}&version={entry.versions[0]['key']}")
