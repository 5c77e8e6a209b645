"""A hall plays on its phones, over HTTP and before a site of its own: `manage.py simulate_hall`."""

import json
import os
import subprocess
import sys

import pytest
from django.conf import settings

from tests.sites import Site

pytestmark = pytest.mark.prove


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    site = Site(tmp_path_factory.mktemp("hall"))
    site.start()
    yield site
    site.stop()


def played(site, *words):
    address = f"http://{site.address}"
    ended = subprocess.run(
        [sys.executable, "manage.py", "simulate_hall", "--address", address, *words],
        cwd=settings.BASE_DIR,
        env=site.environment | {"PATH": os.environ["PATH"], "SITE_URL": address},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return json.loads(ended.stdout)


def test_every_open_page_hears_of_the_draw_and_the_tables_agree_alone(site):
    answer = played(site, "--players", "24", "--watchers", "8", "--silent", "0", "--disputed", "0")

    assert answer["draw_not_heard"] == 0
    assert (answer["tables"], answer["tables_by_hand"]) == (6, {})
    assert answer["amiss"] == []


def test_what_was_entered_wrong_is_entered_again_at_the_table(site):
    words = ("--wrong", "100", "--silent", "0", "--disputed", "0")

    answer = played(site, "--players", "12", "--watchers", "0", *words)

    assert (answer["tables"], answer["tables_by_hand"]) == (3, {})


def test_what_is_disputed_is_left_to_the_desk(site):
    words = ("--disputed", "100", "--silent", "0", "--wrong", "0")

    answer = played(site, "--players", "12", "--watchers", "0", *words)

    assert answer["tables_by_hand"] == {"disputed": 3}
