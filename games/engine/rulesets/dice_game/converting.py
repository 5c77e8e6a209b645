"""Jokers and exchanges of gold: dice that are turned after the last roll."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.engine.core import Action, Detail, Group, Verb, keeps, says
from games.engine.rulesets.dice_game.faces import (
    GOLD,
    ONE,
    WORDS,
    count,
    heap,
    listed,
    pack,
    unlisted,
)
from games.engine.rulesets.dice_game.sheet import ANY
from games.engine.rulesets.dice_game.spending import (
    ABSENT,
    BY_FACE,
    DEAD,
    GIVEN_UP,
    PAID,
    carry_out,
    fates,
    frees,
    meant,
    refs_of,
)
from games.engine.rulesets.dice_game.state import (
    MOMENT,
    DiceState,
    Use,
    check_no_entry_yet,
    on_turn,
)
from games.engine.words import marked

PAIR = 2
"""Gold dice of an exchange (DG-028)."""


# Both


def use_of(action: Action) -> Use:
    """What the action asks of the dice."""
    if action.verb == "exchange":
        return _for_gold(*action.facts)
    _knight, refs, face = action.facts
    return _turned(refs, face)


@lru_cache(maxsize=1000)
def _for_gold(wanted: int, refs: int) -> Use:
    dice, faces = tuple(unlisted(refs)), unlisted(wanted)
    given = [GIVEN_UP] * max(0, len(dice) - len(faces))
    return Use(dice, len(dice) * ONE[GOLD], (*faces[: len(dice)], *given))


@lru_cache(maxsize=1000)
def _turned(refs: int, face: int) -> Use:
    dice = tuple(unlisted(refs))
    return Use(dice, len(dice) * (sum(ONE) - ONE[face]), (face,) * len(dice))


@keeps("DG-025")
def check_not_paid(state: DiceState, action: Action) -> Detail | None:
    if PAID in fates(state.dice, use_of(action)):
        return says(marked("the die has paid for a building"))
    return None


def dead(state: DiceState, action: Action) -> Detail | None:
    if DEAD in fates(state.dice, use_of(action)):
        return says(marked("the die was given up for a resource in this turn"))
    return None


# Gold


@keeps("DG-026")
def check_not_dead(state: DiceState, action: Action) -> Detail | None:
    return dead(state, action)


def exchange(state: DiceState, action: Action) -> None:
    if not state.begun:
        state.step_in(action)
    state.turned += 1
    state.swapped += 1
    if state.dice.known:
        carry_out(state.dice, use_of(action))


@keeps("DG-028")
def check_two_for_one(state: DiceState, action: Action) -> Detail | None:
    given, got = len(unlisted(refs_of(action))), len(unlisted(action.facts[0]))
    if given > PAIR or got != 1:
        return says(
            marked("gold dice exchanged: {given}, resources for them: {got}"), given=given, got=got
        )
    return None


@keeps("DG-029")
def check_pair(state: DiceState, action: Action) -> Detail | None:
    dice = unlisted(refs_of(action))
    if len(dice) < PAIR:
        return says(marked("one gold die is given"))
    if len(each_once(dice)) < PAIR <= len(dice):
        return says(marked("die {place} is turned and given up"), place=1 + dice[0])
    return None


def each_once(dice: Sequence[int]) -> list[int]:
    """The dice without a place that was named before; the same face again is another die."""
    return [one for at, one in enumerate(dice) if one >= BY_FACE or one not in dice[:at]]


@keeps("DG-030")
def check_resource(state: DiceState, action: Action) -> Detail | None:
    if GOLD in unlisted(action.facts[0]):
        return says(marked("gold is taken"))
    return None


def short_of_gold(state: DiceState, action: Action) -> Detail | None:
    dice = state.dice
    wanted, refs = action.facts
    named = action._replace(facts=(wanted, listed(each_once(unlisted(refs)))))
    found = meant(dice, use_of(named)) if dice.known else ()
    others = pack(one.face for one in found if 0 <= one.face != GOLD)
    if others:
        return says(marked("dice that do not show gold: {faces}"), faces=heap(others))
    if any(one.fate == ABSENT for one in found):
        return says(marked("gold dice that are left: {count}"), count=gold_of(state))
    return None


def gold_of(state: DiceState) -> int:
    """How many dice at most show gold and may be exchanged."""
    return max(count(free, GOLD) for free in frees(state.dice))


@keeps("DG-031")
def check_pairs(state: DiceState, action: Action) -> Detail | None:
    if state.swapped and state.dice.known and gold_of(state) < PAIR:
        return says(marked("gold dice that are left: {count}"), count=gold_of(state))
    return None


@keeps("DG-032")
def check_gold(state: DiceState, action: Action) -> Detail | None:
    return short_of_gold(state, action)


# Jokers


def joker(state: DiceState, action: Action) -> None:
    if not state.begun:
        state.step_in(action)
    knight, _refs, face = action.facts
    state.turned += 1
    state.called += 1
    state.used[action.seat] |= 1 << knight
    if state.dice.known:
        carry_out(state.dice, use_of(action))
        state.idle_now.append((knight, face))


@keeps("DG-033")
def check_knight(state: DiceState, action: Action) -> Detail | None:
    return no_knight(state, action)


def no_knight(state: DiceState, action: Action) -> Detail | None:
    knight = action.facts[0]
    symbol = state.sheet.first_knight + knight
    if state.loose[action.seat]:
        return None
    name = state.sheet.symbols[symbol].name
    if not state.marks[action.seat] >> symbol & 1:
        return says(marked("{knight} is not built"), knight=name)
    if not state.same_turn and symbol in state.built:
        return says(marked("{knight} was built in this turn"), knight=name)
    return None


@keeps("DG-034")
def check_face(state: DiceState, action: Action) -> Detail | None:
    knight, _refs, face = action.facts
    theirs = state.sheet.in_order[knight]
    if theirs.joker not in (ANY, face):
        return says(
            marked("{knight} gives: {resource}"),
            knight=state.sheet.symbols[state.sheet.first_knight + knight].name,
            resource=WORDS[theirs.joker],
        )
    if ABSENT in fates(state.dice, use_of(action)):
        return says(marked("there is no such die"))
    return None


@keeps("DG-035")
def check_one_die(state: DiceState, action: Action) -> Detail | None:
    count = len(unlisted(refs_of(action)))
    if count != 1:
        return says(marked("{count} dice are turned"), count=count)
    return None


@keeps("DG-036")
def check_joker_not_dead(state: DiceState, action: Action) -> Detail | None:
    return dead(state, action)


@keeps("DG-037")
def check_other_face(state: DiceState, action: Action) -> Detail | None:
    face = action.facts[2]
    if any(one.face == face for one in meant(state.dice, use_of(action))):
        return says(marked("the die shows it already: {resource}"), resource=WORDS[face])
    return None


@keeps("DG-038")
def check_once(state: DiceState, action: Action) -> Detail | None:
    knight = action.facts[0]
    if state.used[action.seat] >> knight & 1:
        name = state.sheet.symbols[state.sheet.first_knight + knight].name
        return says(marked("the joker of {knight} is used"), knight=name)
    return None


@keeps("DG-091")
def check_not_saved(state: DiceState, action: Action) -> Detail | None:
    knight = action.facts[0]
    if state.idle[action.seat] >> knight & 1:
        name = state.sheet.symbols[state.sheet.first_knight + knight].name
        return says(marked("the die of {knight} was not spent before"), knight=name)
    return None


@keeps("DG-039")
def check_no_gold(state: DiceState, action: Action) -> Detail | None:
    knight, _refs, face = action.facts
    if state.sheet.in_order[knight].joker == ANY and face == GOLD:
        return says(marked("gold is named"))
    return None


@keeps("DG-040")
def check_as_many(state: DiceState, action: Action) -> Detail | None:
    seat = action.seat
    knights = state.knights(seat).bit_count()
    used = state.used[seat].bit_count() + 1
    if used > knights > 0 and no_knight(state, action):
        return says(marked("jokers: {used}, knights built: {knights}"), used=used, knights=knights)
    return None


@keeps("DG-041")
def check_each_knight(state: DiceState, action: Action) -> Detail | None:
    return no_knight(state, action) if state.called else None


BOTH = (*MOMENT, check_no_entry_yet, check_not_paid)

EXCHANGE_CHECKS = (
    *BOTH,
    check_not_dead,
    check_two_for_one,
    check_pair,
    check_resource,
    check_pairs,
    check_gold,
)

JOKER_CHECKS = (
    *BOTH,
    check_knight,
    check_face,
    check_one_die,
    check_joker_not_dead,
    check_other_face,
    check_once,
    check_not_saved,
    check_no_gold,
    check_as_many,
    check_each_knight,
)

TWO_GOLD = listed([BY_FACE + GOLD, BY_FACE + GOLD])


def exchanges_usually(state: DiceState, action: Action) -> bool:
    """The usual exchange, whose dice are told by their faces."""
    wanted, refs = action.facts
    return (
        refs == TWO_GOLD
        and 0 < wanted <= GOLD
        and state.begun
        and not state.entered
        and state.dice.free >= 2 * ONE[GOLD]
        and on_turn(state, action)
    )


def uses_joker_usually(state: DiceState, action: Action) -> bool:
    """The usual joker, of a knight built before, for a die that is told by its face."""
    knight, refs, face = action.facts
    seat = action.seat
    used = state.used[seat]
    knights = state.knights(seat)
    shown = refs - 1 - BY_FACE
    return bool(
        0 <= shown <= GOLD
        and shown != face != GOLD
        and knights >> knight & 1
        and not used >> knight & 1
        and not used & ~knights
        and state.sheet.in_order[knight].joker in (face, ANY)
        and (state.same_turn or not state.built)
        and state.begun
        and not state.entered
        and count(state.dice.free, shown)
        and on_turn(state, action)
    )


VERBS = {
    "exchange": Verb.of((Group(exchanges_usually, EXCHANGE_CHECKS),), exchange),
    "joker": Verb.of((Group(uses_joker_usually, JOKER_CHECKS),), joker),
}
