"""What never changes in a legal game on an island, in every cell of the matrix."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import rulesets
from games.engine.board.routes import holder_of_longest_road
from games.engine.board.terrain import Terrain
from games.engine.rulesets.base.packed import PLACE, VICTORY_POINT, counts
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.state import NO_SEAT
from games.engine.rulesets.best_friends.state import Befriended
from games.engine.rulesets.cities_knights.decks import DECKS, OPEN, TRACKS
from games.engine.rulesets.cities_knights.hand import KINDS
from games.engine.rulesets.cities_knights.state import RANKS, CitiesState
from games.engine.rulesets.festive.state import Festive
from games.engine.rulesets.seafarers.state import Sailing
from tests.games.rulesets.steered import CELLS, NONE, steered

EACH = 40
"""Actions between two looks."""


@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 10**6))
@pytest.mark.parametrize("cell", CELLS, ids="+".join)
def test_cards_pieces_and_points_are_what_they_were(cell, seed):
    hold(cell, seed)


@pytest.mark.prove
@settings(max_examples=10, deadline=None)
@given(seed=st.integers(0, 10**6))
@pytest.mark.parametrize("cell", CELLS, ids="+".join)
def test_they_are_in_many_games(cell, seed):
    hold(cell, seed)


def hold(cell, seed):
    key, *options = cell
    ruleset = rulesets.by_key(key)
    game = steered(ruleset, seed, dict.fromkeys(options, "1") or NONE, most=1500)
    state = ruleset.setup(game.header)
    laws = [law for kind, law in LAWS if isinstance(state, kind)]
    first = [total(state) for total in TOTALS]
    for number, action in enumerate(game.actions, start=1):
        ruleset.play(state, action)
        if number % EACH == 0 or number == len(game.actions):
            assert [total(state) for total in TOTALS] == first
            for law in laws:
                law(state)


# Cards


def cards_of_each_kind(state):
    """In the bank and in the hands."""
    kinds = KINDS[: len(state.bank_counts())]
    hands = [sum(hand >> 8 * kind & PLACE for hand in state.hands) for kind in kinds]
    return [held + left for held, left in zip(hands, state.bank_counts(), strict=True)]


def victory_point_cards(state):
    return sum((cards >> 8 * VICTORY_POINT & PLACE) for cards in (state.stock, *state.cards))


def knight_cards(state):
    return sum(cards & PLACE for cards in (state.stock, *state.cards)) + sum(state.army)


TOTALS = (cards_of_each_kind, victory_point_cards, knight_cards)
"""What there is of each at the start is there at every moment."""


def check_deck(state):
    assert sum(counts(state.stock)) == state.deck


def check_progress_cards(state):
    """Of 54 each is in its deck, under it, in a hand, or open."""
    assert [progress_cards(state, colour) for colour in TRACKS] == [18] * 3
    assert all(state.left_in(colour) <= 18 for colour in TRACKS)


def progress_cards(state, colour):
    held = sum(
        (state.decks[colour] + sum(state.progress[colour])) >> 8 * kind & PLACE
        for kind in range(len(DECKS[colour]))
    )
    open_here = [kind for place, kind in OPEN if place == colour]
    shown = sum(1 for kind in open_here if not state.decks[colour] >> 8 * kind & PLACE)
    return held + len(state.under[colour]) + shown


# Pieces


def check_pieces(state):
    for seat in state.seats:
        buildings, cities = state.buildings[seat], state.cities[seat]
        lying = state.reduced[seat] if isinstance(state, CitiesState) else 0
        assert cities & ~buildings == lying & ~buildings == lying & cities == 0
        settlements = (buildings & ~cities & ~lying).bit_count()
        assert settlements + state.settlements_left[seat] == 5
        assert (cities | lying).bit_count() + state.cities_left[seat] == 4
        assert state.roads[seat].bit_count() + state.roads_left[seat] == 15


def check_places(state):
    """Nobody stands where another does, and no two buildings stand side by side."""
    assert state.taken.bit_count() == sum(mask.bit_count() for mask in state.buildings)
    assert state.laid.bit_count() == pieces_laid(state)
    grid = state.places.grid
    for one, other in combinations(bits(state.taken), 2):
        assert other not in grid.next_to[one]
    assert state.header.board.terrain[state.robber] is not Terrain.SEA


def pieces_laid(state):
    ships = state.ships if isinstance(state, Sailing) else []
    return sum(mask.bit_count() for mask in (*state.roads, *ships))


def check_ships(state):
    sea = {hex_ for hex_, terrain in enumerate(state.header.board.terrain) if terrain == "sea"}
    along = state.places.grid.hexes_along
    for seat in state.seats:
        assert state.ships[seat].bit_count() + state.ships_left[seat] == 15
        # Two hexes beside the path: at least one of them is sea, for a road one is land.
        assert all(sea & set(along[path]) for path in bits(state.ships[seat]))
        assert all(set(along[path]) - sea for path in bits(state.roads[seat]))
    assert state.pirate < 0 or state.pirate in sea


def check_knights(state):
    assert state.guards & state.taken == 0
    assert state.guards.bit_count() == sum(men.bit_count() for men in state.men)
    for seat in state.seats:
        assert all(state.ranks[seat][rank].bit_count() <= 2 for rank in RANKS)
        assert state.men[seat] == sum(state.ranks[seat])
        assert state.active[seat] & ~state.men[seat] == 0
        assert state.walls[seat] & ~state.cities[seat] == 0
        assert state.walls[seat].bit_count() <= 3


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


def check_favour_tokens(state):
    assert state.pool + sum(state.laid_on) + sum(state.tokens) == 14 * state.n
    assert sum(state.merits) <= 16


def check_gift_tokens(state):
    """Nobody keeps two, so that eleven suffice; the robber is neither there nor at home."""
    assert state.exchanging or max(state.tokens) < 2
    assert state.robber not in (state.figure, state.home)


# Points


def check_points(state):
    """Those kept are those recounted from the board."""
    assert [sum(state.make_up(seat).values()) for seat in state.seats] == state.points


def check_titles(state):
    lengths = {seat: state.length(seat) for seat in state.seats}
    holder = None if state.route_holder == NO_SEAT else state.route_holder
    assert holder_of_longest_road(lengths, holder) == holder
    strongest = max(state.army)
    holds = state.army_holder != NO_SEAT
    assert holds == (strongest >= 3)
    assert not holds or state.army[state.army_holder] == strongest


LAWS = (
    *((object, law) for law in (check_deck, check_pieces, check_places, check_points)),
    (object, check_titles),
    (CitiesState, check_progress_cards),
    (CitiesState, check_knights),
    (CitiesState, check_metropolises),
    (Sailing, check_ships),
    (Befriended, check_favour_tokens),
    (Festive, check_gift_tokens),
)
"""By the kind of state that keeps them."""
