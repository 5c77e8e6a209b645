"""Every print and export there is: what it is called, who writes it, when it is wanted.

A new one is a function from `Asked` to bytes and one line in `KINDS`, where it stands by name: what
writes a print is imported when it is asked for.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.values import Refused, marked
from tournaments.exports.archive.writing import write_archive
from tournaments.exports.asked import Asked, unheard
from tournaments.exports.csv import write_csv
from tournaments.exports.sheets import TITLES, are_told, sheets_of
from tournaments.models import Job, Tournament
from tournaments.models.event import Event, read_event
from tournaments.permissions import DESK, ORGANISERS, Who
from tournaments.services.emergency_packs import EMERGENCY_PACK

CSV = "text/csv; charset=utf-8"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

NOT_IN_FILE_NAMES = re.compile(r'[\s\x00-\x1f\x7f<>:"/\\|?*]+')


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
    round, `after_round` ones can be had as they were after an earlier round. `who` may have it:
    not everybody at the desk may have every export. It is offered where it `fits` the event, once
    there is something to print (`is_ready`, with the number of the round it is for, if any).
    Whoever gets one that `has_links` has seen the players' personal links. The file of a single
    player is called `of_one`, if that is another word.
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
    after_round: bool = False
    who: frozenset[Who] = DESK
    has_links: bool = False
    of_one: Promise | None = None
    fits: Callable[[Tournament], bool] = lambda tournament: True
    is_ready: Callable[[Event, int | None], bool] = lambda event, number: True

    def title(self, number: int | None) -> str:
        """What it is called, with its round if it has one."""
        if number is None:
            return str(self.label)
        return _("%(print)s, round %(round)s") % {"print": self.label, "round": number}

    def file_name(self, tournament: Tournament, asked: Asked) -> str:
        alone = self.of_one if len(asked.players) == 1 else None
        return file_name(tournament, str(alone or self.title(asked.number)), self.suffix)


def file_name(tournament: Tournament, title: str, suffix: str) -> str:
    """Tournament and title with their own letters, without what file systems refuse."""
    stem = f"{tournament.name} - {title}"
    return f"{NOT_IN_FILE_NAMES.sub(' ', stem)[:120].strip()}.{suffix}"


def _by(name: str) -> Callable[[Asked], bytes]:
    """What `tournaments.exports` has under this name, imported when something is written."""

    def write(asked: Asked) -> bytes:
        written: bytes = import_string(f"tournaments.exports.{name}")(asked)
        return written

    return write


def _write_table(key: str) -> Callable[[Asked], bytes]:
    return lambda asked: write_csv(sheets_of(asked.event, asked.now, keys=[key])[0])


def _tells(key: str) -> Callable[[Event, int | None], bool]:
    return lambda event, _number: key in are_told(event)


def _has_board(event: Event, number: int | None) -> bool:
    played = event.round(number or 0)
    return played is not None and played.round.board is not None


def _has_results(event: Event, _number: int | None) -> bool:
    return event.rounds_played > 0


def _has_juniors(event: Event, number: int | None) -> bool:
    return event.has_junior_category and bool(event.junior_standings(after_round=number))


def _is_finished(event: Event, _number: int | None) -> bool:
    return event.tournament.finished_at is not None


# For the desk: names are whole, but birth dates and addresses are in the archive alone.
DATA = (
    Kind(
        "workbook",
        gettext_lazy("Workbook"),
        _by("xlsx.workbook"),
        (Situation.END, Situation.DATA),
        gettext_lazy("All tables of the tournament, each on a sheet, to read and sort."),
        suffix="xlsx",
        content_type=XLSX,
    ),
    *(
        Kind(
            f"csv-{key}",
            title,
            _write_table(key),
            (Situation.DATA,),
            suffix="csv",
            content_type=CSV,
            is_ready=_tells(key),
        )
        for key, title in TITLES.items()
    ),
    Kind(
        "archive",
        gettext_lazy("Archive"),
        lambda asked: write_archive(asked.tournament).encode(),
        (Situation.END, Situation.DATA),
        gettext_lazy("The whole tournament in one file, with personal data; keep it safe."),
        suffix="json",
        content_type="application/json",
        quick=False,
        who=ORGANISERS,
        has_links=True,
    ),
)


KINDS = {
    kind.key: kind
    for kind in (
        Kind(
            "round-pack",
            gettext_lazy("Everything for the round"),
            _by("pdf.round_pack.round_pack"),
            (Situation.ROUND,),
            gettext_lazy("Both seat lists, the score sheets and the board, in one file."),
            quick=False,
            of_round=True,
        ),
        Kind(
            "seats-by-name",
            gettext_lazy("Seat list by name"),
            _by("pdf.seat_lists.seat_list_by_name"),
            (Situation.ROUND,),
            gettext_lazy("To hang up at the door and in the hall."),
            of_round=True,
        ),
        Kind(
            "seats-by-table",
            gettext_lazy("Seat list by table"),
            _by("pdf.seat_lists.seat_list_by_table"),
            (Situation.ROUND,),
            gettext_lazy("To hang up beside the list by name."),
            of_round=True,
        ),
        Kind(
            "score-sheets",
            gettext_lazy("Score sheets"),
            _by("pdf.score_sheets.score_sheets"),
            (Situation.ROUND,),
            gettext_lazy("Two on a page; cut them apart and lay one on each table."),
            quick=False,
            of_round=True,
        ),
        Kind(
            "board",
            gettext_lazy("Board"),
            _by("pdf.board_sheet.board_sheet"),
            (Situation.ROUND,),
            gettext_lazy("The same for every table: picture and list to build it by."),
            of_round=True,
            fits=lambda tournament: any(game.has_board for game in tournament.games),
            is_ready=_has_board,
        ),
        Kind(
            "sheets",
            gettext_lazy("Sheets to play on"),
            _by("pdf.printed.sheets"),
            (Situation.ROUND,),
            gettext_lazy("One for everybody, with name and table."),
            of_round=True,
            fits=lambda tournament: tournament.game.prints == "sheets",
        ),
        Kind(
            "cards",
            gettext_lazy("List of the cards"),
            _by("pdf.printed.cards"),
            (Situation.BEFORE, Situation.ROUND),
            gettext_lazy("What is printed on them, for the referee and the tables."),
            fits=lambda tournament: tournament.game.prints == "cards",
        ),
        Kind(
            "table-cards",
            gettext_lazy("Table cards"),
            _by("pdf.table_cards.table_cards"),
            (Situation.BEFORE,),
            gettext_lazy("Huge numbers; fold each page in the middle."),
        ),
        Kind(
            "badges",
            gettext_lazy("Badges"),
            _by("pdf.badges.badges"),
            (Situation.BEFORE, Situation.DOOR),
            gettext_lazy("Ten on a page, with the number and the way to one's own page."),
            quick=False,
            # The links that others see do not end with their office.
            who=ORGANISERS,
            has_links=True,
        ),
        Kind(
            "check-in",
            gettext_lazy("Check-in list"),
            _by("pdf.check_in_list.check_in_list"),
            (Situation.BEFORE, Situation.DOOR),
            gettext_lazy("With room for signatures and for players who have not signed up."),
        ),
        Kind(
            "standings",
            gettext_lazy("Standings"),
            _by("pdf.standings.standings"),
            (Situation.ROUND, Situation.END),
            gettext_lazy("To hang up."),
            after_round=True,
            is_ready=_has_results,
        ),
        Kind(
            "juniors",
            gettext_lazy("Standings of the juniors"),
            _by("pdf.standings.junior_standings"),
            (Situation.ROUND, Situation.END),
            gettext_lazy("To hang up."),
            after_round=True,
            fits=lambda tournament: tournament.kind != "school",
            is_ready=_has_juniors,
        ),
        Kind(
            "certificates",
            gettext_lazy("Certificates"),
            _by("pdf.certificates.certificates"),
            (Situation.END,),
            gettext_lazy(
                "For the first three; where there are any, for juniors and for every award too."
            ),
            quick=False,
            of_one=gettext_lazy("Certificate"),
            is_ready=_is_finished,
        ),
        Kind(
            EMERGENCY_PACK,
            gettext_lazy("Emergency pack"),
            _by("pdf.emergency_pack.emergency_pack"),
            (Situation.BEFORE, Situation.DOOR, Situation.ROUND),
            gettext_lazy(
                "Everything to carry on by hand. It is made anew by itself after each publication "
                "and each round; print it then."
            ),
            quick=False,
        ),
        *DATA,
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


def job_title(job: Job) -> str:
    """What the job makes, in the reader's language."""
    return KINDS[job.kind].title(job.parameters["number"])


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
    return kind.write(asked), kind.file_name(tournament, asked)
