"""Long legal games from photographed tables on which everybody holds many cards."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from games.engine.core import Action, Header, Record, Ruleset
from games.engine.rulesets.base.packed import ONE, UNKNOWN, size
from games.engine.rulesets.base.state import MAIN
from games.engine.rulesets.cities_knights.hand import KINDS
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import ROLLING
from tests.games.rulesets import chance_cities
from tests.games.rulesets.chance import drawn, new_game
from tests.games.rulesets.mutations import a_deal
from tests.games.rulesets.photographed import is_told, photographed

BEGINNING = 40
"""Actions before the photograph, at least."""

FILLING = frozenset({"roll", "bank", "deal", "discard", "robber", "draw", "give_back", "end_turn"})
"""What is done most of the time, so that the game goes on."""


def long_game(ruleset: Ruleset, seed: int, cards: int, actions: int) -> Record:
    """A legal game of up to so many actions, of which all is known, with so many cards in each
    hand at the beginning."""
    chance = random.Random(seed)
    header = photographed_table(ruleset, chance, cards)
    state = ruleset.setup(header)
    played: list[Action] = []
    while len(played) < actions and (listed := list(ruleset.legal(state))):
        for action in _next(state, listed, chance):
            assert ruleset.play(state, action) == (), action
            played.append(action)
        if isinstance(state, CitiesState) and played[-1].verb in ROLLING and state.brought:
            played.append(Action(played[-1].seat, "produce", (), state.brought))
            ruleset.play(state, played[-1])
    return Record(header, tuple(played))


def _next(state: Any, listed: list[Action], chance: random.Random) -> list[Action]:
    """One verb is as likely as another, but those that fill a game come first most of the time."""
    verbs = sorted({action.verb for action in listed})
    filling = [verb for verb in verbs if verb in FILLING]
    if filling and chance.random() < 0.7:
        verbs = filling
    verb = chance.choice(verbs)
    action = drawn(state, chance.choice([one for one in listed if one.verb == verb]), chance)
    if verb == "roll" and not isinstance(state, CitiesState):
        action = action._replace(gains=tuple(state.due(action.facts[0])))
    deal = a_deal(state, chance) if verb == "end_turn" and chance.random() < 0.2 else None
    return [action] if deal is None or state.phase != MAIN else [deal, action]


def photographed_table(ruleset: Ruleset, chance: random.Random, cards: int) -> Header:
    """A table in the middle of a game, hands filled up to so many cards."""
    while True:
        state = new_game(ruleset, chance)
        stock = state.stock
        for step in range(4 * BEGINNING):
            if step > BEGINNING and _is_plain(state):
                return _filled_up(state, stock, cards, chance)
            listed = list(ruleset.legal(state))
            verb = chance.choice(sorted({action.verb for action in listed}))
            some = [action for action in listed if action.verb == verb]
            ruleset.play(state, drawn(state, chance.choice(some), chance))


def _is_plain(state: Any) -> bool:
    return bool(is_told(state) and state.phase == MAIN and not state.free)


def _filled_up(state: Any, stock: int, cards: int, chance: random.Random) -> Header:
    kinds = KINDS if isinstance(state, CitiesState) else range(UNKNOWN)
    bank = [kind for kind in kinds for _ in range(state.in_bank(kind))]
    chance.shuffle(bank)
    position = photographed(state, stock)
    held = [
        replace(one, hand=one.hand + sum(ONE[bank.pop()] for _ in range(cards - size(one.hand))))
        for one in position.held
    ]
    position = replace(position, held=tuple(held), bank=None, deck=None)
    return replace(state.header, points=None, position=position)


def face_down(record: Record, chance: random.Random, odds: float) -> Record:
    """The game with nothing but the backs of all cards on the photograph, and what is done with so
    many of them later unseen."""
    position = record.header.position
    held = tuple(
        replace(one, hand=size(one.hand) * ONE[UNKNOWN], cards=size(one.cards) * ONE[UNKNOWN])
        for one in position.held
    )
    header = replace(record.header, position=replace(position, held=held, bought=None))
    return Record(
        header, tuple(chance_cities.hidden(action, chance, odds) for action in record.actions)
    )


def without_gains(record: Record) -> Record:
    """What rolls and Monopolies brought was not written down."""
    return record._replace(
        actions=tuple(
            action._replace(gains=None) for action in record.actions if action.verb != "produce"
        )
    )
