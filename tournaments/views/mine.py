"""What somebody signed in has to do with: the desks they belong to, and where they play."""

from __future__ import annotations

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Entry, Official, Tournament
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
        "others": _others([tournament.pk for tournament, _roles in desks], request),
    }
    return render(request, "tournaments/my_tournaments.html", context)


def _others(own: list[int], request: HttpRequest) -> list[Tournament]:
    """Every other tournament, for the series' administrators alone."""
    if not request.user.is_staff:
        return []
    return list(Tournament.objects.exclude(pk__in=own).select_related("club").order_by("-date"))
