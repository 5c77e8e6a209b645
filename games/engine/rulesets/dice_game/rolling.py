"""Rolls: which dice are thrown again, which stay as they lie, and when the result is final."""

from __future__ import annotations

from games.engine.core import Action, Detail, Group, Verb, keeps, says
from games.engine.rulesets.dice_game.faces import (
    DICE,
    WORDS,
    filled,
    heap,
    holds,
    listed,
    missing,
    packed,
    size,
    unlisted,
)
from games.engine.rulesets.dice_game.state import (
    MOMENT,
    ROLLS,
    DiceState,
    check_no_entry_yet,
    on_turn,
)
from games.engine.words import marked

FULL = (1 << DICE) - 1
"""All places of dice, as bits."""

SIX = 0x111111
"""The same of a list (`faces.filled`)."""


def parts(action: Action) -> tuple[list[int], list[int], int]:
    """The faces that were kept and those that were rolled, each by its place or -1 where the
    place is empty; and whether places are told."""
    kept, rolled, exact = action.facts
    return unlisted(kept), unlisted(rolled), exact


def may_roll(state: DiceState, action: Action) -> bool:
    """A roll of the usual six dice in a turn in which nothing else has been done."""
    dice = state.dice
    kept, rolled, exact = action.facts
    if (
        state.kept
        or state.turned
        or state.built
        or state.entered
        or dice.rolls >= ROLLS
        or not rolled
        or (kept | rolled) >> 4 * DICE
        or not on_turn(state, action)
    ):
        return False
    here, there = filled(kept), filled(rolled)
    if not dice.rolls:
        return not kept and there == SIX and not dice.known
    if exact and (here & there or here | there != SIX):
        return False
    if exact and dice.placed:
        before: int = dice.lie
        return before & 15 * here == kept
    stay = packed(kept)
    return size(stay) + size(packed(rolled)) == DICE and holds(packed(dice.lie), stay)


def roll(state: DiceState, action: Action) -> None:
    if not state.begun:
        state.step_in(action)
    dice = state.dice
    kept, rolled, exact = action.facts
    if not kept and not dice.lie:
        lie = rolled
    elif exact:
        # A die that was neither kept nor rolled lies as it lay before.
        here, there = filled(kept), filled(rolled)
        lie = dice.lie & ~(15 * (here | there)) | kept & ~(15 * there) | rolled
    else:
        lie = listed([face for face in (*unlisted(kept), *unlisted(rolled)) if face >= 0])
    dice.known = True
    dice.lay(lie, placed=bool(exact))
    dice.rolls += 1
    dice.thrown = True
    state.rolled = True


@keeps("DG-001")
def check_six(state: DiceState, action: Action) -> Detail | None:
    kept, rolled, exact = parts(action)
    count = sum(face >= 0 for face in (*kept, *rolled))
    if state.dice.rolls:
        if exact and max(len(kept), len(rolled)) > DICE:
            return says(marked("the roll has {count} dice"), count=max(len(kept), len(rolled)))
    elif count != DICE or (exact and max(len(kept), len(rolled)) > DICE):
        return says(marked("the roll has {count} dice"), count=count)
    return None


@keeps("DG-015")
def check_all_dice(state: DiceState, action: Action) -> Detail | None:
    kept, _rolled, _exact = parts(action)
    if not state.dice.rolls and not state.dice.known and any(face >= 0 for face in kept):
        return says(marked("dice were set aside before the first roll"))
    return None


@keeps("DG-013")
def check_nothing_built(state: DiceState, action: Action) -> Detail | None:
    if state.built:
        return says(marked("something has been built in this turn already"))
    return check_no_entry_yet.ask(state, action)


@keeps("DG-016")
def check_three(state: DiceState, action: Action) -> Detail | None:
    if state.dice.rolls >= ROLLS:
        return says(marked("three rolls were made"))
    return None


@keeps("DG-023")
def check_final(state: DiceState, action: Action) -> Detail | None:
    dice = state.dice
    after_the_third = dice.rolls >= ROLLS and state.turned
    if after_the_third or (dice.known and not dice.thrown):
        return says(marked("the result {dice} is final"), dice=heap(packed(dice.lie)))
    return None


@keeps("DG-017")
def check_not_kept(state: DiceState, action: Action) -> Detail | None:
    if not state.kept:
        return None
    if not state.dice.rolls:
        return says(marked("the result was kept already"))
    return says(marked("the result of roll {number} was kept"), number=state.dice.rolls)


@keeps("DG-024")
def check_not_turned(state: DiceState, action: Action) -> Detail | None:
    if state.turned:
        return says(marked("a die has been turned in this turn already"))
    return None


@keeps("DG-022")
def check_some_dice(state: DiceState, action: Action) -> Detail | None:
    _kept, rolled, _exact = parts(action)
    if not any(face >= 0 for face in rolled):
        return says(marked("no die was rolled"))
    return None


@keeps("DG-018")
def check_all_others(state: DiceState, action: Action) -> Detail | None:
    if not state.dice.rolls:
        return None
    kept, rolled, exact = parts(action)
    told = [face >= 0 for face in kept], [face >= 0 for face in rolled]
    if exact:
        here = places(kept) | places(rolled)
        idle = bin(FULL & ~here).count("1")
    else:
        idle = max(0, DICE - sum(told[0]) - sum(told[1]))
    if idle:
        return says(marked("dice neither set aside nor rolled: {count}"), count=idle)
    return None


def places(faces: list[int]) -> int:
    return sum(1 << at for at, face in enumerate(faces) if face >= 0)


def rolled_again(state: DiceState, action: Action) -> Detail | None:
    """Dice that were set aside and rolled all the same."""
    kept, rolled, exact = parts(action)
    if exact:
        both = places(kept) & places(rolled)
        count = bin(both).count("1")
    else:
        count = max(0, sum(face >= 0 for face in (*kept, *rolled)) - DICE)
    if count:
        return says(marked("dice set aside and rolled all the same: {count}"), count=count)
    return None


@keeps("DG-021")
def check_taken_back_late(state: DiceState, action: Action) -> Detail | None:
    return rolled_again(state, action) if state.dice.rolls == 1 else None


@keeps("DG-020")
def check_set_aside(state: DiceState, action: Action) -> Detail | None:
    return rolled_again(state, action) if state.dice.rolls > 1 else None


@keeps("DG-019")
def check_faces_kept(state: DiceState, action: Action) -> Detail | None:
    before = state.dice.faces
    # What a die showed after it was turned is no roll's affair any more.
    if not state.dice.rolls or state.turned:
        return None
    kept, _rolled, exact = parts(action)
    if exact and state.dice.placed:
        for at, face in enumerate(kept):
            if face >= 0 and at < len(before) and 0 <= before[at] != face:
                return says(
                    marked("die {place} showed {before}, not {face}"),
                    place=at + 1,
                    before=WORDS[before[at]],
                    face=WORDS[face],
                )
        return None
    told, had = packed(action.facts[0]), packed(state.dice.lie)
    if not holds(had, told):
        return says(marked("the dice did not show {faces}"), faces=heap(missing(had, told)))
    return None


# A result without its rolls, and one that is kept early


def result(state: DiceState, action: Action) -> None:
    if not state.begun:
        state.step_in(action)
    dice = state.dice
    dice.known = True
    dice.lay(action.facts[0], placed=True)


@keeps("DG-001")
def check_six_in_result(state: DiceState, action: Action) -> Detail | None:
    count = sum(face >= 0 for face in unlisted(action.facts[0]))
    if count != DICE:
        return says(marked("the result has {count} dice"), count=count)
    return None


@keeps("DG-023")
def check_one_result(state: DiceState, action: Action) -> Detail | None:
    if state.dice.known:
        return says(marked("the dice show {dice} already"), dice=heap(packed(state.dice.lie)))
    return None


def keep(state: DiceState, action: Action) -> None:
    if not state.begun:
        state.step_in(action)
    state.kept = True


@keeps("DG-014")
def check_rolled(state: DiceState, action: Action) -> Detail | None:
    # Where no roll is written down at all, none was left out (as `scoring.check_rolled`).
    if state.rolled and not state.dice.known:
        return says(marked("nothing was rolled that could be kept"))
    return None


ROLL_CHECKS = (
    *MOMENT,
    check_six,
    check_all_dice,
    check_nothing_built,
    check_three,
    check_final,
    check_not_kept,
    check_not_turned,
    check_some_dice,
    check_all_others,
    check_taken_back_late,
    check_set_aside,
    check_faces_kept,
)

RESULT_CHECKS = (
    *(*MOMENT, check_six_in_result),
    *(check_not_kept, check_one_result, check_nothing_built),
)

KEEP_CHECKS = (*MOMENT, check_rolled, check_nothing_built)

VERBS = {
    "roll": Verb.of((Group(may_roll, ROLL_CHECKS),), roll),
    "result": Verb(RESULT_CHECKS, result),
    "keep": Verb(KEEP_CHECKS, keep),
}
