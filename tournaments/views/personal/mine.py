"""What somebody signed in has to do with: the desks they belong to, and where they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from django.contrib import messages
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_POST

from tournaments.models import (
    Entry,
    OfficeRequest,
    Official,
    SchoolTip,
    Series,
    Tournament,
)
from tournaments.models.entry import Role
from tournaments.models.tournament import State
from tournaments.permissions import Who, may
from tournaments.services import appointing
from tournaments.services.closing import waiting_for_consent
from tournaments.views.access import series_act
from tournaments.views.desk.drafting import earlier_events
from tournaments.views.outcome import carry_out

MOST_SHOWN = 12
"""Earlier events that are offered to be taken over, the latest first."""


@series_act
def my_tournaments(request: HttpRequest) -> HttpResponse:
    offices = (
        Official.objects.filter(user=request.user)
        .select_related("tournament__club")
        .order_by("-tournament__date", "tournament_id", "role")
    )
    desks = [
        (tournament, list(held))
        for tournament, held in groupby(offices, key=lambda office: office.tournament)
    ]
    asked = Official.objects.filter(asked=request.user).select_related("tournament")
    entries = Entry.objects.of_account(request.user).filter(token__isnull=False)
    context = {
        "section": "mine",
        "desks": _running_first(desks),
        "offered": asked.order_by("tournament__date", "pk"),
        "entries": sorted(
            entries.select_related("tournament").order_by("-tournament__date"),
            key=lambda entry: entry.tournament.state != State.RUNNING,
        ),
        "may_create": may(request.roles, "create_tournament"),
        "earlier": earlier_events(request)[:MOST_SHOWN],
        "drafts": [
            tournament
            for tournament, held in desks
            if tournament.state == State.DRAFT
            and any(office.role == Role.ORGANISER for office in held)
        ],
        "administered": _administered(request),
        "waiting": OfficeRequest.objects.filter(user=request.user, granted=None).last(),
        "others": _others([tournament.pk for tournament, _roles in desks], request),
    }
    return render(request, "tournaments/personal/my_tournaments.html", context)


def _running_first(desks: list[tuple[Tournament, list[Official]]]) -> list:
    """Whoever looks for a desk on the day looks for that of the event that runs."""
    return sorted(desks, key=lambda desk: desk[0].state != State.RUNNING)


def _own_office(act: Callable[..., None], done: str) -> Callable[..., HttpResponse]:
    """A view in which the owner of an account decides about an office of theirs. A draft is found,
    too: whoever was asked is no official of it yet. Nobody else learns whether there is one."""

    def view(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
        theirs = Q(officials__user=request.user) | Q(officials__asked=request.user)
        known = Tournament.objects.filter(theirs | ~Q(state=State.DRAFT), slug=slug)
        tournament = known.distinct().first()
        if tournament is None:
            messages.info(request, gettext("This office is not offered to you any more."))
            return redirect("my_tournaments")
        return carry_out(
            request,
            lambda who: act(tournament, pk, request.user, who),
            done=gettext(done),
            back="my_tournaments",
        )

    view.__name__ = act.__name__
    return series_act(require_POST(view))


accept_office = _own_office(appointing.accept_office, _("The office is yours."))
decline_office = _own_office(appointing.decline_office, _("You have declined the office."))
lay_down_office = _own_office(appointing.lay_down_office, _("You have laid down the office."))


@dataclass(frozen=True, slots=True)
class Administered:
    """A series for who administers it: how many `asked` for an office in it, and how many schools
    and events wait for a word of it. Schools, which belong to none, wait for the oldest."""

    series: Series
    asked: int
    waits: int

    @property
    def desk(self) -> str:
        return reverse("series_desk", args=self.series.place)

    @property
    def offices(self) -> str:
        return reverse("series_offices", args=self.series.place)


def _administered(request: HttpRequest) -> list[Administered]:
    if not may(request.roles, "series_desk"):
        return []
    of_site = Who.ADMINISTRATOR in request.roles
    asked = Counter(OfficeRequest.objects.filter(granted=None).values_list("series", flat=True))
    waits = Counter(one.series_id for one in waiting_for_consent(timezone.localdate()))
    if of_site:
        waits[None] += SchoolTip.objects.count()
    return [
        Administered(series, asked[series.pk], waits[series.pk_as_kept])
        for series in Series.objects.side_by_side()
        if of_site or series.pk in request.heads
    ]


def _others(own: list[int], request: HttpRequest) -> list[Tournament]:
    """Every other tournament, for administrators, or those of the series that they head."""
    others = Tournament.objects.exclude(pk__in=own).select_related("club").order_by("-date")
    if Who.ADMINISTRATOR in request.roles:
        return list(others)
    if Who.HEAD_OF_SERIES not in request.roles:
        return []
    headed = [s.pk_as_kept for s in Series.objects.side_by_side() if s.pk in request.heads]
    return [one for one in others if one.series_id in headed]
