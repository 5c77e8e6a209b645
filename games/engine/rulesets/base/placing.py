"""A base game that begins in the middle: its state, and what its position leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

from games.engine.branches import Unseen
from games.engine.core import (
    NOBODY,
    Action,
    Detail,
    Header,
    Ruleset,
    Untenable,
    Verb,
    says,
)
from games.engine.record import Positions
from games.engine.rulesets.base.laying import (
    DEALING,
    give_tiles,
    lay_cards,
    lay_pieces,
    nothing_unseen,
)
from games.engine.rulesets.base.marks import Added
from games.engine.rulesets.base.nearest import NEAREST, Nearest, nearest, sure
from games.engine.rulesets.base.packed import (
    PLACE,
    ROAD_BUILDING,
    holds,
    size,
)
from games.engine.rulesets.base.position import (
    BY_KNIGHT,
    BY_SEVEN,
    DISCARDS,
    NOTHING,
    ONE_ROAD,
    SHIFT,
    TWO_ROADS,
    VOID,
    Position,
    read_position,
    write_position,
)
from games.engine.rulesets.base.rolling import HAND
from games.engine.rulesets.base.state import (
    BEFORE,
    DISCARD,
    ROBBER,
    BaseState,
)
from games.engine.rulesets.base.unseen import DEVELOPMENT
from games.engine.words import marked

# The moment


class Way(NamedTuple):
    """Answers to what a position may leave open: whether the player has rolled, has played a
    development card, may have `fresh` ones among those not played, and what is due."""

    rolled: bool
    played: bool
    fresh: bool
    due: int


OPEN = (
    marked("whether {player} has rolled in this turn"),
    marked("whether {player} has played a development card in this turn"),
    marked("which development cards {player} has bought in this turn"),
    marked("what {player} did just before: a Road Building begun, the robber placed, a void roll"),
)
"""What a photograph does not show, in the order of the answers."""


def ways_of(state: BaseState, position: Position, rules: Rules) -> list[Way]:
    """All answers that go together and with what is told."""
    some = bool(state.cards[state.turn]) and position.bought is None
    dues = (position.due,) if position.due is not None else _dues(state, position, rules)
    found = [
        Way(rolled, played, fresh, due)
        for rolled, played, fresh, due in product(
            _answers(position.rolled),
            _answers(position.played),
            (False, True) if some else (False,),
            dues,
        )
        if _stands(position, rules, Way(rolled, played, fresh, due))
    ]
    if not found:
        raise Untenable(*_contradiction(state, position, rules))
    return found


def _answers(told: bool | None) -> tuple[bool, ...]:
    return (False, True) if told is None else (told,)


def _dues(state: BaseState, position: Position, rules: Rules) -> Sequence[int]:
    """What may be due without being seen: free roads, a shift of the robber."""
    dues = [NOTHING]
    lying = position.aside
    building = state.stock if lying is None else lying
    if building >> 8 * ROAD_BUILDING & PLACE and state.roads_left[state.turn]:
        dues += [TWO_ROADS, ONE_ROAD]
    if rules.shifts:
        dues += [SHIFT, VOID]
    return dues


def _stands(position: Position, rules: Rules, way: Way) -> bool:
    """Whether the answers go together."""
    if way.due in (DISCARDS, BY_SEVEN) and not way.rolled:
        return False
    if way.due in (BY_KNIGHT, TWO_ROADS, ONE_ROAD) and not way.played:
        return False
    if way.due in (TWO_ROADS, ONE_ROAD) and not way.rolled and rules.roads_after_roll:
        return False
    if position.part == 2 and (not way.rolled or way.due in (DISCARDS, BY_SEVEN)):
        return False
    if way.due == SHIFT and not (way.rolled or way.played):
        return False
    if way.due == VOID and way.rolled:
        return False
    return way.rolled or not (way.fresh or position.bought)


def _contradiction(state: BaseState, position: Position, rules: Rules) -> tuple[str, Detail]:
    """The row that speaks against what is told."""
    player = state.name(state.turn)
    if position.rolled is False and position.due in (DISCARDS, BY_SEVEN):
        return "B-092", says(marked("{player} has not rolled yet"), player=player)
    if position.rolled is False and position.bought:
        return "B-156", says(marked("{player} has not rolled yet"), player=player)
    if position.part == 2:
        return "X-041", says(marked("{player} holds rock 2"), player=player)
    if position.due in (BY_KNIGHT, TWO_ROADS, ONE_ROAD) and position.played is False:
        return "B-160", says(marked("{player} has played a card"), player=player)
    return "TG-02", says(marked("{player} has not rolled yet"), player=player)


def put_moment(state: BaseState, position: Position, way: Way) -> None:
    """The phase of the turn, by the answers."""
    seat = state.turn
    begun = state.acting if way.rolled else BEFORE
    state.played = way.played
    state.phase = state.after = begun
    if way.due in (BY_SEVEN, DISCARDS):
        state.phase = ROBBER
    if way.due == DISCARDS:
        state.owed = _owed(state, position)
        state.phase = DISCARD
    if way.due == BY_KNIGHT:
        state.phase, state.by_knight = ROBBER, True
    if way.due in (TWO_ROADS, ONE_ROAD):
        state.free = 2 if way.due == TWO_ROADS else 1
        state.previous = Action(seat, "road_building")
    if way.due == SHIFT:
        state.previous = Action(seat, "robber", (state.robber, NOBODY, NOBODY))
    if way.due == VOID:
        state.previous = Action(seat, "void_roll", (0, 0, 0))
    if way.fresh:
        state.bought = state.cards[seat]
        if state.unseen is not None:
            piles = state.unseen.piles
            piles[DEVELOPMENT] = piles[DEVELOPMENT].merged(seat, state.n)


def _owed(state: BaseState, position: Position) -> list[int]:
    """Those named owe, else all with too many cards (B-086, B-087)."""
    owed = [size(hand) // 2 if size(hand) > HAND else 0 for hand in state.hands]
    for seat in position.owing:
        if not owed[seat]:
            raise Untenable(
                "B-086",
                says(marked("{player} has nothing to discard"), player=state.name(seat)),
            )
    if position.owing:
        owed = [count if seat in position.owing else 0 for seat, count in enumerate(owed)]
    if not any(owed):
        raise Untenable("B-086", says(marked("nobody has more than 7 cards")))
    return owed


def _check_moment(state: BaseState, position: Position) -> None:
    """What is told of the player who acts is there."""
    seat, held = state.turn, position.held[state.turn]
    if position.bought is not None and not holds(held.cards, position.bought):
        raise Untenable(
            "B-161",
            says(marked("{player} does not hold the cards bought"), player=state.name(seat)),
        )
    if position.due == BY_KNIGHT and not held.knights:
        raise Untenable(
            "B-170", says(marked("{player} has played no Knight"), player=state.name(seat))
        )


# The state


@dataclass(frozen=True)
class Rules:
    """How a rule set differs: `instead` are rows by those of the box that they replace; the robber
    `shifts`; free roads come `roads_after_roll`. `parted`: two players act in each turn. `added` is
    what games add that the box does not have."""

    instead: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    shifts: bool = False
    roads_after_roll: bool = False
    parted: bool = False
    added: Sequence[Added] = ()

    @property
    def open_(self) -> tuple[str, ...]:
        """What a photograph does not show, in the order of the answers."""
        return (*OPEN, *(words for addition in self.added for words in addition.open_))

    @property
    def nearest(self) -> Nearest:
        """The verbs of a turn in their order, with all facts that are worth a try."""
        ours = dict(NEAREST)
        del ours["end_turn"]
        for addition in self.added:
            ours |= addition.nearest
        return {**ours, "end_turn": NEAREST["end_turn"]}


def begins(ruleset: Ruleset, rules: Rules) -> Ruleset:
    """The rule set with games that begin in the middle as well."""

    def laid(header: Header) -> tuple[BaseState, Position]:
        position: Position = header.position
        state: BaseState = ruleset.setup(header)
        try:
            if position.part == 2 and not rules.parted:
                raise Untenable("B-065", says(marked("one player acts in each turn")))
            state.take_turn(position.turn, position.part)
            _check_moment(state, position)
            lay_pieces(state, position)
            for addition in rules.added:
                addition.lay(state, position)
            lay_cards(ruleset, state, position)
            give_tiles(state, position)
        except Untenable as fault:
            raise Untenable(rules.instead.get(fault.rule, fault.rule), fault.detail) from fault
        return state, position

    def states(header: Header) -> Iterator[tuple[tuple[Any, ...], BaseState]]:
        state, position = laid(header)
        for way in ways_of(state, position, rules):
            parts = [addition.answers(state, position, way) for addition in rules.added]
            for answers in product(*parts):
                twin = state.copy()
                put_moment(twin, position, way)
                for addition, told in zip(rules.added, answers, strict=True):
                    addition.put(twin, position, told)
                _see_winner(ruleset, twin)
                yield (*way, *(one for told in answers for one in told)), twin

    def setup(header: Header) -> Any:
        if header.position is None:
            return ruleset.setup(header)
        return together(_most_open(header, list(states(header))))

    return replace(
        ruleset,
        setup=setup,
        notation=replace(
            ruleset.notation,
            position=Positions(
                read=partial(read_position, added=rules.added),
                write=partial(write_position, added=rules.added),
                ways=lambda header: list(states(header)),
                open_=rules.open_,
                sure=sure,
                verbs=tuple(rules.nearest),
                nearest=partial(nearest, rules.nearest),
                asks_before=frozenset({"move_road"}),
                added=rules.added,
            ),
        ),
    )


def _most_open(header: Header, ways: Sequence[tuple[tuple[Any, ...], Any]]) -> list[Any]:
    """The states that allow most: what games add is not done where nobody tells that it is."""
    width = len(Way._fields)
    found = [(way, state) for way, state in ways if _allows_most(header, Way(*way[:width]))]
    least = min(way[width:] for way, _state in found)
    return [state for way, state in found if way[width:] == least]


def _allows_most(header: Header, way: Way) -> bool:
    """Whether no other way that is not told apart allows more: nothing bought, no card played."""
    position: Position = header.position
    needed = way.due in (BY_KNIGHT, TWO_ROADS, ONE_ROAD)
    plain = position.played is not None or way.played == needed
    shifted = way.due == SHIFT and position.played is None
    untold = () if position.due is not None else (ONE_ROAD, VOID)
    return not way.fresh and (plain or shifted) and way.due not in untold


def _see_winner(ruleset: Ruleset, state: BaseState) -> None:
    """The game may be over already, if unseen cards are such."""
    before = state.previous
    state.see_winner()
    if ruleset.hidden is None or state.unseen is None:
        return
    beginning = replace(ruleset, verbs={DEALING: Verb(lambda state, action: True, (), _begin)})
    ruleset.hidden.play(beginning, state, Action(state.turn, DEALING))
    for branch in (state, *state.unseen.others):
        branch.previous = before


def _begin(state: BaseState, action: Action) -> None:
    """Nothing happens but what is seen after each action."""


def together(states: Sequence[BaseState]) -> BaseState:
    """One state that may be each of them."""
    first, *others = states
    if others:
        all_others: list[BaseState] = []
        for state in others:
            unseen = _unseen_of(state)
            all_others += [state, *unseen.others]
            unseen.others = []
        _unseen_of(first).others += all_others
    return first


def _unseen_of(state: BaseState) -> Unseen:
    """What is unseen in the state; nothing, maybe, but which of several states it is."""
    if state.unseen is None:
        state.unseen = nothing_unseen(state)
    return state.unseen
