"""One mistake that breaks a rule and its narrower case is told by the narrower one alone."""

from __future__ import annotations

import pytest

from games.engine import record, rulesets
from games.engine.replay import replay
from games.engine.rulesets.base.packed import KNIGHT
from games.engine.rulesets.best_friends.state import USING
from games.engine.rulesets.card_game.narrower import NARROWER as OF_CARDS
from games.engine.rulesets.cities_at_sea import NARROWER as OF_CITIES_AT_SEA
from games.engine.rulesets.cities_knights.narrower import OF_A_VERB
from games.engine.rulesets.dice_game.narrower import NARROWER as OF_DICE
from tests.games.rulesets import card_table, cities_table, table, test_cities_at_sea, test_festive
from tests.games.rulesets.cities_table import holding, knight, landing, rivals, seven
from tests.games.rulesets.table import FOUNDED, actions_of, after, broken

SKINS = test_festive.SKINS

both_skins = pytest.mark.parametrize(("series", "part"), SKINS.items())

FOUR = "+Anna:G +Ben:L +Cyril:LG"


@pytest.mark.parametrize(
    ("ruleset", "narrower"),
    [
        ("dice", OF_DICE),
        ("card-game", OF_CARDS),
        ("cities-knights", OF_A_VERB),
        ("cities-knights+seafarers", OF_CITIES_AT_SEA),
    ],
)
def test_every_narrower_rule_is_asked_of_its_verb(ruleset, narrower):
    verbs = rulesets.by_key(ruleset).verbs
    for name, rules in narrower.items():
        asked = {check.rule for check in verbs[name].checks}
        assert {*rules, *(one for others in rules.values() for one in others)} <= asked


# Boards

LARGE = {"ruleset": "base56", "players": 5}
EASTER = {"ruleset": "base+easter-bunny"}
SANTA = {"ruleset": "base+santa"}


@pytest.mark.parametrize(
    ("first", "others", "given", "old", "new"),
    [
        pytest.param("B-009", [], {}, "a1 B5", "a1 B13", marks=pytest.mark.rule("B-009")),
        pytest.param("B-043", [], {}, "a1nw 3:1", "a1nw B", marks=pytest.mark.rule("B-043")),
        pytest.param(
            "B-002", ["B-005"], {}, "a1 B5", "a1 G5", marks=pytest.mark.rule("B-002", "B-005")
        ),
        pytest.param(
            "B-041",
            ["B-008", "B-009"],
            {},
            "a1 B5",
            "a1 B",
            marks=pytest.mark.rule("B-008", "B-009", "B-041"),
        ),
        pytest.param(
            "B-009",
            ["B-035"],
            {"ruleset": "base+tour"},
            "a1 B5",
            "a1 B13",
            marks=pytest.mark.rule("B-009", "B-035"),
        ),
        pytest.param("X-021", [], LARGE, "b1nw 3:1", "b1nw B", marks=pytest.mark.rule("X-021")),
        pytest.param(
            "CKD-67",
            [],
            {"ruleset": "seafarers", "players": 4},
            "b3 O5",
            "b3 G5",
            marks=pytest.mark.rule("SF-29"),
        ),
        pytest.param(
            "CK-016",
            [],
            {"ruleset": "cities-knights"},
            "[Harbours",
            '[Robber "a2"]\n[Harbours',
            marks=pytest.mark.rule("CK-016", "B-042"),
        ),
        pytest.param(
            "EB-007",
            ["B-041", "B-008", "B-009"],
            EASTER,
            "O2+12",
            "O12",
            marks=pytest.mark.rule("EB-007"),
        ),
        pytest.param("EB-007", ["B-009"], EASTER, "O2+12", "O2+11"),
        pytest.param(
            "SC-007",
            ["B-041", "B-008", "B-009"],
            SANTA,
            "O2+12",
            "O12",
            marks=pytest.mark.rule("SC-007"),
        ),
    ],
)
def test_one_mistake_on_a_board_is_one_finding(first, others, given, old, new):
    head = table.head(**given)
    assert old in head
    game = record.parse(head.replace(old, new) + "Anna S b2s", rulesets.by_key)

    found = replay(rulesets.by_key(game.header.ruleset), game).at_the_start

    assert [(one.rule.id, one.detail.follows) for one in found] == [
        (first, False),
        *((rule, True) for rule in others),
    ]


@pytest.mark.rule("B-042", "B-043", "B-009")
def test_mistakes_of_several_subjects_of_a_board_are_several_findings():
    text = table.head().replace("a1 B5", "a1 B13").replace("a1nw 3:1", "a1nw B")
    game = record.parse(text + '[Robber "a2"]\nAnna S b2s', rulesets.by_key)

    found = replay(rulesets.by_key("base"), game).at_the_start

    assert [one.rule.id for one in found if not one.detail.follows] == ["B-009", "B-042", "B-043"]


# The moment


@pytest.mark.parametrize(
    ("rules", "ruleset", "line"),
    [
        pytest.param(["B-070"], "base", "1 Ben C d3s", marks=pytest.mark.rule("B-070", "B-121")),
        pytest.param(
            ["CK-032"],
            "cities-knights",
            "1 Ben C d3s",
            marks=pytest.mark.rule("CK-031", "CK-032"),
        ),
    ],
)
def test_who_is_not_on_turn_is_not_told_that_another_has_not_rolled(rules, ruleset, line):
    opening = cities_table.FOUNDED if ruleset == "cities-knights" else FOUNDED
    state = after(*opening, ruleset=ruleset, founded=False, hands={"Ben": "GGOOO"})

    assert broken(state, line) == rules


@pytest.mark.rule("B-092")
def test_a_row_is_named_once_of_one_action():
    """Nothing moves the robber, and it stands there already."""
    state = after("1 Anna 12", robber="a1")

    assert broken(state, "1 Anna K a1") == ["B-092"]


@pytest.mark.rule("SF-10")
def test_a_row_is_named_again_where_it_says_what_cannot_have_happened():
    state = after(ruleset="seafarers", players=4)
    rules = rulesets.by_key("seafarers")
    (action,) = actions_of("1 Anna ~ e6sw>d5se", ruleset="seafarers", players=4).actions

    found = [one for one in rules.broken(state, action) if one.rule.id == "SF-10"]

    assert [one.detail.impossible for one in found] == [False, True]


# The founding

ROLLED = ("Anna 3+5", "Ben 6+6", "Cyril 1+1")
LEVEL = ("Anna 6+6", "Ben 6+6", "Cyril 1+1")


@pytest.mark.parametrize(
    ("rules", "lines", "line"),
    [
        pytest.param(["B-054"], ROLLED, "Anna S b2s", marks=pytest.mark.rule("B-054", "B-056")),
        pytest.param(
            ["B-054"],
            ROLLED[:1],
            "Anna 6+6",
            marks=pytest.mark.rule("B-054", "B-055"),
        ),
        pytest.param(["B-055"], LEVEL, "Anna S b2s", marks=pytest.mark.rule("B-054", "B-055")),
        pytest.param(
            ["B-055"],
            (*LEVEL, "Anna 1+2", "Ben 3+3"),
            "Anna S b2s",
            marks=pytest.mark.rule("B-055", "B-056"),
        ),
        pytest.param(
            ["B-060"],
            ("Anna S b2s",),
            "Ben S d3s",
            marks=pytest.mark.rule("B-060", "B-056"),
        ),
        pytest.param(["B-064"], FOUNDED, "1 Ben 12", marks=pytest.mark.rule("B-064", "B-065")),
        pytest.param(
            ["B-065"],
            (*FOUNDED, "1 Anna 12 /"),
            "2 Cyril 12",
            marks=pytest.mark.rule("B-064", "B-065"),
        ),
    ],
)
def test_of_the_founding(rules, lines, line):
    assert broken(after(*lines, founded=False), line) == rules


@pytest.mark.parametrize(
    ("rules", "lines", "line"),
    [
        pytest.param([], LEVEL, "Anna S b2s", marks=pytest.mark.rule("CK-022")),
        pytest.param([], LEVEL, "Ben S b2s", marks=pytest.mark.rule("CK-022")),
        pytest.param([], (*LEVEL, "Ben 1+1"), "Ben S b2s", marks=pytest.mark.rule("CK-022")),
        pytest.param(["CK-022"], LEVEL, "Cyril S b2s", marks=pytest.mark.rule("CK-022", "B-055")),
        pytest.param(["CK-022"], ROLLED, "Anna S b2s", marks=pytest.mark.rule("CK-022", "B-054")),
    ],
)
def test_of_the_founding_in_cities_and_knights(rules, lines, line):
    """Those level on the highest roll need not be written to have rolled again (CKD-06)."""
    state = after(*lines, ruleset="cities-knights", founded=False)

    assert broken(state, line) == rules


@pytest.mark.rule("CK-022", "CK-028")
def test_whoever_of_those_level_founds_first_has_the_first_turn():
    founded = cities_table.FOUNDED
    order = [founded[at] for at in (1, 2, 0, 5, 3, 4)]
    state = after(*LEVEL, *order, ruleset="cities-knights", founded=False)

    assert broken(state, "1 Ben 1+1y") == []
    assert broken(state, "1 Anna 1+1y") == ["CK-028"]


# What a roll brings


@pytest.mark.parametrize(
    ("ruleset", "rule"),
    [
        pytest.param("base", "B-082", marks=pytest.mark.rule("B-080", "B-082")),
        pytest.param("base+tour", "TG-11", marks=pytest.mark.rule("TG-11")),
    ],
)
def test_what_a_bank_cannot_serve_is_told_once(ruleset, rule):
    state = after(ruleset=ruleset, bank={"G": 1})

    assert broken(state, f"1 Anna 4 {FOUR}") == [rule]


@pytest.mark.rule("EB-014", "EB-015", "EB-016", "SC-014", "SC-015", "SC-016")
@both_skins
@pytest.mark.parametrize(
    ("number", "given", "line"),
    [
        ("014", {"built": {"Ben": "d4s"}}, "1 Anna 2 +0"),
        ("015", {"built": {"Ben": "d4s"}}, "1 Anna 12 +Ben:OO"),
        ("016", {"figure": 4}, "1 Anna 9 +0"),
    ],
)
def test_what_a_hex_of_the_scenario_brings_is_told_by_its_row(series, part, number, given, line):
    state = after(ruleset=f"base+{part}", **given)

    assert broken(state, line) == [f"{series}-{number}"]


@pytest.mark.rule("EB-014", "SC-014")
@both_skins
def test_a_short_bank_is_no_fault_of_the_hex_of_the_scenario(series, part):
    state = after(ruleset=f"base+{part}", built={"Ben": "d4s"}, bank={"O": 0})

    assert broken(state, "1 Anna 2 +Ben:O") == ["B-083"]


# Figure and robber


@pytest.mark.rule("EB-048", "EB-049", "EB-050", "SC-048", "SC-049", "SC-050")
@both_skins
@pytest.mark.parametrize(
    ("number", "line"),
    [
        ("050", "1 Anna N b1"),
        ("050", "1 Anna N a1"),
        ("049", "1 Anna 7 K b1"),
        ("048", "1 Anna 7 K a1"),
    ],
)
def test_a_robber_on_a_barred_hex_is_told_once(series, part, number, line):
    state = after(ruleset=f"base+{part}", hands={"Anna": "W"}, cards={"Anna": (KNIGHT,)}, figure=0)
    if "b1" in line:
        state.figure = state.home

    assert broken(state, line) == [f"{series}-{number}"]


@pytest.mark.rule("EB-021", "EB-024", "EB-029", "SC-021", "SC-024", "SC-029")
@both_skins
@pytest.mark.parametrize(("number", "robber"), [("021", "d1"), ("029", "c3")])
def test_one_wool_for_the_hex_of_the_robber_is_told_once(series, part, number, robber):
    state = after(ruleset=f"base+{part}", hands={"Anna": "W"}, robber=robber, then="1 Anna 12")

    assert broken(state, f"1 Anna & {robber} W") == [f"{series}-{number}"]


@pytest.mark.rule("EB-025", "SC-025")
@both_skins
def test_a_robbery_behind_the_chase_is_told_once(series, part):
    state = after(ruleset=f"base+{part}", hands={"Anna": "WW"}, robber="d1", then="1 Anna 12")

    assert broken(state, "1 Anna & d1 WW>c3 K a2") == [f"{series}-025"]


@pytest.mark.rule("EB-012", "SC-012", "B-062")
@both_skins
def test_cards_for_a_first_settlement_are_no_matter_of_the_special_hex(series, part):
    state = after(ruleset=f"base+{part}", founded=False)

    assert broken(state, "Anna S b1n +BW") == ["B-062"]


# Rock 2


@pytest.mark.rule("X-043", "B-104", "TG-18")
@pytest.mark.parametrize("ruleset", ["base56", "base56+tour"])
@pytest.mark.parametrize(("line", "impossible"), [("L<>B", True), ("W<>0", False), ("W<>W", False)])
def test_a_deal_of_rock_2_is_told_once_whoever_lacks_the_cards(ruleset, line, impossible):
    state = after("1 Anna 12 /", ruleset=ruleset, players=5, hands={"Dana": "W", "Anna": "W"})
    rules = rulesets.by_key(ruleset)
    (deal,) = actions_of(f"1 Dana P Anna {line}", ruleset=ruleset, players=5).actions

    (found,) = rules.broken(state, deal)

    assert (found.rule.id, found.detail.impossible) == ("X-043", impossible)
    assert bool(found.detail.hint) == impossible


@pytest.mark.rule("B-100")
def test_a_deal_beside_rock_2_is_told_as_one_of_others():
    state = after("1 Anna 12 /", ruleset="base56", players=5)

    assert broken(state, "1 Ben P Cyril B<>L") == ["B-100", "B-104"]


# Favour tokens


def friends(**given):
    return after("1 Anna 12", ruleset="base+best-friends", **given)


@pytest.mark.rule("BF-062", "BF-071", "BF-073")
@pytest.mark.parametrize("at_start", [0, 1])
def test_tokens_that_nobody_has_are_not_told_as_new_ones_too(at_start):
    state = friends(tokens=[1, 0, 0], at_start=at_start)

    assert broken(state, "1 Anna &S N") == ["BF-062"]


@pytest.mark.rule("BF-067", "BF-095")
def test_an_exchange_after_the_last_token_was_used_is_told_once():
    state = friends(tokens=[0, 0, 0], at_start=1, occasion=USING)

    assert broken(state, "1 Anna &X") == ["BF-067"]


# Cities & Knights

CITY_OF_ANNA = landing(metropolises={"Anna": "e1n=y"})


@pytest.mark.parametrize(
    ("rules", "given", "line"),
    [
        pytest.param(
            ["CK-203"],
            CITY_OF_ANNA,
            "1 Anna B Anna e1n",
            marks=pytest.mark.rule("CK-203", "CK-204"),
        ),
        pytest.param(
            ["CK-188"],
            holding("CCCC", levels={"Anna": (3, 4, 0)}, metropolises={"Anna": "e1n=b"}),
            "1 Anna I y4 e1n",
            marks=pytest.mark.rule("CK-188", "CK-186"),
        ),
        pytest.param(
            ["CK-188"],
            holding("CCCC", levels={"Anna": (3, 4, 0)}, metropolises={"Anna": "e1n=b"}),
            "1 Anna I y4",
            marks=pytest.mark.rule("CK-188", "CK-179"),
        ),
        pytest.param(
            ["CK-085"], seven(), "1 Anna K d4", marks=pytest.mark.rule("CK-085", "CK-090")
        ),
        pytest.param(
            ["CK-085"], seven(), "1 Anna K c3", marks=pytest.mark.rule("CK-085", "CK-090")
        ),
        pytest.param(
            ["CK-090"],
            cities_table.rolled(),
            "1 Anna K d4",
            marks=pytest.mark.rule("CK-085", "CK-090"),
        ),
        pytest.param(
            ["CK-143"],
            knight("b2sw=1+"),
            "1 Anna M b2sw>e1n",
            marks=pytest.mark.rule("CK-142", "CK-143"),
        ),
        pytest.param(
            ["CK-143"],
            rivals(other="b4sw=1"),
            "1 Anna M b2sw>b4sw",
            marks=pytest.mark.rule("CK-142", "CK-143"),
        ),
        pytest.param(
            ["CK-093"], holding("MM"), "1 Anna T 2M>W", marks=pytest.mark.rule("CK-093", "CK-284")
        ),
        pytest.param(
            ["CK-095"], holding("MMM"), "1 Anna T 3M>W", marks=pytest.mark.rule("CK-093", "CK-095")
        ),
        pytest.param(
            ["CK-096"], holding("BBB"), "1 Anna T 3B>M", marks=pytest.mark.rule("CK-093", "CK-096")
        ),
        pytest.param(
            ["CK-235"],
            cities_table.rolled(progress={"Anna": "Sp"}, shown=[0, 1, 0]),
            "1 Anna Sp Ben Pr",
            marks=pytest.mark.rule("CK-235", "CK-269"),
        ),
        pytest.param(
            ["CK-278"],
            cities_table.rolled(progress={"Anna": "Sp"}, shown=[0, 1, 0]),
            "1 Anna Sp Ben Co",
            marks=pytest.mark.rule("CK-269", "CK-278"),
        ),
    ],
)
def test_in_cities_and_knights(rules, given, line):
    assert broken(cities_table.laid_out(given), line) == rules


@pytest.mark.rule("CK-203", "CK-204")
def test_a_metropolis_that_was_lost_all_the_same_ends_the_replay():
    state = cities_table.laid_out(CITY_OF_ANNA)
    *before, last = cities_table.lines("1 Anna B Anna e1n").actions
    for action in before:
        cities_table.RULES.play(state, action)

    (found,) = cities_table.RULES.broken(state, last)

    assert found.detail.impossible
    assert found.detail.hint


@pytest.mark.parametrize(
    ("rules", "given", "line"),
    [
        pytest.param(
            ["CKS-12"],
            test_cities_at_sea.to_roll(attacked=False),
            "1 Anna 6+1y ~K a1",
            marks=pytest.mark.rule("CKS-12", "SF-16"),
        ),
        pytest.param(
            ["CKS-12"],
            test_cities_at_sea.to_roll(attacked=False),
            "1 Anna 6+1y K b3",
            marks=pytest.mark.rule("CKS-12", "CK-085", "CK-090"),
        ),
        pytest.param(
            ["SF-16"],
            test_cities_at_sea.rolled(attacked=False),
            "1 Anna ~K a1",
            marks=pytest.mark.rule("CKS-12", "SF-16"),
        ),
        pytest.param(
            ["CKS-10"],
            test_cities_at_sea.ON_GOLD,
            "1 Anna 5+5y ~G Anna C",
            marks=pytest.mark.rule("CKS-10", "SF-20"),
        ),
        pytest.param(
            ["CKS-07"],
            test_cities_at_sea.knight(),
            "1 Anna Z c5se",
            marks=pytest.mark.rule("CKS-07", "CK-156"),
        ),
        pytest.param(
            ["SF-10"],
            test_cities_at_sea.to_roll(sailed={"Anna": "c5e"}),
            "1 Anna ~ c5e>d6ne",
            marks=pytest.mark.rule("SF-10", "CK-031"),
        ),
    ],
)
def test_in_cities_and_knights_at_sea(rules, given, line):
    assert broken(test_cities_at_sea.laid_out(given), line) == rules


@pytest.mark.rule("SF-10", "B-121", "B-070")
@pytest.mark.parametrize("line", ["1 Anna ~ c5e>d6ne", "1 Ben ~ e6sw>d5se"])
def test_a_ship_that_is_moved_too_early_is_no_building(line):
    state = after(ruleset="seafarers", players=4, sailed={"Anna": "c5e"})

    assert broken(state, line)[0] == "SF-10"


@pytest.mark.rule("CK-284")
def test_a_merchant_fleet_of_an_earlier_turn_is_named():
    given = cities_table.rolled(progress={"Anna": "Mf"}, hands={"Anna": "MMMM", "Ben": ""})
    state = cities_table.laid_out(given)
    for line in ("1 Anna Mf T 2M>W /", "2 Ben 1+1y /", "3 Cyril 1+1y /", "4 Anna 1+1y"):
        cities_table.play(state, line)

    assert broken(state, "4 Anna T 2M>W") == ["CK-284"]


# The card game


@pytest.mark.rule("CG-099", "CG-101")
def test_a_new_knight_that_was_forgotten_is_told_once():
    rules = card_table.rules()
    state = card_table.after(hands={"Anna": "GWO"})
    *before, last = card_table.record_of("1 Anna K GWO D ??").actions
    for action in before:
        assert rules.play(state, action) == ()

    assert [one.rule.id for one in rules.broken(state, last)] == ["CG-101"]


@pytest.mark.parametrize(
    ("rules", "given", "line"),
    [
        pytest.param(
            ["CG-031"],
            {"roads": {"Anna": 3}},
            "1 Anna T WWW>OGB",
            marks=pytest.mark.rule("CG-030", "CG-031"),
        ),
        pytest.param(
            ["CG-040"],
            {"roads": {"Anna": 2}},
            "1 Anna X W>? T W>O",
            marks=pytest.mark.rule("CG-030", "CG-031", "CG-040"),
        ),
        pytest.param(
            ["CG-048"],
            {"roads": {"Anna": 1}, "owned": {"Anna": ["library"]}},
            "1 Anna L Ben W>? T W>O",
            marks=pytest.mark.rule("CG-030", "CG-040", "CG-048"),
        ),
        pytest.param(
            ["CG-034"],
            {"roads": {"Anna": 1}},
            "1 Anna X W>??",
            marks=pytest.mark.rule("CG-030", "CG-034"),
        ),
        pytest.param(["CG-027"], {}, "1 Anna /", marks=pytest.mark.rule("CG-027", "CG-028")),
        pytest.param(
            ["CG-024"],
            {"options": "oldest=3"},
            "1 Ben D ??",
            marks=pytest.mark.rule("CG-024", "CG-025"),
        ),
    ],
)
def test_in_the_card_game(rules, given, line):
    given = {"hands": {"Anna": "WWW"}} | given

    assert card_table.broken(card_table.after(**given), line) == rules


@pytest.mark.rule("CG-067", "CG-068")
def test_an_event_that_nobody_read_aloud_is_carried_out_by_what_it_does():
    given = {"hands": {"Anna": "GGOOO"}, "then": "1 Anna C GGOOO=thief-attack"}
    state = card_table.after(**given)

    assert card_table.broken(state.copy(), "1 Anna FLIP D ??") == []
    assert card_table.broken(state, "1 Anna D ??") == ["CG-067"]


@pytest.mark.rule("CG-089")
def test_with_two_players_nobody_need_say_from_whom_the_card_comes():
    rules = card_table.rules()
    given = {"hands": {"Anna": "BL"}, "stock": {"road": 0}, "roads": {"Ben": 3}, "players": 2}
    state = card_table.after(**given)
    (action,) = card_table.record_of("1 Anna R BL", players=2).actions

    assert rules.play(state, action) == ()
    assert state.stacks[0][1] == 2
