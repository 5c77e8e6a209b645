"""The board as the ground of a game: its headers, and its places in the words of a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice

from games.engine.board.boards import Board
from games.engine.board.frames import BASE, Frame
from games.engine.board.generate import random_board
from games.engine.board.hexes import Grid, written
from games.engine.board.listing import Listing, board_text
from games.engine.board.reading import MOST_MISTAKES, ONE_HEX, read_headers
from games.engine.board.terrain import Terrain
from games.engine.core import RecordError
from games.engine.headers import Written
from games.engine.record import Ground, Map, Words
from games.engine.words import marked

WHOLE = marked("a whole board; missing: {hexes}")
ONLY_ONCE = marked("each place only once")
ON_THE_COAST = marked("a path of the coast such as c1w")
A_DESERT = marked('a desert, or else the header of the robber: [Robber "c3"]')
AN_INTERSECTION = marked("an intersection such as c2ne")
A_PATH = marked("a path such as c2ne")
A_HEX = marked("a hex such as c2")


def read_board(headers: Mapping[str, Written], mistakes: list[RecordError]) -> Board | None:
    before = len(mistakes)
    listing = read_headers(headers, mistakes)
    if len(mistakes) == before:
        mistakes += islice(misplaced(listing, headers), MOST_MISTAKES)
    return listing.board()


def misplaced(listing: Listing, headers: Mapping[str, Written]) -> Iterator[RecordError]:
    """What is wrong with places of a board that were read: they are not on the map, or told twice
    or not at all."""
    grid, coast = listing.frame.grid, listing.frame.coast
    on_coast = {name for name, path in grid.path_named.items() if path in coast}
    for name, known, expected in (
        ("Board", grid.hex_named.keys(), A_HEX),
        ("Harbours", on_coast, ON_THE_COAST),
    ):
        told = set()
        for word in list(headers[name].words())[::2] if name in headers else ():
            place = written(word.text)
            if place not in known or place in told:
                yield word.mistaken(ONLY_ONCE if place in told else expected)
            told.add(place)
    lacking = [name for name in grid.hex_names if name not in {tile.name for tile in listing.tiles}]
    if lacking:
        facts = {"hexes": ", ".join(lacking)}
        yield replace(headers["Board"].mistaken(WHOLE), facts=facts)
    for name in ("Robber", "Pirate", "Figure", "Spiral"):
        for word in headers[name].words() if name in headers else ():
            if written(word.text) not in grid.hex_named:
                yield word.mistaken(A_HEX)
    if len(listing.robbers) > 1:
        yield headers["Robber"].mistaken(ONE_HEX)
    chart = listing.frame.chart
    bare = all(tile.terrain is not Terrain.DESERT for tile in listing.tiles)
    if bare and not listing.robbers and (chart is None or chart.robber is None):
        yield headers["Board"].mistaken(A_DESERT)


def write_board(board: Board) -> Iterator[str]:
    yield board_text(board).rstrip("\n")


def players_of(board: Board) -> Sequence[int]:
    return board.frame.players


def grid_of(board: Board) -> Grid:
    return board.frame.grid


def map_on(frame: Frame, name: str = "") -> Map:
    """Boards drawn in a frame; `name` is marked for translation."""
    return Map(frame.key, name or frame.name, frame.players, partial(random_board, frame=frame))


ISLAND = Ground(
    names=("Board", "Harbours", "Robber", "Spiral"),
    read=read_board,
    write=write_board,
    players=players_of,
    places=grid_of,
    maps=(map_on(BASE),),
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
    grid = words.table.places
    spot = place(words, grid.intersection_named, name, AN_INTERSECTION)
    words.call(grid.intersection_names[spot], name)
    return spot


def path_of(words: Words, name: str, expected: str = A_PATH) -> int:
    """The path of the name, which is in the word taken last."""
    grid = words.table.places
    path = place(words, grid.path_named, name, expected)
    words.call(grid.path_names[path], name)
    return path


def hex_of(words: Words, name: str) -> int:
    """The hex of the name, which is in the word taken last."""
    grid = words.table.places
    hex_ = place(words, grid.hex_named, name, A_HEX)
    words.call(grid.hex_names[hex_], name)
    return hex_


def place(words: Words, named: Mapping[str, int], name: str, expected: str) -> int:
    found = named.get(name)
    if found is None:
        found = named.get(written(name))
        if found is None:
            raise words.wrong(expected, tuple(named))
    return found
