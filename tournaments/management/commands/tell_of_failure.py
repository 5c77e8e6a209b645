"""`manage.py tell_of_failure`: an e-mail to whoever administers the site, sent at once."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.mail import send_mail
from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError
from django.utils.translation import gettext as _


class Command(BaseCommand):
    help = (
        "Tell the administrators by e-mail that a unit of this machine has failed. Started by "
        "systemd (catantour-failed@.service); described in docs/operations.md."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("unit")

    def handle(self, *_args: Any, unit: str, **_options: Any) -> None:
        subject = _("%(unit)s has failed") % {"unit": unit}
        body = _(
            "%(unit)s of %(site)s has failed. If it is the backup, there is none of last night. "
            "On the machine, journalctl -u %(unit)s says why."
        ) % {"unit": unit, "site": settings.SITE_URL}
        # Not by way of the database, which may be what has failed.
        send_mail(subject, body, None, _administrators())


def _administrators() -> list[str]:
    if settings.SERIES_EMAIL:
        return [settings.SERIES_EMAIL]
    accounts = get_user_model().objects.filter(is_superuser=True, is_active=True)
    try:
        return list(accounts.exclude(email="").values_list("email", flat=True))
    except DatabaseError:
        return []
