"""What caches between site and browser may keep."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import has_vary_header, patch_cache_control

Answer = Callable[[HttpRequest], HttpResponse]


def keep_to_the_browser(get_response: Answer) -> Answer:
    """Say of each page that was made for somebody that no cache of others keeps it.

    A browser may: who goes back to a page finds there what was typed.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if has_vary_header(response, "Cookie") and not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True)
        return response

    return middleware
