"""The board of a round, for every table: the picture, and the list to build it by (T-004)."""

from __future__ import annotations

from django.utils.translation import gettext as _
from reportlab.graphics import renderPDF

from games.engine.board.boards import Board, harbour_lines, hex_lines
from games.engine.board.generate import random_board
from games.printing import print_board
from tournaments.domain.values import Refused, marked
from tournaments.exports.asked import Asked
from tournaments.exports.pdf.page import MARGIN, MM, PALE, WIDTH, Page, Pen, write_pages
from tournaments.models.event import PlayedRound

PICTURE = 160.0
LIST_TOP = 212.0
STEP = 6.4


def board_sheet(asked: Asked) -> bytes:
    return write_pages(asked, _("Board"), pages(asked))


def pages(asked: Asked) -> list[Page]:
    """One page; raises `Refused` while the round has no board."""
    played = _round(asked)
    if not played.round.board_seed:
        raise Refused(
            "T-004",
            marked("Round {round} has no board yet; build it first."),
            round=played.number,
        )
    board = random_board(played.round.board_seed)
    version = _("Round %(number)s, board %(seed)s") % {
        "number": played.number,
        "seed": played.round.board_seed[:24],
    }

    def draw(pen: Pen) -> None:
        heading = _("Board of round %(number)s") % {"number": played.number}
        pen.text(MARGIN, 24, heading, 28, bold=True)
        picture = print_board(board, width=PICTURE * MM, labels=True)
        left, bottom = (WIDTH - PICTURE) / 2, 30 + picture.height / MM
        renderPDF.draw(picture, pen.canvas, left * MM, (pen.height - bottom) * MM)
        _lists(pen, board, max(bottom + 8, LIST_TOP))

    return [Page(draw, version)]


def _round(asked: Asked) -> PlayedRound:
    """A board may be built before the draw."""
    if asked.number is None:
        return asked.drawn_round()
    played = asked.event.round(asked.number)
    if played is None:
        raise Refused("", marked("There is no round {round}."), round=asked.number)
    return played


def _lists(pen: Pen, board: Board, top: float) -> None:
    """Hexes in three columns, harbours in the fourth."""
    hexes = hex_lines(board)
    rows = -(-len(hexes) // 3)
    width = (WIDTH - 2 * MARGIN) / 4
    for index, line in enumerate(hexes):
        column, row = divmod(index, rows)
        words = _(line.terrain)
        if line.robber:
            words = f"{words}, {_('robber')}"
        figures = f"{line.number or ''} {line.letter}".strip()
        _line(
            pen,
            (MARGIN + column * width, top + row * STEP, width - 4, STEP),
            line.name,
            words,
            figures,
        )
    for row, harbour in enumerate(harbour_lines(board)):
        words = f"{_(harbour.side)} {_(harbour.kind) if harbour.kind else ''}".strip()
        box = (MARGIN + 3 * width, top + row * STEP, width, STEP)
        _line(pen, box, harbour.hex, words, harbour.rate)


def _line(
    pen: Pen, box: tuple[float, float, float, float], name: str, words: str, figures: str
) -> None:
    x, y, width, height = box
    pen.cell((x, y, 8, height), name, 11, bold=True)
    pen.cell((x + 8, y, width - 20, height), words, 10.5)
    pen.cell((x + width - 11, y, 11, height), figures, 11, align="right")
    pen.lines([(x, y + height, x + width, y + height)], thick=0.25, grey=PALE)
