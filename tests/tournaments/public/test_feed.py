"""Readers of feeds learn of new events, and of what comes of one."""

import re
from xml.dom import minidom

import pytest
import time_machine

from tests import factories as make
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


def entries(client, address: str) -> list[dict[str, str]]:
    """What a reader shows, the newest first, once everything that Atom asks for is there."""
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    feed = minidom.parseString(answer.content).documentElement  # noqa: S318 - it is our own
    assert feed.getAttribute("xmlns") == "http://www.w3.org/2005/Atom"

    def read(entry):
        told = {name: text_of(entry, name) for name in ("id", "title", "published", "updated")}
        return {**told, "link": entry.getElementsByTagName("link")[0].getAttribute("href")}

    return [read(entry) for entry in feed.getElementsByTagName("entry")]


def text_of(entry, name: str) -> str:
    return entry.getElementsByTagName(name)[0].firstChild.data


def test_new_events_come_first_and_drafts_never(client):
    older = make.make_tournament(announced_at=make.at(9, day=make.DAY.replace(month=2)))
    newer = make.make_tournament(announced_at=make.at(9, day=make.DAY.replace(month=3)))
    make.make_tournament(state=State.DRAFT)

    found = entries(client, "/en/feed.atom")

    assert [one["title"] for one in found] == [newer.name, older.name]
    assert found[0]["link"].endswith(f"/en/t/{newer.slug}/")


def test_a_feed_says_where_it_is_and_has_no_summary_of_nothing(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    address = f"/en/t/{tournament.slug}/feed.atom"

    feed = client.get(address).content.decode()

    assert re.search(rf'<link href="https?://[^"/]+{address}" rel="self"', feed)
    assert "Round 1: Results" in feed
    assert not re.search(r"<summary[^>]*(/>|></summary>)", feed)


def test_moments_are_told_to_the_second(client):
    make.make_tournament(announced_at=make.at(9).replace(microsecond=201_412))

    (one,) = entries(client, "/en/feed.atom")

    assert "." not in one["updated"]


def test_signs_that_no_feed_can_hold_end_none(client):
    named = make.make_tournament(name="Brno\x01 \x0bcup", venue="Hall\uffff")
    other = make.make_tournament()

    found = entries(client, "/en/feed.atom")
    own = entries(client, f"/en/t/{named.slug}/feed.atom")

    assert {one["title"] for one in found} == {"Brno   cup", other.name}
    assert own[-1]["title"] == "Brno   cup"


def test_a_cancelled_event_says_so(client):
    cancelled = make.make_tournament(state=State.CANCELLED)

    (one,) = entries(client, "/en/feed.atom")

    assert one["title"] == f"{cancelled.name} (cancelled)"


def test_an_event_tells_of_draws_and_results_that_are_out(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    make.publish(tournament, 2)
    make.enter(tournament.rounds.get(number=2).current_draw().tables.first(), (10, 8, 5, 4))

    found = entries(client, f"/en/t/{tournament.slug}/feed.atom")

    titles = {one["title"] for one in found}
    assert titles == {tournament.name, "Round 1: Draw", "Round 1: Results", "Round 2: Draw"}
    assert len({one["id"] for one in found}) == 4
    assert [one["updated"] for one in found] == sorted((o["updated"] for o in found), reverse=True)


def test_a_result_that_is_corrected_was_published_when_it_first_was(client):
    tournament = make.ready_to_draw(4)
    with time_machine.travel(make.at(12), tick=False):
        make.play(tournament, close=False)
    table = tournament.rounds.get(number=1).current_draw().tables.get()
    with time_machine.travel(make.at(14), tick=False):
        make.enter(
            table,
            (10, 7, 6, 2),
            reason="Counted again.",
            number_seen=1,
            who=make.doer(now=make.at(14)),
        )

    found = entries(client, f"/en/t/{tournament.slug}/feed.atom")

    [results] = [one for one in found if one["title"] == "Round 1: Results"]
    assert results["published"] < results["updated"]


def test_a_draw_that_is_not_published_is_no_news(client):
    tournament = make.ready_to_draw(8)
    make.draw(tournament)

    titles = [one["title"] for one in entries(client, f"/pl/t/{tournament.slug}/feed.atom")]

    assert titles == [tournament.name]


def test_the_end_is_news(client):
    tournament = make.make_tournament(state=State.FINISHED)

    titles = [one["title"] for one in entries(client, f"/en/t/{tournament.slug}/feed.atom")]

    assert "Final standings" in titles


def test_a_draft_has_no_feed(client):
    draft = make.make_tournament(state=State.DRAFT)

    assert client.get(f"/t/{draft.slug}/feed.atom").status_code == 404


def test_readers_find_the_feeds_from_the_pages(client):
    tournament = make.make_tournament()

    for page, feed in (("/en/", "/en/feed.atom"), ("", f"/en/t/{tournament.slug}/feed.atom")):
        html = client.get(page or f"/en/t/{tournament.slug}/").content.decode()
        assert f'<link rel="alternate" type="application/atom+xml" href="{feed}">' in html
