"""Look for records that take long: changes of records, of which the slowest are changed further.

    python -m tests.fuzz_times 60 1          a minute, from the seed 1
    python -m tests.fuzz_times 600 0 folder  ten minutes; the slowest found are written there

What a record takes is told in turns of an empty loop, measured in between, so that a slow or busy
machine finds no more than a fast one. One beyond the promise (CONTRIBUTING.md) is a find: it is
printed, and the exit code is 1.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from games.engine import record, rulesets
from games.engine.core import Action, Record, Ruleset
from games.engine.verdicts import verdict_on
from tests.games.played import RECORDS
from tests.games.rulesets import chance_cities
from tests.games.rulesets.chance import any_action, legal_action, new_game

LOOP = 10_000_000
"""Turns of the empty loop in which the promise is told."""

MEASURED = LOOP // 20
"""Turns that are measured each time."""

LONGEST = 100_000
"""Bytes of an input, for which the promise is two loops."""

PROMISE = 2

KEPT = 30
"""The slowest, which are changed further."""

FOUND = 10
"""Of them, those that are written out."""

SAMPLES = RECORDS.parents[2] / "games" / "samples"


class Timed(NamedTuple):
    loops: float
    text: bytes


def main(seconds: int, seed: int, folder: str = "") -> int:
    chance = random.Random(seed or None)
    slowest = _searched(seconds, chance)
    for at, found in enumerate(slowest[:FOUND]):
        print(f"{found.loops:.2f} loops, {len(found.text)} bytes", file=sys.stderr)
        if folder:
            Path(folder, f"slow-{at}.txt").write_bytes(found.text)
    if slowest[0].loops <= PROMISE:
        return 0
    print("over the promise:", slowest[0].text.decode(errors="replace"), sep="\n", file=sys.stderr)
    return 1


def _searched(seconds: int, chance: random.Random) -> list[Timed]:
    """The slowest that were found, the slowest of all first."""
    end = time.monotonic() + seconds
    slowest: list[Timed] = []
    verdict_on(b"")
    for text in _beginnings(chance):
        slowest.append(timed(text))
        if time.monotonic() > end:
            break
    while time.monotonic() < end:
        slowest.sort(key=_by_time)
        del slowest[KEPT:]
        # The slowest more often than the others.
        at = int(len(slowest) * chance.random() ** 2)
        text = _changed(slowest[at].text, slowest, chance)
        if len(text) <= LONGEST:
            slowest.append(timed(text))
    # A pause of the machine is no find: the best of three tells.
    again = [min(timed(found.text) for _ in range(3)) for found in slowest[:FOUND]]
    return sorted(again, key=_by_time)


def _by_time(found: Timed) -> float:
    return -found.loops


def timed(text: bytes) -> Timed:
    """How long the verdict takes, in loops of ten million turns."""
    loop = _spent(_empty_loop)
    gc.collect()
    return Timed(_spent(lambda: verdict_on(text)) / (loop * LOOP / MEASURED), text)


def _spent(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _empty_loop() -> None:
    for _ in range(MEASURED):
        pass


# What it begins with


def _beginnings(chance: random.Random) -> Iterator[bytes]:
    for path in sorted((*SAMPLES.glob("*.txt"), *(RECORDS / "unseen").glob("*.txt"))):
        yield path.read_bytes()
    islands = [ruleset for ruleset in rulesets.RULESETS if ruleset.viewer == "island"]
    for ruleset in chance.sample(islands, len(islands)):
        yield _game(ruleset, chance)


def _game(ruleset: Ruleset, chance: random.Random) -> bytes:
    """Legal actions, then some of any kind, each card hidden that could be."""
    state = new_game(ruleset, chance)
    actions: list[Action] = []
    while len(actions) < 300 and (action := legal_action(ruleset, state, chance)):
        ruleset.play(state, action)
        actions.append(action)
    actions += [any_action(ruleset, state, chance) for _ in range(20)]
    veiled = [chance_cities.hidden(action, chance, 1) for action in actions]
    return record.write(Record(state.header, tuple(veiled)), ruleset.notation).encode()


# How it is changed


def _changed(text: bytes, others: Sequence[Timed], chance: random.Random) -> bytes:
    lines = text.split(b"\n")
    for _ in range(chance.choice((1, 1, 2, 4))):
        lines = chance.choice(CHANGES)(lines, others, chance)
    return b"\n".join(lines)


Lines = list[bytes]


def _doubled(lines: Lines, others: Sequence[Timed], chance: random.Random) -> Lines:
    """A piece again and again at its end."""
    start, end = _piece(lines, chance)
    return lines[:end] + lines[start:end] * chance.choice((1, 2, 5, 20)) + lines[end:]


def _less(lines: Lines, others: Sequence[Timed], chance: random.Random) -> Lines:
    start, end = _piece(lines, chance)
    return lines[:start] + lines[end:]


def _spliced(lines: Lines, others: Sequence[Timed], chance: random.Random) -> Lines:
    """A piece of another one."""
    theirs = chance.choice(others).text.split(b"\n")
    start, end = _piece(theirs, chance)
    at = chance.randrange(len(lines) + 1)
    return lines[:at] + theirs[start:end] + lines[at:]


def _word_again(lines: Lines, others: Sequence[Timed], chance: random.Random) -> Lines:
    """Some words of a line once more, or some of another line."""
    at, source = chance.randrange(len(lines)), chance.randrange(len(lines))
    words, theirs = lines[at].split(b" "), lines[source].split(b" ")
    start = chance.randrange(len(theirs))
    piece = theirs[start : start + chance.randint(1, 4)] * chance.choice((1, 1, 3, 10))
    place = chance.randint(0, len(words))
    return [*lines[:at], b" ".join(words[:place] + piece + words[place:]), *lines[at + 1 :]]


def _less_known(lines: Lines, others: Sequence[Timed], chance: random.Random) -> Lines:
    """A letter of a card, or a number, is another one."""
    at = chance.randrange(len(lines))
    line = bytearray(lines[at])
    places = [place for place, sign in enumerate(line) if sign in b"BLWGO?0123456789"]
    if places:
        place = chance.choice(places)
        line[place] = chance.choice(b"0123456789" if line[place] in b"0123456789" else b"BLWGO?")
    return [*lines[:at], bytes(line), *lines[at + 1 :]]


def _piece(lines: Lines, chance: random.Random) -> tuple[int, int]:
    """A piece from the part behind the headers."""
    start = chance.randrange(len(lines))
    return start, min(len(lines), start + int(1 + 30 * chance.random() ** 2))


CHANGES = (_doubled, _less, _spliced, _word_again, _less_known)

if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:4]))
