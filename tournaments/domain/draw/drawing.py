"""Draw a round: who sits at which table (T-006 to T-020)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from games.engine.chance import Chance
from tournaments.domain.meetings import Meeting, repeated_pairs, repeated_trios
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Player, Refused, Table, marked

from .costs import Costs, indexed
from .exact import Seatings
from .search import repaired, shuffled

ALGORITHM = "catantour-draw-1"
"""Changes whenever the same input and seed would be drawn otherwise."""

ENUMERATED = {3: 9, 4: 12}
"""The largest group, by table size, of which every seating is tried."""

LOOK_AHEAD = 400
"""How many clean seatings of 16 or 20 players are drawn in search of one after which the next
round can be clean as well."""

Mode = Literal["random", "standings"]


@dataclass(frozen=True, slots=True)
class Draw:
    """A drawn round: tables of three last (T-014), and what could not be avoided."""

    tables: tuple[Table, ...]
    repeated_pairs: tuple[Meeting, ...]
    repeated_triples: tuple[Meeting, ...]
    seed: str
    algorithm: str = ALGORITHM


def draw_round(
    players: Sequence[Player],
    *,
    history: Sequence[Sequence[Sequence[Player]]] = (),
    points: Mapping[Player, int] | None = None,
    rounds_total: int = 4,
    apart: Iterable[Iterable[Player]] = (),
    seed: str,
    mode: Mode = "random",
) -> Draw:
    """Seat the players, given in standings order, best first.

    `history` holds the tables of the earlier rounds in their order and may name players who left.
    The same input and seed give the same draw on any machine.

    Raises `Refused` for a number of players that cannot be seated (T-012) and for a player named
    twice (T-020).
    """
    sizes = table_sizes(len(players))
    index = {player: place for place, player in enumerate(players)}
    if len(index) < len(players):
        twice = next(p for place, p in enumerate(players) if index[p] != place)
        raise Refused("T-020", marked("{player} is to be seated twice."), player=twice)
    chance = Chance(seed)
    order = list(range(len(players)))
    if mode == "standings":
        groups = _in_order(order, sizes)
    else:
        earlier = indexed(history, index)
        pairs = _pairs(apart, index)
        costs = Costs(len(players), earlier, apart=pairs)
        looking_ahead = rounds_total > len(history) + 1 > 2
        if points is not None and history:
            order.sort(key=lambda place: -points.get(players[place], 0))
        elif not history:
            chance.shuffle(order)
        border = 4 * sizes.count(4)
        groups = []
        for group, size in ((order[:border], 4), (order[border:], 3)):
            if group:
                seated = _seat(sorted(group), size, costs, chance)
                if looking_ahead and len(group) == len(players) and len(group) in (16, 20):
                    tries = LOOK_AHEAD
                    while tries and not costs.of_tables(seated):
                        later = Costs(len(players), [*earlier, seated], apart=pairs)
                        if Seatings(sorted(group), size, later.of_table, most=0).ways:
                            break
                        tries -= 1
                        seated = _seat(sorted(group), size, costs, chance)
                chance.shuffle(seated)
                groups += seated
        for table in groups:
            chance.shuffle(table)
    tables = tuple(
        Table(number, tuple(players[place] for place in group))
        for number, group in enumerate(groups, start=1)
    )
    seats = [table.players for table in tables]
    return Draw(
        tables,
        repeated_pairs(seats, history=history),
        repeated_trios(seats, history=history),
        seed,
    )


def _in_order(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    rest = iter(order)
    return [[next(rest) for _ in range(size)] for size in sizes]


def _pairs(
    groups: Iterable[Iterable[Player]], index: Mapping[Player, int]
) -> list[tuple[int, int]]:
    return [
        pair
        for group in groups
        for pair in combinations(sorted({index[player] for player in group if player in index}), 2)
    ]


def _seat(players: Sequence[int], size: int, costs: Costs, chance: Chance) -> list[list[int]]:
    if len(players) <= ENUMERATED[size]:
        return Seatings(players, size, costs.of_table).draw(chance)
    tables = shuffled(players, size, costs, chance)
    if tables is None and len(players) <= 20:
        clean = Seatings(players, size, costs.of_table, most=0)
        if clean.ways:
            return clean.draw(chance)
    return tables or repaired(players, size, costs, chance)
