"""Parts of the site for the pages of others: the only ones that may stand in a frame."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from csp.decorators import csp_replace
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.clickjacking import xframe_options_exempt

from tournaments.models import Tournament
from tournaments.models.event import read_event
from tournaments.services.mailing import absolute
from tournaments.views.access import act, series_act
from tournaments.views.cached import cached
from tournaments.views.live import live_page
from tournaments.views.public.calendar import announced, coming, running, with_places
from tournaments.views.public.frame import last_published
from tournaments.views.public.round import shown_draw
from tournaments.views.public.standings import shown_standings

WIDTH, HEIGHT = 600, 480
"""Of a frame where nobody says how large it shall be, in pixels."""

IN_A_FRAME: dict[str, tuple[str, Promise]] = {
    "calendar": ("embedded_calendar", gettext_lazy("Tournaments of the Catan Tour")),
    "tournament": ("embedded_standings", gettext_lazy("Standings")),
    "standings": ("embedded_standings", gettext_lazy("Standings")),
    "round": ("embedded_draw", gettext_lazy("Draw")),
    "newest_round": ("embedded_draw", gettext_lazy("Draw")),
}
"""By the name of a page what shows it in a frame, and what that is called."""

View = Callable[..., HttpResponse]


class Frame(NamedTuple):
    """A page in a frame: where it is, and what it is called."""

    address: str
    title: str

    def html(self, width: int = WIDTH, height: int = HEIGHT) -> SafeString:
        """What somebody copies into the own page."""
        return format_html(
            '<iframe src="{}" title="{}" width="{}" height="{}" loading="lazy"></iframe>',
            *(self.address, self.title, width, height),
        )


def in_any_frame(view: View) -> View:
    """Let pages of any site show it; it shows what a visitor may read, and has nothing to press."""

    @xframe_options_exempt
    @csp_replace({"frame-ancestors": ["*"]})
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs)

    return answer


@in_any_frame
@cached
@act
def embedded_standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    context = shown_standings(request, tournament)
    return _of_an_event(request, context, "standings", "tournaments/public/_standings.html")


@in_any_frame
@cached
@act
def embedded_draw(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Whichever draw was published last."""
    event = read_event(tournament)
    played = last_published(event) or event.round(1)
    if played is None:
        raise Http404
    context = shown_draw(request, event, played, goes_on=True)
    return _of_an_event(request, context, "newest_round", "tournaments/public/_round_tables.html")


@in_any_frame
@series_act
def embedded_calendar(request: HttpRequest) -> HttpResponse:
    tournaments = announced()
    context = {
        "running": running(tournaments),
        "coming": with_places(coming(tournaments, timezone.localdate())),
        "whole": reverse("calendar"),
        "named": _("Tournaments of the Catan Tour"),
    }
    return render(request, "tournaments/embed/calendar.html", context)


def _of_an_event(
    request: HttpRequest, context: dict[str, Any], whole: str, part: str
) -> HttpResponse:
    tournament = context["tournament"]
    context |= {"whole": reverse(whole, args=[tournament.slug]), "named": tournament.name}
    page = "tournaments/embed/of_an_event.html"
    return live_page(request, page, part, context, over=tournament.is_over)


def frames_of(tournament: Tournament) -> list[tuple[str, Frame]]:
    """What of an event may stand on a page of others, with what each is called."""
    return [
        (_("Standings"), frame_of("standings", tournament)),
        (_("Draw"), frame_of("newest_round", tournament)),
    ]


def frame_of(page: str, tournament: Tournament | None = None) -> Frame:
    """What shows a page in a frame. Raises `KeyError` for a page that nothing does."""
    view, label = IN_A_FRAME[page]
    if tournament is None:
        return Frame(absolute(view), str(label))
    return Frame(absolute(view, tournament.slug), f"{label}: {tournament.name}")
