"""Where everybody sits, to be hung up: by name and by table. Public names only."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.names import sort_key
from tournaments.exports.asked import Asked
from tournaments.exports.pdf.page import (
    FOOT,
    GREY,
    MARGIN,
    PALE,
    WIDTH,
    Box,
    Page,
    Pen,
    draw_version,
    write_pages,
)
from tournaments.models import Entry
from tournaments.models.event import PlayedRound
from tournaments.wording import hour_words, play_order_words, round_words, with_number

TOP = 40.0
READABLE = 10.0
"""Points of a name that is long; it is broken rather than smaller."""
LARGEST = {1: 24.0, 2: 16.0}
"""Points of the names by the number of columns, if there is room."""
FEW = 26
"""So many players have room for one column of the biggest letters."""


def seat_list_by_name(asked: Asked) -> bytes:
    return write_pages(asked, _("Where do I sit, by name"), pages_by_name(asked))


def seat_list_by_table(asked: Asked) -> bytes:
    return write_pages(asked, _("Where do I sit, by table"), pages_by_table(asked))


def pages_by_name(asked: Asked) -> list[Page]:
    """Names in Czech order, each with its table in big figures."""
    played = asked.drawn_round()
    seats = [(entry, table.number) for table in played.tables for entry in table.entries]
    seats.sort(key=lambda seat: (sort_key(seat[0].public_name), seat[0].number))
    columns, least, most = (1, 9.2, 14.0) if len(seats) <= FEW else (2, 7.9, 11.0)
    rows = balanced(len(seats), columns, int((FOOT - TOP) // least))
    # A list that leaves room has higher lines: it is read from afar.
    step = min((FOOT - TOP) / rows, most)
    width = (WIDTH - 2 * MARGIN + 8) / columns - 8
    size = min(step * 1.9, LARGEST[columns])

    def page(start: int) -> Page:
        def draw(pen: Pen) -> None:
            _heading(pen, asked, played)
            for index, (entry, table) in enumerate(seats[start : start + columns * rows]):
                column, row = divmod(index, rows)
                name = _told_apart(asked, entry)
                x, y = MARGIN + column * (width + 8), TOP + row * step
                pen.cell((x, y, 9, step), str(entry.number), size * 0.55, align="right", grey=GREY)
                pen.cell((x + 12, y, width - 28, step), name, size, lines=2, least=READABLE)
                pen.cell(
                    (x + width - 16, y, 16, step), str(table), size * 1.2, bold=True, align="right"
                )
                pen.lines([(x, y + step, x + width, y + step)], thick=0.3, grey=PALE)

        return Page(draw, draw_version(asked))

    return [page(start) for start in range(0, len(seats), columns * rows)]


def pages_by_table(asked: Asked) -> list[Page]:
    """Tables as boxes with their names, in two columns if there are many."""
    played = asked.drawn_round()
    height, gap = 31.0, 3.0
    most = int((FOOT - TOP) // (height + gap))
    columns = 1 if len(played.tables) <= most else 2
    rows = balanced(len(played.tables), columns, most)
    width = (WIDTH - 2 * MARGIN + 8) / columns - 8

    def page(start: int) -> Page:
        def draw(pen: Pen) -> None:
            _heading(pen, asked, played)
            _chance(pen, asked, played)
            if order := play_order_words(asked.event.play_order_of(played)):
                pen.cell((WIDTH / 2, 28, WIDTH / 2 - MARGIN, 6), order, 10, align="right")
            for index, table in enumerate(played.tables[start : start + columns * rows]):
                column, row = divmod(index, rows)
                x, y = MARGIN + column * (width + 8), TOP + row * (height + gap)
                entries = asked.event.in_play_order(played, table)
                _table(pen, asked, (table.number, entries), (x, y, width, height))

        return Page(draw, draw_version(asked))

    return [page(start) for start in range(0, len(played.tables), columns * rows)]


def _told_apart(asked: Asked, entry: Entry) -> str:
    """The public name; of namesakes with the number and the club, by which they know themselves."""
    if entry.pk not in asked.event.namesakes:
        return entry.public_name
    name = with_number(entry.public_name, entry.number)
    return f"{name}, {entry.club}" if entry.club else name


def balanced(count: int, columns: int, most: int) -> int:
    """Rows of a column when so many go evenly into all columns of as few pages as they need."""
    pages = ceil(count / (columns * most))
    return max(ceil(count / (columns * pages)), 1) if pages else 1


def _table(pen: Pen, asked: Asked, table: tuple[int, Sequence[Entry]], box: Box) -> None:
    """A box with the number of the table and its players."""
    number, entries = table
    x, y, width, height = box
    pen.box(box, thick=0.8)
    pen.box((x, y, 20, height), thick=0.8, filled=0.92)
    pen.cell((x + 1, y, 18, height), str(number), 40, bold=True, align="centre")
    # The names stand around the middle like the number, clear of the lines.
    step = (height - 2) / max(len(entries), 3)
    for row, entry in enumerate(entries):
        line = y + 1 + row * step
        pen.cell((x + 22, line, 8, step), str(entry.number), 10, align="right", grey=GREY)
        pen.cell((x + 33, line, width - 35, step), _told_apart(asked, entry), 16, lines=2)


def _heading(pen: Pen, asked: Asked, played: PlayedRound) -> None:
    title = round_words(played.number, played.stage)
    pen.text(MARGIN, 24, title, 34, bold=True)
    if moment := played.start_told(asked.now):
        start = hour_words(moment, asked.tournament.date)
        # With a day before it the hour may need more room than the title leaves.
        room = max(WIDTH - 2 * MARGIN - pen.words_width(title, 34, bold=True) - 6, 30)
        box = (WIDTH - MARGIN - room, 12.8, room, 14)
        pen.cell(box, start, 34, bold=True, align="right")
    words = ngettext("%(count)s table", "%(count)s tables", len(played.tables))
    tables = words % {"count": len(played.tables)}
    name = asked.tournament.name
    pen.cell((MARGIN, 28, WIDTH - 2 * MARGIN, 6), f"{name} · {tables}", 12, grey=GREY)


def _chance(pen: Pen, asked: Asked, played: PlayedRound) -> None:
    """What the draw was made from, for whoever wants to check it."""
    seed = played.draw.seed
    parts = [_("seed %(seed)s") % {"seed": f"{seed[:8]}…{seed[-8:]}" if len(seed) > 24 else seed}]
    if played.round.public_value:
        parts.insert(0, _("dice %(rolled)s") % {"rolled": played.round.public_value})
    parts.append(asked.address("verify_draw", played.number))
    pen.cell((MARGIN, 34, WIDTH - 2 * MARGIN, 5), " · ".join(parts), 8, grey=GREY)
