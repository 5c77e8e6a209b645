"""`manage.py check_board`: whether a board that was typed or drawn elsewhere keeps the rules."""

from __future__ import annotations

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.board.checking import Fault, check
from games.engine.board.frames import FRAMES
from games.engine.board.listing import Listing, listing_of_document
from games.engine.board.reading import read_board
from games.engine.board.rules import fits, rules_of
from games.engine.core import NotARecord
from games.letters import write_any_letter
from games.management.commands.board import with_board, without_board
from games.management.json_command import (
    MISTAKEN,
    Mistake,
    Mistakes,
    check_shape,
    parse_document,
    read_text,
)

BROKEN = 1
"""Exit code for a board that breaks a rule."""


class Command(BaseCommand):
    help = (
        "Check a board, as text or JSON. Exits 0 if it keeps every rule, 1 with one line for each "
        "rule that it breaks, 2 with one line for each place that cannot be read. "
        "Both forms are described in docs/commands.md."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser):
        parser.add_argument("file", help="text or JSON; - is standard input")
        parser.add_argument(
            "--ruleset", type=with_board, help="the one of the file, or else that of its frame"
        )
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def handle(self, *_args, file, ruleset, **options):
        try:
            listing = _read(file, ruleset)
        except Mistakes as mistakes:
            self._give_up(map(str, mistakes.found))
        except NotARecord as refusal:
            self._give_up(map(str, refusal.errors))
        ruleset = ruleset or listing.ruleset or listing.frame.ruleset
        if reason := without_board(ruleset):
            self._give_up([f"{ruleset}: {reason}"])
        faults = check(listing, rules_of(ruleset))
        if options["json"]:
            self.stdout.write(json.dumps(_answer(file, ruleset, listing, faults), indent=2))
        else:
            write_any_letter(self.stdout)
            for fault in faults:
                mark = " [follows]" if fault.follows else ""
                self.stdout.write(f"{_where(listing, fault) or 'board'}: {fault}{mark}")
            if not faults:
                self.stdout.write("The board keeps every rule.")
        if faults:
            sys.exit(BROKEN)

    def _give_up(self, lines):
        for line in lines:
            self.stderr.write(line)
        sys.exit(MISTAKEN)


def _read(file: str, ruleset: str | None) -> Listing:
    """Raises `Mistakes` or `NotARecord`."""
    text = read_text(file)
    if not text.lstrip().startswith("{"):
        return read_board(text, ruleset or "")
    document = parse_document(text)
    check_shape(document, "board")
    if document["frame"] not in FRAMES:
        known = ", ".join(FRAMES)
        raise Mistakes([Mistake(("frame",), f"no map of this key; known are {known}")])
    listing = listing_of_document(document)
    ruleset = ruleset or listing.ruleset
    if ruleset and not fits(ruleset, listing.frame.ruleset):
        raise Mistakes([Mistake(("frame",), f"{ruleset} is not played on {listing.frame.key}")])
    return listing


def _where(listing: Listing, fault: Fault) -> str:
    """Where in the file the first of the places meant stands; empty if none does."""
    return next((listing.where[place] for place in fault.places if place in listing.where), "")


def _answer(file: str, ruleset: str, listing: Listing, faults: tuple[Fault, ...]) -> dict[str, Any]:
    return {
        "file": file,
        "frame": listing.frame.key,
        "ruleset": ruleset,
        "valid": not faults,
        "findings": [
            {
                "rule": fault.rule.id,
                "message": fault.rule.text,
                "detail": str(fault.detail),
                "places": fault.places,
                "where": _where(listing, fault),
                "follows": fault.follows,
            }
            for fault in faults
        ],
    }
