"""In a hall everybody opens the same page at once, on a phone: it has to be small."""

import gzip
import re
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests import factories as make

pytestmark = pytest.mark.django_db

FIRST_VISIT = 60_000
LATER = 15_000
"""Compressed bytes, styles and scripts included on the first visit."""


@pytest.mark.parametrize("page", ["rounds/2/", "standings/"])
def test_the_draw_and_the_standings_of_a_hundred_players_are_small(page):
    tournament = make.ready_to_draw(100)
    make.play(tournament, 1)
    make.publish(tournament, 2)

    html = Client().get(f"/en/t/{tournament.slug}/{page}").content

    itself = len(gzip.compress(html, 6))
    assert itself <= LATER
    assert itself + sum(_compressed(path) for path in _linked(html.decode())) <= FIRST_VISIT


def _linked(html: str) -> set[str]:
    return set(re.findall(r'(?:href|src)="/static/([^"]+)"', html))


def _compressed(path: str) -> int:
    return len(brotli.compress(Path(finders.find(path)).read_bytes()))
