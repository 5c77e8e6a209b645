"""What is to be said of the games of a round by the clock: before its bell, after it, and once each
game is over as it stands (T-059, T-060, T-066, D-125)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise

WARNED_BEFORE = timedelta(minutes=5)
"""How long before the bell everybody is told that it is near."""


class Word(StrEnum):
    """PLAYING: nobody stops. BELL_IS_NEAR: five minutes are left at most. TWO_ROUNDS and LAST_TURN:
    what is still played after the bell. OVER: the latest end is past, and each game stands as it
    stood then."""

    PLAYING = "playing"
    BELL_IS_NEAR = "bell-is-near"
    TWO_ROUNDS = "two-rounds"
    LAST_TURN = "last-turn"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Stretch:
    """How long a word holds: from `since`, which is None at the first, to before `until`, which is
    None at the last. `holds` says whether it does now."""

    word: Word
    since: datetime | None
    until: datetime | None
    holds: bool


def stretches(
    now: datetime, *, bell: datetime | None, latest_end: datetime | None, two_rounds: bool
) -> tuple[Stretch, ...]:
    """The words of a round one after another, of which exactly one holds now. Without a bell there
    is no word of turns after it, without a latest end the games are never over by a clock."""
    begins = list(_begins(bell, latest_end, two_rounds=two_rounds))
    return tuple(
        Stretch(
            word,
            since,
            until,
            (since is None or since <= now) and (until is None or now < until),
        )
        for (since, word), (until, _after) in pairwise([*begins, (None, Word.OVER)])
    )


def clock_face(left: timedelta) -> str:
    """What a clock that stands shows: minutes and seconds, from an hour on with hours, as the
    script does of one that runs."""
    minutes, seconds = divmod(max(int(left.total_seconds()), 0), 60)
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _begins(
    bell: datetime | None, latest_end: datetime | None, *, two_rounds: bool
) -> Iterator[tuple[datetime | None, Word]]:
    yield None, Word.PLAYING
    # Extra time may ring after a latest end that was moved since: the games are over then.
    if bell is not None and (latest_end is None or bell < latest_end):
        yield bell - WARNED_BEFORE, Word.BELL_IS_NEAR
        yield bell, Word.TWO_ROUNDS if two_rounds else Word.LAST_TURN
    if latest_end is not None:
        yield latest_end, Word.OVER
