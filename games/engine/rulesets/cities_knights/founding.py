"""The founding: a settlement in the first round, a city in the second."""

from __future__ import annotations

from games.engine.core import Action, Detail, Verb, keeps, says
from games.engine.rulesets.base import founding
from games.engine.rulesets.base.founding import (
    all_rolled,
    founds_second,
    round_of_rolls,
    start_gains,
    wrong_gains,
)
from games.engine.rulesets.base.packed import size
from games.engine.rulesets.base.state import FOUND, FOUND_ROAD, START
from games.engine.rulesets.cities_knights.hand import COMMODITIES
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import adapted
from games.engine.words import marked


def may_found_settlement(state: CitiesState, action: Action) -> bool:
    if undecided(state):
        level, _rolled = round_of_rolls(state)
        (spot,) = action.facts
        gains = action.gains is None or action.gains == start_gains(state, action)
        return gains and action.seat in level and not state.blocked >> spot & 1
    return not state.buildings[action.seat] and founding.may_found(state, action)


def undecided(state: CitiesState) -> bool:
    """Several rolled highest. A record need not tell how they rolled again (CKD-06)."""
    return state.phase == START and all_rolled(state)


def found_city(state: CitiesState, action: Action) -> None:
    founding.found(state, action)
    seat, (spot,) = action.seat, action.facts
    state.settlements_left[seat] += 1
    state.cities_left[seat] -= 1
    state.raise_city(seat, spot)


@keeps("CK-022")
def check_level_founds(state: CitiesState, action: Action) -> Detail | None:
    level, _rolled = round_of_rolls(state)
    if not undecided(state) or action.seat in level:
        return None
    return says(marked("{players} rolled highest"), players=", ".join(map(state.name, level)))


@keeps("CK-023")
def check_first_round(state: CitiesState, action: Action) -> Detail | None:
    if state.phase in (FOUND, FOUND_ROAD) and not state.buildings[action.seat]:
        return says(marked("the city comes in the second round"))
    return None


@keeps("CK-024")
def check_second_round(state: CitiesState, action: Action) -> Detail | None:
    if state.phase in (FOUND, FOUND_ROAD) and state.buildings[action.seat]:
        return says(marked("the second piece is a city"))
    return None


def at_second(state: CitiesState) -> bool:
    """Whether whoever founds has both pieces, the road of the second not being laid."""
    return state.buildings[state.turn].bit_count() > 1


@keeps("CK-025")
def check_at_city(state: CitiesState, action: Action) -> Detail | None:
    if not at_second(state):
        return None
    return founding.check_at_settlement(state, action)


@keeps("CK-023")
def check_at_settlement(state: CitiesState, action: Action) -> Detail | None:
    if at_second(state):
        return None
    return founding.check_at_settlement(state, action)


@keeps("CK-026")
def check_start_cards(state: CitiesState, action: Action) -> Detail | None:
    due = start_gains(state, action)
    if action.gains is None or action.gains == due or too_much(state, action):
        return None
    return wrong_gains(state, action, due)


@keeps("CK-027")
def check_resources_only(state: CitiesState, action: Action) -> Detail | None:
    """One card for each hex, and no commodity."""
    if action.gains is None or not too_much(state, action):
        return None
    return wrong_gains(state, action, start_gains(state, action))


def too_much(state: CitiesState, action: Action) -> bool:
    due, gains = start_gains(state, action), action.gains or ()
    return founds_second(state, action.seat) and any(
        size(got) > size(right) or got >> 8 * COMMODITIES[0]
        for got, right in zip(gains, due, strict=True)
    )


CARDS = (check_start_cards, check_resources_only)

ORDER = {
    "B-054": "CK-022",
    "B-055": "CK-022",
    "B-056": "CK-022",
    "B-057": "CK-022",
    "B-058": "CK-023",
    "B-059": "CK-023",
    "B-060": "CK-023",
}

_road = adapted(founding.VERBS["found_road"]).under(ORDER)
_theirs = (
    adapted(founding.VERBS["found"])
    .under(ORDER)
    .instead(
        {
            founding.check_tie_settled: check_level_founds,
            founding.check_start_gains: (),
            founding.check_no_gains: (),
        }
    )
    .checks
)

VERBS = {
    "start_roll": adapted(founding.VERBS["start_roll"]),
    "found": Verb((*_theirs, check_second_round, *CARDS), founding.found, may_found_settlement),
    "found_city": Verb((*_theirs, check_first_round, *CARDS), found_city),
    "found_road": _road.instead({founding.check_at_settlement: ()}).also(
        check_at_settlement, check_at_city
    ),
}
