"""The five guilds: their tokens, what a favour costs, how many tokens there are.

Tokens laid on the guild board are packed like cards, with eight bits for each kind.
"""

from __future__ import annotations

from games.engine.rulesets.base.packed import ONE
from games.engine.words import Heap, marked, term

TRADERS, MERCHANTS, ROAD_BUILDERS, SCHOLARS, MASTER_BUILDERS = GUILDS = range(5)
"""The guilds, and the kinds of their tokens (BFD-01)."""

TOKENS = (
    marked("wagon"),
    marked("ship"),
    marked("shovel"),
    marked("books"),
    marked("dividers"),
)
"""What is printed on the tokens."""

GUILD_NAMES = (
    marked("traders"),
    marked("merchants"),
    marked("road builders"),
    marked("scholars"),
    marked("master builders"),
)

COUNTED = (
    term("guild token", "traders"),
    term("guild token", "merchants"),
    term("guild token", "road builders"),
    term("guild token", "scholars"),
    term("guild token", "master builders"),
)
"""The same on tokens that are counted: `1× merchants`."""

LETTERS = "TMRSV"
"""In the notation: a guild and its token."""

PRICES = (
    ONE[TRADERS],
    ONE[MERCHANTS],
    ONE[ROAD_BUILDERS],
    2 * ONE[SCHOLARS],
    2 * ONE[MASTER_BUILDERS],
)
"""The tokens for one favour, packed (BF-074 to BF-078)."""

SHARES = (2, 2, 2, 4, 4)
"""Tokens of each kind in the pool for every player (BF-008 to BF-011)."""

VICTORY_POINT_TOKENS = 16
"""Whatever the number of players (BF-005, BF-013)."""


def heap_of(tokens: int) -> Heap:
    """Packed tokens as a fact of a detail."""
    places = ((tokens >> 8 * kind & 0xFF, name) for kind, name in enumerate(COUNTED))
    return Heap(tuple(pile for pile in places if pile[0]), marked("0 tokens"))


def in_letters(tokens: int) -> str:
    """Packed tokens in the letters of their guilds."""
    return "".join(letter * (tokens >> 8 * kind & 0xFF) for kind, letter in enumerate(LETTERS))
