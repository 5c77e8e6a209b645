"""Pages for visitors come whole from the cache while nothing has changed."""

import gzip
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import make_dataclass
from typing import NamedTuple

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.urls.converters import IntConverter

from tests.factories import (
    checked_in,
    doer,
    make_entry,
    make_official,
    make_tournament,
    play,
    publish,
    ready_to_draw,
)
from tests.factories import signed_in as signed_in_as
from tournaments import urls
from tournaments.models import Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services import acts, versions
from tournaments.services.acts import replaced_key
from tournaments.services.checking_in import mark_paid
from tournaments.services.versions import raise_versions
from tournaments.views import cached, making
from tournaments.views.numbers import Number

pytestmark = [pytest.mark.django_db, pytest.mark.every_case]
POLL = {"HX-Request": "true"}


@pytest.fixture
def tournament():
    tournament = make_tournament(state=State.SIGN_UP)
    make_entry(tournament, "Anna Nováková")
    return tournament


@pytest.fixture
def committing(django_capture_on_commit_callbacks):
    """What is done inside counts as committed, so that the cache hears of it."""
    return lambda: django_capture_on_commit_callbacks(execute=True)


def address(tournament, page=""):
    return f"/en/t/{tournament.slug}/{page}"


def live_version(html: str) -> str:
    return html.split("?v=", 1)[1].split('"', 1)[0]


def test_a_second_visit_costs_no_query(client, tournament, django_assert_num_queries):
    first = client.get(address(tournament))

    with django_assert_num_queries(0):
        second = Client().get(address(tournament))

    assert second.content == first.content


def test_a_change_in_the_administration_is_seen_at_once(client, tournament, committing):
    client.get(address(tournament))

    with committing():
        entry = tournament.entries.get()
        entry.name = "Anna Čermáková"
        entry.save()

    assert "Anna Čermáková" in client.get(address(tournament)).content.decode()


class Newer(NamedTuple):
    """`Versions` of another release."""

    latest: int
    public: int
    more: int = 0


def of_another_release(kind):
    """The same kind of value with one more field at its end."""
    more = [(name, kind.__annotations__[name]) for name in kind.__annotations__]
    return make_dataclass(kind.__name__, [*more, ("more", str, "")], frozen=True)


def test_what_is_saved_is_saved_where_the_database_goes_before_other_pages_hear_of_it(
    tournament, committing, monkeypatch, caplog
):
    def go_away(_keys, **_options):
        raise OperationalError

    person = tournament.entries.get().person
    person.name = "Anna Svobodová"
    monkeypatch.setattr(versions, "_raise", go_away)

    with committing():
        person.save()

    person.refresh_from_db()
    assert person.name == "Anna Svobodová"
    assert "_raise_elsewhere" in caplog.text


def test_a_page_of_another_release_is_not_read(client, tournament, monkeypatch):
    with monkeypatch.context() as upgrading:
        upgrading.setattr(cached, "Kept", of_another_release(cached.Kept))
        newer = client.get(address(tournament))

    assert Client().get(address(tournament)).content == newer.content


def test_versions_of_another_release_are_not_read(client, tournament, monkeypatch):
    with monkeypatch.context() as upgrading:
        upgrading.setattr(acts, "Versions", Newer)
        acts.tell_cache({tournament.slug: Newer(7, 7)}, {tournament.slug: 7})

    assert client.get(address(tournament)).status_code == 200


def test_every_language_has_its_own_page(client, tournament):
    english = client.get(f"/en/t/{tournament.slug}/")
    polish = client.get(f"/pl/t/{tournament.slug}/")

    assert 'lang="en"' in english.content.decode()
    assert '<html lang="pl">' in polish.content.decode()


def test_whoever_is_signed_in_gets_a_page_of_their_own(client, tournament):
    client.get(address(tournament))

    own = signed_in_as(tournament, "organiser").get(address(tournament))

    assert "Desk" in own.content.decode()
    assert own.headers["Cache-Control"] == "private, no-cache"
    assert "Desk" not in Client().get(address(tournament)).content.decode()


def test_players_with_their_link_share_the_page_of_visitors(
    client, tournament, django_assert_max_num_queries
):
    visitors = client.get(address(tournament))
    player = Client()
    player.get(address(tournament, f"my/{tournament.entries.get().token}/"))

    # At most the session is read, and not even that where Redis has it.
    with django_assert_max_num_queries(1):
        theirs = player.get(address(tournament))

    assert theirs.content == visitors.content


def test_whoever_acts_by_an_officials_link_gets_a_page_of_their_own(client, tournament):
    client.post(f"/en/official/{make_official(tournament).token}/")

    assert "Desk" in client.get(address(tournament)).content.decode()


def test_a_browser_that_has_the_page_gets_only_that_word(client, tournament):
    etag = client.get(address(tournament)).headers["ETag"]

    again = client.get(address(tournament), headers={"If-None-Match": etag})

    assert (again.status_code, again.content) == (304, b"")


def test_a_browser_that_has_an_older_page_gets_the_new_one(client, tournament, committing):
    etag = client.get(address(tournament)).headers["ETag"]
    with committing():
        make_entry(tournament, "Petr Černý")

    again = client.get(address(tournament), headers={"If-None-Match": etag})

    assert again.status_code == 200
    assert "Petr Černý" in again.content.decode()


def test_the_page_is_kept_compressed_too(client, tournament):
    plain = client.get(address(tournament))

    zipped = client.get(address(tournament), headers={"Accept-Encoding": "gzip"})

    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == plain.sent
    assert {"Cookie", "Accept-Encoding"} <= {v.strip() for v in zipped.headers["Vary"].split(",")}


def test_a_search_is_never_kept(client):
    tournament = ready_to_draw(12)
    publish(tournament)

    client.get(address(tournament, "rounds/1/"), {"q": "Anna"})

    assert "huge" not in client.get(address(tournament, "rounds/1/")).content.decode()


def test_a_draft_is_not_kept_for_visitors(client):
    tournament = make_tournament(state=State.DRAFT)

    signed_in_as(tournament, "organiser").get(address(tournament))

    assert client.get(address(tournament)).status_code == 404


def test_an_address_without_a_tournament_is_not_found(client):
    assert client.get("/en/t/nowhere/").status_code == 404


def test_a_poll_is_answered_with_nothing_while_nothing_has_changed(
    client, tournament, django_assert_num_queries
):
    version = live_version(client.get(address(tournament)).content.decode())
    client.get(address(tournament), {"v": version}, headers=POLL)

    with django_assert_num_queries(0):
        answer = client.get(address(tournament), {"v": version}, headers=POLL)

    assert (answer.status_code, answer.content) == (204, b"")


def test_a_poll_brings_the_part_that_changed_and_no_frame(client, tournament, committing):
    version = live_version(client.get(address(tournament)).content.decode())
    with committing():
        make_entry(tournament, "Petr Černý")

    answer = client.get(address(tournament), {"v": version}, headers=POLL)

    html = answer.content.decode()
    assert html.strip().startswith('<div id="live"')
    assert "28 places left" in html
    assert live_version(html) != version


def test_a_poll_hears_nothing_of_changes_elsewhere(client, committing):
    tournament = ready_to_draw(12)
    publish(tournament)
    version = live_version(client.get(address(tournament, "rounds/1/")).content.decode())

    with committing():
        raise_versions(Tournament.objects.filter(pk=tournament.pk))
    answer = client.get(address(tournament, "rounds/1/"), {"v": version}, headers=POLL)

    assert answer.status_code == 204


def test_whoever_is_signed_in_polls_just_so():
    tournament = ready_to_draw(12)
    publish(tournament)
    client = signed_in_as(tournament, "organiser")
    version = live_version(client.get(address(tournament, "rounds/1/")).content.decode())

    answer = client.get(address(tournament, "rounds/1/"), {"v": version}, headers=POLL)

    assert answer.status_code == 204


def test_a_finished_tournament_polls_no_more(client):
    tournament = ready_to_draw(12)
    play(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(state=State.FINISHED)

    assert "hx-get" not in client.get(address(tournament, "standings/")).content.decode()


def asking(count: int, path: str) -> list[bytes]:
    """What so many browsers get that ask for one page at once."""
    start = threading.Barrier(count)

    def ask(_number: int) -> bytes:
        start.wait()
        try:
            return Client().get(path).content
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as browsers:
        return list(browsers.map(ask, range(count)))


@pytest.fixture
def slow(monkeypatch):
    """Tells what is read for pages, which takes a moment: time for others to ask, too."""
    made = []

    def read(tournament):
        made.append(tournament.public_version)
        time.sleep(0.2)
        return read_event(tournament)

    monkeypatch.setattr("tournaments.views.public.standings.read_event", read)
    return made


@pytest.mark.django_db(transaction=True)
def test_whoever_asks_while_a_page_is_made_waits_for_it(slow):
    tournament = ready_to_draw(12)

    pages = asking(6, address(tournament, "standings/"))

    assert len(slow) == 1
    assert len(set(pages)) == 1


@pytest.mark.django_db(transaction=True)
def test_what_takes_long_leaves_the_page_before_to_the_others_for_a_moment(slow, monkeypatch):
    monkeypatch.setattr(making, "PATIENCE_SECONDS", 0)
    tournament = ready_to_draw(12)
    before = Client().get(address(tournament, "standings/")).content
    publish(tournament)
    cache.set(replaced_key(tournament.slug, slow[0]), True, 60)

    pages = asking(4, address(tournament, "standings/"))

    assert len(slow) == 2
    assert before in pages
    assert len(set(pages)) == 2


@pytest.mark.django_db(transaction=True)
def test_a_page_that_was_replaced_long_ago_is_shown_to_nobody(slow, monkeypatch):
    monkeypatch.setattr(making, "PATIENCE_SECONDS", 0)
    tournament = ready_to_draw(12)
    before = Client().get(address(tournament, "standings/")).content
    publish(tournament)
    cache.delete(replaced_key(tournament.slug, slow[0]))

    pages = asking(4, address(tournament, "standings/"))

    assert before not in pages
    assert len(set(pages)) == 1


def test_nobody_waits_for_ever_for_a_page_whose_maker_died(client, tournament, monkeypatch):
    monkeypatch.setattr(making, "MAKING_SECONDS", 0.1)
    cache.add(f"making:page:{address(tournament)}", True, 60)

    assert "Anna Nováková" in client.get(address(tournament)).content.decode()


def test_a_page_that_cannot_be_made_keeps_nobody_waiting(client, tournament):
    assert client.get(address(tournament, "players/99/")).status_code == 404
    assert f"making:page:{address(tournament, 'players/99/')}" not in cache


def test_a_change_while_a_page_is_made_makes_it_old(client, tournament, monkeypatch, committing):
    def read(tournament):
        event = read_event(tournament)
        with committing():
            make_entry(tournament, "Petr Černý")
        monkeypatch.undo()
        return event

    monkeypatch.setattr("tournaments.views.public.tournament.read_event", read)

    first = client.get(address(tournament)).content.decode()
    second = client.get(address(tournament)).content.decode()

    assert "Petr Černý" not in first
    assert "Petr Černý" in second


def test_what_visitors_see_nothing_of_makes_no_page_anew(
    client, tournament, committing, django_assert_num_queries
):
    page = client.get(address(tournament)).content
    with committing():
        mark_paid(tournament, tournament.entries.get().pk, True, doer())

    with django_assert_num_queries(0):
        assert client.get(address(tournament)).content == page


@pytest.mark.parametrize("players", [12, 60])
@pytest.mark.parametrize(
    "page", ["", "players/", "players/1/", "rounds/2/", "results/", "standings/"]
)
def test_a_page_made_anew_takes_few_queries_however_many_play(
    client, django_assert_max_num_queries, page, players
):
    tournament = ready_to_draw(players, capacity=100)
    play(tournament, 1)
    play(tournament, 2, close=False)

    # One of them reads the children, of whom an official may be one.
    with django_assert_max_num_queries(16):
        client.get(address(tournament, page))


def test_people_at_the_door_are_counted_in_few_queries_too(client, django_assert_max_num_queries):
    tournament = make_tournament(state=State.CHECK_IN, capacity=100)
    checked_in(tournament, 60)
    assert tournament.entries.filter(state=EntryState.CHECKED_IN).count() == 60

    with django_assert_max_num_queries(15):
        client.get(address(tournament))


def test_what_a_visitor_wrote_behind_the_address_is_kept_for_nobody(client, tournament):
    client.get(address(tournament), {"v": "stranger"})

    page = Client().get(address(tournament)).content.decode()

    assert "stranger" not in page
    assert f'href="/pl/t/{tournament.slug}/"' in page


@pytest.mark.parametrize("written", ["01", "0" * 900 + "1", "1" * 10, "1" * 5_000, "١"])
def test_a_number_has_one_address(client, written):
    tournament = ready_to_draw(8)
    publish(tournament)

    assert client.get(address(tournament, "rounds/1/")).status_code == 200
    assert client.get(address(tournament, f"rounds/{written}/")).status_code == 404


def test_no_address_takes_numbers_in_several_ways():
    converters = {
        kind
        for pattern in (*urls.urlpatterns, *urls.programs)
        for kind in map(type, pattern.pattern.converters.values())
    }

    assert Number in converters
    assert IntConverter not in converters


def test_links_to_other_languages_take_a_question_along(client, tournament):
    page = client.get(address(tournament, "players/"), {"q": "Žofie & x"}).content.decode()

    assert f'href="/pl/t/{tournament.slug}/players/?q=%C5%BDofie+%26+x"' in page
