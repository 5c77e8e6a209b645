"""The organiser's list of players, and the page of one of them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.views.limits import too_many_by_one
from tournaments.domain.entering import told_from
from tournaments.domain.names import SortKey, matches, sort_key, text_key
from tournaments.exports.sheets import Form
from tournaments.forms.entering import EntryForm, entry_as_typed
from tournaments.models import Club, Entry, LapsedSignUp, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import State
from tournaments.permissions import may
from tournaments.services import addresses, clock, entering, joining
from tournaments.services.acts import Doer
from tournaments.services.checking_in import EXPECTED, may_be_late
from tournaments.services.crowds import MOST_DROPPED, crowd_among
from tournaments.services.lapsed import lapsed_lately
from tournaments.services.mailing import sends_nothing
from tournaments.services.unconfirmed import (
    unconfirmed_by_place,
    unconfirmed_from_everywhere,
)
from tournaments.views.access import act, organised_by
from tournaments.views.desk.unconfirmed import crowd_messages, late_messages
from tournaments.views.listing import (
    NAME,
    RANK,
    FileColumn,
    ListTable,
    as_asked,
    file_of,
    kept_fields,
)
from tournaments.views.mails import mail_messages, with_mail
from tournaments.views.outcome import submit, too_often
from tournaments.views.posting import Page, Sent, posted
from tournaments.views.site_address import site_address
from tournaments.wording import brief_moment, day_words

LINK_TO_SHOW = "player-link-to-show"
"""Of which player this browser has just made the link."""

LINKS_OF_ONE_PLAYER = "6/h"
LINKS_OF_ONE_EVENT = "600/h"
"""Links sent or made by the desk: a whole hall may need new ones, no mailbox needs many."""

# What the list can be narrowed to.
SHOWN: dict[str, Callable[[Entry], bool]] = {
    "all": lambda entry: entry.state != EntryState.CANCELLED,
    "confirmed": lambda entry: entry.state in (EntryState.CONFIRMED, EntryState.CHECKED_IN),
    "unconfirmed": lambda entry: entry.state == EntryState.UNCONFIRMED,
    "waiting": lambda entry: entry.state == EntryState.WAITING,
    "gone": lambda entry: entry.state == EntryState.CANCELLED,
}


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as the table prints and sorts it."""

    entry: Entry
    number: int
    name: SortKey
    club: SortKey
    age: str
    state: str
    paid: bool
    registered_at: Any


class EntriesTable(ListTable):
    caption = gettext_lazy("Players")
    number = tables.Column(verbose_name=pgettext_lazy("number on the badge", "No."), attrs=RANK)
    name = tables.Column(verbose_name=gettext_lazy("Name"), attrs=NAME)
    club = tables.Column(verbose_name=gettext_lazy("Club"))
    age = tables.Column(verbose_name=gettext_lazy("Age"))
    state = tables.Column(verbose_name=gettext_lazy("State"))
    paid = tables.Column(verbose_name=gettext_lazy("Paid"))
    registered_at = tables.Column(verbose_name=gettext_lazy("Signed up"))

    in_file = (
        FileColumn(gettext_lazy("Number"), lambda line: line.number, Form.NUMBER),
        FileColumn(gettext_lazy("Name"), lambda line: line.entry.full_name),
        FileColumn(gettext_lazy("Club"), lambda line: str(line.entry.club or "")),
        FileColumn(gettext_lazy("Age"), lambda line: line.age),
        FileColumn(gettext_lazy("State"), lambda line: line.entry.state_words),
        FileColumn(gettext_lazy("Paid"), lambda line: _("yes") if line.paid else _("no")),
        FileColumn(gettext_lazy("Signed up"), lambda line: line.registered_at, Form.MOMENT),
    )

    class Meta:
        row_attrs = {"id": lambda record: f"entry-{record.entry.pk}"}
        order_by = "number"

    def render_name(self, record: Line) -> SafeString:
        address = reverse("edit_entry", args=[record.entry.tournament.slug, record.entry.pk])
        entry = record.entry
        return format_html(
            '<a href="{}">{}</a><br><span class="soft">{}</span>{}',
            address,
            entry.full_name,
            entry.email,
            _to_confirm(entry),
        )

    def render_club(self, record: Line) -> str:
        return str(record.entry.club or "")

    def render_state(self, record: Line) -> str:
        entry = record.entry
        state = entry.state_words
        if not may_be_confirmed(entry):
            return state
        # The form stands once on the page, beside the table.
        return format_html(
            '<span class="row"><label class="tick">'
            '<input type="checkbox" name="entry" value="{}" form="confirm"> '
            '<span>{}<span class="visually-hidden"> {}</span></span></label> '
            '<button class="button" form="confirm" formaction="{}">{}</button></span>',
            entry.pk,
            state,
            entry.full_name,
            reverse("confirm_entry", args=[entry.tournament.slug, entry.pk]),
            _("Confirm"),
        )

    def render_registered_at(self, value: dt.datetime) -> str:
        return brief_moment(value)

    def render_paid(self, value: bool) -> str:
        return _("yes") if value else "–"


def may_be_confirmed(entry: Entry) -> bool:
    """Whether the organiser's word may take the place of the link in the e-mail."""
    return entry.state == EntryState.UNCONFIRMED and entering.can_confirm(entry.tournament)


MOST_LAPSED = 300
"""Lapsed sign-ups that are shown together, each with its tick; the others wait behind them."""


@act
def entries(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    listed = list(tournament.entries.select_related("person", "joined_from", "club", "tournament"))
    show = request.GET.get("show", "all")
    query = request.GET.get("q", "").strip()
    shown = SHOWN.get(show, SHOWN["all"])
    lines = [
        _line(entry, tournament)
        for entry in listed
        if shown(entry) and (not query or matches(query, _searched(entry)))
    ]
    now = clock.now()
    late = entering.late_in_bulk(tournament, now)
    lapsed, more_lapsed = _lapsed(tournament)
    waiting = (one for one in listed if SHOWN["unconfirmed"](one))
    crowd = crowd_among(
        tournament, ((one.signed_up_from, one.registered_at) for one in waiting), now
    )
    table = as_asked(request, EntriesTable(lines))
    if taken := file_of(request, table, about=tournament.name):
        return taken
    context = {
        "tournament": tournament,
        "table": table,
        "lines": lines,
        "listed": listed,
        "show": show if show in SHOWN else "all",
        "query": query,
        "kept": kept_fields(request),
        "counts": {name: sum(map(one, listed)) for name, one in SHOWN.items()},
        "free": entering.free_places(tournament, clock.now()),
        "mails": crowd_messages(tournament, crowd)
        + mail_messages(tournament)
        + late_messages(late),
        "unsure": [line.entry for line in lines if may_be_confirmed(line.entry)],
        "late": late[:MOST_DROPPED],
        "lapsed": lapsed,
        "more_lapsed": more_lapsed,
        "doubles": sum(
            one.refusal is None for one in joining.suggestions(tournament, organised_by(request))
        ),
        "places": unconfirmed_by_place(tournament),
        "scattered": unconfirmed_from_everywhere(tournament) if crowd.everywhere else [],
        "to_confirm": addresses.to_confirm(tournament).count(),
        "site": site_address(request).rstrip("/"),
    }
    return render(request, "tournaments/desk/entries.html", context)


def _lapsed(tournament: Tournament) -> tuple[list[LapsedSignUp], int]:
    """What can be taken back, as much of it as is shown, and how many wait behind."""
    if not entering.can_confirm(tournament):
        return [], 0
    lapsed = lapsed_lately(tournament, clock.now())
    shown = list(lapsed[: MOST_LAPSED + 1])
    more = lapsed.count() - MOST_LAPSED if len(shown) > MOST_LAPSED else 0
    return shown[:MOST_LAPSED], more


@act
def add_entry(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = EntryForm(request.POST or None, tournament=tournament)

    def page() -> HttpResponse:
        context = {
            "tournament": tournament,
            "form": form,
            "clubs": Club.objects.all(),
            "mails_off": sends_nothing(),
        }
        return render(request, "tournaments/desk/add_entry.html", context)

    def add(who: Doer) -> str:
        return _placed(entering.add_entry(tournament, form.sign_up(), who), _("Signed up."))

    if request.method != "POST":
        return page()
    return submit(
        request,
        form,
        add,
        back=reverse("entries", args=[tournament.slug]),
        again=page,
    )


@act
def edit_entry(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    entry = get_object_or_404(
        tournament.entries.select_related("person", "club", "tournament"), pk=pk
    )
    form = EntryForm(
        request.POST or None, tournament=tournament, entry=entry, initial=entry_as_typed(entry)
    )
    seen = entering.as_told(entry)

    def page() -> HttpResponse:
        before_start = not tournament.is_over and tournament.state != State.RUNNING
        unconfirmed = entry.state == EntryState.UNCONFIRMED
        context = {
            "tournament": tournament,
            "entry": entry,
            "form": form,
            "clubs": Club.objects.all(),
            "link": _new_link(request, entry),
            "closed": tournament.is_over or not entry.name,
            "age": _age(entry, tournament),
            "told_from": _unless_told(entry, tournament),
            "may_correct": entry.is_frozen and entry.name and may(request.roles, "correct_entry"),
            "asks_age": "birth_date" in form.fields,
            "may_forget": may(request.roles, "forget_person"),
            "asks_chief": may_be_late(tournament, entry)
            and not may(request.roles, "admit_latecomer"),
            "late_by": tournament.officials.filter(role=Role.CHIEF_REFEREE).first(),
            "can_leave": before_start and entry.state in EXPECTED,
            "can_return": before_start and entry.state == EntryState.CANCELLED,
            "can_confirm": unconfirmed and entering.can_confirm(tournament),
            "mails_off": sends_nothing(),
        }
        return render(request, "tournaments/desk/edit_entry.html", context)

    if request.method != "POST":
        return page()
    return submit(
        request,
        form,
        lambda who: entering.edit_entry(tournament, pk, form.sign_up(), who, seen=seen),
        done=_("Saved."),
        back=reverse("entries", args=[tournament.slug]),
        again=page,
    )


ENTRY = Page("edit_entry", ("slug", "pk"))


@act
@posted(Page("entries", ("slug",)))
def confirm_entry(sent: Sent, tournament: Tournament, pk: int) -> str:
    """The organiser's word in place of the link that a player opens."""
    show = sent.text("show")
    others = tournament.entries.unconfirmed().exclude(pk=pk)
    # An empty tab would only say that nobody is in it.
    if show and (show != "unconfirmed" or others.exists()):
        sent.back += f"?{urlencode({'show': show})}"
    if sent.request.GET.get("from") == "player":
        sent.back = ENTRY.address(sent.request)
    return _placed(entering.confirm_entry(tournament, pk, sent.doer), _("Confirmed."))


@act
@posted(ENTRY)
def send_link(sent: Sent, tournament: Tournament, pk: int) -> str:
    _refuse_too_many_links(sent.request, tournament, pk)
    entering.send_link(tournament, pk, sent.doer)
    return with_mail("", _("The link is on its way."))


@act
@posted(ENTRY)
def renew_entry_link(sent: Sent, tournament: Tournament, pk: int) -> str:
    _refuse_too_many_links(sent.request, tournament, pk)
    reached = tournament.entries.filter(pk=pk, address_to_confirm=False)
    has_address = reached.exclude(email="").exists()
    entering.send_link(tournament, pk, sent.doer, renew=True)
    sent.request.session[LINK_TO_SHOW] = pk
    if has_address:
        return with_mail(_("The old link is worthless now."), _("The new one is on its way."))
    return _("The old link is worthless now. Show the player the new one.")


def _refuse_too_many_links(request: HttpRequest, tournament: Tournament, pk: int) -> None:
    rates = {f"player {pk}": LINKS_OF_ONE_PLAYER, f"event {tournament.pk}": LINKS_OF_ONE_EVENT}
    if too_many_by_one(request, "link-of-a-player", rates):
        raise too_often()


def _to_confirm(entry: Entry) -> SafeString:
    """What the list says beside an address to which no link goes."""
    if not entry.address_to_confirm:
        return SafeString()
    words = _("address to be confirmed")
    return format_html('<br><span class="badge warning">{}</span>', words)


def _new_link(request: HttpRequest, entry: Entry) -> str:
    """The personal link once after it was made here, to be handed over; else ""."""
    if request.session.get(LINK_TO_SHOW) != entry.pk:
        return ""
    del request.session[LINK_TO_SHOW]
    here = site_address(request).rstrip("/")
    return here + reverse("my_page", args=[entry.tournament.slug, entry.token])


def _placed(entry: Entry, done: str) -> str:
    """What became of somebody who was to get a place."""
    if entry.state != EntryState.WAITING:
        return done
    waits = _("%(name)s is on the waiting list: all places are taken.")
    return f"{done} {waits % {'name': entry.full_name}}"


def _line(entry: Entry, tournament: Tournament) -> Line:
    return Line(
        entry=entry,
        number=entry.number,
        name=sort_key(entry.full_name),
        club=text_key(str(entry.club or "")),
        age=_age(entry, tournament),
        state=entry.state,
        paid=entry.paid,
        registered_at=entry.registered_at,
    )


def _age(entry: Entry, tournament: Tournament) -> str:
    day, today = tournament.date, timezone.localdate()
    if entry.is_junior_on(day, today):
        age = _("junior")
    elif entry.is_minor and not entry.may_tell_junior(day, today):
        # In words as short as they can be: it stands in a column.
        age = _("under 18, junior or not from %(day)s") % {"day": _told_from(tournament)}
    elif entry.is_minor:
        age = _("under 18")
    else:
        return ""
    return age if entry.guardian_consent else _("%(age)s, no consent yet") % {"age": age}


def _told_from(tournament: Tournament) -> str:
    """The day from which everything is told of who is a junior."""
    return day_words(told_from(tournament.date))


def _unless_told(entry: Entry, tournament: Tournament) -> str:
    """The same day for whose birth date the event may not be told until then; else ""."""
    day, today = tournament.date, timezone.localdate()
    return "" if entry.may_tell_junior(day, today) else _told_from(tournament)


def _searched(entry: Entry) -> str:
    return f"{entry.number} {entry.full_name} {entry.club or ''} {entry.email} {entry.note}"
