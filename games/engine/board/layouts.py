"""The printed layouts as data: frames, tiles, tokens and harbours that are yet to be laid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_letters, digits

from games.engine.board.hexes import Grid
from games.engine.board.terrain import Resource, Terrain, Token
from games.engine.words import marked


@dataclass(frozen=True)
class Layout:
    """A frame and all that is laid in it at random.

    `tiles`: one terrain for each hex. `tokens`: in the order of their letters. `starts`: names
    of the hexes at which the spiral may start. `harbour_places`: names of coastal paths,
    counter-clockwise, one for each sea position; harbours lie on every second one.
    `harbours`: the kinds, None for the general harbour (3:1).
    """

    key: str
    name: str
    grid: Grid
    tiles: tuple[Terrain, ...]
    tokens: tuple[Token, ...]
    starts: tuple[str, ...]
    harbour_places: tuple[str, ...]
    harbours: tuple[Resource | None, ...]


def _tiles(counts: Mapping[Terrain, int]) -> tuple[Terrain, ...]:
    return tuple(terrain for terrain, count in counts.items() for _ in range(count))


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _tokens(text: str) -> tuple[Token, ...]:
    """Tokens out of a text such as `A5 B2 Za3`."""
    return tuple(
        Token(word.rstrip(digits), int(word.lstrip(ascii_letters))) for word in _names(text)
    )


BASE = Layout(
    key="base",
    name=marked("3 to 4 players"),
    grid=Grid(
        (
            "  * * *",
            " * * * *",
            "* * o * *",
            " * * * *",
            "  * * *",
        )
    ),
    # B-002 to B-007
    tiles=_tiles(
        {
            Terrain.HILLS: 3,
            Terrain.FOREST: 4,
            Terrain.PASTURE: 4,
            Terrain.FIELDS: 4,
            Terrain.MOUNTAINS: 3,
            Terrain.DESERT: 1,
        }
    ),
    # B-040
    tokens=_tokens("A5 B2 C6 D3 E8 F10 G9 H12 I11 J4 K8 L10 M9 N4 O5 P6 Q3 R11"),
    # B-036
    starts=_names("a1 a3 c1 c5 e1 e3"),
    # B-047: the path of each sea position that faces the longest line of hexes
    harbour_places=_names(
        "a1nw b1nw b1w c1w d1w d1sw e1sw e2sw e2se e3se d4se d4e c5e b4e b4ne a3ne a2ne a2nw"
    ),
    # B-043
    harbours=(None,) * 4 + tuple(Resource),
)

FIVE_SIX = Layout(
    key="five-six",
    name=marked("5 to 6 players"),
    grid=Grid(
        (
            "   * * *",
            "  * * * *",
            " * * * * *",
            "* * * o * *",
            " * * * * *",
            "  * * * *",
            "   * * *",
        )
    ),
    #
    tiles=_tiles(
        {
            Terrain.HILLS: 5,
            Terrain.FOREST: 6,
            Terrain.PASTURE: 6,
            Terrain.FIELDS: 6,
            Terrain.MOUNTAINS: 5,
            Terrain.DESERT: 2,
        }
    ),
    #
    tokens=_tokens(
        "A2 B5 C4 D6 E3 F9 G8 H11 I11 J10 K6 L3 M8 N4 O8 P10 Q11 R12 S10 T5 U4 V9 W5 X9 Y12 "
        "Za3 Zb2 Zc6"
    ),
    #
    starts=_names("a1 a3 d1 d6 g1 g3"),
    # D-41
    harbour_places=_names(
        "a1nw b1nw c1nw c1w d1w e1w e1sw f1sw g1sw g2sw g2se "
        "g3se f4se e5se e5e d6e c5e c5ne b4ne a3ne a2ne a2nw"
    ),
    #
    harbours=(None,) * 5 + (Resource.WOOL, *Resource),
)

LAYOUTS: Mapping[str, Layout] = {layout.key: layout for layout in (BASE, FIVE_SIX)}
