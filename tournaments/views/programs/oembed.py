"""How a page of the site is shown in a frame, for whoever pastes its address elsewhere (oEmbed)."""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, quote, urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest
from django.urls import Resolver404, resolve, reverse
from django.utils import translation

from tournaments.models import Tournament
from tournaments.views.programs.answers import read_by_programs
from tournaments.views.programs.asking import OneOf, Text, Whole
from tournaments.views.public.embed import HEIGHT, IN_A_FRAME, WIDTH, Frame, frame_of

SMALLEST, LARGEST = 100, 10_000
"""Pixels."""


class Address(Text):
    """The address of a page, in its parts."""

    def read(self, text: str) -> SplitResult:
        return urlsplit(Text.read(self, text))


URL = Address("url", "The address of the page.", urlsplit(""))
FORM = OneOf("format", "How it is answered.", "json", known=("json",))
MOST_WIDE = Whole("maxwidth", "Pixels.", WIDTH, least=SMALLEST, most=LARGEST)
MOST_HIGH = Whole("maxheight", "Pixels.", HEIGHT, least=SMALLEST, most=LARGEST)


@read_by_programs(URL, FORM, MOST_WIDE, MOST_HIGH)
def oembed(*, url: SplitResult, format: str, maxwidth: int, maxheight: int) -> Any:
    if url.netloc != urlsplit(settings.SITE_URL).netloc:
        raise Http404
    language = translation.get_language_from_path(url.path) or settings.LANGUAGE_CODE
    width, height = min(WIDTH, maxwidth), min(HEIGHT, maxheight)
    with translation.override(language):
        frame = _frame(url.path)
        return {
            "version": "1.0",
            "type": "rich",
            "title": frame.title,
            "provider_name": "Catan Tour",
            "provider_url": settings.SITE_URL,
            "width": width,
            "height": height,
            "html": frame.html(width, height),
        }


def address_for(request: HttpRequest | None) -> str:
    """Where that is told of this page; empty of one that is shown in no frame."""
    match = request and request.resolver_match
    if not match or match.url_name not in IN_A_FRAME:
        return ""
    site = settings.SITE_URL.rstrip("/")
    return f"{site}{reverse('oembed')}?url={quote(site + request.path, safe=':/')}"


def _frame(path: str) -> Frame:
    try:
        match = resolve(path)
    except Resolver404 as nowhere:
        raise Http404 from nowhere
    if match.url_name not in IN_A_FRAME:
        raise Http404
    slug = match.kwargs.get("slug")
    if slug is None:
        return frame_of(match.url_name)
    tournament = Tournament.objects.public().filter(slug=slug).first()
    if tournament is None:
        raise Http404
    return frame_of(match.url_name, tournament)
