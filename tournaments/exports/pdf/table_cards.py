"""Table cards: a huge number to be folded into a tent, good for the whole day. Where players enter
their results, a card that is printed once a round is drawn has the code of that round, too."""

from __future__ import annotations

from math import ceil

from django.utils.translation import gettext as _

from tournaments.exports.asked import Asked
from tournaments.exports.pdf.page import (
    GREY,
    HEIGHT,
    MARGIN,
    PALE,
    WIDTH,
    Page,
    Pen,
    write_pages,
)
from tournaments.exports.pdf.score_sheets import address_of
from tournaments.models.entry import EntryState
from tournaments.models.tournament import FromTheTable

HALF = HEIGHT / 2
CAPTION_WIDTH, CAPTION_HEIGHT = 42.0, 8.0
COMING = {EntryState.UNCONFIRMED, EntryState.CONFIRMED, EntryState.CHECKED_IN}


def table_cards(asked: Asked) -> bytes:
    return write_pages(asked, _("Table cards"), pages(asked))


def pages(asked: Asked) -> list[Page]:
    """A card for each table that may be needed: of the last draw, or of all who may come."""
    address = asked.address("tournament")
    codes = _codes(asked)

    def page(number: int) -> Page:
        def draw(pen: Pen) -> None:
            pen.lines([(0, HALF, WIDTH, HALF)], thick=0.4, grey=PALE, dashed=True)
            _half(pen, asked, number, address, codes.get(number))
            pen.turn_round()
            _half(pen, asked, number, address, codes.get(number))

        return Page(draw)

    return [page(number) for number in range(1, tables(asked) + 1)]


def tables(asked: Asked) -> int:
    drawn = [len(played.tables) for played in asked.event.rounds if played.draw]
    if drawn:
        return max(drawn)
    coming = sum(entry.state in COMING for entry in asked.event.entries.values())
    return ceil((coming or asked.tournament.capacity) / 4)


def _codes(asked: Asked) -> dict[int, tuple[str, str]]:
    """By number of the table what its code of the round that is drawn is for, and its address."""
    drawn = [played for played in asked.event.rounds if played.draw]
    if not drawn or asked.tournament.from_the_table == FromTheTable.OFF:
        return {}
    played = drawn[-1]
    words = _("Round %(number)s: enter the result") % {"number": played.number}
    return {
        table.number: (words, address_of(asked, played.number, table.table))
        for table in played.tables
    }


def _half(pen: Pen, asked: Asked, number: int, address: str, code: tuple[str, str] | None) -> None:
    """The lower half of the paper."""
    # Digits of the font are 0.71 of their size high.
    size = 300 if number < 100 else 230
    middle = HALF + 62
    pen.text(
        WIDTH / 2, middle + size * 0.355 * 25.4 / 72, str(number), size, bold=True, align="centre"
    )
    pen.qr(WIDTH - MARGIN - 24, HEIGHT - 38, 26, address)
    if code:
        words, entering = code
        pen.qr(WIDTH - MARGIN - 60, HEIGHT - 38, 26, entering)
        box = (WIDTH - MARGIN - 68, HEIGHT - 12, CAPTION_WIDTH, CAPTION_HEIGHT)
        pen.cell(box, words, 9, align="centre", lines=2)
    pen.cell((MARGIN, HEIGHT - 26, 110, 8), asked.tournament.name, 14, lines=2, grey=GREY)
    pen.cell((MARGIN, HEIGHT - 19, 110, 6), _("Draw, results and standings"), 10, grey=GREY)
