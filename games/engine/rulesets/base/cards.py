"""Development cards: bought, played, shown."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import (
    Action,
    Check,
    Detail,
    Verb,
    cannot,
    keeps,
    says,
    unless,
)
from games.engine.rulesets.base.building import no_road
from games.engine.rulesets.base.misgiven import fits_nothing, misgiven
from games.engine.rulesets.base.packed import (
    GUARD,
    INVENTION,
    KINDS,
    KNIGHT,
    MONOPOLY,
    ONE,
    PLACE,
    ROAD_BUILDING,
    VICTORY_POINT,
    heap,
    holds,
    pack,
    size,
)
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import BEFORE, MAIN, OVER, ROBBER, BaseState
from games.engine.rulesets.base.turns import (
    MOMENT,
    bank_lacks,
    before_roll,
    check_on_turn,
    held,
    not_by_name,
    off_turn,
    too_dear,
    too_few_points,
)
from games.engine.words import marked

PRICE = pack((0, 0, 1, 1, 1))

# Buying


def may_buy(state: BaseState, action: Action) -> bool:
    """Facts: the kind of the card."""
    (kind,) = action.facts
    seat = action.seat
    return not (
        state.phase < MAIN
        or seat != state.turn
        or (state.hands[seat] + GUARD - PRICE) & GUARD != GUARD
        or state.deck < 1
        or not state.stock >> 8 * kind & PLACE
    )


def buy(state: BaseState, action: Action) -> None:
    (kind,) = action.facts
    seat = action.seat
    state.hands[seat] -= PRICE
    state.bank += PRICE
    state.deck -= 1
    state.cards[seat] += ONE[kind]
    state.stock -= ONE[kind]
    if seat == state.turn:
        state.bought += ONE[kind]
    if kind == VICTORY_POINT:
        state.points[seat] += 1
        state.end_if_won()


@keeps("B-156")
def check_buying_time(state: BaseState, action: Action) -> Detail | None:
    return before_roll(state)


@keeps("B-155")
def check_card_paid(state: BaseState, action: Action) -> Detail | None:
    return too_dear(state, action.seat, PRICE)


@keeps("B-158")
def check_deck(state: BaseState, action: Action) -> Detail | None:
    return None if state.deck > 0 else cannot(marked("the deck is empty"), hints.DECK_BEFORE)


def stock_check(rule: str, kind: int) -> Check:
    """All cards of the kind have been bought."""

    def ask(state: BaseState, action: Action) -> Detail | None:
        if action.facts[0] != kind or state.stock >> 8 * kind & PLACE:
            return None
        return cannot(
            marked("all cards {card} have been bought"), hints.UNSEEN_CARD, card=KINDS[kind]
        )

    return Check(rule, ask)


STOCK = (
    stock_check("B-012", KNIGHT),
    stock_check("B-013", VICTORY_POINT),
    stock_check("B-014", MONOPOLY),
    stock_check("B-015", ROAD_BUILDING),
    stock_check("B-016", INVENTION),
)

# Playing


def may_play(state: BaseState, action: Action, kind: int) -> bool:
    seat = action.seat
    phase = state.phase
    return not (
        state.played
        or (phase < MAIN and phase != BEFORE)
        or seat != state.turn
        or not (state.cards[seat] - state.bought) >> 8 * kind & PLACE
    )


def play(state: BaseState, action: Action, kind: int) -> None:
    place = PLACE << 8 * kind
    if action.seat == state.turn and state.cards[action.seat] & place == state.bought & place:
        state.bought -= ONE[kind]
    state.cards[action.seat] -= ONE[kind]
    state.played = True


@keeps("B-163")
def check_own_turn(state: BaseState, action: Action) -> Detail | None:
    return off_turn(state, action)


@keeps("B-160")
def check_one_card(state: BaseState, action: Action) -> Detail | None:
    if state.played and action.seat == state.turn:
        return says(marked("{player} has played a card"), player=state.name(state.turn))
    return None


def held_check(kind: int) -> Check:
    def ask(state: BaseState, action: Action) -> Detail | None:
        if state.cards[action.seat] >> 8 * kind & PLACE:
            return None
        return cannot(
            marked("{player} has no card {card}"),
            hints.PURCHASE_BEFORE,
            player=state.name(action.seat),
            card=KINDS[kind],
        )

    return Check("B-164", ask)


def new_check(kind: int) -> Check:
    def ask(state: BaseState, action: Action) -> Detail | None:
        place = PLACE << 8 * kind
        held = state.cards[action.seat] & place
        if action.seat != state.turn or not held or held > state.bought & place:
            return None
        return says(marked("the card {card} was bought in this turn"), card=KINDS[kind])

    return Check("B-161", ask)


def played_as(kind: int) -> tuple[Check, ...]:
    return (*MOMENT, check_own_turn, check_one_card, held_check(kind), new_check(kind))


# Knight


def may_play_knight(state: BaseState, action: Action) -> bool:
    return may_play(state, action, KNIGHT)


def play_knight(state: BaseState, action: Action) -> None:
    seat = action.seat
    play(state, action, KNIGHT)
    state.army[seat] += 1
    if state.phase != OVER:
        state.after = state.phase if state.phase in (BEFORE, *range(MAIN, MAIN + 2)) else MAIN
        state.phase = ROBBER
        state.by_knight = True
    state.award_largest_army(seat)
    state.end_if_won()


# Road Building


def room(state: BaseState, seat: int) -> bool:
    """Whether there is a path on which the seat may lay a road."""
    roads_at = state.places.roads_at
    return any(roads_at[spot] & ~state.laid for spot in bits(state.reach[seat]))


def play_roads(state: BaseState, action: Action) -> None:
    play(state, action, ROAD_BUILDING)
    state.free = 2


@keeps("B-167")
def check_a_piece(state: BaseState, action: Action) -> Detail | None:
    return no_road(state, action)


@keeps("B-166")
def check_room(state: BaseState, action: Action) -> Detail | None:
    if room(state, action.seat):
        return None
    return says(marked("{player} cannot lay a road"), player=state.name(action.seat))


# Invention


def inventable(state: BaseState) -> int:
    """How many cards are taken: two, or one if the bank has no more (D-27)."""
    return min(2, state.resources_in_bank) or 2


def invent(state: BaseState, action: Action) -> None:
    """Facts: the cards taken, packed."""
    (cards,) = action.facts
    play(state, action, INVENTION)
    state.hands[action.seat] += cards
    state.bank -= cards


@keeps("B-168")
def check_two_cards(state: BaseState, action: Action) -> Detail | None:
    (cards,) = action.facts
    if not state.resources_in_bank:
        return says(marked("the bank has no cards, and then Invention is not played"))
    if size(cards) != inventable(state):
        return says(
            marked("{cards} are taken, due are {due}"), cards=heap(cards), due=inventable(state)
        )
    return None


@keeps("B-168")
def check_cards_in_bank(state: BaseState, action: Action) -> Detail | None:
    return not_by_name(action.facts[0]) or bank_lacks(state, action.facts[0])


# Monopoly


def given_up(state: BaseState, action: Action) -> tuple[int, ...]:
    place = PLACE << 8 * action.facts[0]
    return tuple(
        0 if seat == action.seat else hand & place for seat, hand in enumerate(state.hands)
    )


def monopolise(state: BaseState, action: Action) -> None:
    """Facts: the resource. Gains: what each seat gave up, packed."""
    given = given_up(state, action)
    if action.gains is not None:
        given = action.gains
    play(state, action, MONOPOLY)
    state.hands = [hand - cards for hand, cards in zip(state.hands, given, strict=True)]
    state.hands[action.seat] += sum(given)


@keeps("B-165")
def check_all_given(state: BaseState, action: Action) -> Detail | None:
    return misgiven(state, action, given_up(state, action), "M")


@keeps("B-165")
def check_all_held(state: BaseState, action: Action) -> Detail | None:
    """Nobody gives what is not there."""
    if fits_nothing(state):
        return None
    for seat in state.seats:
        if action.gains is not None and not holds(state.hands[seat], action.gains[seat]):
            return cannot(
                marked("{player} holds {held}, not {cards}"),
                hints.CARDS_BEFORE,
                cards=heap(action.gains[seat]),
                **held(state, seat),
            )
    return None


# Victory Points


def shown(state: BaseState, action: Action) -> int:
    return state.cards[action.seat] >> 8 * VICTORY_POINT & PLACE


def show(state: BaseState, action: Action) -> None:
    """Facts: how many cards. With the cards known the game is over before they are shown."""
    state.end_if_won()


@keeps("B-176")
def check_showing(state: BaseState, action: Action) -> Detail | None:
    if state.phase == OVER:
        return None
    seat = action.seat
    if seat != state.turn:
        return off_turn(state, action)
    if state.points[seat] < state.showing:
        return too_few_points(state, seat, state.showing)
    return None


@keeps("B-164")
def check_shown_held(state: BaseState, action: Action) -> Detail | None:
    count = shown(state, action)
    if 0 < action.facts[0] <= count:
        return None
    return cannot(
        marked("{player} has {count} Victory Point cards"),
        hints.SHOWN_CARDS,
        player=state.name(action.seat),
        count=count,
    )


VERBS = {
    "buy": Verb(
        (*MOMENT, check_on_turn, check_buying_time, check_card_paid, check_deck, *STOCK),
        buy,
        may_buy,
    ),
    "knight": Verb(played_as(KNIGHT), play_knight, may_play_knight),
    "road_building": Verb((*played_as(ROAD_BUILDING), check_a_piece, check_room), play_roads),
    "invention": Verb(
        (
            *played_as(INVENTION),
            check_two_cards,
            unless((check_two_cards,), check_cards_in_bank),
        ),
        invent,
    ),
    "monopoly": Verb((*played_as(MONOPOLY), check_all_given, check_all_held), monopolise),
    "show": Verb((check_showing, check_shown_held), show),
}
