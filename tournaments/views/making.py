"""What is dear to make is made by one request at a time, in whichever process."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from django.core.cache import cache

T = TypeVar("T")
U = TypeVar("U")

MAKING_SECONDS = 5
"""Who takes longer to make it, or died over it, is waited for no more."""

PATIENCE_SECONDS = 0.3
"""So long whoever may get the one before waits for the new one first."""

GLANCE_SECONDS = 0.02
"""How often those who wait look whether it is there."""


def made_once(
    lock: str,
    look: Callable[[], T | None],
    make: Callable[[], T | U],
    *,
    meanwhile: Callable[[], T | None] = lambda: None,
) -> T | U:
    """What `look` finds, made by us or by whoever began before us.

    Where that takes long those who wait get what is good enough `meanwhile`, if there is any.
    """
    if not cache.add(lock, True, MAKING_SECONDS):
        return _awaited(lock, look, meanwhile) or make()
    try:
        return look() or make()
    finally:
        cache.delete(lock)


def _awaited(
    lock: str, look: Callable[[], T | None], meanwhile: Callable[[], T | None]
) -> T | None:
    """What somebody else makes; None if they make none, or not in time."""
    began = time.monotonic()
    while (waited := time.monotonic() - began) < MAKING_SECONDS:
        time.sleep(GLANCE_SECONDS)
        if cache.get(lock) is None:
            return look() or meanwhile()
        if waited > PATIENCE_SECONDS and (found := meanwhile()):
            return found
    return None
