"""The seating draw: earlier rounds and a seed in, tables out (T-006 to T-020)."""

from .answer import ALGORITHM, Border, Draw
from .border import Low
from .certificate import Certificate, Explanation
from .drawing import Mode, draw_round

__all__ = [
    "ALGORITHM",
    "Border",
    "Certificate",
    "Draw",
    "Explanation",
    "Low",
    "Mode",
    "draw_round",
]
