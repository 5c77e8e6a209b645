"""All verbs of the card game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.engine.core import Verb, reported_narrowly
from games.engine.rulesets.card_game import (
    building,
    drawing,
    ending,
    events,
    exchanging,
    library,
    setting_up,
    stacks,
    table_talk,
)
from games.engine.rulesets.card_game.narrower import NARROWER

_ALL: Final[Mapping[str, Verb]] = {
    **setting_up.VERBS,
    **exchanging.VERBS,
    **library.VERBS,
    **table_talk.VERBS,
    **building.VERBS,
    **stacks.VERBS,
    **events.VERBS,
    **drawing.VERBS,
    **ending.VERBS,
}

VERBS: Final[Mapping[str, Verb]] = reported_narrowly(_ALL, NARROWER)
