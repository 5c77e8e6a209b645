"""The 54 progress cards of Cities & Knights: when each kind is played, by whom, and where it goes.
The table is drawn in `cities_table`; what the cards need and bring is in a file for each deck."""

from __future__ import annotations

import re

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.rulesets.base.packed import LETTERS, PLACE
from games.engine.rulesets.cities_knights.decks import DECKS, PLACES
from games.engine.rulesets.cities_knights.hand import KINDS
from tests.games.rulesets.cities_table import KEY, RICH, laid_out, lines, play, rolled
from tests.games.rulesets.progress_table import DESERTED, PLAYS, RIVAL, played
from tests.games.rulesets.table import SIX, broken

each_card = pytest.mark.parametrize("play_", PLAYS, ids=[play_[:2] for play_ in PLAYS])


def test_every_card_that_can_be_played_is_among_the_plays():
    open_cards = {"Pr", "Co", "Al"}

    assert {play_[:2] for play_ in PLAYS} == PLACES.keys() - open_cards


@pytest.mark.rule("CK-060", "CK-061", "CK-062")
@each_card
def test_the_card_is_played_after_the_roll_by_who_holds_it(play_):
    state = laid_out(played(play_))

    assert broken(state, f"1 Anna {play_}") == []


@pytest.mark.rule("CK-060")
@each_card
def test_the_card_is_not_played_before_the_roll(play_):
    given = played(play_)
    given.pop("lines")

    assert "CK-060" in broken(laid_out(given), f"1 Anna {play_}")


@pytest.mark.rule("CK-060")
@each_card
def test_the_card_is_not_played_on_the_turn_of_somebody_else(play_):
    state = laid_out(played(play_))
    play(state, "1 Anna /")

    assert "CK-060" in broken(state, f"2 Ben 1+1y Anna: {play_}")


@pytest.mark.rule("CK-061")
@each_card
def test_the_card_is_not_played_by_who_does_not_hold_it(play_):
    given = played(play_)
    given["progress"] = {name: held for name, held in given["progress"].items() if name != "Anna"}

    assert "CK-061" in broken(laid_out(given), f"1 Anna {play_}")


@pytest.mark.rule("CK-064")
@each_card
def test_the_card_goes_under_its_deck(play_):
    state = laid_out(played(play_))
    play(state, f"1 Anna {play_}")

    colour, kind = PLACES[play_[:2]]
    assert state.under[colour] == (kind,)
    assert state.face_down(0) == (play_[:2] == "Sp")


MONOPOLISTS = {"hands": {"Anna": "L", "Ben": "MMOOO", "Cyril": "O"}}

MOVES = {
    "Mi": ({}, "Mi", "Anna +OO bank -OO"),
    "Ir": ({}, "Ir", "Anna +GG bank -GG"),
    "Cr": (
        {"hands": {"Anna": "PLL"}, "levels": {"Anna": (0, 0, 1)}},
        "Cr I g2-",
        "Anna -P bank +P",
    ),
    "En": ({}, "En e1n", ""),
    "Sm": ({"knights": {"Anna": "b2sw=1 e1nw=1"}}, "Sm b2sw e1nw", ""),
    "Me": ({"hands": {"Anna": "GOOL"}}, "Me b2s", "Anna -GOO bank +GOO"),
    "Rb": ({}, "Rb b2se e1w", ""),
    "In": ({}, "In a1 a2", ""),
    "Wa": ({"knights": {"Anna": "b2sw=3 e1nw=1"}}, "Wa", ""),
    "Bi": ({"attacked": True}, "Bi b4<Ben:W<Cyril:L", "Anna +WL Ben -W Cyril -L"),
    "Di": ({}, "Di b2sw>b2se", ""),
    "We": ({"cities": RICH}, "We G Ben WB", "Anna +WB Ben -WB"),
    "It": (RIVAL, "It c2nw>d1ne", ""),
    "Sa": ({}, "Sa X Ben W X Cyril L", "Ben -W Cyril -L bank +WL"),
    "Sp": ({"progress": {"Ben": "Mi Cr"}}, "Sp Ben Mi", ""),
    "De": (DESERTED, "De d3sw>c2nw", ""),
    "Mt": ({"hands": {"Anna": "WWL"}}, "Mt d2 T 2W>O", "Anna -WW+O bank +WW-O"),
    "Ch": (
        {"hands": {"Anna": "LL", "Ben": "MP"}},
        "Ch J Ben L<>P J Cyril L<>0",
        "Anna -L+P Ben +L-P",
    ),
    "Mf": ({"hands": {"Anna": "PPPPL"}}, "Mf T 2P>O T 2P>M", "Anna -PPPP+OM bank +PPPP-OM"),
    "Mm": ({"cities": RICH}, "Mm Ben WB", "Anna +WB Ben -WB"),
    "Cm": (MONOPOLISTS, "Cm M", "Anna +M Ben -M"),
    "Rm": (MONOPOLISTS, "Rm O", "Anna +OOO Ben -OO Cyril -O"),
}
"""By card: the position, the play and what follows from it, and all cards that change hands."""


def test_every_card_is_counted():
    assert MOVES.keys() == {play_[:2] for play_ in PLAYS}


@pytest.mark.rule("CK-002")
@pytest.mark.parametrize(("given", "line", "moved"), MOVES.values(), ids=MOVES)
def test_these_cards_change_hands_and_no_others(given, line, moved):
    position = rolled(**given)
    position["progress"] = {"Anna": line[:2]} | position.get("progress", {})
    state = laid_out(position)
    expected = purses(state)
    for whose, change in zip(*[iter(moved.split())] * 2, strict=True):
        for sign, letters in re.findall(r"([+-])([A-Z]+)", change):
            for letter in letters:
                expected[whose, letter] += 1 if sign == "+" else -1

    play(state, f"1 Anna {line}")

    assert purses(state) == expected


def purses(state):
    """Cards by whose they are and their letter, those of the bank too."""
    return {
        (whose, LETTERS[kind]): cards
        for kind in KINDS
        for whose, cards in (
            ("bank", state.in_bank(kind)),
            *((SIX[seat], hand >> 8 * kind & PLACE) for seat, hand in enumerate(state.hands)),
        )
    }


@pytest.mark.rule("CK-059", "CK-235", "CK-278", "CK-056")
def test_printer_and_constitution_lie_open_at_once_as_a_point():
    state = laid_out({"levels": {"Ben": (0, 1, 1)}, "then": "1 Anna 1+1g D Ben Pr"})
    play(state, "1 Anna / Ben: 1+1b D Ben Co")

    assert state.points[1] == 5
    assert state.face_down(1) == 0


@pytest.mark.rule("CK-235", "CK-278")
@pytest.mark.parametrize("letters", ["Pr", "Co"])
def test_an_open_card_is_never_played(letters):
    with pytest.raises(NotARecord):
        lines(f"1 Anna {letters}")


@pytest.mark.rule("CK-001", "CK-004", "CK-005", "CK-006", "CK-007")
def test_there_are_three_decks_of_eighteen_cards():
    assert [sum(card.copies for card in deck) for deck in DECKS] == [18, 18, 18]


@pytest.mark.rule("CK-063")
def test_progress_cards_are_not_traded():
    with pytest.raises(NotARecord):
        lines("1 Anna P Ben OO<>Sp")


@pytest.mark.parametrize("text", ["Sp Ben", "Di d3sw>", "De d3sw>c2nw=4", "In a1", "Al 3", "Cm ?"])
def test_half_a_card_is_a_mistake_of_the_text(text):
    with pytest.raises(NotARecord):
        lines(f"1 Anna {text}")


def test_the_rule_set_is_the_one_that_is_asked_for():
    assert rulesets.by_key(KEY).key == KEY
