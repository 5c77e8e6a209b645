"""Whether dice pay for buildings: which resources are short, and which jokers and pairs of gold
make up for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.engine.rulesets.dice_game.faces import GOLD, count, faces_of, missing, size
from games.engine.rulesets.dice_game.sheet import ANY

JokersLeft = tuple[tuple[int, int], ...]
"""Jokers that may be used: the numbers of their knights in their order, and what they give."""


class Way(NamedTuple):
    """How what is short is made up for: `jokers` as bits, `turned` each with its knight and the
    face it gives, `gold` the faces that pairs of gold are exchanged for."""

    jokers: int
    turned: tuple[tuple[int, int], ...]
    gold: tuple[int, ...]


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
    found: dict[int, Way] = {}
    for way in _each(need.faces, jokers, later, need.pairs, need.spare):
        if way.jokers not in found:
            found[way.jokers] = way
    best = [
        way
        for mask, way in found.items()
        if not any(other & ~mask == 0 and other != mask for other in found)
    ]
    return tuple(sorted(best, key=lambda way: (way.jokers.bit_count(), way.jokers)))


def _each(
    faces: Sequence[int],
    jokers: JokersLeft,
    later: tuple[int, int, int] | None,
    pairs: int,
    spare: int,
) -> Iterator[Way]:
    """A joker turns one spare die, an exchange takes two."""
    if not faces:
        yield Way(0, (), ())
        return
    if spare < len(faces):
        return
    first, rest = faces[0], faces[1:]
    if pairs and spare >= 2:
        for way in _each(rest, jokers, later, pairs - 1, spare - 2):
            yield way._replace(gold=(first, *way.gold))
    for at, (knight, gives) in enumerate(jokers):
        if gives in (first, ANY):
            left = jokers[:at] + jokers[at + 1 :]
            for way in _each(rest, left, later, pairs, spare - 1):
                yield _with(way, knight, first)
    if later is not None and later[1] in (first, ANY) and count(later[2], first):
        for way in _each(rest, jokers, None, pairs, spare - 1):
            yield _with(way, later[0], first)


def _with(way: Way, knight: int, face: int) -> Way:
    return Way(way.jokers | 1 << knight, ((knight, face), *way.turned), way.gold)
