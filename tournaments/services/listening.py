"""How many pages listen to the live channel of an event, in all processes of the site together.

Each process says every few seconds how many it has (catantour/channels.py), in the cache that all
of them share; what it said is forgotten soon after it ends.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.core.cache import cache

SECONDS_KEPT = 20
PROCESSES = "listening"


def tell_listeners(process: str, counts: Mapping[str, int]) -> None:
    """Note how many pages listen in this process, by the slug of their event."""
    others = cache.get_many(map(_key, cache.get(PROCESSES, ()))).keys() - {_key(process)}
    cache.set(_key(process), dict(counts), SECONDS_KEPT)
    # Of two that add themselves at the same moment one is missing until it speaks again.
    names = [process, *(key.removeprefix(_key("")) for key in others)]
    cache.set(PROCESSES, sorted(names), SECONDS_KEPT)


def listeners(slug: str) -> int:
    """Pages that listen to the event, as of the last few seconds."""
    told = cache.get_many(map(_key, cache.get(PROCESSES, ())))
    return sum(counts.get(slug, 0) for counts in told.values())


def _key(process: str) -> str:
    return f"listening:{process}"
