"""The clarifications of the Tour where an event switches them on for five or six players (D-49)."""

from __future__ import annotations

import pytest

from games.engine import record, rulesets
from games.engine.board.frames import FIVE_SIX
from games.engine.board.generate import random_board
from games.engine.board.terrain import Terrain
from games.engine.core import Header, Player, Record
from games.engine.rulesets.base.packed import KNIGHT, MONOPOLY, pack_cards
from tests.games.rulesets.table import SIX, give

RULES = rulesets.by_key("base56+tour")


@pytest.fixture
def state():
    """Five players after the founding at the first free intersections; Anna holds rock 1 and
    Dana rock 2, each with a Knight and a Monopoly."""
    board = random_board("five and six", FIVE_SIX)
    state = RULES.setup(Header("base56+tour", tuple(map(Player, SIX[:5])), board))
    while state.phase < 4:
        RULES.play(state, next(iter(RULES.legal(state))))
    for seat in state.seats:
        give(state, seat, "BL")
    for seat in (0, 3):
        state.cards[seat] = pack_cards([KNIGHT, MONOPOLY])
    return state


def read(state, line):
    header = record.write(Record(state.header, ()), RULES.notation)
    return record.parse(header + line, rulesets.by_key).actions


def broken(state, line):
    """The rules that the last action of the line breaks; those before it break none."""
    *before, last = read(state, line)
    for action in before:
        assert RULES.play(state, action) == (), action
    return {trouble.rule.id for trouble in RULES.broken(state, last)}


def free_hexes(state, *, desert):
    """Names of hexes without a building, other than that of the robber."""
    terrain = state.header.board.terrain
    return [
        state.places.grid.hex_names[hex_]
        for hex_, corners in enumerate(state.places.corners)
        if hex_ != state.robber
        and (terrain[hex_] is Terrain.DESERT) is desert
        and not any(buildings & corners for buildings in state.buildings)
    ]


@pytest.mark.rule("TG-02")
def test_rock_1_plays_no_monopoly_before_the_roll_and_rock_2_any_card_in_its_part(state):
    assert broken(state.copy(), "1 Anna M W") == {"TG-02"}
    assert not broken(state.copy(), "1 Anna 2 M W")
    assert not broken(state.copy(), "1 Anna N")
    assert not broken(state, "1 Anna 2 / Dana: M W")


@pytest.mark.rule("TG-09")
def test_rock_2_never_acts_before_the_roll(state):
    assert broken(state.copy(), "1 Dana R a1nw")
    assert broken(state.copy(), "1 Dana M W")
    assert broken(state, "1 Dana N")


@pytest.mark.rule("TG-08")
def test_the_knight_of_rock_2_shifts_the_robber_and_keeps_it_off_the_desert(state):
    one, other, *_more = free_hexes(state, desert=False)
    knight = f"1 Anna 2 / Dana: N {one}"
    (desert,) = free_hexes(state, desert=True)

    assert broken(state.copy(), f"1 Anna 2 / Dana: N {desert}") == {"TG-08"}
    assert not broken(state.copy(), f"{knight} K {other}")
    assert not broken(state, f"{knight} /")
