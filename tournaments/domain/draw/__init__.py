"""The seating draw: earlier rounds and a seed in, tables out (T-006 to T-020)."""

from .answer import ALGORITHM, Border, Draw
from .border import Low
from .certificate import Certificate, Explanation
from .document import (
    answer_of,
    drawn_from,
    explanations_in,
    schedule_answer,
    schedule_from,
    strict_wishes,
)
from .drawing import Mode, Seating, draw_round, wish_faults
from .schedule import SCHEDULE, Schedule, draw_schedule

__all__ = [
    "ALGORITHM",
    "SCHEDULE",
    "Border",
    "Certificate",
    "Draw",
    "Explanation",
    "Low",
    "Mode",
    "Schedule",
    "Seating",
    "answer_of",
    "draw_round",
    "draw_schedule",
    "drawn_from",
    "explanations_in",
    "schedule_answer",
    "schedule_from",
    "strict_wishes",
    "wish_faults",
]
