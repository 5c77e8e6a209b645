"""Hidden actions that were played, and what all worlds say of their cards in the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.engine.core import Action, Detail
from games.engine.spreads import Event


class Noted(NamedTuple):
    """A hidden action that was played, and what of it stands in the pasts of the worlds. `evident`
    are its cards where everybody knew them though they were not written down."""

    action: Action
    events: tuple[Event, ...]
    evident: tuple[int, ...] | None = None


class Known(NamedTuple):
    """What later actions prove of an action: a sentence about the one at the index `at`."""

    at: int
    action: Action
    detail: Detail


def in_bytes(past: int, width: int) -> bytes:
    return past.to_bytes(width // 8 + 1, "little")


def certain(pasts: Sequence[bytes], event: Event, kinds: int) -> int | None:
    """The cards of the event if every world of every state says the same, packed; otherwise None.

    A state in which nothing is noted of it knows nothing, since it only kept bounds by then.
    """
    size = event.cards + 1
    start, end = event.at // 8, (event.at + kinds * size + 7) // 8
    seen = [int.from_bytes(past[start:end], "little") >> event.at % 8 for past in pasts]
    cards = 0
    for kind in range(kinds):
        fields = {past >> kind * size & (1 << size) - 1 for past in seen}
        number = fields.pop()
        if fields or number.bit_count() != 1:
            return None
        cards += (number.bit_length() - 1) << 8 * kind
    return cards
