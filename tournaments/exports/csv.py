"""A sheet as CSV, as the spreadsheets of its readers open it by a double click."""

from __future__ import annotations

import csv
import datetime as dt
import io
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from tournaments.domain.standings import percent
from tournaments.exports.sheets import Cell, Column, Form, Sheet, plain

# A spreadsheet would take what begins like this for a formula.
FORMULA = ("=", "+", "-", "@")


def write_csv(sheet: Sheet) -> bytes:
    """RFC 4180 in UTF-8 with a mark of it, without which Excel garbles the letters.

    In languages with a decimal comma cells are parted by semicolons, as Excel expects there.
    """
    point = get_format("DECIMAL_SEPARATOR")
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";" if point == "," else ",")
    writer.writerow(_label(column) for column in sheet.columns)
    writer.writerows([_written(cell, point) for cell in row] for row in sheet.rows)
    return text.getvalue().encode("utf-8-sig")


def _label(column: Column) -> str:
    if column.form is Form.SHARE:
        return _("%(column)s in %%") % {"column": column.label}
    return column.label


def _written(cell: Cell, point: str) -> str:
    match cell:
        case None:
            return ""
        case str():
            return _harmless(plain(cell))
        case Decimal():
            return f"{cell:f}".replace(".", point)
        case Fraction():
            return str(percent(cell)).replace(".", point)
        case dt.datetime():
            return cell.strftime("%Y-%m-%d %H:%M")
    return str(cell)


def _harmless(text: str) -> str:
    return f"'{text}" if text.lstrip().startswith(FORMULA) else text
