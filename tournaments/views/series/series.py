"""Each series for its administrators: name, clubs, seasons, and the places that qualify."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

import django_tables2 as tables
from django.conf import settings
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.domain.names import SortKey, text_key
from tournaments.domain.qualification import (
    PRINTED_JUNIOR,
    PRINTED_MAIN,
    Band,
    slots_on,
)
from tournaments.domain.qualification import SlotTable as Places
from tournaments.exports.sheets import Form
from tournaments.forms.series import (
    BandRows,
    ClubForm,
    JoinForm,
    NewSeriesForm,
    PlacesForm,
    SeasonForm,
    SeriesForm,
    rows_of,
)
from tournaments.models import (
    Club,
    SchoolTip,
    Season,
    Series,
    SlotTable,
    Tournament,
)
from tournaments.models.series import SlotKind
from tournaments.models.slots import SlotsOfSeries
from tournaments.permissions import Who, may
from tournaments.services import series as kept
from tournaments.services.acts import Doer
from tournaments.services.closing import waiting_for_consent
from tournaments.services.mailing import sends_nothing
from tournaments.services.names_left import behind, texts_left
from tournaments.services.offices import is_administrator, series_headed
from tournaments.views.access import series_act
from tournaments.views.disk import disk_messages
from tournaments.views.in_series import address_of, of_series
from tournaments.views.listing import NAME, NUMBER, FileColumn, ListTable, as_asked, file_of
from tournaments.views.outcome import submit
from tournaments.views.posting import Page, Sent, posted
from tournaments.views.series.backups import nightly

PRINTED = {SlotKind.MAIN: PRINTED_MAIN, SlotKind.JUNIOR: PRINTED_JUNIOR}


SCHOOLS_ON_A_PAGE = 50
"""Each has a message of 4,000 letters, and anybody may write one."""


def led_to_their_own(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Lead whoever heads another series than the oldest from the desk that names none to theirs.

    Belongs inside of `of_series`.
    """

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **at: Any) -> HttpResponse:
        names_none = request.resolver_match.kwargs.get("series") is None
        own = series_headed(request.user) if names_none else []
        if own and request.series not in own and not is_administrator(request.user):
            return redirect("series_desk", series=own[0].key)
        return view(request, *args, **at)

    return answer


@of_series
@led_to_their_own
@series_act
def series_desk(request: HttpRequest) -> HttpResponse:
    """All that belongs to the series, and what of the first steps is still to be done."""
    series = request.series
    of_site = Who.ADMINISTRATOR in request.roles
    texts = texts_left() if of_site else []
    steps = kept.steps_of_site(timezone.localdate().year)
    context = {
        "section": "mine",
        "series": series,
        "all_series": request.all_series,
        "of_site": of_site,
        "steps": steps
        if of_site and series.is_oldest and any(not step.done for step in steps)
        else (),
        "asked": series.office_requests.filter(granted=None).count(),
        "clubs": Club.objects.count(),
        "seasons": _seasons_of(series)[:3],
        "results_go_to": settings.SERIES_EMAIL,
        "mails_off": sends_nothing(),
        "to_confirm": waiting_for_consent(timezone.localdate(), series=series),
        "schools": SchoolTip.objects.count() if of_site else 0,
        "names_left": len(texts) + behind(texts) if of_site else 0,
        "disk": disk_messages() if of_site else [],
        **(nightly() if of_site else {}),
    }
    return render(request, "tournaments/series/series_desk.html", context)


@series_act
def schools(request: HttpRequest) -> HttpResponse:
    paginator = Paginator(SchoolTip.objects.all(), SCHOOLS_ON_A_PAGE)
    page = paginator.get_page(request.GET.get("page"))
    context = {
        "section": "mine",
        "page": page,
        "pages": paginator.get_elided_page_range(page.number),
    }
    return render(request, "tournaments/series/schools.html", context)


@series_act
@posted(Page("schools"))
def settle_school(sent: Sent, pk: int) -> str:
    kept.settle_school(pk, sent.doer)
    return _("That is settled; nothing of it is kept.")


@of_series
@series_act
def rename_series(request: HttpRequest) -> HttpResponse:
    series = request.series
    form = SeriesForm(request.POST or None, instance=Series.objects.get(pk=series.pk))
    page = _form_page(request, form, title=_("Name of the series"), back="series_desk")
    return _sent(
        request,
        form,
        lambda who: kept.rename_series(series, form.cleaned_data, who),
        back=_back(request, "series_desk"),
        again=page,
    )


@series_act
def add_series(request: HttpRequest) -> HttpResponse:
    """A series beside the others. Whoever may make one goes on at its own desk."""
    form = NewSeriesForm(request.POST or None)
    page = _form_page(request, form, title=_("New series"), back="series_desk")
    if request.method != "POST" or not form.is_valid():
        return page()
    return submit(
        request,
        form,
        lambda who: kept.add_series(form.cleaned_data, who),
        done=_("The series is made. Add its season, and invite who organises in it."),
        back=reverse("series_desk", kwargs={"series": form.cleaned_data["key"]}),
        again=page,
    )


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club as the table prints and sorts it."""

    club: Club
    name: SortKey
    town: SortKey
    website: str
    events: int
    players: int


class ClubsTable(ListTable):
    caption = gettext_lazy("Clubs")
    name = tables.Column(verbose_name=gettext_lazy("Club"), attrs=NAME)
    town = tables.Column(verbose_name=gettext_lazy("Town"))
    website = tables.Column(verbose_name=gettext_lazy("Website"), orderable=False)
    events = tables.Column(verbose_name=gettext_lazy("Tournaments"), attrs=NUMBER)
    players = tables.Column(verbose_name=gettext_lazy("Sign-ups"), attrs=NUMBER)

    in_file = (
        FileColumn(gettext_lazy("Club"), lambda line: line.club.name),
        FileColumn(gettext_lazy("Town"), lambda line: line.club.town),
        FileColumn(gettext_lazy("Website"), lambda line: line.website),
        FileColumn(gettext_lazy("Tournaments"), lambda line: line.events, Form.NUMBER),
        FileColumn(gettext_lazy("Sign-ups"), lambda line: line.players, Form.NUMBER),
    )

    class Meta:
        order_by = "name"

    def render_name(self, record: ClubLine) -> SafeString | str:
        if not may(self.request.roles, "edit_club"):
            return record.club.name
        address = reverse("edit_club", args=[record.club.pk])
        return format_html('<a href="{}">{}</a>', address, record.club.name)

    def render_town(self, record: ClubLine) -> str:
        return record.club.town

    def render_website(self, value: str) -> SafeString:
        return format_html('<a href="{}" rel="noopener nofollow">{}</a>', value, value)


@series_act
def clubs(request: HttpRequest) -> HttpResponse:
    counted = Club.objects.annotate(
        events=Count("tournaments", distinct=True), players=Count("entries", distinct=True)
    )
    lines = [
        ClubLine(
            club, text_key(club.name), text_key(club.town), club.website, club.events, club.players
        )
        for club in counted
    ]
    table = as_asked(request, ClubsTable(lines))
    if taken := file_of(request, table, about=Series.objects.oldest().name):
        return taken
    table.request = request
    return render(request, "tournaments/series/clubs.html", {"section": "mine", "table": table})


@series_act
def add_club(request: HttpRequest) -> HttpResponse:
    form = ClubForm(request.POST or None)
    page = _form_page(request, form, title=_("New club"), back="clubs")
    return _sent(
        request,
        form,
        lambda who: kept.keep_club(None, form.cleaned_data, who),
        back=_back(request, "clubs"),
        again=page,
    )


@series_act
def edit_club(request: HttpRequest, pk: int) -> HttpResponse:
    club = get_object_or_404(Club, pk=pk)
    form = ClubForm(request.POST or None, instance=get_object_or_404(Club, pk=pk))
    return _sent(
        request,
        form,
        lambda who: kept.keep_club(club, form.cleaned_data, who),
        back="clubs",
        again=lambda: _club_page(request, club, form, JoinForm(club=club)),
    )


@series_act
@require_POST
def join_clubs(request: HttpRequest, pk: int) -> HttpResponse:
    club = get_object_or_404(Club, pk=pk)
    form = JoinForm(request.POST, club=club)
    return _sent(
        request,
        form,
        lambda who: kept.join_clubs(club, form.cleaned_data["other"], who),
        done=_("The two clubs are one now."),
        back="clubs",
        again=lambda: _club_page(request, club, ClubForm(instance=club), form),
    )


def _club_page(request: HttpRequest, club: Club, form: ClubForm, joining: JoinForm) -> HttpResponse:
    context = {
        "section": "mine",
        "club": club,
        "form": form,
        "joining": joining,
        "tournaments": club.tournaments.order_by("-date"),
    }
    return render(request, "tournaments/series/edit_club.html", context)


@of_series
@series_act
def seasons(request: HttpRequest) -> HttpResponse:
    context = {
        "section": "mine",
        "series": request.series,
        "seasons": _seasons_of(request.series),
        "places": [_places(request.series, kind) for kind in SlotKind],
    }
    return render(request, "tournaments/series/seasons.html", context)


def _seasons_of(series: Series) -> QuerySet[Season]:
    return Season.objects.filter(series=series.as_kept).order_by("-year")


@dataclass(frozen=True, slots=True)
class PlacesOfKind:
    """The tables of one kind, the newest first, and the printed one at the end; `holds` is the one
    that holds today, by its key, None for the printed one."""

    kind: SlotKind
    tables: list[SlotTable]
    printed: Places
    holds: int | None


def _tables_of(series: Series) -> QuerySet[SlotTable]:
    return SlotTable.objects.filter(series=series.as_kept)


def _places(series: Series, kind: SlotKind) -> PlacesOfKind:
    own = _tables_of(series).filter(kind=kind).prefetch_related("bands")
    begun = [table for table in own if table.valid_from <= timezone.localdate()]
    holds = max(begun, key=lambda table: table.valid_from, default=None)
    return PlacesOfKind(
        kind,
        sorted(own, key=lambda table: table.valid_from, reverse=True),
        PRINTED[kind],
        holds.pk if holds else None,
    )


@of_series
@series_act
def add_season(request: HttpRequest) -> HttpResponse:
    series = request.series
    form = SeasonForm(request.POST or None, initial={"year": _next_year(series)})
    page = _form_page(request, form, title=_("New season"), back="seasons")
    return _sent(
        request,
        form,
        lambda who: kept.keep_season(series, None, form.cleaned_data, who),
        back=_back(request, "seasons"),
        again=page,
    )


def _next_year(series: Series) -> int:
    """This year, or the first after it that has no season."""
    taken = set(_seasons_of(series).values_list("year", flat=True))
    year = timezone.localdate().year
    while year in taken:
        year += 1
    return year


@of_series
@series_act
def edit_season(request: HttpRequest, year: int) -> HttpResponse:
    series = request.series
    season = get_object_or_404(_seasons_of(series), year=year)
    form = SeasonForm(
        request.POST or None, instance=get_object_or_404(_seasons_of(series), year=year)
    )
    page = _form_page(request, form, title=_("Season %(year)s") % {"year": year}, back="seasons")
    return _sent(
        request,
        form,
        lambda who: kept.keep_season(series, season, form.cleaned_data, who),
        back="seasons",
        again=page,
    )


@of_series
@series_act
def add_places(request: HttpRequest, kind: str) -> HttpResponse:
    if kind not in SlotKind.values:
        raise Http404
    today = timezone.localdate()
    own = SlotsOfSeries().tables.get(request.series.pk_as_kept, [])
    now = slots_on(today, PRINTED[SlotKind(kind)].kind, own)
    return _written_places(request, SlotKind(kind), None, now.bands)


@of_series
@series_act
def edit_places(request: HttpRequest, pk: int) -> HttpResponse:
    table = get_object_or_404(_tables_of(request.series), pk=pk)
    bands = [Band(*row) for row in table.bands.order_by("players_from").values_list(*kept.BAND)]
    return _written_places(request, SlotKind(table.kind), table, bands)


def _written_places(
    request: HttpRequest, kind: SlotKind, table: SlotTable | None, bands: Any
) -> HttpResponse:
    """The page of a table of places, new or not, filled in with these bands at first."""
    day = table.valid_from if table else timezone.localdate()
    seen = kept.as_seen(table) if table else ""
    form = PlacesForm(request.POST or None, initial={"valid_from": day, "seen": seen})
    rows = BandRows(request.POST or None, initial=rows_of(bands))

    def again() -> HttpResponse:
        context = {"section": "mine", "kind": kind, "table": table, "form": form, "rows": rows}
        return render(request, "tournaments/series/edit_places.html", context)

    if request.method != "POST" or not rows.is_valid():
        return again()
    return _sent(
        request,
        form,
        lambda who: kept.keep_places(
            request.series,
            table,
            kind=kind,
            valid_from=form.cleaned_data["valid_from"],
            bands=rows.bands(),
            doer=who,
            seen=form.cleaned_data["seen"],
        ),
        back="seasons",
        again=again,
    )


@of_series
@series_act
@posted(Page("seasons"))
def drop_places(sent: Sent, pk: int) -> str:
    kept.drop_places(get_object_or_404(_tables_of(sent.series), pk=pk), sent.doer)
    return _("The table is deleted.")


def _back(request: HttpRequest, page: str) -> str:
    """Where it goes on from here: while the first page leads, there."""
    leads = request.resolver_match.kwargs.get("series") is None
    return "calendar" if leads and not Tournament.objects.exists() else page


def _form_page(
    request: HttpRequest, form: BaseForm, *, title: str, back: str
) -> Callable[[], HttpResponse]:
    context = {"section": "mine", "form": form, "title": title, "back": back}
    return lambda: render(request, "tournaments/series/series_form.html", context)


def _sent(
    request: HttpRequest,
    form: BaseForm,
    do: Callable[[Doer], object],
    *,
    back: str,
    again: Callable[[], HttpResponse],
    done: str = "",
) -> HttpResponse:
    """The page of a form, or what comes of it once it is sent."""
    if request.method != "POST":
        return again()
    address = address_of(request, back)
    return submit(request, form, do, done=done or _("Saved."), back=address, again=again)
