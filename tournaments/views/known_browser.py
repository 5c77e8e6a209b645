"""Browsers in which an account signed in well before: guesses of strangers never lock those."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.core import signing
from django.http import HttpRequest, HttpResponse

COOKIE = "known-browser"

SECONDS = 400 * 24 * 60 * 60
"""How long a browser is known; none keeps a cookie for longer."""

ACCOUNTS_KEPT = 20
"""Accounts that one browser is known for: a tablet that a whole desk shares."""


@dataclass(frozen=True, slots=True)
class KnownBrowser:
    """A browser by a number of its own, and the keys of the accounts that signed in there."""

    number: str
    accounts: tuple[int, ...]


def known_browser(request: HttpRequest, username: str) -> str:
    """The number of this browser if the account of that name signed in here before, else ""."""
    browser = _read(request)
    users = get_user_model()
    known = users.objects.filter(pk__in=browser.accounts)
    return browser.number if username in known.values_list(users.USERNAME_FIELD, flat=True) else ""


def know_browser(request: HttpRequest, response: HttpResponse, user: AbstractBaseUser) -> None:
    """Know this browser from now on as one in which that account signed in well."""
    browser = _read(request)
    others = [key for key in browser.accounts if key != user.pk]
    accounts = [*others, user.pk][-ACCOUNTS_KEPT:]
    response.set_cookie(
        COOKIE,
        signing.dumps([browser.number, accounts], salt=COOKIE),
        max_age=SECONDS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> KnownBrowser:
    """What the cookie says; a new browser that is known for nobody if it is not of this site."""
    try:
        number, accounts = signing.loads(
            request.COOKIES.get(COOKIE, ""), salt=COOKIE, max_age=SECONDS
        )
    except signing.BadSignature:
        return KnownBrowser(secrets.token_urlsafe(12), ())
    return KnownBrowser(number, tuple(accounts))
