"""One thing in a legal card game is changed: it is found there, or at its first consequence."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from games.engine.core import NOBODY, Action, Record
from games.engine.replay import replay
from games.engine.rulesets.base.packed import ONE, kinds
from tests.games.rulesets.card_chance import game, hidden, rules


def other(chance, things, than):
    return chance.choice([thing for thing in things if thing != than])


def one_more(chance, state, action):
    """One card more is drawn, paid, or taken."""
    facts = list(action.facts)
    at = {"draw": 0, "deck": 1, "market": 1}.get(action.verb, 0)
    facts[at] += ONE[chance.randrange(5)]
    return tuple(facts)


def another_kind(chance, state, action):
    """A card that was paid is of another kind."""
    cards = list(kinds(action.facts[0]))
    at = chance.randrange(len(cards))
    cards[at] = other(chance, range(5), cards[at])
    return (sum(ONE[kind] for kind in cards), *action.facts[1:])


def another_source(chance, state, action):
    """The card built is said to come from somebody else."""
    sources = [NOBODY, *(seat for seat in state.seats if seat != action.seat)]
    return (action.facts[0], other(chance, sources, action.facts[1]), *action.facts[2:])


def other_side(chance, state, action):
    return (*action.facts[:2], 1 - action.facts[2])


def other_arrows(chance, state, action):
    return (-action.facts[0],) if action.facts[0] else (0,)


CHANGES = {
    "draw": (one_more,),
    "deck": (one_more,),
    "market": (one_more,),
    "settle": (one_more, another_kind),
    "city": (one_more, another_kind),
    "expand": (one_more, another_kind),
    "road": (one_more, another_kind, another_source, other_side),
    "knight": (one_more, another_kind, another_source, other_side),
    "event": (None,),
    "end_turn": (None,),
}
"""By verb, what may be changed in an action; None leaves it out."""


def changed(seed):
    """A changed game with all cards seen or only the open ones, and the index of the change."""
    chance = random.Random(seed)
    record, state = game(chance.randint(2, 6), seed, most=250)
    if chance.random() < 0.5:
        record = hidden(record)
    actions = list(record.actions)
    verb = chance.choice(sorted({action.verb for action in actions} & CHANGES.keys()))
    # What nobody follows can have no consequence.
    places = [at for at, action in enumerate(actions[:-12]) if action.verb == verb]
    if not places:
        return changed(seed + 100_000)
    at, change = chance.choice(places), chance.choice(CHANGES[verb])
    if change is None:
        del actions[at]
    else:
        facts = change(chance, state, actions[at])
        actions[at] = Action(actions[at].seat, verb, facts)
    return Record(record.header, tuple(actions)), at


def found(seed):
    """The index of the change, and that of the first finding; None if the game is legal still."""
    record, at = changed(seed)
    report = replay(rules(), record)
    return at, report.violations[0].at if report.violations else None


@pytest.mark.prove
@pytest.mark.parametrize("games", [100, pytest.param(300, marks=pytest.mark.long)])
def test_at_least_95_of_100_changes_are_found_and_none_before_it_is_there(games):
    """What is not found has left a legal game: a player whose card may allow it, a source that the
    arrows may have meant as well."""
    places = [found(seed) for seed in range(games)]

    assert [(at, first) for at, first in places if first is not None and first < at] == []
    assert sum(first is not None for _, first in places) >= 0.95 * games
    assert sum(first == at for at, first in places) >= 0.9 * games


FREE = ("deck", "market", "swap", "use")
"""What may be left out or be done again, if the limit allows it."""

NEUTRAL = (*FREE, "lay_market", "destiny", "hand", "flip", "settle", "road", "knight")
"""What may be left out besides, with cards that are never missed."""

KEPT = ("lay_market", "destiny", "event")
"""What says nothing by its player."""


def out_of_place(record, state, chance):
    """A game with all cards seen in which an action is gone, stands twice, is another player's or
    has another fact; the index of the change."""
    how = chance.choice((gone, twice, another_player, another_fact))
    actions = list(record.actions)
    at = chance.choice([at for at, one in enumerate(actions[:-12]) if how.fits(one)])
    actions[at : at + 1] = how.instead(chance, state, actions[at])
    return record._replace(actions=tuple(actions)), at


class Way(NamedTuple):
    fits: Callable[[Action], bool]
    instead: Callable[[random.Random, Any, Action], list[Action]]


gone = Way(lambda action: action.verb not in NEUTRAL, lambda chance, state, action: [])
twice = Way(
    lambda action: action.verb not in FREE,
    lambda chance, state, action: [action, action],
)
another_player = Way(
    lambda action: action.verb not in KEPT,
    lambda chance, state, action: [action._replace(seat=other(chance, state.seats, action.seat))],
)
another_fact = Way(
    lambda action: CHANGES.get(action.verb, (None,)) != (None,),
    lambda chance, state, action: [
        action._replace(facts=chance.choice(CHANGES[action.verb])(chance, state, action))
    ],
)


def test_at_least_99_of_100_actions_out_of_place_are_found_in_games_with_open_hands():
    chance = random.Random(99)
    games = [game(2 + number % 5, number, most=200) for number in range(10)]
    places = []
    for number in range(200):
        changed, at = out_of_place(*games[number % 10], chance)
        report = replay(rules(), changed)
        places.append((at, report.violations[0].at if report.violations else -1))

    assert [(at, first) for at, first in places if 0 <= first < at] == []
    assert sum(first >= 0 for _at, first in places) >= 198
    assert sum(first in (at, at + 1) for at, first in places) >= 180
