"""The workbook of 400 players, from the database to the file, beside the same cells alone."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.measure import Row, benchmark, side_by_side

PLAYERS = 400
QUERIES = 15


@benchmark("Workbook of a tournament")
def workbook() -> Iterator[Row]:
    """The plain one is given the values and their formats, and writes them cell by cell."""
    from tests.factories import played_out
    from tournaments.exports.sheets import sheets_of
    from tournaments.exports.xlsx import write_workbook
    from tournaments.models import Tournament
    from tournaments.models.event import read_event

    now = timezone.now()

    def write(slug: str) -> bytes:
        tournament = Tournament.objects.select_related("club").get(slug=slug)
        return write_workbook(tournament, sheets_of(read_event(tournament), now), now)

    slugs = {players: played_out(players).slug for players in (12, PLAYERS)}
    for players, slug in slugs.items():
        with CaptureQueriesContext(connection) as captured:
            content = write(slug)
        yield Row.count(f"queries with {players} players", len(captured), QUERIES)
    cells = _cells(content)
    ours, plain = side_by_side(lambda: write(slugs[PLAYERS]), lambda: _written(cells))
    yield Row.at_most(f"{PLAYERS} players", ours, plain, 2, of="the same cells with openpyxl")


def _cells(content: bytes) -> dict[str, list[list[tuple[Any, str]]]]:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content))
    return {
        page.title: [[(cell.value, cell.number_format) for cell in row] for row in page.rows]
        for page in book
    }


def _written(cells: dict[str, list[list[tuple[Any, str]]]]) -> bytes:
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell

    book = Workbook(write_only=True)
    for title, rows in cells.items():
        page = book.create_sheet(title)

        def cell(value: Any, number_format: str, page: Any = page) -> Any:
            if number_format == "General":
                return value
            formatted = WriteOnlyCell(page, value)
            formatted.number_format = number_format
            return formatted

        for row in rows:
            page.append([cell(value, number_format) for value, number_format in row])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()
