"""What somebody signed in has to do with: the desks they belong to, and where they play."""

from __future__ import annotations

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Entry, OfficeRequest, Official, Tournament
from tournaments.permissions import Who, may
from tournaments.views.access import series_act


@series_act
def my_tournaments(request: HttpRequest) -> HttpResponse:
    offices = (
        Official.objects.filter(user=request.user)
        .select_related("tournament__club")
        .order_by("-tournament__date", "tournament_id", "role")
    )
    desks = [
        (tournament, [office.get_role_display() for office in held])
        for tournament, held in groupby(offices, key=lambda office: office.tournament)
    ]
    entries = Entry.objects.filter(person__user=request.user, token__isnull=False)
    context = {
        "section": "mine",
        "desks": desks,
        "entries": entries.select_related("tournament").order_by("-tournament__date"),
        "may_create": may(request.roles, "create_tournament"),
        "asked": _requests(request),
        "waiting": OfficeRequest.objects.filter(user=request.user, granted=None).last(),
        "others": _others([tournament.pk for tournament, _roles in desks], request),
    }
    return render(request, "tournaments/my_tournaments.html", context)


def _requests(request: HttpRequest) -> int | None:
    """How many requests for an office wait; None for whoever does not decide them."""
    if not may(request.roles, "series_offices"):
        return None
    return OfficeRequest.objects.filter(granted=None).count()


def _others(own: list[int], request: HttpRequest) -> list[Tournament]:
    """Every other tournament, for the series' administrators alone."""
    if Who.ADMINISTRATOR not in request.roles:
        return []
    return list(Tournament.objects.exclude(pk__in=own).select_related("club").order_by("-date"))
