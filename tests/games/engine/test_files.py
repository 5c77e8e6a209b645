"""Files as they come from other machines: a clean read, or mistakes with their places."""

from __future__ import annotations

import gzip
import json
import random
import unicodedata
from copy import deepcopy
from operator import attrgetter
from pathlib import Path

import pytest

import games
from games.engine import record, rulesets
from games.engine.core import NotARecord
from games.engine.document import write_document
from games.engine.files import read
from games.engine.verdicts import verdict_on
from tests.games.played import document
from tests.zips import KEPT, SLIPS

TEXT = KEPT.decode()
SAMPLES = set((Path(games.__file__).parent / "samples").glob("*.txt"))
NAMED = TEXT.replace("Anna", "Žofie").replace("Ben", "Łukasz")


def mistakes(data: bytes) -> list[tuple[int, int, str]]:
    with pytest.raises(NotARecord) as refusal:
        read(data)
    return [(error.line, error.column, error.expected) for error in refusal.value.errors]


def suggestions(text: str) -> set[str]:
    with pytest.raises(NotARecord) as refusal:
        read(text.encode())
    return {error.suggestion for error in refusal.value.errors}


def line_of(text: str, word: str) -> int:
    return 1 + text[: text.index(word)].count("\n")


@pytest.mark.parametrize("coding", ["windows-1250", "iso-8859-2", "cp852"])
def test_a_text_in_a_coding_of_windows_is_refused_at_its_first_letter(coding):
    data = NAMED.encode(coding)

    ((line, column, expected),) = mistakes(data)

    assert expected == "text in UTF-8; save the file again in this coding"
    assert line == line_of(NAMED, "Žofie")
    assert NAMED.split("\n")[line - 1][column - 1] == "Ž"


def test_a_text_of_plain_letters_is_read_whatever_its_coding():
    plain = TEXT.encode("ascii", "ignore").decode()

    assert read(plain.encode("windows-1250")) == read(plain.encode())


def test_a_mark_of_utf_8_at_the_beginning_is_passed_over():
    assert read(NAMED.encode("utf-8-sig")) == read(NAMED.encode())


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_utf_16_is_refused(coding):
    assert mistakes(NAMED.encode(coding)) == [(0, 0, "text in UTF-8, not UTF-16")]


@pytest.mark.parametrize("seed", range(5))
def test_line_ends_of_all_systems_may_be_mixed(seed):
    chance = random.Random(seed)

    def mixed(text: str) -> bytes:
        ends = (chance.choice(("\n", "\r\n", "\r")) for _line in iter(int, 1))
        return "".join(
            line + end for line, end in zip(text.split("\n"), ends, strict=False)
        ).encode()

    assert read(mixed(TEXT)).actions == read(TEXT.encode()).actions
    assert mistakes(mixed(SLIPS.decode())) == mistakes(SLIPS)


def test_accents_may_be_signs_of_their_own():
    head, turns = NAMED.split("\n1 ", 1)
    apart = f"{head}\n1 {unicodedata.normalize('NFD', turns)}"

    assert apart != NAMED
    assert read(apart.encode()) == read(NAMED.encode())


@pytest.mark.parametrize(
    "marks",
    ["\u0315" * 40_000 + "\u0300" * 40_000, "\u0f73" * 40_000, "\u0300" * 31],
    ids=["two kinds", "marks that fall apart", "one more than allowed"],
)
def test_a_letter_under_a_pile_of_marks_is_refused_at_its_place(marks):
    text = f"{NAMED}\n# é A{marks}"

    ((line, column, expected),) = mistakes(text.encode())

    assert expected == "letters with at most {most} marks each, such as ế"
    assert (line, column) == (1 + text.count("\n"), len("# é A") + 31)


@pytest.mark.parametrize("more", ["A" + "\u0300" * 30, ("A" + "\u0300" * 20) * 9, "я" * 9_000])
def test_many_marks_on_many_letters_are_no_mistake(more):
    assert read(f"{NAMED}\n# {more}".encode()) == read(NAMED.encode())


def test_of_a_game_of_another_program_no_more_than_a_hundred_mistakes_are_told():
    game = deepcopy(document("c-rrr-42002"))
    game["actions"] = [{}] * 500

    assert len(mistakes(json.dumps(game).encode())) == 100


@pytest.mark.parametrize(
    ("latin", "alike", "meant"),
    [
        ("\n1 Anna", "\n1 Аnna", "Anna"),
        ("\n2 Ben", "\n2 Веn", "Ben"),
        (" T ", " Т ", "T"),
        ("c2s", "с2ѕ", "c2s"),
    ],
)
def test_letters_of_other_alphabets_are_told_with_what_was_meant(latin, alike, meant):
    assert latin in TEXT

    assert meant in suggestions(TEXT.replace(latin, alike, 1))


def test_players_whose_names_only_look_the_same_are_two_players():
    other = TEXT.replace("Ben", "Аnna")

    told = read(other.encode())

    assert [player.name for player in told.header.players][:2] == ["Anna", "Аnna"]
    assert told.actions == read(KEPT).actions


@pytest.mark.parametrize("line", ["", "1 Anna 8", "# nothing", "1 Anna Q", "\0", "["])
def test_a_record_of_a_hundred_thousand_lines_is_refused_in_short(line):
    found = mistakes(KEPT + f"{line}\n".encode() * 100_000)

    assert (record.LONGEST + 1, 1, "fewer lines") in found
    assert len(found) <= record.MOST_MISTAKES


@pytest.mark.parametrize(
    "data",
    [
        b'{"a":' * 200_000,
        b'{"a":' * 90_000 + b"1" + b"}" * 90_000,
        b'{"a":' + b"9" * 900_000 + b"}",
        b'{"format": "catantour-record/1", "headers": {}, "actions": [' + b"{}," * 99_999 + b"{}]}",
        b'{"format": "catan-interchange/1", "actions": ' + b"[" * 500 + b"]" * 500 + b"}",
    ],
)
def test_deep_and_long_json_is_refused(data):
    assert verdict_on(data)["errors"]


def test_a_file_packed_twice_is_refused():
    assert mistakes(gzip.compress(gzip.compress(KEPT))) == [NO_TEXT]


@pytest.mark.parametrize(
    "beginning",
    [
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
        b"\xff\xd8\xff\xe0\x00\x10JFIF",
        b"PK\x03\x04\x14\x00",
    ],
    ids=["png", "jpeg", "a packed document"],
)
def test_a_file_that_is_no_text_at_all_is_told_so(beginning):
    assert mistakes(beginning + bytes(range(256))) == [NO_TEXT]


NO_TEXT = (0, 0, "a text, not a picture, a document or another kind of file")


@pytest.mark.parametrize(
    ("kind", "key", "value", "place"),
    [
        ("road", "edge", "both as 1.0", "edge"),
        ("road", "edge", [[0], [1]], "edge"),
        ("road", "edge", {"0": 1}, "edge"),
        ("settlement", "node", 1.0, "node"),
        ("settlement", "node", [1], "node"),
        ("roll", "type", ["roll"], "type"),
    ],
)
def test_what_is_no_place_of_another_program_is_named(kind, key, value, place):
    game = deepcopy(document("c-rrr-42002"))
    number, action = next(
        (number, action) for number, action in enumerate(game["actions"]) if action["type"] == kind
    )
    action[key] = [float(end) for end in action["edge"]] if value == "both as 1.0" else value

    (found,) = verdict_on(json.dumps(game).encode())["errors"]

    assert found["expected"].endswith(f"something that is there at actions[{number}].{place}")


@pytest.mark.parametrize(
    ("told", "mistold", "place", "meant"),
    [
        ('"dice": [3, 2]', '"dise": [3, 2]', "actions[16].dise", "dice"),
        ('"dice": [3, 2], "gains"', '"dice": [3, 2], "gain"', "actions[16].gain", "gains"),
        ('"path": "c2se"', '"path": "c2se", "rulings": 1', "actions[1].rulings", "ruling"),
        ('"path": "c2se"', '"path": "c2se", "gains": [{}, {}, {}, {}]', "actions[1].gains", ""),
        ('"actions"', '"action": [], "actions"', "action", "actions"),
        ('"actions"', '"a\\nb": [], "actions"', '"a\\nb"', ""),
    ],
)
def test_a_key_that_is_not_known_is_a_mistake_with_its_place(told, mistold, place, meant):
    """It was passed over, and what it told with it."""
    document = as_json(TEXT)
    assert told in document

    (found,) = verdict_on(document.replace(told, mistold, 1).encode())["errors"]

    assert found["expected"].startswith("one of the keys ")
    assert found["expected"].endswith(f" at {place}")
    assert (found["suggestion"] or "") == meant


@pytest.mark.parametrize(
    ("told", "again", "places"),
    [
        ('"dice": [3, 2]', '"dice": [3, 5], "dice": [3, 2]', ["actions[16].dice"]),
        ('{"grain": 1}', '{"grain": 2, "grain": 1}', ["actions[16].gains[0].grain"]),
        ('"actions"', '"actions": [], "actions"', ["actions"]),
        ('"headers": {', '"headers": {"Table": "1", "Table": "2", ', ["headers.Table"]),
        (
            '"seat": 0, "verb": "found"',
            '"seat": 0, "seat": 0, "verb": "found"',
            ["actions[0].seat"],
        ),
    ],
)
def test_a_key_told_twice_is_a_mistake_with_its_place(told, again, places):
    """The last one counted."""
    document = as_json(TEXT)
    assert told in document

    found = verdict_on(document.replace(told, again, 1).encode())["errors"]

    assert [one["expected"] for one in found] == [f"a key told once at {one}" for one in places]


def test_keys_told_twice_of_another_program_and_within_one_another_are_found_as_well():
    """What stands under a key that is told again counts for nothing, and has no place."""
    document = '{"format": {"a": 1, "a": 2}, "format": [{"b": 1, "b": 2}, {"c": 1, "c": 2}]}'

    places = [error["expected"].split()[-1] for error in verdict_on(document.encode())["errors"]]

    assert places == ["format", "format[0].b", "format[1].c"]


def as_json(text: str) -> str:
    game = read(text.encode())
    return json.dumps(write_document(game, rulesets.by_key(game.header.ruleset).notation))


@pytest.mark.parametrize("gains", [[{}] * 4, [{}] * 3, [None, {}, {}], [{"brick": []}, {}, {}], {}])
@pytest.mark.parametrize(
    "game", [one for one in sorted(SAMPLES) if one.stem != "slips"], ids=attrgetter("stem")
)
def test_gains_that_cannot_be_are_no_fault_of_the_checker_in_any_game(game, gains):
    game = read(game.read_bytes())
    told = write_document(game, rulesets.by_key(game.header.ruleset).notation)
    told["actions"][0]["gains"] = gains

    verdict = verdict_on(json.dumps(told).encode())

    assert "fault" not in verdict
