"""`make serve` ends with all that it started, whatever that waits for."""

import os
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SECONDS_TO_END = 60

# The worker hears nobody, like one that waits for a Redis that is frozen; the others end when told.
STAND_IN = """#!/bin/sh
echo $$ >> "$STARTED"
case "$*" in
    *catantour.server*) echo $$ > "$STARTED.server"; [ ! -e "$STARTED.refuses" ] || exit 3 ;;
esac
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


@pytest.fixture
def started(tmp_path):
    """The numbers of the processes that were started, of which none outlives the test."""
    numbers = tmp_path / "started"
    yield numbers
    for pid in numbers.read_text().split():
        with suppress(ProcessLookupError):
            os.killpg(os.getpgid(int(pid)), signal.SIGKILL)


def serve(recipe, started):
    return subprocess.Popen(
        ["bash", "-euo", "pipefail", "-c", recipe],
        env=os.environ | {"STARTED": str(started)},
        start_new_session=True,
    )


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_what_waits_for_a_frozen_redis_is_killed_in_the_end(recipe, started, told):
    serving = serve(recipe, started)
    wait_until_all_run(started)

    serving.send_signal(told)

    assert serving.wait(SECONDS_TO_END) == 0
    wait_until_all_ended(started)


def test_a_web_server_that_is_killed_is_started_again_beside_the_others(recipe, started):
    serving = serve(recipe, started)
    wait_until_all_run(started)
    first, others = server_of(started), started.read_text().split()
    others.remove(first)

    os.kill(int(first), signal.SIGKILL)

    wait_until(lambda: server_of(started) not in ("", first))
    assert serving.poll() is None
    assert all(Path("/proc", pid).exists() for pid in others)
    assert len(started.read_text().split()) == 4
    serving.terminate()
    assert serving.wait(SECONDS_TO_END) == 0
    wait_until_all_ended(started)


def test_a_web_server_that_cannot_begin_ends_all_of_it(recipe, started):
    Path(f"{started}.refuses").touch()

    serving = serve(recipe, started)

    assert serving.wait(SECONDS_TO_END) == 3
    wait_until_all_ended(started)


@pytest.mark.parametrize("killed", ["make", "its shell"])
def test_nothing_stays_behind_when_it_is_killed_without_a_word(recipe, started, tmp_path, killed):
    # As make does, the first waits for the second.
    making = subprocess.Popen(
        ["bash", "-c", 'bash -euo pipefail -c "$RECIPE" & echo $! > "$SHELL_OF"; wait'],
        env=os.environ
        | {"STARTED": str(started), "RECIPE": recipe, "SHELL_OF": str(tmp_path / "shell")},
        start_new_session=True,
    )
    wait_until_all_run(started)

    pid = making.pid if killed == "make" else int((tmp_path / "shell").read_text())
    os.kill(pid, signal.SIGKILL)

    making.wait(SECONDS_TO_END)
    wait_until_all_ended(started)


def server_of(started):
    return Path(f"{started}.server").read_text().strip()


def wait_until_all_run(started):
    wait_until(lambda: started.exists() and len(started.read_text().split()) >= 3)


def wait_until_all_ended(started):
    wait_until(lambda: not any(Path("/proc", pid).exists() for pid in started.read_text().split()))


def wait_until(so):
    deadline = time.monotonic() + SECONDS_TO_END
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.05)
