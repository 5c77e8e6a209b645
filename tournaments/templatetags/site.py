"""What the frame of every page needs: links to the other languages, and rulings in words."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.db.models import Model
from django.http import HttpRequest
from django.template import Context
from django.urls import NoReverseMatch, is_valid_path, reverse, translate_url
from django.utils.encoding import escape_uri_path
from django.utils.formats import date_format
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import (
    get_language,
    get_language_from_path,
    get_language_info,
    override,
    pgettext,
)
from django.utils.translation import gettext as _

from tournaments import wording
from tournaments.domain import bell
from tournaments.domain.criteria import Figure
from tournaments.domain.timetable import late_from
from tournaments.domain.values import Caution, EventKind, Refused
from tournaments.models import Series, Tournament
from tournaments.models.event import PlayedRound
from tournaments.models.office import SeriesRole
from tournaments.models.tournament import State
from tournaments.services import clock
from tournaments.services.mailing import waits_for_series
from tournaments.views.access import OFFICIAL_LINKS
from tournaments.views.in_series import address_of
from tournaments.views.links import digest_of_link
from tournaments.views.programs import oembed
from tournaments.views.public import found, words

register = template.Library()


class LanguageLink(NamedTuple):
    """A language; what is offered in it, and how to say no to that, is in its own words."""

    code: str
    name: str
    url: str
    current: bool
    offer: str
    no: str


@register.simple_tag(takes_context=True)
def language_links(context: Context) -> list[LanguageLink]:
    """This very page in each language, named in its own words."""
    here = _here(context.get("request"))
    return [_link(code, here) for code, _name in settings.LANGUAGES]


def _link(code: str, here: str) -> LanguageLink:
    # The address is read in the language of this page.
    current, url = code == get_language(), _in_language(here, code)
    with override(code):
        return LanguageLink(
            code=code,
            name=get_language_info(code)["name_local"],
            url=url,
            current=current,
            offer=_("This page is in English, too."),
            no=_("No, thank you"),
        )


def _in_language(here: str, code: str) -> str:
    """The same address in the language, also of a page that does not exist."""
    if is_valid_path(here.partition("?")[0]):
        return translate_url(here, code)
    spoken = get_language_from_path(here)
    bare = here.removeprefix(f"/{spoken}") if spoken else here
    return bare if code == settings.LANGUAGE_CODE else f"/{code}{bare}"


def _here(request: HttpRequest | None) -> str:
    """The page with the question that it answers, but without the `v` of a poll: a page that is
    kept for everybody would hand on what one visitor wrote there."""
    if request is None:
        return "/"
    path, question = escape_uri_path(request.path), request.GET.copy()
    question.pop("v", None)
    return f"{path}?{question.urlencode()}" if question else path


@register.simple_tag(takes_context=True)
def address(context: Context, name: str, **at: Any) -> str:
    """`{% url %}` of a page that may be of one series: that of this page."""
    return address_of(context["request"], name, **at)


@register.simple_tag(takes_context=True)
def season_address(context: Context) -> str:
    """The newest season of the series that the page is of; of the oldest where it is of none."""
    tournament, request = context.get("tournament"), context.get("request")
    match = getattr(request, "resolver_match", None)
    key = match.kwargs.get("series") if match else None
    if isinstance(tournament, Tournament) and tournament.series:
        key = tournament.series.key
    try:
        return reverse("season", kwargs={"series": key} if key else {})
    except NoReverseMatch:
        return ""


@register.simple_tag(takes_context=True)
def alternates(context: Context) -> list[found.Alternate]:
    """Where the page is in each language; nothing of one that is for nobody else to find."""
    return found.alternates(context.get("request"))


@register.simple_tag(takes_context=True)
def oembed_address(context: Context) -> str:
    """Where other sites read how to show the page in a frame; empty of one that cannot be."""
    return oembed.address_for(context.get("request"))


@register.simple_tag
def release_number() -> str:
    return settings.RELEASE


@register.simple_tag(takes_context=True)
def at_a_desk_by_link(context: Context) -> bool:
    """Whether this browser acts for an official whose personal link was opened in it."""
    session = getattr(context.get("request"), "session", {})
    return bool(session.get(OFFICIAL_LINKS))


@register.simple_tag(takes_context=True)
def desk_outbox(context: Context) -> str:
    """Where this browser keeps what is typed at a desk without a connection: apart for each account
    and each official's link, since it goes under the name of whoever is at the desk then."""
    request = context["request"]
    if request.user.is_authenticated:
        return f"outbox-desk-{request.user.pk}"
    *_others, link = request.session.get(OFFICIAL_LINKS) or [""]
    return f"outbox-desk-{digest_of_link(link)}"


@register.filter
def country(code: str) -> str:
    return wording.country_name(code)


@register.filter
def office_in(role: str, series: Series) -> str:
    """What an office of a series is called, its head by the name of the series."""
    return SeriesRole(role).named_in(series)


@register.filter
def results_wait(tournament: Tournament) -> bool:
    """Whether the results are sent as far as the desk is concerned, and their e-mail waits."""
    return tournament.state == State.SENT and waits_for_series(tournament, "results")


@register.filter
def in_words(ruling: Refused | Caution) -> str:
    """The words of a refusal or a caution in the reader's language."""
    return wording.in_words(ruling)


@register.filter
def closing_name(tournament: Tournament) -> str:
    """What the page is called on which an event ends: places only where it gives any."""
    if EventKind(tournament.kind).gives_places:
        return _("Lots, standings, awards")
    return _("Lots and standings")


@register.filter
def clock_face(left: dt.timedelta) -> str:
    """What is left on a clock that stands."""
    return bell.clock_face(left)


@register.filter
def figure(value: Figure | None) -> str | int | None:
    """Points, of which a format may share halves and thirds, with at most two decimals."""
    return None if value is None or value == "" else wording.figure_words(value)


@register.filter
def stage_words(played: PlayedRound) -> str:
    """What the semi-final or final is called that is played in this round."""
    return wording.stage_words(played.stage)


@register.filter
def game_words(played: PlayedRound) -> str:
    """What is played in this round, and to how many points."""
    return wording.game_words(played.game)


@register.filter
def number_beside(number: int) -> str:
    """Of a namesake, behind the name."""
    return wording.number_beside(number)


RULE_ID = re.compile(r"\b[A-Z]{1,3}-\d{1,3}\b")


@register.filter
def rules_whole(text: str) -> SafeString:
    """With each number of a rule in one line."""
    whole = RULE_ID.sub(r'<span class="whole-word">\g<0></span>', conditional_escape(text))
    return mark_safe(whole)  # noqa: S308 - only what is escaped


@register.filter
def without_stop(sentence: str) -> str:
    """A sentence that goes on with a colon, such as the label of something to be ticked."""
    return str(sentence).removesuffix(".")


DOT_IN_A_WORD = re.compile(r"(?<=\w)([.\u3002\uff0e\uff61])(?=\w)")


@register.filter
def without_links(name: str) -> str:
    """A name as an e-mail has it to somebody who may never have asked for it: no mail program makes
    a link of what somebody typed there (example.org/prize)."""
    return DOT_IN_A_WORD.sub(r"\1 ", name)


@register.filter
def day(date: dt.date) -> str:
    """A day as people say it, without the year: Saturday 16 May."""
    form = pgettext("a day as in django.utils.dateformat", "l j E")
    return wording.small(date_format(date, form))


@register.filter(expects_localtime=True)
def date_words(date: dt.date) -> str:
    """A day of any year, without the day of the week: 16 May 2026."""
    return wording.day_words(date)


@register.filter(expects_localtime=True)
def moment_words(moment: dt.datetime) -> str:
    """The same with the time."""
    return wording.dated_moment_words(moment)


@register.filter(expects_localtime=True)
def brief_date(date: dt.date) -> str:
    """A day of any year where there is little room: 16 Nov 2026."""
    return wording.brief_date(date)


@register.filter
def brief_moment(moment: dt.datetime, clock: str = "H:i") -> str:
    """A moment of about now where there is little room: 16 Nov, 09:30; to the second if asked."""
    return wording.brief_moment(moment, clock)


@register.filter
def hour_on(moment: dt.datetime | None, day: dt.date) -> str:
    """The hour of something on the day of an event; with its date where it is of another day."""
    return "" if moment is None else wording.hour_words(moment, day)


@register.simple_tag
def until_late(start: dt.datetime) -> SafeString:
    """The attributes of what tells the planned start of a round that has not begun: it is gone once
    the round is late, on a page that stays open too (static/js/site.js)."""
    late = late_from(start)
    hidden = mark_safe(" hidden") if clock.now() >= late else ""
    return format_html(' data-until="{}"{}', late.isoformat(), hidden)


@register.filter
def brief_dated_moment(moment: dt.datetime) -> str:
    """The same with its year."""
    return wording.brief_dated_moment(moment)


@register.filter
def day_and_year(date: dt.date) -> str:
    """The same with its year."""
    return wording.weekday_words(date)


@register.filter
def about(tournament: Tournament) -> str:
    """An event in a line, for whoever has not opened its page yet."""
    return words.about(tournament)


@register.filter
def keys(rows: Iterable[Model]) -> str:
    """The keys of the rows in one field of a form, as `typed_keys` reads them."""
    return ",".join(str(row.pk) for row in rows)
