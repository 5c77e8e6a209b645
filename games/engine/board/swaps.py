"""Boards on which an Inventor of Cities & Knights has swapped tokens: how they were laid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.engine.board.boards import Board, lay_tokens, numbers_of
from games.engine.board.charts import Chart

STAYING = frozenset({2, 6, 8, 12})
"""Tokens that are not swapped (CK-246)."""

Numbers = Sequence[int | None]


def unswapped(board: Board) -> Board:
    """The board as it may have been laid before any number of swaps; as it is, where no swaps lead
    from a board to it that was laid by the rules."""
    for laid in _layouts(board):
        if _is_reached(laid, board.numbers):
            return replace(board, numbers=tuple(laid))
    return board


def is_swapped(board: Board) -> bool:
    """Whether swaps alone lead to it from a board that was laid by the rules."""
    chart = board.frame.chart
    laid = list(_layouts(board))
    as_laid = tuple(board.numbers) in map(tuple, laid)
    if as_laid or (chart is not None and _is_dealt(chart, board.numbers)):
        return False
    return any(_is_reached(one, board.numbers) for one in laid)


def _layouts(board: Board) -> Iterator[Numbers]:
    """The tokens as the frame would have them on this island, where it says so: without a hex on
    which the spiral begins they may have been laid in any order (CK-020)."""
    frame = board.frame
    if frame.chart is not None:
        yield _dealt(frame.chart, board.numbers)
    for start, order in frame.spirals.items():
        if board.start == start:
            yield numbers_of(lay_tokens(frame, board.terrain, order))


def _dealt(chart: Chart, numbers: Numbers) -> Numbers:
    """What always lies where, and of each pile what it has besides what cannot have come there by a
    swap."""
    laid = list(numbers)
    for hex_, (_terrain, number) in chart.laid():
        laid[hex_] = number
    for pile in chart.piles:
        there = [number for number in map(numbers.__getitem__, pile.hexes) if number in STAYING]
        rest = (Counter[int | None](pile.numbers) - Counter(there)).elements()
        for hex_ in pile.hexes:
            if _moves(numbers[hex_]):
                laid[hex_] = next(rest, None)
    return laid


def _is_dealt(chart: Chart, numbers: Numbers) -> bool:
    """Whether what always lies where does, and each pile has its own tokens."""
    fixed = all(numbers[hex_] == number for hex_, (_terrain, number) in chart.laid())
    return fixed and all(
        Counter(pile.numbers) == Counter(filter(None, map(numbers.__getitem__, pile.hexes)))
        for pile in chart.piles
    )


def _is_reached(laid: Numbers, numbers: Numbers) -> bool:
    """Whether the same tokens lie there, those that are not swapped in the same places."""
    pairs = zip(laid, numbers, strict=True)
    alike = all(one == other or (_moves(one) and _moves(other)) for one, other in pairs)
    return alike and Counter(laid) == Counter(numbers)


def _moves(number: int | None) -> bool:
    return number is not None and number not in STAYING
