"""A player's own page is kept while nothing of it changes, for nobody else and without secrets."""

import re
from dataclasses import make_dataclass
from typing import get_type_hints

import pytest
from django.core.cache import cache
from django.test import Client

from tests import factories as make
from tournaments.models import Response
from tournaments.services import entering, responding
from tournaments.views.personal import own_page

pytestmark = pytest.mark.django_db
POLL = {"HX-Request": "true"}
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]*)"')


def address(entry, page=""):
    return f"/en/t/{entry.tournament.slug}/my/{entry.token}/{page}"


@pytest.fixture
def committing(django_capture_on_commit_callbacks):
    return lambda: django_capture_on_commit_callbacks(execute=True)


@pytest.fixture
def players():
    """The four of table 1, whose result of round 1 is in."""
    draw = make.play(make.ready_to_draw(8), close=False)
    seats = draw.tables.get(number=1).seats.order_by("position")
    return [seat.entry for seat in seats.select_related("entry__tournament", "entry__person")]


def phone_of(entry) -> Client:
    """A browser in which the link was opened before."""
    client = Client()
    for _ in range(2):
        assert client.get(address(entry)).status_code == 200
    return client


def confirm(entry, *, agrees=True, text=""):
    result = entry.seats.get().table.results.get()
    responding.respond_to_result(
        entry.tournament, entry, result.pk, agrees=agrees, text=text, doer=make.doer()
    )


def test_nothing_is_read_for_it_while_nothing_changes(players, django_assert_num_queries):
    phone = phone_of(players[0])
    first = phone.get(address(players[0])).content.decode()

    with django_assert_num_queries(0):
        second = phone.get(address(players[0])).content.decode()

    assert TOKEN.sub("", first) == TOKEN.sub("", second)


def test_nor_for_what_asks_whether_something_is_new(players, django_assert_num_queries):
    phone = phone_of(players[0])
    html = phone.get(address(players[0])).content.decode()
    version = html.split("?v=", 1)[1].split('"', 1)[0]
    phone.get(address(players[0]), {"v": version}, headers=POLL)

    with django_assert_num_queries(0):
        answer = phone.get(address(players[0]), {"v": version}, headers=POLL)

    assert answer.status_code == 204
    assert "no-store" in answer.headers["Cache-Control"]


def test_it_stays_out_of_every_other_cache(players):
    answer = phone_of(players[0]).get(address(players[0]))

    assert "no-store" in answer.headers["Cache-Control"]
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert answer.headers["Referrer-Policy"] == "same-origin"


def test_everybody_gets_the_own_page(players):
    pages = [phone_of(entry).get(address(entry)).content.decode() for entry in players]

    for entry, page in zip(players, pages, strict=True):
        assert f">{entry.public_name}</h1>" in page
        assert [other.token in page for other in players].count(True) == 1


def test_a_browser_gets_forms_that_it_may_send(players):
    phone_of(players[0])
    phone = Client(enforce_csrf_checks=True)
    for _ in range(3):
        html = phone.get(address(players[0])).content.decode()

    sent = phone.post(
        address(players[0], "respond/"),
        {
            "result_id": players[0].seats.get().table.results.get().pk,
            "agrees": "yes",
            "csrfmiddlewaretoken": TOKEN.search(html)[1],
        },
    )

    assert sent.status_code == 302
    assert Response.objects.get().agrees


def test_no_browser_gets_the_token_of_another(players):
    ours, theirs = phone_of(players[0]), phone_of(players[0])
    first, second = (phone.get(address(players[0])).content.decode() for phone in (ours, theirs))

    assert not set(TOKEN.findall(first)) & set(TOKEN.findall(second))
    assert ours.cookies["csrftoken"].value != theirs.cookies["csrftoken"].value


def test_a_page_of_another_release_is_not_read(players, monkeypatch):
    kind = own_page.OwnPage
    fields = [*get_type_hints(kind).items(), ("more", str, "")]
    phone = phone_of(players[0])
    cache.clear()
    with monkeypatch.context() as upgrading:
        newer = make_dataclass("OwnPage", fields, frozen=True)
        upgrading.setattr(own_page, "OwnPage", newer)
        for _ in range(2):
            phone.get(address(players[0]))

    assert phone.get(address(players[0])).status_code == 200


def test_the_own_word_is_on_it_at_once(players, committing):
    phone = phone_of(players[0])

    with committing():
        confirm(players[0])

    assert "you confirmed it" in phone.get(address(players[0])).content.decode()


def test_a_word_of_somebody_else_does_not_make_it_anew(
    players, committing, django_assert_num_queries
):
    phone = phone_of(players[0])
    with committing():
        confirm(players[1], agrees=False, text="Three points, not four.")

    # The entry, what the player said and what was decided for them: enough to see that the page
    # is what it was.
    with django_assert_num_queries(3):
        page = phone.get(address(players[0])).content.decode()
    with django_assert_num_queries(0):
        phone.get(address(players[0]))

    assert "you disputed it" not in page
    assert "Three points" not in page


def test_what_everybody_sees_makes_it_anew(players, committing):
    phone = phone_of(players[0])

    with committing():
        table = players[0].seats.get().table
        make.enter(table, (7, 10, 5, 4), winner=2, reason="read wrongly", number_seen=1)

    assert '<span class="number">7</span>' in phone.get(address(players[0])).content.decode()


def test_a_link_that_was_renewed_is_dead_at_once(players, committing):
    phone = phone_of(players[0])

    with committing():
        entering.send_link(players[0].tournament, players[0].pk, make.doer(), renew=True)

    answer = phone.get(address(players[0]))
    assert answer.status_code == 404
    assert players[0].public_name not in answer.content.decode()


def test_an_entry_that_was_deleted_leaves_no_page(committing):
    entry = make.make_entry(make.make_tournament(), "Anna Nováková")
    phone = phone_of(entry)

    with committing():
        entry.delete()

    assert phone.get(address(entry)).status_code == 404


def test_a_browser_without_cookies_is_never_taken_for_a_known_one(players):
    phone_of(players[0])

    answer = Client().get(address(players[0]))

    assert "sessionid" in answer.cookies


def test_whoever_signs_in_meanwhile_sees_it(players):
    phone = phone_of(players[0])

    phone.force_login(make.make_user("olga"))

    assert "Sign out" in phone.get(address(players[0])).content.decode()
    assert "Sign out" not in phone_of(players[0]).get(address(players[0])).content.decode()


def test_a_message_is_shown_once(players):
    phone = phone_of(players[0])
    result = players[0].seats.get().table.results.get()

    phone.post(address(players[0], "respond/"), {"result_id": result.pk, "agrees": "yes"})

    assert "Thank you, noted." in phone.get(address(players[0])).content.decode()
    assert "Thank you, noted." not in phone.get(address(players[0])).content.decode()


@pytest.mark.parametrize("count", [8, 60])
def test_the_first_page_of_a_player_takes_few_queries_however_many_play(
    count, django_assert_max_num_queries
):
    tournament = make.ready_to_draw(count, capacity=100)
    make.play(tournament)
    first, second = tournament.entries.select_related("tournament")[:2]
    phone_of(first)

    # Tournament, session, entry, words, decisions, the dice that wait for a second person, the
    # savepoints around the session: no tables, no results.
    with django_assert_max_num_queries(12):
        Client().get(address(second))
