"""`manage.py backup`: the whole site into one file, while it runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.letters import write_any_letter
from games.management.json_command import MISTAKEN
from tournaments.domain.values import Refused
from tournaments.services import backups


class Command(BaseCommand):
    help = (
        "Write the whole site into a new file, while it runs. Asks nothing and overwrites nothing. "
        "The file holds personal data and secrets. Described in docs/operations.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *_args: Any, file: Path, **_options: Any) -> None:
        try:
            backups.back_up(file)
        except Refused as refusal:
            self.stderr.write(str(refusal))
            sys.exit(MISTAKEN)
        write_any_letter(self.stdout)
        self.stdout.write(f"{file}: {file.stat().st_size} bytes")
