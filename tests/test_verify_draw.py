"""`verify_draw.py`: it draws again what the site drew, and finds whatever was changed."""

import ast
import copy
import json
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest
from django.conf import settings
from django.core.cache import cache
from hypothesis import HealthCheck, assume, given
from hypothesis import settings as hypothesis
from hypothesis import strategies as st

import verify_draw
from games.engine.chance import Chance
from tests import factories as make
from tournaments.domain import audit
from tournaments.domain.draw import answer_of, drawn_from, schedule_answer, schedule_from
from tournaments.domain.seating import table_sizes
from tournaments.domain.values import Refused
from tournaments.services import rounds

SCRIPT = Path(settings.BASE_DIR) / "verify_draw.py"
SECRET = "5a" * 32


def event(players, rounds, *, chance, absent=0):
    """Earlier rounds and the points after them; some players miss each of the rounds."""
    names = [str(number) for number in range(1, players + absent + 1)]
    points, tables = dict.fromkeys(names, 0), []
    for number in range(rounds):
        present = names[:]
        chance.shuffle(present)
        del present[players:]
        present.sort(key=lambda name: -points[name])
        inputs = {"players": present, "rounds": tables[:], "points": points}
        tables.append([list(table.players) for table in drawn_from(inputs, str(number)).tables])
        for table in tables[-1]:
            placed = table[:]
            chance.shuffle(placed)
            for name, gained in zip(placed, (10, 3, 2, 1), strict=False):
                points[name] += gained
    return names, tables, points


def inputs_of(players, rounds, seed="1", *, absent=0, **wishes):
    names, tables, points = event(players, rounds, chance=Chance(seed), absent=absent)
    order = sorted(names[:players], key=lambda name: -points[name])
    inputs = {"players": order, "rounds": tables, "rounds_total": 4, **wishes}
    return inputs | ({"points": {name: points[name] for name in order}} if rounds else {})


def assert_drawn_alike(inputs, seed):
    ours = json.loads(json.dumps(answer_of(drawn_from(inputs, seed))))
    theirs = verify_draw.drawn_again(inputs, seed)
    assert theirs == {key: ours[key] for key in theirs}
    assert ours.keys() - theirs.keys() == {
        "repeated_pairs",
        "repeated_triples",
        "seed",
        "algorithm",
        "explanations",
    }


@pytest.mark.rule("T-016", "T-018", "T-019")
@pytest.mark.parametrize("rounds", range(4))
@pytest.mark.parametrize("players", [3, 4, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 19, 20, 22, 24, 60])
def test_every_draw_comes_out_again(players, rounds):
    for seed in ("5 3 3 1", "žluťoučký"):
        assert_drawn_alike(inputs_of(players, rounds, seed), seed)


@pytest.mark.parametrize(
    "wishes",
    [
        {"low": "standings"},
        {"mode": "standings"},
        {"mode": "standings", "cut": 4},
        {"cut": 8},
        {"rounds_total": 3},
        {"rounds_to_come": 0},
        {"near_desk": ["3", "14", "77"]},
        {"tables": {"1": 2, "2": 2, "3": 3}},
        {"locked": {"5": {"table": 1, "seat": 3}, "6": {"table": 1, "seat": 1}}},
        {"apart": [["1", "2", "3"], {"players": ["4", "5"], "rounds": [1, 3]}]},
        {"together": [["1", "2", "3"], {"players": ["4", "5"], "rounds": [2, 4]}, ["6", "7"]]},
        {"rather_apart": [["1", "2", "3", "4", "5", "6"]]},
        {"together": [["1", "2", "3", "4"]], "near_desk": ["1"], "apart": [["5", "9", "10"]]},
    ],
    ids=" ".join,
)
@pytest.mark.parametrize("players", [15, 16, 27])
def test_every_wish_comes_out_again(players, wishes):
    for played in (0, 2, 3):
        inputs = inputs_of(players, played, **wishes)
        if {"together", "tables", "locked", "apart"} & wishes.keys():
            # The points could put them on the wrong sides of the border of the tables of three.
            inputs.pop("points", None)
            inputs["players"].sort(key=int)
        assert_drawn_alike(inputs, "1")


FORMATS = [
    {"seating": "lot"},
    {"seating": "lot", "apart": [["1", "2"]], "play_order": "balanced"},
    {"seating": "standings"},
    {"seating": "standings", "threes": "seeds", "play_order": "balanced"},
    {"seating": "standings_apart"},
    {"seating": "standings_apart", "play_order": "balanced", "threes": "fewest"},
    {"seating": "standings_apart", "sizes": "threes", "apart": [["1", "2", "3"]]},
    {"seating": "snake"},
    {"seating": "snake", "threes": "lot", "sizes": "threes"},
    {"play_order": "balanced"},
    {"play_order": "balanced", "threes": "fewest", "rather_apart": [["4", "5", "6"]]},
    {"play_order": "balanced", "locked": {"5": {"table": 1, "seat": 3}}, "threes": "lot"},
    {"sizes": "threes"},
    {"sizes": "threes", "threes": "fewest", "play_order": "balanced"},
    {"mode": "standings", "play_order": "balanced"},
]


@pytest.mark.rule("FM-10", "FM-11", "FM-12", "FM-14")
@pytest.mark.parametrize("asked", FORMATS, ids=str)
def test_a_round_of_every_format_comes_out_again(asked):
    for players in (8, 14, 15, 16, 27):
        for played in (0, 1, 3):
            assert_drawn_alike(inputs_of(players, played, **asked), "1")


def assert_scheduled_alike(inputs, seed):
    ours = json.loads(json.dumps(schedule_answer(schedule_from(inputs, seed))))
    theirs = verify_draw.schedule_again(inputs, seed)
    assert theirs == {key: ours[key] for key in theirs}
    assert ours.keys() - theirs.keys() == {"seed", "algorithm"}


@pytest.mark.rule("FM-13", "FM-14")
@pytest.mark.parametrize("players", [3, 4, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 18, 20, 23, 60])
def test_every_schedule_comes_out_again(players):
    names = [str(number) for number in range(players)]
    for number in (1, 3, 4):
        assert_scheduled_alike({"players": names, "rounds": number}, f"ž {number}")


@pytest.mark.parametrize(
    "wishes",
    [
        {"apart": [["0", "1"], ["2", "3"], ["4", "5"]]},
        {"apart": [["0", str(other)] for other in range(1, 6)]},
        {"rather_apart": [["1", "2", "3", "4"]]},
        {"sizes": "threes"},
        {"sizes": "threes", "apart": [["0", "1", "2"]], "rather_apart": [["3", "4"]]},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [7, 11, 15, 16, 22])
def test_every_schedule_with_wishes_comes_out_again(players, wishes):
    if players == 7:
        # Three cannot be kept apart at two tables.
        wishes = {**wishes, "apart": [group[:2] for group in wishes.get("apart", [])[:2]]}
    names = [str(number) for number in range(players)]
    assert_scheduled_alike({"players": names, "rounds": 3, **wishes}, "1")


@pytest.mark.rule("T-013")
def test_draws_with_repeats_that_no_swap_removes_come_out_again():
    # Too many players to compare all seatings, and fewer than repeats in the sixth round.
    for players in (21, 25):
        names, rounds, points = event(players, 4, chance=Chance("many"))
        chance = Chance("more")
        for _ in range(2):
            order = names[:]
            chance.shuffle(order)
            seats = iter(order)
            rounds.append([[next(seats) for _ in range(size)] for size in table_sizes(players)])
        inputs = {"players": names, "rounds": rounds, "rounds_total": 9, "points": points}

        assert_drawn_alike(inputs, "1")


@st.composite
def rounds_to_draw(draw):
    players = draw(st.integers(3, 60).filter(lambda number: number != 5))
    absent = draw(st.integers(0, 2))
    inputs = inputs_of(
        players, draw(st.integers(0, 3)), str(draw(st.integers(0, 999))), absent=absent
    )
    names = st.sampled_from([str(number) for number in range(1, players + absent + 1)])
    some = st.lists(names, min_size=2, max_size=3, unique=True)
    group = some | st.fixed_dictionaries(
        {"players": some, "rounds": st.lists(st.integers(1, 4), min_size=1)}
    )
    table = st.integers(1, len(table_sizes(players)))
    seat = st.fixed_dictionaries({"table": table, "seat": st.integers(1, 4)})
    optional = {
        "apart": st.lists(group, max_size=3),
        "together": st.lists(group, max_size=2),
        "rather_apart": st.lists(group, max_size=3),
        "tables": st.dictionaries(names, table, max_size=2),
        "locked": st.dictionaries(names, seat, max_size=2),
        "near_desk": st.lists(names, max_size=2),
        "low": st.sampled_from(["points", "standings"]),
        "seating": st.sampled_from(["lot", "standings", "standings_apart", "snake"]),
        "sizes": st.sampled_from(["threes", "only_fours"]),
        "threes": st.sampled_from(["lot", "fewest", "seeds"]),
        "play_order": st.just("balanced"),
    }
    return inputs | draw(st.fixed_dictionaries({}, optional=optional))


@given(inputs=rounds_to_draw(), seed=st.text(max_size=9))
@hypothesis(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_draw_that_is_not_refused_comes_out_again(inputs, seed):
    try:
        drawn_from(inputs, seed)
    except Refused:
        assume(False)

    assert_drawn_alike(inputs, seed)


# Records


def at(hour, minute=0):
    return f"2026-05-16T{hour:02}:{minute:02}:00+02:00"


def chain_of(links, *, first_round=1, ended=None):
    return {"links": list(links), "at": at(9), "first_round": first_round, "ended": ended}


def value_of(value, typed_at, *, player="", reason=""):
    by = {"at": typed_at, "by": "player", "player": player}
    seen = by if player else None
    one = {"value": value, "source": None, "at": typed_at, "reason": reason}
    return {**one, "confirmed": seen}


def records(players=15, rounds=3):
    """The records of an event: in round 2 one draw is withdrawn and one swap made by hand."""
    names = [str(number) for number in range(1, players + 1)]
    links, played, points = audit.chain(SECRET, 4), [], dict.fromkeys(names, 0)
    found = []
    for number in range(1, rounds + 1):
        order = sorted(names, key=lambda name: -points[name])
        inputs = {"players": order, "rounds": [*played], "rounds_total": 4, "low": "points"}
        inputs |= {"points": dict(points)} if played else {}
        attempts = [attempt_of(number, n, inputs, links) for n in range(1, 3 if number == 2 else 2)]
        for attempt in attempts[:-1]:
            attempt["withdrawn"] = {"at": "2026-05-16T10:00:00+02:00", "reason": "A late player."}
        tables = attempts[-1]["answer"]["tables"]
        if number == 2:
            swap = [tables[0][0], tables[1][1]]
            after = audit.swapped(tables, *swap)
            told = [audit.repeats(seats, played) for seats in (tables, after)]
            entry = {"players": swap, "at": "", "reason": "", "before": told[0], "after": told[1]}
            attempts[-1]["swaps"].append(entry)
            tables = after
        found.append(
            {
                "format": "catantour-draw-record/1",
                "event": {"id": "brno-2026", "name": "Brno", "rounds": 4},
                "round": number,
                "commitment": {"links": links[: number + 1], "at": at(9)},
                "chains": [chain_of(links[: number + 1])],
                "public_value": f"{number} 3 5",
                "sources": [],
                "values": [value_of(f"{number} 3 5", at(9, number), player="4")],
                "names": {},
                "attempts": attempts,
                "published": {"attempt": len(attempts), "at": "", "tables": tables},
            }
        )
        played.append(tables)
        for table in tables:
            for name, gained in zip(table, (10, 3, 2, 1), strict=False):
                points[name] += gained
    return json.loads(json.dumps(found))


def scheduled_records(players=15, rounds=3):
    """The records of an event whose rounds were drawn at once before the first of them."""
    links, rolled = audit.chain(SECRET, 4), "1 3 5"
    inputs = {"players": [str(number) for number in range(1, players + 1)], "rounds": rounds}
    seed = audit.seed_of(
        event="brno-2026",
        round_number=1,
        attempt=1,
        algorithm="catantour-schedule-1",
        inputs=inputs,
        public=rolled,
        secret=links[1],
    )
    answer = schedule_answer(schedule_from(inputs, seed))
    attempt = {
        "attempt": 1,
        "at": at(10),
        "algorithm": "catantour-schedule-1",
        "first_round": 1,
        "chain": links[0],
        "seed": seed,
        "inputs": inputs,
        "answer": answer,
        "reason": "",
        "withdrawn": None,
        "swaps": [],
    }
    found = [
        {
            "format": "catantour-draw-record/1",
            "event": {"id": "brno-2026", "name": "Brno", "rounds": 4},
            "round": number,
            "commitment": {"links": links[: number + 1], "at": at(9)},
            "chains": [chain_of(links[: number + 1])],
            "public_value": rolled,
            "sources": [],
            "values": [value_of(rolled, at(9, 1), player="4")],
            "names": {},
            "attempts": [attempt],
            "published": {"attempt": 1, "at": at(10), "tables": answer["rounds"][number - 1]},
        }
        for number in range(1, rounds + 1)
    ]
    return json.loads(json.dumps(found))


NEW_KEYS = ("chains", "sources", "values")


def older(found):
    """The same records as they were before chains could end and dice were confirmed."""
    for record in found:
        for key in NEW_KEYS:
            del record[key]
        for attempt in record["attempts"]:
            del attempt["chain"]
    return found


def attempt_of(number, attempt, inputs, links):
    seed = audit.seed_of(
        event="brno-2026",
        round_number=number,
        attempt=attempt,
        algorithm="catantour-draw-2",
        inputs=inputs,
        public=f"{number} 3 5",
        secret=links[number],
    )
    return {
        "attempt": attempt,
        "at": at(10, number),
        "algorithm": "catantour-draw-2",
        "chain": links[0],
        "seed": seed,
        "inputs": inputs,
        "answer": answer_of(drawn_from(inputs, seed)),
        "reason": "",
        "withdrawn": None,
        "swaps": [],
    }


@pytest.fixture
def verified(tmp_path, capsys):
    """Write the records into files and check them: the exit code, and the lines that are told."""

    def run(*found):
        paths = []
        for number, record in enumerate(found):
            paths.append(tmp_path / f"draw-{number}.json")
            text = record if isinstance(record, str) else json.dumps(record, ensure_ascii=False)
            paths[-1].write_text(text, "utf-8")
        code = verify_draw.main([str(path) for path in paths])
        return code, capsys.readouterr().out.splitlines()

    return run


def wrong(lines):
    return [line for line in lines if line.startswith("WRONG")]


def test_an_event_as_it_was_drawn_is_found_right(verified):
    code, lines = verified(*records())

    assert code == 0
    assert wrong(lines) == []
    assert lines[-1].endswith("0 warnings, 0 are WRONG.")
    assert not any(line.startswith("note") for line in lines)


@pytest.mark.rule("FM-13", "FM-14")
def test_rounds_that_were_drawn_at_once_are_found_right(verified):
    code, lines = verified(*scheduled_records())

    assert (code, wrong(lines)) == (0, [])
    assert lines[-1].endswith("0 warnings, 0 are WRONG.")
    assert any("positions are had again 0 times (FM-14)" in line for line in lines)
    assert any("turns at tables of three differ by 1 (FM-15)" in line for line in lines)


def test_a_round_of_a_schedule_may_have_a_swap_by_hand(verified):
    found = scheduled_records()
    rounds = found[1]["attempts"][0]["answer"]["rounds"]
    swap = [rounds[1][0][0], rounds[1][1][1]]
    after = audit.swapped(rounds[1], *swap)
    told = [audit.repeats(tables, rounds[:1]) for tables in (rounds[1], after)]
    entry = {"players": swap, "at": "", "reason": "", "before": told[0], "after": told[1]}
    found[1]["attempts"][0]["swaps"].append(entry)
    found[1]["published"]["tables"] = after

    assert verified(*found)[0] == 0


SCHEDULE_CHANGES = {
    "a published seat": lambda r: swap_two(r["published"]["tables"]),
    "the play order at a table": lambda r: r["published"]["tables"][0].reverse(),
    "a seat of another round": lambda r: swap_two(r["attempts"][0]["answer"]["rounds"][2]),
    "a position": lambda r: r["attempts"][0]["answer"]["positions"]["1"].reverse(),
    "the pairs": lambda r: r["attempts"][0]["answer"].update(repeated_pairs=1),
    "the triples": lambda r: r["attempts"][0]["answer"].update(repeated_triples=1),
    "how good it is": lambda r: r["attempts"][0]["answer"]["certificate"].update(kind="bound"),
    "the play order's figure": lambda r: r["attempts"][0]["answer"]["certificate"][
        "play_order"
    ].update(again=1),
    "the seed": lambda r: r["attempts"][0].update(seed="0" * 64),
    "the first round": lambda r: r["attempts"][0].update(first_round=2),
    "the order of the players": lambda r: r["attempts"][0]["inputs"]["players"].reverse(),
    "the rounds": lambda r: r["attempts"][0]["inputs"].update(rounds=2),
    "a wish": lambda r: r["attempts"][0]["inputs"].update(apart=[["1", "2"]]),
    "what is superfluous": lambda r: r["attempts"][0]["inputs"].update(sizes="fours"),
}


@pytest.mark.parametrize("what", SCHEDULE_CHANGES)
def test_a_change_in_the_record_of_a_schedule_is_found(what, verified):
    found = scheduled_records()
    SCHEDULE_CHANGES[what](found[1])

    assert verified(*found)[0] != 0


def test_an_older_record_says_that_nobody_kept_who_typed_the_dice(verified):
    code, lines = verified(*older(records()))

    assert code == 0
    assert lines[-1].endswith("0 warnings, 0 are WRONG.")
    assert sum("was not kept" in line for line in lines if line.startswith("note")) == 3


def test_one_round_alone_says_what_it_cannot_show(verified):
    code, lines = verified(records()[2])

    assert code == 0
    assert sum(line.startswith("note") for line in lines) == 2


def test_an_event_without_ceremony_says_so(verified):
    found = records(rounds=1)[0]
    found["commitment"], found["public_value"] = None, ""
    found["chains"], found["values"], found["attempts"][0]["chain"] = [], [], None

    code, lines = verified(found)

    assert code == 0
    assert any("the seed came from the site alone" in line for line in lines)


def test_a_kept_draw_without_its_answer_is_drawn_again_all_the_same(verified):
    found = records()
    for swap in found[1]["attempts"][1]["swaps"]:
        swap["before"] = swap["after"] = None
    found[1]["attempts"][1]["answer"] = {}
    changed = copy.deepcopy(found)
    changed[1]["published"]["tables"][0].reverse()

    assert verified(*found)[0] == 0
    assert verified(*changed)[0] == 1


def swap_two(tables):
    tables[0][0], tables[-1][-1] = tables[-1][-1], tables[0][0]


def change(value):
    """Another value of the same kind."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return value[:-1] + ("0" if value[-1] != "0" else "1") if value else "1"


CHANGES = {
    "a published seat": lambda r: swap_two(r["published"]["tables"]),
    "a drawn seat": lambda r: swap_two(r["attempts"][1]["answer"]["tables"]),
    "a seat of both": lambda r: [
        swap_two(tables)
        for tables in (r["published"]["tables"], r["attempts"][1]["answer"]["tables"])
    ],
    "a link": lambda r: r["commitment"].update(links=list(map(change, r["commitment"]["links"]))),
    "a link of the chain": lambda r: r["chains"][0]["links"].__setitem__(1, "0" * 64),
    "a link left out": lambda r: (r["chains"][0]["links"].pop(), r["commitment"]["links"].pop()),
    "dice that were not typed": lambda r: r["values"][0].update(value="2 3 6"),
    "dice that were not confirmed": lambda r: r["values"].append(
        value_of("6 6 6", at(9, 30), player="5", reason="A slip.")
    ),
    "the dice": lambda r: r.update(public_value="2 3 6"),
    "no dice": lambda r: r.update(public_value=""),
    "the event": lambda r: r["event"].update(id="brno-2025"),
    "the seed": lambda r: r["attempts"][1].update(seed=change(r["attempts"][1]["seed"])),
    "the number of the draw": lambda r: r["attempts"][1].update(attempt=3),
    "a withdrawn draw left out": lambda r: r["attempts"].pop(0),
    "nothing withdrawn": lambda r: r["attempts"][0].update(withdrawn=None),
    "the withdrawn draw published": lambda r: r["published"].update(attempt=1),
    "the algorithm": lambda r: r["attempts"][1].update(algorithm="catantour-draw-1"),
    "points": lambda r: r["attempts"][1]["inputs"]["points"].update({"1": 5}),
    "the order of the standings": lambda r: r["attempts"][1]["inputs"]["players"].reverse(),
    "an earlier round": lambda r: swap_two(r["attempts"][1]["inputs"]["rounds"][0]),
    "a player who met nobody": lambda r: r["attempts"][1]["inputs"]["rounds"][0][0].pop(),
    "a wish": lambda r: r["attempts"][1]["inputs"].update(apart=[["1", "2"]]),
    "no swap": lambda r: r["attempts"][1]["swaps"].clear(),
    "whom the swap moved": lambda r: (
        r["attempts"][1]["swaps"][0]["players"].reverse()
        or r["attempts"][1]["swaps"][0]["players"].__setitem__(0, "99")
    ),
    "the cost before the swap": lambda r: r["attempts"][1]["swaps"][0]["before"].update(cost=7),
    "the cost after the swap": lambda r: r["attempts"][1]["swaps"][0]["after"].update(triples=7),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_in_a_record_is_found(what, verified):
    found = records()
    CHANGES[what](found[1])

    code, lines = verified(*found)

    assert code == 1
    assert wrong(lines)


def leaves(value, path=()):
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))
    else:
        yield path, value


def test_a_change_anywhere_in_an_answer_is_found(verified):
    found = records()
    answer = found[2]["attempts"][0]["answer"]
    for path, value in leaves(answer):
        # The sentences are put together out of the reasons, and may be put better later.
        if path[0] == "explanations" or value is None:
            continue
        changed = copy.deepcopy(found)
        place = changed[2]["attempts"][0]["answer"]
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = change(value)

        assert verified(changed[2])[0] == 1, path


WORDED = {
    "a key that no draw reads": {"left": []},
    "another way to say how many rounds": {"rounds_to_come": 2},
    "points of somebody who is not there": {"points": {"77": 3}},
    "a wish of somebody who is not there": {"near_desk": ["77"]},
    "an empty wish": {"apart": []},
    "a wish of one": {"apart": [["4"]]},
    "a group in another order": {"apart": [["10", "2"]]},
    "groups in another order": {"apart": [["10", "11"], ["2", "3"]]},
    "a wish for other rounds": {"apart": [{"players": ["2", "10"], "rounds": [2]}]},
}


@pytest.mark.parametrize("what", WORDED)
def test_what_could_be_written_otherwise_for_the_same_draw_is_found(what, verified):
    found = records(rounds=1)
    inputs = found[0]["attempts"][0]["inputs"]
    plain = {"apart": [["2", "10"], ["3", "4"]], "near_desk": ["9", "10"], "tables": {"5": 2}}
    for more, code in ((plain, 0), (WORDED[what], 1)):
        attempt = attempt_of(1, 1, inputs | more, audit.chain(SECRET, 4))
        found[0]["attempts"] = [attempt]
        found[0]["published"]["tables"] = attempt["answer"]["tables"]
        assert verified(json.loads(json.dumps(found[0])))[0] == code


def test_seats_of_an_earlier_round_in_another_order_are_found(verified):
    found = records(rounds=2)
    attempt = found[1]["attempts"][0]
    attempt["inputs"]["rounds"][0][0].reverse()
    again = attempt_of(2, 1, attempt["inputs"], audit.chain(SECRET, 4))
    found[1]["attempts"] = [again]
    found[1]["published"] |= {"attempt": 1, "tables": again["answer"]["tables"]}

    code, lines = verified(*json.loads(json.dumps(found)))

    assert code == 1
    assert len(wrong(lines)) == 1


@pytest.mark.parametrize("typed", ["1, 3 and 5", "135", "1  3 5", "1 3 7"])
def test_dice_that_are_not_typed_in_the_one_way_are_found(verified, typed):
    found = json.dumps(records(rounds=1)[0]).replace("1 3 5", typed)

    assert any(f"the dice showed {typed}" in line for line in wrong(verified(found)[1]))


def test_another_chain_in_one_of_the_files_is_found(verified):
    found = records()
    links = list(audit.chain("6b" * 32, 4))
    found[0]["commitment"]["links"] = found[0]["chains"][0]["links"] = links[:2]
    attempt = found[0]["attempts"][0]
    found[0]["attempts"][0] = attempt_of(1, 1, attempt["inputs"], links)
    found[0]["published"]["tables"] = found[0]["attempts"][0]["answer"]["tables"]

    assert verified(found[0])[0] == 0
    assert verified(*found)[0] == 1


# What is not wrong, and weakens the proof all the same


def warned(lines):
    return [line for line in lines if line.startswith("warn")]


def unconfirmed(record):
    record["values"][0]["confirmed"] = None


def typed_again(record):
    first = value_of("6 6 6", at(9))
    record["values"] = [first, {**record["values"][0], "reason": "A slip."}]


def confirmed_late(record):
    record["values"][0]["confirmed"]["at"] = at(12)


def taken_out_before(record):
    record["chains"][0]["ended"] = {"at": at(9, 30), "why": "taken"}


def taken_out_after(record):
    record["chains"][0]["ended"] = {"at": at(11), "why": "taken"}


def moved_with_the_draw(record):
    record["chains"][0]["ended"] = {"at": at(11), "why": "moved"}
    for links in (record["chains"][0]["links"], record["commitment"]["links"]):
        links.pop()


def drawn_without_the_chain(record):
    record["chains"][0]["ended"] = {"at": at(9, 30), "why": "taken"}
    record["chains"][0]["links"] = record["chains"][0]["links"][:1]
    record["commitment"], record["public_value"], record["values"] = None, "", []
    record["attempts"][0]["chain"] = None


def another_chain(record):
    links = list(audit.chain("6b" * 32, 4))[:1]
    record["chains"].append(chain_of(links, first_round=3))


def another_source(record):
    lottery = {"text": "Lottery of 09:00", "due": at(9), "at": at(8), "reason": ""}
    dice = {"text": "", "due": None, "at": at(8, 30), "reason": "No signal in the hall."}
    record["sources"] = [lottery, dice]


WARNINGS = {
    unconfirmed: ["nobody confirmed it"],
    typed_again: ["6 6 6 was typed again as 1 3 5"],
    confirmed_late: ["typed or confirmed after it had been drawn"],
    taken_out_before: ["its secret was taken out of the site", "made after its chain had ended"],
    taken_out_after: ["its secret was taken out of the site"],
    moved_with_the_draw: ["moved to another machine", "stayed on another machine"],
    drawn_without_the_chain: ["its secret was taken out", "follows from no chain"],
    another_chain: ["a new chain was begun"],
    another_source: ["what decides was changed"],
}


@pytest.mark.parametrize("weaken", WARNINGS, ids=lambda one: one.__name__)
def test_what_weakens_the_proof_is_warned_of_and_counted(weaken, verified):
    found = records(rounds=1)[0]
    weaken(found)

    code, lines = verified(found)

    assert code == 0, wrong(lines)
    assert len(warned(lines)) == len(WARNINGS[weaken])
    for line, words in zip(warned(lines), WARNINGS[weaken], strict=True):
        assert words in line
    assert f"{len(warned(lines))} warnings, 0 are WRONG." in lines[-1]
    assert len(audit.remarks_on(found)) == len(warned(lines)) - (weaken is confirmed_late)


def test_numbers_of_a_source_that_was_named_beforehand_are_found_right(verified):
    found = records(rounds=1)[0]
    found["sources"] = [{"text": "Lottery", "due": at(9), "at": at(8), "reason": ""}]
    links = audit.chain(SECRET, 4)
    found["values"][0] |= {"value": "4 17 23", "source": 0}
    found["public_value"] = "4 17 23"
    inputs = found["attempts"][0]["inputs"]
    parts = {"round_number": 1, "attempt": 1, "algorithm": "catantour-draw-2", "inputs": inputs}
    seed = audit.seed_of(event="brno-2026", public="4 17 23", secret=links[1], **parts)
    found["attempts"][0] |= {"seed": seed, "answer": answer_of(drawn_from(inputs, seed))}
    found["published"]["tables"] = found["attempts"][0]["answer"]["tables"]
    found = json.loads(json.dumps(found))

    code, lines = verified(found)
    found["values"][0]["at"] = at(8, 30)
    early = verified(found)

    assert code == 0, wrong(lines)
    assert warned(lines) == []
    assert "what decides was told" in wrong(early[1])[0]


DEEP = "[" * 100_000

UNREADABLE = {
    "nothing": "",
    "no JSON": "{",
    "deep": DEEP,
    "a list": "[]",
    "an empty object": "{}",
    "a huge number": json.dumps(records(rounds=1)[0]).replace(
        '"round": 1', f'"round": {"9" * 5000}'
    ),
    "a fraction": json.dumps(records(rounds=1)[0]).replace('"round": 1', '"round": 1e999'),
    "not a number": json.dumps(records(rounds=1)[0]).replace('"round": 1', '"round": NaN'),
    "another format": json.dumps(records(rounds=1)[0]).replace("record/1", "record/9"),
}


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_is_no_record_is_refused_in_one_line(text, verified):
    code, lines = verified(text)

    assert code == 2
    assert len(lines) == 1
    assert lines[0].startswith("cannot read")


def test_a_schedule_of_too_many_rounds_is_refused_before_there_is_a_list_of_them(verified):
    found = scheduled_records(rounds=1)
    found[0]["attempts"][0]["inputs"]["rounds"] = 10_000_000
    tracemalloc.start()
    try:
        code, lines = verified(*found)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert (code, len(lines)) == (2, 1)
    # Reading takes 20 MB, such a list 80.
    assert most < 40_000_000


def test_a_file_that_is_not_there_is_told(tmp_path, capsys):
    assert verify_draw.main([str(tmp_path / "none.json")]) == 2
    assert "cannot read" in capsys.readouterr().out


JUNK = [
    None,
    True,
    -1,
    0,
    7,
    10**8,
    "",
    "x",
    "\ud800",
    "\x1b[31m",
    [],
    {},
    [[]],
    ["1", "1"],
    [["1"]],
]
PLACES = sorted({path for record in records() for path, _ in leaves(record)}, key=str)
PLACES += sorted({path[:n] for path in PLACES for n in range(1, len(path))}, key=str)


@given(at=st.sampled_from(PLACES), junk=st.sampled_from(JUNK), number=st.integers(0, 2))
@hypothesis(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
def test_junk_anywhere_never_ends_in_a_traceback(at, junk, number, verified):
    found = records_once()
    place = found[number]
    try:
        for key in at[:-1]:
            place = place[key]
        place[at[-1]] = junk
    except (KeyError, IndexError, TypeError):
        assume(False)

    code, lines = verified(*(json.dumps(record) for record in found))

    assert code in (0, 1, 2)
    assert "\x1b" not in "".join(lines)


KEPT = []


def records_once():
    """The same records each time, made once."""
    KEPT.append(records()) if not KEPT else None
    return copy.deepcopy(KEPT[0])


# The file by itself


def test_it_imports_nothing_but_the_standard_library():
    tree = ast.parse(SCRIPT.read_text("utf-8"), feature_version=(3, 8))
    imported = {
        name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module]
        )
    }

    assert imported <= sys.stdlib_module_names


def test_it_runs_by_itself(tmp_path):
    paths = []
    for record in records():
        paths.append(tmp_path / f"draw-{record['round']}.json")
        paths[-1].write_text(json.dumps(record), "utf-8")

    def run(*arguments):
        command = [sys.executable, "-I", "-S", str(SCRIPT), *map(str, arguments)]
        return subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, check=False, encoding="utf-8"
        )

    assert run(*paths).returncode == 0
    assert run().returncode == 2
    assert run(SCRIPT).returncode == 2
    assert run(*paths).stderr == ""


def test_its_chances_are_those_of_the_site():
    ours, theirs = Chance("5 3 3 1"), verify_draw.Chance("5 3 3 1")

    bounds = [1, 2, 3, 1000, 1 << 63, (1 << 63) + 1, (1 << 64) - 1, 1 << 64] * 5

    assert [ours.below(bound) for bound in bounds] == [theirs.below(bound) for bound in bounds]


@pytest.mark.django_db
def test_what_the_site_gives_out_is_found_right(client, verified):
    tournament = make.ready_to_draw(15)
    make.committed(tournament)
    # Later both may be among the last three, who have only one table.
    make.wish(tournament, "apart", 2, 11, rounds=[1])
    make.wish(tournament, "rather-apart", 3, 12)
    make.wish(tournament, "near-desk", 10)
    make.wish(tournament, "near-desk", 9)
    for number in (1, 2):
        make.play(tournament, number, public_value=f"{number} 6 6")
    make.publish(tournament, 3, public_value="3 6 6")
    drawn = make.draw(tournament, 3, reason="Somebody left.")
    swap = [drawn.tables.get(number=number).seats.first().entry for number in (1, 2)]
    make.agreeing(lambda who: rounds.swap_players(tournament, 3, *swap, who, reason="The stairs."))
    make.agreeing(lambda who: rounds.publish_draw(tournament, 3, who))
    cache.clear()
    answers = [
        client.get(f"/en/t/{tournament.slug}/rounds/{number}/draw.json") for number in (1, 2, 3)
    ]

    code, lines = verified(*(answer.content.decode() for answer in answers))

    assert wrong(lines) == []
    assert code == 0
    assert sum("swapped by hand" in line for line in lines) == 1
    assert sum("draw 2: drawn again: the same tables" in line for line in lines) == 1


def test_the_example_worked_out_by_hand_in_the_docs_is_right():
    text = (Path(settings.BASE_DIR) / "docs" / "draw.md").read_text("utf-8")
    worked = re.findall(r"printf '%s' '?(\S+|\{.*\})'? \| sha256sum\n([0-9a-f ]+)\n", text)

    assert len(worked) == 3
    for hashed, found in worked:
        assert verify_draw.sha256(hashed.strip("'")) == found.replace(" ", "")
    parts = json.loads(worked[1][0].strip("'"))
    tables = verify_draw.drawn_again(parts["inputs"], worked[1][1])["tables"]
    assert (
        "The draw published `{}` at table 1 and `{}` at table 2".format(*map(" ".join, tables))
        in text
    )
