"""Lists that people sort, page through and take along as a file: one way for all of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import django_tables2 as tables
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.http import content_disposition_header
from django.utils.timezone import localtime

from tournaments.exports.csv import write_csv
from tournaments.exports.kinds import CSV, NOT_IN_FILE_NAMES, XLSX
from tournaments.exports.sheets import Cell, Column, Form, Sheet
from tournaments.exports.xlsx import write_book
from tournaments.services import clock

ON_A_PAGE = 100

SEARCH = "q"
FILE = "file"
CONTENT_TYPES = {"csv": CSV, "xlsx": XLSX}

LONGEST_TITLE = 31
"""Letters that a spreadsheet gives the name of a sheet."""

# What the cells of a column are, for styles; the name is the head of its row, words may be long,
# and what is plain needs no label on a phone.
NUMBER = {"td": {"class": "number"}, "th": {"class": "number"}}
RANK = {"td": {"class": "rank"}, "th": {"class": "rank"}}
WORDS = {"td": {"class": "words"}}
PLAIN = {"td": {"class": "plain"}}
NAME = {"td": {"class": "name", "scope": "row"}, "th": {"class": "name"}}


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column of the file of a list: what it is called, and what of a line stands in it.

    A file wanders further than a page: e-mail addresses stay out of all of them.
    """

    label: str | Promise
    of: Callable[[Any], Cell]
    form: Form = Form.TEXT


class ListTable(tables.Table):
    """Its lines are given in their usual order, in which those stay that a column leaves level.

    A line with a `heading` begins a group, as long as the order is the usual one. With an `anchor`
    its links lead to itself, where a page holds more than the list.
    """

    caption: str | Promise = ""
    in_file: ClassVar[tuple[FileColumn, ...]] = ()
    anchor = ""
    is_usual = True

    def __init__(self, lines: list[Any], **given: Any) -> None:
        super().__init__(lines, default="", **given)

    @property
    def file_field(self) -> str:
        return f"{self.prefix}{FILE}"


def as_asked(request: HttpRequest, table: ListTable, *, on_a_page: int = ON_A_PAGE) -> ListTable:
    """The table in the order and at the page that the address asks for; `on_a_page` 0: whole."""
    usual = table.order_by
    if wanted := request.GET.get(table.prefixed_order_by_field):
        table.order_by = wanted.split(",")[0]
        table.is_usual = table.order_by in ((), usual)
    if on_a_page:
        # A page that there is not is the last one, and nobody asks for longer ones.
        table.paginator = Paginator(table.rows, on_a_page)
        table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))
    return table


def kept_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """What the address of a list asks for besides, kept by its search: the order, not the page."""
    return [
        (name, value)
        for name, value in request.GET.items()
        if name != SEARCH and not name.endswith(("page", FILE))
    ]


def file_of(request: HttpRequest, *listed: ListTable, about: str) -> HttpResponse | None:
    """The file of one of these lists that the address asks for: all its lines in their order, as
    they are narrowed; None if it asks for the page. `about` is what they are lists of."""
    for table in listed:
        suffix = request.GET.get(table.file_field)
        if suffix in CONTENT_TYPES:
            return _file(table, about, suffix)
    return None


def _file(table: ListTable, about: str, suffix: str) -> HttpResponse:
    sheet, now = _sheet(table), clock.now()
    if suffix == "csv":
        content = write_csv(sheet)
    else:
        content = write_book(about, f"{localtime(now):%Y-%m-%d %H:%M}", [sheet], now)
    stem = NOT_IN_FILE_NAMES.sub(" ", f"{about} - {table.caption}")[:120].strip()
    response = HttpResponse(content, content_type=CONTENT_TYPES[suffix])
    response.headers["Content-Disposition"] = content_disposition_header(True, f"{stem}.{suffix}")
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _sheet(table: ListTable) -> Sheet:
    columns = table.in_file
    return Sheet(
        "list",
        [Column(str(column.label), column.form) for column in columns],
        [tuple(_cell(column.of(row.record)) for column in columns) for row in table.rows],
        named=str(table.caption)[:LONGEST_TITLE],
    )


def _cell(value: Cell) -> Cell:
    """Times by the clock in the hall."""
    return localtime(value).replace(tzinfo=None) if isinstance(value, dt.datetime) else value
