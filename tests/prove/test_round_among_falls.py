"""A round of sixteen players on their phones, and a day of forty-eight, while all goes wrong that
may in a hall: the site is killed and started again, each form comes three times, and each phone
loses the network.

Nothing accepted is lost or there twice, nobody is sent to a wrong table, and the logbook has all.
"""

import json
import os
import subprocess
import sys
import time
from collections import Counter

import pytest
from django.conf import settings

from tests.sites import Site

pytestmark = pytest.mark.prove

SECONDS_TO_COME = 600
"""A bound for what never comes; on a busy machine all of it takes its time."""

RESULTS = """
SELECT r.number, count(e.id), count(DISTINCT t.id) FROM tournaments_table t
JOIN tournaments_draw d ON d.id = t.draw_id
JOIN tournaments_round r ON r.id = d.round_id
LEFT JOIN tournaments_result e ON e.table_id = t.id
GROUP BY r.number ORDER BY r.number
"""
DONE = "SELECT name, count(*) FROM tournaments_act GROUP BY name"
TABLES_WITH_PROPOSALS = "SELECT count(DISTINCT table_id) FROM tournaments_proposal"
OF_SOMEBODY_ELSE = """
SELECT count(*) FROM tournaments_proposal p
WHERE NOT EXISTS (
    SELECT 1 FROM tournaments_seat s WHERE s.table_id = p.table_id AND s.entry_id = p.entry_id
)
"""


@pytest.fixture
def site(tmp_path):
    site = Site(tmp_path)
    site.start()
    yield site
    site.stop()


@pytest.mark.parametrize(
    ("players", "rounds", "falls"),
    [(16, 1, 2), pytest.param(48, 4, 5, marks=pytest.mark.long)],
)
def test_each_result_is_there_once_and_nobody_sits_wrong(site, players, rounds, falls):
    playing = started(site, "--players", str(players), "--rounds", str(rounds))
    for fall in range(falls):
        wait_for(site, playing, PROGRESS[fall % len(PROGRESS)], 1 + fall // len(PROGRESS))
        site.kill()
        site.start()
    said, amiss = playing.communicate(timeout=SECONDS_TO_COME)
    answer = json.loads(said)
    done = Counter(dict(site.ask(DONE)))
    results = site.ask(RESULTS)

    assert (playing.returncode, amiss) == (0, "")
    assert answer["tables_otherwise"] == 0
    assert [(entered, tables) for _, entered, tables in results] == [(players // 4,) * 2] * (
        rounds + 1
    )
    assert site.ask(OF_SOMEBODY_ELSE) == [(0,)]
    assert done["check_in"] == players
    for name in ("draw_round", "publish_draw", "start_clock", "close_round"):
        assert done[name] == rounds + 1
    assert done["enter_result"] + done["agree_result"] == sum(entered for _, entered, _ in results)
    assert site.ask(TABLES_WITH_PROPOSALS) == [(answer["tables"],)]
    assert answer["connections_lost"] > players


PROGRESS = (
    "SELECT count(*) FROM tournaments_act WHERE name = 'propose_result'",
    "SELECT count(*) FROM tournaments_act WHERE name = 'agree_result'",
)
"""What is waited for before the site is killed once more."""


def started(site, *words):
    address = f"http://{site.address}"
    return subprocess.Popen(
        [
            *(sys.executable, "manage.py", "simulate_hall", "--faults", "--address", address),
            *("--watchers", "4", "--silent", "5", "--wrong", "20", *words),
        ],
        cwd=settings.BASE_DIR,
        env=site.environment | {"PATH": os.environ["PATH"], "SITE_URL": address},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for(site, playing, query, count):
    deadline = time.monotonic() + SECONDS_TO_COME
    while site.ask(query) < [(count,)] and playing.poll() is None:
        assert time.monotonic() < deadline, site.ask(DONE)
        time.sleep(0.05)
