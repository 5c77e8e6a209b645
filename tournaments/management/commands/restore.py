"""`manage.py restore`: the whole site as a backup has it, while the site does not run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.letters import write_any_letter
from games.management.json_command import MISTAKEN
from tournaments.domain.values import Refused
from tournaments.services import backups


class Command(BaseCommand):
    help = (
        "Put a backup in the place of what the site holds, while it does not run. Asks nothing; "
        "what was there is kept in a backup of its own. Described in docs/operations.md."
    )
    # What is there may be broken, or of another release.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            before = backups.restore(file, timezone.now())
        except Refused as refusal:
            self.stderr.write(str(refusal))
            sys.exit(MISTAKEN)
        write_any_letter(self.stdout)
        if before:
            self.stdout.write(f"What was there is kept in {before}")
        self.stdout.write(f"Restored from {file}. The site may start.")
