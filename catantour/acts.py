"""Addresses of acts are sent to, never looked at: whoever opens one is led to its page."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments.views.sent import page_of_act

Answer = Callable[[HttpRequest], HttpResponse]


def lead_to_pages(get_response: Answer) -> Answer:
    """The middleware. The page of a refused form stands at the address of its act; a link to it in
    another language, or a reload, asks for that address and is led to the page of the act."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        looked = request.method in ("GET", "HEAD")
        if not looked or response.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
            return response
        return redirect(page_of_act(request.path_info))

    return answer
