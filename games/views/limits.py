"""How often a visitor may do something, so that nobody fills lists or mailboxes of others."""

from __future__ import annotations

from collections.abc import Mapping

from django.conf import settings
from django.http import HttpRequest
from django_ratelimit.core import is_ratelimited


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
