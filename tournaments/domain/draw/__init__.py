"""The seating draw: earlier rounds and a seed in, tables out (T-006 to T-020)."""

from .answer import ALGORITHM, Border, Draw
from .border import Low
from .certificate import Certificate, Explanation
from .document import answer_of, drawn_from, explanations_in, strict_wishes
from .drawing import Mode, draw_round, wish_faults

__all__ = [
    "ALGORITHM",
    "Border",
    "Certificate",
    "Draw",
    "Explanation",
    "Low",
    "Mode",
    "answer_of",
    "draw_round",
    "drawn_from",
    "explanations_in",
    "strict_wishes",
    "wish_faults",
]
