"""What the frame of every page needs: links to the other languages, and rulings in words."""

from __future__ import annotations

import datetime as dt
from typing import Any, NamedTuple

import markdown
import nh3
from django import template
from django.conf import settings
from django.template import Context
from django.urls import translate_url
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, get_language_info, pgettext

from tournaments import wording
from tournaments.domain.values import Caution, Refused
from tournaments.models.event import PlayedRound
from tournaments.views.access import OFFICIAL_LINKS

register = template.Library()

TAGS = {
    *("a", "blockquote", "br", "code", "del", "em", "h3", "h4", "h5", "h6", "hr", "p", "pre"),
    *("dd", "dl", "dt", "li", "ol", "strong", "ul"),
    *("table", "tbody", "td", "th", "thead", "tr"),
}
"""What an organiser's text may hold; pictures and scripts from elsewhere it may not."""


class LanguageLink(NamedTuple):
    code: str
    name: str
    url: str
    current: bool


@register.simple_tag(takes_context=True)
def language_links(context: Context) -> list[LanguageLink]:
    """This very page in each language, named in its own words."""
    request: Any = context.get("request")
    here = request.get_full_path() if request else "/"
    return [
        LanguageLink(
            code=code,
            name=get_language_info(code)["name_local"],
            url=translate_url(here, code),
            current=code == get_language(),
        )
        for code, _name in settings.LANGUAGES
    ]


@register.simple_tag(takes_context=True)
def at_a_desk_by_link(context: Context) -> bool:
    """Whether this browser acts for an official whose personal link was opened in it."""
    session = getattr(context.get("request"), "session", {})
    return bool(session.get(OFFICIAL_LINKS))


@register.filter
def in_words(ruling: Refused | Caution) -> str:
    """The words of a refusal or a caution in the reader's language."""
    return wording.in_words(ruling)


@register.filter
def stage_words(played: PlayedRound) -> str:
    """What the semi-final or final is called that is played in this round."""
    return wording.stage_words(played.stage)


@register.filter
def day(date: dt.date) -> str:
    """A day as people say it, without the year: Saturday 16 May."""
    return date_format(date, pgettext("a day as in django.utils.dateformat", "l j E"))


@register.filter
def day_and_year(date: dt.date) -> str:
    """The same with its year."""
    return date_format(date, pgettext("a day as in django.utils.dateformat", "l j E Y"))


@register.filter
def rich(text: str) -> SafeString:
    """Markdown as HTML, cleaned of everything but plain text elements; headings from level 3 on."""
    html = markdown.markdown(
        text,
        extensions=["sane_lists", "tables", "toc"],
        extension_configs={"toc": {"baselevel": 3}},
        output_format="html",
    )
    return mark_safe(nh3.clean(html, tags=TAGS, attributes={"a": {"href"}}))  # noqa: S308 - just cleaned
