"""The base game for three or four players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.board import rules as board_rules
from games.engine.core import Ruleset, Seat
from games.engine.rulesets.base import building, cards, ending, founding, robber, rolling, trading
from games.engine.rulesets.base.fields import RESOURCE_WORDS
from games.engine.rulesets.base.legal import due, legal_actions, offers
from games.engine.rulesets.base.opening import check_as_written
from games.engine.rulesets.base.rules import RECKONED, RULES
from games.engine.rulesets.base.state import NO_SEAT, BaseState
from games.engine.rulesets.base.turns import PRESSING
from games.engine.rulesets.base.unseen import HIDDEN
from games.engine.rulesets.base.words import NOTATION
from games.engine.words import marked


def points(state: BaseState) -> Sequence[Mapping[str, int]]:
    return [state.make_up(seat) for seat in state.seats]


def winners(state: BaseState) -> Sequence[Seat]:
    return () if state.winner is None else (state.winner,)


def ended(state: BaseState) -> str:
    return state.ended


def longest_road(state: BaseState) -> Seat | None:
    return None if state.route_holder == NO_SEAT else state.route_holder


def largest_army(state: BaseState) -> Seat | None:
    return None if state.army_holder == NO_SEAT else state.army_holder


RULESET = Ruleset(
    key="base",
    name=marked("Base game"),
    rules={**board_rules.RULES, **RULES},
    setup=BaseState,
    verbs={
        **founding.VERBS,
        **rolling.VERBS,
        **robber.VERBS,
        **building.VERBS,
        **trading.VERBS,
        **cards.VERBS,
        **ending.VERBS,
    },
    points=points,
    winners=winners,
    ended=ended,
    viewer="island",
    reckoned=RECKONED,
    cards=RESOURCE_WORDS,
    titles={"longest_road": longest_road, "largest_army": largest_army},
    legal=legal_actions,
    offers=offers,
    due=due,
    notation=NOTATION,
    opening=(check_as_written,),
    asides=ending.ASIDES,
    closing=(ending.check_result,),
    unproved=ending.unproved,
    hidden=HIDDEN,
    final=frozenset({"B-180", "T-060"}),
    rest=robber.theft,
    pressing=PRESSING,
)
