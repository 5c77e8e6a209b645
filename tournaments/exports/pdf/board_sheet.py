"""The board of a round, for every table: the picture, and the list to build it by (T-004)."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.printing.boards import draw_sheet
from tournaments.domain.values import Refused, marked
from tournaments.exports.asked import Asked
from tournaments.exports.pdf.page import MARGIN, Page, Pen, write_pages
from tournaments.models.event import PlayedRound


def board_sheet(asked: Asked) -> bytes:
    return write_pages(asked, _("Board"), pages(asked))


def pages(asked: Asked) -> list[Page]:
    """One page; raises `Refused` while the round has no board."""
    played = _round(asked)
    board = played.round.board
    if board is None:
        raise Refused(
            "T-004",
            marked("Round {round} has no board yet; build it first."),
            round=played.number,
        )
    version = _("Round %(number)s, board %(seed)s") % {
        "number": played.number,
        "seed": played.round.board_seed[:24],
    }

    def draw(pen: Pen) -> None:
        heading = _("Board of round %(number)s") % {"number": played.number}
        pen.text(MARGIN, 24, heading, 28, bold=True)
        if name := played.round.map_name:
            pen.text(MARGIN, 32, name, 14)
        draw_sheet(pen.canvas, board, top=36 if name else 30)

    return [Page(draw, version)]


def _round(asked: Asked) -> PlayedRound:
    """A board may be built before the draw."""
    if asked.number is None:
        return asked.drawn_round()
    played = asked.event.round(asked.number)
    if played is None:
        raise Refused("", marked("There is no round {round}."), round=asked.number)
    return played
