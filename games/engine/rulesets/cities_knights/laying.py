"""The pieces, improvements and cards of a position, laid out in a state that has just been set up.

What cannot lie on any table is refused by its row, as in the base game.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.board.swaps import is_swapped
from games.engine.core import NOBODY, Action, Seat, Untenable, says
from games.engine.rulesets.base.ending import FOUNDED
from games.engine.rulesets.base.laying import (
    Cards,
    Dealt,
    check_stock,
    most_lying,
    take_resources,
)
from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.base.places import bits, mask
from games.engine.rulesets.base.position import (
    BY_KNIGHT,
    BY_SEVEN,
    ONE_ROAD,
    TWO_ROADS,
    Held,
    Position,
)
from games.engine.rulesets.base.rolling import HAND
from games.engine.rulesets.base.state import NO_SEAT
from games.engine.rulesets.base.unseen import RESOURCE
from games.engine.rulesets.cities_knights.decks import (
    MOST_HELD,
    OPEN,
    PLACES,
    POLITICS,
    SCIENCE,
    TRACK_NAMES,
    TRACKS,
    TRADE,
    name_of,
    one,
    unseen_kind,
)
from games.engine.rulesets.cities_knights.hand import COMMODITIES, KINDS
from games.engine.rulesets.cities_knights.improvements import METROPOLIS
from games.engine.rulesets.cities_knights.knights.chasing import check_beside_robber
from games.engine.rulesets.cities_knights.knights.promoting import FORTRESS
from games.engine.rulesets.cities_knights.state import (
    BASIC,
    LAST_SPACE,
    MIGHTY,
    RANKS,
    STRONG,
    TOP,
    WALLS,
    CitiesState,
)
from games.engine.words import marked

LYING, WALLED, ACTIVE, PROGRESS = "lying", "walls", "active", "progress"
DEFENDERS, MERCHANT, SHIP_AT = "defenders", "merchant", "ship"
ATTACKED, FRESH, RISEN, LASTING = "attacked", "fresh", "risen", "lasting"
CHASED = "chased"
BASICS, STRONGS, MIGHTIES = KNIGHTS = ("basics", "strongs", "mighties")
LEVELS = ("trade", "politics", "science")
METROPOLISES = ("trade_metropolis", "politics_metropolis", "science_metropolis")
"""The names of what is told; of each track in the order of `TRACKS`."""


def raise_city(state: CitiesState, seat: Seat, spot: int) -> None:
    """Make a city of the settlement, without any payment."""
    state.raise_city(seat, spot)
    state.cities_left[seat] -= 1
    state.settlements_left[seat] += 1


def lay_on_land(state: CitiesState, position: Position) -> None:
    lay(state, position)
    chased = position.told(CHASED)
    if chased is not None:
        fault = check_beside_robber.ask(state, Action(state.turn, "chase", (chased,)))
        if fault is not None:
            raise Untenable(check_beside_robber.rule, fault)


def lay(state: CitiesState, position: Position) -> None:
    """What there is at sea as well; where the robber or the pirate is chased from is not asked."""
    for seat, held in enumerate(position.held):
        _lay_reduced(state, seat, held)
        _lay_walls(state, seat, held)
        _lay_levels(state, seat, held)
    for seat, held in enumerate(position.held):
        _lay_knights(state, seat, held)
        _lay_points(state, seat, held)
    for track in TRACKS:
        _lay_metropolis(state, position, track)
    _lay_ship(state, position)
    _check_turn(state, position)


def _lay_reduced(state: CitiesState, seat: Seat, held: Held) -> None:
    """Cities that lie on their sides: they count as settlements, but are pieces of cities."""
    for spot in held.told(LYING, ()):
        if (state.taken | state.blocked) >> spot & 1:
            text = marked("two buildings on {spot} or beside it")
            raise Untenable("B-132", says(text, spot=state.spot_name(spot)))
        state.build(seat, spot)
        state.settlements_left[seat] += 1
        state.cities_left[seat] -= 1
        state.reduced[seat] |= 1 << spot
    check_stock(state, seat)
    if state.reduced[seat] and state.settlements_left[seat]:
        # No other city is built before it stands again, so that no settlement goes (CK-209).
        text = marked("a city of {player}'s lies on its side, though settlements are left: {count}")
        facts = {"player": state.name(seat), "count": state.settlements_left[seat]}
        raise Untenable("CK-207", says(text, **facts))


def _lay_walls(state: CitiesState, seat: Seat, held: Held) -> None:
    walls = held.told(WALLED, ())
    for spot in walls:
        if not state.cities[seat] >> spot & 1:
            text = marked("{player} has no upright city on {spot}")
            what = says(text, player=state.name(seat), spot=state.spot_name(spot))
            raise Untenable("CK-104", what)
    if len(set(walls)) < len(walls):
        raise Untenable("CK-105", says(marked("a city has one wall")))
    if len(walls) > WALLS:
        text = marked("{player} has {count} walls")
        raise Untenable("CK-106", says(text, player=state.name(seat), count=len(walls)))
    state.walls[seat] = mask(walls)


def _lay_levels(state: CitiesState, seat: Seat, held: Held) -> None:
    state.levels[seat] = [held.told(name, 0) for name in LEVELS]
    if max(state.levels[seat]) > TOP:
        raise Untenable("CK-010", says(marked("a track has 5 levels")))


LIMITS = {BASIC: "CK-115", STRONG: "CK-127", MIGHTY: "CK-127"}
"""The rows that say how many knights there are."""


def _lay_knights(state: CitiesState, seat: Seat, held: Held) -> None:
    for rank, name in zip(RANKS, KNIGHTS, strict=True):
        for spot in held.told(name, ()):
            if (state.taken | state.guards) >> spot & 1:
                text = marked("something else stands on {spot}, too")
                raise Untenable("CK-112", says(text, spot=state.spot_name(spot)))
            if not state.knights_left(seat, rank):
                text = marked("{player} has too many knights of strength {strength}")
                what = says(text, player=state.name(seat), strength=rank)
                raise Untenable(LIMITS[rank], what)
            state.stand(seat, spot, rank, active=False)
    active = mask(set(held.told(ACTIVE, ())))
    for spot in bits(active & ~state.men[seat]):
        text = marked("{player} has no knight on {spot}")
        what = says(text, player=state.name(seat), spot=state.spot_name(spot))
        raise Untenable("CK-118", what)
    state.active[seat] = active


def _lay_points(state: CitiesState, seat: Seat, held: Held) -> None:
    """The merchant and the Defenders of Catan; cards that lie open are among the others."""
    state.defenders[seat] = held.told(DEFENDERS, 0)
    state.points[seat] += state.defenders[seat]
    hex_ = held.told(MERCHANT, NOBODY)
    if hex_ == NOBODY:
        return
    if state.merchant_of != NO_SEAT:
        raise Untenable("CK-218", says(marked("there is one merchant")))
    if not state.buildings[seat] & state.places.corners[hex_]:
        text = marked("the merchant stands at a building of the one who has it")
        raise Untenable("CK-214", says(text))
    state.merchant, state.merchant_of = hex_, seat
    state.points[seat] += 1


def _lay_metropolis(state: CitiesState, position: Position, track: int) -> None:
    name = METROPOLISES[track]
    told = [
        (seat, held.told(name))
        for seat, held in enumerate(position.held)
        if held.told(name) is not None
    ]
    levels = [levels[track] for levels in state.levels]
    due = max(levels) >= METROPOLIS
    if len(told) != int(due):
        text = marked("tell the one metropolis of {track}, and its place")
        if not due:
            text = marked("nobody has level 4 of {track}")
        raise Untenable("CK-179", says(text, track=TRACK_NAMES[track]))
    for seat, spot in told:
        text = marked("no metropolis of {player}'s can be on {spot}")
        what = says(text, player=state.name(seat), spot=state.spot_name(spot))
        if not state.cities[seat] >> spot & 1 or levels[seat] < METROPOLIS:
            raise Untenable("CK-179", what)
        if max(levels) > levels[seat]:
            raise Untenable("CK-183", what)
        if spot in state.metropolis:
            raise Untenable("CK-186", what)
        state.owner_of[track], state.metropolis[track] = seat, spot
        state.points[seat] += 2


def _lay_ship(state: CitiesState, position: Position) -> None:
    space = position.told(SHIP_AT)
    if space is None or space >= LAST_SPACE:
        text = marked("tell the space of the barbarian ship: SHIP and 0 to 6")
        raise Untenable("CK-190", says(text))
    state.ship = space


def may_be_before(state: CitiesState, position: Position) -> bool:
    """Whether the barbarians may not have attacked yet."""
    return state.nothing_moved() and not (
        _shows_an_attack(state)
        or _rewarded(state, position)
        or _tokens_swapped(state)
        or not may_have_played(state, position)
    )


def _shows_an_attack(state: CitiesState) -> bool:
    lost = any(_lost_a_city(state, seat) for seat in state.seats)
    return lost or any(state.defenders) or any(state.reduced)


def _rewarded(state: CitiesState, position: Position) -> list[Seat]:
    """Those with a progress card that no gate has brought: it came of an attack that several fended
    off (CK-212). A gate brings cards of the own tracks, and a Spy those of others that do not lie
    open (CK-042, CK-269). Whoever has the merchant had such a card, too."""
    return [
        seat
        for seat, held in enumerate(position.held)
        if not all(
            by_gates(state, seat, one[0], taken=one not in OPEN) for one in held.told(PROGRESS, ())
        )
        or (seat == state.merchant_of and not by_gates(state, seat, TRADE))
    ]


def by_gates(state: CitiesState, seat: Seat, colour: int, *, taken: bool = True) -> bool:
    """Whether a gate may have brought the seat a card of the colour, or somebody one that was
    `taken` by a Spy."""
    of_anybody = [any(levels) for levels in zip(*state.levels, strict=True)]
    by_spy = taken and of_anybody[POLITICS] and of_anybody[colour]
    return by_spy or state.levels[seat][colour] > 0


def may_have_played(state: CitiesState, position: Position) -> bool:
    """Whether gates may have brought the player on turn the cards that work on what is told: a Road
    Building that lays free roads, a card that lasts."""
    if position.due in (TWO_ROADS, ONE_ROAD) and not by_gates(state, state.turn, SCIENCE):
        return False
    return not position.told(LASTING) or may_last(state)


def may_last(state: CitiesState) -> bool:
    """Whether gates may have brought the player on turn a card that works for the whole turn."""
    return any(by_gates(state, state.turn, colour) for colour in (SCIENCE, TRADE))


def out_of_hands(state: CitiesState, letters: str, attacked: bool) -> int:
    """How many cards of the kind the player on turn may have played in this turn: a card that was
    played lies under its deck (CK-064). Before the first attack a gate has brought it."""
    colour, kind = PLACES[letters]
    if not attacked and not by_gates(state, state.turn, colour):
        return 0
    return most_lying(state, colour + 1, state.n, kind, state.decks[colour])


def _tokens_swapped(state: CitiesState) -> bool:
    """Whether the tokens do not lie as they were laid, while no gate can have brought anybody the
    Inventor that swaps them (CK-245)."""
    if any(levels[SCIENCE] for levels in state.levels):
        return False
    return is_swapped(state.header.board.undone())


def _lost_a_city(state: CitiesState, seat: Seat) -> bool:
    """Whether the city of the founding (CK-024) is there no more, which only an attack takes. Of
    whom fewer buildings are told, not everything is."""
    return state.buildings[seat].bit_count() >= FOUNDED and not state.cities[seat]


def _check_turn(state: CitiesState, position: Position) -> None:
    """What is told of the turn goes together."""
    seat, player = state.turn, state.name(state.turn)
    attacked = position.told(ATTACKED)
    if attacked is False:
        _check_before(state, position)
    chased = position.told(CHASED)
    if (position.due == BY_KNIGHT) != (chased is not None):
        text = marked("tell the knight that chases the robber or the pirate: NOW N and CHASED")
        raise Untenable("CK-158", says(text))
    if chased is not None and not (state.men[seat] & ~state.active[seat]) >> chased & 1:
        text = marked("{player} has no passive knight on {spot}")
        raise Untenable("CK-159", says(text, player=player, spot=state.spot_name(chased)))
    for name, own, rule in (
        (FRESH, state.active[seat], "CK-119"),
        (RISEN, state.ranks[seat][STRONG] | state.ranks[seat][MIGHTY], "CK-124"),
    ):
        told = mask(set(position.told(name) or ()))
        if told & ~own:
            text = marked("{player} has no such knight")
            raise Untenable(rule, says(text, player=player))
    _check_mighty(state)
    risen = mask(set(position.told(RISEN) or ()))
    if risen & state.ranks[seat][MIGHTY] and state.levels[seat][POLITICS] < FORTRESS:
        text = marked("{player} has no Fortress, and no knight that has just become mighty")
        raise Untenable("CK-126", says(text, player=player))


def _check_before(state: CitiesState, position: Position) -> None:
    """The barbarians have not attacked yet."""
    if not state.nothing_moved() or _shows_an_attack(state):
        raise Untenable("CK-085", says(marked("the table shows that the barbarians have attacked")))
    for seat in _rewarded(state, position):
        text = marked(
            "before the first attack no gate has brought {player} a progress card of that colour"
        )
        raise Untenable("CK-042", says(text, player=state.name(seat)))
    if not may_have_played(state, position):
        text = marked("before the first attack no gate has brought {player} such a card")
        raise Untenable("CK-042", says(text, player=state.name(state.turn)))
    if _tokens_swapped(state):
        text = marked(
            "tokens were swapped, and before the first attack no gate has brought an Inventor"
        )
        raise Untenable("CK-245", says(text))
    if position.due in (BY_SEVEN, BY_KNIGHT):
        raise Untenable("CK-085", says(marked("the barbarians have not attacked yet")))


def _check_mighty(state: CitiesState) -> None:
    """Somebody has a Fortress: a Deserter brings a mighty knight only for another (CK-275)."""
    if any(levels[POLITICS] >= FORTRESS for levels in state.levels):
        return
    for seat in state.seats:
        if state.ranks[seat][MIGHTY]:
            text = marked("nobody has a Fortress, and {player} has a mighty knight")
            raise Untenable("CK-126", says(text, player=state.name(seat)))


# Cards

COPIES = ("CK-007", "CK-006", "CK-005")
"""The rows that say how many cards of a kind a deck has, in the order of `TRACKS`."""


def limit_of(held: Held) -> int:
    """Cards that a 7 leaves alone (CK-078 to CK-082)."""
    return HAND + 2 * len(held.told(WALLED, ()))


def hidden_cards(held: Held) -> int:
    """Progress cards that lie face down."""
    return sum(card not in OPEN for card in held.told(PROGRESS, ()))


def _lay_progress(state: CitiesState, position: Position) -> None:
    for seat, held in enumerate(position.held):
        cards = held.told(PROGRESS, ())
        # A roll brings the player on turn a fifth one, and never a sixth.
        most = MOST_HELD + (seat == state.turn and position.rolled is not False)
        if hidden_cards(held) > most:
            text = marked("{player} holds {count} progress cards")
            what = says(text, player=state.name(seat), count=hidden_cards(held))
            raise Untenable("CK-055" if seat == state.turn else "CK-057", what)
        for colour, kind in cards:
            if kind == unseen_kind(colour):
                continue
            if not state.decks[colour] >> 8 * kind & PLACE:
                text = marked("there are not so many cards {card}")
                raise Untenable(COPIES[colour], says(text, card=name_of(colour, kind)))
            state.decks[colour] -= one(kind)
            if (colour, kind) in OPEN:
                state.shown[seat] += 1
                state.points[seat] += 1
            else:
                state.progress[colour][seat] += one(kind)


def _deals(state: CitiesState, position: Position) -> Iterator[Dealt]:
    for seat, held in enumerate(position.held):
        cards = held.told(PROGRESS, ())
        for colour in TRACKS:
            number = sum(card == (colour, unseen_kind(colour)) for card in cards)
            yield Dealt(colour + 1, seat, state.n, seat, number)


def _take(state: CitiesState, deal: Dealt) -> None:
    if deal.pile == RESOURCE:
        take_resources(state, deal)
        return
    colour = deal.pile - 1
    cards = deal.number * one(unseen_kind(colour))
    state.progress[colour][deal.seat] += cards
    state.decks[colour] -= cards


CARDS = Cards(KINDS, _lay_progress, _deals, _take, dict.fromkeys(COMMODITIES, "CK-002"))
