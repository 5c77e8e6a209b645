"""The five steps from an empty site to the first event, worked out from what is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class Step(StrEnum):
    """In the order in which they are offered; none asks for the one before it."""

    ACCOUNT = "account"
    SERIES = "series"
    CLUB = "club"
    SEASON = "season"
    EVENT = "event"


@dataclass(frozen=True, slots=True)
class FirstStep:
    """A step, whether it is done, and whether it is the one to take now."""

    step: Step
    done: bool
    now: bool


def first_steps(done: Sequence[Step]) -> tuple[FirstStep, ...]:
    """All steps. The one to take now comes after the last that is done, since what lies open
    before that was skipped; only when nothing comes after it, what was skipped is offered again."""
    steps = list(Step)
    last = max((steps.index(step) for step in done), default=-1)
    offered = (step for step in (*steps[last + 1 :], *steps[: last + 1]) if step not in done)
    now = next(offered, None)
    return tuple(FirstStep(step, step in done, step is now) for step in steps)
