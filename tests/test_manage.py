"""The command line itself, whatever the command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "command", [["help"], ["diffsettings"], ["validate_game", "games/samples/broken.txt"]]
)
def test_nobody_has_to_read_an_answer_to_its_end(command):
    read, write = os.pipe()
    os.close(read)

    ended = subprocess.run(
        [sys.executable, ROOT / "manage.py", *command],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)

    assert ended.stderr == b""
    assert ended.returncode in (1, 141)
