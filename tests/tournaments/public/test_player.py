"""A player's way through the day, and why it led to this place."""

import pytest

from tests import factories as make
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event

pytestmark = pytest.mark.django_db


def page(client, tournament, number=1) -> str:
    answer = client.get(f"/en/t/{tournament.slug}/players/{number}/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def tournament():
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    make.enter(draw.tables.get(number=1), (10, 9, 7, 6))
    make.enter(draw.tables.get(number=2), (10, 8, 5, 4))
    return tournament


def number_of(tournament, rank: int) -> int:
    event = read_event(tournament)
    return event.entries[event.standings().rows[rank - 1].player].number


@pytest.mark.rule("T-041")
def test_both_neighbours_and_what_parted_them_are_named(client, tournament):
    event = read_event(tournament)
    rows = event.standings().rows
    above, below = (event.entries[rows[place].player].public_name for place in (1, 3))

    html = page(client, tournament, number_of(tournament, 3))

    assert f"Behind 2. {above}: first places 1\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}0" in html
    assert f"Ahead of 4. {below}: game points 9\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}8" in html


def test_the_first_and_the_last_have_one_neighbour(client, tournament):
    assert "Nobody is ahead." in page(client, tournament, number_of(tournament, 1))
    assert "Nobody is behind." in page(client, tournament, number_of(tournament, 8))


def test_each_round_shows_table_opponents_and_what_it_brought(client, tournament):
    winner = number_of(tournament, 1)

    html = page(client, tournament, winner)

    assert "Place 1, points: 10, game points: 10, success 37.04 % (10/27)" in html
    assert "<strong>1. overall</strong>" in html


def test_meetings_are_listed_with_their_rounds(client, tournament):
    entry = tournament.entries.get(number=1)
    table = entry.seats.get().table
    others = [seat.entry for seat in table.seats.exclude(entry=entry)]

    html = page(client, tournament).split("Opponents", 1)[1]

    assert all(other.public_name in html for other in others)
    assert html.count("round 1") == 3


def test_a_namesake_who_was_met_is_told_apart(client):
    tournament = make.ready_to_draw(4)
    entries = tournament.entries.order_by("number")
    entries.filter(number__in=(2, 3)).update(name="Jan Novák")
    make.play(tournament)

    html = page(client, tournament).split("Opponents", 1)[1]

    assert "Jan Novák (no.\N{NO-BREAK SPACE}2)" in html
    assert "Jan Novák (no.\N{NO-BREAK SPACE}3)" in html


def test_somebody_met_twice_is_listed_with_both_rounds(client):
    tournament = make.ready_to_draw(4)
    make.play(tournament)
    make.play(tournament, 2)

    html = page(client, tournament).split("Opponents", 1)[1]

    assert html.count("rounds 1, 2") == 3


def test_before_the_day_there_is_nothing_to_tell(client):
    tournament = make.make_tournament()
    make.make_entry(tournament)

    assert "The day has not begun yet." in page(client, tournament)


@pytest.mark.parametrize(
    "state", [EntryState.UNCONFIRMED, EntryState.WAITING, EntryState.CANCELLED, EntryState.NO_SHOW]
)
def test_who_does_not_play_has_no_page(client, state):
    tournament = make.make_tournament()
    make.make_entry(tournament, state=state)

    assert client.get(f"/en/t/{tournament.slug}/players/1/").status_code == 404


@pytest.mark.rule("D-122")
def test_an_excluded_player_has_no_place(client, tournament):
    entry = tournament.entries.get(number=1)
    entry.state = EntryState.EXCLUDED
    entry.save()

    html = page(client, tournament)

    assert "without a place" in html
    assert "Why this place" not in html


@pytest.mark.rule("T-013")
def test_how_often_somebody_sat_at_a_table_of_three_is_told(client):
    tournament = make.ready_to_draw(7)
    draw = make.play(tournament)
    three, four = (draw.tables.get(number=n).seats.first().entry.number for n in (2, 1))

    assert "Tables of three so far: 1 (round 1)" in page(client, tournament, three)
    assert "Tables of three so far: 0" in page(client, tournament, four)


def test_tables_of_three_are_not_spoken_of_where_there_are_none(client, tournament):
    assert "Tables of three" not in page(client, tournament)
