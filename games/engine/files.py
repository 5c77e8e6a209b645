"""Files that may hold a record: any bytes in, a record or a list of mistakes out."""

from __future__ import annotations

import json
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from games.engine.core import NotARecord, Record, RecordError
from games.engine.document import FORMAT, Step, mistake_at, place_of, read_document
from games.engine.headers import HEADER, place_in
from games.engine.importers import interchange, jsettlers
from games.engine.record import MOST_MISTAKES, parse
from games.engine.rulesets import by_key
from games.engine.words import marked

LARGEST = 8 * 2**20
"""Bytes of a file, unpacked; a long game is a hundredth of it."""

GZIP = b"\x1f\x8b"

OTHER_CODINGS = (b"\xff\xfe", b"\xfe\xff")

NOT_IN_TEXT = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
"""Bytes that pictures, documents and programs have near their beginning, and no text has."""

MOST_MARKS = 30
"""Marks on a letter, one behind the other; no language has a third of them. To put them in order
takes time with the square of their number."""

FEWER_MARKS = marked("letters with at most {most} marks each, such as ế")

FAR_SIGNS = re.compile(r"[^\0-\u02ff]+")
"""The signs from the first one on that is a mark on another."""


def ruleset_named(text: str) -> str:
    """The rule set that the text of a record names, whether there is one or not."""
    named = (found["value"] for found in HEADER.finditer(text) if found["name"] == "Ruleset")
    return next(named, "")


def read(data: bytes) -> Record:
    """The record in a file, packed by gzip or not. Raises `NotARecord` for anything else."""
    return read_text(text_of(data))


def text_of(data: bytes) -> str:
    """The text in a file, packed by gzip or not. Raises `NotARecord` if it is none."""
    if data.startswith(GZIP):
        data = _unpacked(data)
    if len(data) > LARGEST:
        raise _mistake(marked("a file of at most {size} MB"), size=LARGEST // 2**20)
    text = _decoded(data)
    if text.isascii():
        return text
    _check_marks(text)
    # A letter and its accent may be two signs, which look like the one of another program.
    return unicodedata.normalize("NFC", text)


def read_text(text: str) -> Record:
    """The record in the text of a file. Raises `NotARecord` if there is none."""
    if _is_json(text):
        return _from_json(text)
    if text.startswith(jsettlers.BEGINNING):
        return jsettlers.read(text)
    return parse(text, by_key)


def in_notation(text: str) -> bool:
    """Whether the text of a file is meant to be in our notation, not in that of a program."""
    return not _is_json(text) and not text.startswith(jsettlers.BEGINNING)


def _is_json(text: str) -> bool:
    return text.lstrip()[:1] == "{"


def _unpacked(data: bytes) -> bytes:
    # One byte more than allowed shows that there would be more.
    unpacker = zlib.decompressobj(wbits=31)
    try:
        unpacked = unpacker.decompress(data, LARGEST + 1)
    except zlib.error as error:
        raise _mistake(marked("a whole gzip file")) from error
    if not unpacker.eof and len(unpacked) <= LARGEST:
        raise _mistake(marked("a whole gzip file"))
    return unpacked


def _decoded(data: bytes) -> str:
    # In those codings each plain letter has a zero beside it.
    if data.startswith(OTHER_CODINGS) or b"\0" in data[:2]:
        raise _mistake(marked("text in UTF-8, not UTF-16"))
    if NOT_IN_TEXT.search(data, 0, 1000):
        raise _mistake(marked("a text, not a picture, a document or another kind of file"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        mistake = RecordError(
            line, column, marked("text in UTF-8; save the file again in this coding")
        )
        raise NotARecord([mistake]) from error


def _check_marks(text: str) -> None:
    """Refuse a letter under a pile of marks, before its marks are put in order."""
    for signs in FAR_SIGNS.finditer(text):
        marks = 0
        for at, sign in enumerate(signs.group(), start=signs.start()):
            # By category: some marks have no class of combining, but fall apart into two that do.
            marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
            if marks > MOST_MARKS:
                mistake = RecordError(*place_in(text, at), FEWER_MARKS, facts={"most": MOST_MARKS})
                raise NotARecord([mistake])


def _from_json(text: str) -> Record:
    document = _parsed(text)
    kind = document.get("format") if isinstance(document, dict) else None
    if kind == interchange.FORMAT:
        return interchange.read(document)
    if kind == FORMAT:
        return read_document(document, by_key)
    raise _mistake(marked("the format {format}"), format=FORMAT)


def _parsed(text: str) -> Any:
    """What the JSON means. Raises `NotARecord` if it is none or tells a key twice."""
    twice: list[tuple[dict[str, Any], str]] = []

    def told(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            twice.append((found, _told_again(pairs)))
        return found

    try:
        document = json.loads(text, object_pairs_hook=told)
    except json.JSONDecodeError as error:
        mistake = RecordError(error.lineno, error.colno, marked("JSON"))
        raise NotARecord([mistake]) from error
    except (ValueError, RecursionError) as error:
        raise _mistake(marked("JSON with shorter numbers and fewer levels")) from error
    if twice:
        raise NotARecord(_told_twice(document, twice))
    return document


def _told_again(pairs: list[tuple[str, Any]]) -> str:
    """The first key that stands there more than once."""
    counts = Counter(key for key, _value in pairs)
    again, *_others = [key for key, count in counts.items() if count > 1]
    return again


def _told_twice(document: Any, twice: Sequence[tuple[object, str]]) -> list[RecordError]:
    """The keys told twice, in the order of the text. What stood under such a key first is in the
    document no more, and so has no place."""
    keys = {id(found): key for found, key in twice}
    found = ((keys[id(one)], way) for one, way in _objects(document) if id(one) in keys)
    return [
        mistake_at(place_of((*_steps(way), key)), marked("a key told once"))
        for key, way in islice(found, MOST_MISTAKES)
    ]


Way = tuple["Way", Step] | None
"""How a part of a document is reached: how the part is that it lies in, and where it lies there.
A part in a thousand others takes no more room than one at the top."""


def _objects(document: Any) -> Iterator[tuple[dict[str, Any], Way]]:
    rest: list[tuple[Any, Way]] = [(document, None)]
    while rest:
        one, way = rest.pop()
        if isinstance(one, dict):
            yield one, way
        within = one.items() if isinstance(one, dict) else enumerate(one)
        parts = [(part, (way, step)) for step, part in within if isinstance(part, (dict, list))]
        rest.extend(reversed(parts))


def _steps(way: Way) -> list[Step]:
    steps = []
    while way is not None:
        way, step = way
        steps.append(step)
    return steps[::-1]


def _mistake(expected: str, **facts: object) -> NotARecord:
    return NotARecord([RecordError(0, 0, expected, facts=facts)])
