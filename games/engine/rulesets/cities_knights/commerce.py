"""The yellow progress cards: what they ask for, and what they do."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine import hints
from games.engine.core import NOBODY, Action, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.legal import listed
from games.engine.rulesets.base.misgiven import fits_nothing, misgiven
from games.engine.rulesets.base.packed import ONE, PLACE, RESOURCES, UNKNOWN, heap, size
from games.engine.rulesets.base.state import NO_SEAT
from games.engine.rulesets.base.turns import has_left
from games.engine.rulesets.cities_knights.hand import (
    COIN,
    COMMODITIES,
    KINDS,
    NAMES,
    choices,
    is_commodity,
)
from games.engine.rulesets.cities_knights.playing import (
    Legal,
    Play,
    alone,
    every_hex,
    no_opponent,
    opponents,
    played,
    use,
)
from games.engine.rulesets.cities_knights.rolling import not_held
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import ACTING
from games.engine.words import in_points, marked

# Merchant


def place_merchant(state: CitiesState, action: Action) -> None:
    """Facts: the hex.

    The figure, its point and its trade are the player's now (CK-217, CK-218).
    """
    use(state, action, "Mt")
    if state.merchant_of != NO_SEAT:
        state.points[state.merchant_of] -= 1
    state.points[action.seat] += 1
    state.merchant_of = action.seat
    (state.merchant,) = action.facts
    state.end_if_won()


@keeps("CK-214")
def check_own_building(state: CitiesState, action: Action) -> Detail | None:
    (hex_,) = action.facts
    if state.stood[hex_][action.seat]:
        return None
    return says(
        marked("{player} has no building at {hex}"),
        player=state.name(action.seat),
        hex=state.hex_name(hex_),
    )


# Commercial Harbour


def open_harbour(state: CitiesState, action: Action) -> None:
    use(state, action, "Ch")
    state.harbours += 1


def commodities(state: CitiesState, seat: Seat) -> int:
    return state.hands[seat] >> 8 * COMMODITIES[0]


def is_resource(kind: int) -> bool:
    return 0 <= kind < UNKNOWN


def exchange(state: CitiesState, action: Action) -> None:
    """Facts: the opponent, the kind given, the kind got or `NOBODY` if there is none.

    Who had none has not exchanged, and may still have to in this turn (CK-282, CK-283).
    """
    opponent, give, get = action.facts
    if get != NOBODY:
        state.harboured |= 1 << opponent
        state.hands[action.seat] += ONE[get] - ONE[give]
        state.hands[opponent] += ONE[give] - ONE[get]


@keeps("CK-282")
def check_harbour_open(state: CitiesState, action: Action) -> Detail | None:
    opponent = action.facts[0]
    if not state.harbours:
        return says(marked("no Commercial Harbour was played in this turn"))
    if state.harboured >> opponent & 1:
        return says(marked("{player} has exchanged in this turn"), player=state.name(opponent))
    return no_opponent(state, action, opponent)


@keeps("CK-280")
def check_exchange(state: CitiesState, action: Action) -> Detail | None:
    """A resource for a commodity, if there is one. Who has left chooses none."""
    opponent, give, get = action.facts
    if state.out >> opponent & 1:
        return has_left(state, opponent)
    if is_commodity(give) or is_resource(get):
        kind = give if is_commodity(give) else get
        return says(marked("{card} is not for this exchange"), card=NAMES[kind])
    if get == NOBODY and (commodities(state, opponent) or fits_nothing(state)):
        return says(marked("{player} has commodities"), player=state.name(opponent))
    return None


@keeps("CK-283")
def check_commodity_there(state: CitiesState, action: Action) -> Detail | None:
    opponent, _give, get = action.facts
    if gives(state, opponent, get) or may_have_commodities(state, opponent):
        return None
    return cannot(
        marked("{player} has no {card}"),
        hints.CK_NO_COMMODITY,
        player=state.name(opponent),
        card=NAMES[get],
    )


@keeps("CK-280")
def check_held_there(state: CitiesState, action: Action) -> Detail | None:
    """Who has commodities, or may have some, gives one of those."""
    opponent, _give, get = action.facts
    if gives(state, opponent, get) or not may_have_commodities(state, opponent):
        return None
    return not_held(state, opponent, ONE[get])


def gives(state: CitiesState, opponent: Seat, get: int) -> bool:
    """Whether the card is there that is got, if one is."""
    return get == NOBODY or bool(state.hands[opponent] >> 8 * get & PLACE)


def may_have_commodities(state: CitiesState, seat: Seat) -> bool:
    if commodities(state, seat):
        return True
    if state.unseen is None:
        return False
    hands = state.unseen.piles[0]
    return any(hands.most(seat, KINDS.index(kind)) for kind in COMMODITIES)


@keeps("CK-280")
def check_resource_there(state: CitiesState, action: Action) -> Detail | None:
    _opponent, give, _get = action.facts
    return not_held(state, action.seat, ONE[give])


# Merchant Fleet


def send_fleet(state: CitiesState, action: Action) -> None:
    use(state, action, "Mf")
    state.fleets += 1


# Master Merchant


def master(state: CitiesState, action: Action) -> None:
    """Facts: the opponent, the cards, packed."""
    use(state, action, "Mm")
    opponent, cards = action.facts
    state.hands[opponent] -= cards
    state.hands[action.seat] += cards


@keeps("CK-287")
def check_more_points(state: CitiesState, action: Action) -> Detail | None:
    opponent = action.facts[0]
    if state.points[opponent] > state.points[action.seat]:
        return None
    return says(
        marked("{player} has {points}, not more than {other} with {more}"),
        player=state.name(opponent),
        points=in_points(state.points[opponent]),
        other=state.name(action.seat),
        more=state.points[action.seat],
    )


@keeps("CK-288")
def check_two_cards(state: CitiesState, action: Action) -> Detail | None:
    opponent, cards = action.facts
    due = min(2, size(state.hands[opponent]))
    if not_there := not_held(state, opponent, cards):
        return not_there
    if not due:
        return says(marked("{player} has no cards"), player=state.name(opponent))
    if size(cards) != due:
        return says(marked("{cards} are taken, due are {due}"), cards=heap(cards), due=due)
    return None


# Monopolies


def given_up(state: CitiesState, action: Action, most: int) -> tuple[int, ...]:
    (kind,) = action.facts
    return tuple(
        0 if seat == action.seat else min(most, hand >> 8 * kind & PLACE) * ONE[kind]
        for seat, hand in enumerate(state.hands)
    )


def monopoly(card: str, most: int, rule: str, of_a_kind: str, *, commodity: bool) -> Verb:
    """Facts: the kind. Gains: what each seat gave up, packed."""

    def apply(state: CitiesState, action: Action) -> None:
        given = given_up(state, action, most) if action.gains is None else action.gains
        use(state, action, card)
        state.hands = [hand - cards for hand, cards in zip(state.hands, given, strict=True)]
        state.hands[action.seat] += sum(given)

    @keeps(rule)
    def check_given(state: CitiesState, action: Action) -> Detail | None:
        return misgiven(state, action, given_up(state, action, most), card)

    @keeps(rule)
    def check_held(state: CitiesState, action: Action) -> Detail | None:
        """Nobody gives what is not there."""
        if fits_nothing(state):
            return None
        troubles = (not_held(state, seat, cards) for seat, cards in enumerate(action.gains or ()))
        return next((trouble for trouble in troubles if trouble), None)

    @keeps(of_a_kind)
    def check_kind(state: CitiesState, action: Action) -> Detail | None:
        (kind,) = action.facts
        if is_commodity(kind) == commodity:
            return None
        return says(marked("{card} cannot be named"), card=NAMES[kind])

    return Verb.of((played(card), check_kind, check_given, check_held), apply)


VERBS = {
    "merchant": Verb.of((played("Mt"), check_own_building), place_merchant),
    "commercial_harbour": Verb.of((played("Ch"),), open_harbour),
    "exchange": Verb.of(
        (
            ACTING,
            check_harbour_open,
            check_exchange,
            check_commodity_there,
            check_held_there,
            check_resource_there,
        ),
        exchange,
    ),
    "merchant_fleet": Verb.of((played("Mf"),), send_fleet),
    "master_merchant": Verb.of((played("Mm"), check_more_points, check_two_cards), master),
    "commodity_monopoly": monopoly("Cm", 1, "CK-289", "CK-290", commodity=True),
    "resource_monopoly": monopoly("Rm", 2, "CK-291", "CK-292", commodity=False),
}


# What may be done


def merchants(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for hex_, stood in enumerate(state.stood):
        if stood[seat]:
            yield listed(seat, "merchant", hex_)


def master_merchants(state: CitiesState, seat: Seat) -> Iterator[Action]:
    for opponent in state.seats:
        hand = state.hands[opponent]
        if hand and state.points[opponent] > state.points[seat]:
            for cards in choices(hand, min(2, size(hand))):
                yield Action(seat, "master_merchant", (opponent, cards))


def monopolies(verb: str, kinds: range | tuple[int, ...]) -> Legal:
    def plays(state: CitiesState, seat: Seat) -> Iterator[Action]:
        for kind in kinds:
            yield listed(seat, verb, kind)

    return plays


PLAYS = {
    "merchant": Play(merchants, every_hex),
    "commercial_harbour": alone("commercial_harbour"),
    "merchant_fleet": alone("merchant_fleet"),
    "master_merchant": Play(
        master_merchants,
        lambda state, seat: ((other, 2 * ONE[UNKNOWN]) for other in opponents(state, seat)),
    ),
    "commodity_monopoly": Play(
        monopolies("commodity_monopoly", COMMODITIES), lambda state, seat: [(COIN,)]
    ),
    "resource_monopoly": Play(
        monopolies("resource_monopoly", range(len(RESOURCES))), lambda state, seat: [(0,)]
    ),
}

MOST_GIVEN = {"commodity_monopoly": 1, "resource_monopoly": 2}
"""Cards that everybody gives up to a Monopoly at most."""
