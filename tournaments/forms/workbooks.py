"""Workbooks that people upload, held within bounds before a library reads them.

An XLSX is a zip of XML. openpyxl builds some of its parts whole and fills the gap before a row that
says it is the three-millionth, so that a kilobyte can take the memory of the machine. Everything is
counted as it is unpacked here, and only what was counted is handed on.
"""

from __future__ import annotations

import datetime as dt
import warnings
import zlib
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from openpyxl import load_workbook

ENTRY = b"PK\x01\x02"
"""What each part begins with in the zip's table of contents."""

MOST_PARTS = 300
"""A workbook has about ten, and two more for each sheet."""

LARGEST_UNPACKED = 4 * 2**20
"""Bytes of all its XML together; a list of 400 players has a twentieth of it."""

LAST_LINE = 10_000
"""Rows, and the highest number that one may have; below the list there may be empty ones."""

DEEPEST = 30
"""Levels of XML, of which a workbook has eight."""

CELLS = frozenset({"row", "c", "v", "is", "si", "t"})
"""What there may be many of in a part: rows, cells, and the texts that cells share."""

MOST_CELLS = 80_000

MOST_OTHERS = 6_000
"""Of everything else in a part, such as styles: openpyxl makes an object of each."""

LONGEST_TAG = 2**17
"""Bytes of a tag with its attributes, about."""

CHUNK = 2**16

READ = (".xml", ".rels")
"""How the parts end that are handed on. Pictures are not."""

ENCRYPTED = 1

# All that reading a damaged workbook was seen to raise.
BROKEN = (
    AttributeError,
    BadZipFile,
    EOFError,
    IndexError,
    KeyError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    SyntaxError,  # of the XML inside
    TypeError,
    ValueError,
    expat.ExpatError,
    zlib.error,
)


class _TooLarge(Exception):
    """Something was counted beyond its bound."""


def workbook_rows(data: bytes, *, most_columns: int) -> Iterator[tuple[int, list[str | None]]]:
    """The rows of the first sheet, one by one: the line (from 1) and the texts of the cells.

    None stands for a formula. Raises `ValidationError` for what cannot be read, and for what is
    beyond the bounds of this module.
    """
    try:
        yield from _rows(_within_bounds(data), most_columns)
    except _TooLarge as trouble:
        raise ValidationError(
            _(
                "The workbook is too large for a list of players. Copy the list alone into a new "
                "workbook, or save it as CSV, and send it again."
            )
        ) from trouble
    except BROKEN as trouble:
        raise ValidationError(
            _("The workbook is broken. Open it in your program, save it anew and send it again.")
        ) from trouble


def _rows(data: BytesIO, most_columns: int) -> Iterator[tuple[int, list[str | None]]]:
    with warnings.catch_warnings():
        # Of features of the workbook that are not read.
        warnings.simplefilter("ignore")
        sheet = load_workbook(data, read_only=True).worksheets[0]
        # The size a file claims to have may be wrong.
        sheet.reset_dimensions()
        for line, row in enumerate(sheet.iter_rows(max_col=most_columns), start=1):
            yield line, [_cell(cell) for cell in row]


def _cell(cell: Any) -> str | None:
    if cell.data_type == "f":
        return None
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dt.datetime):
        return value.date().isoformat()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _within_bounds(data: bytes) -> BytesIO:
    """The same workbook, of those parts alone that were counted."""
    # Counted before it is opened, when an object is made for each.
    if data.count(ENTRY) > MOST_PARTS:
        raise _TooLarge
    counted = BytesIO()
    with ZipFile(BytesIO(data)) as packed, ZipFile(counted, "w", ZIP_STORED) as kept:
        parts = [part for part in packed.infolist() if part.filename.endswith(READ)]
        # No more than a part says of itself is unpacked.
        if sum(part.file_size for part in parts) > LARGEST_UNPACKED:
            raise _TooLarge
        for part in parts:
            kept.writestr(part.filename, _counted(packed, part))
    return counted


def _counted(packed: ZipFile, part: ZipInfo) -> bytes:
    # Only these two are unpacked bit by bit; the others may grow without limit first.
    if part.flag_bits & ENCRYPTED or part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise BadZipFile
    counter, chunks = _Counter(), []
    with packed.open(part) as opened:
        while chunk := opened.read(CHUNK):
            counter.feed(chunk)
            chunks.append(chunk)
    counter.feed(b"", last=True)
    return b"".join(chunks)


class _Counter:
    """Counts the elements of a part while they come, and looks at the numbers of its rows."""

    def __init__(self) -> None:
        self.rows = self.cells = self.others = self.deep = self.fed = 0
        # The namespace goes before the name.
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self._begin
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._refuse

    def feed(self, chunk: bytes, *, last: bool = False) -> None:
        self.parser.Parse(chunk, last)
        self.fed += len(chunk)
        # Text is handed over as it comes; what is held back is the beginning of a tag.
        if self.fed - self.parser.CurrentByteIndex > LONGEST_TAG:
            raise _TooLarge

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        bare = name.rpartition(" ")[2]
        self.deep += 1
        if bare in CELLS:
            self.cells += 1
        else:
            self.others += 1
        if bare == "row":
            self.rows = max(self.rows + 1, int(attributes.get("r", 0)))
        if (
            self.rows > LAST_LINE
            or self.cells > MOST_CELLS
            or self.others > MOST_OTHERS
            or self.deep > DEEPEST
        ):
            raise _TooLarge

    def _end(self, _name: str) -> None:
        self.deep -= 1

    def _refuse(self, *_declared: Any) -> None:
        # No program writes one into a workbook; entities are declared there.
        raise BadZipFile
