"""The site's help: the guides under docs/, in the reader's language, a page for each moment."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from tournaments.domain.guide import Page, Part, as_html, opening_of, page_of, pages_of, title_of
from tournaments.services.mailing import sends_nothing
from tournaments.views.access import series_act

LONG_GUIDE = "organiser"
SHORT_GUIDES = ("player", "referee", "audience")
HOW_TO_WRITE_A_GAME = "records"


@dataclass(frozen=True)
class Help:
    """All of the help in one language, ready to be shown."""

    title: str
    opening: SafeString
    moments: tuple[Page, ...]
    others: tuple[Page, ...]

    def page(self, key: str) -> Page | None:
        return next((page for page in (*self.moments, *self.others) if page.key == key), None)


def page_keys() -> list[str]:
    """What stands in the addresses of the pages of the help, the same in every language."""
    help_ = _help(*_here())
    return [page.key for page in (*help_.moments, *help_.others)]


@series_act
def guide(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/public/guide.html", {"help": _help(*_here())})


@series_act
def guide_page(request: HttpRequest, key: str) -> HttpResponse:
    help_ = _help(*_here())
    page = help_.page(key)
    if page is None:
        raise Http404
    return render(
        request,
        "tournaments/public/guide_page.html",
        {"help": help_, "page": page, "mails_off": page.key == "player" and sends_nothing()},
    )


@series_act
def small_games_guide(request: HttpRequest) -> HttpResponse:
    """How an event of the games without a board is run, from the form to the end."""
    return render(request, "tournaments/public/small_games_guide.html")


def _here() -> tuple[str, str]:
    """The reader's language, and where the help is found in it."""
    return get_language(), reverse("guide")


@cache
def _help(language: str, here: str) -> Help:
    long = _text(LONG_GUIDE, language)
    moments = pages_of(long)
    others = tuple(page_of(_text(name, language), key=name) for name in SHORT_GUIDES)
    addresses = _addresses((*moments, *others), here)

    def html(text: str) -> SafeString:
        return mark_safe(as_html(text, addresses))  # noqa: S308 - as_html cleans it

    def ready(page: Page) -> Page:
        parts = tuple(Part(part.key, part.title, html(part.text)) for part in page.parts)
        return Page(page.key, page.title, html(page.opening), parts)

    return Help(
        title=title_of(long),
        opening=html(opening_of(long)),
        moments=tuple(map(ready, moments)),
        others=tuple(map(ready, others)),
    )


def _addresses(pages: Iterable[Page], here: str) -> dict[str, str]:
    """Where the links of a guide lead that lead to something on the site."""
    addresses = {HOW_TO_WRITE_A_GAME: reverse("validate_record")}
    for page in pages:
        address = f"{here}{page.key}/"
        addresses[f"#{page.key}"] = address
        addresses |= {f"#{part.key}": f"{address}#{part.key}" for part in page.parts}
    return addresses


def _text(name: str, language: str) -> str:
    """Czech is the language of the site that no name mentions."""
    kind = "md" if language == settings.LANGUAGE_CODE else f"{language}.md"
    return (settings.BASE_DIR / "docs" / f"{name}.{kind}").read_text("utf-8")
