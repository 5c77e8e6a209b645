"""The draw of a round, for everybody to find their table and to check it."""

import re

import pytest
from django.urls import reverse
from django.utils import translation

from games.drawing.boards import board_svg
from games.engine.board.frames import BASE
from games.engine.board.generate import generate
from tests import factories as make
from tournaments.domain import names
from tournaments.domain.names import words_sought
from tournaments.models import Seat
from tournaments.models.event import read_event
from tournaments.services import rounds
from tournaments.views.public.search import finds

pytestmark = pytest.mark.django_db


def page(client, tournament, number=1, **query) -> str:
    answer = client.get(f"/en/t/{tournament.slug}/rounds/{number}/", query)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_drawn_round_is_hidden_until_it_is_published(client):
    tournament = make.ready_to_draw(8)
    make.draw(tournament)

    html = page(client, tournament)

    assert "The draw is not published yet." in html
    assert "Anna Nováková" not in html
    assert client.get(f"/en/t/{tournament.slug}/rounds/1/draw.json").status_code == 404


def test_a_round_that_is_not_drawn_shows_what_its_draw_is_committed_to(client):
    tournament = make.ready_to_draw(8)
    commitment = make.committed(tournament)

    html = page(client, tournament)

    assert commitment.published in html
    assert commitment.link(1) not in html


def test_everybody_sits_at_one_table(client):
    tournament = make.ready_to_draw(14)
    make.publish(tournament)

    html = page(client, tournament)

    for entry in tournament.entries.all():
        assert len(re.findall(rf'<li class="seat"[^>]*>{entry.public_name}[ <]', html)) == 1


@pytest.mark.rule("T-013", "T-015")
def test_tables_of_three_say_why(client):
    tournament = make.ready_to_draw(7)
    make.play(tournament)
    make.publish(tournament, 2)

    assert "Table of three, by lot" in page(client, tournament, 1)
    assert "Table of three: the fewest points" in page(client, tournament, 2)


@pytest.mark.rule("T-013")
def test_who_sits_at_a_table_of_three_sees_the_points_and_how_often_it_was(client):
    tournament = make.ready_to_draw(7)
    make.play(tournament)
    draw = make.publish(tournament, 2)
    earlier = Seat.objects.filter(draw__round__number=1, table__number=2)
    before = set(earlier.values_list("entry", flat=True))
    points = read_event(tournament).points(after_round=1)

    html = page(client, tournament, 2)

    for seat in draw.seats.filter(table__number=2).select_related("entry__person"):
        times = 2 if seat.entry_id in before else 1
        said = f"points: {points[seat.entry_id]} · tables of three: {times}"
        assert f'{seat.entry.public_name} <span class="so-far">{said}</span>' in html
    assert html.count('class="so-far"') == 3


@pytest.mark.rule("T-013", "D-108")
def test_who_was_level_at_the_border_is_told_with_their_points(client):
    tournament = make.ready_to_draw(10)
    make.play(tournament)
    make.publish(tournament, 2)

    html = page(client, tournament, 2)

    assert "The most points there: 3." in html
    assert "Nobody at a table of 4 had fewer when it was drawn." in html
    assert "3 players are level at the border:" in html
    assert "2 of them had to sit at tables of 3:" in html


@pytest.mark.rule("T-018", "T-019")
def test_who_meets_again_is_said(client):
    tournament = make.ready_to_draw(6)
    make.play(tournament)
    make.publish(tournament, 2)

    html = page(client, tournament, 2)

    assert html.count("Meet again: 1") == 2
    assert html.count(" · round 1</li>") == 2
    assert "2 pairs meet again." in html
    assert "sat at only 2 tables in the round before" in html


@pytest.mark.rule("T-019")
@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (6, "The fewest points put them at tables of 3. All seatings there were compared."),
        (8, "It is proved that fewer repeats are impossible."),
    ],
)
def test_every_repeat_says_why_it_could_not_be_avoided(client, players, reason):
    tournament = make.ready_to_draw(players)
    make.play(tournament)
    make.publish(tournament, 2)

    html = page(client, tournament, 2)

    assert html.count(reason) == html.count("Meet again: ") > 0


@pytest.mark.rule("T-019")
def test_a_round_without_repeats_says_so_in_one_sentence(client):
    tournament = make.ready_to_draw(16)
    make.play(tournament)
    make.publish(tournament, 2)

    html = page(client, tournament, 2)

    assert "Nobody meets anybody again." in html
    assert "Meet again: " not in html


def test_the_version_the_seed_and_the_algorithm_can_be_read(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament, seed="a cup of dice")

    html = page(client, tournament)

    assert "Round 1, draw 1, 09:15" in html
    assert "a cup of dice" in html
    assert draw.algorithm in html


@pytest.mark.rule("T-016")
def test_commitment_dice_and_link_can_be_read_with_a_way_to_check_them(client):
    tournament = make.ready_to_draw(8)
    commitment = make.committed(tournament)
    make.publish(tournament, public_value="3 5 1 6")

    html = page(client, tournament)

    assert commitment.published in html
    assert commitment.link(1) in html
    assert commitment.link(2) not in html
    assert "3 5 1 6" in html
    assert f"/en/t/{tournament.slug}/rounds/1/verify/" in html


def test_a_draw_without_the_ceremony_says_so(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)

    assert "none: the seed came from the system" in page(client, tournament)


def test_where_do_i_sit_works_without_scripts(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    seat = draw.seats.select_related("entry__person", "table").first()
    others = draw.seats.filter(table=seat.table).exclude(pk=seat.pk)

    html = page(client, tournament, q=seat.entry.name)

    answer = html.split('class="found-seats"', 1)[1].split("</section>", 1)[0]
    assert f'<strong class="huge">{seat.table.number}</strong>' in answer
    assert all(other.entry.public_name in answer for other in others)


def test_a_name_that_nobody_has_is_said(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)

    assert "Nobody of that name sits in this round." in page(client, tournament, q="Xaver")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("petr n", True),
        ("Petr Novák", True),
        ("novak petr", True),
        ("Petr Nový", True),
        ("Petr Malý", False),
        ("Pavel Novák", False),
        ("", True),
    ],
)
def test_a_minor_is_found_by_the_initial_and_gives_no_more_away(query, found):
    assert finds(words_sought(query), "Petr N.") == found


@pytest.mark.parametrize("where", ["rounds/1/", "players/"])
def test_a_query_is_read_once_however_many_play_and_no_further_than_a_name(
    client, monkeypatch, where
):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    read, in_form = [], names.normal_form
    monkeypatch.setattr(
        names, "normal_form", lambda form, text: read.append(text) or in_form(form, text)
    )

    client.get(f"{reverse('tournament', args=[tournament.slug])}{where}", {"q": "xa" * 1000})

    assert [text for text in read if "xaxa" in text] == ["xa" * 60]


def test_an_earlier_draw_stays_readable_with_its_reason(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    make.draw(tournament, seed="8", reason="A player is missing.")
    make.agreeing(lambda who: rounds.publish_draw(tournament, 1, who))

    html = page(client, tournament)
    earlier = client.get(f"/en/t/{tournament.slug}/rounds/1/draws/1/").content.decode()

    assert "A player is missing." in html
    assert f"/en/t/{tournament.slug}/rounds/1/draws/1/" in html
    assert "nobody sits like this" in earlier
    assert "A player is missing." in earlier
    assert "Anna Nováková" in earlier


def test_an_earlier_draw_is_hidden_while_the_new_one_is(client):
    tournament = make.ready_to_draw(8)
    make.draw(tournament)
    make.draw(tournament, seed="8", reason="A player is missing.")

    assert client.get(f"/en/t/{tournament.slug}/rounds/1/draws/1/").status_code == 404


def test_swaps_by_hand_are_told(client):
    tournament = make.ready_to_draw(8)
    draw = make.draw(tournament)
    first = draw.seats.filter(table__number=1).first().entry
    second = draw.seats.filter(table__number=2).first().entry
    make.agreeing(
        lambda who: rounds.swap_players(tournament, 1, first, second, who, reason="Brothers.")
    )
    make.agreeing(lambda who: rounds.publish_draw(tournament, 1, who))

    html = page(client, tournament)

    assert f"{first.public_name} ↔ {second.public_name}: Brothers." in html


def test_a_round_that_is_not_there_is_not_found(client):
    tournament = make.make_tournament()

    assert client.get(f"/en/t/{tournament.slug}/rounds/5/").status_code == 404


def test_the_newest_draw_has_one_address_which_goes_on_by_itself(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    address = f"/en/t/{tournament.slug}/rounds/"
    first = client.get(address).content.decode()
    poll = first.split('hx-get="', 1)[1].split('"', 1)[0]
    assert "Round 1" in first
    assert f'href="{address}" aria-current="page"' in first

    make.publish(tournament, 2)

    answer = client.get(poll, headers={"HX-Request": "true"}).content.decode()
    tables = tournament.rounds.get(number=2).current_draw().tables.order_by("number")
    seats = [seat.entry.public_name for seat in tables[0].seats.order_by("position")]
    shown = re.findall(r'<li class="seat"[^>]*>([^<]+?) ?<', answer)
    assert re.search(r"<h2>Round 2\s*</h2>", answer)
    assert sorted(shown[: len(seats)]) == sorted(seats)


def test_before_the_first_draw_its_address_says_so(client):
    tournament = make.ready_to_draw(8)

    html = client.get(f"/en/t/{tournament.slug}/rounds/").content.decode()

    assert "The draw is not published yet." in html


def test_a_round_that_stayed_open_says_that_the_next_draw_is_out(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    first = page(client, tournament)
    assert "data-newer" not in first
    poll = first.split('hx-get="', 1)[1].split('"', 1)[0]
    make.draw(tournament, 2)
    assert "data-newer" not in page(client, tournament)

    make.agreeing(lambda who: rounds.publish_draw(tournament, 2, who))

    answer = client.get(poll, headers={"HX-Request": "true"}).content.decode()
    assert "The draw of round 2 is out." in answer
    assert f'href="/en/t/{tournament.slug}/rounds/"' in answer
    assert "data-newer" not in page(client, tournament, 2)


def test_who_is_looked_for_is_found_in_the_newest_round(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    make.publish(tournament, 2)

    html = page(client, tournament)

    assert f'<form class="search" role="search" action="/en/t/{tournament.slug}/rounds/">' in html


@pytest.mark.rule("T-003", "T-004", "B-034")
def test_everybody_sees_the_board_with_the_draw(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    seed = tournament.rounds.get(number=1).board_seed
    address = f"/en/t/{tournament.slug}/rounds/1/board.svg"

    html, picture = page(client, tournament), client.get(address)

    assert f'<img class="board" src="{address}"' in html
    board = html.split('id="board"', 1)[1]
    assert f"<code>{seed}</code>" in board.split("<details>", 1)[1]
    assert seed not in board.split("<details>", 1)[0]
    assert picture["Content-Type"] == "image/svg+xml"
    with translation.override("en"):
        board = board_svg(generate(BASE, seed), title="Board of round 1", labels=True, legend=False)
    assert picture.content.decode() == board


def test_the_board_of_a_round_is_hidden_until_its_draw_is_published(client):
    tournament = make.ready_to_draw(8)
    make.draw(tournament)

    assert tournament.rounds.get(number=1).board_seed
    assert "board.svg" not in page(client, tournament)
    assert client.get(f"/en/t/{tournament.slug}/rounds/1/board.svg").status_code == 404


def test_a_round_of_an_old_event_without_a_board_shows_none(client):
    tournament = make.ready_to_draw(8)
    make.publish(tournament)
    tournament.rounds.update(board_seed="")

    assert "board.svg" not in page(client, tournament)
    assert client.get(f"/en/t/{tournament.slug}/rounds/1/board.svg").status_code == 404
    assert client.get(f"/en/t/{tournament.slug}/rounds/9/board.svg").status_code == 404


@pytest.mark.rule("T-013")
def test_who_is_excluded_later_sat_at_the_table_of_three_for_the_points_of_then(client):
    tournament = make.ready_to_draw(14)
    make.play(tournament, 1)
    make.publish(tournament, 2)
    event = read_event(tournament)
    three = next(table for table in event.round(2).tables if table.is_three)
    had = event.points(after_round=1)

    excluded = tournament.entries.get(pk=three.entry_ids[0])
    excluded.state = "excluded"
    excluded.save()

    assert had[excluded.pk] > 0
    assert read_event(tournament).points(after_round=1) == had
