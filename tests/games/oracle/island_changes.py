"""Island games: long ones, what of them goes unseen, and what may be said or changed in them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from games.engine import rulesets
from games.engine.core import NOBODY, Action, Record, Ruleset
from games.engine.rulesets.base.cards import PRICE
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, VICTORY_POINT, kinds
from games.engine.rulesets.cities_knights.decks import OPEN, unseen_kind
from games.engine.rulesets.cities_knights.draws import WAIVED
from games.engine.rulesets.cities_knights.politics.bishop import thefts
from tests.games.oracle.fillings import MARK, ON_ISLANDS
from tests.games.rulesets.chance import any_action
from tests.games.rulesets.mutations import CHANGES, SWAPPED
from tests.games.rulesets.steered import steered

MOST = 1_500
"""Actions of a long game; the longest go on for thousands."""


def long_game(cell: Sequence[str], seed: int) -> Record:
    """A steered game; every third is played to more points than usual, so that cards run out."""
    key, *switched = cell
    options = dict.fromkeys(switched, "1")
    if seed % 3 == 0 and "tour" not in key:
        options["target"] = str(24 if "cities" in key else 15)
    return steered(rulesets.by_key(key), seed, options, MOST)


# What is put in between


def interjected(ruleset: Ruleset, state: Any, dice: random.Random) -> Sequence[Action]:
    """What somebody may say at nearly any time."""
    verb = dice.choice(["bell", "bell", "concede", "concede", "claim", "show", "abandon"])
    seat = state.turn if dice.random() < 0.6 else dice.randrange(state.n)
    if verb not in ruleset.verbs:
        return []
    return [Action(seat, verb, (1,) if verb == "show" else ())]


def shopping(ruleset: Ruleset, state: Any, dice: random.Random) -> Sequence[Action]:
    """Deals for what is missing, and a card that is bought, often a Victory Point."""
    if "buy" not in ruleset.verbs:
        return []
    seat = state.turn
    hands = list(state.hands)
    wanted = [kind for kind in kinds(PRICE) if not hands[seat] >> 8 * kind & PLACE]
    deals = []
    for kind in wanted:
        others = [one for one in state.seats if hands[one] >> 8 * kind & PLACE and one != seat]
        if others:
            other = dice.choice(others)
            spare = [one for one in range(UNKNOWN) if has_to_spare(hands[seat], one)]
            give = dice.choice(spare or [UNKNOWN - 1])
            deals.append(Action(seat, "deal", (other, ONE[give], ONE[kind])))
            hands[seat] += ONE[kind] - ONE[give]
            hands[other] += ONE[give] - ONE[kind]
    in_stock = [kind for kind in range(UNKNOWN) if state.stock >> 8 * kind & PLACE]
    if VICTORY_POINT in in_stock:
        in_stock += [VICTORY_POINT] * len(in_stock)
    bought = [Action(seat, "buy", (dice.choice(in_stock),))] if in_stock else []
    return [*deals, *bought]


def has_to_spare(hand: int, kind: int) -> bool:
    return (hand >> 8 * kind & PLACE) > (PRICE >> 8 * kind & PLACE)


# What goes unseen


def veiled(action: Action, dice: random.Random, odds: float) -> Action:
    """The action without some or all of what may go unseen, and of what need not be told."""
    hide = VEILING.get(action.verb)
    return action if hide is None or dice.random() > odds else hide(action, dice, odds)


def some_veiled(cards: int, dice: random.Random, odds: float) -> int:
    return sum(
        MARK if dice.random() <= odds else ONE[kind]
        for kind in range(9)
        for _ in range(cards >> 8 * kind & PLACE)
    )


def theft(action: Action, dice: random.Random, odds: float) -> Action:
    hex_, victim, kind = action.facts
    return action if NOBODY in (victim, kind) else action._replace(facts=(hex_, victim, UNKNOWN))


def last_unseen(action: Action, dice: random.Random, odds: float) -> Action:
    return action._replace(facts=(*action.facts[:-1], UNKNOWN))


def last_cards(action: Action, dice: random.Random, odds: float) -> Action:
    return action._replace(facts=(*action.facts[:-1], some_veiled(action.facts[-1], dice, odds)))


def sides(action: Action, dice: random.Random, odds: float) -> Action:
    other, *cards = action.facts
    return action._replace(facts=(other, *(some_veiled(some, dice, odds) for some in cards)))


def bishop(action: Action, dice: random.Random, odds: float) -> Action:
    taken = {seat: UNKNOWN if dice.random() <= odds else kind for seat, kind in thefts(action)}
    stolen = sum(kind + 1 << 8 * seat for seat, kind in taken.items())
    return action._replace(facts=(action.facts[0], stolen))


def commodity(action: Action, dice: random.Random, odds: float) -> Action:
    return action if action.facts[2] == NOBODY else last_unseen(action, dice, odds)


def progress(action: Action, dice: random.Random, odds: float) -> Action:
    *before, colour, kind = action.facts
    if (colour, kind) == WAIVED or (colour, kind) in OPEN:
        return action
    return action._replace(facts=(*before, colour, unseen_kind(colour)))


def untold(action: Action, dice: random.Random, odds: float) -> Action:
    """What was brought or taken need not be written down."""
    return action._replace(gains=None)


VEILING: Any = {
    **dict.fromkeys(("robber", "pirate"), theft),
    **dict.fromkeys(("buy", "scholars"), last_unseen),
    **dict.fromkeys(("discard", "gift", "give", "refuse", "master_merchant"), last_cards),
    "deal": sides,
    "bishop": bishop,
    "exchange": commodity,
    **dict.fromkeys(("draw", "give_back", "spy"), progress),
    **dict.fromkeys(("roll", "monopoly", "commodity_monopoly", "resource_monopoly"), untold),
}


# What is changed


def mutated(
    ruleset: Ruleset, tail: Sequence[Action], states: Sequence[Any], dice: random.Random
) -> list[Action]:
    """With one change: another place, card, player or order, an action more or less. `states` are
    those before the actions, as far as these are the ones that were played."""
    at = dice.randrange(len(tail))
    if dice.random() < 0.4:
        return [*tail[:at], any_action(ruleset, states[at], dice), *tail[at:]]
    hiding = [at for at, action in enumerate(tail) if ON_ISLANDS.hides(action)]
    if hiding and dice.random() < 0.3:
        at = dice.choice(hiding)
        instead = dice.choice(list(ON_ISLANDS.of(states[at], tail[at])))
        return [*tail[:at], instead, *tail[at + 1 :]]
    return with_change(tail, states, dice)


def with_change(tail: Sequence[Action], states: Sequence[Any], dice: random.Random) -> list[Action]:
    ways = [
        (change, at)
        for change in CHANGES
        for at, action in enumerate(tail[:-1])
        if change(states[at], action, None)
    ]
    if not ways:
        return list(tail)
    change, at = dice.choice(ways)
    instead = change(states[at], tail[at], dice)
    if instead == SWAPPED:
        return [*tail[:at], tail[at + 1], tail[at], *tail[at + 2 :]]
    return [*tail[:at], *instead, *tail[at + 1 :]]
