"""Where the checker failed, the page says so in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.engine.border import Unjudged
from games.wording.engine import NOT_JUDGED

UNPROCESSABLE = 422


class SayUnjudged:
    """Middleware for whatever shows a game and has no better place for the sentence."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Unjudged):
            context = {"unjudged": NOT_JUDGED}
            return render(request, "games/unjudged.html", context, status=UNPROCESSABLE)
        return None
