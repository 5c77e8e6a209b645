"""Easter Bunny and Santa Claus: the same cases for both, each row with an action that breaks it and
the nearest one that does not. The table and its founding are drawn in `table`; the special hex is
b1, 2 and 12 lie on d4, the robber starts on the desert c3."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

import pytest

from games.engine import record, rulesets
from games.engine.board.frames import FIVE_SIX, FRAMES
from games.engine.board.generate import generate
from games.engine.board.rules import rules_of
from games.engine.board.terrain import Terrain
from games.engine.choices import choices
from games.engine.core import NOBODY, Action, Header, NotARecord, Player, Record
from games.engine.document import read_document, write_document
from games.engine.rulesets.base.packed import KNIGHT, ROAD_BUILDING, counts
from games.engine.rulesets.base.state import DISCARD, MAIN, PAIRED, ROBBER
from games.engine.rulesets.cities_knights.decks import PLACES
from games.engine.rulesets.festive.state import UNTOLD
from games.engine.verdicts import verdict_on
from tests.games.rulesets import table
from tests.games.rulesets.chance import legal_action, new_game
from tests.games.rulesets.table import SIX, actions_of, after, broken, give

SKINS = {"EB": "easter-bunny", "SC": "santa"}

skins = pytest.mark.parametrize("part", SKINS.values())

Given = Mapping[str, Any]


def of_both(number: str, given: Given, breaks: str, keeps: str, instead: Given | None = None):
    """A row of the two scenarios: a line that breaks it, and the nearest one that does not, in the
    position `instead` if it is another one."""
    for series in SKINS:
        rule = f"{series}-{number}"
        values = rule, given, breaks, given if instead is None else instead, keeps
        yield pytest.param(*values, id=f"{rule} {breaks}", marks=pytest.mark.rule(rule))


def rolled(letters="W", **given):
    """Anna has rolled a 12, which brings nobody anything, and holds these cards."""
    return {"lines": ("1 Anna 12",), "hands": {"Anna": letters}} | given


def robbed(letters="WW", **given):
    """The robber is on the forest d1, at which Anna and Cyril have a settlement."""
    return rolled(letters, robber="d1", **given)


def seven(*more, **given):
    return {"lines": (f"1 Anna 7{''.join(more)}",), "hands": {"Anna": "W"}} | given


A1 = {"figure": 0}
"""The figure is on a1, at which nobody has a building."""

AT_SEA = {"island": "seafarers", "players": 4}

CASES = [
    # The hex with 2 and 12
    *of_both("014", {"built": {"Ben": "d4s"}}, "1 Anna 2 +0", "1 Anna 2 +Ben:O"),
    *of_both("014", {"built": {"Ben": "d4s"}}, "1 Anna 2 +Ben:OO", "1 Anna 2 +Ben:O"),
    *of_both("015", {"built": {"Ben": "d4s"}}, "1 Anna 12 +0", "1 Anna 12 +Ben:O"),
    *of_both(
        "015",
        {"built": {"Ben": "d4s"}, "cities": {"Ben": "d4s"}},
        "1 Anna 12 +Ben:O",
        "1 Anna 12 +Ben:OO",
    ),
    *of_both("016", {"figure": 4}, "1 Anna 9 +0", "1 Anna 9 +Anna:O +Ben:G"),
    # Who moves the figure, and when
    *of_both(
        "017",
        rolled(hands={"Anna": "W", "Ben": "W"}),
        "1 Anna Ben: & a1 W",
        "1 Anna & a1 W",
    ),
    *of_both("018", {"hands": {"Anna": "W"}}, "1 Anna & a1 W", "1 Anna & a1 W", rolled()),
    *of_both("054", seven(), "1 Anna & a1 W", "1 Anna & a1 W", seven(" K a2")),
    *of_both(
        "054",
        {"lines": ("1 Anna 7",), "hands": {"Anna": "W"}, "owed": [0, 4, 0], "phase": DISCARD},
        "1 Anna & a1 W",
        "1 Anna & a1 W",
        seven(" K a2"),
    ),
    *of_both(
        "055",
        rolled(cards={"Anna": (KNIGHT,)}, then="1 Anna N"),
        "1 Anna & a1 W",
        "1 Anna & a1 W",
        rolled(cards={"Anna": (KNIGHT,)}, then="1 Anna N a2"),
    ),
    *of_both(
        "055",
        rolled(cards={"Anna": (ROAD_BUILDING,)}),
        "1 Anna L b2se & a1 W F e1ne",
        "1 Anna L b2se e1ne & a1 W",
    ),
    *of_both("026", rolled("WW"), "1 Anna & a1 W & a2 W", "1 Anna & a1 W"),
    # For how much
    *of_both("019", rolled(), "1 Anna & a1 0", "1 Anna & a1 W"),
    *of_both("019", rolled(), "1 Anna & a1 0", "1 Anna /"),
    *of_both("020", rolled("GW"), "1 Anna & a1 G", "1 Anna & a1 W"),
    *of_both("020", rolled("GW"), "1 Anna & a1 GW", "1 Anna & a1 W"),
    *of_both("020", rolled("O"), "1 Anna & a1 W", "1 Anna & a1 W", rolled("W")),
    *of_both("020", rolled("OOOO"), "1 Anna & a1 W", "1 Anna T 4O>W & a1 W"),
    *of_both("021", robbed(), "1 Anna & d1 W", "1 Anna & a1 W"),
    *of_both("022", robbed("WWW"), "1 Anna & d1 WWW>c3", "1 Anna & d1 WW>c3"),
    *of_both("023", robbed(), "1 Anna & a1 WW", "1 Anna & a1 W"),
    *of_both("028", rolled("WW", **A1), "1 Anna & b1 WW", "1 Anna & b1 W"),
    # Where to
    *of_both("027", rolled(), "1 Anna & b1 W", "1 Anna & a1 W"),
    *of_both("029", rolled(), "1 Anna & c3 W", "1 Anna & c3 W", robbed("W")),
    *of_both("030", rolled("WW"), "1 Anna & c3 WW>c3", "1 Anna & a1 W"),
    *of_both("030", rolled("WW"), "1 Anna & c3 WW", "1 Anna & a1 W"),
    *of_both("031", rolled(**AT_SEA), "1 Anna & a1 W", "1 Anna & f5 W"),
    # The robber that is chased
    *of_both("024", robbed(), "1 Anna & d1 WW", "1 Anna & d1 WW>c3"),
    *of_both("024", robbed(), "1 Anna & d1 WW>a1", "1 Anna & d1 WW>c3"),
    *of_both("024", robbed(), "1 Anna & a1 W>c3", "1 Anna & a1 W"),
    *of_both("025", robbed(), "1 Anna & d1 WW>c3 K a2", "1 Anna & d1 WW>c3"),
    # Tokens
    *of_both("033", rolled(), "1 Anna & b4 W +Ben:1", "1 Anna & b4 W +Ben:1 +Cyril:1"),
    *of_both("033", rolled(), "1 Anna & d3 W +Ben:3", "1 Anna & d3 W +Ben:1"),
    *of_both("034", rolled(built={"Ben": "d3n"}), "1 Anna & d3 W +Ben:2", "1 Anna & d3 W +Ben:1"),
    *of_both("035", rolled(cities={"Ben": "d3s"}), "1 Anna & d3 W +Ben:2", "1 Anna & d3 W +Ben:1"),
    *of_both("036", rolled(), "1 Anna & d3 W +Anna:1 +Ben:1", "1 Anna & d3 W +Ben:1"),
    *of_both("036", rolled(), "1 Anna & a1 W +1", "1 Anna & a1 W +0"),
    *of_both("037", rolled(), "1 Anna & b3 W +Ben:1 +Cyril:1", "1 Anna & b3 W +Ben:1"),
    *of_both(
        "038",
        rolled(built={"Ben": "b1n"}, **A1),
        "1 Anna & b1 W +Ben:1",
        "1 Anna & b1 W +Ben:2",
    ),
    *of_both("039", robbed(), "1 Anna & d1 WW>c3 +0", "1 Anna & d1 WW>c3 +Anna:1 +Cyril:1"),
    *of_both("041", rolled(tokens=(1, 0, 0)), "1 Anna & b2 W /", "1 Anna & b2 W &X Anna 2>O /"),
    *of_both("042", rolled(tokens=(0, 1, 0)), "1 Anna & d3 W /", "1 Anna & d3 W &X Ben 2>O /"),
    *of_both(
        "043",
        rolled(tokens=(0, 1, 0), bank={"O": 0}),
        "1 Anna & d3 W &X Ben 2>O",
        "1 Anna & d3 W &X Ben 2>B",
    ),
    *of_both(
        "044",
        rolled(tokens=(0, 1, 0)),
        "1 Anna & d3 W &X Ben 2>OO",
        "1 Anna & d3 W &X Ben 2>O",
    ),
    *of_both(
        "044",
        rolled(tokens=(0, 1, 0)),
        "1 Anna & d3 W &X Ben 1>O",
        "1 Anna & d3 W &X Ben 2>O",
    ),
    *of_both(
        "044",
        rolled(tokens=(0, 1, 0)),
        "1 Anna & d3 W &X Ben 2>0",
        "1 Anna & d3 W &X Ben 2>O",
    ),
    *of_both("044", rolled(tokens=(1, 0, 0)), "1 Anna &X Anna 1>O", "1 Anna /"),
    *of_both(
        "047",
        rolled(tokens=(0, 1, 1)),
        "1 Anna & b4 W &X Cyril 2>O",
        "1 Anna & b4 W &X Ben 2>O &X Cyril 2>O",
    ),
    # The robber
    *of_both("048", seven(**A1), "1 Anna K a1", "1 Anna K a2"),
    *of_both("049", seven(**A1), "1 Anna K b1", "1 Anna K a2"),
    *of_both("050", rolled(cards={"Anna": (KNIGHT,)}), "1 Anna N b1", "1 Anna N a2"),
    *of_both("050", rolled(cards={"Anna": (KNIGHT,)}, **A1), "1 Anna N a1", "1 Anna N a2"),
]


def laid_out(rule, given):
    part = SKINS[rule[:2]]
    lines, island = given.get("lines", ()), given.get("island", "base")
    rest = {name: value for name, value in given.items() if name not in ("lines", "island")}
    return after(*lines, ruleset=f"{island}+{part}", **rest)


@skins
def test_a_card_of_the_bank_is_never_one_that_nobody_saw(part):
    state = after("1 Anna 12", ruleset=f"base+{part}", hands={"Anna": "W"}, tokens=(0, 1, 0))
    rules = rulesets.by_key(f"base+{part}")
    *before, last = actions_of("1 Anna & d3 W &X Ben 2>?", ruleset=f"base+{part}").actions
    for action in before:
        rules.play(state, action)

    (found,) = rules.broken(state, last)

    assert str(found.detail) == "everybody sees which card the bank gives"


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_rule_is_named_when_it_is_broken(rule, given, breaks, instead, keeps):
    assert rule in broken(laid_out(rule, given), breaks)


@pytest.mark.parametrize(("rule", "given", "breaks", "instead", "keeps"), CASES)
def test_the_nearest_action_that_keeps_the_rule_is_allowed(rule, given, breaks, instead, keeps):
    assert broken(laid_out(rule, instead), keeps) == []


# In play


@pytest.mark.rule("EB-011", "EB-016", "EB-052", "SC-011", "SC-016", "SC-052")
@skins
def test_nobody_starts_with_tokens_and_they_count_for_nothing(part):
    state = after(ruleset=f"base+{part}", built={"Ben": "b1n"})

    before = list(state.points)
    state.receive((0, 1, 0))

    assert state.tokens == (0, 1, 0)
    assert state.points == before
    state.figure = state.places.grid.hex_named["b2"]
    assert counts(state.due(9)[0])[4] == 1


@skins
def test_wool_goes_to_the_bank_and_two_tokens_become_a_card(part):
    state = after("1 Anna 12", ruleset=f"base+{part}", hands={"Anna": "WW", "Ben": ""}, robber="d3")
    state.tokens = (0, 1, 0)
    bank = state.bank_counts()

    table.play(state, "1 Anna & d3 WW>c3 &X Ben 2>O")

    assert counts(state.hands[0]) == (0, 0, 0, 0, 0)
    assert counts(state.hands[1]) == (0, 0, 0, 0, 1)
    assert state.bank_counts() == (*bank[:2], bank[2] + 2, bank[3], bank[4] - 1)
    assert (state.figure, state.robber) == (
        state.places.grid.hex_named["d3"],
        state.places.grid.hex_named["c3"],
    )
    assert state.tokens == (0, 0, 0)
    assert state.visited


@pytest.mark.rule("EB-045", "EB-046", "SC-045", "SC-046")
@skins
def test_who_has_one_and_receives_two_keeps_one(part):
    state = after("1 Anna 12", ruleset=f"base+{part}", hands={"Anna": "W"}, built={"Ben": "b1n"})
    state.tokens, state.figure = (0, 1, 0), 0

    table.play(state, "1 Anna & b1 W")
    assert state.tokens == (0, 3, 0)
    table.play(state, "1 Ben &X Ben 2>O")

    assert (state.tokens, state.exchanging) == ((0, 1, 0), ())


@pytest.mark.rule("EB-005", "EB-047", "EBD-11", "SC-005", "SC-047", "SCD-11")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_eleven_tokens_are_enough_as_each_exchanges_before_the_next_receives(series, part):
    """All six have one, and three of them have a settlement at the special hex."""
    ruleset, state = of_six(part)
    state.phase, state.turn, state.figure = MAIN, 2, 0
    state.tokens = (1,) * 6
    state.buildings = [0] * 6
    for seat, spot in zip((0, 2, 4), FIVE_SIX.grid.points[state.home][::2], strict=True):
        state.build(seat, spot)
    home = FIVE_SIX.grid.hex_names[state.home]
    move, *exchanges = read_of(
        state, f"1 Cyril & {home} W &X Cyril 2>O &X Emil 2>G &X Anna 2>B &X Emil 2>G"
    )
    held = []
    for action in (move, *exchanges[:3]):
        assert ruleset.play(state, action) == ()
        held.append(state.tokens)

    assert held == [
        (1, 1, 3, 1, 1, 1),
        (1, 1, 1, 1, 3, 1),
        (3, 1, 1, 1, 1, 1),
        (1, 1, 1, 1, 1, 1),
    ]
    found = ruleset.broken(state, exchanges[3])
    assert [broken.rule.id for broken in found] == [f"{series}-044"]


@pytest.mark.rule("EB-047", "SC-047")
@skins
def test_an_exchange_out_of_order_takes_nothing_from_who_was_due_first(part):
    state = after("1 Anna 12", ruleset=f"base+{part}", hands={"Anna": "W"}, tokens=(0, 1, 1))
    table.play(state, "1 Anna & b4 W")
    (early,) = actions_of("1 Anna &X Cyril 2>O", ruleset=f"base+{part}").actions

    rulesets.by_key(f"base+{part}").play(state, early)
    assert (state.tokens, state.exchanging) == ((0, 2, 0), (1,))
    table.play(state, "1 Anna &X Ben 2>O")

    assert (state.tokens, state.exchanging, state.coming) == ((0, 0, 0), (), (0, 0, 0))


@pytest.mark.rule("EB-043", "SC-043")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_from_an_empty_bank_the_tokens_go_back_for_nothing(series, part):
    empty = dict.fromkeys("BLWGO", 0)
    state = after(
        "1 Anna 12", ruleset=f"base+{part}", hands={"Anna": ""}, bank=empty, tokens=(0, 1, 0)
    )
    state.receive((0, 1, 0))

    assert broken(state, "1 Anna &X Ben 2>O") == [f"{series}-043"]
    assert [action.facts for action in rulesets.by_key(f"base+{part}").legal(state)] == [(2, 0)]
    table.play(state, "1 Anna &X Ben 2>0")
    assert state.tokens == (0, 0, 0)


@skins
def test_who_leaves_the_game_gives_the_tokens_back_and_owes_no_exchange(part):
    state = after("1 Anna 12", ruleset=f"base+{part}", players=4, tokens=(0, 1, 1, 0))
    state.receive((0, 1, 0, 0))

    table.play(state, "1 Ben GIVES-UP")

    assert (state.tokens, state.exchanging, state.phase) == ((0, 0, 1, 0), (), MAIN)
    assert state.gifts(state.places.grid.hex_named["b4"]) == (0, 0, 1, 0)


@skins
def test_while_tokens_are_due_nothing_else_is_listed_or_offered(part):
    state = after("1 Anna 12", ruleset=f"base+{part}", tokens=(0, 1, 0), hands={"Anna": "W"})
    ruleset = rulesets.by_key(f"base+{part}")
    before = {choice.verb for choice in choices(ruleset, state)}
    table.play(state, "1 Anna & d3 W")

    now = choices(ruleset, state)

    assert {"figure", "deal", "end_turn"} <= before
    assert {choice.verb for choice in now if not choice.offered} == {"exchange_tokens"}
    assert {choice.verb for choice in now if choice.offered} == {"bell", "concede", "abandon"}
    assert {choice.seat for choice in now if choice.verb == "exchange_tokens"} == {1}


@pytest.mark.parametrize(
    ("island", "own"), [("base", 10), ("cities-knights", 13), ("seafarers", 14)]
)
@skins
def test_ten_points_win_unless_those_of_the_expansion_are_declared(island, own, part):
    """EBD-15, SCD-15; and any event may have another number of points."""
    head = table.head(f"{island}+{part}", 4)
    ruleset = rulesets.by_key(f"{island}+{part}")

    def target(options):
        return ruleset.setup(record.parse(head + options, rulesets.by_key).header).target

    assert target("") == 10
    assert target('[Options "expansion_goal=1"]') == own
    assert target('[Options "target=12"]') == 12
    with pytest.raises(NotARecord, match="for expansion_goal a number from 0 to 1"):
        target('[Options "expansion_goal=2"]')


CITY = "GGOOO"

GOALS = [
    ("base", "", "051", 10),
    ("cities-knights", "", "051", 10),
    ("seafarers", "", "051", 10),
    ("cities-knights+seafarers", "", "051", 10),
    ("cities-knights", "expansion_goal=1", "CK-221", 13),
    ("seafarers", "expansion_goal=1", "SF-28", 14),
    ("cities-knights+seafarers", "expansion_goal=1", "CKS-09", 16),
]


def of_the_goal(island, options, rule, part):
    """The rule set, a state in which Anna has rolled, and the rule that says how many points win;
    in that rule stands no other number."""
    series = next(series for series, name in SKINS.items() if name == part)
    ruleset = rulesets.by_key(f"{island}+{part}")
    told = f'[Options "{options}"]\n' if options else ""
    state = ruleset.setup(record.parse(table.head(ruleset.key, 4) + told, rulesets.by_key).header)
    state.phase = MAIN
    return ruleset, state, f"{series}-{rule}" if rule == "051" else rule


@pytest.mark.rule("EB-051", "SC-051", "CK-221", "SF-28", "CKS-09")
@pytest.mark.parametrize(("island", "options", "rule", "goal"), GOALS)
@skins
def test_a_win_too_early_is_told_by_the_goal_in_force_alone(island, options, rule, goal, part):
    ruleset, state, rule = of_the_goal(island, options, rule, part)
    claim = Action(state.turn, "claim")
    header = state.header.__class__(ruleset.key, state.header.players, winners=(state.turn,))

    state.points[state.turn] = goal - 1
    (claimed,) = ruleset.broken(state, claim)
    ((told, _),) = ruleset.closing[0](state, header)
    state.points[state.turn] = goal
    state.end_if_won()

    assert (claimed.rule.id, told) == (rule, rule)
    assert set(re.findall(r"\d+", claimed.rule.text)) <= {str(goal)}
    assert ruleset.broken(state, claim) == ()
    assert [*ruleset.closing[0](state, header)] == []


@pytest.mark.rule("EB-051", "SC-051", "CK-221", "CKS-09")
@pytest.mark.parametrize(
    ("island", "options", "rule", "goal"), [one for one in GOALS if "cities" in one[0]]
)
@skins
def test_what_is_played_after_a_win_is_told_by_the_goal_in_force(island, options, rule, goal, part):
    ruleset, state, rule = of_the_goal(island, options, rule, part)
    state.points[state.turn] = goal
    state.end_if_won()

    found = ruleset.broken(state, Action((state.turn + 1) % 4, "claim"))
    later = ruleset.broken(state, Action(state.turn, "bell"))

    assert [one.rule.id for one in (*found, *later)] == [rule, rule]


@pytest.mark.rule("EB-051", "SC-051")
@pytest.mark.parametrize(("points", "rules"), [(9, ["051"]), (10, [])])
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_nine_points_on_turn_are_too_few(series, part, points, rules):
    state = after("1 Anna 12", ruleset=f"base+{part}", points=[points - 1, 2, 2])
    give(state, 0, CITY)

    found = broken(state, "1 Anna C b2s *")

    assert found == [f"{series}-{rule}" for rule in rules]


@pytest.mark.rule("B-178")
def test_another_number_of_points_is_told_as_what_this_game_is_played_to():
    lines = ('[Options "target=12"]', *table.FOUNDED, "1 Anna 12 *")
    text = table.head("base") + "\n".join(lines)

    (found,) = verdict_on(text.encode())["findings"]

    assert found["detail"] == "Anna has 2 points; this game is played to 12"


# Five and six players


def of_six(part, seed="7"):
    """After a founding at the first free intersections, rock 1 with Anna, after her roll."""
    key = f"base56+{part}"
    ruleset = rulesets.by_key(key)
    board = generate(FIVE_SIX, seed, rules_of(key))
    state = ruleset.setup(Header(key, tuple(map(Player, SIX)), board))
    while state.phase < 4:
        ruleset.play(state, next(iter(ruleset.legal(state))))
    for seat in range(6):
        give(state, seat, "WWO")
    return ruleset, state


def read_of(state, line):
    ruleset = rulesets.by_key(state.header.ruleset)
    text = record.write(Record(state.header, ()), ruleset.notation)
    return record.parse(text + line, rulesets.by_key).actions


@pytest.mark.rule("EB-032", "SC-032")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_the_holder_of_rock_2_does_not_move_the_figure(series, part):
    ruleset, state, (_, second) = moves_of_both(part)

    state.phase, state.turn = PAIRED, 3
    assert [found.rule.id for found in ruleset.broken(state, second)] == [f"{series}-032"]
    assert not any(action.verb == "figure" for action in ruleset.legal(state))


@pytest.mark.rule("EB-032", "SC-032")
@skins
def test_the_holder_of_rock_1_moves_the_figure(part):
    ruleset, state, (first, _) = moves_of_both(part)

    assert ruleset.broken(state, first) == ()


def moves_of_both(part):
    """Anna has rolled; the same move of the figure by her and by Dana, who has rock 2."""
    ruleset, state = of_six(part)
    hex_ = next(hex_ for hex_ in range(30) if hex_ not in (state.figure, state.robber))
    name = FIVE_SIX.grid.hex_names[hex_]
    moves = read_of(state, f"1 Anna & {name} W / Dana: & {name} W")[::2]
    for action in read_of(state, "1 Anna 12"):
        ruleset.play(state, action)
    return ruleset, state, moves


@pytest.mark.rule("EB-024", "EB-029", "EB-030", "SC-024", "SC-029", "SC-030")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_with_two_deserts_the_robber_goes_to_one_of_choice_or_to_the_other(series, part):
    ruleset, state = of_six(part)
    state.phase = MAIN
    here, there = state.deserts
    state.move_robber(here)

    def listed():
        moves = [action for action in ruleset.legal(state) if action.verb == "figure"]
        return {action.facts[2] for action in moves if action.facts[0] == state.robber}

    assert listed() == {there}
    wrong = next(action for action in ruleset.legal(state) if action.verb == "figure")
    facts = (here, 2 * (1 << 16), here, UNTOLD)
    found = ruleset.broken(state, wrong._replace(facts=facts))
    assert [broken.rule.id for broken in found] == [f"{series}-024"]
    cheap = wrong._replace(facts=(here, 1 << 16, there, UNTOLD))
    assert [broken.rule.id for broken in ruleset.broken(state, cheap)] == [f"{series}-029"]
    state.move_robber(state.header.board.doubled[0][0])
    assert listed() == {here, there}
    state.figure = here
    assert listed() == {here, there}


# Cities & Knights and Seafarers


@pytest.mark.rule("EB-048", "EB-049", "EB-050", "SC-048", "SC-049", "SC-050")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_neither_a_knight_nor_the_bishop_puts_the_robber_there(series, part):
    ruleset = rulesets.by_key(f"cities-knights+{part}")
    state = in_cities(part)
    seat = state.turn
    colour, kind = PLACES["Bi"]
    state.progress[colour][seat] += 1 << 8 * kind

    listed = {action.facts[0] for action in ruleset.legal(state) if action.verb == "bishop"}

    assert listed
    assert not listed & {state.figure, state.home, state.robber}
    robbed = (action for action in ruleset.legal(state) if action.verb == "bishop")
    sent = next(action for action in robbed if not action.facts[1])
    for hex_ in (0, state.home):
        state.figure = 0
        found = {
            broken.rule.id
            for broken in ruleset.broken(state, sent._replace(facts=(hex_, sent.facts[1])))
        }
        assert f"{series}-050" in found
        assert not found & {f"{series}-048", f"{series}-049"}
    state.figure = state.home
    assert ruleset.broken(state, sent) == ()


@pytest.mark.rule("EB-048", "EB-049", "SC-048", "SC-049")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_a_knight_that_chases_the_robber_is_no_card(series, part):
    state = in_cities(part)
    state.phase, state.by_knight, state.figure = ROBBER, True, 0
    ruleset = rulesets.by_key(f"cities-knights+{part}")

    for hex_, rule in ((0, "048"), (state.home, "049")):
        moved = Action(state.turn, "robber", (hex_, NOBODY, NOBODY))
        found = [broken.rule.id for broken in ruleset.broken(state, moved)]
        assert f"{series}-{rule}" in found
        assert f"{series}-050" not in found


def in_cities(part, ruleset="cities-knights"):
    """After a roll, once the barbarians have attacked."""
    chance = random.Random(5)
    rules = rulesets.by_key(f"{ruleset}+{part}")
    state = new_game(rules, chance)
    while not (state.phase == MAIN and state.attacked):
        rules.play(state, legal_action(rules, state, chance))
    return state


@pytest.mark.rule("CK-085")
@skins
def test_before_the_first_attack_the_figure_does_not_chase_the_robber(part):
    key = f"cities-knights+seafarers+{part}"
    ruleset = rulesets.by_key(key)
    board = generate(FRAMES["through-the-desert-4"], "7", rules_of(key))
    state = ruleset.setup(Header(key, tuple(map(Player, SIX[:4])), board))
    chance = random.Random(3)
    while state.phase != MAIN:
        ruleset.play(state, legal_action(ruleset, state, chance))
    give(state, state.turn, "WW")

    def moves():
        listed = [action for action in ruleset.legal(state) if action.verb == "figure"]
        return [action for action in listed if action.facts[0] == state.robber]

    assert not state.attacked
    assert moves() == []
    state.attacked = True
    assert {action.facts[2] for action in moves()} == set(state.deserts) - {state.robber}
    (chase, *_) = moves()
    state.attacked = False
    assert [found.rule.id for found in ruleset.broken(state, chase)] == ["CK-085"]


@skins
def test_gold_with_two_numbers_brings_cards_for_both(part):
    key = f"seafarers+{part}"
    board = golden(key)
    state = rulesets.by_key(key).setup(Header(key, tuple(map(Player, SIX[:4])), board))
    hex_ = board.doubled[0][0]

    state.build(0, FRAMES["through-the-desert-4"].grid.points[hex_][0])

    assert state.gold_due(2)[0] == state.gold_due(12)[0] == 1


def golden(key):
    """A board on which 2 and 12 lie on gold."""
    frame = FRAMES["through-the-desert-4"]
    boards = (generate(frame, str(seed), rules_of(key)) for seed in range(100))
    return next(board for board in boards if board.terrain[board.doubled[0][0]] is Terrain.GOLD)


# Written down


@skins
def test_what_is_written_is_read_back_as_text_and_as_json(part):
    key = f"base+{part}"
    lines = (*table.FOUNDED, "1 Anna 12 & d1 W +Anna:1 +Cyril:1", "2 Ben 7 K a2", "3 Cyril 12")
    more = ("& a2 WW>c3 +Ben:1", "&X Ben 2>O", "& a1 W +0", "& a1 W")
    game = actions_of(*lines[:-1], " ".join((lines[-1], *more)), ruleset=key)
    notation = rulesets.by_key(key).notation

    text = record.write(game, notation)

    assert "& d1 W +Anna:1 +Cyril:1" in text
    assert "& a2 WW>c3 +Ben:1  &X Ben 2>O  & a1 W +0  & a1 W" in text
    read = record.parse(text, rulesets.by_key)
    assert [action._replace(line=0) for action in read.actions] == [
        action._replace(line=0) for action in game.actions
    ]
    document = write_document(game, notation)
    figure = next(action for action in document["actions"] if action["verb"] == "figure")
    assert figure == {
        "seat": 0,
        "verb": "figure",
        "hex": "d1",
        "paid": {"wool": 1},
        "robber": None,
        "received": [1, 0, 1],
    }
    assert read_document(document, rulesets.by_key).actions == tuple(
        action._replace(line=0) for action in read.actions
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("& x9 W", "a hex such as c2"),
        ("& a1", "the wool that is paid"),
        ("& a1 Q", "the wool that is paid"),
        ("& a1 W +Anna:LL", "tokens received"),
        ("& a1 W +Zoe:1", "the name of a player"),
        ("&X Anna O", "tokens and the card"),
        ("&X Anna 2>Q", "tokens and the card"),
    ],
)
@skins
def test_a_wrong_word_is_told_with_what_was_expected(words, expected, part):
    with pytest.raises(NotARecord, match=re.escape(expected)):
        actions_of(f"1 Anna 12 {words}", ruleset=f"base+{part}")


@pytest.mark.parametrize("received", [[1, 0], "1", [1, 0, -1], [1, 0, 99]])
@skins
def test_tokens_in_json_are_a_number_for_each_seat(received, part):
    key = f"base+{part}"
    game = actions_of("1 Anna & a1 W", ruleset=key)
    document = write_document(game, rulesets.by_key(key).notation)
    document["actions"][0]["received"] = received

    with pytest.raises(NotARecord, match="received"):
        read_document(document, rulesets.by_key)


@skins
def test_wool_that_was_paid_tells_what_was_stolen_unseen(part):
    key = f"base+{part}"
    state = after("1 Anna 7", ruleset=key, hands={"Anna": "", "Ben": "WO"})
    ruleset = rulesets.by_key(key)

    for action in actions_of("1 Anna K d3<Ben:? & a1 W", ruleset=key).actions:
        assert ruleset.play(state, action) == ()

    assert counts(state.hands[0]) == (0, 0, 0, 0, 0)
    assert counts(state.hands[1]) == (0, 0, 0, 0, 1)
    (late,) = actions_of("1 Anna & a2 W", ruleset=key).actions
    assert {"EB-026", "SC-026"} & {found.rule.id for found in ruleset.broken(state, late)}


# Whole games


@pytest.mark.rule("EB-005", "EB-045", "SC-005", "SC-045")
@pytest.mark.parametrize("island", ["base", "base56", "cities-knights", "seafarers"])
@skins
def test_there_are_eleven_tokens_and_nobody_keeps_two(island, part):
    """What is not with the players is beside the board: never fewer than none."""
    ruleset = rulesets.by_key(f"{island}+{part}")
    chance = random.Random(2)
    state = new_game(ruleset, chance)
    moved = exchanged = 0
    for _ in range(1500):
        action = legal_action(ruleset, state, chance)
        if action is None:
            break
        held = sum(state.tokens) + sum(state.coming)
        ruleset.play(state, action)
        moved += action.verb == "figure"
        exchanged += action.verb == "exchange_tokens"
        assert 0 <= sum(state.tokens) <= 11
        assert [seat for seat in state.seats if state.tokens[seat] > 1] == [*state.exchanging[:1]]
        assert state.exchanging or not any(state.coming)
        if action.verb == "exchange_tokens":
            assert sum(state.tokens) + sum(state.coming) == held - 2
        elif action.verb not in ("figure", "concede"):
            assert sum(state.tokens) == held

    assert moved > 5
    assert exchanged > 3


@skins
@pytest.mark.parametrize(
    ("behind", "next_turn", "late"),
    [
        ("", "", ["042"]),
        ("", " &X Ben 2>O", ["042"]),
        (" / !2", "", []),
        (" &X Ben 2>O", "", []),
        (" GIVES-UP", "", ["041"]),
        (" GIVES-UP &X Ben 2>O", "", []),
    ],
)
def test_an_exchange_that_is_left_out_is_missed_once(part, behind, next_turn, late):
    lines = (
        *("1 Anna 12 +Anna:W !1 & b4 W", "2 Ben 12", "3 Cyril 12"),
        *(f"4 Anna 12 +Anna:W !3 & a3 W{behind}", f"5 Ben 12{next_turn}", "6 Cyril 12"),
    )
    text = table.head(f"base+{part}") + "\n".join((*table.FOUNDED, *lines)) + "\n"

    found = verdict_on(text.encode())

    series = "SC" if part == "santa" else "EB"
    assert not found.get("errors")
    assert [finding["rule"] for finding in found["findings"]] == [f"{series}-{row}" for row in late]


ISLAND = (
    "a1 B5 a2 L10 a3 W8 b1 HG b2 O9 b3 B11 b4 L4 c1 W6 "
    "c2 G4 c3 D c4 O3 c5 B11 d1 L3 d2 W5 d3 G6 d4 O2+12 e1 L8 e2 W10 e3 G9"
)

UNSEEN_PRICE = """[Ruleset "base+{part}"]
[Seats "Anna=red Ben=blue Cyril=white"]
[Board "{board}"]
[Harbours "a1nw 3:1 b1w B d1w 3:1 e1sw L e2se W d4se 3:1 c5e G b4ne 3:1 a2ne O"]
Anna   S b2s  R b2sw
Ben    S d3s  R d3sw
Cyril  S b4s  R b4sw
Cyril  S d1n  R d1ne
Ben    S a3s  R a3sw
Anna   S e1n  R e1nw
1 Anna  5   & b4 W
2 Ben   7   K d1<Anna:?
3 Cyril 6   & {price}
"""


@pytest.mark.rule("SC-020", "EB-020")
@pytest.mark.parametrize("price", ["d1 ?", "d1 2?", "d1 W?", "b3 ?"])
@pytest.mark.parametrize(("part", "series"), [("santa", "SC"), ("easter-bunny", "EB")])
def test_a_price_that_nobody_saw_is_refused_after_a_theft_that_nobody_saw(part, series, price):
    found = verdict_on(UNSEEN_PRICE.format(part=part, board=ISLAND, price=price).encode())

    assert f"{series}-020" in [one["rule"] for one in found["findings"]]


IN_CITIES = """[Position "Anna: S b2s C e1n R b2sw e1nw H {hand}
Ben: S d3s C a3s R d3sw a3sw H {unseen}
Cyril: S b4s C d1n R b4sw d1ne
& b1 SHIP 3 TURN Anna ROLLED NOW 0 ATTACKED NOT-VISITED"]
1 Anna {line}
"""


@pytest.mark.rule("SC-020", "EB-020", "SC-043", "EB-043")
@pytest.mark.parametrize("unseen", ["0", "3?"])
@pytest.mark.parametrize(
    ("hand", "line", "told"),
    [
        ("CC", "& d3 C", "020 1× cloth are not wool only"),
        ("WC", "& d3 WC", "020 1× wool, 1× cloth are not wool only"),
        ("GG", "& d3 G", "020 1× grain are not wool only"),
        ("W", "&X Anna 2>M", "043 1× coin are not resources only"),
    ],
)
@pytest.mark.parametrize("series", SKINS)
def test_a_commodity_is_no_price_and_no_card_for_tokens(series, hand, line, told, unseen):
    text = table.head(f"cities-knights+{SKINS[series]}", 3)
    text += IN_CITIES.format(hand=hand, line=line, unseen=unseen)
    game = record.parse(text, rulesets.by_key)
    document = write_document(game, rulesets.by_key(game.header.ruleset).notation)

    found = verdict_on(text.encode())["findings"]

    assert f"{series}-{told}" in [f"{one['rule']} {one['detail']}" for one in found]
    assert read_document(document, rulesets.by_key).actions == tuple(
        action._replace(line=0) for action in game.actions
    )
