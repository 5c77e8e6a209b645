"""The least record that still shows a difference, as a text for people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from games.engine.core import Action, Header, Record
from games.engine.record import write
from tests.games.oracle.comparing import differences
from tests.games.oracle.judging import TooMany
from tests.games.oracle.short_games import ShortGame

MOST_TRIES = 150
"""Times that a part of the long beginning is left out."""

Kinds = set[str]


def kinds_of(game: ShortGame, start: Any, header: Header, actions: Sequence[Action]) -> Kinds:
    """What is wrong with the verdict, without the particulars."""
    try:
        found = differences(game.ruleset, start, header, actions)
    except (TooMany, IndexError, KeyError):
        return set()
    return {one.split(":")[0] for one in found}


def shrunk(game: ShortGame) -> Record:
    """With as few actions as show the difference still, first of those with unseen cards."""
    wanted = kinds_of(game, game.start, game.header, game.tail)
    header = replace(game.header, winners=(), points=None)
    if not kinds_of(game, game.start, header, game.tail) & wanted:
        header = game.header
    tail = fewest(game.tail, lambda some: bool(kinds_of(game, game.start, header, some) & wanted))

    def shows(lead: Sequence[Action]) -> bool:
        start = game.ruleset.setup(header)
        return bool(kinds_of(game, start, header, [*lead, *tail]) & wanted)

    return Record(header, (*without_rounds(game, shows), *tail))


def fewest(
    actions: Sequence[Action], shows: Callable[[Sequence[Action]], bool]
) -> Sequence[Action]:
    """Leave out pieces, ever shorter ones, from the end, as long as it still shows."""
    size = len(actions) // 2
    while size:
        at = len(actions) - size
        while at >= 0:
            less = [*actions[:at], *actions[at + size :]]
            if shows(less):
                actions = less
            at -= size
        size //= 2
    return actions


def without_rounds(game: ShortGame, shows: Callable[[Sequence[Action]], bool]) -> Sequence[Action]:
    """The beginning without rounds that need not have been played."""
    lead: Sequence[Action] = game.lead
    players, tries = game.start.n, 0
    rounds = len(lead)
    while rounds and tries < MOST_TRIES:
        ends = [-1, *(at for at, action in enumerate(lead) if action.verb == "end_turn")]
        rounds = min(rounds // 2, len(ends) // players)
        at = len(ends) - 1 - rounds * players
        while at >= 0 and rounds and tries < MOST_TRIES:
            tries += 1
            less = [*lead[: ends[at] + 1], *lead[ends[at + rounds * players] + 1 :]]
            if shows(less):
                lead = less
                break
            at -= rounds * players
        else:
            continue
        rounds *= 2
    return lead


def as_text(game: ShortGame, record: Record) -> str:
    return write(record, game.ruleset.notation)
