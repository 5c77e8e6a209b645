"""What everyone gave up to a Monopoly, held against what they had, seen or not."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import hints
from games.engine.bounds import Due
from games.engine.core import Action, Detail, Seat, as_impossible, says
from games.engine.rulesets.base.packed import LETTERS, ONE, PLACE, WORDS, heap, size
from games.engine.rulesets.base.state import BaseState
from games.engine.words import marked


def fits_nothing(state: BaseState) -> bool:
    """Whether the numbers of cards that the action tells fit no cards that there may be."""
    return state.unseen is not None and state.unseen.due is not None


def misgiven(state: BaseState, action: Action, due: Sequence[int], card: str) -> Detail | None:
    """Who gave up something else than is due, by the known cards what that is. Where not all cards
    were seen, it is who cannot have had that number, or what they cannot have had together."""
    if action.gains is None:
        return None
    open_: Due | None = None if state.unseen is None else state.unseen.due
    ranges = [(size(cards), size(cards)) for cards in due]
    if open_ is not None:
        others = [seat for seat in state.seats if seat != action.seat]
        for seat, range_ in zip(others, open_.each, strict=True):
            ranges[seat] = range_
    kind = action.facts[0]
    for seat in state.seats:
        if not _is_due(action.gains[seat], kind, ranges[seat]):
            return _said(state, action, _by_one(state, action, seat, ranges[seat]), card)
    return None if open_ is None else _said(state, action, _by_all(action, open_.all), card)


def _said(state: BaseState, action: Action, detail: Detail, card: str) -> Detail:
    """Nobody gives what cannot be there. The card is as a record names it."""
    if all(_holds(state.hands[seat], cards) for seat, cards in enumerate(action.gains or ())):
        return detail
    word = f"{card} {LETTERS[action.facts[0]]}"
    return as_impossible(detail._replace(facts={**detail.facts, "word": word}), hints.GIVEN_UP)


def _holds(hand: int, cards: int) -> bool:
    return all(
        hand >> 8 * kind & PLACE >= cards >> 8 * kind & PLACE for kind in range(len(LETTERS))
    )


def _is_due(gave: int, kind: int, due: tuple[int, int]) -> bool:
    count = gave >> 8 * kind & PLACE
    return gave == count * ONE[kind] and due[0] <= count <= due[1]


def _by_one(state: BaseState, action: Action, seat: Seat, due: tuple[int, int]) -> Detail:
    least, most = due
    (kind,) = action.facts
    player, cards = state.name(seat), heap((action.gains or ())[seat])
    if least == most:
        return says(
            marked("{player} gave {cards}, due is {due}"),
            player=player,
            cards=cards,
            due=heap(least * ONE[kind]),
        )
    return says(
        marked("{player} gave {cards}, due are {least} to {most} of {resource}"),
        player=player,
        cards=cards,
        least=least,
        most=most,
        resource=WORDS[kind],
    )


def _by_all(action: Action, due: tuple[int, int]) -> Detail:
    """What is due of all together."""
    least, most = due
    (kind,) = action.facts
    gave = sum(action.gains or ())
    if least <= gave >> 8 * kind & PLACE <= most:
        return says(marked("what each gave fits no cards that all can have had"))
    if least == most:
        return says(
            marked("all together gave {cards}, due is {due}"),
            cards=heap(gave),
            due=heap(least * ONE[kind]),
        )
    return says(
        marked("all together gave {cards}, due are {least} to {most} of {resource}"),
        cards=heap(gave),
        least=least,
        most=most,
        resource=WORDS[kind],
    )
