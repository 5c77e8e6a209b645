"""A sheet of the dice game on paper: A4, with the cost of each building."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.graphics import renderPDF
from reportlab.pdfgen.canvas import Canvas
from svglib.fonts import FontMap
from svglib.svglib import svg2rlg

from games.drawing.looks import PAINTS, SEA
from games.drawing.sheets import sheet_svg
from games.engine.rulesets.dice_game.faces import WORDS, faces_of
from games.engine.rulesets.dice_game.sheet import KINDS, Sheet
from games.engine.rulesets.dice_game.state import COSTS
from games.printing.boards import HEIGHT, MARGIN, MM, PAPER_SEA, WIDTH, fonts, write_text
from games.wording.engine import term_words

TOP = 34.0
COST_TOP = 262.0


def sheet_pdf(sheet: Sheet, players: Sequence[str] = ("",)) -> bytes:
    """The sheet as it is before the first turn, a page for each player, with the name on it."""
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH * MM, HEIGHT * MM), pageCompression=1)
    font_map = fonts()
    canvas.setTitle(sheet.id)
    canvas.setCreator("catantour")
    # Drawn once, however many pages show it.
    canvas.beginForm(FORM)
    _draw(canvas, sheet, font_map)
    canvas.endForm()
    for player in players:
        canvas.doForm(FORM)
        room = WIDTH - 2 * MARGIN - 111
        write_text(canvas, MARGIN + 111, 22, player, 13, bold=True, room=room)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


FORM = "sheet"


def _draw(canvas: Canvas, sheet: Sheet, font_map: FontMap) -> None:
    write_text(canvas, MARGIN, 22, _("Dice game"), 24, bold=True)
    write_text(canvas, MARGIN + 92, 22, _("Player"), 12)
    canvas.line((MARGIN + 110) * MM, (HEIGHT - 23) * MM, (WIDTH - MARGIN) * MM, (HEIGHT - 23) * MM)
    svg = sheet_svg(sheet, paint=PAINTS["red"], title=sheet.id).replace(SEA, PAPER_SEA)
    picture = svg2rlg(BytesIO(svg.encode()), font_map=font_map)
    scale = min(
        (WIDTH - 2 * MARGIN) * MM / picture.width, (COST_TOP - TOP - 8) * MM / picture.height
    )
    picture.scale(scale, scale)
    left = (WIDTH * MM - picture.width * scale) / 2
    renderPDF.draw(picture, canvas, left, (HEIGHT - TOP) * MM - picture.height * scale)
    for row, (kind, cost) in enumerate(COSTS.items()):
        words = ", ".join(term_words(WORDS[face]) for face in faces_of(cost))
        y = COST_TOP + row * 6
        write_text(canvas, MARGIN, y, _(KINDS[kind]), 11, bold=True)
        write_text(canvas, MARGIN + 30, y, words, 11, room=WIDTH - 2 * MARGIN - 30)
    foot = f"{sheet.id} {sheet.hash}"
    write_text(canvas, MARGIN, HEIGHT - 9, foot, 8, room=WIDTH - 2 * MARGIN)
