"""Random legal games in which much happens: players build, deal and attack rather than pass."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from games.engine import rulesets
from games.engine.board.terrain import pips
from games.engine.core import NOBODY, Action, Record, Ruleset
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

MONOPOLIES = {"monopoly": 99, "commodity_monopoly": 1, "resource_monopoly": 2}
"""How many cards of the kind everybody gives up at most."""

PRICES: Mapping[str, str] = {
    "settle": "BLWG",
    "city": "GGOOO",
    "road": "BL",
    "ship": "LW",
    "buy": "WGO",
    "wall": "BB",
    "recruit": "OW",
    "promote": "OW",
    "activate": "G",
}
"""What is paid for a verb, in the letters of the cards."""

COMMODITIES = "CMP"
"""The letters of what improvements cost, by track."""


OPTIONS = {"cities-knights": "experienced", "best-friends": "refill_pool"}

CELLS = [
    (ruleset.key, *options)
    for ruleset in rulesets.RULESETS
    if ruleset.viewer == "island"
    for options in [(), *((option,) for part, option in OPTIONS.items() if part in ruleset.key)]
]
"""The games on an island, with the options that change what is reckoned."""


def steered(
    ruleset: Ruleset, seed: int, options: Mapping[str, str] = NONE, most: int = 8000
) -> Record:
    """A legal game to its end, or so many actions of it."""
    chance = random.Random(seed)
    header = replace(new_game(ruleset, chance).header, options=options)
    state = ruleset.setup(header)
    players = Players(ruleset, chance)
    actions: list[Action] = []
    while len(actions) < most and (action := players.next_action(state)):
        broken = ruleset.play(state, action)
        assert broken == (), (action, broken, actions[-4:])
        actions.append(action)
    for action in after_the_end(ruleset, state):
        broken = ruleset.play(state, action)
        assert broken == (), (action, broken, actions[-4:])
        actions.append(action)
    return Record(header, tuple(actions))


class Players:
    """Each has a wish for which cards are traded, and every other one saves for it; by and by it
    is another one."""

    def __init__(self, ruleset: Ruleset, chance: random.Random) -> None:
        self.ruleset = ruleset
        self.chance = chance
        self.saver = chance.randrange(2)
        self.wishes: dict[int, tuple[str, int]] = {}

    def next_action(self, state: Any) -> Action | None:
        by_verb: dict[str, list[Action]] = {}
        for action in self.ruleset.legal(state):
            by_verb.setdefault(action.verb, []).append(action)
        if not by_verb:
            return None
        for action in unlisted(self.ruleset, state, by_verb, self.chance):
            by_verb.setdefault(action.verb, []).append(action)
        if state.turn not in self.wishes or self.chance.random() < 0.03:
            self.wishes[state.turn] = self.wish(state, state.turn)
        by_verb = self.sensible(state, by_verb)
        verbs = sorted(by_verb)
        weights = [WEIGHTS.get(verb, USUAL) for verb in verbs]
        (verb,) = self.chance.choices(verbs, weights)
        choices = [self.chance.choice(by_verb[verb]) for _ in range(4 if verb in SETTLING else 1)]
        action = max(choices, key=lambda action: worth(state, action))
        if verb == self.wishes[state.turn][0]:
            del self.wishes[state.turn]
        return told(state, drawn(state, action, self.chance), self.chance)

    def saving(self, seat: int) -> bool:
        return seat % 2 == self.saver

    def wish(self, state: Any, seat: int) -> tuple[str, int]:
        """A verb and its price: what brings points rather than what leads there."""
        verbs = [
            verb
            for verb in ("road", "ship", "buy", "recruit", "promote")
            if verb in self.ruleset.verbs
        ]
        if state.reach[seat] & ~state.blocked and state.settlements_left[seat]:
            verbs += ["settle"] * 6
        if state.settlements(seat) and state.cities_left[seat]:
            verbs += ["city"] * 4
        if "improve" in self.ruleset.verbs and state.cities[seat]:
            verbs += ["improve"] * 8
        verb = self.chance.choice(verbs)
        if verb == "improve":
            track = max(range(3), key=lambda track: (state.levels[seat][track] % 5, -track))
            letters = COMMODITIES[track] * min(state.levels[seat][track] + 1, 5)
        else:
            letters = PRICES[verb]
        return verb, pack_cards(LETTERS.index(letter) for letter in letters)

    def sensible(self, state: Any, by_verb: Mapping[str, list[Action]]) -> dict[str, list[Action]]:
        """Without what takes cards of the wish, trades that do not help it, and most waivers."""
        wished, price = self.wishes[state.turn]
        hand = state.hands[state.turn]
        sensible = dict(by_verb)
        for verb, given in (("bank", 0), ("deal", 1)):
            useful = [
                action
                for action in sensible.pop(verb, ())
                if helps(hand, price, *action.facts[given : given + 2])
            ]
            if useful:
                sensible[verb] = useful
        for verb, letters in PRICES.items():
            paid = pack_cards(LETTERS.index(letter) for letter in letters)
            saved = self.saving(state.turn) and verb != wished and not spares(hand, price, paid)
            if verb in sensible and saved:
                del sensible[verb]
        drawing = [action for action in sensible.get("draw", ()) if action.facts[0] >= 0]
        if drawing and self.chance.random() < 0.9:
            sensible["draw"] = drawing
        return sensible


def unlisted(
    ruleset: Ruleset, state: Any, by_verb: Mapping[str, list[Action]], chance: random.Random
) -> list[Action]:
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
    if chance.random() < 0.2:
        said += robberies(state, by_verb)
    brought = getattr(state, "brought", None)
    if brought is not None:
        said.append(Action(state.turn, "produce", (), tuple(brought)))
    return [action for action in said if ruleset.verbs[action.verb].allowed(state, action)]


def robberies(state: Any, by_verb: Mapping[str, list[Action]]) -> list[Action]:
    """The robber to where those have no cards whom one names, or moved on from at once (Tour)."""
    moves = by_verb.get("robber", ())
    return [
        move._replace(facts=(move.facts[0], victim, NOBODY))
        for move in moves
        for victim in (NOBODY, *state.victims(move.seat, move.facts[0]))
    ]


def told(state: Any, action: Action, chance: random.Random) -> Action:
    """The action, now and then with the cards that it brings or takes."""
    if chance.random() < 0.5:
        return action
    if action.verb == "roll" and len(action.facts) == len(ROLLS[0]):
        return action._replace(gains=tuple(state.due(action.facts[0])))
    if action.verb in MONOPOLIES:
        (kind,) = action.facts
        held = [hand >> 8 * kind & PLACE for hand in state.hands]
        held[action.seat] = 0
        taken = (min(count, MONOPOLIES[action.verb]) * ONE[kind] for count in held)
        return action._replace(gains=tuple(taken))
    return action


def worth(state: Any, action: Action) -> int:
    """In how many of 36 rolls the intersection brings something; 0 for what is none."""
    if action.verb not in SETTLING:
        return 0
    hexes = state.places.hexes_at[action.facts[0]]
    return sum(pips(number) for hex_ in hexes for number in state.numbers[hex_])


def helps(hand: int, wish: int, give: int, get: int) -> bool:
    """Whether the trade brings a card that is missing for the wish, and takes none of it."""
    (got,) = set(cards(get))
    missing = hand >> 8 * got & PLACE < wish >> 8 * got & PLACE
    return missing and spares(hand, wish, give)


def spares(hand: int, wish: int, paid: int) -> bool:
    """Whether what is paid is not needed for the wish."""
    return all(
        (hand - paid) >> 8 * kind & PLACE >= wish >> 8 * kind & PLACE for kind in set(cards(paid))
    )


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
