"""A sheet of the dice game as an SVG picture: its island, the jokers, and the boxes.

Colours are presentation attributes, as the Content-Security-Policy wants it, and so that svglib
reads the picture for prints. Everything is told apart without colour: what is built is filled and
has a thick edge, what is not is pale.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import atan2, degrees

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.looks import CITY as CITY_PATH
from games.drawing.looks import CREAM, GLOW, INK, LOOKS, SEA, SETTLEMENT, Paint, short
from games.drawing.sheet_layout import Layout, layout_of
from games.engine.board.terrain import HOME, Resource, Terrain
from games.engine.rulesets.dice_game.faces import GOLD
from games.engine.rulesets.dice_game.sheet import ANY, CITY, ROAD, Knight, Sheet

SCALE = 74
"""Of the layout's unit: half the height of a hex."""

EDGE = 34
PALE = Paint("#fffdf6", INK, "")
GOLD_FILL = "#f2c230"
FLAT = 45
"""Degrees up to which a name of three letters has room across its road."""

BOX, BOX_GAP, IN_ROW = 46, 4, 8

RESOURCES = tuple(Resource)


@dataclass(frozen=True)
class Marks:
    """What is marked on a sheet: symbols and used jokers as bits, and the entries, None for a
    cross. `lit` is the symbol that was marked last."""

    symbols: int
    used: int = 0
    boxes: Sequence[int | None] = ()
    lit: int | None = None


def sheet_svg(
    sheet: Sheet,
    marks: Marks | None = None,
    *,
    paint: Paint,
    title: str,
    key: str = "sheet",
    owner: str = "",
) -> SafeString:
    """The sheet with its marks in the player's colour, under the name of its owner; without marks,
    as it is printed."""
    marks = marks or Marks(sheet.start)
    layout = layout_of(sheet)
    width = max(layout.width * SCALE, IN_ROW * (BOX + BOX_GAP)) + 2 * EDGE
    island = _island(layout)
    knights = _row_of_knights(layout, sheet)
    rows = -(-sheet.boxes // IN_ROW)
    height = island + knights + rows * (BOX + BOX_GAP) + EDGE
    parts = [
        *_owner(owner, paint, -width / 2, -island / 2, width),
        *_land(layout, sheet),
        *_roads(layout, sheet, marks, paint),
        *_sites(layout, sheet, marks, paint),
        *_knights(layout, sheet, marks, paint),
    ]
    boxes = _boxes(sheet, marks, island / 2 + knights)
    if not sheet.confirmed:
        words = _("Not yet compared with a printed sheet")
        boxes.append(_text(0, height - island / 2 - 12, words, 14, INK))
    return SafeString(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board sheet" role="img" '
        f'aria-labelledby="{key}-title" data-next="{len(marks.boxes) + 1}" '
        f'viewBox="{short(-width / 2)} {short(-island / 2)} '
        f'{short(width)} {short(height)}" width="{short(width)}" height="{short(height)}" '
        f'font-family="Roboto, sans-serif"><title id="{key}-title">{escape(title)}</title>'
        f'<rect x="{short(-width / 2)}" y="{short(-island / 2)}" width="{short(width)}" '
        f'height="{short(height)}" rx="14" fill="{SEA}"/>'
        f"{''.join(parts)}{''.join(boxes)}</svg>"
    )


def _owner(owner: str, paint: Paint, left: float, top: float, width: float) -> list[str]:
    """The name in the corner, in the strip above the island however long it is."""
    if not owner:
        return []
    size = min(21.0, (width - 60) / (0.62 * len(owner)))
    x, y = left + 20, top + 19
    return [
        f'<circle cx="{short(x)}" cy="{short(y)}" r="9" fill="{paint.fill}" stroke="{INK}" '
        'stroke-width="2"/>',
        f'<text x="{short(x + 16)}" y="{short(y + 0.35 * size)}" font-size="{short(size)}" '
        f'fill="{INK}" font-weight="bold">{escape(owner)}</text>',
    ]


def _in_hexes(layout: Layout, sheet: Sheet) -> bool:
    return len(layout.hexes) >= len(sheet.knights)


def _land(layout: Layout, sheet: Sheet) -> list[str]:
    parts = []
    for number, (x, y) in enumerate(layout.hexes):
        knight = sheet.in_order[number] if number < len(sheet.knights) else None
        points = " ".join(
            f"{short((x + across * 0.866) * SCALE)},{short((y + down * 0.5) * SCALE)}"
            for across, down in ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
        )
        fill = LOOKS[Terrain.DESERT].fill if knight is None else _fill(knight)
        parts.append(
            f'<polygon points="{points}" fill="{fill}" stroke="{CREAM}" stroke-width="5"/>'
        )
    return parts


def _fill(knight: Knight) -> str:
    if knight.joker in (ANY, GOLD):
        return GOLD_FILL
    return LOOKS[HOME[RESOURCES[knight.joker]]].fill


def _place(layout: Layout, name: str) -> tuple[float, float]:
    x, y = layout.places.get(name, (0.0, 0.0))
    return x * SCALE, y * SCALE


def _roads(layout: Layout, sheet: Sheet, marks: Marks, paint: Paint) -> list[str]:
    parts = []
    for number, road in enumerate(sheet.roads):
        (x1, y1), (x2, y2) = (_place(layout, end) for end in road.ends)
        built = marks.symbols >> number & 1
        inner = (INK if road.start else paint.fill) if built else PALE.fill
        # Short of its ends, where sites stand.
        ends = _between(x1, y1, x2, y2, 0.24), _between(x1, y1, x2, y2, 0.76)
        line = " ".join(
            f'{name}{at}="{short(value)}"'
            for at, point in enumerate(ends, start=1)
            for name, value in zip("xy", point, strict=True)
        )
        edge = GLOW if marks.lit == number else INK
        parts += [
            f'<line {line} stroke="{edge}" stroke-width="{24 if marks.lit == number else 20}" '
            'stroke-linecap="round"/>',
            f'<line {line} stroke="{inner}" stroke-width="16" stroke-linecap="round"/>',
        ]
        x, y = _between(x1, y1, x2, y2, 0.5)
        ink = (CREAM if road.start else paint.ink) if built else INK
        parts.append(_text(x, y + 4, road.id, 11, ink, turn=_along(x1, y1, x2, y2)))
    return parts


def _along(x1: float, y1: float, x2: float, y2: float) -> float:
    """By how many degrees a name is turned to lie on its road: not at all where the road is flat
    enough to have it upright."""
    turn = (degrees(atan2(y2 - y1, x2 - x1)) + 90) % 180 - 90
    return turn if abs(turn) > FLAT else 0


def _between(x1: float, y1: float, x2: float, y2: float, share: float) -> tuple[float, float]:
    return x1 + (x2 - x1) * share, y1 + (y2 - y1) * share


def _sites(layout: Layout, sheet: Sheet, marks: Marks, paint: Paint) -> list[str]:
    parts = []
    for number, symbol in enumerate(sheet.symbols):
        if symbol.kind == ROAD or number >= sheet.first_knight:
            continue
        x, y = _place(layout, symbol.id)
        here = paint if marks.symbols >> number & 1 else PALE
        city = symbol.kind == CITY
        path, size = (CITY_PATH, 1.8) if city else (SETTLEMENT, 2.0)
        lit = marks.lit == number
        parts.append(
            f'<g transform="translate({short(x)} {short(y)}) scale({size})">'
            f'<path d="{path}" fill="{here.fill}" stroke="{GLOW if lit else INK}" '
            f'stroke-width="{2.6 if lit else 1.5}" stroke-linejoin="round"/></g>'
        )
        parts.append(_text(x, y + (14 if city else 12), str(symbol.value), 16, here.ink, bold=True))
    return parts


def _home(layout: Layout, sheet: Sheet, order: int) -> tuple[float, float]:
    """Where a knight stands, the joker below it."""
    if _in_hexes(layout, sheet):
        x, y = layout.hexes[order]
        return x * SCALE, y * SCALE
    return (order - (len(sheet.knights) - 1) / 2) * 60, _island(layout) / 2 + 20


def _knights(layout: Layout, sheet: Sheet, marks: Marks, paint: Paint) -> list[str]:
    parts = []
    for order, knight in enumerate(sheet.in_order):
        number = sheet.first_knight + order
        x, y = _home(layout, sheet, order)
        here = paint if marks.symbols >> number & 1 else PALE
        lit = marks.lit == number
        parts += [
            f'<circle cx="{short(x)}" cy="{short(y - 16)}" r="17" fill="{here.fill}" '
            f'stroke="{GLOW if lit else INK}" stroke-width="{5 if lit else 2.5}"/>',
            _text(x, y - 10.4, str(knight.value), 16, here.ink, bold=True),
            f'<g transform="translate({short(x)} {short(y + 24)})">{joker_sign(knight.joker)}',
        ]
        if marks.used >> order & 1:
            parts.append(
                f'<path d="M-13 -13L13 13M13 -13L-13 13" stroke="{INK}" stroke-width="4" '
                'stroke-linecap="round"/>'
            )
        parts.append("</g>")
    return parts


def joker_sign(face: int) -> str:
    """What a die shows, in a box of 30 by 30 round the middle."""
    if face in (ANY, GOLD):
        fill = CREAM if face == ANY else GOLD_FILL
        words = "?" if face == ANY else ""
        coin = f'<circle r="8" fill="{GOLD_FILL}" stroke="{INK}" stroke-width="2"/>'
        sign = _text(0, 6, words, 18, INK, bold=True) if words else coin
    else:
        look = LOOKS[HOME[RESOURCES[face]]]
        fill, sign = look.fill, f'<g transform="scale(.95)">{look.sign}</g>'
    return (
        f'<rect x="-15" y="-15" width="30" height="30" rx="7" fill="{fill}" stroke="{INK}" '
        f'stroke-width="1.6"/>{sign}'
    )


def places_of(sheet: Sheet) -> dict[str, list[tuple[str | float, ...]]]:
    """Where what may be tapped lies in the picture: name, x and y, for roads both ends. Symbols,
    jokers by their knights, and boxes by their numbers."""
    layout = layout_of(sheet)
    roads = [
        (road.id, *_place(layout, road.ends[0]), *_place(layout, road.ends[1]))
        for road in sheet.roads
    ]
    sites = [
        (symbol.id, *_place(layout, symbol.id))
        for symbol in sheet.symbols[: sheet.first_knight]
        if symbol.kind != ROAD
    ]
    homes = [(knight.id, *_home(layout, sheet, at)) for at, knight in enumerate(sheet.in_order)]
    top = _island(layout) / 2 + _row_of_knights(layout, sheet)
    corners = [_box(number, top) for number in range(sheet.boxes)]
    return {
        "symbol": [*roads, *sites, *((name, x, y - 16) for name, x, y in homes)],
        "knight": [(name, x, y + 24) for name, x, y in homes],
        "entry": [
            (str(number), x + BOX / 2, y + BOX / 2)
            for number, (x, y) in enumerate(corners, start=1)
        ],
    }


def _island(layout: Layout) -> float:
    """The height of the picture down to the knights or boxes."""
    return layout.height * SCALE + 2 * EDGE


def _row_of_knights(layout: Layout, sheet: Sheet) -> float:
    return 0 if _in_hexes(layout, sheet) else 84


def _box(number: int, top: float) -> tuple[float, float]:
    row, column = divmod(number, IN_ROW)
    return (column - IN_ROW / 2) * (BOX + BOX_GAP), top + row * (BOX + BOX_GAP)


def _boxes(sheet: Sheet, marks: Marks, top: float) -> list[str]:
    parts = []
    for number in range(sheet.boxes):
        x, y = _box(number, top)
        parts.append(
            f'<rect x="{short(x)}" y="{short(y)}" width="{BOX}" height="{BOX}" rx="6" '
            f'fill="{CREAM}" stroke="{INK}" stroke-width="1.4"/>'
        )
        if number < len(marks.boxes):
            entry = marks.boxes[number]
            middle = x + BOX / 2, y + BOX / 2
            if entry is None:
                parts.append(
                    f'<path transform="translate({short(middle[0])} {short(middle[1])})" '
                    f'd="M-11 -11L11 11M11 -11L-11 11" stroke="{INK}" stroke-width="4.5" '
                    'stroke-linecap="round"/>'
                )
            else:
                parts.append(_text(middle[0], middle[1] + 8, str(entry), 22, INK, bold=True))
        else:
            parts.append(_text(x + 8, y + 14, str(number + 1), 10, "#6b6257"))
    return parts


def _text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str,
    *,
    bold: bool = False,
    turn: float = 0,
) -> str:
    """`turn` is in degrees, clockwise, around the middle of small letters."""
    weight = ' font-weight="bold"' if bold else ""
    turned = f' transform="rotate({short(turn)} {short(x)} {short(y - 4)})"' if turn else ""
    return (
        f'<text x="{short(x)}" y="{short(y)}" font-size="{size:g}" text-anchor="middle" '
        f'fill="{fill}"{weight}{turned}>{escape(words)}</text>'
    )


def face_svg(face: int, *, spent: bool = False) -> SafeString:
    """A resource die; what has paid or was given up is pale."""
    pale = ' opacity="0.35"' if spent else ""
    return SafeString(
        f'<svg class="die" viewBox="-17 -17 34 34" aria-hidden="true"><g{pale}>'
        f"{joker_sign(face)}</g></svg>"
    )


def sheet_words(sheet: Sheet) -> str:
    """What a picture of the sheet says to those who do not see it."""
    return _(
        "The sheet {name}: settlements {settlements}, cities {cities}, knights {knights}"
    ).format(
        name=sheet.id,
        settlements=_values(sheet, 1),
        cities=_values(sheet, CITY),
        knights=_values(sheet, 3),
    )


def _values(sheet: Sheet, kind: int) -> str:
    return ", ".join(str(symbol.value) for symbol in sheet.symbols if symbol.kind == kind)
