"""A board on a page: `{% load boards %}{% board_picture board %}{% board_list board %}`."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString

from games.drawing.boards import board_svg
from games.engine.board.boards import Board, harbour_lines, hex_lines

register = template.Library()


@register.simple_tag
def board_picture(board: Board, **options: Any) -> SafeString:
    """The board as an inline picture; `options` are those of `board_svg`."""
    return board_svg(board, **options)


@register.inclusion_tag("games/_board_list.html")
def board_list(board: Board) -> dict[str, Any]:
    """The same board in words: its hexes with their tokens, and its harbours."""
    return {"hexes": hex_lines(board), "harbours": harbour_lines(board)}
