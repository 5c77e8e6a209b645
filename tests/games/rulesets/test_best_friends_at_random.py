"""Whole games of Best Friends at random: tokens, points and cards are all still there."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import record, rulesets
from games.engine.board.frames import FRAMES
from games.engine.board.generate import random_board
from games.engine.core import Header, Player, Record
from games.engine.document import read_document, write_document
from games.engine.replay import replay
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.best_friends.earning import just_earned
from tests.games.rulesets.chance import legal_action

SETTINGS = ({}, {"refill_pool": "1", "after_roll_only": "1", "favours_per_turn": "1"})


def new_game(players, chance, options):
    key = "base" if players < 5 else "base56"
    board = random_board(str(chance.random()), FRAMES["base" if players < 5 else "five-six"])
    seats = tuple(Player(f"Player {seat}") for seat in range(players))
    return Header(f"{key}+best-friends", seats, board, options)


def moments(players, seed, options, most=5000):
    """Of a legal game to its end: each action with the state after it, in which it is kept."""
    chance = random.Random(seed)
    header = new_game(players, chance, options)
    ruleset = rulesets.by_key(header.ruleset)
    state = ruleset.setup(header)
    for _ in range(most):
        # A refused gift is never listed: it is said besides.
        offered = [one for one in ruleset.offers(state) if one.verb in {"refuse", "tokens"}]
        action = legal_action(ruleset, state, chance)
        if offered and chance.random() < 0.2:
            said = chance.choice(offered)
            action = said._replace(facts=(*said.facts, 1 << 40)) if said.verb == "refuse" else said
        if action is None:
            return
        assert ruleset.play(state, action) == (), action
        yield action, state


@pytest.mark.rule("BF-003", "BF-005", "BF-081", "BF-091")
@settings(max_examples=12, deadline=None)
@given(players=st.integers(3, 6), seed=st.integers(0, 10**6), options=st.sampled_from(SETTINGS))
def test_tokens_and_points_are_all_there_after_every_action(players, seed, options):
    for action, state in moments(players, seed, options, most=400):
        assert state.pool + sum(state.tokens) + sum(state.laid_on) == 14 * players
        assert min(state.pool, *state.tokens, *state.laid_on) >= 0, action
        assert all(
            laid <= most for laid, most in zip(state.laid_on, state.at_first, strict=True)
        ), action
        assert sum(state.merits) + state.merits_left == 16
        assert [sum(state.make_up(seat).values()) for seat in state.seats] == state.points
        assert all(state.visible(seat) <= state.points[seat] for seat in state.seats)


@pytest.mark.rule("BF-042", "BF-043", "BF-046")
@settings(max_examples=8, deadline=None)
@given(players=st.integers(3, 6), seed=st.integers(0, 10**6))
def test_networks_are_those_of_a_plain_walk_over_the_board(players, seed):
    """Pieces in one walk are one network, and who stand on one intersection have met."""
    for action, state in moments(players, seed, {}, most=400):
        if action.verb not in {"road", "free_road", "road_builders", "settle"}:
            continue
        networks = state.networks
        for seat in state.seats:
            for walk in walks(state, seat):
                assert len({networks.of(networks.by_path[path]) for path in walk}) == 1
        for spot, paths in enumerate(state.places.paths_at):
            of_paths = [
                (state.road_owner(path), networks.by_path[path])
                for path in paths
                if path in networks.by_path
            ]
            for one, mine in of_paths:
                for other, theirs in of_paths:
                    assert one == other or networks.joined(mine, theirs), spot


def walks(state, seat):
    """The roads of the seat that hang together and are not parted by somebody's building."""
    left = set(bits(state.roads[seat]))
    closed = set(bits(state.rivals(seat)))
    while left:
        walk, ends = set(), [left.pop()]
        while ends:
            path = ends.pop()
            walk.add(path)
            for end in set(state.places.ends[path]) - closed:
                more = left & set(state.places.paths_at[end])
                left -= more
                ends += more
        yield walk


@cache
def finished(players):
    """A game to its end, with tokens written down here and there: its record and last state."""
    played = list(moments(players, players, {}))
    state = played[-1][1]
    return Record(state.header, tuple(action for action, _ in played)), state


by_players = pytest.mark.parametrize("players", [3, 4, 5, 6])


@pytest.mark.rule("BF-001", "BF-097")
@by_players
def test_a_random_game_comes_to_its_end_with_eleven_points(players):
    game, state = finished(players)

    assert state.ended == "won"
    assert state.points[state.winner] >= 11
    assert replay(rulesets.by_key(game.header.ruleset), game).valid
    assert {"tokens", "refuse", "give"} <= {action.verb for action in game.actions}


@by_players
def test_its_text_and_its_document_are_read_back(players):
    game, _ = finished(players)
    ruleset = rulesets.by_key(game.header.ruleset)

    read = record.parse(record.write(game, ruleset.notation), rulesets.by_key)

    assert tuple(action._replace(line=0) for action in read.actions) == game.actions
    assert read_document(write_document(game, ruleset.notation), rulesets.by_key) == game


@pytest.mark.rule("BF-016", "BF-034", "BF-044")
@by_players
def test_it_goes_on_the_same_whether_tokens_are_written_down_or_not(players):
    game, state = finished(players)
    ruleset = rulesets.by_key(game.header.ruleset)
    silent = tuple(action for action in game.actions if action.verb != "tokens")

    report = replay(ruleset, game._replace(actions=silent))

    assert report.valid
    assert (report.state.tokens, report.state.pool) == (state.tokens, state.pool)


def test_what_was_earned_is_known_directly_behind_it_only():
    for action, state in moments(4, 1, {}, most=200):
        earned = just_earned(state)
        if action.verb in {"end_turn", "tokens", "roll"}:
            assert earned is None
        if action.verb in {"give", "road", "robber"}:
            assert earned is not None
