"""Trade with the bank, at harbours, and with other players."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Detail, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import (
    GUARD,
    ONE,
    PLACE,
    RESOURCES,
    UNKNOWN,
    counts,
    heap,
    holds,
    overlap,
    size,
)
from games.engine.rulesets.base.state import MAIN, BaseState
from games.engine.rulesets.base.turns import (
    MOMENT,
    bank_lacks,
    before_roll,
    has_left,
    held,
    not_by_name,
    off_turn,
)
from games.engine.words import marked

# The bank


def may_trade_with_bank(state: BaseState, action: Action) -> bool:
    """Facts: the cards given, the card taken, packed."""
    give, take = action.facts
    seat = action.seat
    return not (
        state.phase < MAIN
        or seat != state.turn
        or action.facts not in state.swaps[seat]
        or (state.hands[seat] + GUARD - give) & GUARD != GUARD
        # One card of one kind: the place of the kind is above 128 if the bank has one.
        or not (state.bank & take * PLACE) > take * 128
    )


def trade_with_bank(state: BaseState, action: Action) -> None:
    give, take = action.facts
    state.hands[action.seat] += take - give
    state.bank += give - take


@keeps("B-116")
def check_bank_open(state: BaseState, action: Action) -> Detail | None:
    return off_turn(state, action) or before_roll(state)


def given(action: Action) -> list[tuple[int, int]]:
    """The kinds given to the bank, with their numbers."""
    return [(kind, count) for kind, count in enumerate(counts(action.facts[0])) if count]


@keeps("B-112")
def check_one_kind(state: BaseState, action: Action) -> Detail | None:
    found = len(given(action))
    if found == 1 or (not found and has_unseen(action)):
        return None
    return says(marked("{cards} are not of one resource"), cards=heap(action.facts[0]))


def has_unseen(action: Action) -> bool:
    """Whether cards are given as unseen ones: of which resource they are is not said then."""
    return action.facts[0] >= ONE[UNKNOWN]


@keeps("B-111")
def check_other_kind(state: BaseState, action: Action) -> Detail | None:
    if overlap(*action.facts):
        return says(marked("{cards} given, the same taken"), cards=heap(action.facts[0]))
    return None


@keeps("B-107")
def check_rate(state: BaseState, action: Action) -> Detail | None:
    """The number of cards fits no rate at all."""
    give, take = action.facts
    if size(take) != 1 or (len(given(action)) == 1 and size(give) not in (2, 3, 4)):
        return says(
            marked(
                "{give} cards were given for {take}; due are 4 of one kind for 1, at a harbour 3 "
                "or 2"
            ),
            give=size(give),
            take=size(take),
        )
    return None


@keeps("B-108")
def check_general_harbour(state: BaseState, action: Action) -> Detail | None:
    if wants_general(state, action) and not road_to_harbour(state, action, None):
        return says(marked("{player} is at no 3:1 harbour"), player=state.name(action.seat))
    return None


@keeps("B-109")
def check_special_harbour(state: BaseState, action: Action) -> Detail | None:
    kind = wanted_special(state, action)
    if kind is None or specials(state, action) or road_to_harbour(state, action, kind):
        return None
    return no_special(state, action, kind)


@keeps("B-113")
def check_own_resource(state: BaseState, action: Action) -> Detail | None:
    kind = wanted_special(state, action)
    if kind is None or not specials(state, action) or road_to_harbour(state, action, kind):
        return None
    return no_special(state, action, kind)


@keeps("B-110")
def check_harbour_built(state: BaseState, action: Action) -> Detail | None:
    """An own road ends at the harbour, but no settlement or city stands there."""
    kind = wanted_special(state, action)
    wanted = kind is not None or wants_general(state, action)
    if wanted and road_to_harbour(state, action, kind):
        return says(
            marked("{player} has only a road at the harbour"), player=state.name(action.seat)
        )
    return None


def wants_general(state: BaseState, action: Action) -> bool:
    """Whether three cards were given by somebody at no 3:1 harbour."""
    general = (3 * ONE[0], ONE[1]) in state.swaps[action.seat]
    due = len(given(action)) == 1 and size(action.facts[0]) == 3
    return due and not general and not has_unseen(action)


def wanted_special(state: BaseState, action: Action) -> int | None:
    """The resource of which two cards were given by somebody at no harbour for it."""
    kinds = given(action)
    if len(kinds) != 1 or kinds[0][1] != 2 or has_unseen(action):
        return None
    if kinds[0][0] in specials(state, action):
        return None
    return kinds[0][0]


def road_to_harbour(state: BaseState, action: Action, kind: int | None) -> bool:
    resource = None if kind is None else RESOURCES[kind]
    return any(
        state.roads[action.seat] & state.places.roads_at[end]
        for harbour in state.header.board.harbours
        if harbour.kind == resource
        for end in state.places.ends[harbour.path]
    )


def no_special(state: BaseState, action: Action, kind: int) -> Detail:
    return says(
        marked("{player} is at no 2:1 harbour for {resource}"),
        player=state.name(action.seat),
        resource=RESOURCES[kind],
    )


def specials(state: BaseState, action: Action) -> list[int]:
    """The resources that the player trades at 2:1."""
    swaps = state.swaps[action.seat]
    return [kind for kind in range(5) if (2 * ONE[kind], ONE[(kind + 1) % 5]) in swaps]


@keeps("B-107")
def check_bank_trade_paid(state: BaseState, action: Action) -> Detail | None:
    return not_by_name(action.facts[0]) or short_of(state, action.seat, action.facts[0])


@keeps("B-114")
def check_bank_holds(state: BaseState, action: Action) -> Detail | None:
    return not_by_name(action.facts[1]) or bank_lacks(state, action.facts[1])


def short_of(state: BaseState, seat: int, cards: int) -> Detail | None:
    if holds(state.hands[seat], cards):
        return None
    return cannot(
        marked("{player} holds {held}, not {cards}"),
        hints.CARDS_BEFORE,
        cards=heap(cards),
        **held(state, seat),
    )


# Deals between players


def may_deal(state: BaseState, action: Action) -> bool:
    """Facts: the other seat, the cards that this one gives, those that it gets. One of the two is
    on turn; it may be either that tells of the deal."""
    other, give, get = action.facts
    seat = action.seat
    hands = state.hands
    return not (
        state.phase < MAIN
        or state.turn not in (seat, other)
        or other == seat
        or state.out & (1 << seat | 1 << other)
        or not give
        or not get
        or overlap(give, get)
        or (hands[seat] + GUARD - give) & GUARD != GUARD
        or (hands[other] + GUARD - get) & GUARD != GUARD
    )


def deal(state: BaseState, action: Action) -> None:
    other, give, get = action.facts
    state.hands[action.seat] += get - give
    state.hands[other] += give - get


@keeps("B-100")
def check_with_turn(state: BaseState, action: Action) -> Detail | None:
    if action.facts[0] == action.seat:
        return says(
            marked("{player} is named on both sides of the deal"), player=state.name(action.seat)
        )
    for seat in (action.seat, action.facts[0]):
        if state.out >> seat & 1:
            return has_left(state, seat)
    return None if action.facts[0] == state.turn else off_turn(state, action)


@keeps("B-101")
def check_deal_after_roll(state: BaseState, action: Action) -> Detail | None:
    return before_roll(state)


@keeps("B-105")
def check_no_gift(state: BaseState, action: Action) -> Detail | None:
    _other, give, get = action.facts
    if give and get:
        return None
    giver = action.facts[0] if give else action.seat
    return says(marked("{player} gives nothing in the deal"), player=state.name(giver))


@keeps("B-106")
def check_kinds_apart(state: BaseState, action: Action) -> Detail | None:
    _other, give, get = action.facts
    if overlap(give, get):
        return says(
            marked("{give} for {get} has a resource on both sides"),
            give=heap(give),
            get=heap(get),
        )
    return None


@keeps("B-104")
def check_both_hold(state: BaseState, action: Action) -> Detail | None:
    other, give, get = action.facts
    return short_of(state, action.seat, give) or short_of(state, other, get)


VERBS = {
    "bank": Verb(
        (
            *MOMENT,
            check_bank_open,
            check_one_kind,
            check_other_kind,
            check_rate,
            check_general_harbour,
            check_special_harbour,
            check_own_resource,
            check_harbour_built,
            check_bank_trade_paid,
            check_bank_holds,
        ),
        trade_with_bank,
        may_trade_with_bank,
    ),
    "deal": Verb(
        (
            *MOMENT,
            check_with_turn,
            check_deal_after_roll,
            check_no_gift,
            check_kinds_apart,
            check_both_hold,
        ),
        deal,
        may_deal,
    ),
}
