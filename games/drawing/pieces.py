"""The pieces of the players as SVG, in their colours and with the marks of these.

A knight shows its strength as one to three strokes; an active one is filled and has a crest on its
shield, a passive one is hollow.
"""

from __future__ import annotations

from typing import NamedTuple

from games.drawing.looks import BOAT, CITY, CREAM, INK, SETTLEMENT, Paint, short

METROPOLIS = (
    "M-19 12V-17H-15V-13H-11V-17H-7V-9H-4V-13H4V-9H7V-17H11V-13H15V-17H19V12H5V5"
    "Q5 -1 0 -1Q-5 -1 -5 5V12Z"
)
LYING = "M-10 -13H4L12 -5.5L4 2H1V13H-10Z"
"""A reduced city on its side."""

WALL = "M-20 15V1H-15V5H15V1H20V15Z"
"""It reaches out from under a city or a metropolis on both sides."""

MERCHANT = "M-9 15L-4 -3H-10.5L-3.5 -8Q-3.5 -15 0 -15Q3.5 -15 3.5 -8L10.5 -3H4L9 15Z"
SHIELD = "M-12 -13H12V2Q12 11 0 16Q-12 11 -12 2Z"
HOLLOW = "M-8.5 -9.5H8.5V2Q8.5 8.5 0 12.2Q-8.5 8.5 -8.5 2Z"
CREST = "M-7 -13Q-7 -21 0 -21Q7 -21 7 -13Z"

MARKED_AT = {
    SETTLEMENT: (0, 3, 1),
    CITY: (-5.5, 3, 1),
    BOAT: (1, 6.6, 0.75),
    METROPOLIS: (-12, 2, 1),
    LYING: (-4, -5.5, 1),
    WALL: (0, 0, 0),
    MERCHANT: (0, 8, 0.9),
}
"""Where on a piece the mark of its colour is, and how large."""


class Knight(NamedTuple):
    """A knight of a colour; `rank` is its strength, 1 to 3."""

    colour: str
    rank: int
    active: bool


def piece(shape: str) -> str:
    """A piece without its mark, in the colour that is around it."""
    return f'{_edged(shape)}<path d="{shape}" stroke="{INK}" stroke-width="1.8"/>'


def mark_of_piece(shape: str, paint: Paint) -> str:
    x, y, scale = MARKED_AT[shape]
    return _marked(paint.mark, paint.ink, x, y, scale) if scale else ""


def shield(*, active: bool) -> str:
    """A knight without its mark and its rank, in the colour that is around it."""
    inside = f'<path d="{CREST}"/>' if active else f'<path d="{HOLLOW}" fill="{CREAM}"/>'
    return (
        f"{_edged(SHIELD + CREST if active else SHIELD)}"
        f'<g stroke="{INK}" stroke-width="1.6"><path d="{SHIELD}"/>{inside}</g>'
    )


def mark_of_knight(paint: Paint, *, active: bool) -> str:
    return _marked(paint.mark, paint.ink if active else INK, 0, 5, 0.9)


def strokes(rank: int, ink: str) -> str:
    """The strokes of its rank on a knight."""
    lines = "".join(f"M{short((line - (rank - 1) / 2) * 4.8)} -8v6.5" for line in range(rank))
    return f'<path stroke="{ink}" stroke-width="2.4" d="{lines}"/>'


def _edged(shape: str) -> str:
    """A bright edge, so that the piece stands out from what is under it."""
    return f'<path d="{shape}" fill="{CREAM}" stroke="{CREAM}" stroke-width="5"/>'


def _marked(mark: str, ink: str, x: float, y: float, scale: float) -> str:
    if not mark:
        return ""
    size = "" if scale == 1 else f" scale({scale:g})"
    return f'<g fill="{ink}" transform="translate({x:g} {y:g}){size}">{mark}</g>'
