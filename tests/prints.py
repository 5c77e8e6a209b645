"""What tests of prints share: asking for one, and reading it back."""

from __future__ import annotations

import io
from typing import Any

from pypdf import PdfReader

from tests import factories as make
from tournaments.exports.kinds import KINDS, asked_for, parameters
from tournaments.models import Tournament
from tournaments.models.event import read_event

BASE = "https://catan.example/"


def print_of(key: str, tournament: Tournament, **wanted: Any) -> bytes:
    """The print as made at 11:40 on the day."""
    given = parameters(BASE, **wanted)
    tournament.refresh_from_db()
    return KINDS[key].write(asked_for(read_event(tournament), given, make.at(11, 40)))


def pages_of(content: bytes) -> list[str]:
    """The words of each page."""
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]
