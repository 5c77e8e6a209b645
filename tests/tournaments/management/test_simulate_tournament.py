"""A whole tournament plays through the site's services, and leaves nothing behind unless asked."""

import json

import pytest
from django.core.management import CommandError, call_command

from tournaments.models import Tournament
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


def simulated(capsys, *arguments: str) -> dict:
    call_command("simulate_tournament", *arguments)
    return json.loads(capsys.readouterr().out)


def test_a_whole_day_ends_in_strict_standings_and_leaves_nothing(capsys):
    answer = simulated(capsys, "--players", "13", "--seed", "7")

    ranks = [row["rank"] for row in answer["standings"]]
    assert ranks == list(range(1, len(ranks) + 1))
    # Two stayed at home, two walked in and one came late.
    assert answer["players"] == len(ranks) == 14
    assert {"announce", "draw_4", "results_4", "finish", "standings"} <= set(answer["seconds"])
    assert not Tournament.objects.exists()


def test_the_same_seed_plays_the_same_day(capsys):
    first, second = (simulated(capsys, "--players", "6", "--seed", "x") for _ in range(2))

    assert first["standings"] == second["standings"]


def test_a_kept_tournament_stays_with_its_results_sent(capsys):
    answer = simulated(capsys, "--players", "6", "--keep")

    assert Tournament.objects.get(slug=answer["tournament"]).state == State.SENT


@pytest.mark.rule("T-012")
def test_five_players_are_refused_by_their_rule(capsys):
    with pytest.raises(CommandError, match="T-012") as refused:
        simulated(capsys, "--players", "5")

    assert refused.value.returncode == 2


def test_an_event_may_end_with_a_semi_final_and_a_final(capsys):
    answer = simulated(capsys, "--players", "40", "--rounds", "5", "--cut", "16", "4")

    rows = answer["standings"]
    assert [row["rank"] for row in rows] == list(range(1, 42))
    assert [row["stage"] for row in rows] == [2] * 4 + [1] * 12 + [0] * 25
    assert {row["award"] for row in rows} == {None}


@pytest.mark.parametrize(
    ("cut", "words"), [(["4", "4"], "everybody plays round 1"), (["5"], "T-012")]
)
def test_cuts_that_cannot_be_are_refused(capsys, cut, words):
    with pytest.raises(CommandError, match=words) as refused:
        simulated(capsys, "--players", "12", "--rounds", "2", "--cut", *cut)

    assert refused.value.returncode == 2
