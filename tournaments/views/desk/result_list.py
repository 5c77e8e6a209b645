"""All results of an event in one list at the desk: a line for each player of each table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.domain.criteria import Figure
from tournaments.domain.names import SortKey, matches, sort_key, text_key
from tournaments.domain.standings import rounded
from tournaments.exports.sheets import Form
from tournaments.models import Entry, Tournament
from tournaments.models.event import Event, PlayedRound, SeatedTable, read_event
from tournaments.models.result import Ending
from tournaments.views.access import act
from tournaments.views.desk.round_sheet import SeatLine, lines_of
from tournaments.views.listing import (
    NAME,
    NUMBER,
    RANK,
    FileColumn,
    ListTable,
    as_asked,
    file_of,
    kept_fields,
)
from tournaments.views.public.frame import last_published
from tournaments.wording import figure_words, percent_words


@dataclass(frozen=True, slots=True)
class Line:
    """What a game brought one player, as the table prints and sorts it. Without a score there is
    no result yet, or the game brought nothing."""

    entry: Entry
    played: PlayedRound
    seated: SeatedTable
    seat: SeatLine
    name: SortKey
    club: SortKey
    end: str

    @property
    def round(self) -> int:
        return self.played.number

    @property
    def table(self) -> int:
        return self.seated.number

    @property
    def number(self) -> int:
        return self.entry.number

    @property
    def place(self) -> int | None:
        return self.seat.score.place if self.seat.score else None

    @property
    def points(self) -> Figure | None:
        return self.seat.score.points if self.seat.score else None

    @property
    def game_points(self) -> int | None:
        return self.seat.game_points

    @property
    def success(self) -> Fraction | None:
        return self.seat.score.success if self.seat.score else None


class ResultsTable(ListTable):
    caption = gettext_lazy("Results")
    number = tables.Column(verbose_name=pgettext_lazy("number on the badge", "No."), attrs=RANK)
    name = tables.Column(verbose_name=gettext_lazy("Name"), attrs=NAME)
    club = tables.Column(verbose_name=gettext_lazy("Club"))
    round = tables.Column(verbose_name=gettext_lazy("Round"), attrs=NUMBER)
    table = tables.Column(verbose_name=gettext_lazy("Table"), attrs=NUMBER)
    place = tables.Column(verbose_name=gettext_lazy("Place"), attrs=NUMBER)
    points = tables.Column(
        verbose_name=gettext_lazy("Points"), attrs=NUMBER, initial_sort_descending=True
    )
    game_points = tables.Column(
        verbose_name=gettext_lazy("Game points"), attrs=NUMBER, initial_sort_descending=True
    )
    success = tables.Column(
        verbose_name=gettext_lazy("Success"), attrs=NUMBER, initial_sort_descending=True
    )
    end = tables.Column(verbose_name=gettext_lazy("End"))

    def render_name(self, record: Line) -> str:
        return record.entry.full_name

    def render_club(self, record: Line) -> str:
        return str(record.entry.club or "")

    def render_table(self, record: Line) -> SafeString:
        slug = record.entry.tournament.slug
        address = reverse("enter_result", args=[slug, record.round, record.table])
        return format_html('<a href="{}">{}</a>', address, record.table)

    def render_points(self, value: Figure) -> str | int:
        return figure_words(value)

    def render_success(self, value: Fraction) -> str:
        return percent_words(value)


NOT_BY_SCORE = ("points", "success")
"""What a game that goes by score has no column of."""

IN_FILE = {
    "round": FileColumn(gettext_lazy("Round"), lambda line: line.round, Form.NUMBER),
    "table": FileColumn(gettext_lazy("Table"), lambda line: line.table, Form.NUMBER),
    "number": FileColumn(gettext_lazy("Number"), lambda line: line.number, Form.NUMBER),
    "name": FileColumn(gettext_lazy("Name"), lambda line: line.entry.full_name),
    "club": FileColumn(gettext_lazy("Club"), lambda line: str(line.entry.club or "")),
    "place": FileColumn(gettext_lazy("Place"), lambda line: line.place, Form.NUMBER),
    "points": FileColumn(
        gettext_lazy("Points"),
        lambda line: None if line.points is None else rounded(line.points),
        Form.NUMBER,
    ),
    "game_points": FileColumn(
        gettext_lazy("Game points"), lambda line: line.game_points, Form.NUMBER
    ),
    "success": FileColumn(gettext_lazy("Success"), lambda line: line.success, Form.SHARE),
    "end": FileColumn(gettext_lazy("End"), lambda line: line.end),
}


@act
def result_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    event = read_event(tournament)
    query = request.GET.get("q", "").strip()
    published = [played for played in event.rounds if played.is_published]
    wanted = [played for played in published if str(played.number) == request.GET.get("round")]
    lines = [
        line
        for played in wanted or published
        for line in _lines(event, played)
        if not query or matches(query, f"{line.number} {line.entry.full_name} {line.entry.club}")
    ]
    left_out = _left_out(tournament)
    table = as_asked(request, ResultsTable(lines, exclude=left_out))
    in_file = dict(IN_FILE)
    if not tournament.has_words_of_the_tour:
        table.columns["success"].column.verbose_name = gettext_lazy("Share")
        in_file["success"] = replace(in_file["success"], label=gettext_lazy("Share"))
    table.in_file = tuple(column for name, column in in_file.items() if name not in left_out)
    if taken := file_of(request, table, about=tournament.name):
        return taken
    context = {
        "tournament": tournament,
        "event": event,
        "last": last_published(event),
        "published": published,
        "wanted": wanted[0].number if wanted else None,
        "table": table,
        "query": query,
        "kept": kept_fields(request),
    }
    return render(request, "tournaments/desk/result_list.html", context)


def _left_out(tournament: Tournament) -> tuple[str, ...]:
    """The columns that say nothing of the event's games."""
    if tournament.game.by_score:
        return NOT_BY_SCORE
    return () if tournament.brings_points else ("points",)


def _lines(event: Event, played: PlayedRound) -> Iterator[Line]:
    """Table by table, the best first; those whom a game brought nothing at the end."""
    for seated in played.tables:
        at_table = lines_of(seated, {}, event.tournament)
        for seat in sorted(at_table, key=_place):
            entry = event.entries[seat.seat.entry_id]
            yield Line(
                entry,
                played,
                seated,
                seat,
                sort_key(entry.full_name),
                text_key(str(entry.club or "")),
                _end(seated, seat),
            )


def _place(seat: SeatLine) -> tuple[bool, int]:
    return (True, 0) if seat.score is None else (False, seat.score.place)


def _end(seated: SeatedTable, seat: SeatLine) -> str:
    if seated.result is None:
        return _("no result yet")
    words = str(Ending(seated.result.ending).of_the_game)
    return f"{words}, {seat.note}" if seat.note else words
