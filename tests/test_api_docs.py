"""What docs/api.md tells of the interface is there, and its example runs."""

import io
import re
import urllib.request
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client

from tests import factories as make
from tournaments.views.programs.operations import OPERATIONS, WRITINGS

pytestmark = pytest.mark.django_db

PAGE = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text()


@pytest.fixture
def sent(monkeypatch):
    """Statuses of what was asked of the site, which answers in place of the network."""
    statuses = []

    def urlopen(request, timeout):
        parts = urlsplit(request.full_url)
        answer = Client().get(parts.path, headers=dict(request.header_items()))
        statuses.append(answer.status_code)
        body = io.BytesIO(answer.content)
        if answer.status_code != 200:
            raise HTTPError(request.full_url, answer.status_code, "", answer.headers, body)
        body.headers = answer.headers
        return body

    monkeypatch.setattr(urllib.request, "urlopen", urlopen)
    return statuses


@pytest.fixture
def example(sent):
    """The names of the example."""
    names = {"__name__": "standings"}
    exec(re.search(r"```python\n(import json.*?)```", PAGE, re.DOTALL)[1], names)  # noqa: S102 - it is ours
    return names


def test_every_address_is_told_of():
    told = PAGE.replace("`standings/{after}/`", "`/api/v1/events/{slug}/standings/{after}/`")

    assert [one.path for one in OPERATIONS if f"`{one.path}`" not in told] == []
    event = "/api/v1/events/{slug}/"
    written = told.replace("`POST ...", f"`POST {event[:-1]}").replace(
        "`PUT ...", f"`PUT {event[:-1]}"
    )
    assert [one.path for one in WRITINGS if f"`{one.method} {one.path}`" not in written] == []


def test_the_example_tells_the_standings_and_reads_them_again_only_when_they_changed(example, sent):
    tournament = make.ready_to_draw(7)
    make.play(tournament)
    address = f"https://tour.example/api/v1/events/{tournament.slug}/standings/"

    first = list(example["lines"](example["read"](address)))
    second = list(example["lines"](example["read"](address)))

    assert len(first) == 7
    assert re.match(r"  1 \S+ .+ (first_places|points|game_points|success) ", first[0])
    assert second == first
    assert sent == [200, 304]


def test_the_example_says_what_the_site_says(example):
    with pytest.raises(SystemExit, match="There is nothing at this address"):
        example["read"]("https://tour.example/api/v1/events/nowhere/standings/")
