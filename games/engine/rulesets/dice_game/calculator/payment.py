"""Whether dice pay for buildings: which resources are short, and which jokers and pairs of gold
make up for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.engine.rulesets.dice_game.faces import (
    GOLD,
    ONE,
    RESOURCES,
    count,
    faces_of,
    missing,
    size,
)
from games.engine.rulesets.dice_game.sheet import ANY

JokersLeft = tuple[tuple[int, int], ...]
"""Jokers that may be used: the numbers of their knights in their order, and what they give."""


class Way(NamedTuple):
    """How what is short is made up for: `jokers` as bits, `turned` each with its knight and the
    face it gives, `gold` the faces that pairs of gold are exchanged for."""

    jokers: int
    turned: tuple[tuple[int, int], ...]
    gold: tuple[int, ...]


def turned_from(dice: int, cost: int, way: Way) -> list[int]:
    """What the dice show that the jokers of the way turn, one for each: dice that the cost does
    not need, and gold only where nothing else is left."""
    left = dice - cost + missing(dice, cost) - len(way.gold) * 2 * ONE[GOLD]
    return list(faces_of(left))[: len(way.turned)]


class Need(NamedTuple):
    """What dice lack for a cost: the faces, how many pairs of gold there are, and how many dice
    the cost does not need."""

    faces: tuple[int, ...]
    pairs: int
    spare: int


def need_of(dice: int, cost: int) -> Need:
    lacking = missing(dice, cost)
    spare = size(dice) - size(cost) + size(lacking)
    return Need(tuple(faces_of(lacking)), count(dice, GOLD) // 2, spare)


def ways(
    dice: int, cost: int, jokers: JokersLeft, later: tuple[int, int, int] | None = None
) -> tuple[Way, ...]:
    """Every way to pay the cost that uses no joker in vain, those with the fewest jokers first;
    empty if there is none.

    `later` is a joker whose knight is among the buildings: its number, what it gives, and as a
    set of faces the cost of what is built after the knight, which it may help to pay.
    """
    return made_up(need_of(dice, cost), jokers, later)


@lru_cache(maxsize=200_000)
def made_up(
    need: Need, jokers: JokersLeft, later: tuple[int, int, int] | None = None
) -> tuple[Way, ...]:
    if not need.faces:
        return (Way(0, (), ()),)
    if len(need.faces) > need.spare:
        return ()
    helpers = [(knight, EVERY if gives == ANY else 1 << gives) for knight, gives in jokers]
    if later is not None:
        knight, gives, cost = later
        faces = sum(1 << face for face in RESOURCES if count(cost, face))
        helpers.append((knight, faces & (EVERY if gives == ANY else 1 << gives)))
    found: dict[int, Way] = {}
    for way in _each(tuple(Counter(need.faces).items()), helpers, need.pairs, need.spare):
        found.setdefault(way.jokers, way)
    best = [
        way
        for mask, way in found.items()
        if not any(other & ~mask == 0 and other != mask for other in found)
    ]
    return tuple(sorted(best, key=lambda way: (way.jokers.bit_count(), way.jokers)))


EVERY = 0b11111
"""All resources, as bits."""


def _each(
    short: tuple[tuple[int, int], ...],
    helpers: Sequence[tuple[int, int]],
    pairs: int,
    spare: int,
) -> Iterator[Way]:
    """By face, how many are short: each choice of jokers for the first face, pairs of gold for
    the rest of it. A joker turns one spare die, an exchange takes two."""
    if not short:
        yield Way(0, (), ())
        return
    (face, lacking), *rest = short
    able = [helper for helper in helpers if helper[1] >> face & 1]
    for helped in range(min(lacking, len(able)), -1, -1):
        gold = lacking - helped
        left = spare - helped - 2 * gold
        if gold > pairs or left < sum(others for _, others in rest):
            continue
        for chosen in combinations(able, helped):
            others = [helper for helper in helpers if helper not in chosen]
            for way in _each(tuple(rest), others, pairs - gold, left):
                yield Way(
                    way.jokers | sum(1 << knight for knight, _ in chosen),
                    (*((knight, face) for knight, _ in chosen), *way.turned),
                    (face,) * gold + way.gold,
                )
