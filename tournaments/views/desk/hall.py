"""The map of the hall at the desk: each table of the running round with its state."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.domain.hall import TableState, late_for, table_state
from tournaments.models import Call, Entry, Response, Ruling
from tournaments.models.event import PlayedRound, SeatedTable
from tournaments.views.proposals import contested_tables

WITH_NAMES = 16
"""Up to so many tables their players stand on the map; of more they would fill the page."""

LONGEST_WORD = 14
"""Letters for which a tile has room on a phone where two stand side by side."""

WITH_RESULT = (TableState.IN, TableState.DISPUTED, TableState.RULED)


@dataclass(frozen=True, slots=True)
class TableTile:
    """A table on the map. `late` are minutes since its bell, `extra` those that it got beside the
    clock; `gone` players seated here who left or were excluded since, of whom no result was entered
    yet; `call` is its open call of the referee."""

    number: int
    entries: tuple[Entry, ...]
    state: TableState
    late: int | None
    extra: int
    gone: tuple[Entry, ...]
    call: Call | None


@dataclass(frozen=True, slots=True)
class HallMap:
    """The tables of a published round."""

    played: PlayedRound
    tiles: tuple[TableTile, ...]

    @property
    def with_names(self) -> bool:
        return len(self.tiles) <= WITH_NAMES

    @property
    def has_long_words(self) -> bool:
        """Whether some name has a word that half of a phone would break inside."""
        names = (entry.full_name for tile in self.tiles for entry in tile.entries)
        words = (word for name in names for word in name.replace("-", "- ").split())
        return any(len(word) > LONGEST_WORD for word in words)

    @property
    def done(self) -> int:
        return sum(tile.state in WITH_RESULT for tile in self.tiles)


def hall_map(
    played: PlayedRound | None, now: dt.datetime, calls: Iterable[Call] = ()
) -> HallMap | None:
    """The map of a round with its open calls, None while its draw is not published."""
    if played is None or not played.is_published:
        return None
    latest = {table.result.pk: table.number for table in played.tables if table.result}
    wrong = Response.objects.disputes().filter(result__in=latest)
    disputed = {latest[key] for key in wrong.values_list("result_id", flat=True)}
    contested = contested_tables(played, now)
    ruled = Ruling.objects.tables_ruled_since(t.result for t in played.tables if t.result)
    calling = {call.table_id: call for call in calls}
    tiles = (
        _tile(
            played,
            table,
            now,
            disputed=table.number in disputed,
            ruled=table.table.pk in ruled,
            contested=table.number in contested,
            call=calling.get(table.table.pk),
        )
        for table in played.tables
    )
    return HallMap(played, tuple(tiles))


def _tile(
    played: PlayedRound,
    seated: SeatedTable,
    now: dt.datetime,
    *,
    disputed: bool,
    ruled: bool,
    contested: bool,
    call: Call | None,
) -> TableTile:
    bell = played.round.bell_of(seated.table)
    has_result = seated.result is not None
    return TableTile(
        seated.number,
        seated.entries,
        table_state(
            now,
            started=played.round.started_at,
            bell=bell,
            has_result=has_result,
            disputed=disputed,
            ruled=ruled,
            contested=contested,
        ),
        late_for(now, bell),
        0 if has_result else seated.table.extra_minutes,
        seated.gone,
        call,
    )
