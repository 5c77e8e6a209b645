"""The formats that ship, a data file each: what they say, and where it was printed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any

from .reading import format_of
from .values import Format

THE_TOUR = "catan-tour"
BY_SCORE = "by-score"
LAST_ROUND = "catan-tour-last-round"

FILES = Path(__file__).with_name("presets")


class NotPrinted(StrEnum):
    """What a source does not say, where FMD-01 decides."""

    SEATING = "seating"
    SEATING_OF_THE_SEMI_FINAL = "seating of the semi-final"
    POINTS = "points"
    POINTS_OF_THREE = "points of a table of three"
    ORDER = "order"


@dataclass(frozen=True, slots=True)
class Preset:
    """A format by its `key`. `names` by the languages of readers; `written` is the format as JSON,
    of which events keep a copy, with the `version` of it. `countries` by their codes, `date` of the
    text as far as it is known, and what it does `not_printed` say, where FMD-01 decides."""

    key: str
    names: Mapping[str, str]
    version: int
    written: Mapping[str, Any]
    format: Format
    source: str
    date: str
    countries: tuple[str, ...]
    language: str
    not_printed: tuple[NotPrinted, ...] = ()

    def name(self, language: str) -> str:
        return self.names.get(language) or self.names["en"]


@cache
def presets() -> Mapping[str, Preset]:
    """All of them by their keys, in the order of the alphabet."""
    return {path.stem: _preset(path) for path in sorted(FILES.glob("*.json"))}


def _preset(path: Path) -> Preset:
    written = json.loads(path.read_text(encoding="utf-8"))
    return Preset(
        path.stem,
        written["name"],
        written["version"],
        written["format"],
        format_of(written["format"]),
        source=written["source"],
        date=written["date"],
        countries=tuple(written["country"]),
        language=written["language"],
        not_printed=tuple(map(NotPrinted, written.get("not_printed", ()))),
    )
