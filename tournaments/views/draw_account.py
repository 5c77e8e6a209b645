"""What there is to say about a drawn round: who meets again and why, who sits at tables of three.

The desk shows it with full names, everybody else with public ones, so it speaks of entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from tournaments.domain.audit import drawn_tables, repeats, swapped
from tournaments.domain.draw import Explanation, explanations_in
from tournaments.domain.formats.values import PlayOrder
from tournaments.domain.meetings import Meeting, repeated_pairs, repeated_trios
from tournaments.domain.seating import seatings
from tournaments.models import Draw, DrawEdit, Entry
from tournaments.models.event import Event, PlayedRound
from tournaments.wording import figure_words

BY_HAND = "by_hand"

WISHES = ("apart", "together", "tables", "locked")
"""Inputs of a draw that leave fewer seatings than the table rules do."""

WHY = {
    "kept": ("", _("They are kept at one table.")),
    "only_table": ("T-013", _("By their points they belong at one table, and there is only one.")),
    "lowest": (
        "T-013",
        _("The fewest points put them at tables of 3. All seatings there were compared."),
    ),
    "proved": ("T-019", _("It is proved that fewer repeats are impossible.")),
    "compared": ("T-019", _("All allowed seatings were compared: fewer repeats are impossible.")),
    "found": ("T-019", _("A long search found no seating with fewer repeats.")),
    BY_HAND: ("", _("They meet again because players changed seats by hand.")),
}
"""By the reason that the draw gives for a repeat: the rule that forces it, and in plain words."""


@dataclass(frozen=True, slots=True)
class Again:
    """Those at a table who meet again, trios before pairs that are in none.

    `whys` are the reasons in words, each with the rule behind it or with none.
    """

    meetings: tuple[Meeting, ...]
    whys: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Threes:
    """Who sits at tables of three, and how that came about.

    `by` is lot, points, standings, fewest, seeds or, in a schedule, turns; `points` are those at
    the border, and `level` the players who have just as many, of whom `chosen` sit at tables of
    three.
    """

    by: str
    points: str | int | None = None
    level: tuple[Entry, ...] = ()
    chosen: int = 0

    @property
    def had_a_choice(self) -> bool:
        return 0 < self.chosen < len(self.level)


@dataclass(frozen=True, slots=True)
class DrawAccount:
    """What the draw of a round is like; meetings hold entries.

    `again` goes by the number of the table. `kind` is that of the certificate, empty where there
    is none; `compared` is how many seatings were, 0 where they cannot be counted. `tables_before`
    is the number of tables of the round before where it was so small that people at every table
    have to meet again, otherwise 0. `not_apart` tells of those who were to be kept apart in vain.
    `way` is how the round was seated (FM-12); `in_order` whether the draw gave the play order, too,
    and the figures of it are in `positions` (FM-14). Of a schedule `repeats` are the meetings again
    in all its rounds, which are the `least` there can be where that is proved.
    """

    again: Mapping[int, Again]
    pairs: tuple[Meeting, ...]
    trios: tuple[Meeting, ...]
    kind: str = ""
    compared: int = 0
    tables_before: int = 0
    threes: Threes | None = None
    not_apart: tuple[Explanation, ...] = ()
    way: str = "random"
    in_order: bool = False
    positions: Mapping[str, int] | None = None
    repeats: int | None = None
    least: bool = False

    @property
    def compared_words(self) -> str:
        """The number in groups of three digits, as the reader's language writes it."""
        return number_format(self.compared, force_grouping=True)


@dataclass(frozen=True, slots=True)
class SwapMade:
    """Two who changed seats by hand; `before` and `after` count the repeats of the whole round as
    `audit.repeats` does, None where that cannot be told any more."""

    edit: DrawEdit
    first: Entry
    second: Entry
    before: Mapping[str, int] | None = None
    after: Mapping[str, int] | None = None


def draw_account(event: Event, played: PlayedRound) -> DrawAccount:
    """What is to be said about the current draw of the round as it stands, swaps included."""
    history = [
        [[event.entries[key] for key in table] for table in round_]
        for round_ in event.history(before_round=played.number)
    ]
    tables = [table.entries for table in played.tables]
    pairs = repeated_pairs(tables, history=history)
    trios = repeated_trios(tables, history=history)
    answer, inputs = (played.draw.answer, played.draw.inputs) if played.draw else ({}, {})
    by_number = {str(entry.number): entry for entry in event.entries.values()}
    meetings = sorted([*trios, *_outside(pairs, trios)], key=lambda meeting: meeting.table)
    threes = _threes(event, played, answer, by_number)
    scheduled = played.draw is not None and played.draw.is_of_a_schedule
    certificate = answer.get("certificate") or {}
    # What a schedule proves is said of all its rounds.
    kind = "" if scheduled else certificate.get("kind", "")
    return DrawAccount(
        _by_table(meetings, _reasons(answer, by_number), changed=_is_changed(played)),
        pairs,
        trios,
        kind,
        _compared(played, threes) if kind == "enumerated" else 0,
        _tables_before(played, history),
        threes,
        tuple(_not_apart(answer, by_number)),
        "schedule" if scheduled else inputs.get("seating", inputs.get("mode", "random")),
        event.play_order_of(played) == PlayOrder.BALANCED,
        certificate.get("play_order"),
        answer.get("repeated_pairs") if scheduled else None,
        least=certificate.get("kind") in ("zero", "bound"),
    )


def swaps_made(event: Event, draw: Draw) -> list[SwapMade]:
    """The swaps by hand of a draw in their order, each with the repeats before and after it."""
    tables, history = (
        drawn_tables(draw.inputs, draw.answer, draw.round.number) if draw.answer else (None, [])
    )
    swaps = []
    for edit in draw.edits.all():
        first, second = event.entries[edit.first_id], event.entries[edit.second_id]
        if tables:
            after = swapped(tables, str(first.number), str(second.number))
            weighed = repeats(tables, history), repeats(after, history)
            tables = after
        else:
            weighed = None, None
        swaps.append(SwapMade(edit, first, second, *weighed))
    return swaps


def chance(event: Event, played: PlayedRound) -> dict[str, Any]:
    """What everybody may know of where a draw came from: the commitment, and the link of the round
    once it is published."""
    commitment = event.drawn_from(played.draw) if played.draw else event.chain_for(played.number)
    link = commitment.link(played.number) if commitment and played.is_published else ""
    return {"commitment": commitment, "link": link}


def rounds_at_threes(event: Event, *, before_round: int) -> dict[int, list[int]]:
    """By entry key the published rounds before this one with a seat at a table of three."""
    rounds: dict[int, list[int]] = {}
    for played in event.rounds:
        if played.is_published and played.number < before_round:
            for table in played.tables:
                for key in table.met if table.is_three else ():
                    rounds.setdefault(key, []).append(played.number)
    return rounds


def _is_changed(played: PlayedRound) -> bool:
    return played.draw is not None and bool(played.draw.edits.all())


def _outside(pairs: Sequence[Meeting], trios: Sequence[Meeting]) -> Iterator[Meeting]:
    """Pairs that are not told of already as a part of a trio."""
    for pair in pairs:
        if not any(pair.table == t.table and {*pair.players} <= {*t.players} for t in trios):
            yield pair


def _reasons(
    answer: Mapping[str, Any], by_number: Mapping[str, Entry]
) -> dict[frozenset[Entry], str]:
    """By players: the reason that the draw gave for their meeting again."""
    return {
        frozenset(by_number[number] for number in reason["players"]): reason["why"]
        for reason in answer.get("reasons", ())
        if reason["rounds"]
    }


def _not_apart(answer: Mapping[str, Any], by_number: Mapping[str, Entry]) -> Iterator[Explanation]:
    """The sentences about wishes, with people in place of the numbers on their badges."""
    for said in explanations_in(answer):
        facts = dict(said.facts)
        if not facts["rounds"]:
            facts["players"] = tuple(by_number[number] for number in facts["players"])
            yield replace(said, facts=tuple(facts.items()))


def _by_table(
    meetings: Iterable[Meeting], reasons: Mapping[frozenset[Entry], str], *, changed: bool
) -> dict[int, Again]:
    """Who meets again, by number of the table."""
    found: dict[int, Again] = {}
    for table, here in groupby(meetings, key=lambda meeting: meeting.table):
        again = tuple(here)
        unknown = BY_HAND if changed and reasons else ""
        codes = [reasons.get(frozenset(meeting.players), unknown) for meeting in again]
        found[table] = Again(again, tuple(WHY[code] for code in WHY if code in codes))
    return found


def _compared(played: PlayedRound, threes: Threes | None) -> int:
    """How many seatings the rules allowed; 0 where wishes made them fewer than can be counted."""
    if played.draw is None or any(played.draw.inputs.get(wish) for wish in WISHES):
        return 0
    sizes = [len(table.seats) for table in played.tables]
    level, chosen = (len(threes.level), threes.chosen) if threes else (0, 0)
    return seatings(sizes.count(4), sizes.count(3), level, chosen)


def _tables_before(played: PlayedRound, history: Sequence[Sequence[Sequence[Entry]]]) -> int:
    """The number of tables of the round before, if a table of now has more seats than that."""
    if not history:
        return 0
    sat = {entry for table in history[-1] for entry in table}
    seats = max((len(table.seats) for table in played.tables), default=0)
    everybody = {entry for table in played.tables for entry in table.entries}
    return len(history[-1]) if len(history[-1]) < seats and everybody <= sat else 0


def _threes(
    event: Event, played: PlayedRound, answer: Mapping[str, Any], by_number: Mapping[str, Entry]
) -> Threes | None:
    """Who was level at the border, as it was drawn; None where there are no tables of three."""
    at_threes = {entry for table in played.tables if table.is_three for entry in table.entries}
    if not at_threes:
        return None
    otherwise = "turns" if "positions" in answer else "lot" if played.number == 1 else "points"
    said = answer.get("threes") or {"by": otherwise}
    level = tuple(by_number[number] for number in said.get("level", ()))
    points = said.get("points")
    if points is not None and said["by"] != "fewest":
        points = figure_words(Fraction(points, event.tournament.parts_of_points))
    return Threes(said["by"], points, level, len(at_threes.intersection(level)))
