"""How often a visitor may do something, so that nobody fills lists or mailboxes of others, and how
much he may send."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.translation import get_language_from_path, override
from django_ratelimit.core import is_ratelimited

LARGEST_BODY = 2**20
"""Bytes of everything that a form sends; at an address that takes files, of all but the file."""

View = TypeVar("View", bound=Callable[..., object])


def client_address(request: HttpRequest) -> str:
    """Where a request came from. Behind the proxy of a public site it is what the proxy noted
    last; a visitor can write anything in front of that."""
    forwarded = request.META.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", 1)[-1].strip()
    behind_proxy = settings.HTTPS and forwarded
    return forwarded if behind_proxy else request.META.get("REMOTE_ADDR") or "127.0.0.1"


def too_many(request: HttpRequest, group: str, rates: Mapping[str, str]) -> bool:
    """Count this request under every key and say whether one of them has used up its rate.

    `rates` gives the rate ("8/h") of a key such as the address typed.
    """
    counted = [
        is_ratelimited(
            request,
            group=f"{group}-{rate}",
            key=lambda _group, _request, key=key: key,
            rate=rate,
            increment=True,
        )
        for key, rate in rates.items()
    ]
    return any(counted)


def takes_file(largest: int) -> Callable[[View], View]:
    """A view that takes a file of at most so many bytes; all the others take none to speak of."""

    def marked(view: View) -> View:
        view.largest_file = largest  # type: ignore[attr-defined]
        return view

    return marked


def largest_file(path: str) -> int:
    """Bytes of a file that an address takes; 0 where it takes none or is not there."""
    with override(get_language_from_path(path) or settings.LANGUAGE_CODE):
        try:
            view = resolve(path).func
        except Resolver404:
            return 0
    return int(getattr(view, "largest_file", 0))


def largest_body(path: str) -> int:
    """Bytes of a body that an address takes."""
    return largest_file(path) + LARGEST_BODY
