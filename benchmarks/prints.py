"""Score sheets of a hundred tables, beside the same cells drawn by reportlab alone."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from benchmarks.measure import Row, benchmark, side_by_side

TABLES = 100


@benchmark("Score sheets as a PDF")
def score_sheets() -> Iterator[Row]:
    """Both draw the same lines, words and squares; the plain one knows beforehand which."""
    from tournaments.exports.pdf import score_sheets as sheets

    asked = _asked()
    cells = _recorded(lambda: sheets.score_sheets(asked))
    ours, plain = side_by_side(lambda: sheets.score_sheets(asked), lambda: _drawn(cells))
    yield Row.at_most(f"{TABLES} tables", ours, plain, 2, of="the same cells with reportlab")


def _asked() -> Any:
    """A round with its tables that was never in a database."""
    from tournaments.exports.asked import Asked
    from tournaments.models import Draw, Entry, Person, Round, Seat, Table, Tournament
    from tournaments.models.event import Event, PlayedRound, SeatedTable

    now = dt.datetime(2026, 5, 16, 11, 34, tzinfo=dt.UTC)
    tournament = Tournament(name="Catan Brno", slug="brno", date=now.date())
    round_ = Round(tournament=tournament, number=2, starts_at=now, limit_minutes=75)
    draw = Draw(round=round_, attempt=1, at=now, published_at=now)
    played = PlayedRound(round_, draw)
    entries = {}
    for number in range(1, TABLES + 1):
        seats = []
        for position in range(1, 5):
            key = 4 * number + position
            person = Person(name=f"Příjmení {key} Křestní")
            entries[key] = Entry(pk=key, tournament=tournament, person=person, number=key)
            seats.append(Seat(position=position, entry=entries[key]))
        played.tables.append(SeatedTable(Table(draw=draw, number=number), seats))
    event = Event(tournament, entries, [played], [], today=now.date())
    return Asked(event, now, "https://catan.example/", number=2)


DRAWN = (
    *("drawString", "drawRightString", "drawCentredString", "setFont"),
    *("setFillGray", "setStrokeGray", "setLineWidth", "setDash"),
    *("lines", "rect", "drawPath", "saveState", "restoreState", "translate", "scale", "showPage"),
)


def _recorded(write: Any) -> list[tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """Every call by which a print draws on its canvas, in order."""
    from reportlab.pdfgen.canvas import Canvas

    calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = []
    depth = 0

    def recording(name: str) -> Any:
        real = getattr(Canvas, name)

        def call(canvas: Canvas, *args: Any, **kwargs: Any) -> Any:
            nonlocal depth
            # What reportlab calls by itself is part of the call that is recorded already.
            if depth == 0:
                calls.append((name, args, kwargs))
            depth += 1
            try:
                return real(canvas, *args, **kwargs)
            finally:
                depth -= 1

        return call

    with patch.multiple(Canvas, **{name: recording(name) for name in DRAWN}):
        write()
    return calls


def _drawn(calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]]) -> bytes:
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1, initialFontName="Roboto")
    for name, args, kwargs in calls:
        getattr(canvas, name)(*args, **kwargs)
    canvas.save()
    return buffer.getvalue()
