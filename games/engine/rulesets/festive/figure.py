"""The move of the figure: when, to where, for how much wool, and what it brings."""

from __future__ import annotations

from games.engine import hints
from games.engine.board.terrain import Resource, Terrain
from games.engine.core import NOBODY, Action, Check, Detail, Group, Seat, Verb, cannot, keeps, says
from games.engine.rulesets.base.packed import LETTERS, ONE, PLACE, RESOURCES, UNKNOWN, heap, size
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import (
    BEFORE,
    DISCARD,
    MAIN,
    PAIRED,
    RESOLVING,
    ROBBER,
    SHIFT,
)
from games.engine.rulesets.base.turns import (
    before_roll,
    check_founded,
    check_running,
    check_time,
    held,
    not_by_name,
    off_turn,
)
from games.engine.rulesets.festive.state import UNTOLD, Festive
from games.engine.rulesets.festive.tokens import LATE
from games.engine.words import marked

WOOL = RESOURCES.index(Resource.WOOL)


def move(state: Festive, action: Action) -> None:
    """Facts: hex; what is paid, packed; the hex to which the robber is chased or `NOBODY`; the
    tokens received, eight bits for each seat, or `UNTOLD`."""
    hex_, paid, refuge, told = action.facts
    state.hands[action.seat] -= paid
    state.bank += paid
    if refuge != NOBODY:
        state.move_robber(refuge)
    state.figure = hex_
    state.visited = True
    state.receive(state.gifts(hex_) if told == UNTOLD else received(state, told))


def received(state: Festive, told: int) -> list[int]:
    """The tokens as the table gave them out; who has left keeps none."""
    counts = [told >> 8 * seat & PLACE for seat in state.seats]
    return [0 if state.out >> seat & 1 else count for seat, count in enumerate(counts)]


def is_land(state: Festive, hex_: int) -> bool:
    return state.header.board.terrain[hex_] is not Terrain.SEA


def holds(state: Festive, seat: Seat, cards: int) -> bool:
    hand = state.hands[seat]
    return all(
        hand >> 8 * kind & PLACE >= cards >> 8 * kind & PLACE for kind in range(len(LETTERS))
    )


def packed(gifts: tuple[int, ...]) -> int:
    return sum(count << 8 * seat for seat, count in enumerate(gifts))


# When


@keeps("EB-017")
def check_own_turn(state: Festive, action: Action) -> Detail | None:
    return off_turn(state, action) if state.phase >= BEFORE else None


@keeps("EB-018")
def check_rolled(state: Festive, action: Action) -> Detail | None:
    return before_roll(state)


@keeps("EB-054")
def check_seven_done(state: Festive, action: Action) -> Detail | None:
    if state.phase in (DISCARD, ROBBER, SHIFT) and not state.by_knight:
        return says(marked("the 7 has not been carried out"))
    return None


@keeps("EB-055")
def check_nothing_open(state: Festive, action: Action) -> Detail | None:
    if state.phase == RESOLVING or (state.phase in (DISCARD, ROBBER) and state.by_knight):
        return says(marked("something else is to be carried out first"))
    return None


@keeps("EB-032")
def check_first_rock(state: Festive, action: Action) -> Detail | None:
    if state.phase == PAIRED:
        return says(marked("{player} holds rock 2"), player=state.name(state.turn))
    return None


@keeps("EB-026")
def check_once(state: Festive, action: Action) -> Detail | None:
    if state.visited and state.phase == MAIN:
        return says(marked("the figure was moved in this turn already"))
    return None


# Where


@keeps("EB-027")
def check_other_hex(state: Festive, action: Action) -> Detail | None:
    hex_ = action.facts[0]
    if hex_ != state.figure:
        return None
    return says(marked("the figure stands on {hex} already"), hex=state.hex_name(hex_))


@keeps("EB-031")
def check_on_land(state: Festive, action: Action) -> Detail | None:
    hex_ = action.facts[0]
    if is_land(state, hex_):
        return None
    return says(marked("{hex} is sea"), hex=state.hex_name(hex_))


@keeps("CK-085")
def check_robber_free(state: Festive, action: Action) -> Detail | None:
    if action.facts[0] != state.robber or state.robber_is_free:
        return None
    return says(marked("the barbarians have not attacked yet"))


@keeps("EB-030")
def check_not_at_home_of_robber(state: Festive, action: Action) -> Detail | None:
    """While the robber stands on the only desert nothing leads there (EBD-07)."""
    hex_, paid = action.facts[:2]
    if not on_only_desert(state, hex_) or wool_in(paid) < 2:
        return None
    text = marked("the robber stands on {hex}, the only desert, and could not leave it")
    return says(text, hex=state.hex_name(hex_))


def on_only_desert(state: Festive, hex_: int) -> bool:
    return hex_ == state.robber and state.deserts == (hex_,)


@keeps("EB-024")
def check_chased_to_desert(state: Festive, action: Action) -> Detail | None:
    hex_, _paid, refuge, _told = action.facts
    if hex_ != state.robber:
        return None if refuge == NOBODY else says(marked("the robber was not on that hex"))
    if refuge in state.refuges() or on_only_desert(state, hex_):
        return None
    if refuge == NOBODY:
        # One wool does not lead there, so that nobody chases it.
        if any(
            check.ask(state, action) for check in (check_not_to_robber, check_not_to_robbers_desert)
        ):
            return None
        return says(marked("the robber is not put back on a desert"))
    return says(marked("{hex} is no desert for the robber"), hex=state.hex_name(refuge))


# For how much


def wool_in(paid: int) -> int:
    return paid >> 8 * WOOL & PLACE


def is_one_wool(paid: int) -> bool:
    """Whether it is one; unseen cards beside it may be others."""
    return wool_in(paid) == 1 and not paid >> 8 * UNKNOWN & PLACE


@keeps("EB-019")
def check_paid(state: Festive, action: Action) -> Detail | None:
    return None if action.facts[1] else says(marked("nothing is paid"))


@keeps("EB-020")
def check_wool(state: Festive, action: Action) -> Detail | None:
    paid = action.facts[1]
    others = paid - wool_in(paid) * ONE[WOOL]
    if not others:
        return None
    if others >> 8 * UNKNOWN == size(others):
        return not_by_name(paid)
    return says(marked("{cards} are not wool only"), cards=heap(paid))


@keeps("EB-020")
def check_held(state: Festive, action: Action) -> Detail | None:
    paid = action.facts[1]
    if holds(state, action.seat, paid):
        return None
    return cannot(
        marked("{player} holds {held}, the price is {price}"),
        hints.CARDS_BEFORE,
        price=heap(paid),
        **held(state, action.seat),
    )


@keeps("EB-021")
def check_not_to_robber(state: Festive, action: Action) -> Detail | None:
    hex_, paid = action.facts[:2]
    if hex_ != state.robber or hex_ in state.deserts or not is_one_wool(paid):
        return None
    return says(marked("the robber stands on {hex}: two wool"), hex=state.hex_name(hex_))


@keeps("EB-029")
def check_not_to_robbers_desert(state: Festive, action: Action) -> Detail | None:
    hex_, paid = action.facts[:2]
    if hex_ != state.robber or hex_ not in state.deserts or not is_one_wool(paid):
        return None
    return says(marked("the robber stands on {hex}, a desert"), hex=state.hex_name(hex_))


@keeps("EB-022")
def check_two(state: Festive, action: Action) -> Detail | None:
    hex_, paid = action.facts[:2]
    if hex_ != state.robber or wool_in(paid) < 3:
        return None
    return says(marked("{count} wool for the hex of the robber"), count=wool_in(paid))


@keeps("EB-023")
def check_one(state: Festive, action: Action) -> Detail | None:
    hex_, paid = action.facts[:2]
    if hex_ in (state.robber, state.home) or wool_in(paid) < 2:
        return None
    return says(marked("{count} wool for a hex without the robber"), count=wool_in(paid))


@keeps("EB-028")
def check_one_for_home(state: Festive, action: Action) -> Detail | None:
    hex_, paid = action.facts[:2]
    if hex_ != state.home or hex_ == state.robber or wool_in(paid) < 2:
        return None
    return says(marked("{count} wool for the special hex"), count=wool_in(paid))


# What it brings, if the record says it


def rightly_given(state: Festive, action: Action) -> bool:
    hex_, _paid, _refuge, told = action.facts
    return told in (UNTOLD, packed(state.gifts(hex_)))


def gifts_check(rule: str) -> Check:
    """The check of one of the reasons."""

    @keeps(rule)
    def check(state: Festive, action: Action) -> Detail | None:
        hex_, _paid, _refuge, told = action.facts
        if told == UNTOLD:
            return None
        for seat, due in enumerate(state.gifts(hex_)):
            got = told >> 8 * seat & PLACE
            if got != due and reason(state, seat, hex_, got) == rule:
                text = marked("{player} received {got} of the tokens, due are {due}")
                return says(text, player=state.name(seat), got=got, due=due)
        return None

    return check


def reason(state: Festive, seat: Seat, hex_: int, got: int) -> str:
    """The row that a wrong number of tokens breaks."""
    here = state.places.corners[hex_]
    buildings = state.buildings[seat] & here
    if not buildings:
        roads = any(state.roads[seat] & state.places.roads_at[spot] for spot in bits(here))
        return "EB-037" if roads else "EB-036"
    if hex_ == state.home:
        return "EB-038"
    if not got:
        return "EB-039" if hex_ == state.robber else "EB-033"
    return (
        "EB-035"
        if state.cities[seat] & here
        else "EB-034"
        if buildings & (buildings - 1)
        else "EB-033"
    )


FIGURE = Verb.of(
    (
        check_running,
        check_time,
        check_founded,
        *LATE,
        check_own_turn,
        check_rolled,
        check_seven_done,
        check_nothing_open,
        check_first_rock,
        check_once,
        check_other_hex,
        check_on_land,
        check_robber_free,
        check_paid,
        check_wool,
        check_held,
        check_not_to_robber,
        check_not_to_robbers_desert,
        check_two,
        check_one,
        check_one_for_home,
        check_not_at_home_of_robber,
        check_chased_to_desert,
        Group(
            rightly_given,
            tuple(gifts_check(f"EB-0{number}") for number in (33, 34, 35, 36, 37, 38, 39)),
        ),
    ),
    move,
)
