"""A board as one SVG picture, the same for the page, the large screen and the print.

Colours and fonts are presentation attributes, so that a strict Content-Security-Policy lets the
picture stand inline in a page, a style sheet may still repaint the sea by its classes in the dark,
and svglib reads it for a PDF. Lengths are in units of the picture: a hex is 100 high.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.looks import (
    BEACH,
    BOAT,
    CITY,
    CREAM,
    FIGURES,
    GLOW,
    HALF,
    INK,
    LIKELY,
    LOOKS,
    PIER,
    PIRATE,
    ROBBER,
    SEA,
    SETTLEMENT,
    SHALLOWS,
    SHIP,
    SIGN_PLACES,
    SIGNPOST,
    WAVES,
    Look,
    paint_name,
    paint_of,
    short,
)
from games.drawing.pieces import (
    LYING,
    MERCHANT,
    METROPOLIS,
    WALL,
    Knight,
    mark_of_knight,
    mark_of_piece,
    piece,
    shield,
    strokes,
)
from games.engine.board.boards import Board, Harbour, letters
from games.engine.board.hexes import Cube
from games.engine.board.terrain import HOME, RED, Terrain, pips

ROW = 75.0  # from one row of hexes to the next
COAST = 90.0  # from the land to the edge of the sea
OFFING = 34.0  # the same from the hexes of the sea, if the map has some
LEGEND_ROW = 38.0
AROUND = 130.0  # from a place to the edge of its closeup
TOKEN_APART = 16.5  # from the middle of a hex to each of two number tokens


@dataclass(frozen=True)
class Position:
    """What stands on a board: pieces by the number of their place, as names of `looks.PAINTS`.

    `robber`, `pirate` and `figure` are hexes; None leaves them where the board has them. A city is
    only one of `cities`, `metropolises` and `reduced`; `walls` are below the first two. `merchant`
    is by its hex.
    """

    settlements: Mapping[int, str] = field(default_factory=dict)
    cities: Mapping[int, str] = field(default_factory=dict)
    roads: Mapping[int, str] = field(default_factory=dict)
    robber: int | None = None
    ships: Mapping[int, str] = field(default_factory=dict)
    pirate: int | None = None
    metropolises: Mapping[int, str] = field(default_factory=dict)
    reduced: Mapping[int, str] = field(default_factory=dict)
    walls: Mapping[int, str] = field(default_factory=dict)
    knights: Mapping[int, Knight] = field(default_factory=dict)
    merchant: Mapping[int, str] = field(default_factory=dict)
    figure: int | None = None

    @property
    def buildings(self) -> tuple[tuple[str, Mapping[int, str], str], ...]:
        """What stands on intersections but knights: name, pieces and shape, the lowest first."""
        return (
            ("wall", self.walls, WALL),
            ("settlement", self.settlements, SETTLEMENT),
            ("city", self.cities, CITY),
            ("lying", self.reduced, LYING),
            ("metropolis", self.metropolises, METROPOLIS),
        )


def board_svg(
    board: Board,
    position: Position | None = None,
    *,
    title: str = "",
    labels: bool = False,
    legend: bool = True,
    lit: Mapping[str, Collection[int]] | None = None,
    places: Mapping[str, Collection[int]] | None = None,
    closeup: bool = False,
    key: str = "board",
) -> SafeString:
    """The board as the text of one `<svg>` element, words in the language of the moment.

    `labels` adds what is needed to build it: names of hexes and letters of tokens. `legend`
    adds the names of the terrains and what they give. `lit` are places to shine, by their kind:
    "hex", "path" or "intersection". `places` makes all places of a kind such that they can be
    tapped, and lights some of them: `data-path="c3e"` has the name of a place, `data-number` its
    number, and the lit ones are buttons of the class `lit`. `closeup` cuts the picture down to
    what lies round the `lit` places. `key` begins all ids, and must differ between two pictures
    on one page.
    """
    # A picture hides what is in it; buttons must be found.
    role = "group" if places else "img"
    picture = _Picture(board, position or Position(), key)
    left, top, width, height = picture.closeup(lit) if closeup and lit else picture.frame()
    parts = [
        *picture.signs(),
        *picture.sea(),
        *picture.piers(),
        *picture.hexes(labels),
        *picture.harbours(),
        *picture.pirates(),
        *picture.rows(),
        *picture.shining(lit or {}),
        *picture.pieces(),
        *picture.lit(lit or {}),
        *picture.places(places or {}),
    ]
    if legend:
        parts += picture.legend(left, top + height, width)
        height += picture.legend_height
    return SafeString(
        "".join(
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="{role}" '
                f'aria-labelledby="{key}-title {key}-desc" '
                f'viewBox="{short(left)} {short(top)} {short(width)} {short(height)}" '
                f'font-family="Roboto, sans-serif" text-anchor="middle">',
                f'<title id="{key}-title">{escape(title or _("Board"))}</title>',
                f'<desc id="{key}-desc">{escape(picture.description())}</desc>',
                *parts,
                "</svg>",
            )
        )
    )


def places_of(board: Board) -> dict[str, list[tuple[str | float, ...]]]:
    """Where each place lies in the picture: name, x and y, for paths those of both ends."""
    grid = board.frame.grid
    corners = [_rounded(_spot(cube, of=3)) for cube in grid.intersections]
    return {
        "intersection": [
            (name, *spot) for name, spot in zip(grid.intersection_names, corners, strict=True)
        ],
        "path": [
            (name, *corners[one], *corners[other])
            for name, (one, other) in zip(grid.path_names, grid.ends, strict=True)
        ],
        "hex": [
            (name, *_rounded(_spot(cube)))
            for name, cube in zip(grid.hex_names, grid.hexes, strict=True)
        ],
    }


class _Picture:
    """The parts of the picture of one board, from the back to the front."""

    def __init__(self, board: Board, position: Position, key: str) -> None:
        self.board = board
        self.position = position
        self.grid = board.frame.grid
        self.key = key
        self.robber = board.robber if position.robber is None else position.robber
        self.spots = [_spot(cube) for cube in self.grid.hexes]
        self.pirate = board.pirate if position.pirate is None else position.pirate
        self.special = board.terrain[board.replaced[0][0]] if board.replaced else None
        self.figure = self._figure()
        self.second = dict(board.doubled)
        self.looks = {terrain: look for terrain, look in LOOKS.items() if terrain in board.terrain}
        self.coast = OFFING if Terrain.SEA in self.looks else COAST

    def _figure(self) -> int | None:
        """The hex of the figure, which starts on the special hex."""
        board = self.board
        if not board.replaced:
            return None
        start = board.replaced[0][0] if board.figure is None else board.figure
        return start if self.position.figure is None else self.position.figure

    def description(self) -> str:
        if self.figure is None or self.special is None:
            return self._island()
        return f"{self._island()} {_figure_on(self.special, self.grid.hex_names[self.figure])}"

    def _island(self) -> str:
        facts = {
            "hexes": len(self.spots) - self.board.terrain.count(Terrain.SEA),
            "harbours": len(self.board.harbours),
            "robber": self.grid.hex_names[self.robber],
        }
        if self.pirate is not None:
            return _(
                "Islands of {hexes} hexes with {harbours} harbours. The robber stands on {robber}, "
                "the pirate on {pirate}."
            ).format(pirate=self.grid.hex_names[self.pirate], **facts)
        return _(
            "Island of {hexes} hexes with {harbours} harbours. The robber stands on {robber}."
        ).format(**facts)

    def frame(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the island with the sea round it."""
        left = min(x for x, _y in self.spots) - HALF - self.coast
        top = min(y for _x, y in self.spots) - 50 - self.coast
        right = max(x for x, _y in self.spots) + HALF + self.coast
        bottom = max(y for _x, y in self.spots) + 50 + self.coast
        return left, top, right - left, bottom - top

    def closeup(self, lit: Mapping[str, Collection[int]]) -> tuple[float, float, float, float]:
        """The same of the places and what lies next to them."""
        spots = [self._spot_of(kind, number) for kind, numbers in lit.items() for number in numbers]
        left = min(x for x, _y in spots) - AROUND
        top = min(y for _x, y in spots) - AROUND
        right = max(x for x, _y in spots) + AROUND
        bottom = max(y for _x, y in spots) + AROUND
        return left, top, right - left, bottom - top

    def signs(self) -> Iterator[str]:
        """What is drawn many times: the signs, and a hex of each terrain."""
        yield "<defs>"
        yield f'<g id="{self.key}-ship">{SHIP}</g>'
        for terrain, look in self.looks.items():
            if terrain is Terrain.SEA:
                yield self._open_sea()
                continue
            name = _id(terrain)
            yield f'<g id="{self.key}-{name}">{look.sign}</g>'
            yield (
                f'<g id="{self.key}-{name}-hex">'
                f'<g class="{name}" fill="{look.fill}" stroke="{CREAM}" stroke-width="3.5" '
                f'stroke-linejoin="round"><path d="M0 -50{HEXAGON}"/></g>{look.texture}'
            )
            for x, y in SIGN_PLACES:
                yield _moved(self._use(name), x, y, scale=0.76)
            yield "</g>"
        numbers = {*self.board.numbers, *self.second.values()} - {None}
        for number in sorted(numbers):
            yield f'<g id="{self.key}-{number}">{_token(number)}</g>'
        yield from self._painted()
        yield "</defs>"

    def _open_sea(self) -> str:
        """A hex of the sea: no more than its edge and some waves, the water is under it."""
        return (
            f'<g id="{self.key}-sea-hex"><path class="waters" fill="none" stroke="{WAVES}" '
            f'stroke-width="1.6" d="M0 -50{HEXAGON}"/>{LOOKS[Terrain.SEA].texture}</g>'
        )

    def _painted(self) -> Iterator[str]:
        """Each kind of piece in each colour that stands on the board."""
        position = self.position
        for name, pieces, shape in (
            *position.buildings,
            ("boat", position.ships, BOAT),
            ("merchant", position.merchant, MERCHANT),
        ):
            if pieces:
                yield f'<g id="{self.key}-{name}" stroke-linejoin="round">{piece(shape)}</g>'
            for colour in sorted(set(map(paint_name, pieces.values()))):
                paint = paint_of(colour)
                drawn = self._use(name) + mark_of_piece(shape, paint)
                yield f'<g id="{self.key}-{colour}-{name}" fill="{paint.fill}">{drawn}</g>'
        yield from self._shields()
        for colour in sorted(set(map(paint_name, position.roads.values()))):
            paint = paint_of(colour)
            mark = f'<g fill="{paint.ink}" transform="scale(0.8)">{paint.mark}</g>'
            yield f'<g id="{self.key}-{colour}-mark">{mark}</g>'

    def _shields(self) -> Iterator[str]:
        """What the knights on the board are put together from: shields in their colours, and ranks
        in their inks."""
        knights = self.position.knights.values()
        for active in sorted({one.active for one in knights}):
            yield f'<g id="{self.key}-{_state(active)}">{shield(active=active)}</g>'
        for colour, active in sorted({(paint_name(one.colour), one.active) for one in knights}):
            paint = paint_of(colour)
            drawn = self._use(_state(active)) + mark_of_knight(paint, active=active)
            name = f"{colour}-{_state(active)}-knight"
            yield f'<g id="{self.key}-{name}" fill="{paint.fill}">{drawn}</g>'
        for name, (rank, ink) in {_rank(one): (one.rank, _ink(one)) for one in knights}.items():
            yield f'<g id="{self.key}-{name}">{strokes(rank, ink)}</g>'

    def sea(self) -> Iterator[str]:
        """Water round the island as wide as a brush drawn along its coast, then the beach."""
        around = _hull([_spot(cube, of=3) for cube in self.grid.intersections])
        sea = "L".join(f"{short(x)} {short(y)}" for x, y in around)
        land = "".join(
            f"M{short(x)} {short(y - 50)}{HEXAGON}"
            for (x, y), terrain in zip(self.spots, self.board.terrain, strict=True)
            if terrain is not Terrain.SEA
        )
        for name, colour, width, shape in (
            ("sea", SEA, 2 * self.coast - 4, f'<path d="M{sea}Z"/>'),
            ("shallows", SHALLOWS, 38, f'<path id="{self.key}-land" d="{land}"/>'),
            ("beach", BEACH, 15, self._use("land")),
        ):
            yield (
                f'<g class="{name}" fill="{colour}" stroke="{colour}" stroke-width="{width:g}" '
                f'stroke-linejoin="round">{shape}</g>'
            )

    def piers(self) -> Iterator[str]:
        """Bridges from each harbour to the two intersections that it serves (B-044)."""
        lines = []
        for harbour in self.board.harbours:
            x, y = self._harbour_spot(harbour)
            for end in self.grid.ends[harbour.path]:
                to_x, to_y = self._corner(end)
                lines.append(f"M{short(x)} {short(y)}L{short(to_x)} {short(to_y)}")
        yield (
            f'<path class="piers" fill="none" stroke="{PIER}" stroke-width="7" '
            f'stroke-linecap="round" d="{"".join(lines)}"/>'
            f'<path fill="none" stroke="{CREAM}" stroke-width="4" stroke-dasharray="1.2 4" '
            f'd="{"".join(lines)}"/>'
        )

    def hexes(self, labels: bool) -> Iterator[str]:
        letter = letters(self.board) if labels else {}
        for hex_, (x, y) in enumerate(self.spots):
            terrain = self.board.terrain[hex_]
            number = self.board.numbers[hex_]
            parts = [self._use(f"{_id(terrain)}-hex")]
            if labels:
                name = self.grid.hex_names[hex_]
                ink = LOOKS[terrain].ink
                parts.append(
                    f'<text y="42" font-size="12" font-weight="bold" fill="{ink}">{name}</text>'
                )
            if hex_ in self.second:
                parts += [
                    _moved(self._use(token), x, 0, scale=0.74)
                    for token, x in ((self.second[hex_], -TOKEN_APART), (number, TOKEN_APART))
                ]
            elif number is not None:
                parts.append(self._use(number))
            if hex_ in letter and hex_ not in self.second:
                ink = LIKELY if number in RED else INK
                parts.append(f'<text y="-9.3" font-size="8" fill="{ink}">{letter[hex_]}</text>')
            if hex_ == self.robber:
                # Beside the number, which must stay readable.
                parts.append(self._standing(ROBBER, hex_))
            if hex_ == self.figure and self.special in FIGURES:
                parts.append(self._standing(FIGURES[self.special], hex_))
            yield _moved("".join(parts), x, y)

    def _standing(self, piece: str, hex_: int) -> str:
        if hex_ in self.second:
            return _moved(piece, 0, 21, scale=0.7)
        return piece if self.board.numbers[hex_] is None else _moved(piece, -25, 3, scale=0.85)

    def harbours(self) -> Iterator[str]:
        for harbour in self.board.harbours:
            home = None if harbour.kind is None else HOME[harbour.kind]
            fill = SIGNPOST if home is None else LOOKS[home].fill
            badge = (
                f'<circle cy="-8" r="18" fill="{fill}" stroke="{INK}" stroke-width="1.2"/>'
                f"{_moved(self._use(home or 'ship'), 0, -10, scale=0.9)}"
                f'<rect x="-19" y="7" width="38" height="19" rx="9.5" fill="{CREAM}" '
                f'stroke="{INK}" stroke-width="1.2"/>'
                f'<text y="21.5" font-size="15" font-weight="bold" fill="{INK}">'
                f"{harbour.rate}</text>"
            )
            yield _moved(badge, *self._harbour_spot(harbour))

    def pirates(self) -> Iterator[str]:
        """The pirate on its hex, beside the harbour if there is one."""
        if self.pirate is None:
            return
        x, y = self.spots[self.pirate]
        if (x, y) in map(self._harbour_spot, self.board.harbours):
            yield _moved(PIRATE, x + 26, y + 2, scale=0.8)
        else:
            yield _moved(PIRATE, x, y)

    def rows(self) -> Iterator[str]:
        """The letter of each row at both its ends, in the sea."""
        ends: dict[str, list[tuple[float, float]]] = {}
        for name, spot in zip(self.grid.hex_names, self.spots, strict=True):
            ends.setdefault(name[0], []).append(spot)
        yield f'<g class="rows" font-size="19" font-weight="bold" fill="{INK}">'
        for letter, spots in ends.items():
            for (x, y), to in ((spots[0], -1), (spots[-1], 1)):
                beyond = short(x + to * (HALF + self.coast - 15))
                yield f'<text x="{beyond}" y="{short(y + 6.5)}">{letter}</text>'
        yield "</g>"

    def pieces(self) -> Iterator[str]:
        """Roads and ships, then buildings and knights, each with the mark of its colour."""
        lines = {path: self._line(path) for path in self.position.roads}
        if lines:
            drawn = f'<path id="{self.key}-roads" d="{"".join(lines.values())}"/>'
            yield '<g class="roads" fill="none" stroke-linecap="round">'
            yield f'<g stroke="{CREAM}" stroke-width="13">{drawn}</g>'
            yield f'<g stroke="{INK}" stroke-width="11">{self._use("roads")}</g>'
            for colour in dict.fromkeys(self.position.roads.values()):
                drawn = "".join(lines[path] for path in _of(colour, self.position.roads))
                yield f'<path stroke="{paint_of(colour).fill}" stroke-width="8" d="{drawn}"/>'
            yield "</g>"
        for path, colour in self.position.roads.items():
            if paint_of(colour).mark:
                yield self._use(f"{paint_name(colour)}-mark", *_spot(self.grid.paths[path], of=2))
        for path, colour in self.position.ships.items():
            yield self._use(f"{paint_name(colour)}-boat", *_spot(self.grid.paths[path], of=2))
        for name, pieces, _shape in self.position.buildings:
            for place, colour in pieces.items():
                yield self._use(f"{paint_name(colour)}-{name}", *self._corner(place))
        for place, one in self.position.knights.items():
            name = f"{paint_name(one.colour)}-{_state(one.active)}-knight"
            yield self._use(name, *self._corner(place))
            yield self._use(_rank(one), *self._corner(place))
        for hex_, colour in self.position.merchant.items():
            x, y = self.spots[hex_]
            # Beside the number, across from the robber.
            yield self._use(f"{paint_name(colour)}-merchant", x + 29, y)

    def shining(self, kinds: Mapping[str, Collection[int]]) -> Iterator[str]:
        """A glow over some hexes, below the pieces at their rims, which keep their colours."""
        for kind, numbers in kinds.items():
            if kind == "hex":
                yield f'<g class="lit" {SHINE} stroke-width="{WIDTHS[kind]}">'
                yield from (f"<{self._shape(kind, number)}/>" for number in numbers)
                yield "</g>"

    def lit(self, kinds: Mapping[str, Collection[int]]) -> Iterator[str]:
        """A glow over some places; round a path, so that the colour of a road on it is seen."""
        for kind, numbers in kinds.items():
            if kind == "hex":
                continue
            if kind == "path":
                yield f'<g class="lit round" {RING}>'
                yield from (f'<path d="{self._round(number)}"/>' for number in numbers)
            else:
                yield f'<g class="lit" {SHINE} stroke-width="{WIDTHS[kind]}">'
                yield from (f"<{self._shape(kind, number)}/>" for number in numbers)
            yield "</g>"

    def _round(self, path: int) -> str:
        """A line round a road on the path, twice its width apart."""
        (x, y), (to_x, to_y) = map(self._corner, self.grid.ends[path])
        along, across = (to_x - x) / 10, (to_y - y) / 10
        corners = (
            (x + along - 2 * across, y + across + 2 * along),
            (x + along + 2 * across, y + across - 2 * along),
            (to_x - along + 2 * across, to_y - across - 2 * along),
            (to_x - along - 2 * across, to_y - across + 2 * along),
        )
        return "M" + "L".join(f"{short(a)} {short(b)}" for a, b in corners) + "Z"

    def places(self, kinds: Mapping[str, Collection[int]]) -> Iterator[str]:
        """What can be tapped: see-through shapes over all places, a glow over the lit ones."""
        names = {
            "hex": self.grid.hex_names,
            "path": self.grid.path_names,
            "intersection": self.grid.intersection_names,
        }
        for kind, lit in kinds.items():
            unseen = 'fill="#fff" fill-opacity="0" stroke="#fff" stroke-opacity="0"'
            yield f'<g class="places" {unseen} stroke-width="{WIDTHS[kind]}">'
            for number, name in enumerate(names[kind]):
                shine = BUTTON.format(name=name) if number in lit else ""
                shape = self._shape(kind, number)
                yield f'<{shape} data-{kind}="{name}" data-number="{number}"{shine}/>'
            yield "</g>"

    def legend(self, left: float, top: float, width: float) -> Iterator[str]:
        """The terrains and what they give, in three columns below the island."""
        yield '<g class="legend" font-size="17" text-anchor="start">'
        for place, (terrain, look) in enumerate(self._legend().items()):
            row, column = divmod(place, 3)
            chip = f'<path fill="{look.fill}" d="M0 -17{CHIP}"/>'
            sign = _moved(self._use(_id(terrain)), 0, 0, scale=0.8)
            words = f'<text x="24" y="6" fill="currentColor">{escape(_gives(terrain))}</text>'
            x = left + 24 + column * (width - 24) / 3
            yield _moved(chip + sign + words, x, top + 26 + row * LEGEND_ROW)
        yield "</g>"

    @property
    def legend_height(self) -> float:
        return 8 + LEGEND_ROW * -(-len(self._legend()) // 3)

    def _legend(self) -> Mapping[Terrain, Look]:
        return {terrain: look for terrain, look in self.looks.items() if terrain is not Terrain.SEA}

    def _use(self, drawn: object, x: float = 0, y: float = 0) -> str:
        at = f' x="{short(x)}" y="{short(y)}"' if x or y else ""
        return f'<use href="#{self.key}-{drawn}"{at}/>'

    def _shape(self, kind: str, number: int) -> str:
        """The shape of a place without its brackets."""
        if kind == "hex":
            x, y = self.spots[number]
            return f'path d="M{short(x)} {short(y - 50)}{HEXAGON}"'
        if kind == "path":
            return f'path d="{self._line(number)}"'
        x, y = self._corner(number)
        return f'circle cx="{short(x)}" cy="{short(y)}" r="13"'

    def _line(self, path: int) -> str:
        """The line of a path, short of both its ends."""
        (x, y), (to_x, to_y) = map(self._corner, self.grid.ends[path])
        begins, ends = (
            f"{short(x + (to_x - x) * part)} {short(y + (to_y - y) * part)}"
            for part in (ROAD_BEGINS, 1 - ROAD_BEGINS)
        )
        return f"M{begins}L{ends}"

    def _spot_of(self, kind: str, number: int) -> tuple[float, float]:
        if kind == "hex":
            return self.spots[number]
        if kind == "path":
            return _spot(self.grid.paths[number], of=2)
        return self._corner(number)

    def _corner(self, intersection: int) -> tuple[float, float]:
        return _spot(self.grid.intersections[intersection], of=3)

    def _harbour_spot(self, harbour: Harbour) -> tuple[float, float]:
        return _spot(self.board.frame.sea_beyond(harbour.path))


def _gives(terrain: Terrain) -> str:
    if terrain is Terrain.GOLD:
        return _("gold: any resource")
    if terrain.gives is None:
        return _(terrain.value)
    return _("{terrain}: {resource}").format(
        terrain=_(terrain.value), resource=_(terrain.gives.value)
    )


def _figure_on(special: Terrain, hex_: str) -> str:
    if special is Terrain.SPRING:
        return _("The Easter Bunny stands on {hex}.").format(hex=hex_)
    return _("Santa Claus stands on {hex}.").format(hex=hex_)


def _id(terrain: Terrain) -> str:
    """The terrain as it stands in the names of what is drawn."""
    return terrain.name.casefold()


def _token(number: int) -> str:
    """A number token; six and eight are red, larger and ringed, so that grey shows them too."""
    likely = number in RED
    ink, ring, size, base = (LIKELY, 2.6, 22, 7.3) if likely else (INK, 1, 19, 6.3)
    count = pips(number)
    dots = "".join(
        f'<circle cx="{short((dot - (count - 1) / 2) * 4.6)}" cy="12.3" r="1.6"/>'
        for dot in range(count)
    )
    # A likely number's ring stands inside the edge, or it would be lost on the dark forest.
    inset = 2.4 if likely else 0.5
    return (
        f'<circle cy="2" r="21.5" fill="{INK}" fill-opacity="0.35"/>'
        f'<circle r="21" fill="{CREAM}"/>'
        f'<circle r="{21 - inset}" fill="none" stroke="{ink}" stroke-width="{ring}"/>'
        f'<g fill="{ink}"><text y="{base}" font-size="{size}" font-weight="bold">{number}'
        f"</text>{dots}</g>"
    )


def _state(active: bool) -> str:
    return "active" if active else "passive"


def _ink(one: Knight) -> str:
    return paint_of(one.colour).ink if one.active else INK


def _rank(one: Knight) -> str:
    return f"rank-{one.rank}-{'dark' if _ink(one) == INK else 'light'}"


SHINE = f'fill="{GLOW}" fill-opacity="0.25" stroke="{GLOW}" stroke-opacity="0.7"'
RING = f'fill="none" stroke="{GLOW}" stroke-width="3.5" stroke-linejoin="round"'
BUTTON = f' class="lit" {SHINE} role="button" tabindex="0" aria-label="{{name}}"'
WIDTHS = {"hex": 4, "path": 15, "intersection": 3}
"""How wide the edge of a place's shape is; a path is nothing but edge."""


def _of(colour: str, pieces: Mapping[int, str]) -> list[int]:
    return [place for place, owner in pieces.items() if owner == colour]


def _hull(spots: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The corners of the rubber band round all spots."""
    ordered = sorted(spots)
    return _half_hull(ordered) + _half_hull(ordered[::-1])


def _half_hull(spots: list[tuple[float, float]]) -> list[tuple[float, float]]:
    hull: list[tuple[float, float]] = []
    for x, y in spots:
        while len(hull) > 1:
            (one_x, one_y), (two_x, two_y) = hull[-2:]
            if (two_x - one_x) * (y - one_y) - (two_y - one_y) * (x - one_x) > 0:
                break
            hull.pop()
        hull.append((x, y))
    return hull[:-1]


ROAD_BEGINS = 0.24
HEXAGON = f"l{HALF} 25v50l-{HALF} 25l-{HALF} -25v-50z"
CHIP = "l14.7 8.5v17l-14.7 8.5l-14.7 -8.5v-17z"


def _spot(cube: Cube, of: int = 1) -> tuple[float, float]:
    """Where a place lies: `of` is the number of hexes whose coordinates it adds up."""
    return cube.column * HALF / of, cube.row * ROW / of


def _rounded(spot: tuple[float, float]) -> tuple[float, float]:
    return round(spot[0], 1), round(spot[1], 1)


def _moved(shapes: str, x: float, y: float, scale: float = 1) -> str:
    size = "" if scale == 1 else f" scale({scale})"
    return f'<g transform="translate({short(x)} {short(y)}){size}">{shapes}</g>'
