"""The rules of the games in short, where every rule id of a game leads to."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.wording.rulebooks import BOOKS, book


def game_rules(request: HttpRequest, letters: str) -> HttpResponse:
    if letters not in BOOKS:
        raise Http404
    context = {
        "books": BOOKS.items(),
        "letters": letters,
        "name": BOOKS[letters],
        "rules": book(letters).values(),
        "section": "rules",
    }
    return render(request, "games/rules.html", context)
