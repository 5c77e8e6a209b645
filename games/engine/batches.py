"""Zips of records: each file in one comes out as a game or as a list of mistakes.

Nothing is unpacked to a disk, and what a zip says of itself is not believed: files are counted and
bytes are measured as they come.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from games.engine import files, rulesets
from games.engine.border import Unjudged, judging
from games.engine.core import NotARecord, RecordError
from games.engine.replay import Patience, Report, endless, replay
from games.engine.words import marked

LARGEST = 16 * 2**20
"""Bytes of a zip; a season's records take a quarter of it."""

MOST_FILES = 5_000

MOST_UNPACKED = 128 * 2**20
"""Bytes of all records in a zip together."""

LONGEST_NAME = 150

ENTRY = b"PK\x01\x02"
"""What each entry of a zip's table of contents begins with."""

ZIP = b"PK\x03\x04"

ENCRYPTED = 1
NAMED_IN_UTF_8 = 0x800
"""Flags of an entry."""

PASSED_OVER = {"__MACOSX", "Thumbs.db", "desktop.ini"}
"""What file managers leave in folders."""

# All that reading a damaged entry was seen to raise; NotImplementedError is what `zipfile` says of
# a way of packing that it does not know.
BROKEN = (BadZipFile, EOFError, NotImplementedError, OSError, ValueError, zlib.error)


class Checked(NamedTuple):
    """A file of a zip. Without a `report` it is no record, and `mistakes` say why, or the checker
    failed at it; `ruleset` is what it names as its rule set, if anything."""

    name: str
    report: Report | None
    mistakes: Sequence[RecordError] = ()
    failure: Unjudged | None = None
    ruleset: str = ""


class Batch:
    """The files of a zip in its order. Raises `NotARecord` if there is nothing to check."""

    def __init__(self, data: bytes) -> None:
        self._zip = _opened(data)
        self._entries = [entry for entry in self._zip.infolist() if _is_wanted(entry)]
        if not self._entries:
            raise _mistake(marked("a zip with records in it"))
        if len(self._entries) > MOST_FILES:
            raise _too_many()

    def __len__(self) -> int:
        return len(self._entries)

    def file(self, index: int) -> bytes:
        """The file at an index from 0. Raises `NotARecord` if it cannot be unpacked."""
        return self._unpacked(self._entries[index])

    def checked(self, patience: Patience = endless) -> Iterator[Checked]:
        """Each file with its game replayed, one after another, as long as there is `patience` with
        all of them together."""
        left = MOST_UNPACKED
        for entry in self._entries:
            if left <= 0 or not patience():
                refusal = _TOO_MUCH if left <= 0 else _TOO_SLOW
                yield Checked(shown_name(entry), None, refusal.errors)
                continue
            checked, size = self._checked(entry, patience)
            left -= size
            yield checked

    def _checked(self, entry: ZipInfo, patience: Patience) -> tuple[Checked, int]:
        """The file, and how many bytes were unpacked for it at most."""
        name = shown_name(entry)
        # No more than it says of itself is unpacked.
        size = min(entry.file_size, files.LARGEST)
        ruleset = ""
        try:
            data = self._unpacked(entry)
            if data.startswith(files.GZIP):
                size = files.LARGEST
            text = files.text_of(data)
            size = len(text)
            ruleset = files.ruleset_named(text)
            return Checked(name, _replayed(text, patience)), size
        except NotARecord as refusal:
            return Checked(name, None, refusal.errors, ruleset=ruleset), size
        except Unjudged as failure:
            return Checked(name, None, failure=failure), size

    def _unpacked(self, entry: ZipInfo) -> bytes:
        if entry.flag_bits & ENCRYPTED:
            raise _mistake(marked("a file without a password"))
        # Only these two are unpacked bit by bit; the others may grow without limit first.
        if entry.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise _mistake(marked("a file packed as zips are by default"))
        try:
            with self._zip.open(entry) as opened:
                data = opened.read(files.LARGEST + 1)
        except BROKEN as error:
            raise _mistake(marked("a whole file; this one is damaged")) from error
        if data.startswith(ZIP):
            raise _mistake(marked("a record, not a zip in a zip"))
        return data


@judging(NotARecord)
def _replayed(text: str, patience: Patience) -> Report:
    record = files.read_text(text)
    return replay(rulesets.by_key(record.header.ruleset), record, patience=patience)


def shown_name(entry: ZipInfo) -> str:
    """Folders and name of an entry, without what leads out of its folder or cannot be seen."""
    parts = _decoded_name(entry).replace("\\", "/").split("/")
    name = "/".join(part for part in parts if part.strip(". ") and not part.endswith(":"))
    visible = "".join(sign if sign.isprintable() else "\ufffd" for sign in name)
    return visible[-LONGEST_NAME:] or "?"


def _decoded_name(entry: ZipInfo) -> str:
    """The name, which zips write in UTF-8 and say so, write in UTF-8 and say nothing, or write in
    the code page of Windows' oldest programs."""
    if entry.flag_bits & NAMED_IN_UTF_8:
        return entry.filename
    written = entry.filename.encode("cp437")
    try:
        return written.decode("utf-8")
    except UnicodeDecodeError:
        return written.decode("cp852")


def _is_wanted(entry: ZipInfo) -> bool:
    if entry.filename.endswith("/"):
        return False
    *folders, name = shown_name(entry).split("/")
    return not name.startswith(".") and PASSED_OVER.isdisjoint([*folders, name])


def _opened(data: bytes) -> ZipFile:
    if len(data) > LARGEST:
        raise _mistake(marked("a zip of at most {size} MB"), size=LARGEST // 2**20)
    # Counted before it is opened, when an object is made for each.
    if data.count(ENTRY) > 2 * MOST_FILES:
        raise _too_many()
    try:
        return ZipFile(io.BytesIO(data))
    except BROKEN as error:
        raise _mistake(marked("a whole zip")) from error


def _too_many() -> NotARecord:
    return _mistake(marked("at most {n} files in a zip"), n=MOST_FILES)


def _mistake(expected: str, **facts: object) -> NotARecord:
    return NotARecord([RecordError(0, 0, expected, facts=facts)])


_TOO_SLOW = _mistake(marked("fewer or shorter records; the time for one zip was over before this"))
_TOO_MUCH = _mistake(marked("at most {size} MB of records in a zip"), size=MOST_UNPACKED // 2**20)
