"""The draw and the standings are light enough for a hall full of phones on one antenna."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from tests import factories as make

pytestmark = pytest.mark.django_db

FIRST_VISIT = 60_000
LATER = 15_000


@pytest.fixture
def weights(client):
    """Bytes that go over the air for 400 players: of the page, and of all that it links."""
    tournament = make.played_out(400)

    def weigh(page: str) -> tuple[int, int]:
        address = f"/t/{tournament.slug}/{page}"
        answer = client.get(address, headers={"Accept-Encoding": "gzip"})
        html = gzip.decompress(answer.content).decode()
        assert html.count("</details>") + html.count('class="seat"') >= 400
        return len(answer.content), sum(compressed(name) for name in linked(html))

    return weigh


def linked(html: str) -> set[str]:
    """The names of the static files that a page makes a phone fetch."""
    return set(re.findall(r'(?:src|href)="/static/([^"]+)"', html))


def compressed(name: str) -> int:
    return len(gzip.compress(Path(finders.find(name)).read_bytes()))


@pytest.mark.parametrize("page", ["standings/", "rounds/4/"])
def test_a_page_of_a_large_tournament_is_light(weights, page):
    html, files = weights(page)

    assert html + files < FIRST_VISIT
    assert html < LATER
