"""Was this legal, and what may be done now? Asked about a position, of which not all is known.

A verdict is *open* where it depends on what nobody told or saw; it says on what. An action is
judged in every state in which the game may be: if all agree, that is the verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, NamedTuple

from games.engine.branches import keep_few
from games.engine.core import Action, Broken, Header, Record, Ruleset, Seat
from games.engine.record import Positions

LEGAL, BROKEN, OPEN, UNTRIED = "legal", "broken", "open", "untried"

CARDS, TOO_MUCH, BOUNDS = -1, -2, -3
"""What a verdict may depend on besides what a position leaves open: cards that nobody saw; what was
not checked, because that would have been too much work; and, beside the cards, that there are more
ways in which they may lie than were followed, so that some broken rules are missed."""

EFFORT = 350_000
"""Steps (`branches.Meter`) that the list of what may be done may take with unseen cards; actions
beyond that are not checked any further."""

FEW_WAYS = 60
"""Ways in which unseen cards may lie that are kept where something is asked: a question goes
through several states, and through all actions of each kind."""

MOST = 500
"""Actions of one state that are looked at; cards to discard are not listed one by one."""

NEAREST = 4
"""Of the actions that come near to a legal one in the first state, those tried in the others."""

Facts = tuple[int, ...]
Way = tuple[Any, ...]
Stands = Sequence[tuple[Way, Any]]
"""States in which the game may be, each with its answers to what is left open."""


class Answer(NamedTuple):
    """`broken` are the rules that the action breaks, of an open verdict those that it may break.
    `depends` says on what that depends: indices of `Positions.open_`, `CARDS`, `TOO_MUCH` or
    `BOUNDS`."""

    verdict: str
    broken: tuple[Broken, ...] = ()
    depends: tuple[int, ...] = ()


class Judged(NamedTuple):
    """The answers to all actions of a record, in their order; the last one is what was asked.
    None follow one that cannot have happened."""

    record: Record
    answers: tuple[Answer, ...]

    @property
    def verdict(self) -> str:
        """That on all of them together."""
        verdicts = {answer.verdict for answer in self.answers}
        return next((one for one in (BROKEN, OPEN) if one in verdicts), LEGAL)

    @property
    def whole(self) -> bool:
        """Whether the last action was judged."""
        return len(self.answers) == len(self.record.actions)


class Doable(NamedTuple):
    """What a player may do of a kind: facts of the actions that are legal, those whose verdict is
    open, with all that it depends on. If there are none, why: the rules that one near to it, with
    the facts `near`, would break."""

    seat: Seat
    verb: str
    legal: tuple[Facts, ...] = ()
    open_: tuple[Facts, ...] = ()
    depends: tuple[int, ...] = ()
    near: Facts = ()
    broken: tuple[Broken, ...] = ()


def judge(ruleset: Ruleset, record: Record) -> Judged:
    """The verdict on each action of a record that begins with a position."""
    asked = record.actions[0].verb if record.actions else ""
    stands = _stands(ruleset, record.header, asked)
    answers = []
    for action in record.actions:
        tried = [(way, state, *_tried(ruleset, state, action)) for way, state in stands]
        answer = _answer([(way, verdict, broken) for way, _s, verdict, broken in tried])
        answers.append(answer._replace(depends=_by_bounds(answer.depends, stands)))
        kept = [one for one in tried if one[2] != BROKEN] or tried
        stands = [
            (way, state)
            for way, state, verdict, broken in kept
            if verdict != BROKEN or not any(trouble.detail.impossible for trouble in broken)
        ]
        for _way, state in stands:
            ruleset.play(state, action)
        if not stands:
            break
    return Judged(record, tuple(answers))


def _stands(ruleset: Ruleset, header: Header, asked: str) -> Stands:
    stands = _positions(ruleset).ways(header, asked)
    for _way, state in stands:
        if state.unseen is not None:
            keep_few(state, FEW_WAYS)
    return stands


def _positions(ruleset: Ruleset) -> Positions:
    found: Positions = ruleset.notation.position
    return found


def _tried(ruleset: Ruleset, state: Any, action: Action) -> tuple[str, tuple[Broken, ...]]:
    """The verdict in one state, which stays as it is."""
    if state.unseen is not None and state.unseen.lost is not None:
        return UNTRIED, ()
    if _positions(ruleset).sure(ruleset, state, action):
        return LEGAL, ()
    if broken := _broken(ruleset, state, action):
        return BROKEN, broken
    # What some cards allow others may forbid: those that are certain are not enough.
    return OPEN, ruleset.broken(state, action)


def _broken(
    ruleset: Ruleset, state: Any, action: Action, effort: Effort | None = None
) -> tuple[Broken, ...]:
    """The rules that the action breaks with any cards."""
    hidden = ruleset.hidden
    if hidden is None or state.unseen is None or ruleset.implied(state, action) is not None:
        return ruleset.play(state.copy(), action)
    before = state.unseen.meter.work
    broken = hidden.broken(ruleset, state, action)
    if effort is not None:
        effort.steps += state.unseen.meter.work - before
    # Each question may take as long as the first one.
    state.unseen.meter.work = before
    return broken


@dataclass
class Effort:
    """Steps that were taken for a list."""

    steps: int = 0

    @property
    def is_over(self) -> bool:
        return self.steps > EFFORT


def _answer(tried: Sequence[tuple[Way, str, tuple[Broken, ...]]]) -> Answer:
    """One verdict for all states in which the game may be."""
    verdicts = {verdict for _way, verdict, _broken in tried}
    if verdicts == {LEGAL}:
        return Answer(LEGAL)
    if UNTRIED in verdicts:
        return Answer(OPEN, (), (TOO_MUCH,))
    worse = [broken for _way, verdict, broken in tried if verdict != LEGAL]
    if verdicts == {BROKEN}:
        return Answer(BROKEN, _shared(worse))
    return Answer(OPEN, min(worse, key=len), _depends([(way, v) for way, v, _b in tried]))


def _shared(broken: Sequence[tuple[Broken, ...]]) -> tuple[Broken, ...]:
    """The rules that are broken in every state; if there is none such, the fewest."""
    least = min(broken, key=len)
    everywhere = set.intersection(*({one.rule.id for one in some} for some in broken))
    return tuple(one for one in least if one.rule.id in everywhere) or least


def _depends(tried: Sequence[tuple[Way, str]]) -> tuple[int, ...]:
    """The answers that alone make a difference, or else all that differ."""
    verdicts = dict(tried)
    if UNTRIED in verdicts.values():
        return (TOO_MUCH,)
    width = len(tried[0][0])
    alone = {at for at in range(width) if _differ_by(at, verdicts)}
    if not alone and len(set(verdicts.values())) > 1:
        alone = {at for at in range(width) if len({way[at] for way in verdicts}) > 1}
    cards = (CARDS,) if OPEN in verdicts.values() else ()
    return (*sorted(alone), *cards)


def _by_bounds(depends: tuple[int, ...], stands: Stands) -> tuple[int, ...]:
    """The same, and whether not all ways were followed in which the cards may lie."""
    if CARDS not in depends:
        return depends
    branches = [one for _way, state in stands if state.unseen for one in _branches(state)]
    bounded = any(one.unseen.beyond is not None for one in branches)
    return (*depends, BOUNDS) if bounded else depends


def _branches(state: Any) -> Sequence[Any]:
    return (state, *state.unseen.others)


def _differ_by(at: int, verdicts: Mapping[Way, str]) -> bool:
    """Whether some verdicts differ though nothing else does than that answer."""
    without: dict[Way, str] = {}
    return any(
        without.setdefault((*way[:at], *way[at + 1 :]), verdict) != verdict
        for way, verdict in verdicts.items()
    )


# What may be done


def possible(ruleset: Ruleset, header: Header) -> list[Doable]:
    """What the player on turn may do in a position, kind by kind, and why not the rest; where
    others have to act first, what they may do."""
    stands = _stands(ruleset, header, "")
    effort = Effort()
    listed = [_listed(ruleset, state, effort) for _way, state in stands]
    doable: dict[tuple[Seat, str], Doable] = {}
    for key in dict.fromkeys(key for found in listed for key in found):
        seat, verb, facts = key
        one = doable.get((seat, verb), Doable(seat, verb))
        verdicts = [
            (way, found.get(key, BROKEN))
            for (way, _state), found in zip(stands, listed, strict=True)
        ]
        doable[seat, verb] = _with(one, facts, verdicts)
    ordered = _positions(ruleset).verbs
    turn = stands[0][1].turn
    missing = [Doable(turn, verb) for verb in ordered if not _has(doable, verb)]
    states = [state for _way, state in stands]
    blamed = (_blamed(ruleset, states, one) for one in missing)
    told = (one._replace(depends=_by_bounds(one.depends, stands)) for one in doable.values())
    every = [*told, *(one for one in blamed if one.broken)]
    return sorted(every, key=lambda one: (ordered.index(one.verb), one.seat))


def _has(doable: Mapping[tuple[Seat, str], Doable], verb: str) -> bool:
    return any(verb == known for _seat, known in doable)


def _with(one: Doable, facts: Facts, verdicts: Sequence[tuple[Way, str]]) -> Doable:
    if all(verdict == LEGAL for _way, verdict in verdicts):
        return one._replace(legal=(*one.legal, facts))
    depends = tuple(sorted({*one.depends, *_depends(verdicts)}, key=lambda at: (at < 0, at)))
    return one._replace(open_=(*one.open_, facts), depends=depends)


Key = tuple[Seat, str, Facts]


def _listed(ruleset: Ruleset, state: Any, effort: Effort) -> dict[Key, str]:
    """All actions that are legal in one state, or may be, each with its verdict there."""
    found: dict[Key, str] = {}
    known = _positions(ruleset).verbs
    best = _at_best(ruleset, state)
    tried: dict[Alike, str] = {}
    for action in islice(_actions(ruleset, best), MOST):
        key = action.seat, action.verb, action.facts
        if action.verb not in known or key in found:
            continue
        verdict = LEGAL
        if not _is_begun(ruleset, action) and not _positions(ruleset).sure(ruleset, state, action):
            alike = _alike(ruleset, state, action, best)
            verdict = tried.get(alike) or _unsure(ruleset, state, action, effort)
            tried[alike] = verdict
        if verdict != BROKEN:
            found[key] = verdict
    return found


def _unsure(ruleset: Ruleset, state: Any, action: Action, effort: Effort) -> str:
    """The verdict in one state on what is not legal with any cards."""
    if effort.is_over:
        return UNTRIED
    return BROKEN if _broken(ruleset, state, action, effort) else OPEN


Alike = tuple[object, ...]

ALIKE = frozenset({"path", "intersection", "hex"})
"""Facts that change nothing of the cards that an action takes: where it takes place."""


def _alike(ruleset: Ruleset, state: Any, action: Action, best: Sequence[Any]) -> Alike:
    """What actions have in common that have the same verdict in one state: those of a kind that are
    allowed with the best cards, and take the same cards, wherever they take place. What a Monopoly
    names changes nothing either."""
    fields = ruleset.notation.fields.get(action.verb, ())
    kinds = {field.asked for field in fields}
    if ruleset.hidden is None or (fields and not kinds & ALIKE and kinds != {"word"}):
        return action
    allowed = ruleset.verbs[action.verb].allowed
    some = tuple(allowed(branch, action) for branch in best)
    if any(some):
        short: Alike = (some, *ruleset.hidden.moves(state, action))
    else:
        short = tuple(one.rule.id for one in ruleset.broken(state, action))
    return action.seat, action.verb, short, _elsewhere(fields, action.facts)


def _elsewhere(fields: Sequence[Any], facts: Facts) -> Facts:
    """The facts besides those of places, and besides the only word."""
    left: list[int] = []
    at = 0
    for field in fields:
        if field.asked not in ALIKE and (field.asked, len(fields)) != ("word", 1):
            left += facts[at : at + field.width]
        at += field.width
    return tuple(left)


def _actions(ruleset: Ruleset, best: Sequence[Any]) -> Iterator[Action]:
    """What the game lists and offers, one for each player who has cards to discard."""
    owing = set()
    for branch in best:
        listed = [*islice(ruleset.legal(branch), MOST), *ruleset.offers(branch)]
        for action in (*listed, *_unlisted(ruleset, branch, listed)):
            if not ruleset.due(branch, action.seat, action.verb):
                yield action
            elif (action.seat, action.verb) not in owing:
                owing.add((action.seat, action.verb))
                yield action._replace(facts=())


def _unlisted(ruleset: Ruleset, state: Any, listed: Sequence[Action]) -> Iterator[Action]:
    """What is legal although the game does not list it, such as a robber that is shifted."""
    verbs = {action.verb for action in listed}
    for verb in _positions(ruleset).verbs:
        if verb not in verbs:
            for action in _positions(ruleset).nearest(state, state.turn, verb):
                if ruleset.verbs[verb].allowed(state, action):
                    yield action


def _at_best(ruleset: Ruleset, state: Any) -> Sequence[Any]:
    if ruleset.hidden is None or state.unseen is None:
        return [state]
    return [ruleset.hidden.at_best(branch) for branch in (state, *state.unseen.others)]


def _is_begun(ruleset: Ruleset, action: Action) -> bool:
    """Whether facts are left open, such as dice and the cards of a deal."""
    fields = ruleset.notation.fields.get(action.verb, ())
    width: int = sum(field.width for field in fields)
    return len(action.facts) < width


def _blamed(ruleset: Ruleset, states: Sequence[Any], one: Doable) -> Doable:
    """Why nothing of the kind can be done: what the action nearest to it would break, if anything
    comes near to one. The states differ in the moment, not in the places: who comes nearest in the
    first one does so in the others."""
    tried: dict[Facts, int] = {}
    near: set[Facts] = set()
    for state in states:
        best = _at_best(ruleset, state)
        for action in _positions(ruleset).nearest(state, one.seat, one.verb):
            if state is not states[0] and action.facts in tried and action.facts not in near:
                continue
            broken = _anyhow(ruleset, state, action, best)
            if broken:
                tried.setdefault(action.facts, len(broken))
            if broken and (not one.broken or len(broken) < len(one.broken)):
                one = one._replace(near=action.facts, broken=broken)
            if len(one.broken) == 1:
                return one
        near = near or {*sorted(tried, key=tried.__getitem__)[:NEAREST]}
    return one


def _anyhow(
    ruleset: Ruleset, state: Any, action: Action, best: Sequence[Any]
) -> tuple[Broken, ...]:
    """The rules that the action breaks even with the best cards of those that nobody told."""
    broken = ruleset.broken(state, action)
    if not broken or any(branch is state for branch in best):
        return broken
    even = [{one.rule.id for one in ruleset.broken(branch, action)} for branch in best]
    return tuple(one for one in broken if all(one.rule.id in rules for rules in even))
