"""Any bytes have a verdict: atheris looks for some that have none, or take too long or too much.

`make fuzz`, or `python -m tests.fuzz 600` for ten minutes, which the targets of `fuzz_targets.py`
share with `fuzz_times.py`, which looks for records that take long. With a seed the targets walk
the same way again, as the continuous build does: what is new there comes from the change and not
from chance.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

TARGETS = ("records", "workbooks", "lists", "markdown", "archives")

TIMES = "times"

MINUTE = 60

STARTING = 4
"""Seconds that a target takes to begin."""


def main(seconds: int = MINUTE, seed: int = 0) -> int:
    """Each target in a process of its own. A seed of 0 is another one each time."""
    targets = (*TARGETS, TIMES)
    share = max(seconds // len(targets) - STARTING, 1)
    return max(_fuzzed(target, share, seed) for target in targets)


def _fuzzed(target: str, seconds: int, seed: int) -> int:
    """The exit code: 0 if nothing was found."""
    print(f"\n# {target}", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="catantour-fuzz-") as folder:
        module = ("tests.fuzz_times",) if target == TIMES else ("tests.fuzz_targets", target)
        program = [sys.executable, "-m", *module, str(seconds), str(seed)]
        given = {"DJANGO_SETTINGS_MODULE": "tests.settings", "VAR_DIR": folder}
        found = subprocess.run(program, env={**os.environ, **given}, check=False)
    return abs(found.returncode)


if __name__ == "__main__":
    sys.exit(main(*(int(word) for word in sys.argv[1:3])))
