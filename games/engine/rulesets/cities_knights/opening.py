"""What the header of a game says: its players and its board."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.engine.board.boards import Board
from games.engine.board.swaps import unswapped
from games.engine.board.terrain import Terrain
from games.engine.core import Detail, Header, says
from games.engine.rulesets.base.opening import check_as_written
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
    gold = Terrain.GOLD in board.terrain
    if gold:
        yield "CK-020", says(marked("there is no gold on this island"))
    for rule, detail in check_as_written(as_founded(header)):
        follows = detail.follows or (gold and rule in OF_THE_HEXES)
        yield SAME.get(rule, rule), detail._replace(follows=follows)


def as_founded(header: Header) -> Header:
    """The header with the board as it may have been laid: of a table that is photographed in the
    middle of a game it tells how tokens lie now, and an Inventor may have swapped some before
    (CK-245)."""
    if header.position is None:
        return header
    return replace(header, board=unswapped(header.board))


SAME = {"B-042": "CK-016"}

OF_THE_HEXES = frozenset(f"B-{number:03}" for number in range(1, 8))
"""What lies on the island; gold is there in place of something else."""
