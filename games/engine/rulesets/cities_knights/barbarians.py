"""The barbarian ship, the attack at the end of its track, and the cities lost in it."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Check, Detail, Seat, Verb, as_impossible, cannot, keeps, says
from games.engine.rulesets.base.rolling import discards_nothing
from games.engine.rulesets.base.state import RESOLVING
from games.engine.rulesets.base.turns import check_founded, check_time, has_left
from games.engine.rulesets.cities_knights.resolving import advance
from games.engine.rulesets.cities_knights.state import LAST_SPACE, CitiesState
from games.engine.rulesets.cities_knights.turns import OVER_NOW, check_all_committed
from games.engine.words import marked


def sail(state: CitiesState) -> None:
    """One space forward (CK-036); on the last one the barbarians attack (CK-190)."""
    state.ship += 1
    if state.ship < LAST_SPACE:
        return
    if state.experienced:
        state.commits = tuple(state.clockwise())
        state.committed = [0] * state.n
    else:
        state.committed = state.active.copy()
        attack(state)


def attack(state: CitiesState) -> None:
    """Hold the committed knights against the upright cities (CK-191 to CK-213)."""
    forces = strengths(state)
    cities = sum(mask.bit_count() for mask in state.cities)
    state.forces = (cities, sum(forces))
    for seat, knights in enumerate(state.committed):
        state.active[seat] &= ~knights
    state.ship = 0
    state.attacked = True
    if cities > sum(forces):
        state.losers = weakest(state, forces) & ~state.out
    else:
        reward(state, forces)


def strengths(state: CitiesState) -> list[int]:
    """What the committed knights of each seat give."""
    return [
        state.force(seat, knights) if knights else 0 for seat, knights in enumerate(state.committed)
    ]


def weakest(state: CitiesState, forces: list[int]) -> int:
    """Of those with a free city, all who gave least, as bits (CK-199 to CK-203)."""
    exposed = [seat for seat in state.seats if state.free_cities(seat)]
    least = min((forces[seat] for seat in exposed), default=0)
    return sum(1 << seat for seat in exposed if forces[seat] == least)


def reward(state: CitiesState, forces: list[int]) -> None:
    """A point for the one who gave most, a card for each if they are several (CK-210, CK-212).

    The knights of whoever has left count among them, but bring them nothing.
    """
    most = max(forces)
    best = [seat for seat in state.clockwise() if forces[seat] == most > 0]
    if best and forces.count(most) == 1:
        state.defenders[best[0]] += 1
        state.points[best[0]] += 1
        state.end_if_won()
    else:
        state.drawers = tuple(best)
        state.free_choice = True


# Knights declared (variant)


def commit(state: CitiesState, action: Action) -> None:
    """Facts: the intersections of the knights, as a mask."""
    seat = action.seat
    if state.commits:
        state.committed[seat] = action.facts[0] & state.active[seat]
        state.commits = tuple(other for other in state.commits if other != seat)
        if not state.commits:
            attack(state)
            advance(state)


def declare_none(state: CitiesState) -> None:
    """A city is given up though knights are still to be declared: that is said once, and those of
    whoever did not declare stay out of the fight."""
    for seat in state.commits:
        state.committed[seat] = 0
    state.commits = ()
    attack(state)


def implied(state: CitiesState, action: Action) -> Action | None:
    """Who has no active knight need not say so: none is declared (CKV-04). A mark of who keeps all
    cards asks for nothing."""
    if not state.commits or action.verb in LEAVING:
        return None
    if action.verb == "discard" and discards_nothing(state, action):
        return None
    seat = state.commits[0]
    if state.active[seat] or (action.verb == "commit" and action.seat == seat):
        return None
    return Action(seat, "commit", (0,), None, action.line)


LEAVING = frozenset(("bell", "concede", "abandon"))
"""What may happen in the middle of the declarations."""


def not_the_variant(state: CitiesState, action: Action) -> Detail | None:
    if state.experienced:
        return None
    return says(marked("without the variant all active knights fight"))


@keeps("CKV-02")
def check_to_commit(state: CitiesState, action: Action) -> Detail | None:
    if not state.experienced or state.commits[:1] == (action.seat,):
        return None
    if not state.commits:
        return says(marked("no knights are to be declared"))
    if state.out >> action.seat & 1:
        return has_left(state, action.seat)
    return says(marked("{player} is next to declare"), player=state.name(state.commits[0]))


@keeps("CKV-03")
def check_own_active(state: CitiesState, action: Action) -> Detail | None:
    if not action.facts[0] & ~state.active[action.seat]:
        return None
    return says(
        marked("not all of these are {player}'s active knights"), player=state.name(action.seat)
    )


# Cities lost


def lose(state: CitiesState, action: Action) -> None:
    """Facts: the intersection of the city.

    A settlement stands there now, or the city lies on its side (CK-206, CK-207).
    """
    if state.commits:
        declare_none(state)
    seat, (spot,) = action.seat, action.facts
    state.lower_city(seat, spot)
    if state.settlements_left[seat]:
        state.settlements_left[seat] -= 1
        state.cities_left[seat] += 1
    else:
        state.reduced[seat] |= 1 << spot
    state.losers &= ~(1 << seat)
    state.lost |= 1 << seat
    if state.phase == RESOLVING:
        advance(state)


def due_to_lose(state: CitiesState, seat: Seat) -> bool:
    return bool((state.losers | state.lost) >> seat & 1)


@keeps("CK-190")
def check_attacked(state: CitiesState, action: Action) -> Detail | None:
    if state.forces is None and not state.commits:
        return says(
            marked("the barbarian ship is on space {space}, the attack comes on space {last}"),
            space=state.ship,
            last=LAST_SPACE,
        )
    return None


@keeps("CK-197")
def check_barbarians_stronger(state: CitiesState, action: Action) -> Detail | None:
    if state.forces is not None and state.forces[0] < state.forces[1]:
        return both_forces(state)
    return None


@keeps("CK-198")
def check_not_equal(state: CitiesState, action: Action) -> Detail | None:
    if state.forces is not None and state.forces[0] == state.forces[1]:
        return both_forces(state)
    return None


def both_forces(state: CitiesState) -> Detail:
    cities, knights = state.forces or (0, 0)
    return says(
        marked("{cities} barbarians against knights of strength {knights}"),
        cities=cities,
        knights=knights,
    )


def lost_wrongly(state: CitiesState, action: Action) -> bool:
    """Whether the barbarians won, but not against this player."""
    won = state.forces is not None and state.forces[0] > state.forces[1]
    return won and not due_to_lose(state, action.seat)


@keeps("CK-199")
def check_lowest(state: CitiesState, action: Action) -> Detail | None:
    if lost_wrongly(state, action) and state.free_cities(action.seat):
        if state.out >> action.seat & 1:
            return has_left(state, action.seat)
        given = strengths(state)
        exposed = [
            seat for seat in state.seats if state.free_cities(seat) or state.lost >> seat & 1
        ]
        return says(
            marked("{player} gave strength {given}, the least was {least}"),
            player=state.name(action.seat),
            given=given[action.seat],
            least=min(given[seat] for seat in exposed),
        )
    return None


@keeps("CK-202")
def check_has_a_city(state: CitiesState, action: Action) -> Detail | None:
    if lost_wrongly(state, action) and not state.cities[action.seat]:
        text = marked("{player} has no upright city")
        return cannot(text, hints.CK_LOST, player=state.name(action.seat))
    return None


@keeps("CK-203")
def check_has_a_free_city(state: CitiesState, action: Action) -> Detail | None:
    seat = action.seat
    if lost_wrongly(state, action) and state.cities[seat] and not state.free_cities(seat):
        detail = says(marked("{player} has metropolises only"), player=state.name(seat))
        named = check_no_metropolis.ask(state, action) is not None
        return as_impossible(detail, hints.CK_LOST) if named else detail
    return None


@keeps("CK-205")
def check_one_city(state: CitiesState, action: Action) -> Detail | None:
    """A city given up before the attack is not the one that is lost in it."""
    if (state.lost & ~state.losers) >> action.seat & 1:
        return says(marked("{player} has lost a city already"), player=state.name(action.seat))
    return None


@keeps("CK-204")
def check_no_metropolis(state: CitiesState, action: Action) -> Detail | None:
    (spot,) = action.facts
    if state.metropolises(action.seat) >> spot & 1:
        return cannot(
            marked("on {spot} stands a metropolis"), hints.CK_LOST, spot=state.spot_name(spot)
        )
    return None


@keeps("CK-206")
def check_own_city(state: CitiesState, action: Action) -> Detail | None:
    (spot,) = action.facts
    if state.cities[action.seat] >> spot & 1:
        return None
    return cannot(
        marked("{player} has no city on {spot}"),
        hints.CK_LOST,
        player=state.name(action.seat),
        spot=state.spot_name(spot),
    )


BEFORE_IT = (*OVER_NOW, check_time, check_founded)

VERBS = {
    "commit": Verb(
        (
            *BEFORE_IT,
            Check("CKV-01", not_the_variant),
            check_to_commit,
            check_own_active,
        ),
        commit,
    ),
    "lose_city": Verb(
        (
            *BEFORE_IT,
            check_attacked,
            check_all_committed,
            check_barbarians_stronger,
            check_not_equal,
            check_lowest,
            check_has_a_city,
            check_has_a_free_city,
            check_one_city,
            check_no_metropolis,
            check_own_city,
        ),
        lose,
    ),
}
