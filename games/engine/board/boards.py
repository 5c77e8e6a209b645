"""A board as it lies on the table, and the list by which it is built and read aloud."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from games.engine.board.frames import Frame
from games.engine.board.terrain import Resource, Terrain, Token
from games.engine.words import marked


class Harbour(NamedTuple):
    """A harbour on a coastal path; kind None takes any resource at 3:1, a kind its own at 2:1."""

    path: int
    kind: Resource | None

    @property
    def rate(self) -> str:
        return "3:1" if self.kind is None else "2:1"


@dataclass(frozen=True)
class Board:
    """A board before the first settlement.

    `terrain` and `numbers` go by the number of the hex; a desert has no number. `start` is the
    hex on which the spiral of tokens began, as somebody wrote it down, whether one may begin there
    or not; None if nobody did. `pirate` is its hex at sea, None if it is not used. What a scenario
    changes before the founding: `doubled` are the hexes that bear a second number, with that one,
    `replaced` those on which a special hex lies, with the terrain that was there before. `figure`
    is its hex, None where it has its usual place.
    """

    frame: Frame
    terrain: tuple[Terrain, ...]
    numbers: tuple[int | None, ...]
    harbours: tuple[Harbour, ...]
    robber: int
    start: int | None = field(default=None, compare=False)
    pirate: int | None = None
    doubled: tuple[tuple[int, int], ...] = ()
    replaced: tuple[tuple[int, Terrain], ...] = ()
    figure: int | None = None

    def numbers_on(self, hex_: int) -> tuple[int, ...]:
        """All numbers on the hex, the one put there later before the other."""
        number = self.numbers[hex_]
        own = () if number is None else (number,)
        return (*(other for here, other in self.doubled if here == hex_), *own)

    def undone(self) -> Board:
        """The board as it was laid before the scenario changed it."""
        if not self.replaced:
            return self
        terrain, numbers = list(self.terrain), list(self.numbers)
        for at, (hex_, before) in enumerate(self.replaced):
            terrain[hex_] = before
            numbers[hex_] = self.doubled[at][1] if at < len(self.doubled) else None
        return replace(
            self, terrain=tuple(terrain), numbers=tuple(numbers), doubled=(), replaced=()
        )


class HexLine(NamedTuple):
    """A hex in the list of a board; `letter` is that of its token, empty if not known. `second` is
    a number that a scenario put there besides."""

    name: str
    terrain: Terrain
    number: int | None
    letter: str
    robber: bool
    pirate: bool = False
    second: int | None = None

    @property
    def numbers(self) -> str:
        """What the hex bears: `8`, `2+12`, or nothing."""
        return "+".join(str(number) for number in (self.second, self.number) if number is not None)


class HarbourLine(NamedTuple):
    """A harbour in the list of a board, named by the hex that it touches and the side of it.

    It serves the two intersections at the ends of that side (B-044). `side` is an English word.
    """

    hex: str
    side: str
    rate: str
    kind: Resource | None


SIDE_WORDS = (
    marked("north-east"),
    marked("east"),
    marked("south-east"),
    marked("south-west"),
    marked("west"),
    marked("north-west"),
)
"""The sides of a hex in words, clockwise as in `hexes.SIDES`."""


def hex_lines(board: Board) -> tuple[HexLine, ...]:
    """Every hex, in reading order; of those that are sea only that of the pirate."""
    letter, second = letters(board), dict(board.doubled)
    return tuple(
        HexLine(
            name=name,
            terrain=board.terrain[number],
            number=board.numbers[number],
            letter=letter.get(number, ""),
            robber=number == board.robber,
            pirate=number == board.pirate,
            second=second.get(number),
        )
        for number, name in enumerate(board.frame.grid.hex_names)
        if board.terrain[number] is not Terrain.SEA or number == board.pirate
    )


def harbour_lines(board: Board) -> tuple[HarbourLine, ...]:
    """Every harbour, in the order of the board: counter-clockwise round the island if drawn."""
    grid = board.frame.grid
    lines = []
    for harbour in board.harbours:
        land = board.frame.coast[harbour.path]
        side = SIDE_WORDS[grid.sides[land].index(harbour.path)]
        lines.append(HarbourLine(grid.hex_names[land], side, harbour.rate, harbour.kind))
    return tuple(lines)


def letters(board: Board) -> dict[int, str]:
    """The letters on the backs of the tokens, by hex; none if the start is not known, or if the
    numbers do not lie as they would from there."""
    spiral = None if board.start is None else board.frame.spirals.get(board.start)
    if spiral is None:
        return {}
    before = board.undone()
    laid = lay_tokens(board.frame, before.terrain, spiral)
    if numbers_of(laid) != before.numbers:
        return {}
    gone = dict(board.replaced)
    return {hex_: token.letter for hex_, token in enumerate(laid) if token and hex_ not in gone}


def lay_tokens(
    frame: Frame, terrain: Sequence[Terrain], order: Sequence[int]
) -> tuple[Token | None, ...]:
    """The tokens by hex after laying them on the hexes in this order.

    They are laid in the order of their letters; a desert gets none and uses up no letter
    (B-035, B-039). Hexes for which no token is left get none.
    """
    laid: list[Token | None] = [None] * len(terrain)
    tokens = iter(frame.tokens)
    for hex_ in order:
        if terrain[hex_].numbered:
            laid[hex_] = next(tokens, None)
    return tuple(laid)


def numbers_of(laid: Iterable[Token | None]) -> tuple[int | None, ...]:
    return tuple(token and token.number for token in laid)
