"""Whole games that other programs played, in tests/games/records/."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

from games.engine.core import Record
from games.engine.importers import interchange

RECORDS = Path(__file__).parent / "records"

LEGAL = ("c-vwv-48001", "c-vwv-48003", "j-classic-4p-11")
"""Games in which nobody broke a rule."""

WON_UNSEEN = "c-rrr-42002"
"""Its program overlooked that white had won (action 639) and played on."""


@cache
def document(name: str) -> dict[str, Any]:
    with gzip.open(RECORDS / f"{name}.json.gz") as file:
        return json.load(file)


@cache
def record(name: str) -> Record:
    return interchange.read(document(name))
