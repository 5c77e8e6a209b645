"""`manage.py sign_in_link`: the way of an account's owner past guesses where no e-mails go out."""

from __future__ import annotations

import sys
from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandParser

from games.management.json_command import MISTAKEN
from tournaments.forms.accounts import sign_in_address


class Command(BaseCommand):
    help = (
        "Print a link that signs an account in once, as an e-mail would bring it. For whoever was "
        "kept out by wrong passwords of others while the site sends no e-mails. Hand it over to "
        "nobody but the owner. Described in docs/operations.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", help="the name of the account")

    def handle(self, *_args: Any, username: str, **_options: Any) -> None:
        users = get_user_model().objects
        user = users.filter(username=username, is_active=True).first()
        if user is None:
            self.stderr.write(f"username: there is no account {username} that may sign in")
            sys.exit(MISTAKEN)
        self.stdout.write(sign_in_address(user))
