"""What was rolled for a round, as the pages of the desk show it."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from tournaments.forms.rounds import SourceForm, ValueForm
from tournaments.models import Draw, PublicValue, Tournament
from tournaments.models.event import Event, PlayedRound
from tournaments.permissions import may
from tournaments.services.rounds.rolling import known_as_others, source_of, waiting_value
from tournaments.views.known import known_as


def rolling(request: HttpRequest, event: Event, played: PlayedRound) -> dict[str, Any]:
    """What was typed for a round that is not drawn yet, and what there is to do about it.

    `typed` is the last that was typed; `chain` is there only if the round needs any.
    """
    chain = event.chain_for(played.number)
    if played.draw is not None or chain is None:
        return {"chain": None, "ended": event.commitment if not chain else None}
    source, typed = source_of(played.round), played.round.values.order_by("number").last()
    sources = played.round.sources.order_by("number")
    return {
        "chain": chain,
        "source": source,
        "typed": typed,
        "typed_before": played.round.values.exclude(pk=typed.pk if typed else None),
        "value_state": value_state(event.tournament, played.number),
        "may_confirm": _may_confirm(request, event.tournament, typed),
        "value_form": ValueForm(
            initial={"instead_of": typed.number if typed else 0},
            again=typed is not None,
            source=source.text if source else "",
            auto_id="value_%s",
        ),
        "source_form": SourceForm(again=sources.exists(), auto_id="source_%s"),
    }


def value_box(request: HttpRequest, tournament: Tournament, number: int) -> dict[str, Any]:
    """What waits for a second person, for whoever has some page of the desk open."""
    typed = waiting_value(tournament)
    may_confirm = _may_confirm(request, tournament, typed)
    return {
        "tournament": tournament,
        "rolls_for": number,
        "typed": typed if may_confirm else None,
    }


def _may_confirm(request: HttpRequest, tournament: Tournament, typed: PublicValue | None) -> bool:
    if typed is None or typed.confirmed_at or not may(request.roles, "confirm_value"):
        return False
    return known_as_others(typed, known_as(request, tournament))


def value_state(tournament: Tournament, number: int) -> str:
    """Changes whenever the part of the page that shows what was typed does."""
    typed = PublicValue.objects.filter(round__tournament=tournament, round__number=number)
    last = typed.order_by("number").last()
    drawn = Draw.objects.filter(round__tournament=tournament, round__number=number).exists()
    said = f"{last.number}{'+' if last.confirmed_at else '-'}" if last else "0"
    return f"{said}{'d' if drawn else ''}"


def last_value(played: PlayedRound) -> int:
    last = played.round.values.order_by("number").last()
    return last.number if last else 0
