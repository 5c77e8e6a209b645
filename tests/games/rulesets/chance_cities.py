"""Cities & Knights at random: its dice and decks, actions of its verbs, legal or nearly so, and
actions of which not all was seen."""

from __future__ import annotations

import random
from typing import Any

from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, size
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.cities_knights.card_plays import choices
from games.engine.rulesets.cities_knights.decks import DECKS, OPEN, TRACKS, one, unseen_kind
from games.engine.rulesets.cities_knights.draws import WAIVED
from games.engine.rulesets.cities_knights.hand import KINDS
from games.engine.rulesets.cities_knights.politics.bishop import thefts
from games.engine.rulesets.cities_knights.state import SHIP

FACES = (*TRACKS, SHIP, SHIP, SHIP)
"""The event die shows the ship three times (CKD-02)."""


def drawn(state: Any, action: Any, chance: random.Random) -> Any:
    """The listed action with dice and progress cards drawn."""
    if action.verb == "roll":
        red, yellow = state.alchemy or (chance.randint(1, 6), chance.randint(1, 6))
        return action._replace(facts=(red + yellow, red, yellow, chance.choice(FACES)))
    if action.verb == "draw" and action.facts != WAIVED:
        colour, _kind = action.facts
        return action._replace(facts=(colour, chance.choice(top_cards(state, colour))))
    if action.verb == "bishop":
        hex_, stolen = action.facts
        victims = [seat for seat in state.seats if stolen >> 8 * seat & PLACE]
        return action._replace(facts=(hex_, robbed(state, victims, chance)))
    return action


def robbed(state: Any, victims: list[int], chance: random.Random) -> int:
    """A card of each victim, as a Bishop takes it."""
    return sum(
        chance.choice([kind for kind in KINDS if state.hands[seat] >> 8 * kind & PLACE]) + 1
        << 8 * seat
        for seat in victims
    )


def top_cards(state: Any, colour: int) -> list[int]:
    """The kinds that may lie on top of a deck, each as often as there are cards of it."""
    left = [
        kind
        for kind in range(len(DECKS[colour]))
        for _ in range(state.decks[colour] >> 8 * kind & PLACE)
    ]
    return left or [state.under[colour][0]]


def some(chance: random.Random, most: int = 4) -> int:
    return sum(ONE[chance.choice(KINDS)] for _ in range(chance.randrange(most)))


def out_of(mask: int, count: int, chance: random.Random) -> int:
    near = bits(mask)
    return chance.choice(near) if near and chance.random() < 0.7 else chance.randrange(count)


def a_spot(state: Any, mask: int, chance: random.Random) -> int:
    return out_of(mask, len(state.places.around), chance)


def a_roll(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    red, yellow = chance.randint(1, 6), chance.randint(1, 7)
    return (red + yellow, red, yellow, chance.choice(FACES))


def a_card(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    colour = chance.choice(TRACKS)
    if state.drawers and chance.random() < 0.6:
        colour = state.event if state.event in TRACKS else colour
        return (
            (colour, chance.choice(top_cards(state, colour))) if state.left_in(colour) else WAIVED
        )
    return (colour, chance.randrange(len(DECKS[colour])))


def a_held_card(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    held = [
        (colour, kind)
        for colour in TRACKS
        for kind in range(len(DECKS[colour]))
        if state.progress[colour][seat] & PLACE * one(kind)
    ]
    colour = chance.choice(TRACKS)
    other = (colour, chance.randrange(len(DECKS[colour])))
    return chance.choice(held) if held and chance.random() < 0.7 else other


def an_improvement(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    track = chance.choice(TRACKS)
    level = state.levels[seat][track] + chance.choice((1, 1, 1, 2, 0))
    spot = a_spot(state, state.cities[seat], chance) if chance.random() < 0.4 else -1
    return (track, level, spot, int(chance.random() < 0.2))


def a_move(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    return (a_spot(state, state.men[seat], chance), a_spot(state, state.reach[seat], chance))


def a_displacement(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    start = a_spot(state, state.men[seat], chance)
    away = chance.choice((-1, chance.randrange(len(state.places.around))))
    return (start, a_spot(state, state.guards, chance), away)


def a_bank_trade(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    if chance.random() < 0.3:
        return (some(chance), some(chance))
    give = chance.choice((2, 3, 4)) * ONE[chance.choice(KINDS)]
    return (give, ONE[chance.choice(KINDS)])


def a_commitment(state: Any, seat: int, chance: random.Random) -> tuple[int]:
    return (chance.choice((0, state.active[seat], state.men[seat])),)


def a_bishop(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    hex_ = chance.randrange(len(state.places.corners))
    victims = [other for other in state.victims(seat, hex_) if state.hands[other]]
    if chance.random() < 0.3:
        victims = [other for other in state.seats if state.hands[other] and chance.random() < 0.4]
    return (hex_, robbed(state, victims, chance))


def a_diplomat(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    roads = state.laid if chance.random() < 0.5 else state.roads[seat]
    near = 0
    for spot in bits(state.reach[seat]):
        near |= state.places.roads_at[spot]
    new = -1 if chance.random() < 0.5 else a_path(state, near, chance)
    return (a_path(state, roads, chance), new)


def a_path(state: Any, mask: int, chance: random.Random) -> int:
    return out_of(mask, len(state.places.ends), chance)


def an_intrigue(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    spot = a_spot(state, state.guards, chance)
    owner = max(state.knight_owner(spot), 0)
    return (spot, chance.choice((-1, a_spot(state, state.reach[owner], chance))))


def a_deserter(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    new = -1 if chance.random() < 0.2 else a_spot(state, state.reach[seat], chance)
    return (a_spot(state, state.guards, chance), new, chance.randrange(4))


def a_spy(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    opponent = chance.randrange(state.n)
    return (opponent, *a_held_card(state, opponent, chance))


def an_exchange(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    return (chance.randrange(state.n), chance.choice(KINDS), chance.choice((-1, *KINDS)))


def a_gift(state: Any, seat: int, chance: random.Random) -> tuple[int]:
    right = choices(state.hands[seat], state.owed[seat])
    return (chance.choice(right) if right and chance.random() < 0.7 else some(chance, 6),)


def a_smith(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    one = a_spot(state, state.men[seat], chance)
    return (one, chance.choice((-1, a_spot(state, state.men[seat], chance))))


def hexes(count: int) -> Any:
    return lambda state, seat, chance: tuple(
        chance.randrange(len(state.places.corners)) for _ in range(count)
    )


def a_master(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    opponent = chance.randrange(state.n)
    right = choices(state.hands[opponent], min(2, size(state.hands[opponent])))
    return (opponent, chance.choice(right) if chance.random() < 0.7 else some(chance, 4))


MAKERS: Any = {
    "alchemist": lambda state, seat, chance: (chance.randint(0, 7), chance.randint(1, 6)),
    "engineer": lambda state, seat, chance: (a_spot(state, state.cities[seat], chance),),
    "smith": a_smith,
    "medicine": lambda state, seat, chance: (a_spot(state, state.buildings[seat], chance),),
    "inventor": hexes(2),
    "bishop": a_bishop,
    "diplomat": a_diplomat,
    "gift": a_gift,
    "discard": a_gift,
    "intrigue": an_intrigue,
    "spy": a_spy,
    "deserter": a_deserter,
    "merchant": hexes(1),
    "exchange": an_exchange,
    "master_merchant": a_master,
    "commodity_monopoly": lambda state, seat, chance: (chance.choice(KINDS),),
    "resource_monopoly": lambda state, seat, chance: (chance.choice(KINDS),),
    "roll": a_roll,
    "draw": a_card,
    "give_back": a_held_card,
    "commit": a_commitment,
    "lose_city": lambda state, seat, chance: (a_spot(state, state.cities[seat], chance),),
    "aqueduct": lambda state, seat, chance: (chance.choice(KINDS),),
    "found_city": lambda state, seat, chance: (a_spot(state, 0, chance),),
    "city": lambda state, seat, chance: (a_spot(state, state.buildings[seat], chance),),
    "wall": lambda state, seat, chance: (a_spot(state, state.cities[seat], chance),),
    "improve": an_improvement,
    "recruit": lambda state, seat, chance: (a_spot(state, state.reach[seat], chance),),
    "activate": lambda state, seat, chance: (a_spot(state, state.men[seat], chance),),
    "promote": lambda state, seat, chance: (a_spot(state, state.men[seat], chance),),
    "chase": lambda state, seat, chance: (a_spot(state, state.men[seat], chance),),
    "move_knight": a_move,
    "displace": a_displacement,
    "bank": a_bank_trade,
    "deal": lambda state, seat, chance: (
        chance.randrange(state.n),
        some(chance, 3),
        some(chance, 3),
    ),
}


def actor(state: Any, verb: str, seat: int, chance: random.Random) -> int:
    """Who is to do it, more often than by pure chance."""
    if chance.random() < 0.3:
        return seat
    if verb in {"gift", "discard"} and any(state.owed):
        return chance.choice([other for other in state.seats if state.owed[other]])
    if verb == "draw" and state.drawers:
        return state.drawers[0]
    if verb == "give_back" and state.surplus >= 0:
        return state.surplus
    if verb == "lose_city" and state.losers:
        return bits(state.losers)[0]
    if verb == "commit" and state.commits:
        return state.commits[0]
    if verb == "aqueduct" and state.dry:
        return state.dry[0]
    return seat


def gains(state: Any, verb: str, chance: random.Random) -> Any:
    if verb == "found_city":
        return None if chance.random() < 0.5 else tuple(some(chance) for _ in state.seats)
    if verb not in {"produce", "found_city"} and chance.random() < 0.5:
        return None
    right = list(state.brought or [0] * state.n) if verb == "produce" else [0] * state.n
    if chance.random() < 0.5:
        right[chance.randrange(state.n)] = some(chance)
    return tuple(right)


def hidden(action: Any, chance: random.Random, odds: float) -> Any:
    """The action without some or all of what could have gone unseen."""
    facts = action.facts
    if chance.random() > odds:
        return action
    if action.verb == "robber" and facts[2] >= 0:
        return action._replace(facts=(*facts[:2], UNKNOWN))
    if action.verb == "bishop":
        stolen = sum(UNKNOWN + 1 << 8 * victim for victim, _kind in thefts(action))
        return action._replace(facts=(facts[0], stolen))
    if action.verb in {"discard", "gift"}:
        return action._replace(facts=(veiled(facts[0], chance, odds),))
    if action.verb == "master_merchant":
        return action._replace(facts=(facts[0], veiled(facts[1], chance, odds)))
    if action.verb == "exchange" and facts[2] >= 0:
        return action._replace(facts=(*facts[:2], UNKNOWN))
    if action.verb in {"draw", "give_back"} and facts != WAIVED and facts not in OPEN:
        return action._replace(facts=(facts[0], unseen_kind(facts[0])))
    if action.verb == "spy":
        return action._replace(facts=(*facts[:2], unseen_kind(facts[1])))
    return action


def veiled(cards: int, chance: random.Random, odds: float) -> int:
    return sum(
        ONE[UNKNOWN] if chance.random() <= odds else ONE[kind]
        for kind in KINDS
        for _ in range(cards >> 8 * kind & PLACE)
    )
