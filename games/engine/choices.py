"""What may be done now, for the recorder: legal actions grouped by player and verb."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from games.engine.core import Action, Ruleset, Seat

MOST = 100
"""Ways of one choice that are listed; beyond that it is asked fact by fact."""

MOST_BEGINNINGS = 400
"""The same for first facts that all go on in the same ways, such as payments."""

Facts = tuple[int, ...]


class Choice(NamedTuple):
    """A verb that a player may use now, and the facts that it may have.

    Each of `facts` is all the facts of a legal action, or its first ones if the rest is open; of
    too many ways the beginnings are told, as far as they are few. Where any of `facts` may go on
    with any of `rests`, they are told apart. `offered`: it is not among the legal actions, but may
    be said at any time, such as a deal.
    """

    seat: Seat
    verb: str
    facts: tuple[Facts, ...]
    offered: bool = False
    rests: tuple[Facts, ...] = ()

    def answers(self, action: Action) -> bool:
        """Whether the action can be made by it; what it leaves open fits anything."""
        return (self.seat, self.verb) == (action.seat, action.verb) and any(
            action.facts[: len(way)] == way
            for facts in self.facts
            for way in ([facts + rest for rest in self.rests] or [facts])
        )


def choices(ruleset: Ruleset, state: Any) -> list[Choice]:
    """All that may be done now, in the order in which the rule set lists it.

    With unseen cards: all that some hands allow which fit what is known. It may be a little more,
    as each card is asked for by itself.
    """
    found: dict[tuple[bool, Seat, str], dict[Facts, None]] = {}
    for offered, action in _possible(ruleset, state):
        if not offered or (False, action.seat, action.verb) not in found:
            found.setdefault((offered, action.seat, action.verb), {})[action.facts] = None
    return [
        Choice(seat, verb, facts, offered, rests)
        for (offered, seat, verb), ways in found.items()
        for facts, rests in [_few(tuple(ways))]
    ]


def _possible(ruleset: Ruleset, state: Any) -> Iterator[tuple[bool, Action]]:
    """Every action, and whether it is only offered, in every state in which the game may be."""
    branches = list(_branches(ruleset, state))
    for branch in branches:
        yield from ((False, action) for action in ruleset.legal(branch))
    for branch in branches:
        yield from ((True, action) for action in ruleset.offers(branch))


def _branches(ruleset: Ruleset, state: Any) -> Iterable[Any]:
    if ruleset.hidden is None or state.unseen is None:
        return (state,)
    return map(ruleset.hidden.at_best, (state, *state.unseen.others))


def _few(ways: tuple[Facts, ...]) -> tuple[tuple[Facts, ...], tuple[Facts, ...]]:
    """The ways; if they are too many, first facts and how all of those go on, or what the ways
    begin with, as far as that is few."""
    if len(ways) <= MOST:
        return ways, ()
    firsts = tuple(dict.fromkeys(way[:1] for way in ways))
    rests = tuple(dict.fromkeys(way[1:] for way in ways))
    few = len(firsts) <= MOST_BEGINNINGS and len(rests) <= MOST
    if few and rests[0] and len(firsts) * len(rests) == len(ways):
        return firsts, rests
    told = len(ways[0])
    while len(ways) > MOST:
        told -= 1
        ways = tuple(dict.fromkeys(way[:told] for way in ways))
    return ways, ()


def ahead(ruleset: Ruleset, state: Any) -> list[tuple[Seat, str]]:
    """Who does what until the first turn begins, as far as it is settled now."""
    twin = state.copy()
    openers = ruleset.notation.openers
    coming: list[tuple[Seat, str]] = []
    while (action := next(ruleset.legal(twin), None)) is not None and action.verb in openers:
        if len(action.facts) < sum(field.width for field in ruleset.notation.fields[action.verb]):
            break
        coming.append((action.seat, action.verb))
        ruleset.play(twin, action)
    return coming
