"""A format as JSON: what is wrong with it, and the value that it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from tournaments.domain.scoring import Level, Scoring, TimeOut
from tournaments.domain.values import Refused, marked

from .criteria import CRITERIA
from .values import Format, Later

SIZES = ("4", "3")
"""Sizes of tables that have a row of points."""


class Fault(NamedTuple):
    """What is wrong with a format: where in it, and the sentence."""

    place: tuple[str | int, ...]
    refusal: Refused


def faults(written: Mapping[str, Any]) -> Iterator[Fault]:
    """What a format of the right shape can still get wrong, in its own order."""
    yield from _faults_of_points(written["points"])
    order = written["order"]
    for place, name in enumerate(order):
        if name not in CRITERIA:
            known = ", ".join(CRITERIA)
            yield _fault(
                ("order", place), marked("{name} is none of {known}"), name=name, known=known
            )
        elif order.index(name) != place:
            yield _fault(("order", place), marked("{name} is a criterion twice"), name=name)
        elif name == "points" and written["points"] is None:
            yield _fault(
                ("order", place), marked("places bring no points here, so nobody is ahead by them")
            )


def _faults_of_points(points: Mapping[str, list[int]] | None) -> Iterator[Fault]:
    for size in SIZES if points else ():
        row = (points or {})[size]
        if len(row) != int(size):
            yield _fault(
                ("points", size),
                marked("a table of {size} has {size} places, not {places}"),
                size=int(size),
                places=len(row),
            )
        elif sorted(row, reverse=True) != row:
            yield _fault(("points", size), marked("a better place brings fewer points"))


def _fault(place: tuple[str | int, ...], template: str, **facts: Any) -> Fault:
    return Fault(place, Refused("", template, **facts))


def format_of(written: Mapping[str, Any]) -> Format:
    """The format that is meant, if `faults` has found none."""
    points = written["points"]
    return Format(
        Scoring(
            points and {int(size): tuple(points[size]) for size in SIZES},
            Level(written.get("level", Level.DENSE)),
            TimeOut(written.get("time_out", TimeOut.LEVEL)),
            cap=written.get("cap", True),
        ),
        tuple(written["order"]),
        target=written.get("target"),
        by_score=written.get("by_score", False),
        later=Later(written.get("later", Later.STAGE)),
    )
