"""Entries in the boxes, the end of turns and of the game, and the result that was written down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from games.engine.core import NOBODY, WON, Action, Check, Detail, Group, Header, Verb, keeps, says
from games.engine.rulesets.dice_game.reach import earliest
from games.engine.rulesets.dice_game.sheet import CITY, KNIGHT, ROAD, SETTLEMENT, Sheet, Symbol
from games.engine.rulesets.dice_game.state import (
    MOMENT,
    PENALTY,
    DiceState,
    check_going_on,
)
from games.engine.words import in_points, listed, marked

CROSS = "X"

VALUE_RULES = {ROAD: "DG-050", SETTLEMENT: "DG-059", CITY: "DG-065", KNIGHT: "DG-069"}


def entered(action: Action) -> int | None:
    """The number of the entry; None for a cross."""
    cross, number, _box = action.facts
    return None if cross else number


def is_thin(state: DiceState) -> bool:
    """Whether the record has neither dice nor buildings of this turn, only its entry."""
    return not state.dice.known and not state.built


def enter(state: DiceState, action: Action) -> None:
    if not state.begun:
        state.step_in(action)
    number = entered(action)
    if number is not None and is_thin(state):
        state.loose[action.seat] = True
    built = 0 if state.entered else state.worth(state.built)
    state.off[action.seat] += (number or 0) - built
    if not (state.dice.known or state.rolled or action.ruling):
        state.before_rolls.append((action.seat, state.turns[action.seat] + 1))
    state.boxes[action.seat].append(number)
    state.entered += 1


@keeps("DG-070")
def check_box(state: DiceState, action: Action) -> Detail | None:
    box = action.facts[2]
    following = len(state.boxes[action.seat]) + 1
    if state.entered:
        return says(marked("a box is filled already in this turn"))
    if box not in (NOBODY, following):
        return says(
            marked("box {box} is filled, box {following} is the next one"),
            box=box,
            following=following,
        )
    return None


@keeps("DG-014")
def check_rolled(state: DiceState, action: Action) -> Detail | None:
    if state.rolled and not state.dice.known:
        return says(marked("{player} has not rolled"), player=state.name(action.seat))
    return None


@keeps("DG-071")
def check_sum(state: DiceState, action: Action) -> Detail | None:
    return wrong_sum(state, action)


def wrong_sum(state: DiceState, action: Action) -> Detail | None:
    number = entered(action)
    if number is None or (not number and not state.built):
        return None
    if is_thin(state):
        turn = state.turns[action.seat] + 1
        if number not in possible_sums(state.sheet):
            return says(marked("no buildings of one turn are worth {entry}"), entry=number)
        if number not in possible_sums(state.sheet, turn):
            text = marked("no buildings of turn {turn} are worth {entry}: it is too early for them")
            return says(text, entry=number, turn=turn)
        return None
    right = state.worth(state.built)
    if number != right:
        return says(
            marked("{entry} is entered, the buildings are worth {right}"),
            entry=number,
            right=right,
        )
    return None


def of_one_kind(kind: int) -> Check:
    """What a kind of building is worth, shown by a turn in which nothing else was built."""

    def ask(state: DiceState, action: Action) -> Detail | None:
        kinds = {state.sheet.symbols[symbol].kind for symbol in state.built}
        return wrong_sum(state, action) if kinds == {kind} else None

    return Check(VALUE_RULES[kind], ask)


@keeps("DG-052")
def check_start_road(state: DiceState, action: Action) -> Detail | None:
    """One point too many in the first turn, or in that in which the printed road was marked.

    Where other roads were built in the first turn, or knights alone, for which no road is needed,
    nothing says that it is the point of that one (DG-050, DG-069).
    """
    number = entered(action)
    if number is None or is_thin(state) or not state.built:
        return None
    sheet = state.sheet
    first = not state.turns[action.seat]
    again = any(sheet.start >> symbol & 1 for symbol in state.built)
    kinds = {sheet.symbols[symbol].kind for symbol in state.built}
    by_it = ROAD not in kinds and kinds != {KNIGHT}
    if number == state.worth(state.built) + 1 and (again or (first and by_it)):
        return says(
            marked("{entry} is entered, what was built in this turn is worth {right}"),
            entry=number,
            right=number - 1,
        )
    return None


@keeps("DG-072")
def check_no_zero(state: DiceState, action: Action) -> Detail | None:
    number = entered(action)
    if number is not None and not state.built and (number <= 0 or not is_thin(state)):
        return says(marked("{entry} is entered, and nothing was built"), entry=number)
    return None


@keeps("DG-073")
def check_no_cross(state: DiceState, action: Action) -> Detail | None:
    if entered(action) is None and state.built:
        names = listed(state.sheet.symbols[symbol].name for symbol in state.built)
        return says(marked("built in this turn: {symbols}"), symbols=names)
    return None


@lru_cache(maxsize=1000)
def possible_sums(sheet: Sheet, turn: int | None = None) -> frozenset[int]:
    """What the buildings of one turn may be worth, whatever stands on the sheet; or of the turn
    with that number, counted from 1, if all before it went as well as they can."""
    roads = sum(symbol.kind == ROAD for symbol in sheet.symbols) - sheet.start.bit_count()
    sums = set(range(1, 1 + min(3, roads)))
    values = {
        kind: [
            symbol.value
            for symbol, first in zip(_of(sheet, kind), earliest(sheet, kind), strict=True)
            if turn is None or first <= turn
        ]
        for kind in (SETTLEMENT, CITY, KNIGHT)
    }
    sums.update(values[CITY])
    for value in (*values[SETTLEMENT], *values[KNIGHT]):
        sums |= {value, value + 1}
    sums.update(map(sum, pairwise(values[KNIGHT])))
    return frozenset(sums)


def _of(sheet: Sheet, kind: int) -> list[Symbol]:
    return [symbol for symbol in sheet.symbols if symbol.kind == kind]


# The end of a turn, and of the game


def end_turn(state: DiceState, action: Action) -> None:
    if not state.begun:
        state.step_in(action)
    seat = state.turn
    dice = state.dice
    for knight, face in state.idle_now:
        if dice.free >> 8 * face & 0xFF:
            state.idle[seat] |= 1 << knight
    state.left[seat] = dice.free
    state.turns[seat] += 1
    state.under_way = True
    state.begin((seat + 1) % state.n)


@keeps("DG-048")
def check_cross(state: DiceState, action: Action) -> Detail | None:
    return no_entry(state) if not state.built else None


@keeps("DG-070")
def check_filled(state: DiceState, action: Action) -> Detail | None:
    return no_entry(state)


def no_entry(state: DiceState) -> Detail | None:
    if state.entered or state.ended_early:
        return None
    return says(marked("no box was filled in this turn"))


def abandon(state: DiceState, action: Action) -> None:
    state.ended_early = True


ENTRY_CHECKS = (
    *MOMENT,
    check_box,
    check_rolled,
    check_sum,
    *map(of_one_kind, VALUE_RULES),
    check_start_road,
    check_no_zero,
    check_no_cross,
)

END_CHECKS = (*MOMENT, check_cross, check_filled)


def enters_usually(state: DiceState, action: Action) -> bool:
    """The usual entry: of a turn with dice, in the next box."""
    cross, number, box = action.facts
    return bool(
        box == NOBODY
        and action.seat == state.turn
        and state.begun
        and state.dice.known
        and not state.entered
        and not state.ended_early
        and (not state.built if cross else state.built and number == state.worth(state.built))
    )


def ends_usually(state: DiceState, action: Action) -> bool:
    return bool(state.entered) and action.seat == state.turn and not state.ended_early


VERBS = {
    "enter": Verb.of((Group(enters_usually, ENTRY_CHECKS),), enter),
    "end_turn": Verb.of((Group(ends_usually, END_CHECKS),), end_turn),
    "abandon": Verb((check_going_on,), abandon),
}


# The result that the table wrote down


def check_result(state: DiceState, header: Header) -> Iterator[tuple[str, Detail]]:
    yield from _rolls(state)
    yield from _sums(state)
    yield from _totals(state, header)
    yield from _winners(state, header)


def _rolls(state: DiceState) -> Iterator[tuple[str, Detail]]:
    """Turns without a roll, which came before the record had any."""
    if state.rolled:
        for seat, turn in state.before_rolls:
            yield (
                "DG-014",
                says(
                    marked("{player} did not roll in turn {turn}"),
                    player=state.name(seat),
                    turn=turn,
                ),
            )


def _sums(state: DiceState) -> Iterator[tuple[str, Detail]]:
    for seat in state.seats:
        entries = sum(entry for entry in state.boxes[seat] if entry is not None)
        # What a turn that still goes on has built is in no box yet.
        going_on = seat == state.turn and not state.entered
        unwritten = state.worth(state.built) if going_on else 0
        built = state.sheet.points(state.marks[seat]) - unwritten
        full = len(state.boxes[seat]) == state.had(seat)
        if entries - state.off[seat] != built and full and not state.loose[seat]:
            yield (
                "DG-077",
                says(
                    marked("the entries of {player} add up to {entries}, the symbols to {built}"),
                    player=state.name(seat),
                    entries=entries,
                    built=built,
                ),
            )


def _totals(state: DiceState, header: Header) -> Iterator[tuple[str, Detail]]:
    if header.points is None:
        return
    for seat, points in enumerate(header.points):
        total = state.total(seat)
        if points == total:
            continue
        detail = says(
            marked("the result gives {player} {points}, the boxes {total}"),
            player=state.name(seat),
            points=in_points(points),
            total=total,
        )
        crosses = state.boxes[seat].count(None)
        unused = (state.knights(seat) & ~state.used[seat]).bit_count()
        if crosses and points in (total + crosses, total + PENALTY * crosses):
            yield "DG-074", detail
        elif unused and abs(points - total) == unused and not state.loose[seat]:
            yield "DG-042", _says_unused(state, seat, unused)
        else:
            yield "DG-076", detail


def _says_unused(state: DiceState, seat: int, unused: int) -> Detail:
    return says(
        marked("{player} has unused jokers, which count nothing: {count}"),
        player=state.name(seat),
        count=unused,
    )


def _winners(state: DiceState, header: Header) -> Iterator[tuple[str, Detail]]:
    if not header.winners and header.points is None:
        return
    # The points of a game that was broken off are no ranking.
    if state.ended_early and not header.winners:
        return
    if state.ended != WON:
        late = [state.name(seat) for seat in state.seats if state.had(seat) < state.sheet.boxes]
        detail = says(marked("turns are left to {players}"), players=", ".join(late))
        yield "DG-080" if header.winners else "DG-075", detail
        return
    best = winners(state)
    first, named = set(best), set(header.winners)
    for seat in header.winners:
        if seat not in first:
            yield (
                "DG-078",
                says(
                    marked("{player} has {points}, the highest total is {best}"),
                    player=state.name(seat),
                    points=in_points(state.total(seat)),
                    best=state.total(best[0]),
                ),
            )
    left_out = [seat for seat in best if seat not in named]
    if left_out and named & first:
        names = ", ".join(state.name(seat) for seat in left_out)
        yield "DG-079", says(marked("as many points: {players}"), players=names)


def winners(state: DiceState) -> list[int]:
    """Those with the highest total, once all have had their turns."""
    if state.ended != WON:
        return []
    totals = [state.total(seat) for seat in state.seats]
    best = max(totals)
    return [seat for seat, total in enumerate(totals) if total == best]
