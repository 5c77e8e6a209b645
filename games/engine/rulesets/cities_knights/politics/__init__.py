"""The blue progress cards: what they ask for, and what they do."""

from __future__ import annotations

from games.engine.rulesets.cities_knights.politics import (
    bishop,
    debts,
    diplomat,
    knight_cards,
    spy,
)
from games.engine.rulesets.cities_knights.politics.bishop import BISHOP
from games.engine.rulesets.cities_knights.politics.debts import GIFT, SABOTEUR, WEDDING
from games.engine.rulesets.cities_knights.politics.diplomat import DIPLOMAT
from games.engine.rulesets.cities_knights.politics.knight_cards import DESERTER, INTRIGUE, WARLORD
from games.engine.rulesets.cities_knights.politics.spy import SPY

VERBS = {
    "bishop": BISHOP,
    "diplomat": DIPLOMAT,
    "warlord": WARLORD,
    "wedding": WEDDING,
    "gift": GIFT,
    "intrigue": INTRIGUE,
    "saboteur": SABOTEUR,
    "spy": SPY,
    "deserter": DESERTER,
}


PLAYS = {
    **bishop.PLAYS,
    **diplomat.PLAYS,
    **knight_cards.PLAYS,
    **debts.PLAYS,
    **spy.PLAYS,
}
