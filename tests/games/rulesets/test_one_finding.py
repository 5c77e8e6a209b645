"""One mistake is one finding, and the same told in another way has the same verdict."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import record, rulesets
from games.engine.core import NotARecord, Record
from games.engine.replay import Report, replay
from games.engine.rulesets.base.packed import INVENTION, KNIGHT
from games.engine.rulesets.base.state import MAIN
from tests.games.rulesets import cities_table
from tests.games.rulesets.table import (
    BOARD,
    FOUNDED,
    SEA_FOUNDED,
    actions_of,
    after,
    broken,
    founding,
    head,
)


def findings(*lines, ruleset="base", players=3, board=""):
    """Of a whole record: rules, with their line and whether they follow."""
    text = head(ruleset, players)
    game = record.parse((board or text) + "\n".join(lines), rulesets.by_key)
    report = replay(rulesets.by_key(ruleset), game)
    first = text.count("\n")
    return [
        *((one.rule.id, "board") for one in report.at_the_start),
        *((one.rule.id, lines[one.action.line - first - 1]) for one in report.violations),
    ]


# Two knights


@pytest.mark.rule("CK-240")
@pytest.mark.parametrize("knights", ["b2sw c2nw", "c2nw b2sw"])
def test_the_smith_lifts_two_knights_in_either_order(knights):
    """Both strong knights stand on the board, and one of them becomes mighty."""
    given = cities_table.knight(
        "b2sw=1 c2nw=2 b2s=2", progress={"Anna": "Sm"}, levels={"Anna": (0, 3, 0)}
    )

    assert broken(cities_table.laid_out(given), f"1 Anna Sm {knights}") == []


# Gold


@pytest.mark.rule("SF-20")
def test_gold_that_nobody_chose_is_told_once():
    """Anna's ship leads to the gold with the 10, and she has a settlement there."""
    rules = rulesets.by_key("seafarers")
    state = after(ruleset="seafarers", players=4, built={"Anna": "c5ne"}, hands={"Anna": "BLBLBL"})
    told = []
    text = "1 Anna 10 R f4w R f4nw /\n2 Ben 2 C g5se\n3 Cyril 2"
    for action in actions_of(text, ruleset="seafarers", players=4).actions:
        told.append((action.verb, [one.rule.id for one in rules.play(state, action)]))

    named = [rule for _verb, found in told for rule in found]
    assert "SF-20" in told[1][1]
    assert named.count("SF-20") == 1
    assert broken(state, "3 Anna ~G Anna O") == []


# Deals


@pytest.mark.rule("B-100")
def test_either_party_may_tell_of_a_deal():
    state = after("1 Anna 2", hands={"Anna": "G", "Ben": "B"})

    assert broken(state, "1 Anna Ben: P Anna B<>G") == []
    assert broken(state, "1 Anna Ben: P Cyril B<>G") != []


@pytest.mark.rule("B-100")
def test_a_deal_of_two_who_are_not_on_turn_is_no_deal():
    state = after("1 Anna 2", hands={"Cyril": "G", "Ben": "B"})

    assert broken(state, "1 Anna Ben: P Cyril B<>G") == ["B-100"]


# Boards


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        pytest.param("B-004", "a1 B5", "a1 W5", marks=pytest.mark.rule("B-004")),
        pytest.param("B-009", "a1 B5", "a1 B13", marks=pytest.mark.rule("B-009")),
        pytest.param("B-002", "a1 B5", "a1 W5", marks=pytest.mark.rule("B-002")),
    ],
)
def test_the_base_game_looks_at_what_lies_on_its_board(rule, old, new):
    board = head().replace(old, new)

    assert (rule, "board") in findings(*FOUNDED, board=board)


@pytest.mark.rule("B-042")
def test_the_base_game_looks_where_the_robber_starts():
    board = head() + '[Robber "a2"]\n'

    assert findings(*FOUNDED, board=board) == [("B-042", "board")]


@pytest.mark.rule("B-035")
def test_the_base_game_does_not_ask_for_the_order_of_the_tokens():
    board = head().replace("a1 B5", "a1 B10").replace("a2 L10", "a2 L5")

    assert BOARD in head()
    assert findings(*FOUNDED, board=board) == []


@pytest.mark.rule("TG-14")
@pytest.mark.parametrize(
    ("target", "named"), [(3, [("TG-14", "board")]), (10, [])], ids=["three", "ten"]
)
def test_the_tour_is_played_for_ten_points(target, named):
    board = head("base+tour") + f'[Options "target={target}"]\n'

    found = findings(*FOUNDED, ruleset="base+tour", board=board)

    assert [one for one in found if one[0] == "TG-14"] == named


# Rows that fit


@pytest.mark.parametrize(
    ("rules", "given", "line"),
    [
        pytest.param(
            ["CK-215"],
            cities_table.holding("WW", merchant="Ben d3"),
            "1 Anna T 2W>O",
            marks=pytest.mark.rule("CK-215"),
        ),
        pytest.param(
            ["CK-096"],
            cities_table.holding("WW"),
            "1 Anna T 2W>O",
            marks=pytest.mark.rule("CK-096", "CK-097"),
        ),
        pytest.param(
            ["CK-267"],
            cities_table.holding("", hands={"Ben": "B", "Cyril": ""}, progress={"Anna": "Sa"}),
            "1 Anna Sa X Ben B",
            marks=pytest.mark.rule("CK-267"),
        ),
        pytest.param(
            ["CK-244"],
            cities_table.holding("", roads={"Anna": "c2nw"}, progress={"Anna": "Rb"}),
            "1 Anna Rb b2se c2w F c1ne",
            marks=pytest.mark.rule("CK-244"),
        ),
        pytest.param(
            ["CK-198", "CK-108"],
            cities_table.landing(knights={"Anna": "b2sw=3+"}),
            "1 Anna B Cyril d1n",
            marks=pytest.mark.rule("CK-198", "CK-108"),
        ),
    ],
)
def test_the_row_that_fits_is_named_alone_or_first(rules, given, line):
    assert broken(cities_table.laid_out(given), line) == rules


@pytest.mark.rule("CK-198", "CK-108")
def test_a_guess_follows_from_the_rule_that_was_broken():
    rules = cities_table.RULES
    state = cities_table.laid_out(cities_table.landing(knights={"Anna": "b2sw=3+"}))
    (action,) = cities_table.lines("1 Anna B Cyril d1n").actions
    report = Report(rules, Record(state.header, (action,)), state)

    report.add(0, action, rules.play(state, action))

    assert [(one.rule.id, one.follows) for one in report.violations] == [
        ("CK-198", False),
        ("CK-108", True),
    ]


# How it is written


def said(line, ruleset="base"):
    opening = cities_table.FOUNDED if "cities" in ruleset else FOUNDED
    with pytest.raises(NotARecord) as refusal:
        actions_of(*opening, line, ruleset=ruleset)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("ruleset", "line", "row"),
    [
        pytest.param("base", "1 Anna 7 K b3<Ben:N", "B-094", marks=pytest.mark.rule("B-094")),
        pytest.param("base", "1 Anna 6 P Ben N<>GG", "B-103", marks=pytest.mark.rule("B-103")),
        pytest.param("base+tour", "1 Anna 6 P Ben N<>GG", "TG-18", marks=pytest.mark.rule("TG-18")),
        pytest.param(
            "cities-knights", "1 Anna 3+3y D N", "CK-012", marks=pytest.mark.rule("CK-012")
        ),
        pytest.param(
            "cities-knights",
            "1 Anna 3+3y Bi b3<Ben:O<Ben:O",
            "CK-252",
            marks=pytest.mark.rule("CK-252"),
        ),
        pytest.param(
            "cities-knights", "1 Anna 3+3y Cm X", "CK-290", marks=pytest.mark.rule("CK-290")
        ),
    ],
)
def test_what_has_no_words_in_a_record_is_refused_with_its_row(ruleset, line, row):
    assert row in said(line, ruleset)


@pytest.mark.parametrize("apart", [";", ","])
def test_options_are_parted_by_blanks(apart):
    with pytest.raises(NotARecord, match="parted by blanks"):
        actions_of(f'[Options "target=12{apart} target=10"]')


@pytest.mark.parametrize("again", ["target=10", "target=12"])
def test_an_option_is_told_once(again):
    with pytest.raises(NotARecord, match="line 5, column 21: expected each option only once"):
        actions_of(f'[Options "target=12 {again}"]')


@pytest.mark.rule("TG-17")
def test_a_road_that_is_moved_may_name_where_it_was():
    state = after("1 Anna 2", ruleset="base+tour", hands={"Anna": "BL"})

    assert broken(state.copy(), "1 Anna R b2se U b2se>c2nw") == []
    assert broken(state.copy(), "1 Anna R b2se U c1e>c2nw") == ["TG-17"]


# Places


def told(*lines, ruleset="base"):
    """Of a whole record: what is said of each broken rule."""
    game = record.parse(head(ruleset, 3) + "\n".join(lines), rulesets.by_key)
    return [str(one.detail) for one in replay(rulesets.by_key(ruleset), game).violations]


@pytest.mark.parametrize("path", ["b2sw", "c2ne", "C2-NE", "3.2-ne"])
def test_a_finding_names_a_path_as_the_record_does(path):
    assert told(*FOUNDED, f"1 Anna 6 R {path}")[0] == f"Anna has a road on {path}"


@pytest.mark.parametrize(
    ("ship", "said"),
    [
        ("~ d5w", "d5w has no sea beside it"),
        ("~ c5se>C5-E", "C5-E touches no ship or building of Anna's"),
        ("~ d6nw>b5e", "b5e touches no ship or building of Anna's"),
        ("~ d6nw>d6nw", "the ship stays on d6nw"),
    ],
)
def test_a_finding_names_the_path_of_a_ship_as_the_record_does(ship, said):
    game = record.parse(
        head("seafarers", 4) + "\n".join([*SEA_FOUNDED, f"1 Anna 8 {ship}"]), rulesets.by_key
    )

    found = replay(rulesets.by_key("seafarers"), game).violations

    assert str(found[0].detail) == said


def test_a_finding_names_a_place_as_the_record_named_it_before():
    first = "Anna S c3nw R b2sw"

    (said,) = told(first, "Ben S b2sw R b2w", "1 Anna 6 +0 S c2ne")[:1]

    assert said == "b2sw is one path from Anna's building on c3nw"


def test_a_place_has_the_name_of_the_line_and_not_a_later_one():
    lines = ("Anna S c3nw R b2sw", "Ben S b2sw R b2w", "Ben S b2sw R c2ne", "Anna S b2s R b2sw")

    assert told(*lines)[0] == "b2sw is one path from Anna's building on c3nw"


# What was due, and what is missing


def details(state, line, ruleset="base", players=3):
    """Of the last action of the line: what is said of each broken rule."""
    rules = rulesets.by_key(ruleset)
    *before, last = actions_of(line, ruleset=ruleset, players=players).actions
    for action in before:
        rules.play(state, action)
    return [str(one.detail) for one in rules.broken(state, last)]


@pytest.mark.parametrize(
    ("given", "line", "said"),
    [
        pytest.param(
            {"hands": {"Anna": "GGGOO"}},
            "1 Anna 2 C e1n",
            "Anna holds 3× grain, 2× ore, the price is 2× grain, 3× ore; missing: 1× ore",
            marks=pytest.mark.rule("B-137"),
        ),
        pytest.param(
            {"hands": {"Anna": "G?"}},
            "1 Anna 2 D N",
            "Anna holds 1× grain, 1× unseen card, the price is 1× wool, 1× grain, 1× ore",
            marks=pytest.mark.rule("B-155"),
        ),
        pytest.param(
            {},
            "1 Anna 2 *",
            "Anna has 2 points, 10 are needed",
            marks=pytest.mark.rule("B-178"),
        ),
        pytest.param(
            {},
            "1 Anna 2 S b2s",
            "Anna has a settlement on b2s",
            marks=pytest.mark.rule("B-131"),
        ),
        pytest.param(
            {"hands": {"Anna": "GGOOO"}},
            "1 Anna 2 C b1sw",
            "Anna has no settlement on b1sw",
            marks=pytest.mark.rule("B-138"),
        ),
        pytest.param(
            {"hands": {"Anna": "B"}},
            "1 Anna 2 P Ben B<>0",
            "Ben gives nothing in the deal",
            marks=pytest.mark.rule("B-105"),
        ),
        pytest.param(
            {"hands": {"Anna": "WWWW"}, "bank": {"O": 0}},
            "1 Anna 2 T 4W>O",
            "the bank has 0 of ore",
            marks=pytest.mark.rule("B-114"),
        ),
    ],
)
def test_a_finding_tells_what_was_due_and_what_is_missing(given, line, said):
    assert said in details(after(**given), line)


@pytest.mark.rule("B-092", "TG-08")
def test_a_shift_after_the_theft_is_told_that_a_card_was_taken():
    state = after(ruleset="base+tour", hands={"Cyril": "B"})

    said = details(state, "1 Anna 7 K c1<Cyril:B K d4", "base+tour")

    assert "a card of Cyril was taken already, so the robber is not shifted any more" in said


@pytest.mark.rule("B-178")
def test_a_result_without_enough_points_is_told_how_many_are_needed():
    board = head() + '[Result "Anna 2*, Ben 2, Cyril 2"]\n'
    game = record.parse(board + "\n".join((*FOUNDED, "1 Anna 6 /")), rulesets.by_key)

    (found,) = replay(rulesets.by_key("base"), game).violations

    assert str(found.detail).endswith("who has 2 points; 10 are needed")


EMPTY = dict.fromkeys("BLWGO", 0)


@pytest.mark.rule("B-168")
@pytest.mark.parametrize(
    ("bank", "line", "told"),
    [
        (EMPTY, "0", ["the bank has no cards, and then Invention is not played"]),
        (EMPTY, "OO", ["the bank has no cards, and then Invention is not played"]),
        (EMPTY | {"O": 1}, "OO", ["2× ore are taken, due are 1"]),
        (EMPTY | {"O": 1}, "O", []),
        ({"O": 1}, "OO", ["the bank has 1 of ore"]),
    ],
)
def test_invention_with_little_in_the_bank_is_told_once(bank, line, told):
    state = after(cards={"Anna": (INVENTION,)}, bank=bank)

    assert details(state, f"1 Anna 2 Y {line}") == told


@pytest.mark.rule("TG-17")
@pytest.mark.parametrize("line", ["U b2se", "U b2se>b2se"])
def test_a_road_that_is_taken_up_goes_elsewhere(line):
    state = after("1 Anna 2", ruleset="base+tour", hands={"Anna": "BL"})

    said = details(state, f"1 Anna R b2se {line}", "base+tour")

    assert said == ["the road is laid on b2se again, not elsewhere"]


@pytest.mark.rule("CK-256")
def test_a_road_that_the_diplomat_lays_on_its_path_again_does_not_end_the_replay():
    given = cities_table.rolled(progress={"Anna": "Di"})
    state = cities_table.laid_out(given)
    (action,) = cities_table.lines("1 Anna Di b2sw>b2sw").actions

    (found,) = cities_table.RULES.broken(state, action)

    assert (found.rule.id, found.detail.impossible) == ("CK-256", False)
    assert str(found.detail) == "the road is laid on b2sw again, not elsewhere"


ON_BOTH_SIDES = "is named as the one who takes the card and as the one who loses it"


@pytest.mark.rule("SF-17", "B-092", "B-097")
@pytest.mark.parametrize(
    ("line", "said", "hint"),
    [
        ("1 Anna 7 Ben: ~K e6", "Anna moves the pirate", ""),
        ("1 Anna 7 ~K e6<Ben:O", "Ben has no cards", "Write ~K a4<Ben:? for a card"),
        ("1 Anna 7 ~K c5<Anna:?", f"Anna {ON_BOTH_SIDES}", ""),
    ],
)
def test_the_pirate_is_called_the_pirate(line, said, hint):
    state = after(ruleset="seafarers", players=4, hands={"Ben": ""})
    rules = rulesets.by_key("seafarers")
    *before, last = actions_of(line, ruleset="seafarers", players=4).actions
    for action in before:
        rules.play(state, action)

    found = {str(one.detail): one.detail.hint for one in rules.broken(state, last)}

    assert found[said].startswith(hint)


@pytest.mark.rule("BF-052", "BF-053")
def test_tokens_that_nobody_drew_were_drawn_by_nobody():
    state = after("1 Anna 7", ruleset="base+best-friends")

    said = details(state, "1 Anna K a1 &0", "base+best-friends")

    assert any(one.startswith("the tokens were drawn by: nobody; due is:") for one in said)


@pytest.mark.rule("CK-199")
def test_a_city_lost_by_the_wrong_player_is_told_what_was_given():
    given = cities_table.landing(knights={"Anna": "b2sw=1+"})
    state = cities_table.laid_out(given)
    *before, last = cities_table.lines("1 Anna B Anna e1n").actions
    for action in before:
        cities_table.RULES.play(state, action)

    said = [str(one.detail) for one in cities_table.RULES.broken(state, last)]

    assert "Anna gave strength 1, the least was 0" in said


# What is said is true


@pytest.mark.rule("B-176")
def test_best_friends_says_from_how_many_points_on_a_card_is_shown():
    """Eleven are needed to win, ten to show one (BFD-31)."""
    state = after("1 Anna 12", ruleset="base+best-friends", points=[9, 2, 2])

    said = details(state, "1 Anna V 1", "base+best-friends")

    assert said[0] == "Anna has 9 points, 10 are needed"


@pytest.mark.parametrize(
    ("given", "line", "said"),
    [
        pytest.param(
            cities_table.rolled(progress={"Anna": "Sp"}),
            "1 Anna Sp Ben b?",
            ["Ben has no face-down card of politics"],
            marks=pytest.mark.rule("CK-268"),
        ),
        pytest.param(
            cities_table.rolled(),
            "1 Anna E Anna y?",
            ["Anna has no card too many", "Anna has no face-down card of trade"],
            marks=pytest.mark.rule("CK-058", "CK-061"),
        ),
        pytest.param(
            cities_table.rolling("1+1y", levels={"Anna": (1, 0, 0), "Ben": (1, 0, 0)}),
            "1 Ben GIVES-UP Anna: D Anna Mt D Ben y?",
            ["Ben has left the game"],
            marks=pytest.mark.rule("CK-042", "CK-052"),
        ),
        pytest.param(
            cities_table.rolled(),
            "1 Ben GIVES-UP Anna: D Ben y?",
            ["Ben has left the game"],
            marks=pytest.mark.rule("CK-042", "CK-019"),
        ),
        pytest.param(
            cities_table.landing(),
            "1 Ben GIVES-UP Anna: B Ben a3s",
            ["Ben has left the game"],
            marks=pytest.mark.rule("CK-199", "CK-108"),
        ),
        pytest.param(
            cities_table.landing(reduced={"Anna": "e1n"}),
            "1 Anna B Anna e1n",
            ["Anna has no upright city"],
            marks=pytest.mark.rule("CK-202"),
        ),
    ],
)
def test_in_cities_and_knights_what_is_said_is_true(given, line, said):
    state = cities_table.laid_out(given)
    *before, last = cities_table.lines(line).actions
    for action in before:
        cities_table.RULES.play(state, action)

    assert [str(one.detail) for one in cities_table.RULES.play(state, last)] == said


# Discards before what a roll brings first

A_DRAW = {"levels": {"Anna": (0, 1, 0)}, "hands": cities_table.FULL_HAND}

NO_KNIGHTS = cities_table.landing(then="1 Anna 3+4s", hands=cities_table.FULL_HAND)

EARLY = {
    "a draw": (cities_table.rolling("2+5b", **A_DRAW), "D Anna Bi", "CK-050"),
    "a draw of the top level": (
        cities_table.rolling("2+5b", **A_DRAW | {"levels": {"Anna": (0, 5, 0)}}),
        "D Anna Bi",
        "CK-047",
    ),
    "a card too many": (
        cities_table.rolling(
            "2+5b",
            hands=cities_table.FULL_HAND,
            levels={"Ben": (0, 1, 0)},
            progress={"Ben": "Mi Mi Ir Ir"},
            then="1 Anna 2+5b D Ben Bi",
        ),
        "E Ben Mi",
        "CK-057",
    ),
    "cities to be given up": (NO_KNIGHTS, cities_table.ALL_LOSE, "CK-039"),
    "knights to be declared": (
        NO_KNIGHTS | {"experienced": True, "knights": {"Anna": "b2s=1+"}},
        "H Anna 0 B Anna e1n B Ben a3s B Cyril d1n",
        "CK-039",
    ),
    "cards for several defenders": (
        NO_KNIGHTS | {"knights": {"Anna": "b2s=2+", "Ben": "d3sw=2+"}},
        "D Anna Bi D Ben Mi",
        "CK-039",
    ),
}


@pytest.mark.rule("CK-035", "CK-039", "CK-047", "CK-050", "CK-057")
@pytest.mark.parametrize("what", EARLY)
def test_cards_that_are_discarded_too_early_are_told_by_what_comes_first(what):
    given, first, rule = EARLY[what]

    assert broken(cities_table.laid_out(given), "1 Anna X Ben BBLL") == [rule]
    assert broken(cities_table.laid_out(given), f"1 Anna {first} X Ben BBLL") == []


@pytest.mark.rule("B-090", "CK-079")
@pytest.mark.parametrize(
    ("hand", "dice", "rule"),
    [("BBBBLLL", "2+5b", "CK-079"), ("BBBBLLL", "2+6b", "B-090"), ("BBBBLLLL", "2+6b", "B-090")],
)
def test_whoever_has_nothing_to_discard_is_not_told_what_comes_first(hand, dice, rule):
    given = cities_table.rolling(dice, levels={"Anna": (0, 1, 0)}, hands={"Ben": hand})

    assert broken(cities_table.laid_out(given), "1 Anna X Ben BBLL") == [rule]


LATE_DISCARDS = [
    ("base", "7 K d4", "B-091"),
    ("base+tour", "7 K d4", "B-091"),
    ("cities-knights", "3+4y K d4", "B-091"),
]


@pytest.mark.rule("B-090", "B-091")
@pytest.mark.parametrize(("ruleset", "robbed", "rule"), LATE_DISCARDS)
def test_cards_that_are_discarded_after_the_robber_are_told_once(ruleset, robbed, rule):
    """That the robber did not wait for them has been said, and a ruling may let it stand."""
    state, rules = with_many(ruleset), rulesets.by_key(ruleset)
    actions = actions_of(f"1 Anna {robbed} X Ben BBLL", ruleset=ruleset).actions

    found = [[one.rule.id for one in rules.play(state, action)] for action in actions]

    assert found == [[], [rule], []]
    assert state.owed == [0, 0, 0]


@pytest.mark.rule("B-087", "B-090", "CK-078", "TG-16")
@pytest.mark.parametrize(("ruleset", "robbed", "_rule"), LATE_DISCARDS)
@pytest.mark.parametrize("late", ["X Ben BBLLL", "X Ben BBLL X Ben L", "X Cyril W"])
def test_but_no_more_than_were_due(ruleset, robbed, _rule, late):
    state, rules = with_many(ruleset), rulesets.by_key(ruleset)
    actions = actions_of(f"1 Anna {robbed} {late}", ruleset=ruleset).actions

    *_, last = [[one.rule.id for one in rules.play(state, action)] for action in actions]

    assert len(last) == 1


@pytest.mark.rule("B-090")
@pytest.mark.parametrize(("ruleset", "robbed", "_rule"), LATE_DISCARDS)
def test_cards_that_were_due_in_an_earlier_turn_are_not_any_more(ruleset, robbed, _rule):
    state, rules = with_many(ruleset), rulesets.by_key(ruleset)
    dice = "4+4y" if ruleset == "cities-knights" else "8"
    lines = f"1 Anna {robbed} /", f"2 Ben {dice} X Ben BBLL"
    actions = actions_of(*lines, ruleset=ruleset).actions

    *_, last = [[one.rule.id for one in rules.play(state, action)] for action in actions]

    assert last in (["B-090"], ["TG-16"])


def with_many(ruleset):
    """Ben has eight cards; nobody is at d4 but himself."""
    if ruleset == "cities-knights":
        return cities_table.laid_out({"hands": {"Ben": "BBBBLLLL"}, "attacked": True})
    return after(ruleset=ruleset, hands={"Ben": "BBBBLLLL"})


@pytest.mark.rule("CK-057", "CK-078")
def test_a_discard_before_a_card_that_goes_back_does_not_spare_that():
    state = cities_table.laid_out(EARLY["a card too many"][0])
    rules = rulesets.by_key("cities-knights")
    (early,) = cities_table.lines("1 Anna X Ben BBLL").actions

    rules.play(state, early)

    assert broken(state, "1 Anna R b2se") != []
    assert broken(state, "1 Anna E Ben Mi") == []


# Victory Point cards shown


@pytest.mark.rule("B-176")
@pytest.mark.parametrize(("ruleset", "players"), [("base", 3), ("seafarers", 4)])
def test_cards_are_shown_from_ten_points_on_where_it_takes_more_to_win(ruleset, players):
    """D-32 and BFD-31: what it takes to win does not move that."""
    given = {"ruleset": ruleset, "players": players, "target": 12}
    having = {"cards": {"Anna": (1,)}, "hands": {"Anna": ""}}
    rules = rulesets.by_key(ruleset)
    ten = after("1 Anna 12", **given, **having, points=[10, 2, 2, 2])
    nine = after("1 Anna 12", **given, **having, points=[9, 2, 2, 2])

    assert broken(ten, "1 Anna V 1") == []
    assert broken(nine, "1 Anna V 1") == ["B-176"]
    assert details(nine, "1 Anna V 1", ruleset, players) == ["Anna has 9 points, 10 are needed"]
    assert [one.verb for one in rules.offers(ten)].count("show") == 1
    assert [one.verb for one in rules.offers(nine)].count("show") == 0


# Cards discarded twice, and cards that are taken


@pytest.mark.rule("B-087", "CK-078")
@pytest.mark.parametrize(
    ("ruleset", "dice", "rule"), [("base", "7", "B-087"), ("cities-knights", "3+4y", "CK-078")]
)
def test_who_discards_a_second_time_is_told_that(ruleset, dice, rule):
    hands = {"Ben": "LLLLLLLL", "Cyril": "WWWWWWWW"}
    for others in ("", "X Cyril WWWW "):
        state = after(hands=hands) if ruleset == "base" else cities_table.after(hands=hands)
        line = f"1 Anna {dice} X Ben LLLL {others}X Ben LL"

        assert broken(state, line) == [rule]
        assert details(state, "1 Anna X Ben LL", ruleset) == ["Ben has discarded already"]


RICH_HANDS = {"Ben": "BBBBLLLL", "Cyril": "WWWWWWWWG"}

IN_PARTS = [
    ("X Ben BB X Cyril WW X Ben LL X Cyril GW K d4", []),
    ("X Ben BB STOP", []),
    ("X Ben BB X Cyril WW X Ben LL K d4", ["cards are still to be discarded: Cyril (2)"]),
    ("X Ben BB X Ben LL K d4", ["cards are still to be discarded: Cyril (4)"]),
    ("X Ben BB X Ben LLB", ["Ben discards 3, still due are 2"]),
    ("X Ben BB X Ben 0", ["Ben discards 0, still due are 2"]),
    ("X Ben B? X Ben ?? X Cyril ? X Cyril ??? K d4", []),
    ("X Ben B? X Ben ?? X Cyril ?? K d4", ["cards are still to be discarded: Cyril (2)"]),
    ("X Ben ?? Cyril: GIVES-UP X Ben ??", []),
    ("X Cyril WW Cyril: GIVES-UP X Ben BBBB Anna: K d4", []),
    ("X Ben BB X Cyril WWWW GIVES-UP X Ben LL\n2 Ben {roll}", []),
]


@pytest.mark.rule("B-086", "B-087", "B-091", "CK-078")
@pytest.mark.parametrize(("discards", "said"), IN_PARTS)
@pytest.mark.parametrize("ruleset", ["base", "base+tour", "cities-knights"])
def test_what_is_owed_for_a_seven_may_be_discarded_in_parts(ruleset, discards, said):
    """Others may do so in between, and the game may be broken off there (D-34, D-126)."""
    on_land = ruleset.startswith("base")
    roll, low = ("7", "4") if on_land else ("3+4y", "1+1y")
    laid = after if on_land else cities_table.after
    kind = {"ruleset": ruleset} if on_land else {"attacked": True}
    state = laid(hands=RICH_HANDS, **kind)

    assert details(state, f"1 Anna {roll} {discards.format(roll=low)}", ruleset) == said


@pytest.mark.rule("B-087", "CK-078", "CK-261", "CK-267")
@pytest.mark.parametrize(
    ("ruleset", "given", "line", "rule"),
    [
        ("base", {"hands": {"Ben": "LLLLLLLLL"}}, "7 X Ben LLL{} K d3<Ben:L", "B-087"),
        (
            "cities-knights",
            {"hands": {"Ben": "LLLLLLLLL"}, "attacked": True},
            "3+4y X Ben LLL{} K d3<Ben:L",
            "CK-078",
        ),
        (
            "cities-knights",
            {"hands": {"Ben": "LLLL"}, "points": [3, 9, 2], "progress": {"Anna": "We"}},
            "1+1y We G Ben L{} /",
            "CK-261",
        ),
        (
            "cities-knights",
            {"hands": {"Ben": "LLLL"}, "points": [3, 9, 2], "progress": {"Anna": "Sa"}},
            "1+1y Sa X Ben L{} /",
            "CK-267",
        ),
    ],
)
def test_a_ruling_behind_too_few_cards_lets_the_player_keep_the_others(ruleset, given, line, rule):
    """It is missed with the next action only, as cards may be given in parts."""

    def found(ruling):
        table = cities_table.after if ruleset == "cities-knights" else after
        state = table(**given)
        rules = rulesets.by_key(ruleset)
        actions = actions_of(f"1 Anna {line.format(ruling)}", ruleset=ruleset).actions
        return [one.rule.id for action in actions for one in rules.play(state, action)]

    assert found("") == [rule]
    assert found(" !1") == []


@pytest.mark.rule("CK-080", "CK-078")
def test_the_rest_of_a_discard_is_told_by_the_walls_of_whoever_owes_it():
    state = cities_table.after(hands={"Ben": "B" * 10}, walls={"Ben": "a3s"}, attacked=True)

    assert broken(state, "1 Anna 3+4y X Ben BBB K d4") == ["CK-080"]


@pytest.mark.rule("CK-266", "CK-267")
@pytest.mark.parametrize(
    ("discards", "said"),
    [
        ("X Ben B X Cyril L X Ben M X Cyril L /", []),
        ("X Ben ? X Cyril ? X Ben ? X Cyril ? /", []),
        ("X Ben B STOP", []),
        ("X Ben B X Cyril LL /", ["CK-267 cards are still to be given up: Ben (1)"]),
        ("X Ben B X Ben WW X Cyril LL /", ["CK-267 Ben discards 2, still due are 1"]),
        ("X Ben B X Ben W X Ben W X Cyril LL /", ["CK-267 Ben has discarded already"]),
        ("X Ben BW X Cyril LL X Ben W /", ["CK-267 Ben has discarded already"]),
    ],
)
def test_what_a_saboteur_costs_may_be_discarded_in_parts(discards, said):
    assert said_of(discards, card="Sa") == said


@pytest.mark.rule("CK-260", "CK-261")
@pytest.mark.parametrize(
    ("gifts", "said"),
    [
        ("G Ben B G Cyril L G Ben M G Cyril L /", []),
        ("G Ben ? G Cyril ? G Ben ? G Cyril ? /", []),
        ("G Ben B STOP", []),
        ("G Ben B GIVES-UP", []),
        ("G Ben B Ben: GIVES-UP Anna: G Cyril LL /", []),
        ("G Ben B G Cyril LL /", ["CK-261 cards are still to be given up: Ben (1)"]),
        ("G Ben B G Ben WW G Cyril LL /", ["CK-261 Ben gives 2, still due are 1"]),
        ("G Ben B G Ben W G Ben W G Cyril LL /", ["CK-261 Ben has given all that was due"]),
        ("G Ben BW G Cyril LL G Ben W /", ["CK-261 Ben has given all that was due"]),
    ],
)
def test_gifts_for_a_wedding_may_be_given_in_parts(gifts, said):
    assert said_of(gifts, card="We") == said


@pytest.mark.rule("CK-078", "CK-267")
def test_discards_for_a_seven_and_a_saboteur_in_one_line_are_two():
    """Each in parts: nine cards of Ben's, and the half of those that are left."""
    state = cities_table.after(
        hands={"Ben": "B" * 9}, progress={"Anna": "Sa"}, points=[3, 9, 2], attacked=True
    )
    line = "1 Anna 3+4y X Ben BB X Ben BB K d4 Sa X Ben B X Ben B"

    assert broken(state.copy(), f"{line} /") == []
    assert details(state, f"{line} X Ben B", CITIES) == ["Ben has discarded already"]


@pytest.mark.rule("CK-259", "CK-261")
def test_a_mark_that_somebody_without_a_card_gives_nothing_breaks_no_rule():
    hands = {"Ben": "", "Cyril": "LL"}

    assert said_of("G Ben 0 G Cyril LL /", card="We", hands=hands) == []
    assert said_of("G Cyril LL G Ben 0 /", card="We", hands=hands) == []
    assert said_of("G Ben 0 /", card="We", hands={"Ben": "", "Cyril": ""}) == []
    assert said_of("G Cyril 0 /", card="We", hands=hands) == ["CK-261 Cyril gives 0, due are 2"]


@pytest.mark.rule("CK-259")
def test_a_mark_of_no_gift_stands_for_none_without_a_wedding():
    state = cities_table.after(cities_table.ROLLED, hands={"Ben": ""})

    assert details(state, "1 Anna G Ben 0", CITIES) == ["no gift of Ben is due"]


@pytest.mark.rule("CK-079", "CK-266")
@pytest.mark.parametrize("others", ["", "X Ben BM "])
def test_who_discards_for_a_saboteur_with_fewer_points_is_told_that_behind_others(others):
    hands = {"Ben": "BBMM" if others else "", "Cyril": "LLLL"}

    assert said_of(f"{others}X Cyril LL /", card="Sa", hands=hands, points=[3, 9, 2]) == [
        "CK-266 Cyril has fewer points than Anna, so the Saboteur costs no cards"
    ]


def said_of(line, *, card, hands=None, points=(3, 9, 9)):
    """Of cards given up for a progress card of Anna's: the rules, with what is said."""
    state = cities_table.after(
        cities_table.ROLLED,
        hands=hands or {"Ben": "BWWM", "Cyril": "LLLL"},
        progress={"Anna": card},
        points=list(points),
    )
    rules = rulesets.by_key(CITIES)
    actions = actions_of(f"1 Anna {card} {line}", ruleset=CITIES).actions
    return [
        f"{one.rule.id} {one.detail}" for action in actions for one in rules.play(state, action)
    ]


CITIES = "cities-knights"


@pytest.mark.rule("B-094", "B-097")
@pytest.mark.parametrize(
    ("hand", "rule"), [("", "B-097"), ("WW", "B-094")], ids=["no card", "another card"]
)
@pytest.mark.parametrize("ruleset", ["base", "base+tour", "base+best-friends"])
def test_only_who_has_no_card_is_told_as_such(ruleset, hand, rule):
    state = after("1 Anna 7", ruleset=ruleset, hands={"Ben": hand})

    assert broken(state, "1 Anna K a3<Ben:O") == [rule]


@pytest.mark.rule("SF-17")
def test_the_pirate_takes_a_card_that_the_victim_has():
    state = after("1 Anna 7", ruleset="seafarers", players=4, hands={"Ben": "W"})

    assert broken(state, "1 Anna ~K e6<Ben:O") == ["SF-17"]


@pytest.mark.parametrize(
    ("ruleset", "words", "row"),
    [
        pytest.param("base", "7 K a3<Ben:WW", "(B-094)", marks=pytest.mark.rule("B-094")),
        pytest.param("base", "7 K a3<Ben:2W", "(B-094)", marks=pytest.mark.rule("B-094")),
        pytest.param("base", "7 K a3<Ben:0", "(B-097)", marks=pytest.mark.rule("B-097")),
        pytest.param(
            "cities-knights", "1+1y Bi a3<Ben:WW", "(CK-252)", marks=pytest.mark.rule("CK-252")
        ),
    ],
)
def test_a_card_too_many_in_a_theft_is_told_by_its_row(ruleset, words, row):
    with pytest.raises(NotARecord) as refusal:
        actions_of(f"1 Anna {words}", ruleset=ruleset)

    assert row in str(refusal.value)


# A roll in the turn of another


@pytest.mark.rule("B-064", "B-065", "X-048", "CK-028", "CK-033")
@pytest.mark.parametrize(
    ("ruleset", "turns", "told"),
    [
        ("base", ("1 Anna Ben: 12", "2 Ben 12", "3 Cyril 12"), {"B-064"}),
        ("base", ("1 Anna 12 Ben: 7", "2 Ben 12", "3 Cyril 12"), {"B-067"}),
        ("base", ("1 Anna 12 Cyril: 8", "2 Ben 12", "3 Cyril 12"), {"B-065", "B-067"}),
        ("base56", ("1 Anna 12 Dana: 8", "2 Ben 12", "3 Cyril 12"), {"B-065", "B-067"}),
        (
            "base56",
            ("1 Anna 12", "1 Dana Emil: 8", "2 Ben 12", "2 Emil /", "3 Cyril 12"),
            {"X-048"},
        ),
        ("cities-knights", ("1 Anna Ben: 1+1y", "2 Ben 1+1y", "3 Cyril 1+1y"), {"CK-028"}),
        ("cities-knights", ("1 Anna 1+1y Ben: 1+1y", "2 Ben 1+1y", "3 Cyril 1+1y"), {"CK-030"}),
        ("cities-knights", ("1 Anna 1+1y Cyril: 1+1y", "2 Ben 1+1y"), {"CK-033", "CK-030"}),
    ],
)
def test_a_roll_in_the_turn_of_another_is_told_and_the_turns_go_on(ruleset, turns, told):
    players = 5 if ruleset == "base56" else 3
    opening = cities_table.FOUNDED if ruleset == "cities-knights" else founding(ruleset, players)

    found = findings(*opening, *turns, ruleset=ruleset, players=players)

    assert {rule for rule, _line in found} >= told
    assert {line for _rule, line in found} == {next(turn for turn in turns if ": " in turn)}


@pytest.mark.rule("B-058", "B-059", "CK-023")
@pytest.mark.parametrize(
    ("ruleset", "line", "rule"),
    [
        ("base", "Anna R a2ne", "B-059"),
        ("base", "Anna S c5s", "B-058"),
        ("base", "Anna S a3se R a3se", "B-058"),
        ("cities-knights", "Anna R a2ne", "CK-023"),
        ("base", "Ben GIVES-UP", None),
        ("base", "Anna GIVES-UP", None),
    ],
)
def test_a_line_without_a_number_leaves_the_turn_to_be_ended_by_the_next(ruleset, line, rule):
    roll = "1+1y" if ruleset == "cities-knights" else "12"
    opening = cities_table.FOUNDED if ruleset == "cities-knights" else founding(ruleset, 3)
    following = "3 Cyril" if line.startswith("Ben") else "3 Ben"

    found = findings(*opening, f"1 Anna {roll}", line, f"{following} {roll}", ruleset=ruleset)

    assert dict(found).get(rule, line) == line
    assert {told for _rule, told in found} == ({line} if rule else set())


# What was due first

MISSING = [
    ("base", {"hands": {"Anna": "O" * 8, "Ben": "L" * 8}}, "7 T 4O>B{} T 4O>L", "B-086"),
    ("base", {"hands": {"Anna": "OOOOL", "Ben": "L" * 8}}, "7 X Ben L T 4O>B{} R e1w", "B-087"),
    ("base", {"hands": {"Anna": "OOOOL"}}, "7 T 4O>B{} R e1w", "B-092"),
    (
        "base",
        {"cards": {"Anna": [KNIGHT]}, "hands": {"Anna": "O" * 8}},
        "8 N T 4O>B{} T 4O>L",
        "B-170",
    ),
    ("base", {"hands": {"Ben": "L" * 8, "Cyril": "L" * 8}}, "7 X Ben LLLL K d3<Ben:L{}", "B-091"),
    (
        "cities-knights",
        {"levels": {"Anna": (0, 0, 1)}, "hands": {"Anna": "O" * 8}},
        "1+1g T 4O>B{} T 4O>L",
        "CK-050",
    ),
    ("cities-knights", {"ship": 6, "hands": {"Anna": "O" * 4}}, "1+1s T 4O>B{}", "CK-201"),
    (
        "cities-knights",
        {
            "levels": {"Ben": (0, 0, 1)},
            "progress": {"Ben": "Bi Sp De Wa"},
            "hands": {"Anna": "O" * 8},
        },
        "1+1g D Ben g? T 4O>B{} T 4O>L",
        "CK-057",
    ),
    (
        "cities-knights",
        {"progress": {"Anna": "Sa"}, "hands": {"Anna": "OOOO", "Ben": "L" * 8}},
        "1+1y Sa X Ben LLL T 4O>B{}",
        "CK-267",
    ),
    (
        "cities-knights",
        {"progress": {"Anna": "We"}, "points": [3, 9, 2], "hands": {"Anna": "OOOO", "Ben": "LL"}},
        "1+1y We T 4O>B{}",
        "CK-261",
    ),
]


@pytest.mark.parametrize(("ruleset", "given", "line", "rule"), MISSING)
def test_what_was_due_first_is_told_once_and_one_ruling_lets_it_stand(ruleset, given, line, rule):
    def found(ruling):
        given_ = {"hands": {"Anna": "BLBL"}, "points": [2, 2, 2]} | dict(given)
        state = (cities_table.after if ruleset == "cities-knights" else after)(**given_)
        text = f"1 Anna {line.format(ruling)}\n2 Ben "
        text += "1+1y" if ruleset == "cities-knights" else "12"
        actions = actions_of(text, ruleset=ruleset).actions
        rules = replace(rulesets.by_key(ruleset), setup=lambda header: state)
        report = replay(rules, Record(state.header, tuple(actions)))
        return [one.rule.id for one in report.violations]

    assert found("") == [rule]
    assert found(" !1") == []


@pytest.mark.rule("CK-035", "CK-050")
@pytest.mark.parametrize("late", ["", " D Anna g?"])
def test_a_roll_brings_its_cards_though_what_comes_first_was_left_out(late):
    """The ore of Anna's settlement and the lumber and wool of her city come with or without the
    draw, and another step waits for nothing else."""
    state = cities_table.after(levels={"Anna": (0, 0, 1)}, hands={"Anna": "B"})
    rules = rulesets.by_key("cities-knights")
    actions = cities_table.lines(f"1 Anna 1+2g R e1w{late}", "2 Ben 1+1y").actions

    report = replay(
        replace(rules, setup=lambda header: state), Record(state.header, tuple(actions))
    )

    assert [one.rule.id for one in report.violations] == ["CK-050"]
    assert report.whole
    assert state.turn == 1


@pytest.mark.rule("CK-201")
def test_cities_may_still_be_lost_after_the_roll_has_brought_its_cards():
    state = cities_table.after(ship=6, hands={"Anna": "BL"})
    rules = rulesets.by_key("cities-knights")
    text = "1 Anna 2+6s R e1w B Anna e1n B Ben a3s B Cyril d1n"

    told = [rules.play(state, action) for action in cities_table.lines(text).actions]

    assert [[one.rule.id for one in some] for some in told] == [[], ["CK-201"], [], [], []]
    assert state.phase == MAIN
