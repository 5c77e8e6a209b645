"""`manage.py first_account`: how a new site comes by its administrator."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.management.json_command import MISTAKEN
from tournaments.services import clock
from tournaments.services.first_account import (
    LINK_HOURS,
    first_account_address,
    nobody_administers,
)


class Command(BaseCommand):
    help = (
        "Print the link through which the first account of a site is made: the one that "
        "administers it. It works once, for a day, and only while nobody administers the site. "
        "Whoever has it gets the site: open it yourself. Described in docs/operations.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-needed",
            action="store_true",
            help="print nothing if somebody administers the site already",
        )

    def handle(self, *_args: Any, if_needed: bool, **_options: Any) -> None:
        if nobody_administers():
            self.stderr.write(f"The administrator's account, once and within {LINK_HOURS} hours:")
            self.stdout.write(first_account_address(clock.now()))
        elif not if_needed:
            self.stderr.write(
                "This site has an administrator already; sign_in_link lets one in who is kept out."
            )
            sys.exit(MISTAKEN)
