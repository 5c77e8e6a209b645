"""One thing in a legal dice game is changed: it is found there, or at its first consequence."""

from __future__ import annotations

import random
from functools import cache

import pytest

from games.engine.replay import replay
from games.engine.rulesets.dice_game import RULESET
from games.engine.rulesets.dice_game.faces import listed, unlisted
from games.engine.rulesets.dice_game.spending import BY_FACE
from tests.games.rulesets.dice_game.chance import game


@cache
def played(seed, players):
    """A legal game; many changes are tried in each."""
    return game(seed, players)[0]


def another(chance, number, count):
    return chance.choice([other for other in range(count) if other != number])


def change_symbol(chance, action):
    symbol, refs = action.facts
    return action._replace(facts=(another(chance, symbol, 32), refs))


def change_entry(chance, action):
    cross, number, box = action.facts
    facts = (0, chance.randrange(40), box) if cross else (0, another(chance, number, 40), box)
    return action._replace(facts=facts)


def change_kept_die(chance, action):
    """A die that was set aside shows another face after the roll."""
    kept, rolled, exact = action.facts
    if not kept or not exact:
        return None
    faces = unlisted(kept)
    at = chance.choice([at for at, face in enumerate(faces) if face >= 0])
    faces[at] = another(chance, faces[at], 6)
    return action._replace(facts=(listed(faces), rolled, exact))


def told_by_faces(roll):
    """After such a roll any die may lie at any place, and show what another one does."""
    return roll.verb == "roll" and not roll.facts[2]


def drop_a_die(chance, action):
    kept, rolled, exact = action.facts
    faces = unlisted(rolled)
    faces[chance.choice([at for at, face in enumerate(faces) if face >= 0])] = -1
    if not exact or not kept:
        faces = [face for face in faces if face >= 0]
    return action._replace(facts=(kept, listed(faces), exact))


def change_joker(chance, action):
    knight, refs, face = action.facts
    return action._replace(facts=(knight, refs, 5 if knight == 5 else another(chance, face, 6)))


def use_another_joker(chance, action):
    """A joker gives what its own knight shows."""
    knight, refs, face = action.facts
    if knight == 5:
        return None
    return action._replace(facts=(another(chance, knight, 5), refs, face))


def exchange_one_gold(chance, action):
    wanted, _refs = action.facts
    return action._replace(facts=(wanted, listed([BY_FACE + 5])))


def change_seat(chance, action):
    return action._replace(seat=another(chance, action.seat, 3))


MUTATIONS = {
    "roll": (change_kept_die, drop_a_die, change_seat),
    "build": (change_symbol, change_seat),
    "enter": (change_entry, change_seat),
    "joker": (change_joker, use_another_joker, change_seat),
    "exchange": (exchange_one_gold, change_seat),
}

ALL = [(verb, mutate) for verb, mutations in MUTATIONS.items() for mutate in mutations]


@pytest.mark.parametrize(
    ("verb", "mutate"), ALL, ids=[f"{verb}-{mutate.__name__}" for verb, mutate in ALL]
)
def test_every_change_is_found_at_or_after_its_place(verb, mutate):
    """A building that takes the place of another one may be as legal: its points and what is
    built on it tell then, in nearly all games."""
    chance = random.Random(f"{verb} {mutate.__name__}")
    tried = missed = 0
    while tried < 60:
        legal = played(chance.randrange(40), 3)
        at = chance.choice([at for at, one in enumerate(legal.actions) if one.verb == verb])
        if mutate is change_kept_die and told_by_faces(legal.actions[at - 1]):
            continue
        changed = mutate(chance, legal.actions[at])
        if changed is None or changed == legal.actions[at]:
            continue
        actions = (*legal.actions[:at], changed, *legal.actions[at + 1 :])
        tried += 1
        violations = replay(RULESET, legal._replace(actions=actions)).violations
        if violations:
            assert violations[0].at >= at
        else:
            missed += 1
    assert missed <= (tried // 4 if mutate is change_symbol else 0), missed


NEXT, GONE, TWICE = "changes places with the next", "is gone", "stands twice"

WRONG = {
    NEXT: ("enter", "end_turn"),
    GONE: ("build", "enter", "end_turn"),
    TWICE: ("build", "joker", "enter", "end_turn"),
}
"""What must not happen to an action of such a verb. Conversions may be left out, and so may a roll;
a roll that stands twice may have shown the same faces again."""


def out_of_order(chance, record, how):
    actions = list(record.actions)
    places = [at for at, one in enumerate(actions[:-2]) if one.verb in WRONG[how]]
    at = chance.choice(places)
    if how == NEXT:
        actions[at : at + 2] = reversed(actions[at : at + 2])
    elif how == GONE:
        del actions[at]
    else:
        actions.insert(at, actions[at])
    return record._replace(actions=tuple(actions)), at


@pytest.mark.parametrize("how", WRONG)
def test_an_action_out_of_its_place_is_found_there_or_at_the_next_one(how):
    chance = random.Random(how)
    places = []
    for _ in range(100):
        legal = played(chance.randrange(40), 1 + chance.randrange(4))
        changed, at = out_of_order(chance, legal, how)
        report = replay(RULESET, changed)
        places.append((at, report.violations[0].at if report.violations else -1))

    assert [(at, found) for at, found in places if 0 <= found < at] == []
    assert sum(found >= 0 for _at, found in places) >= 99
    assert sum(found in (at, at + 1) for at, found in places) >= 90
