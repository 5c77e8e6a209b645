"""The page of a table's game: replayed with its verdict, or followed while it is written."""

import re

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from games.engine import files
from tests.factories import (
    agreeing,
    at,
    doer,
    make_entry,
    make_person,
    make_tournament,
    publish,
    ready_to_draw,
)
from tests.games.played import record
from tests.games.rulesets import card_chance
from tournaments.models import Table, Tournament
from tournaments.models.entry import EntryState
from tournaments.services import records

pytestmark = pytest.mark.django_db

GAME = record("j-classic-4p-11")
POLL = {"HX-Request": "true"}


@pytest.fixture(autouse=True)
def _empty_cache():
    cache.clear()


@pytest.fixture
def table():
    tournament = ready_to_draw(12)
    publish(tournament)
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


def tournament_of(table):
    return Tournament.objects.get(pk=table.draw.round.tournament_id)


def keep(table, game=GAME, positions=(2, 3, 4, 1)):
    return records.keep_record(tournament_of(table), table, game, list(positions), doer())


def start(table):
    who = doer(now=at(10))
    records.start_record(tournament_of(table), table, GAME.header, [2, 3, 4, 1], who)
    table.refresh_from_db()
    return table.record


def write(table, actions):
    kept = table.record
    kept.refresh_from_db()
    game = kept.record()._replace(actions=GAME.actions[:actions])
    records.write_record(table, game, at(10, 1), revision=kept.revision)


def address(table, page="game/"):
    slug = table.draw.round.tournament.slug
    return f"/en/t/{slug}/rounds/1/tables/{table.number}/{page}"


def html(answer):
    assert answer.status_code == 200
    return answer.content.decode()


def names(table):
    return {seat.position: seat.entry.public_name for seat in table.seats.all()}


def test_a_kept_game_is_shown_with_its_verdict(client, table):
    keep(table)

    page = html(client.get(address(table)))

    assert "Every rule was kept." in page
    assert f"{len(GAME.actions)} / {len(GAME.actions)}" in page
    for name in names(table).values():
        assert name in page
    assert "seat1" not in page


def test_the_winner_is_who_sat_where_the_record_says(client, table):
    keep(table)

    page = html(client.get(address(table)))

    # Seat 0 of the record has won; position 2 of the table sat there.
    assert f"<dt>Winner</dt><dd>{names(table)[2]}</dd>" in page


def test_a_link_leads_to_a_moment(client, table):
    keep(table)

    page = html(client.get(address(table), {"at": "12"}))

    assert f"12 / {len(GAME.actions)}" in page
    assert 'href="?at=12"' in page


@pytest.mark.parametrize("asked", ["-1", "x", "²", "9999999999", ""])
def test_what_is_no_moment_shows_the_end(client, table, asked):
    keep(table)

    page = html(client.get(address(table), {"at": asked}))

    assert f"{len(GAME.actions)} / {len(GAME.actions)}" in page


def test_a_moment_after_the_end_is_the_end(client, table):
    keep(table)

    assert f"{len(GAME.actions)} / {len(GAME.actions)}" in html(
        client.get(address(table), {"at": "999999"})
    )


def test_a_step_brings_the_moment_alone_and_its_address(client, table):
    keep(table)

    answer = client.get(address(table), {"slide": "7"}, headers=POLL)

    page = html(answer)
    assert page.startswith('<div id="live"') or '<div id="live">' in page
    assert "<html" not in page
    assert answer.headers["HX-Replace-Url"] == f"{address(table)}?at=7"


def test_nobody_finds_the_game_of_a_table_without_a_record(client, table):
    assert client.get(address(table)).status_code == 404
    assert client.get(address(table, "game.txt")).status_code == 404


def test_nobody_finds_the_game_of_a_draw_that_is_not_public(client, table):
    keep(table)
    draw = table.draw
    draw.published_at = None
    draw.save()

    assert client.get(address(table)).status_code == 404


def test_the_record_can_be_taken_along(client, table):
    keep(table)

    text = client.get(address(table, "game.txt"))
    document = client.get(address(table, "game.json"))

    read = files.read_text(text.content.decode())
    assert read == files.read_text(document.content.decode())._replace(actions=read.actions)
    assert [action[:4] for action in read.actions] == [action[:4] for action in GAME.actions]
    assert (read.header.event, read.header.table) == (table.draw.round.tournament.name, "1/1")
    assert "attachment" in text.headers["Content-Disposition"]
    assert client.get(address(table, "game.exe")).status_code == 404


def test_a_game_that_is_written_is_followed(client, table):
    start(table)
    write(table, 30)

    page = html(client.get(address(table)))

    assert "30 / 30" in page
    assert 'hx-trigger="every 3s, back from:document"' in page
    assert "The verdict" not in page
    assert client.get(address(table, "game.txt")).status_code == 404


def version_in(page):
    return re.search(r"\?v=([\d.]+)", page)[1]


def test_the_page_is_told_when_something_was_written(client, table):
    start(table)
    page = html(client.get(address(table)))

    same = client.get(address(table), {"v": version_in(page)}, headers=POLL)
    write(table, 1)
    newer = client.get(address(table), {"v": version_in(page)}, headers=POLL)

    assert same.status_code == 204
    assert "1 / 1" in html(newer)
    assert version_in(html(newer)) != version_in(page)


def test_whoever_steps_back_is_left_alone(client, table):
    start(table)
    write(table, 30)

    page = html(client.get(address(table), {"at": "10"}))

    assert "10 / 30" in page
    assert "every 3s" not in page
    assert "Follow the game" in page


def test_at_the_end_the_page_is_fetched_whole(client, table):
    start(table)
    page = html(client.get(address(table)))
    agreeing(lambda who: records.close_record(tournament_of(table), table, who))

    answer = client.get(address(table), {"v": version_in(page)}, headers=POLL)

    assert answer.headers["HX-Refresh"] == "true"
    assert "The verdict" in html(client.get(address(table)))


@pytest.mark.rule("B-081", "B-159")
def test_hands_stay_hidden_while_the_game_is_played(client, table):
    start(table)
    write(table, len(GAME.actions))

    page = html(client.get(address(table)))

    assert "Cards in hand" in page
    assert 'class="piles"' not in page
    bought = re.findall(r"\bD ([?NVLYM])", page)
    taken = re.findall(r"&lt;@?\w+:([?BLWGO])", page)
    assert set(bought + taken) <= {"?"}


@pytest.mark.rule("CG-018")
def test_a_game_whose_cards_cannot_be_hidden_in_its_words_is_followed_without_them(client, table):
    game, _end = card_chance.game(4, seed=1)
    records.start_record(tournament_of(table), table, game.header, [2, 3, 4, 1], doer())
    table.refresh_from_db()
    begun = table.record.record()._replace(actions=game.actions[:30])
    records.write_record(table, begun, at(10, 1), revision=1)

    page = html(client.get(address(table)))

    assert "30 / 30" in page
    assert "Cards in hand" in page
    assert 'class="piles"' not in page
    assert "record-line" not in page
    assert "Hands stay hidden" in page


def test_a_game_without_secrets_is_followed_word_by_word(client, table):
    sample = (settings.BASE_DIR / "games" / "samples" / "dice.txt").read_text()
    game = files.read_text(sample)
    records.start_record(tournament_of(table), table, game.header, [2, 3], doer())
    table.refresh_from_db()
    begun = table.record.record()._replace(actions=game.actions[:9])
    records.write_record(table, begun, at(10, 1), revision=1)

    page = html(client.get(address(table)))

    assert "Hands stay hidden" not in page
    assert "9 / 9" in page
    assert "The last lines" in page


def test_who_has_seen_it_all_costs_two_queries(client, table, django_assert_num_queries):
    start(table)
    page = html(client.get(address(table)))

    with django_assert_num_queries(2):
        same = Client().get(address(table), {"v": version_in(page)}, headers=POLL)

    assert same.status_code == 204


def test_the_same_poll_is_worked_out_once(client, table, django_assert_max_num_queries):
    start(table)
    write(table, 5)
    html(client.get(address(table), {"v": "0"}, headers=POLL))

    with django_assert_max_num_queries(6):
        html(Client().get(address(table), {"v": "0"}, headers=POLL))


def test_names_that_are_no_words_of_the_notation_break_nothing(client):
    tournament = make_tournament(state="check-in")
    from tests.factories import make_official

    make_official(tournament, "chief-referee", "Karel Chief")
    people = ["<script>alert(1)</script>", "Đỗ Ngọc Ánh", 'Eva "Eva" [x]', "Jan=red, Petr"]
    for name in people:
        make_entry(tournament, make_person(name), state=EntryState.CHECKED_IN)
    publish(tournament)
    table = Table.objects.select_related("draw__round__tournament").earliest("pk")
    keep(table)

    page = html(client.get(address(table)))
    text = client.get(address(table, "game.txt")).content.decode()

    assert "<script>alert" not in page
    assert "Đỗ Ngọc Ánh" in page
    assert len(files.read_text(text).header.players) == 4


def test_a_record_that_nobody_closed_is_not_live_once_its_round_is_over(client, table):
    start(table)
    write(table, 30)
    played = table.draw.round
    played.closed_at = at(12)
    played.save()
    Tournament.objects.filter(pk=played.tournament_id).update(public_version=99)

    page = html(client.get(address(table)))
    round_page = html(client.get(f"/en/t/{tournament_of(table).slug}/rounds/1/"))

    assert "The game was not written down to its end." in page
    assert "30 / 30" in page
    assert "will appear by itself" not in page
    assert 'hx-trigger="every' not in page
    assert "Follow the game" not in round_page
    assert "The game, step by step" in round_page


def test_the_round_leads_to_its_games(client, table):
    start(table)
    live = html(client.get(f"/en/t/{tournament_of(table).slug}/rounds/1/"))
    agreeing(lambda who: records.close_record(tournament_of(table), table, who))
    cache.clear()
    whole = html(client.get(f"/en/t/{tournament_of(table).slug}/rounds/1/"))

    assert f'href="{address(table)}"' in live
    assert "Follow the game" in live
    assert "Follow the game" not in whole
    results = html(client.get(f"/en/t/{tournament_of(table).slug}/results/1/"))
    assert f'href="{address(table)}"' in results
    assert "The game, step by step" in whole
