"""Every command that the docs tell to type is there as it is typed, and the examples run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import get_commands, load_command_class

from tests import prepared

ROOT = Path(settings.BASE_DIR)
DOCS = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
PYTHON = ".venv/bin/python manage.py "
PLACEHOLDER = re.compile(r"[\[<]|\b[A-Z]{3,}\b")
"""What somebody who types it fills in: `[file]`, `<address>`, `FILE`."""


def parted(page: Path) -> tuple[list[str], list[str]]:
    """The lines of the page that stand alone to be typed, and its sentences."""
    alone, sentences, fence = [], [], None
    for line in page.read_text().splitlines():
        if line.lstrip().startswith("```"):
            fence = line.strip() if fence is None else None
        elif fence is None:
            sentences.append(line)
        elif fence == "```":
            alone.append(line.strip())
    return alone, sentences


def blocks(page: Path) -> list[str]:
    return parted(page)[0]


def spans(page: Path) -> list[str]:
    """What stands between backticks in its sentences."""
    return [span for line in parted(page)[1] for span in re.findall(r"`([^`]+)`", line)]


def told() -> list[tuple[str, str]]:
    return [(page.name, text) for page in DOCS for text in (*blocks(page), *spans(page))]


COMMANDS = [
    (page, text[text.index("manage.py ") :])
    for page, text in told()
    if re.search(r"(^|[ /])manage\.py [a-z]", text)
]
TARGETS = [(page, text) for page, text in told() if re.match(r"make( [a-zA-Z]|$)", text)]
EXAMPLES = [
    line
    for line in blocks(ROOT / "docs" / "commands.md")
    if line.startswith(PYTHON) and not PLACEHOLDER.search(line.replace(PYTHON, ""))
]


def test_there_is_something_to_look_at():
    assert len(COMMANDS) > 30
    assert len(TARGETS) > 20
    assert len(EXAMPLES) >= 6


@pytest.mark.parametrize(("page", "text"), COMMANDS)
def test_a_command_has_the_words_and_options_that_are_named(page, text):
    name, *rest = shlex.split(re.sub(r"[\[\]<>|]", " ", text))[1:]
    owner = get_commands()[name]
    command = load_command_class(owner, name) if isinstance(owner, str) else owner
    known = command.create_parser("manage.py", name)._option_string_actions

    assert [word for word in rest if word.startswith("--") and word not in known] == []


@pytest.mark.parametrize(("page", "text"), TARGETS)
def test_a_target_of_make_is_there_with_its_settings(page, text):
    makefile = (ROOT / "Makefile").read_text()
    _, *words = text.split()
    settings_of_make = [word.split("=")[0] for word in words if "=" in word]
    targets = [word for word in words if "=" not in word]

    assert [name for name in settings_of_make if f"\n{name} ?=" not in makefile] == []
    assert [name for name in targets if not re.search(rf"^{name}[ :]", makefile, re.M)] == []


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_what_stands_alone_to_be_typed_names_the_python_of_the_site(page):
    assert [line for line in blocks(page) if re.match(r"(\./|python3? )?manage\.py", line)] == []


def test_units_that_are_named_are_there():
    units = {path.stem for path in (ROOT / "deploy" / "systemd").iterdir()}
    typed = [line for page in DOCS for line in blocks(page) if line.startswith("systemctl ")]
    named = {re.sub(r"@.*", "@", word) for line in typed for word in re.findall(r"catan\S+", line)}

    assert {re.sub(r"\.timer$", "", name) for name in named} <= units


@pytest.fixture
def site(tmp_path):
    """A checkout whose site has the tournament of the examples; beside it, in `other`, an empty
    one."""
    for path in ROOT.iterdir():
        if path.name not in ("var", ".venv", ".git"):
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    for folder in ("var", "other"):
        (tmp_path / folder).mkdir()
        prepared.tables_in(tmp_path / folder / "catantour.sqlite3")
    for line in (
        "simulate_tournament --players 12 --rounds 1 --keep",
        "export_tournament simulation-1-2026 > day.json",
        "import_tournament day.json --slug brno-2026",
    ):
        answer = typed(PYTHON + line, tmp_path)
        assert answer.returncode == 0, (line, answer.stderr)
    return tmp_path


def typed(line: str, folder: Path, var: str = "var") -> subprocess.CompletedProcess[str]:
    kept = {"PATH", "HOME", "LANG", "VIRTUAL_ENV"}
    env = {name: value for name, value in os.environ.items() if name in kept}
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=env | {"VAR_DIR": str(folder / var)},
        input="",
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_the_examples_run_as_they_are_typed(site):
    """In their order; the archive is read where the tournament is not."""
    for line in EXAMPLES:
        answer = typed(line, site, "other" if " import_tournament " in line else "var")

        assert (line, answer.returncode, answer.stderr) == (line, 0, "")
    assert (site / "board.pdf").read_bytes().startswith(b"%PDF")
    assert '"brno-2026"' in (site / "brno-2026.json").read_text()
