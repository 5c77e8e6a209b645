"""How much room a disk should have left, so that a day on which much is saved ends on it."""

from __future__ import annotations

from enum import Enum

LEAST = 2**20
"""Bytes. On a disk with less nothing can be saved any more."""

LITTLE = 200 * 2**20
"""Bytes: a database of some seasons and its copy, or the prints of a large event."""


class Room(Enum):
    """What there is of it, from a glance at the disk."""

    ENOUGH = "enough"
    LITTLE = "little"
    NONE = "none"


def room_of(free: int) -> Room:
    """`free` is in bytes."""
    if free < LEAST:
        return Room.NONE
    return Room.LITTLE if free < LITTLE else Room.ENOUGH
