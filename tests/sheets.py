"""What tests of workbooks and CSV files share: a small event, and reading files back."""

from __future__ import annotations

import csv
import datetime as dt
import io

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests import factories as make
from tournaments.models import Tournament
from tournaments.models.entry import EntryState
from tournaments.services.rounds import close_round

FORMULA = '=HYPERLINK("https://evil.example","Click")'


def an_event(players: int = 13, *, rounds: int = 2) -> Tournament:
    """So many players, so many rounds played by all of them, with other shares at each table.

    Player 1 is called like a formula; players 2 to 4 are children.
    """
    tournament = make.ready_to_draw(players, name="Catan & Co: Brno")
    tournament.entries.filter(number=1).update(name=FORMULA)
    for entry in tournament.entries.filter(number__in=[2, 3, 4]).select_related("person"):
        entry.person.birth_date = dt.date(2014, 3, entry.number)
        entry.email = f"child{entry.number}@example.org"
        entry.person.save()
        entry.save()
    for number in range(1, rounds + 1):
        for table in make.publish(tournament, number).tables.all():
            points = (10, 4 + table.number, 2 + number, 2)
            make.enter(table, points[: table.seats.count()])
        make.agreeing(lambda who, number=number: close_round(tournament, number, who))
    tournament.refresh_from_db()
    return tournament


def leave_out(tournament: Tournament, number: int) -> None:
    """The player of this number was excluded."""
    tournament.entries.filter(number=number).update(state=EntryState.EXCLUDED)


def opened(content: bytes) -> Workbook:
    return load_workbook(io.BytesIO(content))


def rows_of(page: Worksheet) -> list[dict[str, object]]:
    """Every row under the first, by the labels in the first."""
    labels, *rows = page.iter_rows(values_only=True)
    return [dict(zip(labels, row, strict=True)) for row in rows]


def table_of(content: bytes, *, delimiter: str = ",") -> list[list[str]]:
    return list(
        csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter)
    )
