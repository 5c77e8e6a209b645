"""A game that is written down action by action: what a tap makes of it, what is asked next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, takewhile
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.looks import colours_of
from games.drawing.plots import piece_svg
from games.engine import rulesets
from games.engine.board.terrain import HOME
from games.engine.border import judging
from games.engine.choices import Choice, Facts, ahead, choices
from games.engine.core import (
    OPEN,
    Action,
    Header,
    NotARecord,
    Record,
    Ruleset,
    Seat,
    Violation,
    as_called,
)
from games.engine.document import PLACES, Field, read_action, write_facts
from games.engine.record import Table, parse, table_of, write
from games.engine.replay import Overdue, Report
from games.engine.rulesets.cities_knights.hand import Commodity
from games.viewers import VIEWERS
from games.viewers.viewer import Scene, Viewer
from games.wording.actions import BETWEEN, facts_in_words
from games.wording.booklets import as_printed
from games.wording.engine import (
    ASKS,
    ENDINGS,
    PLACE_ASKS,
    detail_words,
    expected_words,
    game_words,
    word_in_words,
)

SHOWN = 12
"""Actions that are listed beside the board, the last one first."""


class Unfit(Exception):
    """The action was not written down. `findings` are the rules of the `ruleset` that it breaks;
    if it is `impossible`, it cannot have happened at all."""

    def __init__(self, findings: Sequence[Violation], ruleset: str) -> None:
        super().__init__(findings, ruleset)
        self.findings = findings
        self.ruleset = ruleset

    @property
    def impossible(self) -> bool:
        return any(finding.impossible for finding in self.findings)


class Misread(Exception):
    """What was sent is no action; the text says what was expected."""


class Change(NamedTuple):
    """Cards of one kind that a player gained, or lost with a number below 0."""

    seat: Seat
    kind: str
    count: int


class Written(NamedTuple):
    """An action as it was carried out: the rules it broke, and how the hands changed."""

    at: int
    action: Action
    findings: Sequence[Violation]
    changes: Sequence[Change]


@dataclass
class Stand:
    """How a game stands after its last action."""

    record: Record
    ruleset: Ruleset
    report: Report
    written: Sequence[Written]

    @property
    def state(self) -> Any:
        return self.report.state

    @property
    def viewer(self) -> Viewer:
        return VIEWERS[self.ruleset.viewer]

    @property
    def table(self) -> Table:
        return table_of(self.record.header, self.ruleset.notation)

    @property
    def scene(self) -> Scene:
        actions = self.record.actions
        return Scene(self.ruleset, self.record.header, actions, self.state, len(actions))


@judging()
def stand_of(record: Record) -> Stand:
    """Play the record. Ends at what cannot have happened, as every replay does."""
    ruleset = rulesets.by_key(record.header.ruleset)
    held = VIEWERS[ruleset.viewer].held
    state = ruleset.setup(record.header)
    report = Report(ruleset, record, state)
    written: list[Written] = []
    overdue = Overdue(ruleset)
    for at, action in enumerate(record.actions):
        before = held(ruleset, state)
        broken = overdue.play(state, action)
        report.add(at, action, broken)
        findings = [Violation(at, action, rule, detail) for rule, detail in broken]
        written.append(Written(at, action, findings, _changes(before, held(ruleset, state))))
        if any(finding.impossible for finding in findings):
            break
    return Stand(record, ruleset, report, written)


def _changes(
    before: Sequence[Mapping[str, int]], after: Sequence[Mapping[str, int]]
) -> list[Change]:
    changes = []
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        moved = {kind: count - old[kind] for kind, count in new.items() if count != old[kind]}
        if UNSEEN in moved and min(moved.values()) < 0 < max(moved.values()):
            # Some of these cards only became known, or are in doubt now.
            total = sum(moved.values())
            moved = {UNSEEN: total} if total else {}
        changes += [Change(seat, kind, count) for kind, count in moved.items()]
    return changes


UNSEEN = "?"


# What a tap makes of it


@judging(Unfit)
def after(record: Record, sent: Sequence[Action], *, happened: bool) -> Stand:
    """The game with the actions at its end, and with the end of the turn where nothing else may be
    done in it any more; that one may be sent as well.

    Raises `Unfit` if one of them breaks a rule and nobody says that it `happened`, or no referee
    has ruled on it; and always if it cannot have happened.
    """
    if _is_done_already(record, sent):
        return stand_of(record)
    longer = record._replace(actions=(*record.actions, *sent))
    stand = stand_of(longer)
    new = [one for one in stand.written if one.at >= len(record.actions)]
    found = [finding for one in new for finding in one.findings]
    pardoned = happened or all(finding.action.ruling for finding in found)
    if found and (not pardoned or any(finding.impossible for finding in found)):
        called = [one._replace(detail=as_called(one.detail, record.header, 0)) for one in found]
        raise Unfit(called, stand.ruleset.key)
    end = _only_end(stand)
    return stand if end is None else stand_of(longer._replace(actions=(*longer.actions, end)))


@judging()
def _only_end(stand: Stand) -> Action | None:
    """The end of the turn, if nothing else may be done in it and it comes by itself then."""
    notation = stand.ruleset.notation
    if notation.idle is None or stand.report.unchecked_from is not None:
        return None
    possible = choices(stand.ruleset, stand.state)
    left = [choice for choice in possible if choice.verb not in notation.idle]
    if [choice.verb for choice in left] != [notation.ender]:
        return None
    return Action(left[0].seat, notation.ender)


def _is_done_already(record: Record, sent: Sequence[Action]) -> bool:
    """Whether it is the end of a turn that has come by itself, as without a connection nobody
    knows."""
    return (
        _ends_by_itself(record)
        and len(sent) == 1
        and sent[0]._replace(line=0) == record.actions[-1]._replace(line=0)
    )


def _ends_by_itself(record: Record) -> bool:
    ruleset = rulesets.by_key(record.header.ruleset)
    *before, last = record.actions or (None,)
    if ruleset.notation.idle is None or last is None or last.verb != ruleset.notation.ender:
        return False
    return _only_end(stand_of(record._replace(actions=tuple(before)))) is not None


def without_last(record: Record, count: int) -> Record:
    """The game without the last actions that somebody told; the end of a turn that came by itself
    goes with the action before it."""
    for _each in range(min(count, len(record.actions))):
        told = -2 if _ends_by_itself(record) else -1
        record = record._replace(actions=record.actions[:told])
    return record


@judging(Misread)
def read_sent(record: Record, sent: Mapping[str, Any]) -> list[Action]:
    """The action that a tablet sent, as JSON has it. Raises `Misread`."""
    ruleset = rulesets.by_key(record.header.ruleset)
    try:
        return [read_action(record.header, ruleset, sent)]
    except NotARecord as refusal:
        raise Misread(expected_words(refusal.errors[0], ruleset.key)) from refusal


@judging(Misread)
def read_typed(record: Record, seat: Seat, words: str) -> tuple[Record, list[Action]]:
    """The actions that somebody typed in the notation for a player, and the game before them, which
    calls its places as they do. Raises `Misread`."""
    ruleset = rulesets.by_key(record.header.ruleset)
    empty = write(Record(record.header, ()), ruleset.notation)
    possible = choices(ruleset, stand_of(record).state)
    number = "" if _opening(ruleset, possible) else "1 "
    handle = table_of(record.header, ruleset.notation).handle(seat)
    line = f"{number}{handle} {' '.join(words.split())}"
    try:
        read = parse(empty + line, rulesets.by_key)
    except NotARecord as refusal:
        raise Misread(expected_words(refusal.errors[0], ruleset.key)) from refusal
    if not read.actions:
        raise Misread(_("an action"))
    header = replace(record.header, called=read.header.called)
    return record._replace(header=header), [one._replace(line=0) for one in read.actions]


def _opening(ruleset: Ruleset, possible: Iterable[Choice]) -> bool:
    """Whether the first turn has not begun."""
    return any(choice.verb in ruleset.notation.openers for choice in possible)


# What is asked next


@judging()
def asked(stand: Stand) -> dict[str, Any]:
    """What may be tapped now, as JSON for the tablet: choices, and who comes next till the first
    turn."""
    if stand.report.unchecked_from is not None:
        return _anything(stand)
    possible = choices(stand.ruleset, stand.state)
    return {
        "turn": stand.state.turn,
        "opening": _opening(stand.ruleset, possible),
        "over": stand.ruleset.ended(stand.state) != OPEN,
        "choices": [
            {
                "seat": choice.seat,
                "verb": choice.verb,
                "offered": choice.offered,
                "ways": _ways(stand, choice.verb, choice.facts),
                "rests": _rests(stand, choice),
                **_due(stand, choice),
            }
            for choice in _beside(stand.ruleset, possible)
        ],
        "ahead": ahead(stand.ruleset, stand.state),
    }


def _anything(stand: Stand) -> dict[str, Any]:
    """Where too much is unseen to judge what is done, anything may be tapped."""
    ruleset, notation = stand.ruleset, stand.ruleset.notation
    last = stand.record.actions[-1]
    turn = last.seat
    if last.verb == notation.ender:
        turn = (turn + 1) % len(stand.record.header.players)
    return {
        "turn": turn,
        "opening": False,
        "over": False,
        "choices": [
            {"seat": turn, "verb": verb, "offered": verb in notation.seldom, "ways": None}
            for verb in ruleset.verbs
            if verb not in notation.openers
        ],
        "ahead": [],
    }


def _beside(ruleset: Ruleset, possible: Iterable[Choice]) -> list[Choice]:
    """What is only offered stands behind the verb before it in the rules, where that may be done:
    a refused gift behind the gift."""
    verbs = list(ruleset.verbs)
    placed: list[Choice] = []
    for choice in possible:
        near = (choice.verb, verbs[verbs.index(choice.verb) - 1]) if choice.offered else ()
        behind = (at for at, one in enumerate(placed, start=1) if one.verb in near)
        placed.insert(max(behind, default=len(placed)), choice)
    return placed


def _rests(stand: Stand, choice: Choice) -> list[dict[str, Any]]:
    """How all of the ways go on: their facts but the first one."""
    whole = _ways(stand, choice.verb, [choice.facts[0] + rest for rest in choice.rests])
    return [dict(islice(way.items(), 1, None)) for way in whole]


def _ways(stand: Stand, verb: str, facts: Iterable[Facts]) -> list[dict[str, Any]]:
    """The facts of a verb by name. Where a game has to be written with all its cards, those
    that the list of legal actions leaves unknown are left open."""
    ways = [write_facts(stand.table, stand.ruleset.notation, verb, one) for one in facts]
    if stand.ruleset.hidden is None:
        return [dict(takewhile(lambda fact: fact[1] != UNSEEN, way.items())) for way in ways]
    return ways


def _due(stand: Stand, choice: Choice) -> dict[str, int]:
    """How many cards are due, where that is known."""
    count = stand.ruleset.due(stand.state, choice.seat, choice.verb)
    return {"due": count} if count else {}


def verbs_of(header: Header) -> dict[str, Any]:
    """How each verb of the game is asked for, as JSON for the tablet; in its language."""
    ruleset = rulesets.by_key(header.ruleset)
    notation = ruleset.notation
    table = table_of(header, notation)
    return {
        verb: {
            "label": game_words(
                notation.labels.get(verb) or ruleset.deeds.get(verb, verb), ruleset.key
            ),
            "deed": game_words(ruleset.deeds.get(verb, verb), ruleset.key),
            "nobodys": verb in notation.of_nobody,
            "seldom": verb in notation.seldom,
            "opens": verb in notation.openers,
            "ends": verb == notation.ender,
            "closes": verb in notation.closers,
            "leads": notation.leads.get(verb, ""),
            "because": game_words(notation.because[verb], ruleset.key)
            if verb in notation.because
            else "",
            "fields": [_asked_for(table, field) for field in notation.fields.get(verb, ())],
            "between": {
                f"{one} {other}": between
                for (one, other), between in BETWEEN.items()
                if {one, other} <= {field.name for field in notation.fields.get(verb, ())}
            },
        }
        for verb in ruleset.verbs
    }


def _asked_for(table: Table, field: Field) -> dict[str, Any]:
    asks = PLACE_ASKS if field.asked in PLACES else ASKS
    key = table.header.ruleset
    question = _(field.question) if field.question else str(asks.get(field.name, ""))
    return {
        "name": field.name,
        "asked": field.asked,
        "label": as_printed(question, key),
        "words": [
            *([word, as_printed(word_in_words(word), key)] for word in field.words),
            *([word, detail_words(named, key)] for word, named in field.named(table)),
        ],
        "none": field.read(table, None) is not None,
        "as_many": field.as_many,
        "together": field.together,
    }


# What is shown


@dataclass(frozen=True)
class Line:
    """An action in words, its deed and then what it is about; the rules it breaks with what
    happened. Where no player did it there is neither name nor piece."""

    number: int
    player: str
    piece: SafeString
    deed: str
    words: str
    changes: Sequence[Changed]
    findings: Sequence[tuple[str, str]]
    ruling: int


class Changed(NamedTuple):
    """Cards that a player gained or lost; `terrain` is the sign of a resource, `commodity` that of
    a commodity."""

    player: str
    terrain: str
    kind: str
    count: str
    commodity: str = ""


def lines_of(stand: Stand) -> list[Line]:
    """The last actions, the newest first."""
    players = stand.record.header.players
    pieces = [piece_svg(colour) for colour in colours_of(stand.record.header)]
    nobodys = stand.ruleset.notation.of_nobody
    return [
        Line(
            number=one.at + 1,
            player="" if one.action.verb in nobodys else players[one.action.seat].name,
            piece=SafeString() if one.action.verb in nobodys else pieces[one.action.seat],
            deed=game_words(
                stand.ruleset.deeds.get(one.action.verb, one.action.verb), stand.ruleset.key
            ),
            words=facts_in_words(stand.ruleset, stand.table, one.action),
            changes=[
                Changed(
                    players[seat].name,
                    TERRAINS.get(kind, ""),
                    _kind_in_words(kind, count),
                    _sign(count),
                    commodity=kind if kind in COMMODITIES else "",
                )
                for seat, kind, count in one.changes
            ],
            findings=list(findings_in_words(one.findings, stand.ruleset.key)),
            ruling=one.action.ruling,
        )
        for one in reversed(stand.written[-SHOWN:])
    ]


def _kind_in_words(kind: str, count: int) -> str:
    """Cards that leave a hand may be shown now although nobody saw them there, and be taken unseen
    although all were known."""
    return _("of the hidden cards") if kind == UNSEEN and count < 0 else word_in_words(kind)


COMMODITIES = frozenset(map(str, Commodity))

TERRAINS = {resource.value: terrain.value for resource, terrain in HOME.items()}


def _sign(count: int) -> str:
    return f"+{count}" if count > 0 else f"−{-count}"


def findings_in_words(findings: Iterable[Violation], ruleset: str) -> Iterable[tuple[str, str]]:
    """Ids of the rules, and what happened."""
    return [(finding.rule.id, detail_words(finding.detail, ruleset)) for finding in findings]


def refusals_in_words(
    findings: Iterable[Violation], ruleset: str
) -> Iterable[tuple[str, str, str]]:
    """The same, and how what was probably meant is written, if it cannot have happened."""
    return [
        (
            finding.rule.id,
            detail_words(finding.detail, ruleset),
            detail_words(finding.hint, ruleset) if finding.impossible else "",
        )
        for finding in findings
    ]


def ending_of(stand: Stand) -> str:
    """How the game ended, and who won; or from where on nobody can say. Empty while it goes on."""
    report = stand.report
    if report.unchecked_from is not None:
        return _(
            "From action {number} on nothing is checked, because too much is unseen, and the "
            "picture stands as it was then. Everything may be tapped or typed."
        ).format(number=report.unchecked_from + 1)
    if report.ended == OPEN:
        return ""
    winners = ", ".join(stand.record.header.players[seat].name for seat in report.winners)
    if not winners:
        return str(ENDINGS[report.ended])
    return _("The win: {winners} ({how})").format(winners=winners, how=ENDINGS[report.ended])
