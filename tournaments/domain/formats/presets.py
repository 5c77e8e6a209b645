"""The formats that ship, a data file each: what they say, and where it was printed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .reading import format_of
from .values import Format

THE_TOUR = "catan-tour"

FILES = Path(__file__).with_name("presets")


@dataclass(frozen=True, slots=True)
class Preset:
    """A format by its `key`. `countries` by their codes, `date` of the text as far as it is known,
    and what it does `not_printed` say, where FMD-01 decides."""

    key: str
    format: Format
    source: str
    date: str
    countries: tuple[str, ...]
    language: str
    not_printed: tuple[str, ...] = ()


@cache
def presets() -> Mapping[str, Preset]:
    """All of them by their keys, in the order of the alphabet."""
    return {path.stem: _preset(path) for path in sorted(FILES.glob("*.json"))}


def _preset(path: Path) -> Preset:
    written = json.loads(path.read_text(encoding="utf-8"))
    return Preset(
        path.stem,
        format_of(written["format"]),
        source=written["source"],
        date=written["date"],
        countries=tuple(written["country"]),
        language=written["language"],
        not_printed=tuple(written.get("not_printed", ())),
    )
