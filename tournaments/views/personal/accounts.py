"""Signing in and passwords: Django's own pages, with a limit on how often one may fail.

Nobody is locked out by a stranger. Wrong passwords are counted, right ones never, and a browser in
which the account signed in before has a counter that nobody else can use up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import get_user_model, login, views
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.http import urlsafe_base64_decode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from games.views.limits import client_address, failed_too_often, network, succeeded, too_many
from tournaments.domain.normal_forms import normal_form
from tournaments.forms.accounts import (
    LoginForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    SignInLinkForm,
    sign_in_tokens,
)
from tournaments.services.mailing import sends_nothing
from tournaments.views.access import FORGOTTEN, OFFICIAL_LINKS, PLAYER_LINKS, is_a_player
from tournaments.views.known_browser import know_browser, known_browser
from tournaments.views.links import behind_a_link, forget_links

FOR_ONE_NAME_HERE = "20/h"
"""Wrong passwords for one name from one network, or in a browser that is known: twelve tablets of
a desk may sign in at the same moment."""

FROM_ONE_NETWORK = "1000/h"
"""Wrong passwords for any names: to check one costs the processor, and a whole hall may sit behind
one address of the network. It holds for names that are none as well, so that nobody learns by it
which are; whoever it stops gets in by a link in an e-mail."""

FOR_ONE_NAME = "200/h"
"""Wrong passwords for one name from everywhere but known browsers. It takes ten networks to use
it up, and with it nobody guesses more than 4,800 times a day."""

LONGEST_NAME = 254
"""Letters of a user name or an address; what is longer is nobody's, and need not be read on."""

MAILS_FROM_ONE_NETWORK = "4/h"
MAILS_TO_ONE_ADDRESS = "20/h"


class _Guarded(ABC):
    """A form of Django's with a password in it, that may fail so often. What was typed stays."""

    group: str

    @abstractmethod
    def rates(self, request: HttpRequest) -> Mapping[str, str]:
        """How often this may fail, by what it is counted under."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        self.counted = self.rates(request)
        if minutes := failed_too_often(request, self.group, self.counted):
            form = self.get_form_class()(**self.get_form_kwargs() | {"data": None, "files": None})
            form.initial["username"] = request.POST.get("username", "")
            context = self.get_context_data(form=form, minutes=minutes)
            return self.render_to_response(context, status=429)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        succeeded(self.request, self.group, self.counted)
        return super().form_valid(form)


class Login(_Guarded, views.LoginView):
    form_class = LoginForm
    extra_context = {"section": "login"}
    redirect_authenticated_user = True
    group = "login"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"mails_off": sends_nothing()}

    def rates(self, request: HttpRequest) -> Mapping[str, str]:
        typed = _as_django_reads(request.POST.get("username", ""))
        name = typed.casefold()
        if browser := known_browser(request, typed):
            return {f"browser {browser} {name}": FOR_ONE_NAME_HERE}
        here = network(client_address(request))
        return {
            f"network {here} {name}": FOR_ONE_NAME_HERE,
            f"network {here}": FROM_ONE_NETWORK,
            f"name {name}": FOR_ONE_NAME,
        }

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        know_browser(self.request, response, form.get_user())
        return response


class Logout(views.LogoutView):
    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        by_link = bool(request.session.get(OFFICIAL_LINKS))
        own = request.session.get(PLAYER_LINKS, [])
        only = request.POST.get("only")
        if only in own and len(own) > 1 and is_a_player(request.session):
            return self._forget_one(request, only)
        forgotten = request.session.get(FORGOTTEN, [])
        response = super().post(request, *args, **kwargs)
        if forgotten:
            request.session[FORGOTTEN] = forgotten
        if own:
            forget_links(request, own)
            messages.success(request, _forgotten(len(own)), extra_tags="forgotten")
        if by_link:
            messages.success(
                request, _("You are signed out. Your personal link lets you in again.")
            )
        return response

    def _forget_one(self, request: HttpRequest, token: str) -> HttpResponse:
        """One of several own pages on a phone: the others stay."""
        own = request.session[PLAYER_LINKS]
        # By its new number the browser is known nowhere as that of this player any more.
        request.session.cycle_key()
        request.session[PLAYER_LINKS] = [one for one in own if one != token]
        forget_links(request, [token])
        messages.success(request, _forgotten(1))
        return redirect(self.get_success_url())


def _forgotten(pages: int) -> str:
    if pages == 1:
        return _(
            "Your page is forgotten in this browser. Its link goes on working for whoever has it, "
            "and may still stand in the history of this browser."
        )
    return ngettext(
        "%(pages)s own page is forgotten in this browser. Its link goes on working for whoever has "
        "it, and may still stand in the history of this browser.",
        "%(pages)s own pages are forgotten in this browser. Their links go on working for whoever "
        "has them, and may still stand in the history of this browser.",
        pages,
    ) % {"pages": pages}


class PasswordChange(_Guarded, views.PasswordChangeView):
    """Whoever finds a tablet that was left signed in does not guess the password there."""

    group = "password-change"
    form_class = PasswordChangeForm

    def rates(self, request: HttpRequest) -> Mapping[str, str]:
        return {f"session {request.session.session_key}": FOR_ONE_NAME_HERE}


class PasswordReset(views.PasswordResetView):
    """A new password by e-mail. Nobody is refused: of too many mails no more are sent, and the
    links of those before still hold."""

    group = "password-reset"
    form_class = PasswordResetForm
    email_template_name = "registration/password_reset_email.txt"
    subject_template_name = "registration/password_reset_subject.txt"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"mails_off": sends_nothing()}

    @property
    def extra_email_context(self) -> dict[str, str]:
        # Never the address that the request came by: anybody may name any host there.
        protocol, _separator, domain = settings.SITE_URL.rstrip("/").partition("://")
        return {"protocol": protocol, "domain": domain}

    def form_valid(self, form: Any) -> HttpResponse:
        email = _as_django_reads(form.cleaned_data["email"]).casefold()
        here = network(client_address(self.request))
        rates = {
            f"network {here} {email}": MAILS_FROM_ONE_NETWORK,
            f"to {email}": MAILS_TO_ONE_ADDRESS,
        }
        if too_many(self.request, self.group, rates):
            return redirect(self.get_success_url())
        return super().form_valid(form)


class SignInLink(PasswordReset):
    """A link by e-mail that signs in once: the way of an account's owner past the guesses of
    strangers. The answer never says whether there is an account; of too many mails no more are
    sent, and the links of those before still hold."""

    group = "sign-in-link"
    form_class = SignInLinkForm
    token_generator = sign_in_tokens
    template_name = "registration/sign_in_link.html"
    email_template_name = "registration/sign_in_link_email.txt"
    subject_template_name = "registration/sign_in_link_subject.txt"
    success_url = reverse_lazy("sign_in_link_sent")


class SignInLinkSent(views.PasswordResetDoneView):
    template_name = "registration/sign_in_link_sent.html"


@behind_a_link
@never_cache
def sign_in_by_link(request: HttpRequest, uidb64: str, token: str) -> HttpResponse:
    """Opening changes nothing, since mail programs open links too. Signing in uses it up."""
    user = _user_of(uidb64)
    if user is None or not user.is_active or not sign_in_tokens.check_token(user, token):
        return render(request, "registration/sign_in_by_link.html", {"gone": True}, status=410)
    if request.method != "POST":
        return render(request, "registration/sign_in_by_link.html", {"account": user})
    login(request, user, backend=settings.AUTHENTICATION_BACKENDS[0])
    response = redirect("my_tournaments")
    know_browser(request, response, user)
    return response


def _user_of(uidb64: str) -> Any:
    try:
        key = urlsafe_base64_decode(uidb64).decode()
    except ValueError:
        return None
    # No database holds a longer number, and Python reads none of more than 4,300 digits.
    is_a_key = key.isdecimal() and len(key) < 19
    return get_user_model().objects.filter(pk=key).first() if is_a_key else None


class PasswordResetConfirm(views.PasswordResetConfirmView):
    """The link of that e-mail. Whoever has opened it is no stranger: even while others guess at
    the account, its owner gets in from this browser."""

    form_class = SetPasswordForm

    def form_valid(self, form: Any) -> HttpResponse:
        response = super().form_valid(form)
        know_browser(self.request, response, self.user)
        return response


def _as_django_reads(typed: str) -> str:
    """The name that is looked up: other spellings of it have no counters of their own."""
    return normal_form("NFKC", typed.strip()[: LONGEST_NAME + 1])
