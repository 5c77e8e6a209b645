"""`manage.py import_tournament`: a tournament restored from its JSON archive."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser

from games.management.json_command import JsonCommand, Mistake, Mistakes
from tournaments.exports.archive.older import brought_up
from tournaments.exports.archive.restoring import BrokenArchive, read_archive

LARGEST_ARCHIVE = 16 * 2**20
"""Bytes; 400 players with a record of every game take half of it."""


class Command(JsonCommand):
    help = (
        "Restore a tournament from the JSON that export_tournament wrote; all of it or nothing. "
        "Exits 2 with one line for each mistake. Described in docs/commands.md."
    )
    schema = "tournament-archive"
    largest = LARGEST_ARCHIVE

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--slug", help="restore a copy under this address, with new personal links"
        )

    def handle(self, *args: Any, slug: str | None = None, **options: Any) -> None:
        self.slug = slug
        super().handle(*args, **options)

    def brought_up(self, document: Any) -> Any:
        return brought_up(document)

    def answer(self, document: Any) -> Any:
        try:
            tournament = read_archive(document, copy_to=self.slug or "")
        except BrokenArchive as broken:
            raise Mistakes([Mistake(broken.place, broken.words)]) from broken
        return {"tournament": tournament.slug, "version": tournament.version}
