"""What the organiser does next, and what stands in the way: the one obvious button of the desk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.domain.values import Refused, marked


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """A round as the desk sees it; `missing` are the numbers of tables without a result.

    `needs_lot` says that only a lot can tell who is through to it.
    """

    number: int
    state: str
    missing: tuple[int, ...] = ()
    has_start: bool = True
    needs_lot: bool = False


@dataclass(frozen=True, slots=True)
class DeskFacts:
    """All that the next step depends on.

    `state` is the tournament's, `sign_up_is_closed` whether it was open before, `faults` what
    stands against announcing it, `day_reached` whether the day of the event has come, `active` how
    many are checked in, `level_groups` how many groups of players only a lot can part.
    """

    state: str
    sign_up_is_closed: bool = False
    faults: Sequence[Refused] = ()
    day_reached: bool = False
    has_chief_referee: bool = True
    active: int = 0
    level_groups: int = 0
    rounds: Sequence[RoundFacts] = ()


@dataclass(frozen=True, slots=True)
class Blocker:
    """What stands in the way: an English template, its facts, and the act that mends it."""

    message: str
    act: str
    facts: tuple[tuple[str, object], ...] = ()
    rule_id: str = ""


@dataclass(frozen=True, slots=True)
class NextStep:
    """The act to do next (in round `round_number`, if it is one of a round), or `None` at the end.

    With blockers the act is not to be had yet.
    """

    act: str | None
    round_number: int | None = None
    blockers: tuple[Blocker, ...] = ()


def next_step(facts: DeskFacts) -> NextStep:
    """The step that follows from where the tournament stands."""
    match facts.state:
        case "draft":
            return NextStep("announce", blockers=tuple(_before_announcing(facts)))
        case "announced" if not facts.sign_up_is_closed:
            return NextStep("open_sign_up")
        case "announced" | "sign-up":
            return NextStep("open_check_in", blockers=tuple(_too_early(facts)))
        case "check-in":
            return NextStep("draw_round", 1, tuple(_before_the_first_round(facts)))
        case "running":
            return _step_of_a_round(facts)
        case "finished":
            return NextStep("send_results")
    return NextStep(None)


def _before_announcing(facts: DeskFacts) -> Iterator[Blocker]:
    for fault in facts.faults:
        about_people = fault.rule_id in ("T-072", "T-073")
        yield Blocker(
            fault.message,
            "name_official" if about_people else "edit_tournament",
            tuple(fault.facts.items()),
            fault.rule_id,
        )


def _too_early(facts: DeskFacts) -> Iterator[Blocker]:
    if not facts.day_reached:
        yield Blocker(
            marked(
                "The day of the tournament has not come yet. "
                "You can open the check-in earlier all the same."
            ),
            "open_check_in",
        )


def _before_the_first_round(facts: DeskFacts) -> Iterator[Blocker]:
    if not facts.has_chief_referee:
        yield Blocker(marked("No chief referee is named."), "name_official", rule_id="T-050")
    for round_ in facts.rounds:
        if not round_.has_start:
            yield Blocker(
                marked("Round {number} has no published start."),
                "edit_tournament",
                (("number", round_.number),),
                rule_id="T-065",
            )
    if not facts.active:
        yield Blocker(marked("Nobody is checked in yet."), "check_in_list", rule_id="T-012")
    elif facts.active in (1, 2, 5):
        yield Blocker(
            marked("With this number of players checked in no tables can be made: {count}."),
            "check_in_list",
            (("count", facts.active),),
            rule_id="T-012",
        )


def _step_of_a_round(facts: DeskFacts) -> NextStep:
    for round_ in facts.rounds:
        match round_.state:
            case "not-drawn":
                return NextStep("draw_round", round_.number, tuple(_lot_for_a_cut(round_)))
            case "drawn":
                return NextStep("publish_draw", round_.number)
            case "published":
                return NextStep("start_clock", round_.number)
            case "playing":
                return NextStep("close_round", round_.number, tuple(_missing_results(round_)))
            case "complete":
                return NextStep("close_round", round_.number)
    return NextStep("finish", blockers=tuple(_level_players(facts)))


def _lot_for_a_cut(round_: RoundFacts) -> Iterator[Blocker]:
    if round_.needs_lot:
        yield Blocker(
            marked("A lot must decide first who is through to round {number}."),
            "closing",
            (("number", round_.number),),
            rule_id="D-120",
        )


def _missing_results(round_: RoundFacts) -> Iterator[Blocker]:
    for table in round_.missing:
        yield Blocker(
            marked("The result of table {table} is missing."),
            "enter_result",
            (("round", round_.number), ("table", table)),
        )


def _level_players(facts: DeskFacts) -> Iterator[Blocker]:
    if facts.level_groups:
        yield Blocker(
            marked("Players level on all criteria need a lot; groups: {count}."),
            "closing",
            (("count", facts.level_groups),),
            rule_id="T-047",
        )
