"""What strangers send, read within its bounds, beside ten million turns of an empty loop.

The loop takes a quarter of a second on the machine that the bounds were set on: 50 ms are a fifth
of it, 0.2 s four fifths.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.measure import Row, benchmark, seconds

TURNS = 10_000_000
MARKDOWN, WORKBOOK = 0.2, 0.8
MEGABYTES = 20


def _turn() -> None:
    for _ in range(TURNS):
        pass


@benchmark("Texts of an event of 10,000 letters")
def texts() -> Iterator[Row]:
    """Each is one that makes a careless parser slow; the five dearest are shown."""
    from tests.texts import PILES
    from tournaments.domain.rich_text import LONGEST_TEXT, shown

    loop = seconds(_turn, repetitions=3)
    cost = {
        name: _fastest(lambda text=text: shown(text[:LONGEST_TEXT])) for name, text in PILES.items()
    }
    for name in sorted(cost, key=cost.__getitem__, reverse=True)[:5]:
        shown_name = name.replace("|", "\\|")
        yield Row.at_most(shown_name, cost[name], loop, MARKDOWN, of="ten million empty turns")


@benchmark("Workbooks beyond their bounds")
def workbooks() -> Iterator[Row]:
    """Each is read by a process of its own, which tells its seconds and what it grew by."""
    from tests.workbooks import TOO_LARGE

    loop = seconds(_turn, repetitions=3)
    for name, make in TOO_LARGE.items():
        took, grown = _refused(make())
        yield Row.at_most(name, took, loop, WORKBOOK, of="ten million empty turns")
        yield Row.count(f"{name}: megabytes", round(grown), MEGABYTES)


def _refused(data: bytes) -> tuple[float, float]:
    """Seconds and megabytes, as a process that does nothing else tells them."""
    program = [sys.executable, "-m", "benchmarks.readers"]
    told = subprocess.run(program, input=data, check=True, capture_output=True)  # noqa: S603 - this very module
    took, grown = map(float, told.stdout.split())
    return took, grown


def _fastest(function: Callable[[], object]) -> float:
    """Seconds of the fastest of three calls: what disturbs one only adds."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times)


def _refuse(data: bytes) -> None:
    import django

    django.setup()
    from django.core.exceptions import ValidationError
    from django.core.files.uploadedfile import SimpleUploadedFile

    from tests.workbooks import workbook
    from tournaments.forms.sheets import read_sheet

    # What is imported at the first call belongs to a started process.
    read_sheet(SimpleUploadedFile("list", workbook(["Name"], ["Anna"])), most_rows=400)
    file = SimpleUploadedFile("list", data)
    before, start = _peak(), time.perf_counter()
    try:
        read_sheet(file, most_rows=400)
    except ValidationError:
        print(time.perf_counter() - start, _peak() - before)


def _peak() -> float:
    """Megabytes that the process had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    _refuse(sys.stdin.buffer.read())
