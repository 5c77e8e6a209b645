"""The page of an error that nobody caught: of most a plain one, of a lock one that says "again"."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers
from django.views.defaults import server_error as plain_page

from tournaments.services.locks import is_locked_out
from tournaments.views.access import sent_fields
from tournaments.views.repeating import ask_to_come_again


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer 503 where others held the database for too long, 500 for everything else.

    Nothing was saved then, since an act is one transaction; where a request does several, the page
    says that a part is. It sends what was typed once more. It reads the database at most, which no
    lock of a writer keeps anybody from.
    """
    if not is_locked_out(sys.exception()):
        return plain_page(request)
    context = {
        "kept": sent_fields(request),
        "action": request.get_full_path(),
        "files": bool(request.FILES),
        "partly": request.attempt.kept,
    }
    page = ask_to_come_again(render(request, "503.html", context))
    add_never_cache_headers(page)
    return page
