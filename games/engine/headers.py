"""The headers of a text: `[Table "3"]`, and the values in them with their places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from games.engine.core import RecordError

HEADER = re.compile(r'\[\s*(?P<name>[A-Za-z]\w*)\s*"(?P<value>[^"]*)"\s*\]')


class Written(NamedTuple):
    """A value as it was written, and where it begins: line and column count from 1."""

    text: str
    line: int
    column: int

    def words(self) -> Iterator[Written]:
        for row, line in enumerate(self.text.split("\n")):
            before = 0 if row else self.column - 1
            for word in re.finditer(r"\S+", line):
                yield Written(word.group(), self.line + row, before + word.start() + 1)

    @property
    def end(self) -> Written:
        """The place behind it, if it has only one line."""
        return Written("", self.line, self.column + len(self.text))

    @property
    def place(self) -> str:
        return f"line {self.line}, column {self.column}"

    def mistaken(self, expected: str, suggestion: str = "") -> RecordError:
        return RecordError(self.line, self.column, expected, suggestion)


def place_in(text: str, at: int) -> tuple[int, int]:
    """Line and column of a sign in a text, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def with_header(head: str, name: str, value: str) -> str:
    """The head of a record with this header told anew, behind all others; one with an empty value
    is left out."""
    others = HEADER.sub(
        lambda told: "" if told["name"].capitalize() == name else told.group(), head
    ).strip()
    return "\n".join(filter(None, (others, f'[{name} "{value}"]' if value else "")))
