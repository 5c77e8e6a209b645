"""The list of legal actions, against known numbers and against games of another program."""

from __future__ import annotations

from collections import Counter
from math import factorial

import pytest

from games.engine import rulesets
from games.engine.board.frames import BASE as FRAME
from games.engine.board.generate import random_board
from games.engine.core import Header, Player
from games.engine.replay import moments
from tests.games.played import LEGAL, document, record

BASE = rulesets.by_key("base")

THEIR_NAMES = {
    "found": "settlement",
    "settle": "settlement",
    "found_road": "road",
    "free_road": "road",
    "bank": "bank_trade",
    "buy": "buy_dev",
    "invention": "year_of_plenty",
}

COUNTED = {
    *("settlement", "road", "city", "bank_trade", "robber", "buy_dev"),
    *("knight", "monopoly", "year_of_plenty", "road_building"),
}


def opening(players: int):
    board = random_board("opening", FRAME)
    seats = tuple(Player(f"Player {seat}") for seat in range(players))
    return BASE.setup(Header("base", seats, board))


def openings(state, depth: int) -> int:
    """Sequences of so many legal actions from the state on."""
    actions = list(BASE.legal(state))
    if depth == 1:
        return len(actions)
    count = 0
    for action in actions:
        following = state.copy()
        BASE.play(following, action)
        count += openings(following, depth - 1)
    return count


@pytest.mark.rule("B-029", "B-058")
@pytest.mark.parametrize(("depth", "count"), [(1, 54), (2, 144), (3, 7_236), (4, 19_248)])
def test_openings_on_an_empty_board(depth, count):
    assert openings(opening(4), depth) == count


@pytest.mark.prove
@pytest.mark.parametrize(
    ("depth", "count"), [(5, 897_180), pytest.param(6, 2_380_536, marks=pytest.mark.long)]
)
def test_longer_openings_on_an_empty_board(depth, count):
    assert openings(opening(3), depth) == count


@pytest.mark.rule("B-029", "B-030", "B-058", "B-133")
@pytest.mark.parametrize(
    ("settlements", "count"),
    [
        (4, 271_461_600),
        (6, 2_723_909_878_800),
        (8, 18_771_635_427_672_960),
    ],
)
def test_whole_openings_counted_without_playing_them(settlements, count):
    """Sets of intersections no two of which are neighbours, in any order, each with a road."""
    grid = FRAME.grid
    ways = {(frozenset(), 0): 1}  # settlements with neighbours still to come, and how many in all
    for spot, beside in enumerate(grid.next_to):
        following = Counter()
        for (standing, built), number in ways.items():
            near = frozenset(
                other for other in standing if max(grid.next_to[other]) > spot and other != spot
            )
            following[near, built] += number
            if built < settlements and not standing & set(beside):
                following[near | {spot}, built + 1] += number * len(grid.paths_at[spot])
        ways = following

    sets = sum(number for (_near, built), number in ways.items() if built == settlements)
    assert sets * factorial(settlements) == count


@pytest.mark.parametrize("name", [name for name in LEGAL if name.startswith("c-")])
def test_as_many_actions_are_legal_as_the_other_program_says(name):
    """Discards apart: it counts kinds. It would build on through opponents' settlements too, but
    in these games no road comes to one in that way."""
    theirs = [action["legal"] for action in document(name)["actions"]]

    for legal, action, state in zip(
        theirs, record(name).actions, moments(BASE, record(name)), strict=False
    ):
        ours = Counter(
            THEIR_NAMES.get(possible.verb, possible.verb)
            for possible in BASE.legal(state)
            if possible.seat == action.seat
        )
        for kind in COUNTED:
            assert ours[kind] == legal.get(kind, 0), (kind, action)


@pytest.mark.parametrize("name", LEGAL)
def test_every_listed_action_is_allowed(name):
    for state in moments(BASE, record(name)):
        for action in BASE.legal(state):
            if action.verb in {"roll", "buy"} or action.facts[2:] == (5,):
                continue  # dice and cards are still open
            assert BASE.verbs[action.verb].allowed(state, action), action
