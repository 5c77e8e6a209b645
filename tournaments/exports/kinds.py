"""Every print and export there is: what it is called, who writes it, when it is wanted.

A new one is a function from `Asked` to bytes and one line in `KINDS`.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.values import Refused, marked
from tournaments.exports.asked import Asked, unheard
from tournaments.exports.pdf import seat_lists
from tournaments.models import Tournament
from tournaments.models.event import Event, read_event
from tournaments.permissions import DESK, Who

NOT_IN_FILE_NAMES = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')


class Situation(StrEnum):
    """When a print is wanted."""

    BEFORE = "before"
    DOOR = "door"
    ROUND = "round"
    END = "end"
    DATA = "data"


@dataclass(frozen=True, slots=True)
class Kind:
    """A print or an export. `label` also names its file.

    `quick` ones are answered at once, the others are jobs. `of_round` ones need the number of a
    round. `who` may have it: not everybody at the desk may have every export.
    """

    key: str
    label: Promise
    write: Callable[[Asked], bytes]
    situations: tuple[Situation, ...]
    note: Promise | str = ""
    suffix: str = "pdf"
    content_type: str = "application/pdf"
    quick: bool = True
    of_round: bool = False
    who: frozenset[Who] = DESK

    def title(self, number: int | None) -> str:
        """What it is called, with its round if it has one."""
        if number is None:
            return str(self.label)
        return _("%(print)s, round %(round)s") % {"print": self.label, "round": number}

    def file_name(self, tournament: Tournament, number: int | None) -> str:
        """Tournament and title with their own letters, without what file systems refuse."""
        stem = f"{tournament.name} - {self.title(number)}"
        return f"{NOT_IN_FILE_NAMES.sub(' ', stem)[:120].strip()}.{self.suffix}"


KINDS = {
    kind.key: kind
    for kind in (
        Kind(
            "seats-by-name",
            gettext_lazy("Seat list by name"),
            seat_lists.seat_list_by_name,
            (Situation.ROUND,),
            gettext_lazy("To hang up at the door and in the hall."),
            of_round=True,
        ),
        Kind(
            "seats-by-table",
            gettext_lazy("Seat list by table"),
            seat_lists.seat_list_by_table,
            (Situation.ROUND,),
            gettext_lazy("To hang up beside the list by name."),
            of_round=True,
        ),
    )
}


def parameters(base: str, *, number: int | None = None, players: list[int] | None = None) -> dict:
    """What a job keeps of what was asked; `asked_for` reads it again."""
    return {"base": base, "number": number, "players": sorted(players or [])}


def asked_for(
    event: Event,
    given: dict[str, Any],
    now: dt.datetime,
    report: Callable[[int, int], None] = unheard,
) -> Asked:
    """What the parameters ask for."""
    return Asked(
        event=event,
        now=now,
        base=given["base"],
        number=given["number"],
        players=frozenset(given["players"]),
        report=report,
    )


def write(
    key: str,
    tournament: Tournament,
    given: dict[str, Any],
    now: dt.datetime,
    report: Callable[[int, int], None] = unheard,
) -> tuple[bytes, str]:
    """A print or an export of the tournament as it is now, and the name of its file.

    Raises `Refused` where there is nothing to print yet.
    """
    kind = KINDS[key]
    asked = asked_for(read_event(tournament), given, now, report)
    if asked.number is not None and asked.event.round(asked.number) is None:
        raise Refused("", marked("There is no round {round}."), round=asked.number)
    return kind.write(asked), kind.file_name(tournament, asked.number)
