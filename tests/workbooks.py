"""Workbooks for tests: as a program writes them, and as somebody does who means harm."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook

from tests.zips import zipped

SHEET, STYLES, BOOK = "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/workbook.xml"

HEAD = b'<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>'


def workbook(*rows: list[object]) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def rewritten(part: str, change: Callable[[bytes], bytes]) -> bytes:
    """A small workbook with one of its parts changed."""
    files = []
    with ZipFile(io.BytesIO(workbook(["Name"], ["Anna"]))) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            files.append((name, change(data) if name == part else data))
    return zipped(*files)


def with_rows(rows: bytes) -> bytes:
    """A workbook with these rows of XML below one that names the column."""
    data = b"<sheetData>" + HEAD + rows + b"</sheetData>"
    return rewritten(
        SHEET, lambda sheet: re.sub(b"<sheetData>.*</sheetData>", lambda _: data, sheet, flags=re.S)
    )


def with_many_parts(count: int) -> bytes:
    file = io.BytesIO(workbook(["Name"], ["Anna"]))
    with ZipFile(file, "a") as archive:
        for number in range(count):
            archive.writestr(f"xl/{number}.xml", "<a/>")
    return file.getvalue()


def with_a_long_part(name: str, size: int) -> bytes:
    """Nothing but spaces, which pack into a thousandth."""
    file = io.BytesIO(workbook(["Name"], ["Anna"]))
    with ZipFile(file, "a", ZIP_DEFLATED) as archive:
        archive.writestr(name, b" " * size)
    return file.getvalue()


def before(mark: bytes, more: bytes) -> Callable[[bytes], bytes]:
    return lambda part: part.replace(mark, more + mark, 1)


MERGED = b'<mergeCell ref="A1:XFD1048576"/>'

TOO_LARGE: dict[str, Callable[[], bytes]] = {
    "a row number of three millions": lambda: with_rows(b'<row r="3000000"/>'),
    "a row number below a gap": lambda: with_rows(b'<row r="10001"/>'),
    "ten megabytes of rows": lambda: with_rows(b"<row/>" * 1_700_000),
    "more rows than lines": lambda: with_rows(b"<row/>" * 10_000),
    "too many cells": lambda: with_rows(b"<row>" + b"<c/>" * 80_000 + b"</row>"),
    "cells in cells": lambda: with_rows(b"<row>" + b"<c>" * 50 + b"</c>" * 50 + b"</row>"),
    "a tag of a megabyte": lambda: with_rows(
        b"<row " + b" ".join(b'a%d="1"' % number for number in range(100_000)) + b"/>"
    ),
    "merged cells": lambda: rewritten(
        SHEET,
        before(b"</worksheet>", b"<mergeCells>" + MERGED * 7_000 + b"</mergeCells>"),
    ),
    "styles": lambda: rewritten(STYLES, before(b"</cellXfs>", b'<xf numFmtId="0"/>' * 7_000)),
    "names": lambda: rewritten(
        BOOK,
        before(
            b"<calcPr",
            b"<definedNames>"
            + b'<definedName name="a">1</definedName>' * 7_000
            # Whatever an attribute says, what is counted are the elements.
            + b"</definedNames>",
        ),
    ),
    "parts": lambda: with_many_parts(300),
    "a part of five megabytes": lambda: with_a_long_part("xl/more.xml", 5 * 2**20),
}
"""Each is small as a file and beyond a bound once it is unpacked."""

DECLARED = rewritten(SHEET, before(b"<worksheet", b'<!DOCTYPE worksheet [<!ENTITY name "Anna">]>'))
