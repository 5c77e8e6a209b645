"""`manage.py draw`: players in, tables out, every mistake named with its place."""

import json
from pathlib import Path

import pytest

from tests.tournaments.management import answers
from tournaments.domain.draw import draw_round
from tournaments.management.commands.draw import Command

ROOT = Path(__file__).parents[3]


def answered(**document):
    return answers.answered(Command, document)


def complained(**document):
    return answers.complained(Command, document)


def people(count):
    return [f"p{number}" for number in range(1, count + 1)]


ROUND = [people(15)[start : start + 4] for start in range(0, 15, 4)]
LATER = {"players": people(15), "rounds": [ROUND], "seed": "1"}


def test_the_documented_example_is_answered_as_documented():
    text = (ROOT / "docs" / "commands.md").read_text()
    section = text.split("### draw", 1)[1].split("\n### ", 1)[0]
    given, documented = (json.loads(part.split("```")[0]) for part in section.split("```json")[1:])

    assert answered(**given) == documented


def test_the_answer_is_that_of_the_pure_draw():
    points = {player: 20 - place // 3 for place, player in enumerate(people(15))}
    drawn = draw_round(people(15), history=[ROUND], points=points, seed="ž")

    answer = answered(**(LATER | {"points": points, "seed": "ž"}))

    assert answer["tables"] == [list(table.players) for table in drawn.tables]
    assert answer["repeated_pairs"] == len(drawn.repeated_pairs)
    assert answer["repeated_triples"] == len(drawn.repeated_triples)
    assert answer["certificate"]["kind"] == drawn.certificate.kind
    assert answer["certificate"]["cost"] == drawn.certificate.cost
    assert answer["explanations"] == [str(explanation) for explanation in drawn.explanations]
    assert answer["seed"] == "ž"


@pytest.mark.rule("T-013", "T-018", "T-019")
def test_repeats_forced_by_the_points_are_named_pair_by_pair():
    answer = answered(**LATER, points=dict.fromkeys(people(12), 9))

    assert answer["repeated_triples"] == 1
    assert answer["certificate"]["forced"] == [
        {"players": pair, "rounds": [1]}
        for pair in ([one, other] for one in answer["tables"][3] for other in answer["tables"][3])
        if answer["tables"][3].index(pair[0]) < answer["tables"][3].index(pair[1])
    ]
    assert "the only table of 3" in answer["explanations"][0]


def test_a_seed_is_made_up_where_none_is_given():
    one, other = answered(players=people(40)), answered(players=people(40))

    assert one["seed"] != other["seed"]
    assert answered(players=people(40), seed=one["seed"]) == one


def test_rounds_may_name_players_who_left():
    answer = answered(players=people(12), rounds=[ROUND], left=["p13", "p14", "p15"], seed="1")

    assert sorted(p for table in answer["tables"] for p in table) == sorted(people(12))


def test_groups_hold_for_the_rounds_they_name():
    pair = {"players": ["p1", "p2"], "rounds": [2]}
    seeds = [str(seed) for seed in range(30)]

    later = [answered(players=people(8), together=[pair], rounds=[], seed=seed) for seed in seeds]
    now = [
        answered(players=people(8), together=[pair | {"rounds": [1, 3]}], seed=seed)
        for seed in seeds
    ]

    def together(answer):
        return any({"p1", "p2"} <= set(table) for table in answer["tables"])

    assert not all(map(together, later))
    assert all(map(together, now))


def test_every_wish_reaches_the_draw():
    answer = answered(
        **LATER,
        tables={"p5": 2},
        locked={"p6": {"table": 2, "seat": 4}},
        near_desk=["p1"],
        apart=[["p1", "p5"]],
        rather_apart=[["p2", "p7"]],
        low="standings",
        points=dict.fromkeys(people(15), 3),
        rounds_to_come=0,
    )

    assert "p5" in answer["tables"][1]
    assert answer["tables"][1][3] == "p6"
    assert "p1" in answer["tables"][0]
    assert set(answer["tables"][3]) == {"p13", "p14", "p15"}
    assert answer["threes"] == {"by": "standings", "points": 3, "level": []}


def test_a_final_seats_only_the_best_by_standings():
    answer = answered(**LATER, mode="standings", cut=4)

    assert answer["tables"] == [people(4)]
    assert answer["left_out"] == people(15)[4:]
    assert answer["certificate"] is answer["threes"] is None


@pytest.mark.rule("FM-12")
def test_a_seating_tells_how_it_was_made_where_the_mode_is_silent():
    answer = answered(**LATER, seating="standings")

    assert answer["tables"] == answered(**LATER, mode="standings")["tables"]
    assert answer["certificate"] == {"kind": "standings", "cost": 21}
    assert answer["threes"] == {"by": "standings", "points": None, "level": []}


@pytest.mark.rule("FM-12")
def test_random_is_what_is_drawn_where_no_seating_is_given():
    assert answered(**LATER, seating="random") == answered(**LATER, mode="random")
    assert answered(**LATER, seating="random") == answered(**LATER)


@pytest.mark.rule("FM-10", "FM-11", "FM-12", "FM-14")
def test_every_choice_of_a_format_reaches_the_draw():
    asked = {"players": people(15), "rounds": [ROUND], "seed": "1", "play_order": "balanced"}

    answer = answered(**asked, seating="snake", sizes="threes", threes="seeds")

    assert [sorted(table) for table in answer["tables"]] == [
        sorted(f"p{number}" for number in table)
        for table in ((1, 10, 11), (2, 9, 12), (3, 8, 13), (4, 7, 14), (5, 6, 15))
    ]
    assert answer["certificate"] == {
        "kind": "snake",
        "cost": 3,
        "play_order": {"again": 0, "bound": 0},
    }
    assert answer["threes"] == {"by": "seeds", "points": None, "level": []}


@pytest.mark.rule("T-012")
@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_numbers_that_cannot_be_seated_are_refused(count):
    (complaint,) = complained(players=people(count))

    assert complaint.startswith("players: ")
    assert complaint.endswith("(T-012)")


@pytest.mark.rule("T-020")
@pytest.mark.parametrize(
    ("changed", "complaints"),
    [
        pytest.param(
            {"players": ["p1", *people(8)]}, ["players[1]: p1 is players[0] already"], id="twice"
        ),
        pytest.param(
            {"rounds": [[["p1", "p2", "p3", "p3"], ["p1", "p5", "p6"]]]},
            [
                "rounds[0][0][3]: p3 sits here twice",
                "rounds[0][1][0]: p1 sits at two tables",
            ],
            id="seats of a round",
        ),
        pytest.param(
            {"rounds": [[["p1", "p2"], people(5)]]},
            [
                "rounds[0][0]: a table has 3 or 4 players, not 2",
                "rounds[0][1]: a table has 3 or 4 players, not 5",
                "rounds[0][1][0]: p1 sits at two tables",
                "rounds[0][1][1]: p2 sits at two tables",
            ],
            id="sizes of a round",
        ),
        pytest.param(
            {"left": ["p9"], "rounds": [[["p1", "p2", "p9"], ["x", "p3", "p4"]]]},
            ["rounds[0][1][0]: x is neither among the players nor among those who left"],
            id="unknown in a round",
        ),
        pytest.param(
            {"left": ["p1"]}, ["left[0]: p1 is players[0] already"], id="left and to be seated"
        ),
        pytest.param(
            {"points": {"x": 1}, "tables": {"y": 1}, "locked": {"z": {"table": 1, "seat": 1}}},
            [
                "points.x: x is not among the players",
                "tables.y: y is not among the players",
                "locked.z: z is not among the players",
            ],
            id="nobody's points",
        ),
        pytest.param(
            {
                "apart": [["p1", "x"], ["p2", "p2"]],
                "together": [{"players": ["p3", "y"], "rounds": [1]}],
                "near_desk": ["z"],
            },
            [
                "near_desk[0]: z is not among the players",
                "apart[0][1]: x is not among the players",
                "apart[1][1]: p2 is named twice",
                "together[0].players[1]: y is not among the players",
            ],
            id="unknown in a group",
        ),
        pytest.param(
            {"rounds_total": 1, "rounds": [ROUND]},
            ["rounds_total: 1, but this is round 2"],
            id="a round too many",
        ),
        pytest.param(
            {"rounds_total": 4, "rounds_to_come": 4},
            ["rounds_to_come: there are 3 after round 1"],
            id="rounds that contradict each other",
        ),
        pytest.param(
            {"tables": {"p1": 3}, "locked": {"p2": {"table": 3, "seat": 1}}},
            [
                "tables.p1: p1 is fixed to table 3; this round has tables 1 to 2.",
                "locked.p2: p2 is fixed to table 3; this round has tables 1 to 2.",
            ],
            id="no such table",
        ),
        pytest.param(
            {"locked": {"p2": {"table": 2, "seat": 5}}},
            ["locked.p2: p2 is fixed to seat 5; table 2 has seats 1 to 4."],
            id="no such seat",
        ),
        pytest.param(
            {"locked": {"p1": {"table": 1, "seat": 1}, "p2": {"table": 1, "seat": 1}}},
            ["locked: p1, p2 are fixed to one seat: table 1, seat 1. (T-020)"],
            id="two on one seat",
        ),
        pytest.param(
            {"apart": [["p1", "p2", "p3"]]},
            ["apart: p1, p2, p3 cannot be kept apart: the number of tables is 2."],
            id="too many apart",
        ),
        pytest.param(
            {"together": [people(5)]},
            ["together: More players belong at one table than its 4 seats: p1, p2, p3, p4, p5."],
            id="too many together",
        ),
        pytest.param(
            {
                "apart": [["p1", "p2", "p3"], ["p4", "p5"]],
                "together": [["p4", "p5"]],
                "locked": {
                    "p1": {"table": 1, "seat": 1},
                    "p2": {"table": 1, "seat": 1},
                    "p6": {"table": 4, "seat": 1},
                },
                "tables": {"p7": 9},
            },
            [
                "tables.p7: p7 is fixed to table 9; this round has tables 1 to 2.",
                "locked.p6: p6 is fixed to table 4; this round has tables 1 to 2.",
                "locked: p1, p2 are fixed to one seat: table 1, seat 1. (T-020)",
                "apart: p1, p2 are to be kept apart and to sit at one table.",
                "apart: p1, p2, p3 cannot be kept apart: the number of tables is 2.",
                "apart: p4, p5 are to be kept apart and to sit at one table.",
            ],
            id="wishes that cannot be had, all of them",
        ),
        pytest.param(
            {
                "players": [*people(5), "p1"],
                "points": {"x": 1},
                "locked": {
                    "p1": {"table": 1, "seat": 1},
                    "p2": {"table": 1, "seat": 1},
                },
            },
            [
                "players[5]: p1 is players[0] already",
                "points.x: x is not among the players",
                "players: Tables of 4 and 3 cannot seat this number of players: 5. "
                "Find one more player or leave one out. (T-012)",
                "locked: p1, p2 are fixed to one seat: table 1, seat 1. (T-020)",
            ],
            id="mistakes of every kind at once",
        ),
        pytest.param(
            {"cut": 9},
            ["cut: Only the best 9 are to be seated, out of 8."],
            id="a cut below the last",
        ),
        pytest.param(
            {"seating": "snake", "mode": "standings"},
            ["mode: the older name of seating; leave it out where seating is given"],
            id="a seating and a mode",
        ),
        pytest.param(
            {"players": people(7), "sizes": "only_fours"},
            [
                "players: Only tables of 4 are wanted, and this number of players does not fill "
                "them: 7. Missing: 1; or left over: 3. (FM-10)"
            ],
            id="only fours",
        ),
        pytest.param(
            {"players": people(3), "sizes": "only_fours"},
            [
                "players: Only tables of 4 are wanted, and this number of players does not fill "
                "one: 3. Missing: 1. (FM-10)"
            ],
            id="not even one table of four",
        ),
        pytest.param(
            {"play_order": True},
            ["play_order: expected balanced, found true"],
            id="a play order that is none",
        ),
        pytest.param({"seed": 7}, ["seed: expected text, found 7"], id="shape"),
        pytest.param(
            {"apart": [["p1"]]}, ["apart[0]: expected at least 2 entries, found 1"], id="one apart"
        ),
    ],
)
def test_every_mistake_is_named_with_its_place(changed, complaints):
    assert complained(**({"players": people(8)} | changed)) == complaints


@pytest.mark.rule("T-013", "T-014")
def test_a_fixed_table_of_the_wrong_size_is_named_with_the_player():
    points = {player: 20 - place for place, player in enumerate(people(15))}

    (complaint,) = complained(**LATER, points=points, tables={"p1": 4})

    assert complaint.startswith("tables.p1: p1 cannot sit at table 4 of 3")
    assert complaint.endswith("(T-013)")


@pytest.mark.rule("T-013")
def test_every_wish_against_the_points_is_named():
    points = {player: 20 - place for place, player in enumerate(people(15))}

    complaints = complained(
        **LATER, points=points, tables={"p1": 4, "p15": 1}, apart=[["p13", "p14"]]
    )

    assert [complaint.split()[0] for complaint in complaints] == [
        "tables.p1:",
        "tables.p15:",
        "apart:",
    ]
    assert all(complaint.endswith("(T-013)") for complaint in complaints)
