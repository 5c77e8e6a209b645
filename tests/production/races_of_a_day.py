"""More acts at the same moment: of the desks of one day, and of the tablets at a table."""

from __future__ import annotations

import json
import re

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.board.generate import random_board
from games.engine.core import Header, Player
from tests import factories as make
from tests.production.races import (
    Asked,
    administrator,
    desk_of,
    events_to_come,
    link_of,
    signed_up,
)
from tournaments.models import Table, Tournament
from tournaments.models.entry import Role
from tournaments.models.result import Presence
from tournaments.models.tournament import Kind
from tournaments.services import closing, records

PREVIEW = re.compile(r'name="preview" value="([^"]+)"')
BOARD = random_board("recorder")
FIRST_TAP = {"seat": 0, "verb": "found", "intersection": "c3n"}
PLAYED = {f"presence-{place}": Presence.PLAYED for place in range(1, 5)}


def two_lists() -> list[Asked]:
    """Two lists that share people are saved, each by two desks, beside another event's list."""
    here, other = events_to_come(2, capacity=40)
    names = [make.a_name(number) for number in range(10)]
    lists = [(here, names[:7]), (here, names[3:]), (other, names[1:8])]
    return [_import_of(event, listed) for event, listed in lists for _desk in range(2)]


def joined_while_they_confirm() -> list[Asked]:
    """Players open their links twice, while organiser and series join them to whom they know."""
    first, second = events_to_come(2)
    organiser = make.signed_in(first)
    account = first.officials.get(role=Role.ORGANISER).user
    make.make_official(second, user=account)
    here = reverse("join_entry", args=[second.slug])
    asked = []
    for number in range(6):
        address = f"player{number}@example.org"
        known = make.make_person(make.a_name(number), email=address, address_at=timezone.now())
        before = make.make_entry(first, known)
        entry = signed_up(second, known.name, address)
        fields = {"entry": str(entry.pk), "other": str(before.pk)}
        join = reverse("join_persons", args=[known.pk])
        asked += [
            link_of(entry),
            link_of(entry),
            Asked(organiser.cookies[settings.SESSION_COOKIE_NAME].value, here, fields),
            Asked(administrator(), join, {"other": str(entry.person_id)}),
        ]
    return asked


def one_round_closed() -> list[Asked]:
    """A round is closed, opened again, corrected, a game of it void, and the next one drawn."""
    event = make.ready_to_draw(12)
    make.play(event, close=False)
    chief = make.chief_of(event).cookies[settings.SESSION_COOKIE_NAME].value
    reason = {"reason": "The seats were mixed up."}
    void = reverse("void_game", args=[event.slug, 1, 2])
    reopen = reverse("reopen_round", args=[event.slug, 1])
    close = reverse("close_round", args=[event.slug, 1])
    draw = reverse("draw_round", args=[event.slug, 2])
    return [
        *(Asked(desk_of(event), close) for _desk in range(3)),
        *(Asked(chief, reopen, reason) for _hand in range(3)),
        *(Asked(chief, void, {**reason, "seen": "1"}) for _hand in range(2)),
        *(_correction_of(event, table) for table in (1, 1, 3)),
        *(Asked(desk_of(event), draw, {"instead_of": "0"}) for _desk in range(2)),
    ]


def sent_and_corrected() -> list[Asked]:
    """The results are sent, the event is opened again, corrected and finished, all at once."""
    event = make.ready_to_draw(11, rounds=1, kind=Kind.OTHER)
    make.play(event)
    make.draw_lots(event)
    make.agreeing(lambda who: closing.finish(event, who))
    send, reopen, finish = (
        reverse(name, args=[event.slug]) for name in ("send_results", "reopen_tournament", "finish")
    )
    reason = {"reason": "Table 2 was written down wrongly."}
    return [
        *(Asked(desk_of(event), send) for _desk in range(4)),
        *(Asked(administrator(), reopen, reason) for _hand in range(3)),
        *(_correction_of(event, table) for table in (1, 2, 2)),
        *(Asked(desk_of(event), finish) for _desk in range(3)),
    ]


def one_tap() -> list[Asked]:
    """A tap arrives four times from the tablet that has the pen, and from one that has not."""
    event = make.ready_to_draw(12)
    table = make.publish(event).tables.select_related("draw__round__tournament").get(number=1)
    header = Header(
        "base+tour",
        tuple(Player(f"x{seat}", of) for seat, of in enumerate(("red", "blue", "white", "orange"))),
        BOARD,
    )
    records.start_record(event, table, header, [2, 3, 4, 1], make.doer())
    client = make.signed_in(event, Role.SCOREKEEPER)
    place = [event.slug, 1, table.number]
    took = client.post(reverse("take_pen", args=place), {"tablet": "A"}).json()
    tap = {"number": "1", "revision": took["sheet"]["revision"], "action": json.dumps(FIRST_TAP)}
    write, take, close = (
        reverse(name, args=place) for name in ("write_record", "take_pen", "close_record")
    )
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return [
        *(Asked(session, write, {"tablet": tablet, **tap}) for tablet in "AAAABBBB"),
        *(Asked(session, take, {"tablet": tablet}) for tablet in "ABC"),
        *(Asked(desk_of(event), close) for _desk in range(2)),
    ]


RACES_OF_A_DAY = [
    two_lists,
    joined_while_they_confirm,
    one_round_closed,
    sent_and_corrected,
    one_tap,
]


def _import_of(event: Tournament, names: list[str]) -> Asked:
    lines = [f"{name};player{number}@example.org" for number, name in enumerate(names)]
    file = SimpleUploadedFile("list.csv", "\n".join(["name;e-mail", *lines]).encode())
    session = desk_of(event)
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    address = reverse("import_entries", args=[event.slug])
    page = client.post(address, {"file": file}).content.decode()
    return Asked(session, address, {"preview": PREVIEW.findall(page)[0], "write_to_them": "on"})


def _correction_of(event: Tournament, number: int) -> Asked:
    """Another result of a table, by somebody who has seen the first one."""
    table = Table.objects.get(draw__round__tournament=event, draw__round__number=1, number=number)
    points = {f"points-{place}": str(p) for place, p in enumerate((10, 7, 6, 3), start=1)}
    fields = {**PLAYED, **points, "winner": "", "seen": "1", "draw": "1", "reason": "Misread."}
    if table.seats.count() < len(PLAYED):
        del fields["presence-4"], fields["points-4"]
    return Asked(desk_of(event), reverse("enter_result", args=[event.slug, 1, number]), fields)
