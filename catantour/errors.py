"""The page of an error that nobody caught: of most a plain one, of what passes one that says so."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import sys
from dataclasses import dataclass

import psycopg
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error as plain_page

PRIMARY_CODE = 0xFF
"""The bits of a code of SQLite that say what happened; the rest say more closely where."""

LEAST_ROOM = 2**20
"""Bytes. On a disk with less SQLite may call the same trouble one of reading and writing."""


@dataclass(frozen=True, slots=True)
class Passing:
    """A trouble that passes without a change of the program: its page, and when to try again."""

    page: str
    seconds: int


LOCKED_OUT = Passing("503.html", 5)
"""Others held for too long what was to be written."""

DISK_FULL = Passing("503_disk_full.html", 60)

OF_SQLITE = {
    sqlite3.SQLITE_BUSY: LOCKED_OUT,
    sqlite3.SQLITE_LOCKED: LOCKED_OUT,
    sqlite3.SQLITE_FULL: DISK_FULL,
}
OF_SQLITE_WITHOUT_ROOM = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
OF_POSTGRESQL = {
    psycopg.errors.LockNotAvailable: LOCKED_OUT,
    psycopg.errors.DeadlockDetected: LOCKED_OUT,
    psycopg.errors.DiskFull: DISK_FULL,
}


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 where it could not be saved for now, 500 for everything else.

    Nothing was saved then, since an act is one transaction. The page reads the database at most,
    which neither a lock of a writer nor a full disk keeps anybody from.
    """
    trouble = passing(sys.exception())
    if trouble is None:
        return plain_page(request)
    page = render(request, trouble.page, status=503)
    page.headers["Retry-After"] = str(trouble.seconds)
    add_never_cache_headers(page)
    return page


def passing(error: BaseException | None) -> Passing | None:
    """What passes by itself or by making room; None for a mistake of ours."""
    if isinstance(error, OSError):
        return DISK_FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else None
    if not isinstance(error, OperationalError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.OperationalError):
        code = getattr(cause, "sqlite_errorcode", 0) & PRIMARY_CODE
        if code in OF_SQLITE_WITHOUT_ROOM:
            return DISK_FULL if shutil.disk_usage(settings.VAR_DIR).free < LEAST_ROOM else None
        return OF_SQLITE.get(code)
    return OF_POSTGRESQL.get(type(cause))
