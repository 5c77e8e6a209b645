"""The games that can be recorded and checked."""

from __future__ import annotations

import re
from difflib import get_close_matches

from games.engine.core import NoSuchRuleset, Ruleset
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
from games.engine.rulesets.base import placing

ISLANDS: tuple[Ruleset, ...] = (
    base.RULESET,
    tour.RULESET,
    five_six.RULESET,
    tour.FIVE_SIX,
    cities_knights.RULESET,
    seafarers.RULESET,
    cities_at_sea.RULESET,
)

IN_THE_MIDDLE: tuple[Ruleset, ...] = (
    placing.begins(base.RULESET, placing.Rules()),
    placing.begins(tour.RULESET, tour.PLACING),
    placing.begins(five_six.RULESET, five_six.PLACING),
    placing.begins(tour.FIVE_SIX, tour.PLACING_FIVE_SIX),
)
"""Those of them whose games may begin in the middle as well."""

RULESETS: tuple[Ruleset, ...] = (
    *IN_THE_MIDDLE,
    *ISLANDS[len(IN_THE_MIDDLE) :],
    dice_game.RULESET,
    card_game.RULESET,
    *combinations.combined(ISLANDS),
)

_BY_PARTS = {frozenset(ruleset.key.split("+")): ruleset for ruleset in RULESETS}


def by_key(key: str) -> Ruleset:
    """The rule set that a header names by its parts, in any order: `base+tour`.

    Raises `RuledOut` for parts that are not played together, `NoSuchRuleset` if there is none.
    """
    parts = key.split("+")
    ruleset = _BY_PARTS.get(frozenset(parts))
    if ruleset is None or len(parts) > len(ruleset.key.split("+")):
        raise combinations.ruled_out(frozenset(parts)) or NoSuchRuleset(key, _near(key))
    return ruleset


def _near(key: str) -> list[str]:
    """The keys for which this one may have been meant: that of the same parts written otherwise,
    with or without the base game, or else up to three that look alike."""
    told = key.casefold()[:_LONGEST]
    parts = frozenset(re.split(r"[\s+,]+", told))
    for meant in (parts, parts - {"base"}, parts | {"base"}):
        if meant in _BY_PARTS:
            return [_BY_PARTS[meant].key]
    return get_close_matches(told, [ruleset.key for ruleset in RULESETS], n=3, cutoff=0.4)


_LONGEST = 60
"""Letters of a key that are compared."""
