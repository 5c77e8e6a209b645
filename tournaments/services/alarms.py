"""Who is told by e-mail of what fails on the machine itself, such as last night's backup."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import DatabaseError

from tournaments.services import mailing


def whom_to_tell() -> list[str]:
    """The series, or where it has no address each superuser who has one; nobody where no e-mail
    goes out, or where the database that would know them does not answer."""
    if mailing.sends_nothing():
        return []
    if settings.SERIES_EMAIL:
        return [settings.SERIES_EMAIL]
    accounts = get_user_model().objects.filter(is_superuser=True, is_active=True)
    try:
        return list(accounts.exclude(email="").values_list("email", flat=True))
    except DatabaseError:
        return []


def why_nobody() -> str:
    """In words, for whoever has nobody to tell."""
    if mailing.sends_nothing():
        return "EMAIL_URL names no mail server"
    return "SERIES_EMAIL is empty and no superuser with an address can be found"
