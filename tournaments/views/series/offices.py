"""Offices of the series, for its administrators: who holds them, who asks, who is invited."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from tournaments.forms.offices import GiveOfficeForm, InvitationForm, RefusalForm
from tournaments.models import OfficeInvitation, OfficeRequest, Series, SeriesOffice
from tournaments.models.office import SeriesRole
from tournaments.permissions import Who
from tournaments.services import clock, offices
from tournaments.services.mailing import absolute, sends_nothing
from tournaments.views.access import note_links_seen, series_act
from tournaments.views.in_series import of_series
from tournaments.views.mails import with_mail
from tournaments.views.posting import Page, Sent, administrator, posted

SHOWN = 50
"""How many requests, invitations and past decisions the page lists."""


def _offices(request: HttpRequest, **typed: Any) -> HttpResponse:
    """The page; `typed` are forms that go in the place of empty ones."""
    series = request.series
    invitations = _invitations(series)
    if any(is_open for _invitation, is_open, _link in invitations):
        note_links_seen(request)
    requests = series.office_requests.select_related("user")
    context = {
        "section": "mine",
        "series": series,
        "mails_off": sends_nothing(),
        "waiting": _waiting(requests, typed.get("refusal")),
        "decided": requests.exclude(granted=None).order_by("-decided_at", "-pk")[:SHOWN],
        "holders": _holders(request),
        "staff": _staff(request),
        "given": _roles_given(request),
        "withdrawn": _withdrawn(series),
        "invitations": invitations,
        # The page holds several forms with fields of one name.
        "give": typed.get("give") or _give_form(request, None),
        "invite": typed.get("invite") or _invite_form(request, None),
    }
    return render(request, "tournaments/series/series_offices.html", context)


OFFICES = Page("series_offices", show=_offices)


def _holders(request: HttpRequest) -> QuerySet[SeriesOffice]:
    """Who holds an office here; those over the whole site, given by another series, are told to
    those who hold one."""
    series = request.series
    of_site = Who.ADMINISTRATOR in request.roles
    offices = SeriesOffice.objects.that_count_in(series) if of_site else series.offices.all()
    return offices.select_related("user", "invitation")


def _staff(request: HttpRequest) -> list[Any]:
    """Who administers the site; told to those who do."""
    if Who.ADMINISTRATOR not in request.roles:
        return []
    return list(get_user_model().objects.filter(is_staff=True, is_active=True))


def _roles_given(request: HttpRequest) -> list[SeriesRole]:
    """The offices that whoever asks may give."""
    above = set() if Who.ADMINISTRATOR in request.roles else {SeriesRole.ADMINISTRATOR}
    return [role for role in SeriesRole if role not in above]


def _give_form(request: HttpRequest, sent: Any) -> GiveOfficeForm:
    return GiveOfficeForm(
        sent, roles=_roles_given(request), series=request.series, auto_id="give_%s"
    )


def _invite_form(request: HttpRequest, sent: Any) -> InvitationForm:
    return InvitationForm(
        sent, roles=_roles_given(request), series=request.series, auto_id="invite_%s"
    )


def _given_form(request: HttpRequest) -> GiveOfficeForm:
    return _give_form(request, request.POST)


def _invited_form(request: HttpRequest) -> InvitationForm:
    return _invite_form(request, request.POST)


@of_series
@series_act
def series_offices(request: HttpRequest) -> HttpResponse:
    return _offices(request)


@of_series
@series_act
@posted(OFFICES, give=_given_form)
def give_office(sent: Sent) -> str:
    account, role = sent.data["account"], sent.data["role"]
    offices.give_office(account, role, administrator(sent), of=sent.series)
    return _("The office is given.")


@of_series
@series_act
@posted(OFFICES)
def withdraw_office(sent: Sent, pk: int) -> str:
    done = _told_of(pk, _("The office is taken back. It can be given again below."))
    offices.withdraw_office(pk, administrator(sent), of=sent.series)
    return done


@of_series
@series_act
@posted(OFFICES, invite=_invited_form)
def make_invitation(sent: Sent) -> str:
    offices.make_invitation(by=administrator(sent), of=sent.series, **sent.data)
    if (address := sent.data["email"]) and not sends_nothing():
        return _("The invitation goes to %(address)s; its link stands below, too.") % {
            "address": address
        }
    if sends_nothing():
        return _("The invitation is made. Nothing is mailed: hand its link below on yourself.")
    return _("The invitation is made; its link stands below.")


@of_series
@series_act
@posted(OFFICES)
def withdraw_invitation(sent: Sent, pk: int) -> str:
    get_object_or_404(sent.series.invitations, pk=pk)
    offices.withdraw_invitation(pk, administrator(sent), of=sent.series)
    return _("The link is worthless now.")


@of_series
@series_act
@posted(OFFICES)
def grant_request(sent: Sent, pk: int) -> str:
    asked = get_object_or_404(sent.series.office_requests, pk=pk)
    offices.grant_request(pk, administrator(sent), of=sent.series)
    if asked.user_id:
        return with_mail(_("The office is given."), _("An e-mail says so."))
    return with_mail(_("An invitation is made; its link stands below."), _("It was mailed, too."))


def _refusal_form(request: HttpRequest, pk: int) -> RefusalForm:
    get_object_or_404(request.series.office_requests, pk=pk)
    return RefusalForm(request.POST, auto_id=_refusal_ids(pk))


@of_series
@series_act
@posted(OFFICES, refusal=_refusal_form)
def refuse_request(sent: Sent, pk: int) -> str:
    offices.refuse_request(pk, sent.data["answer"], administrator(sent), of=sent.series)
    return with_mail(_("The request is refused."), _("An e-mail says why."))


def _told_of(pk: int, deed: str) -> str:
    """The deed, and whether who held the office is told of it."""
    reached = SeriesOffice.objects.filter(pk=pk).exclude(user__email="").exists()
    return with_mail(deed, _("An e-mail says so.")) if reached else deed


def _waiting(
    requests: QuerySet[OfficeRequest], sent: RefusalForm | None
) -> list[tuple[OfficeRequest, RefusalForm]]:
    """Requests that wait, the oldest first, each with the form to refuse it, as it was typed."""
    waiting = requests.filter(granted=None)[:SHOWN]
    forms = [(asked, RefusalForm(auto_id=_refusal_ids(asked.pk))) for asked in waiting]
    return [
        (asked, sent if sent and sent.auto_id == form.auto_id else form) for asked, form in forms
    ]


def _refusal_ids(pk: int) -> str:
    return f"refuse_{pk}_%s"


def _invitations(series: Series) -> list[tuple[OfficeInvitation, bool, str]]:
    """Each with whether it can be accepted, and its link."""
    now = clock.now()
    return [
        (invitation, invitation.is_open(now), absolute("office_invitation", invitation.token))
        for invitation in series.invitations.select_related("used_by")[:SHOWN]
    ]


def _withdrawn(series: Series) -> list[Any]:
    """Offices that were taken back and are not held again, each as its history has it last."""
    given = SeriesOffice.objects.that_count_in(series)
    held = set(given.values_list("user", "role"))
    taken = (
        SeriesOffice.history.filter(
            series=series, history_type="-", user__in=get_user_model().objects.all()
        )
        .select_related("user", "history_user")
        .order_by("-history_date", "-history_id")[:SHOWN]
    )
    latest = {}
    for record in taken:
        latest.setdefault((record.user_id, record.role), record)
    return [record for key, record in latest.items() if key not in held]
