"""One finding for all ways in which a game may be, where what it says is not the same in all."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.core import Broken, Detail
from games.engine.words import listed

MOST_TOLD = 4
"""How many ways are named at most; then it says that there are others."""


def in_all(ways: Sequence[tuple[Broken, ...]]) -> tuple[Broken, ...]:
    """The rules that the first way breaks; what differs in others that break them is told of each,
    numbers from the least to the most."""
    first, *others = ways
    if not others:
        return first
    return tuple(
        one._replace(detail=_together([one.detail, *_otherwise(one, at, ways)]))
        for at, one in enumerate(first)
    )


def _otherwise(broken: Broken, at: int, ways: Sequence[tuple[Broken, ...]]) -> list[Detail]:
    """What else is said of the rule, broken `at` this place among the rules, in other ways."""
    found: list[Detail] = []
    for way in ways:
        if at < len(way) and way[at].rule == broken.rule:
            detail = way[at].detail
            if detail.impossible == broken.detail.impossible and detail != broken.detail:
                found += [] if detail in found else [detail]
    return found


def _together(details: Sequence[Detail]) -> Detail:
    first, *others = details
    if not others:
        return first
    alike = all((one.text, one.facts.keys()) == (first.text, first.facts.keys()) for one in others)
    differing = [
        name
        for name, fact in first.facts.items()
        if any(one.facts.get(name) != fact for one in others)
    ]
    if alike and not differing:
        return first
    if alike and len(differing) == 1:
        (name,) = differing
        values: list[object] = []
        for one in details:
            if one.facts[name] not in values:
                values.append(one.facts[name])
        return first._replace(facts={**first.facts, name: _either(values)})
    plain = [one._replace(impossible=False, hint="") for one in details]
    return first._replace(text="{ways}", facts={**first.facts, "ways": _either(plain)})


def _either(values: Sequence[object]) -> object:
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) == len(values):
        return listed((min(numbers), max(numbers)), "–")
    more = ["…"] if len(values) > MOST_TOLD else []
    return listed([*values[:MOST_TOLD], *more], " / ")
