"""What a roll brings: counted anew from the board, short banks, and which rule a wrong count
breaks."""

from __future__ import annotations

import random

import pytest

from games.engine import rulesets
from games.engine.rulesets.base.packed import FULL, LETTERS, ONE, RESOURCES, counts
from tests.games.rulesets.chance import legal_action, new_game
from tests.games.rulesets.table import actions_of, after, broken

FOUR = "+Anna:G +Ben:L +Cyril:LG"
"""What a 4 brings at the table."""

BASIC = [rulesets.by_key(key) for key in ("base", "base+tour", "base56")]


def cards_due(state, total):
    """By seat, the cards in letters: each building counted at each hex with the number."""
    board, places = state.header.board, state.places
    due = [""] * state.n
    for hex_, number in enumerate(board.numbers):
        if number == total and hex_ != state.robber:
            letter = LETTERS[RESOURCES.index(board.terrain[hex_].gives)]
            for spot in places.grid.points[hex_]:
                for seat in state.seats:
                    stands = state.buildings[seat] >> spot & 1
                    due[seat] += letter * (stands + (state.cities[seat] >> spot & 1))
    return due


def paid_out(due, bank):
    """The same after a bank that holds `bank` cards of each letter has paid what it can."""
    for letter in LETTERS[:5]:
        wanted = [cards.count(letter) for cards in due]
        if sum(wanted) > bank[letter]:
            rest = bank[letter] if sum(map(bool, wanted)) == 1 else 0
            due = [
                cards.replace(letter, "") + letter * rest * bool(count)
                for cards, count in zip(due, wanted, strict=True)
            ]
    return due


def in_letters(packed):
    return ["".join(a * n for a, n in zip("BLWGO", counts(hand), strict=True)) for hand in packed]


@pytest.mark.rule("B-073", "B-074", "B-075", "B-076", "B-077", "B-078", "B-082", "B-083", "B-084")
@pytest.mark.parametrize("ruleset", BASIC, ids=[ruleset.key for ruleset in BASIC])
@pytest.mark.parametrize("seed", range(4))
def test_every_roll_brings_what_the_board_shows_and_the_bank_has(ruleset, seed):
    chance = random.Random(seed)
    state = new_game(ruleset, chance)
    for step in range(500):
        action = legal_action(ruleset, state, chance)
        if action is None:
            break
        assert ruleset.play(state, action) == ()
        if action.verb in {"robber", "city", "settle"} or step % 20 == 0:
            brings_what_the_board_shows(state, chance)


def brings_what_the_board_shows(state, chance):
    whole = state.bank
    for total in range(2, 13):
        bank = {letter: chance.randrange(5) for letter in LETTERS[:5]}
        due = cards_due(state, total)
        assert sorted("".join(in_letters(state.yields[total]))) == sorted("".join(due))
        state.bank = FULL + sum(bank[letter] * ONE[LETTERS.index(letter)] for letter in bank)
        paid = ["".join(sorted(cards, key=LETTERS.index)) for cards in paid_out(due, bank)]
        assert in_letters(state.due(total)) == paid, (total, bank)
    state.bank = whole


@pytest.mark.rule("B-082", "B-083", "B-084")
@pytest.mark.parametrize(
    ("bank", "line"),
    [
        pytest.param({"L": 1}, "1 Anna 4 +Anna:G +Cyril:G", id="others of the roll are paid"),
        pytest.param({"L": 1, "G": 2}, "1 Anna 4 +Anna:G +Cyril:G", id="just enough is enough"),
        pytest.param({"L": 0, "G": 1}, "1 Anna 4 +0", id="two resources short"),
        pytest.param({"O": 0}, "1 Anna 3 +Anna:L +Cyril:L", id="one due and none there"),
    ],
)
def test_a_short_bank_pays(bank, line):
    assert broken(after(bank=bank), line) == []


@pytest.mark.rule("B-083", "B-084")
def test_who_takes_the_rest_of_a_resource_has_the_others_in_full():
    state = after(cities={"Cyril": "b4s"}, bank={"O": 1})

    assert broken(state, "1 Anna 3 +Anna:L +Cyril:LO") == []


DIFFERENCES = [
    # A building at each hex
    pytest.param({}, "4 +Anna:O +Ben:L +Cyril:LG", ["B-026", "B-074"], id="another resource"),
    pytest.param({}, "4 +Anna:G +Ben:L +Cyril:LLG", ["B-074"], id="two for a settlement"),
    pytest.param(
        {}, "3 +Anna:L +Ben:L +Cyril:LO", ["B-074"], id="one for nobody at a hex with the number"
    ),
    pytest.param({}, "4 +Anna:G +Ben:L", ["B-073"], id="one who has nothing of two hexes"),
    pytest.param({}, "4 +Ben:L +Cyril:LG", ["B-074"], id="nothing for the one who rolled"),
    # Several hexes, several buildings
    pytest.param({"built": {"Anna": "a1n"}}, "5 +Anna:B", ["B-077"], id="one of two hexes"),
    pytest.param(
        {"built": {"Ben": "c5se"}}, "11 +Ben:B +Cyril:B", ["B-077"], id="one of two alike"
    ),
    pytest.param(
        {"built": {"Ben": "c5se"}}, "11 +Ben:BBB +Cyril:B", ["B-074"], id="three for two hexes"
    ),
    pytest.param(
        {"built": {"Anna": "c2s"}}, "4 +Ben:L +Cyril:LG", ["B-074"], id="none of two buildings"
    ),
    pytest.param(
        {"built": {"Anna": "c2s"}},
        "4 +Anna:GGG +Ben:L +Cyril:LG",
        ["B-074"],
        id="three for two buildings",
    ),
    pytest.param(
        {"built": {"Anna": "b1nw b1ne"}, "cities": {"Anna": "b1nw"}},
        "4 +Anna:GG +Ben:L +Cyril:LG",
        ["B-074"],
        id="two buildings at a hex of another number",
    ),
    pytest.param(
        {"built": {"Anna": "b4n b4se"}, "cities": {"Anna": "b4n"}},
        "4 +Anna:LLLGG +Ben:L +Cyril:LG",
        ["B-074"],
        id="two buildings at a hex of another resource",
    ),
    # Cities
    pytest.param(
        {"built": {"Anna": "a2n"}, "cities": {"Anna": "e1n"}},
        "10 +Anna:LL +Ben:W",
        ["B-074"],
        id="a city at a hex of another number",
    ),
    # The robber
    pytest.param({"robber": "c2"}, "4 +Cyril:L", ["B-073"], id="another resource than the robbed"),
    pytest.param(
        {"robber": "c2"},
        "4 +Anna:GG +Ben:L +Cyril:L",
        ["B-078"],
        id="more than the robbed hex would bring",
    ),
    pytest.param(
        {"robber": "b3", "built": {"Ben": "c5se"}, "cities": {"Ben": "a3s"}},
        "11 +Ben:BB +Cyril:B",
        ["B-078"],
        id="from the robbed hex instead of the other",
    ),
    pytest.param(
        {"robber": "b3", "built": {"Ben": "c5se"}, "cities": {"Ben": "c5se"}},
        "11 +Ben:B +Cyril:B",
        ["B-075"],
        id="half of a city beside a robbed hex",
    ),
    pytest.param({"robber": "c2"}, "4 +Ben:LG +Cyril:L", ["B-026"], id="of a robbed hex of others"),
    pytest.param(
        {"robber": "c2"}, "4 +Anna:O +Ben:L +Cyril:L", ["B-026"], id="another than the robbed gives"
    ),
]


@pytest.mark.rule("B-026", "B-073", "B-074", "B-077", "B-078")
@pytest.mark.parametrize(("given", "roll", "rules"), DIFFERENCES)
def test_a_wrong_count_breaks_these_rules_and_no_others(given, roll, rules):
    assert broken(after(**given), f"1 Anna {roll}") == rules


def test_the_game_goes_on_with_the_cards_that_the_table_took():
    state = after(hands={"Anna": ""})
    ruleset = rulesets.by_key("base")
    (wrong,) = actions_of("1 Anna 4 +Anna:OO +Ben:L +Cyril:LG").actions

    assert [trouble.rule.id for trouble in ruleset.play(state, wrong)] == ["B-026", "B-074"]

    assert in_letters(state.hands)[0] == "OO"
    assert state.bank_counts()[4] == after(hands={"Anna": ""}).bank_counts()[4] - 2
