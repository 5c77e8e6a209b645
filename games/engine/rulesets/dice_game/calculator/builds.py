"""Every set of buildings that a roll allows on a sheet, with its points and a way to pay."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from games.engine.rulesets.dice_game.calculator.payment import JokersLeft, Way, ways
from games.engine.rulesets.dice_game.faces import DICE, size
from games.engine.rulesets.dice_game.sheet import KNIGHT, Sheet
from games.engine.rulesets.dice_game.state import COSTS, PENALTY


class Position(NamedTuple):
    """A player's sheet: symbols that are marked and jokers that are used, as bits."""

    sheet: Sheet
    marks: int
    used: int = 0

    @property
    def jokers(self) -> JokersLeft:
        """Those that may be used."""
        ready = self.marks >> self.sheet.first_knight & ~self.used
        return tuple(
            (number, knight.joker)
            for number, knight in enumerate(self.sheet.in_order)
            if ready >> number & 1
        )


class Plan(NamedTuple):
    """Buildings that the sheet allows in one turn, in an order in which they may be built;
    `later` as `payment.ways` asks for it."""

    symbols: tuple[int, ...]
    marks: int
    points: int
    cost: int
    later: tuple[int, int, int] | None


class Build(NamedTuple):
    """Buildings that a roll allows: `points` are the entry, minus 2 for none at all, and `way`
    is one with the fewest jokers."""

    symbols: tuple[int, ...]
    points: int
    way: Way


NOTHING = Build((), -PENALTY, Way(0, (), ()))
"""A cross, which is always allowed (DGD-13)."""


def builds(position: Position, dice: int, *, same_turn: bool = True) -> list[Build]:
    """Every legal set of buildings, the one with the most points first, the cross last.

    `same_turn`: the joker of a knight may be used in the turn in which the knight is built
    (DGD-06).
    """
    jokers = position.jokers
    found = [NOTHING]
    for plan in plans(position.sheet, position.marks):
        paid = ways(dice, plan.cost, jokers, plan.later if same_turn else None)
        if paid:
            found.append(Build(plan.symbols, plan.points, paid[0]))
    return sorted(found, key=lambda build: (-build.points, build.way.jokers.bit_count(), build))


@lru_cache(maxsize=50_000)
def plans(sheet: Sheet, marks: int) -> tuple[Plan, ...]:
    """Every set of buildings that six dice could pay for, whatever they show."""
    found: dict[int, Plan] = {}
    waiting: list[tuple[int, tuple[int, ...], int]] = [(marks, (), 0)]
    while waiting:
        before, symbols, cost = waiting.pop()
        for number in _free(sheet, before):
            kind = sheet.symbols[number].kind
            price = cost + COSTS[kind]
            built = before | 1 << number
            # A knight goes before whatever else is built, so that its joker may help.
            late = kind == KNIGHT and _has_others(sheet, symbols)
            if late or built in found or size(price) > DICE:
                continue
            order = (*symbols, number)
            points = sum(sheet.values[symbol] for symbol in order)
            found[built] = Plan(order, built, points, price, _later(sheet, order))
            waiting.append((built, order, price))
    return tuple(found.values())


def _has_others(sheet: Sheet, symbols: tuple[int, ...]) -> bool:
    return any(sheet.symbols[symbol].kind != KNIGHT for symbol in symbols)


def _later(sheet: Sheet, symbols: tuple[int, ...]) -> tuple[int, int, int] | None:
    """The joker of a knight that is built first, and the cost of what follows."""
    if len(symbols) < 2 or sheet.symbols[symbols[0]].kind != KNIGHT:
        return None
    number = symbols[0] - sheet.first_knight
    cost = sum(COSTS[sheet.symbols[symbol].kind] for symbol in symbols[1:])
    return number, sheet.in_order[number].joker, cost


def _free(sheet: Sheet, marks: int) -> Iterator[int]:
    """The symbols that may be marked next."""
    for number, symbol in enumerate(sheet.symbols):
        if marks >> number & 1 or symbol.before & ~marks:
            continue
        if symbol.kind == KNIGHT or symbol.near & marks:
            yield number
