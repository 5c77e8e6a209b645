"""The chain, the seeds and the check of a record; fixed values are from `sha256sum`."""

import copy
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.audit import (
    canonical,
    chain,
    check_record,
    link,
    public_value,
    repeats,
    seed_of,
    swapped,
)
from tournaments.domain.draw import ALGORITHM, answer_of, drawn_from
from tournaments.domain.values import Refused

# printf '%s' "$s4" | sha256sum, and so on down to the commitment.
S4 = "aaaabbbbccccdddd" * 4
S3 = "3ba235395f6e459fa110ac78fb99537f76535a692aabc5c4f705c72922ad7f31"
S2 = "6e5df69c087c9843623781315feb3bc09265d6ad587bcf42d94c284a0041c83d"
S1 = "6d10a9e3548361bd51adecd073c2e802f49b485468cd668976bc0ba3cf78876f"
END = "ed0496d5f265777397eab7a948e6695bc1922ef1d8f988fbe07f2bff43cb6bd7"

INPUTS = {"players": ["1", "2", "3"], "rounds": [], "rounds_total": 4}


@pytest.mark.parametrize(
    ("revealed", "before"), [(S4, S3), (S3, S2), (S2, S1), (S1, END)], ids=["4", "3", "2", "1"]
)
def test_a_link_is_the_hash_of_the_text_of_the_next(revealed, before):
    assert link(revealed) == before


def test_the_chain_has_a_link_for_every_round_and_the_commitment_before_them():
    assert chain(S4, 4) == (END, S1, S2, S3, S4)
    assert chain(S4, 1) == (S3, S4)


@given(st.binary(min_size=32, max_size=32), st.integers(1, 9))
def test_every_link_of_any_chain_leads_back_to_the_one_before(secret, rounds):
    links = chain(secret.hex(), rounds)

    assert len(links) == rounds + 1
    assert [link(one) for one in links[1:]] == list(links[:-1])


def test_canonical_json_is_one_text_whatever_the_order_of_the_keys():
    value = {"b": [1, "Ž"], "a": {"d": None, "c": True}}

    assert canonical(value) == '{"a":{"c":true,"d":null},"b":[1,"Ž"]}'.encode()


def test_the_seed_is_the_hash_of_the_canonical_text_of_its_parts():
    # printf '%s' '{"algorithm":"catantour-draw-1","attempt":1,"event":"brno","inputs":{"players":
    # ["1","2","3"],"rounds":[],"rounds_total":4},"public":"3 5 1 ž","round":2,"secret":"6e5d..."}'
    seed = seed_of(
        event="brno",
        round_number=2,
        attempt=1,
        algorithm="catantour-draw-1",
        inputs=INPUTS,
        public="3 5 1 ž",
        secret=S2,
    )

    assert seed == "b3ef22837fa3e2aab85904a2e6271eeb7afebdcb157eed062ac16ad87bdafe8c"


PARTS = {
    "event": "brno",
    "round_number": 2,
    "attempt": 1,
    "algorithm": "any",
    "inputs": INPUTS,
    "public": "1 2 3",
    "secret": S2,
}


@pytest.mark.parametrize(
    "other",
    [
        {"event": "praha"},
        {"round_number": 3},
        {"attempt": 2},
        {"algorithm": "other"},
        {"inputs": {**INPUTS, "players": ["1", "3", "2"]}},
        {"public": "1 2 4"},
        {"secret": S1},
    ],
    ids=lambda other: next(iter(other)),
)
def test_everything_a_draw_depends_on_changes_its_seed(other):
    assert seed_of(**PARTS) != seed_of(**PARTS | other)


@pytest.mark.parametrize(
    "typed", ["3 5 1 6", "3516", " 3,5, 1\t6\n", "3+5+1+6", "3-5-1-6.", "3;5\u00a01 6"]
)
def test_the_same_dice_are_the_same_public_value_however_they_are_typed(typed):
    assert public_value(typed) == "3 5 1 6"


@pytest.mark.parametrize(
    "typed", ["", " \t\n", "three five one", "3 5 7", "3 5 0", "３ 5 1", "6 6", "1" * 51]
)
def test_a_public_value_is_what_some_dice_show(typed):
    with pytest.raises(Refused):
        public_value(typed)


# Checking a record

ROUND_1 = [["1", "2", "3", "4"], ["5", "6", "7", "8"]]


@pytest.fixture
def record():
    """Round 2 of 8 players: drawn, redrawn, two of them swapped by hand, published."""
    inputs = {
        "players": [str(number) for number in range(1, 9)],
        "points": {str(number): 10 - number for number in range(1, 9)},
        "rounds": [ROUND_1],
        "rounds_total": 4,
        "low": "points",
    }
    attempts = [attempt(number, inputs) for number in (1, 2)]
    tables = attempts[1]["answer"]["tables"]
    pair = [tables[0][0], tables[1][2]]
    after = swapped(tables, *pair)
    attempts[1]["swaps"] = [
        {
            "players": pair,
            "before": repeats(tables, [ROUND_1]),
            "after": repeats(after, [ROUND_1]),
        }
    ]
    return {
        "event": {"id": "brno", "name": "Brno", "rounds": 4},
        "round": 2,
        "commitment": {"links": [END, S1, S2]},
        "public_value": "1 2 3",
        "attempts": attempts,
        "published": {"attempt": 2, "tables": after},
    }


def attempt(number, inputs):
    seed = seed_of(**PARTS | {"attempt": number, "algorithm": ALGORITHM, "inputs": inputs})
    return {
        "attempt": number,
        "algorithm": ALGORITHM,
        "seed": seed,
        "inputs": inputs,
        "answer": answer_of(drawn_from(inputs, seed)),
        "swaps": [],
    }


def wrong(record):
    """The templates of the steps that do not come out."""
    return [step.message for step in check_record(record) if step.ok is False]


def test_an_honest_record_comes_out_at_every_step(record):
    steps = check_record(record)

    assert len(steps) == 2 + 3 + 3 + 2
    assert all(step.ok for step in steps)


def _change(path, value):
    def change(record):
        *way, last = path
        for key in way:
            record = record[key]
        record[last] = value(record[last]) if callable(value) else value

    return change


SWAPPED_BACK = _change(("published", "tables"), lambda tables: tables[::-1])


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (_change(("commitment", "links", 0), "0" * 64), "The link of round"),
        (_change(("commitment", "links", 1), "0" * 64), "The link of round"),
        (_change(("commitment", "links", 2), "0" * 64), "The seed of draw"),
        (_change(("public_value",), "1 2 4"), "The seed of draw"),
        (_change(("event", "id"), "praha"), "The seed of draw"),
        (_change(("attempts", 0, "inputs", "points", "8"), 9), "The seed of draw"),
        (_change(("attempts", 0, "seed"), "0" * 64), "comes out the same"),
        (
            _change(("attempts", 1, "answer", "tables"), lambda tables: tables[::-1]),
            "comes out the same",
        ),
        (_change(("attempts", 1, "answer", "certificate", "cost"), 0), "certificate"),
        (_change(("attempts", 0, "answer", "reasons", 0, "why"), "found"), "reasons"),
        (_change(("attempts", 1, "swaps", 0, "after"), {"triples": 0, "cost": 0}), "The swap of"),
        (_change(("attempts", 1, "swaps"), []), "The published tables"),
        (_change(("published", "tables"), lambda tables: tables[::-1]), "The published tables"),
    ],
)
def test_whatever_is_changed_in_a_record_shows(record, change, told):
    changed = copy.deepcopy(record)
    change(changed)

    assert any(told in message for message in wrong(changed))


def test_without_a_commitment_the_draw_is_repeated_from_its_seed(record):
    record["commitment"] = None

    steps = check_record(record)

    assert len(steps) == 2 + 2 + 2
    assert all(step.ok for step in steps)


def test_a_draw_of_another_version_is_not_repeated_and_not_called_wrong(record):
    for one in record["attempts"]:
        one["algorithm"] = "catantour-draw-0"

    assert [step.ok for step in check_record(record) if "again" in step.message] == [None, None]


def test_a_draw_that_was_kept_without_its_answer_shows_its_seed_alone(record):
    for one in record["attempts"]:
        one["answer"], one["swaps"] = {}, []

    assert len(check_record(record)) == 2 + 2
    assert wrong(record) == []


@given(st.lists(st.integers(0, 30), min_size=8, max_size=8, unique=True), st.data())
def test_a_swap_undone_gives_the_same_tables(numbers, data):
    tables = [list(map(str, numbers[:4])), list(map(str, numbers[4:]))]
    first = data.draw(st.sampled_from(tables[0]))
    second = data.draw(st.sampled_from(tables[1]))

    after = swapped(tables, first, second)

    assert after != tables
    assert swapped(after, first, second) == tables


def test_repeats_are_counted_as_the_certificate_counts_them():
    history = [ROUND_1, [["1", "2", "5", "6"], ["3", "4", "7", "8"]]]

    # 1-2 and 5-6 meet for the third time (4 each), 1-3, 2-3 and 5-7, 6-7 for the second.
    assert repeats([["1", "2", "3", "x"], ["5", "6", "7", "y"]], history) == {
        "triples": 2,
        "cost": 4 + 1 + 1 + 4 + 1 + 1,
    }


def test_the_hash_is_plain_sha_256():
    assert link(S4) == hashlib.sha256(S4.encode()).hexdigest()


def test_an_input_from_which_nothing_can_be_drawn_is_wrong_and_says_why(record):
    record["attempts"][0]["inputs"] = {"players": ["1", "2"]}

    found = [step.found for step in check_record(record) if step.ok is False]

    assert "A round needs at least three players. Players here: 2." in found
