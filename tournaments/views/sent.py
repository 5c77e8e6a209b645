"""What somebody sent in vain: it is shown and kept, so nobody types it again."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import Resolver404, resolve
from django.utils.cache import add_never_cache_headers
from django.utils.http import url_has_allowed_host_and_scheme

SIGNED_OUT = "Signed-Out"
"""The header of an answer to whoever is not signed in any more, for the script of the page."""


def sent_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """What was typed, to be sent once more; passwords are written into no page."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
    ]


def signed_out(request: HttpRequest) -> HttpResponse:
    """Say that nobody is signed in, and lead back by way of signing in to the form with all that
    was typed; a part of a page that refreshes itself is told without a page in its place."""
    if request.method == "GET":
        answer = HttpResponse(status=HTTPStatus.FORBIDDEN)
    else:
        answer = render(request, "403_signed_out.html", kept_for_later(request), status=403)
    answer.headers[SIGNED_OUT] = "yes"
    add_never_cache_headers(answer)
    return answer


def kept_for_later(request: HttpRequest) -> dict[str, Any]:
    """What a page shows of a form that was sent in vain, and gives back to the form's own page.

    Cautions are asked again, since meanwhile they may be others.
    """
    kept = [sent for sent in sent_fields(request) if sent[0] != "cautions"]
    return {
        "kept": kept,
        # Whatever the page itself sent beside it has no gap between words.
        "texts": [text for name, text in kept if name != "marks" and " " in text.strip()],
        "files": bool(request.FILES),
        "action": request.path,
        "page": page_of_form(request),
    }


def page_of_form(request: HttpRequest, or_else: str = "") -> str:
    """Where the form stands that was sent: the page that sent it, else the page of the act.

    The page of a refused form stands at the address of its act, which leads on by itself.
    """
    sender = request.headers.get("Referer", "")
    if url_has_allowed_host_and_scheme(sender, {request.get_host()}, request.is_secure()):
        parts = urlsplit(sender)
        # Two strokes would begin the name of another site.
        path = "/" + parts.path.lstrip("/\\")
        return f"{path}?{parts.query}" if parts.query else path
    return or_else or page_of_act(request.path)


def page_of_act(path: str) -> str:
    """The nearest address above that there is; it may be that of an act again."""
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            resolve(path)
        except Resolver404:
            continue
        return path
    return path
