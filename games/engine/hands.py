"""Play on when cards were not seen: every way in which it can have been is kept.

A `?` in a record is a card that nobody but its owner saw. A state keeps, zone by zone (a hand, the
bank, the deck), the cards that lie there for certain, and counts the others in the place after the
last kind. `worlds.Worlds` are all the ways in which those others can be what they are. An action
breaks a rule only if it does so in all of them; where it is allowed in some, the others are ruled
out, and so is what led to them.

Where unseen cards decide what happens next in the open (who gives up how much to a Monopoly,
whether the game is won), the state is split: each part is a state with worlds of its own.

Beyond `worlds.MOST` distributions only `bounds.Bounds` are kept. They contain all that is
possible, so that a legal record is never accused; some broken rules go unseen.

A game tells in `HiddenCards` what its zones are and how cards move between them.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from games.engine.accusing import in_all
from games.engine.bounds import ANY, PARTS, Bounds, Test, TooManyParts
from games.engine.branches import (
    A_BREACH,
    A_STATE,
    IMPOSSIBLE,
    START,
    Meter,
    Trial,
    Unseen,
    limit,
    twin,
)
from games.engine.core import Action, Broken, Detail, Header, Ruleset, Seat, Verb
from games.engine.joining import FEW, joined
from games.engine.parting import (
    by_sizes,
    has_loose_hands,
    lacking,
    share_due,
    split,
    take,
    uncounted,
)
from games.engine.pasts import Known, Noted, certain, in_bytes
from games.engine.piles import Contest, Fork, Pile, Sized, Taking
from games.engine.spreads import EFFORT, PLACE, Event, Move, Spread
from games.engine.worlds import Worlds

A_PLAIN = 25
"""Steps of an action in which all cards were seen."""


class Sample(NamedTuple):
    """An action with cards that it may have hidden, in place of those that were not seen; and these
    cards, by the moves that take them."""

    action: Action
    lying: Sequence[tuple[Move, int]]


@dataclass(frozen=True)
class HiddenCards:
    """What a game tells of its hidden cards.

    `hides`: whether an action has cards in it that were not seen. `moves`: the cards that an
    action takes from zones. `fits`: whether it may have been these cards, one number for each
    move that hides some, all its cards (None if any may); `filled`: the action with them.
    `fork`: what has to be known first. `merges`: zones put together after an action, by what
    `mark` noted before. `contests`: who has won if unseen cards are such; `win` carries it out.
    `result`: what the result that was written down says of unseen cards. `tell`: a sentence on
    what moved. `points`: pile, zones and kind of the cards that a seat has points for. `at_best`:
    the state as it would be if everybody had of each kind the most that is possible; for lists of
    what may be done, never to be played on. `veiled`: the action as everybody at the table saw it,
    None if nobody has said what that is. `evident`: the cards that an action hides though it is
    known what they are, None if it is not. `sizes`: the zones of the first pile whose size makes a
    difference to an action. `claims`: whether an action says that who does it has won. `worth`: the
    name of the points that unseen cards bring.

    All cards that one action hides are of one pile.
    """

    piles: tuple[Pile, ...]
    hides: Callable[[Action], bool]
    moves: Callable[[Any, Action], Sequence[Move]]
    fits: Callable[[Any, Action], Callable[[Sequence[int]], bool] | None]
    filled: Callable[[Action, Sequence[int]], Action]
    fork: Callable[[Any, Action], Fork | None]
    mark: Callable[[Any], Any]
    merges: Callable[[Any, Any], Iterable[tuple[int, int, int]]]
    contests: Callable[[Any], Iterable[Contest]]
    win: Callable[[Any, Seat], None]
    result: Callable[[Any, Header], Sequence[tuple[int, Test]]]
    tell: Callable[[Any, Action, Sequence[int]], Detail]
    points: Callable[[Any, Seat], tuple[int, tuple[int, ...], int]]
    at_best: Callable[[Any], Any] = lambda state: state
    veiled: Callable[[Action], Action] | None = None
    evident: Callable[[Any, Action], tuple[int, ...] | None] = lambda state, action: None
    sizes: Callable[[Any, Action], Sequence[Sized]] = lambda state, action: ()
    claims: Callable[[Action], bool] = lambda action: False
    worth: str = ""

    # Playing

    def play(self, ruleset: Ruleset, state: Any, action: Action) -> tuple[Broken, ...]:
        """As `Ruleset.play`, in every state in which the game may be."""
        before = state.unseen
        if before is None:
            state.unseen = Unseen(
                [Worlds(pile.kinds, pile.zones(state), {0: 0}) for pile in self.piles]
            )
        elif before.lost is not None:
            return ()
        elif before.meter.is_high:
            if before.meter.is_over:
                before.lose(state.previous)
                return ()
            limit([state, *before.others], self._together)
        verb = ruleset.verbs[action.verb]
        going_on = ruleset.goes_on(state, action)
        plain = not state.unseen.others and not self.hides(action)
        if plain and not self._is_open(state, action) and verb.allowed(state, action):
            mark = self.mark(state)
            state.unseen.meter.work += A_PLAIN
            verb.apply(state, action)
            if going_on:
                state.previous = action
            self._close_action(state, mark)
            state.unseen.others = self._winners(state)
            return ()
        try:
            trials = self._trials(ruleset, state, action)
        except TooManyParts:
            state.unseen.lose(state.previous)
            return ()
        least = min(trial.trouble for trial in trials)
        broken = in_all([trial.broken for trial in trials if trial.trouble == least])
        if any(trouble.detail.impossible for trouble in broken):
            for trial in trials:
                trial.undo()
            state.unseen = before
            return broken
        # Of several ways that break rules, none is proved by breaking fewer; nor is one by breaking
        # none where a ruling lets stand what the others break.
        ruled_out = IMPOSSIBLE if least or action.ruling else 1
        kept = [trial for trial in trials if trial.trouble < ruled_out]
        self._note_missed(ruleset, trials, kept, action)
        trials = kept
        try:
            marks = [self._apply(verb, trial, action, going_on=going_on) for trial in trials]
            self._go_on(state, [trial.state for trial in trials], marks)
        except TooManyParts:
            state.unseen.lose(action)
        return broken

    def _note_missed(
        self, ruleset: Ruleset, trials: Sequence[Trial], kept: Sequence[Trial], action: Action
    ) -> None:
        """Who would have won before the action is not thought to have: the game went on."""
        if len(kept) == len(trials):
            return
        over = {seat for trial in trials for seat in ruleset.winners(trial.state)}
        over -= {seat for trial in kept for seat in ruleset.winners(trial.state)}
        if over:
            for trial in kept:
                unseen = trial.state.unseen
                unseen.missed = {**unseen.missed, **dict.fromkeys(over, action)}

    def settle(self, ruleset: Ruleset, state: Any, seat: Seat) -> None:
        """Of all ways in which the game may be, keep those in which the seat has won. That it has
        is supposed, and proves nothing of what went before."""
        ways = (state, *state.unseen.others)
        won = [branch for branch in ways if ruleset.winners(branch) == (seat,)]
        if not won:
            return
        pasts = [
            _any_past([branch.unseen.piles[at] for branch in ways])
            for at, _ in enumerate(self.piles)
        ]
        for branch in won:
            piles = zip(branch.unseen.piles, pasts, strict=True)
            branch.unseen.piles = [pile.with_past(past) for pile, past in piles]
        if won[0] is not state:
            state.become(won[0])
        state.unseen.others = won[1:]

    def _apply(self, verb: Verb, trial: Trial, action: Action, *, going_on: bool) -> Any:
        """Do what the action does; the answer is what was noted before."""
        state = trial.state
        mark = self.mark(state)
        verb.apply(state, action)
        if going_on:
            state.previous = action
        if trial.spread is not None:
            self._move(state, trial.spread, action)
        if trial.taking is not None:
            self._take(state, trial.taking)
        return mark

    def broken(self, ruleset: Ruleset, state: Any, action: Action) -> tuple[Broken, ...]:
        """The rules that `play` would find broken; the state stays as it is, but for the steps
        that were taken."""
        unseen: Unseen = state.unseen
        if unseen.lost is not None or unseen.meter.is_high:
            return self.play(ruleset, state.copy(), action)
        plain = not unseen.others and not self.hides(action)
        allowed = ruleset.verbs[action.verb].allowed
        if plain and not self._is_open(state, action) and allowed(state, action):
            return ()
        try:
            trials = self._trials(ruleset, state, action)
        except TooManyParts:
            return ()
        for trial in trials:
            trial.undo()
        least = min(trial.trouble for trial in trials)
        return in_all([trial.broken for trial in trials if trial.trouble == least])

    def _trials(self, ruleset: Ruleset, state: Any, action: Action) -> list[Trial]:
        """The action in every state in which the game may be. Raises `TooManyParts`, the states
        being as they were."""
        trials: list[Trial] = []
        try:
            for branch in (state, *state.unseen.others):
                parts, taking = self._parts(branch, action)
                trials += [Trial(part, self.piles, taking) for part in parts]
                if len(trials) > PARTS:
                    raise TooManyParts
            share_due([trial.state for trial in trials])
            for trial in trials:
                self._try(ruleset, trial, action)
            # What the others break is nobody's business where one breaks nothing, unless a ruling
            # lets it stand: then it is asked what cannot have happened.
            if action.ruling or all(trial.refused for trial in trials):
                for trial in trials:
                    if trial.refused:
                        self._find_broken(ruleset, trial, action)
        except TooManyParts:
            for trial in trials:
                trial.undo()
            raise
        return trials

    def _try(self, ruleset: Ruleset, trial: Trial, action: Action) -> None:
        """Find out whether the action breaks a rule in the state."""
        trial.state.unseen.meter.spend(A_STATE)
        sample = self._prepare(trial, action)
        if sample is None:
            trial.refused = not ruleset.verbs[action.verb].allowed(trial.state, action)
            return
        # They are there, whatever else is wrong with them.
        with self._lying_open(trial.state, sample.lying):
            trial.broken = ruleset.broken(trial.state, sample.action)
        # Where nothing is, it is wrong that nobody saw them.
        trial.broken = trial.broken or ruleset.broken(trial.state, sample.action)
        trial.refused = bool(trial.broken)

    def _find_broken(self, ruleset: Ruleset, trial: Trial, action: Action) -> None:
        """Which rules it breaks where it is known that it breaks some."""
        trial.state.unseen.meter.spend(A_BREACH)
        trial.broken = trial.broken or ruleset.broken(trial.state, action)

    @contextmanager
    def _lying_open(self, state: Any, lying: Sequence[tuple[Move, int]]) -> Iterator[None]:
        """The unseen cards seen for a while, where each move takes them from; as they lie where one
        of them takes more than there is."""
        if self._lacks(state, lying):
            lying = ()
        for move, cards in lying:
            self.piles[move.pile].turn_up(state, move.source, cards, 1)
        try:
            yield
        finally:
            for move, cards in lying:
                self.piles[move.pile].turn_up(state, move.source, cards, -1)

    def _lacks(self, state: Any, lying: Sequence[tuple[Move, int]]) -> bool:
        """Whether more cards go from a place, by several moves, than lie there unseen."""
        taken: Counter[tuple[int, int]] = Counter()
        for move, cards in lying:
            taken[move.pile, move.source] += sum(
                cards.to_bytes(self.piles[move.pile].kinds, "little")
            )
        return any(
            count > self.piles[at].held(state, source) >> 8 * self.piles[at].kinds
            for (at, source), count in taken.items()
        )

    def _parts(self, state: Any, action: Action) -> tuple[Sequence[Any], Taking | None]:
        """The state, or copies of it in which all that the action depends on is known; and what it
        takes without being counted."""
        fork = self.fork(state, action)
        parts: Sequence[Any] = [state]
        taking = None if fork is None else uncounted(state, fork, self.piles)
        if fork is not None and taking is None:
            parts = split(state, fork, self.piles, ruled=bool(action.ruling))
        if has_loose_hands(state):
            parts = by_sizes(parts, self.sizes(state, action), self.piles[0])
        return parts, taking

    def _is_open(self, state: Any, action: Action) -> bool:
        """Whether the action depends on cards or sizes of hands."""
        if self.fork(state, action) is not None:
            return True
        return has_loose_hands(state) and bool(self.sizes(state, action))

    def asks_sizes(self, state: Any, action: Action) -> bool:
        """Whether the action depends on how many cards somebody has, which is not known."""
        if state.unseen is None or not has_loose_hands(state):
            return False
        return self.hides(action) or bool(self.sizes(state, action))

    def _prepare(self, trial: Trial, action: Action) -> Sample | None:
        """Rule out the worlds in which the cards are not there, and put in doubt which are left
        where some of them go unseen. With no choice that fits, an action to blame."""
        moves = self.moves(trial.state, action)
        hidden = [
            (move, move.cards >> 8 * self.piles[move.pile].kinds)
            for move in moves
            if move.cards >> 8 * self.piles[move.pile].kinds
        ]
        events = self._note(trial.state, action, hidden)
        if not self._prove(trial, moves) or not hidden:
            return None
        for move, count in hidden:
            self._loosen(trial, move, count)
        trial.spread, sample = self._spread(trial.state, action, hidden, events)
        return sample

    def _note(
        self, state: Any, action: Action, hidden: Sequence[tuple[Move, int]]
    ) -> tuple[Event, ...]:
        """Room in the past for what the cards may have been. Each state in which the game may be
        has it in the same place, whether the cards can have moved there or not."""
        if not self.hides(action):
            return ()
        unseen: Unseen = state.unseen
        events = []
        for move, count in hidden:
            events.append(Event(unseen.width, move.pile, count))
            unseen.width += self.piles[move.pile].kinds * (count + 1)
        unseen.events.append(Noted(action, tuple(events), self.evident(state, action)))
        return tuple(events)

    def _prove(self, trial: Trial, moves: Sequence[Move]) -> bool:
        """Keep the worlds in which the cards that were seen are there; False if there is none, and
        then those of as many moves as can be, one after another: what is missing is missed where
        it should lie, and nowhere else."""
        if self._prove_together(trial, moves):
            return True
        if len(moves) > 1:
            for move in moves:
                self._prove_together(trial, (move,))
        return False

    def _prove_together(self, trial: Trial, moves: Sequence[Move]) -> bool:
        """Keep the worlds in which all these cards are there, if there are any."""
        state = trial.state
        unseen: Unseen = state.unseen
        left: list[tuple[int, Worlds | Bounds, list[tuple[int, int]]]] = []
        for at, pile in enumerate(self.piles):
            short = [
                (move.source, lacking(pile.held(state, move.source), move.cards, pile.kinds))
                for move in moves
                if move.pile == at
            ]
            packed = sum(cards << 8 * pile.kinds * zone for zone, cards in short)
            if packed:
                unseen.meter.work += unseen.piles[at].cost
                worlds = unseen.piles[at].proved(packed)
                if worlds is None:
                    return False
                left.append((at, worlds, short))
        for at, worlds, short in left:
            unseen.piles[at] = worlds
            for zone, cards in short:
                trial.turn_up(at, zone, cards, 1)
            trial.tighten(at)
        return True

    def _loosen(self, trial: Trial, move: Move, count: int) -> None:
        """No more than `count` cards of each kind can leave the zone."""
        state = trial.state
        pile = self.piles[move.pile]
        held = pile.held(state, move.source)
        cards = 0
        for kind in range(pile.kinds):
            spare = (held >> 8 * kind & PLACE) - (move.cards >> 8 * kind & PLACE)
            cards += max(0, min(spare, count)) << 8 * kind
        if cards:
            piles = state.unseen.piles
            state.unseen.meter.work += piles[move.pile].cost
            piles[move.pile] = piles[move.pile].loosened(cards << 8 * pile.kinds * move.source)
            trial.turn_up(move.pile, move.source, cards, -1)

    def _spread(
        self,
        state: Any,
        action: Action,
        hidden: Sequence[tuple[Move, int]],
        events: Sequence[Event],
    ) -> tuple[Spread, Sample | None]:
        """What moves unseen, in all ways that fit; if there is none, also an action to blame."""
        unseen: Unseen = state.unseen
        kinds = self.piles[hidden[0][0].pile].kinds
        spread = Spread(kinds, hidden, events, None)
        fit = self.fits(state, action)
        worlds = unseen.piles[hidden[0][0].pile]
        if fit is None:
            return spread, None
        seen = [move.cards & (1 << 8 * kinds) - 1 for move, _count in hidden]

        def full(cards: Sequence[int]) -> list[int]:
            return [a + b for a, b in zip(seen, cards, strict=True)]

        def sample(cards: Sequence[int]) -> Sample:
            lying = [(move, some) for (move, _count), some in zip(hidden, cards, strict=True)]
            return Sample(self.filled(action, full(cards)), lying)

        spread.fits = (lambda cards: fit(full(cards))) if any(seen) else fit
        if isinstance(worlds, Bounds):
            unseen.meter.work += worlds.cost
            if spread.narrow(worlds.room):
                return spread, None
            return spread, sample(spread.any_of(worlds.room))
        some = self._unfit(spread, worlds, unseen.meter)
        if some is None:
            return spread, None
        spread.fits = None
        return spread, sample(some)

    def _unfit(self, spread: Spread, worlds: Worlds, meter: Meter) -> Sequence[int] | None:
        """A choice of cards to blame where none fits; None if one does, and if it would take too
        long to be sure: nobody is accused without that."""
        some = None
        for world in worlds.worlds:
            for cards in spread.choices(worlds, world):
                some = cards
                if spread.fits is None or spread.fits(cards):
                    break
            else:
                if spread.effort < EFFORT:
                    continue
            some = None
            break
        meter.work += spread.effort
        spread.effort = 0
        return some

    def _move(self, state: Any, spread: Spread, action: Action) -> None:
        unseen: Unseen = state.unseen
        at = spread.moves[0][0].pile
        worlds = unseen.piles[at]
        moved = worlds.spread(spread) if unseen.meter.has_room else None
        if moved is None:
            unseen.beyond = unseen.beyond or action
            moved = worlds.bounds(self._together(state, at)).spread(spread)
        unseen.piles[at] = moved
        # The longer the past, the longer it takes to write down.
        unseen.meter.work += spread.tried * (1 + unseen.width // 2000) + spread.effort
        if moved is worlds and isinstance(moved, Bounds) and moved.is_tight:
            return
        unseen.meter.work += moved.cost
        Trial(state, self.piles).tighten(at)

    def _take(self, state: Any, taking: Taking) -> None:
        unseen: Unseen = state.unseen
        if isinstance(unseen.piles[taking.pile], Worlds):
            unseen.beyond = unseen.beyond or state.previous or START
        unseen.meter.work += unseen.piles[taking.pile].cost
        take(state, taking, self.piles)
        Trial(state, self.piles).tighten(taking.pile)

    def _go_on(self, state: Any, states: Sequence[Any], marks: Sequence[Any]) -> None:
        """Close the action: zones merge, games may be won; `state` becomes the first of them."""
        won: list[Any] = []
        for branch, mark in zip(states, marks, strict=True):
            self._close_action(branch, mark)
            won.extend(self._winners(branch))
        if states[0] is not state:
            state.become(states[0])
        others = [*states[1:], *won]
        # Where little work is left, each state costs more of it than it says.
        if len(others) >= FEW or (others and state.unseen.meter.is_high):
            _first, *others = joined([state, *others], self.piles)
        state.unseen.others = others
        limit([state, *others], self._together)

    def _close_action(self, state: Any, mark: Any) -> None:
        state.unseen.due = None
        for at, source, target in self.merges(state, mark):
            state.unseen.meter.work += state.unseen.piles[at].cost
            state.unseen.piles[at] = state.unseen.piles[at].merged(source, target)
            Trial(state, self.piles).tighten(at)

    def _winners(self, state: Any) -> list[Any]:
        """Split off the states in which somebody has won with unseen cards."""
        won: list[Any] = []
        for contest in self.contests(state):
            unseen: Unseen = state.unseen
            worlds = unseen.piles[contest.pile]
            known = self._known(state, contest.pile, contest.test)
            unseen.meter.work += 2 * worlds.cost
            over = worlds.where(contest.test, known)
            if over is None:
                continue
            rest = worlds.where(contest.test._replace(low=0, high=contest.test.low - 1), known)
            if rest is None:
                self.win(state, contest.seat)
                return won
            branch = twin(state)
            branch.unseen.piles[contest.pile] = over
            Trial(branch, self.piles).tighten(contest.pile)
            self.win(branch, contest.seat)
            won.append(branch)
            unseen.piles[contest.pile] = rest
            Trial(state, self.piles).tighten(contest.pile)
        return won

    def _together(self, state: Any, at: int) -> list[tuple[tuple[int, ...], int]]:
        """The zones of the pile in which somebody's points lie together."""
        found = [self.points(state, seat) for seat in state.seats]
        return [(zones, kind) for pile, zones, kind in found if pile == at]

    def _known(self, state: Any, at: int, test: Test) -> int:
        held = self.piles[at].held
        return sum(held(state, zone) >> 8 * test.kind & PLACE for zone in test.zones)

    # The end

    def close(
        self, state: Any, header: Header, asked: Callable[[Any], Sequence[Broken]]
    ) -> Sequence[Broken]:
        """Hold the result against each way in which the game may have gone; it proves something
        too. A result is true if it is so in one of them."""
        if state.unseen.lost is not None:
            return ()
        try:
            parts = [
                part
                for branch in (state, *state.unseen.others)
                for part in self._with_sure_points(branch)
            ]
        except TooManyParts:
            state.unseen.lose(state.previous)
            return ()
        agree: list[Any] = []
        refused: list[Refused] = []
        for part in parts:
            before = [self._points_of(part, seat) for seat in part.seats]
            for at, test in self.result(part, header):
                self._agrees(part, at, test)
            broken = asked(part)
            if broken:
                refused.append(Refused(part, broken, before))
            else:
                agree.append(part)
        if not agree:
            return self._refused(refused, asked)
        state.become(agree[0])
        state.unseen.others = agree[1:]
        return ()

    def _refused(
        self,
        refused: Sequence[Refused],
        asked: Callable[[Any], Sequence[Broken]],
    ) -> Sequence[Broken]:
        """What is wrong with the result in the way that has the least against it. The points that
        it names there are those of all ways in which the same is wrong, and of all ways."""
        part, broken, _before = min(refused, key=lambda one: len(one.broken))
        alike = [one for one in refused if list(map(_about, one.broken)) == [*map(_about, broken)]]
        part.unseen.counted = [
            _widest([self._points_of(one.part, seat) for one in alike]) for seat in part.seats
        ]
        part.unseen.open_points = [
            _widest([one.before[seat] for one in refused]) for seat in part.seats
        ]
        return asked(part)

    def _points_of(self, state: Any, seat: Seat) -> tuple[int, int]:
        """The least and the most, the points that the state counts among them."""
        at, zones, kind = self.points(state, seat)
        low, high = state.unseen.piles[at].range_of(zones, kind)
        return state.points[seat] + low, state.points[seat] + high

    def _with_sure_points(self, state: Any) -> Sequence[Any]:
        """The state, split so that the points are known of who has unseen cards in several zones:
        what is certain of all together need not be so of any of them."""
        parts = [twin(state)]
        for seat in state.seats:
            at, zones, kind = self.points(state, seat)
            if len(zones) > 1:
                fork = Fork(at, tuple((zone, kind, ANY) for zone in zones))
                parts = [new for part in parts for new in split(part, fork, self.piles)]
        return parts

    def _agrees(self, state: Any, at: int, test: Test) -> None:
        """Keep the worlds in which the test holds, all if it holds in none: the points that are
        certain by then are other ones, and who asks is told so."""
        state.unseen.meter.work += state.unseen.piles[at].cost
        worlds = state.unseen.piles[at].where(test, self._known(state, at, test))
        if worlds is not None:
            state.unseen.piles[at] = worlds
            Trial(state, self.piles).tighten(at)

    # For the report

    def least_points(self, state: Any, seat: Seat) -> int:
        """Points that the seat has in unseen cards anyhow, beyond those that the state counts."""
        return min(low for low, _high in self._range_of_points(state, seat))

    def most_points(self, state: Any, seat: Seat) -> int:
        """Points that the seat may have in unseen cards, beyond those that the state counts."""
        return max(high for _low, high in self._range_of_points(state, seat))

    def _range_of_points(self, state: Any, seat: Seat) -> Iterator[tuple[int, int]]:
        counted = self._counted(state, seat)
        for branch in (state, *state.unseen.others):
            at, zones, kind = self.points(branch, seat)
            low, high = branch.unseen.piles[at].range_of(zones, kind)
            more = self._counted(branch, seat) - counted
            yield more + low, more + high

    def _counted(self, state: Any, seat: Seat) -> int:
        pile, zones, kind = self.points(state, seat)
        return self._known(state, pile, Test(zones, kind, 0, ANY))

    def proved(self, state: Any, actions: Sequence[Action]) -> list[Known]:
        """What is certain of hidden actions by all that came after them."""
        pasts = [
            [in_bytes(worlds.past(), branch.unseen.width) for worlds in branch.unseen.piles]
            for branch in (state, *state.unseen.others)
        ]
        left = deque(state.unseen.events)
        known = []
        for at, action in enumerate(actions):
            # Actions that were not played, because they cannot have happened, left nothing.
            if left and left[0].action is action:
                cards = self._all_certain(pasts, left.popleft())
                if cards is not None:
                    known.append(Known(at, action, self.tell(state, action, cards)))
        return known

    def _all_certain(self, pasts: Sequence[Sequence[bytes]], noted: Noted) -> Sequence[int] | None:
        """The cards of each hidden move of the action, None if those of one are not certain."""
        if not noted.events:
            return noted.evident
        cards = []
        for event in noted.events:
            past = [piles[event.pile] for piles in pasts]
            some = certain(past, event, self.piles[event.pile].kinds)
            if some is None:
                return None
            cards.append(some)
        return cards


def _any_past(piles: Sequence[Worlds | Bounds]) -> int:
    """How a pile may have come about in any state; 0 if some only keep bounds of it, which know
    nothing of the later actions."""
    if any(isinstance(pile, Bounds) for pile in piles):
        return 0
    return reduce(or_, (pile.past() for pile in piles))


class Refused(NamedTuple):
    """A way in which the game may have gone, what is wrong with the result in it, and by seat the
    points that the unseen cards could make there before the result was asked."""

    part: Any
    broken: Sequence[Broken]
    before: Sequence[tuple[int, int]]


def _widest(ranges: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return min(low for low, _high in ranges), max(high for _low, high in ranges)


def _about(broken: Broken) -> tuple[str, object]:
    """The rule that a result breaks, and by whom."""
    return broken.rule.id, broken.detail.facts.get("player")
