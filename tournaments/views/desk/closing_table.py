"""The standings at the desk, with what they bring: whole names, to be sorted and taken along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.criteria import Criterion, Standing
from tournaments.domain.names import SortKey, matches, sort_key
from tournaments.domain.qualification import Award, Prizes
from tournaments.domain.values import EventKind
from tournaments.exports.sheets import Form, form_of
from tournaments.models import Entry
from tournaments.models.event import Event
from tournaments.views.listing import NAME, NUMBER, RANK, FileColumn, ListTable, as_asked
from tournaments.wording import figure_of, stage_headings, stage_words, with_number


@dataclass(frozen=True, slots=True)
class Line:
    """A row of the standings as the table prints and sorts it."""

    standing: Standing
    entry: Entry
    name: SortKey
    stage: str
    heading: str
    award: Award | None
    by_lot: bool
    alone: bool
    """Nobody else here has the name, so no number has to tell them apart."""

    @property
    def brings(self) -> int:
        """Sorts what is won: a direct place, a point, what the lot has yet to decide, nothing."""
        return 1 if self.by_lot else {Award.DIRECT: 3, Award.POINT: 2, None: 0}[self.award]


class Figure(tables.Column):
    """What players have of a criterion, the best first."""

    def __init__(self, criterion: Criterion) -> None:
        super().__init__(
            accessor=f"standing__figures__{criterion.name}",
            verbose_name=_(criterion.heading),
            attrs={**NUMBER, "th": {**NUMBER["th"], "title": _(criterion.label)}},
            initial_sort_descending=not criterion.least_is_best,
        )
        self.criterion = criterion

    def render(self, record: Line) -> str | int:
        return figure_of(record.standing, self.criterion)


class ClosingTable(ListTable):
    rank = tables.Column(accessor="standing__rank", verbose_name="#", attrs=RANK)
    name = tables.Column(verbose_name=gettext_lazy("Name"), attrs=NAME)
    stage = tables.Column(verbose_name=gettext_lazy("Stage"), orderable=False)
    award = tables.Column(
        accessor="brings", verbose_name=gettext_lazy("Award"), initial_sort_descending=True
    )

    class Meta:
        sequence = ("rank", "name", "...", "stage", "award")
        order_by = "rank"

    def render_name(self, record: Line) -> str:
        name, number = record.entry.full_name, record.entry.number
        if record.alone:
            return name
        return with_number(name, number)

    def render_award(self, record: Line) -> SafeString | str:
        if not record.brings:
            return ""
        look = {Award.DIRECT: "good", Award.POINT: "note", None: "warning"}[record.award]
        return format_html('<span class="badge {}">{}</span>', look, _award(record))


def closing_table(
    request: HttpRequest,
    event: Event,
    standings: Sequence[Standing],
    prizes: Prizes,
    *,
    caption: str | Promise,
    anchor: str,
    query: str = "",
) -> ClosingTable:
    """Those of these standings whom the query finds, in the order that the address asks for."""
    criteria = event.columns
    gives_places = EventKind(event.tournament.kind).gives_places
    table = ClosingTable(
        _lines(event, standings, prizes, query),
        extra_columns=[(criterion.name, Figure(criterion)) for criterion in criteria],
        exclude=() if gives_places else ("award",),
        prefix=f"{anchor}-",
    )
    table.caption, table.anchor = caption, anchor
    table.in_file = _in_file(event, criteria, gives_places=gives_places)
    as_asked(request, table)
    if table.is_usual or not event.has_cuts:
        # Headings between the lines say it.
        table.columns.hide("stage")
    return table


def _lines(event: Event, standings: Sequence[Standing], prizes: Prizes, query: str) -> list[Line]:
    def fits(row: Standing) -> bool:
        entry = event.entries[row.player]
        return not query or matches(query, f"{entry.number} {entry.full_name}")

    found = tuple(row for row in standings if fits(row))
    headings = stage_headings(event.stages, found)
    return [
        Line(
            row,
            event.entries[row.player],
            sort_key(event.entries[row.player].full_name),
            stage_words(event.stages[row.stage]) or _("rounds for everybody"),
            headings.get(row.player, ""),
            prizes.awards.get(row.player),
            row.player in prizes.by_lot,
            row.player not in event.namesakes_at_desk,
        )
        for row in found
    ]


def _in_file(
    event: Event, criteria: Sequence[Criterion], *, gives_places: bool
) -> tuple[FileColumn, ...]:
    figures = (_figure(criterion) for criterion in criteria)
    award = FileColumn(gettext_lazy("Award"), _award)
    stage = FileColumn(gettext_lazy("Stage"), lambda line: line.stage)
    return (
        FileColumn(gettext_lazy("Place"), lambda line: line.standing.rank, Form.NUMBER),
        FileColumn(gettext_lazy("Number"), lambda line: line.entry.number, Form.NUMBER),
        FileColumn(gettext_lazy("Name"), lambda line: line.entry.full_name),
        *figures,
        *((award,) if gives_places else ()),
        *((stage,) if event.has_cuts else ()),
    )


def _figure(criterion: Criterion) -> FileColumn:
    return FileColumn(
        _(criterion.title), lambda line: criterion.value(line.standing), form_of(criterion)
    )


def _award(line: Line) -> str:
    if line.by_lot:
        return _("the lot decides")
    if line.award is None:
        return ""
    return _("direct place") if line.award is Award.DIRECT else _("1 point")
