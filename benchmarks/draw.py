"""The draw as a pure function: whole events of four rounds."""

import tracemalloc
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from benchmarks.measure import LOOP, Row, benchmark, empty_loop, side_by_side
from games.engine.chance import Chance
from tests.tournaments.domain.draw.exact_model import best_round
from tournaments.domain.draw import draw_round, draw_schedule

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


@benchmark("Draw, three events of four rounds beside an exact model")
def exact_model() -> Iterator[Row]:
    """CP-SAT gets the players in a random order and a seed, and one thread as the draw does."""
    for players, limit in ((24, 0.1), (100, 0.01)):
        ours, plain = side_by_side(
            lambda players=players: [_event(players, number) for number in range(3)],
            lambda players=players: [_solved_event(players, number) for number in range(3)],
            repetitions=3,
        )
        yield Row.at_most(f"{players} players", ours, plain, limit, of="CP-SAT")


@benchmark("Memory of the draw, four rounds")
def memory() -> Iterator[Row]:
    few, many = 400, 4000
    _event(few)  # what the first call keeps for good counts for neither
    plain, ours = _peak(few), _peak(many)
    yield Row(
        f"{many} players",
        f"{ours / 1e6:.1f} MB",
        f"{few} players: {plain / 1e6:.1f} MB",
        ours / plain,
        # Hash tables grow in steps: half as much again as the players is still in proportion.
        f"at most {1.5 * many / few:g}",
        ours / plain <= 1.5 * many / few,
    )


@benchmark("Repeats that four rounds of the draw leave")
def repeats() -> Iterator[Row]:
    """Pairs that met before, in ten events of each size, nobody leaving."""
    for players in (16, 20, 24, 28, 32, 36, 40, 60):
        yield Row.count(f"{players} players", sum(_repeats(players, n) for n in range(10)), 0)


@benchmark("Schedule of three rounds in a balanced play order")
def schedule() -> Iterator[Row]:
    """A large hall beside one draw of the Tour after two rounds; small ones, with tables of three
    and wishes, beside turns of an empty loop."""
    players = 200
    rounds = _event(players)[:2]
    ours, plain = side_by_side(
        lambda: draw_schedule(range(players), rounds=3, seed="1"),
        lambda: draw_round(range(players), history=rounds, seed="1"),
        repetitions=3,
    )
    yield Row.at_most(f"{players} players", ours, plain, 30, of="one draw")
    for players in (13, 17, 21, 25, 31, 43, 59):
        apart = [(player, player + 1) for player in range(0, players // 2, 2)]
        ours, plain = side_by_side(
            lambda players=players, apart=apart: draw_schedule(
                range(players), rounds=3, seed="1", apart=apart
            ),
            empty_loop,
            repetitions=1,
        )
        yield Row.at_most(f"{players} players", ours, plain, 8, of=f"{LOOP:,} turns of a loop")


def _event(players: int, number: int = 0) -> list[list[tuple[int, ...]]]:
    rounds: list[list[tuple[int, ...]]] = []
    for _ in range(4):
        seed = f"{number}, {len(rounds)}"
        draw = draw_round(range(players), history=rounds, seed=seed)
        rounds.append([table.players for table in draw.tables])
    return rounds


def _solved_event(players: int, number: int) -> list[list[tuple[int, ...]]]:
    chance = Chance(f"exact {number}")
    rounds: list[list[tuple[int, ...]]] = []
    for _ in range(4):
        order = list(range(players))
        chance.shuffle(order)
        rounds.append(best_round(order, rounds, seed=chance.below(1000)).tables)
    return rounds


def _peak(players: int) -> int:
    """The most bytes that four rounds held at one time."""
    tracemalloc.start()
    _event(players)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak


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
