"""How somebody becomes an organiser of the series: by asking for it, or by an invitation's link."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib.auth import login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from games.views.limits import place_of, too_many
from tournaments.domain.values import Refused
from tournaments.forms.offices import AccountForm, OfficeRequestForm
from tournaments.models import OfficeInvitation, OfficeRequest
from tournaments.permissions import may
from tournaments.services import clock, offices
from tournaments.services.acts import Doer
from tournaments.services.mailing import sends_nothing
from tournaments.views.access import series_act
from tournaments.views.in_series import led_to_language
from tournaments.views.links import behind_a_link
from tournaments.views.outcome import carry_out, submit
from tournaments.wording import in_words

FROM_ONE_PLACE = "60/h"
"""Requests from one place: so many are kept."""

MAILS_FROM_ONE_PLACE = "10/h"
MAILS_OF_ONE_ADDRESS = "4/h"
"""E-mails to the series that requests from one place cause, and of them those that name one
address; those beyond are kept without one, and stand in the list of the series all the same."""
ACCOUNTS_FROM_ONE_PLACE = "30/h"


def or_ask_for_office(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Show an account that may not do it how to become somebody who may; still refused."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except PermissionDenied:
            if not request.user.is_authenticated:
                raise
            return _asking(request, _empty_form(request), refused=True, status=403)

    return answer


@series_act
def ask_for_office(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _asking(request, _empty_form(request))
    form = OfficeRequestForm(request.POST)
    # Only what would write an e-mail counts: a mistake in the form harms nobody.
    if not form.is_valid():
        return _asking(request, form)
    if too_many(request, "office", {place_of(request): FROM_ONE_PLACE}):
        return _asking(request, form, limited=True, status=429)
    user = request.user if request.user.is_authenticated else None
    mailed = not _too_many_mails(request, form.cleaned_data["email"])
    return submit(
        request,
        form,
        lambda who: offices.ask_for_office(
            form.asked(), who.now, user=user, mailed=mailed, of=form.asked_of
        ),
        done=" ".join([_("Thank you."), _answered()]),
        back="my_tournaments" if user else "calendar",
        again=partial(_asking, request, form),
    )


def _answered() -> str:
    if sends_nothing():
        return _("The series will answer you in its own way: this site sends no e-mails.")
    return _("The series will answer by e-mail.")


def _too_many_mails(request: HttpRequest, email: str) -> bool:
    """Whoever types the address of somebody else uses up nothing of theirs at another place."""
    place = place_of(request)
    rates = {f"{place} {email.casefold()}": MAILS_OF_ONE_ADDRESS, place: MAILS_FROM_ONE_PLACE}
    return too_many(request, "office-mail", rates)


def _empty_form(request: HttpRequest) -> OfficeRequestForm:
    """Filled in as far as the account knows it."""
    user = request.user
    known = {"name": user.get_full_name(), "email": user.email} if user.is_authenticated else {}
    return OfficeRequestForm(initial=known | {"series": request.GET.get("series", "")})


def _asking(
    request: HttpRequest, form: OfficeRequestForm, *, status: int = 200, **facts: Any
) -> HttpResponse:
    context = {
        "form": form,
        "may_create": may(request.roles, "create_tournament"),
        "asked": _asked_by(request),
        "answered": _answered(),
        **facts,
    }
    return render(request, "tournaments/series/ask_for_office.html", context, status=status)


def _asked_by(request: HttpRequest) -> OfficeRequest | None:
    """What this account has asked for and waits for."""
    if not request.user.is_authenticated:
        return None
    return OfficeRequest.objects.filter(user=request.user, granted=None).last()


@behind_a_link
@series_act
def office_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Opening changes nothing, since mail programs open links too."""
    invitation = _invited(token)
    led = led_to_language(request, invitation.series) if invitation else None
    return led or _invitation(request, invitation)


@behind_a_link
@require_POST
@series_act
def accept_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Take up the office with the account that is signed in."""
    invitation = _invited(token)
    if invitation is None or not request.user.is_authenticated:
        return _invitation(request, invitation)

    def accept(_who: object) -> None:
        offices.accept_invitation(invitation, request.user, clock.now())
        # The session may do more from now on, so its old key ends.
        request.session.cycle_key()

    return carry_out(request, accept, done=_("The office is yours."), back="my_tournaments")


@behind_a_link
@require_POST
@sensitive_post_parameters()
@series_act
def sign_up_with_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Make an account, give it the office and sign it in."""
    invitation = _invited(token)
    if invitation is None or request.user.is_authenticated:
        return _invitation(request, invitation)
    form = AccountForm(request.POST)
    rates = {place_of(request): ACCOUNTS_FROM_ONE_PLACE, token: ACCOUNTS_FROM_ONE_PLACE}
    if too_many(request, "invitation", rates):
        return _invitation(request, invitation, form, limited=True, status=429)

    def sign_up(who: Doer) -> None:
        login(request, offices.sign_up_with_invitation(invitation, form.account(), who.now))

    return submit(
        request,
        form,
        sign_up,
        done=_("The account is made and the office is yours."),
        back="my_tournaments",
        again=partial(_invitation, request, invitation, form),
    )


def _invited(token: str) -> OfficeInvitation | None:
    return OfficeInvitation.objects.select_related("series", "used_by").filter(token=token).first()


def _invitation(
    request: HttpRequest,
    invitation: OfficeInvitation | None,
    form: AccountForm | None = None,
    *,
    status: int = 200,
    **facts: Any,
) -> HttpResponse:
    """The page of an invitation, or why it cannot be accepted."""
    context = {"invitation": invitation, **facts}
    if invitation is None:
        return render(request, "tournaments/series/office_invitation.html", context, status=404)
    try:
        offices.refuse_lapsed(invitation, clock.now())
    except Refused as refusal:
        mine = request.user.is_authenticated and invitation.used_by_id == request.user.pk
        context |= {"refusal": in_words(refusal), "mine": mine}
        return render(request, "tournaments/series/office_invitation.html", context, status=410)
    context["form"] = form or AccountForm(initial={"email": invitation.email})
    return render(request, "tournaments/series/office_invitation.html", context, status=status)
