"""The page of an error that nobody caught: of most a plain one, of what passes one that says so."""

from __future__ import annotations

import errno
import sqlite3
import sys
from http import HTTPStatus

import psycopg
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error as plain_page

from tournaments.domain.room import Room
from tournaments.services import disk
from tournaments.services.locks import PRIMARY_CODE, is_away, is_locked_out, is_unsure
from tournaments.views.programs.answers import is_of_programs, open_to_all
from tournaments.views.programs.problems import problem
from tournaments.views.repeating import ask_to_come_again
from tournaments.views.sent import kept_for_later, sent_fields

WITHOUT_ROOM = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
"""What SQLite may call the same trouble on a disk without room."""

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
    passes = full or is_locked_out(error) or is_away(error)
    if is_of_programs(request):
        return _problem(passes=passes, seconds=SECONDS_TO_MAKE_ROOM if full else None)
    if not passes:
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


def _problem(*, passes: bool, seconds: int | None) -> HttpResponse:
    """The same for a program."""
    if not passes:
        detail = "The site failed on this; whoever runs it finds out why in its log."
        return open_to_all(problem(HTTPStatus.INTERNAL_SERVER_ERROR, detail))
    detail = "The site cannot read its data for now. Ask again after some seconds."
    answer = ask_to_come_again(problem(HTTPStatus.SERVICE_UNAVAILABLE, detail))
    if seconds:
        answer.headers["Retry-After"] = str(seconds)
    add_never_cache_headers(answer)
    return open_to_all(answer)


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
        return disk.room() is Room.NONE
    return code == sqlite3.SQLITE_FULL
