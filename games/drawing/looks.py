"""How a board looks: colours, signs and textures of the terrains, harbours, tokens and pieces.

Everything is told apart without colour: each terrain has a sign and a texture of its own, the
likely numbers a ring, and each colour of pieces a mark. Shapes are SVG that svglib reads too, in
units in which a hex is 100 high, round the middle of what they show.
"""

from __future__ import annotations

from typing import NamedTuple

from games.engine.board.terrain import Terrain
from games.engine.core import Header

HALF = 43.3
"""Half the width of a hex."""

CREAM = "#fdf6e6"
INK = "#2a231e"
LIKELY = "#a8201a"
SEA = "#a9cbd6"
WAVES = "#86b4c3"
SHALLOWS = "#c4dde3"
BEACH = "#f0e2bb"
SIGNPOST = "#3f6678"
PIER = "#8a6a41"
GLOW = "#0b57d0"


def short(number: float) -> str:
    """A number as short as the eye allows."""
    return f"{round(number, 1) + 0:g}"


class Look(NamedTuple):
    """How a terrain looks: its colour, a colour to write on it, its texture in the whole hex,
    its sign in a box of 24 by 24."""

    fill: str
    ink: str
    texture: str
    sign: str


def _lines(colour: str, width: float, path: str) -> str:
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{width:g}" stroke-linecap="round" '
        f'd="{path}"/>'
    )


def _reach(height: float) -> float:
    """How far a line at this height may go to either side without touching the edge."""
    edge = HALF if abs(height) <= 25 else HALF * (50 - abs(height)) / 25
    return edge - 5


def _bricks() -> str:
    rows = []
    for row in range(-3, 4):
        y = row * 12.5
        reach = _reach(y)
        rows.append(f"M{short(-reach)} {short(y)}H{short(reach)}")
        below = y + 12.5
        if row < 3:
            reach = min(reach, _reach(below))
            first = 8 if row % 2 else 0
            for x in range(first - 48, 49, 16):
                if abs(x) < reach:
                    rows.append(f"M{x} {short(y)}V{short(below)}")
    return "".join(rows)


def _furrows() -> str:
    """Slanting lines, parallel to the north-western side."""
    lines = []
    for step in range(-4, 5):
        away = step * 8.6
        half = 50 - abs(away) / 1.732 - 6
        # Along the side by (0.866, -0.5), away from the middle by (0.5, 0.866).
        x, y, along, up = away * 0.5, away * 0.866, half * 0.866, half * 0.5
        begins = f"{short(x - along)} {short(y + up)}"
        lines.append(f"M{begins}L{short(x + along)} {short(y - up)}")
    return "".join(lines)


def _scattered(mark: str, spots: tuple[tuple[float, float], ...]) -> str:
    return "".join(f"M{short(x)} {short(y)}{mark}" for x, y in spots)


SPREAD = (
    *((-12.0, -29.0), (13.0, -28.0), (0.0, -20.0), (-28.0, -15.0), (29.0, -14.0)),
    *((-33.0, 1.0), (33.0, 2.0), (-12.0, 31.0), (13.0, 31.0), (0.0, 24.0), (-20.0, -21.0)),
    *((21.0, -20.0), (-35.0, -10.0), (35.0, -8.0), (0.0, 38.0)),
)
"""Places on a hex clear of its token and its signs."""


BLOSSOM = "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"

LOOKS = {
    Terrain.HILLS: Look(
        "#b95738",
        "#fff",
        _lines("#a94c2f", 1.3, _bricks()),
        '<path fill="#fbe9df" stroke="#7d3018" d="M-11 1H-1V8H-11Z M1 1H11V8H1Z M-5 -8H5V-1H-5Z"/>',
    ),
    Terrain.FOREST: Look(
        "#2c6a47",
        "#fff",
        f'<path fill="#235639" d="{_scattered("m0 -4l-4.4 7.5h8.8z", SPREAD)}"/>',
        '<path fill="#dcedd2" stroke="#163f28" d="M0 -12L8 0H4L10 8H2V12H-2V8H-10L-4 0H-8Z"/>',
    ),
    Terrain.PASTURE: Look(
        "#97c25a",
        INK,
        _lines("#7fab43", 1.7, _scattered("m-3 -3l1.5 4m1.5 -5v5m3 -4l-1.5 4", SPREAD)),
        '<path fill="none" stroke="#34421b" stroke-width="2" d="M-5 4V10M3 4V10"/>'
        '<ellipse rx="9" ry="6.5" fill="#fffdf6" stroke="#34421b"/>'
        '<ellipse cx="8.5" cy="-3" rx="4" ry="3" fill="#34421b"/>',
    ),
    Terrain.FIELDS: Look(
        "#e3b23c",
        INK,
        _lines("#cf9a24", 2, _furrows()),
        '<path fill="none" stroke="#5a3d00" stroke-width="1.6" d="M0 -4V12"/>'
        '<path fill="#5a3d00" d="M0 -12Q4 -8 0 -4Q-4 -8 0 -12Z'
        "M1 -1Q1 -7 7 -8Q7 -2 1 -1ZM-1 -1Q-1 -7 -7 -8Q-7 -2 -1 -1Z"
        'M1 6Q1 0 7 -1Q7 5 1 6ZM-1 6Q-1 0 -7 -1Q-7 5 -1 6Z"/>',
    ),
    Terrain.MOUNTAINS: Look(
        "#8d939b",
        INK,
        _lines("#7b8189", 1.6, _scattered("m-5.5 3l5.5 -7l5.5 7", SPREAD)),
        '<path fill="#33373c" d="M-12 9L-2 -10L4 0L6 -3L12 9Z"/>'
        '<path fill="#fff" d="M-2 -10L-5.7 -3L-2.5 -4.5L0 -2L1.8 -3.6Z"/>',
    ),
    Terrain.DESERT: Look(
        "#e9dbb4",
        INK,
        _lines("#d3c08c", 1.6, _scattered("m-7 1q3.5 -5 7 0q3.5 -5 7 0", SPREAD)),
        '<path fill="none" stroke="#76592c" stroke-width="4" stroke-linecap="round" '
        'stroke-linejoin="round" d="M0 10V-9M0 4H-7V-3M0 1H7V-6"/>',
    ),
    Terrain.GOLD: Look(
        "#f6d743",
        INK,
        f'<path fill="#d9a400" d="{_scattered("m0 -4.5l3.6 4.5l-3.6 4.5l-3.6 -4.5z", SPREAD)}"/>',
        '<g fill="#fff8d6" stroke="#5a4200" stroke-width="1.4" stroke-linejoin="round">'
        '<path d="M-12 10L-9.5 3H-2.5L0 10Z"/><path d="M0 10L2.5 3H9.5L12 10Z"/>'
        '<path d="M-6 2L-3.5 -5H3.5L6 2Z"/></g>',
    ),
    Terrain.SPRING: Look(
        "#cfe6a1",
        INK,
        f'<path fill="#f6a9c0" d="{_scattered(BLOSSOM, SPREAD)}"/>',
        '<path fill="#fff" stroke="#4c6a1d" stroke-width="1.4" '
        'd="M0 -11Q9 -2 7 5Q5 11 0 11Q-5 11 -7 5Q-9 -2 0 -11Z"/>'
        '<path fill="none" stroke="#c23b6b" stroke-width="2" d="M-6.6 0L-2.2 3.2L2.2 0L6.6 3.2"/>',
    ),
    Terrain.HOUSE: Look(
        "#dfe9f3",
        INK,
        _lines("#b4c6da", 1.5, _scattered("m-4 0h8m-6 -3.4l4 6.8m0 -6.8l-4 6.8", SPREAD)),
        '<path fill="#fff" stroke="#5b1512" stroke-width="1.4" d="M-9 10V-1H9V10Z"/>'
        '<path fill="#c4261d" stroke="#5b1512" stroke-width="1.4" stroke-linejoin="round" '
        'd="M-12 0L0 -11L12 0Z"/><path fill="#5b1512" d="M-3 10V3H3V10Z"/>',
    ),
    Terrain.SEA: Look(
        SEA,
        INK,
        _lines(WAVES, 1.8, _scattered("m-8 0q4 -5 8 0q4 5 8 0", SPREAD)),
        '<path fill="none" stroke="#3f6678" stroke-width="2" stroke-linecap="round" '
        'd="M-11 -4q5.5 -6 11 0t11 0M-11 5q5.5 -6 11 0t11 0"/>',
    ),
}

SHIP = '<path fill="#fff" d="M-10 4H10L6 10H-6Z M1 -11L9 2H1Z M-1 -7L-7 2H-1Z"/>'
"""The sign of the general harbour."""

SIGN_PLACES = ((0, -32), (-27, 21), (27, 21))
"""Where on a hex its terrain's sign stands, clear of the token in the middle."""

ROBBER = (
    f'<g class="robber" fill="{INK}" stroke="{CREAM}" stroke-width="1.6">'
    '<path d="M-14 22Q-13 -2 -5 -4H5Q13 -2 14 22Z"/><circle cy="-10" r="9.5"/></g>'
)


PIRATE = (
    f'<g class="pirate" fill="{INK}" stroke="{CREAM}" stroke-width="1.6" stroke-linejoin="round">'
    '<path d="M-24 9H24L15 22H-15Z"/><path d="M-12 7V-26H-8V7Z"/><path d="M-8 -25H20V-4H-8Z"/></g>'
    f'<path fill="none" stroke="{CREAM}" stroke-width="3" stroke-linecap="round" '
    'd="M0 -20L12 -9M12 -20L0 -9"/>'
)
"""A ship under a black flag with a cross, as large as the robber."""


BUNNY = (
    f'<g class="figure" stroke="{INK}" stroke-width="1.8" stroke-linejoin="round" fill="#fffaf2">'
    '<ellipse cx="-5" cy="-23" rx="4" ry="11" transform="rotate(-8 -5 -23)"/>'
    '<ellipse cx="5" cy="-23" rx="4" ry="11" transform="rotate(8 5 -23)"/>'
    '<path d="M-12 22Q-15 4 0 3Q15 4 12 22Z"/><circle cy="-6" r="11"/></g>'
    '<g fill="#ef8fb0"><ellipse cx="-5" cy="-22" rx="1.8" ry="7" transform="rotate(-8 -5 -22)"/>'
    '<ellipse cx="5" cy="-22" rx="1.8" ry="7" transform="rotate(8 5 -22)"/>'
    '<path d="M-2.4 -4.5H2.4L0 -2Z"/></g>'
    f'<g fill="{INK}"><circle cx="-4" cy="-8" r="1.5"/><circle cx="4" cy="-8" r="1.5"/></g>'
)
"""The Easter Bunny, as large as the robber."""

SANTA = (
    f'<g class="figure" stroke="{INK}" stroke-width="1.8" stroke-linejoin="round">'
    '<path fill="#c4261d" d="M-15 22Q-14 0 0 -1Q14 0 15 22Z"/>'
    '<circle cy="-8" r="9" fill="#f6cfae"/>'
    '<path fill="#fff" d="M-9 -7Q-11 6 0 9Q11 6 9 -7Q4 -3 0 -4Q-4 -3 -9 -7Z"/>'
    '<path fill="#c4261d" d="M-10 -12Q-8 -25 3 -29Q9 -24 10 -12Z"/>'
    '<path fill="#fff" d="M-12 -15H12V-10H-12Z"/><circle cx="4" cy="-29" r="4" fill="#fff"/></g>'
    f'<g fill="{INK}"><circle cx="-3.4" cy="-7.5" r="1.3"/><circle cx="3.4" cy="-7.5" r="1.3"/></g>'
)
"""Santa Claus, as large as the robber."""

FIGURES = {Terrain.SPRING: BUNNY, Terrain.HOUSE: SANTA}
"""The figure of a scenario, by its special hex."""


class Paint(NamedTuple):
    """A colour of pieces: what fills them, what is drawn on them, and the mark by which they are
    known without colour, in a box of 10 by 10."""

    fill: str
    ink: str
    mark: str


PAINTS = {
    "red": Paint("#c4261d", "#fff", ""),
    "blue": Paint("#1f4fa3", "#fff", '<circle r="3.2"/>'),
    "white": Paint("#fbfbf8", INK, ""),
    "orange": Paint("#f08a1c", INK, '<path d="M-4 -1.5H4V1.5H-4Z"/>'),
    "green": Paint("#1f7a4a", "#fff", '<path d="M-1.5 -4H1.5V4H-1.5Z"/>'),
    "purple": Paint("#7a3b8f", "#fff", '<path d="M-3.5 3.2L0 -3.6L3.5 3.2Z"/>'),
}
"""The six colours of the boxes."""

OTHER = Paint("#4a4a4a", "#fff", '<path d="M-3 -3H3V3H-3Z"/>')
"""A colour that is in no box."""


def paint_name(colour: str) -> str:
    """The name of a colour of the boxes, or one for all others."""
    return colour if colour in PAINTS else "other"


def paint_of(colour: str) -> Paint:
    return PAINTS.get(colour, OTHER)


SETTLEMENT = "M-8.5 9V-2L0 -10.5L8.5 -2V9Z"
BOAT = "M-14 3H14L9 11H-9ZM-3 1V-14L11 1ZM-6 1V-9L-12 1Z"
CITY = "M-13 10V-4L-5.5 -12L2 -4V-1H13V10Z"


def colours_of(header: Header) -> list[str]:
    """The colour of each seat; who wrote none, one of no box or another's gets a free one."""
    written = [player.colour.casefold() for player in header.players]
    free = [colour for colour in PAINTS if colour not in written]
    colours: list[str] = []
    for colour in written:
        own = colour in PAINTS and colour not in colours
        colours.append(colour if own else free.pop(0) if free else colour)
    return colours
