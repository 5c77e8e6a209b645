"""The picture of a board as a reportlab drawing, for every PDF that shows one."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

import font_roboto
from reportlab.graphics.shapes import Drawing
from svglib.fonts import FontMap
from svglib.svglib import svg2rlg

from games.drawing import draw_board
from games.engine.board.boards import Board


def print_board(board: Board, *, width: float, **options: Any) -> Drawing:
    """The board `width` points wide; `options` are those of `draw_board`."""
    svg = draw_board(board, **options)
    drawing = svg2rlg(BytesIO(svg.encode()), font_map=_fonts())
    scale = width / drawing.width
    drawing.scale(scale, scale)
    drawing.width, drawing.height = width, drawing.height * scale
    return drawing


@cache
def _fonts() -> FontMap:
    # A map of our own: the shared one would search the machine for fonts.
    fonts = FontMap()
    fonts.register_font("Roboto", font_roboto.Roboto)
    fonts.register_font("Roboto", font_roboto.RobotoBold, weight="bold")
    return fonts
