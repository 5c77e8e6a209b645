"""Zips for tests."""

from __future__ import annotations

import io
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tests.games.played import RECORDS

SAMPLES = RECORDS.parents[2] / "games" / "samples"
KEPT, BROKEN, SLIPS = (
    (SAMPLES / f"{name}.txt").read_bytes() for name in ("kept", "broken", "slips")
)
"""A game that keeps every rule, one that breaks some, and a text with five mistakes."""


def zipped(*files: tuple[str, bytes], compression: int = ZIP_DEFLATED) -> bytes:
    """The files in a zip, the same bytes at any time of the day."""
    packed = io.BytesIO()
    with ZipFile(packed, "w") as archive:
        for name, data in files:
            archive.writestr(ZipInfo(name), data, compress_type=compression)
    return packed.getvalue()
