"""`manage.py schedule`: players in, all rounds of a stage out, mistakes with their places."""

import json
from pathlib import Path

import pytest

from tests.tournaments.management import answers
from tournaments.management.commands.schedule import Command

ROOT = Path(__file__).parents[3]


def answered(**document):
    return answers.answered(Command, document)


def complained(**document):
    return answers.complained(Command, document)


def people(count):
    return [f"p{number}" for number in range(1, count + 1)]


def test_the_documented_example_is_answered_as_documented():
    text = (ROOT / "docs" / "commands.md").read_text()
    section = text.split("### schedule", 1)[1].split("\n### ", 1)[0].split("\n## ", 1)[0]
    given, documented = (json.loads(part.split("```")[0]) for part in section.split("```json")[1:])

    assert answered(**given) == documented


@pytest.mark.rule("FM-13", "FM-14")
def test_a_schedule_tells_where_everybody_plays_and_when():
    answer = answered(players=people(16), rounds=4, seed="ž", apart=[["p1", "p2"]])

    assert answer["repeated_pairs"] == 0
    assert answer["seed"] == "ž"
    for player in people(16):
        found = [
            table.index(player) + 1
            for tables in answer["rounds"]
            for table in tables
            if player in table
        ]
        assert answer["positions"][player] == found
        assert sorted(found) == [1, 2, 3, 4]
    assert not any({"p1", "p2"} <= set(t) for tables in answer["rounds"] for t in tables)


def test_the_positions_come_in_the_order_in_which_players_were_given():
    assert list(answered(players=["b", "a", "c"], rounds=1)["positions"]) == ["b", "a", "c"]


def test_a_seed_is_made_up_where_none_is_given():
    one, other = (answered(players=people(40), rounds=2) for _ in range(2))

    assert one["seed"] != other["seed"]
    assert answered(players=people(40), rounds=2, seed=one["seed"]) == one


@pytest.mark.parametrize(
    ("changed", "complaints"),
    [
        pytest.param(
            {"players": [*people(8), "p1"]}, ["players[8]: p1 is players[0] already"], id="twice"
        ),
        pytest.param(
            {"players": people(5)},
            [
                "players: Tables of 4 and 3 cannot seat this number of players: 5. Find one more "
                "player or leave one out. (T-012)"
            ],
            id="five",
        ),
        pytest.param(
            {"players": people(2)},
            ["players: A round needs at least three players. Players here: 2. (T-012)"],
            id="two",
        ),
        pytest.param(
            {"players": people(7), "sizes": "only_fours"},
            [
                "players: Only tables of 4 are wanted, and this number of players does not fill "
                "them: 7. Missing: 1; or left over: 3. (FM-10)"
            ],
            id="only fours",
        ),
        pytest.param({"rounds": 0}, ["rounds: expected at least 1, found 0"], id="no round"),
        pytest.param({"rounds": 21}, ["rounds: expected at most 20, found 21"], id="many rounds"),
        pytest.param(
            {"round": 3, "rounds": 3},
            ["round: not known here; known are players, rounds, seed, apart, rather_apart, sizes"],
            id="a key that is not known",
        ),
        pytest.param(
            {"apart": [["p1", "x"]], "rather_apart": [["p2", "p2"]]},
            [
                "apart[0][1]: x is not among the players",
                "rather_apart[0][1]: p2 is named twice",
            ],
            id="wishes",
        ),
        pytest.param(
            {"apart": [["p1"]]}, ["apart[0]: expected at least 2 entries, found 1"], id="one apart"
        ),
        pytest.param(
            {"apart": [["p1", "p2", "p3"]]},
            ["apart: p1, p2, p3 cannot be kept apart: the number of tables is 2."],
            id="three apart at two tables",
        ),
    ],
)
def test_every_mistake_is_named_with_its_place(changed, complaints):
    assert complained(**{"players": people(8), "rounds": 3} | changed) == complaints


def test_what_is_missing_is_named():
    assert complained() == ["players: missing", "rounds: missing"]
