"""The same for the dice game: results of which no die was written down."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

from games.engine.core import Action
from games.engine.rulesets.dice_game.faces import listed
from tests.games.oracle.fillings import Facts, Fillings, Ways

NOT_SEEN: Facts = (-1,)
"""The facts of a result of which no die is known."""

RESULTS = [(listed(faces),) for faces in combinations_with_replacement(range(6), 6)]


def any_result(state: Any, action: Action) -> Ways:
    return iter(RESULTS)


OF_DICE = Fillings(
    {"result": lambda facts: facts == NOT_SEEN},
    {"result": any_result},
    lambda veil, filled: filled.facts,
    looked_through=True,
)
