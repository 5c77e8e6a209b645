"""Knights: recruited, activated, promoted; moved, displacing others, chasing the robber."""

from __future__ import annotations

from games.engine.core import NOBODY, Action, Check, Detail, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import pack
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import MAIN, NO_SEAT, ROBBER
from games.engine.rulesets.base.turns import before_roll, off_turn
from games.engine.rulesets.cities_knights.decks import POLITICS
from games.engine.rulesets.cities_knights.hand import holds
from games.engine.rulesets.cities_knights.state import BASIC, MIGHTY, STRONG, CitiesState
from games.engine.rulesets.cities_knights.turns import (
    ACTING,
    MOMENT,
    cities_to_lose,
    may_act,
    spot_name,
    unpaid,
)
from games.engine.words import marked

RECRUIT = PROMOTION = pack((0, 0, 1, 0, 1))
ACTIVATION = pack((0, 0, 0, 1, 0))

FORTRESS = 3
"""The level of politics that mighty knights need (CK-126)."""


@keeps("CK-040")
def check_attack_over(state: CitiesState, action: Action) -> Detail | None:
    return cities_to_lose(state)


# Recruiting


def may_recruit(state: CitiesState, action: Action) -> bool:
    """Facts: the intersection."""
    seat, (spot,) = action.seat, action.facts
    return (
        may_act(state, action)
        and may_stand(state, seat, spot)
        and state.knights_left(seat, BASIC) > 0
        and holds(state.hands[seat], RECRUIT)
    )


def may_stand(state: CitiesState, seat: Seat, spot: int) -> bool:
    """Whether a new knight of the seat may be put on the intersection."""
    at_road = state.ways(seat) & state.places.roads_at[spot]
    return bool(at_road) and free(state, spot) and state.may_hold(spot)


def free(state: CitiesState, spot: int) -> bool:
    return not (state.taken | state.guards) >> spot & 1


def recruit(state: CitiesState, action: Action) -> None:
    seat, (spot,) = action.seat, action.facts
    pay(state, seat, RECRUIT)
    state.stand(seat, spot, BASIC, active=False)
    state.see_cut(seat, spot)
    state.see_winner()


def pay(state: CitiesState, seat: Seat, price: int) -> None:
    state.hands[seat] -= price
    state.bank += price


@keeps("CK-112")
def check_free(state: CitiesState, action: Action) -> Detail | None:
    return not_free(state, action.facts[0])


def not_free(state: CitiesState, spot: int) -> Detail | None:
    if free(state, spot):
        return None
    return cannot(marked("{spot} is not free"), spot=spot_name(state, spot))


@keeps("CK-113")
def check_at_road(state: CitiesState, action: Action) -> Detail | None:
    return no_road_at(state, action.seat, action.facts[0])


def no_road_at(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if state.ways(seat) & state.places.roads_at[spot]:
        return None
    return says(
        marked("{player} has no road at {spot}"),
        player=state.name(seat),
        spot=spot_name(state, spot),
    )


@keeps("CK-115")
def check_basic_left(state: CitiesState, action: Action) -> Detail | None:
    return none_left(state, action.seat, BASIC)


def none_left(state: CitiesState, seat: Seat, rank: int) -> Detail | None:
    if state.knights_left(seat, rank) > 0:
        return None
    return cannot(
        marked("{player} has no knight of strength {rank} left"),
        player=state.name(seat),
        rank=rank,
    )


@keeps("CK-109")
def check_recruit_paid(state: CitiesState, action: Action) -> Detail | None:
    return unpaid(state, action.seat, RECRUIT)


# Activating


def may_activate(state: CitiesState, action: Action) -> bool:
    """Facts: the intersection of the knight."""
    seat, (spot,) = action.seat, action.facts
    return (
        may_act(state, action)
        and bool((state.men[seat] & ~state.active[seat]) >> spot & 1)
        and holds(state.hands[seat], ACTIVATION)
    )


def activate(state: CitiesState, action: Action) -> None:
    seat, (spot,) = action.seat, action.facts
    pay(state, seat, ACTIVATION)
    set_active(state, seat, 1 << spot)


def set_active(state: CitiesState, seat: Seat, knights: int) -> None:
    """Knights activated now take no action in this turn (CK-119)."""
    state.active[seat] |= knights
    if seat == state.turn:
        state.fresh |= knights


@keeps("CK-118")
def check_passive(state: CitiesState, action: Action) -> Detail | None:
    seat, (spot,) = action.seat, action.facts
    if state.active[seat] >> spot & 1:
        return says(marked("the knight on {spot} is active"), spot=spot_name(state, spot))
    return None


@keeps("CK-118")
def check_own_knight(state: CitiesState, action: Action) -> Detail | None:
    return no_knight(state, action.seat, action.facts[0])


def no_knight(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if state.men[seat] >> spot & 1:
        return None
    return cannot(
        marked("{player} has no knight on {spot}"),
        player=state.name(seat),
        spot=spot_name(state, spot),
    )


@keeps("CK-116")
def check_activation_paid(state: CitiesState, action: Action) -> Detail | None:
    return unpaid(state, action.seat, ACTIVATION)


# Promoting


def may_promote(state: CitiesState, action: Action) -> bool:
    """Facts: the intersection of the knight."""
    return (
        may_act(state, action)
        and may_rise(state, action.seat, action.facts[0])
        and holds(state.hands[action.seat], PROMOTION)
    )


def may_rise(state: CitiesState, seat: Seat, spot: int) -> bool:
    """Whether the knight may be promoted, payment aside."""
    rank = state.strength(seat, spot)
    return (
        rank in (BASIC, STRONG)
        and not (seat == state.turn and state.promoted >> spot & 1)
        and state.knights_left(seat, rank + 1) > 0
        and (rank == BASIC or state.levels[seat][POLITICS] >= FORTRESS)
    )


def promote(state: CitiesState, action: Action) -> None:
    pay(state, action.seat, PROMOTION)
    rise(state, action.seat, action.facts[0])


def rise(state: CitiesState, seat: Seat, spot: int) -> None:
    """One step, and the helmet stays as it is (CK-123)."""
    rank, bit = state.strength(seat, spot), 1 << spot
    state.ranks[seat][rank] &= ~bit
    state.ranks[seat][rank + 1] |= bit
    if seat == state.turn:
        state.promoted |= bit


@keeps("CK-122")
def check_promoted_own(state: CitiesState, action: Action) -> Detail | None:
    return no_knight(state, action.seat, action.facts[0])


@keeps("CK-124")
def check_promoted_once(state: CitiesState, action: Action) -> Detail | None:
    return promoted_before(state, action.seat, action.facts[0])


def promoted_before(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if seat == state.turn and state.promoted >> spot & 1:
        return says(
            marked("the knight on {spot} was promoted in this turn"), spot=spot_name(state, spot)
        )
    return None


@keeps("CK-126")
def check_fortress(state: CitiesState, action: Action) -> Detail | None:
    return no_fortress(state, action.seat, action.facts[0])


def no_fortress(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if state.strength(seat, spot) == STRONG and state.levels[seat][POLITICS] < FORTRESS:
        return says(marked("{player} has no Fortress"), player=state.name(seat))
    return None


@keeps("CK-127")
def check_next_left(state: CitiesState, action: Action) -> Detail | None:
    return no_next(state, action.seat, action.facts[0])


def no_next(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    rank = state.strength(seat, spot)
    return none_left(state, seat, rank + 1) if rank in (BASIC, STRONG) else None


@keeps("CK-128")
def check_not_mighty(state: CitiesState, action: Action) -> Detail | None:
    return mighty_already(state, action.seat, action.facts[0])


def mighty_already(state: CitiesState, seat: Seat, spot: int) -> Detail | None:
    if state.strength(seat, spot) == MIGHTY:
        return cannot(marked("the knight on {spot} is mighty"), spot=spot_name(state, spot))
    return None


@keeps("CK-121")
def check_promotion_paid(state: CitiesState, action: Action) -> Detail | None:
    return unpaid(state, action.seat, PROMOTION)


# Routes of knights


def reached(state: CitiesState, seat: Seat, start: int, *, past: int = 0) -> int:
    return state.reached(seat, start, past=past)


def targets(state: CitiesState, seat: Seat, start: int, *, past: int = 0) -> int:
    """Where the knight may be moved: the free intersections of its route (CK-142, CK-143)."""
    return reached(state, seat, start, past=past) & ~((state.taken | state.guards) & ~past)


# Moving


def may_move(state: CitiesState, action: Action) -> bool:
    """Facts: from, to."""
    start, target = action.facts
    seat = action.seat
    return (
        may_act(state, action)
        and able(state, seat, start)
        and bool(targets(state, seat, start) >> target & 1)
    )


def able(state: CitiesState, seat: Seat, spot: int) -> bool:
    return bool(state.active[seat] & ~state.fresh & 1 << spot)


def move(state: CitiesState, action: Action) -> None:
    start, target = action.facts
    seat = action.seat
    shift(state, seat, start, target)
    settle_routes(state, (seat, start), (seat, target))


def shift(state: CitiesState, seat: Seat, start: int, target: int) -> None:
    """The knight acts: it stands on the target, passive (CK-145, CK-149)."""
    rank = state.strength(seat, start)
    promoted = state.promoted >> start & 1
    forget(state, start)
    state.leave(seat, start)
    state.stand(seat, target, rank, active=False)
    state.acted |= 1 << target
    state.promoted |= promoted << target


def forget(state: CitiesState, spot: int) -> None:
    """Nothing is noted any more of a knight on the intersection."""
    bit = ~(1 << spot)
    state.fresh &= bit
    state.acted &= bit
    state.promoted &= bit


def settle_routes(state: CitiesState, *places: tuple[Seat, int]) -> None:
    """Knights of the seats have come to or gone from the intersections (CK-130)."""
    for seat, spot in places:
        if spot != NOBODY:
            state.see_cut(seat, spot)
    state.see_winner()


def action_checks(get: int = 0) -> tuple[Check, ...]:
    """Why the knight on the intersection in the facts may not act."""

    def ask_own(state: CitiesState, action: Action) -> Detail | None:
        return no_knight(state, action.seat, action.facts[get])

    def ask_passive(state: CitiesState, action: Action) -> Detail | None:
        spot = action.facts[get]
        knight = (state.men[action.seat] & ~state.active[action.seat]) >> spot & 1
        if knight and not state.acted >> spot & 1:
            return says(marked("the knight on {spot} is passive"), spot=spot_name(state, spot))
        return None

    def ask_fresh(state: CitiesState, action: Action) -> Detail | None:
        spot = action.facts[get]
        fresh = state.active[action.seat] & state.fresh & ~state.acted
        if fresh >> spot & 1:
            return says(
                marked("the knight on {spot} was activated in this turn"),
                spot=spot_name(state, spot),
            )
        return None

    def ask_second(state: CitiesState, action: Action) -> Detail | None:
        spot = action.facts[get]
        if (state.men[action.seat] & ~state.active[action.seat] & state.acted) >> spot & 1:
            return has_acted(state, spot)
        return None

    def ask_again(state: CitiesState, action: Action) -> Detail | None:
        spot = action.facts[get]
        if (state.active[action.seat] & state.fresh & state.acted) >> spot & 1:
            return has_acted(state, spot)
        return None

    return (
        Check("CK-136", ask_own),
        Check("CK-120", ask_passive),
        Check("CK-137", ask_passive),
        Check("CK-119", ask_fresh),
        Check("CK-138", ask_second),
        Check("CK-140", ask_again),
    )


def has_acted(state: CitiesState, spot: int) -> Detail:
    return says(marked("the knight on {spot} has acted in this turn"), spot=spot_name(state, spot))


@keeps("CK-136")
def check_acting(state: CitiesState, action: Action) -> Detail | None:
    return off_turn(state, action) or before_roll(state)


@keeps("CK-142")
def check_same_route(state: CitiesState, action: Action) -> Detail | None:
    """There is no way over own roads at all."""
    start, target = action.facts[:2]
    seat = action.seat
    if start == target or not reached(state, seat, start, past=~0) >> target & 1:
        return no_way(state, start, target)
    return None


def no_way(state: CitiesState, start: int, target: int) -> Detail:
    return says(
        marked("there is no way from {start} to {target}"),
        start=spot_name(state, start),
        target=spot_name(state, target),
    )


@keeps("CK-144")
def check_not_past_knights(state: CitiesState, action: Action) -> Detail | None:
    """There would be a way if the knights of others were not there."""
    start, target = action.facts[:2]
    return past_knights(state, action.seat, start, target)


def past_knights(state: CitiesState, seat: Seat, start: int, target: int) -> Detail | None:
    if start == target or reached(state, seat, start) >> target & 1:
        return None
    if reached(state, seat, start, past=state.guards) >> target & 1:
        return no_way(state, start, target)
    return None


@keeps("CK-293")
def check_not_past_buildings(state: CitiesState, action: Action) -> Detail | None:
    start, target = action.facts[:2]
    return past_buildings(state, action.seat, start, target)


def past_buildings(state: CitiesState, seat: Seat, start: int, target: int) -> Detail | None:
    if start == target or reached(state, seat, start, past=state.guards) >> target & 1:
        return None
    if reached(state, seat, start, past=~0) >> target & 1:
        return no_way(state, start, target)
    return None


@keeps("CK-143")
def check_target_free(state: CitiesState, action: Action) -> Detail | None:
    return not_free(state, action.facts[1])


# Displacing


def may_displace(state: CitiesState, action: Action) -> bool:
    """Facts: from, to, where the displaced knight goes or `NOBODY`."""
    start, target, away = action.facts
    seat = action.seat
    return (
        may_act(state, action)
        and able(state, seat, start)
        and bool(reached(state, seat, start) >> target & 1)
        and weaker_rival(state, seat, start, target)
        and fits_away(state, target, away, left=1 << start)
    )


def weaker_rival(state: CitiesState, seat: Seat, start: int, target: int) -> bool:
    owner = state.knight_owner(target)
    return owner not in (NO_SEAT, seat) and (
        state.strength(owner, target) < state.strength(seat, start)
    )


def places_away(state: CitiesState, spot: int, left: int = 0) -> int:
    """Where a knight that is driven off may go; `left` becomes free before (CKD-21)."""
    return targets(state, state.knight_owner(spot), spot, past=left)


def fits_away(state: CitiesState, spot: int, away: int, left: int = 0) -> bool:
    """It must be placed if it can (CK-151), and leaves the board if it cannot (CK-153)."""
    places = places_away(state, spot, left)
    return not places if away == NOBODY else bool(places >> away & 1)


def displace(state: CitiesState, action: Action) -> None:
    start, target, away = action.facts
    seat = action.seat
    driven = drive_off(state, target)
    shift(state, seat, start, target)
    put_away(state, driven, away)
    owner = driven[0]
    settle_routes(state, (seat, start), (seat, target), (owner, target), (owner, away))


Driven = tuple[Seat, int, bool]
"""A knight in the hand: owner, strength, whether it is active."""


def drive_off(state: CitiesState, spot: int) -> Driven:
    owner = state.knight_owner(spot)
    driven = (owner, state.strength(owner, spot), bool(state.active[owner] >> spot & 1))
    if owner == state.turn:
        forget(state, spot)
    state.leave(owner, spot)
    return driven


def put_away(state: CitiesState, driven: Driven, away: int) -> None:
    """Its status stays (CK-154)."""
    owner, rank, active = driven
    if away != NOBODY:
        state.stand(owner, away, rank, active=active)


@keeps("CK-147")
def check_rival_there(state: CitiesState, action: Action) -> Detail | None:
    """A knight stands there to which own roads lead."""
    start, target, _away = action.facts
    if state.knight_owner(target) == NO_SEAT:
        return cannot(marked("no knight stands on {spot}"), spot=spot_name(state, target))
    if start == target or not reached(state, action.seat, start) >> target & 1:
        return no_way(state, start, target)
    return None


@keeps("CK-148")
def check_not_own(state: CitiesState, action: Action) -> Detail | None:
    if state.men[action.seat] >> action.facts[1] & 1:
        return own_told(state, action.facts[1])
    return None


def own_told(state: CitiesState, spot: int) -> Detail:
    return cannot(marked("the knight on {spot} is an own one"), spot=spot_name(state, spot))


@keeps("CK-146")
def check_stronger(state: CitiesState, action: Action) -> Detail | None:
    start, target, _away = action.facts
    owner, seat = state.knight_owner(target), action.seat
    if owner in (NO_SEAT, seat) or weaker_rival(state, seat, start, target):
        return None
    return says(
        marked("strength {one} against {other}"),
        one=state.strength(seat, start),
        other=state.strength(owner, target),
    )


def away_checks(rules: tuple[str, ...], target: int, *, by_knight: bool) -> tuple[Check, ...]:
    """What may be wrong with the place of a knight driven off: route, removal, knights passed,
    buildings passed, nothing free, not free. `target` is the place of its place in the facts."""

    def left(action: Action) -> int:
        return 1 << action.facts[0] if by_knight else 0

    def driven_from(state: CitiesState, action: Action) -> tuple[Seat, int, int]:
        spot = action.facts[target]
        return state.knight_owner(spot), spot, action.facts[target + 1]

    def ask_route(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away == NOBODY or not places_away(state, spot, left(action)):
            return None
        if away == spot or not reached(state, owner, spot, past=~0) >> away & 1:
            return no_way(state, spot, away)
        return None

    def ask_placed(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away != NOBODY:
            return None
        free_spots = bits(places_away(state, spot, left(action)))
        if free_spots:
            return says(marked("{spot} is free for it"), spot=spot_name(state, free_spots[0]))
        return None

    def ask_past(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away == NOBODY or not places_away(state, spot, left(action)):
            return None
        if away == spot or reached(state, owner, spot, past=left(action)) >> away & 1:
            return None
        if reached(state, owner, spot, past=~0) >> away & 1:
            return no_way(state, spot, away)
        return None

    def ask_nowhere(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away == NOBODY or places_away(state, spot, left(action)):
            return None
        return says(marked("no intersection is free for it"))

    def ask_free(state: CitiesState, action: Action) -> Detail | None:
        owner, spot, away = driven_from(state, action)
        if owner == NO_SEAT or away == NOBODY:
            return None
        if away != spot and (state.taken | state.guards) & ~left(action) & 1 << away:
            return cannot(marked("{spot} is not free"), spot=spot_name(state, away))
        return None

    asks = (ask_route, ask_placed, ask_past, ask_nowhere, ask_free)
    return tuple(Check(rule, ask) for rule, ask in zip(rules, asks, strict=True))


# Chasing the robber


def may_chase(state: CitiesState, action: Action) -> bool:
    """Facts: the intersection of the knight. The move of the robber follows."""
    seat, (spot,) = action.seat, action.facts
    return (
        may_act(state, action)
        and able(state, seat, spot)
        and state.attacked
        and state.robber in state.places.hexes_at[spot]
    )


def chase(state: CitiesState, action: Action) -> None:
    """The knight is passive (CK-159), and the robber moves as after a 7 (CK-158)."""
    seat, (spot,) = action.seat, action.facts
    state.active[seat] &= ~(1 << spot)
    if seat == state.turn:
        state.acted |= 1 << spot
        state.fresh &= ~(1 << spot)
    state.after = MAIN
    state.by_knight = True
    state.phase = ROBBER


@keeps("CK-087")
def check_robber_free(state: CitiesState, action: Action) -> Detail | None:
    if state.attacked:
        return None
    return says(marked("the barbarians have not attacked yet"))


@keeps("CK-156")
def check_beside_robber(state: CitiesState, action: Action) -> Detail | None:
    (spot,) = action.facts
    if state.robber in state.places.hexes_at[spot]:
        return None
    return says(
        marked("the robber is not at {spot}"),
        spot=spot_name(state, spot),
    )


MOVING = (*MOMENT, check_attack_over, check_acting)

PAYING = (*ACTING, check_attack_over)

VERBS = {
    "recruit": Verb(
        may_recruit,
        (*PAYING, check_free, check_at_road, check_basic_left, check_recruit_paid),
        recruit,
    ),
    "activate": Verb(
        may_activate,
        (*PAYING, check_own_knight, check_passive, check_activation_paid),
        activate,
    ),
    "promote": Verb(
        may_promote,
        (
            *PAYING,
            check_promoted_own,
            check_promoted_once,
            check_fortress,
            check_next_left,
            check_not_mighty,
            check_promotion_paid,
        ),
        promote,
    ),
    "move_knight": Verb(
        may_move,
        (
            *MOVING,
            *action_checks(),
            check_same_route,
            check_not_past_knights,
            check_not_past_buildings,
            check_target_free,
        ),
        move,
    ),
    "displace": Verb(
        may_displace,
        (
            *MOVING,
            *action_checks(),
            check_rival_there,
            check_not_own,
            check_stronger,
            *away_checks(("CK-150", "CK-151", "CK-152", "CK-153", "CK-155"), 1, by_knight=True),
        ),
        displace,
    ),
    "chase": Verb(
        may_chase,
        (*MOVING, *action_checks(), check_robber_free, check_beside_robber),
        chase,
    ),
}
