"""The same input and seed give the same bytes everywhere (T-016)."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.tournaments.domain.draw.golden import GOLDEN

NEWER = ("3.15", "3.14", "3.13", "3.12")


@pytest.mark.rule("T-016")
@pytest.mark.parametrize("hash_seed", ["0", "1", "20261120"])
def test_no_order_of_hashes_changes_a_draw(hash_seed):
    assert drawn_by(sys.executable, hash_seed) == golden()


@pytest.mark.rule("T-016")
def test_the_running_python_and_the_newest_that_is_there_draw_the_same():
    newest = next(filter(runs, (f"python{version}" for version in NEWER)), sys.executable)

    assert drawn_by(newest, "1") == golden()


def golden():
    """Other lines here need another `ALGORITHM`: stored draws are repeated."""
    return GOLDEN.read_text("utf-8").splitlines()


def drawn_by(python, hash_seed):
    told = subprocess.run(
        [python, "-m", "tests.tournaments.domain.draw.golden"],
        env=environment(python) | {"PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=True,
    )
    return told.stdout.decode().splitlines()


def runs(python):
    found = shutil.which(python)
    return (
        found
        and not subprocess.run(
            [found, "-c", ""], env=environment(python), capture_output=True, check=False
        ).returncode
    )


def environment(python):
    """Where programs are, and which of its versions pyenv is to run under that name."""
    return {"PATH": os.environ["PATH"], "PYENV_VERSION": python.removeprefix("python")}
