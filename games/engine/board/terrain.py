"""What lies on a board: terrains, the resources they give, number tokens."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from games.engine.words import marked


class Resource(StrEnum):
    BRICK = marked("brick")
    LUMBER = marked("lumber")
    WOOL = marked("wool")
    GRAIN = marked("grain")
    ORE = marked("ore")


class Terrain(StrEnum):
    HILLS = marked("hills")
    FOREST = marked("forest")
    PASTURE = marked("pasture")
    FIELDS = marked("fields")
    MOUNTAINS = marked("mountains")
    DESERT = marked("desert")
    GOLD = marked("gold")
    SEA = marked("sea")
    SPRING = marked("Spring Pasture")
    HOUSE = marked("Santa's House")

    @property
    def gives(self) -> Resource | None:
        """The resource of the terrain (B-026); None for the desert (B-027), for gold, which gives
        any (SF-20), for the sea, and for the hex of a scenario (EB-012, SC-012)."""
        return GIVES.get(self)

    @property
    def numbered(self) -> bool:
        """Whether a number token lies on it (B-039)."""
        return self in GIVES or self is Terrain.GOLD


GIVES = {
    Terrain.HILLS: Resource.BRICK,
    Terrain.FOREST: Resource.LUMBER,
    Terrain.PASTURE: Resource.WOOL,
    Terrain.FIELDS: Resource.GRAIN,
    Terrain.MOUNTAINS: Resource.ORE,
}

LETTERS = {
    "B": Terrain.HILLS,
    "L": Terrain.FOREST,
    "W": Terrain.PASTURE,
    "G": Terrain.FIELDS,
    "O": Terrain.MOUNTAINS,
    "D": Terrain.DESERT,
    "Z": Terrain.GOLD,
    "S": Terrain.SEA,
    "E": Terrain.SPRING,
    "H": Terrain.HOUSE,
}
"""Terrains by the letters of the notation: the resource that they give, D for the desert, Z for
gold, S for the sea, E and H for the hexes of Easter Bunny and Santa Claus."""

SPECIAL = (Terrain.SPRING, Terrain.HOUSE)
"""The two sides of the hex that those scenarios lay in place of another (EB-003, SC-003)."""

LETTER_OF = {terrain: letter for letter, terrain in LETTERS.items()}

HOME = {resource: terrain for terrain, resource in GIVES.items()}
"""The terrain that gives a resource."""


class Token(NamedTuple):
    """A number token: `number` on its face, `letter` on its back (B-008)."""

    letter: str
    number: int


RED = (6, 8)
"""The two likeliest numbers, printed in red."""


def pips(number: int) -> int:
    """In how many of the 36 rolls of two dice the number comes up."""
    return 6 - abs(7 - number)
