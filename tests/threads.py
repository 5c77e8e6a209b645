"""Acts of several people at the same moment; for tests with `transaction=True`."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from tournaments.domain.values import Refused


def all_at_once(*acts: Callable[[], Any]) -> list[Any]:
    """Run every act in a thread of its own, all let go together; what each gave or refused."""
    start = threading.Barrier(len(acts))
    outcomes: list[Any] = [None] * len(acts)

    def run(place: int, act: Callable[[], Any]) -> None:
        start.wait()
        try:
            outcomes[place] = act()
        except Refused as refusal:
            outcomes[place] = refusal
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=numbered) for numbered in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
