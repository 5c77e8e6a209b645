"""What a draw is made from, in the form in which it is stored and can be repeated."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from tournaments.domain import draw as domain
from tournaments.domain.stages import cut_faults, through
from tournaments.domain.values import EventKind, Refused, marked, refuse
from tournaments.domain.wishes import KEYS as WISH_KEYS
from tournaments.domain.wishes import for_the_draw
from tournaments.models import Entry
from tournaments.models.event import Event, PlayedRound
from tournaments.models.round import DrawMode

PEOPLE = ("player", "players", "above", "below")
"""Where a refusal of the draw names people; other facts are numbers of tables, seats or players."""


def contenders(event: Event, number: int) -> list[Entry]:
    """Who could play in the round, in standings order, best first; by number in round 1 (T-020).

    Before a cut that is everybody who plays on; once there was one, whoever survived it.
    """
    entries = [event.entries[key] for key in event.in_standings_order(after_round=number - 1)]
    stage, before = event.stage_of(number), event.stage_of(max(number - 1, 1))
    if stage.cut is None:
        return [entry for entry in entries if entry.first_round <= number]
    survivors = event.seated_in(before, after_round=number - 1)
    return [entry for entry in entries if entry.pk in survivors]


def to_be_seated(event: Event, number: int) -> list[Entry]:
    """Who plays in the round: all contenders, or the best of them if there is a cut.

    Raises `Refused` (D-120) while players on both sides of the cut share a place.
    """
    found = contenders(event, number)
    groups = event.standings(after_round=number - 1).undecided
    level = [[event.entries[key] for key in group] for group in groups]
    return list(through(found, event.stage_of(number).cut, level))


def level_at_cut(event: Event) -> list[Entry]:
    """Who shares the place on which the next draw waits for a lot; nobody if it waits for none."""
    played = event.current
    if played is None or played.draw is not None or played.round.cut is None:
        return []
    try:
        to_be_seated(event, played.number)
    except Refused as refusal:
        return list(refusal.facts["players"])
    return []


def draw_inputs(event: Event, played: PlayedRound) -> dict[str, Any]:
    """What `manage.py draw` reads; players are named by the number on their badge.

    Raises `Refused` (T-016) for a Tour event that is to be drawn by standings, and (T-002) for one
    that is to be played by the best alone.
    """
    points = event.points(after_round=played.number - 1)
    could = contenders(event, played.number)
    seated = to_be_seated(event, played.number)
    inputs: dict[str, Any] = {
        "players": [str(entry.number) for entry in could],
        "rounds": [
            [[str(event.entries[key].number) for key in table] for table in round_]
            for round_ in event.history(before_round=played.number)
        ],
        # Nobody looks ahead to a round that these players do not play together any more.
        "rounds_total": event.stage_of(played.number).last,
        # Among players level in points at the border the draw avoids repeats (T-013, D-108).
        "low": "points",
    }
    # Before the first round there is nothing to go by but the lot (T-015, T-017).
    if played.number > 1:
        # Whole numbers in the same order, so that who is level stays level.
        parts = event.tournament.parts_of_points
        inputs["points"] = {str(entry.number): int(points[entry.pk] * parts) for entry in could}
        if played.round.draw_mode == DrawMode.STANDINGS:
            if event.tournament.is_tour:
                raise Refused("T-016", marked("In a Tour event every round is drawn at random."))
            inputs["mode"] = DrawMode.STANDINGS.value
        if played.round.cut is not None:
            refuse(cut_faults(event.cuts, EventKind(event.tournament.kind)))
            inputs["cut"] = len(seated)
    return inputs | _wishes(event, played, [entry.number for entry in seated])


def drawn_as_wished(event: Event, played: PlayedRound) -> bool:
    """Whether the current draw was made with the wishes as they are now."""
    if played.draw is None or not played.draw.inputs:
        return True
    inputs = played.draw.inputs
    present = [int(number) for number in inputs["players"][: inputs.get("cut")]]
    now = _wishes(event, played, present)
    return now == {key: inputs[key] for key in WISH_KEYS if key in inputs}


def _wishes(event: Event, played: PlayedRound, present: Collection[int]) -> dict[str, Any]:
    return for_the_draw((wish.value() for wish in event.wishes), played.number, present)


def draw_from(event: Event, inputs: Mapping[str, Any], seed: str) -> domain.Draw:
    """The draw of these inputs. What it refuses is said with people's names, not their numbers."""
    try:
        return domain.drawn_from(inputs, seed)
    except Refused as refusal:
        refuse(by_name(reason, event) for reason in refusal.each)
        raise


def by_name(refusal: Refused, event: Event) -> Refused:
    """The same refusal with people's names in place of the numbers on their badges."""
    facts = named_facts(refusal.facts, event)
    return Refused(refusal.rule_id, refusal.message, **facts)


def named_facts(facts: Mapping[str, Any], event: Event) -> dict[str, Any]:
    """Facts with names in place of the numbers on badges, which are texts here."""
    names = {str(entry.number): str(entry) for entry in event.entries.values()}

    def named(fact: Any) -> Any:
        if isinstance(fact, tuple):
            return tuple(names[number] for number in fact)
        return names[fact] if isinstance(fact, str) else fact

    people = {key: named(facts[key]) for key in PEOPLE if key in facts}
    return {**facts, **people}
