"""Wrong readings of an attack: with which of them would what a record tells of it be right?"""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.core import Action, Seat
from games.engine.rulesets.cities_knights.state import MIGHTY, STRONG, CitiesState

# Barbarians or knights are counted in another way, so that a city is lost though the knights won.


def metropolises_twice(state: CitiesState, action: Action) -> bool:
    """As if a metropolis counted like two cities (CK-191)."""
    metropolises = sum(state.metropolises(seat).bit_count() for seat in state.seats)
    return stronger(state, more=metropolises)


def with_reduced_cities(state: CitiesState, action: Action) -> bool:
    """As if cities on their sides counted (CK-192)."""
    lying = sum(mask.bit_count() for mask in state.reduced)
    return stronger(state, more=lying)


def without_the_cityless(state: CitiesState, action: Action) -> bool:
    """As if only players with a city defended it (CK-193)."""
    given = forces_of(state, state.committed)
    return stronger(state, fewer=sum(given[seat] for seat in state.seats if not state.cities[seat]))


def mighty_as_strong(state: CitiesState, action: Action) -> bool:
    """As if no knight were stronger than 2 (CK-108)."""
    mighty = [
        (ranks[MIGHTY] & committed).bit_count()
        for ranks, committed in zip(state.ranks, state.committed, strict=True)
    ]
    given = forces_of(state, state.committed)
    weaker = [force - (MIGHTY - STRONG) * count for force, count in zip(given, mighty, strict=True)]
    return stronger(state, fewer=sum(given) - sum(weaker)) or spared_by(state, action.seat, weaker)


def stronger(state: CitiesState, *, more: int = 0, fewer: int = 0) -> bool:
    """Whether the barbarians, who lost, would have won if they were that many more, or the knights
    so much weaker."""
    if state.forces is None or state.forces[0] > state.forces[1]:
        return False
    return state.forces[0] + more > state.forces[1] - fewer


# Other knights are counted, so that another player gave least.


def passive_spared(state: CitiesState, action: Action) -> bool:
    """As if passive knights had fought as well (CK-194)."""
    return spared_by(state, action.seat, forces_of(state, with_passive(state)))


def held_back_spared(state: CitiesState, action: Action) -> bool:
    """As if all active knights had been declared (CKV-07)."""
    return state.experienced and spared_by(state, action.seat, forces_of(state, active(state)))


def spared_by(state: CitiesState, loser: Seat, given: Sequence[int]) -> bool:
    """Whether the player who lost a city gave least, by these strengths."""
    if state.forces is None or state.forces[0] <= state.forces[1] or state.out >> loser & 1:
        return False
    exposed = [seat for seat in state.seats if state.free_cities(seat) or state.lost >> seat & 1]
    return loser in exposed and given[loser] == min(given[seat] for seat in exposed)


# Other knights are counted, so that the knights won and no city was lost.


def passive_would_win(state: CitiesState, action: Action) -> bool:
    return would_win(state, with_passive(state))


def held_back_would_win(state: CitiesState, action: Action) -> bool:
    """As if all active knights had been declared (CKV-06)."""
    return state.experienced and would_win(state, active(state))


def would_win(state: CitiesState, knights: Sequence[int]) -> bool:
    return state.forces is not None and state.forces[0] <= sum(forces_of(state, knights))


def forces_of(state: CitiesState, knights: Sequence[int]) -> list[int]:
    return [state.force(seat, knights[seat]) for seat in state.seats]


def with_passive(state: CitiesState) -> list[int]:
    """All knights but those that were held back, which alone are active still."""
    return [men & ~active for men, active in zip(state.men, state.active, strict=True)]


def active(state: CitiesState) -> list[int]:
    """The knights that were active before the attack; those that fought are passive now."""
    return [one | other for one, other in zip(state.active, state.committed, strict=True)]
