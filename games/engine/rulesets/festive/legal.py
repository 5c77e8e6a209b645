"""All legal actions of a moment: those of the game on the island that fit, and the figure's."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from itertools import filterfalse

from games.engine.core import NOBODY, Action
from games.engine.rulesets.base.legal import listed
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.festive.altered import ROBBER_MOVES
from games.engine.rulesets.festive.figure import WOOL, is_land
from games.engine.rulesets.festive.state import DUE, UNTOLD, Festive

Legal = Callable[[Festive], Iterator[Action]]


def with_figure(on_island: Legal) -> Legal:
    """The legal actions of the game with the scenario."""

    def legal(state: Festive) -> Iterator[Action]:
        if state.waiting:
            yield from exchanges(state)
            return
        for action in on_island(state):
            if action.verb not in ROBBER_MOVES or not state.bars(action.facts[0]):
                yield action
        if state.phase == MAIN and not state.visited:
            yield from moves(state)

    return legal


def with_tokens(on_island: Legal, waiting: Container[str]) -> Legal:
    """What may be said besides; while tokens are to be exchanged, nothing that waits for it."""

    def offers(state: Festive) -> Iterator[Action]:
        offered = on_island(state)
        if not state.waiting:
            return offered
        return filterfalse(lambda action: action.verb in waiting, offered)

    return offers


def moves(state: Festive) -> Iterator[Action]:
    seat = state.turn
    wool = state.hands[seat] >> 8 * WOOL & PLACE
    for hex_ in range(len(state.numbers)) if wool else ():
        if hex_ == state.figure or not is_land(state, hex_):
            continue
        if hex_ != state.robber:
            yield listed(seat, "figure", hex_, ONE[WOOL], NOBODY, UNTOLD)
        elif wool > 1 and state.robber_is_free:
            for refuge in state.refuges():
                yield listed(seat, "figure", hex_, 2 * ONE[WOOL], refuge, UNTOLD)


def exchanges(state: Festive) -> Iterator[Action]:
    seat = state.exchanging[0]
    if not state.resources_in_bank:
        yield listed(seat, "exchange_tokens", DUE, 0)
    for kind in range(UNKNOWN):
        if state.in_bank(kind):
            yield listed(seat, "exchange_tokens", DUE, ONE[kind])
