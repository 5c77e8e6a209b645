"""Boards: drawn, checked, read and shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchmarks.measure import Row, benchmark, side_by_side

LOOP = "counting to 100,000"
"""2.5 ms where `for _ in range(10_000_000): pass` takes 0.25 s: the limits below are those of such
a machine, in loops."""


@benchmark("Boards")
def boards() -> Iterator[Row]:
    """The limits stand for 1 ms a board, 1 ms a check and 5 ms a picture."""
    from games.drawing.boards import board_svg
    from games.engine.board.checking import check
    from games.engine.board.frames import FRAMES
    from games.engine.board.generate import generate
    from games.engine.board.listing import board_text
    from games.engine.board.reading import read_board

    for frame in FRAMES.values():
        board = generate(frame, "7")
        text = board_text(board)
        measured: tuple[tuple[str, Callable[[], object], float], ...] = (
            ("drawn", lambda frame=frame: generate(frame, "7"), 0.4),
            ("read and checked", lambda text=text: check(read_board(text)), 0.8),
            ("as a picture", lambda board=board: board_svg(board, labels=True), 2),
        )
        for name, function, limit in measured:
            ours, plain = side_by_side(function, _count)
            yield Row.at_most(f"{frame.name}: {name}", ours, plain, limit, of=LOOP)
        size = len(board_svg(board, labels=True).encode())
        yield Row.count(f"{frame.name}: bytes of the picture", size, 40_000)


def _count() -> None:
    for _ in range(100_000):
        pass
