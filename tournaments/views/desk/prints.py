"""Everything that can be printed or exported, the next sensible things on top."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.names import sort_key
from tournaments.exports.kinds import KINDS, Kind, Situation, job_title, parameters, write
from tournaments.exports.pdf.certificates import signatures
from tournaments.models import Job, Tournament
from tournaments.models.event import Event, read_event
from tournaments.models.tournament import State
from tournaments.services import clock
from tournaments.services.emergency_packs import due_at, self_made_packs
from tournaments.services.jobs import database_clock
from tournaments.views.access import act, note_links_seen
from tournaments.views.desk.jobs import file_response, kind_for, occasion
from tournaments.views.outcome import answered, outcome
from tournaments.views.site_address import is_only_here, site_address

WANTED_NOW = {
    State.DRAFT: Situation.BEFORE,
    State.ANNOUNCED: Situation.BEFORE,
    State.SIGN_UP: Situation.BEFORE,
    State.CHECK_IN: Situation.DOOR,
    State.RUNNING: Situation.ROUND,
    State.FINISHED: Situation.END,
    State.SENT: Situation.END,
    State.CANCELLED: Situation.DATA,
}


RECENT = 5
"""So many of what was made are shown; all of it is a page of its own."""


@dataclass(frozen=True, slots=True)
class Section:
    """Prints for one situation; `number` is the round they are of, `over` whether it is past."""

    heading: str
    kinds: list[Kind]
    number: int | None = None
    over: bool = False


@act
def prints(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    event = read_event(tournament)
    kinds = [
        kind
        for kind in KINDS.values()
        if kind.fits(tournament) and not request.roles.isdisjoint(kind.who)
    ]
    sections = _sections(event, kinds)
    # The emergency pack that was made by itself last, or will be.
    pack = self_made_packs(tournament).first()
    context = {
        "tournament": tournament,
        "now": sections[0],
        "sections": sections[1:],
        "players": sorted(event.entries.values(), key=lambda entry: sort_key(entry.full_name)),
        "chosen": _for_chosen_players(tournament, kinds),
        "jobs": _recent(tournament, kinds),
        "pack": pack,
        "due": pack and due_at(pack, database_clock()()),
        "after": pack and occasion(pack),
        "only_here": is_only_here(request),
        "signed_by": [f"{name} ({role})" for role, name in signatures(tournament)],
    }
    return render(request, "tournaments/desk/prints.html", context)


@act
def print_document(
    request: HttpRequest, tournament: Tournament, kind: str, number: int | None = None
) -> HttpResponse:
    wanted = kind_for(request, kind)
    players = [int(n) for n in request.GET.getlist("player") if n.isdecimal() and len(n) < 6]
    given = parameters(site_address(request), number=number, players=players)
    came = outcome(lambda: write(wanted.key, tournament, given, clock.now()))
    if came.refusal:
        return answered(request, came, back=reverse("prints", args=[tournament.slug]))
    content, name = came.made
    if wanted.has_links:
        note_links_seen(request, tournament)
    return file_response(io.BytesIO(content), wanted, name)


def _sections(event: Event, kinds: list[Kind]) -> list[Section]:
    """The situations of the day, the present one first, then what comes after it, then the past.

    What is wanted in several stands in the first of them alone, and nothing stands there that has
    nothing to print yet.
    """

    def of(situation: Situation) -> list[Kind]:
        return [kind for kind in kinds if situation in kind.situations]

    def of_round(number: int) -> Section:
        over = number < drawn[-1]
        offered = [
            kind
            for kind in of(Situation.ROUND)
            if not over or kind.of_round or (kind.after_round and number <= event.rounds_played)
        ]
        return Section(_("Round %(number)s") % {"number": number}, offered, number, over)

    drawn = [played.number for played in event.rounds if played.draw]
    day = [
        (Situation.BEFORE, Section(_("Before the day"), of(Situation.BEFORE))),
        (Situation.DOOR, Section(_("At the door"), of(Situation.DOOR))),
        *((Situation.ROUND, of_round(number)) for number in drawn),
        (Situation.END, Section(_("At the end"), of(Situation.END))),
        (Situation.DATA, Section(_("Data"), of(Situation.DATA))),
    ]
    wanted = WANTED_NOW[State(event.tournament.state)]
    # Of several rounds the last one drawn is the one being played.
    now = max((i for i, (situation, _s) in enumerate(day) if situation == wanted), default=1)
    ordered = [section for _situation, section in (*day[now:], *reversed(day[:now]))]
    return list(_each_once(event, ordered))


def _each_once(event: Event, sections: list[Section]) -> Iterator[Section]:
    offered: set[tuple[str, int | None]] = set()
    for section in sections:
        left = []
        for kind in section.kinds:
            number = section.number if kind.of_round or section.over else None
            if (kind.key, number) not in offered and kind.is_ready(event, number):
                offered.add((kind.key, number))
                left.append(kind)
        if left:
            yield replace(section, kinds=left)


def _for_chosen_players(tournament: Tournament, kinds: list[Kind]) -> list[str]:
    """The keys of what can be had for some players alone, the first one first."""
    wanted = ["badges", "certificates"] if tournament.finished_at else ["badges"]
    offered = {kind.key for kind in kinds}
    return [key for key in wanted if key in offered]


def _recent(tournament: Tournament, kinds: list[Kind]) -> list[tuple[Job, str]]:
    mine = tournament.jobs.filter(kind__in=[kind.key for kind in kinds])
    return [(job, job_title(job)) for job in mine[:RECENT]]
