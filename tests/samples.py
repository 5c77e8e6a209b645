"""Cases of a heavy proof of which `make prove` takes some, the same ones each time, and
`make prove-long` all others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def at_length(cases: Iterable[Any], *, after: int) -> list[Any]:
    """These cases; all but the first `after` of them belong to `make prove-long`."""
    return [
        case if number < after else pytest.param(case, marks=[pytest.mark.prove, pytest.mark.long])
        for number, case in enumerate(cases)
    ]
