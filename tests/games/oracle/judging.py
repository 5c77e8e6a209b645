"""The oracle itself: what is true of a record with unseen cards, from all ways to fill it in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from games.engine.core import WON, Action, Header, Ruleset
from games.engine.rulesets.card_game.state import CardState
from games.engine.rulesets.dice_game.state import Dice
from tests.games.oracle.card_fillings import OF_CARDS
from tests.games.oracle.dice_fillings import OF_DICE
from tests.games.oracle.fillings import ON_ISLANDS, Fillings

MOST = 20_000
"""Ways that are followed; a record that leaves more open is none for the oracle."""


FILLINGS: Mapping[str, Fillings] = {
    "island": ON_ISLANDS,
    "cards": OF_CARDS,
    "sheets": OF_DICE,
}
"""By the picture of a game."""


MOST_LOOKED_THROUGH = 43
"""Ways of which each is looked through for the 462 results of six dice."""

FEW = 40
"""Ways of which it is not asked after each action whether some have become the same."""


class TooMany(Exception):
    """The record leaves more ways open than the oracle goes through, as the words say."""


@dataclass
class Truth:
    """What is true of a record. `at`: None if some way is legal, else the index of the action that
    breaks a rule in every one, and `rules` those that it breaks in some; `shown_late` where that
    tells of a win that there had been in some ways, by Victory Points shown, a claim or the result:
    the indices of the actions before which it was, and which a record is refused at for that
    (D-31). Of all legal ways: `proved` by the index of a hidden action the cards that it was in all
    of them, `least` and `most` points by seat, `winners`, `ends` and `titles`."""

    at: int | None = None
    rules: frozenset[str] = frozenset()
    shown_late: frozenset[int] = frozenset()
    proved: dict[int, tuple[int, ...]] = field(default_factory=dict)
    least: list[int] = field(default_factory=list)
    most: list[int] = field(default_factory=list)
    winners: set[tuple[int, ...]] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)
    titles: set[tuple[Any, ...]] = field(default_factory=set)


@dataclass
class Way:
    """A state in which the game may be, and by the index of each hidden action which cards it may
    have been on the ways that lead here."""

    state: Any
    past: dict[int, frozenset[tuple[int, ...]]]


def judge(ruleset: Ruleset, start: Any, header: Header, actions: Sequence[Action]) -> Truth:
    """Play the record on in every way. Raises `TooMany`."""
    ways = [Way(start.copy(), {})]
    won: list[tuple[int, Any]] = []
    for at, (action, coming) in enumerate(zip_longest(actions, actions[1:])):
        for way in ways:
            say_what_is_implied(ruleset, way.state, action)
        following = after(ruleset, ways, at, action, coming) or after(ruleset, ways, at, action)
        if not following and action.ruling:
            raise TooMany("a ruling lets stand what cannot have happened")
        if not following:
            rules_broken = broken_rules(ruleset, ways, action)
            late = frozenset(shown_late(ruleset, won, actions[at:]))
            return Truth(at, rules_broken, late)
        if ruleset.viewer == "island" and action.verb not in OF_THE_END:
            won += [(at, way.state) for way in ways if ruleset.ended(way.state) == WON]
        ways = following
    rules: set[str] = set()
    legal = []
    for way in ways:
        broken = {rule for look in ruleset.closing for rule, _ in look(way.state, header)}
        rules |= broken
        if not broken:
            legal.append(way)
    if not legal and actions[-1].ruling and actions[-1].verb in OF_THE_RESULT:
        raise TooMany("a ruling lets a false result stand")
    if not legal:
        return Truth(len(actions) - 1, frozenset(rules), frozenset(told_late(ruleset, won, header)))
    return told(ruleset, legal)


OF_THE_END = frozenset({"show", "claim", "end_turn"})
"""What may be done when the game has been won."""

OF_THE_RESULT = frozenset({"claim", "abandon", "concede"})
"""Behind what a ruling lets the result stand as well."""

TELLING = frozenset({"show", "claim"})
"""What tells that it has been."""


def shown_late(
    ruleset: Ruleset, won: Sequence[tuple[int, Any]], left: Sequence[Action]
) -> Iterator[int]:
    """Where a game went on that a player had won who shows the cards, or claims the win, among the
    actions that are left; others may have broken rules in between."""
    telling = [action for action in left if action.verb in TELLING]
    for at, state in won:
        winners = ruleset.winners(state)
        if any(
            winners == (action.seat,) and ruleset.verbs[action.verb].allowed(state, action)
            for action in telling
        ):
            yield at


def told_late(ruleset: Ruleset, won: Sequence[tuple[int, Any]], header: Header) -> Iterator[int]:
    """Where a game went on that a player had won to whom the result gives as much, or the win. A
    title may have been lost since."""
    for at, state in won:
        (seat,) = ruleset.winners(state)
        points = ruleset.points(state)[seat]
        titles = {title.replace("_", " ") for title in ruleset.titles}
        enough = sum(made for name, made in points.items() if name.lower() not in titles)
        if header.points is None:
            if header.winners == (seat,):
                yield at
        elif header.points[seat] >= enough:
            yield at


def say_what_is_implied(ruleset: Ruleset, state: Any, action: Action) -> None:
    while (unsaid := ruleset.implied(state, action)) is not None:
        ruleset.verbs[unsaid.verb].apply(state, unsaid)
        state.previous = unsaid


def after(
    ruleset: Ruleset, ways: Sequence[Way], at: int, action: Action, coming: Action | None = None
) -> list[Way]:
    """All ways on which the action keeps the rules, and each state once. Of fillings that are
    looked through, only those that `coming` leaves, the action after this one, if it is told."""
    fillings = FILLINGS[ruleset.viewer]
    hidden = fillings.hides(action)
    through = fillings.looked_through and hidden and coming is not None
    if through and len(ways) > MOST_LOOKED_THROUGH:
        raise TooMany(f"more than {MOST_LOOKED_THROUGH} ways before dice that nobody saw")
    found: list[Way] = []
    for way in ways:
        states = looked_through if through else filled_in
        for filled, state in states(ruleset, way.state, action, coming):
            past = way.past
            if hidden:
                past = {**past, at: frozenset({fillings.cards_in(action, filled)})}
            found.append(Way(state, past))
        if len(found) > MOST:
            raise TooMany(f"more than {MOST} ways")
    return gathered(found) if len(found) > (1 if hidden else FEW) else found


Filled = Iterator[tuple[Action, Any]]
"""A way to fill an action in, and the state after it."""


def fitting(
    ruleset: Ruleset, state: Any, action: Action, coming: Action | None = None
) -> list[Action]:
    """The action with each filling that the rules allow."""
    ways = FILLINGS[ruleset.viewer].of(state, action)
    return [filled for filled in ways if is_allowed(ruleset, state, filled, coming)]


def is_allowed(ruleset: Ruleset, state: Any, action: Action, coming: Action | None) -> bool:
    """Whether the rules allow it, or a ruling lets stand what can have happened. Nobody asks for
    the rest of what it begins, such as a theft, where the game is broken off right behind it, or
    its player leaves (D-126)."""
    if ruleset.verbs[action.verb].allowed(state, action):
        return True
    if action.ruling:
        if any(check.ask(state, action) is not None for check in ruleset.pressing):
            raise TooMany("a ruling lets be left out what is due before anything else")
        return not any(one.detail.impossible for one in ruleset.broken(state, action))
    rest = ruleset.rest(state, action)
    if coming is None or not rest:
        return False
    leaves = coming.verb == ruleset.notation.leaver and coming.seat == action.seat
    leaves = leaves or bool(state.out >> action.seat & 1)
    broken = ruleset.broken(state, action)
    only_rest = all(one.rule.id in rest and not one.detail.impossible for one in broken)
    return only_rest and (leaves or coming.verb == "abandon")


def filled_in(ruleset: Ruleset, before: Any, action: Action, coming: Action | None) -> Filled:
    """The state itself is the last one."""
    ways = fitting(ruleset, before, action, coming)
    for number, filled in enumerate(ways, start=1):
        state = before if number == len(ways) else before.copy()
        going_on = ruleset.goes_on(state, filled)
        ruleset.verbs[action.verb].apply(state, filled)
        if going_on:
            state.previous = filled
        yield filled, state


def looked_through(ruleset: Ruleset, before: Any, action: Action, coming: Action) -> Filled:
    """One state is filled in again and again, and copied where the coming action is allowed; most
    of the many fillings do not allow it. `before` stays as it is."""
    apply, allowed = ruleset.verbs[action.verb].apply, ruleset.verbs[coming.verb].allowed
    state = before.copy()
    for filled in fitting(ruleset, before, action):
        apply(state, filled)
        state.previous = filled
        if allowed(state, coming):
            yield filled, state.copy()


def gathered(ways: Sequence[Way]) -> list[Way]:
    """Those that have come to the same state as one."""
    found: dict[Any, Way] = {}
    for way in ways:
        same = found.setdefault(contents(way.state), way)
        if same is not way:
            same.past = {at: cards | way.past[at] for at, cards in same.past.items()}
    return list(found.values())


def contents(state: Any) -> tuple[Any, ...]:
    """All that a state holds, to know it by."""
    held = [getattr(state, name, None) for name in slots_of(type(state))]
    held += [value for name, value in getattr(state, "__dict__", {}).items() if name not in SAME]
    return tuple([fixed(value) for value in held])


def fixed(value: Any) -> Any:
    if isinstance(value, Dice):
        return tuple(getattr(value, name) for name in Dice.__slots__)
    if type(value) is dict:
        return tuple((key, fixed(one)) for key, one in sorted(value.items()))
    if type(value) is not list:
        return value
    if value and type(value[0]) is list:
        return tuple(map(tuple, value))
    return tuple(value)


_SLOTS: dict[type, tuple[str, ...]] = {}

SAME = {"header", "places", "swaps", "stood", "networks", "yields"}
"""What lies open, and is the same on all ways."""


def slots_of(kind: type) -> tuple[str, ...]:
    if kind not in _SLOTS:
        names = [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
        same = SAME | {"cards"} if issubclass(kind, CardState) else SAME
        _SLOTS[kind] = tuple(name for name in names if name not in same)
    return _SLOTS[kind]


def broken_rules(ruleset: Ruleset, ways: Sequence[Way], action: Action) -> frozenset[str]:
    fillings = FILLINGS[ruleset.viewer]
    return frozenset(
        broken.rule.id
        for way in ways
        for filled in fillings.of(way.state, action)
        for broken in ruleset.broken(way.state, filled)
    )


def told(ruleset: Ruleset, legal: Sequence[Way]) -> Truth:
    truth = Truth()
    points = [[sum(made.values()) for made in ruleset.points(way.state)] for way in legal]
    truth.least = [min(column) for column in zip(*points, strict=True)]
    truth.most = [max(column) for column in zip(*points, strict=True)]
    for way in legal:
        truth.winners.add(tuple(ruleset.winners(way.state)))
        truth.ends.add(ruleset.ended(way.state))
        truth.titles.add(tuple(holder(way.state) for holder in ruleset.titles.values()))
    for at in legal[0].past:
        cards = frozenset().union(*(way.past[at] for way in legal))
        if len(cards) == 1:
            (truth.proved[at],) = cards
    return truth
