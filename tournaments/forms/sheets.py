"""Tables that people upload: XLSX or CSV into rows of text. Nothing in them is ever evaluated."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import TypeAlias

from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from tournaments.forms.workbooks import workbook_rows

LARGEST_FILE = 2 * 2**20
"""Bytes of a list; one of 400 players has a fiftieth of it."""

MOST_COLUMNS = 60

LONGEST_LINE = 20_000
"""Letters of a line of text, before it is taken apart."""

MOST_LETTERS = 400_000
"""Of all cells together: a workbook writes a text once and names it in a thousand cells."""

ZIP = b"PK"
OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"

# A cell is its text; None stands for a formula, whose text would be the program's, not a person's.
Cells: TypeAlias = Sequence[str | None]
Row: TypeAlias = tuple[int, Cells]


def read_sheet(file: UploadedFile, *, most_rows: int) -> list[Row]:
    """The rows of a file that hold anything, each with its line (from 1) and the text of its cells.

    The first sheet of a workbook. Raises `ValidationError` for what cannot be read, for more than
    2 MB, for more than `most_rows` below the first row, and for more text than people write.
    """
    # One byte more shows that it is too large, whatever it says of itself.
    data = file.read(LARGEST_FILE + 1)
    if len(data) > LARGEST_FILE:
        words = _("The file is larger than %(size)s MB. Is it really a list of players?")
        raise ValidationError(words % {"size": LARGEST_FILE // 2**20})
    if data.startswith(OLD_WORKBOOK):
        raise ValidationError(
            _("The workbook is old or has a password. Save it as XLSX or CSV and send it again.")
        )
    if data.startswith(ZIP):
        return _limited(workbook_rows(data, most_columns=MOST_COLUMNS), most_rows)
    return _limited(_text_table(_decoded(data)), most_rows)


def _limited(rows: Iterable[Row], most_rows: int) -> list[Row]:
    held: list[Row] = []
    letters = 0
    for line, cells in rows:
        if all(cell is not None and not cell.strip() for cell in cells):
            continue
        if len(held) > most_rows:
            raise ValidationError(_("The list has more than %(most)s rows.") % {"most": most_rows})
        letters += sum(len(cell or "") for cell in cells)
        if letters > MOST_LETTERS:
            words = _("Line %(line)s: up to here stands more text than a list of players has.")
            raise ValidationError(words % {"line": line})
        held.append((line, cells))
    if not held:
        raise ValidationError(_("The file is empty."))
    return held


def _decoded(data: bytes) -> str:
    """The text of a file as Czech, Polish and German programs write it."""
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
    header = next((line for line in _lines(text) if line.strip()), "")
    delimiter = max(";,\t", key=header.count)
    reader = csv.reader(_lines(text), delimiter=delimiter, strict=True)
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


def _lines(text: str) -> Iterator[str]:
    for number, line in enumerate(StringIO(text, newline=""), start=1):
        if len(line) > LONGEST_LINE:
            words = _("Line %(line)s has more than %(most)s letters.")
            raise ValidationError(words % {"line": number, "most": LONGEST_LINE})
        yield line
