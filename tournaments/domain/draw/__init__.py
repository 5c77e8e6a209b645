"""The seating draw: earlier rounds and a seed in, tables out (T-006 to T-020)."""

from .drawing import ALGORITHM, Draw, Mode, draw_round

__all__ = ["ALGORITHM", "Draw", "Mode", "draw_round"]
