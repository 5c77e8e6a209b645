"""What those hear at once who follow an event by the live channel (catantour/channels.py)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from django.db.models import F, Q, QuerySet

from tournaments.domain.news import News
from tournaments.models import Act, Draw, Ruling, Seat, Tournament
from tournaments.models.logbook import HEARD_AT_THE_TABLE, OF_DECISIONS
from tournaments.services.acts import Versions, tell_cache

TABLE_IN_FRONT = re.compile("([0-9]{1,5}):")
"""How the lines of the logbook begin of which a table hears."""


def news_of(known: Mapping[str, News | None]) -> dict[str, News]:
    """What there is of public events, by slug, given what was known of each; others are missing.

    One query while nothing has changed. What another process saved is told to the cache, which on
    the embedded site is this process's own.
    """
    rows = Tournament.objects.public().filter(slug__in=list(known))
    found = {}
    for pk, slug, *counts in rows.values_list("pk", "slug", "version", "public_version"):
        versions, before = Versions(*counts), known[slug]
        if before and (before.latest, before.version) == versions:
            found[slug] = before
            continue
        if before:
            tell_cache({slug: versions}, {slug: before.version})
        if before and before.version == versions.public:
            found[slug] = _with_words(pk, versions, before)
        else:
            found[slug] = _read(pk, versions, before)
    return found


def _with_words(tournament: int, versions: Versions, before: News) -> News:
    """The same news, with what was said meanwhile at tables of the round that is out."""
    told = Q(round_number=before.round, name__in=HEARD_AT_THE_TABLE) | Q(name__in=OF_DECISIONS)
    said = Act.objects.filter(told, tournament=tournament, version__gt=before.latest)
    words, decided = {}, {}
    for act in said.order_by("version").only("name", "detail", "version", "at"):
        # A logbook that was read from a file may hold other lines.
        if act.name in OF_DECISIONS:
            decided[act.at] = act.version
        elif table := TABLE_IN_FRONT.match(act.detail):
            words[int(table[1])] = act.version
    if decided:
        concerned = _tables_concerned(tournament, before.round, decided)
        words |= dict.fromkeys(concerned, max(decided.values()))
    return replace(before, latest=versions.latest, words={**before.words, **words})


def _tables_concerned(
    tournament: int, round_number: int, moments: Collection[datetime]
) -> QuerySet[Seat, int]:
    """Numbers of the tables of this round where players sit of whose matters a referee or the
    council decided at one of these moments, or against which there was a protest (T-050, T-051)."""
    at = Q(decided_at__in=moments) | Q(protest_at__in=moments) | Q(council_at__in=moments)
    seats = Seat.objects.filter(
        draw__round__number=round_number,
        draw__withdrawn_at__isnull=True,
        entry__rulings__in=Ruling.objects.filter(at, tournament=tournament),
    )
    return seats.values_list("table__number", flat=True).distinct()


def _read(tournament: int, versions: Versions, before: News | None) -> News:
    """The news of these versions. Seats that are out stay until the draw is taken back, so those
    that are known are not read again. Whoever hears of it looks for all that was said as well."""
    newest = (
        Draw.objects.filter(round__tournament=tournament, withdrawn_at__isnull=True)
        .exclude(published_at=None)
        .order_by("-round__number")
        .values_list("pk", "round__number", "published_at")
        .first()
    )
    if newest is None:
        return News(versions.public, latest=versions.latest)
    pk, number, published_at = newest
    draw = f"{pk}-{published_at.timestamp():.0f}"
    if before and before.draw == draw:
        return replace(before, version=versions.public, latest=versions.latest)
    seats = Seat.objects.filter(draw=pk).order_by("entry__number")
    tables = dict(seats.values_list("entry__number", F("table__number")))
    return News(versions.public, draw, number, tables, latest=versions.latest)
