"""The link that a new site prints where it is started: who opens it makes the first account."""

from __future__ import annotations

from functools import partial

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from tournaments.domain.values import Refused
from tournaments.forms.offices import AccountForm
from tournaments.services import clock
from tournaments.services import first_account as accounts
from tournaments.views.access import series_act
from tournaments.views.known_browser import know_browser
from tournaments.views.links import behind_a_link
from tournaments.views.outcome import answered_on_form, outcome_with_form
from tournaments.wording import in_words


@behind_a_link
@sensitive_post_parameters()
@series_act
def first_account(request: HttpRequest, token: str) -> HttpResponse:
    """Make the account that administers the site, and sign it in."""
    try:
        accounts.refuse_worthless(token, clock.now())
    except Refused as refusal:
        gone = {"refusal": in_words(refusal)}
        return render(request, "tournaments/personal/first_account.html", gone, status=410)
    form = AccountForm(request.POST or None)
    if request.method != "POST" or not form.is_valid():
        return _page(request, form)
    came = outcome_with_form(
        request, lambda: accounts.make_first_account(token, form.account(), clock.now())
    )
    user = came.made
    if user is None:
        again = partial(_page, request, form)
        return answered_on_form(request, form, came, back="calendar", again=again)
    login(request, user)
    messages.success(request, _("The account is made, and the site is yours."))
    response = redirect("calendar")
    know_browser(request, response, user)
    return response


def _page(request: HttpRequest, form: AccountForm) -> HttpResponse:
    return render(request, "tournaments/personal/first_account.html", {"form": form})
