"""What the commands with JSON in and out share: reading, naming mistakes, answering.

A command is a `JsonCommand` with the name of its schema and one method:

    class Command(JsonCommand):
        help = "..."
        schema = "standings"  # docs/schemas/standings-input.json

        def answer(self, document):  # has the shape of the schema
            ...
            raise Mistakes([Mistake(("rounds", 1, 3, "points"), "p7 sits at two tables")])

It reads the file argument or standard input, writes the answer to standard output and exits 0,
or exits 2 with one line for each mistake on standard error.
"""

from __future__ import annotations

import json
import os
import sys
from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from django.conf import settings
from django.core.management.base import BaseCommand
from jsonschema import Draft202012Validator, ValidationError

MISTAKEN = 2
"""Exit code of a command that was given something it cannot answer."""

LARGEST_INPUT = 64 * 2**20
"""Bytes; a season of tournaments is a hundredth of it."""

MOST_MISTAKES = 100
"""As many are told at once."""

DEEPEST = 20
"""Levels of lists and objects; no input needs half of them."""

LONGEST_NUMBER = 15
"""Digits; more than fits a player's points, and every such number is exact in every program."""

Place = tuple[str | int, ...]
"""Keys and list positions (from 0) that lead from the whole input to the place meant."""


class Mistake(NamedTuple):
    """What is wrong, and where. As text: `rounds[1][3].points: p7 sits at two tables`."""

    place: Place
    words: str

    def __str__(self) -> str:
        return f"{shown_place(self.place)}: {self.words}"


class Mistakes(Exception):
    """The input cannot be answered; `found` lists why, at least one reason."""

    def __init__(self, found: Iterable[Mistake]) -> None:
        self.found = tuple(found)
        super().__init__(self.found)


class JsonCommand(BaseCommand):
    """JSON in, JSON out; the database is not touched."""

    requires_system_checks: ClassVar[list[str]] = []
    schema: str
    largest = LARGEST_INPUT

    def brought_up(self, document: Any) -> Any:
        """What the schema describes, where a command still reads older documents."""
        return document

    @abstractmethod
    def answer(self, document: Any) -> Any:
        """The answer to a document of the right shape; raises `Mistakes`."""

    def add_arguments(self, parser):
        parser.add_argument(
            "file",
            nargs="?",
            default="-",
            help="file with the JSON input; standard input when left out or -",
        )

    def handle(self, *_args, file, **_options):
        try:
            document = self.brought_up(read_document(file, largest=self.largest))
            check_shape(document, f"{self.schema}-input")
            answer = self.answer(document)
        except Mistakes as mistakes:
            self._give_up(mistakes.found)
        except KeyboardInterrupt:
            sys.exit(130)
        self._deliver(json.dumps(answer, indent=2))

    def _deliver(self, text: str) -> None:
        if sys.stdout is None:
            self._give_up([Mistake(("standard output",), "closed, nowhere to write the answer")])
        try:
            self.stdout.write(text)
            self.stdout.flush()
        except OSError as error:
            # What is still buffered would fail once more, with a traceback, when Python ends.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            self._give_up([Mistake(("standard output",), _reason(error))])

    def _give_up(self, mistakes: Iterable[Mistake]) -> None:
        if sys.stderr is not None:
            for mistake in mistakes:
                self.stderr.write(str(mistake))
        sys.exit(MISTAKEN)


def read_document(file: str, *, largest: int = LARGEST_INPUT) -> Any:
    """What the JSON text in `file` means; "-" is standard input. Raises `Mistakes`."""
    return parse_document(read_text(file, largest=largest))


def read_text(file: str, *, largest: int = LARGEST_INPUT) -> str:
    """The UTF-8 text in `file`; "-" is standard input. Raises `Mistakes`."""
    name = "standard input" if file == "-" else file
    try:
        source = _read(file, largest + 1)
    except OSError as error:
        raise Mistakes([Mistake((name,), _reason(error))]) from error
    if len(source) > largest:
        raise Mistakes([Mistake((name,), f"larger than {largest // 2**20} MB")])
    return decoded(source)


def parse_document(text: str) -> Any:
    """What a JSON text means. Raises `Mistakes`."""
    document = _parsed(text)
    if unusable := list(islice(_unusable(document), MOST_MISTAKES)):
        raise Mistakes(unusable)
    return document


def _read(file: str, most: int) -> bytes:
    if file != "-":
        with Path(file).open("rb") as opened:
            return opened.read(most)
    if sys.stdin is None:
        raise OSError("closed")
    return sys.stdin.buffer.read(most)


def _reason(error: OSError) -> str:
    return error.strerror or str(error)


def decoded(source: bytes) -> str:
    """The text of a file in UTF-8. Raises `Mistakes`."""
    if source.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Mistakes([Mistake((), "this is UTF-16; save it as UTF-8")])
    try:
        return source.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Mistakes([Mistake((), f"not UTF-8 text at byte {error.start}")]) from error


class _Object(dict):
    """A JSON object that remembers which keys stood in it twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.twice: list[str] = []
        if len(self) < len(pairs):
            counts = Counter(key for key, _ in pairs)
            self.twice = [key for key, count in counts.items() if count > 1]


class _Unusable(NamedTuple):
    """Stands for a value that Python reads but a program should not be given."""

    words: str


def _whole_number(literal: str) -> int | _Unusable:
    digits = len(literal.lstrip("-"))
    return int(literal) if digits <= LONGEST_NUMBER else _Unusable(f"a number of {digits} digits")


def _broken_number(literal: str) -> int | float | _Unusable:
    """JSON has one kind of number: 10.0 is the whole number 10."""
    number = float(literal)
    if abs(number) >= 10**LONGEST_NUMBER:
        return _Unusable(f"{literal[:20]} is too large a number")
    return int(number) if number.is_integer() else number


def _constant(literal: str) -> _Unusable:
    return _Unusable(f"{literal} is not a number in JSON")


def _parsed(text: str) -> Any:
    if not text.strip():
        raise Mistakes([Mistake((), "empty")])
    try:
        return json.loads(
            text,
            object_pairs_hook=_Object,
            parse_int=_whole_number,
            parse_float=_broken_number,
            parse_constant=_constant,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Mistakes([Mistake((), f"not JSON at {where}: {error.msg}")]) from error
    except RecursionError as error:
        raise Mistakes([Mistake((), f"nested more than {DEEPEST} levels deep")]) from error


def _unusable(value: Any, place: Place = ()) -> Iterator[Mistake]:
    """What is wrong whatever the input is for: keys given twice, broken text, NaN and the like."""
    if len(place) > DEEPEST:
        yield Mistake(place[:3], f"nested more than {DEEPEST} levels deep")
    elif isinstance(value, _Unusable):
        yield Mistake(place, value.words)
    elif isinstance(value, str):
        if not _is_text(value):
            yield Mistake(place, NO_TEXT)
    elif isinstance(value, _Object):
        for key in value.twice:
            yield Mistake(place, f"the key {shown(key)} is given twice")
        for key, inner in value.items():
            if not _is_text(key):
                yield Mistake((*place, key), NO_TEXT)
            yield from _unusable(inner, (*place, key))
    elif isinstance(value, list):
        for position, inner in enumerate(value):
            yield from _unusable(inner, (*place, position))


NO_TEXT = "not text: half of a surrogate pair, or a zero"
"""What no database keeps."""


def _is_text(text: str) -> bool:
    if "\0" in text:
        return False
    return text.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in text)


def check_shape(document: Any, schema: str) -> None:
    """Hold the document against `docs/schemas/<schema>.json`; raises `Mistakes`."""
    _hold(document, _schema(schema))


def check_part(document: Any, schema: str, part: str) -> None:
    """The same against one of the parts (`$defs`) of a schema."""
    _hold(document, {"$ref": f"#/$defs/{part}", "$defs": _schema(schema)["$defs"]})


def _schema(name: str) -> dict[str, Any]:
    path = settings.BASE_DIR / "docs" / "schemas" / f"{name}.json"
    return json.loads(path.read_text())


def _hold(document: Any, schema: dict[str, Any]) -> None:
    validator = Draft202012Validator(schema)
    # Each of two missing keys is an error of its own, and names both: hence the set.
    errors = islice(validator.iter_errors(document), MOST_MISTAKES)
    mistakes = {mistake for error in errors for mistake in _named(error)}
    if mistakes:
        raise Mistakes(sorted(mistakes, key=_position))


def _position(mistake: Mistake) -> list[tuple[bool, int, str]]:
    """Sorts list positions as numbers."""
    return [
        (False, step, "") if isinstance(step, int) else (True, 0, step) for step in mistake.place
    ]


KINDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
    "string": "text",
}


EXPECTED = {
    "minimum": "at least {limit}",
    "maximum": "at most {limit}",
    "maxLength": "at most {limit} characters",
    "minItems": "at least {limit} entries",
    "minProperties": "at least {limit} entries",
    "maxItems": "at most {limit} entries",
    "maxProperties": "at most {limit} entries",
}


def _named(error: ValidationError) -> Iterator[Mistake]:
    """An error of the schema in plain words, at the place a person would look."""
    place, found, limit = tuple(error.absolute_path), error.instance, error.validator_value
    if error.validator == "required":
        for key in limit:
            if key not in found:
                yield Mistake((*place, key), "missing")
    elif error.validator == "additionalProperties":
        known = error.schema["properties"]
        for key in found:
            if key not in known:
                yield Mistake((*place, key), f"not known here; known are {', '.join(known)}")
    elif error.validator == "anyOf":
        for one in _of_closest_shape(error):
            yield from _named(one)
    else:
        yield Mistake(place, f"expected {_expected(error)}, found {_found(error)}")


def _of_closest_shape(error: ValidationError) -> list[ValidationError]:
    """What is wrong by that of several shapes which is of the kind that was found, if one is."""
    shapes: dict[Any, list[ValidationError]] = {}
    for one in error.context or ():
        shapes.setdefault(one.relative_schema_path[0], []).append(one)
    of_its_kind = [
        found
        for found in shapes.values()
        if not any(one.validator == "type" and not one.relative_path for one in found)
    ]
    return min(of_its_kind or list(shapes.values()), key=len)


def _expected(error: ValidationError) -> str:
    limit = error.validator_value
    match error.validator:
        case "type":
            kinds = [limit] if isinstance(limit, str) else limit
            return " or ".join(KINDS[kind] for kind in kinds)
        case "enum":
            return " or ".join(shown(choice) for choice in limit)
        case "minLength" | "pattern":
            return error.schema.get("description", "some text")
        case name:
            return EXPECTED[name].format(limit=limit)


def _found(error: ValidationError) -> str:
    value = error.instance
    if error.validator in ("minItems", "maxItems", "minProperties", "maxProperties"):
        return str(len(value))
    if isinstance(value, dict):
        return KINDS["object"]
    if isinstance(value, list):
        return KINDS["array"]
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def shown(value: Any) -> str:
    """A value of the input in a message: on one line, whatever is in it, and not too long."""
    plain = isinstance(value, str) and value.isprintable() and value.strip() == value != ""
    text = value if plain else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def shown_place(place: Place) -> str:
    """A place as programmers write it: `rounds[1][3].points`."""
    text = ""
    for step in place:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{shown(step)}" if text else shown(step)
    return text or "input"
