"""What the engine says of a record with unseen cards, held against the oracle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from games.engine.core import Action, Header, Record, Ruleset
from games.engine.replay import Report, replay
from games.engine.rulesets.card_game import proofs
from tests.games.oracle import dice_games
from tests.games.oracle.judging import Truth, judge


def differences(
    ruleset: Ruleset, start: Any, header: Header, actions: Sequence[Action]
) -> list[str]:
    """In words, where the verdict is not what all fillings say. Raises `judging.TooMany`."""
    if ruleset.viewer == "sheets":
        return list(dice_games.differences(ruleset, start, header, actions))
    truth = judge(ruleset, start, header, actions)
    try:
        return list(compared(verdict(ruleset, start, header, actions), truth))
    except MISHAPS as mishap:
        return [f"no verdict: {mishap!r}"]


MISHAPS = (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)
"""What Python raises at a mistake of the engine; the record has to be known then, too."""


def verdict(ruleset: Ruleset, start: Any, header: Header, actions: Sequence[Action]) -> Report:
    """The engine's, the game going on from a state. What is written twice is two actions, as
    readers make them, though a change may have made one object of them."""
    going_on = replace(ruleset, setup=lambda _header: start.copy())
    return replay(going_on, Record(header, tuple(action._replace() for action in actions)))


def compared(report: Report, truth: Truth) -> Iterator[str]:
    exact = report.beyond is None and report.lost is None
    if report.violations:
        yield from compared_findings(report, truth)
    elif truth.at is not None:
        if exact:
            yield f"illegal, accepted: action {truth.at} breaks {' '.join(sorted(truth.rules))}"
    elif exact:
        yield from compared_proofs(report, truth)
        yield from compared_points(report, truth)
        yield from compared_ends(report, truth)


def compared_findings(report: Report, truth: Truth) -> Iterator[str]:
    first = report.violations[0]
    found = f"{first.rule.id} at {first.at} ({first.detail})"
    if truth.at is None:
        yield f"legal, refused: {found}"
    elif first.rule.id == "B-180" and first.at in truth.shown_late:
        return
    elif first.at < truth.at:
        yield f"refused too early: {found}, not {truth.at}"
    elif first.at > truth.at:
        if report.beyond is None:
            yield f"refused too late: {found}, not {truth.at}"
    elif first.rule.id not in truth.rules:
        yield f"another rule: {found}, not {' '.join(sorted(truth.rules))}"


def compared_proofs(report: Report, truth: Truth) -> Iterator[str]:
    actions = report.record.actions
    said = {known.at: str(known.detail) for known in report.deduced}
    due = {at: told(report, actions[at], cards) for at, cards in truth.proved.items()}
    for at in sorted(said.keys() | due.keys()):
        if at not in due:
            yield f"proved what is open: {said[at]}"
        elif at not in said:
            yield f"not proved: {due[at]}"
        elif said[at] != due[at]:
            yield f"proved what is false: {said[at]}, not {due[at]}"


def told(report: Report, action: Action, cards: Sequence[int]) -> str:
    hidden = report.ruleset.hidden
    if hidden is None:
        return str(proofs.tell(report.state, action._replace(facts=tuple(cards))))
    return str(hidden.tell(report.state, action, cards))


def compared_points(report: Report, truth: Truth) -> Iterator[str]:
    least = [sum(made.values()) for made in report.points]
    most = [one + more for one, more in zip(least, report.hidden_points, strict=True)]
    if (least, most) != (truth.least, truth.most):
        yield f"points from {least} to {most}, not from {truth.least} to {truth.most}"


def compared_ends(report: Report, truth: Truth) -> Iterator[str]:
    """What is not the same in every way is open."""
    winners = truth.winners.pop() if len(truth.winners) == 1 else ()
    if tuple(report.winners) != winners:
        yield f"winners {tuple(report.winners)}, not {winners}"
    end = truth.ends.pop() if len(truth.ends) == 1 else "open"
    if report.ended != end:
        yield f"ended {report.ended}, not {end}"
    if len(truth.titles) == 1 and tuple(report.titles.values()) not in truth.titles:
        yield f"titles {report.titles}, not {truth.titles}"
