"""Tables that people upload: XLSX or CSV into rows of text. Nothing in them is ever evaluated."""

from __future__ import annotations

import codecs
import csv
import datetime as dt
import warnings
import zlib
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO, StringIO
from typing import Any, TypeAlias
from zipfile import BadZipFile, ZipFile

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from openpyxl import load_workbook

LARGEST_FILE = 10 * 1024 * 1024
LARGEST_UNPACKED = 100 * 1024 * 1024
MOST_COLUMNS = 60

# A cell is its text; None stands for a formula, whose text would be the program's, not a person's.
Cells: TypeAlias = Sequence[str | None]
Row: TypeAlias = tuple[int, Cells]

# All that reading a damaged workbook was seen to raise.
BROKEN = (
    AttributeError,
    BadZipFile,
    EOFError,
    IndexError,
    KeyError,
    OSError,
    OverflowError,
    RuntimeError,
    SyntaxError,  # of the XML inside
    TypeError,
    ValueError,
    zlib.error,
)


def read_sheet(file: UploadedFile, *, most_rows: int) -> list[Row]:
    """The rows of a file that hold anything, each with its line (from 1) and the text of its cells.

    The first sheet of a workbook. Raises `ValidationError` for what cannot be read, for more than
    10 MB, or for more than `most_rows` below the first row.
    """
    if file.size > LARGEST_FILE:
        raise ValidationError(_("The file is larger than 10 MB. Is it really a list of players?"))
    data = file.read()
    if data.startswith(b"PK"):
        rows = _workbook(data)
    elif data.startswith(b"\xd0\xcf\x11\xe0"):
        raise ValidationError(
            _("The workbook is old or has a password. Save it as XLSX or CSV and send it again.")
        )
    else:
        rows = _text_table(_decoded(data))
    return _limited(rows, most_rows)


def _limited(rows: Iterable[Row], most_rows: int) -> list[Row]:
    held: list[Row] = []
    for line, cells in rows:
        if all(cell is not None and not cell.strip() for cell in cells):
            continue
        if len(held) > most_rows:
            raise ValidationError(_("The list has more than %(most)s rows.") % {"most": most_rows})
        held.append((line, cells))
    if not held:
        raise ValidationError(_("The file is empty."))
    return held


def _workbook(data: bytes) -> Iterator[Row]:
    broken = ValidationError(
        _("The workbook is broken. Open it in your program, save it anew and send it again.")
    )
    try:
        with ZipFile(BytesIO(data)) as archive:
            unpacked = sum(part.file_size for part in archive.infolist())
    except BROKEN as trouble:
        raise broken from trouble
    if unpacked > LARGEST_UNPACKED:
        raise ValidationError(_("The workbook is too large."))
    with warnings.catch_warnings():
        # Of features of the workbook that are not read.
        warnings.simplefilter("ignore")
        try:
            sheet = load_workbook(BytesIO(data), read_only=True).worksheets[0]
            # The size a file claims to have may be wrong.
            sheet.reset_dimensions()
            rows = [
                (line, [_cell(cell) for cell in row])
                for line, row in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), start=1)
            ]
        except BROKEN as trouble:
            raise broken from trouble
    return iter(rows)


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


def _decoded(data: bytes) -> str:
    """The text of a file as Czech and Polish programs write it."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "cp1250"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise ValidationError(
        _("This is neither an XLSX workbook nor readable text. Save the list as CSV in UTF-8.")
    )


def _text_table(text: str) -> Iterator[Row]:
    header = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(";,\t", key=header.count)
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    before = 0
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as trouble:
            message = _("Line %(line)s: the quotation marks do not match.")
            raise ValidationError(message % {"line": before + 1}) from trouble
        if cells is None:
            return
        yield before + 1, cells[:MOST_COLUMNS]
        before = reader.line_num
