"""Best Friends at random: actions of its verbs, legal or nearly so."""

from __future__ import annotations

import random
from typing import Any

from games.engine.rulesets.base.packed import ONE
from games.engine.rulesets.best_friends.earning import draws_of, just_earned
from games.engine.rulesets.best_friends.guilds import GUILDS, PRICES

KNOWN = ONE[:5]


def a_card(chance: random.Random) -> int:
    return sum(chance.choice(ONE[:6]) for _ in range(chance.choice((1, 1, 1, 1, 0, 2))))


def laid(guild: int, chance: random.Random) -> int:
    """The price, more often than not."""
    if chance.random() < 0.8:
        return PRICES[guild]
    return sum(chance.choice(KNOWN) for _ in range(chance.randrange(4)))


def draws(state: Any, seat: int, chance: random.Random) -> tuple[int]:
    earned = just_earned(state)
    right = [] if earned is None else list(earned.draws)
    if chance.random() < 0.4:
        right += [chance.randrange(state.n) for _ in range(chance.randrange(3))]
    if chance.random() < 0.3:
        chance.shuffle(right)
    return (draws_of(right),)


def a_gift(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    return (chance.randrange(state.n), a_card(chance))


def a_swap(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    return (a_card(chance), a_card(chance))


def a_path(state: Any, seat: int, chance: random.Random) -> tuple[int, int]:
    path = chance.randrange(len(state.places.ends))
    return (laid(GUILDS[2], chance), path)


MAKERS: Any = {
    "tokens": draws,
    "give": a_gift,
    "refuse": a_gift,
    "give_to_bank": lambda state, seat, chance: (a_card(chance),),
    "traders": lambda state, seat, chance: (laid(0, chance), *a_swap(state, seat, chance)),
    "traders_again": a_swap,
    "merchants": lambda state, seat, chance: (laid(1, chance), a_card(chance)),
    "road_builders": a_path,
    "scholars": lambda state, seat, chance: (laid(3, chance), chance.randrange(5)),
    "master_builders": lambda state, seat, chance: (laid(4, chance),),
    "exchange_token": lambda state, seat, chance: (
        chance.choice((1, 1, 1, 0, 2)),
        chance.choice((1, 1, 1, 0, 2)),
    ),
}
