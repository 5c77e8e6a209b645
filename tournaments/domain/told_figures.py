"""The figures of standings as programs read them, by the same keys in commands and elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .criteria import BEFORE_CUT, CRITERIA, LOT, STAGE, Figure, Order, Parting, Shown, Standing
from .formats.values import Format
from .standings import Decision, percent

Told = int | str

PARTINGS = {STAGE: "stage", BEFORE_CUT: "before_cut", LOT: "lot"}
"""What parts players beside the criteria, which have names of their own."""


def told_figures(row: Standing, order: Order, format_: Format | None = None) -> dict[str, Told]:
    """What a row has of each criterion, by its name: those of the order, as `CRITERIA` lists them,
    or, by another `format_`, points and game points and then those of the format."""
    if format_ is None:
        return dict(_by_the_tour(row, order))
    names = dict.fromkeys(("points", "game_points", *format_.criteria))
    if not format_.has_points:
        del names["points"]
    return {name: exact(row.figures[name]) for name in names}


def told_decision(decision: Decision | None) -> dict[str, Told] | None:
    """What put a player ahead of the next one; None for players who share a rank."""
    if decision is None:
        return None
    return {
        "criterion": _name(decision.criterion),
        "above": exact(decision.above),
        "below": exact(decision.below),
    }


def exact(figure: Figure) -> Told:
    """A whole number, or a fraction in lowest terms as text."""
    return str(figure) if figure.denominator > 1 else int(figure)


def _name(parting: Parting) -> str:
    return PARTINGS.get(parting, parting.name)


def _by_the_tour(row: Standing, order: Order) -> Iterator[tuple[str, Told]]:
    """A share is told exactly, too."""
    for criterion in CRITERIA.values():
        if criterion not in order:
            continue
        figure = criterion.value(row)
        if criterion.shown is Shown.PERCENT:
            yield criterion.name, f"{figure.numerator}/{figure.denominator}"
            yield f"{criterion.name}_percent", str(percent(Fraction(figure)))
        else:
            yield criterion.name, int(figure)
