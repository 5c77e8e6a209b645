"""`manage.py whose_entry`: where no administrator may say whose an address is that a desk wrote."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from games.letters import write_any_letter
from games.management.json_command import MISTAKEN
from tournaments.domain.values import Refused
from tournaments.services import whose_entry
from tournaments.services.acts import Doer
from tournaments.services.offices import Administrator


class Command(BaseCommand):
    help = (
        "List the entries whose address was proved since only a desk wrote it, or say of one that "
        "it is the player's, or is not. For a site whose only administrator has seen the links of "
        "the event, as whoever downloads a backup has. Described in docs/operations.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("entry", nargs="?", type=int, help="the number in front of its line")
        parser.add_argument("address", nargs="?", help="the address, as it is listed")
        said = parser.add_mutually_exclusive_group()
        said.add_argument("--yes", action="store_true", help="it is the player's")
        said.add_argument("--no", action="store_true", help="it is not")

    def handle(
        self,
        *_args: Any,
        entry: int | None,
        address: str | None,
        yes: bool,
        no: bool,
        **_options: Any,
    ) -> None:
        if entry is None:
            write_any_letter(self.stdout)
            for found in whose_entry.waiting_proofs():
                self.stdout.write(f"{found.pk}  {found.email}  {found}  {found.tournament}")
            return
        if address is None or not (yes or no):
            raise CommandError("say the entry, its address, and --yes or --no")
        decide = whose_entry.believe_proof if yes else whose_entry.refuse_proof
        try:
            decide(entry, address, Administrator(None, Doer("whose_entry", timezone.now())))
        except Refused as refusal:
            self.stderr.write(str(refusal))
            sys.exit(MISTAKEN)
