"""The games that can be recorded and checked."""

from __future__ import annotations

from games.engine.core import Ruleset
from games.engine.rulesets import (
    base,
    card_game,
    cities_at_sea,
    cities_knights,
    dice_game,
    five_six,
    seafarers,
    tour,
)

RULESETS: tuple[Ruleset, ...] = (
    base.RULESET,
    tour.RULESET,
    five_six.RULESET,
    cities_knights.RULESET,
    seafarers.RULESET,
    cities_at_sea.RULESET,
    dice_game.RULESET,
    card_game.RULESET,
)

_BY_PARTS = {frozenset(ruleset.key.split("+")): ruleset for ruleset in RULESETS}


def by_key(key: str) -> Ruleset:
    """The rule set that a header names by its parts, in any order: `base+tour`.

    Raises `KeyError` if there is none.
    """
    return _BY_PARTS[frozenset(key.split("+"))]
