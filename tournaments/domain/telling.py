"""What other sites are told of an event, how it is signed, and when it is tried again."""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
from collections.abc import Mapping
from ipaddress import ip_address

TOLD: Mapping[str, str] = {
    "publish_draw": "draw",
    "unpublish_draw": "draw",
    "enter_result": "results",
    "accept_proposal": "results",
    "agree_result": "results",
    "void_game": "results",
    "close_round": "standings",
    "reopen_round": "standings",
    "draw_lot": "standings",
    "change_format": "standings",
    "enter_lot": "standings",
    "finish": "finished",
    "reopen_tournament": "finished",
}
"""What has changed for everybody by an act, by its name in the logbook."""

PAUSES = tuple(dt.timedelta(minutes=minutes) for minutes in (1, 5, 30, 2 * 60, 12 * 60))
"""How long is waited after each time that it was in vain; after the last there is one try more."""

MOST_TRIES = len(PAUSES) + 1

SIGNATURE = "X-Catantour-Signature"


def signature(secret: str, body: bytes) -> str:
    """What stands in the header of that name: whoever knows the secret can tell by it that the body
    is ours and nobody has changed it."""
    return f"sha256={hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}"


def pause_after(tries: int) -> dt.timedelta | None:
    """How long to wait after so many tries in vain, from 1; None: it is given up."""
    return PAUSES[tries - 1] if tries <= len(PAUSES) else None


def is_public(address: str) -> bool:
    """Whether an address (IPv4 or IPv6) is one of the open internet: not of this machine or its
    network, nor one that networks keep for themselves, in whichever spelling."""
    found = ip_address(address.partition("%")[0])
    inner = getattr(found, "ipv4_mapped", None) or getattr(found, "sixtofour", None)
    return found.is_global and not found.is_multicast and (inner is None or inner.is_global)
