"""Hidden cards of the base game: where they lie, and how each action moves them.

Resources lie in the hands, zones 0 to n-1, and in the bank, zone n. Development cards lie with the
players, zones 0 to n-1, apart from those bought in this turn, zone n; the deck is zone n+1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from games.engine.bounds import ANY, Bounds, Test
from games.engine.core import NOBODY, WON, Action, Detail, Header, Seat, says
from games.engine.forms import hides, veils
from games.engine.hands import HiddenCards
from games.engine.piles import Contest, Fork, Pile, Sized
from games.engine.rulesets.base.building import CITY, ROAD, SETTLEMENT
from games.engine.rulesets.base.cards import PRICE
from games.engine.rulesets.base.packed import (
    INVENTION,
    KINDS,
    KNIGHT,
    MONOPOLY,
    ONE,
    PLACE,
    RESOURCES,
    ROAD_BUILDING,
    UNKNOWN,
    VICTORY_POINT,
    counts,
    heap,
    kinds,
    overlap,
    pack,
)
from games.engine.rulesets.base.rolling import DICE, HAND, SEVEN
from games.engine.rulesets.base.state import OF_CARDS, OVER, BaseState
from games.engine.rulesets.base.words import NOTATION
from games.engine.spreads import Move
from games.engine.words import Heap, listed, marked
from games.engine.worlds import Worlds

RESOURCE, DEVELOPMENT = 0, 1
"""The piles."""

UNSEEN = 8 * UNKNOWN
"""Where the cards that were not seen are counted."""

# Where the cards lie


def resource_zones(state: BaseState) -> int:
    return state.n + 1


def resources_held(state: BaseState, zone: int) -> int:
    if zone < state.n:
        return state.hands[zone]
    return pack([state.in_bank(kind) for kind in range(UNKNOWN)])


def turn_up_resources(state: BaseState, zone: int, cards: int, sign: int) -> None:
    change = sign * (cards - (sum(counts(cards)) << UNSEEN))
    if zone < state.n:
        state.hands[zone] += change
    else:
        state.bank += change


def widen_hand(state: BaseState, zone: int, places: int) -> None:
    """More places for cards that nobody saw, or fewer."""
    if zone < state.n:
        state.hands[zone] += places << UNSEEN
    else:
        state.bank += places << UNSEEN


def development_zones(state: BaseState) -> int:
    return state.n + 2


def development_held(state: BaseState, zone: int) -> int:
    if zone < state.n:
        return state.cards[zone] - (state.bought if zone == state.turn else 0)
    return state.bought if zone == state.n else state.stock


def turn_up_development(state: BaseState, zone: int, cards: int, sign: int) -> None:
    change = sign * (cards - (sum(counts(cards)) << UNSEEN))
    if zone > state.n:
        state.stock += change
        return
    seat = zone
    if zone == state.n:
        state.bought += change
        seat = state.turn
    state.cards[seat] += change
    state.points[seat] += sign * (cards >> 8 * VICTORY_POINT & PLACE)


def zones_of(state: BaseState, seat: Seat) -> tuple[int, ...]:
    """Where the development cards of the seat lie."""
    return (seat, state.n) if seat == state.turn else (seat,)


# How actions move them


def claims(action: Action) -> bool:
    return action.verb == "claim"


def moves(state: BaseState, action: Action) -> Sequence[Move]:
    moving = MOVING.get(action.verb)
    return () if moving is None else moving(state, action)


def paying(price: int) -> Callable[[BaseState, Action], Sequence[Move]]:
    return lambda state, action: (Move(RESOURCE, action.seat, state.n, price),)


def buying(state: BaseState, action: Action) -> Sequence[Move]:
    new = state.n if action.seat == state.turn else action.seat
    return (
        Move(RESOURCE, action.seat, state.n, PRICE),
        Move(DEVELOPMENT, state.n + 1, new, ONE[action.facts[0]]),
    )


def robbing(state: BaseState, action: Action) -> Sequence[Move]:
    _hex, victim, kind = action.facts
    if NOBODY in (victim, kind):
        return ()
    return (Move(RESOURCE, victim, action.seat, ONE[kind]),)


def discarding(state: BaseState, action: Action) -> Sequence[Move]:
    return (Move(RESOURCE, action.seat, state.n, action.facts[0]),)


def trading(state: BaseState, action: Action) -> Sequence[Move]:
    give, take = action.facts
    return (
        Move(RESOURCE, action.seat, state.n, give),
        Move(RESOURCE, state.n, action.seat, take),
    )


def dealing(state: BaseState, action: Action) -> Sequence[Move]:
    other, give, get = action.facts
    return (Move(RESOURCE, action.seat, other, give), Move(RESOURCE, other, action.seat, get))


def playing(kind: int) -> Callable[[BaseState, Action], Sequence[Move]]:
    def moving(state: BaseState, action: Action) -> Sequence[Move]:
        """The card is taken from those of earlier turns, if it can be."""
        seat = action.seat
        old = development_held(state, seat) >> 8 * kind & PLACE
        if state.unseen is not None and not old:
            old = state.unseen.piles[DEVELOPMENT].most(seat, kind)
        zone = seat if old or seat != state.turn else state.n
        card = Move(DEVELOPMENT, zone, zone, ONE[kind])
        if kind == INVENTION:
            return (card, Move(RESOURCE, state.n, seat, action.facts[0]))
        return (card,)

    return moving


MOVING: Mapping[str, Callable[[BaseState, Action], Sequence[Move]]] = {
    "road": paying(ROAD),
    "settle": paying(SETTLEMENT),
    "city": paying(CITY),
    "buy": buying,
    "robber": robbing,
    "discard": discarding,
    "bank": trading,
    "deal": dealing,
    "knight": playing(KNIGHT),
    "road_building": playing(ROAD_BUILDING),
    "invention": playing(INVENTION),
    "monopoly": playing(MONOPOLY),
}


def fits(state: BaseState, action: Action) -> Callable[[Sequence[int]], bool] | None:
    """In a deal no resource is on both sides (B-106), unless a ruling lets that stand."""
    if action.verb != "deal" or action.ruling:
        return None
    _other, give, get = action.facts
    if give >> UNSEEN and get >> UNSEEN:
        return lambda cards: not overlap(cards[0], cards[1])
    seen = get if give >> UNSEEN else give
    return lambda cards: not overlap(cards[0], seen)


def filled(action: Action, cards: Sequence[int]) -> Action:
    """The deal with these cards in place of those that were not seen."""
    left = list(cards)
    facts = [left.pop(0) if fact >> UNSEEN else fact for fact in action.facts[1:]]
    return action._replace(facts=(action.facts[0], *facts))


# What has to be known before an action


def fork(state: BaseState, action: Action) -> Fork | None:
    asked = FORKS.get(action.verb)
    return None if asked is None else asked(state, action)


def before_roll(state: BaseState, action: Action) -> Fork | None:
    """How much the bank has of what it may be short of."""
    if action.facts not in DICE or not state.bank >> UNSEEN:
        return None
    total = action.facts[0]
    row = state.brings(total)
    due, short = sum(row), state.short(row)
    if not short:
        return None
    return Fork(RESOURCE, tuple((state.n, kind, due >> 8 * kind & PLACE) for kind in short))


def before_monopoly(state: BaseState, action: Action) -> Fork | None:
    """How much everyone has to give up."""
    (kind,) = action.facts
    others = [seat for seat in state.seats if seat != action.seat]
    if not any(state.hands[seat] >> UNSEEN for seat in others):
        return None
    given = None
    besides: tuple[tuple[int, int], ...] = ()
    if action.gains is not None:
        given = tuple(action.gains[seat] >> 8 * kind & PLACE for seat in others)
        besides = other_kinds(action.gains, others, kind)
    cells = tuple((seat, kind, ANY) for seat in others)
    return Fork(RESOURCE, cells, given, action.seat, besides)


def other_kinds(
    gains: Sequence[int], others: Sequence[Seat], kind: int
) -> tuple[tuple[int, int], ...]:
    """What these seats gave up besides the kind, each with its seat."""
    rest = ((seat, gains[seat] & ~(PLACE << 8 * kind)) for seat in others)
    return tuple((seat, cards) for seat, cards in rest if cards)


def before_show(state: BaseState, action: Action) -> Fork | None:
    """How many Victory Point cards the player has."""
    if not state.cards[action.seat] >> UNSEEN:
        return None
    zones = zones_of(state, action.seat)
    return Fork(DEVELOPMENT, tuple((zone, VICTORY_POINT, ANY) for zone in zones))


FORKS: Mapping[str, Callable[[BaseState, Action], Fork | None]] = {
    "roll": before_roll,
    "monopoly": before_monopoly,
    "show": before_show,
}

# What the number of cards makes a difference to

UNSIZED = frozenset(
    {
        *("road", "settle", "city", "buy", "bank", "deal", "discard", "end_turn", "free_road"),
        *("knight", "road_building", "monopoly", "show", "move_road"),
        *("ship", "free_ship", "move_ship"),
    }
)
"""Verbs that ask no hand and no bank how many cards it has, only whether some are there."""

MANY = 20
"""As many cards of the bank as anything asks for at once."""


def sizes(state: BaseState, action: Action) -> Sequence[Sized]:
    if action.verb in UNSIZED:
        return ()
    bank = Sized(state.n, up_to(MANY))
    if action.verb == "roll" and action.facts[0] != SEVEN:
        return (bank,)
    if action.verb in ("invention", "gold"):
        return (bank,)
    outcome = OUTCOMES.get(action.verb, whole)
    return (bank, *(Sized(seat, outcome) for seat in state.seats))


def up_to(most: int) -> Callable[[int], int]:
    return lambda size: min(size, most)


def whole(size: int) -> int:
    return size


def half_above(limit: int) -> Callable[[int], int]:
    """What a 7 costs (B-086)."""
    return lambda size: size // 2 if size > limit else 0


OUTCOMES: Mapping[str, Callable[[int], int]] = {
    "roll": half_above(HAND),
    "robber": up_to(1),
    "pirate": up_to(1),
}
"""Of the sizes of hands; of those of other verbs each is one by itself."""

# After an action


def mark(state: BaseState) -> tuple[Seat, int]:
    return (state.turn, state.bought)


def merges(state: BaseState, before: tuple[Seat, int]) -> Iterable[tuple[int, int, int]]:
    """At the end of a turn the cards bought in it are like the others."""
    turn, bought = before
    if bought and not state.bought:
        yield (DEVELOPMENT, state.n, turn)


def contests(state: BaseState) -> Iterable[Contest]:
    """Who wins if enough of the unseen cards are Victory Points (B-175, B-178)."""
    for seat in possible_winners(state):
        unseen = state.cards[seat] >> UNSEEN
        if state.points[seat] + unseen >= state.target:
            sure = state.cards[seat] >> 8 * VICTORY_POINT & PLACE
            need = state.target - state.points[seat] + sure
            zones = zones_of(state, seat)
            yield Contest(seat, DEVELOPMENT, Test(zones, VICTORY_POINT, need, ANY))


def possible_winners(state: BaseState) -> Sequence[Seat]:
    """Who can win now; after a win, those who would have won in its place (X-054)."""
    if state.phase != OVER and state.winner is None:
        return state.contenders
    if state.ended == WON and state.winner in state.contenders:
        return state.contenders[: state.contenders.index(state.winner)]
    return ()


def win(state: BaseState, seat: Seat) -> None:
    state.winner = seat
    state.end(WON)


def result(state: BaseState, header: Header) -> Sequence[tuple[int, Test]]:
    """The Victory Points that the seats must have by the points that the table wrote down."""
    if header.points is None:
        return ()
    tests = []
    for seat, points in enumerate(header.points):
        sure = state.cards[seat] >> 8 * VICTORY_POINT & PLACE
        hidden = points - state.points[seat] + sure
        tests.append((DEVELOPMENT, Test(zones_of(state, seat), VICTORY_POINT, hidden, hidden)))
    return tests


# For the report


def tell(state: BaseState, action: Action, cards: Sequence[int]) -> Detail:
    """What the cards were that were not seen."""
    player = state.name(action.seat)
    if action.verb == "buy":
        (kind,) = kinds(cards[0])
        return says(marked("{player} bought the card {card}"), player=player, card=KINDS[kind])
    if action.verb == "robber":
        return says(
            marked("the card that {player} took from {victim} was {cards}"),
            player=player,
            victim=state.name(action.facts[1]),
            cards=RESOURCES[kinds(cards[0])[0]],
        )
    if action.verb == "deal":
        return tell_of_deal(state, action, list(map(heap, cards)))
    return says(
        marked("the unseen cards of {player} were {cards}"),
        player=player,
        cards=listed(map(heap, cards), " | "),
    )


def tell_of_deal(state: BaseState, action: Action, cards: Sequence[Heap]) -> Detail:
    """Whose the cards were that nobody saw, on one side of the deal or on both."""
    other, give, _get = action.facts
    player, partner = state.name(action.seat), state.name(other)
    if len(cards) > 1:
        given, taken = cards
        return says(
            marked("the unseen cards that {player} gave were {given}, those of {other} {taken}"),
            player=player,
            given=given,
            other=partner,
            taken=taken,
        )
    return says(
        marked("the unseen cards that {player} gave were {cards}"),
        player=player if give >> UNSEEN & PLACE else partner,
        cards=cards[0],
    )


def points(state: BaseState, seat: Seat) -> tuple[int, tuple[int, ...], int]:
    return (DEVELOPMENT, zones_of(state, seat), VICTORY_POINT)


def at_best(state: BaseState) -> BaseState:
    """A copy in which everybody may have of each kind the most that is possible."""
    best = state.copy()
    if state.unseen is None:
        return best
    resources, development = state.unseen.piles
    for seat in state.seats:
        best.hands[seat] = state.hands[seat] % ONE[UNKNOWN] + most(resources, seat)
        best.cards[seat] = state.cards[seat] % ONE[UNKNOWN] + most(development, seat)
    new = most(development, state.n)
    best.bought = state.bought % ONE[UNKNOWN] + new
    best.cards[state.turn] += new
    best.bank += most(resources, state.n)
    return best


def most(worlds: Worlds | Bounds, zone: int) -> int:
    return pack([worlds.most(zone, kind) for kind in range(UNKNOWN)])


HIDDEN = HiddenCards(
    piles=(
        Pile(UNKNOWN, resource_zones, resources_held, turn_up_resources, widen_hand),
        Pile(UNKNOWN, development_zones, development_held, turn_up_development),
    ),
    hides=hides(NOTATION),
    moves=moves,
    fits=fits,
    filled=filled,
    fork=fork,
    mark=mark,
    merges=merges,
    contests=contests,
    win=win,
    result=result,
    tell=tell,
    points=points,
    at_best=at_best,
    veiled=veils(NOTATION),
    sizes=sizes,
    claims=claims,
    worth=OF_CARDS,
)
