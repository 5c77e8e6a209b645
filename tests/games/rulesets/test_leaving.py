"""Who leaves the game owes nothing any more; what the others owe stays due, and may be written
behind the leaving."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.replay import replay
from games.engine.rulesets.base.state import BEFORE, MAIN, PAIRED
from games.engine.verdicts import verdict_on
from tests.games.rulesets import card_table, cities_table, table
from tests.games.rulesets.positions import record
from tests.games.rulesets.table import after, play

CARD_GAME = card_table.head()

RULESETS = ["base", "base+tour", "base56", "cities-knights"]


def broken(state, line):
    """The rules that the actions of the line break."""
    rules = rulesets.by_key(state.header.ruleset)
    actions = table.actions_of(line, ruleset=state.header.ruleset, players=state.n).actions
    return [trouble.rule.id for action in actions for trouble in rules.play(state, action)]


def broken_by(state, *lines):
    """The same for several lines, each read by itself."""
    return [rule for line in lines for rule in broken(state, line)]


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
    ("ruleset", "first"),
    [("base", "S b2s  R b2sw"), ("cities-knights", "S b2s"), ("card-game", "H BLW  S  R A")],
)
def test_the_beginning_may_be_broken_off_in_its_own_lines(ruleset, first):
    """So may somebody leave there."""
    begun = card_table.head() if ruleset == "card-game" else table.head(ruleset)

    broken_off = verdict_on(f"{begun}Anna {first}  STOP".encode())
    left = verdict_on(f"{begun}Anna {first}\nBen GIVES-UP\nCyril STOP".encode())

    assert [(one["ended"], one["findings"]) for one in (broken_off, left)] == [
        ("abandoned", [])
    ] * 2


@pytest.mark.rule("B-180", "CG-103")
@pytest.mark.parametrize("ruleset", ["base", "cities-knights", "base56", "card-game"])
def test_a_game_that_all_but_one_have_left_may_be_said_to_be_broken_off(ruleset):
    begun = (
        card_table.head()
        if ruleset == "card-game"
        else table.head(ruleset, 5 if ruleset == "base56" else 3)
    )
    if ruleset == "base56":
        begun += "Dana GIVES-UP\nEmil GIVES-UP\n"

    verdict = verdict_on(f"{begun}Ben GIVES-UP\nCyril GIVES-UP\nAnna STOP".encode())

    assert (verdict["ended"], verdict["winner"], verdict["findings"]) == ("conceded", 0, [])


ROLLS = {
    "before the own roll": (["Anna 12", "Ben GIVES-UP", "Cyril 2"], "Anna"),
    "first of all": (["Anna GIVES-UP", "Ben 9", "Cyril 2"], "Ben"),
    "last of all": (["Anna 12", "Cyril 2", "Ben GIVES-UP"], "Anna"),
    "behind the highest roll": (["Anna 12 GIVES-UP", "Ben 2", "Cyril 9"], "Cyril"),
    "when all have rolled": (["Anna 12", "Ben 2", "Cyril 9", "Anna GIVES-UP"], "Cyril"),
    "when level": (["Anna 12", "Ben 12", "Cyril 2", "Ben GIVES-UP"], "Anna"),
    "in the second round": (
        ["Anna 12", "Ben 12", "Cyril 12", "Anna 5", "Ben GIVES-UP", "Cyril 6"],
        "Cyril",
    ),
    "before others are level": (
        ["Anna 12", "Ben 4", "Cyril 4", "Anna GIVES-UP", "Ben 5", "Cyril 6"],
        "Cyril",
    ),
}
"""Who leaves when, and who founds first."""


@pytest.mark.rule("B-054", "B-055", "CK-022")
@pytest.mark.parametrize("ruleset", ["base", "cities-knights"])
@pytest.mark.parametrize(("rolls", "first"), ROLLS.values(), ids=ROLLS)
def test_the_highest_roll_of_those_who_stay_founds_first(ruleset, rolls, first):
    def findings_if_begun_by(name):
        text = "\n".join([table.head(ruleset), *rolls, f"{name} S b2s R b2sw STOP"])
        return [one["rule"] for one in verdict_on(text.encode())["findings"]]

    gone = next(line.split()[0] for line in rolls if "GIVES-UP" in line)
    (other,) = {"Anna", "Ben", "Cyril"} - {first, gone}

    assert findings_if_begun_by(first) == []
    assert set(findings_if_begun_by(other)) <= {"B-054", "B-055", "CK-022"}
    assert findings_if_begun_by(other) != []


@pytest.mark.rule("B-055")
def test_those_level_after_another_has_left_roll_again():
    rolls = ["Anna 12", "Ben 4", "Cyril 4", "Anna GIVES-UP", "Ben S b2s R b2sw STOP"]

    verdict = verdict_on("\n".join([table.head("base"), *rolls]).encode())

    assert {one["rule"] for one in verdict["findings"]} == {"B-055"}


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


# What the others go on with in Cities & Knights


def in_cities(line, **given):
    state = cities_table.after(**given)
    play(state, line)
    return state


@pytest.mark.rule("CK-050")
def test_others_still_draw_when_whoever_rolled_leaves():
    """And they have what the roll brings before the next turn goes on."""
    state = in_cities("1 Anna 1+5g GIVES-UP", levels={"Ben": (0, 0, 1), "Cyril": (0, 0, 1)})
    late = state.copy()
    held = list(state.hands)

    assert broken(late, "2 Ben 4+4y") == ["CK-050"]
    assert broken(state, "1 Anna Ben: D Ben g? Cyril: D Cyril 0") == []
    assert state.phase == BEFORE
    assert state.hands != held
    assert broken(state, "2 Ben 4+4y") == []


@pytest.mark.rule("CK-057")
def test_a_fifth_card_drawn_for_the_roll_of_one_who_left_goes_back_at_once():
    state = in_cities(
        "1 Anna 1+5g GIVES-UP", levels={"Ben": (0, 0, 1)}, progress={"Ben": "Mi Ir En Cr"}
    )

    assert broken_by(state.copy(), "1 Anna Ben: D Ben Sm", "2 Ben 4+4y") == ["CK-057"]
    assert broken_by(state, "1 Anna Ben: D Ben Sm E Ben Cr", "2 Ben 4+4y") == []


@pytest.mark.rule("CKV-02")
@pytest.mark.parametrize("leaver", ["Anna", "Cyril"])
def test_others_still_declare_their_knights_when_somebody_leaves(leaver):
    """The attack comes when all who are left have declared."""
    knights = {"Anna": "b2sw=1+", "Ben": "c5ne=1+", "Cyril": "c2nw=1+"}
    state = in_cities("1 Anna 4+4s", ship=6, experienced=True, knights=knights)
    first = () if leaver == "Anna" else ("1 Anna H Anna 0", "1 Anna H Ben 0")
    for line in first:
        assert broken(state, line) == []

    play(state, f"1 Anna {leaver}: GIVES-UP")

    assert state.ship == (6 + 1 if leaver == "Anna" else 0)
    if leaver == "Anna":
        assert broken(state.copy(), "2 Ben 4+4y") == ["CKV-02"]
        assert broken(state, "1 Anna H Ben 0 H Cyril 0") == []
        assert state.ship == 0
    assert state.attacked


@pytest.mark.rule("CK-078")
def test_a_seven_behind_the_attack_is_discarded_for_when_whoever_rolled_has_left():
    state = in_cities("1 Anna 3+4s GIVES-UP", ship=6, hands={"Ben": "LLLLLLLL"})

    assert broken(state, "1 Anna B Ben a3s B Cyril d1n") == []
    assert broken(state.copy(), "2 Ben 4+4y") == ["CK-078"]
    assert broken_by(state, "1 Anna X Ben LLLL", "2 Ben 4+4y") == []


@pytest.mark.rule("CK-267", "CK-261")
@pytest.mark.parametrize(("card", "rules"), [("Sa", ["CK-267"]), ("We", [])])
def test_a_saboteur_outlives_the_one_who_played_it_and_a_wedding_does_not(card, rules):
    given = {"hands": {"Ben": "LLLL"}, "progress": {"Anna": card}, "points": [3, 9, 2]}
    state = cities_table.after(cities_table.ROLLED, **given)
    play(state, f"1 Anna {card} GIVES-UP")

    assert broken(state.copy(), "2 Ben 4+4y") == rules
    if rules:
        assert broken_by(state, "1 Anna X Ben LL", "2 Ben 4+4y") == []


@pytest.mark.rule("CK-267")
def test_the_game_goes_on_when_the_last_one_who_owes_for_a_saboteur_leaves():
    state = cities_table.after(
        cities_table.ROLLED, hands={"Ben": "LLLL"}, progress={"Anna": "Sa"}, points=[3, 9, 2]
    )

    assert broken(state, "1 Anna Sa Ben: GIVES-UP Anna: /\n2 Cyril 4+4y") == []


@pytest.mark.rule("CK-267")
@pytest.mark.parametrize(("discards", "rules"), [("", ["CK-267"]), (" X Dana WWWW", [])])
def test_whoever_is_left_still_discards_for_a_saboteur_when_another_leaves(discards, rules):
    table = (
        "Anna: S b2s  C e1n  R b2sw e1nw  P Sa\nBen: S d3s  C a3s  R d3sw a3sw  H 9L\n"
        "Cyril: S b4s  C d1n  R b4sw  H 9W\nDana: S c5s  C c3s  R c5sw  H 9W\n"
        "K b2  SHIP 3  TURN Anna  ROLLED  NOW 0  ATTACKED"
    )
    line = f"1 Anna Sa X Ben LLLL GIVES-UP Cyril: GIVES-UP{discards}\n2 Ben 3+3y"

    report = replay(rulesets.by_key("cities-knights"), record("cities-knights", 4, table, line))

    assert [one.rule.id for one in report.violations] == rules


@pytest.mark.rule("CK-066")
def test_what_a_roll_brought_may_be_told_behind_the_leaving():
    state = in_cities("1 Anna 4+4s GIVES-UP B Ben a3s B Cyril d1n", ship=6)

    assert state.brought is not None
    assert broken(state.copy(), "1 Anna +Ben:99W") != []
    assert broken(state, "2 Ben 4+4y") == []


@pytest.mark.rule("B-073", "CK-035")
@pytest.mark.parametrize(
    ("bens", "rules"),
    [("", []), (" +Ben:LP", []), (" +Ben:L", ["B-073"]), (" +Ben:LPP", ["B-073"])],
)
def test_whoever_leaves_behind_a_roll_has_taken_what_it_brought_or_nothing(bens, rules):
    state = in_cities("1 Anna 1+3y Ben: GIVES-UP")

    assert broken(state, f"1 Anna +Anna:G{bens} +Cyril:LGG") == rules


@pytest.mark.rule("CK-089")
def test_what_was_due_for_the_roll_of_one_who_left_is_forgotten_with_the_next():
    state = in_cities("1 Anna 4+4s GIVES-UP B Ben a3s B Cyril d1n", ship=6)
    play(state, "2 Ben 4+4y")

    assert state.forces is None
    assert state.after == MAIN


# Who has left does nothing more


def told(ruleset, line):
    """Ben has left in Anna's turn: rules and what is said of the last action of the line."""
    given = {"hands": {"Anna": "L", "Ben": "WG"}}
    if ruleset == "cities-knights":
        state = cities_table.after(cities_table.ROLLED, **given)
    else:
        state = after("1 Anna 12", ruleset=ruleset, **given)
    play(state, "1 Ben GIVES-UP")
    *_before, last = table.actions_of(line, ruleset=ruleset).actions
    found = rulesets.by_key(ruleset).broken(state, last)
    assert rulesets.by_key(ruleset).verbs[last.verb].allowed(state, last) == (not found)
    return [(one.rule.id, str(one.detail)) for one in found]


@pytest.mark.rule("B-100", "CK-092", "B-070", "CK-032")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("1 Anna P Ben L<>W", ("B-100", "B-100", "CK-092")),
        ("1 Anna Ben: P Anna W<>L", ("B-100", "B-100", "CK-092")),
        ("1 Ben GIVES-UP", ("B-070", "B-070", "CK-032")),
        ("1 Ben C d3s", ("B-070", "B-070", "CK-032")),
    ],
)
def test_who_has_left_neither_deals_nor_acts_nor_leaves_again(line, rules):
    for ruleset, rule in zip(("base", "base+tour", "cities-knights"), rules, strict=True):
        assert told(ruleset, line)[0] == (rule, "Ben has left the game")


@pytest.mark.rule("B-100")
def test_no_deal_is_offered_with_one_who_has_left():
    rules = rulesets.by_key("base")
    state = after("1 Anna 12", hands={"Anna": "L", "Ben": "W", "Cyril": "W"})
    play(state, "1 Ben GIVES-UP")

    assert [one.facts[0] for one in rules.offers(state) if one.verb == "deal"] == [2]


@pytest.mark.parametrize(
    ("rule", "line", "verb"),
    [
        pytest.param("CK-280", "1 Anna J Ben L<>M", "exchange", marks=pytest.mark.rule("CK-280")),
        pytest.param("CK-280", "1 Anna J Ben L<>0", "exchange", marks=pytest.mark.rule("CK-280")),
        pytest.param("CK-271", "1 Anna De d3sw", "deserter", marks=pytest.mark.rule("CK-271")),
    ],
)
def test_a_card_asks_nothing_of_one_who_has_left(rule, line, verb):
    rules = rulesets.by_key("cities-knights")
    given = {"hands": {"Anna": "L", "Ben": "M", "Cyril": "P"}, "progress": {"Anna": "Ch De"}}
    state = cities_table.after(cities_table.ROLLED, knights={"Ben": "d3sw=1"}, **given)
    play(state, "1 Anna Ch")
    play(state, "1 Ben GIVES-UP")
    (action,) = table.actions_of(line, ruleset="cities-knights").actions

    (found,) = rules.broken(state, action)

    assert not rules.verbs[verb].allowed(state, action)
    assert (found.rule.id, str(found.detail)) == (rule, "Ben has left the game")
    assert [one.facts[0] for one in rules.legal(state) if one.verb == "exchange"] == [2]
    assert not [one for one in rules.legal(state) if one.verb == "deserter"]


@pytest.mark.parametrize(
    ("ruleset", "given", "line", "rule"),
    [
        pytest.param(ruleset, given, line, rule, id=f"{rule} {line}", marks=pytest.mark.rule(rule))
        for ruleset, given, line, rule in (
            ("base", {}, "1 Anna 7 X Ben LLLL", "B-086"),
            ("cities-knights", {}, "1 Anna 3+4y X Ben LLLL", "CK-079"),
            ("cities-knights", {"progress": {"Anna": "Sa"}}, "1 Anna 1+1y Sa X Ben LLLL", "CK-266"),
            ("cities-knights", {"progress": {"Anna": "We"}}, "1 Anna 1+1y We G Ben LL", "CK-259"),
            ("cities-knights", {"levels": {"Ben": (0, 0, 3)}}, "1 Anna 1+1y Q Ben O", "CK-174"),
        )
    ],
)
def test_who_has_left_gives_and_takes_no_cards_for_what_others_do(ruleset, given, line, rule):
    given = {"hands": {"Ben": "L" * 9, "Cyril": "W" * 9}} | given
    setting = cities_table.after if ruleset == "cities-knights" else after
    state = setting(points=[3, 9, 9], **given)
    play(state, "1 Ben GIVES-UP")
    rules = rulesets.by_key(ruleset)
    *before, last = table.actions_of(line, ruleset=ruleset).actions
    for action in before:
        assert rules.play(state, action) == (), action

    found = rules.broken(state, last)

    assert (found[0].rule.id, str(found[0].detail)) == (rule, "Ben has left the game")


@pytest.mark.rule("CKV-02")
def test_who_has_left_declares_no_knights():
    knights = {"Anna": "b2sw=1+", "Ben": "c5ne=1+", "Cyril": "c2nw=1+"}
    state = cities_table.after(ship=6, experienced=True, knights=knights)
    play(state, "1 Ben GIVES-UP")
    play(state, "1 Anna 4+4s")
    (action,) = table.actions_of("1 Anna H Ben 0", ruleset="cities-knights").actions[-1:]

    found = rulesets.by_key("cities-knights").broken(state, action)

    assert [(one.rule.id, str(one.detail)) for one in found] == [
        ("CKV-02", "Ben has left the game")
    ]


@pytest.mark.rule("SF-20")
def test_who_has_left_chooses_no_gold():
    lines = ("1 Anna 6+6 +Anna:9B9L9W9G !1 ~ c5e S c5ne", "1 Anna Ben: GIVES-UP Anna: ~G Ben B")
    opening = table.founding("seafarers", 4)
    text = table.head("seafarers", 4) + "\n".join((*opening, *lines)) + "\n"

    found = verdict_on(text.encode())["findings"]

    assert [(one["rule"], one["detail"]) for one in found] == [("SF-20", "Ben has left the game")]


@pytest.mark.rule("BF-031", "BF-034")
@pytest.mark.parametrize(("line", "rule"), [("&G Ben L", "BF-034"), ("&N Ben L", "BF-031")])
def test_no_card_is_given_to_one_who_has_left(line, rule):
    assert told("base+best-friends", f"1 Anna {line}") == [(rule, "Ben has left the game")]


@pytest.mark.rule("CG-025")
def test_who_has_left_the_card_game_does_not_leave_again():
    rules = card_table.rules()
    state = card_table.after()
    (leaving,) = card_table.record_of("1 Ben GIVES-UP").actions[:1]

    assert rules.play(state, leaving) == ()
    assert [one.rule.id for one in rules.broken(state, leaving)] == ["CG-025"]


# Who has left gets nothing more


@pytest.mark.rule("B-073")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_has_left_gets_no_cards_of_a_roll(ruleset):
    """A 4 brings grain to Anna and, at the forest of his own, lumber to Ben."""
    dice = {"base56": "8"}.get(ruleset, "2+2y" if "cities" in ruleset else "4")
    setting = cities_table.after if ruleset == "cities-knights" else after
    given = {} if ruleset == "cities-knights" else {"ruleset": ruleset}
    state = setting(**given, **({"players": 5} if ruleset == "base56" else {}))
    before, staying = state.hands[1], state.copy()
    play(state, "1 Ben GIVES-UP")
    play(staying, f"1 Anna {dice}")
    play(state, f"1 Anna {dice}")

    assert staying.hands[1] > before
    assert state.hands[1] == before
    assert state.hands == [*staying.hands[:1], before, *staying.hands[2:]]
    assert state.bank == staying.bank + staying.hands[1] - before


@pytest.mark.rule("B-073")
@pytest.mark.parametrize(
    ("ruleset", "given", "line"),
    [
        ("base", {}, "1 Anna 4 +Anna:G +Ben:L +Cyril:LG"),
        ("cities-knights", {}, "1 Anna 2+2y +Anna:G +Ben:L +Cyril:LGG"),
    ],
)
def test_cards_taken_for_one_who_has_left_are_told_so(ruleset, given, line):
    state = cities_table.after() if ruleset == "cities-knights" else after()
    play(state, "1 Ben GIVES-UP")
    rules = rulesets.by_key(ruleset)
    *before, last = table.actions_of(line, ruleset=ruleset).actions
    for action in before:
        rules.play(state, action)

    found = rules.broken(state, last)

    assert [(one.rule.id, str(one.detail)) for one in found] == [("B-073", "Ben has left the game")]
    assert not rules.verbs[last.verb].allowed(state, last)


@pytest.mark.rule("TG-11")
def test_a_bank_that_is_short_pays_the_one_who_is_left():
    """Ben and Cyril have a settlement each at the forest with the 4."""
    state = after(ruleset="base+tour", bank={"L": 1})
    play(state, "1 Ben GIVES-UP")
    play(state, "1 Anna 4 +Anna:G +Cyril:LG")

    assert state.in_bank(1) == 0


@pytest.mark.rule("BF-044", "BF-050")
def test_who_has_left_receives_no_token_for_a_network_and_the_builder_does():
    """A road of Anna's meets one of Ben's and one of Cyril's."""
    rules = rulesets.by_key("base+best-friends")
    state = after(
        ruleset="base+best-friends",
        hands={"Anna": "BBBLLL", "Ben": "BL"},
        then="1 Anna 12 R b2se R b3sw / Ben: 12 R b4w / Cyril: 12 / Anna: 12 Ben: GIVES-UP",
    )
    road, tokens = table.actions_of(
        "4 Anna R b3se &Ben:1 &Cyril:1 &3", ruleset="base+best-friends"
    ).actions

    assert rules.play(state, road) == ()
    assert state.tokens == [3, 3, 2]
    assert [(one.rule.id, str(one.detail)) for one in rules.broken(state, tokens)] == [
        ("BF-050", "Ben has left the game")
    ]
    assert broken(state, "4 Anna &Cyril:1 &3") == []


@pytest.mark.rule("CK-210", "CK-212")
def test_who_has_left_defends_without_a_reward():
    state = in_cities("1 Ben GIVES-UP", ship=6, knights={"Anna": "b2sw=1+", "Ben": "c5ne=2+"})

    play(state, "1 Anna 4+4s")

    assert state.attacked
    assert state.defenders == [0, 0, 0]


@pytest.mark.rule("CK-210", "CK-212")
def test_level_with_who_has_left_nobody_is_the_best_alone():
    knights = {"Anna": "b2sw=2+", "Ben": "c5ne=2+"}
    state = in_cities("1 Ben GIVES-UP", ship=6, knights=knights)

    play(state, "1 Anna 4+4s")

    assert state.defenders == [0, 0, 0]
    assert state.drawers == (0,)


def an_event(when, line):
    """The rules broken by the line, Anna's city having brought an event that halves full hands;
    Ben leaves before it is read aloud or behind."""
    cards = card_table.entered(
        market_day=[
            {"op": "hand_limit", "limit": 7, "lose": "half_down", "to": "discard", "level": "S"}
        ]
    )
    hands = {"Anna": "GGOOO", "Ben": "WWWWWWWWW"}
    read = "C GGOOO=market-day EV"
    then = f"1 Ben GIVES-UP Anna: {read}" if when == "before" else f"1 Anna {read} Ben: GIVES-UP"
    return card_table.broken(card_table.after(cards=cards, hands=hands, then=then), line)


@pytest.mark.rule("CG-067", "CG-025", "CG-028")
@pytest.mark.parametrize(
    ("who", "line", "rules"),
    [
        ("builder", "GIVES-UP", []),
        ("all", "GIVES-UP Ben: GAIN ? Cyril: GAIN ?", []),
        ("all", "GAIN ? GIVES-UP Ben: GAIN ? Cyril: GAIN ?", []),
        ("all", "GIVES-UP EV Ben: GAIN ? Cyril: GAIN ?", []),
        ("all", "GIVES-UP Ben: GAIN ?", ["CG-067"]),
        ("all", "GIVES-UP Ben: GAIN ?? Cyril: GAIN ?", ["CG-067"]),
        ("all", "GIVES-UP", ["CG-067"]),
    ],
)
def test_what_an_event_brings_the_others_comes_behind_the_leaving_of_its_builder(who, line, rules):
    """Nobody else had to read it, and what it brought was taken for the next turn."""
    text = (
        f'[Facts "market-day does=each_draw:1:{who}"]\n{CARD_GAME}Anna M BLWGO\n'
        f"1 Anna D ??\n2 Ben D ??\n3 Cyril D ??\n4 Anna C GGOOO=market-day {line}\n5 Ben D ??\n"
    )

    findings = verdict_on(text.encode())["findings"]

    assert [one["rule"] for one in findings if not one["follows"]] == rules


@pytest.mark.rule("CG-067")
@pytest.mark.parametrize("when", ["before", "behind"])
def test_who_has_left_owes_nothing_for_an_event(when):
    assert an_event(when, "1 Anna D ??") == []
    assert an_event(when, "1 Anna Ben: LOSE WWWW") == ["CG-067"]


@pytest.mark.rule("B-094")
@pytest.mark.parametrize("ruleset", ["base", "base+tour"])
@pytest.mark.parametrize(
    ("behind", "rules"),
    [
        ("STOP", []),
        ("GIVES-UP", []),
        ("Ben: STOP", []),
        ("BELL STOP", []),
        ("X Ben 0 STOP", []),
        ("Ben: GIVES-UP Anna: BELL GIVES-UP", []),
        ("Ben: GIVES-UP Cyril: GIVES-UP", []),
        ("/ Ben: STOP", ["B-094"]),
        ("BELL /", ["B-094"]),
        ("Cyril: GIVES-UP Anna: /", ["B-094"]),
    ],
)
def test_a_theft_that_was_still_to_come_is_owed_by_nobody(ruleset, behind, rules):
    """The turn counts as far as it was played (D-126)."""
    lines = (*table.founding(ruleset, 3), f"1 Anna 7 K a3 {behind}")

    verdict = verdict_on((table.head(ruleset) + "\n".join(lines)).encode())

    assert [one["rule"] for one in verdict["findings"]] == rules


@pytest.mark.rule("BF-019")
@pytest.mark.parametrize(
    ("behind", "rules"), [("STOP", []), ("GIVES-UP", []), ("/ Ben: STOP", ["BF-019"])]
)
@pytest.mark.parametrize(("ruleset", "players"), [("base", 3), ("base56", 5)])
def test_so_is_a_theft_among_friends(ruleset, players, behind, rules):
    key = f"{ruleset}+best-friends"
    lines = (*table.founding(ruleset, players), f"1 Anna 7 K a3 {behind}")

    verdict = verdict_on((table.head(key, players) + "\n".join(lines)).encode())

    assert [one["rule"] for one in verdict["findings"]] == rules


@pytest.mark.rule("SF-17")
@pytest.mark.parametrize(("behind", "rules"), [("STOP", []), ("/ Ben: STOP", ["SF-17"])])
def test_so_is_a_theft_of_the_pirate(behind, rules):
    lines = (*table.founding("seafarers", 4), f"1 Anna 7 ~K e6 {behind}")

    verdict = verdict_on((table.head("seafarers", 4) + "\n".join(lines)).encode())

    assert [one["rule"] for one in verdict["findings"]] == rules


@pytest.mark.rule("B-180")
@pytest.mark.parametrize(
    ("ruleset", "behind", "rules"),
    [
        ("base", "STOP", []),
        ("base", "S b4s", ["B-180"]),
        ("cities-knights", "STOP", []),
        ("cities-knights", "S b4s", ["B-180"]),
    ],
)
def test_a_game_that_all_but_one_have_left_may_be_broken_off_as_well(ruleset, behind, rules):
    lines = ["Anna S b2s R b2sw GIVES-UP", "Ben GIVES-UP", f"Cyril {behind}"]

    verdict = verdict_on((table.head(ruleset) + "\n".join(lines)).encode())

    assert [one["rule"] for one in verdict["findings"]] == rules
    assert (verdict["ended"], verdict["winner"]) == ("conceded", 2)


@pytest.mark.rule("B-180")
@pytest.mark.parametrize("ruleset", ["base", "base+tour", "cities-knights", "cities-knights+santa"])
@pytest.mark.parametrize("behind", ["Cyril S b4s", "1 Anna *"])
def test_who_is_left_alone_is_not_said_to_have_the_points_to_win(ruleset, behind):
    lines = ["Anna S b2s R b2sw GIVES-UP", "Ben GIVES-UP", behind]

    (found,) = verdict_on((table.head(ruleset) + "\n".join(lines)).encode())["findings"]

    assert (found["rule"], found["detail"]) == ("B-180", "all but Cyril have given up")


@pytest.mark.rule("B-178", "CG-104")
@pytest.mark.parametrize(
    ("head", "rule"),
    [
        (table.head("base") + "Anna S b2s R b2sw GIVES-UP\nBen GIVES-UP", "B-178"),
        (CARD_GAME + "1 Anna GIVES-UP\n2 Ben GIVES-UP", "CG-104"),
    ],
)
def test_a_result_says_who_was_left_alone(head, rule):
    (found,) = verdict_on(f'[Result "Anna*"]\n{head}'.encode())["findings"]

    assert (found["rule"], found["detail"]) == (
        rule,
        "the result names Anna as winner, but all except Cyril have given up",
    )


@pytest.mark.rule("CG-103")
def test_after_the_card_game_was_given_up_nobody_is_said_to_have_won_by_points():
    lines = "1 Anna GIVES-UP\n2 Ben GIVES-UP\n3 Cyril D ??"

    (found,) = verdict_on((CARD_GAME + lines).encode())["findings"]

    assert (found["rule"], found["detail"]) == ("CG-103", "all but Cyril have given up")


@pytest.mark.rule("CG-098", "CG-099")
@pytest.mark.parametrize(
    ("drawn", "rules"),
    [
        ("D ? STOP", []),
        ("D ? GIVES-UP", []),
        ("D ? /\n3 Cyril D ??", ["CG-098"]),
        ("D ???? STOP", ["CG-098"]),
    ],
)
def test_a_draw_may_be_broken_off_between_its_cards(drawn, rules):
    text = f"{CARD_GAME}1 Anna D ??\n2 Ben {drawn}\n"

    assert [finding["rule"] for finding in verdict_on(text.encode())["findings"]] == rules
