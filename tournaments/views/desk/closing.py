"""The end of the day at the desk: lots, final standings, awards, sending the results."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.qualification import left_out_note
from tournaments.domain.values import EventKind
from tournaments.forms.announcing import ReasonForm
from tournaments.models import Entry, Lot, Tournament
from tournaments.models.event import Event, read_event
from tournaments.models.series import PlacesSevenEight
from tournaments.permissions import may
from tournaments.services import closing as services
from tournaments.services.mailing import reaches_series, waits_for_series
from tournaments.services.rounds.inputs import level_at_cut
from tournaments.views.access import act
from tournaments.views.desk.closing_table import closing_table
from tournaments.views.listing import file_of, kept_fields
from tournaments.views.outcome import carry_out
from tournaments.views.posting import Page, Sent, posted
from tournaments.wording import with_number

ACTS = (
    "draw_lot",
    "enter_lot",
    "set_places_7_8",
    "finish",
    "send_results",
    "reopen_tournament",
    "give_consent",
)


@act
def closing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _closing(request, tournament)


def _closing(
    request: HttpRequest, tournament: Tournament, *, typed: dict[str, Any] | None = None
) -> HttpResponse:
    event = read_event(tournament)
    counted, juniors = len(event.counted), len(event.counted & event.juniors)
    gives_places = EventKind(tournament.kind).gives_places
    query = request.GET.get("q", "").strip()
    table = closing_table(
        request,
        event,
        event.standings().rows,
        event.prizes,
        caption=_("Standings"),
        anchor="standings",
        query=query,
    )
    junior_table = closing_table(
        request,
        event,
        event.junior_standings(),
        event.junior_prizes,
        caption=_("Juniors"),
        anchor="juniors",
        query=query,
    )
    if taken := file_of(request, table, junior_table, about=tournament.name):
        return taken
    context = {
        "tournament": tournament,
        "event": event,
        "table": table,
        "junior_table": junior_table,
        "query": query,
        "kept": kept_fields(request),
        "groups": _groups(event, typed or {}),
        "lots": [
            DrawnLot(lot, _in_order(event, lot), event.is_decided_by(lot)) for lot in event.lots
        ],
        "counted": counted,
        "counted_juniors": juniors,
        "band": event.slots.main.band(counted) if gives_places else None,
        "junior_band": event.slots.junior.band(juniors) if gives_places else None,
        "note": left_out_note(counted, event.slots.main, places_7_8=event.slots.places_7_8)
        if gives_places
        else None,
        "places_7_8": PlacesSevenEight.choices,
        "in_the_way": list(services.in_the_way(event, timezone.localdate())),
        "sending": services.sending(tournament, timezone.localdate()),
        "days_to_send": services.days_to_send(tournament, timezone.localdate()),
        "gives_places": gives_places,
        "by_hand": None if reaches_series() else services.sent_by_hand(),
        "mail_waits": waits_for_series(tournament, "results"),
        "doubts": tournament.to_be_confirmed(timezone.localdate()) if gives_places else (),
        "consents": tournament.consents.all(),
        "may": {name for name in ACTS if may(request.roles, name)},
        "reason_form": ReasonForm(),
    }
    return render(request, "tournaments/desk/closing.html", context)


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A lot with its players in words, best first; `decides` is whether it still parts anybody."""

    lot: Lot
    players: str
    decides: bool


def _in_order(event: Event, lot: Lot) -> str:
    """ "4. Eva Malá (no. 5), 5. ...": the players of a lot, the first one ahead, with the places
    that it gives them; of a lot that decides nothing any more only their names."""
    players = [event.entries[key] for key in lot.order]
    told = [_named(entry) for entry in players]
    if not event.is_decided_by(lot):
        return ", ".join(told)
    then = event.standings(after_round=lot.after_round).rows
    ranks = {row.player: row.rank for row in then}
    return ", ".join(f"{ranks[key]}. {words}" for key, words in zip(lot.order, told, strict=True))


def _named(entry: Entry) -> str:
    return with_number(entry.full_name, entry.number)


def _groups(event: Event, typed: dict[str, Any]) -> list[dict[str, Any]]:
    """Level groups with what was typed for each player, so that a refusal loses nothing.

    The one on which the draw of a semi-final or a final waits comes first.
    """
    at_cut = {entry.pk for entry in level_at_cut(event)}
    ranks = {row.player: row.rank for row in event.standings().rows}
    groups = [
        {
            "first": ranks[group[0]],
            "last": ranks[group[0]] + len(group) - 1,
            "decides_cut": not at_cut.isdisjoint(group),
            "keys": ",".join(str(key) for key in group),
            "players": [
                (event.entries[key], _named(event.entries[key]), typed.get(f"place-{key}", ""))
                for key in group
            ],
        }
        for group in services.groups_for_lot(event)
    ]
    return sorted(groups, key=lambda group: not group["decides_cut"])


CLOSING = Page("closing", ("slug",))


@act
@posted(CLOSING)
def draw_lot(sent: Sent, tournament: Tournament) -> str:
    lot = services.draw_lot(tournament, _keys(sent.text("group")), secrets.token_hex(8), sent.doer)
    return _("The lot is drawn and kept with its seed: %(order)s.") % {
        "order": _in_order(read_event(tournament), lot)
    }


@act
@require_POST
def enter_lot(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    keys = _keys(request.POST.get("group", ""))
    places = {key: request.POST.get(f"place-{key}", "").strip() for key in keys}
    if sorted(places.values()) != [str(place) for place in range(1, len(keys) + 1)]:
        messages.error(
            request,
            _("Write beside the names the order of the lot: the numbers 1 to %(count)s, each once.")
            % {"count": len(keys)},
        )
        return _closing(request, tournament, typed=request.POST.dict())
    order = sorted(keys, key=lambda key: int(places[key]))
    return carry_out(
        request,
        lambda doer: services.enter_lot(tournament, order, doer),
        done=_("The lot drawn by hand is kept."),
        back=reverse("closing", args=[tournament.slug]),
    )


def _keys(text: str) -> list[int]:
    return [int(part) for part in text.split(",") if part.isdecimal() and len(part) < 19]


@act
@posted(CLOSING)
def set_places_7_8(sent: Sent, tournament: Tournament) -> str:
    services.set_places_7_8(tournament, sent.text("places_7_8"), sent.doer)
    return _("Saved.")


@act
@posted(CLOSING)
def finish(sent: Sent, tournament: Tournament) -> str:
    services.finish(tournament, sent.doer, beside=[services.FOR_GOOD])
    return _("The final standings are published.")


@act
@posted(CLOSING)
def send_results(sent: Sent, tournament: Tournament) -> str:
    services.send_results(tournament, sent.doer)
    if waits_for_series(tournament, "results"):
        return _("The results go to the series by e-mail.")
    return _("The results are sent to the series.")


@act
@posted(CLOSING)
def reopen_tournament(sent: Sent, tournament: Tournament) -> str:
    services.reopen_tournament(tournament, sent.reason, sent.doer)
    return _("The tournament is open again; finish it once the correction is made.")


@act
@posted(CLOSING)
def give_consent(sent: Sent, tournament: Tournament, rule_id: str) -> str:
    services.give_consent(tournament, rule_id, sent.doer)
    return _("The series consents; what waited for that stands.")


@act
@posted(CLOSING)
def take_consent_back(sent: Sent, tournament: Tournament, rule_id: str) -> str:
    services.take_consent_back(tournament, rule_id, sent.doer)
    return _("The consent is taken back; the places wait for the series.")
