"""The addresses by which programs write: each does what its form at the desk does."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.http import Http404

from tournaments.domain.scoring import Count
from tournaments.forms.entering import EntryForm
from tournaments.models import Entry, Table, Tournament
from tournaments.models.event import SeatedTable, read_table
from tournaments.models.program import Writes
from tournaments.models.result import Presence
from tournaments.services import checking_in, entering, programs, results, rounds
from tournaments.services.acts import Doer
from tournaments.services.entered import (
    EnteredResult,
    EnteredScore,
    winner_by_points,
    with_further_of_level,
)
from tournaments.services.rounds.drawing import SEED_BYTES
from tournaments.views.programs.problems import Unusable
from tournaments.views.programs.written import written_by_programs

Told = dict[str, Any]


@written_by_programs(Writes.ENTRIES, "PlayerToSignUp")
def api_sign_up(tournament: Tournament, sent: dict[str, Any], who: Doer) -> Told:
    typed = {"age": "adult", "language": settings.LANGUAGE_CODE, **sent}
    form = EntryForm({name: value for name, value in typed.items() if value}, tournament=tournament)
    if not form.is_valid():
        raise Unusable(
            [
                {"parameter": name, "detail": str(reason)}
                for name, reasons in form.errors.items()
                for reason in reasons
            ]
        )
    programs.note_addresses_written(who.by, tournament)
    entry = entering.add_entry(tournament, form.sign_up(), who)
    detail = f"{entry.public_name} is signed up as number {entry.number}: {entry.state}."
    return {"detail": detail, "player": str(entry.number)}


@written_by_programs(Writes.ENTRIES, "Confirmed")
def api_sign_off(tournament: Tournament, _sent: dict[str, Any], who: Doer, *, player: int) -> Told:
    entry = checking_in.withdraw(tournament, _entry(tournament, player).pk, who)
    return {"detail": f"{entry.public_name}: {entry.state}."}


@written_by_programs(Writes.CHECK_IN, "CheckIn")
def api_check_in(tournament: Tournament, sent: dict[str, Any], who: Doer, *, player: int) -> Told:
    act = checking_in.check_in if sent["checked_in"] else checking_in.undo_check_in
    entry = act(tournament, _entry(tournament, player).pk, who)
    return {"detail": f"{entry.public_name}: {entry.state}."}


@written_by_programs(Writes.CHECK_IN, "Payment")
def api_payment(tournament: Tournament, sent: dict[str, Any], who: Doer, *, player: int) -> Told:
    entry = checking_in.mark_paid(tournament, _entry(tournament, player).pk, sent["paid"], who)
    return {"detail": f"{entry.public_name}: {'paid' if entry.paid else 'not paid'}."}


@written_by_programs(Writes.RESULTS, "ResultToEnter")
def api_enter_result(
    tournament: Tournament, sent: dict[str, Any], who: Doer, *, number: int, table: int
) -> Told:
    found = _table(tournament, number, table, sent.get("attempt"))
    result = results.enter_result(
        tournament,
        found,
        _entered(read_table(found), sent, tournament),
        who,
        number_seen=sent.get("version", 0),
        reason=sent.get("reason", ""),
    )
    return {"detail": f"Table {table} is saved.", "result": result.number}


@written_by_programs(Writes.DRAWS, "DrawToMake")
def api_draw_round(tournament: Tournament, sent: dict[str, Any], who: Doer, *, number: int) -> Told:
    draw = rounds.draw_round(
        tournament,
        number,
        secrets.token_hex(SEED_BYTES),
        who,
        sent.get("reason", ""),
        instead_of=sent.get("instead_of", 0),
    )
    return {"detail": f"Round {number} is drawn.", "attempt": draw.attempt}


@written_by_programs(Writes.DRAWS, "DrawToPublish")
def api_publish_draw(
    tournament: Tournament, sent: dict[str, Any], who: Doer, *, number: int
) -> Told:
    draw = rounds.publish_draw(tournament, number, who, attempt=sent["attempt"])
    return {"detail": f"Round {number} is published.", "attempt": draw.attempt}


def _entry(tournament: Tournament, number: int) -> Entry:
    entry = tournament.entries.filter(number=number).first()
    if entry is None:
        raise Http404
    return entry


def _table(tournament: Tournament, number: int, table: int, attempt: int | None) -> Table:
    """The table of the current draw, or of the draw that is named."""
    draw = {"draw__withdrawn_at": None} if attempt is None else {"draw__attempt": attempt}
    found = Table.objects.select_related("draw__round", "record").filter(
        draw__round__tournament=tournament, draw__round__number=number, number=table, **draw
    )
    if not found:
        raise Http404
    return found[0]


def _entered(seated: SeatedTable, sent: Mapping[str, Any], tournament: Tournament) -> EnteredResult:
    """What was sent, by position at the table; raises `Unusable` for players of other tables."""
    points, presence, further = sent["points"], sent.get("presence", {}), sent.get("further", {})
    target, scoring = seated.plays.target, tournament.scoring
    positions = {str(seat.entry.number): seat.position for seat in seated.seats}
    named = {"points": points, "presence": presence, "further": further}
    named |= {"winner": [sent.get("winner")]}
    errors = [
        {"parameter": f"{key}.{one}" if key != "winner" else key, "detail": "not at this table"}
        for key, players in named.items()
        for one in players
        if one is not None and one not in positions
    ]
    if errors:
        raise Unusable(errors)
    unless_typed = seated.unless_typed
    scores = {
        position: EnteredScore(
            points.get(one),
            Presence(presence.get(one) or _took_part(position, one in points, unless_typed)),
            further={Count(key): number for key, number in further.get(one, {}).items()} or None,
        )
        for one, position in positions.items()
    }
    if "winner" not in sent:
        winner = winner_by_points(scores, target)
    else:
        winner = None if sent["winner"] is None else positions[sent["winner"]]
    return with_further_of_level(EnteredResult(scores, winner), target, scoring)


def _took_part(position: int, has_points: bool, unless_typed: Mapping[int, Presence]) -> Presence:
    """How a player took part of whom nothing is sent of it."""
    return Presence.PLAYED if has_points else unless_typed.get(position, Presence.PLAYED)
