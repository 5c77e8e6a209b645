"""Random legal games in which much happens: players build, deal and attack rather than pass."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from operator import ge
from types import MappingProxyType
from typing import Any

from games.engine import rulesets
from games.engine.board.terrain import pips
from games.engine.core import Action, Record, Ruleset
from games.engine.rulesets.base.packed import LETTERS, ONE, PLACE, pack_cards
from games.engine.rulesets.base.packed import kinds as cards
from tests.games.rulesets.chance import ROLLS, drawn, kinds, new_game

WEIGHTS: Mapping[str, int] = {
    "end_turn": 1,
    "bank": 10,
    "buy": 4,
    "deal": 8,
    "move_ship": 2,
    "move_knight": 4,
    "produce": 2,
    "void_roll": 2,
    "refuse": 2,
    "exchange_token": 2,
    "move_road": 6,
    "settle": 90,
    "city": 60,
    "improve": 60,
    "displace": 90,
    "intrigue": 60,
    "recruit": 30,
    "promote": 30,
}
"""How often a verb is taken when others could be; 12 for those that are not named. What is named
high needs so much before it is possible that it should then happen."""

USUAL = 12

NONE: Mapping[str, str] = MappingProxyType({})

SETTLING = {"found", "found_city", "settle"}
"""The better of some intersections is taken."""

SAID = {"move_road", "tokens"}
"""What is offered besides and has all its facts."""

WISHES = (
    "BLWG",
    "BLWG",
    "BLWG",
    "GGOOO",
    "GGOOO",
    "LW",
    "BL",
    "OW",
    "OOWW",
    "MMMM",
    "PPPP",
    "CCCC",
)
"""What players trade for, in the letters of the cards."""


CELLS = [
    (ruleset.key, *options)
    for ruleset in rulesets.RULESETS
    if ruleset.viewer == "island"
    for options in ([(), ("experienced",)] if "cities" in ruleset.key else [()])
]
"""The games on an island, with the options that change what is reckoned."""


def steered(
    ruleset: Ruleset, seed: int, options: Mapping[str, str] = NONE, most: int = 8000
) -> Record:
    """A legal game to its end, or so many actions of it."""
    chance = random.Random(seed)
    header = replace(new_game(ruleset, chance).header, options=options)
    state = ruleset.setup(header)
    actions: list[Action] = []
    while len(actions) < most and (action := next_action(ruleset, state, chance)):
        broken = ruleset.play(state, action)
        assert broken == (), (action, broken, actions[-4:])
        actions.append(action)
    for action in after_the_end(ruleset, state):
        broken = ruleset.play(state, action)
        assert broken == (), (action, broken, actions[-4:])
        actions.append(action)
    return Record(header, tuple(actions))


def next_action(ruleset: Ruleset, state: Any, chance: random.Random) -> Action | None:
    by_verb: dict[str, list[Action]] = {}
    for action in ruleset.legal(state):
        by_verb.setdefault(action.verb, []).append(action)
    if not by_verb:
        return None
    for action in unlisted(ruleset, state, chance):
        by_verb.setdefault(action.verb, []).append(action)
    wish = pack_cards(LETTERS.index(letter) for letter in chance.choice(WISHES))
    for verb, given in (("bank", 0), ("deal", 1)):
        if verb in by_verb:
            useful = [
                action
                for action in by_verb.pop(verb)
                if helps(state.hands[state.turn], wish, *action.facts[given : given + 2])
            ]
            by_verb |= {verb: useful} if useful else {}
    verbs = sorted(by_verb)
    weights = [WEIGHTS.get(verb, USUAL) for verb in verbs]
    (verb,) = chance.choices(verbs, weights)
    choices = [chance.choice(by_verb[verb]) for _ in range(4 if verb in SETTLING else 1)]
    return drawn(state, max(choices, key=lambda action: worth(state, action)), chance)


def unlisted(ruleset: Ruleset, state: Any, chance: random.Random) -> list[Action]:
    """What may be said besides, with dice and cards filled in, and what a roll brought."""
    said = []
    for action in ruleset.offers(state):
        if action.verb in {"start_roll", "void_roll"}:
            said.append(action._replace(facts=chance.choice(ROLLS)))
        elif action.verb == "refuse":
            card = chance.choice(kinds(state.hands[state.turn]))
            said.append(action._replace(facts=(*action.facts, ONE[card])))
        elif action.verb == "deal":
            said += deals(state, action, chance)
        elif action.verb in SAID:
            said.append(action)
    brought = getattr(state, "brought", None)
    if brought is not None:
        said.append(Action(state.turn, "produce", (), tuple(brought)))
    return [action for action in said if ruleset.verbs[action.verb].allowed(state, action)]


def worth(state: Any, action: Action) -> int:
    """In how many of 36 rolls the intersection brings something; 0 for what is none."""
    if action.verb not in SETTLING:
        return 0
    numbers = [state.numbers[hex_] for hex_ in state.places.hexes_at[action.facts[0]]]
    return sum(pips(number) for number in numbers if number)


def helps(hand: int, wish: int, give: int, get: int) -> bool:
    """Whether the trade brings a card that is missing for the wish, and takes none of it."""
    (got,) = set(cards(get))
    after = [(hand - give) >> 8 * kind & PLACE for kind in cards(give)]
    needed = [wish >> 8 * kind & PLACE for kind in cards(give)]
    missing = hand >> 8 * got & PLACE < wish >> 8 * got & PLACE
    return missing and all(map(ge, after, needed))


def deals(state: Any, offer: Action, chance: random.Random) -> list[Action]:
    """One or two cards of a kind against one of another."""
    (other,) = offer.facts
    give, get = (chance.choice(kinds(state.hands[seat])) for seat in (offer.seat, other))
    held = state.hands[offer.seat] >> 8 * give & PLACE
    count = chance.randint(1, min(held, 2))
    return [offer._replace(facts=(other, count * ONE[give], ONE[get]))]


def after_the_end(ruleset: Ruleset, state: Any) -> list[Action]:
    """What the winner still says."""
    return [
        action._replace(facts=(1,)) if action.verb == "show" else action
        for action in ruleset.offers(state)
        if action.verb in {"claim", "show"}
    ][::-1]
