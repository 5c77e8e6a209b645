"""Who is on the way to a final: a list that everybody sorts, searches and takes along."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import django_tables2 as tables
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.names import SortKey, matches, sort_key
from tournaments.domain.passing_on import Before
from tournaments.domain.qualification import Award, SeasonTotal
from tournaments.exports.sheets import Form
from tournaments.models import Person, Tournament
from tournaments.views.listing import NAME, FileColumn, ListTable, as_asked
from tournaments.wording import with_number


class Prize(NamedTuple):
    """What a place in the final standings brought, by keys, so that it can be kept; no award where
    it brought nothing. `shared_name`: another player there was called the same."""

    person: int
    number: int
    rank: int
    award: Award | None
    shared_name: bool = False


@dataclass(frozen=True, slots=True)
class Won:
    """A prize with the tournament it comes from.

    A direct place that passed to them came past those `over` them who were in already. Where they
    were in `already` themselves, theirs brings them nothing more (FM-43).
    """

    tournament: Tournament
    prize: Prize
    over: tuple[Before[Tournament], ...] = ()
    already: Before[Tournament] | None = None
    passes_on: bool = False

    @property
    def account(self) -> str:
        """In words, what became of the place, or how it came here; else empty."""
        if self.already is not None:
            became = _("the place passes on") if self.passes_on else _("the place stays empty")
            return f"{_in_by(self.already)}: {became}"
        return ", ".join(f"{_place(before.rank)}: {_in_by(before)}" for before in self.over)


@dataclass(slots=True)
class Qualifier:
    """A person with all that the season brought."""

    person: Person
    total: SeasonTotal
    certain: bool = False
    """Whether what is confirmed leads to the final by itself (D-136)."""
    won: list[Won] = field(default_factory=list)
    short_names: list[str] = field(default_factory=list)
    club: str = ""
    number: int = 0
    """Of namesakes alone, whom one of them tells apart: the number if they have no club."""

    @property
    def public_name(self) -> str:
        """That of the event where its player is a child whom others joined, or for whom nobody
        agreed there. What the person is called could have more of that name than may be read."""
        gone = self.person.forgotten_at is not None
        return self.person.public_name if gone or not self.short_names else self.short_names[0]


def _in_by(before: Before[Tournament]) -> str:
    if before.by is None:
        return _("was in already by points")
    return _("was in already by %(town)s") % {"town": before.by.town}


def _place(rank: int) -> str:
    return _("place %(rank)s") % {"rank": rank}


def named(one: Qualifier) -> str:
    """The name, of a namesake with the club or the number."""
    if one.number:
        return with_number(one.public_name, one.number)
    return f"{one.public_name}, {one.club}" if one.club else one.public_name


@dataclass(frozen=True, slots=True)
class Line:
    """A qualifier as the table prints and sorts it."""

    one: Qualifier
    name: SortKey
    direct: int
    points: int
    unconfirmed: Collection[int]


class QualifiersTable(ListTable):
    """Whole on one page, as everything is that the public reads."""

    name = tables.Column(verbose_name=gettext_lazy("Name"), attrs=NAME)
    direct = tables.Column(
        verbose_name=gettext_lazy("Direct places"),
        attrs={"td": {"class": "number"}, "th": {"class": "number"}},
        initial_sort_descending=True,
    )
    points = tables.Column(
        verbose_name=gettext_lazy("Points"),
        attrs={"td": {"class": "number points"}, "th": {"class": "number"}},
        initial_sort_descending=True,
    )

    in_file = (
        FileColumn(gettext_lazy("Name"), lambda line: named(line.one)),
        FileColumn(
            gettext_lazy("In the final"),
            lambda line: _in_final(line.one),
        ),
        FileColumn(gettext_lazy("Direct places"), lambda line: line.direct, Form.NUMBER),
        FileColumn(gettext_lazy("Points"), lambda line: line.points, Form.NUMBER),
        FileColumn(gettext_lazy("Won at"), lambda line: ", ".join(map(_won(line), line.one.won))),
    )

    def render_name(self, record: Line) -> SafeString:
        context = {"one": record.one, "unconfirmed": record.unconfirmed}
        return render_to_string("tournaments/public/_qualifier.html", context)

    def render_direct(self, value: int) -> int | str:
        return value or ""

    def render_points(self, value: int) -> int | str:
        return value or ""


def qualifiers_table(
    request: HttpRequest,
    found: Iterable[Qualifier],
    unconfirmed: Collection[int],
    *,
    caption: str | Promise,
    anchor: str,
    query: str,
) -> QualifiersTable:
    """Those whom the query finds by name or place; `unconfirmed` as the season has them."""
    lines = [
        Line(one, sort_key(one.public_name), one.total.direct, one.total.points, unconfirmed)
        for one in found
        if not query or matches(query, _searched(one))
    ]
    table = QualifiersTable(lines, prefix=f"{anchor}-")
    table.caption, table.anchor = caption, f"{anchor}-list"
    as_asked(request, table, on_a_page=0)
    return table


def _in_final(one: Qualifier) -> str:
    """Empty while nobody has said how many points are enough."""
    if one.total.in_final and not one.certain:
        return _("to be confirmed")
    return {True: _("yes"), False: _("no"), None: ""}[one.total.in_final]


def _searched(one: Qualifier) -> str:
    return " ".join([named(one), *(won.tournament.town for won in one.won)])


def _won(line: Line) -> Callable[[Won], str]:
    def words(won: Won) -> str:
        told = f"{won.tournament.town} {_place(won.prize.rank)}"
        if won.account:
            told = f"{told} ({won.account})"
        waits = won.tournament.pk in line.unconfirmed
        return f"{told} ({_('to be confirmed')})" if waits else told

    return words
