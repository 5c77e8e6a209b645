"""Chance that anybody can repeat: every draw of seats, lots and boards comes from here.

Block i (counted from 0) is the SHA-256 of the seed, a colon and i in decimal digits, as UTF-8
text. It gives four whole numbers of 64 bits, highest byte first. A seed is therefore all it
takes to repeat a draw on any machine and in any language: `printf 'seed:0' | sha256sum` shows
the first four numbers. The order of operations below is part of the promise: a change to it
changes every stored draw.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_NUMBERS = struct.Struct(">4Q")
_SPAN = 1 << 64


class Chance:
    """A stream of even chances that depends on the text of the seed and on nothing else.

    Texts that only look alike (a composed and a decomposed č) are different seeds.
    """

    def __init__(self, seed: str) -> None:
        self._numbers = _stream(seed)

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1, each equally likely.

        Raises `ValueError` for a bound below 1 or above 2**64.
        """
        if not 1 <= bound <= _SPAN:
            raise ValueError(f"a bound from 1 to 2**64 was expected, not {bound}")
        for number in self._numbers:
            answer = number % bound
            # Numbers past the last full multiple of the bound would favour small answers.
            if number - answer <= _SPAN - bound:
                return answer
        raise AssertionError("the numbers have no end")

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each equally likely. Raises `ValueError` if there are none."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order, each equally likely (Fisher-Yates, from the end)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def _stream(seed: str) -> Iterator[int]:
    # A seed out of a JSON file may hold half a surrogate pair, which is still some text.
    start = hashlib.sha256(f"{seed}:".encode("utf-8", "surrogatepass"))
    block = 0
    while True:
        digest = start.copy()
        digest.update(str(block).encode())
        yield from _NUMBERS.unpack(digest.digest())
        block += 1
