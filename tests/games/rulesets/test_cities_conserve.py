"""What never changes in a legal game of Cities & Knights, whatever is played."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.board.routes import holder_of_longest_road
from games.engine.replay import replay
from games.engine.rulesets.base.packed import PLACE
from games.engine.rulesets.base.routes import longest_chain
from games.engine.rulesets.base.state import NO_SEAT
from games.engine.rulesets.cities_knights.decks import DECKS, OPEN, TRACKS
from games.engine.rulesets.cities_knights.hand import KINDS
from games.engine.rulesets.cities_knights.state import RANKS
from tests.games.rulesets.chance import drawn, new_game
from tests.games.rulesets.cities_table import RULES
from tests.games.rulesets.test_cities_unseen import played

EACH = 60
"""Actions between two looks."""


def moments(seed, experienced):
    """States of a random legal game, every so many actions and at its end."""
    chance = random.Random(seed)
    state = new_game(RULES, chance)
    state.experienced = experienced
    for count in range(1, 900):
        listed = list(RULES.legal(state))
        if not listed:
            break
        verb = chance.choice(sorted({action.verb for action in listed}))
        action = drawn(state, chance.choice([one for one in listed if one.verb == verb]), chance)
        assert RULES.play(state, action) == (), action
        if count % EACH == 0:
            yield state
    yield state


games = given(seed=st.integers(0, 10**6), experienced=st.booleans())


@settings(max_examples=12, deadline=None)
@games
def test_cards_pieces_and_points_are_what_they_were(seed, experienced):
    for state in moments(seed, experienced):
        assert cards_of_each_kind(state) == [19] * 5 + [12] * 3
        assert [progress_cards(state, colour) for colour in TRACKS] == [18] * 3
        check_pieces(state)
        check_metropolises(state)
        check_places(state)
        check_routes(state)
        assert [sum(state.make_up(seat).values()) for seat in state.seats] == state.points


def cards_of_each_kind(state):
    return [
        state.in_bank(kind) + sum(hand >> 8 * kind & PLACE for hand in state.hands)
        for kind in KINDS
    ]


def progress_cards(state, colour):
    """Those of the deck, under it, in the hands, and the open one."""
    held = sum(
        (state.decks[colour] + sum(state.progress[colour])) >> 8 * kind & PLACE
        for kind in range(len(DECKS[colour]))
    )
    open_here = [kind for place, kind in OPEN if place == colour]
    shown = sum(1 for kind in open_here if not state.decks[colour] >> 8 * kind & PLACE)
    return held + len(state.under[colour]) + shown


def check_pieces(state):
    for seat in state.seats:
        buildings, cities = state.buildings[seat], state.cities[seat]
        lying = state.reduced[seat]
        assert lying & ~buildings == lying & cities == 0
        settlements = (buildings & ~cities & ~lying).bit_count()
        assert settlements + state.settlements_left[seat] == 5
        assert (cities | lying).bit_count() + state.cities_left[seat] == 4
        assert state.roads[seat].bit_count() + state.roads_left[seat] == 15
        assert state.walls[seat] & ~cities == 0
        assert state.walls[seat].bit_count() <= 3
        assert all(state.ranks[seat][rank].bit_count() <= 2 for rank in RANKS)
        assert state.men[seat] == sum(state.ranks[seat])
        assert state.active[seat] & ~state.men[seat] == 0


def check_metropolises(state):
    spots = [
        (spot, owner)
        for spot, owner in zip(state.metropolis, state.owner_of, strict=True)
        if owner != NO_SEAT
    ]
    assert len({spot for spot, _ in spots}) == len(spots) <= 3
    assert all(state.cities[owner] >> spot & 1 for spot, owner in spots)
    for track, owner in enumerate(state.owner_of):
        highest = max(levels[track] for levels in state.levels)
        assert (owner == NO_SEAT) == (highest < 4)
        assert owner == NO_SEAT or state.levels[owner][track] == highest


def check_places(state):
    """Nobody stands where another does, and what a roll brings is what stands there."""
    assert state.guards & state.taken == 0
    assert state.guards.bit_count() == sum(men.bit_count() for men in state.men)
    board = state.header.board
    for total in range(2, 13):
        row = [0] * state.n
        for hex_, number in enumerate(state.numbers):
            if number == total and hex_ != state.robber and board.terrain[hex_].gives:
                for seat in state.seats:
                    corners = state.places.corners[hex_]
                    cities = (state.cities[seat] & corners).bit_count()
                    simple = (state.buildings[seat] & corners).bit_count() - cities
                    row[seat] += (simple + cities) * state.unit[hex_] + cities * state.second[hex_]
        assert state.yields[total] == row


def check_routes(state):
    lengths = {
        seat: longest_chain(
            state.places,
            state.roads[seat],
            (state.taken & ~state.buildings[seat]) | (state.guards & ~state.men[seat]),
        )
        for seat in state.seats
    }
    holder = None if state.route_holder == NO_SEAT else state.route_holder
    assert holder_of_longest_road(lengths, holder) == holder


# One action too few, too many, or of somebody else


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_record_is_found(seed):
    """A trade or a helmet that nothing depends on may be left out."""
    game = played(seed, 350)
    chance = random.Random(seed)

    missed = [change for change in changes(game, chance) if not replay(RULES, change).violations]

    assert len(missed) <= 1


def changes(game, chance):
    """25 records that differ from the game in one action."""
    for _ in range(25):
        at = chance.randrange(len(game.actions))
        action = game.actions[at]
        seat = (action.seat + 1) % len(game.header.players)
        instead = chance.choice([(), (action, action), (action._replace(seat=seat),)])
        actions = (*game.actions[:at], *instead, *game.actions[at + 1 :])
        yield game._replace(actions=actions)
