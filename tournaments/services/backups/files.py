"""Files that are there with all their bytes or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tournaments.domain.values import Refused, marked

WITH_LINKS = ("django_session", "tournaments_mail", "tournaments_job")
"""The tables of which every row opens something by itself, to whoever reads it: who is signed in,
the links in e-mails, which hold for days, and what somebody sent to be looked at."""


class NotWritten(Exception):
    """What a database said when it could not write a draft."""


@contextmanager
def written_whole(file: Path) -> Iterator[Path]:
    """A draft beside `file`, which gets its name once all of it is on the disk.

    Nobody but us may read it. Refused where a file of this name stands; whatever goes wrong, the
    draft is gone afterwards.
    """
    draft = None
    try:
        # Asked in here: of a folder that we may not look into, nobody can say what is there.
        if file.exists():
            raise Refused(
                "",
                marked("{file} is there already, and nothing is written over it."),
                file=str(file),
            )
        handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
        os.close(handle)
        draft = Path(name)
        yield draft
        _reach_the_disk(draft)
        # Not by a link, which would show a name taken meanwhile: memory sticks know of none.
        draft.rename(file)
        _reach_the_disk(file.parent)
    except OSError as trouble:
        raise _not_written(file, os.strerror(trouble.errno or 0)) from trouble
    except NotWritten as trouble:
        raise _not_written(file, str(trouble)) from trouble
    finally:
        if draft:
            draft.unlink(missing_ok=True)


def _not_written(file: Path, why: str) -> Refused:
    return Refused("", marked("{file} cannot be written: {why}."), file=str(file), why=why)


def _reach_the_disk(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
