"""A player's way through the day, and why it led to this place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.domain.criteria import Standing
from tournaments.domain.standings import deciding
from tournaments.models import Entry, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import Event, PlayedRound, read_event
from tournaments.views.access import act
from tournaments.views.cached import cached
from tournaments.views.draw_account import rounds_at_threes
from tournaments.views.public.frame import frame, told_apart
from tournaments.views.public.results import SeatResult, TableResult, table_result
from tournaments.views.public.words import decision_words
from tournaments.wording import figure_of, stage_headings

SHOWN = (
    EntryState.CONFIRMED,
    EntryState.CHECKED_IN,
    EntryState.WITHDRAWN,
    EntryState.EXCLUDED,
)


@dataclass(frozen=True, slots=True)
class Stop:
    """One round of the day: the table as it sits or sat there, and what it brought."""

    played: PlayedRound
    table: TableResult | None
    own: SeatResult | None


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Whoever is next to a player in the standings, by the name nobody else has, and what parted
    them."""

    name: str
    rank: int
    why: str


@cached
@act
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    event = read_event(tournament)
    entry = next((e for e in event.entries.values() if e.number == number), None)
    if entry is None or entry.state not in SHOWN:
        raise Http404
    rows = event.standings().rows
    place = next((index for index, row in enumerate(rows) if row.player == entry.pk), None)
    context = {
        **frame(request, event, here="player"),
        "entry": entry,
        "standing": rows[place] if place is not None else None,
        "figures": _figures(event, rows[place]) if place is not None else (),
        "players_ranked": len(rows),
        "above": _above(event, rows, place),
        "below": _below(event, rows, place),
        "stops": [(stop, _rank_after(event, entry, stop.played)) for stop in stops(event, entry)],
        "met": _met(event, entry),
        "has_threes": any(
            table.is_three for r in event.rounds if r.is_published for table in r.tables
        ),
        "at_threes": rounds_at_threes(event, before_round=len(event.rounds) + 1).get(entry.pk, []),
        "out_after": event.out_after.get(entry.pk),
        "counts": _what_counts(event, rows[place]) if place is not None else "",
    }
    return render(request, "tournaments/public/player.html", context)


def _figures(event: Event, row: Standing) -> list[tuple[str, str | int]]:
    """What the standings show of the player, each with what it is."""
    shown = event.columns
    return [(_(criterion.label), figure_of(row, criterion)) for criterion in shown]


def _what_counts(event: Event, row: Standing) -> str:
    """Which games the figures of a row are of, once a semi-final or a final has begun."""
    return stage_headings(event.stages, [row]).get(row.player, "") if row.stage else ""


def _above(event: Event, rows: tuple[Standing, ...], place: int | None) -> Neighbour | None:
    if not place:
        return None
    row = rows[place - 1]
    return _neighbour(event, row, decision_words(deciding(row, rows[place], event.ranking.order)))


def _below(event: Event, rows: tuple[Standing, ...], place: int | None) -> Neighbour | None:
    if place is None or place + 1 == len(rows):
        return None
    row = rows[place + 1]
    return _neighbour(event, row, decision_words(deciding(rows[place], row, event.ranking.order)))


def _neighbour(event: Event, row: Standing, why: str) -> Neighbour:
    return Neighbour(told_apart(event, event.entries[row.player]), row.rank, why)


def stops(event: Event, entry: Entry) -> Iterator[Stop]:
    """The published rounds from first to last; without a table where the player sat out.

    Semi-finals and finals are for those who reached them.
    """
    for played in event.rounds:
        if not played.is_published:
            continue
        table = played.table_of(entry)
        if table is None and played.stage.cut is not None:
            continue
        shown = table_result(event, table) if table else None
        own = next((seat for seat in shown.seats if seat.entry is entry), None) if shown else None
        yield Stop(played, shown, own)


def _rank_after(event: Event, entry: Entry, played: PlayedRound) -> int | None:
    if played.missing:
        return None
    rows = event.standings(after_round=played.number).rows
    return next((row.rank for row in rows if row.player == entry.pk), None)


def _met(event: Event, entry: Entry) -> list[tuple[Entry, str, list[int]]]:
    """Opponents, their names told apart, with the rounds in which they sat at one table, most
    meetings first."""
    rounds: dict[int, list[int]] = {}
    for played in event.rounds:
        table = played.table_of(entry) if played.is_published else None
        for other in table.met if table and entry.pk in table.met else ():
            if other != entry.pk:
                rounds.setdefault(other, []).append(played.number)
    met = [(event.entries[key], numbers) for key, numbers in rounds.items()]
    met.sort(key=lambda pair: -len(pair[1]))
    return [(other, told_apart(event, other), numbers) for other, numbers in met]
