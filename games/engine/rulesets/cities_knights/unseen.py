"""Hidden cards of Cities & Knights: where they lie, and how each action moves them.

The cards of hands lie in the zones of the seats, 0 to n-1, and in the bank, zone n; in a pile the
commodities follow the resources, and the unknown cards come last. The progress cards of each
colour lie with the seats and in the deck, zone n; those given back face down are zone n+1, while
cards put under the deck by name are known, and lie in no zone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from games.engine.board.terrain import Terrain
from games.engine.bounds import ANY, Bounds, Test
from games.engine.core import NOBODY, Action, Detail, Header, Seat, says
from games.engine.forms import hides, veils
from games.engine.hands import HiddenCards
from games.engine.piles import Contest, Fork, Pile, Sized
from games.engine.rulesets.base.building import CITY, ROAD, SETTLEMENT
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, heap, overlap
from games.engine.rulesets.base.rolling import SEVEN
from games.engine.rulesets.base.unseen import (
    MANY,
    claims,
    half_above,
    other_kinds,
    tell_of_deal,
    up_to,
    widen_hand,
)
from games.engine.rulesets.base.unseen import sizes as of_the_box
from games.engine.rulesets.cities_knights import supposed
from games.engine.rulesets.cities_knights.building import MEDICINE
from games.engine.rulesets.cities_knights.commerce import MOST_GIVEN
from games.engine.rulesets.cities_knights.decks import (
    OPEN,
    PLACES,
    TRACKS,
    count,
    name_of,
    one,
    unseen_kind,
)
from games.engine.rulesets.cities_knights.hand import COMMODITIES, KINDS
from games.engine.rulesets.cities_knights.improvements import WALL, price
from games.engine.rulesets.cities_knights.knights.activating import ACTIVATION
from games.engine.rulesets.cities_knights.knights.promoting import PROMOTION
from games.engine.rulesets.cities_knights.knights.recruiting import RECRUIT
from games.engine.rulesets.cities_knights.politics.bishop import thefts
from games.engine.rulesets.cities_knights.resolving import limit
from games.engine.rulesets.cities_knights.science import harvested_hexes
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.trading import takes_fleet
from games.engine.rulesets.cities_knights.turns import ROLLING
from games.engine.rulesets.cities_knights.words import CARD_OF, NOTATION, TAKING
from games.engine.spreads import Move
from games.engine.words import listed, marked
from games.engine.worlds import Worlds

HAND = 0
"""The pile of resources and commodities; those of progress cards follow in the order of colours."""

UNSEEN = 8 * UNKNOWN

COUNT = len(KINDS)

# The two orders of a hand


def sorted_(hand: int) -> int:
    """The cards of a hand in the order of the pile."""
    known = hand & (1 << UNSEEN) - 1
    return known | hand >> 8 * COMMODITIES[0] << UNSEEN | (hand >> UNSEEN & PLACE) << 8 * COUNT


def as_held(cards: int) -> int:
    """The cards of the pile, all known, in the order of a hand."""
    return cards & (1 << UNSEEN) - 1 | cards >> UNSEEN << 8 * COMMODITIES[0]


# Where the cards lie


def hand_zones(state: CitiesState) -> int:
    return state.n + 1


def hand_held(state: CitiesState, zone: int) -> int:
    if zone < state.n:
        return sorted_(state.hands[zone])
    return sum(state.in_bank(kind) << 8 * place for place, kind in enumerate(KINDS))


def turn_up_hand(state: CitiesState, zone: int, cards: int, sign: int) -> None:
    change = sign * (as_held(cards) - (count(cards) << UNSEEN))
    if zone < state.n:
        state.hands[zone] += change
    else:
        state.bank += change


def progress_zones(state: CitiesState) -> int:
    return state.n + 2


def progress_pile(colour: int) -> Pile:
    kinds = unseen_kind(colour)

    def held(state: CitiesState, zone: int) -> int:
        if zone < state.n:
            return state.progress[colour][zone]
        return state.decks[colour] if zone == state.n else state.buried[colour]

    def turn_up(state: CitiesState, zone: int, cards: int, sign: int) -> None:
        change = sign * (cards - (count(cards) << 8 * kinds))
        if zone < state.n:
            state.progress[colour][zone] += change
        elif zone == state.n:
            state.decks[colour] += change
        else:
            state.buried[colour] += change

    return Pile(kinds, progress_zones, held, turn_up)


# How actions move the cards


def moves(state: CitiesState, action: Action) -> Sequence[Move]:
    moving = MOVING.get(action.verb)
    found = () if moving is None else moving(state, action)
    letters = CARD_OF.get(action.verb)
    if letters is None:
        return found
    colour, kind = PLACES[letters]
    return (Move(colour + 1, action.seat, action.seat, one(kind)), *found)


Moving = Callable[[CitiesState, Action], Sequence[Move]]


def paying(cost: int) -> Moving:
    return lambda state, action: (Move(HAND, action.seat, state.n, cost),)


def improving(state: CitiesState, action: Action) -> Sequence[Move]:
    track, level, _spot, crane = action.facts
    return (Move(HAND, action.seat, state.n, sorted_(price(track, level, crane))),)


def robbing(state: CitiesState, action: Action) -> Sequence[Move]:
    _hex, victim, kind = action.facts
    if NOBODY in (victim, kind):
        return ()
    return (Move(HAND, victim, action.seat, sorted_(ONE[kind])),)


def preaching(state: CitiesState, action: Action) -> Sequence[Move]:
    return tuple(
        Move(HAND, victim, action.seat, sorted_(ONE[kind])) for victim, kind in thefts(action)
    )


def discarding(state: CitiesState, action: Action) -> Sequence[Move]:
    return (Move(HAND, action.seat, state.n, sorted_(action.facts[0])),)


def giving(state: CitiesState, action: Action) -> Sequence[Move]:
    receiver = state.turn if state.receiver == NOBODY else state.receiver
    return (Move(HAND, action.seat, receiver, sorted_(action.facts[0])),)


def trading(state: CitiesState, action: Action) -> Sequence[Move]:
    give, take = map(sorted_, action.facts)
    return (Move(HAND, action.seat, state.n, give), Move(HAND, state.n, action.seat, take))


def dealing(state: CitiesState, action: Action) -> Sequence[Move]:
    other, give, get = action.facts
    return (
        Move(HAND, action.seat, other, sorted_(give)),
        Move(HAND, other, action.seat, sorted_(get)),
    )


def exchanging(state: CitiesState, action: Action) -> Sequence[Move]:
    opponent, give, get = action.facts
    offered = Move(HAND, action.seat, opponent, sorted_(ONE[give]))
    if get == NOBODY:
        return (offered._replace(target=action.seat),)
    return (offered, Move(HAND, opponent, action.seat, sorted_(ONE[get])))


def taking(state: CitiesState, action: Action) -> Sequence[Move]:
    """Cards of a hand, or a progress card. What is taken from oneself (CK-268) stays where it is,
    and the card that is played with it."""
    opponent, *taken = action.facts
    if opponent == action.seat:
        return ()
    if action.verb not in TAKING:
        return (Move(HAND, opponent, action.seat, sorted_(taken[0])),)
    colour, kind = taken
    return (Move(colour + 1, opponent, action.seat, one(kind)),)


def watering(state: CitiesState, action: Action) -> Sequence[Move]:
    return (Move(HAND, state.n, action.seat, sorted_(ONE[action.facts[0]])),)


def drawing(state: CitiesState, action: Action) -> Sequence[Move]:
    """A card put under the deck by name is known when it comes up again."""
    colour, kind = action.facts
    if colour == NOBODY:
        return ()
    if count(state.decks[colour]):
        return (Move(colour + 1, state.n, action.seat, one(kind)),)
    if state.under[colour][:1] == (unseen_kind(colour),):
        return (Move(colour + 1, state.n + 1, action.seat, one(kind)),)
    return ()


def giving_back(state: CitiesState, action: Action) -> Sequence[Move]:
    colour, kind = action.facts
    target = state.n + 1 if kind == unseen_kind(colour) else action.seat
    return (Move(colour + 1, action.seat, target, one(kind)),)


FROM_ONE = {verb for verb in CARD_OF if " {from:seat} " in NOTATION.forms[verb].act.form}
"""Plays by which an opponent loses something to the player."""

MOVING: Mapping[str, Moving] = {
    "road": paying(ROAD),
    "settle": paying(SETTLEMENT),
    "city": paying(CITY),
    "medicine": paying(MEDICINE),
    "wall": paying(WALL),
    "recruit": paying(RECRUIT),
    "activate": paying(ACTIVATION),
    "promote": paying(PROMOTION),
    "improve": improving,
    "robber": robbing,
    "bishop": preaching,
    "discard": discarding,
    "gift": giving,
    "bank": trading,
    "deal": dealing,
    "exchange": exchanging,
    "aqueduct": watering,
    "draw": drawing,
    "give_back": giving_back,
    **dict.fromkeys(FROM_ONE, taking),
}

# Which cards may have gone unseen


def fits(state: CitiesState, action: Action) -> Callable[[Sequence[int]], bool] | None:
    """A ruling lets other cards stand, but an open one would lie open."""
    if action.verb == "draw":
        return of_a_draw(action.facts[0])
    if action.ruling:
        return None
    if action.verb == "deal":
        return of_a_deal(action)
    if action.verb == "exchange":
        return lambda cards: bool(cards[0] >> UNSEEN)
    return None


def of_a_deal(action: Action) -> Callable[[Sequence[int]], bool]:
    """No kind is on both sides (CK-294)."""
    give, get = map(sorted_, action.facts[1:])
    if give >> 8 * COUNT and get >> 8 * COUNT:
        return lambda cards: not share(cards[0], cards[1])
    seen = get if give >> 8 * COUNT else give
    return lambda cards: not share(cards[0], seen)


def share(some: int, others: int) -> bool:
    """Whether a kind is among both, in the order of the pile."""
    return overlap(some, others) or overlap(some >> UNSEEN, others >> UNSEEN)


def of_a_draw(colour: int) -> Callable[[Sequence[int]], bool] | None:
    """An open card is recorded by name at once (CK-059)."""
    shown = [kind for open_colour, kind in OPEN if open_colour == colour]
    if not shown:
        return None
    return lambda cards: not any(cards[0] >> 8 * kind & PLACE for kind in shown)


def filled(action: Action, cards: Sequence[int]) -> Action:
    """The action with these cards in place of those that were not seen.

    An exchange that gets a resource was written by nobody: where the opponent has nothing else,
    it is blamed as one for a commodity, which is not there (CK-283).
    """
    if action.verb == "exchange":
        (kind,) = kinds_of(as_held(cards[0] >> UNSEEN << UNSEEN)) or COMMODITIES[:1]
        return action._replace(facts=(*action.facts[:2], kind))
    if action.verb == "draw":
        colour = action.facts[0]
        (kind,) = kinds_of(cards[0])
        return action._replace(facts=(colour, kind))
    left = list(map(as_held, cards))
    facts = [left.pop(0) if fact >> UNSEEN & PLACE else fact for fact in action.facts[1:]]
    return action._replace(facts=(action.facts[0], *facts))


def kinds_of(cards: int) -> tuple[int, ...]:
    """The kind of each of the packed cards."""
    places = cards.to_bytes((cards.bit_length() + 7) // 8, "little")
    return tuple(kind for kind, count in enumerate(places) for _ in range(count))


def evident(state: CitiesState, action: Action) -> tuple[int, ...] | None:
    """A card put under the deck by name is known when it comes up again."""
    if action.verb != "draw":
        return None
    colour, _kind = action.facts
    if count(state.decks[colour]) or not state.under[colour]:
        return None
    following = state.under[colour][0]
    return None if following == unseen_kind(colour) else (one(following),)


# What has to be known before an action


def fork(state: CitiesState, action: Action) -> Fork | None:
    asked = FORKS.get(action.verb)
    return None if asked is None else asked(state, action)


def before_production(state: CitiesState, action: Action) -> Fork | None:
    """How much the bank has of what it may be short of."""
    if not state.bank >> UNSEEN & PLACE:
        return None
    total = action.facts[0] if action.verb == "roll" else state.rolled
    if not 2 <= total <= 12 or not (state.pending or action.verb == "roll"):
        return None
    row = list(state.brings(total))
    if action.verb == "concede":
        row[action.seat] = 0
    due = sum(row)
    return short_of(state, {kind: due >> 8 * kind & PLACE for kind in state.short(row)})


def short_of(state: CitiesState, due: Mapping[int, int]) -> Fork | None:
    if not due:
        return None
    return Fork(HAND, tuple((state.n, KINDS.index(kind), most) for kind, most in due.items()))


def before_harvest(terrain: Terrain, kind: int) -> Callable[[CitiesState, Action], Fork | None]:
    def forked(state: CitiesState, action: Action) -> Fork | None:
        due = 2 * harvested_hexes(state, action.seat, terrain)
        if not state.bank >> UNSEEN & PLACE or state.in_bank(kind) >= due:
            return None
        return short_of(state, {kind: due})

    return forked


def before_monopoly(most: int) -> Callable[[CitiesState, Action], Fork | None]:
    def forked(state: CitiesState, action: Action) -> Fork | None:
        """How much everyone has to give up."""
        (kind,) = action.facts
        others = [seat for seat in state.seats if seat != action.seat]
        if not any(state.hands[seat] >> UNSEEN & PLACE for seat in others):
            return None
        wanted = None
        besides: tuple[tuple[int, int], ...] = ()
        if action.gains is not None:
            rest = other_kinds(action.gains, others, kind)
            besides = tuple((seat, sorted_(cards)) for seat, cards in rest)
            wanted = tuple(
                _wanted(state.hands[seat] >> 8 * kind & PLACE, action.gains[seat], kind, most)
                for seat in others
            )
        cells = tuple((seat, KINDS.index(kind), most) for seat in others)
        return Fork(HAND, cells, wanted, action.seat, besides)

    return forked


def _wanted(sure: int, given: int, kind: int, most: int) -> int:
    """What has to be there by what was given up; who gave the most may have more than that."""
    wanted = given >> 8 * kind & PLACE
    return max(sure, wanted) if wanted == most else wanted


def before_exchange(state: CitiesState, action: Action) -> Fork | None:
    """Whether the opponent has commodities at all."""
    opponent, _give, get = action.facts
    if get != NOBODY or not state.hands[opponent] >> UNSEEN & PLACE:
        return None
    cells = tuple((opponent, KINDS.index(kind), ANY) for kind in COMMODITIES)
    return Fork(HAND, cells, (0, 0, 0))


def before_improvement(state: CitiesState, action: Action) -> Fork | None:
    return before_use(state, supposed.CRANE) if action.facts[3] else None


def before_trade(state: CitiesState, action: Action) -> Fork | None:
    return before_use(state, supposed.FLEET) if takes_fleet(state, action) else None


def before_use(state: CitiesState, which: int) -> Fork | None:
    """How many of the cards lie in the deck, for one that is supposed to have been played."""
    (colour, kind), (_left, used) = supposed.CARDS[which], state.supposed[which]
    if not supposed.is_supposed(state, which) or supposed.lying(state, which) > used:
        return None
    if not state.decks[colour] >> 8 * unseen_kind(colour) & PLACE:
        return None
    return Fork(colour + 1, ((state.n, kind, used + 1),))


FORKS: Mapping[str, Callable[[CitiesState, Action], Fork | None]] = {
    **dict.fromkeys((*sorted(ROLLING), "produce", "concede"), before_production),
    "mining": before_harvest(Terrain.MOUNTAINS, 4),
    "irrigation": before_harvest(Terrain.FIELDS, 3),
    **{verb: before_monopoly(most) for verb, most in MOST_GIVEN.items()},
    "exchange": before_exchange,
    "improve": before_improvement,
    "bank": before_trade,
}

# What the number of cards makes a difference to

OUTCOMES_HERE: Mapping[str, Callable[[int], int]] = {
    "bishop": up_to(1),
    "wedding": up_to(2),
    "master_merchant": up_to(2),
    "saboteur": lambda size: size // 2,
}

UNSIZED_HERE = CARD_OF.keys() - OUTCOMES_HERE.keys() | {
    *("aqueduct", "improve", "wall", "recruit", "activate", "promote"),
    *("move_knight", "displace", "chase", "gift", "exchange"),
}

ADVANCING = frozenset({"commit", "lose_city", "draw", "give_back", "produce"})
"""What is done between a roll and what it brings, or brings it."""


def sizes(state: CitiesState, action: Action) -> Sequence[Sized]:
    verb = action.verb
    if verb in UNSIZED_HERE or (verb in ADVANCING and not state.pending):
        return ()
    if verb in ADVANCING or verb == "roll":
        total = action.facts[0] if verb == "roll" else state.rolled
        if total != SEVEN:
            return (Sized(state.n, up_to(MANY)),)
        return [Sized(seat, half_above(limit(state, seat))) for seat in state.seats]
    if verb in OUTCOMES_HERE:
        return [Sized(seat, OUTCOMES_HERE[verb]) for seat in state.seats]
    return of_the_box(state, action)


# After an action


def mark(state: CitiesState) -> None:
    """Zones do not change."""


def merges(state: CitiesState, before: None) -> Iterable[tuple[int, int, int]]:
    return ()


def contests(state: CitiesState) -> Iterable[Contest]:
    """Cards that are worth points lie open."""
    return ()


def win(state: CitiesState, seat: Seat) -> None:
    """Nobody wins by cards that nobody saw."""


def result(state: CitiesState, header: Header) -> Sequence[tuple[int, Test]]:
    return ()


# For the report


DEALS = frozenset({"deal", "exchange"})
"""Verbs by which cards change hands against others."""


def tell(state: CitiesState, action: Action, cards: Sequence[int]) -> Detail:
    """What the cards were that were not seen."""
    player = state.name(action.seat)
    if action.verb in {"draw", "give_back", *TAKING}:
        colour = action.facts[-2]
        (kind,) = kinds_of(cards[0])
        return says(
            marked("the progress card of {player} was {card}"),
            player=player,
            card=name_of(colour, kind),
        )
    if action.verb in DEALS:
        return tell_of_deal(state, action, [heap(as_held(some)) for some in cards])
    if victims := robbed(action):
        return says(
            marked("the unseen cards that {player} took from {victims} were {cards}"),
            player=player,
            victims=listed(map(state.name, victims)),
            cards=listed((heap(as_held(some)) for some in cards), " | "),
        )
    return says(
        marked("the unseen cards of {player} were {cards}"),
        player=player,
        cards=listed((heap(as_held(some)) for some in cards), " | "),
    )


def robbed(action: Action) -> Sequence[Seat]:
    """From whom cards were taken that nobody else saw, in the order in which `tell` has them."""
    if action.verb in ("robber", "pirate"):
        return (action.facts[1],)
    if action.verb == "bishop":
        return [victim for victim, kind in thefts(action) if kind == UNKNOWN]
    return action.facts[:1] if action.verb in FROM_ONE else ()


def points(state: CitiesState, seat: Seat) -> tuple[int, tuple[int, ...], int]:
    return (HAND, (), 0)


def at_best(state: CitiesState) -> CitiesState:
    """A copy in which everybody may have of each kind the most that is possible, and besides the
    cards that nobody saw: they may change hands unseen again."""
    best = state.copy()
    if state.unseen is None:
        return best
    hands, *decks = state.unseen.piles
    best.downs = tuple(map(state.face_down, state.seats))
    for seat in state.seats:
        best.hands[seat] += as_held(most(hands, seat, COUNT))
        for colour in TRACKS:
            best.progress[colour][seat] += most(decks[colour], seat, unseen_kind(colour))
    for colour in TRACKS:
        best.decks[colour] += most(decks[colour], state.n, unseen_kind(colour))
    best.bank += as_held(most(hands, state.n, COUNT))
    return best


def most(worlds: Worlds | Bounds, zone: int, kinds: int) -> int:
    return sum(worlds.most(zone, kind) << 8 * kind for kind in range(kinds))


HIDDEN = HiddenCards(
    piles=(
        Pile(COUNT, hand_zones, hand_held, turn_up_hand, widen_hand),
        *(progress_pile(colour) for colour in TRACKS),
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
    evident=evident,
    sizes=sizes,
    claims=claims,
)
