"""`manage.py check_board`: exit 0, 1 or 2, and a line for each thing that is wrong."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from games.engine.board.frames import BASE, FIVE_SIX
from games.engine.board.generate import generate
from games.engine.board.listing import board_document, board_text

TEXT = board_text(generate(BASE, "7"))
DOCUMENT = board_document(generate(BASE, "7"))


def run(source, *words):
    """Exit code, answer and complaint of the command that is fed with these bytes."""
    stdin, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(source))
    out, err = io.StringIO(), io.StringIO()
    code = 0
    try:
        call_command("check_board", "-", *words, stdout=out, stderr=err)
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdin = stdin
    return code, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("source", [TEXT, json.dumps(DOCUMENT)], ids=["text", "json"])
def test_a_sound_board(source):
    assert run(source.encode()) == (0, "The board keeps every rule.\n", "")


def test_a_file_is_read_too(tmp_path, capsys):
    file = tmp_path / "board.txt"
    file.write_text(TEXT)

    call_command("check_board", str(file))

    assert capsys.readouterr().out == "The board keeps every rule.\n"


def test_broken_rules_of_a_text_have_line_and_column():
    code, out, err = run(TEXT.replace("c1w", "c1nw").encode())

    assert (code, err) == (1, "")
    assert out == (
        "line 2, column 21: B-047 Every harbour faces a straight line of five or four hexes. "
        "c1nw faces a line of 3: c1 d1 e1.\n"
    )


def test_broken_rules_of_json_have_their_place():
    harbours = [{**harbour, "kind": "3:1"} for harbour in DOCUMENT["harbours"]]
    document = {**DOCUMENT, "harbours": harbours, "robber": "a1"}

    code, out, _err = run(json.dumps(document).encode())

    assert code == 1
    assert out.splitlines()[:2] == [
        "hexes[0]: B-042 The robber starts on the desert. It stands on a1.",
        "harbours[0]: B-043 There are nine harbours: four 3:1, and one 2:1 for each of the "
        "resources. 3:1: 9 instead of 4. brick: 0 instead of 1. lumber: 0 instead of 1. "
        "wool: 0 instead of 1. grain: 0 instead of 1. ore: 0 instead of 1.",
    ]


def test_a_rule_without_a_place_is_about_the_board():
    code, out, _err = run(TEXT.replace("a1 W9 ", "").encode())

    assert code == 1
    assert out.startswith("board: B-001 There are exactly 19 terrain hexes. Missing: a1.\n")


def test_the_answer_in_json():
    code, out, _err = run(TEXT.replace("c1w", "c1nw").encode(), "--json")

    assert code == 1
    assert json.loads(out) == {
        "file": "-",
        "frame": "base",
        "ruleset": "base+tour",
        "valid": False,
        "findings": [
            {
                "rule": "B-047",
                "message": "Every harbour faces a straight line of five or four hexes.",
                "detail": "c1nw faces a line of 3: c1 d1 e1.",
                "places": ["c1nw"],
                "where": "line 2, column 21",
                "follows": False,
            }
        ],
    }


def test_the_rule_set_that_is_asked_for_decides():
    near = TEXT.replace("c1w", "c1nw").encode()

    assert run(near, "--ruleset", "base")[0] == 0
    assert run(b'[Ruleset "base"]' + near)[0] == 0
    assert run(b'[Ruleset "base"]' + near, "--ruleset", "base+tour")[0] == 1
    assert "X-002" in run(TEXT.encode(), "--ruleset", "base56")[1]
    assert run(board_text(generate(FIVE_SIX, "7")).encode())[0] == 0


def test_a_map_that_there_is_not():
    text, document = f'[Map "atlantis"]{TEXT}', json.dumps({**DOCUMENT, "frame": "atlantis"})

    assert run(text.encode())[2] == ("line 1, column 7: expected the key of a map, such as base\n")
    assert run(document.encode())[2] == (
        "frame: no map of this key; known are base, five-six, islands-4, new-shores-3, "
        "new-shores-4, through-the-desert-3, through-the-desert-4\n"
    )


def test_parts_that_are_not_played_together_are_refused_with_their_row():
    code, out, err = run(b'[Ruleset "base+santa+easter-bunny"]' + TEXT.encode())

    assert (code, out) == (2, "")
    assert "share one hex with two sides (EBD-14)" in err


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("base+bunny", "near to it are base+easter-bunny"),
        ("base+santa+easter-bunny", "(EBD-14)"),
        ("dice", "it is played without a board"),
    ],
)
def test_a_rule_set_without_a_board_is_refused_wherever_it_is_named(key, told):
    code, out, err = run(f'[Ruleset "{key}"]{TEXT}'.encode())

    assert (code, out) == (2, "")
    assert told in err
    with pytest.raises(CommandError) as refusal:
        run(TEXT.encode(), "--ruleset", key)
    assert told in str(refusal.value)


@pytest.mark.parametrize("key", ["base+best-friends", "cities-knights"])
def test_other_games_on_the_board_of_the_base_game_are_known(key):
    assert run(TEXT.encode(), "--ruleset", key)[0] == 0


def test_a_rule_set_that_does_not_fit_the_frame_is_a_mistake():
    code, _out, err = run(json.dumps(DOCUMENT).encode(), "--ruleset", "base56")

    assert (code, err) == (2, "frame: base56 is not played on base\n")


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        (b"", 'expected the header of the hexes: [Board "a1 O10 a2 W2 ..."]'),
        (TEXT.replace("a1 W9", "a1 X9").encode(), "line 1, column 12: expected a terrain"),
        ("Kočka".encode("cp1250"), "input: not UTF-8 text at byte 2"),
        (b'{"format": "catantour-board/1"', "input: not JSON at line 1"),
        (b'{"format": "catantour-board/1"}', "frame: missing"),
        (
            json.dumps({**DOCUMENT, "robber": "desert"}).encode(),
            "robber: expected a hex such as c2",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(source, complaint):
    code, out, err = run(source)

    assert (code, out) == (2, "")
    assert complaint in err.splitlines()[0]


def test_a_file_that_is_not_there(capsys):
    with pytest.raises(SystemExit) as end:
        call_command("check_board", "nowhere.txt")

    assert end.value.code == 2
    assert "nowhere.txt: No such file" in capsys.readouterr().err


@given(
    source=st.binary()
    | st.text().map(str.encode)
    | st.text().map(lambda t: TEXT.encode() + t.encode())
)
def test_any_bytes_are_judged_or_refused(source):
    code, out, err = run(source)

    assert code in (0, 1, 2)
    assert bool(out) == (code < 2)
    assert bool(err) == (code == 2)
