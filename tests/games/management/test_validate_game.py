"""`manage.py validate_game`: verdicts on files, in words and in JSON."""

import gzip
import io
import json
import os
import subprocess
import sys

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.verdicts import verdict_on
from games.management.commands.validate_game import Command
from tests.games.played import RECORDS, document
from tests.games.rulesets.table import FOUNDED, head

LEGAL = RECORDS / "c-vwv-48001.json.gz"
BROKEN = RECORDS / "c-rrr-42002.json.gz"


def run(*files, **options):
    """Exit code and output of the command."""
    out = io.StringIO()
    chosen = {"first": False, "jobs": 1, "json": False} | options
    try:
        Command(stdout=out).handle(files=list(map(str, files)), **chosen)
    except SystemExit as end:
        return end.code, out.getvalue()
    return 0, out.getvalue()


def test_no_verdict_is_lost_where_the_terminal_lacks_a_letter(tmp_path):
    named = tmp_path / "Žofie.txt"
    named.write_text(
        head("base").replace("Ben", "Žofie") + "Anna S b2s R b2sw\nAnna S d3s R d3sw\n"
    )
    written = io.BytesIO()
    terminal = io.TextIOWrapper(written, encoding="ascii")

    with pytest.raises(SystemExit):
        Command(stdout=terminal).handle(
            files=[str(named), str(LEGAL)], first=False, jobs=1, json=False
        )

    said = written.getvalue().decode()
    assert "\\u017dofie.txt: rules broken" in said
    assert f"{LEGAL}: every rule kept" in said


def test_a_game_that_keeps_the_rules_is_valid():
    code, answer = run(LEGAL, json=True)

    assert code == 0
    assert json.loads(answer) == [
        {
            "file": str(LEGAL),
            "ruleset": "base",
            "valid": True,
            "findings": [],
            "points": [2, 10, 6],
            "winner": 1,
            "longest_road": 1,
            "largest_army": None,
            "ended": "won",
        }
    ]


def test_broken_rules_are_named_with_their_places():
    code, answer = run(BROKEN, json=True)

    (verdict,) = json.loads(answer)
    assert code == 1
    assert verdict["findings"][0] == {
        "action": 641,
        "line": None,
        "rule": "B-180",
        "message": "After the end nothing is played.",
        "detail": "white has won already",
        "impossible": False,
        "hint": None,
        "follows": False,
    }


def test_only_the_first_is_named_if_that_is_asked_for():
    _, answer = run(BROKEN, json=True, first=True)

    assert [finding["action"] for finding in json.loads(answer)[0]["findings"]] == [641]


def test_what_a_thin_record_cannot_show_and_a_shared_place_are_told(tmp_path):
    game = tmp_path / "dice.txt"
    turns = "\n".join(f"{turn} {'Anna' if turn % 2 else 'Ben'} =X" for turn in range(1, 31))
    game.write_text(f'[Ruleset "dice"]\n[Seats "Anna Ben"]\n[Sheet "standard"]\n{turns}\n')

    code, answer = run(game, json=True)
    _, words = run(game)

    (verdict,) = json.loads(answer)
    assert code == 0
    assert (verdict["winner"], verdict["winners"], verdict["points"]) == (None, [0, 1], [-30, -30])
    assert {"rule", "message", "detail"} == verdict["not_checkable"][0].keys()
    assert "DG-016" in {one["rule"] for one in verdict["not_checkable"]}
    assert "longest_road" not in verdict
    assert "every rule kept; won, -30:-30\n" in words
    assert "not checkable, as the record lacks the facts: DG-001" in words


def test_a_file_that_is_no_record_ends_with_2(tmp_path):
    other = tmp_path / "letter.txt"
    other.write_bytes("Věž stojí".encode("cp1250"))

    code, answer = run(LEGAL, other, tmp_path / "missing", json=True)

    first, second, third = json.loads(answer)
    assert code == 2
    assert first["valid"] is True
    assert second["errors"][0]["expected"].startswith("text in UTF-8;")
    assert third["errors"][0]["expected"] == ("a file that can be read: No such file or directory")


def test_words_tell_the_same():
    code, answer = run(BROKEN, LEGAL)

    assert code == 1
    assert f"{LEGAL}: every rule kept; won, 2-10-6" in answer
    assert "action 641: B-180 After the end nothing is played. white has won already" in answer


def test_standard_input_is_read_for_a_dash(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LEGAL.read_bytes())))

    code, answer = run("-", json=True)

    assert (code, json.loads(answer)[0]["file"]) == (0, "-")


def test_several_processes_answer_in_the_order_of_the_files():
    code, answer = run(BROKEN, LEGAL, LEGAL, json=True, jobs=2)

    assert code == 1
    assert [verdict["valid"] for verdict in json.loads(answer)] == [False, True, True]


@given(st.binary(max_size=300))
def test_any_bytes_have_a_verdict(data):
    assert "errors" in verdict_on(data)


def test_a_bomb_and_a_torn_file_are_refused():
    bomb = gzip.compress(b" " * 40_000_000)

    assert "errors" in verdict_on(bomb)
    assert "errors" in verdict_on(LEGAL.read_bytes()[:-100])
    assert "errors" in verdict_on(b"[" * 1_000_000)
    assert "errors" in verdict_on(b'{"a": ' + b"9" * 10_000 + b"}")


values = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=5,
)


@settings(max_examples=150)
@given(st.data())
def test_a_document_with_anything_in_a_place_has_a_verdict(data):
    """One value somewhere in a legal game is replaced by another JSON value."""
    changed = json.loads(json.dumps(document("c-vwv-48001")))
    whole = changed
    while True:
        keys = sorted(whole) if isinstance(whole, dict) else range(len(whole))
        key = data.draw(st.sampled_from(list(keys)))
        if not whole[key] or not isinstance(whole[key], dict | list) or data.draw(st.booleans()):
            whole[key] = data.draw(values)
            break
        whole = whole[key]

    verdict = verdict_on(json.dumps(changed).encode())

    assert verdict["valid"] in (True, False)


@pytest.mark.parametrize("change", [{"type": "fly"}, {"node": 999}, {"seat": 7}])
def test_all_mistakes_of_a_document_are_listed(change):
    changed = json.loads(json.dumps(document("c-vwv-48001")))
    changed["actions"][0] |= change
    changed["actions"][2] |= change

    errors = verdict_on(json.dumps(changed).encode())["errors"]

    assert [error["expected"].split(" at ")[1].split(".")[0] for error in errors] == [
        "actions[0]",
        "actions[2]",
    ]


HIDDEN = "\n".join(
    [
        head(),
        *FOUNDED,
        "1 Anna 7 K a3<Ben:?",
        "2 Ben 12",
        "3 Cyril 9",
        "4 Anna 3 T 4O>W",
    ]
)
"""Anna cannot have four ores; what she took from Ben stays open."""


def test_what_is_proved_of_unseen_cards_is_said(tmp_path):
    game = tmp_path / "hidden.txt"
    game.write_text(HIDDEN.replace("4 Anna 3 T 4O>W", "4 Anna 3 R e1w"))

    code, answer = run(game, json=True)
    (verdict,) = json.loads(answer)
    _, words = run(game)

    assert code == 0
    assert verdict["hidden"] == {
        "points_more": [0, 0, 0],
        "proved": [
            {"action": 13, "line": 12, "detail": "the card that Anna took from Ben was brick"}
        ],
        "bounds_after": None,
        "lost_after": None,
    }
    assert "line 12: the card that Anna took from Ben was brick [proved]" in words


def test_what_no_unseen_card_allows_is_found(tmp_path):
    game = tmp_path / "hidden.txt"
    game.write_text(HIDDEN)

    code, answer = run(game, json=True)

    (verdict,) = json.loads(answer)
    assert code == 1
    assert [(one["rule"], one["line"]) for one in verdict["findings"]] == [("B-107", 15)]
    assert "what comes after it was not judged" in run(game)[1]
    assert "not judged" not in run(BROKEN)[1]


def test_nobody_has_to_read_the_answer_to_its_end():
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as pipe, pytest.raises(SystemExit) as end:
        call_command("validate_game", str(BROKEN), stdout=pipe)

    assert end.value.code == 1


POSITION = """[Position "Anna: S b2s C e1n R b2sw e1nw H 0
Ben: S d3s a3s R d3sw a3sw H 0
Cyril: S b4s d1n R b4sw d1ne H 0
K c2 TURN Anna ROLLED NOT-PLAYED BOUGHT 0 NOW 0"]
"""

WITHOUT_DJANGO = """
import sys
from games.judging import main
code = main(sys.argv[1:])
assert "django" not in sys.modules
sys.exit(code)
"""


def test_records_are_judged_without_starting_the_site(tmp_path):
    """`python -m games` and `manage.py validate_game` answer the same."""
    words = [sys.executable, "-m", "games", "--json", str(LEGAL), str(BROKEN)]
    alone = subprocess.run(words, capture_output=True, text=True, check=False)

    code, answer = run(LEGAL, BROKEN, json=True)

    assert (alone.returncode, json.loads(alone.stdout), alone.stderr) == (
        code,
        json.loads(answer),
        "",
    )
    light = [sys.executable, "-c", WITHOUT_DJANGO, str(LEGAL)]
    assert subprocess.run(light, capture_output=True, check=False).returncode == 0


def test_a_checker_without_a_file_says_what_it_wants():
    words = [sys.executable, "-m", "games"]
    asked = subprocess.run(words, capture_output=True, text=True, check=False)

    assert asked.returncode == 2
    assert "FILE" in asked.stderr
    assert "Traceback" not in asked.stderr


@pytest.mark.parametrize("behind", ["", "2 Ben 5 C d3s"])
def test_nothing_behind_what_a_ruling_lets_stand_but_cannot_have_happened_counts_as_kept(
    tmp_path, behind
):
    """A road without cards: the table let it lie, and nobody can say which cards there are now."""
    game = tmp_path / "ruled.txt"
    game.write_text("\n".join([head("base").strip(), *FOUNDED, "1 Anna 12 R b2se !3", behind]))

    code, answer = run(game, json=True)

    (verdict,) = json.loads(answer)
    assert code == 0
    assert verdict["not_checked_from"]["line"] is not None
    assert "every rule kept" not in run(game)[1]
    assert "no rule broken as far as it was checked" in run(game)[1]


@pytest.mark.parametrize(
    ("result", "rules"),
    [
        ("Anna 3, Ben 2, Cyril 2", []),
        ("Anna 9, Ben 2, Cyril 2", ["B-181"]),
        ("Anna 3, Ben 2*, Cyril 2", ["B-178"]),
    ],
)
def test_a_result_is_held_against_the_table_on_which_nothing_was_done(tmp_path, result, rules):
    game = tmp_path / "table.txt"
    game.write_text(f'{head("base")}{POSITION}[Result "{result}"]\n')

    (verdict,) = json.loads(run(game, json=True)[1])

    assert [one["rule"] for one in verdict["findings"]] == rules
