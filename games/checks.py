"""What a start of the site finds wrong with its settings."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.checks import Tags, Warning, register


@register(Tags.security)
def check_proxies(**_kwargs: Any) -> list[Warning]:
    """A public site has to say how many proxies stand before it: visitors are counted by what
    these note in X-Forwarded-For, and one that passes the header on lets them write it."""
    if not settings.HTTPS or settings.PROXIES is not None:
        return []
    return [
        Warning(
            "HTTPS is on, but PROXIES does not say how many proxies stand before the site.",
            hint=(
                "Set PROXIES to the number of proxies that each add the address of their visitor "
                "at the end of X-Forwarded-For (usually 1); see docs/operations.md."
            ),
            id="games.W001",
        )
    ]
