"""Copies of the database that the embedded site keeps by itself."""

from __future__ import annotations

import datetime as dt
import filecmp
import logging
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from django.utils import timezone

from tournaments.domain.values import Refused

log = logging.getLogger(__name__)

KEPT = 10
KEPT_FOR = dt.timedelta(days=14)
"""After so long a copy goes even if there are fewer, for what was deleted since still stands in
it. The newest stays."""

COPIES = "copy-*"
NUMBERED = re.compile(r"copy-(\d{6})-")
"""They are counted, for a clock that was ahead, or the hour that comes twice in October, must not
let the newest be taken for the oldest. Those of older releases have no number."""

DRAFTS = ".copy-*"
DRAFTED_FOR = dt.timedelta(days=1)
"""Nobody writes a copy for so long; what is older, a process left that was killed meanwhile."""

ROOM = 3
"""A copy is made only where so many of them would find room: the site needs the disk, too."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A backup that lies beside the database."""

    path: Path
    at: dt.datetime
    size: int


def copies(folder: Path) -> list[Copy]:
    """All backups in a folder, those before a restore among them; the newest first. What is no file
    is none, nor what is gone in this very moment."""
    found = []
    for path in folder.glob("[!.]*"):
        with suppress(OSError):
            stat = path.stat()
            if path.is_file():
                at = dt.datetime.fromtimestamp(stat.st_mtime, dt.UTC)
                found.append(Copy(path, at, stat.st_size))
    return sorted(found, key=lambda copy: (copy.at, copy.path.name), reverse=True)


def keep_copy(folder: Path, suffix: str, back_up: Callable[[Path], None], now: dt.datetime) -> bool:
    """Keep one more copy if anything has changed, and of the last ten those of two weeks; returns
    whether it did."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _drop_old(folder, now)
    before = sorted(folder.glob(COPIES), key=_order)
    if before and shutil.disk_usage(folder).free < ROOM * before[-1].stat().st_size:
        log.error("The disk has no room for another copy of the database.")
        return False
    number = _order(before[-1])[0] + 1 if before else 1
    file = folder / f"copy-{number:06}-{timezone.localtime(now):%Y%m%d-%H%M%S}.{suffix}"
    try:
        back_up(file)
    except Refused as refusal:
        log.error("No copy of the database could be kept: %s", refusal)
        return False
    if before and filecmp.cmp(before[-1], file, shallow=False):
        file.unlink()
        return False
    for old in [*before, file][:-KEPT]:
        old.unlink()
    return True


def _drop_old(folder: Path, now: dt.datetime) -> None:
    for copy in sorted(folder.glob(COPIES), key=_order)[:-1]:
        if now.timestamp() - copy.stat().st_mtime > KEPT_FOR.total_seconds():
            copy.unlink()
    for draft in folder.glob(DRAFTS):
        # One that is under way may get its name in this very moment.
        with suppress(FileNotFoundError):
            if now.timestamp() - draft.stat().st_mtime > DRAFTED_FOR.total_seconds():
                draft.unlink()


def _order(copy: Path) -> tuple[int, str]:
    """Its number, 0 without one, and its name."""
    numbered = NUMBERED.match(copy.name)
    return (int(numbered[1]) if numbered else 0, copy.name)
