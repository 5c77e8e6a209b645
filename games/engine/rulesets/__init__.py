"""The games that can be recorded and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches

from games.engine.core import NoSuchRuleset, Ruleset
from games.engine.rulesets import (
    base,
    card_game,
    cities_at_sea,
    cities_knights,
    combinations,
    dice_game,
    festive,
    five_six,
    seafarers,
    tour,
)
from games.engine.rulesets.base.moment import Rules
from games.engine.rulesets.base.placing import begins
from games.engine.rulesets.cities_at_sea.placing import PLACING as CITIES_AT_SEA
from games.engine.rulesets.cities_knights.placing import CITIES
from games.engine.rulesets.cities_knights.placing import PLACING as CITIES_PLACING
from games.engine.rulesets.festive.placing import added as figure_added
from games.engine.rulesets.seafarers.placing import SEA

ISLANDS: tuple[Ruleset, ...] = (
    base.RULESET,
    tour.RULESET,
    five_six.RULESET,
    tour.FIVE_SIX,
    cities_knights.RULESET,
    seafarers.RULESET,
    cities_at_sea.RULESET,
)

BUNNY = figure_added(festive.EASTER_BUNNY)
SANTA = figure_added(festive.SANTA_CLAUS)
SIX = five_six.PLACING
AT_SEA = Rules(added=(SEA,))

IN_THE_MIDDLE: Mapping[str, Rules] = {
    "base": Rules(),
    "base+tour": tour.PLACING,
    "base56": SIX,
    "base56+tour": tour.PLACING_FIVE_SIX,
    "cities-knights": CITIES_PLACING,
    "seafarers": AT_SEA,
    "cities-knights+seafarers": CITIES_AT_SEA,
    "base+easter-bunny": Rules(added=(BUNNY,)),
    "base+santa": Rules(added=(SANTA,)),
    "base56+easter-bunny": replace(SIX, added=(BUNNY,)),
    "base56+santa": replace(SIX, added=(SANTA,)),
    "cities-knights+easter-bunny": replace(CITIES_PLACING, added=(CITIES, BUNNY)),
    "cities-knights+santa": replace(CITIES_PLACING, added=(CITIES, SANTA)),
    "cities-knights+seafarers+easter-bunny": replace(
        CITIES_AT_SEA, added=(*CITIES_AT_SEA.added, BUNNY)
    ),
    "cities-knights+seafarers+santa": replace(CITIES_AT_SEA, added=(*CITIES_AT_SEA.added, SANTA)),
    "seafarers+easter-bunny": replace(AT_SEA, added=(SEA, BUNNY)),
    "seafarers+santa": replace(AT_SEA, added=(SEA, SANTA)),
}
"""Those whose games may begin in the middle as well, and how they differ then."""


def _in_the_middle(ruleset: Ruleset) -> Ruleset:
    rules = IN_THE_MIDDLE.get(ruleset.key)
    return ruleset if rules is None else begins(ruleset, rules)


RULESETS: tuple[Ruleset, ...] = tuple(
    _in_the_middle(ruleset)
    for ruleset in (
        *ISLANDS,
        dice_game.RULESET,
        card_game.RULESET,
        *combinations.combined(ISLANDS),
    )
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
