"""News as feeds (Atom): which events are announced, and what comes of one."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.models.event import Event, read_event
from tournaments.models.tournament import State
from tournaments.services.mailing import absolute
from tournaments.views.access import act, series_act
from tournaments.views.cached import cached
from tournaments.views.public.words import about

ATOM = "application/atom+xml; charset=utf-8"

MOST_EVENTS = 50

NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Signs that XML 1.0 does not know, not even as references."""


class News(NamedTuple):
    """Something that everybody may know, since when, and the page that tells more of it. The `key`
    stays the same whatever changes; `changed_at` is when it last did, if it is not as it was."""

    key: str
    title: str
    at: dt.datetime
    address: str
    text: str = ""
    changed_at: dt.datetime | None = None


@series_act
def calendar_feed(request: HttpRequest) -> HttpResponse:
    """The events that were announced last."""
    rows = Tournament.objects.public().select_related("club").order_by("-announced_at", "pk")
    news = [
        News(
            f"event-{one.pk}",
            f"{one.name} ({one.get_state_display()})" if one.state == State.CANCELLED else one.name,
            one.announced_at,
            absolute("tournament", one.slug),
            about(one),
        )
        for one in rows[:MOST_EVENTS]
    ]
    title = _("Tournaments of the Catan Tour")
    return _feed(title, absolute("calendar"), absolute("calendar_feed"), news)


@cached
@act
def event_feed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What of the event is out: draws, results, final standings."""
    news = sorted(_news(read_event(tournament)), key=lambda one: one.at, reverse=True)
    own = absolute("event_feed", tournament.slug)
    return _feed(tournament.name, absolute("tournament", tournament.slug), own, news)


def _news(event: Event) -> Iterator[News]:
    tournament, slug = event.tournament, event.tournament.slug
    page, key = absolute("tournament", slug), f"event-{tournament.pk}"
    yield News(key, tournament.name, tournament.announced_at, page, about(tournament))
    for played in event.rounds:
        if not played.is_published:
            continue
        number = played.number
        round_ = _("Round %(number)s") % {"number": number}
        yield News(
            f"{key}-draw-{number}",
            f"{round_}: {_('Draw')}",
            played.draw.published_at,
            absolute("round", slug, number),
        )
        if not played.missing:
            yield News(
                f"{key}-results-{number}",
                f"{round_}: {_('Results')}",
                max(table.first_result_at for table in played.tables),
                absolute("results", slug, number),
                changed_at=max(table.result.at for table in played.tables),
            )
    if tournament.finished_at and tournament.is_played_out:
        address = absolute("standings", slug)
        yield News(f"{key}-final", _("Final standings"), tournament.finished_at, address)


def _feed(title: str, page: str, own: str, news: list[News]) -> HttpResponse:
    site = absolute("calendar")
    feed = Atom1Feed(_in_xml(title), page, "", language=get_language(), feed_url=own)
    for one in news:
        feed.add_item(
            _in_xml(one.title),
            one.address,
            _in_xml(one.text) or None,
            unique_id=f"{site}#{one.key}",
            pubdate=one.at.replace(microsecond=0),
            updateddate=(one.changed_at or one.at).replace(microsecond=0),
        )
    return HttpResponse(feed.writeString("utf-8"), ATOM)


def _in_xml(text: str) -> str:
    """What may stand in XML of a text that somebody typed or pasted."""
    return NOT_IN_XML.sub(" ", text)
