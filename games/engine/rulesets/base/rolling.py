"""The roll and what it brings; on a 7 the discards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from games.engine import hints
from games.engine.core import Action, Check, Detail, Seat, Verb, cannot, keeps, says, unless
from games.engine.rulesets.base.packed import (
    GUARD,
    ONE,
    PLACE,
    RESOURCES,
    counts,
    heap,
    holds,
    size,
)
from games.engine.rulesets.base.state import BEFORE, DISCARD, MAIN, ROBBER, BaseState
from games.engine.rulesets.base.turns import (
    MOMENT,
    check_founded,
    check_running,
    check_time,
    has_left,
    held,
)
from games.engine.words import marked

HAND = 7
"""Cards that one may hold on a 7 (B-086)."""

DICE = frozenset(
    [(one + other, one, other) for one in range(1, 7) for other in range(1, 7)]
    + [(total, 0, 0) for total in range(2, 13)]
)
"""The facts of a roll: the sum and both dice, which are 0 if only the sum was written down."""

SEVEN = 7

# The roll


def may_roll(state: BaseState, action: Action) -> bool:
    return (
        state.phase == BEFORE
        and action.seat == state.turn
        and action.facts in DICE
        and (action.gains is None or action.gains == tuple(state.due(action.facts[0])))
    )


def roll(state: BaseState, action: Action) -> None:
    """Of another in whose line it does not stand it begins a turn; beside the turn that goes on it
    brings its cards at most."""
    again = state.phase != BEFORE
    beside = state.header.in_anothers_turn(action, state.turn)
    if (again or action.seat != state.turn) and not beside:
        state.begin_turn(action.seat)
    total = action.facts[0]
    gains: Sequence[int] = state.due(total) if action.gains is None else action.gains
    took = sum(gains)
    if took:
        state.bank -= took
        state.hands = [hand + cards for hand, cards in zip(state.hands, gains, strict=True)]
    if again and beside:
        return
    if total == SEVEN:
        seven(state)
    else:
        state.phase = MAIN


def seven(state: BaseState) -> None:
    owed = [size(hand) // 2 if size(hand) > HAND else 0 for hand in state.hands]
    if state.out:
        owed = [0 if state.out >> seat & 1 else count for seat, count in enumerate(owed)]
    state.owed, state.paid = owed, 0
    state.after = MAIN
    state.by_knight = False
    state.phase = DISCARD if any(owed) else ROBBER


@keeps("B-022")
def check_dice(state: BaseState, action: Action) -> Detail | None:
    if action.facts in DICE:
        return None
    total, one, other = action.facts
    rolled = f"{one}+{other}" if one or other else str(total)
    return cannot(marked("two dice do not show {roll}"), hints.DICE, roll=rolled)


@keeps("B-064")
def check_first_turn(state: BaseState, action: Action) -> Detail | None:
    """The first turn is that of whoever founded first."""
    return not_next(state, action) if just_founded(state) else None


@keeps("B-065")
def check_turn_order(state: BaseState, action: Action) -> Detail | None:
    return None if just_founded(state) else not_next(state, action)


def just_founded(state: BaseState) -> bool:
    previous = state.previous
    founded = previous is not None and previous.verb in ("found_road", "found_ship", "gold")
    return state.phase == BEFORE and founded


def not_next(state: BaseState, action: Action) -> Detail | None:
    """Within a turn the next one to roll is the player behind it: that it is not over is told by
    another rule (B-067)."""
    if action.seat == state.turn or state.phase < BEFORE:
        return None
    within = state.phase > BEFORE
    following = state.left_of(state.first_of_turn) if within else state.turn
    if action.seat == following:
        return None
    return says(marked("{player} is next"), player=state.name(following))


@keeps("B-067")
def check_rolled_once(state: BaseState, action: Action) -> Detail | None:
    if state.phase < MAIN:
        return None
    if action.seat == state.turn:
        return says(marked("{player} has rolled already"), player=state.name(state.turn))
    return says(marked("{player} has not ended the turn"), player=state.name(state.turn))


# What a roll brings, if the record says it


class Difference(NamedTuple):
    """A seat that took another number of cards of a resource than is due to it; `took` are all
    the cards that it took, packed."""

    total: int
    roller: Seat
    seat: Seat
    kind: int
    due: int
    got: int
    took: int


def differences(state: BaseState, action: Action) -> Iterator[Difference]:
    total = action.facts[0]
    if action.gains is None or action.facts not in DICE:
        return
    due = state.due(total)
    for seat in state.seats:
        if action.gains[seat] == due[seat]:
            continue
        for kind, cards in enumerate(counts(due[seat])):
            got = action.gains[seat] >> 8 * kind & PLACE
            if got != cards:
                took = action.gains[seat]
                yield Difference(total, action.seat, seat, kind, cards, got, took)


def of_one_who_left(state: BaseState, difference: Difference) -> bool:
    return bool(state.out >> difference.seat & 1)


def on_a_seven(state: BaseState, difference: Difference) -> bool:
    return difference.total == SEVEN


def of_a_short_resource(state: BaseState, difference: Difference) -> bool:
    return difference.kind in state.short(state.brings(difference.total))


def shared_rest(state: BaseState, difference: Difference) -> bool:
    return of_a_short_resource(state, difference) and len(takers(state, difference)) > 1


def single_rest(state: BaseState, difference: Difference) -> bool:
    return of_a_short_resource(state, difference) and len(takers(state, difference)) == 1


def takers(state: BaseState, difference: Difference) -> list[Seat]:
    """All to whom the resource would be due if the bank were full."""
    row = state.brings(difference.total)
    return [seat for seat in state.seats if row[seat] >> 8 * difference.kind & PLACE]


def cancelled(state: BaseState, difference: Difference) -> bool:
    return not difference.got and bool(state.short(state.brings(difference.total)))


def of_the_robber(state: BaseState, difference: Difference) -> bool:
    return (
        difference.total in state.numbers[state.robber]
        and state.unit[state.robber] == ONE[difference.kind]
        and state.stood[state.robber][difference.seat] > 0
        and difference.got > difference.due
    )


def of_another_resource(state: BaseState, difference: Difference) -> bool:
    """None of the hexes with the number at which the seat has a building brings the resource."""
    return not bringing(state, difference) and bool(hexes(state, difference))


def of_one_hex(state: BaseState, difference: Difference) -> bool:
    """One of several hexes with the number was collected from, another was not."""
    if difference.got:
        return difference.got in cards_of(state, difference)
    return difference.took > 0 and len(rolled(state, difference)) > 1


def of_one_building(state: BaseState, difference: Difference) -> bool:
    buildings = state.buildings[difference.seat]
    return difference.got > 0 and any(
        (buildings & state.places.corners[hex_]).bit_count() > 1
        and difference.got < state.stood[hex_][difference.seat]
        for hex_ in bringing(state, difference)
    )


def of_others(state: BaseState, difference: Difference) -> bool:
    return difference.seat != difference.roller and not difference.got


def of_a_city(state: BaseState, difference: Difference) -> bool:
    cities = state.cities[difference.seat]
    return any(cities & state.places.corners[hex_] for hex_ in bringing(state, difference))


def of_a_settlement(state: BaseState, difference: Difference) -> bool:
    return True


def hexes(state: BaseState, difference: Difference) -> list[int]:
    """The hexes with the number at which the seat has a building."""
    return [
        hex_
        for hex_, count in enumerate(state.stood_by(difference.seat))
        if count and difference.total in state.numbers[hex_]
    ]


def rolled(state: BaseState, difference: Difference) -> list[int]:
    """Those of them that bring the seat cards."""
    return [hex_ for hex_ in hexes(state, difference) if hex_ != state.robber]


def bringing(state: BaseState, difference: Difference) -> list[int]:
    """Those of them that bring the resource."""
    resource = ONE[difference.kind]
    return [hex_ for hex_ in rolled(state, difference) if state.unit[hex_] == resource]


def cards_of(state: BaseState, difference: Difference) -> list[int]:
    """What each of those brings."""
    return [state.stood[hex_][difference.seat] for hex_ in bringing(state, difference)]


REASONS: tuple[tuple[str, Callable[[BaseState, Difference], bool]], ...] = (
    ("B-085", on_a_seven),
    ("B-073", of_one_who_left),
    ("B-082", shared_rest),
    ("B-083", single_rest),
    ("B-084", cancelled),
    ("B-078", of_the_robber),
    ("B-026", of_another_resource),
    ("B-077", of_one_hex),
    ("B-076", of_one_building),
    ("B-073", of_others),
    ("B-075", of_a_city),
    ("B-074", of_a_settlement),
)
"""What is wrong with a difference: the first that fits."""


def gains_check(rule: str) -> Check:
    """The check of one of the reasons."""
    own = [fits for id_, fits in REASONS if id_ == rule]

    def ask(state: BaseState, action: Action) -> Detail | None:
        for difference in differences(state, action):
            # Its own reason is asked first, since most differences have another.
            if any(fits(state, difference) for fits in own) and reason(state, difference) == rule:
                return wrong_gain(state, difference)
        return None

    return Check(rule, ask)


def reason(state: BaseState, difference: Difference) -> str | None:
    return next((id_ for id_, fits in REASONS if fits(state, difference)), None)


def wrong_gain(state: BaseState, difference: Difference) -> Detail:
    if of_one_who_left(state, difference):
        return has_left(state, difference.seat)
    return says(
        marked("{player} took {got} of {resource}, due is {due}"),
        player=state.name(difference.seat),
        got=difference.got,
        due=difference.due,
        resource=RESOURCES[difference.kind],
    )


DEBT = 100


@keeps("B-080")
def check_in_bank(state: BaseState, action: Action) -> Detail | None:
    """Cards that the bank does not have are not due either, which is told by the difference: the
    table found one somewhere. But nobody finds a hundred."""
    if action.gains is None:
        return None
    for kind, have in enumerate(state.bank_counts()):
        taken = sum(cards >> 8 * kind & PLACE for cards in action.gains)
        if taken > max(0, have + DEBT):
            return cannot(
                marked("{taken} of {resource} are taken, the bank has {have}"),
                hints.ROLLED_CARDS,
                taken=taken,
                have=max(0, have),
                resource=RESOURCES[kind],
            )
    return None


GAINS = (*(unless((check_in_bank,), gains_check(rule)) for rule in dict(REASONS)), check_in_bank)

# Discards


def may_discard(state: BaseState, action: Action) -> bool:
    (cards,) = action.facts
    seat = action.seat
    if discards_nothing(state, action):
        return state.phase >= BEFORE
    return (
        state.phase >= BEFORE
        and 0 < size(cards) <= state.owed[seat]
        and (state.hands[seat] + GUARD - cards) & GUARD == GUARD
    )


def discards_nothing(state: BaseState, action: Action) -> bool:
    """Whether it is only a mark that somebody who owes no card keeps all, which breaks no rule."""
    return not action.facts[0] and not state.owed[action.seat]


def discard(state: BaseState, action: Action) -> None:
    """What is owed may be discarded in parts."""
    if discards_nothing(state, action):
        return
    (cards,) = action.facts
    state.hands[action.seat] -= cards
    state.bank += cards
    pay_off(state, action, cards)
    if state.phase == DISCARD and not any(state.owed):
        after_discards(state)


def pay_off(state: BaseState, action: Action, cards: int) -> None:
    """These cards come off what the player owes; whoever gives none of them keeps the rest, and so
    does whoever a ruling lets do so."""
    seat = action.seat
    owed = state.owed[seat]
    if owed:
        state.paid |= 1 << seat
        state.owed[seat] = max(0, owed - size(cards)) if cards and not action.ruling else 0


def after_discards(state: BaseState) -> None:
    """The robber is to be moved; if whoever rolled has left, it stays, and the next turn goes
    on."""
    state.phase = ROBBER if state.after == MAIN else state.after


@keeps("B-090")
def check_seven(state: BaseState, action: Action) -> Detail | None:
    if state.phase < BEFORE or after_a_seven(state) or discards_nothing(state, action):
        return None
    # Who waited for nothing has been told so; the cards are due for the rest of the turn.
    if state.owed[action.seat] or has_discarded(state, action):
        return None
    return says(marked("no discards are due"))


@keeps("B-086")
def check_owing(state: BaseState, action: Action) -> Detail | None:
    if not after_a_seven(state) or state.owed[action.seat] or discards_nothing(state, action):
        return None
    return None if has_discarded(state, action) else nothing_owed(state, action)


@keeps("B-087")
def check_once(state: BaseState, action: Action) -> Detail | None:
    if not has_discarded(state, action) or discards_nothing(state, action):
        return None
    return says(marked("{player} has discarded already"), player=state.name(action.seat))


def has_discarded(state: BaseState, action: Action) -> bool:
    """Whether the seat has discarded for the 7, and nothing else has come since."""
    previous = state.previous
    going_on = state.phase == DISCARD or (previous is not None and previous.verb == "discard")
    return going_on and bool(state.paid >> action.seat & 1) and not state.owed[action.seat]


def after_a_seven(state: BaseState) -> bool:
    """Whether a 7 was rolled and the robber still stands where it stood."""
    return state.phase == DISCARD or (state.phase == ROBBER and not state.by_knight)


def nothing_owed(state: BaseState, action: Action) -> Detail:
    if state.out >> action.seat & 1:
        return has_left(state, action.seat)
    return says(
        marked("{player} discards {cards}, due are none; cards in the hand: {held}"),
        player=state.name(action.seat),
        cards=size(action.facts[-1]),
        held=size(state.hands[action.seat]),
    )


@keeps("B-087")
def check_half(state: BaseState, action: Action) -> Detail | None:
    return wrong_number(state, action)


def wrong_number(state: BaseState, action: Action) -> Detail | None:
    """No part of what is owed: none of it, or more than that."""
    seat = action.seat
    owed, cards = state.owed[seat], size(action.facts[0])
    if not owed or 0 < cards <= owed:
        return None
    facts = {"player": state.name(seat), "cards": cards, "due": owed}
    if state.paid >> seat & 1:
        return says(marked("{player} discards {cards}, still due are {due}"), **facts)
    return says(marked("{player} discards {cards}, due are {due}"), **facts)


@keeps("B-088")
def check_own_cards(state: BaseState, action: Action) -> Detail | None:
    (cards,) = action.facts
    if holds(state.hands[action.seat], cards):
        return None
    return cannot(
        marked("{player} holds {held}, not {cards}"),
        hints.CARDS_BEFORE,
        cards=heap(cards),
        **held(state, action.seat),
    )


VERBS = {
    "roll": Verb(
        (
            *MOMENT,
            check_first_turn,
            check_turn_order,
            check_rolled_once,
            check_dice,
            *GAINS,
        ),
        roll,
        may_roll,
    ),
    "discard": Verb(
        (
            check_running,
            check_time,
            check_founded,
            check_seven,
            check_owing,
            check_once,
            check_half,
            check_own_cards,
        ),
        discard,
        may_discard,
    ),
}
