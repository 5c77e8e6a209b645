"""Give the tables their numbers: threes last, and nobody always at the same table (T-014)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from games.engine.chance import Chance

TRIES = 30
"""Other numbers that are tried for a table where somebody would sit again."""


def numbered(
    tables: Sequence[Sequence[int]],
    history: Sequence[Sequence[Collection[int]]],
    chance: Chance,
    *,
    fixed: Collection[int] = (),
    near: Collection[int] = (),
) -> list[list[int]]:
    """The tables in the order of their numbers, players at them in random order.

    Numbers are given by lot among tables of one size, then changed where players would sit at a
    number again. Tables with indexes in `fixed` stay, and those with players in `near` come
    first of their size.
    """
    sat = [Counter[int]() for _ in tables]
    for round_ in history:
        for number, table in enumerate(round_[: len(tables)]):
            sat[number].update(table)
    result = [list(table) for table in tables]
    for size in (4, 3):
        free = [i for i, table in enumerate(tables) if len(table) == size and i not in fixed]
        order = [result[number] for number in free]
        chance.shuffle(order)
        close = [table for table in order if any(player in near for player in table)]
        rest = [table for table in order if not any(player in near for player in table)]
        _spread(rest, [sat[number] for number in free[len(close) :]], chance)
        for number, table in zip(free, close + rest, strict=True):
            result[number] = table
    for table in result:
        chance.shuffle(table)
    return result


def in_seats(table: Iterable[int], seats: Mapping[int, int]) -> list[int]:
    """The players of a table in their order, but those with a seat (from 1) at that seat."""
    players = list(table)
    at = {seats[player]: player for player in players if player in seats}
    rest = iter([player for player in players if player not in seats])
    return [at[seat] if seat in at else next(rest) for seat in range(1, len(players) + 1)]


def _spread(tables: list[list[int]], sat: Sequence[Counter[int]], chance: Chance) -> None:
    """Swap numbers as long as that makes them more even; once through all tables."""

    def again(table: Sequence[int], number: int) -> int:
        return sum(sat[number][player] ** 2 for player in table)

    for one in range(len(tables)):
        for _ in range(TRIES):
            here = again(tables[one], one)
            if not here:
                break
            other = chance.below(len(tables))
            before = here + again(tables[other], other)
            if again(tables[one], other) + again(tables[other], one) < before:
                tables[one], tables[other] = tables[other], tables[one]
