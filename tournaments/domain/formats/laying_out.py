"""The stages of a format laid over the rounds that an event has (FM-01 to FM-03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice, pairwise, repeat
from typing import NamedTuple

from tournaments.domain.games import GAMES, TableGame
from tournaments.domain.seating import table_sizes
from tournaments.domain.stages import Cut, Later

from .values import Band, Format, FormatStage

ONE_TABLE = 4
"""How many winners of tables play where nobody knows how many tables there will be."""


def laid_out(format_: Format | None, cuts: Sequence[Cut], players: int) -> tuple[FormatStage, ...]:
    """By which stage each round is played; empty where the organiser alone plans them.

    `cuts` are those of the rounds, and `players` came to the first one. Of several bands for as
    many players that one counts which the rounds were planned by (FM-03). Rounds for everybody that
    are more or fewer than the format has belong to its first stage; the last stages stay the last.
    """
    if format_ is None or not format_.bands:
        return ()
    return tuple(_over(band_of(format_, cuts, players).stages, cuts))


def band_of(format_: Format, cuts: Sequence[Cut], players: int) -> Band:
    """The stages for so many players: of several, those whose cuts are nearest to these."""
    here = [band for band in format_.bands if is_for(band, players)] or [*format_.bands]
    planned = [cut for cut, _rounds in groupby(cuts) if cut is not None]
    return min(here, key=lambda band: abs(len(_for_some(band)) - len(planned)))


def game_of_stage(game: TableGame, stage: FormatStage) -> TableGame:
    """What is played in a stage of an event of this game, whose `target` is that of the event
    (FM-07). Another game is won by its own points, as far as the stage says no others."""
    if stage.game and stage.game != game.key:
        game = GAMES[stage.game]
    if stage.target is None or game.by_score:
        return game
    return replace(game, target=stage.target)


class RoundOfFormat(NamedTuple):
    """A round as a format has it: how many of the best play, and its limit if it tells one."""

    cut: Cut
    minutes: int | None


def rounds_of(band: Band) -> tuple[RoundOfFormat, ...]:
    """The rounds of these stages, as few as they have. Of winners there are as many as tables."""
    found: list[RoundOfFormat] = []
    cut: Cut = None
    for stage in band.stages:
        cut = _winners_of(cut) if stage.winners else stage.best
        found += [RoundOfFormat(cut, stage.minutes)] * stage.rounds
    return tuple(found)


def _winners_of(cut: Cut) -> int:
    return ONE_TABLE if cut is None else len(table_sizes(cut))


def fits(format_: Format, cuts: Sequence[Cut], players: int) -> bool:
    """Whether rounds with these cuts are what the format has for so many players (FM-03)."""
    return any(_is_of(band, cuts) for band in format_.bands if is_for(band, players))


def _is_of(band: Band, cuts: Sequence[Cut]) -> bool:
    later = [cut for cut in cuts if cut is not None]
    if later != [cut for cut, _minutes in rounds_of(band) if cut is not None]:
        return False
    for_all = [stage for stage in band.stages if stage.is_for_everybody]
    least = sum(stage.rounds for stage in for_all)
    most = sum(stage.most_rounds or stage.rounds for stage in for_all)
    return least <= len(cuts) - len(later) <= most


def is_for(band: Band, players: int) -> bool:
    """Whether it is for an event of so many."""
    return band.least <= players and (band.most is None or players <= band.most)


def begins(format_: Format | None, stages: Sequence[FormatStage]) -> frozenset[int]:
    """Numbers of the rounds, from 1, that are ranked apart from those before them though everybody
    plays them: where places are played out table by table (FM-04)."""
    if format_ is None or format_.later != Later.TABLE:
        return frozenset()
    return frozenset(
        number
        for number, (before, stage) in enumerate(pairwise(stages), start=2)
        if stage is not before
    )


def _over(stages: Sequence[FormatStage], cuts: Sequence[Cut]) -> Iterator[FormatStage]:
    for_all = [stage for stage in stages if stage.is_for_everybody]
    everybodys = sum(cut is None for cut in cuts)
    lengths = [stage.rounds for stage in for_all]
    lengths[0] = max(1, lengths[0] + everybodys - sum(lengths))
    rounds = (
        stage
        for stage, length in zip(for_all, lengths, strict=True)
        for stage in repeat(stage, length)
    )
    yield from islice(rounds, everybodys)
    later = [(cut, len(list(same))) for cut, same in groupby(cuts) if cut is not None]
    for_some = [stage for stage in stages if not stage.is_for_everybody]
    # The last stages are the last, however many were planned before them.
    unplanned = [FormatStage(best=cut) for cut, _length in later[: -len(for_some) or None]]
    last = [*unplanned, *for_some[len(for_some) - (len(later) - len(unplanned)) :]]
    for stage, (_cut, length) in zip(last, later, strict=True):
        yield from repeat(stage, length)


def _for_some(band: Band) -> list[FormatStage]:
    return [stage for stage in band.stages if not stage.is_for_everybody]
