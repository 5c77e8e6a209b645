"""One mistake is one finding, and the same told in another way has the same verdict."""

from __future__ import annotations

import pytest

from games.engine import record, rulesets
from games.engine.core import NotARecord, Record
from games.engine.replay import Report, replay
from games.engine.rulesets.base.packed import INVENTION
from tests.games.rulesets import cities_table
from tests.games.rulesets.table import BOARD, FOUNDED, SEA_FOUNDED, actions_of, after, broken, head


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
            ["CK-097"],
            cities_table.holding("WW"),
            "1 Anna T 2W>O",
            marks=pytest.mark.rule("CK-097"),
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


def details(state, line, ruleset="base"):
    """Of the last action of the line: what is said of each broken rule."""
    rules = rulesets.by_key(ruleset)
    *before, last = actions_of(line, ruleset=ruleset).actions
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
