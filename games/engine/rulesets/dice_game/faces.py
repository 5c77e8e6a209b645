"""The faces of the resource dice, and sets of them as one whole number.

Each face has eight bits, brick lowest, gold highest; so what is left is compared with a cost in
one step for all faces. Lists in an order (a roll by the places of the dice) are written base 16,
the first one lowest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.words import Heap, marked

BRICK, LUMBER, WOOL, GRAIN, ORE, GOLD = range(6)

LETTERS = "BLWGOA"
"""Of the faces in the notation; A is gold."""

WORDS: tuple[str, ...] = (
    marked("brick"),
    marked("lumber"),
    marked("wool"),
    marked("grain"),
    marked("ore"),
    marked("gold"),
)

RESOURCES = range(5)
"""The faces that pay (DG-027)."""

DICE = 6
"""The dice of the game (DG-001)."""

ONE = tuple(1 << 8 * face for face in range(6))

GUARD = 0x8080_8080_8080
"""The highest bit of each place: it stays set where a place does not fall below 0."""

PLACE = 0xFF


def pack(faces: Iterable[int]) -> int:
    """The faces as a set."""
    return sum(ONE[face] for face in faces)


def holds(dice: int, faces: int) -> bool:
    """Whether all of the faces are among the dice."""
    return (dice + GUARD - faces) & GUARD == GUARD


def count(dice: int, face: int) -> int:
    return dice >> 8 * face & PLACE


def size(dice: int) -> int:
    """How many dice: the places of a number to the base 256 add up modulo 255."""
    return dice % 255


def missing(dice: int, faces: int) -> int:
    """Those of the faces that are not among the dice."""
    return sum(max(0, count(faces, face) - count(dice, face)) * ONE[face] for face in range(6))


def faces_of(dice: int) -> list[int]:
    """The faces of a set, in their order."""
    return [face for face in range(6) for _ in range(count(dice, face))]


def heap(dice: int) -> Heap:
    """The faces of a set as a fact of a detail."""
    piles = ((count(dice, face), WORDS[face]) for face in range(6))
    return Heap(tuple(pile for pile in piles if pile[0]), marked("0 dice"))


# Lists


def listed(numbers: Sequence[int]) -> int:
    """Numbers from 0 to 14 in their order, as one; a place with -1 is empty."""
    return sum(number + 1 << 4 * at for at, number in enumerate(numbers))


FIRST = 0x111_111_111_111_111
"""The lowest bit of each place of a list."""


def filled(number: int) -> int:
    """The places of a list that are not empty, each by its lowest bit."""
    return (number | number >> 1 | number >> 2 | number >> 3) & FIRST


def packed(number: int) -> int:
    """The faces of a list as a set."""
    dice = 0
    while number:
        dice += _HALVES[number & 0xFFF]
        number >>= 12
    return dice


def unlisted(number: int) -> list[int]:
    """The numbers again, without empty places at the end."""
    numbers = []
    while number:
        numbers.append((number & 15) - 1)
        number >>= 4
    return numbers


_HALVES = tuple(
    pack(face for face in unlisted(number) if 0 <= face < 6) for number in range(0x1000)
)
"""The sets of all lists of three places."""
