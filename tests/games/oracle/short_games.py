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
from games.engine.core import NOBODY, Action, Header, Record, Ruleset
from games.engine.rulesets.base.cards import PRICE
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN, VICTORY_POINT, kinds
from games.engine.rulesets.cities_knights.decks import OPEN as LIE_OPEN
from games.engine.rulesets.cities_knights.decks import unseen_kind
from games.engine.rulesets.cities_knights.draws import WAIVED
from games.engine.rulesets.cities_knights.politics.bishop import thefts
from tests.games.oracle.fillings import MARK, Fillings
from tests.games.oracle.judging import FILLINGS, Way, after
from tests.games.rulesets.chance import any_action
from tests.games.rulesets.mutations import CHANGES, SWAPPED
from tests.games.rulesets.steered import after_the_end, steered

WAYS = 150
"""Ways that may be open before another action is hidden."""

LENGTHS = (4, 6, 9, 13, 18, 25, 40)
"""Actions of a short game, of those that were played anyway."""


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
    while True:
        game = long_game(tuple(cell), dice.randrange(10**9))
        cuts = list(cuts_of(game, dice))
        for cut in cuts:
            for _ in range(4):
                short = legal_game(game, cut, dice)
                if short is None:
                    continue
                tail = hidden(short, dice)
                for _ in range(4):
                    yield changed(short, tail, dice)


def long_game(cell: tuple[str, ...], seed: int) -> Record:
    """A steered game; every third is played to more points than usual, so that cards run out."""
    key, *switched = cell
    options = dict.fromkeys(switched, "1")
    if seed % 3 == 0 and "tour" not in key:
        options["target"] = str(24 if "cities" in key else 15)
    return steered(rulesets.by_key(key), seed, options)


def cuts_of(game: Record, dice: random.Random, count: int = 12) -> Iterator[Cut]:
    """Moments shortly before cards are hidden."""
    ruleset = rulesets.by_key(game.header.ruleset)
    hiding = [at for at, action in enumerate(game.actions) if veiled(action, dice, 1) != action]
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
    plan = meant(game.actions[cut.at :], dice)
    header, start = game.header, cut.state.copy()
    if "tour" not in header.ruleset and dice.random() < 0.7:
        start.target = 99
        peaks = played(ruleset, start, plan, dice).peaks
        more = [peak for peak in peaks if peak > cut.peak]
        target = dice.choice([*more, *more, cut.peak + dice.choice((1, 2, 3, 4))])
        header = replace(header, options={**header.options, "target": str(max(3, target))})
        start.target, start.header = max(3, target), header
    seen = played(ruleset, start, plan, dice)
    if all(veiled(action, dice, 1) == action for action in seen.actions):
        return None
    return Legal(ruleset, header, game.actions[: cut.at], start, tuple(seen.actions), seen.states)


Meant = Sequence[Callable[[Ruleset, Any, random.Random], Sequence[Action]]]
"""What is to be tried next, by the state."""


def meant(actions: Sequence[Action], dice: random.Random) -> Meant:
    """Some of the actions, and what is put in between."""
    plan = [(lambda *_state, one=one: (one,)) for one in actions[: dice.choice(LENGTHS)]]
    for _ in range(dice.choice((0, 0, 1, 2))):
        plan.insert(dice.randrange(len(plan) + 1), interjected)
    for _ in range(dice.choice((0, 1, 3, 6))):
        plan.insert(dice.randrange(len(plan) + 1), shopping)
    plan += [shopping] * dice.choice((0, 0, 1, 2))
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


def interjected(ruleset: Ruleset, state: Any, dice: random.Random) -> Sequence[Action]:
    """What somebody may say at nearly any time."""
    verb = dice.choice(["bell", "bell", "concede", "concede", "claim", "show", "abandon"])
    seat = state.turn if dice.random() < 0.6 else dice.randrange(state.n)
    if verb not in ruleset.verbs:
        verb = "bell"
    return [Action(seat, verb, (1,) if verb == "show" else ())]


def shopping(ruleset: Ruleset, state: Any, dice: random.Random) -> Sequence[Action]:
    """Deals for what is missing, and a card that is bought, often a Victory Point."""
    if "buy" not in ruleset.verbs:
        return []
    seat = state.turn
    hands = list(state.hands)
    wanted = [kind for kind in kinds(PRICE) if not hands[seat] >> 8 * kind & PLACE]
    deals = []
    for kind in wanted:
        others = [one for one in state.seats if hands[one] >> 8 * kind & PLACE and one != seat]
        if others:
            other = dice.choice(others)
            spare = [one for one in range(UNKNOWN) if has_to_spare(hands[seat], one)]
            give = dice.choice(spare or [UNKNOWN - 1])
            deals.append(Action(seat, "deal", (other, ONE[give], ONE[kind])))
            hands[seat] += ONE[kind] - ONE[give]
            hands[other] += ONE[give] - ONE[kind]
    in_stock = [kind for kind in range(UNKNOWN) if state.stock >> 8 * kind & PLACE]
    if VICTORY_POINT in in_stock:
        in_stock += [VICTORY_POINT] * len(in_stock)
    bought = [Action(seat, "buy", (dice.choice(in_stock),))] if in_stock else []
    return [*deals, *bought]


def has_to_spare(hand: int, kind: int) -> bool:
    return (hand >> 8 * kind & PLACE) > (PRICE >> 8 * kind & PLACE)


# Hidden and changed


def changed(legal: Legal, tail: list[Action], dice: random.Random) -> ShortGame:
    """With a result; in every other one, something changed."""
    if dice.random() < 0.4:
        for _ in range(dice.choice((1, 1, 2))):
            tail = mutated(legal, tail, dice)
    header = with_result(legal, dice)
    start = legal.start.copy()
    start.header = header
    return ShortGame(legal.ruleset, header, legal.lead, start, tuple(tail))


def hidden(legal: Legal, dice: random.Random) -> list[Action]:
    """The actions with as many cards unseen as leave few ways open."""
    odds = dice.choice((0.4, 0.8, 1.0))
    fillings = FILLINGS[legal.ruleset.viewer]
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


def veiled(action: Action, dice: random.Random, odds: float) -> Action:
    """The action without some or all of what may go unseen, and of what need not be told."""
    if dice.random() > odds:
        return action
    hide = VEILING.get(action.verb)
    return action if hide is None else hide(action, dice, odds)


def some_veiled(cards: int, dice: random.Random, odds: float) -> int:
    return sum(
        MARK if dice.random() <= odds else ONE[kind]
        for kind in range(9)
        for _ in range(cards >> 8 * kind & PLACE)
    )


def theft(action: Action, dice: random.Random, odds: float) -> Action:
    hex_, victim, kind = action.facts
    return action if NOBODY in (victim, kind) else action._replace(facts=(hex_, victim, UNKNOWN))


def last_unseen(action: Action, dice: random.Random, odds: float) -> Action:
    return action._replace(facts=(*action.facts[:-1], UNKNOWN))


def last_cards(action: Action, dice: random.Random, odds: float) -> Action:
    return action._replace(facts=(*action.facts[:-1], some_veiled(action.facts[-1], dice, odds)))


def sides(action: Action, dice: random.Random, odds: float) -> Action:
    other, *cards = action.facts
    return action._replace(facts=(other, *(some_veiled(some, dice, odds) for some in cards)))


def bishop(action: Action, dice: random.Random, odds: float) -> Action:
    taken = {seat: UNKNOWN if dice.random() <= odds else kind for seat, kind in thefts(action)}
    stolen = sum(kind + 1 << 8 * seat for seat, kind in taken.items())
    return action._replace(facts=(action.facts[0], stolen))


def commodity(action: Action, dice: random.Random, odds: float) -> Action:
    return action if action.facts[2] == NOBODY else last_unseen(action, dice, odds)


def progress(action: Action, dice: random.Random, odds: float) -> Action:
    *before, colour, kind = action.facts
    if (colour, kind) == WAIVED or (colour, kind) in LIE_OPEN:
        return action
    return action._replace(facts=(*before, colour, unseen_kind(colour)))


def untold(action: Action, dice: random.Random, odds: float) -> Action:
    """What was brought or taken need not be written down."""
    return action._replace(gains=None)


VEILING: Any = {
    **dict.fromkeys(("robber", "pirate"), theft),
    **dict.fromkeys(("buy", "scholars"), last_unseen),
    **dict.fromkeys(("discard", "gift", "give", "refuse", "master_merchant"), last_cards),
    "deal": sides,
    "bishop": bishop,
    "exchange": commodity,
    **dict.fromkeys(("draw", "give_back", "spy"), progress),
    **dict.fromkeys(("roll", "monopoly", "commodity_monopoly", "resource_monopoly"), untold),
}


def mutated(legal: Legal, tail: list[Action], dice: random.Random) -> list[Action]:
    """With one change: another place, card, player or order, an action more or less."""
    fillings = FILLINGS[legal.ruleset.viewer]
    at = dice.randrange(len(tail))
    state = legal.states[min(at, len(legal.states) - 1)]
    if dice.random() < 0.4:
        return [*tail[:at], any_action(legal.ruleset, state, dice), *tail[at:]]
    if dice.random() < 0.3:
        at = dice.choice([*(n for n, one in enumerate(tail) if fillings.hides(one)), at])
        instead = dice.choice(list(fillings.of(state, tail[at])))
        return [*tail[:at], instead, *tail[at + 1 :]]
    for _ in range(20):
        at = dice.randrange(len(tail))
        state = legal.states[min(at, len(legal.states) - 1)]
        change = dice.choice(CHANGES)
        if not change(state, tail[at], None):
            continue
        instead = change(state, tail[at], dice)
        if instead == SWAPPED:
            return [*tail[:at], *tail[at : at + 2][::-1], *tail[at + 2 :]]
        return [*tail[:at], *instead, *tail[at + 1 :]]
    return tail


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
