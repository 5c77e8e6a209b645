"""What a draw is made from, in the form in which it is stored and can be repeated."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from tournaments.domain import draw as domain
from tournaments.domain.formats.values import PlayOrder, Threes
from tournaments.domain.seating import Sizes, table_sizes
from tournaments.domain.stages import (
    claims_of_winners,
    cut_faults,
    tables_of_winners,
    through,
)
from tournaments.domain.values import EventKind, Refused, marked, refuse
from tournaments.domain.wishes import KEYS as WISH_KEYS
from tournaments.domain.wishes import for_the_draw
from tournaments.models import Entry
from tournaments.models.event import Event, PlayedRound
from tournaments.models.round import DrawMode

THREES: Mapping[Threes, str] = {
    Threes.FEWEST_POINTS: "points",
    Threes.LOT: "lot",
    Threes.FEWEST_BEFORE: "fewest",
    Threes.BEST_SEEDS: "seeds",
}
"""What the draw calls the ways to fill tables of three (FM-11)."""

SCHEDULED = {"apart", "rather_apart"}
"""Wishes that a schedule can keep."""

PEOPLE = ("player", "players", "above", "below")
"""Where a refusal of the draw names people; other facts are numbers of tables, seats or players."""


def contenders(event: Event, number: int) -> list[Entry]:
    """Who could play in the round, whoever has the best claim first: in standings order, by number
    in round 1 (T-020), and for a stage of winners those before the others (FM-02).

    Before a cut that is everybody who plays on; once there was one, whoever survived it.
    """
    entries = [event.entries[key] for key in event.in_standings_order(after_round=number - 1)]
    stage, before = event.stage_of(number), event.stage_of(max(number - 1, 1))
    if stage.cut is None:
        return [entry for entry in entries if entry.first_round <= number]
    survivors = event.seated_in(before, after_round=number - 1)
    found = [entry for entry in entries if entry.pk in survivors]
    return (
        claims_of_winners(found, _places_before(event, number))
        if _of_winners(event, number)
        else found
    )


def _of_winners(event: Event, number: int) -> bool:
    """Whether the winners of the tables before play the round, which begins their stage."""
    found = event.format_stage_of(number)
    return found is not None and found.winners and event.stage_of(number).first == number


def _places_before(event: Event, number: int) -> Iterator[dict[Entry, int]]:
    """The places of the round before, table by table."""
    for table in event.rounds[number - 2].tables:
        yield {event.entries[key]: score.place for key, score in event.scores(table).items()}


def to_be_seated(event: Event, number: int) -> list[Entry]:
    """Who plays in the round: all contenders, or the best of them if there is a cut.

    Raises `Refused` (D-120) while players on both sides of the cut share a place.
    """
    found = contenders(event, number)
    groups = event.standings(after_round=number - 1).undecided
    level = [[event.entries[key] for key in group] for group in groups]
    if _of_winners(event, number):
        refuse(_level_winners(level, _places_before(event, number)))
    return list(through(found, event.stage_of(number).cut, level))


def _level_winners(
    level: Sequence[Collection[Entry]], tables: Iterable[Mapping[Entry, int]]
) -> Iterator[Refused]:
    """Tables whose first place is shared by players whom nothing has parted yet (FMD-05)."""
    for places in tables:
        first = [entry for entry, place in places.items() if place == min(places.values())]
        for group in level:
            if len(shared := [entry for entry in first if entry in group]) > 1:
                yield Refused(
                    "D-120",
                    marked("The first place of a table is shared. Draw the lot first: {players}."),
                    players=shared,
                )


def _in_standings_order(event: Event, number: int, entries: Collection[Entry]) -> list[Entry]:
    order = (event.entries[key] for key in event.in_standings_order(after_round=number - 1))
    return [entry for entry in order if entry in entries]


def wanted_sizes(event: Event, number: int, players: int) -> Sizes:
    """How so many players are divided into tables: as the format has it, and where the winners of
    the tables play the next round so that there are as many tables as winners (FMD-12)."""
    following = number + 1
    if following <= len(event.rounds) and _of_winners(event, following):
        winners = event.stage_of(following).cut
        if winners is not None:
            return tables_of_winners(players, winners)
    return event.tournament.table_sizes_wanted


def moved_up(event: Event, played: PlayedRound) -> tuple[list[Entry], list[Entry]]:
    """Who plays a drawn round in place of somebody who was through, and who that was (FM-05)."""
    stage = played.stage
    if played.draw is None or stage.cut is None or stage.first != played.number:
        return [], []
    before = event.seated_in(event.stage_of(played.number - 1), after_round=played.number - 1)
    rows = event.standings(after_round=played.number - 1).rows
    could = [event.entries[row.player] for row in rows if row.player in before]
    if _of_winners(event, played.number):
        could = claims_of_winners(could, _places_before(event, played.number))
    through_first = could[: stage.cut]
    playing = [event.entries[key] for key in played.entry_ids]
    return (
        [entry for entry in playing if entry not in through_first],
        [entry for entry in through_first if entry not in playing],
    )


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
    """What `manage.py draw` reads, as the format of the event has it; players are named by the
    number on their badge.

    Raises `Refused` (T-016) for a Tour event that is to be drawn by standings, and (T-002) for one
    that is to be played by the best alone.
    """
    points = event.points(after_round=played.number - 1)
    could = contenders(event, played.number)
    seated = to_be_seated(event, played.number)
    if _of_winners(event, played.number):
        # They are seated as the standings have them, whoever won a table.
        could = _in_standings_order(event, played.number, seated) + could[len(seated) :]
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
        if not event.format_stages and played.round.draw_mode == DrawMode.STANDINGS:
            if event.tournament.is_tour:
                raise Refused("T-016", marked("In a Tour event every round is drawn at random."))
            inputs["mode"] = DrawMode.STANDINGS.value
        if played.round.cut is not None:
            refuse(cut_faults(event.cuts, EventKind(event.tournament.kind)))
            inputs["cut"] = len(seated)
    inputs |= _by_the_format(event, played.number, len(seated))
    return inputs | _wishes(event, played, [entry.number for entry in seated])


def _by_the_format(event: Event, number: int, players: int) -> dict[str, Any]:
    """How the format seats the round (FM-10 to FM-14); nothing of what is so without saying."""
    sizes = wanted_sizes(event, number, players)
    told: dict[str, Any] = {"sizes": sizes}
    if (stage := event.format_stage_of(number)) is not None:
        told["seating"] = event.seating_of(number).value
        if stage.play_order == PlayOrder.BALANCED:
            told["play_order"] = "balanced"
        # In the first round there is nothing to go by but the lot (T-015).
        if number > 1 and 3 in table_sizes(players, sizes):
            told["threes"] = THREES[stage.threes]
            if number < len(event.rounds) and _of_winners(event, number + 1):
                # The better seeds, whatever it is otherwise (FMD-12).
                told["threes"] = "seeds"
    usual = {"sizes": "fours", "seating": "random", "threes": "points"}
    return {key: way for key, way in told.items() if way != usual.get(key)}


def schedule_length(event: Event, number: int) -> int:
    """How many rounds are drawn at once with this one (FM-13), 1 for it alone.

    Only before anybody has met: later every round goes by those before it. So it is where a round
    was drawn by itself meanwhile.
    """
    stages = event.format_stages
    if number != 1 or not stages or not stages[0].schedule:
        return 1
    rounds = [played for played, its in zip(event.rounds, stages, strict=True) if its is stages[0]]
    attempts = {played.round.draws.count() for played in rounds}
    return len(rounds) if len(attempts) == 1 else 1


def schedule_inputs(event: Event, rounds: int) -> dict[str, Any]:
    """What `manage.py schedule` reads for the first rounds of an event."""
    seated = sorted(entry.number for entry in to_be_seated(event, 1))
    sizes = event.tournament.table_sizes_wanted
    return {
        "players": [str(number) for number in seated],
        "rounds": rounds,
        **({} if sizes == "fours" else {"sizes": sizes}),
        **_wishes(event, event.rounds[0], seated),
    }


def beyond_a_schedule(event: Event, rounds: int) -> bool:
    """Whether somebody wishes what a schedule cannot keep: a place, company, or something for some
    of its rounds alone."""
    here = [entry.number for entry in to_be_seated(event, 1)]
    wanted = [_wishes(event, played, here) for played in event.rounds[:rounds]]
    return any({*found} - SCHEDULED or found != wanted[0] for found in wanted)


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


def schedule_from(event: Event, inputs: Mapping[str, Any], seed: str) -> domain.Schedule:
    """The same of a schedule."""
    try:
        return domain.schedule_from(inputs, seed)
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
