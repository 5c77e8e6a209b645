"""What building costs, and every way to pay for it: three identical cards stand for one of
another kind (CG-054 to CG-058)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Final, NamedTuple

from games.engine.rulesets.base.packed import LETTERS, counts, in_words, pack

ROAD: Final = pack((1, 1, 0, 0, 0))
KNIGHT: Final = pack((0, 0, 1, 1, 1))
SETTLEMENT: Final = pack((1, 1, 1, 1, 0))
CITY: Final = pack((0, 0, 0, 2, 3))
EXPANSION: Final = pack((0, 0, 3, 0, 1))

THREE_FOR_ONE: Final = (3, 1)
"""How many identical cards are given, and for how many of another kind."""

Rates = tuple[tuple[int, int], ...]


class Payment(NamedTuple):
    """Cards laid down for a cost: `plain` as it says, `groups` in place of others."""

    plain: tuple[int, ...]
    groups: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        """In the letters of the notation: `L+3W`."""
        parts = [in_words(pack(self.plain))] if any(self.plain) else []
        parts += [f"{count}{LETTERS[kind]}" for kind, count in self.groups]
        return "+".join(parts)


@cache
def payments(cost: int, rates: Rates = (THREE_FOR_ONE,)) -> dict[int, Payment]:
    """Every set of cards that pays the cost, packed, with how it does; cheaper ones first."""
    needed = counts(cost)
    found: dict[int, Payment] = {}
    for missing in sorted(product(*(range(count + 1) for count in needed)), key=sum):
        plain = tuple(count - gone for count, gone in zip(needed, missing, strict=True))
        for groups in _groups(missing, rates):
            paid = list(plain)
            for kind, count in groups:
                paid[kind] += count
            found.setdefault(pack(paid), Payment(plain, groups))
    return found


def _groups(missing: Sequence[int], rates: Rates) -> Iterator[tuple[tuple[int, int], ...]]:
    """Groups of identical cards in place of the missing ones, each of another kind than what it
    replaces."""
    count = sum(missing)
    for give, gets in rates:
        if count % gets == 0:
            for kinds in combinations_with_replacement(range(5), count // gets):
                if _apart(missing, kinds, gets):
                    yield tuple((kind, give) for kind in kinds)


def _apart(missing: Sequence[int], kinds: Sequence[int], gets: int) -> bool:
    """Whether the groups can replace the missing cards, none of them one of its own kind: there
    are enough cards of other kinds for those of each."""
    total = sum(missing)
    return all(kinds.count(kind) * gets + missing[kind] <= total for kind in set(kinds))


class Misfit(NamedTuple):
    """How cards laid down differ from a cost: by how many too few and too many of each kind."""

    lacking: tuple[int, ...]
    extra: tuple[int, ...]

    @property
    def short(self) -> int:
        return sum(self.lacking)

    @property
    def over(self) -> int:
        return sum(self.extra)


def misfit(cost: int, paid: int) -> Misfit:
    pairs = list(zip(counts(cost), counts(paid), strict=True))
    return Misfit(
        tuple(max(0, due - given) for due, given in pairs),
        tuple(max(0, given - due) for due, given in pairs),
    )
