"""Short games with unseen cards, from the middle of games in which much happens.

A short game is a piece of a steered game, a few actions long, with what a person may say at any
time put in between. Some of its cards are hidden; then, in every other one, something is changed,
and a result is written down that may be false.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from games.engine import rulesets
from games.engine.core import Action, Header, Record, Ruleset
from tests.games.oracle import card_changes, island_changes
from tests.games.oracle.fillings import Fillings
from tests.games.oracle.judging import FILLINGS, Way, after
from tests.games.rulesets.steered import after_the_end

WAYS = 150
"""Ways that may be open before another action is hidden."""

LENGTHS = (4, 6, 9, 13, 18, 25, 40)
"""Actions of a short game, of those that were played anyway."""

PUT_IN = (0, 0, 1, 2)
"""How often somebody says something in between that may be said at any time."""

BOUGHT = (0, 1, 3, 6)
"""How often somebody goes shopping for a card."""


class Kit(NamedTuple):
    """How short games of a game are made. `veiled`: an action without what may go unseen;
    `mutated`: actions with a change, by the states before them."""

    long_game: Callable[[Sequence[str], int], Record]
    put_in: Sequence[Callable[[Ruleset, Any, random.Random], Sequence[Action]]]
    veiled: Callable[[Action, random.Random, float], Action]
    mutated: Callable[[Ruleset, Sequence[Action], Sequence[Any], random.Random], Sequence[Action]]


KITS = {
    "island": Kit(
        island_changes.long_game,
        (island_changes.interjected, island_changes.shopping),
        island_changes.veiled,
        island_changes.mutated,
    ),
    "cards": Kit(
        card_changes.long_game,
        (island_changes.interjected, island_changes.interjected),
        card_changes.veiled,
        card_changes.mutated,
    ),
}
"""By the picture of a game."""


def kit_of(ruleset: Ruleset) -> Kit:
    return KITS[ruleset.viewer]


class ShortGame(NamedTuple):
    """A record whose first actions, `lead`, hide nothing and keep the rules; `start` is the state
    behind them."""

    ruleset: Ruleset
    header: Header
    lead: tuple[Action, ...]
    start: Any
    tail: tuple[Action, ...]

    @property
    def record(self) -> Record:
        return Record(self.header, (*self.lead, *self.tail))


class Cut(NamedTuple):
    """A moment of a game: how many actions lie before it, the state, the points until then."""

    at: int
    state: Any
    peak: int


def short_games(cell: Sequence[str], seed: int) -> Iterator[ShortGame]:
    """Without end, the same ones for the same seed."""
    dice = random.Random(f"{cell} {seed}")
    ruleset = rulesets.by_key(cell[0])
    while True:
        game = kit_of(ruleset).long_game(cell, dice.randrange(10**9))
        cuts = list(cuts_of(game, dice))
        for cut in cuts:
            for _ in range(4):
                short = legal_game(game, cut, dice)
                if short is None:
                    continue
                tail = hidden(short, dice)
                for _ in range(4):
                    yield changed(short, tail, dice)


def cuts_of(game: Record, dice: random.Random, count: int = 12) -> Iterator[Cut]:
    """Moments shortly before cards are hidden."""
    ruleset = rulesets.by_key(game.header.ruleset)
    veiled = kit_of(ruleset).veiled
    openers = ruleset.notation.openers
    hiding = [
        at
        for at, action in enumerate(game.actions)
        if action.verb not in openers and veiled(action, dice, 1) != action
    ]
    wanted = {max(0, dice.choice(hiding) - dice.randrange(6)) for _ in range(count)}
    state = ruleset.setup(game.header)
    peak = 0
    for at, action in enumerate(game.actions):
        if at in wanted:
            yield Cut(at, state.copy(), peak)
        ruleset.play(state, action)
        peak = max(peak, *points_of(ruleset, state))


def points_of(ruleset: Ruleset, state: Any) -> list[int]:
    return [sum(made.values()) for made in ruleset.points(state)]


# Legal ones


def legal_game(game: Record, cut: Cut, dice: random.Random) -> Legal | None:
    """What follows the cut, as far as it is legal with other points to win and with what is said
    in between; None if nothing of it can go unseen."""
    ruleset = rulesets.by_key(game.header.ruleset)
    kit = kit_of(ruleset)
    plan = meant(kit, game.actions[cut.at :], dice)
    header, start = game.header, cut.state.copy()
    if "tour" not in header.ruleset and dice.random() < 0.7:
        start.target = 99
        peaks = played(ruleset, start, plan, dice).peaks
        more = [peak for peak in peaks if peak > cut.peak]
        target = dice.choice([*more, *more, cut.peak + dice.choice((1, 2, 3, 4))])
        header = replace(header, options={**header.options, "target": str(max(3, target))})
        start.target, start.header = max(3, target), header
    seen = played(ruleset, start, plan, dice)
    if all(kit.veiled(action, dice, 1) == action for action in seen.actions):
        return None
    return Legal(ruleset, header, game.actions[: cut.at], start, tuple(seen.actions), seen.states)


Meant = Sequence[Callable[[Ruleset, Any, random.Random], Sequence[Action]]]
"""What is to be tried next, by the state."""


def meant(kit: Kit, actions: Sequence[Action], dice: random.Random) -> Meant:
    """Some of the actions, and what is put in between."""
    plan = [(lambda *_state, one=one: (one,)) for one in actions[: dice.choice(LENGTHS)]]
    said, bought = kit.put_in
    for _ in range(dice.choice(PUT_IN)):
        plan.insert(dice.randrange(len(plan) + 1), said)
    for _ in range(dice.choice(BOUGHT)):
        plan.insert(dice.randrange(len(plan) + 1), bought)
    plan += [bought] * dice.choice((0, 0, 1, 2))
    return [*plan, lambda ruleset, state, dice: after_the_end(ruleset, state)]


class Played(NamedTuple):
    """Actions, the states before each and after all, the points that somebody reached newly."""

    actions: Sequence[Action]
    states: Sequence[Any]
    peaks: Sequence[int]


def played(ruleset: Ruleset, start: Any, plan: Meant, dice: random.Random) -> Played:
    """As much of the plan as is legal."""
    state = start.copy()
    actions: list[Action] = []
    states, peaks = [], []
    for step in plan:
        for action in step(ruleset, state, dice):
            if not ruleset.verbs[action.verb].allowed(state, action):
                continue
            before = max(points_of(ruleset, state))
            states.append(state.copy())
            ruleset.play(state, action)
            actions.append(action)
            if max(points_of(ruleset, state)) > before:
                peaks.append(max(points_of(ruleset, state)))
    return Played(actions, [*states, state], peaks)


class Legal(NamedTuple):
    """A short game of which every card was seen; `states` before each action and after all."""

    ruleset: Ruleset
    header: Header
    lead: tuple[Action, ...]
    start: Any
    actions: tuple[Action, ...]
    states: Sequence[Any]


# Hidden and changed


RULED = 0.1
"""How often a referee lets about every other action of an island game stand."""


def changed(legal: Legal, tail: Sequence[Action], dice: random.Random) -> ShortGame:
    """With a result; in nearly every other one, something changed, which a ruling may let stand."""
    if dice.random() < 0.4:
        tail = kit_of(legal.ruleset).mutated(legal.ruleset, tail, legal.states, dice)
    # Dice of the referee's own, so that the games are the same with rulings and without.
    referee = random.Random(repr(tail))
    if legal.ruleset.viewer == "island" and referee.random() < RULED:
        tail = [one._replace(ruling=int(referee.random() < 0.5)) for one in tail]
    header = with_result(legal, dice)
    start = legal.start.copy()
    start.header = header
    return ShortGame(legal.ruleset, header, legal.lead, start, tuple(tail))


def hidden(legal: Legal, dice: random.Random) -> list[Action]:
    """The actions with as many cards unseen as leave few ways open."""
    odds = dice.choice((0.4, 0.8, 1.0))
    fillings, veiled = FILLINGS[legal.ruleset.viewer], kit_of(legal.ruleset).veiled
    ways = [Way(legal.start.copy(), {})]
    tail = []
    for at, action in enumerate(legal.actions):
        veil = veiled(action, dice, odds)
        if fillings.hides(veil) and len(ways) * number_of(fillings, ways[0].state, veil) > WAYS:
            veil = action
        tail.append(veil)
        ways = after(legal.ruleset, ways, at, veil)
    return tail


def number_of(fillings: Fillings, state: Any, veil: Action) -> int:
    return sum(1 for _ in fillings.of(state, veil))


def with_result(legal: Legal, dice: random.Random) -> Header:
    """A result, true or false, or none."""
    if dice.random() < 0.4:
        return legal.header
    end = legal.states[-1]
    points = points_of(legal.ruleset, end)
    winners = tuple(legal.ruleset.winners(end))
    if dice.random() < 0.3:
        points[dice.randrange(len(points))] += dice.choice((-1, 1, 1, 2))
    if dice.random() < 0.15:
        winners = dice.choice([(), *((seat,) for seat in end.seats)])
    if winners and dice.random() < 0.2:
        return replace(legal.header, winners=winners)
    return replace(legal.header, winners=winners, points=tuple(points))
