"""The public record of a round: everything to check its draw with, and nothing that is secret."""

import json

import pytest
from django.core.cache import cache

from games.management.json_command import check_shape
from tests import factories as make
from tournaments.domain import audit
from tournaments.models import Draw, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import persons, rounds

pytestmark = pytest.mark.django_db


def answered(client, tournament, number=1):
    """The record made anew: no act of a test is ever committed, so none reaches the cache."""
    cache.clear()
    return client.get(f"/en/t/{tournament.slug}/rounds/{number}/draw.json")


def record(client, tournament, number=1):
    found = json.loads(answered(client, tournament, number).content)
    check_shape(found, "draw-record")
    for attempt in found["attempts"]:
        if attempt["answer"]:
            check_shape(attempt["inputs"], "draw-input")
            check_shape(attempt["answer"], "draw-output")
    return found


def differing(found):
    """The steps of a check that do not come out."""
    return [step for step in audit.check_record(found) if not step.ok]


def test_a_round_that_is_not_published_has_no_record(client):
    tournament = make.ready_to_draw(12)
    make.committed(tournament)
    make.draw(tournament, public_value="1 2 3")

    assert answered(client, tournament).status_code == 404
    assert answered(client, tournament, 9).status_code == 404


@pytest.mark.parametrize("players", [10, 12, 15])
def test_every_step_of_a_tournament_comes_out_for_everybody(client, players):
    tournament = make.ready_to_draw(players)
    make.committed(tournament)
    for number in (1, 2, 3):
        make.play(tournament, number, public_value=f"{number} 6 6")

    records = [record(client, tournament, number) for number in (1, 2, 3)]

    assert [differing(found) for found in records] == [[], [], []]
    assert records[2]["commitment"]["links"] == list(audit.chain(make.SECRET, 4)[:4])
    assert records[2]["public_value"] == "3 6 6"


def test_links_of_later_rounds_stand_nowhere(client):
    tournament = make.ready_to_draw(12)
    make.committed(tournament)
    make.play(tournament, 1, public_value="1 2 3")
    make.draw(tournament, 2, public_value="4 5 6")
    secret = audit.chain(make.SECRET, 4)[2:]

    seen = answered(client, tournament).content.decode()
    seen += client.get(f"/en/t/{tournament.slug}/").content.decode()
    seen += client.get(f"/en/t/{tournament.slug}/rounds/1/").content.decode()
    seen += client.get(f"/en/t/{tournament.slug}/rounds/2/").content.decode()
    desk = make.signed_in(tournament)
    seen += desk.get(f"/en/t/{tournament.slug}/desk/rounds/2/").content.decode()
    seen += desk.get(f"/en/t/{tournament.slug}/desk/logbook/").content.decode()

    assert [link for link in secret if link in seen] == []


def test_all_attempts_and_swaps_are_told_with_their_reasons(client):
    tournament = make.ready_to_draw(12)
    make.committed(tournament)
    make.publish(tournament, public_value="1 2 3")
    make.draw(tournament, reason="Somebody came late.")
    drawn = make.draw(tournament, reason="Somebody else did.")
    first, second = (drawn.tables.get(number=n).seats.first().entry for n in (1, 2))
    rounds.swap_players(tournament, 1, first, second, make.doer(), reason="The stairs.")
    rounds.publish_draw(tournament, 1, make.doer())

    found = record(client, tournament)

    assert differing(found) == []
    assert [one["reason"] for one in found["attempts"]] == [
        "",
        "Somebody came late.",
        "Somebody else did.",
    ]
    assert [one["withdrawn"] and one["withdrawn"]["reason"] for one in found["attempts"]] == [
        "Somebody came late.",
        "Somebody else did.",
        None,
    ]
    (swap,) = found["attempts"][2]["swaps"]
    assert swap["players"] == [str(first.number), str(second.number)]
    assert swap["reason"] == "The stairs."
    assert found["published"]["attempt"] == 3
    assert "Olga Organiser" not in json.dumps(found)


def test_without_a_commitment_the_record_says_so(client):
    tournament = make.ready_to_draw(12)
    make.publish(tournament, seed="system")

    found = record(client, tournament)

    assert found["commitment"] is None
    assert found["public_value"] == ""
    assert found["attempts"][0]["seed"] == "system"
    assert differing(found) == []


def test_a_draw_from_before_answers_were_kept_is_shown_as_it_is(client):
    tournament = make.ready_to_draw(12)
    drawn = make.draw(tournament)
    first, second = (drawn.tables.get(number=n).seats.first().entry for n in (1, 2))
    rounds.swap_players(tournament, 1, first, second, make.doer(), reason="The stairs.")
    rounds.publish_draw(tournament, 1, make.doer())
    Draw.objects.update(answer={})

    found = record(client, tournament)

    assert found["attempts"][0]["answer"] == {}
    assert found["attempts"][0]["swaps"][0]["before"] is None
    assert differing(found) == []


def test_a_record_says_what_was_known_when_the_round_was_drawn(client):
    tournament = make.ready_to_draw(15)
    make.committed(tournament)
    first = make.play(tournament, public_value="1 2 3")
    make.publish(tournament, 2, public_value="4 5 6")
    before = record(client, tournament, 2)
    table = first.tables.first()
    loser = str(table.seats.get(position=4).entry.number)

    make.enter(table, (4, 8, 5, 10), winner=4, reason="Misread.", number_seen=1)
    after = record(client, tournament, 2)

    assert after == before
    assert after["attempts"][0]["inputs"]["points"][loser] == 1
    assert differing(after) == []


def test_names_are_those_of_today(client):
    tournament = make.ready_to_draw(12)
    make.publish(tournament)
    first, second = tournament.entries.order_by("number")[:2]
    before = record(client, tournament)["names"]

    first.name = "Anna Nová"
    first.save()
    Tournament.objects.update(state=State.FINISHED, finished_at=make.at(17))
    persons.forget_person(second.person, make.doer())

    after = record(client, tournament)["names"]
    assert before["1"] != after["1"] == "Anna Nová"
    assert after["2"] == "Former player"
    assert set(after) == {str(number) for number in range(1, 13)}


def test_a_draw_taken_back_hides_its_record_and_shows_it_again_with_the_swap(client):
    tournament = make.ready_to_draw(12)
    make.committed(tournament)
    drawn = make.publish(tournament, public_value="1 2 3")
    record(client, tournament)

    make.agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "The stairs."))
    hidden = answered(client, tournament)
    first, second = (drawn.tables.get(number=n).seats.first().entry for n in (1, 2))
    rounds.swap_players(tournament, 1, first, second, make.doer(), reason="The stairs.")
    rounds.publish_draw(tournament, 1, make.doer())

    assert hidden.status_code == 404
    found = record(client, tournament)
    assert len(found["attempts"][0]["swaps"]) == 1
    assert differing(found) == []


def test_a_round_drawn_again_after_its_link_was_told_shows_both_draws(client):
    tournament = make.ready_to_draw(13)
    make.committed(tournament)
    make.play(tournament, public_value="1 2 3")
    make.publish(tournament, 2, public_value="4 5 6")
    tournament.entries.filter(number=1).update(state=EntryState.WITHDRAWN, left_after=1)
    make.draw(tournament, 2, reason="Anna went home.")
    make.agreeing(lambda who: rounds.publish_draw(tournament, 2, who))

    found = record(client, tournament, 2)

    assert [len(one["inputs"]["players"]) for one in found["attempts"]] == [13, 12]
    assert "1" in found["names"]
    assert differing(found) == []


def test_four_hundred_players_can_check_their_draw(client):
    tournament = make.ready_to_draw(400, capacity=400)
    make.committed(tournament)
    make.publish(tournament, public_value="1 2 3")

    found = record(client, tournament)

    assert len(found["published"]["tables"]) == 100
    assert len(found["names"]) == 400
    assert differing(found) == []
