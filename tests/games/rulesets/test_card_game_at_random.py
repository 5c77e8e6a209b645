"""Random legal card games: they end, keep every rule, and lose no card."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from games.engine import record as notation
from games.engine import rulesets
from games.engine.choices import choices
from games.engine.core import NOBODY, WON
from games.engine.document import read_document, write_document
from games.engine.replay import moments, replay
from games.engine.rulesets.base.packed import counts, size
from tests.games.rulesets.card_chance import game, hidden, rules

every_table = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


@every_table
def test_random_legal_games_come_to_their_end(players):
    for seed in range(4):
        record, state = game(players, seed)

        assert state.ended == WON, (seed, len(record.actions))
        assert state.points(state.winner) >= 10
        assert replay(rules(), record).valid


@settings(max_examples=25, deadline=None)
@given(some.integers(2, 6), some.integers(0, 10**6))
def test_no_card_appears_or_vanishes(players, seed):
    record, _ = game(players, seed, most=150)

    for state in moments(rules(), record):
        lying = [state.known[zone] for zone in range(state.n + 2)]
        assert state.blind[: state.n] == [0] * state.n or state.phase == 0
        assert state.deck + sum(map(size, lying)) + sum(state.blind) == size(state.total)
        assert state.seen == sum(lying)
        assert all(a <= b for a, b in zip(counts(sum(lying)), counts(state.total), strict=True))
        for kind in range(2):
            own = sum(state.stacks[kind])
            assert own + state.stock[kind] == sum(state.cards.in_play(kind, state.n))


@settings(max_examples=25, deadline=None)
@given(some.integers(2, 6), some.integers(0, 10**6))
def test_a_legal_game_is_never_accused_however_little_was_seen(players, seed):
    record, state = game(players, seed)

    report = replay(rules(), hidden(record))

    assert report.violations == []
    assert report.winner == state.winner


@settings(max_examples=25, deadline=None)
@given(some.integers(2, 6), some.integers(0, 10**6), some.booleans())
def test_the_quick_test_says_no_exactly_if_a_check_says_why(players, seed, seen):
    """Actions of the game at other moments and by others; what breaks a rule is played, too."""
    record, _ = game(players, seed, most=120)
    actions = (record if seen else hidden(record)).actions
    chance = random.Random(seed)
    state = rules().setup(record.header)

    for action in actions:
        for _ in range(3):
            other = chance.choice(actions)._replace(seat=chance.randrange(players))
            broken = rules().broken(state, other)
            assert rules().verbs[other.verb].allowed(state, other) == (not broken), (other, broken)
        if chance.random() < 0.1:
            rules().play(state, other)
        rules().play(state, action)


@settings(max_examples=15, deadline=None)
@given(some.integers(2, 6), some.integers(0, 10**6))
def test_what_is_known_of_a_hand_is_in_it(players, seed):
    record, _ = game(players, seed, most=200)

    truth = [(list(state.known), state.deck) for state in moments(rules(), record)]
    guess = [(list(state.known), state.deck) for state in moments(rules(), hidden(record))]

    for (real, deck), (known, size_) in zip(truth, guess, strict=True):
        assert deck == size_
        for zone, cards in enumerate(known):
            pairs = zip(counts(cards), counts(real[zone]), strict=True)
            assert all(least <= there for least, there in pairs)


@settings(max_examples=15, deadline=None)
@given(some.integers(2, 6), some.integers(0, 10**6), some.booleans())
def test_a_game_is_read_back_as_text_and_as_json(players, seed, seen):
    record, _ = game(players, seed)
    record = record if seen else hidden(record)

    text = notation.write(record, rules().notation)
    document = write_document(record, rules().notation)

    read = notation.parse(text, rulesets.by_key)
    assert tuple(action._replace(line=0) for action in read.actions) == record.actions
    assert notation.write(read, rules().notation) == text
    assert read_document(document, rulesets.by_key).actions == record.actions
    assert len(text) < 40 * 1024


@settings(max_examples=10, deadline=None)
@given(some.integers(2, 6), some.integers(0, 10**6), some.booleans())
def test_every_action_of_a_game_is_among_the_choices(players, seed, seen):
    record, _ = game(players, seed, most=80)
    record = record if seen else hidden(record)

    for done, state in zip(record.actions, moments(rules(), record), strict=False):
        # Nobody is asked for the side of a card: it follows from the stack.
        stacked = done.verb in ("road", "knight")
        action = done._replace(facts=(*done.facts[:2], NOBODY)) if stacked else done
        offered = choices(rules(), state)
        assert any(choice.answers(action) for choice in offered), action
