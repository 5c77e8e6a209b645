"""What the header of a game says: its players and its board."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.board.boards import Board
from games.engine.board.terrain import Terrain
from games.engine.core import Detail, Header, says
from games.engine.rulesets.base.opening import check_board
from games.engine.words import marked

MOST_PLAYERS = 4
"""Sets of pieces (CK-021)."""


def check_header(header: Header) -> Iterator[tuple[str, Detail]]:
    board: Board = header.board
    count = len(header.players)
    if count > MOST_PLAYERS:
        yield (
            "CK-021",
            says(marked("there are pieces for four players, not for {count}"), count=count),
        )
        return
    if board.terrain[board.robber] is not Terrain.DESERT:
        name = board.frame.grid.hex_names[board.robber]
        yield "CK-016", says(marked("the robber starts on {hex}"), hex=name)
    if Terrain.GOLD in board.terrain:
        yield "CK-020", says(marked("there is no gold on this island"))
    yield from check_board(header)
