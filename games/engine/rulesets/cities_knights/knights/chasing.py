"""Knights chasing the robber."""

from __future__ import annotations

from games.engine.core import Action, Detail, Verb, keeps, says
from games.engine.rulesets.base.state import MAIN, ROBBER
from games.engine.rulesets.cities_knights.knights.moving import ABLE, MOVING
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.words import marked


def chase(state: CitiesState, action: Action) -> None:
    """Facts: the intersection of the knight. The move of the robber follows.

    The knight is passive (CK-159), and the robber moves as after a 7 (CK-158).
    """
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
        spot=state.spot_name(spot),
    )


VERBS = {
    "chase": Verb.of((MOVING, ABLE, check_robber_free, check_beside_robber), chase),
}
