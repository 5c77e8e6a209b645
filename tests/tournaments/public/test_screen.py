"""The large screen shows by itself what the hall needs now."""

import re

import pytest
import time_machine
from django.db.models import F
from django.utils import translation

from games.drawing.boards import board_svg
from games.engine.board.frames import BASE
from games.engine.board.generate import generate
from tests import factories as make
from tests.games.played import record
from tournaments.models import Table, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import records, rounds
from tournaments.views.screen.screen import pace_of_names

pytestmark = pytest.mark.django_db
POLL = {"HX-Request": "true"}


def screen(client, tournament, **query):
    return client.get(f"/en/t/{tournament.slug}/screen/", query)


def shown(client, tournament, **query) -> str:
    return screen(client, tournament, **query).content.decode()


def poll_address(html: str) -> str:
    return html.split('hx-get="', 1)[1].split('"', 1)[0].replace("&amp;", "&")


def test_before_the_day_it_welcomes_with_a_code_to_sign_up(client):
    tournament = make.make_tournament(state=State.SIGN_UP)

    html = shown(client, tournament)

    assert f"testserver/en/t/{tournament.slug}/register/" in html
    assert '<svg viewBox="0 0' in html


def test_at_the_check_in_it_sends_people_to_the_desk(client):
    assert "Please check in at the desk." in shown(client, make.ready_to_draw(6))


def test_an_unpublished_draw_stays_hidden(client):
    tournament = make.ready_to_draw(6)
    make.draw(tournament)

    assert "Anna Nováková" not in shown(client, tournament)


def test_a_published_draw_is_shown_by_surname_with_the_table(client):
    tournament = make.ready_to_draw(6)
    make.publish(tournament)
    seat = tournament.rounds.get(number=1).current_draw().seats.select_related("entry", "table")[0]

    html = shown(client, tournament)

    line = f"<span>{seat.entry.public_name}</span> <b>{seat.table.number}</b>"
    assert line in html
    names = [part.split("<", 1)[0] for part in html.split("<li><span>")[1:]]
    assert [name.split()[-1] for name in names] == [
        "Černý",
        "Dvořák",
        "Horák",
        "Kowalski",
        "Nováková",
        "Świątek",
    ]


def test_namesakes_stand_by_their_numbers(client):
    tournament = make.ready_to_draw(12)
    tournament.entries.filter(number__in=(3, 6, 9)).update(name="Jan Novák")
    make.publish(tournament)

    html = client.get(f"/en/t/{tournament.slug}/screen/").content.decode()

    assert re.findall(r"\(no\.\s(\d)\)", html) == ["3", "6", "9"]


def test_the_place_of_a_minor_tells_no_more_than_the_initial(client):
    tournament = make.ready_to_draw(6)
    for name, minor in (("Petr Tzový", True), ("Adam Tichý", False)):
        person = make.make_person(name, minor=minor)
        make.make_entry(tournament, person, state=EntryState.CHECKED_IN)
    make.publish(tournament)

    html = shown(client, tournament)

    assert html.index("Petr T.") < html.index("Adam Tichý")


def test_many_names_come_by_turns_and_everybody_once(client):
    tournament = make.ready_to_draw(120, capacity=120)
    make.publish(tournament)

    pages = [shown(client, tournament, turn=turn) for turn in range(4)]

    names = [part.split("<", 1)[0] for page in pages for part in page.split("<li><span>")[1:]]
    assert len(names) == len(set(names)) == 120
    assert "1/4" in pages[0]
    assert poll_address(pages[3]).startswith(f"/en/t/{tournament.slug}/screen/?turn=0&v=")


@pytest.mark.parametrize("count", [1, 52, 53, 208, 209, 400])
def test_all_names_of_a_hall_are_shown_within_half_a_minute(count):
    size, seconds = pace_of_names(count)

    pages = -(-count // size)
    assert pages * seconds <= 30
    assert size <= 85
    assert seconds >= 6


@pytest.mark.rule("T-003", "T-004")
def test_a_draw_is_shown_from_its_first_name_on_whatever_was_shown_before(client):
    tournament = make.ready_to_draw(60, capacity=60)
    make.play(tournament)
    standings = shown(client, tournament, turn=1)
    address = poll_address(standings)
    assert "turn=2" in address

    make.publish(tournament, 2)

    assert "1/3" in client.get(address, headers=POLL).content.decode()


def test_a_result_does_not_take_the_screen_back_to_its_first_page(client):
    tournament = make.ready_to_draw(60, capacity=60)
    make.play(tournament)
    address = poll_address(shown(client, tournament, turn=1))

    Tournament.objects.update(public_version=F("public_version") + 1)

    assert "3/" in client.get(address, headers=POLL).content.decode()


def test_after_the_names_comes_the_board_of_the_round(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)

    names, board = (shown(client, tournament, turn=turn) for turn in range(2))

    seed = tournament.rounds.get(number=1).board_seed
    assert 'class="board"' not in names
    assert "Board of round 1" in board
    with translation.override("en"):
        assert board_svg(generate(BASE, seed), labels=True, legend=False) in board


def test_while_games_run_it_shows_the_clock_and_who_still_plays(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    make.enter(draw.tables.get(number=1), (10, 8, 5, 4))

    html = shown(client, tournament)

    assert 'datetime="2026-05-16T11:15:00+02:00" data-clock></time>' in html
    assert "all games over by 11:25" in html
    assert "<b>2</b>" in html
    assert "<b>1</b>" not in html


@pytest.mark.rule("T-066")
def test_the_screen_says_by_itself_when_all_games_are_over(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    rounds.set_turn_limit(tournament, 1, 2, make.doer(now=make.at(11, 16)))

    with time_machine.travel(make.at(11, 20), tick=False):
        html = shown(client, tournament)
    with time_machine.travel(make.at(11, 26), tick=False):
        later = shown(client, tournament)

    until = re.escape('data-until="2026-05-16T11:25:00+02:00"')
    since = re.escape('data-since="2026-05-16T11:25:00+02:00" hidden')
    assert re.search(rf'class="after-bell" data-since="[^"]+" {until}>\s*The bell has rung', html)
    assert re.search(rf'class="after-bell" {since}>\s*The latest end at 11:25 is past', html)
    assert re.search(rf"<span {since}>\s*Results missing:", html)
    assert re.search(rf"<p {until}>\s*A turn lasts 2 minutes", html)
    assert re.search(rf"<p {until} hidden>\s*A turn lasts 2 minutes", later)


def test_between_rounds_it_shows_the_standings(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)

    assert "Standings after round 1" in shown(client, tournament)


def test_at_the_end_it_shows_the_final_standings_with_the_awards(client):
    tournament = make.ready_to_draw(12)
    make.play(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(state=State.FINISHED)

    html = shown(client, tournament)

    assert "Final standings" in html
    assert "Place 1: direct place in the final" in html


def test_it_asks_for_the_next_page_and_hears_nothing_while_there_is_but_one(client):
    tournament = make.ready_to_draw(6)

    address = poll_address(shown(client, tournament))

    assert client.get(address, headers=POLL).status_code == 204


def test_a_poll_brings_the_slide_and_the_version_beside_it(client):
    tournament = make.ready_to_draw(6)
    address = poll_address(shown(client, tournament))
    make.publish(tournament)

    html = client.get(address, headers=POLL).content.decode()

    assert html.strip().startswith('<div id="slide"')
    assert 'id="version" hx-swap-oob="true">Round 1, draw 1, 09:15' in html
    assert "<html" not in html


@pytest.mark.parametrize("turn", ["-1", "x", "9" * 400, "٣"])
def test_any_turn_at_all_shows_something(client, turn):
    assert screen(client, make.make_tournament(), turn=turn).status_code == 200


def test_without_scripts_the_page_turns_by_itself(client):
    html = shown(client, make.make_tournament())

    assert '<noscript><meta http-equiv="refresh" content="12;url=?turn=0"></noscript>' in html


def test_the_commitment_of_the_draws_can_be_photographed_before_the_first_one(client):
    tournament = make.ready_to_draw(8)
    commitment = make.committed(tournament)

    html = client.get(f"/en/t/{tournament.slug}/screen/").content.decode()

    assert f"<code>{commitment.published}</code>" in html


def recorded(tournament, number=1):
    """The game of the first table, written down as far as ten actions."""
    game = record("j-classic-4p-11")
    table = Table.objects.select_related("draw__round").filter(draw__round__number=number).first()
    who = make.doer(now=make.at(10))
    seats = [1, 2, 3, 4]
    kept = records.start_record(tournament, table, game.header, seats, who)
    begun = kept.record()._replace(actions=game.actions[:10])
    records.write_record(table, begun, make.at(10, 5), revision=1)
    return table, game


def test_a_game_that_is_written_down_comes_by_turns_with_the_clock(client):
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    table, _game = recorded(tournament)

    clock, followed = (shown(client, tournament, turn=turn) for turn in range(2))

    assert "Still playing:" in clock
    assert "Round 1, table 1" in followed
    for seat in table.seats.all():
        assert seat.entry.public_name in followed
    assert "Cards in hand" in followed
    assert 'hx-trigger="every 5s,' in followed


def test_a_final_shows_its_game_alone_and_every_action_of_it(client):
    tournament = make.ready_to_draw(4)
    make.publish(tournament)
    rounds.start_clock(tournament, 1, make.doer(now=make.at(10)))
    table, game = recorded(tournament)

    html = shown(client, tournament)
    same = client.get(poll_address(html), headers=POLL)
    table.refresh_from_db()
    more = table.record.record()._replace(actions=game.actions[:11])
    records.write_record(table, more, make.at(10, 6), revision=2)
    newer = client.get(poll_address(html), headers=POLL)

    assert "Round 1, table 1" in html
    assert same.status_code == 204
    assert newer.status_code == 200
