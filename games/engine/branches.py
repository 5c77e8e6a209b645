"""The states in which a game may be, the worlds of each, and how much work they may be."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.engine.bounds import PARTS, Bounds, Due, TooManyParts
from games.engine.core import NOBODY, Action, Broken, Seat
from games.engine.pasts import Noted
from games.engine.piles import Pile, Taking
from games.engine.spreads import Spread
from games.engine.worlds import MOST, Worlds

WORK = 250_000
"""Steps of about half a microsecond after which only bounds are kept in a game."""

END = 2 * WORK
"""The same after which not even bounds are."""

ROOM = 20_000_000
"""Bytes that all distributions of a game may fill."""

A_WORLD = 200
"""Bytes of a distribution, those apart that tell how it came about."""

A_STATE = 120
"""Steps that it takes to play an action in one more state."""

A_BREACH = 500
"""Steps that it takes to find out which rules an action breaks."""


IMPOSSIBLE = 1000
"""The trouble of what cannot have happened at all, more than that of all rules together."""

START = Action(NOBODY, "")
"""What stands before the first action of a game that begins in the middle."""


class Meter:
    """Counts the steps that were taken in a game, in whichever of its states."""

    __slots__ = ("work",)

    def __init__(self, work: int = 0) -> None:
        self.work = work

    @property
    def is_high(self) -> bool:
        """Whether only bounds are to be kept from now on."""
        return self.work > WORK

    @property
    def has_room(self) -> bool:
        """Whether worlds may still grow in number."""
        return self.work < WORK

    @property
    def is_over(self) -> bool:
        """Whether not even bounds are to be kept."""
        return self.work > END

    def begin_bounds(self) -> None:
        """What the last worlds took too much is not taken from the share of the bounds."""
        self.work = min(self.work, WORK + 1)

    def spend(self, steps: int) -> None:
        """Raises `TooManyParts` when there have been too many."""
        self.work += steps
        if self.is_over:
            raise TooManyParts


class Unseen:
    """What a state knows of its unseen cards: the worlds of each pile, and the other states in
    which the game may be as well. `beyond` is the action after which only bounds were kept,
    `lost` that after which not even they could be followed: the game stands still there. Both are
    `START` before the first action. `missed` is, for each seat that would have won with unseen
    cards, the last action before which it would have: that action went on with the game.
    `due`: what players may have of the cards that an action tells of, while one is judged that
    tells of other numbers than there can be. `counted`: by seat, the least and the most points that
    the cards can make, while a result is judged that none of them makes true; `open_points`: the
    same without what the result says of the others."""

    __slots__ = (
        *("beyond", "counted", "due", "events", "lost", "meter", "missed", "open_points"),
        *("others", "piles", "width"),
    )

    def __init__(self, piles: Sequence[Worlds | Bounds]) -> None:
        self.piles = list(piles)
        self.others: list[Any] = []
        self.events: list[Noted] = []
        self.width = 0
        self.meter = Meter()
        self.beyond: Action | None = None
        self.lost: Action | None = None
        self.missed: dict[Seat, Action] = {}
        self.due: Due | None = None
        self.counted: Sequence[tuple[int, int]] = ()
        self.open_points: Sequence[tuple[int, int]] = ()

    def lose(self, last: Action | None) -> None:
        """Follow the cards no further than that action."""
        self.lost = last or START

    def copy(self) -> Unseen:
        twin = Unseen(self.piles)
        twin.others = [other.copy() for other in self.others]
        twin.meter = Meter(self.meter.work)
        for other in twin.others:
            other.unseen.meter = twin.meter
        twin.events = self.events.copy()
        twin.width = self.width
        twin.beyond, twin.lost = self.beyond, self.lost
        twin.missed = self.missed
        return twin


class Trial:
    """An action tried in one state: whether it is refused there and the rules it breaks, which are
    found if it is refused in every state; what moves unseen, and what was changed to find out.
    `taking` is what it takes without being counted."""

    __slots__ = (
        *("broken", "changes", "events", "piles", "refused", "spread", "state", "taking", "width"),
        "worlds",
    )

    def __init__(self, state: Any, piles: Sequence[Pile], taking: Taking | None = None) -> None:
        self.state = state
        self.piles = piles
        self.taking = taking
        self.refused = False
        self.broken: tuple[Broken, ...] = ()
        self.spread: Spread | None = None
        self.worlds = state.unseen.piles.copy()
        self.events = len(state.unseen.events)
        self.width: int = state.unseen.width
        self.changes: list[tuple[int, int, int, int]] = []

    @property
    def trouble(self) -> int:
        """0 if no rule is broken; what cannot have happened at all is worst."""
        impossible = any(broken.detail.impossible for broken in self.broken)
        return max(len(self.broken), self.refused) + IMPOSSIBLE * impossible

    def turn_up(self, pile: int, zone: int, cards: int, sign: int) -> None:
        self.changes.append((pile, zone, cards, sign))
        self.piles[pile].turn_up(self.state, zone, cards, sign)

    def tighten(self, at: int) -> None:
        """What is the same in every world is known."""
        pile, unseen = self.piles[at], self.state.unseen
        unseen.meter.work += unseen.piles[at].cost
        worlds, sure = unseen.piles[at].tightened()
        if sure:
            width = 8 * pile.kinds
            for zone in range(worlds.zones):
                cards = sure >> width * zone & (1 << width) - 1
                if cards:
                    self.turn_up(at, zone, cards, 1)
        unseen.piles[at] = worlds

    def undo(self) -> None:
        self.state.unseen.piles = self.worlds
        del self.state.unseen.events[self.events :]
        self.state.unseen.width = self.width
        for pile, zone, cards, sign in reversed(self.changes):
            self.piles[pile].turn_up(self.state, zone, cards, -sign)


def twin(state: Any) -> Any:
    """A copy without the other states beside it; what it costs is counted with theirs."""
    others, state.unseen.others = state.unseen.others, []
    copy = state.copy()
    state.unseen.others = others
    copy.unseen.meter = state.unseen.meter
    return copy


Asked = Callable[[Any, int], Sequence[tuple[tuple[int, ...], int]]]
"""Of a state and one of its piles: the zones, with the kind, of which is asked together."""


def limit(states: Sequence[Any], asked: Asked) -> None:
    """Keep bounds only where the worlds are too many, or too much work."""
    first: Unseen = states[0].unseen
    count = sum(len(worlds) for state in states for worlds in state.unseen.piles)
    first.meter.work += A_STATE * (len(states) - 1)
    filled = count * (A_WORLD + first.width // 8)
    if count > MOST or filled > ROOM or first.meter.is_high:
        for state in states:
            for at, worlds in enumerate(state.unseen.piles):
                if isinstance(worlds, Worlds) and len(worlds) > 1:
                    if first.meter.is_high:
                        first.meter.begin_bounds()
                    first.meter.work += worlds.cost
                    state.unseen.piles[at] = worlds.bounds(asked(state, at))
                    before = state.unseen.beyond or first.beyond
                    state.unseen.beyond = before or state.previous or START
    if len(states) > 2 * PARTS:
        first.lose(states[0].previous)


def keep_few(state: Any, most: int) -> None:
    """Keep bounds only of a pile with more worlds than that, before the first action."""
    for branch in (state, *state.unseen.others):
        for at, worlds in enumerate(branch.unseen.piles):
            if isinstance(worlds, Worlds) and len(worlds) > most:
                branch.unseen.piles[at] = worlds.bounds()
                branch.unseen.beyond = START
