"""What a player's points are made of, checked against the pieces that there are.

A breakdown is how many a player has of each part of the game, by the part's key; what is not
named is none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .games import CITIES, METROPOLISES, REDUCED, ROADS, TOUR, TableGame
from .values import Player, Refused, Term, marked, refuse

Breakdown = Mapping[str, int]


def check_breakdown(
    breakdown: Breakdown,
    points: int,
    *,
    player: Player = "",
    game: TableGame = TOUR,
    target: int | None = None,
) -> None:
    """Refuse what one player cannot have; `facts["part"]` is the key of the part at fault."""
    refuse(breakdown_faults(breakdown, points, player=player, game=game, target=target))


def check_breakdowns(
    breakdowns: Mapping[Player, Breakdown],
    points: Mapping[Player, int],
    *,
    game: TableGame = TOUR,
    target: int | None = None,
) -> None:
    """Refuse what the players of one table cannot have, each alone and together."""
    alone = (
        fault
        for player, breakdown in breakdowns.items()
        for fault in breakdown_faults(
            breakdown, points[player], player=player, game=game, target=target
        )
    )
    refuse((*alone, *table_faults(breakdowns, game=game)))


def breakdown_faults(
    breakdown: Breakdown,
    points: int,
    *,
    player: Player = "",
    game: TableGame = TOUR,
    target: int | None = None,
) -> Iterator[Refused]:
    """Everything about one player's pieces that cannot be.

    Points already cut to `target`, by default that of the game, may stand beside a higher sum
    (T-033).
    """
    for part in game.parts:
        if not 0 <= breakdown.get(part.key, 0) <= part.most:
            yield Refused(
                part.rule,
                marked("{player}: {what} can be from 0 to {most}, not {count}."),
                player=player,
                part=part.key,
                what=Term(part.name),
                count=breakdown[part.key],
                most=part.most,
            )
    yield from _faults_of_parts(breakdown, player, game)
    yield from _faults_together(breakdown, player, game)
    yield from _faults_of_cities(breakdown, player)
    total = game.points(breakdown)
    limit = game.target if target is None else target
    capped = limit is not None and points == limit < total
    if total != points and not capped:
        yield Refused(
            game.sum_rule,
            marked("{player}: the parts make {total}, but {points} points are entered."),
            player=player,
            part="points",
            total=total,
            points=points,
        )


def _faults_of_parts(breakdown: Breakdown, player: Player, game: TableGame) -> Iterator[Refused]:
    for part in game.parts:
        count = breakdown.get(part.key, 0)
        facts = {"player": player, "part": part.key, "what": Term(part.name), "count": count}
        if count in part.never:
            yield Refused(part.rule, marked("{player}: {what} cannot be {count}."), **facts)
        roads = part.roads[count] if 0 <= count < len(part.roads) else 0
        if breakdown.get(ROADS, 0) < roads:
            yield Refused(
                part.rule,
                marked(
                    "{player}: {what}: {count}. Only with {roads} roads is the last one reached."
                ),
                roads=roads,
                **facts,
            )


def _faults_together(breakdown: Breakdown, player: Player, game: TableGame) -> Iterator[Refused]:
    for together in game.together:
        if not together.keeps(breakdown):
            yield Refused(
                together.rule,
                together.text,
                player=player,
                part=next(iter(together.times)),
                least=together.least,
                most=together.most,
            )


def _faults_of_cities(breakdown: Breakdown, player: Player) -> Iterator[Refused]:
    cities, reduced, metropolises = (
        breakdown.get(key, 0) for key in (CITIES, REDUCED, METROPOLISES)
    )
    if cities <= PIECES < cities + reduced:
        yield Refused(
            "CK-008",
            marked("{player}: cities, upright and reduced, are at most {most} together."),
            player=player,
            part=REDUCED,
            most=PIECES,
        )
    if metropolises > cities:
        yield Refused(
            "CK-179",
            marked("{player}: every metropolis stands on a city; count these cities too."),
            player=player,
            part=METROPOLISES,
        )


PIECES = 4
"""Cities of a colour, whether they stand or lie (B-018, CK-008)."""


def table_faults(
    breakdowns: Mapping[Player, Breakdown], *, game: TableGame = TOUR
) -> Iterator[Refused]:
    """Everything that the players of one table cannot have at the same time."""
    for part in game.parts:
        counts = {player: held.get(part.key, 0) for player, held in breakdowns.items()}
        holders = [player for player, count in counts.items() if count]
        if part.is_single and len(holders) > 1:
            yield Refused(
                part.rule,
                marked("{what}: more than one player is entered as its holder: {players}."),
                part=part.key,
                what=Term(part.name),
                players=", ".join(str(player) for player in holders),
            )
        elif part.box is not None and sum(counts.values()) > part.box:
            yield Refused(
                part.rule,
                marked("{what} at this table: {count}; the box has {most}."),
                part=part.key,
                what=Term(part.name),
                count=sum(counts.values()),
                most=part.box,
            )
