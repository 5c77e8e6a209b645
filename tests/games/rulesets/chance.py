"""Games played at random: legal ones to the end, and actions of any kind."""

from __future__ import annotations

import random
from typing import Any

from games.engine.board.festive import lacking, special_of
from games.engine.board.frames import FRAMES
from games.engine.board.generate import generate
from games.engine.board.rules import rules_of
from games.engine.core import Action, Header, Player, Record, Ruleset
from games.engine.rulesets.base.legal import choices
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.cities_knights.hand import COMMODITIES
from games.engine.rulesets.cities_knights.state import CitiesState
from games.engine.rulesets.festive.figure import WOOL, packed
from tests.games.rulesets import chance_cities, chance_friends

KNOWN = ONE[:5]

CITIES_GAINS = {
    *("produce", "found_city", "commodity_monopoly", "resource_monopoly"),
    *("mining", "irrigation"),
}


def new_game(ruleset: Ruleset, chance: random.Random) -> Any:
    frame = FRAMES[chance.choice(maps_of(ruleset.key))]
    players = chance.choice(frame.players)
    board = generate(frame, str(chance.random()), rules_of(ruleset.key))
    seats = tuple(Player(f"Player {seat}") for seat in range(players))
    return ruleset.setup(Header(ruleset.key, seats, board))


def maps_of(key: str) -> list[str]:
    """The maps on which the game may be played."""
    if "seafarers" in key:
        festive = special_of(rules_of(key)) is not None
        return [
            name
            for name, frame in FRAMES.items()
            if frame.chart is not None and not (festive and lacking(frame))
        ]
    return ["five-six" if "56" in key else "base"]


def legal_action(ruleset: Ruleset, state: Any, chance: random.Random) -> Action | None:
    """One of the listed actions, with dice and cards drawn; None if there is none."""
    listed = list(ruleset.legal(state))
    if len(listed) < 2:
        return drawn(state, listed[0], chance) if listed else None
    return drawn(state, chance.choice(listed), chance)


def played_at_random(ruleset: Ruleset, chance: random.Random, actions: int) -> Record:
    """A game of listed actions, with what each roll brings written down, up to so many."""
    state = new_game(ruleset, chance)
    played: list[Action] = []
    while len(played) < actions and (action := legal_action(ruleset, state, chance)):
        if action.verb == "roll":
            action = action._replace(gains=tuple(state.due(action.facts[0])))
        ruleset.play(state, action)
        played.append(action)
    return Record(state.header, tuple(played))


def drawn(state: Any, action: Action, chance: random.Random) -> Action:
    if isinstance(state, CitiesState) and action.verb in chance_cities.MAKERS:
        return chance_cities.drawn(state, action, chance)
    if action.verb in {"roll", "start_roll"}:
        return Action(action.seat, action.verb, chance.choice(ROLLS))
    if action.verb == "buy":
        return Action(action.seat, "buy", (chance.choice(kinds(state.stock)),))
    if action.verb == "scholars":
        return action._replace(facts=(action.facts[0], chance.choice(kinds(state.stock))))
    if action.verb in {"robber", "pirate"} and action.facts[2] == UNKNOWN:
        hex_, victim, _kind = action.facts
        return Action(
            action.seat, action.verb, (hex_, victim, chance.choice(kinds(state.hands[victim])))
        )
    return action


ROLLS = [(one + other, one, other) for one in range(1, 7) for other in range(1, 7)]


def kinds(hand: int) -> list[int]:
    return [kind for kind in (*range(5), *COMMODITIES) if hand >> 8 * kind & PLACE]


def any_action(ruleset: Ruleset, state: Any, chance: random.Random) -> Action:
    """An action of any verb, legal or not; more often than by pure chance it nearly is."""
    verb = chance.choice(sorted(ruleset.verbs))
    seat = state.turn if chance.random() < 0.8 else chance.randrange(state.n)
    if verb == "gold" and any(state.picks):
        seat = chance.choice([other for other in state.seats if state.picks[other]])
    if verb == "discard" and any(state.owed):
        seat = chance.choice([other for other in state.seats if state.owed[other]])
    if verb == "exchange_tokens" and state.exchanging:
        seat = chance.choice(state.exchanging)
    makers = MAKERS
    if isinstance(state, CitiesState):
        seat = chance_cities.actor(state, verb, seat, chance)
        makers = MAKERS | chance_cities.MAKERS
    facts = makers.get(verb, lambda state, seat, chance: ())(state, seat, chance)
    return Action(seat, verb, facts, gains(state, seat, verb, facts, chance))


def some(chance: random.Random, most: int = 4) -> int:
    return sum(chance.choice(KNOWN) for _ in range(chance.randrange(most)))


def gains(state: Any, seat: int, verb: str, facts: Any, chance: random.Random) -> Any:
    if isinstance(state, CitiesState) and verb in CITIES_GAINS:
        return chance_cities.gains(state, verb, chance)
    if isinstance(state, CitiesState) and verb == "roll":
        return None
    if verb not in {"found", "roll", "monopoly"} or chance.random() < 0.4:
        return None
    right = [0] * state.n
    if verb == "roll" and 2 <= facts[0] <= 12:
        right = list(state.due(facts[0]))
    elif verb == "monopoly":
        place = PLACE << 8 * facts[0]
        right = [0 if other == seat else state.hands[other] & place for other in state.seats]
    if chance.random() < 0.5:
        right[chance.randrange(state.n)] = some(chance)
    return tuple(right)


def place(mask: int, count: int, chance: random.Random) -> tuple[int]:
    near = bits(mask)
    return (chance.choice(near) if near and chance.random() < 0.6 else chance.randrange(count),)


def a_path(state: Any, seat: int, chance: random.Random) -> tuple[int]:
    near = 0
    for spot in bits(state.reach[seat]):
        near |= state.places.roads_at[spot]
    return place(near, len(state.places.ends), chance)


def a_spot(state: Any, seat: int, chance: random.Random) -> tuple[int]:
    return place(state.reach[seat], len(state.places.around), chance)


def dice(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    one, other = chance.randint(1, 6), chance.randint(1, 6)
    rolls = [(one + other, one, other), (one + other, 0, 0), (7, 0, 0), (13, 0, 0), (9, one, 9)]
    return chance.choice(rolls)


def a_discard(state: Any, seat: int, chance: random.Random) -> tuple[int]:
    right = list(choices(state.hands[seat], state.owed[seat]))
    return (chance.choice(right) if right and chance.random() < 0.7 else some(chance, 6),)


def a_robbery(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    hex_ = chance.randrange(len(state.places.corners))
    victims = state.victims(seat, hex_)
    if not victims or chance.random() < 0.3:
        return chance.choice([(hex_, -1, -1), (hex_, chance.randrange(-1, state.n), 0)])
    victim = chance.choice(victims)
    held = kinds(state.hands[victim])
    return (hex_, victim, chance.choice(held) if held else -1)


def a_raid(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    hex_ = chance.choice([*sorted(state.waters.water), 0, 9])
    victims = state.pirates_victims(seat, hex_)
    if not victims or chance.random() < 0.3:
        return chance.choice([(hex_, -1, -1), (hex_, chance.randrange(-1, state.n), 0)])
    victim = chance.choice(victims)
    held = kinds(state.hands[victim])
    return (hex_, victim, chance.choice(held) if held else -1)


def a_ship(state: Any, seat: int, chance: random.Random) -> tuple[int]:
    near = 0
    for spot in bits(state.sail[seat]):
        near |= state.places.roads_at[spot]
    return place(near, len(state.places.ends), chance)


def a_move(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    here = place(state.ships[seat], len(state.places.ends), chance)
    return here + a_ship(state, seat, chance)


def a_pick(state: Any, seat: int, chance: random.Random) -> tuple[int]:
    count = state.picks[seat] if chance.random() < 0.8 else chance.randrange(4)
    return (sum(chance.choice(KNOWN) for _ in range(count)),)


def a_bank_trade(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    if chance.random() < 0.3:
        return (some(chance), some(chance))
    return (chance.choice((2, 3, 4)) * chance.choice(KNOWN), chance.choice(KNOWN))


def a_visit(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    hex_ = chance.choice([state.robber, state.home, *range(len(state.places.corners))])
    paid = chance.choice([KNOWN[WOOL], 2 * KNOWN[WOOL], 3 * KNOWN[WOOL], some(chance)])
    if chance.random() < 0.7:
        paid = state.price(hex_) * KNOWN[WOOL]
    refuge = chance.choice([-1, state.robber, chance.randrange(len(state.places.corners))])
    if chance.random() < 0.7:
        refuge = chance.choice(state.refuges() or [-1]) if hex_ == state.robber else -1
    told = chance.choice([-1, chance.randrange(3) << 8 * seat, packed(state.gifts(hex_))])
    return hex_, paid, refuge, told


def an_exchange(state: Any, seat: int, chance: random.Random) -> tuple[int, ...]:
    return chance.choice([2, 2, 2, 1]), chance.choice([0, some(chance), *KNOWN])


MAKERS: Any = {
    "figure": a_visit,
    "exchange_tokens": an_exchange,
    "start_roll": dice,
    "roll": dice,
    "void_roll": dice,
    "found": a_spot,
    "settle": a_spot,
    "city": a_spot,
    "found_road": a_path,
    "road": a_path,
    "free_road": a_path,
    "move_road": a_path,
    "ship": a_ship,
    "free_ship": a_ship,
    "found_ship": a_ship,
    "move_ship": a_move,
    "pirate": a_raid,
    "gold": a_pick,
    "discard": a_discard,
    "robber": a_robbery,
    "bank": a_bank_trade,
    "deal": lambda state, seat, chance: (
        chance.randrange(state.n),
        some(chance, 3),
        some(chance, 3),
    ),
    "buy": lambda state, seat, chance: (chance.randrange(5),),
    "invention": lambda state, seat, chance: (some(chance),),
    "monopoly": lambda state, seat, chance: (chance.randrange(5),),
    "show": lambda state, seat, chance: (chance.randrange(3),),
    **chance_friends.MAKERS,
}
