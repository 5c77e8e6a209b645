"""What the hall needs for one round, in the order in which it is carried out of the printer."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.exports.asked import Asked
from tournaments.exports.pdf import board_sheet, score_sheets, seat_lists
from tournaments.exports.pdf.page import Page, write_pages


def round_pack(asked: Asked) -> bytes:
    return write_pages(asked, _("Everything for the round"), pages(asked))


def pages(asked: Asked) -> list[Page]:
    """Both seat lists, the score sheets and, where the round has one, the board (T-004)."""
    found = [
        *seat_lists.pages_by_name(asked),
        *seat_lists.pages_by_table(asked),
        *score_sheets.pages(asked),
    ]
    if asked.drawn_round().round.board is not None:
        found += board_sheet.pages(asked)
    return found
