"""The games that can be recorded and checked."""

from __future__ import annotations

from games.engine.core import Ruleset
from games.engine.rulesets import (
    base,
    card_game,
    cities_at_sea,
    cities_knights,
    combinations,
    dice_game,
    five_six,
    seafarers,
    tour,
)

ISLANDS: tuple[Ruleset, ...] = (
    base.RULESET,
    tour.RULESET,
    five_six.RULESET,
    tour.FIVE_SIX,
    cities_knights.RULESET,
    seafarers.RULESET,
    cities_at_sea.RULESET,
)

RULESETS: tuple[Ruleset, ...] = (
    *ISLANDS,
    dice_game.RULESET,
    card_game.RULESET,
    *combinations.combined(ISLANDS),
)

_BY_PARTS = {frozenset(ruleset.key.split("+")): ruleset for ruleset in RULESETS}


def by_key(key: str) -> Ruleset:
    """The rule set that a header names by its parts, in any order: `base+tour`.

    Raises `RuledOut` for parts that are not played together, `KeyError` if there is none.
    """
    parts = frozenset(key.split("+"))
    ruleset = _BY_PARTS.get(parts)
    if ruleset is None:
        raise combinations.ruled_out(parts) or KeyError(key)
    return ruleset
