"""The viewer of an island tells of a moment what Cities & Knights and Best Friends add to it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.drawing.pieces import Knight
from games.engine import rulesets
from games.viewers import island
from games.viewers.island import (
    PARTS,
    VIEWER,
    Kindness,
    beside,
    dice,
    hands_of,
    held,
    lit,
    position_of,
)
from games.viewers.viewer import Scene
from tests.games.rulesets.chance import new_game
from tests.games.rulesets.cities_table import FOUNDED, RULES, after, lines
from tests.games.rulesets.table import actions_of
from tests.games.rulesets.table import after as friends_after
from tests.markup import seen

LINE = "1 Anna 3+6b"


def scene(**given):
    game = lines(*FOUNDED, LINE)
    return Scene(RULES, game.header, game.actions, after(LINE, **given), len(game.actions))


def test_the_red_and_the_yellow_die_and_the_event_die_are_shown():
    with translation.override("en"):
        (red, yellow, event), words = dice(scene())

    assert (red.count("<circle"), yellow.count("<circle")) == (3, 6)
    assert ">B</text>" in event
    assert words == "9 · blue gate"


def test_a_place_is_lit_whatever_the_fact_is_called():
    game = lines(*FOUNDED, LINE, "2 Ben 1+1s", "3 Cyril 1+1s M b2sw>c2nw")
    grid = game.header.board.frame.grid
    moved = Scene(RULES, game.header, game.actions, after(LINE), len(game.actions))

    shown = VIEWER.picture(moved, key="board", title="")

    assert set(lit(moved)["intersection"]) == {
        grid.intersection_named[name] for name in ("b2sw", "c2nw")
    }
    assert 'class="lit"' in shown


def test_commodities_and_progress_cards_are_named():
    with translation.override("en"):
        anna, *_ = hands_of(scene(hands={"Anna": "LLMP"}, progress={"Anna": "Mi Mi Sp"}))

    assert [(pile.name, pile.count) for pile in anna.resources if pile.count] == [
        ("lumber", 2),
        ("coin", 1),
        ("paper", 1),
    ]
    assert [(pile.name, pile.count) for pile in anna.development] == [("Spy", 1), ("Mining", 2)]
    assert anna.cards == 4


def test_the_recorder_is_told_of_commodities():
    anna, *_ = held(RULES, after(hands={"Anna": "LMM"}))

    assert (anna["lumber"], anna["coin"]) == (1, 2)


def test_knights_walls_metropolises_reduced_cities_and_the_merchant_are_on_the_board():
    state = after(
        knights={"Anna": "b2sw=2+", "Ben": "d3sw=1"},
        metropolises={"Anna": "e1n=b"},
        walls={"Anna": "e1n"},
        reduced={"Ben": "a3s"},
        merchant="Cyril c2",
    )
    grid = state.places.grid
    spots = grid.intersection_named

    position = position_of(RULES, ["red", "blue", "white"], state)

    assert position.knights == {
        spots["b2sw"]: Knight("red", 2, active=True),
        spots["d3sw"]: Knight("blue", 1, active=False),
    }
    assert position.metropolises == position.walls == {spots["e1n"]: "red"}
    assert position.reduced == {spots["a3s"]: "blue"}
    assert position.cities == {spots["d1n"]: "white"}
    assert position.settlements == {
        spots["b2s"]: "red",
        spots["d3s"]: "blue",
        spots["b4s"]: "white",
    }
    assert position.merchant == {grid.hex_named["c2"]: "white"}


def test_levels_defenders_and_the_strength_of_active_knights_are_told():
    with translation.override("en"):
        anna, ben, _cyril = hands_of(
            scene(
                knights={"Anna": "b2sw=2+ e1nw=1"},
                levels={"Anna": (0, 4, 2)},
                metropolises={"Anna": "e1n=b"},
                defenders=[1, 0, 0],
            )
        )

    assert [(track.name, track.level, track.metropolis) for track in anna.realm.tracks] == [
        ("trade", 0, False),
        ("politics", 4, True),
        ("science", 2, False),
    ]
    assert [track.picture.count("#2f6fb5") for track in anna.realm.tracks] == [0, 4, 0]
    assert (anna.realm.defenders, anna.realm.strength) == (1, 2)
    assert ben.realm.strength == 0


@pytest.mark.rule("CK-013")
def test_a_hand_without_largest_army_tells_of_no_knights_played():
    with translation.override("en"):
        anna, *_ = hands_of(scene(levels={"Anna": (0, 5, 2)}, knights={"Anna": "b2sw=3+"}))
        page = seen(render_to_string(VIEWER.hand, {"hand": anna}))

    assert "Knights played" not in page
    assert 'title="politics: 5"' in page
    assert "Strength of active knights: <strong>3</strong>" in page


def test_the_barbarians_are_held_against_all_active_knights():
    given = scene(knights={"Anna": "b2sw=2+", "Ben": "d3sw=1+ a3sw=1"}, ship=4)

    with translation.override("en"):
        shown = beside(given)

    assert shown.words == (
        "the barbarian ship is on space 4",
        "3 barbarians against knights of strength 3",
    )
    assert "translate(104 1)" in shown.picture


def friends(**given):
    actions = actions_of("1 Anna 12", ruleset=FRIENDS).actions
    state = friends_after("1 Anna 12", ruleset=FRIENDS, **given)
    return Scene(rulesets.by_key(FRIENDS), state.header, actions, state, len(actions))


FRIENDS = "base+best-friends"


@pytest.mark.rule("BF-062", "BF-092")
def test_tokens_are_told_of_each_player_and_lie_on_the_guild_board():
    given = friends(tokens=[3, 0, 1], merits=[2, 0, 0], pool=31, laid_on=[1, 0, 0, 2, 4])

    with translation.override("en"):
        anna, *_ = hands_of(given)
        page = seen(render_to_string(VIEWER.hand, {"hand": anna, "closed": True}))
        shown = beside(given)

    assert anna.kindness == Kindness(tokens=3, merits=2)
    assert "Favour tokens: <strong>3</strong>" in page
    assert "Victory point tokens: <strong>2</strong>" in page
    assert shown.words == ("tokens in the pool: 31", "victory point tokens left: 14")
    assert "traders: 1, merchants: 0, road builders: 0, scholars: 2, master builders: 4" in (
        shown.picture
    )


def test_without_tokens_there_is_no_guild_board():
    given = Scene(rulesets.by_key("base"), actions_of().header, (), friends_after(), 0)

    assert beside(given) is None
    assert hands_of(given)[0].kindness is None


def test_what_an_island_shows_comes_from_its_rule_set():
    islands = [ruleset for ruleset in rulesets.RULESETS if ruleset.viewer == "island"]

    assert {part for ruleset in islands for part in ruleset.shows} == PARTS.keys()
    assert "isinstance(" not in Path(island.__file__).read_text()


def test_ships_pirate_and_figure_are_shown_where_they_are_played():
    ruleset = rulesets.by_key("seafarers+santa")
    state = new_game(ruleset, random.Random(3))
    state.ships[0] = 1 << 5

    position = position_of(ruleset, ["red", "blue", "white", "black"][: state.n], state)

    assert position.ships == {5: "red"}
    assert position.figure == state.figure
