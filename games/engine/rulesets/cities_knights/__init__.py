"""Cities & Knights for three or four players."""

from __future__ import annotations

from dataclasses import replace

from games.engine.core import Action
from games.engine.rulesets import base
from games.engine.rulesets.cities_knights import (
    barbarians,
    building,
    commerce,
    draws,
    ending,
    founding,
    improvements,
    knights,
    politics,
    production,
    rolling,
    science,
    trading,
)
from games.engine.rulesets.cities_knights.hand import NAMES
from games.engine.rulesets.cities_knights.legal import due, legal_actions
from games.engine.rulesets.cities_knights.narrower import GUESSES, all_reported_narrowly
from games.engine.rulesets.cities_knights.opening import check_header
from games.engine.rulesets.cities_knights.rules import RECKONED, RULES
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.turns import PRESSING
from games.engine.rulesets.cities_knights.unseen import HIDDEN
from games.engine.rulesets.cities_knights.words import NOTATION
from games.engine.words import marked

SAME = {
    "B-065": "CK-033",
    "B-067": "CK-030",
    "B-070": "CK-032",
    "B-101": "CK-031",
    "B-116": "CK-031",
    "B-121": "CK-031",
    "B-122": "CK-034",
    "B-128": "CK-008",
    "B-129": "CK-034",
    "B-135": "CK-008",
    "B-137": "CK-034",
    "B-141": "CK-008",
    "B-022": "CK-011",
    "B-092": "CK-090",
    "B-097": "CK-090",
    "B-166": "CK-244",
    "B-167": "CK-244",
    "B-170": "CK-158",
}
"""Rules of the base game that are said again: what breaks both is told by the one of this game."""

VERBS = {
    **founding.VERBS,
    **rolling.VERBS,
    **barbarians.VERBS,
    **draws.VERBS,
    **production.VERBS,
    **building.VERBS,
    **improvements.VERBS,
    **knights.VERBS,
    **trading.VERBS,
    **science.VERBS,
    **politics.VERBS,
    **commerce.VERBS,
    **ending.VERBS,
}


def implied(state: CitiesState, action: Action) -> Action | None:
    return barbarians.implied(state, action) or production.implied(state, action)


RULESET = replace(
    base.RULESET,
    key="cities-knights",
    name=marked("Cities & Knights"),
    rules={**base.RULESET.rules, **RULES},
    reckoned=RECKONED,
    setup=CitiesState,
    shows=("knights",),
    cards=NAMES,
    verbs=all_reported_narrowly({name: verb.under(SAME) for name, verb in VERBS.items()}),
    titles={"longest_road": base.longest_road},
    legal=legal_actions,
    due=due,
    notation=NOTATION,
    opening=(check_header,),
    closing=(ending.check_result,),
    hidden=HIDDEN,
    implied=implied,
    final=base.RULESET.final | {"CK-221", "CK-222"},
    guesses=GUESSES,
    rest=ending.rest,
    pressing=PRESSING,
)
