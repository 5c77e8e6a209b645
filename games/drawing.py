"""A board as one SVG picture, the same for the page, the large screen and the print.

Colours and fonts are presentation attributes, so that a strict Content-Security-Policy lets the
picture stand inline in a page, a style sheet may still repaint it by its classes in the dark,
and svglib reads it for a PDF. Every terrain has a sign of its own, so that it is told apart
without colour. Lengths are in units of the picture: a hex is 100 high.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.board.boards import Board, Harbour, letters
from games.engine.board.hexes import POINTS, Cube
from games.engine.board.terrain import HOME, RED, Terrain, pips

HALF = 43.3  # half the width of a hex
ROW = 75.0  # from one row of hexes to the next
HEX_HEIGHT = 100.0

CREAM = "#fdf6e6"
INK = "#2a231e"
LIKELY = "#a8201a"
SEA = "#d8e6ea"
SEA_EDGE = "#bfd3d9"
PIER = "#8a6a41"


class Look(NamedTuple):
    """How a terrain looks: its colour, a colour to write on it, its sign in a box of 24 by 24."""

    fill: str
    ink: str
    sign: str


LOOKS = {
    Terrain.HILLS: Look(
        "#b5573a",
        "#fff",
        '<path fill="#f9e2d6" d="M-11 1H-1V8H-11Z M1 1H11V8H1Z M-5 -8H5V-1H-5Z"/>',
    ),
    Terrain.FOREST: Look(
        "#2f6b45",
        "#fff",
        '<path fill="#d7e9cd" d="M0 -12L8 0H4L10 8H2V12H-2V8H-10L-4 0H-8Z"/>',
    ),
    Terrain.PASTURE: Look(
        "#8fba52",
        INK,
        '<path fill="none" stroke="#34421b" stroke-width="2" d="M-5 4V10M3 4V10"/>'
        '<ellipse rx="9" ry="6.5" fill="#fffdf6" stroke="#34421b"/>'
        '<ellipse cx="8.5" cy="-3" rx="4" ry="3" fill="#34421b"/>',
    ),
    Terrain.FIELDS: Look(
        "#dda92f",
        INK,
        '<path fill="none" stroke="#5a3d00" stroke-width="1.6" d="M0 -4V12"/>'
        '<path fill="#5a3d00" d="M0 -12Q4 -8 0 -4Q-4 -8 0 -12Z'
        "M1 -1Q1 -7 7 -8Q7 -2 1 -1ZM-1 -1Q-1 -7 -7 -8Q-7 -2 -1 -1Z"
        'M1 6Q1 0 7 -1Q7 5 1 6ZM-1 6Q-1 0 -7 -1Q-7 5 -1 6Z"/>',
    ),
    Terrain.MOUNTAINS: Look(
        "#858b93",
        INK,
        '<path fill="#33373c" d="M-12 9L-2 -10L4 0L6 -3L12 9Z"/>'
        '<path fill="#fff" d="M-2 -10L-5.7 -3L-2.5 -4.5L0 -2L1.8 -3.6Z"/>',
    ),
    Terrain.DESERT: Look(
        "#e0d0a6",
        INK,
        '<path fill="none" stroke="#76592c" stroke-width="4" stroke-linecap="round" '
        'stroke-linejoin="round" d="M0 10V-9M0 4H-7V-3M0 1H7V-6"/>',
    ),
}

SHIP = Look(
    "#3b6a7f",
    "#fff",
    '<path fill="#fff" d="M-10 4H10L6 10H-6Z M1 -11L9 2H1Z M-1 -7L-7 2H-1Z"/>',
)
"""The general harbour."""

SIGN_PLACES = ((0, -32), (-27, 21), (27, 21))
"""Where on a hex its terrain's sign stands, clear of the token in the middle."""

LEGEND_HEIGHT = 84.0


def draw_board(
    board: Board, *, title: str = "", labels: bool = False, legend: bool = True, key: str = "board"
) -> SafeString:
    """The board as the text of one `<svg>` element, words in the language of the moment.

    `labels` adds what is needed to build it: names of hexes and letters of tokens. `legend`
    adds the names of the terrains and what they give. `key` begins all ids, and must differ
    between two pictures on one page.
    """
    picture = _Picture(board, key)
    left, top, width, height = picture.frame()
    parts = [
        *picture.signs(),
        *picture.sea(),
        *picture.piers(),
        *picture.hexes(labels),
        *picture.harbours(),
    ]
    if legend:
        parts += picture.legend(left, top + height, width)
        height += LEGEND_HEIGHT
    return SafeString(
        "".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" '
                f'aria-labelledby="{key}-title {key}-desc" '
                f'viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}" '
                f'font-family="Roboto, sans-serif" text-anchor="middle">',
                f'<title id="{key}-title">{escape(title or _("Board"))}</title>',
                f'<desc id="{key}-desc">{escape(_description(board))}</desc>',
                *parts,
                "</svg>",
            )
        )
    )


def _description(board: Board) -> str:
    robber = board.layout.grid.hex_names[board.robber]
    return _(
        "Island of {hexes} hexes with {harbours} harbours. The robber stands on {robber}."
    ).format(hexes=len(board.terrain), harbours=len(board.harbours), robber=robber)


class _Picture:
    """The parts of the picture of one board, from the back to the front."""

    def __init__(self, board: Board, key: str) -> None:
        self.board = board
        self.grid = board.layout.grid
        self.key = key

    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the island with the sea round it."""
        spots = [_spot(cube) for cube in self.grid.sea]
        left = min(x for x, _y in spots) - HALF - 2
        top = min(y for _x, y in spots) - HEX_HEIGHT / 2 - 2
        right = max(x for x, _y in spots) + HALF + 2
        bottom = max(y for _x, y in spots) + HEX_HEIGHT / 2 + 2
        return left, top, right - left, bottom - top

    def signs(self) -> Iterator[str]:
        """What is drawn many times: the signs, and a hex of each terrain."""
        yield "<defs>"
        yield f'<g id="{self.key}-ship">{SHIP.sign}</g>'
        for terrain, look in LOOKS.items():
            yield f'<g id="{self.key}-{terrain}">{look.sign}</g>'
            yield (
                f'<g id="{self.key}-{terrain}-hex">'
                f'<g class="{terrain}" fill="{look.fill}" stroke="{CREAM}" stroke-width="3.5">'
                f"{_polygon()}</g>"
            )
            for x, y in SIGN_PLACES:
                yield _moved(self._use(terrain), x, y, scale=0.76)
            yield "</g>"
        yield "</defs>"

    def sea(self) -> Iterator[str]:
        yield f'<g class="sea" fill="{SEA}" stroke="{SEA_EDGE}">'
        for cube in self.grid.sea:
            yield _moved(_polygon(), *_spot(cube))
        yield "</g>"

    def piers(self) -> Iterator[str]:
        """Bridges from each harbour to the two intersections that it serves (B-044)."""
        lines = []
        for harbour in self.board.harbours:
            x, y = self._harbour_spot(harbour)
            for end in self.grid.ends[harbour.path]:
                to_x, to_y = _spot(self.grid.intersections[end], of=3)
                lines.append(f"M{_n(x)} {_n(y)}L{_n(to_x)} {_n(to_y)}")
        yield (
            f'<path class="piers" fill="none" stroke="{PIER}" stroke-width="7" '
            f'stroke-linecap="round" d="{"".join(lines)}"/>'
        )

    def hexes(self, labels: bool) -> Iterator[str]:
        letter = letters(self.board) if labels else {}
        for hex_, cube in enumerate(self.grid.hexes):
            terrain = self.board.terrain[hex_]
            number = self.board.numbers[hex_]
            parts = [self._use(f"{terrain}-hex")]
            if labels:
                name = self.grid.hex_names[hex_]
                ink = LOOKS[terrain].ink
                parts.append(f'<text y="41.5" font-size="12" fill="{ink}">{name}</text>')
            if number is not None:
                parts.append(_token(number, letter.get(hex_, "")))
            if hex_ == self.board.robber:
                parts.append(ROBBER)
            yield _moved("".join(parts), *_spot(cube))

    def harbours(self) -> Iterator[str]:
        for harbour in self.board.harbours:
            home = None if harbour.kind is None else HOME[harbour.kind]
            look = SHIP if home is None else LOOKS[home]
            badge = (
                f'<circle cy="-8" r="18" fill="{look.fill}" stroke="{INK}" stroke-width="1.2"/>'
                f"{_moved(self._use(home or 'ship'), 0, -10, scale=0.9)}"
                f'<rect x="-19" y="7" width="38" height="19" rx="9.5" fill="{CREAM}" '
                f'stroke="{INK}" stroke-width="1.2"/>'
                f'<text y="21.5" font-size="15" font-weight="bold" fill="{INK}">'
                f"{harbour.rate}</text>"
            )
            yield _moved(badge, *self._harbour_spot(harbour))

    def legend(self, left: float, top: float, width: float) -> Iterator[str]:
        """The terrains and what they give, in three columns below the island."""
        yield '<g class="legend" font-size="17" text-anchor="start">'
        for place, (terrain, look) in enumerate(LOOKS.items()):
            row, column = divmod(place, 3)
            chip = f'<g fill="{look.fill}">{_polygon(scale=0.34)}</g>'
            sign = _moved(self._use(terrain), 0, 0, scale=0.8)
            words = f'<text x="24" y="6" fill="currentColor">{escape(_gives(terrain))}</text>'
            x = left + 24 + column * (width - 24) / 3
            yield _moved(chip + sign + words, x, top + 26 + row * 38)
        yield "</g>"

    def _use(self, drawn: str) -> str:
        return f'<use href="#{self.key}-{drawn}"/>'

    def _harbour_spot(self, harbour: Harbour) -> tuple[float, float]:
        return _spot(self.grid.sea_beyond(harbour.path))


def _gives(terrain: Terrain) -> str:
    if terrain.gives is None:
        return _(terrain.value)
    return _("{terrain}: {resource}").format(
        terrain=_(terrain.value), resource=_(terrain.gives.value)
    )


def _token(number: int, letter: str) -> str:
    """A number token; six and eight are red, larger and ringed, so that grey shows them too."""
    likely = number in RED
    ink, ring, size, base = (LIKELY, 2.6, 22, 7.3) if likely else (INK, 1, 19, 6.3)
    count = pips(number)
    dots = "".join(
        f'<circle cx="{_n((dot - (count - 1) / 2) * 4.6)}" cy="12.3" r="1.6"/>'
        for dot in range(count)
    )
    back = f'<text y="-9.3" font-size="8">{letter}</text>' if letter else ""
    # A likely number's ring stands inside the edge, or it would be lost on the dark forest.
    inset = 2.4 if likely else 0.5
    return (
        f'<circle r="21" fill="{CREAM}"/>'
        f'<circle r="{21 - inset}" fill="none" stroke="{ink}" stroke-width="{ring}"/>'
        f'<g fill="{ink}">{back}<text y="{base}" font-size="{size}" font-weight="bold">{number}'
        f"</text>{dots}</g>"
    )


ROBBER = (
    f'<g fill="{INK}" stroke="{CREAM}" stroke-width="1.5">'
    '<path d="M-14 21Q-13 -2 -5 -4H5Q13 -2 14 21Z"/><circle cy="-9" r="9"/></g>'
)


def _spot(cube: Cube, of: int = 1) -> tuple[float, float]:
    """Where a place lies: `of` is the number of hexes whose coordinates it adds up."""
    return cube.column * HALF / of, cube.row * ROW / of


def _polygon(scale: float = 1) -> str:
    corners = (_spot(point, of=3) for point in POINTS.values())
    return f'<path d="M{"L".join(f"{_n(x * scale)} {_n(y * scale)}" for x, y in corners)}Z"/>'


def _moved(shapes: str, x: float, y: float, scale: float = 1) -> str:
    size = "" if scale == 1 else f" scale({scale})"
    return f'<g transform="translate({_n(x)} {_n(y)}){size}">{shapes}</g>'


def _n(number: float) -> str:
    """A number as short as the eye allows."""
    return f"{round(number, 1) + 0:g}"
