"""What a page shows of a record: its verdict, its players, and any moment of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing.looks import colours_of
from games.drawing.plots import piece_svg
from games.engine import files, rulesets
from games.engine.border import judging
from games.engine.core import Broken, Header, NotARecord, Record, Ruleset, Violation
from games.engine.record import write
from games.engine.replay import AT_THE_START, Clock, Patience, Report, moments, replay, within
from games.viewers import VIEWERS
from games.viewers.viewer import Beside, Counting, Scene, Viewer
from games.wording.engine import ENDINGS, detail_words, expected_words, game_words, printable

MOST_PICTURES = 3
"""Findings that come with a picture; any other moment is one tap away."""

MOST_FINDINGS = 100

LONGEST_SHOWN = 200
"""Letters of a line that is shown beside its mistake; JSON is one line."""

LONGEST = 5.0
"""Seconds that a verdict may take on a page, and the pictures beside it as long again. Ten times
what the longest games take."""


class Unreadable(Exception):
    """The bytes are no record: `mistakes` say why, `text` is what is kept for correcting."""

    def __init__(self, text: str, mistakes: Sequence[Mistake]) -> None:
        super().__init__(text)
        self.text = text
        self.mistakes = mistakes


class Mistake(NamedTuple):
    """In a text: `before`, `word` and `after` are the line, its wrong word in the middle."""

    line: int
    column: int
    expected: str
    suggestion: str
    before: str = ""
    word: str = ""
    after: str = ""


@dataclass(frozen=True)
class Played:
    """A record and the text that says the same, line by line as its actions count them."""

    text: str
    record: Record
    ruleset: Ruleset

    @property
    def viewer(self) -> Viewer:
        return VIEWERS[self.ruleset.viewer]


@judging(Unreadable)
def read(data: bytes) -> Played:
    """The record in the bytes. That of another program is written down in the notation first.
    Raises `Unreadable`."""
    try:
        text = files.text_of(data)
    except NotARecord as refusal:
        # What is no text at all is nothing to correct.
        text = "" if b"\0" in data else data.decode("utf-8", "replace")
        raise unreadable(text, refusal) from refusal
    try:
        record = files.read_text(text)
        if not files.in_notation(text):
            text = printable(write(record, rulesets.by_key(record.header.ruleset).notation))
            record = files.read_text(text)
    except NotARecord as refusal:
        raise unreadable(text, refusal) from refusal
    return Played(text, record, rulesets.by_key(record.header.ruleset))


def lines_of(text: str) -> list[str]:
    """The lines as the reader of records counts them, the first one at index 0."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def unreadable(text: str, refusal: NotARecord) -> Unreadable:
    lines = lines_of(text)
    key = files.ruleset_named(text)
    mistakes = []
    for error in refusal.errors:
        line = lines[error.line - 1] if 0 < error.line <= len(lines) else ""
        if len(line) > LONGEST_SHOWN:
            line = ""
        start = max(0, error.column - 1)
        word = next(iter(line[start:].split(maxsplit=1)), "")
        mistakes.append(
            Mistake(
                error.line,
                error.column,
                expected_words(error, key),
                printable(error.suggestion),
                line[:start],
                word,
                line[start + len(word) :],
            )
        )
    return Unreadable(text, mistakes)


# The verdict


@dataclass
class Finding:
    """A broken rule. `moment` is the one after the action, or before it if it cannot have
    happened; what the head breaks has no line."""

    rule: str
    words: str
    detail: str
    line: int
    moment: int
    follows: bool
    impossible: bool
    hint: str = ""
    picture: str = ""


@dataclass(frozen=True)
class Seated:
    """A player at the end of the game. As many points as `maybe` more lie in cards that
    nobody saw."""

    name: str
    piece: SafeString
    points: int
    maybe: int
    won: bool


@dataclass(frozen=True)
class Verdict:
    """`made` are the parts of the points, each with those of all seats. `hidden` tells whose
    unseen cards may be worth more, `unproved` the rules, their words and what is missing to hold
    the record against them. `bounds` says from where on there were too many hands to follow them
    all, empty if there were not. Unless the verdict is `whole`, nothing was judged from the line
    `unchecked_from` on."""

    ruleset: str
    ended: str
    winners: Sequence[str]
    seats: Sequence[Seated]
    made: Sequence[tuple[str, Sequence[int]]]
    findings: Sequence[Finding]
    let_stand: Sequence[Finding]
    broken: int
    hidden: Sequence[tuple[str, int]]
    proved: Sequence[tuple[int, str]]
    unproved: Sequence[tuple[str, str, str]]
    bounds: str
    whole: bool
    unchecked_from: int
    stopped: bool

    @property
    def more(self) -> int:
        return self.broken - len(self.findings)


@judging()
def verdict_on(played: Played, clock: Clock = monotonic) -> Verdict:
    report = replay(played.ruleset, played.record, patience=within(LONGEST, clock))
    header, key = played.record.header, played.ruleset.key
    found = [_finding_at_the_start(one, played) for one in report.at_the_start]
    found += [_finding(one, key) for one in report.violations]
    return Verdict(
        ruleset=_(played.ruleset.name),
        ended=str(ENDINGS[report.ended]),
        winners=[header.players[seat].name for seat in report.winners],
        seats=_seated(report, header),
        made=[(_(name), [made[name] for made in report.points]) for name in report.points[0]],
        findings=found[:MOST_FINDINGS],
        let_stand=[_finding(one, key) for one in report.let_stand[:MOST_FINDINGS]],
        broken=len(found),
        hidden=[
            (player.name, more)
            for player, more in zip(header.players, report.hidden_points, strict=True)
            if more
        ],
        proved=[(known.action.line, detail_words(known.detail, key)) for known in report.deduced],
        unproved=[
            (rule.id, game_words(rule.text, key), detail_words(why, key))
            for rule, why in report.unproved
        ],
        bounds=_bounds(report),
        whole=report.whole,
        unchecked_from=_line_unchecked(report),
        stopped=report.stopped,
    )


def _bounds(report: Report) -> str:
    if report.beyond is None:
        return ""
    if report.beyond == AT_THE_START:
        where = _("The table leaves too many hands possible from the first action on.")
    else:
        line = report.record.actions[report.beyond].line
        where = _("Behind line %(line)d too many hands are possible.") % {"line": line}
    how = _(
        "Cards are judged there by the least and the most that a player can have, so that a "
        "broken rule may be missed."
    )
    return f"{where} {how}"


def _line_unchecked(report: Report) -> int:
    actions = report.record.actions
    return 0 if report.whole else actions[min(report.unchecked_from or 0, len(actions) - 1)].line


def _finding(violation: Violation, key: str) -> Finding:
    return Finding(
        rule=violation.rule.id,
        words=game_words(violation.rule.text, key),
        detail=detail_words(violation.detail, key),
        line=violation.action.line,
        moment=violation.at + (not violation.impossible),
        follows=violation.follows,
        impossible=violation.impossible,
        hint=detail_words(violation.hint, key) if violation.impossible else "",
    )


def _finding_at_the_start(broken: Broken, played: Played) -> Finding:
    """What is wrong with the board, at the line that tells it."""
    lines = enumerate(lines_of(played.text), start=1)
    head = "".join(f"[{name}" for name in played.ruleset.notation.ground.names[:1])
    return Finding(
        rule=broken.rule.id,
        words=game_words(broken.rule.text, played.ruleset.key),
        detail=detail_words(broken.detail, played.ruleset.key),
        line=next((number for number, line in lines if head and head in line), 0),
        moment=0,
        follows=broken.detail.follows,
        impossible=False,
    )


def _seated(report: Report, header: Header) -> list[Seated]:
    colours = colours_of(header)
    return [
        Seated(
            name=player.name,
            piece=piece_svg(colours[seat]),
            points=sum(made.values()),
            maybe=report.hidden_points[seat],
            won=seat in report.winners,
        )
        for seat, (player, made) in enumerate(zip(header.players, report.points, strict=True))
    ]


# Moments


@dataclass(frozen=True)
class Moment:
    """The game after `at` actions of `last`. `player` is empty before the first one, which has no
    `deed` either, and where nobody did it."""

    at: int
    last: int
    line: int
    text: str
    player: str
    deed: str
    dice: Sequence[SafeString]
    rolled: str
    picture: SafeString
    viewer: Viewer
    beside: Beside | None = None
    hands: Sequence[Any] = field(default_factory=tuple)

    @property
    def before(self) -> int:
        return max(0, self.at - 1)

    @property
    def after(self) -> int:
        return min(self.last, self.at + 1)


@dataclass(frozen=True)
class Shown:
    """`statistics` are for the viewer's template."""

    moment: Moment
    statistics: Mapping[str, Any]


@judging()
def show(
    played: Played,
    at: int | None = None,
    findings: Sequence[Finding] = (),
    clock: Clock = monotonic,
) -> Shown:
    """The game after `at` actions, or as near to it as it goes; None is the end.

    The first findings get the pictures of their moments.
    """
    viewer, header = played.viewer, played.record.header
    counting = viewer.counting(len(header.players)) if viewer.counting else None
    wanted = {finding.moment: finding for finding in reversed(findings[:MOST_PICTURES])}
    last, kept = 0, None
    for last, state in _watched(played, counting, within(LONGEST, clock)):
        if last in wanted:
            finding = wanted[last]
            # What cannot have happened is not on the board, but where it would be is lit.
            done = last + 1 if finding.impossible else last
            finding.picture = viewer.picture(
                _scene(played, state, done),
                key=f"finding-{last}",
                title=finding.detail,
                closeup=True,
            )
        if at is not None and last == max(0, at):
            kept = state.copy()
    statistics = viewer.counted(header, counting) if counting else {}
    if kept is None:
        return Shown(_moment(played, state, last, last), statistics)
    return Shown(_moment(played, kept, max(0, at or 0), last), statistics)


def _watched(
    played: Played, counting: Counting | None, patience: Patience
) -> Iterator[tuple[int, Any]]:
    """The moments of the game with their numbers, 0 before the first action, each of them seen by
    the statistics. It is one state that changes."""
    actions = played.record.actions
    for at, state in enumerate(moments(played.ruleset, played.record, patience)):
        if at and counting is not None:
            counting.see(actions[at - 1], state)
        yield at, state


def _scene(played: Played, state: Any, at: int) -> Scene:
    return Scene(played.ruleset, played.record.header, played.record.actions, state, at)


def _moment(played: Played, state: Any, at: int, last: int) -> Moment:
    viewer, header = played.viewer, played.record.header
    scene = _scene(played, state, at)
    action = scene.action
    line = action.line if action else 0
    lines = lines_of(played.text)
    dice, rolled = viewer.dice(scene)
    return Moment(
        at=at,
        last=last,
        line=line,
        text=lines[line - 1].strip() if 0 < line <= len(lines) else "",
        player=header.players[action.seat].name
        if action and action.verb not in played.ruleset.notation.of_nobody
        else "",
        deed=game_words(played.ruleset.deeds.get(action.verb, action.verb), played.ruleset.key)
        if action
        else "",
        dice=dice,
        rolled=rolled,
        picture=viewer.picture(scene, key="moment", title=viewer.title.format(number=at)),
        viewer=viewer,
        beside=viewer.beside(scene),
        hands=viewer.hands(scene),
    )
