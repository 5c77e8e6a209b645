"""What an organiser wants of a round beside the rules, and what of it cannot be had."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import perm

from games.engine.chance import Chance
from tournaments.domain.values import Player, Refused, marked, refuse

from .border import Sides
from .hall import Hall, Slot


@dataclass(frozen=True, slots=True)
class Wanted:
    """Players as indexes; tables and seats count from 1.

    `apart` and `together` are groups. `fixed` gives players a table, `locked` a table and a seat
    of it.
    """

    apart: tuple[tuple[int, ...], ...] = ()
    together: tuple[tuple[int, ...], ...] = ()
    fixed: Mapping[int, int] = field(default_factory=dict)
    locked: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    @property
    def tables(self) -> dict[int, int]:
        """The tables of all who have one, in whichever way."""
        others = {p: table for p, (table, _) in self.locked.items() if p not in self.fixed}
        return {**self.fixed, **others}

    @property
    def seats(self) -> dict[int, int]:
        return {player: seat for player, (_, seat) in self.locked.items()}


@dataclass(frozen=True, slots=True)
class _Unit:
    """Players of one table, which has a number already or not."""

    players: tuple[int, ...]
    table: int | None


def arranged(
    players: Sequence[Player], sizes: Sequence[int], sides: Sides, wanted: Wanted, chance: Chance
) -> Hall:
    """The hall with everybody who is wanted at a certain table, or at one table, seated there.

    Slot i is table i + 1. Raises `Refused` for all that can be seen to be impossible beforehand.
    """
    wish = _Wish(players, sizes, sides, wanted)
    units = wish.units()
    refuse(wish.faults(units))
    sides, kept = wish.settled(units, chance)
    seated = {player for slot in kept for player in slot}
    refuse(wish.faults_of_room(sides))
    return Hall(
        tuple(Slot(size, tuple(slot)) for size, slot in zip(sizes, kept, strict=True)),
        *(
            tuple(player for player in side if player not in seated)
            for side in (sides.high, sides.low, sides.either)
        ),
    )


def faults(players: Sequence[Player], sizes: Sequence[int], wanted: Wanted) -> tuple[Refused, ...]:
    """What cannot be had at tables of these sizes, whoever has which points."""
    wish = _Wish(players, sizes, Sides(either=tuple(range(len(players)))), wanted)
    return tuple(wish.faults(wish.units()))


def check_wanted(
    tables: Sequence[Sequence[int]], players: Sequence[Player], wanted: Wanted
) -> None:
    """Refuse tables that somebody else decided (the standings) if they are not as wanted."""
    refuse(faults(players, [len(table) for table in tables], wanted))
    refuse(_not_as_wanted(tables, players, wanted))


def _not_as_wanted(
    tables: Sequence[Sequence[int]], players: Sequence[Player], wanted: Wanted
) -> Iterator[Refused]:
    table_of = {player: number for number, table in enumerate(tables, 1) for player in table}

    def names(group: Iterable[int]) -> tuple[Player, ...]:
        return tuple(players[place] for place in group)

    for group in wanted.apart:
        for one, other in combinations(group, 2):
            if table_of[one] == table_of[other]:
                yield Refused(
                    "",
                    marked("{players} are to be kept apart; by standings they sit together."),
                    about="apart",
                    players=names((one, other)),
                )
    for group in wanted.together:
        if len({table_of[player] for player in group}) > 1:
            yield Refused(
                "",
                marked("{players} are to sit together; by standings they sit apart."),
                about="together",
                players=names(group),
            )
    for player, table in wanted.tables.items():
        if table_of[player] != table:
            yield Refused(
                "",
                marked("{player} is fixed to table {table}; by standings it is table {found}."),
                about="tables",
                player=players[player],
                table=table,
                found=table_of[player],
            )


LOTS = 64
"""Lots drawn for groups who may sit at tables of either size before there is said to be no way."""


class _Wish:
    """The wishes before a hall, and what of them cannot be had, with those concerned."""

    def __init__(
        self, players: Sequence[Player], sizes: Sequence[int], sides: Sides, wanted: Wanted
    ) -> None:
        self.players = players
        self.sizes = sizes
        self.sides = sides
        self.wanted = wanted
        self.tables = wanted.tables

    def names(self, places: Iterable[int]) -> tuple[Player, ...]:
        return tuple(self.players[place] for place in places)

    def faults(self, units: Sequence[_Unit]) -> Iterator[Refused]:
        """All that is seen to be impossible before any lot."""
        yield from self._faults_of_numbers()
        yield from self._faults_of_seats()
        for unit in units:
            yield from self._faults_of_unit(unit)
        yield from self._faults_of_apart(units)

    def _has(self, table: int) -> bool:
        return 1 <= table <= len(self.sizes)

    def _faults_of_numbers(self) -> Iterator[Refused]:
        for player, table in self.tables.items():
            if not self._has(table):
                yield Refused(
                    "",
                    marked(
                        "{player} is fixed to table {table}; this round has tables 1 to {last}."
                    ),
                    about="locked" if player not in self.wanted.fixed else "tables",
                    player=self.players[player],
                    table=table,
                    last=len(self.sizes),
                )

    def _faults_of_seats(self) -> Iterator[Refused]:
        taken: dict[tuple[int, int], int] = {}
        for player, (table, seat) in self.wanted.locked.items():
            if (other_table := self.tables[player]) != table:
                yield Refused(
                    "",
                    marked("{player} is fixed to table {table} and to table {other}."),
                    about="locked",
                    player=self.players[player],
                    table=other_table,
                    other=table,
                )
            elif self._has(table) and not 1 <= seat <= (size := self.sizes[table - 1]):
                yield Refused(
                    "",
                    marked(
                        "{player} is fixed to seat {seat}; table {table} has seats 1 to {size}."
                    ),
                    about="locked",
                    player=self.players[player],
                    seat=seat,
                    table=table,
                    size=size,
                )
            elif (other := taken.setdefault((table, seat), player)) != player:
                yield Refused(
                    "T-020",
                    marked("{players} are fixed to one seat: table {table}, seat {seat}."),
                    about="locked",
                    players=self.names((other, player)),
                    table=table,
                    seat=seat,
                )

    def units(self) -> list[_Unit]:
        """Who sits together, by wish or by being fixed to the same table; largest groups first."""
        at_table: dict[int, list[int]] = {}
        for player, table in self.tables.items():
            at_table.setdefault(table, []).append(player)
        merged: list[set[int]] = []
        for group in (*at_table.values(), *self.wanted.together):
            joined = set(group)
            for other in [unit for unit in merged if unit & joined]:
                joined |= other
                merged.remove(other)
            merged.append(joined)
        units = [self._unit(tuple(sorted(group))) for group in merged if group]
        return sorted(
            units, key=lambda unit: (unit.table is None, -len(unit.players), unit.players)
        )

    def _unit(self, players: tuple[int, ...]) -> _Unit:
        return _Unit(players, min(self._tables_of(players), default=None))

    def _tables_of(self, players: Iterable[int]) -> tuple[int, ...]:
        return tuple(sorted({self.tables[p] for p in players if p in self.tables}))

    def _faults_of_unit(self, unit: _Unit) -> Iterator[Refused]:
        """At most one: the others would follow from it."""
        tables = self._tables_of(unit.players)
        if len(tables) > 1:
            yield Refused(
                "",
                marked("{players} are kept together, but fixed to tables {tables}."),
                about="together",
                players=self.names(unit.players),
                tables=tables,
            )
            return
        if not all(map(self._has, tables)):
            return  # told of the table already
        size = self.sizes[tables[0] - 1] if tables else max(self.sizes, default=4)
        if len(unit.players) > size:
            yield self._too_many(unit, size)
        else:
            yield from self._faults_of_points(unit)

    def _too_many(self, unit: _Unit, size: int, rule_id: str = "") -> Refused:
        return Refused(
            rule_id,
            marked("More players belong at one table than its {size} seats: {players}."),
            about="together",
            players=self.names(unit.players),
            size=size,
        )

    def _faults_of_points(self, unit: _Unit) -> Iterator[Refused]:
        """Where the points put these players at tables of another size than wanted (T-013)."""
        above, below = self._on_sides(unit)
        if above and below:
            yield Refused(
                "T-013",
                marked(
                    "{players} cannot sit at one table: by their points {above} sits at a table "
                    "of 4 and {below} at a table of 3."
                ),
                about="together",
                players=self.names(unit.players),
                above=self.players[above[0]],
                below=self.players[below[0]],
            )
            return
        by_points = 4 if above else 3 if below else 0
        size = self.sizes[unit.table - 1] if unit.table else by_points
        if by_points and size != by_points:
            yield Refused(
                "T-013",
                marked(
                    "{player} cannot sit at table {table} of {size}: by the points it has to be "
                    "a table of {needed}."
                ),
                about="tables",
                player=self.players[(above or below)[0]],
                table=unit.table,
                size=size,
                needed=by_points,
            )
        elif size == 3 and len(unit.players) > 3:
            yield self._too_many(unit, size, "T-013")

    def _on_sides(self, unit: _Unit) -> tuple[list[int], list[int]]:
        """Those of the unit who have to sit at tables of four, and at tables of three."""
        return (
            [player for player in unit.players if player in self.sides.high],
            [player for player in unit.players if player in self.sides.low],
        )

    def _faults_of_apart(self, units: Sequence[_Unit]) -> Iterator[Refused]:
        everybody = range(len(self.players))
        for group in self.wanted.apart:
            members = set(group)
            for unit in units:
                if len(both := members.intersection(unit.players)) > 1:
                    yield Refused(
                        "",
                        marked("{players} are to be kept apart and to sit at one table."),
                        about="apart",
                        players=self.names(sorted(both)),
                    )
            for size, must in ((0, everybody), (4, self.sides.high), (3, self.sides.low)):
                here = sorted(members.intersection(must))
                tables = self.sizes.count(size) if size else len(self.sizes)
                if len(here) > tables:
                    yield self._cannot_be_apart(here, size, tables)
                    break

    def _cannot_be_apart(self, group: Sequence[int], size: int, tables: int) -> Refused:
        if size:
            return Refused(
                "T-013",
                marked(
                    "{players} cannot be kept apart: all of them sit at tables of {size}, "
                    "and the number of those is {tables}."
                ),
                about="apart",
                players=self.names(group),
                size=size,
                tables=tables,
            )
        return Refused(
            "",
            marked("{players} cannot be kept apart: the number of tables is {tables}."),
            about="apart",
            players=self.names(group),
            tables=tables,
        )

    def settled(self, units: Sequence[_Unit], chance: Chance) -> tuple[Sides, list[list[int]]]:
        """On which side everybody of a unit sits, and who is kept at which table.

        Where the lot puts groups so that they do not fit the tables, it is drawn again.
        """
        for _ in range(LOTS):
            try:
                sides = self.sided(units, chance)
                return sides, self.placed(units, sides)
            except Refused as refused:
                refusal = refused
        raise refusal

    def sided(self, units: Sequence[_Unit], chance: Chance) -> Sides:
        """The sides after everybody of a unit is on one. Where both are open the lot decides,
        with the chances of a plain lot."""
        high, low, either = set(self.sides.high), set(self.sides.low), set(self.sides.either)
        lows = 3 * self.sizes.count(3) - len(low)
        for unit in units:
            size = self._size(unit)
            level = [player for player in unit.players if player in either]
            if not level:
                continue
            if not size:
                # Seats are given by lot: is the unit low or high, given that it is not torn apart?
                down = perm(max(lows, 0), len(level))
                up = perm(max(len(either) - lows, 0), len(level))
                size = 3 if chance.below(max(down + up, 1)) < down else 4
            either.difference_update(level)
            if size == 3:
                low.update(level)
                lows -= len(level)
            else:
                high.update(level)
        found = Sides(tuple(sorted(high)), tuple(sorted(low)), tuple(sorted(either)))
        self.check_border(found)
        return found

    def _size(self, unit: _Unit) -> int:
        """The size of the table that a unit has to sit at; 0 where it may be either."""
        if unit.table:
            return self.sizes[unit.table - 1]
        above, below = self._on_sides(unit)
        return 4 if above or len(unit.players) == 4 else 3 if below else 0

    def placed(self, units: Sequence[_Unit], sides: Sides) -> list[list[int]]:
        """Kept players by table: fixed ones at theirs, groups at tables of their own while there
        are enough."""
        kept: list[list[int]] = [[] for _ in self.sizes]
        low = set(sides.low)
        for unit in units:
            if unit.table is not None:
                kept[unit.table - 1] += unit.players
                continue
            size = 3 if unit.players[0] in low else 4
            room = [
                (self.sizes[number] - len(seated), number)
                for number, seated in enumerate(kept)
                if self.sizes[number] == size
                and self.sizes[number] - len(seated) >= len(unit.players)
                and not self._torn(unit.players, seated)
            ]
            if not room:
                raise Refused(
                    "",
                    marked("There is no table left for those who are kept together: {players}."),
                    about="together",
                    players=self.names(unit.players),
                )
            kept[max(room)[1]] += unit.players
        return kept

    def _torn(self, players: Iterable[int], seated: Iterable[int]) -> bool:
        """Whether seating them together would bring together who is to be kept apart."""
        return any(
            set(group).intersection(players) and set(group).intersection(seated)
            for group in self.wanted.apart
        )

    def check_border(self, sides: Sides) -> None:
        """Those who have to sit at tables of one size may not be more than the seats there."""
        for size, side in ((4, sides.high), (3, sides.low)):
            seats = size * self.sizes.count(size)
            if len(side) > seats:
                raise Refused(
                    "T-013",
                    marked(
                        "Too many players are fixed to tables of {size}: the seats there are "
                        "{seats}, and {players} would have to sit there."
                    ),
                    about="tables",
                    size=size,
                    seats=seats,
                    players=self.names(side),
                )

    def faults_of_room(self, sides: Sides) -> Iterator[Refused]:
        """Everybody needs enough others to sit with."""
        foes: dict[int, set[int]] = {}
        for group in self.wanted.apart:
            for one, other in combinations(group, 2):
                foes.setdefault(one, set()).add(other)
                foes.setdefault(other, set()).add(one)
        for size, side in ((4, sides.high), (3, sides.low)):
            reach = set(side) | set(sides.either)
            for player in side:
                left = len(reach) - 1 - len(foes.get(player, set()) & reach)
                if left < size - 1:
                    yield Refused(
                        "",
                        marked(
                            "{player} is to be kept apart from too many: the others at tables of "
                            "{size} do not fill a table."
                        ),
                        about="apart",
                        player=self.players[player],
                        size=size,
                    )
