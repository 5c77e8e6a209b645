"""What the commands with JSON in and out share: every bad input is a line, never a traceback."""

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.management.json_command import (
    JsonCommand,
    Mistake,
    Mistakes,
    _hold,
    check_shape,
    read_document,
    shown,
)


class Echo(JsonCommand):
    schema = "standings"

    def answer(self, document):
        if document.get("lots"):
            raise Mistakes([Mistake(("lots", 0), "unlucky"), Mistake(("lots", 1), "too")])
        return {"players": len(document["players"])}


def given_as_input(monkeypatch, source):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(source)))


def run(monkeypatch, source):
    """Exit code, answer and the lines of complaint of `Echo`, fed with these bytes."""
    given_as_input(monkeypatch, source)
    out, err = io.StringIO(), io.StringIO()
    try:
        Echo(stdout=out, stderr=err).handle(file="-")
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue().splitlines()
    return 0, json.loads(out.getvalue()), err.getvalue().splitlines()


def test_an_answer_is_json_on_standard_output(monkeypatch):
    code, answer, complaints = run(monkeypatch, b'{"players": [{"id": "p1"}], "rounds": []}')

    assert (code, answer, complaints) == (0, {"players": 1}, [])


def test_a_byte_order_mark_does_no_harm(monkeypatch):
    code, answer, _ = run(monkeypatch, '\ufeff{"players": [], "rounds": []}'.encode())

    assert (code, answer) == (0, {"players": 0})


def test_mistakes_end_with_2_and_a_line_each(monkeypatch):
    ended = run(monkeypatch, b'{"players": [], "rounds": [], "lots": ["a"]}')

    assert ended == (2, "", ["lots[0]: unlucky", "lots[1]: too"])


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        pytest.param(b"", "input: empty", id="nothing"),
        pytest.param(b" \n ", "input: empty", id="blanks"),
        pytest.param(b'{"a": }', "not JSON at line 1, column 7", id="broken"),
        pytest.param(b'{"a": 1', "not JSON at line 1", id="cut off"),
        pytest.param(b"[]]", "not JSON at line 1, column 3", id="more behind it"),
        pytest.param(b'{"a": NaN}', "a: NaN is not a number in JSON", id="NaN"),
        pytest.param(b"[1, -Infinity]", "[1]: -Infinity is not", id="infinity"),
        pytest.param(b'{"a": 1e999}', "a: 1e999 is too large a number", id="1e999"),
        pytest.param(b'{"a": ' + b"9" * 9999 + b"}", "a: a number of 9999 digits", id="huge"),
        pytest.param(b"[" * 100_000, "nested more than 20 levels deep", id="deep and broken"),
        pytest.param(b"[" * 90 + b"]" * 90, "nested more than 20 levels deep", id="deep"),
        pytest.param(b'{"a": {"b": 1, "b": 2}}', "a: the key b is given twice", id="doubled key"),
        pytest.param(b'{"a": "\\ud800"}', "a: not text", id="half a surrogate pair"),
        pytest.param(b'{"\\udfff": 1}', '"\\udfff": not text', id="half a pair as key"),
        pytest.param('{"a": "ž"}'.encode("cp1250"), "not UTF-8 text at byte 7", id="cp1250"),
        pytest.param("{}".encode("utf-16"), "UTF-16", id="utf-16"),
        pytest.param(b"\x00\x01\x02", "not JSON", id="binary"),
    ],
)
def test_what_is_no_sound_json_is_named_with_its_place(monkeypatch, source, complaint):
    code, out, complaints = run(monkeypatch, source)

    assert (code, out, len(complaints)) == (2, "", 1)
    assert complaint in complaints[0]


@pytest.mark.parametrize(
    ("document", "complaints"),
    [
        pytest.param([], ["input: expected an object, found a list"], id="a list"),
        pytest.param(None, ["input: expected an object, found null"], id="null"),
        pytest.param({}, ["players: missing", "rounds: missing"], id="nothing in it"),
        pytest.param(
            {"players": [{"name": "A"}], "rounds": 3, "colour": 1},
            [
                "colour: not known here; known are date, game, format, players, rounds, cuts, lots",
                "players[0].id: missing",
                "rounds: expected a list, found 3",
            ],
            id="several at once",
        ),
        pytest.param(
            {"players": [], "rounds": [[{"points": {"a": True, "b": 7.5, "c": -31, "d": "4"}}]]},
            [
                "rounds[0][0].points.a: expected a whole number, found true",
                "rounds[0][0].points.b: expected a whole number, found 7.5",
                "rounds[0][0].points.c: expected at least -30, found -31",
                'rounds[0][0].points.d: expected a whole number, found "4"',
            ],
            id="no game points",
        ),
        pytest.param(
            {"players": [{"id": ""}, {"id": "x" * 201}], "rounds": [], "date": "16.5.2026"},
            [
                'date: expected a day such as 2026-05-16, found "16.5.2026"',
                'players[0].id: expected a player\'s id, found ""',
                f'players[1].id: expected at most 200 characters, found "{"x" * 56}...',
            ],
            id="texts that do not fit",
        ),
        pytest.param(
            {"players": [], "rounds": [], "lots": [["a"], {}]},
            ["lots[0]: expected text, found a list", "lots[1]: expected text, found an object"],
            id="kinds",
        ),
    ],
)
def test_a_document_of_another_shape_is_told_what_was_expected(monkeypatch, document, complaints):
    code, _, found = run(monkeypatch, json.dumps(document).encode())

    assert (code, found) == (2, complaints)


def test_list_positions_are_sorted_as_numbers():
    document = {"players": [{"id": 1}] * 12, "rounds": []}

    with pytest.raises(Mistakes) as raised:
        check_shape(document, "standings-input")

    assert [mistake.place[1] for mistake in raised.value.found] == list(range(12))


def test_ten_point_nought_is_the_whole_number_ten(monkeypatch):
    given_as_input(monkeypatch, b"[10.0, 1e1, 7.5, -3]")

    assert read_document("-") == [10, 10, 7.5, -3]


@pytest.mark.parametrize(
    ("name", "reason"), [("nowhere.json", "No such file or directory"), (".", "Is a directory")]
)
def test_a_file_that_cannot_be_read_is_named(tmp_path, monkeypatch, name, reason):
    monkeypatch.chdir(tmp_path)

    with pytest.raises(Mistakes) as raised:
        read_document(name)

    assert [str(mistake) for mistake in raised.value.found] == [f"{name}: {reason}"]


def test_a_closed_standard_input_is_named(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)

    with pytest.raises(Mistakes) as raised:
        read_document("-")

    assert str(raised.value.found[0]) == "standard input: closed"


def test_a_closed_standard_output_is_named(monkeypatch):
    given_as_input(monkeypatch, b'{"players": [], "rounds": []}')
    monkeypatch.setattr(sys, "stdout", None)
    err = io.StringIO()

    with pytest.raises(SystemExit) as end:
        Echo(stderr=err).handle(file="-")

    assert end.value.code == 2
    assert err.getvalue() == "standard output: closed, nowhere to write the answer\n"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("p7", "p7"),
        ("Jiří Š.", "Jiří Š."),
        ("", '""'),
        (" p7", '" p7"'),
        ("p\n7", '"p\\n7"'),
        ("\x1b[31m", '"\\u001b[31m"'),
        (7, "7"),
        (None, "null"),
        ("x" * 99, "x" * 57 + "..."),
    ],
)
def test_whatever_is_shown_of_the_input_stays_on_one_line(value, expected):
    assert shown(value) == expected


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["players", "rounds", "id", "points", "winner", "lots", "date"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(source=st.binary(max_size=60) | json_values.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_at_all_are_answered_or_refused_in_lines(source):
    with pytest.MonkeyPatch.context() as monkeypatch:
        code, _, complaints = run(monkeypatch, source)

    assert (code == 0) == (complaints == [])
    assert all(": " in line for line in complaints)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ([1], []),
        (None, []),
        (["x"], ['expected a whole number, found "x"']),
        ("x", ['expected a list, found "x"']),
    ],
)
def test_of_several_shapes_the_one_of_the_kind_that_was_found_is_told(value, told):
    schema = {"anyOf": [{"type": "array", "items": {"type": "integer"}}, {"type": "null"}]}

    try:
        _hold(value, schema)
        found = []
    except Mistakes as mistakes:
        found = [mistake.words for mistake in mistakes.found]

    assert found == told
