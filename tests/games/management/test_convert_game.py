"""`manage.py convert_game`: records from one form into another."""

import io
import json

from games.engine.files import read
from games.management.commands.convert_game import Command
from tests.games.played import RECORDS, record

GAME = RECORDS / "c-vwv-48001.json.gz"


def run(file, to):
    """Exit code, output and complaints."""
    out, err = io.StringIO(), io.StringIO()
    try:
        Command(stdout=out, stderr=err).handle(file=str(file), to=to)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_a_record_of_another_program_becomes_text():
    code, text, _ = run(GAME, "text")

    assert code == 0
    assert text.startswith('[Ruleset "base"]\n[Seats "')
    assert len(read(text.encode()).actions) == len(record("c-vwv-48001").actions)


def test_text_and_json_hold_the_same(tmp_path):
    _, text, _ = run(GAME, "text")
    (tmp_path / "game.txt").write_text(text)

    _, document, _ = run(tmp_path / "game.txt", "json")

    assert json.loads(document)["format"] == "catantour-record/1"
    assert read(document.encode()).actions == record("c-vwv-48001").actions


def test_what_is_no_record_ends_with_2(tmp_path):
    (tmp_path / "letter.txt").write_text("Hello")

    code, text, complaints = run(tmp_path / "letter.txt", "text")

    assert (code, text) == (2, "")
    assert "expected" in complaints
