"""The dice game: everybody marks an island of their own for what six dice pay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.core import Ruleset, Seat, reported_narrowly
from games.engine.rulesets.dice_game import building, converting, rolling, scoring
from games.engine.rulesets.dice_game.building import check_first_turn, check_order, check_own_sheet
from games.engine.rulesets.dice_game.faults import check_sheet
from games.engine.rulesets.dice_game.legal import legal_actions, offers
from games.engine.rulesets.dice_game.narrower import NARROWER
from games.engine.rulesets.dice_game.rules import RULES
from games.engine.rulesets.dice_game.state import MOMENT, DiceState
from games.engine.rulesets.dice_game.unproved import unproved
from games.engine.rulesets.dice_game.words import NOTATION
from games.engine.words import marked

VERBS = {**rolling.VERBS, **converting.VERBS, **building.VERBS, **scoring.VERBS}


def points(state: DiceState) -> Sequence[Mapping[str, int]]:
    return [state.make_up(seat) for seat in state.seats]


def winners(state: DiceState) -> Sequence[Seat]:
    return scoring.winners(state)


def ended(state: DiceState) -> str:
    return state.ended


ON_THE_SHEET = frozenset(
    check.rule for name in ("build", "joker", "exchange", "enter") for check in VERBS[name].checks
) - {check.rule for check in (*MOMENT, check_own_sheet, check_first_turn, check_order)}
"""What is judged by the sheet, the dice and the boxes of the player alone. Who marks in another's
turn takes something from two sheets."""

RULESET = Ruleset(
    key="dice",
    name=marked("Dice game"),
    rules=RULES,
    setup=DiceState,
    verbs=reported_narrowly(VERBS, NARROWER),
    points=points,
    winners=winners,
    ended=ended,
    viewer="sheets",
    legal=legal_actions,
    offers=offers,
    notation=NOTATION,
    opening=(check_sheet,),
    closing=(scoring.check_result,),
    apart=ON_THE_SHEET,
    final=frozenset({"DG-080"}),
    unproved=unproved,
)
