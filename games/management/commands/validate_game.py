"""`manage.py validate_game`: replays records and names every broken rule."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.engine.files import LARGEST
from games.engine.verdicts import UNREADABLE, verdict_on

FOUND, UNREAD = 1, 2
"""Exit codes: a rule was broken; a file is no record."""


class Command(BaseCommand):
    help = (
        "Replay recorded games and name every broken rule. Exits 0 if all games keep the rules, "
        "1 if a rule was broken, 2 if a file is no record. docs/commands.md describes the answer."
    )
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("files", nargs="+", metavar="FILE", help="- is standard input")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.add_argument("--first", action="store_true", help="stop at the first broken rule")
        parser.add_argument("--jobs", type=int, default=1, help="processes to share the work")

    def handle(self, *_args, files, first, jobs, **options):
        verdicts = list(_verdicts(files, first, jobs))
        if options["json"]:
            self.stdout.write(json.dumps(verdicts, indent=1))
        else:
            for verdict in verdicts:
                self.stdout.write("\n".join(_lines(verdict)))
        if any("errors" in verdict for verdict in verdicts):
            sys.exit(UNREAD)
        if not all(verdict["valid"] for verdict in verdicts):
            sys.exit(FOUND)


def _verdicts(files: list[str], first: bool, jobs: int) -> Iterable[dict[str, Any]]:
    work = partial(_verdict, first=first)
    if jobs <= 1 or len(files) == 1:
        return map(work, files)
    with ProcessPoolExecutor(max_workers=min(jobs, len(files))) as pool:
        return list(pool.map(work, files, chunksize=max(1, len(files) // (4 * jobs))))


def _verdict(file: str, *, first: bool) -> dict[str, Any]:
    try:
        data = read_file(file)
    except OSError as error:
        unread = {"line": None, "column": None, "expected": error.strerror, "suggestion": None}
        return {"file": file, **UNREADABLE, "errors": [unread]}
    return {"file": file, **verdict_on(data, first=first)}


def read_file(file: str) -> bytes:
    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    with Path(file).open("rb") as opened:
        return opened.read(LARGEST + 1)


def _lines(verdict: dict[str, Any]) -> Iterator[str]:
    if "errors" in verdict:
        yield f"{verdict['file']}: not a record"
        for error in verdict["errors"]:
            place = f"line {error['line']}, column {error['column']}: " if error["line"] else ""
            hint = f" (did you mean {error['suggestion']}?)" if error["suggestion"] else ""
            yield f"  {place}expected {error['expected']}{hint}"
        return
    points = "-".join(map(str, verdict["points"]))
    state = "every rule kept" if verdict["valid"] else "rules broken"
    yield f"{verdict['file']}: {state}; {verdict['ended']}, {points}"
    for finding in verdict["findings"]:
        marks = "".join(f" [{mark}]" for mark in ("impossible", "follows") if finding[mark])
        words = f"{finding['rule']} {finding['message']} {finding['detail']}"
        yield f"  {_place(finding)}: {words}{marks}"
    if "not_checked_from" in verdict:
        yield f"  not checked further from {_place(verdict['not_checked_from'])} on"
    if any(finding["impossible"] for finding in verdict["findings"]):
        yield "  the verdict ends there: what comes after it was not judged"
    yield from _hidden(verdict["hidden"]) if "hidden" in verdict else ()
    if "not_checkable" in verdict:
        rules = ", ".join(one["rule"] for one in verdict["not_checkable"])
        yield f"  not checkable, as the record lacks the facts: {rules}"


def _hidden(hidden: dict[str, Any]) -> Iterator[str]:
    if any(hidden["points_more"]):
        yield f"  hidden points at most: {'-'.join(map(str, hidden['points_more']))}"
    for known in hidden["proved"]:
        yield f"  {_place(known)}: {known['detail']} [proved]"
    if hidden["bounds_after"] is not None:
        yield (
            f"  after action {hidden['bounds_after']} too many hands are possible; cards are "
            "judged by the least and the most that a player can have"
        )
    if hidden["lost_after"] is not None:
        yield f"  after action {hidden['lost_after']} too much is unseen to judge anything"


def _place(finding: dict[str, Any]) -> str:
    if finding["action"] is None:
        return "board"
    return f"line {finding['line']}" if finding["line"] else f"action {finding['action']}"
