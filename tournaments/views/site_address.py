"""Under which address phones in the hall know this site."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host


def site_address(request: HttpRequest) -> str:
    """The address the reader uses if it is one of the site's own and leads somewhere from a phone;
    else SITE_URL.

    For what is printed, shown and handed on: an organiser at the laptop itself asks 127.0.0.1, and
    where every host is answered, as in a hall, a request may name any.
    """
    here = request.build_absolute_uri("/")
    site = settings.SITE_URL.rstrip("/") + "/"
    if _leads_nowhere(here) or not (_is_named(request) or _leads_nowhere(site)):
        return site
    return here


def is_only_here(request: HttpRequest) -> bool:
    """Whether the address that is printed and shown is that of this machine alone."""
    return _leads_nowhere(site_address(request))


def _is_named(request: HttpRequest) -> bool:
    """Whether the host that was asked stands in ALLOWED_HOSTS, not just whatever host."""
    named = [host for host in settings.ALLOWED_HOSTS if host != "*"]
    return validate_host(split_domain_port(request.get_host())[0], named)


def _leads_nowhere(address: str) -> bool:
    return _is_this_machine(urlsplit(address).hostname or "")


def _is_this_machine(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
