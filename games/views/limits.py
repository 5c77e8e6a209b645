"""How often a visitor may do something, so that nobody fills lists or mailboxes of others, and how
much he may send."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils.translation import get_language_from_path, override
from django_ratelimit.core import get_usage

NETWORK_BITS = 48
"""What one subscriber may have of IPv6: whoever has one address there has all of its last bits, a
home often 72 of them, and many 80."""

LARGEST_BODY = 2**20
"""Bytes of everything that a form sends; at an address that takes files, of all but the file."""

View = TypeVar("View", bound=Callable[..., object])


def client_address(request: HttpRequest) -> str:
    """Where a request came from. Behind proxies it is what the outermost of them noted; a visitor
    can write anything in front of that."""
    noted = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    proxies = int(settings.HTTPS) if settings.PROXIES is None else settings.PROXIES
    forwarded = noted[-proxies].strip() if 0 < proxies <= len(noted) else ""
    return forwarded or request.META.get("REMOTE_ADDR") or "127.0.0.1"


def network(address: str) -> str:
    """The address as it is counted: of IPv6 the part that one subscriber has."""
    try:
        one = ipaddress.ip_address(address)
    except ValueError:
        return address
    if one.version == 4:
        return str(one)
    mapped = one.ipv4_mapped
    return str(mapped or ipaddress.ip_network((one, NETWORK_BITS), strict=False))


def place_of(request: HttpRequest) -> str:
    """Under what a request is counted: the account of who is signed in, so that no stranger behind
    the same address of a hall uses up what is theirs; else the network it came from."""
    if request.user.is_authenticated:
        return f"account {request.user.pk}"
    return f"network {network(client_address(request))}"


def too_many(request: HttpRequest, group: str, rates: Mapping[str, str]) -> bool:
    """Count this request under each key in turn and say whether one has used up its rate.

    `rates` gives the rate ("8/h") of a key such as the address typed, the narrowest first: what a
    narrow one refuses does not count under the wider ones, or one visitor would use them up. Where
    a wider one is used up nothing is kept of the narrow one: very many of those, each of another
    name, would push the counters of everybody else out of the cache.
    """
    wider = list(rates.items())[1:]
    if any(_used(request, group, key, rate) >= 0 for key, rate in wider):
        return True
    return any(_count(request, group, key, rate)["should_limit"] for key, rate in rates.items())


def too_many_by_one(request: HttpRequest, group: str, rates: Mapping[str, str]) -> bool:
    """The same, counted for each who asks: nobody uses up what others may do about one thing."""
    who = place_of(request)
    return too_many(request, group, {f"{key} {who}": rate for key, rate in rates.items()})


def failed_too_often(request: HttpRequest, group: str, rates: Mapping[str, str]) -> int:
    """Count this attempt in the same way; minutes to wait if one has failed too often, else 0.

    An attempt counts as failed until `succeeded` is told of it, so that a thousand sent at once
    are no more than the rate allows.
    """
    for key, rate in list(rates.items())[1:]:
        good = _count(request, f"{group}-succeeded", key, rate, increment=False)
        if _used(request, group, key, rate) >= good["count"]:
            return _minutes(good)
    waits = (_wait(request, group, key, rate) for key, rate in rates.items())
    return next(filter(None, waits), 0)


def succeeded(request: HttpRequest, group: str, rates: Mapping[str, str]) -> None:
    """Take back the attempt that `failed_too_often` has counted under these keys."""
    for key, rate in rates.items():
        _count(request, f"{group}-succeeded", key, rate)


def _wait(request: HttpRequest, group: str, key: str, rate: str) -> int:
    tried = _count(request, group, key, rate)
    # The window follows from key and period, so both counters begin anew together.
    good = _count(request, f"{group}-succeeded", key, rate, increment=False)
    return 0 if tried["count"] - good["count"] <= tried["limit"] else _minutes(tried)


def _minutes(counted: Mapping[str, Any]) -> int:
    return max(int(counted["time_left"]), 0) // 60 + 1


def _used(request: HttpRequest, group: str, key: str, rate: str) -> int:
    """How often the rate was used beyond what it allows, without being counted; negative as long
    as some of it is left, or nobody knows."""
    counted = _count(request, group, key, rate, increment=False)
    return int(counted["count"] - counted["limit"]) if counted["limit"] else -1


def _count(
    request: HttpRequest, group: str, key: str, rate: str, *, increment: bool = True
) -> dict[str, Any]:
    return get_usage(
        request,
        group=f"{group}-{rate}",
        key=lambda _group, _request: key,
        rate=rate,
        increment=increment,
    )


def takes_file(largest: int) -> Callable[[View], View]:
    """A view that takes a file of at most so many bytes; all the others take none to speak of."""

    def marked(view: View) -> View:
        vars(view)["largest_file"] = largest
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
