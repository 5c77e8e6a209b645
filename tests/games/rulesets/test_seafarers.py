"""Each rule of Seafarers that a record can show: the action that breaks it, and the nearest one
that does not. The table and its founding are drawn in `table`, on Heading for New Shores."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.engine import record, rulesets
from games.engine.board.frames import FRAMES
from games.engine.board.generate import generate
from games.engine.board.listing import board_text
from games.engine.core import NOBODY, Action
from games.engine.replay import replay
from games.engine.rulesets.base.packed import ROAD_BUILDING
from games.engine.rulesets.base.state import MAIN
from tests.games.rulesets.table import SEA_FOUNDED, actions_of, after, broken, case, play

AT_SEA = {"ruleset": "seafarers", "players": 4}


def opening(*lines):
    return AT_SEA | {"lines": lines, "founded": False}


def rolled(**given):
    """Anna has rolled a 12, which brings nobody anything."""
    return AT_SEA | {"lines": ("1 Anna 12",)} | given


def holding(letters, **given):
    return rolled(hands={"Anna": letters}) | given


def ben(letters="", **given):
    """Ben has rolled and holds these cards."""
    return AT_SEA | {"lines": ("1 Anna 12 /", "2 Ben 12"), "hands": {"Ben": letters}} | given


def seven(**given):
    return AT_SEA | given


ON_GOLD = AT_SEA | {"built": {"Anna": "c5ne"}}
"""Anna at the gold with the 10."""

CASES = [
    # Ships
    case(
        "SF-01",
        holding("LW", ships_left=[0, 14, 15, 15]),
        "1 Anna ~ c5e",
        "1 Anna ~ c5e",
        holding("LW", ships_left=[1, 14, 15, 15]),
    ),
    case("SF-02", holding("LB"), "1 Anna ~ c5e", "1 Anna ~ c5e", holding("LW")),
    case("SF-03", holding("LW"), "1 Anna ~ f3e", "1 Anna ~ c5e"),
    case("SF-04", holding("LW"), "1 Anna ~ c5se", "1 Anna ~ c5e"),
    case("SF-04", ben("LW"), "2 Ben ~ g5se", "2 Ben ~ g5e"),
    case("SF-04", ben("BL"), "2 Ben R e6sw", "2 Ben R e5se"),
    case("SF-05", holding("LW"), "1 Anna ~ a1w", "1 Anna ~ c5e"),
    case("SF-06", ben("LW"), "2 Ben ~ h5ne", "2 Ben ~ g6sw"),
    case("SF-06", ben("BL"), "2 Ben R f6e", "2 Ben R e5e"),
    case(
        "SF-07",
        holding("LW", built={"Cyril": "c5se"}),
        "1 Anna ~ c5e",
        "1 Anna ~ d5e",
    ),
    case(
        "SF-08",
        holding("BLWG", sailed={"Anna": "c5e"}),
        "1 Anna S b4s",
        "1 Anna S c5ne",
    ),
    case(
        "SF-08",
        holding("BLWG", sailed={"Anna": "c5e c5ne b5e b5ne a5w"}),
        "1 Anna S a5nw",
        "1 Anna S c5ne",
    ),
    case(
        "B-132",
        holding("BLWG", sailed={"Anna": "c5e"}),
        "1 Anna S c5se",
        "1 Anna S c5ne",
    ),
    case("B-123", ben("BL"), "2 Ben R g6sw", "2 Ben R g5e"),
    # The founding
    case("SF-09", opening(*SEA_FOUNDED[:7]), "Anna S f4sw ~ f4sw", "Anna S f4sw R f4sw"),
    case("B-029", opening(), "Anna S a1n", "Anna S c5s"),
    case("SF-26", opening(), "Anna S b4n", "Anna S c5s"),
    # Moving
    case(
        "SF-10",
        rolled(sailed={"Anna": "c5e d5e"}),
        "1 Anna ~ c5e>d6ne ~ d5e>c5sw",
        "1 Anna ~ c5e>d6ne",
    ),
    case("SF-10", rolled(sailed={"Anna": "c5e"}), "1 Anna ~ e6sw>d6ne", "1 Anna ~ c5e>d6ne"),
    case("SF-11", rolled(sailed={"Anna": "c5e"}), "1 Anna ~ c5se>d5e", "1 Anna ~ c5e>d5e"),
    case(
        "SF-12",
        rolled(sailed={"Anna": "c5e d6ne"}, built={"Anna": "c5ne"}),
        "1 Anna ~ c5e>d5e",
        "1 Anna ~ d6ne>d5e",
    ),
    case(
        "SF-11",
        rolled(sailed={"Anna": "c5e c5ne c5nw c5w c5sw"}),
        "1 Anna ~ c5e>d5e",
        "1 Anna ~ c5w>d5e",
        rolled(sailed={"Anna": "c5e c5ne c5nw c5w"}),
    ),
    case(
        "SF-12",
        rolled(sailed={"Anna": "c5e c5ne c5nw c5w c5sw"}, built={"Anna": "c5n"}),
        "1 Anna ~ c5e>d5e",
        "1 Anna ~ c5w>d5e",
        rolled(sailed={"Anna": "c5e c5ne c5nw c5w"}),
    ),
    case(
        "SF-13",
        holding("LW", then="1 Anna ~ c5e"),
        "1 Anna ~ c5e>d6ne",
        "1 Anna ~ c5e>d6ne",
        rolled(sailed={"Anna": "c5e"}),
    ),
    case("SF-14", rolled(sailed={"Anna": "c5e"}), "1 Anna ~ c5e>a1w", "1 Anna ~ c5e>d6ne"),
    case("SF-14", rolled(sailed={"Anna": "c5e"}), "1 Anna ~ c5e>c5ne", "1 Anna ~ c5e>c5sw"),
    case("SF-14", rolled(sailed={"Anna": "c5e"}), "1 Anna ~ c5e>c5e", "1 Anna ~ c5e>d5e"),
    # Robber and pirate
    case("SF-15", AT_SEA, "1 Anna 7 ~K e4", "1 Anna 7 ~K e6<Ben:O"),
    case("SF-15", AT_SEA, "1 Anna 7 K a1", "1 Anna 7 K b3"),
    case("SF-16", AT_SEA, "1 Anna 7 K b3 ~K e6<Ben:O", "1 Anna 7 ~K e6<Ben:O"),
    case("SF-16", AT_SEA, "1 Anna 7 ~K a1 K b3", "1 Anna 7 K b3"),
    case("SF-16", AT_SEA, "1 Anna 12 ~K a1", "1 Anna 7 ~K a1"),
    case("SF-17", AT_SEA, "1 Anna 7 ~K e6<Cyril:B", "1 Anna 7 ~K e6<Ben:O"),
    case("SF-17", AT_SEA, "1 Anna 7 ~K e6", "1 Anna 7 ~K a1"),
    case("SF-17", AT_SEA, "1 Anna 7 ~K e8", "1 Anna 7 ~K d8"),
    case("SF-18", holding("LW", pirate="d6"), "1 Anna ~ d6ne", "1 Anna ~ c5e"),
    case(
        "SF-19",
        rolled(sailed={"Anna": "c5e"}, pirate="d6"),
        "1 Anna ~ c5e>d6ne",
        "1 Anna ~ c5e>c5sw",
    ),
    case(
        "SF-19",
        rolled(sailed={"Anna": "c5e"}, pirate="c5"),
        "1 Anna ~ c5e>d6ne",
        "1 Anna ~ c5e>d6ne",
        rolled(sailed={"Anna": "c5e"}),
    ),
    # Gold
    case("SF-20", ON_GOLD, "1 Anna 10 ~G Anna ?", "1 Anna 10 ~G Anna B"),
    case("SF-20", ON_GOLD, "1 Anna 10 ~G Anna BO", "1 Anna 10 ~G Anna O"),
    case("SF-20", ON_GOLD, "1 Anna 10 ~G Ben B", "1 Anna 10 ~G Anna B"),
    case("SF-20", ON_GOLD, "1 Anna 10 /", "1 Anna 10 ~G Anna B /"),
    case("B-080", ON_GOLD | {"bank": {"B": 0}}, "1 Anna 10 ~G Anna B", "1 Anna 10 ~G Anna O"),
    case(
        "SF-21",
        ON_GOLD | {"cities": {"Anna": "c5ne"}},
        "1 Anna 10 ~G Anna BOO",
        "1 Anna 10 ~G Anna BO",
    ),
    case(
        "SF-22", ON_GOLD | {"robber": "c6"}, "1 Anna 10 ~G Anna O", "1 Anna 10 ~G Anna O", ON_GOLD
    ),
    # Road Building
    case(
        "B-166",
        rolled(cards={"Anna": (ROAD_BUILDING,)}),
        "1 Anna L ~F c5e ~F d5e ~F c5ne",
        "1 Anna L f3e ~F c5e",
    ),
]


def laid_out(given):
    given = dict(given)
    return after(*given.pop("lines", ()), **given)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(instead), keeps) == []


# Other maps


def on_map(key, *lines, players=4, ruleset="seafarers"):
    """The rules that the lines break on a board of the map."""
    board = board_text(generate(FRAMES[key], "7"))
    names = ["Anna", "Ben", "Cyril", "Dana"][:players]
    head = f'[Ruleset "{ruleset}"]\n[Seats "{" ".join(names)}"]\n{board}'
    read = record.parse(head + "\n".join(lines), rulesets.by_key)
    return [found.rule.id for found in replay(rulesets.by_key(ruleset), read).violations]


@pytest.mark.rule("SF-30")
def test_the_founding_through_the_desert_is_on_the_main_part():
    assert on_map("through-the-desert-4", "Anna S c2sw") == ["SF-30"]
    assert on_map("through-the-desert-4", "Anna S d5s") == []


@pytest.mark.rule("SF-30")
@pytest.mark.parametrize(
    ("ruleset", "second"), [("seafarers", "S"), ("cities-knights+seafarers", "C")]
)
@pytest.mark.parametrize(("spot", "rules"), [("c2sw", ["SF-30"]), ("f5s", [])])
def test_so_is_the_second_building_of_the_founding(ruleset, second, spot, rules):
    main = ("Anna S d5s R d5se", "Ben S e4s R e4se", "Cyril S c5s R c5se", "Dana S d6s R d6se")

    found = on_map("through-the-desert-4", *main, f"Dana {second} {spot}", ruleset=ruleset)

    assert found == rules


@pytest.mark.rule("CKD-67")
def test_a_map_without_a_pirate_has_none_to_move():
    founding = [
        *("Anna S c2s R c2se", "Ben S c4s R c4se", "Cyril S d2s R d2se"),
        *("Cyril S e2s R e2se", "Ben S d4s R d4se", "Anna S e4s R e4se"),
    ]
    assert on_map("islands-4", *founding, "1 Anna 7 ~K a1", players=3) == ["CKD-67"]


@pytest.mark.rule("CKD-67")
def test_the_founding_on_a_map_of_one_s_own_is_where_the_map_has_it():
    assert on_map("islands-4", "Anna S b8n", players=3) == ["CKD-67"]


def test_the_example_of_the_manual_is_read():
    manual = (Path(__file__).parents[3] / "docs" / "records.md").read_text()
    example = manual.split("## At sea")[1].split("```")[1]

    read = record.parse(example, rulesets.by_key)

    verbs = [action.verb for action in read.actions]
    assert {"found_ship", "pirate", "gold", "move_ship"} <= set(verbs)
    assert list(rulesets.by_key("seafarers").opening[0](read.header)) == []


# Cards that nobody saw


def test_the_card_that_the_pirate_took_unseen_is_proved_where_it_can_be_one_only():
    """Ben holds nothing but the ore of his second settlement."""
    game = actions_of(*SEA_FOUNDED, "1 Anna 7 ~K e6<Ben:?", **AT_SEA)

    report = replay(rulesets.by_key("seafarers"), game)

    assert report.valid
    assert [str(known.detail) for known in report.deduced] == [
        "the card that Anna took from Ben was ore"
    ]


def test_a_ship_is_refused_if_no_card_taken_unseen_can_pay_it():
    """Anna holds two wool and grain, Dana brick, wool and ore: no theft makes up for the lumber."""
    game = actions_of(*SEA_FOUNDED, "1 Anna 7 K e3<Dana:? ~ c5e", **AT_SEA)

    report = replay(rulesets.by_key("seafarers"), game)

    assert [found.rule.id for found in report.violations] == ["SF-02"]


# What the engine reckons


def lengths(**given):
    return laid_out(rolled(**given)).lengths()


@pytest.mark.rule("SF-23")
def test_roads_and_ships_make_one_route():
    assert lengths()[0] == 1
    assert lengths(then="1 Anna R c5sw R c4se ~ c5e", hands={"Anna": "BLBLLW"})[0] == 4


@pytest.mark.rule("SF-24")
def test_roads_and_ships_count_together_where_an_own_building_joins_them():
    """From g6sw over the settlement at g5se to the road, and at its end g5s to a ship again."""
    ships = {"Ben": "g6sw h5ne"}

    assert lengths(sailed=ships)[1] == 2
    assert lengths(sailed=ships, built={"Ben": "g5s"})[1] == 3


@pytest.mark.rule("SF-25")
def test_an_opponent_s_building_parts_a_line_of_ships():
    line = {"Anna": "c5e c5ne b5e b5ne a5w"}

    assert lengths(sailed=line)[0] == 6
    assert lengths(sailed=line, built={"Cyril": "c5ne"})[0] == 4


@pytest.mark.rule("SF-27")
@pytest.mark.parametrize(("spots", "points"), [("c5ne", 2), ("c5ne c7s", 2), ("c5ne b3s", 4)])
def test_the_first_settlement_on_each_small_island_is_worth_two_points(spots, points):
    state = after(**(AT_SEA | {"built": {"Anna": spots}}))

    assert state.make_up(0)["special points"] == points
    assert state.points[0] == sum(state.make_up(0).values())


@pytest.mark.rule("SF-31")
def test_the_strip_beyond_the_desert_is_a_foreign_area():
    frame = FRAMES["through-the-desert-4"]
    header = record.parse(
        f'[Ruleset "seafarers"]\n[Seats "Anna Ben Cyril Dana"]\n{board_text(generate(frame, "7"))}',
        rulesets.by_key,
    ).header
    state = rulesets.by_key("seafarers").setup(header)

    state.build(0, frame.grid.intersection_named["c2sw"])
    state.build(0, frame.grid.intersection_named["d5s"])

    assert state.make_up(0)["special points"] == 2


@pytest.mark.parametrize(
    ("key", "rule"),
    [
        pytest.param("new-shores-4", "SF-28", marks=pytest.mark.rule("SF-28")),
        pytest.param("through-the-desert-4", "SF-32", marks=pytest.mark.rule("SF-32")),
        ("islands-4", "B-178"),
    ],
)
def test_who_claims_to_have_won_has_the_points_of_the_map(key, rule):
    rules = rulesets.by_key("seafarers")
    head = '[Ruleset "seafarers"]\n[Seats "Anna Ben Cyril Dana"]\n'
    board = board_text(generate(FRAMES[key], "7"))
    state = rules.setup(record.parse(head + board, rulesets.by_key).header)
    state.phase = MAIN
    claim = Action(state.turn, "claim")

    state.points[state.turn] = state.target - 1
    assert [found.rule.id for found in rules.broken(state, claim)] == [rule]
    state.points[state.turn] += 1
    state.end_if_won()
    assert rules.broken(state, claim) == ()


@pytest.mark.rule("SF-28", "SF-32")
@pytest.mark.parametrize("key", ["new-shores-4", "through-the-desert-4"])
def test_the_scenarios_are_played_to_fourteen_points(key):
    board = generate(FRAMES[key], "7")
    head = f'[Ruleset "seafarers"]\n[Seats "Anna Ben Cyril Dana"]\n{board_text(board)}'
    ruleset = rulesets.by_key("seafarers")

    assert ruleset.setup(record.parse(head, rulesets.by_key).header).target == 14
    other = record.parse(head + '[Options "target=12 special=1"]', rulesets.by_key).header
    assert (ruleset.setup(other).target, ruleset.setup(other).special) == (12, 1)


@pytest.mark.rule("SF-15")
def test_a_robber_at_sea_is_not_asked_for_a_card_as_well():
    rules = rulesets.by_key("seafarers")
    state = after(ruleset="seafarers", players=4, hands={"Ben": "L", "Cyril": "L", "Dana": "L"})
    play(state, "1 Anna 7")
    beside = [hex_ for hex_ in state.waters.water if state.victims(0, hex_)]

    assert beside
    for hex_ in beside:
        found = rules.broken(state, Action(0, "robber", (hex_, NOBODY, NOBODY)))
        assert [one.rule.id for one in found] == ["SF-15"]
