"""Sheets as a workbook that people read, sort and print."""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.styles.numbers import BUILTIN_FORMATS
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.exports.asked import Asked
from tournaments.exports.sheets import Cell, Column, Form, Sheet, plain, sheets_of
from tournaments.models import Tournament

PERCENT = "0.00 %"
# Excel and LibreOffice show this one in their reader's own way.
MOMENT = BUILTIN_FORMATS[22]
MOMENT_WIDTH = 16

# What openpyxl would write as a formula or an error, though a person wrote it as words.
NO_TEXT = ("=", "#")

WIDEST = 42
# The arrow of the filter stands beside the label.
ARROW = 4

BOLD = Font(bold=True)
WRAPPED = Alignment(vertical="center", wrap_text=True)
RULED = Border(bottom=Side(style="thin"))


def workbook(asked: Asked) -> bytes:
    """The organiser's workbook, with whole names."""
    return write_workbook(asked.tournament, sheets_of(asked.event, asked.now), asked.now)


def write_workbook(tournament: Tournament, sheets: Sequence[Sheet], now: dt.datetime) -> bytes:
    """The sheets of a tournament in their order as an XLSX file."""
    version = _("version %(version)s") % {"version": tournament.public_version}
    return write_book(tournament.name, version, sheets, now)


def write_book(title: str, note: str, sheets: Iterable[Sheet], now: dt.datetime) -> bytes:
    """The sheets in their order as an XLSX file. On paper each page has the title and the note."""
    book = Workbook(write_only=True)
    written = now.astimezone(dt.UTC).replace(tzinfo=None)
    book.properties.title = plain(title)
    book.properties.creator = "catantour"
    book.properties.created = book.properties.modified = written
    for sheet in sheets:
        page = book.create_sheet(sheet.title)
        _set_up(page, sheet)
        page.oddHeader.left.text = _on_paper(title)
        page.oddFooter.left.text = _on_paper(note)
        page.append([_heading(page, column) for column in sheet.columns])
        cells = [_writer(page, column) for column in sheet.columns]
        for row in sheet.rows:
            page.append([write(value) for write, value in zip(cells, row, strict=True)])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _set_up(page: Worksheet, sheet: Sheet) -> None:
    """How the sheet looks on the screen and on paper; has to be known before the first row."""
    for place, column in enumerate(sheet.columns):
        letter = get_column_letter(place + 1)
        page.column_dimensions[letter].width = _width(column, [row[place] for row in sheet.rows])
    page.freeze_panes = "A2"
    page.auto_filter.ref = f"A1:{get_column_letter(len(sheet.columns))}{len(sheet.rows) + 1}"
    page.print_title_rows = "1:1"
    page.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    page.page_setup.orientation = "landscape" if len(sheet.columns) > 7 else "portrait"
    page.sheet_properties.pageSetUpPr.fitToPage = True
    page.page_setup.fitToHeight = 0
    page.print_options.horizontalCentered = True
    page.oddHeader.right.text = _on_paper(sheet.title)
    page.oddFooter.right.text = "&P / &N"


def _on_paper(text: str) -> str:
    """Text for a header of a page, where & begins a code."""
    return plain(text).replace("&", "&&")


def _width(column: Column, values: Sequence[Cell]) -> int:
    """In letters, so that the label and every value are seen whole unless they are very long."""
    longest = MOMENT_WIDTH if column.form is Form.MOMENT else 0
    if column.form is Form.TEXT:
        longest = max((len(value) for value in values if isinstance(value, str)), default=0)
    return min(max(len(column.label) + ARROW, longest + 2), WIDEST)


def _heading(page: Worksheet, column: Column) -> WriteOnlyCell:
    cell = WriteOnlyCell(page, column.label)
    cell.font, cell.alignment, cell.border = BOLD, WRAPPED, RULED
    return cell


def _writer(page: Worksheet, column: Column) -> Callable[[Any], Any]:
    """What turns the values of a column into cells.

    Every column has one cell that is written over and over: to style a new one each time would
    take as long as all the writing.
    """
    cell = WriteOnlyCell(page)

    def text(value: str | None) -> str | WriteOnlyCell | None:
        written = plain(value or "")
        if not written.startswith(NO_TEXT):
            return written or None
        cell.value = written
        cell.data_type = "s"
        return cell

    def share(value: Fraction | None) -> WriteOnlyCell | None:
        if value is None:
            return None
        # In words, since openpyxl leaves a float its first 16 figures only.
        cell.value = repr(float(value))
        cell.data_type = "n"
        return cell

    def moment(value: dt.datetime | None) -> WriteOnlyCell | None:
        cell.value = value
        return cell

    match column.form:
        case Form.TEXT:
            return text
        case Form.SHARE:
            cell.number_format = PERCENT
            return share
        case Form.MOMENT:
            cell.number_format = MOMENT
            return moment
    return lambda number: number
