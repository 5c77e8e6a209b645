"""The rules of the Tour in short, where every rule id of the site leads to."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.wording.rulebooks import BOOKS
from tournaments.domain.rulebook import CHAPTERS, DECISIONS
from tournaments.views.access import series_act


@series_act
def rules(request: HttpRequest) -> HttpResponse:
    chapters = (*CHAPTERS, DECISIONS)
    context = {"chapters": chapters, "books": BOOKS.items(), "section": "rules"}
    return render(request, "tournaments/public/rules.html", context)
