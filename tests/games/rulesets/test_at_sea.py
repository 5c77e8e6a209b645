"""What holds at sea whatever is played: games to their end, and routes of roads and ships."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import rulesets
from games.engine.board.frames import FRAMES
from games.engine.replay import replay
from games.engine.rulesets.base.places import bits, mask, places_of
from games.engine.rulesets.seafarers.routes import longest_route
from tests.games.rulesets.test_every_ruleset import played

AT_SEA = ("seafarers", "cities-knights+seafarers")


@pytest.mark.parametrize("key", AT_SEA)
@pytest.mark.parametrize("seed", range(12, 16))
def test_a_random_legal_game_comes_to_its_end_and_conserves_its_pieces(key, seed):
    ruleset = rulesets.by_key(key)

    game, state = played(ruleset, seed, most=6000)

    assert state.ended == "won"
    assert replay(ruleset, game).valid
    for seat in state.seats:
        assert state.ships[seat].bit_count() + state.ships_left[seat] == 15
        assert state.roads[seat].bit_count() + state.roads_left[seat] == 15
        assert not state.ships[seat] & ~state.waters.ships
        assert not state.roads[seat] & ~state.waters.roads
        assert state.sail[seat] == state.sail_of(seat, state.ships[seat])
    laid = [*state.ships, *state.roads]
    assert sum(laid) == state.laid == mask({path for paths in laid for path in bits(paths)})


# Routes

PLACES = places_of(FRAMES["new-shores-4"].grid)


@st.composite
def networks(draw):
    """Pieces that hang together more or less, buildings of others and own ones."""
    chance = random.Random(draw(st.integers(0, 10**6)))
    spots = {chance.randrange(len(PLACES.around))}
    pieces = {1: 0, 2: 0}
    for _ in range(draw(st.integers(1, 14) | st.just(24))):
        path = chance.choice(PLACES.paths_at[chance.choice(sorted(spots))])
        if not (pieces[1] | pieces[2]) >> path & 1:
            pieces[chance.choice((1, 2))] |= 1 << path
        spots |= set(PLACES.ends[path])
    marks = {spot: chance.choice(("", "", "own", "rival")) for spot in spots}
    own = mask(spot for spot, whose in marks.items() if whose == "own")
    rivals = mask(spot for spot, whose in marks.items() if whose == "rival")
    return pieces[1], pieces[2], rivals, own


@pytest.mark.rule("SF-23", "SF-24", "SF-25")
@given(networks())
def test_the_longest_route_is_the_longest_of_all_walks(network):
    assert longest_route(PLACES, *network) == longest_walk(*network)


def longest_walk(roads, ships, rivals, own):
    """Every walk from every piece in both directions, one step after another."""
    kinds = {path: kind for kind, paths in ((1, roads), (2, ships)) for path in bits(paths)}

    def walk(end, path, used):
        longest = len(used)
        if rivals >> end & 1:
            return longest
        for other in PLACES.paths_at[end]:
            joined = kinds.get(other) == kinds[path] or own >> end & 1
            if other in kinds and other not in used and joined:
                beyond = sum(PLACES.ends[other]) - end
                longest = max(longest, walk(beyond, other, used | {other}))
        return longest

    return max(
        (walk(end, path, frozenset([path])) for path in kinds for end in PLACES.ends[path]),
        default=0,
    )
