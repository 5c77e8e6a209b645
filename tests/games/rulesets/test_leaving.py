"""Who leaves the game owes nothing any more; what the others owe stays due, and may be written
behind the leaving."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.rulesets.base.state import BEFORE, PAIRED
from games.engine.verdicts import verdict_on
from tests.games.rulesets import cities_table, table
from tests.games.rulesets.table import after, play

RULESETS = ["base", "base+tour", "base56", "cities-knights"]


def broken(state, line):
    """The rules that the actions of the line break."""
    rules = rulesets.by_key(state.header.ruleset)
    actions = table.actions_of(line, ruleset=state.header.ruleset, players=state.n).actions
    return [trouble.rule.id for action in actions for trouble in rules.play(state, action)]


def rolled(ruleset, total):
    return {6: "3+3y", 7: "3+4y", 8: "4+4y"}[total] if "cities" in ruleset else str(total)


# What the others owe


@pytest.mark.rule("B-086", "CK-078")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_others_still_discard_when_whoever_rolled_a_seven_leaves(ruleset):
    given = {"hands": {"Ben": "L" * 18, "Cyril": "W" * 8}}
    if ruleset == "cities-knights":
        state = cities_table.after(**given)
    else:
        state = after(ruleset=ruleset, players=5 if ruleset == "base56" else 3, **given)
    if ruleset == "base56":
        table.give(state, 3, "LLLL")
    play(state, f"1 Anna {rolled(ruleset, 7)} GIVES-UP")
    late = state.copy()
    due = {"base": "B-086", "base+tour": "B-086", "base56": "B-086", "cities-knights": "CK-078"}

    assert due[ruleset] in broken(late, next_turn(ruleset))

    play(state, "1 Ben X Ben 9L X Cyril 4W")
    assert state.phase == (PAIRED if ruleset == "base56" else BEFORE)
    assert state.turn == (3 if ruleset == "base56" else 1)
    assert broken(state, next_turn(ruleset)) == []


def next_turn(ruleset):
    return "1 Dana T 4L>W" if ruleset == "base56" else f"2 Ben {rolled(ruleset, 8)}"


@pytest.mark.rule("B-086", "B-090")
@pytest.mark.parametrize(
    ("behind", "rules"),
    [
        ("GIVES-UP", ["B-086"]),
        ("GIVES-UP Ben: X Ben 9LG", []),
        ("GIVES-UP X Ben 9LG", []),
        ("GIVES-UP / X Ben 9LG", []),
        ("X Ben 9LG GIVES-UP", []),
        ("GIVES-UP Ben: X Ben 9L", ["B-087"]),
    ],
)
def test_a_record_may_have_the_discards_behind_the_leaving(behind, rules):
    lines = (
        *("1 Anna 12 +Ben:9L9G !1", "2 Ben 12", "3 Cyril 12"),
        *(f"4 Anna 7 {behind}", "5 Ben 8", "6 Cyril 12", "7 Ben 12"),
    )

    assert rules_of("base", *lines) == rules


def rules_of(ruleset, *lines, players=3):
    opening = table.founding(ruleset, players)
    text = table.head(ruleset, players) + "\n".join((*opening, *lines)) + "\n"
    return [finding["rule"] for finding in verdict_on(text.encode())["findings"]]


@pytest.mark.rule("CK-201")
@pytest.mark.parametrize(
    ("behind", "rules"),
    [([], ["CK-201"]), (["1 Anna B Ben a3s"], ["CK-201"]), (["1 Anna B Ben a3s B Cyril d1n"], [])],
)
def test_others_still_lose_their_city_when_whoever_rolled_leaves(behind, rules):
    state = cities_table.after(ship=6)
    play(state, "1 Anna 4+4s GIVES-UP")

    found = [rule for line in (*behind, "2 Ben 4+4y") for rule in broken(state, line)]

    assert found == rules


# What is due from nobody who has left


@pytest.mark.rule("SF-20")
def test_gold_of_one_who_has_left_is_not_waited_for():
    lines = ("1 Anna 6+6 +Anna:9B9L9W9G !1 ~ c5e S c5ne GIVES-UP", "2 Ben 10", "3 Cyril 12")

    assert rules_of("seafarers", *lines, players=4) == []


@pytest.mark.rule("SF-20")
@pytest.mark.parametrize(("behind", "rules"), [("GIVES-UP", ["SF-20"]), ("GIVES-UP ~G Anna B", [])])
def test_gold_of_others_is_still_to_be_chosen_when_whoever_rolled_leaves(behind, rules):
    lines = (
        "1 Anna 6+6 +Anna:9B9L9W9G !1 ~ c5e S c5ne",
        *(f"2 Ben 10 {behind}", "3 Cyril 12", "4 Dana 12"),
    )

    assert rules_of("seafarers", *lines, players=4) == rules


@pytest.mark.rule("CK-261", "CK-267")
@pytest.mark.parametrize("card", ["We", "Sa"])
def test_who_has_left_owes_nothing_for_a_card(card):
    state = cities_table.after(
        cities_table.ROLLED, hands={"Ben": "LLLL"}, progress={"Anna": card}, points=[3, 9, 2]
    )
    play(state, "1 Ben GIVES-UP")

    assert broken(state, f"1 Anna {card} /\n2 Cyril 4+4y") == []


@pytest.mark.rule("CK-261")
def test_the_game_goes_on_when_the_last_one_who_owes_for_a_card_leaves():
    state = cities_table.after(
        cities_table.ROLLED, hands={"Ben": "LLLL"}, progress={"Anna": "We"}, points=[3, 9, 2]
    )

    assert broken(state, "1 Anna We Ben: GIVES-UP Anna: /\n2 Cyril 4+4y") == []


@pytest.mark.rule("CK-201", "CKV-06")
@pytest.mark.parametrize("experienced", [False, True])
def test_who_has_left_gives_up_no_city(experienced):
    state = cities_table.after(ship=6, experienced=experienced)
    play(state, "1 Ben GIVES-UP")

    assert broken(state, "1 Anna 4+4s B Anna e1n B Cyril d1n /\n2 Cyril 4+4y") == []


@pytest.mark.rule("B-064")
@pytest.mark.parametrize(
    ("ruleset", "before"),
    [("base", 1), ("base", 2), ("base", 4), ("base56", 1), ("base56", 3), ("base56", 6)],
)
def test_who_has_left_founds_nothing_more(ruleset, before):
    players = 5 if ruleset == "base56" else 3
    lines = table.founding(ruleset, players)
    state = after(*lines[:before], ruleset=ruleset, founded=False, players=players)
    play(state, "1 Ben GIVES-UP")

    for line in lines[before:]:
        if not line.startswith("Ben"):
            assert broken(state, line) == [], line
    assert broken(state, "1 Anna 12") == []
