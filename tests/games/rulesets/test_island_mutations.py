"""One thing in a legal game of Cities & Knights, of Seafarers or of both, or of Best Friends is
changed: it is found there, or at its first consequence."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.document import write_document
from games.engine.replay import replay
from tests.games.plain_book import open_book
from tests.games.plain_book.base import Wrong
from tests.games.rulesets.mutations import changed, listed_all_along, played

each_game = pytest.mark.parametrize(
    "key",
    [
        *("cities-knights", "seafarers", "cities-knights+seafarers"),
        *("base+best-friends", "base56+best-friends"),
    ],
)


def judge(key, games, changes, most=500):
    """Of so many changes of so many legal games: how many are found, how many of them at the
    action that was changed or the next, how many leave an illegal game; what is found too early.

    A game is still legal if the list of legal actions has every action of it, which no check
    makes, and the plain book has cards and pieces for all of it: cards that nobody missed, two
    deals in another order, a helmet that nobody wanted.
    """
    rules = rulesets.by_key(key)
    found = at_once = missed = 0
    early = []
    for seed in range(games):
        game = played(rules, seed, most)
        assert replay(rules, game).valid
        for number in range(changes):
            other, at = changed(rules, game, 1000 * seed + number)
            violations = replay(rules, other, first=True).violations
            if violations:
                found += 1
                at_once += violations[0].at <= at + 1
                early += [other] if violations[0].at < at else []
            else:
                missed += not (listed_all_along(rules, other, at) and is_booked(rules, other))
    return found, at_once, missed, early


def is_booked(rules, game):
    """Whether the plain book can write it all down, and comes to the points of the result."""
    book = open_book(game.header)
    try:
        for deed in write_document(game, rules.notation)["actions"]:
            book.write(deed)
    except Wrong:
        return False
    return tuple(map(book.total, book.seats)) == game.header.points


def check(found, at_once, missed, early):
    assert found >= 99 * missed
    assert at_once >= 0.8 * found
    assert early == []


@each_game
def test_at_least_99_of_100_changes_are_found_and_none_before_it_is_there(key):
    found, *rest = judge(key, games=3, changes=75)

    assert found > 180
    check(found, *rest)


@pytest.mark.prove
@pytest.mark.parametrize("games", [4, pytest.param(12, marks=pytest.mark.long)])
@each_game
def test_the_same_of_many_games(key, games):
    found, *rest = judge(key, games=games, changes=150, most=700)

    assert found > 115 * games
    check(found, *rest)
