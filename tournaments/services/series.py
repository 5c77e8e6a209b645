"""What each series keeps: its name, its seasons, and the places that qualify; and clubs.

Done under one lock for all series, like all that administrators decide. What is replaced stays in
the history of its row.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from django.db import IntegrityError, models, transaction
from simple_history.utils import bulk_update_with_history

from tournaments.domain import qualification
from tournaments.domain.first_steps import FirstStep, Step, first_steps
from tournaments.domain.qualification import Band, check_slots
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import (
    Club,
    Entry,
    SchoolTip,
    Season,
    Series,
    SlotBand,
    SlotTable,
    Tournament,
)
from tournaments.models.office import free_key
from tournaments.services.acts import (
    AlreadyDone,
    Doer,
    Unconfirmed,
    changed_meanwhile,
    refuse_who_left,
)
from tournaments.services.offices import locked_series
from tournaments.services.versions import raise_versions

BAND = ("players_from", "players_to", "direct_to", "points_from", "points_to")
"""The columns of a band, in the order of `Band`."""


def steps_of_site(year: int) -> tuple[FirstStep, ...]:
    """The first steps of this site, for somebody who has an account: four queries at most."""
    done = [Step.ACCOUNT]
    if Series.objects.oldest().history.filter(history_type="~").exists():
        done.append(Step.SERIES)
    if Club.objects.exists():
        done.append(Step.CLUB)
    if Season.objects.filter(series=None, year__gte=year).exists():
        done.append(Step.SEASON)
    if Tournament.objects.exists():
        done.append(Step.EVENT)
    return first_steps(done)


def add_series(fields: Mapping[str, Any], doer: Doer) -> Series:
    """A series beside those that the site has. Refused where another one has its name or key."""
    with _deciding(doer):
        series = Series(**fields)
        _save_alone(series, marked("There is a series of this name or key already."))
    return series


def rename_series(series: Series, fields: Mapping[str, Any], doer: Doer) -> None:
    """Say what the series is called and where it is at home; the same again says that it is right.
    Its key stays, since it is printed; but on a site without any event that of the oldest series
    follows the name."""
    with _deciding(doer):
        kept = _again(Series, series.pk)
        _write(kept, fields)
        if kept.is_oldest and not Tournament.objects.exists():
            kept.key = free_key(kept.name, but=kept)
        _save_alone(kept, marked("There is a series of this name already."))


def settle_school(pk: int, doer: Doer) -> None:
    """Forget what somebody told of a school, once the series has answered (T-094)."""
    with _deciding(doer):
        deleted, _rows = SchoolTip.objects.filter(pk=pk).delete()
        if not deleted:
            raise AlreadyDone("T-094", marked("That is settled already."))


def keep_club(club: Club | None, fields: Mapping[str, Any], doer: Doer) -> Club:
    """Write a club, or a new one. Refused where its name is taken meanwhile."""
    with _deciding(doer):
        kept = Club() if club is None else _again(Club, club.pk)
        _write(kept, fields)
        _save_alone(kept, marked("There is a club of this name already."))
    return kept


def join_clubs(kept: Club, other: Club, doer: Doer) -> None:
    """Give one club all that the other has, and delete that one. Asked about once, since it is not
    taken back; refused (T-070) where both host a season event of one year."""
    with _deciding(doer):
        rows = Club.objects.select_for_update().filter(pk__in=[kept.pk, other.pk])
        found = {club.pk: club for club in rows.order_by("pk")}
        if other.pk not in found:
            raise AlreadyDone("", marked("This club is joined already."))
        if kept.pk not in found or kept.pk == other.pk:
            raise changed_meanwhile()
        kept, other = found[kept.pk], found[other.pk]
        _refuse_two_a_year(kept, other)
        events = Tournament.objects.filter(models.Q(club=other) | models.Q(entries__club=other))
        keys = set(events.values_list("pk", flat=True))
        _heed(_joining(kept, other), doer)
        # Locked as every act locks them, so that none writes the other club meanwhile.
        list(Tournament.objects.select_for_update().filter(pk__in=keys).order_by("pk"))
        _hand_over(list(other.tournaments.all()), kept)
        _hand_over(list(other.entries.all()), kept)
        other.delete()
        raise_versions(Tournament.objects.filter(pk__in=keys))


def _hand_over(rows: Sequence[Any], club: Club) -> None:
    for row in rows:
        row.club = club
    if rows:
        bulk_update_with_history(rows, type(rows[0]), ["club"])


def _refuse_two_a_year(kept: Club, other: Club) -> None:
    years = [
        {
            (day.year, series)
            for series, day in club.tournaments.counting_for_club().values_list("series", "date")
        }
        for club in (kept, other)
    ]
    if both := years[0] & years[1]:
        raise Refused(
            "T-070",
            marked("Both clubs have a season tournament in {year}; a club has one a year."),
            year=min(year for year, _series in both),
        )


def _joining(kept: Club, other: Club) -> Caution:
    return Caution.of(
        "",
        marked(
            "{other} is deleted and all that it has goes to {kept}: tournaments {events}, players "
            "{players}. This cannot be taken back."
        ),
        other=other.name,
        kept=kept.name,
        events=other.tournaments.count(),
        players=Entry.objects.filter(club=other).count(),
    )


def keep_season(
    series: Series, season: Season | None, fields: Mapping[str, Any], doer: Doer
) -> None:
    """Write a season of a series, or a new one. Refused where its year has one meanwhile."""
    with _deciding(doer):
        kept = Season(series=series.as_kept) if season is None else _again(Season, season.pk)
        _write(kept, fields)
        _save_alone(kept, marked("This year has its season already."))


def keep_places(
    series: Series,
    table: SlotTable | None,
    *,
    kind: str,
    valid_from: dt.date,
    bands: Collection[Band],
    doer: Doer,
    seen: str | None = None,
) -> None:
    """Write which places of a series qualify from a day on, or a new such table (T-083, T-084).

    What finished events gave stays. Refused if the table is not any more as it was `seen`."""
    ordered = tuple(sorted(bands, key=lambda band: band.players_from))
    if not ordered:
        raise Refused("T-084", marked("Write at least one line."))
    check_slots(qualification.SlotTable(qualification.SlotKind(kind), valid_from, ordered))
    with _deciding(doer):
        kept = (
            SlotTable(series=series.as_kept, kind=kind)
            if table is None
            else _again(SlotTable, table.pk)
        )
        if table is not None and seen not in (None, as_seen(kept)):
            raise changed_meanwhile()
        kept.valid_from = valid_from
        _save_alone(kept, marked("From this day on a table of these places begins already."))
        _write_bands(kept, ordered)


def as_seen(table: SlotTable) -> str:
    """What a page shows of a table, in letters, to know it again."""
    rows = [table.bands.order_by("players_from").values_list(*BAND)]
    return repr([str(table.valid_from), *map(list, rows)])


def drop_places(table: SlotTable, doer: Doer) -> None:
    """Delete a table: the one before it holds again, or the printed one. Asked about once."""
    with _deciding(doer):
        kept = SlotTable.objects.select_for_update().filter(pk=table.pk).first()
        if kept is None:
            raise AlreadyDone("", marked("This table is deleted already."))
        caution = Caution.of(
            "T-084",
            marked(
                "The table from {day} on is deleted, and the one before it holds again for all "
                "events that are not finished."
            ),
            day=kept.valid_from,
        )
        _heed(caution, doer)
        kept.delete()


def _write_bands(table: SlotTable, bands: Sequence[Band]) -> None:
    """Save what is new or changed, so that the history tells just that."""
    old = {band.players_from: band for band in table.bands.all()}
    starts = {band.players_from for band in bands}
    for start, row in old.items():
        if start not in starts:
            row.delete()
    for band in bands:
        row = old.get(band.players_from) or SlotBand(table=table)
        wanted = {name: getattr(band, name) for name in BAND}
        if row.pk is None or any(getattr(row, name) != value for name, value in wanted.items()):
            _write(row, wanted)
            row.save()


@contextmanager
def _deciding(doer: Doer) -> Iterator[None]:
    with locked_series():
        refuse_who_left(doer)
        yield


def _heed(caution: Caution, doer: Doer) -> None:
    if caution.key not in doer.confirmed:
        raise Unconfirmed([caution])


def _again(model: type[models.Model], pk: int) -> Any:
    """The row as it is by now, locked; refused where it is gone."""
    row = model._default_manager.select_for_update().filter(pk=pk).first()
    if row is None:
        raise changed_meanwhile()
    return row


def _write(row: models.Model, fields: Mapping[str, Any]) -> None:
    for name, value in fields.items():
        setattr(row, name, value)


def _save_alone(row: models.Model, taken: str) -> None:
    """Save a row that no other may be like; refused in these words if one is."""
    try:
        with transaction.atomic():
            row.save()
    except IntegrityError as error:
        raise Refused("", taken) from error
