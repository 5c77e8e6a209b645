"""Which places qualify at a tournament: the series' own tables, or the printed ones."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tournaments.domain import qualification
from tournaments.domain.qualification import Band, PlacesSevenEight, SlotKind, slots_on
from tournaments.models.series import Season, SlotTable
from tournaments.models.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Slots:
    """The two tables that hold for a tournament, and what places 7 and 8 get (D-137).

    `places_7_8` is None while nobody has set it.
    """

    main: qualification.SlotTable
    junior: qualification.SlotTable
    places_7_8: PlacesSevenEight | None = None

    def frozen(self) -> dict[str, Any]:
        """As JSON, to be kept when the tournament is finished."""
        return {
            "main": _rows(self.main),
            "junior": _rows(self.junior),
            "places_7_8": self.places_7_8,
        }


class SlotsOfSeries:
    """What each series has written of its places, read once for as many tournaments as ask. A
    series is known by its key as rows keep it."""

    @cached_property
    def tables(self) -> dict[int | None, list[qualification.SlotTable]]:
        found = defaultdict(list)
        for table in SlotTable.objects.prefetch_related("bands"):
            found[table.series_id].append(_value(table))
        return found

    @cached_property
    def places_7_8(self) -> dict[tuple[int | None, int], PlacesSevenEight]:
        """By series and year; nothing of a season that has not decided."""
        decided = Season.objects.exclude(places_7_8="")
        rows = decided.values_list("series", "year", "places_7_8")
        return {(series, year): PlacesSevenEight(places) for series, year, places in rows}


def slots_for(tournament: Tournament, series: SlotsOfSeries | None = None) -> Slots:
    """The slots as they were when the tournament was finished, or as they are on its day."""
    if tournament.frozen_slots:
        return _thawed(tournament.frozen_slots, tournament.date)
    series = series or SlotsOfSeries()
    tables = series.tables.get(tournament.series_id, [])
    return Slots(
        main=slots_on(tournament.date, SlotKind.MAIN, tables),
        junior=slots_on(tournament.date, SlotKind.JUNIOR, tables),
        places_7_8=_places_7_8(tournament, series),
    )


def _places_7_8(tournament: Tournament, series: SlotsOfSeries) -> PlacesSevenEight | None:
    if tournament.places_7_8:
        return PlacesSevenEight(tournament.places_7_8)
    return series.places_7_8.get((tournament.series_id, tournament.date.year))


def _value(table: SlotTable) -> qualification.SlotTable:
    return _table(
        table.kind,
        table.valid_from,
        (
            (b.players_from, b.players_to, b.direct_to, b.points_from, b.points_to)
            for b in table.bands.all()
        ),
    )


def _table(
    kind: str, valid_from: dt.date, rows: Iterable[Iterable[int | None]]
) -> qualification.SlotTable:
    return qualification.SlotTable(SlotKind(kind), valid_from, tuple(Band(*row) for row in rows))


def _rows(table: qualification.SlotTable) -> list[list[int | None]]:
    return [
        [b.players_from, b.players_to, b.direct_to, b.points_from, b.points_to] for b in table.bands
    ]


def _thawed(frozen: dict[str, Any], day: dt.date) -> Slots:
    places = frozen["places_7_8"]
    return Slots(
        main=_table("main", day, frozen["main"]),
        junior=_table("junior", day, frozen["junior"]),
        places_7_8=PlacesSevenEight(places) if places else None,
    )
