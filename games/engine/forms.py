"""How an action is written, said once: `De {knight:spot}[>{placed:spot}[={strength:rank}]]`.

A form begins with the mark of the action, or with a fact where words of a kind need none. In braces
stand its facts, each with its name and, behind a colon, its sort where that is another word; blanks
part words, anything else parts facts within one. What is in brackets may be left out. `@` stands
for the player whose action it is, a `+` or `-` at the end for cards gained or lost that may follow.
From it come what reads and what writes the action, its facts by name for JSON and for a recorder,
and what hides behind a `?`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, NamedTuple

from games.engine.core import NOBODY, Action, Seat
from games.engine.document import Field
from games.engine.record import DICE, END, GAINED, Mistake, Notation, Reader, Table, Words, Writer

Facts = tuple[int, ...]
ANYTHING = re.compile(r".+")


class Sort(NamedTuple):
    """A sort of fact.

    `read` reads it out of a word, or a part of one, of which so much is `expected`; `take` takes
    words of the line itself. `none` are the numbers where it is left out, as many as it has always;
    one of a word of its own is known by what it `looks` like, and is `within` a word of several.
    `hides`: whether nobody saw it; `veiled`: as others see it where it changes hands face down.
    """

    read: Callable[[Words, str, str], Facts]
    write: Callable[[Table, Facts], str]
    fields: Callable[[str], tuple[Field, ...]]
    expected: str = ""
    none: Facts = (NOBODY,)
    looks: re.Pattern[str] = ANYTHING
    within: str = ""
    hides: Callable[[Facts], bool] | None = None
    veiled: Callable[[Facts], Facts] | None = None
    take: Callable[[Words, Seat], Facts] | None = None


def remembered(
    read: Callable[[Words, str, str], Facts], most: int = 5000
) -> Callable[[Words, str, str], Facts]:
    """The reader of a fact that depends on nothing but the text: each one is read once."""
    known: dict[str, Facts] = {}

    def of(words: Words, text: str, expected: str) -> Facts:
        facts = known.get(text)
        if facts is None:
            facts = read(words, text, expected)
            if len(known) < most:
                known[text] = facts
        return facts

    return of


class Sorts(NamedTuple):
    """The sorts of a game by name, and how cards gained or lost are read and written."""

    named: Mapping[str, Sort]
    read_gains: Callable[[Words, Seat, str], Facts | None]
    write_gains: Callable[[Table, Action, str], str]

    def but(self, **others: Sort) -> Sorts:
        return self._replace(named={**self.named, **others})


@dataclass(frozen=True)
class Act:
    """An action: its verb, its form, and what a player does with it; the name of the player stands
    in front. `label` is its short name on a button; both are texts for the translators. `expected`
    is what a word of several facts has to be.

    `opens`: it stands in the lines of the beginning; `anywhere`: in those as well. `joined`,
    `seldom`, `of_nobody`, `closes`, `leads` and `because` are as in `Notation`. `then` is the verb
    that may follow without its mark, up to `most` times. What is irregular is by hand in `read`,
    `write` and `fields`; `besides` is as in `Notation`.
    """

    verb: str
    form: str
    deed: str
    label: str = ""
    expected: str = ""
    opens: bool = False
    anywhere: bool = False
    joined: bool = False
    seldom: bool = False
    of_nobody: bool = False
    closes: bool = False
    leads: str = ""
    because: str = ""
    then: str = ""
    most: int = 1
    read: Reader | None = None
    write: Writer | None = None
    fields: tuple[Field, ...] = ()
    besides: Field | None = None

    @property
    def mark(self) -> str:
        mark = re.split(r"[ \[]", self.form, maxsplit=1)[0]
        return DICE if mark.startswith("{") else mark


class Part(NamedTuple):
    """A fact in a form: what parts it from the one before, in how many brackets it stands, whether
    one of them opens with it, and how many close."""

    before: str
    name: str
    sort: Sort
    depth: int
    opens: bool
    closes: int

    @property
    def fields(self) -> tuple[Field, ...]:
        """Null where it is left out, if that is nobody and nothing."""
        fields = self.sort.fields(self.name)
        return tuple(map(maybe, fields)) if self.depth and self.sort.none == (NOBODY,) else fields


PART = re.compile(r"(\[?)([^\[\]{}]*)\{(\w+)(?::(\w+))?\}(\]*)")


def maybe(field: Field) -> Field:
    """The same, or null for `NOBODY`."""

    def read(table: Table, value: Any) -> Facts | None:
        return (NOBODY,) if value is None else field.read(table, value)

    def write(table: Table, facts: Facts) -> Any:
        return None if facts[0] == NOBODY else field.write(table, facts)

    return field._replace(write=write, read=read)


class Form:
    """The form of an act with the sorts of a game."""

    def __init__(self, act: Act, sorts: Sorts) -> None:
        self.act = act
        self.sorts = sorts
        rest = act.form.removeprefix(act.mark)
        self.sign = rest[-1] if rest[-2:] in (" +", " -") else ""
        self.by_name = rest.startswith(" @")
        self.parts: list[Part] = []
        depth = 0
        for opening, before, name, sort, closing in PART.findall(rest.removeprefix(" @")):
            depth += bool(opening)
            kind = sorts.named[sort or name]
            self.parts.append(Part(before, name, kind, depth, bool(opening), len(closing)))
            depth -= len(closing)
        self.fields = act.fields or tuple(field for part in self.parts for field in part.fields)
        self.words = [Word(parts, act.expected) for parts in self._words()]

    def _words(self) -> list[list[Part]]:
        words: list[list[Part]] = []
        for part in self.parts:
            if part.before[:1] == " " or not words:
                words.append([])
            words[-1].append(part)
        return words

    # Reading

    def reader(self, then: Form | None = None) -> Reader:
        """What reads the words behind the mark."""
        read = self.act.read or self._reader()
        if then is None:
            return read
        looks, most, follow = then.words[0].looks, self.act.most, then.reader()

        def read_on(words: Words, seat: Seat) -> Sequence[Action]:
            found = read(words, seat)
            while len(found) <= most and looks.fullmatch(words.peek()):
                found = [*found, *follow(words, seat)]
            return found

        return read_on

    def _reader(self) -> Reader:
        """Most actions have a word or none, so that they go through nothing else."""
        verb, sign, by_name = self.act.verb, self.sign, self.by_name
        gained, reads = self.sorts.read_gains, [word.read for word in self.words]
        first, rest = (reads or [no_word])[0], reads[1:]

        def read_one(words: Words, seat: Seat) -> Sequence[Action]:
            return [Action(seat, verb, first(words, seat), None, words.line)]

        def read_gained(words: Words, seat: Seat) -> Sequence[Action]:
            facts, line = first(words, seat), words.words
            told = words.at < len(line) and line[words.at][0] == sign
            gains = gained(words, seat, sign) if told else None
            return [Action(seat, verb, facts, gains, words.line)]

        def read(words: Words, seat: Seat) -> Sequence[Action]:
            actor = words.seat() if by_name else seat
            facts = first(words, actor)
            for word in rest:
                facts += word(words, actor)
            told = sign and words.peek().startswith(sign)
            gains = gained(words, actor, sign) if told else None
            return [Action(actor, verb, facts, gains, words.line)]

        if by_name or rest:
            return read
        return read_gained if sign else read_one

    # Writing

    def writer(self, then: Form | None = None) -> Writer:
        """What writes the mark and the words behind it."""
        mark = "" if self.act.mark == DICE else self.act.mark
        most = self.act.most
        plain = len(self.parts) == 1 and not (self.by_name or self.sign or then)

        def write_one(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
            return head + of(table, actions[at].facts), 1

        if plain and not self.parts[0].depth and not self.act.write:
            head, of = (mark + self.parts[0].before).lstrip(), self.parts[0].sort.write
            return write_one

        def write(table: Table, actions: Sequence[Action], at: int) -> tuple[str, int]:
            text, count = mark + self.body(table, actions[at]), 1
            while then and count <= most and _goes_on(actions, at + count, then.act.verb):
                text += then.body(table, actions[at + count])
                count += 1
            return text.lstrip(), count

        return self.act.write or write

    def body(self, table: Table, action: Action) -> str:
        """What stands behind the mark."""
        text = f" {table.handle(action.seat)}" if self.by_name else ""
        at, left_out = 0, NEVER
        for before, _name, sort, depth, _opens, _closes in self.parts:
            facts = action.facts[at : at + len(sort.none)]
            at += len(sort.none)
            if depth > left_out:
                continue
            left_out = depth if depth and facts == sort.none else NEVER
            if left_out is NEVER and (word := sort.write(table, facts)):
                text += before + word
        return text + (self.sorts.write_gains(table, action, self.sign) if self.sign else "")

    @property
    def gains(self) -> bool:
        """Whether cards gained or lost may be told with it."""
        return bool(self.sign) or self.act.mark == GAINED

    # What is not seen

    @property
    def hides(self) -> Callable[[Facts], bool] | None:
        """Whether some of the facts were not seen; None if all are in the open."""
        tests = [
            (at, at + len(part.sort.none), part.sort.hides)
            for at, part in self._places()
            if part.sort.hides is not None
        ]
        if not tests:
            return None
        return lambda facts: any(hidden(facts[at:end]) for at, end, hidden in tests)

    @property
    def veiled(self) -> Callable[[Facts], Facts] | None:
        """The facts as others see them; None if that makes no difference."""
        veils = [
            (at, at + len(part.sort.none), part.sort.veiled)
            for at, part in self._places()
            if part.sort.veiled is not None
        ]
        if not veils:
            return None
        ((at, end, veil),) = veils
        return lambda facts: (*facts[:at], *veil(facts[at:end]), *facts[end:])

    def _places(self) -> Iterable[tuple[int, Part]]:
        at = 0
        for part in self.parts:
            yield at, part
            at += len(part.sort.none)


NEVER = 99


def _goes_on(actions: Sequence[Action], at: int, verb: str) -> bool:
    """Whether the action is such a one of the same player, written in one with that before it."""
    before = actions[at - 1]
    if at >= len(actions) or actions[at].ruling != before.ruling:
        return False
    return actions[at].verb == verb and actions[at].seat == before.seat


def no_word(words: Words, seat: Seat) -> Facts:
    return ()


class Word:
    """A word of a form: some facts, or one behind the mark itself (`&S=SV`)."""

    def __init__(self, parts: Sequence[Part], expected: str) -> None:
        self.parts = parts
        first, *others = parts
        self.none = tuple(fact for part in parts for fact in part.sort.none)
        self.expected = expected if others else first.sort.expected
        self.looks = re.compile(self._pattern()) if others else first.sort.looks
        if not others:
            self.of = first.sort.read
        elif len(others) == 1:
            self.of = self._two()
        else:
            self.of = self._several()
        taken = first.sort.take if not others and first.sort.take else self._taken()
        self.read = self._if_there(taken) if first.opens else taken
        if first.before and not first.before.startswith(" "):
            self.read = self._behind_mark

    def _taken(self) -> Callable[[Words, Seat], Facts]:
        of, expected = self.of, self.expected

        def taken(words: Words, seat: Seat) -> Facts:
            at, line = words.at, words.words
            if at >= len(line):
                raise Mistake(at, expected)
            words.at = at + 1
            return of(words, line[at], expected)

        return taken

    def _if_there(self, taken: Callable[[Words, Seat], Facts]) -> Callable[[Words, Seat], Facts]:
        looks, none = self.looks, self.none
        return lambda words, seat: taken(words, seat) if looks.fullmatch(words.peek()) else none

    def _behind_mark(self, words: Words, seat: Seat) -> Facts:
        _mark, there, text = words.words[words.at - 1].partition(self.parts[0].before)
        return self.of(words, text, self.expected) if there else self.none

    def _two(self) -> Callable[[Words, str, str], Facts]:
        """The usual case, `4W>O`, without an expression."""
        part, other = self.parts
        read, read_other, none = part.sort.read, other.sort.read, other.sort.none
        between, may_lack = other.before, other.opens
        fits, fits_other = _within(part.sort), _within(other.sort)

        def two(words: Words, text: str, expected: str) -> Facts:
            left, there, right = text.partition(between)
            if (fits and not fits(left)) or (there and fits_other and not fits_other(right)):
                raise words.wrong(expected)
            if there:
                return read(words, left, expected) + read_other(words, right, expected)
            if not may_lack:
                raise words.wrong(expected)
            return read(words, left, expected) + none

        return two

    def _several(self) -> Callable[[Words, str, str], Facts]:
        looks = self.looks.fullmatch
        sorts = [(part.sort.read, part.sort.none) for part in self.parts]

        def several(words: Words, text: str, expected: str) -> Facts:
            found = looks(text)
            if found is None:
                raise words.wrong(expected)
            facts: Facts = ()
            for (read, none), told in zip(sorts, found.groups(), strict=True):
                facts += none if told is None else read(words, told, expected)
            return facts

        return several

    def _pattern(self) -> str:
        """Each fact goes on to what parts it from the next."""
        pattern, open_ = "", 0
        for part, following in zip_longest(self.parts, self.parts[1:]):
            if pattern:
                pattern += "(?:" * part.opens + re.escape(part.before)
                open_ += part.opens
            ends = "" if following is None else f"(?!{re.escape(following.before)})"
            pattern += f"({part.sort.within or f'(?:{ends}.)*'})"
            closing = min(part.closes, open_)
            pattern += ")?" * closing
            open_ -= closing
        return pattern


def _within(sort: Sort) -> Callable[[str], object] | None:
    return re.compile(sort.within).fullmatch if sort.within else None


# A notation of forms


def spoken(notation: Notation, acts: Sequence[Act], sorts: Sorts, **others: Any) -> Notation:
    """The notation with these actions as well, and what else is `others` in it."""
    forms = {act.verb: Form(act, sorts) for act in acts}
    written = {verb: form for verb, form in forms.items() if form.act.mark != END}

    def those(told: Callable[[Act], object]) -> frozenset[str]:
        return frozenset(act.verb for act in acts if told(act))

    return replace(
        notation,
        sorts=sorts,
        forms={**notation.forms, **forms},
        opening={**notation.opening, **_readers(written, lambda act: act.opens or act.anywhere)},
        turn={**notation.turn, **_readers(written, lambda act: not act.opens)},
        write={
            **notation.write,
            **{verb: one.writer(forms.get(one.act.then)) for verb, one in written.items()},
        },
        fields={**notation.fields, **{verb: form.fields for verb, form in forms.items()}},
        besides={**notation.besides, **{act.verb: act.besides for act in acts if act.besides}},
        labels={**notation.labels, **{act.verb: act.label for act in acts if act.label}},
        deeds={**notation.deeds, **{act.verb: act.deed for act in acts}},
        openers=notation.openers | those(lambda act: act.opens),
        joined=notation.joined | those(lambda act: act.joined),
        named=notation.named | {verb for verb, form in forms.items() if form.by_name},
        seldom=notation.seldom | those(lambda act: act.seldom),
        closers=notation.closers | those(lambda act: act.closes),
        of_nobody=notation.of_nobody | those(lambda act: act.of_nobody),
        leads={**notation.leads, **{act.verb: act.leads for act in acts if act.leads}},
        because={**notation.because, **{act.verb: act.because for act in acts if act.because}},
        **others,
    )


def hides(notation: Notation) -> Callable[[Action], bool]:
    """Whether an action has cards in it that were not seen."""
    hidden = {verb: form.hides for verb, form in notation.forms.items() if form.hides}

    def asked(action: Action) -> bool:
        test = hidden.get(action.verb)
        return test is not None and test(action.facts)

    return asked


def veils(notation: Notation) -> Callable[[Action], Action]:
    """The action without the cards that others do not see."""
    veiled = {verb: form.veiled for verb, form in notation.forms.items() if form.veiled}

    def seen(action: Action) -> Action:
        veil = veiled.get(action.verb)
        return action if veil is None else action._replace(facts=veil(action.facts))

    return seen


def _readers(forms: Mapping[str, Form], belongs: Callable[[Act], bool]) -> dict[str, Reader]:
    by_mark: dict[str, list[Form]] = {}
    for form in forms.values():
        if belongs(form.act):
            by_mark.setdefault(form.act.mark, []).append(form)
    return {mark: _reader_of(some, forms) for mark, some in by_mark.items()}


def _reader_of(some: Sequence[Form], forms: Mapping[str, Form]) -> Reader:
    """Of two forms with one mark it is the first if the next word looks like it, else the other."""
    readers = [(form, form.reader(forms.get(form.act.then))) for form in some]
    *others, (_form, last) = readers
    if not others:
        return last
    ((form, reader),) = others
    looks = form.words[0].looks.fullmatch

    def read(words: Words, seat: Seat) -> Sequence[Action]:
        at, line = words.at, words.words
        fits = at < len(line) and looks(line[at])
        return reader(words, seat) if fits else last(words, seat)

    return read
