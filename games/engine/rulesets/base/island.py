"""The board as the ground of a game: its headers, and its places in the words of a line."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping

from games.engine.board.boards import Board
from games.engine.board.generate import random_board
from games.engine.board.hexes import Grid, written
from games.engine.board.listing import board_text
from games.engine.board.reading import read_headers
from games.engine.core import RecordError
from games.engine.headers import Written
from games.engine.record import Ground, Words
from games.engine.words import marked

BOARD_HEADER = marked("a whole board")
AN_INTERSECTION = marked("an intersection such as c2ne")
A_PATH = marked("a path such as c2ne")
A_HEX = marked("a hex such as c2")


def read_board(headers: Mapping[str, Written], mistakes: list[RecordError]) -> Board | None:
    board = read_headers(headers, mistakes).board()
    if board is None and "Board" in headers and not mistakes:
        mistakes.append(headers["Board"].mistaken(BOARD_HEADER))
    return board


def write_board(board: Board) -> Iterator[str]:
    yield board_text(board).rstrip("\n")


def players_of(board: Board) -> Container[int]:
    return board.frame.players


def grid_of(board: Board) -> Grid:
    return board.frame.grid


ISLAND = Ground(
    names=("Board", "Harbours", "Robber", "Spiral"),
    read=read_board,
    write=write_board,
    players=players_of,
    places=grid_of,
    drawn=random_board,
)


# Places in a line


def take_spot(words: Words) -> int:
    """The intersection that the next word names."""
    return spot_of(words, words.take(AN_INTERSECTION))


def take_path(words: Words) -> int:
    """The path that the next word names."""
    return path_of(words, words.take(A_PATH))


def spot_of(words: Words, name: str) -> int:
    """The intersection of the name, which is in the word taken last."""
    return place(words, words.table.places.intersection_named, name, AN_INTERSECTION)


def path_of(words: Words, name: str) -> int:
    """The path of the name, which is in the word taken last."""
    return place(words, words.table.places.path_named, name, A_PATH)


def hex_of(words: Words, name: str) -> int:
    """The hex of the name, which is in the word taken last."""
    return place(words, words.table.places.hex_named, name, A_HEX)


def place(words: Words, named: Mapping[str, int], name: str, expected: str) -> int:
    found = named.get(name)
    if found is None:
        found = named.get(written(name))
        if found is None:
            raise words.wrong(expected, tuple(named))
    return found
