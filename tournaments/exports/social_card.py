"""An event as a picture that other sites and messengers show beside a link to its page."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

import font_roboto
from PIL import Image, ImageDraw, ImageFont

PNG = "image/png"

WIDTH, HEIGHT = 1200, 630
"""Pixels; the shape that those sites ask for."""

MARGIN = 72
ACROSS = WIDTH - 2 * MARGIN

PAPER, INK, SOFT, ACCENT = "#f6f1e6", "#2a231e", "#645a50", "#9a3623"
TERRAINS = ("#b5573a", "#2f6b45", "#7b8189", "#dda92f", "#8fba52", "#d9c79a")
"""The colours of the site in the light (`variables.css`)."""

SIZES_OF_NAME = range(88, 39, -4)
LINES_OF_NAME = 3
HEIGHT_OF_NAME = 260
"""What three facts and the foot leave of the height."""

SIZE_OF_FACTS = 40
FURTHER = 1.25
"""From a line to the next, in its own size."""

HEX = ((0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5))


@dataclass(frozen=True, slots=True)
class SocialCard:
    """What stands on it: the name as large as it fits, then a line for each fact."""

    name: str
    facts: tuple[str, ...]


def write_social_card(card: SocialCard) -> bytes:
    """The picture as PNG, the same bytes for the same words."""
    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    for number, colour in enumerate(TERRAINS):
        _hex(draw, MARGIN + 27 + number * 55, HEIGHT - 52, 30, colour)
    size, lines = _fitted(card.name)
    top = float(MARGIN)
    for line in lines:
        draw.text((MARGIN, top), line, INK, _font(size, bold=True))
        top += size * FURTHER
    draw.rectangle((MARGIN, top + 14, MARGIN + 120, top + 22), ACCENT)
    top += 48
    font = _font(SIZE_OF_FACTS, bold=False)
    for fact in card.facts:
        draw.text((MARGIN, top), _cut(fact, font), SOFT, font)
        top += SIZE_OF_FACTS * FURTHER
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _hex(draw: ImageDraw.ImageDraw, x: float, y: float, radius: float, colour: str) -> None:
    draw.polygon([(x + radius * right, y + radius * down) for right, down in HEX], colour)


def _fitted(name: str) -> tuple[int, list[str]]:
    """The largest size in which the name fits on its lines, and these; at the smallest its end is
    cut off."""
    for size in SIZES_OF_NAME:
        font = _font(size, bold=True)
        lines = list(_wrapped(name.split(), font))
        fits = all(font.getlength(line) <= ACROSS for line in lines)
        if fits and len(lines) <= LINES_OF_NAME and size * FURTHER * len(lines) <= HEIGHT_OF_NAME:
            break
    *kept, last = lines[:LINES_OF_NAME]
    last = " ".join((last, *lines[LINES_OF_NAME:]))
    return size, [_cut(line, font) for line in (*kept, last)]


def _wrapped(words: Iterable[str], font: ImageFont.FreeTypeFont) -> Iterator[str]:
    line = ""
    for word in words:
        longer = f"{line} {word}".strip()
        if line and font.getlength(longer) > ACROSS:
            yield line
            line = word
        else:
            line = longer
    yield line


def _cut(line: str, font: ImageFont.FreeTypeFont) -> str:
    if font.getlength(line) <= ACROSS:
        return line
    while line and font.getlength(f"{line}…") > ACROSS:
        line = line[:-1]
    return f"{line.rstrip()}…"


@cache
def _font(size: int, *, bold: bool) -> ImageFont.FreeTypeFont:
    # The basic layout draws the same everywhere, whichever libraries a machine has.
    path = font_roboto.RobotoBold if bold else font_roboto.Roboto
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
