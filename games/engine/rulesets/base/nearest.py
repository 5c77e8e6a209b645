"""What is asked about a position: whether an action is legal with any cards, what comes near."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from games.engine.core import (
    NOBODY,
    Action,
    Ruleset,
    Seat,
)
from games.engine.rulesets.base.packed import ONE, PLACE, UNKNOWN
from games.engine.rulesets.base.packed import missing as lacking
from games.engine.rulesets.base.places import bits
from games.engine.rulesets.base.position import (
    known,
    unseen,
)
from games.engine.rulesets.base.state import (
    BaseState,
)

Seen = Callable[[Any, Action], Sequence[Action]]


def sure(seen: Seen, ruleset: Ruleset, state: BaseState, action: Action) -> bool:
    """Whether the action, which is legal with some cards, is so with all: the cards that are
    certain are enough."""
    allowed = ruleset.verbs[action.verb].allowed
    others = () if state.unseen is None else state.unseen.others
    for branch in (state, *others):
        if not any(allowed(branch, one) for one in seen(branch, action)):
            return False
        hidden = ruleset.hidden
        if hidden is None:
            continue
        if action.gains is not None and hidden.fork(branch, action):
            return False
        if hidden.asks_sizes(branch, action):
            return False
    return True


def seen(state: BaseState, action: Action) -> Sequence[Action]:
    """The action, or what stands for it if it hides cards: whatever they are, it is as legal."""
    facts = action.facts
    if action.verb == "buy" and facts == (UNKNOWN,):
        return [action._replace(facts=(kind,)) for kind in range(UNKNOWN + 1)]
    if action.verb in ("robber", "pirate") and facts[2] == UNKNOWN:
        return [action._replace(facts=(*facts[:2], kind)) for kind in range(len(ONE))]
    if action.verb == "discard" and unseen(facts[0]):
        return _filled(state, action)
    return [action]


def _filled(state: BaseState, action: Action) -> Sequence[Action]:
    """The discard with any cards of the hand in place of those not seen."""
    seen, missing = known(action.facts[0]), unseen(action.facts[0])
    if lacking(state.hands[action.seat], seen):
        return []
    left = state.hands[action.seat] - seen
    for one in sorted(ONE, key=lambda one: one != ONE[UNKNOWN]):
        taken = min(missing, left // one & PLACE)
        seen, missing = seen + taken * one, missing - taken
    return [] if missing else [action._replace(facts=(seen,))]


Facts = Iterable[tuple[int, ...]]

Nearest = Mapping[str, Callable[[Any, Seat], Facts]]


def nearest(verbs: Nearest, state: BaseState, seat: Seat, verb: str) -> Iterable[Action]:
    """Actions of the verb that may come near to a legal one."""
    return (Action(seat, verb, facts) for facts in verbs[verb](state, seat))


def _alone(state: BaseState, seat: Seat) -> Facts:
    return [()]


def _paths(state: BaseState, seat: Seat) -> Facts:
    return ((path,) for path in range(len(state.places.ends)))


def _spots(state: BaseState, seat: Seat) -> Facts:
    return ((spot,) for spot in range(len(state.places.around)))


def _thefts(state: BaseState, seat: Seat) -> Facts:
    for hex_ in range(len(state.places.corners)):
        yield (hex_, NOBODY, NOBODY)
        for victim in state.victims(seat, hex_):
            yield (hex_, victim, UNKNOWN)


def _a_card(state: BaseState, seat: Seat) -> Facts:
    """One of those in the hand if there is any; to discard none at all breaks no rule."""
    hand = state.hands[seat]
    kind = ((hand & -hand).bit_length() - 1) // 8 if hand > 0 else 0
    return [(1 << 8 * kind,)]


def _pairs(state: BaseState, seat: Seat) -> Facts:
    return ((ONE[one] + ONE[other],) for one in range(UNKNOWN) for other in range(one, UNKNOWN))


def _deals(state: BaseState, seat: Seat) -> Facts:
    for other in state.seats:
        if other != seat:
            for give, get in product(range(UNKNOWN), repeat=2):
                if give != get:
                    yield (other, ONE[give], ONE[get])


NEAREST: Nearest = {
    "roll": lambda state, seat: [(8, 0, 0)],
    "discard": _a_card,
    "robber": _thefts,
    "knight": _alone,
    "road_building": _alone,
    "invention": _pairs,
    "monopoly": lambda state, seat: [(0,)],
    "free_road": _paths,
    "road": _paths,
    "settle": _spots,
    "city": _spots,
    "buy": lambda state, seat: [(UNKNOWN,)],
    "bank": lambda state, seat: sorted(state.swaps[seat]),
    "deal": _deals,
    "end_turn": _alone,
}
"""The verbs of a turn in their order, with all facts that are worth a try."""

OF_CARDS = frozenset({"knight", "invention", "monopoly", "buy"})
"""Those of development cards; there is a Road Building in other games, too."""


def around(state: BaseState, spots: int) -> int:
    """The paths at the intersections, as a mask like them."""
    paths = 0
    for spot in bits(spots):
        paths |= state.places.roads_at[spot]
    return paths
