"""Pages for visitors, kept whole until the tournament's version moves on."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control

from tournaments.services.acts import version_key
from tournaments.services.versions import current_version
from tournaments.views.access import PLAYER_LINKS, SIGNED_UP
from tournaments.views.live import is_poll, unchanged

PAGE_SECONDS = 600
"""How long a page is kept at most, for what changes by the calendar alone (a birthday)."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A page as it was answered. `live` is what a poll compares with, see `live.py`;
    `disposition` names what is a file."""

    version: int
    live: str
    etag: str
    content_type: str
    disposition: str
    body: bytes


def cached(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer visitors from the cache while the version of the tournament stands.

    Belongs outside of `@act`: a kept page costs no query. Whoever is signed in or acts for an
    official gets a page made anew; players with their personal link see what visitors see.
    """

    @wraps(view)
    def answer(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _same_for_everybody(request):
            response = view(request, slug, *args, **kwargs)
            patch_cache_control(response, private=True, no_cache=True)
            return unchanged(request, getattr(response, "live", "")) or response
        # From META, because `request.headers` copies all of them first.
        zipped = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
        key = _key(request, zipped=zipped)
        known = version_key(slug)
        found = cache.get_many([key, known])
        kept, version = found.get(key), found.get(known)
        if version is None:
            version = current_version(slug)
        if kept is None or kept.version != version:
            response = view(request, slug, *args, **kwargs)
            if version is None or response.status_code != 200:
                return response
            kept = _keep(request, response, version, zipped=zipped)
        return unchanged(request, kept.live) or _answer(request, kept, zipped=zipped)

    return answer


def _same_for_everybody(request: HttpRequest) -> bool:
    cookies = request.COOKIES
    return (
        request.method in ("GET", "HEAD")
        and request.GET.keys() <= {"v"}
        and "messages" not in cookies
        and (settings.SESSION_COOKIE_NAME not in cookies or _is_a_player(request.session))
    )


def _is_a_player(session: SessionBase) -> bool:
    """Whether nothing is known of this browser but a player's sign-up and personal links."""
    return set(session.keys()) <= {PLAYER_LINKS, SIGNED_UP}


def _key(request: HttpRequest, *, zipped: bool) -> str:
    """Kept plain and compressed apart, so that a hall full of phones reads the small one only."""
    part = "live" if is_poll(request) else "page"
    return f"{part}:{'gzip' if zipped else 'plain'}:{request.path}"


def _keep(request: HttpRequest, response: HttpResponse, version: int, *, zipped: bool) -> Kept:
    plain = Kept(
        version=version,
        live=getattr(response, "live", ""),
        # Weak, because the same page is sent plain and compressed.
        etag=f'W/"{blake2b(response.content, digest_size=12).hexdigest()}"',
        content_type=response.headers["Content-Type"],
        disposition=response.headers.get("Content-Disposition", ""),
        body=response.content,
    )
    small = replace(plain, body=gzip.compress(plain.body, mtime=0))
    both = {_key(request, zipped=False): plain, _key(request, zipped=True): small}
    cache.set_many(both, PAGE_SECONDS)
    return small if zipped else plain


def _answer(request: HttpRequest, kept: Kept, *, zipped: bool) -> HttpResponse:
    """The kept page, or the word that the browser has it already."""
    if kept.etag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        response: HttpResponse = HttpResponseNotModified()
    else:
        response = HttpResponse(kept.body, content_type=kept.content_type)
        if zipped:
            response.headers["Content-Encoding"] = "gzip"
    if kept.disposition:
        response.headers["Content-Disposition"] = kept.disposition
    response.headers["ETag"] = kept.etag
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = "Cookie, Accept-Encoding"
    return response
