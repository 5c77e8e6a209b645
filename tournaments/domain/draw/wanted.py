"""What an organiser wants of a round beside the rules, and what of it cannot be had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb

from games.engine.chance import Chance
from tournaments.domain.values import Player, Refused, marked

from .border import Sides
from .hall import Hall, Slot


@dataclass(frozen=True, slots=True)
class Wanted:
    """Players as indexes; tables and seats count from 1.

    `apart` and `together` are groups. `tables` fixes players to a table, `seats` to a seat of it.
    """

    apart: tuple[tuple[int, ...], ...] = ()
    together: tuple[tuple[int, ...], ...] = ()
    tables: Mapping[int, int] = field(default_factory=dict)
    seats: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Unit:
    """Players of one table, which has a number already or not."""

    players: tuple[int, ...]
    table: int | None


def arranged(
    players: Sequence[Player], sizes: Sequence[int], sides: Sides, wanted: Wanted, chance: Chance
) -> Hall:
    """The hall with everybody who is wanted at a certain table, or at one table, seated there.

    Slot i is table i + 1. Raises `Refused` for what can be seen to be impossible beforehand.
    """
    wish = _Wish(players, sizes, sides, wanted)
    wish.check_numbers()
    wish.check_seats()
    units = wish.units()
    wish.check_apart(units)
    sides, kept = wish.settled(units, chance)
    seated = {player for slot in kept for player in slot}
    wish.check_room(sides)
    return Hall(
        tuple(Slot(size, tuple(slot)) for size, slot in zip(sizes, kept, strict=True)),
        *(
            tuple(player for player in side if player not in seated)
            for side in (sides.high, sides.low, sides.either)
        ),
    )


def check_wanted(
    tables: Sequence[Sequence[int]], players: Sequence[Player], wanted: Wanted
) -> None:
    """Refuse tables that somebody else decided (the standings) if they are not as wanted."""
    table_of = {player: number for number, table in enumerate(tables, 1) for player in table}

    def names(group: Iterable[int]) -> tuple[Player, ...]:
        return tuple(players[place] for place in group)

    for group in wanted.apart:
        for one, other in combinations(group, 2):
            if table_of[one] == table_of[other]:
                raise Refused(
                    "",
                    marked("{players} are to be kept apart; by standings they sit together."),
                    about="apart",
                    players=names((one, other)),
                )
    for group in wanted.together:
        if len({table_of[player] for player in group}) > 1:
            raise Refused(
                "",
                marked("{players} are to sit together; by standings they sit apart."),
                about="together",
                players=names(group),
            )
    for player, table in wanted.tables.items():
        if table_of[player] != table:
            raise Refused(
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
    """The checks, each raising `Refused` with the names of those concerned."""

    def __init__(
        self, players: Sequence[Player], sizes: Sequence[int], sides: Sides, wanted: Wanted
    ) -> None:
        self.players = players
        self.sizes = sizes
        self.sides = sides
        self.wanted = wanted

    def names(self, places: Iterable[int]) -> tuple[Player, ...]:
        return tuple(self.players[place] for place in places)

    def check_numbers(self) -> None:
        for player, table in self.wanted.tables.items():
            if not 1 <= table <= len(self.sizes):
                raise Refused(
                    "",
                    marked(
                        "{player} is fixed to table {table}; this round has tables 1 to {last}."
                    ),
                    about="tables",
                    player=self.players[player],
                    table=table,
                    last=len(self.sizes),
                )

    def check_seats(self) -> None:
        taken: dict[tuple[int, int], int] = {}
        for player, seat in self.wanted.seats.items():
            table = self.wanted.tables[player]
            size = self.sizes[table - 1]
            if not 1 <= seat <= size:
                raise Refused(
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
            other = taken.setdefault((table, seat), player)
            if other != player:
                raise Refused(
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
        for player, table in self.wanted.tables.items():
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
        tables = sorted({self.wanted.tables[p] for p in players if p in self.wanted.tables})
        if len(tables) > 1:
            raise Refused(
                "",
                marked("{players} are kept together, but fixed to tables {tables}."),
                about="together",
                players=self.names(players),
                tables=tuple(tables),
            )
        table = tables[0] if tables else None
        size = self.sizes[table - 1] if table else max(self.sizes)
        if len(players) > size:
            raise Refused(
                "",
                marked("More players belong at one table than its {size} seats: {players}."),
                about="together",
                players=self.names(players),
                size=size,
            )
        return _Unit(players, table)

    def check_apart(self, units: Sequence[_Unit]) -> None:
        for group in self.wanted.apart:
            members = set(group)
            for unit in units:
                if len(both := members.intersection(unit.players)) > 1:
                    raise Refused(
                        "",
                        marked("{players} are to be kept apart and to sit at one table."),
                        about="apart",
                        players=self.names(sorted(both)),
                    )
            everybody = range(len(self.players))
            for size, must in ((0, everybody), (4, self.sides.high), (3, self.sides.low)):
                here = sorted(members.intersection(must))
                tables = self.sizes.count(size) if size else len(self.sizes)
                if len(here) > tables:
                    self._refuse_apart(here, size, tables)

    def _refuse_apart(self, group: Sequence[int], size: int, tables: int) -> None:
        if size:
            raise Refused(
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
        raise Refused(
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
            size = self._size(unit, high, low)
            level = [player for player in unit.players if player in either]
            if not level:
                continue
            if not size:
                size = self._lot(len(level), len(either), lows, chance)
            either.difference_update(level)
            if size == 3:
                low.update(level)
                lows -= len(level)
            else:
                high.update(level)
        found = Sides(tuple(sorted(high)), tuple(sorted(low)), tuple(sorted(either)))
        self.check_border(found)
        return found

    def _size(self, unit: _Unit, high: set[int], low: set[int]) -> int:
        """The size of the table that a unit has to sit at; 0 where it may be either."""
        above = [player for player in unit.players if player in high]
        below = [player for player in unit.players if player in low]
        if above and below:
            raise Refused(
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
        by_points = 4 if above else 3 if below else 0
        size = self.sizes[unit.table - 1] if unit.table else by_points
        if by_points and size != by_points:
            raise Refused(
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
        if size == 3 and len(unit.players) > 3:
            raise Refused(
                "T-013",
                marked("More players belong at one table than its {size} seats: {players}."),
                about="together",
                players=self.names(unit.players),
                size=size,
            )
        return 4 if len(unit.players) == 4 else size

    @staticmethod
    def _lot(together: int, level: int, lows: int, chance: Chance) -> int:
        """Seats are given by lot to `level` players, `lows` of them low: is the unit low or high,
        given that it is not torn apart?"""
        down = comb(level - together, lows - together) if lows >= together else 0
        up = comb(level - together, lows) if level - together >= lows else 0
        if down + up == 0:
            return 4
        # Only the proportion matters, and the stream gives numbers of 64 bits.
        while down + up > 1 << 64:
            down, up = down >> 1, up >> 1
        return 3 if chance.below(down + up) < down else 4

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
            empty = [number for free, number in room if free == size]
            if not room:
                raise Refused(
                    "",
                    marked("There is no table left for those who are kept together: {players}."),
                    about="together",
                    players=self.names(unit.players),
                )
            kept[empty[-1] if empty else min(room)[1]] += unit.players
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

    def check_room(self, sides: Sides) -> None:
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
                    raise Refused(
                        "",
                        marked(
                            "{player} is to be kept apart from too many: the others at tables of "
                            "{size} do not fill a table."
                        ),
                        about="apart",
                        player=self.players[player],
                        size=size,
                    )
