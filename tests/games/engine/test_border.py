"""The border of one file: what goes wrong in the checker stays with the file it went wrong at."""

import ast
import logging
from pathlib import Path

import pytest

from games.engine import border
from games.engine.batches import Batch
from games.engine.border import Unjudged, judging
from games.engine.core import NotARecord
from games.engine.verdicts import verdict_on
from tests.games.failing import failing_at
from tests.zips import KEPT, SLIPS, zipped

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("fault", [StopIteration, OverflowError, RecursionError, MemoryError])
def test_any_fault_is_told_and_logged_whole(fault, caplog):
    @judging(NotARecord)
    def judge():
        raise fault("in the middle")

    with caplog.at_level(logging.ERROR), pytest.raises(Unjudged) as failure:
        judge()

    assert failure.value.fault == fault.__name__
    assert "in the middle" in caplog.text
    assert "Traceback" in caplog.text


def test_what_is_said_of_the_record_is_no_fault():
    @judging(NotARecord)
    def judge():
        raise NotARecord([])

    with pytest.raises(NotARecord):
        judge()


def test_somebody_who_stops_the_program_stops_it():
    @judging()
    def judge():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judge()


def test_a_file_at_which_the_checker_fails_has_a_row_with_errors(monkeypatch):
    failing_at(monkeypatch, "roll")

    verdict = verdict_on(KEPT)

    assert verdict["fault"] == "StopIteration"
    assert not verdict["valid"]
    assert [error["expected"] for error in verdict["errors"]] == [str(Unjudged("StopIteration"))]


def test_the_other_files_of_a_zip_are_checked(monkeypatch):
    failing_at(monkeypatch, "roll")

    first, second = Batch(zipped(("1.txt", KEPT), ("2.txt", SLIPS))).checked()

    assert first.failure.fault == "StopIteration"
    assert first.report is None
    assert second.mistakes


def test_nothing_else_catches_everything():
    caught = [
        f"{path.relative_to(ROOT)}:{handler.lineno}"
        for room in ("catantour", "games", "tournaments")
        for path in (ROOT / room).rglob("*.py")
        for handler in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(handler, ast.ExceptHandler)
        and (handler.type is None or ast.unparse(handler.type) in {"Exception", "BaseException"})
    ]

    (place,) = caught
    assert place.split(":")[0] == str(Path(border.__file__).relative_to(ROOT))
