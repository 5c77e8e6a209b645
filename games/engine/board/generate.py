"""Boards drawn at random, as the box and the Tour ask for it."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.board.boards import Board, Harbour
from games.engine.board.layouts import BASE, Layout
from games.engine.board.terrain import Terrain
from games.engine.chance import Chance


def random_board(seed: str, layout: Layout = BASE) -> Board:
    """A fully random board: every arrangement that the rules allow is equally likely.

    The same seed gives the same board on any machine. Nothing is balanced and nothing moved
    afterwards (B-031, B-032), and harbours face the longest line of hexes that their sea
    position has (B-047, D-41): the rules of the box and of the Tour are both kept.
    """
    chance = Chance(seed)
    terrain = list(layout.tiles)
    chance.shuffle(terrain)
    start = layout.grid.hex_named[chance.choice(layout.starts)]
    harbours = _harbours(layout, chance)
    deserts = [hex_ for hex_, tile in enumerate(terrain) if tile is Terrain.DESERT]
    return Board(
        layout=layout,
        terrain=tuple(terrain),
        numbers=lay_tokens(layout, terrain, start),
        harbours=harbours,
        robber=chance.choice(deserts),
        start=start,
    )


def lay_tokens(layout: Layout, terrain: Sequence[Terrain], start: int) -> tuple[int | None, ...]:
    """The numbers by hex after laying the tokens along the spiral from the hex `start`.

    They are laid in the order of their letters; a desert gets none and uses up no letter
    (B-035, B-039).
    """
    numbers: list[int | None] = [None] * len(terrain)
    tokens = iter(layout.tokens)
    for hex_ in layout.grid.spiral(start):
        if terrain[hex_] is not Terrain.DESERT:
            numbers[hex_] = next(tokens).number
    return tuple(numbers)


def _harbours(layout: Layout, chance: Chance) -> tuple[Harbour, ...]:
    """Harbours on every second sea position, kinds shuffled (D-05)."""
    first = chance.below(2)
    kinds = list(layout.harbours)
    chance.shuffle(kinds)
    places = layout.harbour_places[first::2]
    return tuple(
        Harbour(layout.grid.path_named[place], kind)
        for place, kind in zip(places, kinds, strict=True)
    )
