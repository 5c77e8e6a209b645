"""What the frame of every page needs: links to the other languages, and rulings in words."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.template import Context
from django.urls import translate_url
from django.utils.translation import get_language, get_language_info

from tournaments import wording
from tournaments.domain.values import Caution, Refused

register = template.Library()


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


@register.filter
def in_words(ruling: Refused | Caution) -> str:
    """The words of a refusal or a caution in the reader's language."""
    return wording.in_words(ruling)
