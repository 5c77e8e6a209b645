"""Events outside the Tour that end in a semi-final or a final: who plays on, and in which order.

Some last rounds may be for a number of the best alone; such a number is called a cut, and None
stands for everybody. Rounds with the same cut are one stage. This is not the Tour's (T-002), and
how stages are ranked is our own decision:

- players of a later stage come before those of an earlier one, so whoever wins the final wins;
- inside a stage the games of that stage count, by criteria 1 to 6 (T-041 to T-046), unless the
  format of the event says otherwise (FM-35);
- who is level there is in the order of the standings before the cut, and only then by lot.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import accumulate, groupby, pairwise
from typing import TypeVar

from .criteria import Order, Standing, by_places
from .scoring import TOUR, Game, Scoring, score_game
from .seating import Sizes, table_sizes
from .standings import NO_RANKS, Standings, standings
from .values import EventKind, Player, Refused, marked


class Later(StrEnum):
    """What orders those who played a later stage; they are before everybody else (FM-35)."""

    STAGE = "stage"
    """The games of that stage, then the standings before it."""
    BEFORE = "before"
    """Whoever went on, or won the last stage; the others as in the standings before the stage."""
    TABLE = "table"
    """The tables in their order, then the places of that game."""
    ALL = "all"
    """All games of the event."""


Cut = int | None
"""How many of the best play a round; None for everybody."""

FINALS = {1: marked("Final"), 2: marked("Semi-final"), 3: marked("Quarter-final")}
"""What the last stages are called, counted from the end; only those behind a cut have a name."""

ONE_OF_MANY = marked("The best {cut}")

FOR_PLACES = marked("Games for places")
"""Rounds that everybody plays, of which each table decides its own places (FM-04)."""

P = TypeVar("P", bound=Player)


@dataclass(frozen=True, slots=True)
class Stage:
    """Rounds `first` to `last`, counted from 1, and the English template of what they are called.

    The stage of everybody has no cut and no name.
    """

    first: int
    last: int
    cut: Cut = None
    name: str = ""


EVERYBODYS = Stage(1, 1)
"""A round that everybody plays, alone."""


def stages_of(cuts: Sequence[Cut], begins: Collection[int] = ()) -> tuple[Stage, ...]:
    """The stages of an event, from the cut of each of its rounds; `begins` are rounds, from 1, with
    which one begins though as many play as before."""
    found: list[Stage] = []
    parts = accumulate(int(number in begins) for number in range(1, len(cuts) + 1))
    for (_part, cut), rounds in groupby(zip(parts, cuts, strict=True)):
        first = found[-1].last + 1 if found else 1
        found.append(Stage(first, first + len(list(rounds)) - 1, cut))
    return tuple(
        replace(stage, name=FINALS.get(len(found) - place, ONE_OF_MANY))
        if stage.cut is not None
        else replace(stage, name=FOR_PLACES if place else "")
        for place, stage in enumerate(found)
    )


def stage_at(cuts: Sequence[Cut], number: int) -> Stage:
    """The stage of a round, counted from 1."""
    return next(stage for stage in stages_of(cuts) if stage.first <= number <= stage.last)


def cut_faults(cuts: Sequence[Cut], kind: EventKind) -> Iterator[Refused]:
    """Everything that speaks against the cuts of an event; `facts["round"]` counts from 1."""
    for number, cut in enumerate(cuts, start=1):
        if cut is None:
            continue
        if kind.is_tour:
            yield Refused(
                "T-002",
                marked("Round {round}: in a Tour event everybody plays every round."),
                round=number,
            )
        elif number == 1:
            yield Refused("", marked("Everybody plays round 1."), round=number)
        if not can_be_seated(cut):
            yield Refused(
                "T-012",
                marked("Round {round}: tables of 4 and 3 cannot seat the best {cut}."),
                round=number,
                cut=cut,
            )
    for number, (cut, following) in enumerate(pairwise(cuts), start=1):
        if cut is not None and (following is None or following > cut):
            yield Refused(
                "",
                marked(
                    "Round {following} cannot be for more players than round {round}: "
                    "whoever is out does not come back."
                ),
                round=number,
                following=number + 1,
            )


def can_be_seated(players: int) -> bool:
    try:
        return bool(table_sizes(players))
    except Refused:
        return False


def through(contenders: Sequence[P], cut: Cut, undecided: Iterable[Collection[P]]) -> Sequence[P]:
    """Who plays on: the best of those who could, given in standings order.

    `undecided` are groups that share a place. Raises `Refused` (D-120) if one of them stands on
    both sides of the border, since then the lot decides who is through.
    """
    if cut is None or cut >= len(contenders):
        return contenders
    best = contenders[:cut]
    for group in undecided:
        if best[-1] in group and contenders[cut] in group:
            raise Refused(
                "D-120",
                marked("Place {cut} of the cut is shared. Draw the lot first: {players}."),
                cut=cut,
                players=[player for player in contenders if player in group],
            )
    return best


def claims_of_winners(contenders: Sequence[P], tables: Iterable[Mapping[P, int]]) -> list[P]:
    """Who may play a stage of winners, first the winner of each table, then the seconds, then the
    others (FMD-12); each in standings order, as the contenders come.

    `tables` have the places of the round before. Of those who share the first place of a table the
    one ahead in the standings has won it (FMD-05).
    """
    ahead = {player: number for number, player in enumerate(contenders)}
    winners: set[P] = set()
    seconds: set[P] = set()
    for places in tables:
        best = min(places.values(), default=0)
        first = [player for player, place in places.items() if place == best and player in ahead]
        winner = min(first, key=ahead.__getitem__, default=None)
        if winner is not None:
            winners.add(winner)
        seconds |= {p for p, place in places.items() if place == best + 1 or p in first}
    return sorted(
        contenders, key=lambda p: (0 if p in winners else 1 if p in seconds else 2, ahead[p])
    )


def tables_of_winners(players: int, winners: int) -> Sizes:
    """How to seat a stage whose tables are to bring so many winners, if it can be had: with fewer
    than four players a table there are tables of three (FMD-12)."""
    for sizes in ("fours", "threes"):
        try:
            if len(table_sizes(players, sizes)) == winners:
                return sizes
        except Refused:
            continue
    return "fours"


@dataclass(frozen=True, slots=True)
class PlayedStage:
    """The games of a stage so far, round by round, and the lots that were drawn for it.

    `players` are all who were seated in it, with a result or without; they are not asked for of
    the first stage, which is everybody's.
    """

    rounds: Sequence[Sequence[Game]]
    players: Collection[Player] = ()
    lots: Sequence[Player] = ()


@dataclass(frozen=True, slots=True)
class Ranking:
    """How a format ranks: by which `order`, what besides is `shown`, how games are counted, and
    what orders those who played a `later` stage (FM-35). Without an order it is that of the Tour.
    """

    order: Order | None = None
    shown: Order = ()
    scoring: Scoring = TOUR
    later: Later = Later.STAGE


OF_THE_TOUR = Ranking()


def stage_standings(
    stages: Sequence[PlayedStage],
    *,
    excluded: Collection[Player] = (),
    others: Iterable[Player] = (),
    ranking: Ranking = OF_THE_TOUR,
) -> Standings:
    """The standings of an event with cuts, in the order that stands at the top of this module.

    The figures of a row are those of its player's last stage. Of an event without cuts, that is
    of one stage, these are the standings of `standings` itself. `others` have not sat yet.
    """
    if not stages:
        return Standings(())
    games = (game for stage in stages for round_ in stage.rounds for game in round_)
    gone = frozenset(excluded) | {player for game in games for player in game.excluded}
    first, *later = stages
    found = _ranked(first, gone, others, ranking)
    for number, stage in enumerate(later, start=1):
        rank = _ranks_before(found, stage)
        following = stages[number + 1] if number + 1 < len(stages) else None
        match ranking.later:
            case Later.STAGE:
                best = _ranked(stage, gone, rank, ranking, before=rank)
            case Later.ALL:
                best = _by_all_games(stages[: number + 1], gone, rank, ranking)
            case Later.BEFORE:
                on = _who_went_on(stage, following, ranking.scoring)
                best = _in_order(stage, gone, rank, ranking, {p: (p not in on,) for p in rank})
            case Later.TABLE:
                best = _in_order(
                    stage, gone, rank, ranking, _places_by_table(stage, ranking.scoring)
                )
        found = _with_stage(found, best, stage, number)
    return found


def _ranks_before(found: Standings, stage: PlayedStage) -> dict[Player, int]:
    """The ranks from which the players of a stage went into it."""
    ranks = dict.fromkeys(stage.players, len(found.rows) + 1)
    return ranks | {row.player: row.rank for row in found.rows if row.player in stage.players}


def _ranked(
    stage: PlayedStage,
    excluded: Collection[Player],
    others: Iterable[Player],
    ranking: Ranking,
    *,
    before: Mapping[Player, int] = NO_RANKS,
) -> Standings:
    """By the criteria of the format, and then by what was before and by the lots of the stage."""
    return standings(
        stage.rounds,
        stage.lots,
        excluded=excluded,
        others=others,
        before=before,
        order=ranking.order,
        shown=ranking.shown,
        scoring=ranking.scoring,
    )


def _by_all_games(
    stages: Sequence[PlayedStage],
    excluded: Collection[Player],
    rank: Mapping[Player, int],
    ranking: Ranking,
) -> Standings:
    """The players of the last of these stages, by the games of all of them."""
    rounds = [round_ for stage in stages for round_ in stage.rounds]
    seated = {player for round_ in rounds for game in round_ for player in game.seated}
    gone = seated.difference(rank).union(excluded)
    return _ranked(replace(stages[-1], rounds=rounds), gone, rank, ranking, before=rank)


def _in_order(
    stage: PlayedStage,
    excluded: Collection[Player],
    rank: Mapping[Player, int],
    ranking: Ranking,
    keys: Mapping[Player, tuple[int, ...]],
) -> Standings:
    """The players of a stage by their keys, then by the rank before it; what else was counted is
    shown and parts nobody."""
    whole = {player: (*keys[player], before) for player, before in rank.items()}
    numbers = {key: number for number, key in enumerate(sorted(set(whole.values())), start=1)}
    shown = (*(by_places() if ranking.order is None else ranking.order), *ranking.shown)
    counted = replace(ranking, order=(), shown=shown)
    before = {player: numbers[key] for player, key in whole.items()}
    found = _ranked(stage, excluded, rank, counted, before=before)
    rows = (replace(row, before_cut=rank[row.player]) for row in found.rows)
    return replace(found, rows=tuple(rows))


def _who_went_on(
    stage: PlayedStage, following: PlayedStage | None, scoring: Scoring
) -> Collection[Player]:
    """The players of the next stage; of the last one whoever won there."""
    if following is not None:
        return set(following.players)
    return {
        player
        for round_ in stage.rounds[-1:]
        for game in round_
        for player, score in score_game(game, scoring).items()
        if score.won
    }


def _places_by_table(stage: PlayedStage, scoring: Scoring) -> dict[Player, tuple[int, int]]:
    """Table and place of everybody in the last round of a stage; whoever has none comes last."""
    places = dict.fromkeys(stage.players, (len(stage.players), 0))
    for round_ in stage.rounds[-1:]:
        for table, game in enumerate(round_):
            places |= {
                player: (table, score.place) for player, score in score_game(game, scoring).items()
            }
    return places


def _with_stage(found: Standings, best: Standings, stage: PlayedStage, number: int) -> Standings:
    """The standings with those of one more stage before everybody else."""
    rest = [row for row in found.rows if row.player not in stage.players]
    rows = [replace(row, stage=number) for row in best.rows]
    groups = (
        tuple(player for player in group if player not in stage.players)
        for group in found.undecided
    )
    return Standings(
        (*rows, *_ranked_from(len(rows) + 1, rest)),
        (*best.undecided, *(group for group in groups if len(group) > 1)),
    )


def _ranked_from(rank: int, rows: Iterable[Standing]) -> Iterator[Standing]:
    """The rows with new ranks from this one on; who shared a place still does."""
    for _, level in groupby(rows, key=lambda row: (row.stage, row.rank)):
        group = list(level)
        yield from (replace(row, rank=rank) for row in group)
        rank += len(group)


def stage_lots(
    lots: Iterable[tuple[int, Sequence[P]]], stage: Stage, after_round: int
) -> tuple[P, ...]:
    """The lots that hold for a stage in the standings after a round, in the order of the lot.

    `lots` are orders with the round after which they were drawn. What the lot decided at a cut
    stays decided; apart from that a lot holds for the standings it was drawn for (D-120).
    """
    earliest = min(stage.last, after_round)
    drawn = sorted(
        ((number, order) for number, order in lots if earliest <= number <= after_round),
        key=lambda lot: lot[0],
    )
    return tuple(dict.fromkeys(player for _, order in drawn for player in order))
