"""Pages of one series among those of the site.

Each stands at two addresses: under the key of its series, and at one without a key, which leads to
the series that was there first, as it did while a site had one. From a page links go on in kind.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import NoReverseMatch, reverse, translate_url
from django.utils.translation import get_language_from_path

from tournaments.models import Series

View = Callable[..., HttpResponse]


def of_series(view: View) -> View:
    """Call the view with its series in `request.series`, and all there are in `request.all_series`.

    Belongs outside of `@series_act`.
    """

    @wraps(view)
    def answer(
        request: HttpRequest, *args: Any, series: str | None = None, **at: Any
    ) -> HttpResponse:
        request.all_series = Series.objects.side_by_side()
        request.series = _named(request.all_series, series)
        return view(request, *args, **at)

    return answer


def _named(found: list[Series], key: str | None) -> Series:
    if key is None:
        return found[0]
    for series in found:
        if series.key == key:
            return series
    raise Http404


def address_of(request: HttpRequest, name: str, **at: Any) -> str:
    """The address of a page, for one of a series under its key if that of this page is."""
    match = request.resolver_match
    key = match.kwargs.get("series") if match else None
    if key:
        # Clubs and persons are those of all series.
        with suppress(NoReverseMatch):
            return reverse(name, kwargs=at | {"series": key})
    return reverse(name, kwargs=at)


def first_in_its_language(view: View) -> View:
    """Lead whoever comes from elsewhere, and has chosen no language, to the page in that of the
    series. The address without a language is that of the site's own, which is chosen on its pages.

    Belongs inside of `of_series`.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **at: Any) -> HttpResponse:
        if request.resolver_match.kwargs.get("series") is None:
            return view(request, *args, **at)
        return led_to_language(request, request.series) or view(request, *args, **at)

    return answer


def led_to_language(request: HttpRequest, series: Series) -> HttpResponse | None:
    """The way to the same page in the language of the series; None for whoever reads it already,
    or has chosen."""
    if series.language == settings.LANGUAGE_CODE or _has_chosen(request):
        return None
    return redirect(translate_url(request.get_full_path(), series.language))


def _has_chosen(request: HttpRequest) -> bool:
    """Whether the address, a cookie or a page of this site before says in which language."""
    came_from = urlsplit(request.headers.get("Referer", "")).netloc
    return (
        get_language_from_path(request.path_info) is not None
        or settings.LANGUAGE_COOKIE_NAME in request.COOKIES
        or came_from == request.get_host()
    )
