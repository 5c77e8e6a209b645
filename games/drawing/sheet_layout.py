"""Where the symbols of a sheet are drawn: its roads laid along the sides of hexes, if they can be.

A sheet's file says what joins what and no more. The drawing is ours, the printed one may have the
same roads in other places.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, pi, sin

from games.engine.rulesets.dice_game.sheet import Sheet

Point = tuple[int, int]
"""In half widths of a hex to the right, and quarters of its height down."""

CORNERS: tuple[Point, ...] = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))

MOST_TRIES = 20_000
"""Places that are tried for the ends of roads before they are drawn in a ring."""


@dataclass(frozen=True)
class Layout:
    """Places in units of half a hex's height. `hexes` are the middles of hexes, those that take
    knights first; empty if the roads do not fit along their sides."""

    places: Mapping[str, tuple[float, float]]
    hexes: tuple[tuple[float, float], ...]
    width: float
    height: float


def ring(radius: int) -> tuple[Point, ...]:
    """The middles of the hexes of an island, the outermost ones first, clockwise."""
    middles = [
        (2 * q + r, 3 * r)
        for q in range(-radius, radius + 1)
        for r in range(-radius, radius + 1)
        if abs(q + r) <= radius
    ]
    return tuple(sorted(middles, key=lambda middle: (-_away(middle), _turn(middle))))


def _away(middle: Point) -> int:
    across, down = middle
    rows = abs(down) // 3
    return max(rows, (abs(across) + rows) // 2)


def _turn(middle: Point) -> float:
    """From the north-west on, clockwise, as a share of a circle."""
    across, down = middle
    return (atan2(down * 0.5, across * 0.866) / (2 * pi) + 0.375) % 1


@lru_cache(maxsize=64)
def layout_of(sheet: Sheet) -> Layout:
    for radius in (1, 2):
        hexes = ring(radius)
        found = _embedded(sheet, hexes)
        if found is not None:
            return _scaled(found, hexes, radius)
    return _in_a_ring(sheet)


def _scaled(places: Mapping[str, Point], hexes: tuple[Point, ...], radius: int) -> Layout:
    half = 0.866
    return Layout(
        places={name: (x * half, y * 0.5) for name, (x, y) in places.items()},
        hexes=tuple((x * half, y * 0.5) for x, y in hexes),
        width=2 * half * (2 * radius + 1),
        height=2.0 + 3 * radius,
    )


def _in_a_ring(sheet: Sheet) -> Layout:
    names = list(dict.fromkeys([*_order(sheet), *(site.id for site in sheet.sites), *sheet.plain]))
    radius = max(2.0, len(names) * 0.16)
    places = {
        name: (radius * cos(2 * pi * at / len(names)), radius * sin(2 * pi * at / len(names)))
        for at, name in enumerate(names)
    }
    return Layout(places, (), 2 * radius + 1, 2 * radius + 1)


def _beside(sheet: Sheet) -> dict[str, list[str]]:
    beside: dict[str, list[str]] = {}
    for one, other in (road.ends for road in sheet.roads):
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    return beside


def _order(sheet: Sheet) -> list[str]:
    """The ends of roads, from the first road on, along the roads."""
    beside = _beside(sheet)
    order: dict[str, None] = {}
    for road in sheet.roads:
        waiting = [road.ends[0]]
        while waiting:
            name = waiting.pop()
            if name not in order:
                order[name] = None
                waiting += reversed(beside[name])
    return list(order)


def _embedded(sheet: Sheet, hexes: tuple[Point, ...]) -> dict[str, Point] | None:
    """A corner of a hex for each end of a road, so that all roads lie along sides."""
    order, beside = _order(sheet), _beside(sheet)
    sides = _sides(hexes)
    wanted = set(order) | {site.id for site in sheet.sites}
    if len(order) < len(wanted) or len(wanted) > len(sides):
        return None
    places: dict[str, Point] = {}
    taken: set[Point] = set()
    tries = 0

    def lay(at: int) -> bool:
        nonlocal tries
        if at == len(order):
            return True
        name = order[at]
        known = [places[other] for other in beside[name] if other in places]
        free = sides[known[0]] if known else sorted(sides)
        for point in free:
            tries += 1
            if tries > MOST_TRIES:
                return False
            if point in taken or not all(point in sides[other] for other in known):
                continue
            places[name] = point
            taken.add(point)
            if lay(at + 1):
                return True
            del places[name]
            taken.discard(point)
        return False

    return places if lay(0) else None


def _sides(hexes: tuple[Point, ...]) -> dict[Point, list[Point]]:
    """The corners of the hexes, and those at the other ends of their sides."""
    sides: dict[Point, list[Point]] = {}
    for x, y in hexes:
        corners = [(x + across, y + down) for across, down in CORNERS]
        for one, other in zip(corners, corners[1:] + corners[:1], strict=True):
            for here, there in ((one, other), (other, one)):
                if there not in sides.setdefault(here, []):
                    sides[here].append(there)
    return sides
