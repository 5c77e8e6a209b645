"""What every print shares: paper, fonts, a pen that measures in millimetres, and the footer.

A print is a list of pages; a page is a function that draws it with a `Pen`. They are listed before
the first is drawn, so that each can say "page 2/13".
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import font_roboto
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from reportlab import rl_config
from reportlab.lib.utils import simpleSplit
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from tournaments.domain.normal_forms import normal_form
from tournaments.exports.asked import Asked
from tournaments.exports.pdf.qr import qr_path
from tournaments.wording import brief_dated_moment

MM = 72 / 25.4
WIDTH, HEIGHT = 210.0, 297.0
MARGIN = 14.0
FOOT = HEIGHT - 16
"""Down to here a page may draw; below stands the footer."""

# Binary streams: a fifth smaller, and sooner written, than those in plain letters.
rl_config.useA85 = 0

REGULAR, BOLD = "Roboto", "Roboto-Bold"
# Words are measured before there is a page.
pdfmetrics.registerFont(TTFont(REGULAR, font_roboto.Roboto))
pdfmetrics.registerFont(TTFont(BOLD, font_roboto.RobotoBold))
GREY = 0.42
PALE = 0.75


Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page to be drawn. `version` says of which draw or state it is; without one no footer."""

    draw: Callable[[Pen], None]
    version: str = ""
    landscape: bool = False


def write_pages(asked: Asked, title: str, pages: Sequence[Page]) -> bytes:
    """The PDF of these pages, with the footer on each."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pageCompression=1, initialFontName=REGULAR)
    canvas.setTitle(f"{title} – {asked.tournament.name}")
    canvas.setCreator("catantour")
    printed = _("printed %(when)s") % {"when": moment(asked)}
    for number, page in enumerate(pages, start=1):
        width, height = (HEIGHT, WIDTH) if page.landscape else (WIDTH, HEIGHT)
        canvas.setPageSize((width * MM, height * MM))
        pen = Pen(canvas, width, height)
        page.draw(pen)
        if page.version:
            pages_of = _("page %(page)s/%(pages)s") % {"page": number, "pages": len(pages)}
            _foot(pen, f"{asked.tournament.name} · {page.version}", f"{printed} · {pages_of}")
        canvas.showPage()
        asked.report(number, len(pages))
    canvas.save()
    return buffer.getvalue()


def moment(asked: Asked) -> str:
    """When it was printed, by the clock in the hall."""
    return brief_dated_moment(asked.now)


def version(asked: Asked) -> str:
    """The state of the tournament that a print without a draw of its own shows."""
    return _("Version %(version)s") % {"version": asked.tournament.public_version}


def draw_version(asked: Asked) -> str:
    """As the pages say it: Round 2, draw 2, 11:34."""
    draw = asked.drawn_round().draw
    seen = timezone.localtime(draw.seen_at)
    words = _("Round %(round)s, draw %(draw)s, %(time)s")
    return words % {
        "round": draw.round.number,
        "draw": draw.attempt,
        "time": date_format(seen, "H:i"),
    }


def _foot(pen: Pen, left: str, right: str) -> None:
    at = pen.height - 9
    aside = pen.words_width(right, 8) + 4
    pen.cell((MARGIN, at - 3, pen.width - 2 * MARGIN - aside, 4), left, 8, grey=GREY)
    pen.text(pen.width - MARGIN, at, right, 8, align="right", grey=GREY)


@lru_cache(maxsize=4096)
def fit(
    words: str,
    room: tuple[float, float],
    size: float,
    *,
    bold: bool,
    lines: int,
    keep_size: bool = False,
    least: float = 0.0,
) -> tuple[list[str], float]:
    """The words broken into at most so many lines, and the size in which they fit (points).

    `room` is the width and the height that they may take. A little smaller is better than a second
    line, and a second line better than much smaller; with `keep_size` also better than a little
    smaller. A single word is broken only where it would become too small to read, which is smaller
    than `least` where that is given. Nothing is cut off.
    """
    font = BOLD if bold else REGULAR
    width, height = room
    words = normal_form("NFC", words)
    wide = pdfmetrics.stringWidth(words, font, size)
    if wide <= width:
        return [words], size
    a_little = wide * max(0.8, least / size) <= width and not (keep_size and " " in words)
    if lines == 1 or a_little:
        return [words], size * width / wide
    ways = [(1.0, False), *BREAKS] if keep_size or least else BREAKS
    if least:
        readable = [scale for scale, anywhere in ways if not anywhere and scale * size >= least]
        ways = [(scale, anywhere) for anywhere in (False, True) for scale in readable] + ways
    for scale, anywhere in ways:
        smaller = size * scale
        broken = _broken(words, font, smaller, width, anywhere)
        enough = len(broken) <= lines and len(broken) * smaller * LEADING <= height
        if enough and all(pdfmetrics.stringWidth(w, font, smaller) <= width for w in broken):
            return broken, smaller
    return [words], size * width / wide


BREAKS = [(scale / 10, False) for scale in (9, 8, 7, 6, 5)]
BREAKS += [(scale / 10, True) for scale in (7, 6, 5, 4, 3, 2)]
"""How to try to make words fit: in which size, and whether inside of words too."""

LEADING = 1.15

PARAGRAPH = 1.35
"""The same of a text of several lines."""


def height_of_paragraph(words: str, width: float, size: float) -> float:
    """How high `Pen.paragraph` gets, in millimetres as the width is."""
    return len(simpleSplit(words, REGULAR, size, width * MM)) * size * PARAGRAPH / MM


def _broken(words: str, font: str, size: float, width: float, anywhere: bool) -> list[str]:
    """Lines as full as they get, broken after spaces and hyphens, or anywhere but so near to the
    beginning or the end of a word that hardly a letter would stand alone."""
    broken = [""]
    for part in ANYWHERE.findall(words) if anywhere else re.split(r"(?<=[ -])", words):
        longer = broken[-1] + part
        if broken[-1] and pdfmetrics.stringWidth(longer.rstrip(), font, size) > width:
            broken.append(part)
        else:
            broken[-1] = longer
    return [line.strip() for line in broken]


ANYWHERE = re.compile(
    r"(?:(?<![^ -])[^ -]{1,5}(?=[ -]|$)|(?<![^ -])[^ -]{3}|[^ -]{3}(?=[ -]|$)|[^ -])[ -]*|[ -]+"
)
"""The pieces of words that stay together: short words, and three letters at each end of others."""


DRAWING = {"left": "drawString", "right": "drawRightString", "centre": "drawCentredString"}


class Pen:
    """Draws on one page, in millimetres from its top left corner; sizes of letters in points."""

    def __init__(self, canvas: Canvas, width: float, height: float) -> None:
        self.canvas = canvas
        self.width = width
        self.height = height
        self._top = height * MM
        self._font: tuple[bool, float] | None = None
        self._grey: float | None = None

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float = 10,
        *,
        bold: bool = False,
        align: str = "left",
        grey: float = 0.0,
    ) -> None:
        """One line of words standing on `y`, as wide as it is."""
        # Most words look like those before them; what is not said again makes a shorter file.
        if self._font != (bold, size):
            self._font = (bold, size)
            self.canvas.setFont(BOLD if bold else REGULAR, size)
        self._fill(grey)
        draw = getattr(self.canvas, DRAWING[align])
        draw(x * MM, self._top - y * MM, normal_form("NFC", words))

    def cell(
        self,
        box: Box,
        words: str,
        size: float = 10,
        *,
        bold: bool = False,
        align: str = "left",
        lines: int = 1,
        grey: float = 0.0,
        keep_size: bool = False,
        least: float = 0.0,
    ) -> None:
        """Words in the middle of a box, made smaller or broken into lines until they fit."""
        x, y, width, height = box
        room = (width * MM, height * MM)
        broken, size = fit(
            words, room, size, bold=bold, lines=lines, keep_size=keep_size, least=least
        )
        leading = size * LEADING / MM
        first = y + height / 2 + size * 0.35 / MM - leading * (len(broken) - 1) / 2
        at = x + {"left": 0.0, "centre": width / 2, "right": width}[align]
        for index, line in enumerate(broken):
            self.text(at, first + index * leading, line, size, bold=bold, align=align, grey=grey)

    def upright(self, box: Box, words: str, size: float = 10, *, lines: int = 1) -> None:
        """Words that go up from the foot of a box, made smaller or broken into lines until they
        fit."""
        x, y, width, height = box
        broken, size = fit(words, (height * MM, width * MM), size, bold=False, lines=lines)
        leading = size * LEADING
        self.canvas.saveState()
        self.canvas.translate((x + width / 2) * MM, self._top - (y + height) * MM)
        self.canvas.rotate(90)
        self.canvas.setFont(REGULAR, size)
        self.canvas.setFillGray(0)
        for index, line in enumerate(broken):
            across = (len(broken) - 1) / 2 - index
            self.canvas.drawString(0, across * leading - size * 0.35, normal_form("NFC", line))
        self.canvas.restoreState()

    def paragraph(
        self, x: float, y: float, width: float, words: str, size: float = 10, *, bold: bool = False
    ) -> float:
        """Words from `y` down in as many lines as they need; returns where the next may begin."""
        leading = size * PARAGRAPH / MM
        for line in simpleSplit(words, BOLD if bold else REGULAR, size, width * MM):
            y += leading
            self.text(x, y - leading * 0.25, line, size, bold=bold)
        return y

    def words_width(self, words: str, size: float, *, bold: bool = False) -> float:
        return pdfmetrics.stringWidth(words, BOLD if bold else REGULAR, size) / MM

    def lines(
        self,
        lines: Sequence[tuple[float, float, float, float]],
        *,
        thick: float = 0.5,
        grey: float = 0.0,
        dashed: bool = False,
    ) -> None:
        """Straight lines from point to point; `thick` in points."""
        canvas = self.canvas
        canvas.setLineWidth(thick)
        canvas.setStrokeGray(grey)
        canvas.setDash(*([3, 3] if dashed else []))
        top = self._top
        canvas.lines([(a * MM, top - b * MM, c * MM, top - d * MM) for a, b, c, d in lines])
        if dashed:
            canvas.setDash()

    def box(
        self,
        box: Box,
        *,
        thick: float = 0.5,
        grey: float = 0.0,
        filled: float | None = None,
    ) -> None:
        """A rectangle; `filled` is the grey inside it."""
        x, y, width, height = box
        canvas = self.canvas
        canvas.setLineWidth(thick)
        canvas.setStrokeGray(grey)
        if filled is not None:
            self._fill(filled)
        canvas.rect(
            x * MM,
            self._top - (y + height) * MM,
            width * MM,
            height * MM,
            stroke=int(thick > 0),
            fill=int(filled is not None),
        )

    def grid(self, xs: Sequence[float], ys: Sequence[float], *, grey: float = 0.0) -> None:
        """The thin lines of a table between these columns and rows."""
        lines = [(xs[0], y, xs[-1], y) for y in ys] + [(x, ys[0], x, ys[-1]) for x in xs]
        self.lines(lines, grey=grey)

    def tick(self, x: float, y: float, size: float = 4) -> None:
        """A tick drawn in a square; the font has none."""
        third = size / 3
        self.lines(
            [
                (x + third * 0.5, y + third * 1.6, x + third * 1.2, y + third * 2.4),
                (x + third * 1.2, y + third * 2.4, x + third * 2.6, y + third * 0.5),
            ],
            thick=1.4,
        )

    def _fill(self, grey: float) -> None:
        if self._grey != grey:
            self._grey = grey
            self.canvas.setFillGray(grey)

    def turn_round(self) -> None:
        """From now on the page is upside down."""
        self.canvas.translate(self.width * MM, self.height * MM)
        self.canvas.rotate(180)

    def qr(self, x: float, y: float, size: float, address: str) -> None:
        """The address as a square of crisp vectors, with its own quiet zone inside `size`."""
        path, modules = qr_path(address)
        canvas = self.canvas
        canvas.saveState()
        canvas.translate(x * MM, self._top - y * MM)
        canvas.scale(size * MM / modules, -size * MM / modules)
        canvas.setFillGray(0)
        canvas.drawPath(path, stroke=0, fill=1)
        canvas.restoreState()
