"""A dice game in play: what is marked on the sheets, the boxes, and the dice of the turn."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import NamedTuple

from games.engine.core import ABANDONED, OPEN, WON, Action, Check, Detail, Header, Seat, keeps, says
from games.engine.rulesets.dice_game.faces import (
    BRICK,
    GRAIN,
    LUMBER,
    ORE,
    WOOL,
    pack,
    packed,
    unlisted,
)
from games.engine.rulesets.dice_game.sheet import CITY, KNIGHT, ROAD, SETTLEMENT, Sheet
from games.engine.words import marked

COSTS = {
    ROAD: pack([BRICK, LUMBER]),
    SETTLEMENT: pack([BRICK, LUMBER, WOOL, GRAIN]),
    CITY: pack([GRAIN, GRAIN, ORE, ORE, ORE]),
    KNIGHT: pack([WOOL, GRAIN, ORE]),
}
"""What a building costs (DG-049, DG-056, DG-061, DG-066)."""

COST_RULES = {ROAD: "DG-049", SETTLEMENT: "DG-056", CITY: "DG-061", KNIGHT: "DG-066"}

ROLLS = 3
"""In a turn, at most (DG-016)."""

PENALTY = 2
"""Points that a cross takes (DG-074)."""

POINTS_OF = (
    marked("roads"),
    marked("settlements"),
    marked("cities"),
    marked("knights"),
    marked("other entries"),
    marked("crosses"),
)


class Ground(NamedTuple):
    """What a record says before the first turn: the sheet, and how the first player was found,
    empty if it does not say."""

    sheet: Sheet
    start: str = ""


Way = tuple[int, ...]
"""Dice by their places, as kinds (`spending.BESIDE`)."""

Cells = tuple[tuple[int, ...], ...]
"""Places by those that stand for each other: nothing has told so far which of them is meant."""


class Use(NamedTuple):
    """What an action asks of dice. `refs` name them, each of them free and with one of the `faces`,
    a set of which each is taken once; `ends` say what becomes of each: the face to which it is
    turned, or `PAYS` or `GIVEN_UP` of `spending`."""

    refs: tuple[int, ...]
    faces: int
    ends: tuple[int, ...]


class Dice:
    """The dice of a turn. `known` if the record has them, `thrown` if it has the rolls too.

    `lie` is the list of faces of the result, by the place of each die if they are `placed`; a roll
    told by faces alone says nothing of places. `free`, `paid` and `dead` are sets of faces after
    what was done in the turn. As long as that was `by_faces` they say it all; once a place was
    named they are those of the first of the `ways`, whose interchangeable places are `cells`.
    """

    __slots__ = (
        *("by_faces", "cells", "dead", "free", "known", "lie", "paid", "placed", "rolls"),
        *("thrown", "ways"),
    )

    def __init__(self) -> None:
        self.known = False
        self.thrown = False
        self.rolls = 0
        self.lay(0, placed=True)

    def lay(self, lie: int, *, placed: bool) -> None:
        """Nothing has been done with the dice that lie there now."""
        self.lie = lie
        self.placed = placed
        self.free = packed(lie)
        self.paid = 0
        self.dead = 0
        self.by_faces: tuple[Use, ...] = ()
        self.ways: tuple[Way, ...] = ()
        self.cells: Cells = ()

    @property
    def faces(self) -> list[int]:
        """By the place of each die; -1 where the record has none."""
        return unlisted(self.lie)


class DiceState:
    """Seats and symbols are numbers. `marks` are symbols by seat and `used` jokers, the latter
    by the order of their knights, as bits; `idle` those whose die was not spent in the end.
    `boxes` are the entries, None for a cross. `loose`: of whom some turns have no buildings in
    the record, so that order and places of the others cannot be told. `off`: by how much their
    entries differ from what was built in their turns. `under_way`: whether a turn has ended.

    Of the turn: `begun` with its first action; `kept`, `turned`, `swapped` (dice kept early,
    conversions made, exchanges of gold among them), `called` (jokers), `idle_now` those of them
    whose die is free still, `built` the symbols in their order, `entered` boxes.
    `lapsed` are turns without dice in a record that has some, `before_rolls` those that came
    before it had any. `left` is what was left over in the player's turn before.
    """

    __slots__ = (
        "before_rolls",
        "begun",
        "boxes",
        "built",
        "called",
        "dice",
        "ended_early",
        "entered",
        "header",
        "idle",
        "idle_now",
        "kept",
        "left",
        "loose",
        "marks",
        "n",
        "off",
        "orphans",
        "previous",
        "rolled",
        "same_turn",
        "sheet",
        "swapped",
        "turn",
        "turned",
        "turns",
        "under_way",
        "unseen",
        "used",
    )

    def __init__(self, header: Header) -> None:
        n = len(header.players)
        self.header = header
        self.n = n
        self.sheet: Sheet = header.board.sheet
        self.same_turn = header.options.get("joker_same_turn") != "0"
        self.previous: Action | None = None
        self.unseen = None
        self.ended_early = False
        self.marks = [self.sheet.start] * n
        self.used = [0] * n
        self.idle = [0] * n
        self.boxes: list[list[int | None]] = [[] for _ in range(n)]
        self.turns = [0] * n
        self.under_way = False
        self.left = [0] * n
        self.loose = [False] * n
        self.off = [0] * n
        self.rolled = False
        self.before_rolls: list[tuple[Seat, int]] = []
        self.turn: Seat = 0
        self.begin(0)

    def begin(self, seat: Seat) -> None:
        """The turn is that of the seat; nothing has happened in it."""
        self.turn = seat
        self.begun = False
        self.dice = Dice()
        self.kept = False
        self.turned = 0
        self.swapped = 0
        self.called = 0
        self.idle_now: list[tuple[int, int]] = []
        self.built: list[int] = []
        self.orphans: list[int] = []
        self.entered = 0

    def copy(self) -> DiceState:
        twin = copy(self)
        for name in ("marks", "used", "idle", "turns", "left", "loose", "off", "before_rolls"):
            setattr(twin, name, list(getattr(self, name)))
        twin.boxes = [list(boxes) for boxes in self.boxes]
        twin.built = list(self.built)
        twin.orphans = list(self.orphans)
        twin.idle_now = list(self.idle_now)
        twin.dice = copy(self.dice)
        return twin

    @property
    def seats(self) -> range:
        return range(self.n)

    def name(self, seat: Seat) -> str:
        return self.header.players[seat].name

    @property
    def ended(self) -> str:
        if self.ended_early:
            return ABANDONED
        return WON if min(map(self.had, self.seats)) >= self.sheet.boxes else OPEN

    def had(self, seat: Seat) -> int:
        """Turns of the player; the one that is going on counts once its box is filled."""
        return self.turns[seat] + (seat == self.turn and self.entered > 0)

    def total(self, seat: Seat) -> int:
        """The entries, less 2 for each cross (DG-076)."""
        return sum(-PENALTY if entry is None else entry for entry in self.boxes[seat])

    def make_up(self, seat: Seat) -> Mapping[str, int]:
        sheet, marks, boxes = self.sheet, self.marks[seat], self.boxes[seat]
        made = [sheet.points(marks & mask) for mask in sheet.masks]
        entries = sum(entry for entry in boxes if entry is not None)
        parts = (*made, entries - sum(made), -PENALTY * boxes.count(None))
        return dict(zip(POINTS_OF, parts, strict=True))

    def knights(self, seat: Seat) -> int:
        """Those that are built, as bits in their order."""
        return int(self.marks[seat] >> self.sheet.first_knight)

    def worth(self, symbols: list[int]) -> int:
        values = self.sheet.values
        worth = 0
        for symbol in symbols:
            worth += values[symbol]
        return worth

    def step_in(self, action: Action) -> None:
        """The turn begins with this action, whoever's turn it should have been."""
        if action.seat != self.turn:
            self.begin(action.seat)
        self.begun = True


def on_turn(state: DiceState, action: Action) -> bool:
    """Whether it is the player's turn, and the game is not over."""
    return (
        action.seat == state.turn
        and not state.ended_early
        and state.turns[action.seat] < state.sheet.boxes
    )


@keeps("DG-080")
def check_going_on(state: DiceState, action: Action) -> Detail | None:
    # What the turn's end says by itself is told by what follows it.
    if state.ended_early and not (action.verb == "end_turn" and action.seat == state.turn):
        return says(marked("the game was broken off before"))
    return None


@keeps("DG-075")
def check_turns_left(state: DiceState, action: Action) -> Detail | None:
    if not state.begun and state.turns[action.seat] >= state.sheet.boxes:
        return says(marked("{player} has had all turns"), player=state.name(action.seat))
    return None


@keeps("DG-011")
def check_first_turn(state: DiceState, action: Action) -> Detail | None:
    if not state.under_way:
        return off_turn(state, action)
    return None


@keeps("DG-012")
def check_order(state: DiceState, action: Action) -> Detail | None:
    if state.under_way:
        return off_turn(state, action)
    return None


def off_turn(state: DiceState, action: Action) -> Detail | None:
    if action.seat != state.turn:
        return says(
            marked("{player} is on turn, not {actor}"),
            player=state.name(state.turn),
            actor=state.name(action.seat),
        )
    return None


@keeps("DG-013")
def check_no_entry_yet(state: DiceState, action: Action) -> Detail | None:
    if state.entered:
        return says(marked("the box of this turn is filled already"))
    return None


MOMENT: tuple[Check, ...] = (check_going_on, check_turns_left, check_first_turn, check_order)
