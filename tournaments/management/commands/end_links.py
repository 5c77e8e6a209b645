"""`manage.py end_links`: what ends links where offices were changed behind the site's back."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.management.json_command import MISTAKEN
from tournaments.models import Tournament
from tournaments.services.acts import Doer, acting
from tournaments.services.links import end_all_links, end_invitations


class Command(BaseCommand):
    help = (
        "End all personal links of players and officials of these events, and their offers of "
        "offices that wait; players get new links by e-mail as when an organiser leaves. Needed "
        "after offices were changed in SQL or in a shell. Described in docs/operations.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slugs", nargs="*", metavar="slug", help="the address of an event")
        parser.add_argument(
            "--invitations",
            action="store_true",
            help="take back all open invitations to offices of the series, too",
        )

    def handle(self, *_args: Any, slugs: list[str], invitations: bool, **_options: Any) -> None:
        events = {event.slug: event for event in Tournament.objects.filter(slug__in=slugs)}
        if unknown := sorted({*slugs} - {*events}):
            self.stderr.write(f"slug: there is no tournament {', '.join(unknown)}")
            sys.exit(MISTAKEN)
        now = timezone.now()
        for _slug, event in sorted(events.items()):
            with acting(event, "close_account", Doer("end_links", now)) as act:
                end_all_links(act)
        if invitations:
            end_invitations("end_links", now)
