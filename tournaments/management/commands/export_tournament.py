"""`manage.py export_tournament`: one tournament as one JSON archive."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from games.management.json_command import MISTAKEN
from tournaments.exports.archive.schema import archive_schema
from tournaments.exports.archive.writing import write_archive
from tournaments.models import Tournament
from tournaments.services.acts import Doer
from tournaments.services.rounds import take_out_secret


class Command(BaseCommand):
    help = (
        "Write a tournament, whole, as JSON to standard output. The archive holds personal data: "
        "keep it as you keep the database. Described in docs/commands.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        chosen = parser.add_mutually_exclusive_group(required=True)
        chosen.add_argument("slug", nargs="?", help="the tournament's address, such as brno-2026")
        chosen.add_argument("--schema", action="store_true", help="print the JSON Schema instead")
        parser.add_argument(
            "--with-secret",
            action="store_true",
            help="also the secret of the draws to come; that ends their chain, and the public "
            "record says so for ever",
        )

    def handle(
        self, *_args: Any, slug: str | None, schema: bool, with_secret: bool, **_options: Any
    ) -> None:
        if schema:
            self.stdout.write(json.dumps(archive_schema(), indent=1))
            return
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            self.stderr.write(f"slug: there is no tournament {slug}")
            sys.exit(MISTAKEN)
        if with_secret:
            ended = take_out_secret(tournament, Doer("export_tournament", timezone.now()))
            for commitment in ended:
                self.stderr.write(
                    f"The chain {commitment.published} has ended: everybody can read that its "
                    "secret was taken out, and draws from now on do not follow from it."
                )
        self.stdout.write(write_archive(tournament, whole=True, with_secret=with_secret), ending="")
