"""The dice game: records without dice are right exactly if some dice make them so.

A record may leave out the rolls and tell the results only, or leave out all dice. What needs dice
is then *not checkable*; all other rules are kept or broken as with the dice in it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from games.engine import rulesets
from games.engine.core import Action, Header, Record, Ruleset
from games.engine.replay import Report, replay
from games.engine.rulesets.dice_game.faces import listed
from tests.games.oracle.dice_fillings import NOT_SEEN
from tests.games.oracle.judging import Truth, judge
from tests.games.oracle.short_games import ShortGame, points_of
from tests.games.rulesets.dice_game.chance import any_action, new_game

# Short games

LENGTHS = (1, 1, 2, 2, 3, 5)
"""Rounds of a short game."""


def short_games(cell: Sequence[str], seed: int) -> Iterator[ShortGame]:
    """Legal games of which some or all dice are left out; two in five have a change in them."""
    dice = random.Random(f"{cell} {seed}")
    ruleset = rulesets.by_key("dice")
    while True:
        start = new_game(dice)
        actions, states = played(ruleset, start.copy(), dice)
        for _ in range(4):
            tail = [one for one in actions if dice_are_told(one)]
            if dice.random() < 0.4:
                # A record that writes rolls down leaves none out (DG-014).
                tail = [one for one in mutated(tail, states, dice) if one.verb != "roll"]
            if dice.random() < 0.5:
                tail = [one for one in tail if one.verb != "result"]
            if leaves_out_buildings(tail):
                continue
            header = with_result(ruleset, start.header, states[-1], dice)
            twin = start.copy()
            twin.header = header
            yield ShortGame(ruleset, header, (), twin, tuple(tail))


def leaves_out_buildings(tail: Sequence[Action]) -> bool:
    """Whether a turn has neither dice nor buildings, but points: what was built was left out, and
    that is not filled in here."""
    told = False
    for action in tail:
        told = action.verb != "end_turn" and (told or action.verb in {"result", "roll", "build"})
        if action.verb == "enter" and not told and not action.facts[0]:
            return True
    return False


def dice_are_told(action: Action) -> bool:
    return action.verb not in {"roll", "keep"}


def played(ruleset: Ruleset, state: Any, dice: random.Random) -> tuple[list[Action], list[Any]]:
    """A game with a result in each turn, and the states before its actions and after all. Dice
    are not converted: a record that says so has dice."""
    actions: list[Action] = []
    states = [state.copy()]
    turns = dice.choice(LENGTHS) * state.n
    while turns and (listed_ := list(ruleset.legal(state))):
        ways = [one for one in listed_ if one.verb in {"build", "end_turn"}]
        entered = [one for one in listed_ if one.verb == "enter"]
        if any(one.verb == "roll" for one in listed_) and not state.dice.known:
            faces = sorted(dice.randrange(6) for _ in range(6))
            action = Action(state.turn, "result", (listed(faces),))
        elif not ways and not entered:
            break
        else:
            action = dice.choice(ways if ways and dice.random() < 0.8 else entered or ways)
        if ruleset.play(state, action):
            break
        turns -= action.verb == "end_turn"
        actions.append(action)
        states.append(state.copy())
    return actions, states


def mutated(tail: Sequence[Action], states: Sequence[Any], dice: random.Random) -> list[Action]:
    """With another symbol or entry, an action more or less."""
    at = dice.randrange(len(tail))
    action = tail[at]
    ways: list[list[Action]] = [[], [action, action], [any_action(states[at], dice), action]]
    if action.verb == "build":
        ways += 3 * [[action._replace(facts=(dice.randrange(32), action.facts[1]))]]
    if action.verb == "enter":
        ways += 3 * [[action._replace(facts=(0, dice.randrange(40), action.facts[2]))]]
    return [*tail[:at], *dice.choice(ways), *tail[at + 1 :]]


def with_result(ruleset: Ruleset, header: Header, end: Any, dice: random.Random) -> Header:
    if dice.random() < 0.5:
        return header
    points = points_of(ruleset, end)
    if dice.random() < 0.4:
        points[dice.randrange(len(points))] += dice.choice((-1, 1, 2))
    winners = tuple(ruleset.winners(end))
    return Header(
        header.ruleset, header.players, header.board, winners=winners, points=tuple(points)
    )


# Compared


def differences(
    ruleset: Ruleset, start: Any, header: Header, actions: Sequence[Action]
) -> Iterator[str]:
    """As `comparing.differences`. Raises `judging.TooMany`."""
    report = replay(ruleset, Record(header, tuple(actions)))
    full, places = with_dice(actions)
    truth = judge(ruleset, start, header, full)
    at = None if truth.at is None else places[truth.at]
    yield from compared(report, truth, at)


def with_dice(actions: Sequence[Action]) -> tuple[list[Action], list[int]]:
    """Each turn that has none with a result that nobody saw, and where each action stood."""
    full: list[Action] = []
    places: list[int] = []
    begun = False
    for at, action in enumerate(actions):
        if not begun and action.verb not in {"result", "roll", "end_turn", "marked", "abandon"}:
            full.append(Action(action.seat, "result", NOT_SEEN))
            places.append(at)
        begun = action.verb != "end_turn"
        full.append(action)
        places.append(at)
    return full, places


def compared(report: Report, truth: Truth, at: int | None) -> Iterator[str]:
    not_checkable = {broken.rule.id for broken in report.unproved}
    if report.violations:
        first = report.violations[0]
        found = f"{first.rule.id} at {first.at} ({first.detail})"
        if at is None:
            yield f"legal, refused: {found}"
        elif first.at < at:
            yield f"refused too early: {found}, not {at}"
    elif at is not None:
        if not truth.rules & not_checkable:
            yield f"illegal, accepted: action {at} breaks {' '.join(sorted(truth.rules))}"
    elif {tuple(report.winners)} != truth.winners or {report.ended} != truth.ends:
        yield f"ended {report.ended} {report.winners}, not {truth.ends} {truth.winners}"
