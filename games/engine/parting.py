"""States split by what an action depends on, and cards that are taken without a split."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import groupby
from math import prod
from operator import or_
from typing import Any

from games.engine.bounds import PARTS, Bounds, Due, TooManyParts
from games.engine.branches import Trial, twin
from games.engine.joining import widen
from games.engine.piles import Fork, Pile, Sized, Taking
from games.engine.spreads import PLACE
from games.engine.worlds import Worlds

A_COPY = 200
"""Steps that it takes to copy a state."""

A_FIT = 300
"""Steps that it takes to see whether numbers that a record gives can be."""

SEVERAL = 12
"""Parts into which a state is split where the cards can be taken without being counted as well."""

# By the cards that an action depends on


def split(state: Any, fork: Fork, piles: Sequence[Pile], *, ruled: bool = False) -> Sequence[Any]:
    """Copies of the state in each of which the numbers that the fork asks for are known.

    Where those of the record are `ruled` to stand, another one is for all other numbers."""
    pile = piles[fork.pile]
    cells = [(zone, kind) for zone, kind, _cap in fork.cells]
    sure = _sure(state, fork, pile)
    caps = _caps(state, fork, pile)
    worlds = state.unseen.piles[fork.pile]
    state.unseen.meter.spend(worlds.cost)
    wanted = None
    if fork.wanted is not None:
        wanted = tuple(want - have for want, have in zip(fork.wanted, sure, strict=True))
    parts = worlds.parted(cells, caps, wanted)
    if wanted is not None:
        state.unseen.meter.spend(A_FIT)
        if not parts:
            return [_with_besides(_misfit(state, fork, wanted, piles), fork, pile)]
    if len(parts) > PARTS:
        raise TooManyParts
    state.unseen.meter.spend(A_COPY * len(parts))
    known = [_part(state, fork, counts, part, piles) for counts, part in parts.items()]
    if ruled and wanted is not None:
        known.append(_misfit(state, fork, wanted, piles))
    return [_with_besides(part, fork, pile) for part in known] if fork.besides else known


def _with_besides(branch: Any, fork: Fork, pile: Pile) -> Any:
    """The state, the cards that the record takes besides lying open if they can be there."""
    for zone, cards in fork.besides:
        worlds = branch.unseen.piles[fork.pile]
        short = lacking(pile.held(branch, zone), cards, pile.kinds)
        left = worlds.proved(short << 8 * pile.kinds * zone) if short else None
        if left is not None:
            branch.unseen.piles[fork.pile] = left
            branch.unseen.meter.spend(left.cost)
            pile.turn_up(branch, zone, short, 1)
    return branch


def lacking(held: int, cards: int, kinds: int) -> int:
    """Which of the cards are not held for certain, those unseen left aside."""
    short = 0
    for place in range(0, 8 * kinds, 8):
        count = (cards >> place & PLACE) - (held >> place & PLACE)
        if count > 0:
            short += count << place
    return short


def _misfit(state: Any, fork: Fork, wanted: Sequence[int], piles: Sequence[Pile]) -> Any:
    """A copy of the state for numbers that the cells cannot have: what they can have stands beside
    it, and of the cards told those are there that may be."""
    branch = twin(state)
    pile, worlds = piles[fork.pile], branch.unseen.piles[fork.pile]
    cells = [(zone, kind) for zone, kind, _cap in fork.cells]
    sure, caps = _sure(state, fork, pile), _caps(state, fork, pile)
    due = worlds.due(cells, caps)
    known = [min(have, cap) for have, (_z, _k, cap) in zip(sure, fork.cells, strict=True)]
    branch.unseen.due = Due(
        tuple((have + low, have + high) for have, (low, high) in zip(known, due.each, strict=True)),
        (sum(known) + due.all[0], sum(known) + due.all[1]),
    )
    for (zone, kind), count in zip(cells, wanted, strict=True):
        if count <= 0:
            continue
        cards = count << 8 * kind
        left = worlds.proved(cards << 8 * pile.kinds * zone)
        if left is not None:
            worlds = left
            pile.turn_up(branch, zone, cards, 1)
    branch.unseen.piles[fork.pile] = worlds
    Trial(branch, piles).tighten(fork.pile)
    return branch


def share_due(states: Sequence[Any]) -> None:
    """Let each state say of numbers that fit none of them what is due in any."""
    known = [state.unseen.due for state in states]
    if None in known:
        return
    shared = reduce(or_, known)
    for state in states:
        state.unseen.due = shared


def _sure(state: Any, fork: Fork, pile: Pile) -> list[int]:
    return [pile.held(state, zone) >> 8 * kind & PLACE for zone, kind, _cap in fork.cells]


def _caps(state: Any, fork: Fork, pile: Pile) -> list[int]:
    """How many unseen cards make a difference in each cell."""
    sure = _sure(state, fork, pile)
    return [max(0, cap - have) for (_z, _k, cap), have in zip(fork.cells, sure, strict=True)]


def _part(
    state: Any, fork: Fork, counts: Sequence[int], worlds: Worlds | Bounds, piles: Sequence[Pile]
) -> Any:
    branch = twin(state)
    branch.unseen.piles[fork.pile] = worlds
    for (zone, kind, _cap), count in zip(fork.cells, counts, strict=True):
        piles[fork.pile].turn_up(branch, zone, count << 8 * kind, 1)
    Trial(branch, piles).tighten(fork.pile)
    return branch


# By the size of hands


def has_loose_hands(state: Any) -> bool:
    """Whether it is not known of every hand how many cards it has."""
    hands = state.unseen.piles[0]
    return isinstance(hands, Bounds) and hands.is_loose


def by_sizes(states: Sequence[Any], sizes: Sequence[Sized], pile: Pile) -> Sequence[Any]:
    """Copies of the states in each of which the sizes of hands have one outcome."""
    for sized in sizes:
        states = [part for state in states for part in _by_size(state, sized, pile)]
        if len(states) > PARTS:
            raise TooManyParts
    return states


def _by_size(state: Any, sized: Sized, pile: Pile) -> Sequence[Any]:
    bounds, zone = state.unseen.piles[0], sized.zone
    least, most = bounds.gaps(zone)
    if not most:
        return [state]
    cards = pile.held(state, zone).to_bytes(pile.kinds + 2, "little")[: pile.kinds]
    places = sum(cards) + bounds.counts[zone]
    runs = _runs(sized, places, range(least, most + 1))
    parts = [(run[0], bounds.with_gaps(zone, run[0], run[-1])) for run in runs]
    state.unseen.meter.spend(A_COPY * len(parts))
    found = []
    for gone, part in parts:
        if part is not None:
            branch = twin(state)
            branch.unseen.piles[0] = part
            widen(branch, 0, pile, zone, -gone)
            found.append(branch)
    return found or [state]


def _runs(sized: Sized, places: int, gaps: Sequence[int]) -> Iterator[list[int]]:
    """The numbers of empty places that come to the same."""
    for _outcome, run in groupby(gaps, lambda empty: sized.outcome(places - empty)):
        yield list(run)


# Without a split


def uncounted(state: Any, fork: Fork, piles: Sequence[Pile]) -> Taking | None:
    """What the fork asks for, to be taken without a split, if that would lead to many parts; None
    if it would not, or if the cards do not all go to one zone."""
    worlds, pile = state.unseen.piles[fork.pile], piles[fork.pile]
    if fork.taker is None or fork.wanted is not None or pile.widen is None:
        return None
    cells = [(zone, kind) for zone, kind, _cap in fork.cells]
    caps = _caps(state, fork, pile)
    state.unseen.meter.work += worlds.cost * (1 + len(cells))
    most = (min(worlds.most(*cell), cap) for cell, cap in zip(cells, caps, strict=True))
    if prod(1 + number for number in most) <= SEVERAL:
        return None
    if isinstance(worlds, Worlds) and len(worlds.parted(cells, caps, None)) <= PARTS // 2:
        return None
    return Taking(fork.pile, cells, caps, fork.taker)


def take(state: Any, taking: Taking, piles: Sequence[Pile]) -> None:
    """The unseen cards go where they are taken to, whatever they are."""
    at, cells, caps, taker = taking
    state.unseen.piles[at], places = state.unseen.piles[at].bounds().taken(cells, caps, taker)
    widen(state, at, piles[at], taker, places)
