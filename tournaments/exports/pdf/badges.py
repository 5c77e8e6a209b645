"""Badges, ten on a page. Everybody in the hall reads them, so children go by public names."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.domain.names import sort_key
from tournaments.domain.values import Refused, marked
from tournaments.exports.asked import Asked
from tournaments.exports.pdf.ornament import hexagon
from tournaments.exports.pdf.page import GREY, PALE, WIDTH, Page, Pen, write_pages
from tournaments.models import Entry
from tournaments.models.entry import EntryState

CARD = (90.0, 54.0)
TOP = 13.5
COLUMNS, ROWS = 2, 5
COMING = {EntryState.UNCONFIRMED, EntryState.CONFIRMED, EntryState.CHECKED_IN}


def badges(asked: Asked) -> bytes:
    return write_pages(asked, _("Badges"), pages(asked))


def pages(asked: Asked) -> list[Page]:
    """Badges of all who come, in Czech order; of the named players alone if any are named."""
    wanted = [
        entry
        for entry in asked.event.entries.values()
        if (entry.number in asked.players if asked.players else entry.state in COMING)
    ]
    if not wanted:
        raise Refused("", marked("Nobody has signed up yet."))
    wanted.sort(key=lambda entry: sort_key(entry.public_name))
    left = (WIDTH - COLUMNS * CARD[0]) / 2

    def page(entries: list[Entry]) -> Page:
        def draw(pen: Pen) -> None:
            for index, entry in enumerate(entries):
                row, column = divmod(index, COLUMNS)
                _badge(pen, asked, entry, left + column * CARD[0], TOP + row * CARD[1])

        return Page(draw)

    many = COLUMNS * ROWS
    return [page(wanted[start : start + many]) for start in range(0, len(wanted), many)]


def _badge(pen: Pen, asked: Asked, entry: Entry, x: float, y: float) -> None:
    width, height = CARD
    pen.box((x, y, width, height), thick=0.3, grey=PALE)
    hexagon(pen, x + 14, y + 14, 9.5, grey=0, thick=1.2)
    pen.cell((x + 5, y + 8, 18, 12), str(entry.number), 22, bold=True, align="centre")
    pen.cell((x + 27, y + 6, width - 32, 16), asked.tournament.name, 11, lines=2, grey=GREY)
    pen.cell((x + 5, y + 24, width - 34, 17), entry.public_name, 21, bold=True, lines=3)
    club = entry.club.name if entry.club else ""
    pen.cell((x + 5, y + 42, width - 34, 8), club, 10, lines=2)
    pen.qr(x + width - 28, y + 23, 26, asked.address("my_page", entry.token))
    pen.cell((x + width - 28, y + 48, 26, 4), _("my page"), 7, align="centre", grey=GREY)
