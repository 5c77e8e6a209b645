"""The public's own pages of a sign-up: sign up, confirm, sign off."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.views.limits import client_address, too_many
from tournaments.domain.values import Refused
from tournaments.forms.entering import SignUpForm
from tournaments.models import Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import entering
from tournaments.views.access import PLAYER_LINKS, SIGNED_UP, act, doer
from tournaments.views.links import behind_a_link, entry_of, link_gone, remember
from tournaments.wording import in_words, told

FROM_ONE_PLACE = "60/h"
"""Sign-ups from one address of the network: a whole club may sit behind it."""

TO_ONE_ADDRESS = "8/h"
"""Sign-ups for one e-mail address: a family may share it."""


@act
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if tournament.state != State.SIGN_UP:
        return _closed(request, tournament)
    last = request.session.get(SIGNED_UP, {})
    if request.method == "GET" and "done" in request.GET and last.get("slug") == tournament.slug:
        context = {"tournament": tournament, "last": last, "hours": entering.UNCONFIRMED_HOURS}
        return render(request, "tournaments/registered.html", context)
    first_time = {"email": request.GET.get("email", "")}
    form = SignUpForm(request.POST or None, tournament=tournament, initial=first_time)
    # Only what would write an e-mail counts: a mistake in the form harms nobody.
    if request.method == "POST" and form.is_valid():
        if _too_many(request, form.cleaned_data["email"]):
            return _register(request, tournament, form, limited=True)
        if _sign_up(request, tournament, form):
            return redirect(f"{request.path}?done=1")
    return _register(request, tournament, form)


def _sign_up(request: HttpRequest, tournament: Tournament, form: SignUpForm) -> bool:
    sign_up = form.sign_up()
    try:
        registered = entering.register(tournament, sign_up, doer(request))
    except Refused as refusal:
        form.add_error(None, told(refusal))
        return False
    request.session[SIGNED_UP] = {
        "slug": tournament.slug,
        "name": sign_up.name,
        "email": sign_up.email,
        "again": registered.again,
    }
    return True


def _too_many(request: HttpRequest, email: str) -> bool:
    rates = {client_address(request): FROM_ONE_PLACE, email.casefold(): TO_ONE_ADDRESS}
    return too_many(request, "register", rates)


def _register(
    request: HttpRequest, tournament: Tournament, form: SignUpForm, *, limited: bool = False
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "form": form,
        "limited": limited,
        "free": entering.free_places(tournament),
        "waiting": tournament.entries.waiting().count(),
    }
    status = 429 if limited else 200
    return render(request, "tournaments/register.html", context, status=status)


def _closed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Why nobody can sign up now, and what to do instead."""
    was_open = tournament.acts.filter(name="close_sign_up").exists()
    context = {"tournament": tournament, "was_open": was_open}
    return render(request, "tournaments/sign_up_closed.html", context)


@behind_a_link
@act
def confirm_registration(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    entry = entry_of(tournament, token)
    if entry is None:
        return link_gone(request, tournament)
    context = {"tournament": tournament, "entry": entry}
    if request.method == "POST":
        try:
            entry = entering.confirm_registration(
                tournament, token, doer(request), proof=request.GET.get("proof", "")
            )
        except Refused as refusal:
            messages.error(request, in_words(refusal), extra_tags=refusal.rule_id)
            return render(request, "tournaments/confirm_registration.html", context, status=409)
        if entry.state == EntryState.WAITING:
            messages.info(request, _("Confirmed. All places are taken, so you are on the list."))
        else:
            messages.success(request, _("Confirmed. You have a place!"))
        remember(request, PLAYER_LINKS, entry.token)
        return redirect("my_page", tournament.slug, entry.token)
    return render(request, "tournaments/confirm_registration.html", context)


@behind_a_link
@act
def cancel_registration(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    entry = entry_of(tournament, token)
    if entry is None:
        return link_gone(request, tournament)
    context = {"tournament": tournament, "entry": entry}
    if request.method == "POST":
        try:
            context["entry"] = entering.cancel_registration(tournament, token, doer(request))
        except Refused as refusal:
            messages.error(request, in_words(refusal), extra_tags=refusal.rule_id)
            return render(request, "tournaments/cancel_registration.html", context, status=409)
        messages.success(request, _("You are signed off."))
        return redirect(request.path)
    return render(request, "tournaments/cancel_registration.html", context)
