"""The fast card game for two to six players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.core import Header, Ruleset, Seat
from games.engine.rulesets.card_game import drawing, ending, setting_up
from games.engine.rulesets.card_game.facts import FAST_CARD_GAME
from games.engine.rulesets.card_game.legal import due, legal_actions, offers
from games.engine.rulesets.card_game.proofs import proved
from games.engine.rulesets.card_game.rules import RULES
from games.engine.rulesets.card_game.state import CardState
from games.engine.rulesets.card_game.unproved import unproved
from games.engine.rulesets.card_game.verbs import VERBS
from games.engine.rulesets.card_game.words import NOTATION
from games.engine.words import marked


def setup(header: Header) -> CardState:
    return CardState(header, header.board or FAST_CARD_GAME)


def points(state: CardState) -> Sequence[Mapping[str, int]]:
    return [state.make_up(seat) for seat in state.seats]


def winners(state: CardState) -> Sequence[Seat]:
    return () if state.winner is None else (state.winner,)


def ended(state: CardState) -> str:
    return state.ended


RULESET = Ruleset(
    key="card-game",
    name=marked("Fast card game"),
    rules=RULES,
    setup=setup,
    verbs=VERBS,
    points=points,
    winners=winners,
    ended=ended,
    viewer="cards",
    legal=legal_actions,
    offers=offers,
    due=due,
    notation=NOTATION,
    opening=(setting_up.check_header,),
    closing=(ending.check_result,),
    final=frozenset({"CG-103"}),
    rest=drawing.rest,
    unproved=unproved,
    proved=proved,
)
