"""The embedded database holds what children and others told of themselves: only its owner reads it.

A new one is made so, and one of before is narrowed when the site starts.
"""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

OTHERS = stat.S_IRWXG | stat.S_IRWXO

BESIDE = ("", "-wal", "-shm", "-journal")
"""What the names of the database's files end with; SQLite makes them as the first one is."""


def keep_to_the_owner(database: Path, folder: Path) -> None:
    """Let nobody else read the files of a database, nor look into the site's folder."""
    if database.parent == folder:
        _narrow(folder)
    # Made here, for SQLite would let everybody read it. Where nobody can, SQLite says so itself.
    # One that is there is never opened: closing it again would drop every lock that this process
    # has on it, and the next command beside the running site would take its newest acts away.
    with suppress(OSError):
        os.close(os.open(database, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    for ending in BESIDE:
        _narrow(database.with_name(database.name + ending))


def _narrow(path: Path) -> None:
    try:
        found = path.stat()
    except OSError:
        return
    # Nobody narrows what is another's, nor a folder that is everybody's, such as /tmp.
    if found.st_uid == os.geteuid() and found.st_mode & OTHERS and not found.st_mode & stat.S_ISVTX:
        with suppress(OSError):
            path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)
