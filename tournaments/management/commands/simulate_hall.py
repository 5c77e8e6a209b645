"""`manage.py simulate_hall`: a hall full of phones before a site, over real HTTP."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.domain.values import Refused
from tournaments.management.hall import day, site
from tournaments.management.hall.browser import Told
from tournaments.management.hall.desk import Took

FILES_BESIDE = 256
"""That may be open beside a connection for each page, and one more for what it asks for."""

BOUNDS = (
    ("players", 8, 2000),
    ("watchers", 0, 2000),
    ("rounds", 1, 11),
    ("silent", 0, 100),
    ("wrong", 0, 100),
    ("disputed", 0, 100),
    ("idle", 0, 10_000),
)


class Command(BaseCommand):
    help = (
        "Play a day in a hall over HTTP: players enter their results on their phones, others look "
        "on, and the desk acts beside them. Prints JSON: how long acts, pages and news took, and "
        "what became of the tables. It starts a site of its own, with an empty database; with "
        "--address it plays before servers that run already. Described in docs/commands.md."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=100, help="each has a phone")
        parser.add_argument("--watchers", type=int, default=25, help="other pages that are open")
        parser.add_argument("--rounds", type=int, default=1, help="with phones, after one without")
        parser.add_argument("--seed", default="1", help="the same seed plays the same games")
        parser.add_argument("--silent", type=int, default=10, help="percent of players")
        parser.add_argument("--wrong", type=int, default=3, help="percent of results, as entered")
        parser.add_argument("--disputed", type=int, default=2, help="percent of results")
        parser.add_argument(
            "--faults",
            action="store_true",
            help="everything is sent three times, phones lose the network, and whoever gets no "
            "answer asks again: so the server may be killed meanwhile",
        )
        parser.add_argument(
            "--idle", type=int, default=0, help="so many more pages listen at last to nothing"
        )
        parser.add_argument(
            "--address",
            action="append",
            default=[],
            metavar="http://...",
            help="of a server on the database of these settings, which keeps the event; may be "
            "given more than once",
        )
        parser.add_argument("--pid", type=int, help=argparse.SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        _check(options)
        if not options["address"]:
            _before_a_site_of_its_own()
            return
        _let_files_be_open(2 * (options["players"] + options["watchers"] + options["idle"]))
        names = ("players", "watchers", "rounds", "seed", "silent", "wrong", "disputed", "faults")
        wanted = day.Wanted(**{name: options[name] for name in names})
        try:
            hall = day.open_hall(wanted)
        except Refused as refusal:
            raise CommandError(f"{refusal.rule_id}: {refusal}", returncode=2) from refusal
        told = Told()
        figures = asyncio.run(day.play(wanted, hall, options["address"], told))
        idle = _idle(hall.slug, options, told) if options["idle"] else {}
        answer = {**in_words(figures), **idle, "statuses": told.statuses}
        answer |= {"connections_lost": told.lost, "amiss": told.amiss}
        self.stdout.write(json.dumps(answer, ensure_ascii=False, indent=1))
        if told.amiss:
            first = "; ".join(told.amiss[:3])
            raise CommandError(f"{len(told.amiss)} answers were amiss: {first}", returncode=1)


def _check(options: dict[str, Any]) -> None:
    for name, least, most in BOUNDS:
        if not least <= options[name] <= most:
            raise CommandError(f"{name}: from {least} to {most}", returncode=2)
    for address in options["address"]:
        if not re.fullmatch(r"http://[^/@]+", address):
            raise CommandError(f"address: {address} is not http://host:port", returncode=2)


def _before_a_site_of_its_own() -> None:
    """The same command once more, in the settings of a site that is started for it."""
    with tempfile.TemporaryDirectory(prefix="catantour-hall-") as folder:
        port = site.free_port()
        environment = site.environment_of(Path(folder), port)
        site.prepare(environment)
        with site.serving(environment, port) as pid:
            before = ["--address", environment["SITE_URL"], "--pid", str(pid)]
            ended = subprocess.run(  # noqa: S603 - the program that runs
                [sys.executable, *sys.argv, *before], env=environment, check=False
            )
    sys.exit(ended.returncode)


def _let_files_be_open(pages: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = pages + FILES_BESIDE
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise CommandError(
            f"{wanted} files have to be open at once, and this machine lets a program open {hard}. "
            "Ask for fewer pages, or for more files (ulimit -Hn).",
            returncode=2,
        )
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def in_words(figures: day.Figures) -> dict[str, Any]:
    """The figures as they are printed; seconds, of a series the 95th of a hundred."""
    return {
        "acts_alone": _by_act(figures.alone),
        "acts_while_all_open": _by_act(figures.opening),
        "acts_watched": _by_act(figures.watched),
        "pages_while_all_open": p95(figures.opened),
        "pages_fetched": p95(figures.fetched),
        "fetched": len(figures.fetched),
        "draw_heard_by_95_of_100": p95(figures.heard),
        "draw_heard_by_all": max(figures.heard, default=None),
        "draw_not_heard": figures.unheard,
        "tables": figures.tables,
        "tables_by_silence": figures.by_silence,
        "tables_by_hand": dict(figures.by_hand),
        "tables_otherwise": figures.otherwise,
    }


def _by_act(took: Took) -> dict[str, float | None]:
    names = dict.fromkeys(name for name, _ in took)
    return {name: p95([one for act, one in took if act == name]) for name in names}


def p95(seconds: Sequence[float]) -> float | None:
    """Of a hundred the 95th, the quickest first; None of nothing."""
    return round(sorted(seconds)[len(seconds) * 95 // 100], 3) if seconds else None


def _idle(slug: str, options: dict[str, Any], told: Told) -> dict[str, Any]:
    return asyncio.run(
        day.sit_idle(slug, options["address"], options["idle"], told, pid=options["pid"])
    )
