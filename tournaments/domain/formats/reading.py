"""A format as JSON: what is wrong with it, and the value that it means."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from tournaments.domain.bounds import MOST_PLACES
from tournaments.domain.games import GAMES
from tournaments.domain.scoring import Count, Level, Scoring, TimeOut
from tournaments.domain.seating import table_sizes
from tournaments.domain.stages import Later
from tournaments.domain.values import Refused, marked

from .criteria import CRITERIA
from .values import Band, Format, FormatStage, PlayOrder, Seating, Sizes, Threes

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
    yield from _faults_of_chain(written)
    if written.get("by_score") and written.get("target") is not None:
        yield _fault(
            ("target",), marked("a game that goes by score has no target; leave one of them out")
        )
    yield from _faults_of_bands(written)


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


def _faults_of_chain(written: Mapping[str, Any]) -> Iterator[Fault]:
    chain = written.get("chain", ())
    if chain and written.get("level") != Level.CHAIN:
        yield _fault(("chain",), marked("further counts part nobody where places are shared"))
    for place, name in enumerate(chain):
        if chain.index(name) != place:
            yield _fault(("chain", place), marked("{name} is a further count twice"), name=name)


def _faults_of_bands(written: Mapping[str, Any]) -> Iterator[Fault]:
    if "stages" in written and "bands" in written:
        yield _fault(
            ("bands",), marked("stages stand here and in the bands; leave one of them out")
        )
    yield from _faults_of_stages(("stages",), written.get("stages", ()))
    for number, band in enumerate(written.get("bands", ())):
        place = ("bands", number)
        least, most = band.get("from", 0), band.get("to")
        if most is not None and most < least:
            yield _fault(
                (*place, "to"),
                marked("from {least} to {most} players there is no number"),
                least=least,
                most=most,
            )
        yield from _faults_of_stages((*place, "stages"), band["stages"])


def _faults_of_stages(
    place: tuple[str | int, ...], stages: Sequence[Mapping[str, Any]]
) -> Iterator[Fault]:
    for number, stage in enumerate(stages):
        here = (*place, number)
        best, rounds, most = stage.get("best"), stage.get("rounds", 1), stage.get("most_rounds")
        if not number and (best is not None or stage.get("winners")):
            yield _fault(here, marked("everybody plays the first stage"))
        elif best is not None and stage.get("winners"):
            yield _fault(
                here, marked("the best and the winners are two stages; leave one of them out")
            )
        if best is not None and not _can_be_seated(best):
            yield _fault((*here, "best"), marked("tables of 4 and 3 cannot seat {best}"), best=best)
        if most is not None and most < rounds:
            yield _fault(
                (*here, "most_rounds"),
                marked("at least {rounds} rounds and at most {most} cannot be"),
                rounds=rounds,
                most=most,
            )
        if (game := stage.get("game")) and game not in GAMES:
            known = ", ".join(GAMES)
            yield _fault(
                (*here, "game"), marked("{name} is none of {known}"), name=game, known=known
            )
    yield from _faults_of_cuts(place, stages)


def _faults_of_cuts(
    place: tuple[str | int, ...], stages: Sequence[Mapping[str, Any]]
) -> Iterator[Fault]:
    """A stage never has more players than the one before it."""
    for number, (earlier, stage) in enumerate(pairwise(stages), start=1):
        here = (*place, number)
        if stage.get("winners"):
            if earlier.get("winners"):
                yield _fault(here, marked("winners of winners are one player, who has won"))
        elif not _is_for_everybody(earlier) and (
            _is_for_everybody(stage) or stage["best"] > _most_players(earlier)
        ):
            yield _fault(here, marked("a stage cannot grow: whoever is out does not come back"))


def _is_for_everybody(stage: Mapping[str, Any]) -> bool:
    return stage.get("best") is None and not stage.get("winners")


def _most_players(stage: Mapping[str, Any]) -> int:
    """How many play a stage at most; how many tables had a winner is not known beforehand."""
    best: int | None = stage.get("best")
    return MOST_PLACES if best is None else best


def _can_be_seated(players: int) -> bool:
    try:
        return bool(table_sizes(players))
    except Refused:
        return False


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
            chain=tuple(map(Count, written.get("chain", ()))),
        ),
        tuple(written["order"]),
        target=written.get("target"),
        by_score=written.get("by_score", False),
        later=Later(written.get("later", Later.STAGE)),
        sizes=Sizes(written.get("sizes", Sizes.FOURS)),
        bands=tuple(_bands(written)),
        least=written.get("least"),
        qualify=written.get("qualify"),
    )


def _bands(written: Mapping[str, Any]) -> Iterator[Band]:
    if stages := written.get("stages"):
        yield Band(tuple(map(_stage, stages)))
    for band in written.get("bands", ()):
        yield Band(tuple(map(_stage, band["stages"])), band.get("from", 0), band.get("to"))


def _stage(written: Mapping[str, Any]) -> FormatStage:
    return FormatStage(
        rounds=written.get("rounds", 1),
        most_rounds=written.get("most_rounds"),
        best=written.get("best"),
        winners=written.get("winners", False),
        seating=Seating(written.get("seating", Seating.RANDOM)),
        schedule=written.get("schedule", False),
        threes=Threes(written.get("threes", Threes.LOT)),
        play_order=PlayOrder(written.get("play_order", PlayOrder.DICE)),
        minutes=written.get("minutes"),
        game=written.get("game", ""),
        target=written.get("target"),
    )
