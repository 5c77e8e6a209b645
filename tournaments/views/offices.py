"""Offices of the series, for its administrators: who holds them, who asks, who is invited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.offices import GiveOfficeForm, InvitationForm, RefusalForm
from tournaments.models import OfficeInvitation, OfficeRequest, Series, SeriesOffice
from tournaments.services import clock, offices
from tournaments.services.acts import Doer
from tournaments.services.mailing import absolute, sends_nothing
from tournaments.services.offices import Administrator
from tournaments.views.access import note_links_seen, series_act
from tournaments.views.mails import with_mail
from tournaments.views.outcome import carry_out, submit

SHOWN = 50
"""How many requests, invitations and past decisions the page lists."""


@series_act
def series_offices(request: HttpRequest) -> HttpResponse:
    return _offices(request)


@series_act
@require_POST
def give_office(request: HttpRequest) -> HttpResponse:
    form = GiveOfficeForm(request.POST, auto_id="give_%s")
    return _submit(
        request,
        form,
        lambda by: offices.give_office(form.cleaned_data["account"], form.cleaned_data["role"], by),
        done=_("The office is given."),
        again={"give": form},
    )


@series_act
@require_POST
def withdraw_office(request: HttpRequest, pk: int) -> HttpResponse:
    return _carry_out(
        request,
        lambda by: offices.withdraw_office(pk, by),
        done=_told_of(pk, _("The office is taken back. It can be given again below.")),
    )


@series_act
@require_POST
def make_invitation(request: HttpRequest) -> HttpResponse:
    form = InvitationForm(request.POST, auto_id="invite_%s")
    return _submit(
        request,
        form,
        lambda by: offices.make_invitation(by=by, **form.cleaned_data),
        done=_("The invitation is made; its link stands below."),
        again={"invite": form},
    )


@series_act
@require_POST
def withdraw_invitation(request: HttpRequest, pk: int) -> HttpResponse:
    get_object_or_404(OfficeInvitation, pk=pk)
    return _carry_out(
        request,
        lambda by: offices.withdraw_invitation(pk, by),
        done=_("The link is worthless now."),
    )


@series_act
@require_POST
def grant_request(request: HttpRequest, pk: int) -> HttpResponse:
    asked = get_object_or_404(OfficeRequest, pk=pk)
    return _carry_out(
        request,
        lambda by: offices.grant_request(pk, by),
        done=(
            with_mail(_("The office is given."), _("An e-mail says so."))
            if asked.user_id
            else with_mail(
                _("An invitation is made; its link stands below."), _("It was mailed, too.")
            )
        ),
    )


@series_act
@require_POST
def refuse_request(request: HttpRequest, pk: int) -> HttpResponse:
    get_object_or_404(OfficeRequest, pk=pk)
    form = RefusalForm(request.POST, auto_id=_refusal_ids(pk))
    return _submit(
        request,
        form,
        lambda by: offices.refuse_request(pk, form.cleaned_data["answer"], by),
        done=with_mail(_("The request is refused."), _("An e-mail says why.")),
        again={"refusal": form, "refusing": pk},
    )


def _told_of(pk: int, deed: str) -> str:
    """The deed, and whether who held the office is told of it."""
    reached = SeriesOffice.objects.filter(pk=pk).exclude(user__email="").exists()
    return with_mail(deed, _("An e-mail says so.")) if reached else deed


def _carry_out(
    request: HttpRequest, do: Callable[[Administrator], object], *, done: str
) -> HttpResponse:
    def as_administrator(who: Doer) -> None:
        do(Administrator(request.user, who))

    return carry_out(request, as_administrator, done=done, back=reverse("series_offices"))


def _submit(
    request: HttpRequest,
    form: Any,
    do: Callable[[Administrator], object],
    *,
    done: str,
    again: dict[str, Any],
) -> HttpResponse:
    def as_administrator(who: Doer) -> None:
        do(Administrator(request.user, who))

    return submit(
        request,
        form,
        as_administrator,
        done=done,
        back=reverse("series_offices"),
        again=lambda: _offices(request, **again),
    )


def _offices(request: HttpRequest, **typed: Any) -> HttpResponse:
    """The page; `typed` are forms that go in the place of empty ones."""
    series = Series.objects.the_one()
    invitations = _invitations(series)
    if any(is_open for _invitation, is_open, _link in invitations):
        note_links_seen(request)
    requests = series.office_requests.select_related("user")
    context = {
        "section": "mine",
        "series": series,
        "mails_off": sends_nothing(),
        "waiting": _waiting(requests, **typed),
        "decided": requests.exclude(granted=None).order_by("-decided_at", "-pk")[:SHOWN],
        "holders": series.offices.select_related("user", "invitation"),
        "staff": get_user_model().objects.filter(is_staff=True, is_active=True),
        "withdrawn": _withdrawn(series),
        "invitations": invitations,
        # The page holds several forms with fields of one name.
        "give": typed.get("give") or GiveOfficeForm(auto_id="give_%s"),
        "invite": typed.get("invite") or InvitationForm(auto_id="invite_%s"),
    }
    return render(request, "tournaments/series_offices.html", context)


def _waiting(
    requests: QuerySet[OfficeRequest], refusing: int = 0, refusal: Any = None, **_others: Any
) -> list[tuple[OfficeRequest, RefusalForm]]:
    """Requests that wait, the oldest first, each with the form to refuse it."""
    return [
        (asked, refusal if asked.pk == refusing else RefusalForm(auto_id=_refusal_ids(asked.pk)))
        for asked in requests.filter(granted=None)[:SHOWN]
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
    held = set(series.offices.values_list("user", "role"))
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
