"""Measuring two things side by side, and the rows that tell of it.

@benchmark("Score sheets")
def score_sheets() -> Iterator[Row]:
    ours, plain = side_by_side(write_score_sheets, write_the_same_cells)
    yield Row.at_most("100 tables", ours, plain, 2, of="the same cells with reportlab")
"""

from __future__ import annotations

import statistics
import timeit
from collections.abc import Callable, Iterable
from dataclasses import dataclass

REPETITIONS = 7

LOOP = 10_000_000
"""Turns of the empty loop; it takes about 0.25 s."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table. `figure` and `reference` carry their units; `reference` is empty, and
    `ratio` None, where the target is a number of its own (queries, errors)."""

    name: str
    figure: str
    reference: str
    ratio: float | None
    target: str
    met: bool

    @classmethod
    def at_most(cls, name: str, ours: float, plain: float, limit: float, *, of: str) -> Row:
        """Seconds against the seconds of something plain: at most `limit` times as many."""
        ratio = ours / plain
        reference = f"{of}: {in_words(plain)}"
        return cls(name, in_words(ours), reference, ratio, f"at most {limit:g}", ratio <= limit)

    @classmethod
    def beside(cls, name: str, ours: float, plain: float, *, of: str) -> Row:
        """The same without a target, for what is good to know."""
        return cls(name, in_words(ours), f"{of}: {in_words(plain)}", ours / plain, "", met=True)

    @classmethod
    def at_least(cls, name: str, ours: float, plain: float, limit: float, *, of: str) -> Row:
        """Things done in a second against those of something plain: at least that part of them."""
        ratio = ours / plain
        reference = f"{of}: {plain:,.0f}/s"
        return cls(name, f"{ours:,.0f}/s", reference, ratio, f"at least {limit:g}", ratio >= limit)

    @classmethod
    def count(cls, name: str, counted: int, limit: int) -> Row:
        """A number that has a limit of its own."""
        return cls(name, str(counted), "", None, f"at most {limit}", counted <= limit)


@dataclass(frozen=True, slots=True)
class Benchmark:
    title: str
    rows: Callable[[], Iterable[Row]]


benchmarks: list[Benchmark] = []
"""In the order of the modules' names, and in a module from the top."""


def benchmark(title: str) -> Callable[[Callable[[], Iterable[Row]]], Callable[[], Iterable[Row]]]:
    """Register a function that measures and yields rows."""

    def register(rows: Callable[[], Iterable[Row]]) -> Callable[[], Iterable[Row]]:
        benchmarks.append(Benchmark(title, rows))
        return rows

    return register


def seconds(function: Callable[[], object], *, repetitions: int = REPETITIONS) -> float:
    """The median of several runs, after some that only warm up."""
    timer = _timer(function)
    return statistics.median(timer() for _ in range(repetitions))


def side_by_side(
    ours: Callable[[], object], plain: Callable[[], object], *, repetitions: int = REPETITIONS
) -> tuple[float, float]:
    """The medians of both in seconds, measured by turns, so that a busy moment hits both."""
    timers = _timer(ours), _timer(plain)
    runs = [tuple(timer() for timer in timers) for _ in range(repetitions)]
    first, second = (statistics.median(column) for column in zip(*runs, strict=True))
    return first, second


def empty_loop() -> None:
    for _ in range(LOOP):
        pass


def in_words(seconds: float) -> str:
    """Three figures and the unit that fits."""
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "µs")):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def _timer(function: Callable[[], object]) -> Callable[[], float]:
    """A function that gives the seconds of one call, as the mean of enough calls to be told."""
    timer = timeit.Timer(function)
    calls, _ = timer.autorange()
    return lambda: timer.timeit(calls) / calls
