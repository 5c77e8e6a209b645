"""How many pages listen to an event, and that the desk sees it."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from tests import factories as make
from tournaments.services.listening import listeners, tell_listeners


@pytest.fixture(autouse=True)
def nobody_listens():
    cache.clear()


def test_the_pages_of_all_processes_count_together():
    tell_listeners("one", {"brno": 3, "praha": 1})
    tell_listeners("two", {"brno": 4})
    tell_listeners("one", {"brno": 2})

    assert (listeners("brno"), listeners("praha"), listeners("plzen")) == (6, 0, 0)


def test_a_process_that_ended_is_forgotten():
    tell_listeners("one", {"brno": 3})
    tell_listeners("two", {"brno": 4})
    cache.delete("listening:one")
    tell_listeners("two", {"brno": 5})

    assert listeners("brno") == 5
    assert cache.get("listening") == ["two"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("count", "words"), [(1, "1 open page hears at once"), (87, "87 open pages hear at once")]
)
def test_the_desk_shows_how_many_are_connected(count, words):
    event = make.make_tournament()
    tell_listeners("one", {event.slug: count})

    page = make.signed_in(event).get(f"/en{reverse('desk', args=[event.slug])}").content.decode()

    assert words in page


@pytest.mark.django_db
def test_the_desk_says_nothing_while_nobody_listens():
    event = make.make_tournament()

    page = make.signed_in(event).get(f"/en{reverse('desk', args=[event.slug])}").content.decode()

    assert 'id="listening"' not in page
