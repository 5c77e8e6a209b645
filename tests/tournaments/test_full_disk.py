"""Whoever runs an event or the site is told of a disk without room, before something is lost."""

import shutil
from collections import namedtuple

import pytest

from tests.factories import make_tournament, signed_in
from tournaments.domain.room import LEAST, LITTLE, Room, room_of

Usage = namedtuple("Usage", ["total", "used", "free"])


@pytest.fixture
def left(monkeypatch):
    def leave(free):
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage(2**40, 2**40 - free, free))

    return leave


@pytest.mark.parametrize(
    ("free", "room"),
    [
        (0, Room.NONE),
        (LEAST - 1, Room.NONE),
        (LEAST, Room.LITTLE),
        (LITTLE - 1, Room.LITTLE),
        (LITTLE, Room.ENOUGH),
    ],
)
def test_there_is_room_or_little_or_none(free, room):
    assert room_of(free) is room


@pytest.fixture(params=["desk", "series"])
def page(request):
    tournament = make_tournament()
    if request.param == "desk":
        return signed_in(tournament, "organiser"), f"/en/t/{tournament.slug}/desk/"
    return signed_in(None, "administrator"), "/en/series/"


def shown(page):
    client, address = page
    return client.get(address).content.decode()


@pytest.mark.django_db
def test_the_desk_and_the_series_say_that_nothing_can_be_saved(page, left):
    left(0)

    assert "The disk of the site is full: nothing can be saved any more, only read." in shown(page)


@pytest.mark.django_db
def test_they_say_in_time_how_much_is_left(page, left):
    left(12 * 2**20)

    said = "The disk of the site is nearly full: 12.0\N{NO-BREAK SPACE}MB are left."
    assert f"{said} Tell whoever runs the site to make room there." in shown(page)


@pytest.mark.django_db
def test_they_say_nothing_of_a_disk_with_room(page, left):
    left(LITTLE)

    assert "The disk of the site" not in shown(page)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("free", "said"),
    [(LITTLE, "ok"), (LEAST, "nearly full"), (0, "full; the site only reads")],
)
def test_a_watcher_is_told_and_the_site_goes_on(client, left, free, said):
    left(free)

    answer = client.get("/health/ready/")

    assert answer.status_code == 200
    assert f"disk: {said}\n" in answer.content.decode()
