"""The border of one file: what goes wrong in the checker itself stays with the file it went wrong
at, so that a referee's other files are judged, and a page can say what happened.

This is the one place that may catch everything. Whatever it catches is logged whole.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from games.engine.words import marked

LOG = logging.getLogger(__name__)

FAILED = marked(
    "The checker failed here ({fault}). That is a fault of the program, not of the record, and no "
    "verdict on it."
)

Given = ParamSpec("Given")
Judged = TypeVar("Judged")


class Unjudged(Exception):
    """There is no verdict, because the checker failed. `fault` is the name of what it raised."""

    def __init__(self, fault: str) -> None:
        super().__init__(FAILED.format(fault=fault))
        self.fault = fault


def judging(
    *says: type[Exception],
) -> Callable[[Callable[Given, Judged]], Callable[Given, Judged]]:
    """For a function that judges a record: `says` are the exceptions by which it speaks of the
    record. Anything else that it raises is a fault of its own, and comes out as `Unjudged`."""

    said: tuple[type[Exception], ...] = (Unjudged, *says)

    def decorate(judge: Callable[Given, Judged]) -> Callable[Given, Judged]:
        @wraps(judge)
        def judged(*given: Given.args, **named: Given.kwargs) -> Judged:
            try:
                return judge(*given, **named)
            except said:
                raise
            except Exception as fault:
                LOG.exception("The checker failed in %s", judge.__qualname__)
                raise Unjudged(type(fault).__name__) from fault

        return judged

    return decorate
