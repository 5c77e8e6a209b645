"""Long tables with a heading on every page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from tournaments.exports.pdf.page import (
    FOOT,
    GREY,
    MARGIN,
    PALE,
    WIDTH,
    Box,
    Page,
    Pen,
    height_of_paragraph,
)

Cell: TypeAlias = str | Callable[[Pen, Box], None]
"""Words, or something to be drawn in the cell."""

TOP = 38.0
HEAD = 9.0
ACROSS = WIDTH - 2 * MARGIN

NOTE, ABOVE_NOTE = 9.0, 1.5
"""Points of the letters of a note, and millimetres before it."""

READABLE = 7.5
"""Points of what stands in two lines of a row; a long word is broken rather than smaller."""

A_HAIR = 1e-6
"""What fits exactly is not to fail by how floats are kept."""


@dataclass(frozen=True, slots=True)
class Column:
    """`width` in millimetres; `size` of the letters in points."""

    heading: str
    width: float
    align: str = "left"
    size: float = 10.5
    bold: bool = False
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Title:
    """What stands above the table on every page."""

    title: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class Heading:
    """A row across all columns that begins another part of the table."""

    words: str


Row: TypeAlias = Sequence[Cell] | Heading


def table_pages(
    title: Title,
    columns: Sequence[Column],
    rows: Sequence[Row],
    version: str,
    *,
    step: float = 7.0,
    closest: float | None = None,
    ruled: bool = False,
    notes: Sequence[str] = (),
) -> list[Page]:
    """The rows on as many pages as they need, `step` apart; `notes` stand below the last one.

    Where one page has room for all of it with the rows as close as `closest`, they are.
    `ruled` tables have lines between columns too, to be written in by hand.
    """
    room = FOOT - TOP - HEAD
    below_rows = sum(height_of_paragraph(note, ACROSS, NOTE) + ABOVE_NOTE for note in notes)
    if closest is not None and rows and closest <= (room - below_rows) / len(rows) < step:
        step = (room - below_rows) / len(rows)
    on_page = _rows_on_page(step)
    parts = [rows[start : start + on_page] for start in range(0, len(rows), on_page)] or [[]]
    if notes and len(parts[-1]) * step + below_rows > room + A_HAIR:
        parts.append([])

    def page(part: Sequence[Row], last: bool) -> Page:
        def draw(pen: Pen) -> None:
            _title(pen, title)
            below = _table(pen, columns, part, step, ruled) if part else TOP
            if last:
                for note in notes:
                    below = pen.paragraph(MARGIN, below + ABOVE_NOTE, ACROSS, note, NOTE)

        return Page(draw, version)

    return [page(part, part is parts[-1]) for part in parts]


def empty_rows(used: int, *, least: int, step: float) -> int:
    """How many empty rows fill the last page after the used ones, but not fewer than `least`."""
    on_page = _rows_on_page(step)
    return least + -(used + least) % on_page


def _rows_on_page(step: float) -> int:
    return int((FOOT - TOP - HEAD) / step + A_HAIR)


def _title(pen: Pen, title: Title) -> None:
    pen.cell((MARGIN, 13, WIDTH - 2 * MARGIN, 10), title.title, 24, bold=True)
    pen.cell((MARGIN, 25, WIDTH - 2 * MARGIN, 6), title.below, 11, grey=GREY)


def _table(
    pen: Pen, columns: Sequence[Column], rows: Sequence[Row], step: float, ruled: bool
) -> float:
    """Draws the rows and returns where they end."""
    xs = [MARGIN]
    for column in columns:
        xs.append(xs[-1] + column.width)
    for column, x in zip(columns, xs, strict=False):
        box = (x + 1, TOP, column.width - 2, HEAD)
        pen.cell(box, column.heading, 9, bold=True, align=column.align, lines=2, keep_size=True)
    top = TOP + HEAD
    bottom = top + step * len(rows)
    pen.lines([(xs[0], top, xs[-1], top)], thick=1)
    lines = [(xs[0], top + step * row, xs[-1], top + step * row) for row in range(1, len(rows) + 1)]
    pen.lines(lines, thick=0.3, grey=0.5 if ruled else PALE)
    if ruled:
        pen.lines([(x, top, x, bottom) for x in xs], thick=0.3, grey=0.5)
    for index, row in enumerate(rows):
        y = top + index * step
        if isinstance(row, Heading):
            pen.box((xs[0], y, xs[-1] - xs[0], step), grey=0.5, thick=0.3, filled=0.92)
            pen.cell((xs[0] + 2, y, xs[-1] - xs[0] - 4, step), row.words, 10, bold=True)
            continue
        for column, x, cell in zip(columns, xs, row, strict=False):
            _cell(pen, column, (x + 1, y, column.width - 2, step), cell)
    return bottom


def _cell(pen: Pen, column: Column, box: Box, cell: Cell) -> None:
    if callable(cell):
        cell(pen, box)
    elif cell:
        pen.cell(
            box,
            cell,
            column.size,
            bold=column.bold,
            align=column.align,
            lines=column.lines,
            least=READABLE if column.lines > 1 else 0,
        )


def tick_box(pen: Pen, box: Box, *, ticked: bool = False) -> None:
    """An empty square to be ticked by hand, or one that is ticked."""
    x, y, width, height = box
    size = 4.4
    left, top = x + width / 2 - size / 2, y + height / 2 - size / 2
    pen.box((left, top, size, size))
    if ticked:
        pen.tick(left, top, size)


def ticked_box(pen: Pen, box: Box) -> None:
    tick_box(pen, box, ticked=True)
