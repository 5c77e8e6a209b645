"""Draw a round: who sits at which table (T-006 to T-020)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import MappingProxyType
from typing import Literal, TypeAlias, TypeVar

from games.engine.chance import Chance
from tournaments.domain.meetings import repeated_pairs, repeated_trios
from tournaments.domain.seating import Sizes, table_sizes
from tournaments.domain.values import Player, Refused, Table, marked

from .answer import Border, Draw
from .border import Low, Sides, Threes, sides
from .bounds import History
from .certificate import Account, InOrder, Placed
from .costs import Costs, indexed, parts
from .hall import Hall, Slot
from .look_ahead import with_a_clean_round_after
from .numbers import in_seats, numbered
from .placing import apart_in_order, as_a_snake, in_order
from .play_order import PlayOrder, had_before
from .solve import Solution, solve
from .wanted import Wanted, arranged, check_wanted, faults

Mode = Literal["random", "standings"]
"""At random as the Tour wants it (T-016), or leaders together, for events outside the Tour."""

Seating = Literal["random", "lot", "standings", "standings_apart", "snake"]
"""At random with as few repeats as can be, by plain lot, leaders together, the same without repeats
where possible, or as a snake (FM-12). The mode is its older name, and answers less."""

Groups: TypeAlias = Iterable[Iterable[Player]]
Rounds: TypeAlias = Sequence[Sequence[Sequence[Player]]]
Place = TypeVar("Place", int, tuple[int, int])

NO_TABLES: Mapping[Player, int] = MappingProxyType({})
NO_SEATS: Mapping[Player, tuple[int, int]] = MappingProxyType({})


def draw_round(
    players: Sequence[Player],
    *,
    history: Rounds = (),
    points: Mapping[Player, int] | None = None,
    rounds_total: int = 4,
    apart: Groups = (),
    fixed_tables: Mapping[Player, int] = NO_TABLES,
    locked: Mapping[Player, tuple[int, int]] = NO_SEATS,
    together: Groups = (),
    rather_apart: Groups = (),
    near_desk: Iterable[Player] = (),
    seed: str,
    mode: Mode = "random",
    seating: Seating | None = None,
    sizes: Sizes = "fours",
    low: Low = "points",
    threes: Threes = "points",
    play_order: bool = False,
    cut: int | None = None,
) -> Draw:
    """Seat the players, given in standings order, best first.

    `history` holds the tables of the earlier rounds in the order of their numbers and may name
    players who left. `points` are tournament points so far (missing means none); without them the
    standings tell who is lowest, and in round 1 the lot does (T-013, T-015). `low` says whether
    the draw may choose among those level in points at the border, and `threes` by what else it is
    decided who sits at tables of three (FM-11).

    With `play_order` players come in the order in which they play, and had in earlier rounds the
    positions in which they stand there: everybody has each as often as can be (FM-14).

    Groups in `apart` share no table and those in `together` do; `fixed_tables` gives players a
    table, `locked` a table and a seat of it, all counted from 1. `rather_apart` weighs less than
    any repeat. Tables of players in `near_desk` get the lowest numbers of their size. Whoever of
    them is not to be seated now is passed over. `cut` seats only that number of the best, for a
    semi-final or a final outside the Tour's rules.

    The same input and seed give the same draw on any machine. The work is bounded by moves, never
    by time. Raises `Refused` for a number of players that cannot be seated (T-012), a player
    named twice (T-020), and wishes that cannot be had; the fact `about` says which of them.
    """
    seated, left_out = _cut(players, cut)
    index = _index(seated)
    request = _Request(
        seated,
        index,
        table_sizes(len(seated), sizes),
        history,
        wanted=_wanted(index, apart, together, fixed_tables, locked),
        rather_apart=_groups(rather_apart, index),
        near_desk=frozenset(index[player] for player in near_desk if player in index),
        seed=seed,
        left_out=left_out,
        play_order=play_order,
    )
    if seating is None and mode == "standings":
        return request.by_standings()
    by_place = seating not in (None, "random", "lot")
    border = sides(
        seated,
        request.sizes,
        # Nothing is drawn by place, so of level players the standings decide in round 1 as well.
        points=points if history else None,
        first_round=not history and not by_place,
        rule="standings" if by_place else low,
        threes=threes,
        turns=_turns(history),
    )
    if seating in ("standings", "standings_apart", "snake"):
        return request.by_place(seating, border)
    if seating == "lot":
        return request.by_lot(border)
    return request.at_random(border, another_round=rounds_total > len(history) + 1)


def _turns(history: Rounds) -> dict[Player, int]:
    """How often everybody sat at a table of three."""
    return Counter(p for round_ in history for table in round_ if len(table) == 3 for p in table)


def wish_faults(
    players: Sequence[Player],
    *,
    sizes: Sequence[int] | None,
    apart: Groups = (),
    together: Groups = (),
    fixed_tables: Mapping[Player, int] = NO_TABLES,
    locked: Mapping[Player, tuple[int, int]] = NO_SEATS,
) -> tuple[Refused, ...]:
    """What of these wishes cannot be had at tables of these sizes, whatever the points are.

    Without `sizes` the number of tables is open and each may have four seats: what is left are
    wishes that contradict one another.
    """
    index = _index(players)
    wanted = _wanted(index, apart, together, fixed_tables, locked)
    if sizes is None:
        sizes = (4,) * max(len(players), *wanted.tables.values(), 0)
    return faults(players, sizes, wanted)


@dataclass(frozen=True, slots=True)
class _Request:
    """What is to be drawn, with players as indexes in standings order."""

    players: Sequence[Player]
    index: Mapping[Player, int]
    sizes: tuple[int, ...]
    history: Rounds
    wanted: Wanted
    rather_apart: Sequence[Sequence[int]]
    near_desk: Collection[int]
    seed: str
    left_out: tuple[Player, ...]
    play_order: bool

    def by_standings(self) -> Draw:
        """Leaders together, table by table."""
        places = iter(range(len(self.players)))
        tables = [[next(places) for _ in range(size)] for size in self.sizes]
        check_wanted(tables, self.players, self.wanted)
        return self._answer(self._named(self._ordered(tables)))

    def by_place(self, seating: Seating, sides: Sides) -> Draw:
        """By the standings, tables of three apart from those of four. Only a lot for the tables of
        three asks chance for anything."""
        sides = _settled(sides, 3 * self.sizes.count(3), Chance(self.seed))
        if seating == "standings_apart":
            return self._apart_by_place(sides)
        place = as_a_snake if seating == "snake" else in_order
        tables = [*place(sides.high, 4), *place(sides.low, 3)]
        check_wanted(tables, self.players, self.wanted)
        draw = self._answer(self._named(self._ordered(tables)))
        kind: Literal["snake", "standings"] = "snake" if seating == "snake" else "standings"
        return replace(
            draw,
            certificate=Placed(kind, self._cost(tables)),
            border=self._border(sides, draw.tables),
            play_order=self._in_order(draw.tables, None),
        )

    def _apart_by_place(self, sides: Sides) -> Draw:
        """By the standings with as few repeats as there can be."""
        earlier, apart = indexed(self.history, self.index), tuple(_pairs(self.wanted.apart))
        costs = Costs(len(self.players), earlier, apart=apart)
        slots = tuple(map(Slot, self.sizes))
        found = [
            apart_in_order(hall, costs, earlier)
            for hall in Hall(slots, sides.high, sides.low).parts()
        ]
        solutions = [solution for solution, _ in found]
        tables = [table for solution in solutions for table in solution.tables]
        check_wanted(tables, self.players, replace(self.wanted, apart=()))
        first = all(certain for _, certain in found)
        draw = self._accounted(solutions, self._named(self._ordered(tables)), apart, first=first)
        return replace(draw, border=self._border(sides, draw.tables))

    def by_lot(self, sides: Sides) -> Draw:
        """Whoever met before: only wishes are looked at."""
        chance, apart = Chance(self.seed), tuple(_pairs(self.wanted.apart))
        costs = Costs(len(self.players), apart=apart, wishes=_pairs(self.rather_apart))
        hall = arranged(self.players, self.sizes, sides, self.wanted, chance)
        solutions = [solve(part, costs, (), chance) for part in hall.parts()]
        drawn = self._numbered(solutions, (), chance)
        draw = self._answer(self._named(self._ordered(drawn, chance)))
        account = Account(solutions, draw.tables, self.index, (), ())
        return replace(
            draw,
            certificate=Placed("lot", self._cost(drawn), all(one.even for one in solutions)),
            explanations=account.explanations(map(self._names, apart)),
            border=self._border(sides, draw.tables),
            play_order=self._in_order(draw.tables, None),
        )

    def at_random(self, sides: Sides, *, another_round: bool) -> Draw:
        chance = Chance(self.seed)
        earlier = indexed(self.history, self.index)
        apart = tuple(_pairs(self.wanted.apart))
        costs = Costs(
            len(self.players),
            earlier,
            apart=apart,
            wishes=_pairs(self.rather_apart),
            # Before anybody had a position any tables do.
            play_order=self._positions() if self.play_order and self.history else None,
        )
        solutions = []
        for hall in arranged(self.players, self.sizes, sides, self.wanted, chance).parts():
            solution = solve(hall, costs, earlier, chance)
            if another_round and 3 not in self.sizes:
                solution = with_a_clean_round_after(solution, costs, earlier, chance)
            solutions.append(solution)
        drawn = self._numbered(solutions, earlier, chance)
        draw = self._accounted(solutions, self._named(self._ordered(drawn, chance)), apart)
        return replace(draw, border=self._border(sides, draw.tables))

    def _numbered(
        self, solutions: Sequence[Solution], earlier: History, chance: Chance
    ) -> list[list[int]]:
        return numbered(
            [table for solution in solutions for table in solution.tables],
            earlier,
            chance,
            fixed={table - 1 for table in self.wanted.tables.values()},
            near=self.near_desk,
        )

    def _accounted(
        self,
        solutions: Sequence[Solution],
        tables: tuple[Table, ...],
        apart: Iterable[tuple[int, int]],
        *,
        first: bool | None = None,
    ) -> Draw:
        """The draw with how good it is, and why each repeat in it could not be avoided."""
        draw = self._answer(tables)
        account = Account(solutions, tables, self.index, draw.repeated_pairs, draw.repeated_triples)
        return replace(
            draw,
            certificate=account.certificate(first),
            explanations=account.explanations(map(self._names, apart)),
            # By place nobody looks at the play order before the tables stand.
            play_order=self._in_order(tables, account.in_order() if first is None else None),
        )

    def _cost(self, tables: Iterable[Sequence[int]]) -> int:
        """What the repeated pairs of these tables cost."""
        met = Costs(len(self.players), indexed(self.history, self.index))
        return parts(met.of_tables(tables)).pairs

    def _positions(self) -> PlayOrder:
        return PlayOrder(had_before(self.history, self.index), self.wanted.seats)

    def _ordered(
        self, tables: Sequence[Sequence[int]], chance: Chance | None = None
    ) -> list[list[int]]:
        """Players in play order, if that is asked for; without chance the first best one."""
        if not self.play_order:
            return list(map(list, tables))
        positions = self._positions()
        if chance is None:
            return [positions.orders(sorted(table))[0] for table in tables]
        return [positions.drawn(table, chance) for table in tables]

    def _in_order(self, tables: Sequence[Table], proved: int | None) -> InOrder | None:
        """How good the play order is; None if it is not asked for. `proved` is a bound that follows
        from how the tables were found; where the tables were given every order was compared."""
        if not self.play_order:
            return None
        positions = PlayOrder(had_before(self.history, self.index))
        seats = [[self.index[player] for player in table.players] for table in tables]
        again = positions.cost(seats)
        return InOrder(again, again if proved is None else max(positions.bound(seats), proved))

    def _names(self, places: Iterable[int]) -> tuple[Player, ...]:
        return tuple(self.players[place] for place in places)

    def _named(self, tables: Iterable[Iterable[int]]) -> tuple[Table, ...]:
        return tuple(
            Table(number, self._names(in_seats(table, self.wanted.seats)))
            for number, table in enumerate(tables, start=1)
        )

    def _answer(self, tables: tuple[Table, ...]) -> Draw:
        seats = [table.players for table in tables]
        pairs = repeated_pairs(seats, history=self.history)
        return Draw(
            tables,
            pairs,
            # Three players who sat together are three pairs who met.
            repeated_trios(seats, history=self.history) if pairs else (),
            self.seed,
            left_out=self.left_out,
        )

    def _border(self, sides: Sides, tables: Sequence[Table]) -> Border | None:
        if 3 not in self.sizes:
            return None
        threes = {player for table in tables if len(table.players) == 3 for player in table.players}
        return Border(
            sides.by,
            tuple(player for player in self.players if player in threes),
            self._names(sides.either) if self.history and sides.by != "lot" else (),
            sides.points,
        )


def _settled(sides: Sides, seats: int, chance: Chance) -> Sides:
    """The same with everybody on a side: of those who may sit at either the lot takes some."""
    level = list(sides.either)
    chance.shuffle(level)
    chosen = level[: seats - len(sides.low)]
    return replace(
        sides,
        high=tuple(sorted({*sides.high, *sides.either}.difference(chosen))),
        low=tuple(sorted({*sides.low, *chosen})),
        either=(),
    )


def _cut(players: Sequence[Player], cut: int | None) -> tuple[Sequence[Player], tuple[Player, ...]]:
    if cut is None:
        return players, ()
    if not 1 <= cut <= len(players):
        raise Refused(
            "",
            marked("Only the best {cut} are to be seated, out of {players}."),
            about="cut",
            cut=cut,
            players=len(players),
        )
    return players[:cut], tuple(players[cut:])


def _index(players: Sequence[Player]) -> dict[Player, int]:
    index: dict[Player, int] = {}
    for place, player in enumerate(players):
        if index.setdefault(player, place) != place:
            raise Refused(
                "T-020",
                marked("{player} is to be seated twice."),
                about="players",
                player=player,
            )
    return index


def _wanted(
    index: Mapping[Player, int],
    apart: Groups,
    together: Groups,
    fixed_tables: Mapping[Player, int],
    locked: Mapping[Player, tuple[int, int]],
) -> Wanted:
    return Wanted(
        apart=_groups(apart, index),
        together=_groups(together, index),
        fixed=_places(fixed_tables, index),
        locked=_places(locked, index),
    )


def _groups(groups: Groups, index: Mapping[Player, int]) -> tuple[tuple[int, ...], ...]:
    """Groups as indexes, each player once; whoever is not seated now is passed over."""
    found = (sorted({index[player] for player in group if player in index}) for group in groups)
    return tuple(tuple(group) for group in found)


def _places(wanted: Mapping[Player, Place], index: Mapping[Player, int]) -> dict[int, Place]:
    """Tables or seats by index, in the order of the players, however they were written."""
    found = {index[player]: place for player, place in wanted.items() if player in index}
    return dict(sorted(found.items()))


def _pairs(groups: Iterable[Sequence[int]]) -> Iterator[tuple[int, int]]:
    """Every pair of a group once, even if it stands in several groups."""
    return iter(sorted({pair for group in groups for pair in combinations(group, 2)}))
