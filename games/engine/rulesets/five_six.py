"""The base game for five or six players: two of them act in each turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.engine.board.frames import FIVE_SIX
from games.engine.core import (
    Action,
    Detail,
    Header,
    Rule,
    Seat,
    Verb,
    as_impossible,
    keeps,
    rulebook,
    says,
    unless,
)
from games.engine.record import Notation, Turns
from games.engine.rulesets import base
from games.engine.rulesets.base import cards, ending, trading
from games.engine.rulesets.base.ending import FOUNDED
from games.engine.rulesets.base.founding import leave_founding
from games.engine.rulesets.base.island import map_on
from games.engine.rulesets.base.moment import Rules
from games.engine.rulesets.base.opening import check_as_written
from games.engine.rulesets.base.rolling import after_discards, check_rolled_once
from games.engine.rulesets.base.state import (
    BEFORE,
    DISCARD,
    FOUND_ROAD,
    MAIN,
    OVER,
    PAIRED,
    BaseState,
)
from games.engine.rulesets.base.turns import check_on_turn
from games.engine.words import marked

RULES = rulebook(
    Rule("X-007", marked("20 of the development cards are Knights."), "PL 86, 704"),
    Rule("X-008", marked("5 of the development cards are Victory Points."), "PL 83, 703-704"),
    Rule("X-009", marked("3 of the development cards are Monopolies."), "PL 83, 703"),
    Rule("X-010", marked("3 of the development cards are Road Buildings."), "PL 83, 703"),
    Rule("X-011", marked("3 of the development cards are Inventions."), "PL 86, 704"),
    Rule("X-040", marked("The holder of rock 2 acts after that of rock 1."), "PL 835"),
    Rule("X-041", marked("The holder of rock 2 does not roll."), "PL 819-825, 835-837"),
    Rule("X-043", marked("The holder of rock 2 deals with the bank only."), "PL 821, 836"),
    Rule("X-046", marked("The holder of rock 2 never plays a card before the roll."), "PL 825"),
    Rule("X-048", marked("The turn ends when rock 2 is handed to the left."), "PL 837-838"),
    Rule(
        "X-054",
        marked("If both players of a turn reach the points to win, the holder of rock 1 wins."),
        "PL 847-848",
    ),
)

APART = 3
"""Places from rock 1 to rock 2 (X-032, D-44)."""

INSTEAD = {
    "B-012": "X-007",
    "B-013": "X-008",
    "B-014": "X-009",
    "B-015": "X-010",
    "B-016": "X-011",
}
"""Rules of the box that the extension replaces."""


OF_THE_BOX = {"B-010": "X-005", "B-011": "X-006", **INSTEAD}
"""The same for what a position may hold at most."""


class PairedState(BaseState):
    """`rock` is the seat of rock 1, `second` that of rock 2; `turn` that of the player who acts.

    Where players have given up, rocks are handed on past them: two begin each turn (X-034), and
    nobody has both rocks (X-014). If the starting player leaves in the founding, both are handed on
    before the first turn as they are after one (X-050). Rock 2 of one who leaves before the own
    part is handed on at the end of the turn like any other (X-048, X-050); nobody else acts with it
    (D-46).
    """

    __slots__ = ("rock", "second")

    def __init__(self, header: Header) -> None:
        super().__init__(header, bank=24, deck=(20, 5, 3, 3, 3))
        self.rock: Seat = 0
        self.second: Seat = APART

    def take_turn(self, seat: Seat, part: int = 1) -> None:
        self.rock = seat
        self.second = (seat + APART) % self.n
        self.turn = seat if part == 1 else self.second

    @property
    def acting(self) -> int:
        return MAIN if self.turn == self.rock else PAIRED

    def begin_turn(self, seat: Seat) -> None:
        if OVER < self.phase <= FOUND_ROAD:
            self.rock, self.second = self.first, (self.first + APART) % self.n
        handed_on = seat == self.left_of(self.rock)
        self.rock = seat
        if handed_on:
            self.hand_second_on()
        else:
            self.second = (seat + APART) % self.n
            if self.out >> self.second & 1:
                self.hand_second_on()
        super().begin_turn(seat)

    def hand_second_on(self) -> None:
        """To the left (X-048), but not to the holder of rock 1."""
        self.second = self.left_of(self.second)
        if self.second == self.rock:
            self.second = self.left_of(self.second)

    def end_first_part(self) -> None:
        """Rock 2 acts, or the turn is over if its holder has left."""
        if self.out >> self.second & 1:
            self.end_second_part()
        else:
            self.begin_second_part()

    def begin_second_part(self) -> None:
        """Rock 1 has been handed on (X-039); its old holder is on turn till rock 2 is (D-46)."""
        self.turn = self.second
        self.bought = 0
        self.played = False
        self.free = 0
        self.phase = PAIRED
        self.end_if_won()

    def end_second_part(self) -> None:
        """Rock 2 is handed on, and the turn is over."""
        self.turn = self.rock
        ending.end_turn(self, Action(self.rock, "end_turn"))

    @property
    def in_second_part(self) -> bool:
        return self.turn != self.rock and self.phase >= BEFORE

    @property
    def first_of_turn(self) -> Seat:
        return self.rock

    @property
    def contenders(self) -> tuple[Seat, ...]:
        """Both players of the turn can win, the one with rock 1 first (X-052 to X-054)."""
        return tuple(seat for seat in (self.rock, self.second) if not self.out >> seat & 1)

    def end_if_won(self) -> None:
        for seat in self.contenders:
            if self.points[seat] >= self.target and self.winner is None:
                self.winner = seat
                self.end("won")


class Rocks(Turns):
    """The parts of the two rocks. A line of its own is written for that of rock 2; where it is
    left out nothing was done in it, and the line of the next roll ends it.

    The rocks move as in `PairedState`: past whoever has left, and never both to one player; a part
    of rock 2 whose holder has left is none.
    """

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.rock: Seat | None = None
        self.second: Seat = APART
        self.in_second_part = False
        self.out: set[Seat] = set()
        self.founding = True
        self.roads = [0] * players

    def resume(self, seat: Seat, part: int) -> None:
        self.founding = False
        self._take_rocks(seat)
        self.in_second_part = part == 2
        super().resume(self.second if self.in_second_part else seat, part)

    def begin(self, seat: Seat, line: int, *, rolls: bool) -> list[tuple[Seat, int]]:
        before = self.line or line
        ends = super().begin(seat, line, rolls=rolls)
        if self.founding and (ends or rolls):
            self._begin_first_turn(ends[0][0] if ends else seat)
        if ends:
            self._end_part()
        if self.in_second_part and self._begins_a_turn(seat, rolls=rolls):
            ends.append((self.second, before))
            self._end_part()
        return ends

    def _begins_a_turn(self, seat: Seat, *, rolls: bool) -> bool:
        """Whether a line of the seat ends an idle part of rock 2: one in which somebody rolls, or
        that of whoever is next for rock 1, who may act before the roll. With few left that is the
        holder of rock 2, whose line without a roll is the part itself (X-037, X-048)."""
        if seat in self.out:
            return False
        is_next = self.rock is not None and seat == self._left_of(self.rock)
        return (rolls or is_next) if seat != self.second else (rolls and is_next)

    def note(self, action: Action, notation: Notation) -> None:
        super().note(action, notation)
        rolls = action.verb == "roll" and not self.in_second_part
        if self.founding and action.verb in notation.openers | notation.seldom:
            self._found(action, notation)
            return
        if self.founding:
            self._begin_first_turn(action.seat)
        if rolls and self.rock != action.seat == self.open:
            self._take_rocks(action.seat)
        elif action.verb == notation.ender and action.seat not in self.out:
            # An end that the holder of rock 2 told leaves no part of rock 2 to be implied.
            if not self.in_second_part and action.seat == self.second != self.rock:
                self._end_part()
            self._end_part()
        elif action.verb == notation.leaver:
            self._leave(action.seat)

    def stays(self, action: Action) -> bool:
        """What others do before the part of rock 2: their line would be one of a turn, and end
        that part."""
        rolls = action.verb == "roll"
        another = action.seat != self.second
        return self.in_second_part and (another or self._begins_a_turn(action.seat, rolls=rolls))

    def _found(self, action: Action, notation: Notation) -> None:
        """The first turn begins with the last road of those who have not left. Who leaves before
        may do so in a line with a number."""
        if action.verb == "found" and self.rock is None:
            self.rock = action.seat
        elif action.verb == "found_road":
            self.roads[action.seat] += 1
        elif action.verb == notation.leaver:
            self.out.add(action.seat)
        staying = (laid for seat, laid in enumerate(self.roads) if seat not in self.out)
        if self.rock is not None and all(laid >= FOUNDED for laid in staying):
            self._begin_first_turn(self.rock)

    def _begin_first_turn(self, seat: Seat) -> None:
        """The rocks of whoever founded first, handed on if that player has left."""
        self.founding = False
        self._take_rocks(seat if self.rock is None else self.rock)

    def _take_rocks(self, seat: Seat) -> None:
        self.rock, self.second = seat, (seat + APART) % self.players
        if seat in self.out:
            self.rock = self._left_of(seat)
            self._hand_second_on()
        elif self.second in self.out:
            self._hand_second_on()

    def _leave(self, seat: Seat) -> None:
        self.out.add(seat)
        if seat == (self.second if self.in_second_part else self.rock):
            self._end_part()

    def _end_part(self) -> None:
        turn_is_over = self.in_second_part or self.second in self.out
        if turn_is_over and self.rock is not None:
            self.rock = self._left_of(self.rock)
            self._hand_second_on()
        self.in_second_part = not turn_is_over

    def _hand_second_on(self) -> None:
        self.second = self._left_of(self.second)
        if self.second == self.rock:
            self.second = self._left_of(self.second)

    def _left_of(self, seat: Seat) -> Seat:
        following = (seat + 1) % self.players
        while following in self.out and following != seat:
            following = (following + 1) % self.players
        return following


def end_part(state: PairedState, action: Action) -> None:
    """An end that the holder of rock 2 tells too early is that of the turn; one of a player who has
    left ends nothing."""
    if state.phase == OVER:
        hand_rocks_on(state)
    elif state.out >> action.seat & 1:
        return
    elif state.in_second_part or action.seat == state.second:
        state.end_second_part()
    else:
        state.end_first_part()


def hand_rocks_on(state: PairedState) -> None:
    """After the end of the game: rock 2 would follow rock 1, and then the next turn."""
    if state.turn == state.rock:
        ending.hand_on(state, state.begin_second_part)
    else:
        ending.hand_on(state, lambda: state.begin_turn(state.left_of(state.rock)))


def concede(state: PairedState, action: Action) -> None:
    """The part of who gives up is over; one that is still to come is left out."""
    seat = action.seat
    on_turn = seat == state.turn and state.phase >= BEFORE
    ending.leave(state, seat)
    if state.phase == OVER:
        return
    state.owed[seat] = 0
    owed = ending.owed_discards(state)
    if state.phase <= FOUND_ROAD:
        leave_founding(state, seat)
    elif on_turn and state.in_second_part:
        state.end_second_part()
        ending.await_discards(state, owed)
    elif on_turn:
        state.end_first_part()
        ending.await_discards(state, owed)
    if state.phase == DISCARD and not any(state.owed):
        after_discards(state)


@keeps("X-043")
def check_bank_only(state: PairedState, action: Action) -> Detail | None:
    if state.phase != PAIRED or trading.check_with_turn.ask(state, action) is not None:
        return None
    detail = says(marked("{player} holds rock 2"), player=state.name(state.turn))
    lacking = trading.check_both_hold.ask(state, action)
    return detail if lacking is None else as_impossible(detail, lacking.hint)


@keeps("X-041")
def check_no_roll(state: PairedState, action: Action) -> Detail | None:
    if state.phase == PAIRED and action.seat == state.turn:
        return says(marked("{player} holds rock 2"), player=state.name(state.turn))
    return None


@keeps("X-048")
def check_rock_handed_on(state: PairedState, action: Action) -> Detail | None:
    if state.phase == PAIRED and action.seat != state.turn:
        return says(marked("{player} still holds rock 2"), player=state.name(state.turn))
    return None


@keeps("X-040")
def check_second(state: PairedState, action: Action) -> Detail | None:
    if state.out >> action.seat & 1:
        return None
    if state.phase in (BEFORE, MAIN) and action.seat == state.second:
        return says(marked("{player} still holds rock 1"), player=state.name(state.rock))
    return None


@keeps("X-046")
def check_card_after_roll(state: PairedState, action: Action) -> Detail | None:
    if state.out >> action.seat & 1:
        return None
    if state.phase == BEFORE and action.seat == state.second:
        return says(marked("{player} has not rolled yet"), player=state.name(state.rock))
    return None


@keeps("X-054")
def check_rock_1_first(state: PairedState, action: Action) -> Detail | None:
    if not comes_second(state, action.seat):
        return None
    return says(marked("{player} has won already"), player=state.name(state.rock))


def comes_second(state: PairedState, seat: Seat) -> bool:
    """Whether the holder of rock 2 has enough points in a turn that the one of rock 1 has won."""
    enough = seat == state.second and state.points[seat] >= state.target
    return enough and state.winner == state.rock != seat


def check_result(state: PairedState, header: Header) -> Iterator[tuple[str, Detail]]:
    for named, rule, detail in ending.wrong_winners(state, header):
        yield "X-054" if comes_second(state, named) else rule, detail
    yield from ending.check_points(state, header)


def verbs() -> dict[str, Verb]:
    ours = dict(base.RULESET.verbs)
    ours["deal"] = ours["deal"].instead(DEALING).also(check_bank_only)
    ours["roll"] = ours["roll"].also(check_rock_handed_on)
    ours["end_turn"] = ours["end_turn"].doing(end_part)
    ours["concede"] = ours["concede"].doing(concede)
    return {name: verb.instead(NARROWED).under(INSTEAD) for name, verb in ours.items()}


DEALING = {
    check: unless((check_bank_only,), check)
    for check in (trading.check_no_gift, trading.check_kinds_apart, trading.check_both_hold)
}


NARROWER = {
    check_on_turn: check_second,
    cards.check_own_turn: check_card_after_roll,
    check_rolled_once: check_no_roll,
    ending.check_first_to_win: check_rock_1_first,
}
"""What tells of the two rocks, in place of a wider rule of the base game."""

NARROWED = {wider: (narrower, unless((narrower,), wider)) for wider, narrower in NARROWER.items()}


RULESET = replace(
    base.RULESET,
    key="base56",
    name=marked("Base game for five or six players"),
    rules={**base.RULESET.rules, **RULES},
    setup=PairedState,
    verbs=verbs(),
    notation=replace(
        base.RULESET.notation,
        ground=replace(base.RULESET.notation.ground, maps=(map_on(FIVE_SIX),)),
        turns=Rocks,
    ),
    opening=(check_as_written,),
    closing=(check_result,),
)

PLACING = Rules(instead=OF_THE_BOX, parted=True)
