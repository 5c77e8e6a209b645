"""What every game has in common: headers, actions, rules, verbs and rule sets as values."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from games.engine.words import Listed, marked

if TYPE_CHECKING:
    from games.engine.hands import HiddenCards
    from games.engine.pasts import Known

Seat = int
"""A player at the table, counted from 0, clockwise from the one who starts."""

NOBODY = -1
"""In the facts of an action: no seat, no card, no place."""


class Player(NamedTuple):
    name: str
    colour: str = ""


Called = Mapping[tuple[type, str], Sequence[tuple[int, str]]]
"""By kind and first name of a place: the names that it has from which line on."""


@dataclass(frozen=True)
class Header:
    """What is fixed before the first action. `players` sit clockwise, the starting one first.

    `ruleset` names the parts of the rule set, joined by `+`. `board` is what the rule set plays
    on: a board, a sheet, a deck. `winners` and `points` are the result as the table wrote it.
    `position` is how the table stood where the record begins in the middle of a game, in the form
    that the rule set gives it; None for a game from its beginning. `called`: how the text of the
    record names its places, `begun`: the player whose turn its last line begins without an
    action, and that line, and `lines`: by number, whose turn each line tells; they make no other
    game.
    """

    ruleset: str
    players: tuple[Player, ...]
    board: Any = None
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    event: str = ""
    table: str = ""
    date: str = ""
    winners: tuple[Seat, ...] = ()
    points: tuple[int, ...] | None = None
    position: Any = None
    called: Called = field(default_factory=lambda: MappingProxyType({}), compare=False, repr=False)
    begun: tuple[Seat, int] | None = field(default=None, compare=False, repr=False)
    lines: Mapping[int, Seat] = field(
        default_factory=lambda: MappingProxyType({}), compare=False, repr=False
    )

    @property
    def winner(self) -> Seat | None:
        """The one winner; None without one, and where several share the first place."""
        return self.winners[0] if len(self.winners) == 1 else None

    def in_anothers_turn(self, action: Action, turn: Seat) -> bool:
        """Whether the record tells it in the turn of this player, who is another."""
        return action.seat != turn == self.lines.get(action.line)


class Action(NamedTuple):
    """One action of a record: who did what. Dice and drawn cards are written in it, so the
    engine never rolls.

    `facts` are small whole numbers whose meaning the verb tells. `gains` are the cards that each
    seat received, packed, where the record has them: consequences that are checked, not needed.
    `line` counts from 1 in the source text; 0 means that the action was not read from a text.
    `ruling` is the number of the ruling by which a referee let it stand, 0 for none.
    """

    seat: Seat
    verb: str
    facts: tuple[int, ...] = ()
    gains: tuple[int, ...] | None = None
    line: int = 0
    ruling: int = 0


class Record(NamedTuple):
    """A game as it was written down. Each action is an object of its own, also where the same is
    written twice: what is found of one is kept by identity."""

    header: Header
    actions: tuple[Action, ...]


class Rule(NamedTuple):
    """A rule in our own words, and where it is printed."""

    id: str
    text: str
    source: str = ""


def rulebook(*rules: Rule) -> Mapping[str, Rule]:
    """The rules by id. Raises `ValueError` for an id that stands twice."""
    book = {rule.id: rule for rule in rules}
    if len(book) < len(rules):
        raise ValueError("a rule id stands twice in the book")
    return MappingProxyType(book)


class Detail(NamedTuple):
    """What happened here and now: an English template marked for translation, and its facts.

    `impossible`: it cannot have happened at all (no such piece, no such card), so that the
    replay ends there; `hint` says how what was probably meant is written, by the same facts.
    `follows`: of a board, that it may follow from what is told of it before.
    """

    text: str
    facts: Mapping[str, object] = MappingProxyType({})
    impossible: bool = False
    hint: str = ""
    follows: bool = False

    def __str__(self) -> str:
        return self.text.format(**self.facts)


def as_called(detail: Detail, header: Header, line: int) -> Detail:
    """The detail with the places as the record names them in this line, or came to name them
    before it."""
    called = header.called
    if not called:
        return detail

    def named(fact: object) -> object:
        if isinstance(fact, Listed):
            return fact._replace(each=tuple(map(named, fact.each)))
        if isinstance(fact, Detail):
            return as_called(fact, header, line)
        return _as_called(fact, called, line) if isinstance(fact, str) else fact

    return detail._replace(facts={name: named(fact) for name, fact in detail.facts.items()})


def _as_called(fact: str, called: Called, line: int) -> str:
    names = called.get((type(fact), fact))
    if names is None:
        return fact
    before = [name for begun, name in names if begun <= line]
    return before[-1] if before else names[0][1]


def says(text: str, **facts: object) -> Detail:
    return Detail(text, facts)


def between(least: int, most: int) -> object:
    """A number as a fact of a detail, where it is not known for certain."""
    return most if least == most else says(marked("{least} to {most}"), least=least, most=most)


def cannot(text: str, hint: str, /, **facts: object) -> Detail:
    """The same for what cannot have happened, with how to write what was probably meant."""
    return Detail(text, facts, impossible=True, hint=hint)


def as_impossible(detail: Detail, hint: str) -> Detail:
    """The same for a detail that is there already."""
    return detail._replace(impossible=True, hint=hint)


class State(Protocol):
    """All that the site may ask of a game in play; the rest is the rule set's own.

    A state changes in place as actions are applied; `copy` gives one to keep. `previous` is the
    action before the one that is judged; `unseen` what is known of cards that nobody saw
    (`hands.Unseen`), None as long as there are none.
    """

    previous: Action | None
    unseen: Any

    @property
    def seats(self) -> range: ...

    @property
    def turn(self) -> Seat: ...

    def copy(self) -> State: ...


Ask = Callable[[Any, Action], Detail | None]


@dataclass(frozen=True, slots=True)
class Check:
    """One rule that an action may break: asked, it answers what is wrong, or None.

    `written` is the check as it was first written, where a game says its rule again.
    """

    rule: str
    ask: Ask
    written: Check | None = None

    def __call__(self, state: Any, action: Action) -> Detail | None:
        return self.ask(state, action)

    def under(self, rule: str) -> Check:
        """The check under the id that another game gives its rule."""
        return self if rule == self.rule else Check(rule, self.ask, self.written or self)

    def is_one(self, of: Container[Check]) -> bool:
        """Whether it is one of them, under whatever rule."""
        return (self.written or self) in of


def keeps(rule: str) -> Callable[[Ask], Check]:
    """Make a function the check of the rule.

    @keeps("B-131")
    def check_empty(state: BaseState, action: Action) -> Detail | None: ...
    """

    def checked(ask: Ask) -> Check:
        return Check(rule, ask)

    return checked


Allowed = Callable[[Any, Action], bool]
Apply = Callable[[Any, Action], None]


class Group(NamedTuple):
    """Checks that have no answer where something `fits`, which is asked first: it is quicker."""

    fits: Allowed
    checks: tuple[Check, ...]


Asked = Check | Group


@dataclass(frozen=True, slots=True)
class Verb:
    """A kind of action: the rules that it may break, and what it does.

    An action is allowed if no check has an answer. `quick` says the same at once, for a verb that
    is met in every turn; the checks are asked then only to say why it is not. All of them leave
    the state as it is. `apply` changes it in place; it must also carry out an action that breaks a
    rule as long as the pieces and cards for it exist.

    `asked` are the checks as they are asked in place of `quick`, some of them in groups.
    """

    checks: tuple[Check, ...]
    apply: Apply
    quick: Allowed | None = None
    asked: tuple[Asked, ...] = field(default=(), repr=False)
    allowed: Allowed = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        allowed = self.quick or passing(self.asked or self.checks)
        object.__setattr__(self, "allowed", allowed)

    @classmethod
    def of(cls, asked: tuple[Asked, ...], apply: Apply) -> Verb:
        """The verb with checks of which some stand in groups."""
        return cls(one_by_one(asked), apply, None, asked)

    def also(self, *checks: Check) -> Verb:
        """The verb with more rules that it may break."""
        quick = self.quick and both(self.quick, passing(checks))
        asked = (*(self.asked or self.checks), *checks)
        return Verb((*self.checks, *checks), self.apply, quick, asked)

    def after(self, *checks: Check) -> Verb:
        """The same with more pressing ones: they are asked first."""
        quick = self.quick and both(passing(checks), self.quick)
        asked = (*checks, *(self.asked or self.checks))
        return Verb((*checks, *self.checks), self.apply, quick, asked)

    def instead(self, others: Instead) -> Verb:
        """The verb with other checks in place of some, one for one under the rule that the game
        says instead of the one with which they were written. What is quick has to say the same of
        them."""
        checks = tuple(_instead(self.checks, others))
        if checks == self.checks:
            return self
        return Verb(checks, self.apply, self.quick, tuple(_asked_instead(self.asked, others)))

    def quickly(self, quick: Allowed | None) -> Verb:
        """The verb with another quick way, or none."""
        return Verb(self.checks, self.apply, quick, self.asked)

    def reported(self, checks: Iterable[Check]) -> Verb:
        """The verb, what is broken reported by these checks: some of them have an answer exactly
        where some of the others had one."""
        return Verb(tuple(checks), self.apply, self.quick, self.asked or self.checks)

    def under(self, rules: Mapping[str, str]) -> Verb:
        """The verb, its checks under other ids."""
        return self.reported(
            check.under(rules.get(check.rule, check.rule)) for check in self.checks
        )

    def doing(self, apply: Apply) -> Verb:
        """The verb, by the same rules, for what does something else."""
        return Verb(self.checks, apply, self.quick, self.asked)

    def asks(self, check: Check) -> bool:
        """Whether it has the check, under whatever rule."""
        return any(one.is_one((check,)) for one in self.checks)


Instead = Mapping[Check, Check | tuple[Check, ...]]
"""By check, as it was first written: what stands for it."""


def _instead(checks: Iterable[Check], others: Instead) -> Iterator[Check]:
    for check in checks:
        ours = others.get(check.written or check, check)
        if isinstance(ours, tuple):
            yield from ours
        elif check.written is None or ours is check:
            yield ours
        else:
            yield ours.under(check.rule)


def _asked_instead(asked: Iterable[Asked], others: Instead) -> Iterator[Asked]:
    """The same; a group that loses a check is none any more."""
    for one in asked:
        checks = one.checks if isinstance(one, Group) else (one,)
        ours = tuple(_instead(checks, others))
        if ours == checks:
            yield one
        else:
            yield from ours


def one_by_one(asked: Iterable[Asked]) -> tuple[Check, ...]:
    """The checks, those of the groups as well."""
    return tuple(
        check for one in asked for check in (one.checks if isinstance(one, Group) else (one,))
    )


def passing(asked: Iterable[Asked]) -> Allowed:
    """Whether none of the checks has an answer."""
    parts = _parts(asked)
    if len(parts) == 1 and parts[0][0] is None and len(parts[0][1]) == 1:
        (only,) = parts[0][1]
        return lambda state, action: only(state, action) is None

    def allowed(state: Any, action: Action) -> bool:
        for fits, asks in parts:
            if fits is None or not fits(state, action):
                for ask in asks:
                    if ask(state, action) is not None:
                        return False
        return True

    return allowed


def _parts(asked: Iterable[Asked]) -> list[tuple[Allowed | None, tuple[Ask, ...]]]:
    """What spares asking some of the checks, where they are a group, and what they ask."""
    parts: list[tuple[Allowed | None, tuple[Ask, ...]]] = []
    for one in asked:
        if isinstance(one, Group):
            parts.append((one.fits, tuple(check.ask for check in one.checks)))
        elif parts and parts[-1][0] is None:
            parts[-1] = (None, (*parts[-1][1], one.ask))
        else:
            parts.append((None, (one.ask,)))
    return parts


def both(one: Allowed, other: Allowed) -> Allowed:
    return lambda state, action: one(state, action) and other(state, action)


Narrowing = Mapping[str, Mapping[str, Sequence[str]]]
"""By verb: for a rule those that say it again for a case of their own, which tell its breach where
they are broken as well. Nothing goes round in a circle, so one of them is always told."""


def reported_narrowly(verbs: Mapping[str, Verb], narrower: Narrowing) -> dict[str, Verb]:
    """The verbs, each breach told by the narrowest rule alone."""
    return {name: _reported_narrowly(verb, narrower.get(name, {})) for name, verb in verbs.items()}


def _reported_narrowly(verb: Verb, narrower: Mapping[str, Sequence[str]]) -> Verb:
    def narrowed(check: Check) -> Check:
        rules = narrower.get(check.rule, ())
        others = tuple(one for one in verb.checks if one.rule in rules)
        return unless(others, check) if others else check

    return verb.reported(map(narrowed, verb.checks))


def unless(others: Sequence[Check], check: Check) -> Check:
    """The check, silent where one of the others speaks. What cannot have happened it says beside
    them, if they do not: the replay ends there."""

    def ask(state: Any, action: Action) -> Detail | None:
        detail = check.ask(state, action)
        if detail is None:
            return None
        told = [said for other in others if (said := other.ask(state, action)) is not None]
        enough = any(said.impossible or not detail.impossible for said in told)
        return None if enough else detail

    return Check(check.rule, ask)


class Violation(NamedTuple):
    """A broken rule. `at` is the index of the action, from 0.

    `follows`: another rule was broken already, by an action before it or by this one, so that this
    may follow from that.
    """

    at: int
    action: Action
    rule: Rule
    detail: Detail
    follows: bool = False

    @property
    def impossible(self) -> bool:
        return self.detail.impossible

    @property
    def hint(self) -> Detail:
        """How what was probably meant is written, where it cannot have happened."""
        return Detail(self.detail.hint, self.detail.facts)


Closing = Callable[[Any, Header], Iterable[tuple[str, Detail]]]
"""A check of the result that the table wrote down, which answers with the ids of the rules."""


@dataclass(frozen=True)
class Ruleset:
    """A game as a value. Extend one with `dataclasses.replace`, not by subclassing.

    `points`: by seat, what the points are made of (a name in English to points). `winners`: those
    who won, several where the first place is shared. `ended`: how the game stands to its end, one
    of `ENDS`. `viewer`: the key of the picture that a site shows of a moment; `shows`: what lies
    in it besides what every game of that key has, and `cards`: the words of the kinds that a hand
    has, in the order of their places. `titles`: by the
    key of each special tile, who holds it. `reckoned`: the rules of these tiles, which the game
    keeps by itself, so that nothing breaks them; people look them up.
    `opening`: checks of what the header says, the board above all, asked before the first action;
    `closing`: checks of the result that the table wrote down, asked after the last one. Both
    answer with the ids of the rules. `unproved`: the rules for which the record lacks the facts,
    each with what is missing; their verdict is *not checkable*. `legal`: all legal actions of a
    moment. `offers`: what a person may say besides, such as deals, claims and ways to break off.
    Both leave facts out from the first one on that is open: dice, cards that nobody need know.
    `due`: how many cards a player owes for a verb now, 0 where that is open.
    `hidden`: how the game goes on with cards that were not seen; `proved`: what is certain of them
    in the end, where the game follows them by itself. `implied`: what goes without saying before an
    action that is not that itself, None if nothing does. `apart`: the rules that only
    something a player did before can have led that player to break, where each has a board.
    `final`: the rules that say that the game is over; beside one of them no other is told, for
    whose turn it is and what is due are not asked any more. `rest`: the rules that ask for the rest
    of what an action begins, asked before it is done: nobody owes it whose game is over right
    behind it. `pressing`: checks of what is due before anything else is done; that the game went
    on without it is told once, and not of each action behind that. `guesses`: rules
    that say what may have been counted wrong; beside the rule that was broken they follow from it.
    `asides`: by verb, whether an action of it lies beside the turn, so that `previous` stays the
    action before it.
    """

    key: str
    name: str
    rules: Mapping[str, Rule]
    setup: Callable[[Header], Any]
    verbs: Mapping[str, Verb]
    points: Callable[[Any], Sequence[Mapping[str, int]]]
    winners: Callable[[Any], Sequence[Seat]]
    ended: Callable[[Any], str]
    viewer: str
    reckoned: Mapping[str, Rule] = field(default_factory=lambda: MappingProxyType({}))
    shows: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    titles: Mapping[str, Callable[[Any], Seat | None]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    legal: Callable[[Any], Iterator[Action]] = lambda state: iter(())
    offers: Callable[[Any], Iterator[Action]] = lambda state: iter(())
    due: Callable[[Any, Seat, str], int] = lambda state, seat, verb: 0
    notation: Any = None
    hidden: HiddenCards | None = None
    apart: frozenset[str] = frozenset()
    final: frozenset[str] = frozenset()
    guesses: frozenset[str] = frozenset()
    rest: Callable[[Any, Action], frozenset[str]] = lambda state, action: frozenset()
    pressing: tuple[Check, ...] = ()
    asides: Mapping[str, Callable[[Any, Action], bool]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    opening: tuple[Callable[[Header], Iterable[tuple[str, Detail]]], ...] = ()
    closing: tuple[Closing, ...] = ()
    unproved: Callable[[Any, Record], Iterable[tuple[str, Detail]]] = lambda state, record: ()
    proved: Callable[[Any, Sequence[Action]], Sequence[Known]] = lambda state, actions: ()
    implied: Callable[[Any, Action], Action | None] = lambda state, action: None

    @property
    def deeds(self) -> Mapping[str, str]:
        """What a player does, in English, by verb; the name of the player stands in front."""
        deeds: Mapping[str, str] = self.notation.deeds
        return deeds

    def play(self, state: Any, action: Action) -> tuple[Broken, ...]:
        """Carry the action out and return the rules that it breaks; leaves the state as it was if
        it cannot have happened. Raises `KeyError` for a verb that the game does not know."""
        while (unsaid := self.implied(state, action)) is not None:
            self.play(state, unsaid)
            if state.unseen is not None and state.unseen.lost is not None:
                break
        if self.hidden is not None and (state.unseen is not None or self.hidden.hides(action)):
            return self.hidden.play(self, state, action)
        verb = self.verbs[action.verb]
        if verb.allowed(state, action):
            broken: tuple[Broken, ...] = ()
        else:
            broken = self.broken(state, action)
            if any(trouble.detail.impossible for trouble in broken):
                return broken
        going_on = self.goes_on(state, action)
        verb.apply(state, action)
        if going_on:
            state.previous = action
        return broken

    def goes_on(self, state: Any, action: Action) -> bool:
        """Whether the turn goes on from the action: it is no aside. Asked before it is done."""
        aside = self.asides.get(action.verb)
        return aside is None or not aside(state, action)

    def broken(self, state: Any, action: Action) -> tuple[Broken, ...]:
        """The rules that the action would break, in the order of the verb's checks."""
        found: list[Broken] = []
        for check in self.verbs[action.verb].checks:
            detail = check.ask(state, action)
            if detail is not None and not _is_reported(found, check.rule, detail):
                found.append(Broken(self.rules[check.rule], detail))
        if any(one.rule.id in self.final for one in found):
            found = [one for one in found if one.rule.id in self.final or one.detail.impossible]
        return tuple(found)


class Broken(NamedTuple):
    rule: Rule
    detail: Detail


def _is_reported(found: Sequence[Broken], rule: str, detail: Detail) -> bool:
    """Whether the rule was named already; what cannot have happened is said all the same."""
    before = [one.detail.impossible for one in found if one.rule.id == rule]
    return bool(before) and (any(before) or not detail.impossible)


WON, BELL, CONCEDED, ABANDONED, OPEN = "won", "bell", "conceded", "abandoned", "open"
ENDS = (WON, BELL, CONCEDED, ABANDONED, OPEN)
"""Won by points; out of time; all but one gave up; broken off; the record stops before an end."""


@dataclass(frozen=True, slots=True)
class RecordError:
    """A mistake in a text that was meant to be a record.

    `line` and `column` count from 1; 0 means the text as a whole. `expected` is an English
    template marked for translation, with its `facts` beside it.
    """

    line: int
    column: int
    expected: str
    suggestion: str = ""
    facts: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        said = f"line {self.line}, column {self.column}: expected " + self.expected.format(
            **self.facts
        )
        return f"{said}; did you mean {self.suggestion}?" if self.suggestion else said


class Untenable(Exception):
    """A position that is on no table: by which row, and what is wrong with it."""

    def __init__(self, rule: str, detail: Detail) -> None:
        super().__init__(rule, detail)
        self.rule = rule
        self.detail = detail


class RuledOut(KeyError):
    """Parts of a rule set that are not played together: by which row, and an English template
    marked for translation that says why."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(rule, reason)
        self.rule = rule
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


class NoSuchRuleset(KeyError):
    """A key that names no rule set; `near` are those that it may have been meant for."""

    def __init__(self, key: str, near: Sequence[str]) -> None:
        super().__init__(key)
        self.near = tuple(near)


class NotARecord(Exception):
    """The text is not a record; `errors` lists every mistake in it, in the order of places."""

    def __init__(self, errors: Sequence[RecordError]) -> None:
        super().__init__("\n".join(map(str, errors)))
        self.errors = tuple(errors)
