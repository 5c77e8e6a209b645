"""A base game that begins in the middle: its state, or all those in which it may be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from games.engine.branches import Unseen
from games.engine.core import Action, Header, Ruleset, Untenable, Verb, says
from games.engine.record import Positions
from games.engine.rulesets.base import laying
from games.engine.rulesets.base.laying import (
    DEALING,
    give_tiles,
    lay_cards,
    lay_pieces,
    nothing_unseen,
)
from games.engine.rulesets.base.moment import (
    OF_A_CARD,
    Rules,
    Way,
    check_moment,
    may_build,
    put_moment,
    ways_of,
)
from games.engine.rulesets.base.nearest import nearest, sure
from games.engine.rulesets.base.position import (
    NOTHING,
    ONE_ROAD,
    SHIFT,
    TWO_ROADS,
    VOID,
    Form,
    Position,
    after_seven,
    read_position,
    write_position,
)
from games.engine.rulesets.base.state import BaseState
from games.engine.rulesets.base.untold import hands_filled
from games.engine.words import marked

DUE_OF = Way._fields.index("due")

AFTER_A_SEVEN = frozenset({"discard", "robber", "pirate"})
"""What is done while a 7 is open. Whoever asks about anything else without telling what is due does
not ask whether a 7 stands in its way."""


def begins(ruleset: Ruleset, rules: Rules) -> Ruleset:
    """The rule set with games that begin in the middle as well."""

    def laid(header: Header, most: int) -> tuple[BaseState, Position]:
        position: Position = header.position
        state: BaseState = ruleset.setup(header)
        try:
            if position.part == 2 and not rules.parted:
                raise Untenable("B-065", says(marked("one player acts in each turn")))
            state.take_turn(position.turn, position.part)
            check_moment(state, position, rules)
            lay_pieces(state, position, rules.raise_city)
            for addition in rules.added:
                addition.lay(state, position)
            lay_cards(ruleset, state, position, rules.cards, most)
            give_tiles(state, position)
        except Untenable as fault:
            raise renamed(fault) from fault
        return state, position

    def renamed(fault: Untenable) -> Untenable:
        return Untenable(rules.instead.get(fault.rule, fault.rule), fault.detail)

    def states(header: Header, most: int) -> Iterator[tuple[tuple[Any, ...], BaseState]]:
        state, position = laid(header, most)
        try:
            yield from in_ways(state, position)
        except Untenable as fault:
            raise renamed(fault) from fault

    def in_ways(
        state: BaseState, position: Position
    ) -> Iterator[tuple[tuple[Any, ...], BaseState]]:
        for way, parts in _answered(state, position, rules):
            for answers in _apart(parts):
                twin = state.copy()
                put_moment(twin, position, way, rules)
                for addition, told in zip(rules.added, answers, strict=True):
                    addition.put(twin, position, told)
                _end_if_won(ruleset, twin)
                yield (*way, *(one for told in answers for one in told)), twin

    def with_hands(header: Header, verb: str) -> list[tuple[tuple[Any, ...], BaseState]]:
        found: list[tuple[tuple[Any, ...], BaseState]] = []
        faults = []
        for number, position in hands_filled(header.position, verb):
            try:
                some = [*states(replace(header, position=position), laying.KEPT_TO_ASK)]
            except Untenable as fault:
                faults.append(fault)
            else:
                found += [((*way, number), state) for way, state in some]
        if not found:
            raise faults[0]
        return found

    def ways(header: Header, verb: str) -> list[tuple[tuple[Any, ...], BaseState]]:
        position: Position = header.position
        found = with_hands(header, verb)
        if position.due is not None or verb in AFTER_A_SEVEN:
            return found
        return [(way, state) for way, state in found if not after_seven(way[DUE_OF])]

    def setup(header: Header) -> Any:
        if header.position is None:
            return ruleset.setup(header)
        try:
            found = list(states(header, laying.KEPT))
        except Untenable:
            # What is due tells that hands of which nothing is told are not empty.
            found = with_hands(header, "")
        return together(ruleset, _most_open(header, rules, found))

    form = Form(rules.added, rules.without, rules.hand, rules.letters, rules.gap)
    return replace(
        ruleset,
        setup=setup,
        notation=replace(
            ruleset.notation,
            position=Positions(
                read=partial(read_position, form=form),
                write=partial(write_position, form=form),
                ways=ways,
                open_=rules.open_,
                sure=partial(sure, rules.seen),
                besides=partial(_besides, ruleset.notation.named),
                verbs=tuple(rules.nearest),
                nearest=partial(nearest, rules.nearest),
                asks_before=rules.asks_before,
                form=form,
            ),
        ),
    )


ANY_TIME = frozenset({"abandon", "bell", "concede"})
"""What is no turn's in particular."""


def _besides(named: frozenset[str], position: Position, action: Action) -> bool:
    """Whether it is done in the turn of the position by somebody who is not on turn: what is owed
    and dealt, and what is no turn's if that one cannot be over."""
    owed = action.verb in named or action.verb == "deal"
    return owed or (position.rolled is False and action.verb in ANY_TIME)


Answers = Sequence[tuple[bool, ...]]


def _answered(
    state: BaseState, position: Position, rules: Rules
) -> list[tuple[Way, list[Answers]]]:
    """The answers to what is open, and with each those of each game that added some."""
    found = []
    for way in ways_of(state, position, rules):
        begun = may_build(position, rules, way)
        found.append((way, [one.answers(state, position, way, begun) for one in rules.added]))
    for at, addition in enumerate(rules.added):
        if not any(parts[at] for _way, parts in found):
            raise Untenable(*addition.against(state, position))
    return found


def _apart(parts: Sequence[Answers]) -> Iterator[tuple[tuple[bool, ...], ...]]:
    """Answers of each game that added some: those that stand first, and one at a time others. No
    action depends on two of them together."""
    if not all(parts):
        return
    usual = tuple(answers[0] for answers in parts)
    yield usual
    for at, (_first, *others) in enumerate(parts):
        for other in others:
            yield (*usual[:at], other, *usual[at + 1 :])


def _most_open(
    header: Header, rules: Rules, ways: Sequence[tuple[tuple[Any, ...], Any]]
) -> list[Any]:
    """The states that allow most: what only forbids is not so where nobody tells that it is."""
    width = len(Way._fields)
    there = {Way(*way[:width]) for way, _state in ways}
    found = [
        (way, state)
        for way, state in ways
        if there.isdisjoint(_allowing_more(header.position, Way(*way[:width])))
    ]
    for addition in rules.added:
        for at, one in enumerate(addition.open_, start=width):
            least = min(way[at] for way, _state in found)
            found = [(way, state) for way, state in found if not one.forbids or way[at] == least]
        width += len(addition.open_)
    return [state for _way, state in found]


def _allowing_more(position: Position, way: Way) -> Iterator[Way]:
    """Ways that allow all that this one does and are not told apart from it: nothing bought, no
    card played, both of two free roads still due. What is told besides may rule each out."""
    if way.fresh:
        yield way._replace(fresh=False)
    if way.played and position.played is None and way.due not in (*OF_A_CARD, SHIFT):
        yield way._replace(played=False)
    if position.due is None and way.due == ONE_ROAD:
        yield way._replace(due=TWO_ROADS)
    if position.due is None and way.due == VOID:
        yield way._replace(due=NOTHING)


def _end_if_won(ruleset: Ruleset, state: BaseState) -> None:
    """The game may be over already, if unseen cards are such."""
    before = state.previous
    state.end_if_won()
    if ruleset.hidden is None or state.unseen is None:
        return
    beginning = replace(ruleset, verbs={DEALING: Verb((), _begin, lambda state, action: True)})
    ruleset.hidden.play(beginning, state, Action(state.turn, DEALING))
    for branch in (state, *state.unseen.others):
        branch.previous = before


def _begin(state: BaseState, action: Action) -> None:
    """Nothing happens but what is seen after each action."""


def together(ruleset: Ruleset, states: Sequence[BaseState]) -> BaseState:
    """One state that may be each of them."""
    first, *others = states
    if others:
        all_others: list[BaseState] = []
        for state in others:
            unseen = _unseen_of(ruleset, state)
            all_others += [state, *unseen.others]
            unseen.others = []
        _unseen_of(ruleset, first).others += all_others
    return first


def _unseen_of(ruleset: Ruleset, state: BaseState) -> Unseen:
    """What is unseen in the state; nothing, maybe, but which of several states it is."""
    if state.unseen is None:
        state.unseen = nothing_unseen(ruleset, state)
    return state.unseen
