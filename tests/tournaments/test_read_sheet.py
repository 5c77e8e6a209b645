"""A list of players is read within bounds: bytes, rows, cells, text and memory."""

import io
import tracemalloc
from zipfile import ZipFile

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation

from tests import workbooks
from tournaments.forms import sheets
from tournaments.forms import workbooks as bounds
from tournaments.forms.sheets import read_sheet

MEGABYTE = 2**20


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def read(data, most_rows=400):
    return read_sheet(SimpleUploadedFile("list", data), most_rows=most_rows)


def refusal(data):
    with pytest.raises(ValidationError) as refused:
        read(data)
    return refused.value.messages[0]


@pytest.mark.parametrize("name", workbooks.TOO_LARGE)
def test_a_workbook_beyond_a_bound_is_refused_before_openpyxl_sees_it(name, monkeypatch):
    data = workbooks.TOO_LARGE[name]()
    monkeypatch.setattr(bounds, "load_workbook", None)

    assert "The workbook is too large for a list of players." in refusal(data)


@pytest.mark.parametrize("name", workbooks.TOO_LARGE)
def test_no_workbook_takes_twenty_megabytes(name):
    data = workbooks.TOO_LARGE[name]()
    tracemalloc.start()

    refusal(data)

    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 * MEGABYTE


def test_a_workbook_that_declares_entities_is_broken():
    assert "The workbook is broken." in refusal(workbooks.DECLARED)


def test_only_counted_parts_are_handed_on(monkeypatch):
    """openpyxl follows names in the workbook, so a part of any name could be read as its styles."""
    seen = []

    def opened(file, **options):
        seen.extend(ZipFile(file).namelist())
        raise KeyError

    monkeypatch.setattr(bounds, "load_workbook", opened)

    refusal(workbooks.with_a_long_part("xl/media/picture.png", 10))

    assert workbooks.SHEET in seen
    assert "xl/media/picture.png" not in seen


def test_a_wide_and_a_long_list_are_still_read():
    wide = [[f"cell {row} {column}" for column in range(60)] for row in range(400)]
    gap = b'<row r="9000"><c r="A9000" t="inlineStr"><is><t>Jan</t></is></c></row>'

    assert len(read(workbooks.workbook(["Name"], *wide))) == 401
    assert [(line, cells[0]) for line, cells in read(workbooks.with_rows(gap))] == [
        (1, "Name"),
        (9000, "Jan"),
    ]


def test_reading_stops_at_the_first_row_too_many():
    rows = workbooks.workbook(["Name"], *(["Anna"] for _ in range(5_000)))
    read_rows = []

    def counted(data, **options):
        for row in bounds.workbook_rows(data, **options):
            read_rows.append(row)
            yield row

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sheets, "workbook_rows", counted)
        assert "The list has more than 400 rows." in refusal(rows)

    assert len(read_rows) == 402


def test_a_text_in_a_thousand_cells_counts_each_time():
    once = "x" * 1_000

    words = refusal(workbooks.workbook(["Name"], *([once] * 20 for _ in range(30))))

    assert words == "Line 21: up to here stands more text than a list of players has."


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"Name\n" + b"A" * 20_001, "Line 2 has more than 20000 letters."),
        (b";" * 20_001 + b"\nAnna", "Line 1 has more than 20000 letters."),
        (b"Name\n" + (b"A" * 19_000 + b"\n") * 30, "Line 23: up to here stands more text"),
        (b'Name\n"' + b"a\n" * 100_000 + b'"', "Line 2: the quotation marks do not match."),
        (b"Name\n" + b"\0" * 1_000, "neither an XLSX workbook nor readable text"),
        (b"\xff\xfe" + b"N\0a\0m\0e", "neither an XLSX workbook nor readable text"),
        (b"\xff\xfe\xff", "neither an XLSX workbook nor readable text"),
    ],
    ids=["letters", "columns", "text", "one cell", "nothing", "cut", "odd"],
)
def test_a_text_beyond_a_bound_is_refused_by_its_line(text, words):
    assert words in refusal(text)


def test_a_file_is_not_read_beyond_its_bound():
    class Endless(io.RawIOBase):
        """Says that it is empty, and never ends."""

        size = 0
        asked = 0

        def read(self, size=-1):
            assert size >= 0
            self.asked += size
            return b"A" * size

    file = Endless()

    with pytest.raises(ValidationError) as refused:
        read_sheet(file, most_rows=400)

    assert refused.value.messages == [
        "The file is larger than 2 MB. Is it really a list of players?"
    ]
    assert file.asked == 2 * MEGABYTE + 1
