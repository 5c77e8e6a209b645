"""Help: how a day is run, moment by moment, and what is special about games without a board."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.views.access import series_act


@series_act
def guide(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/guide.html")


@series_act
def guide_of_games(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/guide_of_games.html")
