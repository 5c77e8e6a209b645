"""Exchanges that the text of an event or of an expansion asks for, and texts with unknown parts."""

from __future__ import annotations

import pytest

from games.engine.replay import replay
from tests.games.rulesets.card_table import after, broken, entered, record_of, rules
from tests.games.rulesets.test_card_game_reckons import with_card


def exchange(way, who, count=1):
    return {"op": "each_exchange", "count": count, "with": way, "who": who, "level": "S"}


def at_market_day(*effects, read_aloud=" EV", **hands):
    """The city of a Market day was built, and the event is carried out."""
    return after(
        cards=entered(market_day=list(effects)),
        hands={"Anna": "GGOOO", **hands},
        then=f"1 Anna C GGOOO=market-day{read_aloud}",
    )


@pytest.mark.rule("CG-026", "CG-043", "CG-067")
@pytest.mark.parametrize(
    ("line", "breaks"),
    [
        ("1 Anna Ben: T W>L Cyril: T W>B Anna: D ??", set()),
        ("1 Anna Cyril: T W>B Anna: D ??", set()),
        ("1 Anna D ??", set()),
        ("1 Anna Cyril: T W>B T W>L", {"CG-043"}),
        ("1 Anna Cyril: X W>?", {"CG-043"}),
        ("1 Anna Cyril: T WW>B", {"CG-035", "CG-043"}),
        ("1 Anna T W>L", {"CG-026"}),
        ("1 Anna D ?? Ben: T W>L", {"CG-043"}),
    ],
)
def test_players_exchange_for_an_event_as_it_says_and_no_more(line, breaks):
    state = at_market_day(exchange("market", "others"), Anna="GGOOOW", Ben="W", Cyril="WW")

    assert set(broken(state, line)) == breaks


@pytest.mark.rule("CG-043", "CG-067")
@pytest.mark.parametrize(
    ("line", "breaks"),
    [
        ("1 Anna Ben: T W>L Cyril: T W>B Anna: D ??", set()),
        ("1 Anna Ben: T W>L Anna: EV Cyril: T W>B Anna: D ??", set()),
        ("1 Anna T W>L", {"CG-026", "CG-067"}),
    ],
)
def test_an_exchange_for_an_event_tells_that_it_was_carried_out(line, breaks):
    given = {"Anna": "GGOOOW", "Ben": "W", "Cyril": "WW"}
    state = at_market_day(exchange("market", "others"), read_aloud="", **given)

    assert set(broken(state, line)) == breaks


@pytest.mark.rule("CG-043")
def test_exchanges_for_an_event_are_listed_and_do_not_count_against_the_limit():
    every = [exchange(way, "all") for way in ("deck", "market", "opponent")]
    state = at_market_day(*every, Anna="GGOOOWW")

    before = {(action.seat, action.verb) for action in rules().legal(state)}
    found = broken(state, "1 Anna X W>? T W>L P Ben ?>? Ben: X ?>?")
    left = {(action.seat, action.verb) for action in rules().legal(state)}

    assert {(seat, verb) for seat in range(3) for verb in ("deck", "market", "swap")} <= before
    assert found == []
    assert state.exchanged == (0, 0, 0)
    assert not left & {(0, "deck"), (0, "market"), (0, "swap"), (1, "deck")}
    assert {(1, "market"), (2, "deck")} <= left


@pytest.mark.rule("CG-043")
def test_an_event_that_nobody_has_entered_may_ask_for_any_exchange():
    state = after(hands={"Anna": "GGOOO", "Ben": "W"}, then="1 Anna C GGOOO=market-day EV")

    assert broken(state, "1 Anna Ben: T W>L Cyril: X ?>? Anna: D ??") == []


@pytest.mark.rule("CG-067", "CG-068")
def test_an_exchange_for_an_event_leaves_what_is_due_for_it():
    state = after(
        cards=entered(
            thief_attack=[
                {"op": "flip_destiny", "must": True, "level": "S"},
                exchange("deck", "others"),
            ]
        ),
        hands={"Anna": "GGOOO", "Ben": "W"},
        then="1 Anna C GGOOO=thief-attack EV",
    )

    assert broken(state.copy(), "1 Anna Ben: X W>? Anna: FLIP D ??") == []
    assert broken(state, "1 Anna Ben: X W>? Anna: D ??") == ["CG-068"]


@pytest.mark.rule("CG-076")
@pytest.mark.parametrize(
    ("line", "breaks"),
    [
        ("1 Anna USE library Ben: X W>?", set()),
        ("1 Anna USE library Ben: X W>? X W>?", {"CG-043"}),
        ("1 Anna USE library FLIP", {"CG-062"}),
        ("1 Anna D ?? Ben: X W>?", {"CG-043"}),
    ],
)
def test_players_exchange_for_an_expansion_that_says_so(line, breaks):
    state = after(hands={"Ben": "WW"}, **with_card(exchange("deck", "others")))

    assert breaks <= set(broken(state, line)) <= breaks | {"CG-030", "CG-031"}


@pytest.mark.rule("CG-076")
def test_a_text_with_an_unknown_number_accuses_nobody():
    card = with_card({"op": "extra_exchange", "count": "unknown", "with": "market"})
    state = after(hands={"Anna": "WW"}, **card)

    assert state.has_unknown_text(0)
    assert broken(state, "1 Anna T W>O T W>G") == []


@pytest.mark.rule("CG-076")
def test_whether_a_card_was_drawn_blind_is_not_checkable():
    built = "1 Anna C GGOOO=market-day EV E WWWO=merchants-guild"

    used = replay(rules(), record_of(f"{built} USE merchants-guild Ben ?"))
    unused = replay(rules(), record_of(built))

    assert "CG-076" in {rule.id for rule, _detail in used.unproved}
    assert "CG-076" not in {rule.id for rule, _detail in unused.unproved}
