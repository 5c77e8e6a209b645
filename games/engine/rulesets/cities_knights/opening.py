"""What the header of a game says: its players and its board."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.board.boards import Board
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
    for rule, detail in check_as_written(header):
        follows = detail.follows or (gold and rule in OF_THE_HEXES)
        yield SAME.get(rule, rule), detail._replace(follows=follows)


SAME = {"B-042": "CK-016"}

OF_THE_HEXES = frozenset(f"B-{number:03}" for number in range(1, 8))
"""What lies on the island; gold is there in place of something else."""
