"""What a game brought: how often each number was rolled, where cards came from, what was lost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.engine.core import Action
from games.engine.rulesets.base.packed import size

WAYS = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
"""In how many of 36 ways two dice show 2 to 12."""

SOURCES = {
    "found": "founding",
    "roll": "rolls",
    "robber": "robbed",
    "invention": "cards",
    "monopoly": "cards",
}
"""Where cards come from that are not paid for, by verb."""


@dataclass
class Takings:
    """Of one player, in cards. `blocked` are those that the robber's hex would have brought."""

    founding: int = 0
    rolls: int = 0
    robbed: int = 0
    cards: int = 0
    lost: int = 0
    discarded: int = 0
    blocked: int = 0

    @property
    def gained(self) -> int:
        return self.founding + self.rolls + self.robbed + self.cards


class Statistics:
    """Fed with every moment of a game of the base family. `rolled[total]` counts rolls."""

    def __init__(self, seats: int) -> None:
        self.rolled = [0] * 13
        self.takings = [Takings() for _ in range(seats)]
        self.hands = [0] * seats

    @property
    def rolls(self) -> int:
        return sum(self.rolled)

    def expected(self, total: int) -> float:
        """How often the number would come up in as many rolls, on average."""
        return self.rolls * WAYS[total - 2] / 36

    def see(self, action: Action, state: Any) -> None:
        """The state is that after the action."""
        hands = [size(hand) for hand in state.hands]
        if action.verb == "roll":
            self._count_roll(action.facts[0], state)
        source = SOURCES.get(action.verb)
        for takings, before, after in zip(self.takings, self.hands, hands, strict=True):
            if action.verb == "discard":
                takings.discarded += max(0, before - after)
            elif source is not None and after > before:
                setattr(takings, source, getattr(takings, source) + after - before)
            elif source is not None:
                takings.lost += before - after
        self.hands = hands

    def _count_roll(self, total: int, state: Any) -> None:
        if 2 <= total <= 12:
            self.rolled[total] += 1
        if total in state.numbers[state.robber]:
            for takings, count in zip(self.takings, state.stood[state.robber], strict=True):
                takings.blocked += count
