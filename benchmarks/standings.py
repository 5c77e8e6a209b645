"""Standings as a pure function."""

from collections.abc import Iterator
from functools import partial
from math import log2
from random import Random

from benchmarks.measure import Row, benchmark, seconds
from tournaments.domain.formats.presets import presets
from tournaments.domain.scoring import Game
from tournaments.domain.standings import standings

FEWEST = 12


@benchmark("Standings as a pure function, four rounds")
def growth() -> Iterator[Row]:
    """Time may grow as n log n from the fewest players of a tournament to ten times the most."""
    base = _seconds(FEWEST)
    for players in (40, 120, 400, 1200, 4000):
        allowed = base * players * log2(players) / (FEWEST * log2(FEWEST))
        of = f"n log n from {FEWEST} players on"
        yield Row.at_most(f"{players} players", _seconds(players), allowed, 1, of=of)


@benchmark("400 players after four rounds, by any format")
def formats() -> Iterator[Row]:
    """A format may cost at most 1.3 times what the Tour does."""
    rounds = _rounds(400)
    tour = seconds(lambda: standings(rounds))
    for key, preset in presets().items():
        if preset.format.scoring.needs_order:
            continue
        format_ = preset.format
        took = seconds(partial(standings, rounds, order=format_.order, scoring=format_.scoring))
        yield Row.at_most(key, took, tour, 1.3, of="by the Tour")


def _seconds(players: int) -> float:
    rounds = _rounds(players)
    return seconds(lambda: standings(rounds))


def _rounds(players: int) -> list[list[Game]]:
    random = Random(players)
    return [_round(random.sample(range(players), players), random) for _ in range(4)]


def _round(players: list[int], random: Random) -> list[Game]:
    return [
        Game(
            points={player: random.randint(2, 9) for player in seats} | {seats[0]: 10},
            winner=seats[0],
        )
        for seats in (players[start : start + 4] for start in range(0, len(players), 4))
    ]
