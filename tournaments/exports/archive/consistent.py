"""What the rows of an archive have to say of one another, so that every page can show them.

An archive may have been written by anybody. Columns check their own values, and constraints of the
database what one row can tell; this is the rest.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, TypeAlias

from tournaments.domain.audit import ACCOUNT
from tournaments.domain.draw import SCHEDULE
from tournaments.domain.draw.document import ROUNDS
from tournaments.domain.formats.kept import check_game, is_by_the_tour
from tournaments.domain.formats.reading import faults as faults_of_format
from tournaments.domain.formats.reading import format_of
from tournaments.domain.games import GAMES, TableGame, game_of
from tournaments.domain.qualification import Band, SlotKind, SlotTable, check_slots
from tournaments.domain.values import EventKind, Refused
from tournaments.models.result import Ending
from tournaments.models.tournament import State

Fault: TypeAlias = tuple[tuple[str | int, ...], str]
"""A place in the document and what is wrong there."""

Document: TypeAlias = Mapping[str, Any]

MOST_ROUNDS = 50

WISHES = ("apart", "together", "rather_apart")


def faults(document: Document) -> Iterator[Fault]:
    """What cannot be in a document of the right shape whose references all lead somewhere."""
    yield from _of_the_event(document)
    yield from _of_rounds(document)
    yield from _of_seats(document)
    yield from _of_results(document)
    yield from _of_proposals(document)
    yield from _of_calls(document)
    yield from _of_lots(document)
    for position in range(len(document["draws"])):
        yield from _of_draw(document, position)


def _of_the_event(document: Document) -> Iterator[Fault]:
    event = document["tournament"]
    needed = {
        State.FINISHED: ("announced_at", "finished_at"),
        State.SENT: ("announced_at", "finished_at", "sent_at"),
        State.DRAFT: (),
        State.CANCELLED: (),
    }
    for name in needed.get(event["state"], ("announced_at",)):
        if event[name] is None:
            yield ("tournament", name), f"missing of a tournament that is {event['state']}"
    yield from _of_the_format(event)
    if event["frozen_slots"]:
        for kind in (SlotKind.MAIN, SlotKind.JUNIOR):
            yield from _of_slots(kind, event["frozen_slots"][kind])


def _of_the_format(event: Document) -> Iterator[Fault]:
    if not (kept := event.get("format")):
        return
    found = list(faults_of_format(kept["format"]))
    for fault in found:
        yield ("tournament", "format", "format", *fault.place), str(fault.refusal)
    if not is_by_the_tour(kept, EventKind(event["kind"])):
        yield ("tournament", "format"), "an event of the Tour is played by its rules alone"
    if not found:
        try:
            check_game(format_of(kept["format"]), _game_of(event))
        except Refused as refusal:
            yield ("tournament", "format"), str(refusal)


def _of_slots(kind: SlotKind, rows: Sequence[Sequence[int | None]]) -> Iterator[Fault]:
    place = ("tournament", "frozen_slots", kind.value)
    for position, (start, _end, direct, first, last) in enumerate(rows):
        if None in (start, direct, first, last):
            yield (*place, position), "only the upper end of a band may be missing"
            return
    try:
        check_slots(SlotTable(kind, date.min, tuple(Band(*row) for row in rows)))
    except Refused as refusal:
        yield place, str(refusal)


def _of_rounds(document: Document) -> Iterator[Fault]:
    numbers = sorted(row["number"] for row in document["rounds"])
    if numbers != list(range(1, len(numbers) + 1)) or len(numbers) > MOST_ROUNDS:
        yield ("rounds",), f"their numbers go from 1 to at most {MOST_ROUNDS} without a gap"
    for position, row in enumerate(document["commitments"]):
        if not len(numbers) <= row["rounds"] <= MOST_ROUNDS:
            yield ("commitments", position, "rounds"), "the chain is as long as the rounds"
    for name, field in (("rulings", "round_number"), ("exclusions", "round_number")):
        for position, row in enumerate(document[name]):
            if row[field] is not None and row[field] not in numbers:
                yield (name, position, field), f"there is no round {row[field]}"


def _of_seats(document: Document) -> Iterator[Fault]:
    tables = document["tables"]
    at: dict[int, list[int]] = defaultdict(list)
    for position, seat in enumerate(document["seats"]):
        at[seat["table"]].append(seat["position"])
        if seat["draw"] != tables[seat["table"]]["draw"]:
            yield ("seats", position, "draw"), "its table is of another draw"
    for position, table in enumerate(tables):
        positions = sorted(at[position])
        if positions not in ([1, 2, 3], [1, 2, 3, 4]):
            yield ("tables", position), "a table has three or four seats, counted from 1"
        if table["number"] < 1:
            yield ("tables", position, "number"), "tables count from 1"
        for name in ("first_position", "bell_position"):
            if table[name] is not None and table[name] not in positions:
                yield ("tables", position, name), "nobody sits there"
    seated = {(seat["draw"], seat["entry"]) for seat in document["seats"]}
    for position, edit in enumerate(document["edits"]):
        if not {(edit["draw"], edit["first"]), (edit["draw"], edit["second"])} <= seated:
            yield ("edits", position), "both players have to sit in this draw"


def _of_results(document: Document) -> Iterator[Fault]:
    seats, event = document["seats"], document["tournament"]
    at_table: dict[int, set[int]] = defaultdict(set)
    for position, seat in enumerate(seats):
        at_table[seat["table"]].add(position)
    scored: dict[int, set[int]] = defaultdict(set)
    known = _known_parts(event)
    for position, score in enumerate(document["scores"]):
        scored[score["result"]].add(score["seat"])
        if unknown := sorted({*(score["parts"] or {})} - known):
            yield ("scores", position, "parts"), f"the game has no {', '.join(unknown)}"
    for position, result in enumerate(document["results"]):
        here = at_table[result["table"]]
        if result["winner"] is not None and result["winner"] not in here:
            yield ("results", position, "winner"), "sits at another table"
        if scored[position] != (set() if result["ending"] == Ending.VOID else here):
            yield ("results", position), "each seat of the table has one score, of a void game none"


def _game_of(event: Document) -> TableGame:
    return game_of(event["ruleset"], event["record_head"])


def _known_parts(event: Document) -> set[str]:
    """What the points of its games are made of."""
    kept = event.get("format")
    games = [_game_of(event)]
    if kept and not any(faults_of_format(kept["format"])):
        games += [GAMES[key] for key in format_of(kept["format"]).other_games]
    return {part.key for game in games for part in game.parts}


def _of_proposals(document: Document) -> Iterator[Fault]:
    """What players entered is of their own table, and says of each seat what it says."""
    event, proposals = document["tournament"], document.get("proposals", ())
    known = _known_parts(event)
    at_table: dict[int, list[int]] = defaultdict(list)
    for seat in document["seats"]:
        at_table[seat["table"]].append(seat["entry"])
    for position, row in enumerate(proposals):
        here, scores = at_table[row["table"]], row["entered"]["scores"]
        if row["entry"] not in here:
            yield ("proposals", position, "entry"), "sits at another table"
        if len(scores) != len(here) or (row["entered"]["winner"] or 1) > len(here):
            yield ("proposals", position, "entered"), "each seat of the table has one score"
        parts = {key for score in scores for key in score["parts"] or {}}
        if unknown := sorted(parts - known):
            yield ("proposals", position, "entered"), f"the game has no {', '.join(unknown)}"
        result = row["result"]
        if result is not None and document["results"][result]["table"] != row["table"]:
            yield ("proposals", position, "result"), "is of another table"
    for position, word in enumerate(document.get("proposal_words", ())):
        if word["entry"] not in at_table[proposals[word["proposal"]]["table"]]:
            yield ("proposal_words", position, "entry"), "sits at another table"


def _of_calls(document: Document) -> Iterator[Fault]:
    """Whoever calls the referee sits at the table, and a ruling is of one call."""
    seated = {(seat["table"], seat["entry"]) for seat in document["seats"]}
    ruled: set[int] = set()
    open_at: set[int] = set()
    for position, row in enumerate(document.get("calls", ())):
        if (row["table"], row["entry"]) not in seated:
            yield ("calls", position, "entry"), "sits at another table"
        if row["ruling"] in ruled:
            yield ("calls", position, "ruling"), "is of another call"
        if not row["outcome"] and row["table"] in open_at:
            yield ("calls", position, "outcome"), "one call of a table is open"
        ruled |= {row["ruling"]} - {None}
        open_at |= set() if row["outcome"] else {row["table"]}


def _of_lots(document: Document) -> Iterator[Fault]:
    for position, lot in enumerate(document["lots"]):
        if len(set(lot["order"])) != len(lot["order"]) or len(lot["order"]) < 2:
            yield ("lots", position, "order"), "a lot puts two players or more in an order"


def _of_draw(document: Document, position: int) -> Iterator[Fault]:
    """What a draw was made from and what it answered: everybody by the number on their badge."""
    draw, place = document["draws"][position], ("draws", position)
    numbers = {str(entry["number"]) for entry in document["entries"]}
    inputs, answer = draw["inputs"], draw["answer"]
    if inputs and "players" not in inputs:
        yield (*place, "inputs", "players"), "missing"
        return
    if unknown := sorted({*_named(inputs), *_named_in(answer)} - numbers):
        yield place, f"nobody has the number {', '.join(unknown[:3])}"
    if len(set(inputs.get("players", ()))) < len(inputs.get("players", ())):
        yield (*place, "inputs", "players"), "somebody is named twice"
    if inputs.get("rounds_total", ROUNDS) > MOST_ROUNDS or "rounds_to_come" in inputs:
        yield (*place, "inputs"), f"an event has at most {MOST_ROUNDS} rounds"
    for number, tables in enumerate(_rounds_in(inputs, answer)):
        yield from _of_tables((*place, number), tables)
    if draw["algorithm"] == SCHEDULE:
        if len(answer.get("rounds", ())) < document["rounds"][draw["round"]]["number"]:
            yield (*place, "answer", "rounds"), "the schedule has fewer rounds"
    elif answer:
        yield from _of_answer((*place, "answer"), answer)


def _rounds_in(inputs: Document, answer: Document) -> list[Sequence[Sequence[str]]]:
    """The rounds that a draw went by and those that it seated; of a schedule all it seated."""
    if isinstance(inputs.get("rounds"), int):
        return list(answer.get("rounds", ()))
    return [*inputs.get("rounds", ()), answer.get("tables", ())]


def _of_tables(place: tuple[str | int, ...], tables: Sequence[Sequence[str]]) -> Iterator[Fault]:
    players = [player for table in tables for player in table]
    if len(set(players)) < len(players) or any(len(table) not in (3, 4) for table in tables):
        yield place, "everybody sits once, at a table of three or four"


def _of_answer(place: tuple[str | int, ...], answer: Document) -> Iterator[Fault]:
    for name in ("tables", *ACCOUNT):
        if name not in answer:
            yield (*place, name), "missing"
    for position, reason in enumerate(answer.get("reasons", ())):
        if not 1 <= reason["table"] <= len(answer.get("tables", ())):
            yield (*place, "reasons", position, "table"), "there is no such table"


def _named(inputs: Document) -> Iterator[str]:
    """Everybody whom the input of a draw names."""
    for name in ("players", "left", "near_desk", "points", "tables", "locked"):
        yield from inputs.get(name, ())
    for name in WISHES:
        for group in inputs.get(name, ()):
            yield from group if isinstance(group, list) else group["players"]
    if not isinstance(inputs.get("rounds"), int):
        yield from _seated(inputs.get("rounds", ()))


def _named_in(answer: Document) -> Iterator[str]:
    yield from _seated([*answer.get("rounds", ()), answer.get("tables", ())])
    yield from answer.get("left_out", ())
    yield from (answer.get("threes") or {}).get("level", ())
    for reason in answer.get("reasons", ()):
        yield from reason["players"]
    for pair in (answer.get("certificate") or {}).get("forced", ()):
        yield from pair["players"]


def _seated(rounds: Iterable[Sequence[Sequence[str]]]) -> Iterator[str]:
    for tables in rounds:
        for table in tables:
            yield from table
