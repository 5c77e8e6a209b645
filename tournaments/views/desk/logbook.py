"""The logbook of an event: everything that was done, by whom and when."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy

from tournaments.domain.names import SortKey, matches, text_key
from tournaments.exports.sheets import Form
from tournaments.models import Act, Tournament
from tournaments.views.access import act
from tournaments.views.listing import (
    PLAIN,
    WORDS,
    FileColumn,
    ListTable,
    as_asked,
    file_of,
    kept_fields,
)
from tournaments.wording import brief_moment


@dataclass(frozen=True, slots=True)
class Line:
    """An act as the table prints and sorts it."""

    done: Act
    at: dt.datetime
    label: SortKey
    round: int | None
    by: SortKey


class LogbookTable(ListTable):
    caption = gettext_lazy("Logbook")
    at = tables.Column(verbose_name=gettext_lazy("Time"), attrs=PLAIN)
    label = tables.Column(verbose_name=gettext_lazy("What was done"), attrs=WORDS)
    round = tables.Column(verbose_name=gettext_lazy("Round"))
    by = tables.Column(verbose_name=gettext_lazy("By"), attrs=PLAIN)

    in_file = (
        FileColumn(gettext_lazy("Time"), lambda line: line.at, Form.MOMENT),
        FileColumn(gettext_lazy("What was done"), lambda line: line.done.label),
        FileColumn(gettext_lazy("Round"), lambda line: line.round, Form.NUMBER),
        FileColumn(gettext_lazy("Detail"), lambda line: line.done.told),
        FileColumn(gettext_lazy("Reason"), lambda line: line.done.reason),
        FileColumn(
            gettext_lazy("Confirmed warnings"),
            lambda line: " ".join(line.done.warnings),
        ),
        FileColumn(gettext_lazy("By"), lambda line: line.done.signed),
    )

    class Meta:
        order_by = "-at"

    def render_at(self, value: dt.datetime) -> SafeString:
        there = localtime(value)
        words = brief_moment(there, "H:i:s")
        return format_html('<time datetime="{}">{}</time>', there.isoformat(), words)

    def render_label(self, record: Line) -> SafeString:
        return render_to_string("tournaments/desk/_logged.html", {"done": record.done})

    def render_by(self, record: Line) -> str:
        return record.done.signed


@act
def logbook(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    query = request.GET.get("q", "").strip()
    table = as_asked(request, LogbookTable(list(_lines(tournament, query))))
    if taken := file_of(request, table, about=tournament.name):
        return taken
    context = {
        "tournament": tournament,
        "table": table,
        "query": query,
        "kept": kept_fields(request),
    }
    return render(request, "tournaments/desk/logbook.html", context)


def _lines(tournament: Tournament, query: str) -> Iterator[Line]:
    """The acts that fit, the newest first."""
    for done in tournament.acts.all():
        if not query or matches(query, f"{done.signed} {done.label} {done.told} {done.reason}"):
            yield Line(
                done, done.at, text_key(done.label), done.round_number, text_key(done.signed)
            )
