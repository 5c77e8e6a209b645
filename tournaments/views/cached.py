"""Pages for visitors, kept whole until the tournament's version moves on."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control, patch_vary_headers

from tournaments.services.acts import version_key
from tournaments.services.versions import current_version
from tournaments.views.live import is_poll, unchanged

PAGE_SECONDS = 600
"""How long a page is kept at most, for what changes by the calendar alone (a birthday)."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A page as it was answered, plain and compressed. `live` is what a poll compares with;
    `disposition` names what is a file."""

    version: int
    live: str
    etag: str
    content_type: str
    disposition: str
    body: bytes
    zipped: bytes


def cached(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer visitors from the cache while the version of the tournament stands.

    Belongs outside of `@act`: a kept page costs no query and no session. Whoever has a session
    (signed in, or here with a personal link) gets a page made anew.
    """

    @wraps(view)
    def answer(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _same_for_everybody(request):
            response = view(request, slug, *args, **kwargs)
            patch_cache_control(response, private=True, no_cache=True)
            return unchanged(request, getattr(response, "live", "")) or response
        page_key = f"{'live' if is_poll(request) else 'page'}:{request.path}"
        found = cache.get_many([page_key, version_key(slug)])
        kept, version = found.get(page_key), found.get(version_key(slug))
        if version is None:
            version = current_version(slug)
        if kept is None or kept.version != version:
            response = view(request, slug, *args, **kwargs)
            if version is None or response.status_code != 200:
                return response
            kept = _kept(response, version)
            cache.set(page_key, kept, PAGE_SECONDS)
        return unchanged(request, kept.live) or _answer(request, kept)

    return answer


def _same_for_everybody(request: HttpRequest) -> bool:
    return (
        request.method in ("GET", "HEAD")
        and settings.SESSION_COOKIE_NAME not in request.COOKIES
        and "messages" not in request.COOKIES
        and request.GET.keys() <= {"v"}
    )


def _kept(response: HttpResponse, version: int) -> Kept:
    return Kept(
        version=version,
        live=getattr(response, "live", ""),
        # Weak, because the same page is sent plain and compressed.
        etag=f'W/"{blake2b(response.content, digest_size=12).hexdigest()}"',
        content_type=response.headers["Content-Type"],
        disposition=response.headers.get("Content-Disposition", ""),
        body=response.content,
        zipped=gzip.compress(response.content, mtime=0),
    )


def _answer(request: HttpRequest, kept: Kept) -> HttpResponse:
    """The kept page, compressed where the browser takes it, or the word that it has it already."""
    if kept.etag in request.headers.get("If-None-Match", ""):
        response: HttpResponse = HttpResponseNotModified()
    elif "gzip" in request.headers.get("Accept-Encoding", ""):
        response = HttpResponse(kept.zipped, content_type=kept.content_type)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = HttpResponse(kept.body, content_type=kept.content_type)
    if kept.disposition:
        response.headers["Content-Disposition"] = kept.disposition
    response.headers["ETag"] = kept.etag
    patch_cache_control(response, no_cache=True)
    patch_vary_headers(response, ("Cookie", "Accept-Encoding"))
    return response
