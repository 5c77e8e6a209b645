"""Cities & Knights for three or four players."""

from __future__ import annotations

from dataclasses import replace

from games.engine.rulesets import base
from games.engine.rulesets.cities_knights import (
    barbarians,
    building,
    draws,
    ending,
    founding,
    improvements,
    knights,
    production,
    rolling,
    trading,
)
from games.engine.rulesets.cities_knights.legal import legal_actions
from games.engine.rulesets.cities_knights.rules import RULES
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.cities_knights.words import DEEDS, NOTATION
from games.engine.words import marked

RULESET = replace(
    base.RULESET,
    key="cities-knights",
    name=marked("Cities & Knights"),
    rules={**base.RULESET.rules, **RULES},
    setup=CitiesState,
    verbs={
        **founding.VERBS,
        **rolling.VERBS,
        **barbarians.VERBS,
        **draws.VERBS,
        **production.VERBS,
        **building.VERBS,
        **improvements.VERBS,
        **knights.VERBS,
        **trading.VERBS,
        **ending.VERBS,
    },
    titles={"longest_road": base.longest_road},
    deeds=DEEDS,
    legal=legal_actions,
    notation=NOTATION,
    closing=(ending.check_result,),
    hidden=None,
)
