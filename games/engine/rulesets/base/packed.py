"""Cards as one whole number: eight bits for each kind, the first kind lowest.

Resources stand in the order of `Resource`, development cards in that of `KINDS`; the sixth place
counts cards that nobody but their owner saw. Behind it is room for kinds that other rule sets add
to a hand, the commodities of Cities & Knights. So a hand is added to, paid from and compared in
one step for all kinds. No place holds more than 127 cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.engine.board.terrain import Resource
from games.engine.words import Heap, marked

RESOURCES = tuple(Resource)

KNIGHT, VICTORY_POINT, ROAD_BUILDING, INVENTION, MONOPOLY = range(5)

KINDS = (
    marked("Knight"),
    marked("Victory Point"),
    marked("Road Building"),
    marked("Invention"),
    marked("Monopoly"),
)
"""The development cards."""

LETTERS = "BLWGO?MPC"
"""In the notation: the resources, the unknown card, and coin, paper and cloth."""

WORDS = (*RESOURCES, marked("unseen card"), marked("coin"), marked("paper"), marked("cloth"))
"""The kinds in words, as they are counted."""

ONE = tuple(1 << 8 * kind for kind in range(len(LETTERS)))
"""One card of each kind."""

UNKNOWN = 5
"""The kind of a card that nobody but its owner saw, written `?`."""

GUARD = 0x8080_8080_8080
"""The highest bit of each place: it stays set where a place does not fall below 0."""

ALL_GUARD = 0x80 * sum(ONE)
"""The same with the places of commodities."""

FULL = 0x80_8080_8080
"""The same for the five resources. The bank is kept with it added, so that it can be in debt."""

LOW = 0x7F7F_7F7F_7F7F

PLACE = 0xFF


def pack(counts: Sequence[int]) -> int:
    """Five counts, or six with that of the unknown cards, as one number."""
    return sum(count << 8 * kind for kind, count in enumerate(counts))


def pack_cards(kinds: Iterable[int]) -> int:
    return sum(ONE[kind] for kind in kinds)


def counts(hand: int) -> tuple[int, ...]:
    """How many cards of each of the five kinds."""
    return tuple((hand & 0xFF_FFFF_FFFF).to_bytes(5, "little"))


def kinds(hand: int) -> tuple[int, ...]:
    """The kind of every card, in order; `UNKNOWN` for those nobody saw."""
    places = hand.to_bytes(len(LETTERS), "little")
    return tuple(kind for kind, count in enumerate(places) for _ in range(count))


def size(hand: int) -> int:
    """How many cards: the places of a number to the base 256 add up modulo 255."""
    return hand % 255


def holds(hand: int, cards: int) -> bool:
    """Whether the hand has all of the cards."""
    return (hand + GUARD - cards) & GUARD == GUARD


def missing(hand: int, cards: int) -> int:
    """The cards that the hand lacks."""
    if (hand + ALL_GUARD - cards) & ALL_GUARD == ALL_GUARD:
        return 0
    return sum(
        max(0, (cards >> 8 * kind & PLACE) - (hand >> 8 * kind & PLACE)) << 8 * kind
        for kind in range(len(LETTERS))
    )


def overlap(some: int, others: int) -> bool:
    """Whether a kind is among both."""
    return bool((some + LOW) & (others + LOW) & FULL)


def heap(hand: int) -> Heap:
    """The cards as a fact of a detail."""
    places = enumerate(hand.to_bytes(len(LETTERS), "little"))
    return Heap(
        tuple((count, str(WORDS[kind])) for kind, count in places if count), marked("0 cards")
    )


def in_words(hand: int) -> str:
    """The cards in the letters of the notation: `LLW?`."""
    return "".join(LETTERS[kind] for kind in kinds(hand))
