"""Results by round and table, with what follows from them."""

import pytest

from tests import factories as make
from tournaments.models.result import Presence
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.results import enter_result, void_game

pytestmark = pytest.mark.django_db


def page(client, tournament, number="") -> str:
    answer = client.get(f"/en/t/{tournament.slug}/results/{number}")
    assert answer.status_code == 200
    return answer.content.decode()


def table(html: str, number: int) -> str:
    return html.split(f'id="table-{number}"', 1)[1].split("</section>", 1)[0]


def cells(html: str) -> list[list[str]]:
    """The figures of each row: place, points, game points, success."""
    rows = html.split("<tbody>", 1)[1].split("</tr>")[:-1]
    return [
        [cell.split(">", 1)[1].split("<", 1)[0] for cell in row.split("<td")[1:]] for row in rows
    ]


@pytest.fixture
def draw():
    return make.publish(make.ready_to_draw(8))


@pytest.mark.rule("T-021", "T-036", "T-040")
def test_place_points_game_points_and_success_follow_from_the_game(client, draw):
    make.enter(draw.tables.get(number=1), (10, 9, 7, 6))

    html = table(page(client, draw.round.tournament), 1)

    assert cells(html) == [
        ["1", "10", "10", "31.25 %"],
        ["2", "3", "9", "28.13 %"],
        ["3", "2", "7", "21.88 %"],
        ["4", "1", "6", "18.75 %"],
    ]
    assert 'title="10/32"' in html


def test_decimals_are_those_of_the_language(client, draw):
    make.enter(draw.tables.get(number=1), (10, 9, 7, 6))

    html = client.get(f"/t/{draw.round.tournament.slug}/results/").content.decode()

    assert "31,25" in html


def test_a_table_without_a_result_shows_who_plays_there(client, draw):
    html = table(page(client, draw.round.tournament), 2)

    assert "no result yet" in html
    for seat in draw.tables.get(number=2).seats.all():
        assert seat.entry.public_name in html


def test_how_a_game_ended_is_said(client, draw):
    make.enter(draw.tables.get(number=1), (8, 8, 7, 5), winner=None)
    make.agreeing(
        lambda who: void_game(
            draw.round.tournament, draw.tables.get(number=2), who, reason="The board was wrong."
        )
    )

    html = page(client, draw.round.tournament)

    assert "time ran out" in table(html, 1)
    assert "void: counts for nobody" in table(html, 2)


def test_who_left_during_the_game_is_said(client, draw):
    first = draw.tables.get(number=1)
    scores = {n: EnteredScore(points) for n, points in enumerate((10, 8, 5), start=1)}
    scores[4] = EnteredScore(4, presence=Presence.LEFT)
    make.agreeing(
        lambda who: enter_result(draw.round.tournament, first, EnteredResult(scores, 1), who)
    )

    assert "left during the game" in table(page(client, draw.round.tournament), 1)


def test_a_correction_is_marked(client, draw):
    first = draw.tables.get(number=1)
    make.enter(first, (10, 9, 7, 6))
    make.enter(first, (10, 8, 7, 6), number_seen=1)

    html = table(page(client, draw.round.tournament), 1)

    assert "corrected" in html
    assert cells(html)[1][2] == "8"


def test_earlier_rounds_can_be_read(client):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    make.publish(tournament, 2)

    assert "Results of round 1" in page(client, tournament, "1/")
    assert "Results of round 2" in page(client, tournament)


@pytest.mark.parametrize("number", [2, 9])
def test_a_round_that_is_not_public_is_not_found(client, number):
    tournament = make.ready_to_draw(8)
    make.play(tournament)
    make.draw(tournament, 2)

    assert client.get(f"/en/t/{tournament.slug}/results/{number}/").status_code == 404


@pytest.mark.rule("D-102")
def test_who_was_missing_from_the_start_stands_below_the_winner(client, draw):
    first = draw.tables.get(number=1)
    scores = {position: EnteredScore(points) for position, points in ((2, 10), (3, 8), (4, 5))}
    scores[1] = EnteredScore(None, Presence.MISSING)
    make.agreeing(
        lambda who: enter_result(draw.round.tournament, first, EnteredResult(scores, 2), who)
    )

    rows = cells(table(page(client, draw.round.tournament), 1))

    assert [row[0] for row in rows] == ["1", "2", "3", "–"]
