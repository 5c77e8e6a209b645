"""The standings, interim or final, of everybody or of the juniors."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.qualification import Award, Zone
from tournaments.domain.standings import deciding
from tournaments.domain.values import Refused
from tournaments.models import Tournament
from tournaments.models.event import Event, read_event
from tournaments.services.rounds.inputs import to_be_seated
from tournaments.views.access import act
from tournaments.views.cached import cached
from tournaments.views.live import live_page
from tournaments.views.public.frame import frame, told_apart
from tournaments.views.public.words import decision_words
from tournaments.wording import LATERS, figure_of, order_words, stage_headings, stage_words


class Brings(NamedTuple):
    """What an award is called of a single place, and of several that bring it each."""

    alone: Promise
    each: Promise


MAIN = {
    Award.DIRECT: Brings(*[gettext_lazy("direct place in the final")] * 2),
    Award.POINT: Brings(
        gettext_lazy("1 qualification point"), gettext_lazy("1 qualification point each")
    ),
}
JUNIOR = {
    Award.DIRECT: Brings(*[gettext_lazy("direct place in the junior championship")] * 2),
    Award.POINT: Brings(
        gettext_lazy("1 junior qualification point"),
        gettext_lazy("1 junior qualification point each"),
    ),
}


class Line(NamedTuple):
    """A row as it is printed. `number` is the one on the badge; `zone` names the award whose last
    place this is, or the cut; `stage` what is played by this player and those that follow. The
    figures are those of the columns of the event."""

    rank: int
    number: int
    name: str
    club: str
    first: str | int
    second: str | int
    third: str | int
    fourth: str | int
    why: str
    zone: str
    stage: str


@cached
@act
def standings(
    request: HttpRequest, tournament: Tournament, after: int | None = None
) -> HttpResponse:
    return _standings(request, tournament, after, juniors=False)


@cached
@act
def junior_standings(
    request: HttpRequest, tournament: Tournament, after: int | None = None
) -> HttpResponse:
    """The order of the juniors, kept apart from the common one (T-088)."""
    return _standings(request, tournament, after, juniors=True)


def _standings(
    request: HttpRequest, tournament: Tournament, after: int | None, *, juniors: bool
) -> HttpResponse:
    context = shown_standings(request, tournament, after, juniors=juniors)
    return live_page(
        request,
        "tournaments/public/standings.html",
        "tournaments/public/_standings.html",
        context,
        over=tournament.is_over,
    )


def shown_standings(
    request: HttpRequest, tournament: Tournament, after: int | None = None, *, juniors: bool = False
) -> dict[str, Any]:
    """What the page shows: the standings after a round, or as they are now."""
    event = read_event(tournament)
    number = event.rounds_played if after is None else after
    if number > event.rounds_played:
        raise Http404
    final = tournament.is_played_out and number == event.rounds_played
    played = event.round(number)
    return {
        **frame(request, event, here="standings"),
        "after": number,
        "juniors": juniors,
        "final": final,
        "rounds": [r.number for r in event.rounds if r.number <= event.rounds_played],
        "missing": len(played.missing) if played else 0,
        "columns": columns(event),
        "order": order_words(event.criteria),
        "lines": list(lines(event, number, juniors=juniors)),
        "stages": event.has_cuts,
        "later": LATERS[event.ranking.later],
        "has_juniors": event.has_junior_category,
        "marks": tournament.to_be_confirmed(timezone.localdate()) if event.prizes.zones else (),
        "excluded": [event.entries[key] for key in event.excluded],
        "address": reverse("standings", args=[tournament.slug]),
        "players": reverse("players", args=[tournament.slug]),
    }


def columns(event: Event) -> list[tuple[str, str]]:
    """The headings of the figures, each with what it is in full."""
    return [(_(criterion.heading), _(criterion.label)) for criterion in event.columns]


def lines(event: Event, number: int, *, juniors: bool) -> Iterator[Line]:
    """The rows after a round; only the latest standings bring awards."""
    rows = (
        event.junior_standings(after_round=number)
        if juniors
        else event.standings(after_round=number).rows
    )
    zones = {} if number < event.rounds_played else _zones_below(event, juniors=juniors)
    shown = event.columns
    stages = stage_headings(event.stages, rows)
    last_through = None if juniors else _last_through(event, number)
    for row, following in zip_longest(rows, rows[1:]):
        entry = event.entries[row.player]
        first, second, third, fourth = (figure_of(row, criterion) for criterion in shown)
        yield Line(
            rank=row.rank,
            number=entry.number,
            name=told_apart(event, entry),
            club=entry.club.name if entry.club else "",
            first=first,
            second=second,
            third=third,
            fourth=fourth,
            why=decision_words(deciding(row, following, event.ranking.order)) if following else "",
            zone="; ".join(zones.get(row.player, ()))
            or (_cut_line(event, number) if row.player == last_through else ""),
            stage=stages.get(row.player, ""),
        )


def promises(event: Event, *, juniors: bool = False) -> list[str]:
    """What the places of the latest standings bring, best first: "Places 1-4: ..."."""
    return [words for _, words in _zones(event, juniors=juniors)]


def _zones_below(event: Event, *, juniors: bool) -> dict[int, list[str]]:
    """The same, each by the last player who may have such a place."""
    found: dict[int, list[str]] = {}
    for player, words in _zones(event, juniors=juniors):
        found.setdefault(player, []).append(words)
    return found


def _zones(event: Event, *, juniors: bool) -> Iterator[tuple[int, str]]:
    prizes, told = (event.junior_prizes, JUNIOR) if juniors else (event.prizes, MAIN)
    # Worked out only where there is something to be confirmed.
    waits = bool(prizes.zones) and bool(event.tournament.to_be_confirmed(timezone.localdate()))
    for zone in prizes.zones:
        yield zone.below, _zone_words(zone, told[zone.award], waits=waits)


def _last_through(event: Event, number: int) -> int | None:
    """The last player who plays on after this round, if the next one is for the best alone."""
    following = event.round(number + 1)
    if following is None or following.stage.cut is None or following.stage.first != number + 1:
        return None
    rows = event.standings(after_round=number).rows
    if following.is_published:
        through = set(following.entry_ids)
    elif event.rounds[number - 1].round.closed_at:
        try:
            through = {entry.pk for entry in to_be_seated(event, following.number)}
        except Refused:
            return None
    else:
        return None
    return next((row.player for row in reversed(rows) if row.player in through), None)


def _cut_line(event: Event, number: int) -> str:
    stage = event.stage_of(number + 1)
    words = _("Up to here: round %(round)s, %(stage)s")
    return words % {"round": number + 1, "stage": stage_words(stage)}


def _zone_words(zone: Zone, brings: Brings, *, waits: bool) -> str:
    if zone.first == zone.last:
        words = _("Place %(first)s: %(award)s") % {"first": zone.first, "award": brings.alone}
    else:
        facts = {"first": zone.first, "last": zone.last, "award": brings.each}
        words = _("Places %(first)s–%(last)s: %(award)s") % facts
    if zone.by_lot:
        lot = _("the lot decides between those who share a place")
        words = f"{words} ({lot})"
    return f"{words} ({_('to be confirmed by the series')})" if waits else words
