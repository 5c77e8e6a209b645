"""The founding by the sea, and settlements at the end of a line of ships."""

from __future__ import annotations

from games.engine.core import Action, Check, Detail, keeps, says
from games.engine.rulesets.base.founding import go_on
from games.engine.rulesets.seafarers.state import Sailing
from games.engine.words import marked

# Settlements


def at_home(state: Sailing, action: Action) -> bool:
    return bool(state.waters.home >> action.facts[0] & 1)


def owe_gold(state: Sailing, action: Action) -> None:
    """The second founding also brings a card of choice for each gold beside it (SF-20)."""
    if state.resources_in_bank:
        beside = state.places.hexes_at[action.facts[0]]
        state.picks[action.seat] = sum(hex_ in state.golden for hex_ in beside)
        state.gold_passed = False


@keeps("B-029")
def check_on_land(state: Sailing, action: Action) -> Detail | None:
    return off_land(state, action)


def off_land(state: Sailing, action: Action) -> Detail | None:
    (spot,) = action.facts
    if state.waters.land >> spot & 1:
        return None
    return says(marked("{spot} does not touch land"), spot=state.spot_name(spot))


def home_check(rule: str) -> Check:
    """The check of a scenario that has its founding in one part of the map."""

    def ask(state: Sailing, action: Action) -> Detail | None:
        (spot,) = action.facts
        abroad = state.waters.land & ~state.waters.home
        if not abroad >> spot & 1 or state.header.board.frame.rules.get("home") != rule:
            return None
        return says(marked("{spot} is not where the founding is"), spot=state.spot_name(spot))

    return Check(rule, ask)


AT_HOME = tuple(map(home_check, ("SF-26", "SF-30", "CKD-67")))


@keeps("SF-08")
def check_reached(state: Sailing, action: Action) -> Detail | None:
    (spot,) = action.facts
    if detail := off_land(state, action):
        return detail
    here = state.places.roads_at[spot]
    if (state.roads[action.seat] | state.ships[action.seat]) & here:
        return None
    return says(
        marked("{player} has no road and no ship at {spot}"),
        player=state.name(action.seat),
        spot=state.spot_name(spot),
    )


# The ship of a founding settlement


def found_ship(state: Sailing, action: Action) -> None:
    state.launch(action.seat, action.facts[0])
    go_on(state)
