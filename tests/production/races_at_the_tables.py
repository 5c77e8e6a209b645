"""More acts at the same moment: of the phones at the tables of one round."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse

from tests import factories as make
from tests.production.races import Asked, desk_of
from tournaments.models import Entry, Table, Tournament
from tournaments.models.entry import Role
from tournaments.models.result import Presence
from tournaments.services import calling, proposing, rounds
from tournaments.services.entered import EnteredResult, EnteredScore
from tournaments.services.proposing import Player
from tournaments.services.table_codes import code_of

PLAYED = {f"presence-{place}": Presence.PLAYED for place in range(1, 5)}
POINTS, OTHERWISE = (10, 8, 5, 4), (10, 9, 5, 4)
PLACES = range(1, 5)


def one_result_of_four() -> list[Asked]:
    """All of a table enter its result, each sent three times; two of them as it was not."""
    table = _table(event := _playing())
    return [
        Asked("", _own(table, place, "propose_result", 1), _typed(points, sending=f"phone-{place}"))
        for _again in range(3)
        for place, points in zip(PLACES, (POINTS, POINTS, OTHERWISE, OTHERWISE), strict=True)
    ] + [Asked(desk_of(event), reverse("enter_result", args=[event.slug, 1, 1]), _typed(POINTS))]


def agreed_and_disputed() -> list[Asked]:
    """The table agrees on a result by own links and by its code, one objects, the player takes it
    back, and the desk accepts it and sets it aside."""
    table = _table(event := _playing())
    scores = {place: EnteredScore(points) for place, points in zip(PLACES, POINTS, strict=True)}
    proposal = proposing.propose_result(
        event, table, EnteredResult(scores, 1), Player(_entry(table, 1), make.doer())
    )
    yes = {"proposal_id": str(proposal.pk), "agrees": "yes", "text": ""}
    no = {**yes, "agrees": "no", "text": "Longest Road was mine."}
    accept, decline = (
        reverse(name, args=[event.slug, 1, proposal.pk])
        for name in ("accept_proposal", "decline_proposal")
    )
    return [
        *(Asked("", _own(table, place, "respond_to_proposal"), yes) for place in (2, 3, 4)),
        *(Asked("", _by_code(table, place, "respond_at_table"), yes) for place in (2, 3, 4)),
        Asked("", _own(table, 3, "respond_to_proposal"), no),
        Asked("", _own(table, 1, "respond_to_proposal"), no),
        *(Asked(desk_of(event), accept) for _desk in range(2)),
        Asked(desk_of(event), decline),
    ]


def one_call_of_four() -> list[Asked]:
    """All of a table call, by own links and by its code; a call of another table is taken and
    cancelled, closed, decided and answered, and two referees give both tables more time."""
    event = _playing()
    table, other = _table(event), _table(event, 2)
    call = calling.call_referee(event, other, "rule", "", Player(_entry(other, 1), make.doer()))
    kinds = {"table_id": str(table.pk), "kind": "rule", "text": ""}
    over = {"call_id": str(call.pk)}
    said = {"question": "Did the robber move?", "answer": "It stays."}
    referees = [
        make.signed_in(event, Role.REFEREE).cookies[settings.SESSION_COOKIE_NAME].value
        for _hand in range(2)
    ]
    chief = make.chief_of(event).cookies[settings.SESSION_COOKIE_NAME].value
    give = reverse("give_time", args=[event.slug])
    return [
        *(Asked("", _own(table, place, "call_referee"), kinds) for place in PLACES),
        *(Asked("", _by_code(table, place, "call_at_table"), kinds) for place in PLACES),
        *(Asked("", _own(other, place, "cancel_call"), over) for place in (1, 2)),
        Asked("", _by_code(other, 3, "cancel_at_table"), over),
        *(Asked(one, _about(call.pk, event, "take_call")) for one in referees),
        Asked(referees[0], _about(call.pk, event, "close_call")),
        Asked(referees[1], _about(call.pk, event, "propose_ruling"), said),
        Asked(chief, _about(call.pk, event, "rule_on_call"), said),
        *(
            Asked(one, give, {"table": str(of.pk), "minutes": str(minutes)})
            for one, minutes in zip(referees, (5, 10), strict=True)
            for of in (table, other)
        ),
    ]


RACES_AT_THE_TABLES = [one_result_of_four, agreed_and_disputed, one_call_of_four]


def _playing() -> Tournament:
    """Round 1 of an event whose tables agree on their results has begun."""
    event = make.ready_to_draw(12, from_the_table="agreed")
    make.publish(event)
    rounds.start_clock(event, 1, make.doer(now=make.at(10)))
    return event


def _table(event: Tournament, number: int = 1) -> Table:
    tables = Table.objects.select_related("draw__round")
    return tables.get(draw__round__tournament=event, number=number)


def _entry(table: Table, position: int) -> Entry:
    return table.seats.select_related("entry__tournament").get(position=position).entry


def _own(table: Table, position: int, name: str, *keys: int) -> str:
    entry = _entry(table, position)
    return reverse(name, args=[entry.tournament.slug, entry.token, *keys])


def _by_code(table: Table, position: int, name: str) -> str:
    slug = _entry(table, position).tournament.slug
    return reverse(name, args=[slug, 1, table.number, code_of(table), position])


def _about(call: int, event: Tournament, name: str) -> str:
    return reverse(name, args=[event.slug, call])


def _typed(points: tuple[int, ...], *, sending: str = "") -> dict[str, str]:
    fields = {f"points-{place}": str(n) for place, n in zip(PLACES, points, strict=True)}
    return {**PLAYED, **fields, "winner": "", "seen": "0", "draw": "1", "sending": sending}
