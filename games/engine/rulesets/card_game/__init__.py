"""The fast card game for two to six players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.core import Header, Ruleset, Seat
from games.engine.rulesets.card_game import ending, setting_up
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
    deeds={
        "box": marked("tells the building cards in play"),
        "lay_market": marked("lays out the market"),
        "hand": marked("draws the first cards"),
        "first_settlement": marked("lays the first settlement"),
        "first_road": marked("lays the first road"),
        "destiny": marked("lays out the destiny card"),
        "deck": marked("exchanges with the deck"),
        "market": marked("exchanges with the market"),
        "swap": marked("exchanges with an opponent"),
        "library": marked("chooses a card by the Library"),
        "deal": marked("makes a deal"),
        "shuffle": marked("shuffles the hand"),
        "no_shuffle": marked("was not allowed to shuffle"),
        "show": marked("was made to show the hand"),
        "road": marked("builds a road"),
        "knight": marked("builds a knight"),
        "settle": marked("builds a settlement"),
        "city": marked("builds a city"),
        "expand": marked("builds a city expansion"),
        "event": marked("reads the event aloud"),
        "lose": marked("loses cards"),
        "gain": marked("gains cards"),
        "flip": marked("turns the destiny card over"),
        "use": marked("uses a city expansion"),
        "peek": marked("looks at a city side"),
        "draw": marked("draws cards"),
        "reshuffle": marked("shuffles the discard pile"),
        "score": marked("counts the points"),
        "end_turn": marked("ends the turn"),
        "claim": marked("claims the win"),
        "concede": marked("gives up"),
        "abandon": marked("breaks the game off"),
    },
    legal=legal_actions,
    offers=offers,
    due=due,
    notation=NOTATION,
    opening=(setting_up.check_header,),
    closing=(ending.check_result,),
    final=frozenset({"CG-103"}),
    unproved=unproved,
    proved=proved,
)
