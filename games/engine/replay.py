"""Play a record through a rule set and say what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from games.engine.core import (
    OPEN,
    Action,
    Broken,
    Record,
    Ruleset,
    Seat,
    Violation,
    as_called,
    says,
)
from games.engine.pasts import Known
from games.engine.words import marked

MOST_FINDINGS = 1_000
"""What breaks more rules than that is not judged any further: a game breaks a handful."""


AT_THE_START = -1
"""The index of what stands before the first action."""

Patience = Callable[[], bool]
"""Whether somebody still waits for the answer."""


def endless() -> bool:
    return True


Clock = Callable[[], float]
"""Seconds since some moment."""


def within(seconds: float, clock: Clock) -> Patience:
    end = clock() + seconds
    return lambda: clock() < end


@dataclass
class Report:
    """The verdict on a record.

    `at_the_start`: rules that the header breaks, its board above all. `violations` in the order of
    the actions, none of which follows from those; `let_stand` those that a referee has ruled on.
    `state` is that after the last action that was played, `first_by` where each seat broke a rule
    first, `in_common` whether one of those rules is kept by all together (not `Ruleset.apart`),
    `full` the index of the action at which there were too many findings to go on, `halted`
    that of the first action for which nobody had the patience.
    """

    ruleset: Ruleset
    record: Record
    state: Any
    at_the_start: list[Broken] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    let_stand: list[Violation] = field(default_factory=list)
    first_by: dict[Seat, int] = field(default_factory=dict)
    in_common: bool = False
    full: int | None = None
    halted: int | None = None

    @property
    def valid(self) -> bool:
        return not self.at_the_start and not self.violations

    @property
    def stopped(self) -> bool:
        """Whether it ended at an action that cannot have happened: none after it was judged."""
        return any(one.impossible for one in (*self.violations, *self.let_stand))

    @property
    def whole(self) -> bool:
        """Whether every action was judged up to the end, or to one that cannot have happened."""
        return self.unchecked_from is None

    @property
    def room(self) -> int:
        """How many findings there may still be."""
        return max(0, MOST_FINDINGS + 1 - len(self.violations) - len(self.let_stand))

    @property
    def points(self) -> Sequence[Mapping[str, int]]:
        """By seat, what the points are made of, as far as they are certain."""
        made = self.ruleset.points(self.state)
        hidden = self.ruleset.hidden
        if hidden is None or self.state.unseen is None or not hidden.worth:
            return made
        return [
            {**parts, hidden.worth: parts[hidden.worth] + hidden.least_points(self.state, seat)}
            for seat, parts in enumerate(made)
        ]

    @property
    def winners(self) -> Sequence[Seat]:
        """Nobody as long as it hangs on unseen cards who has won."""
        winners, *others = map(self.ruleset.winners, self._ways)
        return winners if all(theirs == winners for theirs in others) else ()

    @property
    def winner(self) -> Seat | None:
        """The one winner; None without one, and where several share the first place."""
        winners = self.winners
        return winners[0] if len(winners) == 1 else None

    @property
    def ended(self) -> str:
        """The same: open as long as unseen cards decide it."""
        ended, *others = map(self.ruleset.ended, self._ways)
        return ended if all(theirs == ended for theirs in others) else OPEN

    @property
    def _ways(self) -> Sequence[Any]:
        """The states in which the game may be."""
        unseen = self.state.unseen
        return (self.state,) if unseen is None else (self.state, *unseen.others)

    @property
    def titles(self) -> Mapping[str, Seat | None]:
        return {title: holder(self.state) for title, holder in self.ruleset.titles.items()}

    @property
    def unproved(self) -> Sequence[Broken]:
        """The rules that this record cannot show kept or broken, with what is missing."""
        ruleset, record = self.ruleset, self.record
        missing = list(ruleset.unproved(self.state, record))
        if _is_unwritten(record):
            told = {rule for rule, _ in missing}
            open_ones = {one.rule.id for one in _broken_by_the_result(self, self.state)} - told
            missing += [
                (rule, says(marked("the record lacks turns"))) for rule in sorted(open_ones)
            ]
        return [Broken(ruleset.rules[rule], detail) for rule, detail in missing]

    @property
    def deduced(self) -> Sequence[Known]:
        """What the whole record proves of cards that nobody saw."""
        hidden = self.ruleset.hidden
        if hidden is None:
            return self.ruleset.proved(self.state, self.record.actions)
        if self.state.unseen is None:
            return ()
        return hidden.proved(self.state, self.record.actions)

    @property
    def hidden_points(self) -> Sequence[int]:
        """By seat, how many more points unseen cards may be worth."""
        hidden = self.ruleset.hidden
        if hidden is None or self.state.unseen is None:
            return [0] * len(self.record.header.players)
        return [
            hidden.most_points(self.state, seat) - hidden.least_points(self.state, seat)
            for seat in self.state.seats
        ]

    @property
    def beyond(self) -> int | None:
        """The index of the action after which unseen cards could be too many things to follow
        all: from there on, cards are judged by the least and the most that a player can have.
        `AT_THE_START` if the table on which the game begins leaves as many already."""
        found = [way.unseen.beyond for way in self._ways if way.unseen is not None]
        after = [self._index(action) for action in found if action is not None]
        return min((AT_THE_START if at is None else at for at in after), default=None)

    @property
    def lost(self) -> int | None:
        """The same for the action after which too much was unseen to judge anything; None as well
        if that was so before the first one (`unchecked_from`)."""
        return self._index(None if self.state.unseen is None else self.state.unseen.lost)

    @property
    def unchecked_from(self) -> int | None:
        """The index of the action from which on nothing was judged, because too much was unseen,
        too many rules were broken before it, it took too long, or a ruling lets stand what cannot
        have happened."""
        if self.halted is not None:
            return self.halted
        ruled = next((one.at + 1 for one in self.let_stand if one.impossible), None)
        if ruled is not None:
            return ruled
        if self.full is not None:
            return self.full + 1
        unseen = self.state.unseen
        if unseen is None or unseen.lost is None:
            return None
        return 0 if self.lost is None else self.lost + 1

    @property
    def missed(self) -> Mapping[Seat, Action]:
        """Who would have won with unseen cards before an action that went on with the game."""
        unseen = self.state.unseen
        found: Mapping[Seat, Action] = {} if unseen is None else unseen.missed
        return found

    def _index(self, last: Action | None) -> int | None:
        return next((at for at, action in enumerate(self.record.actions) if action is last), None)

    def add(self, at: int, action: Action, broken: Sequence[Broken]) -> None:
        """One mistake is one finding: of the rules that an action breaks, those behind the first
        may follow from what broke that one."""
        sure = [one for one in broken if one.rule.id not in self.ruleset.guesses]
        apart, in_common = self.ruleset.apart, self.in_common
        first = (sure or broken)[0] if broken else None

        def follows(one: Broken) -> bool:
            if one is not first:
                return True
            if one.rule.id in apart and not in_common:
                return action.seat in self.first_by
            return bool(self.violations)

        header, line = self.record.header, action.line
        found = [
            Violation(at, action, one.rule, as_called(one.detail, header, line), follows(one))
            for one in broken
        ]
        if action.ruling:
            self.let_stand += found
        elif found:
            self.violations += found
            self.in_common = in_common or any(one.rule.id not in apart for one in broken)
            self.first_by.setdefault(action.seat, at)


def replay(
    ruleset: Ruleset, record: Record, *, first: bool = False, patience: Patience = endless
) -> Report:
    """Play the record to its end and report every action that breaks a rule.

    A broken rule does not end the replay: at a real table the game went on. It ends at the first
    action that cannot have happened at all (no such piece, no such card), and with `first` at the
    first action that breaks a rule. What is found later may follow from that and is marked so.
    `patience` is asked before each action, and a no ends it as well.

    Raises `KeyError` for a verb that the game does not know: readers let none through.
    """
    return _replayed(ruleset, record, first, patience, None)


class Settled(NamedTuple):
    """The seat had won before the action, if what it does at the index `shown` is allowed then, or
    if the result is true that stands behind the last action."""

    seat: Seat
    action: Action
    shown: int


def _replayed(
    ruleset: Ruleset, record: Record, first: bool, patience: Patience, settled: Settled | None
) -> Report:
    state = ruleset.setup(record.header)
    report = Report(ruleset, record, state)
    for look in ruleset.opening:
        found = look(record.header)
        report.at_the_start += [Broken(ruleset.rules[rule], detail) for rule, detail in found]
    verbs = {
        name: (never if name in ruleset.asides else verb.allowed, verb.apply)
        for name, verb in ruleset.verbs.items()
    }
    hides = nothing_unseen if ruleset.hidden is None else ruleset.hidden.hides
    overdue = Overdue(ruleset)
    for at, action in enumerate(record.actions):
        if not patience():
            report.halted = at
            return report
        if ruleset.hidden and settled is not None and action is settled.action:
            ruleset.hidden.settle(ruleset, state, settled.seat)
        allowed, apply = verbs[action.verb]
        if state.unseen is None and not hides(action) and allowed(state, action):
            if overdue.told:
                overdue.skip(state, action)
            apply(state, action)
            state.previous = action
            continue
        broken = _played(ruleset, state, record, at, overdue)
        if broken:
            impossible = any(trouble.detail.impossible for trouble in broken)
            if settled is None and (impossible or _claims(report, action)):
                won = _as_won(report, action.seat, at, first, patience)
                if won is not None:
                    return won
            report.add(at, action, broken)
            if impossible or (settled is not None and at == settled.shown):
                return report
            if first and report.violations:
                return report
            if not report.room:
                report.full = at
                return report
    return _closed(report, first, patience, settled)


def _played(
    ruleset: Ruleset, state: Any, record: Record, at: int, overdue: Overdue
) -> tuple[Broken, ...]:
    """Play the action with this index; the answer is what is to be told of it."""
    action = record.actions[at]
    rest = ruleset.rest(state, action)
    broken = overdue.play(state, action)
    if broken and rest and _ends_behind(ruleset, state, record, at):
        broken = tuple(one for one in broken if one.rule.id not in rest or one.detail.impossible)
    return broken


class Overdue:
    """What is due before anything else, and without which the game went on: that is told once, as
    long as it is due.

    It is known by the texts of details. Which row tells it hangs on the action, and how much of it
    is left on what came late.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.told: frozenset[str] = frozenset()

    def play(self, state: Any, action: Action) -> tuple[Broken, ...]:
        """Play the action; of the rules that it breaks those that have not been told."""
        due = self._due(state, action)
        before = self.told & due
        broken = self.ruleset.play(state, action)
        self.told = before | {one.detail.text for one in broken} & due
        return tuple(one for one in broken if one.detail.text not in before)

    def skip(self, state: Any, action: Action) -> None:
        """The action, which breaks no rule, is played elsewhere."""
        self.told &= self._due(state, action)

    def _due(self, state: Any, action: Action) -> frozenset[str]:
        details = (check.ask(state, action) for check in self.ruleset.pressing)
        return frozenset(detail.text for detail in details if detail is not None)


def _ends_behind(ruleset: Ruleset, state: Any, record: Record, at: int) -> bool:
    """Whether the game is broken off or given up behind the action, or its player leaves there,
    with nothing in between but what lies beside the turn: that counts as far as it was played
    (D-126)."""
    (header, actions), leaver = record, ruleset.notation.leaver
    left = {done.seat for done in actions[:at] if done.verb == leaver}
    for following in actions[at + 1 :]:
        if following.verb == leaver:
            left.add(following.seat)
        if following.verb == "abandon" or actions[at].seat in left:
            return True
        if len(left) + 1 == len(header.players):
            return True
        if ruleset.goes_on(state, following):
            return False
    return False


def _claims(report: Report, action: Action) -> bool:
    """Whether a player says to have won, nothing having been broken before."""
    hidden = report.ruleset.hidden
    claims = hidden is not None and hidden.claims(action)
    return claims and not (report.violations or report.let_stand)


def _as_won(report: Report, seat: Seat, at: int, first: bool, patience: Patience) -> Report | None:
    """The verdict if the seat had won with unseen cards before others went on, where only that
    allows what it does now, such as showing them, or makes the result true: the game was over then
    (D-31)."""
    ruleset, record = report.ruleset, report.record
    missed = report.missed.get(seat)
    if missed is None:
        return None
    settled = Settled(seat, missed, at)
    as_won = _replayed(ruleset, record, False, patience, settled)
    found = (*as_won.violations, *as_won.let_stand)
    if at == len(record.actions):
        wrong = any(one.at == at - 1 and one.rule.id not in ruleset.final for one in found)
        # What a false result breaks may be the row that the end breaks as well.
        wrong = wrong or bool(_held_against_the_result(as_won))
    else:
        wrong = any(one.at == at for one in found)
    impossible = any(one.impossible and one.at < at for one in found)
    if not found or wrong or impossible or not as_won.whole:
        return None
    return _replayed(ruleset, record, True, patience, settled) if first else as_won


def nothing_unseen(action: Action) -> bool:
    return False


def never(state: Any, action: Action) -> bool:
    """What may lie beside the turn does not go the quick way."""
    return False


def _held_against_the_result(report: Report) -> Sequence[Broken]:
    """What is broken by the result that the table wrote down."""
    ruleset, state, header = report.ruleset, report.state, report.record.header
    asked = partial(_broken_by_the_result, report)
    if _is_unwritten(report.record):
        return ()
    if ruleset.hidden is None or state.unseen is None:
        return asked(state)
    return ruleset.hidden.close(state, header, asked)


def _is_unwritten(record: Record) -> bool:
    """Whether nobody wrote the game down."""
    return not record.actions and record.header.position is None


def _broken_by_the_result(report: Report, state: Any) -> list[Broken]:
    """The same if the game ended in the state."""
    ruleset, header = report.ruleset, report.record.header
    return [
        Broken(ruleset.rules[rule], detail)
        for check in ruleset.closing
        for rule, detail in check(state, header)
    ]


def _closed(report: Report, first: bool, patience: Patience, settled: Settled | None) -> Report:
    """The report with what the result breaks, and who is next; where a win before would make the
    result true, the verdict on that."""
    broken, actions = _held_against_the_result(report), report.record.actions
    if broken and settled is None and not (report.violations or report.let_stand):
        for seat in report.missed:
            won = _as_won(report, seat, len(actions), first, patience)
            if won is not None:
                return won
    if actions:
        last = len(actions) - 1
        if len(broken) > report.room:
            report.full = last
        report.add(last, _as_told_of(actions[last], report.ruleset), broken[: report.room])
        _check_who_is_next(report)
    else:
        report.at_the_start += broken
    return report


def _as_told_of(last: Action, ruleset: Ruleset) -> Action:
    """The last action as what is wrong with the result is told of it: a ruling lets the result
    stand only behind words about the end, since any other action is not what it was about."""
    about_the_end = last.verb in ("claim", "abandon", ruleset.notation.leaver)
    return last if about_the_end else last._replace(ruling=0)


def _check_who_is_next(report: Report) -> None:
    """Hold the player whose turn the last line begins against the one whose turn it is."""
    ruleset, (header, actions), state = report.ruleset, report.record, report.state
    if header.begun is None or report.ended != OPEN or not report.whole:
        return
    seat, line = header.begun
    ending = Action(seat, ruleset.notation.ender, (), None, line)
    if seat != state.turn:
        report.add(len(actions) - 1, ending, ruleset.broken(state, ending)[:1])


def moments(ruleset: Ruleset, record: Record, patience: Patience = endless) -> Iterator[Any]:
    """The state after each action, the first one before all of them, as long as there is
    `patience`. It is one state that changes; copy what is to be kept."""
    state = ruleset.setup(record.header)
    yield state
    for action in record.actions:
        if not patience():
            return
        broken = ruleset.play(state, action)
        if any(trouble.detail.impossible for trouble in broken):
            return
        yield state
