"""What every public page of a tournament has around it: tabs, and the version it shows."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models.entry import Entry
from tournaments.models.event import Event, PlayedRound
from tournaments.permissions import may
from tournaments.wording import number_beside

PRINTS = {"sheets": gettext_lazy("Sheet"), "cards": gettext_lazy("Cards")}
"""What a game is played with that differs from print to print."""


class Tab(NamedTuple):
    address: str
    label: str
    current: bool


def frame(request: HttpRequest, event: Event, *, here: str) -> dict[str, Any]:
    """The context of `tournaments/public_base.html`; `here` is the view's name."""
    return {
        "tournament": event.tournament,
        "tabs": list(_tabs(event, here)),
        "at_the_desk": may(request.roles, "desk"),
        "version_line": version_line(event),
    }


def version_line(event: Event) -> str:
    """What a stale page or sheet is recognised by."""
    facts = {"version": event.tournament.public_version}
    if published := last_published(event):
        return f"{draw_line(published)} · {_('version %(version)s') % facts}"
    return _("Version %(version)s") % facts


def draw_line(played: PlayedRound) -> str:
    """Round, attempt and time of the draw that is public."""
    return _("Round %(round)s, draw %(attempt)s, %(time)s") % {
        "round": played.number,
        "attempt": played.draw.attempt,
        "time": time_format(timezone.localtime(played.draw.published_at), "H:i"),
    }


def last_published(event: Event) -> PlayedRound | None:
    """The latest round whose draw everybody may see."""
    return next((r for r in reversed(event.rounds) if r.is_published), None)


def beside_name(event: Event, entry: Entry) -> str:
    """The number worn, for behind the public name of whoever shares it; else nothing."""
    if entry.pk not in event.namesakes:
        return ""
    return number_beside(entry.number)


def told_apart(event: Event, entry: Entry) -> str:
    """The public name, of whoever shares it with the number, so that nobody goes to the table of
    a namesake."""
    return f"{entry.public_name} {beside_name(event, entry)}".rstrip()


def _tabs(event: Event, here: str):
    slug = event.tournament.slug
    yield Tab(reverse("tournament", args=[slug]), _("Overview"), here == "tournament")
    if last_published(event):
        yield Tab(reverse("newest_round", args=[slug]), _("Draw"), here == "round")
        yield Tab(reverse("results", args=[slug]), _("Results"), here == "results")
        yield Tab(reverse("standings", args=[slug]), _("Standings"), here == "standings")
    if prints := event.tournament.game.prints:
        label = PRINTS[prints]
        yield Tab(reverse("printed", args=[slug]), str(label), here == "printed")
    yield Tab(reverse("players", args=[slug]), _("Players"), here in ("players", "player"))
