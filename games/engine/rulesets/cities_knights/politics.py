"""The blue progress cards: what they ask for, and what they do."""

from __future__ import annotations

from games.engine.core import NOBODY, Action, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.building import lay_road, take_off
from games.engine.rulesets.base.packed import ONE, PLACE, size
from games.engine.rulesets.base.state import MAIN, NO_SEAT, RESOLVING
from games.engine.rulesets.base.turns import check_founded, check_time
from games.engine.rulesets.cities_knights.decks import OPEN, name_of, one
from games.engine.rulesets.cities_knights.hand import holds
from games.engine.rulesets.cities_knights.knights.activating import set_active
from games.engine.rulesets.cities_knights.knights.displacing import (
    away_checks,
    drive_off,
    fits_away,
    own_told,
    put_away,
)
from games.engine.rulesets.cities_knights.knights.moving import settle_routes
from games.engine.rulesets.cities_knights.knights.recruiting import (
    may_stand,
    no_road_at,
    none_left,
    not_free,
)
from games.engine.rulesets.cities_knights.playing import (
    may_play,
    no_opponent,
    played,
    use,
)
from games.engine.rulesets.cities_knights.resolving import owing
from games.engine.rulesets.cities_knights.rolling import not_held
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import OVER_NOW, spot_name
from games.engine.words import marked

# Bishop


def may_send_robber(state: CitiesState, action: Action) -> bool:
    """Facts: the hex, and the cards taken: eight bits for each seat, the kind and one, 0 if none
    is taken."""
    hex_, stolen = action.facts
    return (
        may_play(state, action, "Bi")
        and state.attacked
        and hex_ != state.robber
        and all(
            may_take(state, action, seat, (stolen >> 8 * seat & PLACE) - 1) for seat in state.seats
        )
    )


def may_take(state: CitiesState, action: Action, victim: Seat, kind: int) -> bool:
    there = victim in state.victims(action.seat, action.facts[0])
    if kind < 0:
        return not (there and state.hands[victim])
    return there and bool(state.hands[victim] >> 8 * kind & PLACE)


def send_robber(state: CitiesState, action: Action) -> None:
    use(state, action, "Bi")
    hex_, _stolen = action.facts
    state.move_robber(hex_)
    for victim, kind in thefts(action):
        state.hands[victim] -= ONE[kind]
        state.hands[action.seat] += ONE[kind]


def thefts(action: Action) -> list[tuple[Seat, int]]:
    """Victims and the kinds of the cards taken."""
    places = action.facts[1].to_bytes(8, "little")
    return [(victim, place - 1) for victim, place in enumerate(places) if place]


@keeps("CK-086")
def check_robber_free(state: CitiesState, action: Action) -> Detail | None:
    if state.attacked:
        return None
    return says(marked("the barbarians have not attacked yet"))


@keeps("CK-250")
def check_other_hex(state: CitiesState, action: Action) -> Detail | None:
    if action.facts[0] != state.robber:
        return None
    name = state.places.grid.hex_names[state.robber]
    return says(marked("the robber stands on {hex} already"), hex=name)


@keeps("CK-251")
def check_all_robbed(state: CitiesState, action: Action) -> Detail | None:
    taken = dict(thefts(action))
    for victim, kind in taken.items():
        if victim >= state.n or not state.hands[victim] >> 8 * kind & PLACE:
            return cannot(marked("the card taken is not there"))
    for seat in state.seats:
        if not may_take(state, action, seat, taken.get(seat, NOBODY)):
            return says(marked("one card is due from each opponent there, not from others"))
    return None


# Diplomat


def may_take_road(state: CitiesState, action: Action) -> bool:
    """Facts: the path, and the one on which an own road is laid again or `NOBODY`."""
    path, new = action.facts
    owner = state.road_owner(path)
    return (
        may_play(state, action, "Di")
        and owner != NO_SEAT
        and is_open(state, owner, path)
        and (new == NOBODY or (owner == action.seat and may_relay(state, action)))
    )


def is_open(state: CitiesState, owner: Seat, path: int) -> bool:
    """Whether at one of its ends stands nothing else of the owner (CK-253, CK-254)."""
    places = state.places
    rest = state.ways(owner) & ~(1 << path)
    pieces = state.buildings[owner] | state.men[owner]
    return any(not (pieces >> end & 1 or places.roads_at[end] & rest) for end in places.ends[path])


def may_relay(state: CitiesState, action: Action) -> bool:
    path, new = action.facts
    if new == path or state.laid >> new & 1:
        return False
    twin = state.copy()
    take_off(twin, action.seat, path)
    return bool(twin.places.ends_of[new] & twin.reach[action.seat])


def take_road(state: CitiesState, action: Action) -> None:
    use(state, action, "Di")
    path, new = action.facts
    take_off(state, state.road_owner(path), path)
    if new != NOBODY:
        lay_road(state, action.seat, new)
    state.see_longest_road()
    state.see_winner()


@keeps("CK-253")
def check_open_road(state: CitiesState, action: Action) -> Detail | None:
    path, _new = action.facts
    owner = state.road_owner(path)
    name = state.places.grid.path_names[path]
    if owner == NO_SEAT:
        return cannot(marked("no road lies on {path}"), path=name)
    if not is_open(state, owner, path):
        return says(marked("the road on {path} is not open"), path=name)
    return None


@keeps("CK-255")
def check_only_own_again(state: CitiesState, action: Action) -> Detail | None:
    path, new = action.facts
    owner = state.road_owner(path)
    if new == NOBODY or owner in (NO_SEAT, action.seat):
        return None
    return says(marked("the road was {player}'s"), player=state.name(owner))


@keeps("CK-256")
def check_laid_again(state: CitiesState, action: Action) -> Detail | None:
    path, new = action.facts
    if new == NOBODY or state.road_owner(path) != action.seat:
        return taken_path(state, new)
    if may_relay(state, action):
        return None
    name = state.places.grid.path_names[new]
    make = cannot if state.laid >> new & 1 else says
    return make(marked("no road can be laid on {path}"), path=name)


def taken_path(state: CitiesState, new: int) -> Detail | None:
    if new == NOBODY or not state.laid >> new & 1:
        return None
    name = state.places.grid.path_names[new]
    return cannot(marked("no road can be laid on {path}"), path=name)


# Warlord


def may_call_up(state: CitiesState, action: Action) -> bool:
    return may_play(state, action, "Wa")


def call_up(state: CitiesState, action: Action) -> None:
    use(state, action, "Wa")
    seat = action.seat
    set_active(state, seat, state.men[seat] & ~state.active[seat])


# Wedding


def may_marry(state: CitiesState, action: Action) -> bool:
    return may_play(state, action, "We")


def marry(state: CitiesState, action: Action) -> None:
    use(state, action, "We")
    seat = action.seat
    owe(
        state,
        [
            min(2, size(hand)) if points > state.points[seat] else 0
            for points, hand in zip(state.points, state.hands, strict=True)
        ],
        receiver=seat,
    )


def owe(state: CitiesState, owed: list[int], receiver: Seat) -> None:
    if any(owed) and state.phase == MAIN:
        state.owed = owed
        state.receiver = receiver
        state.phase = RESOLVING


def may_give(state: CitiesState, action: Action) -> bool:
    """Facts: the cards."""
    (cards,) = action.facts
    seat = action.seat
    return (
        owing(state)
        and state.receiver != NO_SEAT
        and size(cards) == state.owed[seat] > 0
        and holds(state.hands[seat], cards)
    )


def give(state: CitiesState, action: Action) -> None:
    (cards,) = action.facts
    state.hands[action.seat] -= cards
    receiver = state.turn if state.receiver == NO_SEAT else state.receiver
    state.hands[receiver] += cards
    state.owed[action.seat] = 0
    if state.phase == RESOLVING and state.receiver != NO_SEAT and not any(state.owed):
        state.phase = MAIN
        state.receiver = NO_SEAT


@keeps("CK-259")
def check_gift_due(state: CitiesState, action: Action) -> Detail | None:
    if owing(state) and state.receiver != NO_SEAT and state.owed[action.seat]:
        return None
    return says(marked("no gift of {player} is due"), player=state.name(action.seat))


@keeps("CK-261")
def check_gift_size(state: CitiesState, action: Action) -> Detail | None:
    owed = state.owed[action.seat]
    if not owed or state.receiver == NO_SEAT or size(action.facts[0]) == owed:
        return None
    return says(
        marked("{player} gives {cards}, due are {due}"),
        player=state.name(action.seat),
        cards=size(action.facts[0]),
        due=owed,
    )


@keeps("CK-261")
def check_gift_held(state: CitiesState, action: Action) -> Detail | None:
    return not_held(state, action.seat, action.facts[0])


# Intrigue


def may_drive_off(state: CitiesState, action: Action) -> bool:
    """Facts: the intersection of the knight, where it goes or `NOBODY`."""
    spot, away = action.facts
    return (
        may_play(state, action, "It")
        and state.knight_owner(spot) not in (NO_SEAT, action.seat)
        and bool(state.ways(action.seat) & state.places.roads_at[spot])
        and fits_away(state, spot, away)
    )


def intrigue(state: CitiesState, action: Action) -> None:
    use(state, action, "It")
    spot, away = action.facts
    driven = drive_off(state, spot)
    put_away(state, driven, away)
    settle_routes(state, (driven[0], spot), (driven[0], away))


@keeps("CK-262")
def check_reached(state: CitiesState, action: Action) -> Detail | None:
    spot, _away = action.facts
    if state.knight_owner(spot) == NO_SEAT:
        return cannot(marked("no knight stands on {spot}"), spot=spot_name(state, spot))
    return no_road_at(state, action.seat, spot)


@keeps("CK-263")
def check_not_own(state: CitiesState, action: Action) -> Detail | None:
    spot, _away = action.facts
    return own_told(state, spot) if state.men[action.seat] >> spot & 1 else None


# Saboteur


def may_sabotage(state: CitiesState, action: Action) -> bool:
    return may_play(state, action, "Sa")


def sabotage(state: CitiesState, action: Action) -> None:
    use(state, action, "Sa")
    seat = action.seat
    owed = [
        size(hand) // 2 if points >= state.points[seat] else 0
        for points, hand in zip(state.points, state.hands, strict=True)
    ]
    owed[seat] = 0
    owe(state, owed, receiver=NO_SEAT)


# Spy


def may_spy(state: CitiesState, action: Action) -> bool:
    """Facts: the opponent, colour and kind of the card."""
    opponent, colour, kind = action.facts
    return (
        may_play(state, action, "Sp")
        and opponent != action.seat
        and bool(state.progress[colour][opponent] >> 8 * kind & PLACE)
    )


def spy(state: CitiesState, action: Action) -> None:
    use(state, action, "Sp")
    opponent, colour, kind = action.facts
    state.progress[colour][opponent] -= one(kind)
    state.progress[colour][action.seat] += one(kind)


@keeps("CK-268")
def check_card_there(state: CitiesState, action: Action) -> Detail | None:
    opponent, colour, kind = action.facts
    if opponent == action.seat:
        return no_opponent(state, action, opponent)
    if (colour, kind) in OPEN or state.progress[colour][opponent] >> 8 * kind & PLACE:
        return None
    return cannot(
        marked("{player} has no card {card}"),
        player=state.name(opponent),
        card=name_of(colour, kind),
    )


@keeps("CK-269")
def check_not_open(state: CitiesState, action: Action) -> Detail | None:
    return open_told(state, action)


@keeps("CK-278")
def check_not_constitution(state: CitiesState, action: Action) -> Detail | None:
    return open_told(state, action) if name_of(*action.facts[1:]) == "Constitution" else None


def open_told(state: CitiesState, action: Action) -> Detail | None:
    _opponent, colour, kind = action.facts
    if (colour, kind) not in OPEN:
        return None
    return cannot(marked("the card {card} lies open"), card=name_of(colour, kind))


# Deserter


def may_lure(state: CitiesState, action: Action) -> bool:
    """Facts: the intersection of the knight removed, that of the one placed or `NOBODY`, its
    strength or 0 for the same."""
    spot, new, _rank = action.facts
    seat = action.seat
    return (
        may_play(state, action, "De")
        and state.knight_owner(spot) not in (NO_SEAT, seat)
        and (new == NOBODY or (fits_rank(state, action) and may_stand_then(state, action)))
    )


def rank_placed(state: CitiesState, action: Action) -> tuple[int, int]:
    """Strengths of the knights removed and placed."""
    spot, _new, rank = action.facts
    removed = state.strength(state.knight_owner(spot), spot)
    return removed, rank or removed


def fits_rank(state: CitiesState, action: Action) -> bool:
    removed, rank = rank_placed(state, action)
    seat = action.seat
    if not state.knights_left(seat, rank):
        return False
    return rank == removed or (rank < removed and not state.knights_left(seat, removed))


def may_stand_then(state: CitiesState, action: Action) -> bool:
    """The intersection of the knight removed is free by then (CKD-45)."""
    spot, new, _rank = action.facts
    at_road = bool(state.ways(action.seat) & state.places.roads_at[new])
    return at_road if new == spot else may_stand(state, action.seat, new)


def lure(state: CitiesState, action: Action) -> None:
    use(state, action, "De")
    spot, new, _rank = action.facts
    _removed, rank = rank_placed(state, action)
    seat = action.seat
    owner, _strength, active = drive_off(state, spot)
    if new != NOBODY:
        state.stand(seat, new, rank, active=active)
        if active and seat == state.turn:
            state.fresh |= 1 << new
    settle_routes(state, (owner, spot), (seat, new))


@keeps("CK-271")
def check_rivals_knight(state: CitiesState, action: Action) -> Detail | None:
    spot = action.facts[0]
    if state.men[action.seat] >> spot & 1:
        return own_told(state, spot)
    if state.knight_owner(spot) == NO_SEAT:
        return cannot(marked("no knight stands on {spot}"), spot=spot_name(state, spot))
    return None


def luring(state: CitiesState, action: Action) -> bool:
    """Whether a knight of an opponent is removed and one is placed."""
    spot, new, _rank = action.facts
    return new != NOBODY and state.knight_owner(spot) not in (NO_SEAT, action.seat)


@keeps("CK-272")
def check_same_strength(state: CitiesState, action: Action) -> Detail | None:
    if not luring(state, action):
        return None
    removed, rank = rank_placed(state, action)
    seat = action.seat
    if not state.knights_left(seat, rank):
        return none_left(state, seat, rank)
    if rank > removed and any(state.knights_left(seat, low) for low in range(1, removed + 1)):
        return strengths_told(removed, rank)
    return None


def strengths_told(removed: int, rank: int) -> Detail:
    return says(
        marked("the knight removed had strength {removed}, the one placed has {rank}"),
        removed=removed,
        rank=rank,
    )


@keeps("CK-273")
def check_not_weaker(state: CitiesState, action: Action) -> Detail | None:
    if not luring(state, action):
        return None
    removed, rank = rank_placed(state, action)
    if rank < removed and state.knights_left(action.seat, removed):
        return strengths_told(removed, rank)
    return None


@keeps("CK-274")
def check_not_stronger(state: CitiesState, action: Action) -> Detail | None:
    if not luring(state, action):
        return None
    removed, rank = rank_placed(state, action)
    return strengths_told(removed, rank) if rank > removed else None


@keeps("CK-277")
def check_place(state: CitiesState, action: Action) -> Detail | None:
    spot, new, _rank = action.facts
    if new == NOBODY:
        return None
    taken = None if new == spot else not_free(state, new)
    return taken or no_road_at(state, action.seat, new)


VERBS = {
    "bishop": Verb(
        may_send_robber,
        (*played("Bi"), check_robber_free, check_other_hex, check_all_robbed),
        send_robber,
    ),
    "diplomat": Verb(
        may_take_road,
        (*played("Di"), check_open_road, check_only_own_again, check_laid_again),
        take_road,
    ),
    "warlord": Verb(may_call_up, played("Wa"), call_up),
    "wedding": Verb(may_marry, played("We"), marry),
    "gift": Verb(
        may_give,
        (
            *OVER_NOW,
            check_time,
            check_founded,
            check_gift_due,
            check_gift_size,
            check_gift_held,
        ),
        give,
    ),
    "intrigue": Verb(
        may_drive_off,
        (
            *played("It"),
            check_reached,
            check_not_own,
            *away_checks(("CK-264",) * 5, 0, by_knight=False),
        ),
        intrigue,
    ),
    "saboteur": Verb(may_sabotage, played("Sa"), sabotage),
    "spy": Verb(
        may_spy,
        (*played("Sp"), check_card_there, check_not_open, check_not_constitution),
        spy,
    ),
    "deserter": Verb(
        may_lure,
        (
            *played("De"),
            check_rivals_knight,
            check_same_strength,
            check_not_weaker,
            check_not_stronger,
            check_place,
        ),
        lure,
    ),
}
