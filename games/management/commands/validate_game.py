"""`manage.py validate_game`: `python -m games` under the name of the other commands."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import judging


class Command(BaseCommand):
    help = judging.PURPOSE
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        judging.add_arguments(parser)

    def handle(self, *_args: Any, **options: Any) -> None:
        asked = {name: options[name] for name in ("files", "first", "jobs")}
        said, code = judging.judge(**asked, as_json=options["json"])
        judging.say(said, self.stdout)
        if code:
            sys.exit(code)
