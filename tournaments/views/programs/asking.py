"""What a program may ask behind the `?` of an address: each parameter, and how it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict
from django.utils.functional import Promise

from tournaments.views.programs.problems import Unusable

WHOLE_NUMBER = re.compile("[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter by its name, with its words; `default` stands where it is left out."""

    name: str
    words: str | Promise
    default: Any = None

    @property
    def schema(self) -> dict[str, Any]:
        """As OpenAPI has it."""
        raise NotImplementedError

    def read(self, text: str) -> Any:
        """The value that is meant; raises `ValueError` with what would be."""
        raise NotImplementedError

    def _with_default(self, schema: dict[str, Any]) -> dict[str, Any]:
        return schema if self.default is None else {**schema, "default": self.default}


@dataclass(frozen=True, slots=True)
class OneOf(Parameter):
    """One of a few words."""

    known: Sequence[str] = field(default=(), kw_only=True)

    @property
    def schema(self) -> dict[str, Any]:
        return self._with_default({"type": "string", "enum": list(self.known)})

    def read(self, text: str) -> str:
        if text not in self.known:
            raise ValueError(f"expected one of {', '.join(self.known)}")
        return text


@dataclass(frozen=True, slots=True)
class Text(Parameter):
    """Any text of some length."""

    longest: int = field(default=2000, kw_only=True)

    @property
    def schema(self) -> dict[str, Any]:
        return self._with_default({"type": "string", "maxLength": self.longest})

    def read(self, text: str) -> str:
        if len(text) > self.longest:
            raise ValueError(f"expected at most {self.longest} letters")
        return text


@dataclass(frozen=True, slots=True)
class Whole(Parameter):
    """A whole number within bounds."""

    least: int = field(kw_only=True)
    most: int = field(kw_only=True)

    @property
    def schema(self) -> dict[str, Any]:
        bounds = {"type": "integer", "minimum": self.least, "maximum": self.most}
        return self._with_default(bounds)

    def read(self, text: str) -> int:
        if not WHOLE_NUMBER.fullmatch(text) or not self.least <= int(text) <= self.most:
            raise ValueError(f"expected a whole number from {self.least} to {self.most}")
        return int(text)


def read_parameters(sent: QueryDict, known: Sequence[Parameter]) -> dict[str, Any]:
    """The value of each parameter that is known; raises `Unusable` with every mistake."""
    by_name = {parameter.name: parameter for parameter in known}
    values = {parameter.name: parameter.default for parameter in known}
    errors = []
    for name, texts in sent.lists():
        try:
            values[name] = _read(by_name.get(name), texts)
        except ValueError as mistake:
            errors.append({"parameter": name, "detail": str(mistake)})
    if errors:
        raise Unusable(errors)
    return values


def _read(parameter: Parameter | None, texts: Sequence[str]) -> Any:
    if parameter is None:
        raise ValueError("no such parameter here")
    if len(texts) != 1:
        raise ValueError(f"expected once, found {len(texts)} times")
    return parameter.read(texts[0])
