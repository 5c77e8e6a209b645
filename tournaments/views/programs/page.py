"""The page on which people read of the interface, and try it."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.views.access import series_act
from tournaments.views.programs.operations import OPERATIONS, WRITINGS


@series_act
def interface(request: HttpRequest) -> HttpResponse:
    newest = Tournament.objects.public().order_by("-date", "pk").first()
    tried = {
        "slug": newest.slug if newest else "",
        "number": 1,
        "table": 1,
        "after": 1,
        "year": newest.date.year if newest else "",
        "key": "catan-tour",
        "rule_id": "T-012",
    }
    context = {
        "operations": [
            {
                "key": one.key,
                "path": one.path,
                "summary": one.summary,
                "places": [(name, tried[name]) for name, _kind in one.places],
                "parameters": one.parameters,
            }
            for one in OPERATIONS
        ],
        "writings": WRITINGS,
    }
    return render(request, "tournaments/public/interface.html", context)
