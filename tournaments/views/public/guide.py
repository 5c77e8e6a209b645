"""Help for the games without a board: how an event of them is run, from the form to the end."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.views.access import series_act


@series_act
def guide(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/guide.html")
