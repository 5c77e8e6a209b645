"""The page of an error that nobody caught: of most a plain one, of what passes one that says so."""

from __future__ import annotations

import errno
import shutil
import sqlite3
import sys

import psycopg
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error as plain_page

from tournaments.services.locks import PRIMARY_CODE, is_away, is_locked_out, is_unsure
from tournaments.views.repeating import ask_to_come_again
from tournaments.views.sent import kept_for_later, sent_fields

LEAST_ROOM = 2**20
"""Bytes. On a disk with less SQLite may call the same trouble one of reading and writing."""

WITHOUT_ROOM = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)

SECONDS_TO_MAKE_ROOM = 60


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 where it could not be saved for now, 500 for everything else.

    Nothing was saved then, since an act is one transaction; where a request does several, the page
    says that a part is, and where the database went while it saved, that nobody knows. It sends
    what was typed once more. It reads the database at most, which neither a lock of a writer nor a
    full disk keeps anybody from; without a database it is shown as to a stranger.
    """
    error = sys.exception()
    full = is_disk_full(error)
    if not full and not is_locked_out(error) and not is_away(error):
        return plain_page(request)
    context = {
        "kept": sent_fields(request),
        "action": request.get_full_path(),
        "files": bool(request.FILES),
        "partly": request.attempt.kept,
        "sent": request.method not in ("GET", "HEAD"),
    }
    if is_away(error):
        context |= {"unsure": is_unsure(error), "csrf_token": get_token(request)}
        page = HttpResponse(render_to_string("503_database.html", context))
    else:
        page = render(request, "503_disk_full.html" if full else "503.html", context)
    ask_to_come_again(page)
    if full:
        page.headers["Retry-After"] = str(SECONDS_TO_MAKE_ROOM)
    add_never_cache_headers(page)
    return page


def stale_token(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 to a form that is older than the session, and keep what was typed in it.

    What another site sent is neither shown nor kept: its words would stand in a form of this one.
    """
    own = request.headers.get("Origin") == f"{request.scheme}://{request.get_host()}"
    page = render(request, "403_csrf.html", kept_for_later(request) if own else {}, status=403)
    add_never_cache_headers(page)
    return page


def is_disk_full(error: BaseException | None) -> bool:
    if isinstance(error, OSError):
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    if not isinstance(error, OperationalError):
        return False
    cause = error.__cause__
    if not isinstance(cause, sqlite3.OperationalError):
        return isinstance(cause, psycopg.errors.DiskFull)
    code = getattr(cause, "sqlite_errorcode", 0) & PRIMARY_CODE
    if code in WITHOUT_ROOM:
        return shutil.disk_usage(settings.VAR_DIR).free < LEAST_ROOM
    return code == sqlite3.SQLITE_FULL
