"""`manage.py tell_of_failure`: an e-mail to whoever administers the site, sent at once."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.management.json_command import MISTAKEN
from tournaments.services import alarms


class Command(BaseCommand):
    help = (
        "Tell the administrators by e-mail that a unit of this machine has failed. Started by "
        "systemd (catantour-failed@.service); described in docs/operations.md."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("unit")

    def handle(self, *_args: Any, unit: str, **_options: Any) -> None:
        told = alarms.whom_to_tell()
        if not told:
            raise _untold(unit, alarms.why_nobody())
        try:
            # Not by way of the database, which may be what has failed.
            send_mail(*_mail(unit), None, told)
        except OSError as trouble:
            raise _untold(unit, f"the mail server did not take the e-mail ({trouble})") from trouble


def _mail(unit: str) -> tuple[str, str]:
    """Subject and text."""
    body = _(
        "%(unit)s of %(site)s has failed. If it is the backup, there is none of last night. "
        "On the machine, journalctl -u %(unit)s says why."
    )
    facts = {"unit": unit, "site": settings.SITE_URL}
    return _("%(unit)s has failed") % facts, body % facts


def _untold(unit: str, why: str) -> CommandError:
    return CommandError(
        f"{unit} has failed, and nobody was told: {why}. Name both in the settings of the site "
        "(EMAIL_URL, SERIES_EMAIL).",
        returncode=MISTAKEN,
    )
