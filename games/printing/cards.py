"""The cards of the fast card game on paper: A4, what each is worth and does, confirmed or not."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas

from games.engine.rulesets.card_game.cards import CardSet
from games.printing.boards import HEIGHT, MARGIN, MM, WIDTH, fonts, write_text
from games.wording.cards import PrintedCard, events_of, expansions_of

FOOT = 278.0
LINE = 4.6
NAME, COPIES, SYMBOLS, POINTS, TEXT = (
    MARGIN + 6,
    MARGIN + 52,
    MARGIN + 66,
    MARGIN + 84,
    MARGIN + 98,
)
"""Where the columns begin, in millimetres."""

ROOM = WIDTH - MARGIN - TEXT


def cards_pdf(cards: CardSet, *, heading: str) -> bytes:
    """A list of all expansions and events; a box with a tick stands before the confirmed ones."""
    fonts()
    buffer = BytesIO()
    canvas = Canvas(buffer, pagesize=(WIDTH * MM, HEIGHT * MM), pageCompression=1)
    canvas.setTitle(heading)
    canvas.setCreator("catantour")
    write_text(canvas, MARGIN, 22, heading, 20, bold=True, room=WIDTH - 2 * MARGIN)
    write_text(canvas, MARGIN, 30, _("What is printed on the cards"), 12)
    y = 42.0
    for title, printed in (
        (_("City expansions"), expansions_of(cards)),
        (_("Events on the city sides"), events_of(cards)),
    ):
        y = _chapter(canvas, cards, title, printed, y)
    y = max(y, 60)
    _tick(canvas, MARGIN, y, ticked=True)
    write_text(canvas, NAME, y, _("read off a printed card"), 8.5)
    _tick(canvas, MARGIN + 66, y, ticked=False)
    words = _("not compared with a printed card yet")
    write_text(canvas, MARGIN + 72, y, words, 8.5, room=WIDTH - 2 * MARGIN - 72)
    _foot(canvas, cards)
    canvas.save()
    return buffer.getvalue()


def _chapter(
    canvas: Canvas, cards: CardSet, title: str, printed: Sequence[PrintedCard], y: float
) -> float:
    write_text(canvas, MARGIN, y, title, 13, bold=True)
    y += 6
    events = not any(card.points for card in printed)
    heads = [(NAME, _("Name")), (COPIES, _("Copies")), (TEXT, _("Text"))]
    if not events:
        heads += [(SYMBOLS, _("Symbols")), (POINTS, _("Points"))]
    for x, words in heads:
        write_text(canvas, x, y, words, 8)
    y += 2
    for card in printed:
        y = _card(canvas, cards, card, y)
    return y + 10


def _card(canvas: Canvas, cards: CardSet, card: PrintedCard, y: float) -> float:
    lines = [
        line for effect in card.effects for line in simpleSplit(effect, "Roboto", 9.5, ROOM * MM)
    ]
    if card.missing:
        missing = _("Missing: {what}").format(what=", ".join(card.missing))
        lines += simpleSplit(missing, "Roboto", 9.5, ROOM * MM)
    height = LINE * max(len(lines), 1) + 3.4
    if y + height > FOOT:
        _foot(canvas, cards)
        canvas.showPage()
        y = 20.0
    canvas.setLineWidth(0.4)
    canvas.line(MARGIN * MM, (HEIGHT - y) * MM, (WIDTH - MARGIN) * MM, (HEIGHT - y) * MM)
    first = y + LINE + 0.6
    _tick(canvas, MARGIN, first, ticked=card.confirmed)
    write_text(canvas, NAME, first, card.name, 10.5, bold=True, room=COPIES - NAME - 2)
    for x, words in ((COPIES, card.count), (SYMBOLS, card.symbols), (POINTS, card.points)):
        write_text(canvas, x, first, words, 10.5)
    for number, line in enumerate(lines):
        write_text(canvas, TEXT, first + number * LINE, line, 9.5)
    return y + height


def _tick(canvas: Canvas, x: float, y: float, *, ticked: bool) -> None:
    """A box on the line of writing; the font has no tick, so it is drawn."""
    canvas.setLineWidth(0.7)
    canvas.rect(x * MM, (HEIGHT - y) * MM, 3 * MM, 3 * MM)
    if ticked:
        canvas.setLineWidth(1.6)
        base = HEIGHT - y
        canvas.line((x + 0.5) * MM, (base + 1.5) * MM, (x + 1.3) * MM, (base + 0.6) * MM)
        canvas.line((x + 1.3) * MM, (base + 0.6) * MM, (x + 2.8) * MM, (base + 3.1) * MM)


def _foot(canvas: Canvas, cards: CardSet) -> None:
    words = f"{cards.id} {cards.hash}"
    write_text(canvas, MARGIN, HEIGHT - 9, words, 8, room=WIDTH - 2 * MARGIN)
