"""All that was made of an event in the background, as long as its files are kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournaments.domain.names import SortKey, text_key
from tournaments.exports.kinds import KINDS
from tournaments.exports.sheets import Form
from tournaments.models import Job, Tournament
from tournaments.models.logbook import JobState
from tournaments.views.access import act
from tournaments.views.desk.jobs import asked_by, job_title
from tournaments.views.listing import NAME, PLAIN, FileColumn, ListTable, as_asked, file_of
from tournaments.wording import brief_moment

BADGES = {JobState.DONE: "good", JobState.FAILED: "bad"}


@dataclass(frozen=True, slots=True)
class Line:
    """A job as the table prints and sorts it."""

    job: Job
    title: SortKey
    at: dt.datetime
    by: SortKey
    state: SortKey


class JobsTable(ListTable):
    caption = gettext_lazy("Everything made")
    title = tables.Column(verbose_name=gettext_lazy("What was made"), attrs=NAME)
    at = tables.Column(verbose_name=gettext_lazy("Time"), attrs=PLAIN)
    by = tables.Column(verbose_name=gettext_lazy("By"))
    state = tables.Column(verbose_name=gettext_lazy("State"), attrs=PLAIN)

    in_file = (
        FileColumn(gettext_lazy("What was made"), lambda line: job_title(line.job)),
        FileColumn(gettext_lazy("Time"), lambda line: line.at, Form.MOMENT),
        FileColumn(gettext_lazy("By"), lambda line: asked_by(line.job)),
        FileColumn(gettext_lazy("State"), lambda line: line.job.get_state_display()),
    )

    class Meta:
        order_by = "-at"

    def render_title(self, record: Line) -> SafeString:
        address = reverse("job", args=[record.job.tournament.slug, record.job.token])
        return format_html('<a href="{}">{}</a>', address, job_title(record.job))

    def render_at(self, value: dt.datetime) -> SafeString:
        there = localtime(value)
        return format_html('<time datetime="{}">{}</time>', there.isoformat(), brief_moment(there))

    def render_by(self, record: Line) -> str:
        return asked_by(record.job)

    def render_state(self, record: Line) -> SafeString:
        badge = BADGES.get(record.job.state, "running")
        return format_html(
            '<span class="badge {}">{}</span>', badge, record.job.get_state_display()
        )


@act
@never_cache
def job_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    table = as_asked(request, JobsTable(list(_lines(request, tournament))))
    if taken := file_of(request, table, about=tournament.name):
        return taken
    context = {"tournament": tournament, "table": table}
    return render(request, "tournaments/job_list.html", context)


def _lines(request: HttpRequest, tournament: Tournament) -> Iterator[Line]:
    """What whoever asks may have, the newest first."""
    mine = [key for key, kind in KINDS.items() if not request.roles.isdisjoint(kind.who)]
    for job in tournament.jobs.filter(kind__in=mine).select_related("tournament"):
        yield Line(
            job,
            text_key(job_title(job)),
            job.at,
            text_key(asked_by(job)),
            text_key(job.get_state_display()),
        )
