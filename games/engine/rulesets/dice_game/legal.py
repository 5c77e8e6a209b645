"""What may be done now: rolls, whose dice are open, then what the dice allow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from games.engine.core import NOBODY, WON, Action
from games.engine.rulesets.dice_game.building import may_build
from games.engine.rulesets.dice_game.faces import (
    GOLD,
    ONE,
    RESOURCES,
    count,
    faces_of,
    filled,
    listed,
    packed,
)
from games.engine.rulesets.dice_game.rolling import SIX
from games.engine.rulesets.dice_game.sheet import ANY
from games.engine.rulesets.dice_game.spending import BY_FACE, frees
from games.engine.rulesets.dice_game.state import ROLLS, DiceState


def legal_actions(state: DiceState) -> Iterator[Action]:
    """Dice are told by their faces; those of a roll are open."""
    if state.ended == WON or state.ended_early:
        return
    seat, dice = state.turn, state.dice
    final = bool(state.built or state.turned or state.kept)
    if state.entered:
        yield Action(seat, "end_turn")
        return
    open_ = dice.rolls < ROLLS and not final and (dice.thrown or not dice.known)
    # With too few dice there is no right way to go on.
    if open_ and filled(dice.lie) in (0, SIX):
        yield from (Action(seat, "roll", (kept,)) for kept in set_aside(state))
    if dice.known:
        yield from builds(state)
        yield from jokers(state)
        yield from exchanges(state)
        yield entry(state)


def set_aside(state: DiceState) -> list[int]:
    """Lists of dice that may lie still while the others are rolled: none before the first roll,
    and never all of them."""
    faces = faces_of(packed(state.dice.lie))
    sizes = range(len(faces)) if faces else (0,)
    kept = [some for size in sizes for some in combinations(faces, size)]
    return [listed(some) for some in dict.fromkeys(kept)]


def builds(state: DiceState) -> Iterator[Action]:
    for number in range(len(state.sheet.symbols)):
        action = Action(state.turn, "build", (number, NOBODY))
        if may_build(state, action):
            yield action


def jokers(state: DiceState) -> Iterator[Action]:
    seat, sheet, here = state.turn, state.sheet, frees(state.dice)
    ready = state.knights(seat) & ~state.used[seat]
    for number, knight in enumerate(sheet.in_order):
        if not ready >> number & 1:
            continue
        if not state.same_turn and sheet.first_knight + number in state.built:
            continue
        wanted = RESOURCES if knight.joker == ANY else (knight.joker,)
        for face in range(6):
            if any(count(free, face) for free in here):
                for other in wanted:
                    if other not in (face, GOLD):
                        refs = listed([BY_FACE + face])
                        yield Action(seat, "joker", (number, refs, other))


def exchanges(state: DiceState) -> Iterator[Action]:
    if any(free >= 2 * ONE[GOLD] for free in frees(state.dice)):
        refs = listed([BY_FACE + GOLD, BY_FACE + GOLD])
        for face in RESOURCES:
            yield Action(state.turn, "exchange", (listed([face]), refs))


def entry(state: DiceState) -> Action:
    if not state.built:
        return Action(state.turn, "enter", (1, 0, NOBODY))
    return Action(state.turn, "enter", (0, state.worth(state.built), NOBODY))


def offers(state: DiceState) -> Iterator[Action]:
    """A result without its rolls, keeping one early, and breaking the game off."""
    if state.ended == WON or state.ended_early:
        return
    if not state.begun:
        yield Action(state.turn, "result")
    if state.dice.thrown and not (state.kept or state.built or state.turned or state.entered):
        yield Action(state.turn, "keep")
    yield Action(state.turn, "abandon")
