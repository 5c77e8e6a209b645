"""Pages for visitors, kept whole until the tournament's public version moves on.

Then one request makes the page anew, while the others wait for it; where that takes long they get
the page before, as long as it was replaced less than a second ago.

Where the database does not answer, everybody gets what visitors saw last: nobody can be told apart.
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
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control

from tournaments.services.acts import (
    PAGE_SECONDS,
    Versions,
    as_kept,
    last_version_key,
    replaced_key,
    shape_of,
    version_key,
)
from tournaments.services.locks import is_away
from tournaments.services.versions import current_versions
from tournaments.views import absence
from tournaments.views.access import is_a_player
from tournaments.views.live import is_poll, unchanged
from tournaments.views.making import made_once
from tournaments.views.release import this_release

KEEPING_SECONDS = 60
"""How often a page that is made anew for everybody is kept for when the database is away."""

NO_VERSION = 0
"""Of a page that belongs to no tournament."""


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

    @_in_need(lambda request, at: _last(request, at["slug"]))
    @wraps(view)
    def answer(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
        if not _same_for_everybody(request):
            response = view(request, slug, *args, **kwargs)
            patch_cache_control(response, private=True, no_cache=True)
            return unchanged(request, getattr(response, "live", "")) or response
        zipped = _takes_zipped(request)
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


def kept_for_need(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make a page of the series anew for everybody, and keep it for when the database is away."""

    @_in_need(lambda request, _at: _last_of_series(request))
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        seen_by_all = response.status_code == 200 and _same_for_everybody(request)
        if seen_by_all and cache.add(f"keeping:{_name(request)}", True, KEEPING_SECONDS):
            _keep(request, response, NO_VERSION, zipped=False)
        return response

    return answer


def _in_need(
    last: Callable[[HttpRequest, dict[str, Any]], Kept | None],
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Answer with the `last` page that visitors saw where the view asks the database in vain."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            plain = _asks_what_all_may_see(request)
            if plain and absence.of_database and (kept := last(request, kwargs)):
                return _answer_in_need(request, kept)
            try:
                return view(request, *args, **kwargs)
            except OperationalError as error:
                if not is_away(error) or request.attempt.may_repeat(error):
                    raise
                absence.of_database.begin()
                kept = last(request, kwargs) if plain else None
                if kept is None:
                    raise
                return _answer_in_need(request, kept)

        return answer

    return decorate


def _last(request: HttpRequest, slug: str) -> Kept | None:
    """The page at the version that was known last: what was replaced before is gone for good."""
    kept = _last_of_series(request)
    known = last_version_key(slug)
    versions = as_kept(Versions, cache.get(known))
    if kept is None or versions is None or kept.version != versions.public:
        return None
    cache.touch(known, PAGE_SECONDS)
    return kept


def _last_of_series(request: HttpRequest) -> Kept | None:
    """Kept on for as long as somebody asks for it."""
    key = _key(request, zipped=_takes_zipped(request))
    cache.touch(key, PAGE_SECONDS)
    return as_kept(Kept, cache.get(key))


def _answer_in_need(request: HttpRequest, kept: Kept) -> HttpResponse:
    answer = unchanged(request, kept.live)
    return answer or _answer(request, kept, zipped=_takes_zipped(request))


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
        _asks_what_all_may_see(request)
        and "messages" not in cookies
        and (settings.SESSION_COOKIE_NAME not in cookies or is_a_player(request.session))
    )


def _asks_what_all_may_see(request: HttpRequest) -> bool:
    return request.method in ("GET", "HEAD") and request.GET.keys() <= {"v"}


def _takes_zipped(request: HttpRequest) -> bool:
    # From META, because `request.headers` copies all of them first.
    return "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")


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
