"""The draw of a round, for everybody to find their table and to check it."""

import json

import pytest

from tests import factories as make
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


def test_everybody_sits_at_one_table(client):
    tournament = make.ready_to_draw(14)
    make.publish(tournament)

    html = page(client, tournament)

    for entry in tournament.entries.all():
        assert html.count(f">{entry.public_name}</li>") == 1


@pytest.mark.rule("T-013", "T-015")
def test_tables_of_three_say_why(client):
    tournament = make.ready_to_draw(7)
    make.play(tournament)
    make.publish(tournament, 2)

    assert "Table of three, by lot" in page(client, tournament, 1)
    assert "Table of three: the fewest points" in page(client, tournament, 2)


@pytest.mark.rule("T-018", "T-019")
def test_who_meets_again_is_said(client):
    tournament = make.ready_to_draw(6)
    make.play(tournament)
    make.publish(tournament, 2)

    assert "met in round 1" in page(client, tournament, 2)


def test_the_version_the_seed_and_the_algorithm_can_be_read(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament, seed="a cup of dice")

    html = page(client, tournament)

    assert "Round 1, draw 1, 09:15" in html
    assert "a cup of dice" in html
    assert draw.algorithm in html


def test_what_it_was_drawn_from_gives_the_same_tables_again(client, tmp_path, capsys):
    from django.core.management import call_command

    tournament = make.ready_to_draw(10)
    make.play(tournament)
    draw = make.publish(tournament, 2)
    inputs = client.get(f"/en/t/{tournament.slug}/rounds/2/draw.json").content
    file = tmp_path / "draw.json"
    file.write_bytes(inputs)

    call_command("draw", str(file))

    again = json.loads(capsys.readouterr().out)["tables"]
    seats = draw.seats.select_related("entry", "table").order_by("table__number", "position")
    tables = {}
    for seat in seats:
        tables.setdefault(seat.table.number, []).append(str(seat.entry.number))
    assert again == list(tables.values())


def test_where_do_i_sit_works_without_scripts(client):
    tournament = make.ready_to_draw(8)
    draw = make.publish(tournament)
    seat = draw.seats.select_related("entry__person", "table").first()
    others = draw.seats.filter(table=seat.table).exclude(pk=seat.pk)

    html = page(client, tournament, q=seat.entry.person.name)

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
    assert finds(query, "Petr N.") == found


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
