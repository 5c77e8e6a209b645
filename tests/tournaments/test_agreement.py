"""A table's result and its record: shown where they differ, taken over with one click."""

import re

import pytest
from django.core.cache import caches

from tests.factories import doer, enter, play, publish, ready_to_draw, signed_in
from tests.games.played import record
from tournaments.models import Result, Table, Tournament
from tournaments.models.result import Ending, Presence
from tournaments.services import records, results, rounds
from tournaments.services.acts import Unconfirmed

pytestmark = pytest.mark.django_db

GAME = record("j-classic-4p-11")
AS_RECORDED = (6, 10, 5, 6)
"""By position, if position 2 started."""

NOT_AS_RECORDED = {1: 8, 2: 10, 3: 5, 4: 6}


@pytest.fixture(autouse=True)
def _empty_cache():
    caches["worked-out"].clear()


@pytest.fixture
def table():
    publish(ready_to_draw(12))
    return first_table()


def first_table():
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


def tournament_of(table):
    return Tournament.objects.get(pk=table.draw.round.tournament_id)


def keep(table, game=GAME):
    records.keep_record(tournament_of(table), table, game, [2, 3, 4, 1], doer())


def page_of(table, client=None):
    tournament = table.draw.round.tournament
    client = client or signed_in(tournament)
    answer = client.get(f"/en/t/{tournament.slug}/desk/rounds/1/tables/{table.number}/")
    assert answer.status_code == 200
    return answer.content.decode()


def click_as_recorded(table, client, **fields):
    page = page_of(table, client)
    form = page.split("Enter the result as recorded", 1)[0].rsplit("<form", 1)[1]
    data = dict(re.findall(r'name="([\w-]+)" value="([^"]*)"', form))
    data.pop("csrfmiddlewaretoken", None)
    slug = table.draw.round.tournament.slug
    return client.post(f"/en/t/{slug}/desk/rounds/1/tables/{table.number}/", {**data, **fields})


def test_a_result_is_taken_over_with_one_click(table):
    keep(table)
    client = signed_in(table.draw.round.tournament)

    answer = click_as_recorded(table, client)

    assert answer.status_code == 302
    result = table.results.get()
    assert (result.ending, result.winner.position) == (Ending.WON, 2)
    scores = list(result.scores.order_by("seat__position"))
    assert tuple(score.game_points for score in scores) == AS_RECORDED
    assert scores[1].parts == {
        "settlements": 1,
        "cities": 2,
        "longest_road": 1,
        "largest_army": 1,
        "victory_point_cards": 1,
    }
    assert "Enter the result as recorded" not in page_of(table, client)


def test_a_result_that_differs_is_shown_at_its_table_and_stays(table):
    enter(table, (10, 8, 5, 4))
    keep(table)

    page = page_of(table)

    assert "The result differs from the record" in page
    assert "points in the result 8, recorded 10." in page
    assert Result.objects.filter(table=table).count() == 1


@pytest.mark.parametrize("button", ["save", "next"])
def test_whoever_saves_a_result_that_differs_is_told_on_the_next_page(table, button):
    keep(table)
    slug = table.draw.round.tournament.slug
    typed = {f"points-{at}": points for at, points in NOT_AS_RECORDED.items()}
    present = {f"presence-{at}": Presence.PLAYED for at in NOT_AS_RECORDED}
    data = {**typed, **present, "winner": 2, "seen": 0, "draw": 1, button: "1"}

    page = (
        signed_in(table.draw.round.tournament)
        .post(f"/en/t/{slug}/desk/rounds/1/tables/{table.number}/", data, follow=True)
        .content.decode()
    )

    assert f"Table {table.number} is saved." in page
    assert "points in the result 8, recorded 6." in page


def test_the_grid_says_on_saving_which_table_differs(table):
    keep(table)
    slug = table.draw.round.tournament.slug
    typed = {f"t{table.number}-points-{at}": points for at, points in NOT_AS_RECORDED.items()}
    data = {**typed, f"t{table.number}-seen": 0, "draw": 1}

    page = (
        signed_in(table.draw.round.tournament)
        .post(f"/en/t/{slug}/desk/rounds/1/results/", data, follow=True)
        .content.decode()
    )

    assert f"Saved: table {table.number}." in page
    assert "points in the result 8, recorded 6." in page


def test_a_click_corrects_it_once_the_round_is_closed_too(table):
    tournament = table.draw.round.tournament
    for one in table.draw.tables.all():
        enter(one, (10, 8, 5, 4)[: one.seats.count()])
    rounds.close_round(tournament, 1, doer())
    keep(table)
    client = signed_in(tournament)

    asked = click_as_recorded(table, client)
    if asked.status_code == 200:
        keys = re.findall(r'name="cautions" value="([^"]*)"', asked.content.decode())
        click_as_recorded(table, client, cautions=keys)

    latest = table.results.latest("number")
    assert latest.number == 2
    assert latest.reason == "As the record of the game says."


def test_the_grid_of_results_marks_a_table_that_differs(table):
    enter(table, (10, 8, 5, 4))
    keep(table)
    tournament = table.draw.round.tournament
    address = f"/en/t/{tournament.slug}/desk/rounds/1/results/"
    client = signed_in(tournament)

    differs = client.get(address).content.decode()
    click_as_recorded(table, client)
    agrees = client.get(address).content.decode()

    assert "differs from its record" in differs
    assert "differs from its record" not in agrees


def test_whoever_closes_the_round_sees_the_doubt_first():
    tournament = ready_to_draw(12)
    play(tournament, close=False)
    keep(first_table())

    with pytest.raises(Unconfirmed) as unconfirmed:
        rounds.close_round(tournament, 1, doer())

    said = [str(caution) for caution in unconfirmed.value.cautions]
    assert any("by the record" in one for one in said)
    keys = {caution.key for caution in unconfirmed.value.cautions}
    rounds.close_round(tournament, 1, doer(confirmed=keys))


def test_whoever_closes_the_round_hears_of_a_game_that_is_still_written():
    tournament = ready_to_draw(12)
    play(tournament, close=False)
    records.start_record(tournament, first_table(), GAME.header, [2, 3, 4, 1], doer())

    with pytest.raises(Unconfirmed, match="table 1 is still being written"):
        rounds.close_round(tournament, 1, doer())


def test_a_result_as_recorded_closes_without_a_word():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    table, *others = drawn.tables.all()
    for one in others:
        enter(one, (10, 8, 5, 4))
    keep(table)
    click_as_recorded(first_table(), signed_in(tournament))

    rounds.close_round(tournament, 1, doer())

    assert Result.objects.count() == 3


def test_a_void_game_agrees_with_anything(table):
    enter(table, (10, 8, 5, 4))
    keep(table)
    results.void_game(tournament_of(table), table, doer(), "A bell.", number_seen=1)

    assert "differs from the record" not in page_of(table)


def test_nothing_is_taken_over_while_the_game_is_written(table):
    records.start_record(tournament_of(table), table, GAME.header, [2, 3, 4, 1], doer())

    assert "Enter the result as recorded" not in page_of(table)


def test_nothing_is_taken_over_from_half_a_game(table):
    keep(table, GAME._replace(actions=GAME.actions[:100]))
    enter(table, (10, 8, 5, 4))

    page = page_of(table)

    assert "Enter the result as recorded" not in page
    assert "stops before the game is over" in page


def test_who_was_noted_to_have_started_is_compared(table):
    table.first_position = 3
    table.save()
    keep(table)

    assert "was noted to have started" in page_of(table)


def test_who_did_not_come_is_missing_as_recorded(table):
    three = record("c-vwv-48001")
    records.keep_record(tournament_of(table), table, three, [4, 1, 2], doer())
    client = signed_in(table.draw.round.tournament)

    click_as_recorded(table, client)

    scores = table.results.get().scores.order_by("seat__position")
    assert [score.presence for score in scores] == [
        *(Presence.PLAYED, Presence.PLAYED, Presence.MISSING, Presence.PLAYED)
    ]
