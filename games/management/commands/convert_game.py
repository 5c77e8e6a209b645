"""`manage.py convert_game`: a record in any form that is read, as text or as JSON."""

from __future__ import annotations

import json
import sys

from django.core.management.base import BaseCommand

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.document import write_document
from games.engine.files import read
from games.engine.record import write
from games.judging import UNREAD, read_file


class Command(BaseCommand):
    help = (
        "Print a recorded game in the notation or as JSON. Reads text, JSON and the records of "
        "other programs, packed by gzip or not. Exits 2 if the file is no record."
    )
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", help="- is standard input")
        parser.add_argument("--to", choices=("text", "json"), default="text")

    def handle(self, *_args, file, to, **_options):
        try:
            record = read(read_file(file))
        except NotARecord as refusal:
            self._give_up(map(str, refusal.errors))
        except OSError as error:
            self._give_up([f"{file}: {error.strerror}"])
        notation = rulesets.by_key(record.header.ruleset).notation
        if to == "text":
            self.stdout.write(write(record, notation), ending="")
        else:
            self.stdout.write(json.dumps(write_document(record, notation), indent=1))

    def _give_up(self, lines):
        for line in lines:
            self.stderr.write(line)
        sys.exit(UNREAD)
