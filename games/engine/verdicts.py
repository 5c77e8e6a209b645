"""What is found in a record, as plain data for a JSON answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine import files, rulesets
from games.engine.border import Unjudged, judging
from games.engine.core import Broken, NotARecord, RecordError, Violation
from games.engine.replay import Report, replay


def verdict_on(data: bytes, *, first: bool = False) -> dict[str, Any]:
    """The verdict on a file. With `errors` if it is no record; they list why. With `fault` as well
    if the checker failed at it."""
    try:
        return _judged(data, first=first)
    except NotARecord as refusal:
        return unreadable(refusal.errors)
    except Unjudged as failure:
        return unjudged(failure)


@judging(NotARecord)
def _judged(data: bytes, *, first: bool) -> dict[str, Any]:
    record = files.read(data)
    return verdict_of(replay(rulesets.by_key(record.header.ruleset), record, first=first))


def unreadable(errors: Sequence[RecordError]) -> dict[str, Any]:
    """The verdict on what is no record."""
    return UNREADABLE | {"errors": [_error(error) for error in errors]}


def unjudged(failure: Unjudged) -> dict[str, Any]:
    """What stands in the place of a verdict where the checker failed."""
    error = {"line": None, "column": None, "expected": str(failure), "suggestion": None}
    return UNREADABLE | {"errors": [error], "fault": failure.fault}


UNREADABLE: dict[str, Any] = {
    "ruleset": None,
    "valid": False,
    "findings": [],
    "points": None,
    "winner": None,
    **{title: None for ruleset in rulesets.RULESETS for title in ruleset.titles},
    "ended": None,
}


def verdict_of(report: Report) -> dict[str, Any]:
    """The verdict on a game that was replayed."""
    verdict = _verdict_on_the_known(report)
    hidden = _hidden(report)
    if report.state.unseen is not None or hidden["proved"]:
        verdict["hidden"] = hidden
    if not report.whole:
        verdict["not_checked_from"] = _unchecked_from(report)
    if len(report.winners) > 1:
        verdict["winners"] = list(report.winners)
    if unproved := report.unproved:
        verdict["not_checkable"] = [
            {"rule": rule.id, "message": rule.text, "detail": str(detail)}
            for rule, detail in unproved
        ]
    return verdict


def _unchecked_from(report: Report) -> dict[str, Any]:
    """Of the result alone, the place is that of the last action."""
    actions = report.record.actions
    at = min(report.unchecked_from or 0, len(actions) - 1)
    return {"action": at, "line": actions[at].line or None}


def _hidden(report: Report) -> dict[str, Any]:
    """What is known of cards that nobody saw; only records with such cards have it."""
    return {
        "points_more": list(report.hidden_points),
        "proved": [
            {
                "action": known.at,
                "line": known.action.line or None,
                "detail": str(known.detail),
            }
            for known in report.deduced
        ],
        "bounds_after": report.beyond,
        "lost_after": report.lost,
    }


def _verdict_on_the_known(report: Report) -> dict[str, Any]:
    return {
        "ruleset": report.ruleset.key,
        "valid": report.valid,
        "findings": [
            *(_finding_at_the_start(broken) for broken in report.at_the_start),
            *(_finding(violation) for violation in report.violations),
        ],
        "points": [sum(made.values()) for made in report.points],
        "winner": report.winner,
        **report.titles,
        "ended": report.ended,
    }


def _finding(violation: Violation) -> dict[str, Any]:
    return {
        "action": violation.at,
        "line": violation.action.line or None,
        "rule": violation.rule.id,
        "message": violation.rule.text,
        "detail": str(violation.detail),
        "impossible": violation.impossible,
        "hint": str(violation.hint) if violation.impossible else None,
        "follows": violation.follows,
    }


def _finding_at_the_start(broken: Broken) -> dict[str, Any]:
    """What the header breaks, at no action and in no line of them."""
    return {
        "action": None,
        "line": None,
        "rule": broken.rule.id,
        "message": broken.rule.text,
        "detail": str(broken.detail),
        "impossible": False,
        "hint": None,
        "follows": broken.detail.follows,
    }


def _error(error: RecordError) -> dict[str, Any]:
    return {
        "line": error.line or None,
        "column": error.column or None,
        "expected": error.expected.format(**error.facts),
        "suggestion": error.suggestion or None,
    }
