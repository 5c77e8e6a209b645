"""Under which address phones in the hall know this site."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest


def site_address(request: HttpRequest) -> str:
    """The address the reader uses, unless it leads nowhere from a phone; then SITE_URL.

    For what is printed: an organiser at the laptop itself asks 127.0.0.1.
    """
    here = request.build_absolute_uri("/")
    if _is_this_machine(urlsplit(here).hostname or ""):
        return settings.SITE_URL.rstrip("/") + "/"
    return here


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
