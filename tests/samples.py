"""Which cases are enough where all of them would take long; `make prove-long` runs all others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def at_length(cases: Iterable[Any], *, after: int) -> list[Any]:
    """The cases of a heavy proof; those behind the first `after` are left to `make prove-long`."""
    return [
        case if number < after else pytest.param(case, marks=[pytest.mark.prove, pytest.mark.long])
        for number, case in enumerate(cases)
    ]


def further_cases(tests: Iterable[pytest.Item]) -> set[pytest.Item]:
    """All but the first case of each test, where they differ in values and not in what they ask of
    the database; so a second database is shown each question once."""
    further, met = set(), set()
    for test in tests:
        name = test.nodeid.partition("[")[0]
        if name in met and not _asks_something_else_in_each(test):
            further.add(test)
        met.add(name)
    return further


def _asks_something_else_in_each(test: pytest.Item) -> bool:
    marks = test.iter_markers("django_db")
    return (
        test.get_closest_marker("every_case") is not None
        or "transactional_db" in test.fixturenames
        or any(mark.kwargs.get("transaction") for mark in marks)
    )
