"""Tournaments for archives, and archives that somebody has changed by hand."""

from __future__ import annotations

import copy
import datetime as dt
from random import Random
from typing import Any

from games.engine.chance import Chance
from tests import factories as make
from tests.games.played import record
from tournaments.domain.wishes import WishKind
from tournaments.exports.archive.rows import SECTIONS
from tournaments.management import simulation
from tournaments.models import Call, Club, Mail, Person, Proposal, Tournament
from tournaments.models.call import CallOutcome
from tournaments.models.event import read_event
from tournaments.models.proposal import Outcome
from tournaments.services import records, refereeing, rounds, wishes

HOSTILE: tuple[Any, ...] = (
    *(None, True, 0, 1, -1, 2, 5, 99, 32_768, 2**31 - 1, 2**31, 2**63, 0.5),
    *(
        "",
        "x",
        "0",
        "-1",
        "99",
        "\0",
        "Z" + "\u0301" * 9,
        "x" * 200,
        "=1+1",
        "<b>",
        "../",
        "\u202e",
    ),
    *("0001-01-01", "9999-12-31", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "1899-12-31"),
    *("draft", "sent", "void", "won", "excluded", "nobody knows this act", "dice", "other"),
    *([], {}, [[]], [0], ["1"], {"x": 1}, {"players": ["1"]}, [["1", "2", "3"]]),
)


def a_day(players: int, seed: str, *, rounds_played: int = 1) -> Tournament:
    """A tournament with everything an archive has to carry."""
    chance = Chance(seed)
    fields = {
        "name": "Catan Šumava",
        "kind": "season",
        "club": make.make_club("Klub „Ďáblík“"),
        "town": "Sušice",
        "date": make.DAY,
        "start": dt.time(9),
        "capacity": 60,
        "text": '=SUM(A1) <script>"\u00a0',
    }
    day = simulation.announce(fields, chance, now=make.at(12, day=make.DAY - dt.timedelta(60)))
    everybody = simulation.people(players, chance, make.DAY, clubs=[fields["club"]], juniors=2)
    simulation.sign_up(day, everybody)
    simulation.at_the_door(day)
    simulation.commit(day)
    for number in range(1, rounds_played + 1):
        simulation.draw(day, number)
        simulation.play(day, number)
    return day.tournament


def with_every_kind_of_row(tournament: Tournament) -> Tournament:
    """Adds a withdrawn draw, a swap, a record, a protest with its council, an exclusion and a
    lot."""
    day = simulation.Day(tournament, Chance("rows"), make.at(15))
    # Dice that nobody confirmed count as well, once somebody was asked.
    day.do(rounds.type_value, 2, "3 5 1")
    day.do(rounds.draw_round, 2, "first")
    day.do(rounds.draw_round, 2, "second", reason="A player is missing.")
    # The last two tables: both have three players, so no border is crossed (T-013).
    seats = [table.seats[0].entry for table in read_event(tournament).round(2).tables[-2:]]
    _propose(day)
    _call(day)
    day.do(rounds.swap_players, 2, *seats, reason="The stairs.")
    entries = list(tournament.entries.all())
    day.do(wishes.add_wish, wishes.NewWish(WishKind.APART, entries[:2], rounds=[2, 3]))
    _keep_a_game(day)
    ruling = day.do(refereeing.open_ruling, "Who was first?", players=entries[:2])
    day.do(refereeing.decide, ruling.pk, "She was.")
    day.do(refereeing.protest, ruling.pk, "No!", "Anna")
    chief = tournament.officials.get(role="chief-referee").person
    council = [chief.pk, entries[2].person_id, entries[3].person_id]
    day.do(refereeing.name_council, ruling.pk, council, "Nobody else is here.")
    day.do(
        refereeing.exclude, entries[5].pk, "Looked at the cards.", round_number=2, deliberate=True
    )
    return tournament


def _propose(day: simulation.Day) -> None:
    """What a player of round 1 entered, and another one did not agree with, though it is settled
    since."""
    table = read_event(day.tournament).round(1).tables[0]
    score = {"points": 5, "presence": "played", "parts": None}
    proposal = Proposal.objects.create(
        table=table.table,
        entry=table.entries[0],
        entered={"winner": None, "scores": [score] * len(table.seats)},
        link="abc",
        at=make.at(11),
        outcome=Outcome.OVERTAKEN,
        closed_at=make.at(11, 5),
        closed_by="Olga",
        result=table.result,
    )
    proposal.words.create(
        entry=table.entries[1], agrees=False, text="No.", at=make.at(11, 1), from_code=True
    )


def _call(day: simulation.Day) -> None:
    """A table of round 1 called the referee, whose answer waits for the chief referee."""
    table = read_event(day.tournament).round(1).tables[0]
    Call.objects.create(
        table=table.table,
        entry=table.entries[0],
        kind="rule",
        text="The robber?",
        from_code=True,
        at=make.at(11),
        taken_by="Rita",
        taken_at=make.at(11, 1),
        outcome=CallOutcome.RULING,
        closed_by="Rita",
        closed_at=make.at(11, 3),
        answer="It stays.",
        ruling=day.tournament.rulings.create(
            question="The robber?", opened_by="Rita", opened_at=make.at(11, 3), table=table.table
        ),
    )


def _keep_a_game(day: simulation.Day) -> None:
    """The written game of a table of four in round 1."""
    tables = read_event(day.tournament).round(1).tables
    seated = next(table for table in tables if not table.is_three)
    day.do(records.keep_record, seated.table, record("j-classic-4p-11"), [1, 2, 3, 4])


def emptied() -> None:
    """Another machine: nothing of all this is there."""
    for model, _path in reversed(SECTIONS.values()):
        model.objects.all().delete()
    for model in (Mail, Tournament, Person, Club):
        model.objects.all().delete()


def changed(document: dict[str, Any], chance: Random, *, times: int = 1) -> dict[str, Any]:
    """The document with some of its values put out, doubled, or replaced by others."""
    document = copy.deepcopy(document)
    for _ in range(times):
        _change(document, chance)
    return document


def _change(document: dict[str, Any], chance: Random) -> None:
    place: Any = document
    while True:
        keys = [*place] if isinstance(place, dict) else [*range(len(place))]
        key = chance.choice(keys)
        inner = place[key]
        # Deep down there is more that only pages look at.
        if isinstance(inner, dict | list) and inner and chance.random() < 0.95:
            place = inner
            continue
        break
    match chance.randrange(6):
        case 0 if isinstance(place, list):
            place.pop(key)
        case 1 if isinstance(place, list):
            place.append(copy.deepcopy(chance.choice(place)))
        case 2 | 3:
            other = chance.choice(keys)
            place[key], place[other] = place[other], place[key]
        case _:
            place[key] = copy.deepcopy(chance.choice(HOSTILE))
