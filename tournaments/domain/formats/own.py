"""A format of one's own: how an event keeps it, and what is odd about it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Caution, Refused, marked

from .values import Band, Format, FormatStage

MARK = 16
"""Letters of a mark."""

OWN = "own"
"""Stands in place of the key of a preset."""


def own_copy(name: str, written: Mapping[str, Any]) -> dict[str, Any]:
    """What an event keeps of it."""
    return {"preset": OWN, "version": 1, "name": name, "format": dict(written)}


def mark_of(kept: Mapping[str, Any]) -> str:
    """Tells what an event keeps from anything else that it might keep."""
    return sha256(json.dumps(kept, sort_keys=True).encode()).hexdigest()[:MARK]


def oddities(format_: Format) -> Iterator[Caution]:
    """What can be played, but is hardly meant."""
    if format_.has_points and "points" not in format_.criteria:
        yield Caution.of(
            "FM-20", marked("Places bring points, but the order does not ask for them.")
        )
    for values in (format_.scoring.points or {}).values():
        if len(values) > 1 and values[0] == values[1]:
            yield Caution.of("FM-20", marked("A first place brings no more than a second one."))
            break
    if "wins" not in format_.criteria and "points" not in format_.criteria and not format_.by_score:
        yield Caution.of(
            "FM-31", marked("Nobody is ahead for having won: wins and points are left out.")
        )
    for band in format_.bands:
        yield from _of_a_band(band)


def _of_a_band(band: Band) -> Iterator[Caution]:
    before: FormatStage | None = None
    for stage in band.stages:
        if stage.best is not None and band.least < stage.best:
            yield Caution.of(
                "FM-02",
                marked(
                    "A stage of the best {best} needs at least {best} players; with fewer all "
                    "play it."
                ),
                best=stage.best,
            )
        if stage.winners and before is not None and before.best is not None:
            tables = len(table_sizes(before.best))
            if not _can_be_seated(tables):
                yield Caution.of(
                    "FM-02",
                    marked(
                        "A stage of {best} has {tables} winners, who are no table of their own."
                    ),
                    best=before.best,
                    tables=tables,
                )
        before = stage


def _can_be_seated(players: int) -> bool:
    try:
        return bool(table_sizes(players))
    except Refused:
        return False
