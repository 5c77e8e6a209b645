"""Parts of a page that keep themselves up to date."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

POLL_SECONDS = 15

AROUND = ("tournament", "tabs", "at_the_desk")
"""What the page of an event shows of its state above the part, see `frame`."""

NOTHING: Mapping[str, Any] = MappingProxyType({})

FORM_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
"""Random in every answer, so no part of what a page says."""


def live_page(
    request: HttpRequest,
    page: str,
    part: str,
    context: dict[str, Any],
    *,
    over: bool = False,
    address: str = "",
) -> HttpResponse:
    """The page with its live part in `{{ live }}`, or the part alone where it asks for itself: at
    the `address` of the page, where it is shown at that of an act, too.

    The part asks every few seconds with `?v=` and the version it shows, a digest of its own text,
    and is answered 204 while that stands. Once the matter is `over` it asks no more. The line
    that tells the page's version is brought along.
    """
    inner = render_to_string(part, context, request)
    version = blake2b(FORM_TOKEN.sub("", inner).encode(), digest_size=6).hexdigest()
    seconds = 0 if over else POLL_SECONDS
    if is_poll(request):
        response = live_part(
            request, inner, version, context["version_line"], seconds=seconds, around=context
        )
    else:
        live = {"inner": inner, "version": version, "seconds": seconds, "address": address}
        context["live"] = render_to_string("_live.html", live, request)
        response = render(request, page, context)
    response.live = version
    return response


def live_part(
    request: HttpRequest,
    inner: str,
    version: str,
    version_line: str,
    *,
    seconds: int,
    around: Mapping[str, Any] = NOTHING,
) -> HttpResponse:
    """The part alone; with 0 seconds it asks for itself no more. Of the page `around` it come the
    tabs and the state beside the name, which change with it."""
    live = {
        **{name: around[name] for name in AROUND if name in around},
        **{"inner": inner, "version": version, "seconds": seconds, "version_line": version_line},
    }
    response = render(request, "_live.html", live)
    response.headers["Cache-Control"] = "no-store"
    return response


def is_poll(request: HttpRequest) -> bool:
    """Whether the live part of a page asks for itself."""
    return "v" in request.GET and "HX-Request" in request.headers


def unchanged(request: HttpRequest, version: str) -> HttpResponse | None:
    """The answer to a poll for a part that is shown already; None for any other request."""
    if is_poll(request) and request.GET["v"] == version:
        return HttpResponse(status=204)
    return None
