"""Small pictures beside a game: dice, pieces, and how often each number was rolled.

Colours are presentation attributes or classes of the style sheet, as the Content-Security-Policy
wants it. Lengths are in units of the pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.looks import BOAT, CREAM, INK, LIKELY, SETTLEMENT, paint_of, short
from games.engine.board.terrain import RED
from games.engine.rulesets.base.statistics import Statistics

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die_svg(shown: int, fill: str = CREAM, ink: str = INK) -> SafeString:
    """A die that shows 1 to 6."""
    pips = "".join(f'<circle cx="{x * 8}" cy="{y * 8}" r="3.4"/>' for x, y in PIPS[shown])
    return _die(fill, f'<g fill="{ink}">{pips}</g>')


def _die(fill: str, shown: str) -> SafeString:
    return SafeString(
        '<svg class="die" viewBox="-18 -18 36 36" aria-hidden="true">'
        f'<rect x="-16" y="-16" width="32" height="32" rx="7" fill="{fill}" stroke="{INK}" '
        f'stroke-width="2"/>{shown}</svg>'
    )


TINTS = ("#e0b01c", "#2f6fb5", "#3d8b4f")
"""The colours of the three gates, which are those of trade, politics and science."""

RED_DIE = ("#b3261e", "#fff")
YELLOW_DIE = ("#f2c230", INK)


def event_die_svg(face: int) -> SafeString:
    """The event die: a gate by its colour, with its letter, or the barbarian ship."""
    if face < len(TINTS):
        ink = INK if face == 0 else "#fff"
        shown = (
            f'<path d="M-11 12V-4A11 11 0 0 1 11 -4V12Z" fill="{TINTS[face]}" stroke="{INK}" '
            f'stroke-width="1.6"/><text y="8" font-size="14" font-weight="bold" '
            f'text-anchor="middle" fill="{ink}">{"YBG"[face]}</text>'
        )
    else:
        shown = f'<path d="{BOAT}" fill="{INK}"/>'
    return _die(CREAM, shown)


def levels_svg(track: int, level: int, *, metropolis: bool) -> SafeString:
    """The five levels of an improvement, those that are reached filled; a metropolis on its
    fourth as an arch."""
    boxes = "".join(
        f'<rect x="{step * 13}" width="11" height="11" '
        f'fill="{TINTS[track] if step < level else CREAM}"/>'
        for step in range(5)
    )
    arch = f'<path d="M41 11V5.5A3.5 3.5 0 0 1 48 5.5V11Z" fill="{CREAM}"/>' if metropolis else ""
    return SafeString(
        '<svg class="levels" viewBox="-1 -1 65 13" aria-hidden="true">'
        f'<g stroke="{INK}" stroke-width="1.2">{boxes}{arch}</g></svg>'
    )


def barbarians_svg(space: int, last: int) -> SafeString:
    """The track of the barbarian ship, on its way from 0 to the attack on the last space."""
    dots = "".join(f'<circle cx="{step * 26}" r="9"/>' for step in range(1, last) if step != space)
    numbers = "".join(
        f'<text x="{step * 26}" y="4.5">{step}</text>' for step in range(1, last) if step != space
    )
    ends = last * 26
    return SafeString(
        f'<svg class="track" viewBox="-16 -18 {ends + 32} 36" aria-hidden="true">'
        f'<path d="M0 0H{ends}" stroke="{INK}" stroke-width="2"/>'
        f'<g fill="{CREAM}" stroke="{INK}" stroke-width="1.6"><circle r="4"/>{dots}</g>'
        f'<g font-size="12" font-weight="bold" text-anchor="middle" fill="{INK}">{numbers}</g>'
        f'<rect x="{ends - 12}" y="-12" width="24" height="24" fill="{LIKELY}" stroke="{INK}" '
        f'stroke-width="1.6"/><text x="{ends}" y="4.5" font-size="12" font-weight="bold" '
        f'text-anchor="middle" fill="#fff">{last}</text>'
        f'<g transform="translate({space * 26} 1)"><path d="{BOAT}" fill="{CREAM}" '
        f'stroke="{CREAM}" stroke-width="5"/><path d="{BOAT}" fill="{INK}"/></g></svg>'
    )


GUILDS = (
    (
        "#b9b4ab",
        '<path d="M-13 -7H9L6 4H-10Z"/><circle cx="-7" cy="8" r="4.5"/><circle cx="5" cy="8" '
        'r="4.5"/><path d="M9 -5L15 -9" stroke-linecap="round"/>',
    ),
    (
        "#7fa9d6",
        '<path d="M-13 4H13L8 12H-8Z"/><path d="M0 4V-14L11 0H0"/>',
    ),
    (
        "#d3806a",
        '<path d="M-11 -11L2 2" stroke-width="4" stroke-linecap="round"/>'
        '<path d="M-2 6L6 -2L13 5C13 10 10 13 5 13Z"/>',
    ),
    (
        "#f0cf5e",
        '<path d="M0 -8C-4 -12 -10 -12 -14 -10V9C-10 7 -4 7 0 11C4 7 10 7 14 9V-10C10 -12 4 -12 '
        '0 -8Z"/><path d="M0 -8V11"/>',
    ),
    (
        "#8fbf7a",
        '<path d="M0 -10L-9 12M0 -10L9 12M-5 3H5" fill="none" stroke-width="3" '
        'stroke-linecap="round"/><circle cy="-11" r="3.4"/>',
    ),
)
"""The colour of each guild's token, and what is on it: wagon, ship, shovel, books, dividers."""


def guilds_svg(names: Sequence[str], laid: Sequence[int]) -> SafeString:
    """The guild board: on each guild its token, and how many of them have been laid there."""
    parts = []
    for at, ((fill, sign), count) in enumerate(zip(GUILDS, laid, strict=True)):
        parts.append(
            f'<g transform="translate({at * 76} 0)"><rect x="-33" y="-20" width="66" height="40" '
            f'rx="6" fill="{CREAM}" stroke="{INK}" stroke-width="1.4"/><g transform="translate(-13 '
            f'0)"><circle r="17.5" fill="{fill}" stroke="{INK}" stroke-width="1.4"/><g '
            f'fill="{CREAM}" stroke="{INK}" stroke-width="1.6" stroke-linejoin="round" '
            f'transform="scale(0.86)">{sign}</g></g><text x="19" y="5.5" font-size="16" '
            f'font-weight="bold" text-anchor="middle" fill="{INK}">{count}</text></g>'
        )
    counts = ", ".join(f"{name}: {count}" for name, count in zip(names, laid, strict=True))
    title = escape(_("Tokens on the guilds: {counts}").format(counts=counts))
    return SafeString(
        f'<svg class="track guilds" role="img" viewBox="-34 -21 372 42" aria-label="{title}">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )


def piece_svg(colour: str) -> SafeString:
    """A settlement of the colour, by which a player is known."""
    paint = paint_of(colour)
    mark = f'<g fill="{paint.ink}" transform="translate(0 3)">{paint.mark}</g>'
    return SafeString(
        '<svg class="piece" viewBox="-11 -13 22 24" aria-hidden="true">'
        f'<path d="{SETTLEMENT}" fill="{paint.fill}" stroke="{INK}" stroke-width="1.8" '
        f'stroke-linejoin="round"/>{mark}</svg>'
    )


WIDTH, HEIGHT, STEP = 520, 210, 44
BASE = HEIGHT - 26


def rolls_svg(statistics: Statistics) -> SafeString:
    """A bar for each number that two dice can show, before a pale one of what is expected."""
    totals = range(2, 13)
    expected = {total: statistics.expected(total) for total in totals}
    most = max(*statistics.rolled, *expected.values(), 1)
    parts = [f'<line class="axis" x1="0" x2="{WIDTH}" y1="{BASE}" y2="{BASE}"/>']
    for total in totals:
        count = statistics.rolled[total]
        left = 18 + (total - 2) * STEP
        height = count / most * (BASE - 8)
        average = expected[total] / most * (BASE - 8)
        likely = " likely" if total in RED else ""
        inside = " inside" if height > 20 else ""
        parts.append(
            f'<rect class="average" x="{left - 4}" y="{short(BASE - average)}" width="40" '
            f'height="{short(average)}"/>'
            f'<rect class="bar{likely}" x="{left}" y="{short(BASE - height)}" width="32" '
            f'height="{short(height)}"/>'
            f'<text class="count{inside}" x="{left + 16}" '
            f'y="{short(BASE - (6 if inside else height + 4))}">{count}</text>'
            f'<text class="total{likely}" x="{left + 16}" y="{HEIGHT - 6}">{total}</text>'
        )
    counts = ", ".join(f"{total}: {statistics.rolled[total]}" for total in totals)
    title = escape(_("How often each number was rolled: {counts}").format(counts=counts))
    return SafeString(
        f'<svg class="plot" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" aria-label="{title}" '
        f'text-anchor="middle">{"".join(parts)}</svg>'
    )


def bar_svg(count: int, most: int) -> SafeString:
    """A bar as long as the count is of the most there is, with the count behind it."""
    length = 90 * count / max(1, most)
    return SafeString(
        f'<svg class="plot" viewBox="0 0 120 20" role="img" aria-label="{count}">'
        f'<rect class="bar" y="3" width="{short(length)}" height="14"/>'
        f'<text x="{short(length + 4)}" y="15">{count}</text></svg>'
    )
