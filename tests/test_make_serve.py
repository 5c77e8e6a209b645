"""`make serve` ends with all that it started, whatever that waits for."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SECONDS_TO_END = 60

# The worker hears nobody, like one that waits for a Redis that is frozen; the others end when told.
STAND_IN = """#!/bin/sh
echo $$ >> "$STARTED"
case "$*" in *worker*) trap '' TERM ;; esac
while true; do sleep 0.1; done
"""


@pytest.fixture
def recipe(tmp_path):
    """The last lines of the recipe, with stand-ins for what they start."""
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.write_text(STAND_IN)
    python.chmod(0o755)
    told = subprocess.run(
        ["make", "--dry-run", "serve", f"VENV_DIR={tmp_path}", "SECONDS_TO_STOP=1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return told[told.index("set -m") :]


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_what_waits_for_a_frozen_redis_is_killed_in_the_end(recipe, tmp_path, told):
    started = tmp_path / "started"
    serving = subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", recipe],
        env=os.environ | {"STARTED": str(started)},
        start_new_session=True,
    )
    while not started.exists() or len(started.read_text().split()) < 3:
        assert serving.poll() is None
        time.sleep(0.05)

    serving.send_signal(told)

    assert serving.wait(SECONDS_TO_END) == 0
    assert [pid for pid in started.read_text().split() if Path("/proc", pid).exists()] == []
