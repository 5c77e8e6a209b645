"""Whether tokens lie along a spiral in the order of their letters, and if not, what went wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, product
from typing import NamedTuple

from games.engine.board.boards import lay_tokens
from games.engine.board.frames import Frame
from games.engine.board.hexes import Grid
from games.engine.board.terrain import Terrain, Token
from games.engine.core import Detail, says
from games.engine.words import marked

Tokens = tuple[Token | None, ...]
"""The token on each hex; None is a bare one. A token whose letter was not written has none."""

MOST_NAMED = 6
"""With more hexes that differ nobody is helped by a list of them."""


class Disorder(NamedTuple):
    """What is wrong with the order: a subject of `Frame.rules`, and the hexes meant."""

    subject: str
    detail: Detail
    hexes: tuple[int, ...]


def disorder(
    frame: Frame, terrain: Sequence[Terrain], tokens: Tokens, starts: Collection[int]
) -> Disorder | None:
    """Why the tokens do not lie as laid from one of the starts; None if they do, and if nothing is
    wrong but that a token lies on a desert.

    Letters are compared if all were written, numbers otherwise.
    """
    lettered = all(token.letter for token in tokens if token)
    found = _Found(frame, terrain, _off_deserts(terrain, tokens), lettered)
    spirals = [frame.spirals[start] for start in starts]
    if any(map(found.fits, spirals)):
        return None
    if found.tokens != tokens and any(map(found.lost_a_letter, spirals)):
        return None
    return next(_known_ways(found), None) or _nearest(found, starts)


def _off_deserts(terrain: Sequence[Terrain], tokens: Tokens) -> Tokens:
    return tuple(
        None if kind is Terrain.DESERT else token
        for kind, token in zip(terrain, tokens, strict=True)
    )


class _Found(NamedTuple):
    frame: Frame
    terrain: Sequence[Terrain]
    tokens: Tokens
    lettered: bool

    def fits(self, order: Sequence[int]) -> bool:
        return not self.differing(order)

    def differing(self, order: Sequence[int]) -> list[int]:
        """The hexes that would have another token if they were laid in this order."""
        laid = lay_tokens(self.frame, self.terrain, order)
        pairs = enumerate(zip(laid, self.tokens, strict=True))
        return [hex_ for hex_, (one, other) in pairs if self.face(one) != self.face(other)]

    def face(self, token: Token | None) -> str | int | None:
        if token is None:
            return None
        return token.letter if self.lettered else token.number

    def lost_a_letter(self, order: Sequence[int]) -> bool:
        """Whether they lie in this order with a letter used up by each desert before the last
        hexes, for which none is left."""
        tokens = self.frame.tokens
        return all(
            self.terrain[hex_] is Terrain.DESERT or self.face(self.tokens[hex_]) == self.face(token)
            for hex_, token in zip(order[: len(tokens)], tokens, strict=True)
        )


def _known_ways(found: _Found) -> Iterator[Disorder]:
    """The ways to lay tokens wrongly that people are known for, if one fits exactly."""
    frame, names = found.frame, found.frame.grid.hex_names
    for start, order in frame.spirals.items():
        if found.fits(order):
            yield Disorder(
                "order", says(marked("They begin on {hex}."), hex=names[start]), (start,)
            )
    for order in _spirals(frame.grid, frame.spirals, clockwise=True):
        if found.fits(order):
            text = marked("They lie clockwise from {hex}.")
            yield Disorder("direction", says(text, hex=names[order[0]]), order[:1])
    edges = [
        hex_
        for hex_, beside in enumerate(frame.grid.beside)
        if None in beside and hex_ not in frame.spirals
    ]
    for order in _spirals(frame.grid, edges, clockwise=False):
        if found.fits(order):
            text = marked("They begin on {hex}, which is no corner.")
            yield Disorder("start", says(text, hex=names[order[0]]), order[:1])
    for spiral in frame.spirals.values():
        if found.lost_a_letter(spiral):
            deserts = [hex_ for hex_ in spiral if found.terrain[hex_] is Terrain.DESERT]
            text = marked("A letter was passed over on {hex}.")
            for desert in deserts[:1]:
                yield Disorder("bare_desert", says(text, hex=names[desert]), (desert,))
        for order in _turned(spiral, _rings(frame.grid)):
            if found.fits(order):
                at = _first_difference(order, spiral)
                text = marked("After {last} they go on from {hex} instead of {expected}.")
                places = (names[order[at - 1]], names[order[at]], names[spiral[at]])
                facts = dict(zip(("last", "hex", "expected"), places, strict=True))
                yield Disorder("rings", says(text, **facts), order[at : at + 1])


def _first_difference(order: Sequence[int], spiral: Sequence[int]) -> int:
    places = zip(order, spiral, strict=True)
    return [here != there for here, there in places].index(True)


def _nearest(found: _Found, starts: Iterable[int]) -> Disorder:
    """What differs from the spiral that fits best."""
    frame, names = found.frame, found.frame.grid.hex_names
    start = min(starts, key=lambda start: len(found.differing(frame.spirals[start])))
    differing = found.differing(frame.spirals[start])
    laid = lay_tokens(frame, found.terrain, frame.spirals[start])
    facts: dict[str, object] = {"start": names[start], "count": len(differing)}
    if len(differing) > MOST_NAMED:
        text = marked("They fit no spiral; the nearest, from {start}, has {count} others.")
    else:
        text = marked("From {start} there would be {tokens}.")
        facts["tokens"] = ", ".join(
            f"{names[hex_]} {'-' if (token := laid[hex_]) is None else token.number}"
            for hex_ in differing
        )
    return Disorder("order", says(text, **facts), tuple(differing))


def _spirals(grid: Grid, starts: Iterable[int], *, clockwise: bool) -> Iterator[tuple[int, ...]]:
    for start in starts:
        try:
            yield grid.spiral(start, clockwise=clockwise)
        except ValueError:
            # An island of another shape has none from there.
            continue


def _rings(grid: Grid) -> list[int]:
    """How many hexes lie on the coast, how many on the ring inside it, and so on."""
    left = set(range(len(grid.hexes)))
    sizes = []
    while left:
        ring = {hex_ for hex_ in left if any(side not in left for side in grid.beside[hex_])}
        sizes.append(len(ring))
        left -= ring
    return sizes


def _turned(spiral: tuple[int, ...], rings: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The orders that begin an inner ring of the spiral on another of its hexes."""
    parts, begins = [], 0
    for size in rings:
        parts.append(spiral[begins : begins + size])
        begins += size
    first, *inner = parts
    for turns in product(*(range(len(part)) for part in inner)):
        if any(turns):
            turned = (part[turn:] + part[:turn] for part, turn in zip(inner, turns, strict=True))
            yield tuple(chain(first, *turned))
