"""Hands with commodities: resources in their places, coin, paper and cloth behind the unknown card.

The bank is kept with `BANK` added, so that it can be in debt of each of the eight kinds.
"""

from __future__ import annotations

from enum import StrEnum

from games.engine.board.terrain import Terrain
from games.engine.rulesets.base.packed import ALL_GUARD, FULL, ONE, PLACE, RESOURCES, UNKNOWN, size
from games.engine.words import marked


class Commodity(StrEnum):
    COIN = marked("coin")
    PAPER = marked("paper")
    CLOTH = marked("cloth")


COIN, PAPER, CLOTH = range(UNKNOWN + 1, UNKNOWN + 4)

COMMODITIES = (COIN, PAPER, CLOTH)

KINDS = (*range(UNKNOWN), *COMMODITIES)
"""Every kind of card that lies in a hand."""

NAMES: tuple[str, ...] = (*RESOURCES, "?", *Commodity)
"""The words of the kinds."""

SECOND = {
    Terrain.MOUNTAINS: ONE[COIN],
    Terrain.FOREST: ONE[PAPER],
    Terrain.PASTURE: ONE[CLOTH],
}
"""What a city gets beside the resource, where that is not the resource again (CK-070 to CK-072)."""

BANK = FULL + sum(0x80 << 8 * kind for kind in COMMODITIES)
"""The same for all kinds but the unknown one."""

LOW = sum(0x7F << 8 * kind for kind in range(len(NAMES)))

RESOURCE_CARDS, COMMODITY_CARDS = 19, 12
"""Cards of each kind in the bank at the start (CK-002)."""


def holds(hand: int, cards: int) -> bool:
    """Whether the hand has all of the cards."""
    return (hand + ALL_GUARD - cards) & ALL_GUARD == ALL_GUARD


def overlap(some: int, others: int) -> bool:
    """Whether a kind is among both, unknown cards left aside."""
    return bool((some + LOW) & (others + LOW) & BANK)


def is_commodity(kind: int) -> bool:
    return kind > UNKNOWN


def choices(hand: int, count: int) -> list[int]:
    """All sets of `count` cards out of a hand."""
    found = [(0, count)]
    kinds = (*KINDS, UNKNOWN)
    later = size(hand)
    for kind in kinds:
        have = hand >> 8 * kind & PLACE
        later -= have
        if have:
            # What is left to choose after this kind has to come from the later ones.
            found = [
                (cards + taken * ONE[kind], left - taken)
                for cards, left in found
                for taken in range(max(0, left - later), min(have, left) + 1)
            ]
    return [cards for cards, left in found if not left]
