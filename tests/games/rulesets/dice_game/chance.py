"""Dice games at random: legal ones to the end, and actions of any kind."""

from __future__ import annotations

import random
from typing import Any

from games.engine.core import Action, Header, Player, Record
from games.engine.rulesets.dice_game import RULESET
from games.engine.rulesets.dice_game.faces import listed, unlisted
from games.engine.rulesets.dice_game.sheet import STANDARD
from games.engine.rulesets.dice_game.spending import BY_FACE
from games.engine.rulesets.dice_game.state import Ground


def new_game(chance: random.Random, players: int = 0) -> Any:
    seats = tuple(Player(f"Player{seat}") for seat in range(players or chance.randint(1, 4)))
    return RULESET.setup(Header("dice", seats, Ground(STANDARD, "lot")))


def legal_action(state: Any, chance: random.Random) -> Action | None:
    """One of the listed actions, rolled dice put in; None if there is none."""
    listed_ = list(RULESET.legal(state))
    if not listed_:
        return None
    # Crosses are always allowed; they would end every turn. Rolls can be made in many ways.
    rolls = [one for one in listed_ if one.verb == "roll"]
    others = [one for one in listed_ if one.verb not in ("enter", "roll")]
    action = chance.choice([*rolls[:1], *others] or listed_)
    if action.verb == "roll":
        return Action(action.seat, "roll", thrown(state, chance))
    return action


def thrown(state: Any, chance: random.Random) -> tuple[int, int, int]:
    """A roll, now and then without the places of its dice."""
    before = state.dice.faces
    new = [chance.randrange(6) for _ in range(6)]
    if not state.dice.rolls:
        return (0, listed(new), 1)
    kept = [chance.random() < 0.5 for _ in range(6)]
    kept[chance.randrange(6)] = False
    if chance.random() < 0.3 and any(kept):
        return (
            listed(sorted(face for face, keep in zip(before, kept, strict=True) if keep)),
            listed(sorted(face for face, keep in zip(new, kept, strict=True) if not keep)),
            0,
        )
    return (
        listed([face if keep else -1 for face, keep in zip(before, kept, strict=True)]),
        listed([-1 if keep else face for face, keep in zip(new, kept, strict=True)]),
        1,
    )


def game(seed: int, players: int = 0) -> tuple[Record, Any]:
    """A legal game to its end: its record, and the last state."""
    chance = random.Random(seed)
    state = new_game(chance, players)
    actions = []
    while (action := legal_action(state, chance)) is not None:
        assert RULESET.play(state, action) == (), action
        actions.append(action)
    return Record(state.header, tuple(actions)), state


def any_action(state: Any, chance: random.Random) -> Action:
    """An action of any verb, legal or not; more often than by pure chance it nearly is."""
    verb = chance.choice(sorted(RULESET.verbs))
    seat = state.turn if chance.random() < 0.8 else chance.randrange(state.n)
    return Action(seat, verb, MAKERS.get(verb, lambda state, chance: ())(state, chance))


def some_dice(state: Any, chance: random.Random) -> int:
    dice = sorted(chance.randrange(6) for _ in range(chance.randint(1, 5)))
    return listed(dice if chance.random() < 0.5 else [BY_FACE + die for die in dice])


def some_faces(state: Any, chance: random.Random) -> int:
    return listed([chance.randrange(6) for _ in range(chance.choice((5, 6, 6, 6, 7)))])


def a_roll(state: Any, chance: random.Random) -> tuple[int, int, int]:
    if len(state.dice.faces) == 6 and chance.random() < 0.5:
        kept, rolled, exact = thrown(state, chance)
        if chance.random() < 0.5 or not exact:
            return (kept, rolled, exact)
        places = unlisted(kept)
        chance.shuffle(places)
        return (listed(places), rolled, exact)
    return (chance.choice((0, 0, some_faces(state, chance))), some_faces(state, chance), 1)


def an_entry(state: Any, chance: random.Random) -> int:
    return chance.choice((state.worth(state.built), chance.randrange(-2, 40)))


MAKERS: Any = {
    "marked": lambda state, chance: (chance.randrange(len(STANDARD.symbols)),),
    "roll": a_roll,
    "result": lambda state, chance: (some_faces(state, chance),),
    "joker": lambda state, chance: (
        chance.randrange(6),
        some_dice(state, chance),
        chance.randrange(6),
    ),
    "exchange": lambda state, chance: (
        listed(sorted(chance.randrange(6) for _ in range(chance.choice((1, 1, 2))))),
        listed([BY_FACE + 5] * chance.choice((1, 2, 2, 3))),
    ),
    "build": lambda state, chance: (
        chance.randrange(len(STANDARD.symbols)),
        -1 if chance.random() < 0.7 else some_dice(state, chance),
    ),
    "enter": lambda state, chance: (
        *((1, 0) if chance.random() < 0.3 else (0, an_entry(state, chance))),
        chance.choice((-1, -1, chance.randrange(16))),
    ),
}
