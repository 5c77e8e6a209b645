"""Before the first turn: the rolls for the start, founding settlements and their roads."""

from __future__ import annotations

from games.engine import hints
from games.engine.core import Action, Detail, Seat, Verb, as_impossible, keeps, says
from games.engine.rulesets.base.building import (
    check_distance_of,
    check_path_empty,
    check_road_piece,
    check_settlement_piece,
    check_spot_empty,
    lay_road,
)
from games.engine.rulesets.base.packed import heap
from games.engine.rulesets.base.rolling import check_dice
from games.engine.rulesets.base.state import (
    FOUND,
    FOUND_ROAD,
    NO_SEAT,
    OVER,
    START,
    BaseState,
)
from games.engine.rulesets.base.turns import check_running, check_time
from games.engine.words import marked

# Rolls for the start


def due_to_roll(state: BaseState) -> list[Seat]:
    """Who has still to roll: at first all, then those level on the highest roll (D-08)."""
    level, rolled = round_of_rolls(state)
    return [] if len(level) == 1 else [seat for seat in level if seat not in rolled]


def round_of_rolls(state: BaseState) -> tuple[list[Seat], dict[Seat, int]]:
    """Those who may still start, and what they have rolled since that is known. Rolls of those who
    have left count no more: the highest of the others starts."""
    level = staying(state)
    rolled: dict[Seat, list[int]] = {seat: [] for seat in level}
    for seat, total in state.rolls:
        if seat in rolled:
            rolled[seat].append(total)
    rounds = 0
    while len(level) > 1 and all(len(rolled[seat]) > rounds for seat in level):
        highest = max(rolled[seat][rounds] for seat in level)
        level = [seat for seat in level if rolled[seat][rounds] == highest]
        rounds += 1
    return level, {seat: rolled[seat][rounds] for seat in level if len(rolled[seat]) > rounds}


def staying(state: BaseState) -> list[Seat]:
    return [seat for seat in state.seats if not state.out >> seat & 1]


def all_rolled(state: BaseState) -> bool:
    """Whether the first round of rolls is over: whoever rolls now was level."""
    return {seat for seat, _total in state.rolls}.issuperset(staying(state))


def rolled_again(state: BaseState) -> bool:
    """Whether some who were level have rolled once more."""
    return len(state.rolls) > len({seat for seat, _total in state.rolls})


def roll_for_start(state: BaseState, action: Action) -> None:
    if state.founded or state.phase not in (START, FOUND) or action.seat not in due_to_roll(state):
        return
    state.rolls += ((action.seat, action.facts[0]),)
    settle_start(state)


def settle_start(state: BaseState) -> None:
    """Whoever of those who stay rolled highest founds first, as soon as all of them have rolled."""
    if due_to_roll(state):
        state.phase = START
    else:
        state.phase = FOUND
        (state.first,), _rolled = round_of_rolls(state)
        state.turn = state.first


@keeps("B-054")
def check_start_roll_due(state: BaseState, action: Action) -> Detail | None:
    decided = state.phase == FOUND and state.rolls and not due_to_roll(state)
    if state.phase != OVER and (state.phase > FOUND or state.founded or decided):
        return says(marked("it is settled who starts"))
    return None


@keeps("B-054")
def check_rolls_once(state: BaseState, action: Action) -> Detail | None:
    return None if all_rolled(state) else not_to_roll(state, action)


@keeps("B-055")
def check_level(state: BaseState, action: Action) -> Detail | None:
    return not_to_roll(state, action) if all_rolled(state) else None


def not_to_roll(state: BaseState, action: Action) -> Detail | None:
    if state.phase == START and action.seat not in due_to_roll(state):
        return still_to_roll(state)
    return None


def still_to_roll(state: BaseState) -> Detail:
    names = ", ".join(map(state.name, due_to_roll(state)))
    return says(marked("these are to roll: {players}"), players=names)


# Settlements and roads


def may_found(state: BaseState, action: Action) -> bool:
    (spot,) = action.facts
    return (
        state.phase == FOUND
        and action.seat == state.turn
        and not state.blocked >> spot & 1
        and (action.gains is None or action.gains == start_gains(state, action))
    )


def start_gains(state: BaseState, action: Action) -> tuple[int, ...]:
    """The cards for the second settlement (B-061), by seat."""
    gains = [0] * state.n
    if founds_second(state, action.seat):
        hexes = state.places.hexes_at[action.facts[0]]
        gains[action.seat] = sum(state.unit[hex_] for hex_ in hexes)
    return tuple(gains)


def founds_second(state: BaseState, seat: Seat) -> bool:
    """Whether what the seat founds now is its second settlement, in whichever round."""
    return state.buildings[seat].bit_count() == 1


def found(state: BaseState, action: Action) -> None:
    (spot,) = action.facts
    gains = action.gains if action.gains is not None else start_gains(state, action)
    state.build(action.seat, spot)
    for seat, cards in enumerate(gains):
        state.hands[seat] += cards
        state.bank -= cards
    state.founder = spot
    if state.phase == START:
        # Whoever founds first has begun, whatever was still to be rolled.
        state.first = action.seat
    if state.phase <= FOUND_ROAD:
        state.turn = action.seat
        state.phase = FOUND_ROAD


def may_found_road(state: BaseState, action: Action) -> bool:
    (path,) = action.facts
    return (
        state.phase == FOUND_ROAD
        and action.seat == state.turn
        and not state.laid >> path & 1
        and state.founder in state.places.ends[path]
    )


def found_road(state: BaseState, action: Action) -> None:
    (path,) = action.facts
    lay_road(state, action.seat, path)
    go_on(state)


def go_on(state: BaseState) -> None:
    """Settlement and road are laid: the next one founds, or the first turn begins."""
    if state.phase > FOUND_ROAD:
        return
    state.founded += 1
    await_founder(state)


def await_founder(state: BaseState) -> None:
    """The next one who is still in the game founds, or the first turn begins."""
    if not state.taken and state.out >> state.first & 1:
        state.first = state.left_of(state.first)
    seat = founder_due(state)
    if seat == NO_SEAT:
        state.begin_turn(state.left_of(state.starter() - 1))
    else:
        state.turn = seat
        state.phase = FOUND


def leave_founding(state: BaseState, seat: Seat) -> None:
    """Who has left founds nothing more (B-056, B-057). Before anybody has founded, the rolls of
    the others say who begins (B-054, B-055)."""
    if state.rolls and not state.taken:
        settle_start(state)
        return
    if seat != state.turn:
        return
    if state.phase == FOUND_ROAD:
        go_on(state)
    else:
        await_founder(state)


def founder_due(state: BaseState) -> Seat:
    """Whose founding is due, `NO_SEAT` if none is: clockwise until all have a settlement, then from
    who founded last the other way round until all have two (B-056, B-057). Where a ruling let
    somebody found out of turn, whoever was passed over is due first."""
    order = [(state.first + turn) % state.n for turn in state.seats]
    lacking = [seat for seat in order if not state.out >> seat & 1]
    last = []
    if not in_first_round(state):
        lacking = [seat for seat in lacking[::-1] if state.buildings[seat].bit_count() < 2]
        last = [seat for seat in lacking if state.buildings[seat] == 1 << state.founder]
    else:
        lacking = [seat for seat in lacking if not state.buildings[seat]]
    return next(iter((*last, *lacking)), NO_SEAT)


def in_first_round(state: BaseState) -> bool:
    """Whether somebody who stays has founded nothing yet."""
    return not all(state.buildings[seat] or state.out >> seat & 1 for seat in state.seats)


@keeps("B-054")
def check_starter_known(state: BaseState, action: Action) -> Detail | None:
    return still_to_roll(state) if state.phase == START and not all_rolled(state) else None


@keeps("B-055")
def check_tie_settled(state: BaseState, action: Action) -> Detail | None:
    return still_to_roll(state) if state.phase == START and all_rolled(state) else None


@keeps("B-054")
def check_highest_founds(state: BaseState, action: Action) -> Detail | None:
    return None if rolled_again(state) else passed_over(state, action)


@keeps("B-055")
def check_winner_of_tie_founds(state: BaseState, action: Action) -> Detail | None:
    return passed_over(state, action) if rolled_again(state) else None


def passed_over(state: BaseState, action: Action) -> Detail | None:
    """Somebody else begins than the one whom the rolls chose."""
    if state.phase != FOUND or state.founded or not state.rolls or action.seat == state.turn:
        return None
    return says(marked("{player} rolled highest and founds first"), player=state.name(state.turn))


@keeps("B-058")
def check_founding(state: BaseState, action: Action) -> Detail | None:
    return founding_over(state)


@keeps("B-059")
def check_founding_road(state: BaseState, action: Action) -> Detail | None:
    return founding_over(state)


def founding_over(state: BaseState) -> Detail | None:
    if state.phase > FOUND_ROAD:
        return says(marked("the founding is over: what is built now is paid for"))
    return None


@keeps("B-056")
def check_first_round(state: BaseState, action: Action) -> Detail | None:
    if in_first_round(state) and passed_over(state, action) is None:
        return out_of_order(state, action)
    return None


@keeps("B-057")
def check_second_round(state: BaseState, action: Action) -> Detail | None:
    if not in_first_round(state):
        return out_of_order(state, action)
    return None


def out_of_order(state: BaseState, action: Action) -> Detail | None:
    """Whoever founds before the road of the settlement is laid is told of that road (B-060)."""
    building = action.verb in ("found", "found_city")
    if state.phase in (FOUND, FOUND_ROAD) and action.seat != state.turn:
        if building and state.phase == FOUND_ROAD:
            return None
        return says(marked("{player} founds now"), player=state.name(state.turn))
    return None


@keeps("B-060")
def check_road_laid(state: BaseState, action: Action) -> Detail | None:
    if state.phase == FOUND_ROAD:
        return says(
            marked("the road of the settlement {spot} has not been laid"),
            spot=state.spot_name(state.founder),
        )
    return None


@keeps("B-060")
def check_settlement_first(state: BaseState, action: Action) -> Detail | None:
    if state.phase == FOUND:
        return says(marked("the settlement comes before its road"))
    return None


@keeps("B-133")
def check_founding_distance(state: BaseState, action: Action) -> Detail | None:
    return check_distance_of(state, action.facts[0])


@keeps("B-061")
def check_start_gains(state: BaseState, action: Action) -> Detail | None:
    due = start_gains(state, action)
    second = founds_second(state, action.seat)
    if second and action.gains is not None and action.gains != due:
        return wrong_gains(state, action, due)
    return None


@keeps("B-062")
def check_no_gains(state: BaseState, action: Action) -> Detail | None:
    second = founds_second(state, action.seat)
    if not second and action.gains is not None and any(action.gains):
        return wrong_gains(state, action, start_gains(state, action))
    return None


def wrong_gains(state: BaseState, action: Action, due: tuple[int, ...]) -> Detail:
    got = action.gains or ()
    seat, *_others = [seat for seat in state.seats if got[seat] != due[seat]]
    # The bank is large enough for a founding, however it was written down.
    detail = says(
        marked("{player} took {got}, due is {due}"),
        player=state.name(seat),
        got=heap(got[seat]),
        due=heap(due[seat]),
    )
    if state.bank_pays(sum(got)):
        return detail
    return as_impossible(detail, hints.ROLLED_CARDS)


@keeps("B-059")
def check_at_settlement(state: BaseState, action: Action) -> Detail | None:
    (path,) = action.facts
    if state.phase == FOUND_ROAD and state.founder not in state.places.ends[path]:
        return says(
            marked("{path} does not touch the settlement {spot}"),
            path=state.path_name(path),
            spot=state.spot_name(state.founder),
        )
    return None


BEGINNING = (
    check_starter_known,
    check_tie_settled,
    check_highest_founds,
    check_winner_of_tie_founds,
)
"""The rolls for the start say who founds now."""

VERBS = {
    "start_roll": Verb(
        (
            check_running,
            check_time,
            check_start_roll_due,
            check_rolls_once,
            check_level,
            check_dice,
        ),
        roll_for_start,
    ),
    "found": Verb(
        (
            check_running,
            check_time,
            *BEGINNING,
            check_founding,
            check_road_laid,
            check_first_round,
            check_second_round,
            check_spot_empty,
            check_founding_distance,
            check_settlement_piece,
            check_start_gains,
            check_no_gains,
        ),
        found,
        may_found,
    ),
    "found_road": Verb(
        (
            check_running,
            check_time,
            *BEGINNING,
            check_founding_road,
            check_settlement_first,
            check_first_round,
            check_second_round,
            check_path_empty,
            check_at_settlement,
            check_road_piece,
        ),
        found_road,
        may_found_road,
    ),
}
