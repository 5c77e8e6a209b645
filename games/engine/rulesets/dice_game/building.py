"""Symbols that are marked: what they cost, where they stand, and in which order."""

from __future__ import annotations

from games.engine.core import NOBODY, Action, Check, Detail, Group, Verb, keeps, says
from games.engine.rulesets.dice_game.faces import (
    DICE,
    GOLD,
    count,
    heap,
    holds,
    pack,
    size,
)
from games.engine.rulesets.dice_game.sheet import CITY, KNIGHT, ROAD, SETTLEMENT, Symbol
from games.engine.rulesets.dice_game.spending import (
    ABSENT,
    DEAD,
    FREE,
    PAID,
    PRICES,
    carry_out,
    frees,
    meant,
    payment,
    refs_of,
)
from games.engine.rulesets.dice_game.state import (
    COST_RULES,
    COSTS,
    Dice,
    DiceState,
    Use,
    check_going_on,
    check_no_entry_yet,
    check_turns_left,
    off_turn,
    on_turn,
)
from games.engine.words import marked


def symbol_of(state: DiceState, action: Action) -> Symbol:
    return state.sheet.symbols[action.facts[0]]


def may_build(state: DiceState, action: Action) -> bool:
    """What nearly every building of a record is, told at once."""
    number, refs = action.facts
    if not on_turn(state, action) or state.entered or (refs != NOBODY and not state.dice.known):
        return False
    symbol = state.sheet.symbols[number]
    marks = state.marks[action.seat]
    dice = state.dice
    return (
        not marks >> number & 1
        and not state.loose[action.seat]
        and (not symbol.near or symbol.near & marks > 0)
        and (symbol.kind != ROAD or (symbol.near & marks > 0 and not state.orphans))
        and symbol.before & ~marks == 0
        and (can_pay(dice, symbol.kind, refs) if dice.known else not too_many(state, action))
    )


def can_pay(dice: Dice, kind: int, refs: int) -> bool:
    cost = COSTS[kind]
    if refs == NOBODY:
        return holds(dice.free, cost) or any(holds(free, cost) for free in frees(dice))
    found = meant(dice, payment(refs, kind))
    return len(found) == size(cost) and cost == pack(one.face for one in found if one.fate == FREE)


def use_of(state: DiceState, action: Action) -> Use:
    """What the building asks of the dice."""
    kind, refs = symbol_of(state, action).kind, refs_of(action)
    return PRICES[kind] if refs == NOBODY else payment(refs, kind)


def build(state: DiceState, action: Action) -> None:
    if not state.begun:
        state.step_in(action)
    number, refs = action.facts
    seat = action.seat
    symbol = state.sheet.symbols[number]
    theirs = seat != state.turn
    if (state.entered or theirs) and not state.marks[seat] >> number & 1:
        # No entry is left for it, which has been said.
        state.off[seat] -= symbol.value
    state.marks[seat] |= 1 << number
    if theirs:
        return
    state.built.append(number)
    if symbol.kind in (SETTLEMENT, CITY) and not symbol.near & state.marks[seat]:
        state.orphans.append(number)
    dice = state.dice
    if not dice.known:
        return
    cost = COSTS[symbol.kind]
    if refs == NOBODY and not dice.ways and holds(dice.free, cost):
        dice.free -= cost
        dice.paid += cost
        dice.by_faces += (PRICES[symbol.kind],)
    else:
        carry_out(dice, use_of(state, action))


# Whose turn it is


@keeps("DG-005")
def check_own_sheet(state: DiceState, action: Action) -> Detail | None:
    return off_turn(state, action) if state.begun else None


@keeps("DG-011")
def check_first_turn(state: DiceState, action: Action) -> Detail | None:
    return off_turn(state, action) if not state.begun and not state.under_way else None


@keeps("DG-012")
def check_order(state: DiceState, action: Action) -> Detail | None:
    return off_turn(state, action) if not state.begun and state.under_way else None


# The symbol


@keeps("DG-006")
def check_free(state: DiceState, action: Action) -> Detail | None:
    if state.marks[action.seat] >> action.facts[0] & 1:
        return says(marked("{symbol} is marked already"), symbol=symbol_of(state, action).name)
    return None


@keeps("DG-051")
def check_not_start(state: DiceState, action: Action) -> Detail | None:
    if state.sheet.start >> action.facts[0] & 1:
        return says(marked("{symbol} is printed as built"), symbol=symbol_of(state, action).name)
    return None


def apart(state: DiceState, action: Action) -> Detail | None:
    """No road that is built leads there."""
    symbol = symbol_of(state, action)
    marks = state.marks[action.seat]
    # A site that was marked already is judged by that alone.
    if symbol.kind == KNIGHT or state.loose[action.seat] or marks >> action.facts[0] & 1:
        return None
    if symbol.near & marks:
        return None
    return says(marked("no road that is built touches {symbol}"), symbol=symbol.name)


@keeps("DG-053")
def check_joined(state: DiceState, action: Action) -> Detail | None:
    return apart(state, action) if symbol_of(state, action).kind == ROAD else None


def beyond(state: DiceState, action: Action, *, built: bool) -> Detail | None:
    """A road is missing between this one and those that are built, and a site of that sort lies at
    it; one that is not built is meant only if it lies between the two."""
    symbol = symbol_of(state, action)
    if symbol.kind != ROAD or apart(state, action) is None:
        return None
    sheet, marks = state.sheet, state.marks[action.seat]
    missing = sum(
        1 << number
        for number, other in enumerate(sheet.symbols)
        if other.kind == ROAD and symbol.near >> number & 1 and other.near & marks
    )
    for number, site in enumerate(sheet.symbols):
        between = built or site.near >> action.facts[0] & 1
        if site.kind in (SETTLEMENT, CITY) and between and site.near & missing:
            here = bool(marks >> number & 1)
            if here == built:
                return says(marked("{site} is no road"), site=site.name)
    return None


@keeps("DG-054")
def check_no_site_instead(state: DiceState, action: Action) -> Detail | None:
    return beyond(state, action, built=False)


@keeps("DG-055")
def check_no_building_instead(state: DiceState, action: Action) -> Detail | None:
    return beyond(state, action, built=True)


@keeps("DG-057")
def check_settlement_at_road(state: DiceState, action: Action) -> Detail | None:
    return apart(state, action) if symbol_of(state, action).kind == SETTLEMENT else None


@keeps("DG-062")
def check_city_at_road(state: DiceState, action: Action) -> Detail | None:
    return apart(state, action) if symbol_of(state, action).kind == CITY else None


@keeps("DG-046")
def check_road_first(state: DiceState, action: Action) -> Detail | None:
    if symbol_of(state, action).kind != ROAD:
        return None
    for number in state.orphans:
        site = state.sheet.symbols[number]
        if site.near >> action.facts[0] & 1:
            return says(
                marked("{road} is built only after {site}"),
                road=symbol_of(state, action).name,
                site=site.name,
            )
    return None


def out_of_order(kind: int) -> Check:
    rule = {SETTLEMENT: "DG-058", CITY: "DG-063", KNIGHT: "DG-067"}[kind]
    return Check(
        rule,
        lambda state, action: (
            left_out(state, action) if symbol_of(state, action).kind == kind else None
        ),
    )


def left_out(state: DiceState, action: Action) -> Detail | None:
    symbol = symbol_of(state, action)
    marks = state.marks[action.seat]
    if symbol.before & ~marks and not state.loose[action.seat]:
        first = (symbol.before & ~marks & -(symbol.before & ~marks)).bit_length() - 1
        return says(
            marked("{other} comes before {symbol}"),
            other=state.sheet.symbols[first].name,
            symbol=symbol.name,
        )
    return None


@keeps("DG-068")
def check_no_road_for_knight(state: DiceState, action: Action) -> Detail | None:
    """The player has built roads, which stand for no knight that was left out."""
    roads = state.sheet.masks[ROAD] & ~state.sheet.start
    if symbol_of(state, action).kind == KNIGHT and state.marks[action.seat] & roads:
        return left_out(state, action)
    return None


# The payment


def paid_with(state: DiceState, action: Action) -> int | None:
    """The faces with which the record says it was paid; None if it does not say."""
    dice = state.dice
    if refs_of(action) == NOBODY:
        return None
    found = meant(dice, use_of(state, action))
    if not dice.known and any(one.face < 0 for one in found):
        return None
    return pack(one.face for one in found if one.face >= 0)


def short(state: DiceState, action: Action) -> int:
    """What the dice do not have of the cost, where the record does not say which dice paid."""
    dice = state.dice
    if refs_of(action) != NOBODY or not dice.known:
        return 0
    return pack(one.face for one in meant(dice, use_of(state, action)) if one.fate != FREE)


def wrong_price(state: DiceState, action: Action) -> Detail | None:
    symbol = symbol_of(state, action)
    cost = COSTS[symbol.kind]
    paid = paid_with(state, action)
    if paid is not None and paid != cost:
        return says(
            marked("{symbol} costs {cost}, it was paid with {paid}"),
            symbol=symbol.name,
            cost=heap(cost),
            paid=heap(paid),
        )
    return None


def too_little(state: DiceState, action: Action) -> Detail | None:
    lacking = short(state, action)
    if lacking:
        return says(marked("the dice that are left are short of {faces}"), faces=heap(lacking))
    return None


@keeps("DG-044")
def check_exact(state: DiceState, action: Action) -> Detail | None:
    """As many dice as the building costs, but not those."""
    cost = COSTS[symbol_of(state, action).kind]
    same_count = size(paid_with(state, action) or 0) == size(cost)
    return wrong_price(state, action) if same_count else None


def costs(kind: int) -> Check:
    """Roads, settlements, cities and knights each have their row."""
    return Check(
        COST_RULES[kind],
        lambda state, action: (
            wrong_price(state, action) or too_little(state, action)
            if symbol_of(state, action).kind == kind
            else None
        ),
    )


@keeps("DG-027")
def check_no_gold(state: DiceState, action: Action) -> Detail | None:
    if count(paid_with(state, action) or 0, GOLD):
        return says(marked("gold is among the dice that pay"))
    return None


@keeps("DG-043")
def check_pays_once(state: DiceState, action: Action) -> Detail | None:
    dice = state.dice
    lacking = short(state, action)
    kind = symbol_of(state, action).kind
    again = any(state.sheet.symbols[number].kind == kind for number in state.built)
    if lacking and holds(dice.paid, lacking) and not again:
        return says(marked("{faces} has paid in this turn already"), faces=heap(lacking))
    if _has(state, action, PAID):
        return says(marked("a die that pays has paid in this turn already"))
    return None


def _has(state: DiceState, action: Action, fate: int) -> bool:
    if refs_of(action) == NOBODY or not state.dice.known:
        return False
    return any(one.fate == fate for one in meant(state.dice, use_of(state, action)))


@keeps("DG-026")
def check_not_dead(state: DiceState, action: Action) -> Detail | None:
    if _has(state, action, DEAD):
        return says(marked("the die was given up for a resource in this turn"))
    return None


@keeps("DG-045")
def check_suffices(state: DiceState, action: Action) -> Detail | None:
    if _has(state, action, ABSENT):
        return says(marked("there is no such die"))
    return (too_little(state, action) if state.built else None) or too_many(state, action)


def too_many(state: DiceState, action: Action) -> Detail | None:
    """Where the record does not have the dice: more of them pay for what is built in this turn than
    six, or than are left beside gold that was given up."""
    number = action.facts[0]
    if state.dice.known or action.seat != state.turn or state.entered or number in state.built:
        return None
    symbols = state.sheet.symbols
    built = {*state.built, number} - {at for at in state.built if state.sheet.start >> at & 1}
    cost = sum(size(COSTS[symbols[at].kind]) for at in built)
    dice = DICE - state.swapped
    if cost <= dice:
        return None
    text = marked("what is built in this turn costs {cost} dice, there are {dice}")
    return says(text, cost=cost, dice=max(0, dice))


@keeps("DG-047")
def check_not_saved(state: DiceState, action: Action) -> Detail | None:
    lacking = short(state, action)
    if refs_of(action) != NOBODY and state.dice.known:
        lacking = pack(
            one.face
            for one in meant(state.dice, use_of(state, action))
            if one.fate == ABSENT
            if one.face >= 0
        )
    if lacking and holds(state.left[action.seat], lacking):
        return says(
            marked("{faces} was left over in the turn before and is lost"),
            faces=heap(lacking),
        )
    return None


@keeps("DG-064")
def check_no_upgrade(state: DiceState, action: Action) -> Detail | None:
    symbol = symbol_of(state, action)
    if symbol.kind == SETTLEMENT and paid_with(state, action) == COSTS[CITY]:
        return says(marked("{symbol} was paid as if it were a city"), symbol=symbol.name)
    return None


CHECKS = (
    check_going_on,
    check_turns_left,
    check_first_turn,
    check_order,
    check_own_sheet,
    check_no_entry_yet,
    check_free,
    check_not_start,
    check_joined,
    check_no_site_instead,
    check_no_building_instead,
    check_settlement_at_road,
    check_city_at_road,
    check_road_first,
    *map(out_of_order, (SETTLEMENT, CITY, KNIGHT)),
    check_no_road_for_knight,
    check_exact,
    *map(costs, (ROAD, SETTLEMENT, CITY, KNIGHT)),
    check_no_gold,
    check_pays_once,
    check_not_dead,
    check_suffices,
    check_not_saved,
    check_no_upgrade,
)

# A sheet that was not blank


@keeps("DG-010")
def check_blank(state: DiceState, action: Action) -> Detail | None:
    if not state.sheet.start >> action.facts[0] & 1:
        return says(
            marked("{symbol} is marked before the first turn"), symbol=symbol_of(state, action).name
        )
    return None


def mark(state: DiceState, action: Action) -> None:
    state.marks[action.seat] |= 1 << action.facts[0]


MARK_CHECKS = (check_blank,)

VERBS = {
    "build": Verb.of((Group(may_build, CHECKS),), build),
    "marked": Verb(MARK_CHECKS, mark),
}
