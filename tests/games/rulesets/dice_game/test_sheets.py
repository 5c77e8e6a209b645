"""Sheets: what their files and headers say, and what is wrong with them."""

from __future__ import annotations

import copy
import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import record, rulesets
from games.engine.core import Header, NotARecord, Player, Record
from games.engine.headers import Written
from games.engine.rulesets.dice_game import RULESET
from games.engine.rulesets.dice_game.faults import faults
from games.engine.rulesets.dice_game.headers import read_parts, write_parts
from games.engine.rulesets.dice_game.sheet import (
    STANDARD,
    NotASheet,
    document,
    read_sheet,
)
from games.engine.rulesets.dice_game.state import Ground
from tests.games.rulesets.dice_game.table import found, read, verdict


def changed(**changes):
    """The sheet of the site with parts of its file changed: a function of the part, or its new
    value."""
    told = copy.deepcopy(document(STANDARD))
    for key, change in changes.items():
        if callable(change):
            change(told[key])
        else:
            told[key] = change
    return read_sheet(told)


def rules_of(sheet):
    return {rule for rule, _ in faults(sheet)}


def setting(at, key, value):
    return lambda part: part[at].__setitem__(key, value)


def case(rule, name, changes):
    return pytest.param(rule, changes, id=f"{rule} {name}", marks=pytest.mark.rule(rule))


CASES = [
    case(
        "DG-060",
        "start elsewhere",
        {"roads": lambda roads: (roads[0].pop("start"), roads[1].__setitem__("start", True))},
    ),
    case("DG-081", "two roads R5", {"roads": setting(6, "id", "R5")}),
    case("DG-082", "a ring of one", {"roads": setting(0, "ends", ["S3", "S3"])}),
    case("DG-082", "no such place", {"roads": setting(0, "ends", ["S3", "S8"])}),
    case("DG-082", "two roads between two places", {"roads": setting(1, "ends", ["n1", "S4"])}),
    case("DG-083", "no start", {"roads": lambda roads: roads[0].pop("start")}),
    case("DG-083", "two starts", {"roads": setting(1, "start", True)}),
    case("DG-084", "without R12", {"roads": lambda roads: roads.pop(12)}),
    case("DG-085", "two settlements of 5", {"nodes": setting(3, "value", 5)}),
    case("DG-085", "a city of 0", {"nodes": setting(6, "value", 0)}),
    case("DG-086", "knight 2 shows any", {"knights": setting(1, "resource", "any")}),
    case("DG-086", "a knight shows gold", {"knights": setting(1, "resource", "gold")}),
    case("DG-086", "the last one shows ore", {"knights": setting(5, "resource", "ore")}),
    case("DG-086", "five knights", {"knights": lambda knights: knights.pop(0)}),
    case("DG-087", "12 boxes", {"boxes": 12}),
    case("DG-088", "a settlement of 2", {"nodes": setting(0, "value", 2)}),
    case(
        "DG-089",
        "knights of 2 to 7",
        {
            "knights": lambda knights: [
                knight.__setitem__("value", knight["value"] + 1) for knight in knights
            ]
        },
    ),
]


@pytest.mark.parametrize(("rule", "changes"), CASES)
def test_a_sheet_that_breaks_a_rule_is_told_so(rule, changes):
    assert rule in rules_of(changed(**changes))
    assert rules_of(STANDARD) == set()


@pytest.mark.rule("DG-090")
def test_a_rated_game_needs_a_sheet_that_was_compared():
    parts = "\n".join(write_parts(changed(id="ours", confirmed=True)))

    assert not STANDARD.confirmed
    assert "DG-090" in found(verdict(head='[Options "rated=1"]'))
    assert found(verdict(head='[Options "rated=0"]')) == set()
    assert found(verdict(head='[Options "rated=1"]', sheet=parts)) == set()


@pytest.mark.rule("DG-087")
def test_a_sheet_of_a_house_may_have_other_boxes_in_a_game_that_is_not_rated():
    parts = "\n".join(write_parts(changed(id="ours", confirmed=True, boxes=12)))

    untold = verdict(sheet=parts)

    assert "DG-087" in found(verdict(head='[Options "rated=1"]', sheet=parts))
    assert found(verdict(head='[Options "rated=0"]', sheet=parts)) == set()
    assert found(untold) == set()
    assert "DG-087" in {rule.id for rule, _ in untold.unproved}


def test_the_sheet_of_the_site_is_worth_what_the_rules_say():
    parts = [STANDARD.points(mask) for mask in STANDARD.masks]

    assert parts == [15, 39, 69, 21]


@pytest.mark.parametrize("changes", [{}, {"boxes": 12}, {"id": "ours", "confirmed": True}])
def test_a_sheet_is_read_back_from_its_file_and_from_the_head_of_a_record(changes):
    sheet = changed(title="ours", **{"id": "ours"} | changes)
    again = read_sheet(json.loads(json.dumps(document(sheet))))
    header = Header("dice", (Player("Anna"),), Ground(sheet, "lot"))

    text = record.write(Record(header, ()), RULESET.notation)

    assert again == sheet
    told = record.parse(text, rulesets.by_key).header.board
    assert told.start == "lot"
    assert (told.sheet.hash, told.sheet.confirmed) == (sheet.hash, sheet.confirmed)


def test_a_known_sheet_is_told_by_its_name_and_must_be_the_same():
    text = record.write(
        Record(Header("dice", (Player("Anna"),), Ground(STANDARD)), ()), RULESET.notation
    )

    assert f'[Sheet "standard {STANDARD.hash}"]' in text
    assert record.parse(text, rulesets.by_key).header.board.sheet is STANDARD
    with pytest.raises(NotARecord, match=STANDARD.hash):
        record.parse(text.replace(STANDARD.hash, "0" * 12), rulesets.by_key)
    with pytest.raises(NotARecord):
        record.parse(text.replace("standard", "other"), rulesets.by_key)


def test_headers_beside_a_known_sheet_say_what_is_otherwise_on_it():
    def told(*headers):
        return read(sheet="\n".join(('[Sheet "standard"]', *headers))).header.board.sheet

    twelve, seven = told('[Boxes "12"]'), told('[Cities "C7 8 C12 12 C20 20 C30 30"]')

    assert told('[Boxes "15"]') is STANDARD
    assert replace(twelve, boxes=15) == STANDARD
    assert [site.value for site in seven.sites][6:] == [8, 12, 20, 30]
    assert replace(seven, sites=STANDARD.sites) == STANDARD


@pytest.mark.rule("DG-090")
@pytest.mark.parametrize(
    ("rated", "confirmed", "rules"), [(1, False, {"DG-090"}), (1, True, set()), (0, False, set())]
)
def test_a_game_on_a_sheet_of_one_s_own_is_rated_once_it_was_compared(rated, confirmed, rules):
    sheet = "\n".join(write_parts(changed(id="ours", confirmed=confirmed)))

    assert found(verdict(head=f'[Options "rated={rated}"]', sheet=sheet)) == rules


@pytest.mark.rule("DG-087", "DG-090")
def test_a_known_sheet_with_other_boxes_is_a_variant_and_breaks_nothing_else():
    sheet = '[Sheet "standard"]\n[Boxes "12"]'

    assert found(verdict("1 Anna R1 =1", sheet=sheet)) == set()
    assert found(verdict(head='[Options "rated=1"]', sheet=sheet)) == {"DG-087"}
    assert found(verdict(head='[Options "rated=1"]', sheet='[Sheet "standard"]\n[Boxes "15"]')) == {
        "DG-090"
    }


def test_a_sheet_of_one_s_own_lacks_no_part():
    with pytest.raises(NotARecord, match="missing: Cities, Knights"):
        read(sheet='[Sheet "ours"]\n[Settlements "S3 3 S4 4"]\n[Roads "R0* S3 S4"]')


def test_parts_beside_another_sheet_of_the_same_name_are_refused():
    sheet = f'[Sheet "standard {STANDARD.hash}"]\n[Boxes "12"]'

    assert read(sheet=sheet).header.board.sheet.boxes == 12
    with pytest.raises(NotARecord, match=STANDARD.hash):
        read(sheet=sheet.replace(STANDARD.hash, "0" * 12))


@pytest.mark.parametrize(
    ("part", "text", "expected"),
    [
        ("Settlements", "S3", "below 100"),
        ("Settlements", "S3 x", "below 100"),
        ("Settlements", "settlement 3", "letters, then a number"),
        ("Roads", "R0* S3 n1 R1 n1 (", "the end of a road"),
        ("Knights", "K1 1 gold", "the letter of a joker"),
        ("Boxes", "0", "the number of boxes"),
        ("Roads", "R1 a b " * 50, "fewer symbols"),
    ],
)
def test_what_cannot_be_meant_is_told_with_its_place(part, text, expected):
    mistakes = []

    read_parts({"Sheet": Written("ours", 1, 1), part: Written(text, 2, 10)}, mistakes)

    assert mistakes[0].line == 2
    assert expected in mistakes[0].expected


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("format", "another"),
        ("nodes", {}),
        ("boxes", "15"),
        ("confirmed", 1),
        ("title", None),
        ("roads", [{"id": "R0", "ends": ["S3"]}]),
        ("knights", [{"id": "K1", "value": 1, "resource": "stone"}]),
        ("nodes", [{"id": "S3", "kind": "settlement"}]),
        ("nodes", ["S3"]),
    ],
)
def test_a_file_that_is_no_sheet_is_refused_with_the_place(place, value):
    with pytest.raises(NotASheet) as refusal:
        read_sheet(document(STANDARD) | {place: value})

    assert refusal.value.place.startswith(place)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-200, 200) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


@given(st.sampled_from(sorted(document(STANDARD))), JSON)
def test_whatever_stands_in_a_file_it_is_a_sheet_or_refused(key, value):
    try:
        sheet = read_sheet(document(STANDARD) | {key: value})
    except NotASheet:
        return
    list(faults(sheet))
    assert len(sheet.symbols) == len(sheet.roads) + len(sheet.sites) + len(sheet.knights)
