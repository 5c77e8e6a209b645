"""The draw as a pure function: whole events of four rounds."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from benchmarks.measure import Row, benchmark, side_by_side
from games.engine.chance import Chance
from tournaments.domain.draw import draw_round

SEATINGS = 100
LIMIT = 20


@benchmark("Draw, four rounds without a repeat")
def four_rounds() -> Iterator[Row]:
    """Beside shuffling as many players a hundred times and counting who meets again each time."""
    for players in (100, 400, 4000):
        rounds = _event(players)
        ours, plain = side_by_side(
            lambda players=players: _event(players),
            lambda rounds=rounds: _shuffle_and_score(rounds),
            repetitions=3,
        )
        of = f"{SEATINGS} random seatings, shuffled and scored"
        yield Row.at_most(f"{players} players", ours, plain, LIMIT, of=of)


@benchmark("Repeats that four rounds of the draw leave")
def repeats() -> Iterator[Row]:
    """Pairs that met before, in ten events of each size, nobody leaving."""
    for players in (16, 20, 24, 28, 32, 36, 40, 60):
        yield Row.count(f"{players} players", sum(_repeats(players, n) for n in range(10)), 0)


def _event(players: int, number: int = 0) -> list[list[tuple[int, ...]]]:
    rounds: list[list[tuple[int, ...]]] = []
    for _ in range(4):
        seed = f"{number}, {len(rounds)}"
        draw = draw_round(range(players), history=rounds, seed=seed)
        rounds.append([table.players for table in draw.tables])
    return rounds


def _repeats(players: int, number: int) -> int:
    met = _met(_event(players, number))
    return sum(times - 1 for times in met.values())


def _met(rounds: list[list[tuple[int, ...]]]) -> Counter[tuple[int, int]]:
    return Counter(
        pair for round_ in rounds for table in round_ for pair in combinations(sorted(table), 2)
    )


def _shuffle_and_score(rounds: list[list[tuple[int, ...]]]) -> int:
    """The fewest repeats among so many shuffles, as the simplest of draws would have it."""
    met = _met(rounds[:3])
    players = [player for table in rounds[0] for player in table]
    chance = Chance("plain")
    best = len(players) ** 2
    for _ in range(SEATINGS):
        chance.shuffle(players)
        tables = (players[start : start + 4] for start in range(0, len(players), 4))
        best = min(
            best,
            sum(met[tuple(sorted(pair))] for table in tables for pair in combinations(table, 2)),
        )
    return best
