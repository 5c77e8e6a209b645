"""What reads the bytes of strangers, and what each begins with; `fuzz.py` runs them.

An input that takes five seconds, or with which the process grows beyond 400 MB, is a crash: the
instrumented code is several times as slow as the real one.
"""

# ruff: noqa: E402 - the first imports are the instrumented ones, and need Django to be set up.

from __future__ import annotations

import json
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED

import atheris
import django

LISTS = ["tournaments.forms", "tournaments.domain.importing"]

READERS = {
    "records": ["games.engine"],
    "workbooks": LISTS,
    "lists": LISTS,
    "markdown": ["tournaments.domain.rich_text"],
    "archives": ["tournaments.exports", "games.management"],
}
"""What is instrumented; whatever else there is only runs."""

with atheris.instrument_imports(include=READERS[sys.argv[1]]):
    # It imports most of them.
    django.setup()
    from games.engine import record, rulesets
    from games.engine.batches import ZIP, Batch
    from games.engine.core import Action, NotARecord, Record
    from games.engine.document import write_document
    from games.engine.verdicts import verdict_on
    from games.management.json_command import Mistakes, check_shape, parse_document
    from tournaments.domain.importing import MOST_ROWS, typed_rows
    from tournaments.domain.rich_text import rendered
    from tournaments.domain.values import Refused
    from tournaments.exports.archive.restoring import BrokenArchive, read_archive
    from tournaments.exports.archive.writing import archive_of
    from tournaments.forms.sheets import read_sheet

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import transaction

from tests import workbooks
from tests.archives import a_day, changed
from tests.games.played import RECORDS
from tests.games.rulesets import card_chance
from tests.games.rulesets.chance import legal_action, new_game
from tests.games.rulesets.positions import positions
from tests.texts import PILES
from tests.zips import KEPT, SLIPS, zipped

SAMPLES = RECORDS.parents[2] / "games" / "samples"

LONGEST = 20_000
"""Bytes of an input."""

SECONDS, MEGABYTES = 5, 400


class Target(NamedTuple):
    """`sow` writes what it begins with into a folder; `words` are put in by the fuzzer."""

    run: Callable[[bytes], None]
    sow: Callable[[Path], None]
    words: Callable[[], list[str]]


def main(name: str, seconds: int, seed: int) -> None:
    target = TARGETS[name]
    with tempfile.TemporaryDirectory(prefix="catantour-corpus-") as folder:
        corpus = Path(folder, "corpus")
        corpus.mkdir()
        target.sow(corpus)
        words = Path(folder, "words")
        words.write_text("".join(f'"{word}"\n' for word in target.words()))
        limits = f"-max_total_time={seconds}", f"-max_len={LONGEST}", f"-seed={seed}"
        bounds = f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}"
        atheris.Setup([sys.argv[0], *limits, *bounds, f"-dict={words}", str(corpus)], target.run)
        atheris.Fuzz()


# Records of games


def _has_a_verdict(data: bytes) -> None:
    if data.startswith(ZIP):
        _is_a_batch_or_none(data)
    verdict = verdict_on(data)
    if verdict["valid"] not in (True, False):
        raise AssertionError(verdict)


def _is_a_batch_or_none(data: bytes) -> None:
    try:
        files = list(Batch(data).checked())
    except NotARecord:
        return
    if not all(file.report or file.mistakes for file in files):
        raise AssertionError(files)


def _records(corpus: Path) -> None:
    for packed in RECORDS.glob("*.gz"):
        (corpus / packed.name).write_bytes(packed.read_bytes())
    for sample in SAMPLES.glob("*.txt"):
        (corpus / sample.name).write_bytes(sample.read_bytes())
    for compression in (ZIP_STORED, ZIP_DEFLATED):
        day = zipped(("č/1.txt", KEPT), ("2.txt", SLIPS), compression=compression)
        (corpus / f"day-{compression}.zip").write_bytes(day)
    for game in (card_chance.game(4, 1)[0], *_beginnings()):
        ruleset = rulesets.by_key(game.header.ruleset)
        text = record.write(game, ruleset.notation)
        (corpus / f"{ruleset.key}.txt").write_text(text)
        document = write_document(game, ruleset.notation)
        (corpus / f"{ruleset.key}.json").write_text(json.dumps(document))
    for key, text in positions():
        (corpus / f"{key}-position.txt").write_text(text)


def _beginnings() -> Iterator[Record]:
    """Of a game in each rule set that is played on an island."""
    chance = random.Random(1)
    for ruleset in (one for one in rulesets.RULESETS if one.viewer == "island"):
        state = new_game(ruleset, chance)
        actions: list[Action] = []
        while len(actions) < 60 and (action := legal_action(ruleset, state, chance)):
            ruleset.play(state, action)
            actions.append(action)
        yield Record(state.header, tuple(actions))


def _words() -> list[str]:
    marks = {mark for ruleset in rulesets.RULESETS for mark in ruleset.notation.turn if mark}
    marks |= {word for _key, text in positions() for word in text.partition("[Position")[2].split()}
    return sorted(
        marks
        | {
            "4W>O",
            "<>",
            "c2ne",
            "3+5",
            "+LL",
            "[Seats ",
            "[Position ",
            "?",
            "!1",
            "/",
            "Ben:",
            "(BL+WGOA)",
            "E AA>O",
            "=3",
        }
    )


# Lists of players


def _is_a_list_or_none(data: bytes) -> None:
    try:
        (_line, titles), *rows = read_sheet(SimpleUploadedFile("list", data), most_rows=MOST_ROWS)
        read = list(typed_rows([title or "" for title in titles], rows))
    except (ValidationError, Refused):
        return
    if len(read) > MOST_ROWS:
        raise AssertionError(len(read))


def _is_a_workbook_or_none(data: bytes) -> None:
    """The bytes as a file, and as the rows of one, which a fuzzer cannot pack by itself."""
    _is_a_list_or_none(data)
    _is_a_list_or_none(workbooks.with_rows(data))


def _workbooks(corpus: Path) -> None:
    (corpus / "list").write_bytes(workbooks.workbook(["Name", "Paid"], ["Anna", True], ["Jan", 1]))
    (corpus / "declared").write_bytes(workbooks.DECLARED)
    rows = b'<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><f>1+1</f></c></row><row r="9"/>'
    (corpus / "rows").write_bytes(rows)
    for number, make in enumerate(workbooks.TOO_LARGE.values()):
        if len(data := make()) <= LONGEST:
            (corpus / f"large-{number}").write_bytes(data)


def _words_of_workbooks() -> list[str]:
    return ["<row r=", "<c t=", "<v>", "<is><t>", "<f>", "</row>", "1048576", "XFD1", "&#0;"]


def _words_of_lists() -> list[str]:
    return [";", ",", "Name", "E-mail", "Klub", "Zaplaceno", "Narozen"]


def _lists(corpus: Path) -> None:
    text = 'Jméno;E-mail;Datum narození\nAnna;a@example.org;1. 3. 2014\n"Jan ""J""";;\n'
    for coding in ("utf-8-sig", "cp1250", "utf-16"):
        (corpus / coding).write_bytes(text.encode(coding))
    (corpus / "tabs").write_text(text.replace(";", "\t"))


# Texts of events


def _is_html_or_refused(data: bytes) -> None:
    try:
        html = rendered(data.decode("utf-8", errors="replace"))
    except Refused:
        return
    if "<script" in html:
        raise AssertionError(html)


def _texts(corpus: Path) -> None:
    for number, text in enumerate(PILES.values()):
        (corpus / str(number)).write_text(text)


# Archives

ARCHIVE: dict[str, Any] = {}
"""Made when the target begins, of a tournament of eight."""


def _is_restored_or_refused(data: bytes) -> None:
    """The bytes as JSON, and as the seed of changes to a real archive."""
    _read_back(data.decode("utf-8", errors="replace"))
    _read_back(json.dumps(changed(ARCHIVE, random.Random(data), times=1 + len(data) % 3)))


def _read_back(text: str) -> None:
    with transaction.atomic():
        try:
            document = parse_document(text)
            check_shape(document, "tournament-archive-input")
            archive_of(read_archive(document))
        except (Mistakes, BrokenArchive):
            pass
        finally:
            transaction.set_rollback(True)


def _archives(corpus: Path) -> None:
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        ARCHIVE.update(archive_of(a_day(8, "fuzz")))
        transaction.set_rollback(True)
    (corpus / "lists").write_text(json.dumps({name: [] for name in ARCHIVE}))
    (corpus / "deep").write_text("[" * 100 + "]" * 100)


TARGETS = {
    "records": Target(_has_a_verdict, _records, _words),
    "workbooks": Target(_is_a_workbook_or_none, _workbooks, _words_of_workbooks),
    "lists": Target(_is_a_list_or_none, _lists, _words_of_lists),
    "markdown": Target(_is_html_or_refused, _texts, lambda: ["](", "**", "> ", "|-|", "<b>"]),
    "archives": Target(_is_restored_or_refused, _archives, lambda: ["format", "draws", "null"]),
}

if __name__ == "__main__":
    main(sys.argv[1], *(int(word) for word in sys.argv[2:4]))
