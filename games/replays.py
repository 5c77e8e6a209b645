"""What a page shows of a record: its verdict, its players, and any moment of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.drawing import Position, board_svg
from games.engine import files, rulesets
from games.engine.board.terrain import HOME
from games.engine.core import Action, Broken, Header, NotARecord, Record, Ruleset, Seat, Violation
from games.engine.record import write
from games.engine.replay import Report, replay
from games.engine.rulesets.base.packed import KINDS, RESOURCES
from games.engine.rulesets.base.places import bits
from games.engine.statistics import Statistics, watched
from games.looks import PAINTS
from games.plots import bar_svg, die_svg, piece_svg
from games.wording import DEEDS, ENDINGS, detail_words, expected_words, printable

MOST_PICTURES = 3
"""Findings that come with a picture; any other moment is one tap away."""

MOST_FINDINGS = 100

PLACES = {"intersection", "path", "hex"}
"""Facts of an action that are lit in the picture, by the names of the rule set's fields."""


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


def read(data: bytes) -> Played:
    """The record in the bytes. That of another program is written down in the notation first.
    Raises `Unreadable`."""
    try:
        text = files.text_of(data)
    except NotARecord as refusal:
        # What is no text at all is nothing to correct.
        text = "" if b"\0" in data else data.decode("utf-8", "replace")
        raise _unreadable(text, refusal) from refusal
    try:
        record = files.read_text(text)
        if not files.in_notation(text):
            text = printable(write(record, rulesets.by_key(record.header.ruleset).notation))
            record = files.read_text(text)
    except NotARecord as refusal:
        raise _unreadable(text, refusal) from refusal
    return Played(text, record, rulesets.by_key(record.header.ruleset))


def lines_of(text: str) -> list[str]:
    """The lines as the reader of records counts them, the first one at index 0."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def _unreadable(text: str, refusal: NotARecord) -> Unreadable:
    lines = lines_of(text)
    mistakes = []
    for error in refusal.errors:
        line = lines[error.line - 1] if 0 < error.line <= len(lines) else ""
        start = max(0, error.column - 1)
        word = line[start:].split(maxsplit=1)[0] if line[start:].split() else ""
        if len(line) > 200:
            line, start, word = "", 0, ""
        mistakes.append(
            Mistake(
                error.line,
                error.column,
                expected_words(error),
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
    unseen cards may be worth more; with `bounds` there were too many to follow them all."""

    ruleset: str
    ended: str
    winner: str
    seats: Sequence[Seated]
    made: Sequence[tuple[str, Sequence[int]]]
    findings: Sequence[Finding]
    let_stand: Sequence[Finding]
    broken: int
    hidden: Sequence[tuple[str, int]]
    proved: Sequence[tuple[int, str]]
    bounds: bool
    lost: bool

    @property
    def more(self) -> int:
        return self.broken - len(self.findings)


def verdict_on(played: Played) -> Verdict:
    report = replay(played.ruleset, played.record)
    header = played.record.header
    found = [_finding_at_the_start(one, played.text) for one in report.at_the_start]
    found += [_finding(one) for one in report.violations]
    return Verdict(
        ruleset=_(played.ruleset.name),
        ended=str(ENDINGS[report.ended]),
        winner="" if report.winner is None else header.players[report.winner].name,
        seats=_seated(report, header),
        made=[(_(name), [made[name] for made in report.points]) for name in report.points[0]],
        findings=found[:MOST_FINDINGS],
        let_stand=[_finding(one) for one in report.let_stand[:MOST_FINDINGS]],
        broken=len(found),
        hidden=[
            (player.name, more)
            for player, more in zip(header.players, report.hidden_points, strict=True)
            if more
        ],
        proved=[(known.action.line, detail_words(known.detail)) for known in report.deduced],
        bounds=report.beyond is not None,
        lost=report.lost is not None,
    )


def _finding(violation: Violation) -> Finding:
    return Finding(
        rule=violation.rule.id,
        words=_(violation.rule.text),
        detail=detail_words(violation.detail),
        line=violation.action.line,
        moment=violation.at + (not violation.impossible),
        follows=violation.follows,
        impossible=violation.impossible,
    )


def _finding_at_the_start(broken: Broken, text: str) -> Finding:
    """What is wrong with the board, at the line that tells it."""
    lines = enumerate(lines_of(text), start=1)
    return Finding(
        rule=broken.rule.id,
        words=_(broken.rule.text),
        detail=detail_words(broken.detail),
        line=next((number for number, line in lines if "[Board" in line), 0),
        moment=0,
        follows=False,
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
            won=report.winner == seat,
        )
        for seat, (player, made) in enumerate(zip(header.players, report.points, strict=True))
    ]


def colours_of(header: Header) -> list[str]:
    """The colour of each seat; who wrote none, one of no box or another's gets a free one."""
    written = [player.colour.casefold() for player in header.players]
    free = [colour for colour in PAINTS if colour not in written]
    colours: list[str] = []
    for colour in written:
        own = colour in PAINTS and colour not in colours
        colours.append(colour if own else free.pop(0) if free else colour)
    return colours


# Moments


@dataclass(frozen=True)
class Pile:
    """Cards of one kind in a hand; a kind that nobody saw has the name `?`."""

    name: str
    terrain: str
    count: int


@dataclass(frozen=True)
class Hand:
    """A player at a moment. As many points as `maybe` more lie in cards that nobody saw."""

    name: str
    piece: SafeString
    on_turn: bool
    points: int
    maybe: int
    cards: int
    resources: Sequence[Pile]
    development: Sequence[Pile]
    knights: int
    has_army: bool
    route: int
    has_route: bool


@dataclass(frozen=True)
class Moment:
    """The game after `at` actions of `last`."""

    at: int
    last: int
    line: int
    text: str
    player: str
    deed: str
    dice: Sequence[SafeString]
    rolled: int
    board: SafeString
    hands: Sequence[Hand] = field(default_factory=tuple)

    @property
    def before(self) -> int:
        return max(0, self.at - 1)

    @property
    def after(self) -> int:
        return min(self.last, self.at + 1)


@dataclass(frozen=True)
class Taken:
    """Cards of a player: gained in all, and `counts` by how they came and went."""

    name: str
    piece: SafeString
    bar: SafeString
    counts: Sequence[int]


@dataclass(frozen=True)
class Shown:
    moment: Moment
    statistics: Statistics


def show(played: Played, at: int | None = None, findings: Sequence[Finding] = ()) -> Shown:
    """The game after `at` actions, or as near to it as it goes; None is the end.

    The first findings get the pictures of their moments.
    """
    statistics = Statistics(len(played.record.header.players))
    wanted = {finding.moment: finding for finding in reversed(findings[:MOST_PICTURES])}
    last, kept = 0, None
    for last, state in watched(played.ruleset, played.record, statistics):
        if last in wanted:
            finding = wanted[last]
            # What cannot have happened is not on the board, but where it would be is lit.
            done = last + 1 if finding.impossible else last
            finding.picture = _board(
                played, state, done, f"finding-{last}", finding.detail, closeup=True
            )
        if at is not None and last == max(0, at):
            kept = state.copy()
    if kept is None:
        return Shown(_moment(played, state, last, last), statistics)
    return Shown(_moment(played, kept, max(0, at or 0), last), statistics)


def _moment(played: Played, state: Any, at: int, last: int) -> Moment:
    header, actions = played.record.header, played.record.actions
    action = actions[at - 1] if at else None
    line = action.line if action else 0
    lines = lines_of(played.text)
    title = _("The board after action {number}").format(number=at)
    dice, rolled = _dice(actions, at)
    return Moment(
        at=at,
        last=last,
        line=line,
        text=lines[line - 1].strip() if 0 < line <= len(lines) else "",
        player=header.players[action.seat].name if action else "",
        deed=str(DEEDS.get(action.verb, action.verb)) if action else "",
        dice=dice,
        rolled=rolled,
        board=_board(played, state, at, "moment", title),
        hands=_hands(played, state),
    )


def _dice(actions: Sequence[Action], at: int) -> tuple[list[SafeString], int]:
    """The roll of the turn: two dice, or only their sum, 0 if nobody has rolled yet."""
    for index in range(at - 1, -1, -1):
        action = actions[index]
        if action.verb in ("roll", "start_roll"):
            total, one, other = action.facts
            known = 1 <= one <= 6 and 1 <= other <= 6
            return ([die_svg(one), die_svg(other)] if known else [], total)
        if action.verb == "end_turn" and index < at - 1:
            break
    return [], 0


def _board(
    played: Played, state: Any, at: int, key: str, title: str, *, closeup: bool = False
) -> SafeString:
    """The board with its pieces; the place of the last action is lit."""
    colours = colours_of(played.record.header)
    position = Position(
        settlements=_places(colours, [state.settlements(seat) for seat in state.seats]),
        cities=_places(colours, [bits(cities) for cities in state.cities]),
        roads=_places(colours, [bits(roads) for roads in state.roads]),
        robber=state.robber,
    )
    actions = played.record.actions
    return board_svg(
        played.record.header.board,
        position,
        title=title,
        legend=False,
        lit=_lit(played.ruleset, actions[at - 1]) if at else None,
        labels=closeup,
        closeup=closeup,
        key=key,
    )


def _places(colours: Sequence[str], places: Sequence[Sequence[int]]) -> dict[int, str]:
    return {
        place: colour for colour, of_seat in zip(colours, places, strict=True) for place in of_seat
    }


def _lit(ruleset: Ruleset, action: Action) -> dict[str, list[int]]:
    """Where an action takes place, by the kinds of places that it names."""
    lit: dict[str, list[int]] = {}
    at = 0
    for fact in ruleset.notation.fields.get(action.verb, ()):
        if fact.name in PLACES:
            lit[fact.name] = [action.facts[at]]
        at += fact.width
    return lit


def _hands(played: Played, state: Any) -> list[Hand]:
    header = played.record.header
    colours = colours_of(header)
    lengths = state.lengths()
    hands = []
    for seat, player in enumerate(header.players):
        resources = _resources(state.hands[seat])
        hands.append(
            Hand(
                name=player.name,
                piece=piece_svg(colours[seat]),
                on_turn=state.turn == seat,
                points=sum(state.make_up(seat).values()),
                maybe=_maybe(played.ruleset, state, seat),
                cards=sum(pile.count for pile in resources),
                resources=resources,
                development=_development(state.cards[seat]),
                knights=state.army[seat],
                has_army=state.army_holder == seat,
                route=lengths[seat],
                has_route=state.route_holder == seat,
            )
        )
    return hands


def _maybe(ruleset: Ruleset, state: Any, seat: Seat) -> int:
    """How many more points unseen cards may be worth."""
    if ruleset.hidden is None or state.unseen is None:
        return 0
    return ruleset.hidden.most_points(state, seat)


def _resources(hand: int) -> list[Pile]:
    known = [
        Pile(_(resource.value), HOME[resource].value, count)
        for resource, count in zip(RESOURCES, _counts(hand), strict=False)
    ]
    return [*known, Pile("?", "", _counts(hand)[5])]


def _development(hand: int) -> list[Pile]:
    names = [*map(_, KINDS), "?"]
    piles = (Pile(name, "", count) for name, count in zip(names, _counts(hand), strict=True))
    return [pile for pile in piles if pile.count]


def _counts(hand: int) -> list[int]:
    return [hand >> 8 * kind & 0x7F for kind in range(6)]


# Statistics


def taken(header: Header, statistics: Statistics) -> list[Taken]:
    colours = colours_of(header)
    most = max(takings.gained for takings in statistics.takings)
    return [
        Taken(
            name=player.name,
            piece=piece_svg(colours[seat]),
            bar=bar_svg(takings.gained, most),
            counts=(
                *(takings.founding, takings.rolls, takings.robbed, takings.cards),
                *(takings.lost, takings.discarded, takings.blocked),
            ),
        )
        for seat, (player, takings) in enumerate(
            zip(header.players, statistics.takings, strict=True)
        )
    ]
