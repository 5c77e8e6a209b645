"""The report on a zip of records: JSON for programs, a workbook for people, rows for the page.

All three stand in one zip, which is the file of the job.
"""

from __future__ import annotations

import datetime as dt
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from time import monotonic
from typing import Any, Final, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.batches import Batch, Checked
from games.engine.border import FAILED, Unjudged, judging
from games.engine.core import Broken, RecordError, Violation
from games.engine.replay import Clock, Report, within
from games.engine.verdicts import unjudged, unreadable, verdict_of
from games.wording.engine import ENDINGS, detail_words, expected_words, game_words, printable
from tournaments.domain.values import Refused, marked
from tournaments.exports.sheets import Column, Form, Row, Sheet
from tournaments.exports.xlsx import write_book
from tournaments.models import Job
from tournaments.services import jobs

JSON, WORKBOOK, ROWS = "report.json", "report.xlsx", "rows.json"

MOST_IN_A_FILE = 1_000
MOST_FINDINGS = 50_000
"""Findings and mistakes that are told one by one; of each file at least the first."""


class Outcome(StrEnum):
    VALID = "valid"
    BROKEN = "broken"
    BOUNDED = "bounded"
    UNCHECKED = "unchecked"
    UNREADABLE = "unreadable"
    UNJUDGED = "unjudged"


OUTCOMES = {
    Outcome.VALID: gettext_lazy("valid"),
    Outcome.BROKEN: gettext_lazy("rules broken"),
    Outcome.BOUNDED: gettext_lazy("no broken rule found, not every hand followed"),
    Outcome.UNCHECKED: gettext_lazy("not checked to its end"),
    Outcome.UNREADABLE: gettext_lazy("not a record"),
    Outcome.UNJUDGED: gettext_lazy("not judged"),
}


class Points(NamedTuple):
    """Of a player at the end; as many as `maybe` more lie in cards that nobody saw."""

    player: str
    points: int
    maybe: int
    won: bool

    def __str__(self) -> str:
        more = f" +{self.maybe}?" if self.maybe else ""
        return f"{self.player}: {self.points}{more}"


@dataclass(frozen=True, slots=True)
class Summary:
    """A file in a line. `found` are its findings or mistakes; `rule` (empty of a mistake), `text`
    with its `facts` and the place tell the first. Lines count from 1 and actions from 0; None:
    there is none. `unproved` counts what the record leaves out and nobody can check.

    `game`, `text` and `facts` are in English, `end` and `key`, that of the rule set, are keys, so
    that each reader has them in the own language and in the words of the game's booklet.
    """

    name: str
    outcome: Outcome
    game: str = ""
    end: str = ""
    points: Sequence[Points] = ()
    unproved: int = 0
    found: int = 0
    rule: str = ""
    text: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    line: int | None = None
    action: int | None = None
    key: str = ""

    @property
    def ruleset(self) -> str:
        return _(self.game) if self.game else ""

    @property
    def ended(self) -> str:
        return str(ENDINGS.get(self.end, ""))

    @property
    def words(self) -> str:
        """The rule that was broken first, or what was expected where the first mistake is."""
        if self.outcome not in (Outcome.UNREADABLE, Outcome.UNJUDGED):
            return game_words(self.text, self.key) if self.text else ""
        expected = expected_words(RecordError(0, 0, self.text, facts=self.facts), self.key)
        if self.outcome == Outcome.UNJUDGED:
            return expected
        return _("expected: %(expected)s") % {"expected": expected}

    @property
    def label(self) -> str:
        return str(OUTCOMES[Outcome(self.outcome)])

    @property
    def step(self) -> int | None:
        """The number of the action as people count, from 1."""
        return None if self.action is None else self.action + 1

    @property
    def more(self) -> int:
        """How many findings or mistakes there are besides the first."""
        return max(0, self.found - 1)


LONGEST: Final = 600.0
"""Seconds for all files of a zip together; a season's records take a few."""


def write(
    job: Job, now: dt.datetime, report: jobs.Report, clock: Clock = monotonic
) -> tuple[bytes, str]:
    """The report of a job, and the name of its file. Raises `Refused` if the upload is gone."""
    batch = Batch(_upload(job))
    account = _Account()
    for done, checked in enumerate(batch.checked(within(LONGEST, clock)), start=1):
        account.add(checked)
        # The last part is the writing.
        report(done, len(batch) + 1)
    content = io.BytesIO()
    name = job.parameters["name"]
    with ZipFile(content, "w", ZIP_DEFLATED) as packed:
        packed.writestr(JSON, "[\n" + ",\n".join(account.verdicts) + "\n]\n")
        packed.writestr(ROWS, json.dumps([asdict(summary) for summary in account.summaries]))
        packed.writestr(WORKBOOK, write_book(name, "", account.sheets(), now))
    return content.getvalue(), f"{name}.zip"


def summaries_of(job: Job) -> list[Summary]:
    """A line for each file of a finished job."""
    return [
        Summary(**row | {"points": [Points(*points) for points in row["points"]]})
        for row in json.loads(part_of(job, ROWS))
    ]


def part_of(job: Job, part: str) -> bytes:
    """A part of the report of a finished job. Raises `FileNotFoundError` if it is gone."""
    with job.file.open("rb") as content, ZipFile(content) as packed:
        return packed.read(part)


def _upload(job: Job) -> bytes:
    try:
        with job.upload.open("rb") as upload:
            return upload.read()
    except FileNotFoundError as missing:
        raise Refused("", marked("The uploaded file is gone. Upload it again.")) from missing


class _Account:
    """What is kept of the files, one after another; the games themselves are not."""

    def __init__(self) -> None:
        self.left = MOST_FINDINGS
        self.verdicts: list[str] = []
        self.summaries: list[Summary] = []
        self.findings: list[Row] = []
        self.mistakes: list[Row] = []

    def add(self, checked: Checked) -> None:
        most = max(1, min(MOST_IN_A_FILE, self.left))
        try:
            told = _told(checked, most)
        except Unjudged as failure:
            # What the checker works out only when it is asked for.
            told = _told(Checked(checked.name, None, failure=failure), most)
        self.left -= len(told.findings) + len(told.mistakes)
        self.verdicts.append(json.dumps({"file": checked.name, **told.verdict}))
        self.summaries.append(told.summary)
        self.findings += told.findings
        self.mistakes += told.mistakes

    def sheets(self) -> list[Sheet]:
        return [
            Sheet("files", _file_columns(), [_file_row(one) for one in self.summaries], _("Files")),
            Sheet("findings", _finding_columns(), self.findings, _("Findings")),
            Sheet("mistakes", _mistake_columns(), self.mistakes, _("Mistakes in the text")),
        ]


class _Told(NamedTuple):
    """What is told of one file."""

    verdict: Mapping[str, Any]
    summary: Summary
    findings: Sequence[Row] = ()
    mistakes: Sequence[Row] = ()


@judging()
def _told(checked: Checked, most: int) -> _Told:
    """What is told of a file, of its findings or mistakes only so many."""
    if checked.failure is not None:
        return _Told(unjudged(checked.failure), _failed(checked.name, checked.failure))
    if checked.report is None:
        first = checked.mistakes[:most]
        rows = [_mistake_row(checked.name, mistake, checked.ruleset) for mistake in first]
        return _Told(unreadable(first), _unread(checked), mistakes=rows)
    found = [*checked.report.at_the_start, *checked.report.violations]
    verdict = verdict_of(checked.report)
    verdict["findings"] = verdict["findings"][:most]
    if len(found) > most:
        verdict["findings_left_out"] = len(found) - most
    key = checked.report.ruleset.key
    rows = [_finding_row(checked.name, finding, key) for finding in found[:most]]
    return _Told(verdict, _summary(checked.name, checked.report, found), findings=rows)


def _failed(name: str, failure: Unjudged) -> Summary:
    facts = {"fault": failure.fault}
    return Summary(name=name, outcome=Outcome.UNJUDGED, found=1, text=FAILED, facts=facts)


def _unread(checked: Checked) -> Summary:
    first = checked.mistakes[0]
    return Summary(
        name=checked.name,
        outcome=Outcome.UNREADABLE,
        found=len(checked.mistakes),
        text=first.expected,
        facts={name: str(value) for name, value in first.facts.items()},
        key=checked.ruleset,
        line=first.line or None,
    )


def _summary(name: str, report: Report, found: Sequence[Broken | Violation]) -> Summary:
    players = [printable(player.name) for player in report.record.header.players]
    first = found[0] if found else None
    violation = first if isinstance(first, Violation) else None
    return Summary(
        name=name,
        outcome=_outcome(report, found),
        game=report.ruleset.name,
        key=report.ruleset.key,
        end=report.ended,
        points=[
            Points(player, sum(made.values()), report.hidden_points[seat], seat in report.winners)
            for seat, (player, made) in enumerate(zip(players, report.points, strict=True))
        ],
        unproved=len(report.unproved),
        found=len(found),
        rule=first.rule.id if first else "",
        text=first.rule.text if first else "",
        line=(violation.action.line or None) if violation else None,
        action=violation.at if violation else None,
    )


def _outcome(report: Report, found: Sequence[Broken | Violation]) -> Outcome:
    if found:
        return Outcome.BROKEN
    if not report.whole:
        return Outcome.UNCHECKED
    return Outcome.VALID if report.beyond is None else Outcome.BOUNDED


# Sheets


def _file_columns() -> list[Column]:
    return [
        Column(_("File")),
        Column(_("Verdict")),
        Column(_("Rules")),
        Column(_("End")),
        Column(_("Winner")),
        Column(_("Points")),
        Column(_("Findings"), Form.NUMBER),
        Column(_("First rule broken")),
        Column(_("Line"), Form.NUMBER),
        Column(_("In words")),
        Column(_("Not to be checked"), Form.NUMBER),
    ]


def _file_row(one: Summary) -> Row:
    return (
        one.name,
        one.label,
        one.ruleset,
        one.ended,
        ", ".join(points.player for points in one.points if points.won),
        ", ".join(map(str, one.points)),
        one.found,
        one.rule,
        one.line,
        one.words,
        one.unproved,
    )


def _finding_columns() -> list[Column]:
    return [
        Column(_("File")),
        Column(_("Line"), Form.NUMBER),
        Column(_("Action"), Form.NUMBER),
        Column(_("Rule")),
        Column(_("In words")),
        Column(_("What happened")),
        Column(_("May follow from an earlier one")),
    ]


def _finding_row(name: str, finding: Broken | Violation, ruleset: str) -> Row:
    violation = finding if isinstance(finding, Violation) else None
    follows = violation.follows if violation else finding.detail.follows
    return (
        name,
        (violation.action.line or None) if violation else None,
        violation.at + 1 if violation else None,
        finding.rule.id,
        game_words(finding.rule.text, ruleset),
        detail_words(finding.detail, ruleset),
        _("yes") if follows else _("no"),
    )


def _mistake_columns() -> list[Column]:
    return [
        Column(_("File")),
        Column(_("Line"), Form.NUMBER),
        Column(_("Column"), Form.NUMBER),
        Column(_("Expected")),
        Column(_("Did you mean")),
    ]


def _mistake_row(name: str, mistake: RecordError, ruleset: str) -> Row:
    return (
        name,
        mistake.line or None,
        mistake.column or None,
        expected_words(mistake, ruleset),
        printable(mistake.suggestion),
    )
