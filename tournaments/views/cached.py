"""Pages for visitors, kept whole until the tournament's public version moves on.

Then one request makes the page anew, while the others wait for it; where that takes long they get
the page before, as long as it was replaced less than a second ago.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from dataclasses import astuple, dataclass, replace
from functools import wraps
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control

from tournaments.services.acts import Versions, as_kept, replaced_key, shape_of, version_key
from tournaments.services.versions import current_versions
from tournaments.views.access import is_a_player
from tournaments.views.live import is_poll, unchanged
from tournaments.views.making import made_once
from tournaments.views.release import this_release

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
        kept, version = _look(key, slug)
        if kept is None or kept.version != version:

            def make() -> Kept | HttpResponse:
                # Read before the page is made: what it shows is of this version or of a later one.
                versions = current_versions(slug)
                response = view(request, slug, *args, **kwargs)
                if versions is None or response.status_code != 200:
                    return response
                return _keep(request, response, versions.public, zipped=zipped)

            made = made_once(
                f"making:{_name(request)}",
                lambda: _current(key, slug),
                make,
                meanwhile=lambda: _before(key, slug),
            )
            if isinstance(made, HttpResponse):
                return made
            kept = made
        return unchanged(request, kept.live) or _answer(request, kept, zipped=zipped)

    return answer


def _look(key: str, slug: str) -> tuple[Kept | None, int | None]:
    """What is kept of a page, and the version that it should be of."""
    known = version_key(slug)
    found = cache.get_many([key, known])
    versions = as_kept(Versions, found.get(known)) or current_versions(slug)
    kept = as_kept(Kept, found.get(key))
    return kept, versions and versions.public


def _current(key: str, slug: str) -> Kept | None:
    kept, version = _look(key, slug)
    return kept if kept and kept.version == version else None


def _before(key: str, slug: str) -> Kept | None:
    """What is kept, if it is current or was replaced a moment ago."""
    kept, version = _look(key, slug)
    return kept if kept and (kept.version == version or _replaced_just_now(slug, kept)) else None


def _replaced_just_now(slug: str, kept: Kept) -> bool:
    return replaced_key(slug, kept.version) in cache


def _same_for_everybody(request: HttpRequest) -> bool:
    cookies = request.COOKIES
    return (
        request.method in ("GET", "HEAD")
        and request.GET.keys() <= {"v"}
        and "messages" not in cookies
        and (settings.SESSION_COOKIE_NAME not in cookies or is_a_player(request.session))
    )


def _key(request: HttpRequest, *, zipped: bool) -> str:
    """Kept plain and compressed apart, so that a hall full of phones reads the small one only."""
    return f"{'gzip' if zipped else 'plain'}:{shape_of(Kept)}:{_name(request)}"


def _name(request: HttpRequest) -> str:
    part = "live" if is_poll(request) else "page"
    return f"{part}:{this_release()}:{request.path}"


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
    cache.set_many({key: astuple(page) for key, page in both.items()}, PAGE_SECONDS)
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
