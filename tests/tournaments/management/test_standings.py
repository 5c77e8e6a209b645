"""`manage.py standings`: results in, standings out, every mistake named with its place."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournaments.management import answers
from tournaments.domain.games import GAMES
from tournaments.domain.scoring import Game
from tournaments.domain.standings import standings
from tournaments.management.commands.standings import Command

ROOT = Path(__file__).parents[3]


def answered(document):
    return answers.answered(Command, document)


def complained(document):
    return answers.complained(Command, document)


def people(*ids, **births):
    return [
        {"id": id_} | ({"birth_date": births[id_]} if id_ in births else {})
        for id_ in (ids[0].split() if len(ids) == 1 else ids)
    ]


def table(*points, winner="unsaid", start=1):
    """A table of p1, p2, ... (or from `start` on) with these points."""
    return {"points": {f"p{start + seat}": n for seat, n in enumerate(points)}} | (
        {} if winner == "unsaid" else {"winner": winner}
    )


SMALL = {
    "players": people("p1 p2 p3 p4 p5 p6 p7"),
    "rounds": [[table(10, 8, 5, 4), table(9, 7, 7, winner=None, start=5)]],
}


def test_the_documented_example_is_answered_as_documented():
    text = (ROOT / "docs" / "commands.md").read_text()
    section = text.split("### standings", 1)[1].split("\n### ", 1)[0]
    given_, own, documented = (
        json.loads(part.split("```")[0]) for part in section.split("```json")[1:]
    )

    answer = answered(given_)

    assert answer["standings"][0] == documented["standings"][0]
    assert (answer["juniors"], answer["undecided"]) == ([], [])
    assert answered(given_ | {"format": own})["standings"][0]["points"] == 5


@pytest.mark.rule("T-041", "T-048")
def test_players_are_ranked_by_the_criteria():
    answer = answered(SMALL)

    assert [(row["rank"], row["id"]) for row in answer["standings"]] == [
        (1, "p1"),
        (2, "p5"),
        (3, "p2"),
        (4, "p6"),
        (4, "p7"),
        (6, "p3"),
        (7, "p4"),
    ]
    assert answer["standings"][0] == {
        "rank": 1,
        "id": "p1",
        "first_places": 1,
        "points": 10,
        "game_points": 10,
        "success": "10/27",
        "success_percent": "37.04",
        "second_places": 0,
        "third_places": 0,
        "junior": False,
        "award": None,
    }
    assert (answer["juniors"], answer["undecided"]) == ([], [["p6", "p7"]])


@pytest.mark.rule("T-047")
def test_lots_part_level_players():
    answer = answered(SMALL | {"lots": ["p7", "p1"]})

    assert [row["id"] for row in answer["standings"][3:5]] == ["p7", "p6"]
    assert [row["rank"] for row in answer["standings"][3:5]] == [4, 5]
    assert answer["undecided"] == []


@pytest.mark.rule("T-028", "T-029", "T-033")
@pytest.mark.parametrize(
    ("played", "points"),
    [
        pytest.param(table(10, 8, 5, 4), [10, 3, 2, 1], id="the only ten won"),
        pytest.param(table(8, 12, 5, 4), [3, 10, 2, 1], id="the only one above ten won"),
        pytest.param(table(10, 10, 5, 4, winner="p2"), [3, 10, 2, 1], id="two tens, one won"),
        pytest.param(table(10, 10, 5, 4, winner=None), [10, 10, 3, 2], id="two tens, time ran out"),
        pytest.param(table(11, 10, 5, winner=None), [10, 10, 3], id="eleven is ten"),
        pytest.param(table(10.0, 9, 5), [10, 3, 2], id="ten point nought is ten"),
    ],
)
def test_the_winner_is_told_or_is_the_only_ten(played, points):
    answer = answered({"players": people("p1 p2 p3 p4"), "rounds": [[played]]})

    found = {row["id"]: row["points"] for row in answer["standings"]}
    assert [found[f"p{seat}"] for seat in range(1, len(points) + 1)] == points


def test_players_who_never_sat_do_not_appear():
    answer = answered({"players": people("p1 p2 p3 ghost"), "rounds": [[table(10, 9, 8)]]})

    assert [row["id"] for row in answer["standings"]] == ["p1", "p2", "p3"]


def test_no_rounds_have_empty_standings():
    assert answered({"players": [], "rounds": []}) == {
        "standings": [],
        "juniors": [],
        "undecided": [],
    }


def test_the_dice_game_goes_by_score():
    rounds = [[table(52, -4, 47, 47)], [table(10, 20, 15, -30)]]

    answer = answered({"game": "dice", "players": people("p1 p2 p3 p4"), "rounds": rounds})

    rows = answer["standings"]
    assert [(row["id"], row["game_points"], row["first_places"]) for row in rows] == [
        *(("p1", 62, 1), ("p3", 62, 0), ("p4", 17, 0), ("p2", 16, 1))
    ]
    assert "points" not in rows[0]
    assert "success" not in rows[0]


def test_other_games_have_their_own_target_and_least_points():
    played = {"players": people("p1 p2 p3"), "rounds": [[table(10, 1, 9)]]}

    assert answered(played | {"game": "card-game"})["standings"][0]["id"] == "p1"
    assert complained(played | {"game": "cities-knights"}) == [
        "rounds[0][0].points.p2: expected at least 2, found 1",
        "rounds[0][0].winner: missing; nobody has 13 points, so null if time ran out",
    ]
    assert complained(played | {"game": "dice", "rounds": [[table(9, 8, -30, winner="p1")]]}) == [
        "rounds[0][0].winner: nobody wins a game that goes by score; leave it out",
    ]


def test_an_unknown_game_is_told_with_those_that_there_are():
    (complaint,) = complained(SMALL | {"game": "chess"})

    assert complaint == f"game: chess is none of {', '.join(GAMES)}"


def season_event(juniors, tables=3):
    """A round of so many tables of four; the last so many players are juniors."""
    ids = [f"p{seat}" for seat in range(1, 4 * tables + 1)]
    births = dict.fromkeys(ids[len(ids) - juniors :], "2014-03-01")
    return {
        "date": "2026-05-16",
        "players": people(*ids, **births),
        "rounds": [[table(10, 9, 8, 7, start=4 * number + 1) for number in range(tables)]],
        "lots": ids,
    }


@pytest.mark.rule("T-077", "T-082")
def test_awards_follow_the_rank_and_the_number_who_sat():
    answer = answered(season_event(juniors=0))
    awards = [row["award"] for row in answer["standings"]]

    assert awards == ["direct", "point", "point", "point", *[None] * 8]
    assert {row["award"] for row in answered(season_event(juniors=0, tables=2))["standings"]} == {
        None
    }


@pytest.mark.rule("T-085", "T-087", "T-088", "T-090")
def test_three_juniors_have_an_order_and_awards_of_their_own():
    answer = answered(season_event(juniors=3))

    assert answer["juniors"] == [
        {"rank": 1, "id": "p10", "award": "direct"},
        {"rank": 2, "id": "p11", "award": "point"},
        {"rank": 3, "id": "p12", "award": None},
    ]
    assert [row["id"] for row in answer["standings"] if row["junior"]] == ["p10", "p11", "p12"]


@pytest.mark.rule("T-087")
def test_two_juniors_have_no_order_of_their_own():
    answer = answered(season_event(juniors=2))

    assert answer["juniors"] == []
    assert sum(row["junior"] for row in answer["standings"]) == 2


@pytest.mark.rule("T-082")
def test_juniors_of_a_small_tournament_are_ordered_without_awards():
    answer = answered(season_event(juniors=3, tables=2))

    assert [row["award"] for row in answer["juniors"]] == [None, None, None]


def changed(**changes):
    return {"date": "2026-05-16", **SMALL} | changes


@pytest.mark.parametrize(
    ("document", "complaints"),
    [
        pytest.param(
            changed(
                players=people("p1 p2 p3 p4 p5 p6 p7 p8 p9 p10"),
                rounds=[
                    [table(10, 8, 5)],
                    [
                        table(10, 8, 5),
                        table(10, 8, 5, start=4),
                        {"points": {"p8": 10, "p9": 9, "p10": 8}},
                        {"points": {"p7": 10, "p1": 9, "p4": 8}},
                    ],
                ],
            ),
            [
                "rounds[1][3].points: p1 sits at two tables",
                "rounds[1][3].points: p4 sits at two tables",
            ],
            marks=pytest.mark.rule("T-020"),
            id="at two tables",
        ),
        pytest.param(
            changed(rounds=[[table(10, 8), table(10, 8, 5, 4, 2, start=3)]]),
            [
                "rounds[0][0].points: a table has 3 or 4 players, not 2",
                "rounds[0][1].points: a table has 3 or 4 players, not 5",
            ],
            marks=pytest.mark.rule("T-007"),
            id="table sizes",
        ),
        pytest.param(
            changed(players=people("p1 p2"), lots=["p9"]),
            [
                *(f"rounds[0][0].points: {p} is not among the players" for p in ("p3", "p4")),
                *(f"rounds[0][1].points: {p} is not among the players" for p in ("p5", "p6", "p7")),
                "lots[0]: p9 is not among the players",
            ],
            id="strangers",
        ),
        pytest.param(
            changed(players=people("p1 p2 p1 p3 p4 p5 p6 p7 p1")),
            ["players[2].id: p1 is players[0] already", "players[8].id: p1 is players[0] already"],
            id="an id twice",
        ),
        pytest.param(
            changed(lots=["p1", "p2", "p1"]), ["lots[2]: p1 is drawn twice"], id="a lot twice"
        ),
        pytest.param(
            changed(
                rounds=[
                    [table(9, 8, 5)],
                    [table(10, 8, 10)],
                    [table(10, 8, 5, winner="p2")],
                    [table(10, 8, 5, winner="p7")],
                ]
            ),
            [
                "rounds[0][0].winner: missing; nobody has 10 points, so null if time ran out",
                "rounds[1][0].winner: missing; p1, p3 have 10 points, so say who won",
                "rounds[2][0].winner: p2 has 8 points, fewer than 10",
                "rounds[3][0].winner: p7 does not sit at this table",
            ],
            marks=pytest.mark.rule("T-029", "T-035"),
            id="winners",
        ),
        pytest.param(
            changed(rounds=[[table(10, 8, 1)]]),
            ["rounds[0][0].points.p3: expected at least 2, found 1"],
            marks=pytest.mark.rule("T-035"),
            id="one point",
        ),
        pytest.param(
            changed(date="2026-02-30"),
            ["date: 2026-02-30 is not in the calendar"],
            id="no such day",
        ),
        pytest.param(
            changed(
                players=people(
                    "p1 p2 p3 p4 p5 p6 p7", p1="2013-02-29", p2="2026-05-17", p3="2014-05-16\n"
                )
            ),
            [
                "players[0].birth_date: 2013-02-29 is not in the calendar",
                "players[1].birth_date: 2026-05-17 is after the tournament",
                'players[2].birth_date: "2014-05-16\\n" is not in the calendar',
            ],
            marks=pytest.mark.rule("T-085"),
            id="birth dates",
        ),
        pytest.param(
            SMALL | {"players": people("p1 p2 p3 p4 p5 p6 p7", p2="2014-03-01")},
            ["players[1].birth_date: needs the date of the tournament beside it, as date"],
            marks=pytest.mark.rule("T-085"),
            id="a birth date without a date",
        ),
        pytest.param(
            {"players": people("a\nb", "c", "d"), "rounds": [[{"points": {"a\nb": 9, "c\td": 3}}]]},
            [
                "rounds[0][0].points: a table has 3 or 4 players, not 2",
                'rounds[0][0].points: "c\\td" is not among the players',
                "rounds[0][0].winner: missing; nobody has 10 points, so null if time ran out",
            ],
            id="ids that would break the line",
        ),
    ],
)
def test_what_makes_no_sense_is_named_line_by_line(document, complaints):
    assert complained(document) == complaints


def test_every_mistake_of_the_input_is_named():
    document = changed(
        date="2026-13-01",
        players=people("p1 p1 p2 p3"),
        rounds=[[table(10, 8, 5), table(10, 8, 5)]],
        lots=["x"],
    )

    assert [line.split(":")[0] for line in complained(document)] == [
        "date",
        "players[1].id",
        *["rounds[0][1].points"] * 3,
        "lots[0]",
    ]


def test_ids_may_be_any_text():
    ids = ["Jiří Š.", "p 2", "😀", "null"]
    points = dict(zip(ids, (10, 8, 5, 4), strict=True))

    answer = answered({"players": people(*ids), "rounds": [[{"points": points}]]})

    assert [row["id"] for row in answer["standings"]] == ids


@st.composite
def results(draw):
    order = draw(st.permutations([f"p{seat}" for seat in range(8)]))
    sizes = draw(st.sampled_from([(4, 4), (3, 3), (4, 3)]))
    tables, start = [], 0
    for size in sizes:
        seated = order[start : start + size]
        start += size
        points = {p: draw(st.integers(2, 12)) for p in seated}
        winner = draw(st.sampled_from([None, *(p for p, n in points.items() if n >= 10)]))
        tables.append({"points": points, "winner": winner})
    return tables


@given(rounds=st.lists(results(), max_size=4), lots=st.permutations(range(8)))
def test_the_answer_is_what_the_domain_says(rounds, lots):
    names = [f"p{seat}" for seat in lots]

    answer = answered({"players": people(*names), "rounds": rounds, "lots": names})

    expected = standings([[Game(t["points"], t["winner"]) for t in r] for r in rounds], names)
    assert [
        (row["rank"], row["id"], row["points"], row["game_points"], Fraction(row["success"]))
        for row in answer["standings"]
    ] == [
        (r.rank, r.player, *(r.figures[key] for key in ("points", "game_points", "success")))
        for r in expected.rows
    ]


def manage(*arguments, **options):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    return subprocess.run(
        [sys.executable, ROOT / "manage.py", "standings", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=False,
        **options,
    )


def test_the_command_answers_a_file(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(SMALL))

    ended = manage(path)

    assert (ended.returncode, ended.stderr) == (0, b"")
    assert json.loads(ended.stdout) == answered(SMALL)


def test_the_command_complains_about_standard_input_and_exits_2():
    ended = manage(input=b'{"players": [], "rounds": [], "colour": 1}')

    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.decode().splitlines() == [
        "colour: not known here; known are date, game, format, players, rounds, cuts, lots"
    ]


def test_a_reader_that_went_away_is_no_reason_for_a_traceback(tmp_path):
    path = tmp_path / "results.json"
    path.write_text(json.dumps(SMALL))
    read, write = os.pipe()
    os.close(read)

    ended = subprocess.run(
        [sys.executable, ROOT / "manage.py", "standings", path],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(write)

    assert (ended.returncode, ended.stderr) == (2, b"standard output: Broken pipe\n")


def test_help_says_where_the_format_is_described():
    ended = manage("--help")

    assert ended.returncode == 0
    assert b"docs/commands.md" in ended.stdout


# Semi-finals and finals outside the Tour

STAGES = {
    "players": people("p1 p2 p3 p4 p5 p6 p7 p8"),
    "rounds": [
        [table(10, 8, 5, 4), table(10, 9, 6, 3, start=5)],
        [{"points": {"p1": 7, "p5": 6, "p6": 10, "p2": 5}}],
    ],
    "cuts": [None, 4],
}


def test_with_cuts_the_final_decides_about_the_first_places():
    answer = answered(STAGES)

    assert [row["id"] for row in answer["standings"]][:4] == ["p6", "p1", "p5", "p2"]
    assert [row["stage"] for row in answer["standings"]] == [1] * 4 + [0] * 4
    assert answer["standings"][0]["first_places"] == 1
    assert {row["award"] for row in answer["standings"]} == {None}


def test_without_cuts_no_row_has_a_stage():
    answer = answered({**STAGES, "cuts": [None, None]})
    usual = answered({key: value for key, value in STAGES.items() if key != "cuts"})

    assert [row.pop("stage") for row in answer["standings"]] == [0] * 8
    assert answer["standings"] == usual["standings"]


def test_no_rounds_and_no_cuts_are_no_standings_yet():
    assert answered({"players": [], "rounds": [], "cuts": []})["standings"] == []


@pytest.mark.parametrize(
    ("change", "line"),
    [
        ({"cuts": [None]}, "cuts: one for each round, so 2 and not 1"),
        ({"cuts": [4, 4]}, "cuts[0]: Everybody plays round 1."),
        (
            {"cuts": [None, 5]},
            "cuts[1]: Round 2: tables of 4 and 3 cannot seat the best 5.",
        ),
        ({"cuts": [None, 3]}, "rounds[1]: 4 players, more than the best 3"),
        ({"cuts": [None, "4"]}, "cuts[1]: expected a whole number or null"),
    ],
)
def test_mistakes_about_cuts_are_named(change, line):
    (complaint,) = complained({**STAGES, **change})

    assert complaint.startswith(line)


def test_whoever_was_out_cannot_sit_in_a_later_round():
    rounds = [*STAGES["rounds"], [{"points": {"p1": 7, "p5": 6, "p7": 10}}]]

    (complaint,) = complained({**STAGES, "rounds": rounds, "cuts": [None, 4, 3]})

    assert complaint == "rounds[2]: p7 was out before"


LEVEL = {
    "players": people("p1 p2 p3 p4 p5"),
    "rounds": [[{"points": {"p1": 10, "p2": 8, "p3": 8, "p4": 4}}]],
}
OWN = {
    "points": {"4": [5, 3, 2, 1], "3": [5, 3, 1]},
    "level": "shared",
    "order": ["points", "share_mean", "place_sum"],
}


@pytest.mark.rule("FM-30", "FMD-03")
def test_a_format_answers_its_criteria_by_name_and_fractions_as_text():
    rows = answered(LEVEL | {"format": OWN})["standings"]

    assert rows[1] == {
        "rank": 2,
        "id": "p2",
        "points": "5/2",
        "game_points": 8,
        "share_mean": "4/15",
        "place_sum": 2,
        "junior": False,
        "award": None,
    }
    assert [row["rank"] for row in rows] == [1, 2, 2, 4, 5]
    assert rows[0]["points"] == 5


@pytest.mark.rule("FM-30")
def test_whoever_never_sat_is_last_in_a_format_with_nothing():
    last = answered(LEVEL | {"format": OWN})["standings"][-1]

    assert (last["rank"], last["id"], last["points"], last["game_points"]) == (5, "p5", 0, 0)


@pytest.mark.rule("FMD-10")
def test_a_format_without_points_answers_none():
    rows = answered(LEVEL | {"format": "catan-studio-2024"})["standings"]

    assert "points" not in rows[0]
    assert (rows[0]["wins"], rows[0]["share_sum"]) == (1, "1/3")


def test_the_preset_of_the_tour_answers_what_is_answered_without_a_format():
    assert answered(SMALL | {"format": "catan-tour"}) == answered(SMALL)


def test_a_lot_parts_those_who_are_level_in_a_format():
    found = answered(LEVEL | {"format": OWN, "lots": ["p3", "p2", "p1"]})

    assert [row["id"] for row in found["standings"]] == ["p1", "p3", "p2", "p4", "p5"]
    assert found["undecided"] == []


@pytest.mark.rule("FM-21")
def test_a_chain_needs_an_order_where_somebody_is_level():
    chain = LEVEL | {"format": "wbc-cities-knights"}
    chain["rounds"] = [[{"points": {"p1": 13, "p2": 8, "p3": 8, "p4": 4}}]]
    ordered = chain | {"rounds": [[chain["rounds"][0][0] | {"order": ["p4", "p3", "p2"]}]]}

    assert complained(chain) == [
        "rounds[0][0].order: missing; p2 and p3 are level, so say who is ahead"
    ]
    assert [row["points"] for row in answered(ordered)["standings"]] == [100, 50, 20, 10, 0]


def test_a_game_that_goes_by_score_takes_its_format():
    document = {
        "game": "dice",
        "format": "by-score",
        "players": people("p1 p2 p3"),
        "rounds": [[{"points": {"p1": 40, "p2": -3, "p3": 12}}]],
    }

    rows = answered(document)["standings"]

    assert [(row["id"], row["game_points"], row["wins"]) for row in rows] == [
        ("p1", 40, 1),
        ("p3", 12, 0),
        ("p2", -3, 0),
    ]


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ("chess", "format: chess is none of austria-2019, by-score, catan-studio-2024"),
        (OWN | {"colour": 1}, "format.colour: not known here"),
        (OWN | {"order": ["luck"]}, "format.order[0]: luck is none of wins"),
        (OWN | {"points": {"4": [5, 3, 2], "3": [5, 3, 1]}}, "format.points.4: a table of 4"),
        (OWN | {"cap": "no"}, "format.cap: "),
        (7, "format: "),
    ],
)
def test_a_format_that_is_none_is_named(asked, complaint):
    assert complained(LEVEL | {"format": asked})[0].startswith(complaint)


def test_a_format_of_ones_own_has_the_shape_that_its_schema_tells():
    schemas = ROOT / "docs" / "schemas"
    own = json.loads((schemas / "format.json").read_text())
    whole = json.loads((schemas / "standings-input.json").read_text())["$defs"]

    assert {key: own[key] for key in whole["format"]} == whole["format"]
    assert own["$defs"]["row"] == whole["row"]
