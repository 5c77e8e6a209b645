"""Boards on paper: the picture as a reportlab drawing, and a whole sheet to build a board by."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

import font_roboto
from django.utils.translation import gettext as _
from reportlab.graphics import renderPDF
from reportlab.graphics.shapes import Drawing
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from svglib.fonts import FontMap
from svglib.svglib import svg2rlg

from games.drawing.boards import board_svg
from games.drawing.looks import SEA, SHALLOWS
from games.engine.board.boards import Board, HexLine, harbour_lines, hex_lines

MM = 72 / 25.4
WIDTH, HEIGHT = 210.0, 297.0
MARGIN = 14.0
FOOT = 280.0
"""Down to here, in millimetres from the top, the list may reach."""

PAPER_SEA = "#e8f1f4"
PAPER_SHALLOWS = "#f6fafb"

WIDEST = 165.0
STEP = 6.2
GAP = 5.0
WIDTHS = (39.0, 39.0, 39.0, WIDTH - 2 * MARGIN - 3 * (39 + GAP))
PALE = 0.75


def print_board(board: Board, *, width: float, **options: Any) -> Drawing:
    """The board `width` points wide; `options` are those of `board_svg`."""
    svg = board_svg(board, **options)
    # A sea that is nearly white spares ink, and letters stand out on it.
    svg = svg.replace(SEA, PAPER_SEA).replace(SHALLOWS, PAPER_SHALLOWS)
    drawing = svg2rlg(BytesIO(svg.encode()), font_map=fonts())
    scale = width / drawing.width
    drawing.scale(scale, scale)
    drawing.width, drawing.height = width, drawing.height * scale
    return drawing


def board_pdf(board: Board, *, heading: str, footer: str = "") -> bytes:
    """A sheet of A4 with the board as a picture and as a list."""
    fonts()
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH * MM, HEIGHT * MM), pageCompression=1)
    canvas.setTitle(heading)
    canvas.setCreator("catantour")
    write_text(canvas, MARGIN, 22, heading, 26, bold=True)
    draw_sheet(canvas, board, top=28)
    write_text(canvas, MARGIN, HEIGHT - 9, footer, 8, room=WIDTH - 2 * MARGIN)
    canvas.save()
    return buffer.getvalue()


class Line(NamedTuple):
    """A line of the list."""

    name: str
    words: str
    figures: str


def draw_sheet(canvas: Canvas, board: Board, *, top: float) -> None:
    """The picture and the list on a page of A4, from `top` millimetres down to the foot."""
    columns = _columns(board)
    list_top = FOOT - STEP * max(map(len, columns))
    picture = print_board(board, width=WIDEST * MM, labels=True)
    room = (list_top - 8 - top) * MM
    if picture.height > room:
        picture = print_board(board, width=picture.width * room / picture.height, labels=True)
    canvas.saveState()
    left = (WIDTH * MM - picture.width) / 2
    renderPDF.draw(picture, canvas, left, (HEIGHT - top) * MM - picture.height)
    canvas.setLineWidth(0.25)
    canvas.setStrokeGray(PALE)
    x = MARGIN
    for width, lines in zip(WIDTHS, columns, strict=True):
        for row, line in enumerate(lines):
            _line(canvas, line, x, list_top + row * STEP, width=width)
        x += width + GAP
    canvas.restoreState()


def _lying(line: HexLine) -> str:
    """What lies on the hex and who stands on it."""
    if line.robber or line.pirate:
        return f"{_(line.terrain)}, {_('robber') if line.robber else _('pirate')}"
    return _(line.terrain)


def _columns(board: Board) -> list[list[Line]]:
    """Hexes in three columns, harbours in the fourth."""
    hexes = [
        Line(
            line.name,
            _lying(line),
            f"{line.numbers} {line.letter}".strip(),
        )
        for line in hex_lines(board)
    ]
    harbours = [
        Line(line.hex, f"{_(line.side)} {_(line.kind) if line.kind else ''}".strip(), line.rate)
        for line in harbour_lines(board)
    ]
    rows = -(-len(hexes) // 3)
    return [hexes[:rows], hexes[rows : 2 * rows], hexes[2 * rows :], harbours]


def _line(canvas: Canvas, line: Line, x: float, y: float, *, width: float) -> None:
    base = y + STEP - 1.8
    write_text(canvas, x, base, line.name, 11, bold=True)
    write_text(canvas, x + 8, base, line.words, 10.5, room=width - 20)
    canvas.setFont(REGULAR, 10.5)
    canvas.drawRightString((x + width) * MM, (HEIGHT - base) * MM, line.figures)
    under = (HEIGHT - y - STEP) * MM
    canvas.line(x * MM, under, (x + width) * MM, under)


def write_text(
    canvas: Canvas,
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    bold: bool = False,
    room: float = 0,
) -> None:
    """Words at a place in millimetres from the top left, made smaller if there is too little
    room for them."""
    font = BOLD if bold else REGULAR
    if room:
        size = min(size, size * room * MM / stringWidth(words or " ", font, size))
    canvas.setFillGray(0)
    canvas.setFont(font, size)
    canvas.drawString(x * MM, (HEIGHT - y) * MM, words)


REGULAR, BOLD = "Roboto", "Roboto-Bold"


@cache
def fonts() -> FontMap:
    """The typefaces of our prints."""
    # A map of our own: the shared one would search the machine for fonts.
    fonts = FontMap()
    fonts.register_font("Roboto", font_roboto.Roboto)
    fonts.register_font("Roboto", font_roboto.RobotoBold, weight="bold")
    return fonts
