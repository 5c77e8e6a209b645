"""Card games: what of them goes unseen, and what may be changed so that they are legal no more."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.core import Action, Record, Ruleset
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN
from tests.games.oracle.fillings import MARK
from tests.games.rulesets.card_chance import game

CARDS: Mapping[str, Sequence[int]] = {
    **dict.fromkeys(("draw", "gain", "lose"), (0,)),
    **dict.fromkeys(("deck", "market"), (0, 1)),
    **dict.fromkeys(("swap", "library"), (2, 3)),
    "use": (2,),
    **dict.fromkeys(("road", "knight", "settle", "city", "expand"), (0,)),
}
"""Where the facts of a verb are cards, packed."""

UNSEEN: Mapping[str, Sequence[int]] = {
    **dict.fromkeys(("draw", "gain", "lose"), (0,)),
    "deck": (1,),
    **dict.fromkeys(("swap", "library"), (2, 3)),
    "use": (2,),
}
"""Of these, the ones that not everybody sees."""


def long_game(cell: Sequence[str], seed: int) -> Record:
    """At a table of two to six."""
    record, _state = game(2 + seed % 5, seed)
    return record


def veiled(action: Action, dice: random.Random, odds: float) -> Action:
    facts = list(action.facts)
    for at in UNSEEN.get(action.verb, ()):
        facts[at] = some_veiled(facts[at], dice, odds)
    return action._replace(facts=tuple(facts))


def some_veiled(cards: int, dice: random.Random, odds: float) -> int:
    return sum(
        MARK if dice.random() <= odds else ONE[kind]
        for kind in range(UNKNOWN)
        for _ in range(cards >> 8 * kind & PLACE)
    )


def mutated(
    ruleset: Ruleset, tail: Sequence[Action], states: Sequence[Any], dice: random.Random
) -> list[Action]:
    """With one change: other cards, another player or order, an action more or less."""
    paid = [at for at, action in enumerate(tail) if action.verb in CARDS]
    if paid and dice.random() < 0.6:
        at = dice.choice(paid)
        action = with_other_cards(tail[at], dice.choice(CARDS[tail[at].verb]), dice)
        return [*tail[:at], action, *tail[at + 1 :]]
    at = dice.randrange(len(tail))
    action = tail[at]
    somebody = action._replace(seat=dice.randrange(states[at].n))
    instead = dice.choice([[], [action, action], [somebody], [*tail[at + 1 : at + 2], action]])
    return [*tail[:at], *instead, *tail[at + 1 :]]


def with_other_cards(action: Action, at: int, dice: random.Random) -> Action:
    """One card of another kind, one that was not seen as one of a kind, one more or less."""
    facts = list(action.facts)
    there = [kind for kind in range(UNKNOWN + 1) if facts[at] >> 8 * kind & PLACE]
    if there and dice.random() < 0.9:
        facts[at] -= ONE[dice.choice(there)]
    if dice.random() < 0.9:
        facts[at] += ONE[dice.randrange(UNKNOWN)]
    return action._replace(facts=tuple(facts))
