"""Check a published draw: every step from the commitment to the tables, worked out again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.views.limits import place_of, too_many
from tournaments.domain.audit import Step, canonical, check_record, remarks_on
from tournaments.domain.draw import ALGORITHM, SCHEDULE
from tournaments.exports.record import chance_of, round_record
from tournaments.models import Tournament
from tournaments.models.event import read_event
from tournaments.services.rounds.rolling import source_of
from tournaments.views.access import act, series_act
from tournaments.views.cached import cached
from tournaments.views.draw_account import draw_account, swaps_made
from tournaments.views.public.frame import draw_line, frame

PROGRAM = "verify_draw.py"
CHECK_SECONDS = 7 * 24 * 60 * 60
CHECKS = "20/m"
"""How many draws may be worked out again for one address. Whoever asks for a draw that was
checked already, by anybody, is not counted."""


@cached
@act
def verify_draw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    event = read_event(tournament)
    played = event.round(number)
    if played is None or not played.is_published:
        raise Http404
    record, rolled_for = round_record(event, played), chance_of(event, played).round
    context = {
        **frame(request, event, here="round"),
        "version_line": draw_line(played),
        "played": played,
        "rounds": [r for r in event.rounds if r.is_published],
        "record": record,
        "remarks": remarks_on(record),
        "committed_at": (chain := event.drawn_from(played.draw)) and chain.at,
        "source": source_of(rolled_for),
        "values": rolled_for.values.order_by("number").select_related(
            "player__person", "player__joined_from"
        ),
        "drawn_at": played.round.draws.earliest("attempt").at,
        "account": draw_account(event, played),
        "swaps": swaps_made(event, played.draw),
    }
    checked = _checked(request, record)
    if checked is None:
        return render(request, "tournaments/public/verify_draw.html", context, status=429)
    checked = [_named(step, record["names"]) for step in checked]
    steps = _by_attempt(checked, record["published"]["attempt"])
    context["steps"] = steps.pop(record["published"]["attempt"], [])
    context["earlier"] = [
        (attempt, steps.get(attempt["attempt"], []))
        for attempt in record["attempts"]
        if attempt["withdrawn"]
    ]
    context["wrong"] = [step for step in checked if step.ok is False]
    context["open"] = [step for step in checked if step.ok is None]
    return render(request, "tournaments/public/verify_draw.html", context)


@series_act
@require_safe
def verifier(request: HttpRequest) -> HttpResponse:
    """The program that checks records of draws on any computer, without the site."""
    answer = HttpResponse(
        (settings.BASE_DIR / PROGRAM).read_bytes(), content_type="text/x-python; charset=utf-8"
    )
    answer.headers["Content-Disposition"] = f'attachment; filename="{PROGRAM}"'
    return answer


def _checked(request: HttpRequest, record: Mapping[str, Any]) -> list[Step] | None:
    """The steps of a record; None if too many records were worked out for this address."""
    # The same program says the same of the same record for ever, so both name what is kept.
    key = f"check-of-draw:{ALGORITHM}:{SCHEDULE}:{hashlib.sha256(canonical(record)).hexdigest()}"
    steps: list[Step] | None = caches["worked-out"].get(key)
    if steps is None and not too_many(request, "verify", {place_of(request): CHECKS}):
        steps = check_record(record)
        caches["worked-out"].set(key, steps, CHECK_SECONDS)
    return steps


def _named(step: Step, names: Mapping[str, str]) -> Step:
    """The step with the names of those it speaks of behind their numbers."""
    facts = dict(step.facts)
    if "players" in facts:
        facts["players"] = [f"{number}. {names[number]}" for number in facts["players"]]
    return replace(step, facts=tuple(facts.items()))


def _by_attempt(steps: Iterable[Step], published: int) -> dict[int, list[Step]]:
    """Steps by the attempt they are about; those of the whole round go to the published one."""
    found: dict[int, list[Step]] = {}
    attempt = published
    for step in steps:
        attempt = dict(step.facts).get("draw", attempt)
        found.setdefault(attempt, []).append(step)
    return found
