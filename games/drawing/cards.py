"""The table of a card game as one SVG picture: stocks, market and piles, the destiny card, and
what lies in front of each player.

It is drawn for a phone: 400 units wide, so that a letter is as large as it says. Nothing is told by
colour alone. Colours are presentation attributes, as the Content-Security-Policy wants it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.looks import CITY, CREAM, GLOW, INK, LOOKS, SETTLEMENT, paint_of, short
from games.engine.board.terrain import HOME
from games.engine.rulesets.base.packed import RESOURCES

WIDTH = 400.0
ROW = 78.0
TOP = 152.0
CARD = (38.0, 52.0)
SMALL = (25.0, 34.0)
FELT = "#dfe8dc"
BACK = "#8a6a41"

ROAD_SIGN = f'<path d="M-7 8L5 -9L8 -7L-4 10Z" fill="{INK}"/>'
KNIGHT_SIGN = f'<path d="M0 -11L2 -8V2H6V5H2V10H-2V5H-6V2H-2V-8Z" fill="{INK}"/>'  # a sword
TOWER_SIGN = f'<path d="M-8 10V-9H-4V-6H-2V-9H2V-6H4V-9H8V10Z" fill="{INK}"/>'


@dataclass(frozen=True)
class Front:
    """What lies in front of a player. `expansions` are their points, empty if nobody knows."""

    name: str
    colour: str
    points: str
    on_turn: bool
    acts: bool
    settlements: int
    cities: int
    expansions: Sequence[str]
    roads: int
    knights: int
    hand: int


@dataclass(frozen=True)
class Laid:
    """All that lies on the table. `market` are resources by their number, None for a card that
    the record does not tell; `arrows` point clockwise (1), the other way (-1), nobody knows (0);
    None if the destiny card is not used."""

    stocks: tuple[int, int, int, int]
    market: Sequence[int | None]
    deck: int
    discards: int
    arrows: int | None
    fronts: Sequence[Front]


def table_svg(laid: Laid, *, key: str, title: str) -> SafeString:
    """The table as the text of one `<svg>` element, words in the language of the moment."""
    height = TOP + ROW * len(laid.fronts)
    parts = [
        f'<rect width="{short(WIDTH)}" height="{short(height)}" rx="10" fill="{FELT}"/>',
        *_market(laid),
        *_stocks(laid),
    ]
    for number, front in enumerate(laid.fronts):
        parts += _front(front, TOP + ROW * number)
    return SafeString(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board card-table" role="img" '
        f'aria-labelledby="{key}-title {key}-desc" '
        f'viewBox="0 0 {short(WIDTH)} {short(height)}" '
        f'font-family="Roboto, sans-serif" font-size="13" fill="{INK}">'
        f'<title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-desc">{escape(_description(laid))}</desc>{"".join(parts)}</svg>'
    )


def _description(laid: Laid) -> str:
    """The same in words, for those who do not see it."""
    words = [
        _("Market: {cards}").format(
            cards=", ".join("?" if kind is None else _(RESOURCES[kind]) for kind in laid.market)
        ),
        ngettext("{count} card in the deck", "{count} cards in the deck", laid.deck).format(
            count=laid.deck
        ),
    ]
    words += [
        _(
            "{name}: settlements {settlements}, cities {cities}, city expansions {expansions}, "
            "roads {roads}, knights {knights}"
        ).format(
            name=front.name,
            settlements=front.settlements,
            cities=front.cities,
            expansions=len(front.expansions),
            roads=front.roads,
            knights=front.knights,
        )
        for front in laid.fronts
    ]
    return ". ".join(words)


# The middle of the table


def _market(laid: Laid) -> Iterator[str]:
    yield _words(12, 18, _("Market"))
    for number, kind in enumerate(laid.market[:6]):
        yield _card(12 + 42 * number, 26, CARD, _face(kind))
    yield _words(272, 18, _("Deck"))
    yield _pile(272, 26, laid.deck, BACK)
    yield _words(388, 18, _("Discards"), anchor="end")
    yield _pile(334, 26, laid.discards, "#b9b3a6")


def _face(kind: int | None) -> str:
    """A resource card: its terrain's colour and sign, or a question mark."""
    if kind is None:
        return f'<text text-anchor="middle" y="6" font-size="18" fill="{INK}">?</text>'
    look = LOOKS[HOME[RESOURCES[kind]]]
    return (
        f'<rect x="-15" y="-22" width="30" height="44" rx="3" fill="{look.fill}"/>'
        f'<g transform="scale(1.1)">{look.sign}</g>'
    )


def _pile(x: float, y: float, count: int, fill: str) -> str:
    text = f'<text text-anchor="middle" y="6" font-size="17" font-weight="700">{count}</text>'
    back = (
        f'<rect x="-15" y="-22" width="30" height="44" rx="3" fill="{fill}" fill-opacity="0.35"/>'
    )
    return _card(x, y, CARD, back + text)


def _stocks(laid: Laid) -> Iterator[str]:
    """The four stocks and the destiny card."""
    signs = (ROAD_SIGN, KNIGHT_SIGN, _piece(SETTLEMENT), TOWER_SIGN)
    names = (_("Roads"), _("Knights"), _("Settlements"), _("Expansions"))
    for number, (sign, count, name) in enumerate(zip(signs, laid.stocks, names, strict=True)):
        x = 12 + 76 * number
        yield _words(x, 98, name, size=11)
        yield _card(x, 104, (62, 40), _stock(sign, count))
    if laid.arrows is not None:
        yield _words(388, 98, _("Destiny"), size=11, anchor="end")
        yield _card(320, 104, (62, 40), _arrows(laid.arrows))


def _stock(sign: str, count: int) -> str:
    number = f'<text x="14" y="6" text-anchor="middle" font-size="17">{count}</text>'
    return f'<g transform="translate(-14 0)">{sign}</g>{number}'


def _arrows(way: int) -> str:
    """Where the arrows of the destiny card point, seen from above."""
    if not way:
        return '<text text-anchor="middle" y="6" font-size="17">?</text>'
    turn = "" if way > 0 else ' transform="scale(-1 1)"'
    return (
        f'<g{turn} fill="none" stroke="{INK}" stroke-width="2.6"><path d="M-11 6A11 11 0 1 1 9 7"/>'
        f'<path fill="{INK}" stroke="none" d="M3 5L15 3L9 14Z"/></g>'
    )


def _piece(path: str, fill: str = CREAM) -> str:
    return f'<path d="{path}" fill="{fill}" stroke="{INK}" stroke-width="1.6"/>'


# In front of the players


def _front(front: Front, top: float) -> Iterator[str]:
    paint = paint_of(front.colour)
    edge = f' stroke="{GLOW}" stroke-width="2.5"' if front.acts else ""
    yield (
        f'<rect x="4" y="{short(top + 2)}" width="392" height="{short(ROW - 5)}" rx="7" '
        f'fill="#fff" fill-opacity="{"0.95" if front.on_turn else "0.55"}"{edge}/>'
    )
    yield (
        f'<g transform="translate(18 {short(top + 16)})">{_piece(SETTLEMENT, paint.fill)}'
        f'<g fill="{paint.ink}" transform="translate(0 3) scale(0.8)">{paint.mark}</g></g>'
    )
    yield _words(32, top + 21, _shortened(front.name), bold=front.on_turn)
    yield (
        f'<text x="388" y="{short(top + 21)}" text-anchor="end" font-size="16" '
        f'font-weight="700">{escape(front.points)}</text>'
    )
    hand = ngettext("{count} card in hand", "{count} cards in hand", front.hand)
    yield (
        f'<text x="356" y="{short(top + 21)}" text-anchor="end" font-size="12">'
        f"{escape(hand.format(count=front.hand))}</text>"
    )
    yield from _row(front, top + 32, paint.fill)


def _shortened(name: str) -> str:
    return name if len(name) <= 22 else name[:21] + "…"


def _row(front: Front, top: float, fill: str) -> Iterator[str]:
    """Settlements, cities and expansions side by side, then the stacks of roads and knights."""
    faces = [f'<g transform="scale(0.95)">{_piece(SETTLEMENT, fill)}</g>'] * front.settlements
    faces += [f'<g transform="scale(0.66)">{_piece(CITY, fill)}</g>'] * front.cities
    faces += [_expansion(points) for points in front.expansions]
    stacks = (front.roads, front.knights)
    room = 376 - sum(_stack_width(count) for count in stacks) - 14
    step = min(28.0, room / max(1, len(faces)))
    for number, face in enumerate(faces):
        yield _card(12 + step * number, top, SMALL, face)
    x = 388.0
    for count, sign in ((front.knights, KNIGHT_SIGN), (front.roads, ROAD_SIGN)):
        x -= _stack_width(count)
        yield from _stack(x, top, count, sign)
        x -= 6


def _expansion(points: str) -> str:
    return (
        f'<g transform="translate(0 -5) scale(0.7)">{TOWER_SIGN}</g>'
        f'<text text-anchor="middle" y="14" font-size="12">{points or "?"}</text>'
    )


LAP = 13.0


def _stack_width(count: int) -> float:
    return SMALL[0] + LAP * (count - 1) if count else 0.0


def _stack(x: float, top: float, count: int, sign: str) -> Iterator[str]:
    """Overlapping cards that show A, B, A ...; those with side B are worth a point."""
    for number in range(count):
        side = "AB"[number % 2]
        fill = "#fff" if side == "A" else "#f3d98b"
        face = (
            f'<rect x="-12" y="-16.5" width="24" height="33" rx="3.5" fill="{fill}"/>'
            f'<g transform="translate(-5 -7) scale(0.5)">{sign}</g>'
            f'<text x="-6" y="13" text-anchor="middle" font-size="12">{side}</text>'
        )
        yield _card(x + LAP * number, top, SMALL, face)


def _card(x: float, y: float, size: tuple[float, float], face: str) -> str:
    width, height = size
    return (
        f'<g transform="translate({short(x + width / 2)} {short(y + height / 2)})">'
        f'<rect x="{short(-width / 2)}" y="{short(-height / 2)}" width="{short(width)}" '
        f'height="{short(height)}" rx="4" fill="{CREAM}" stroke="{INK}" stroke-width="1"/>'
        f"{face}</g>"
    )


def _words(
    x: float, y: float, text: str, *, size: int = 13, bold: bool = False, anchor: str = "start"
) -> str:
    weight = ' font-weight="700"' if bold else ""
    side = "" if anchor == "start" else f' text-anchor="{anchor}"'
    place = f'x="{short(x)}" y="{short(y)}" font-size="{size}"'
    return f"<text {place}{weight}{side}>{escape(text)}</text>"
