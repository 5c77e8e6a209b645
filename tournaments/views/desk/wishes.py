"""The desk's page of wishes for the draws: who sits apart, together, at a certain place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from tournaments.domain.names import search_key, words_sought
from tournaments.domain.wishes import WishKind
from tournaments.forms.wishes import WishForm
from tournaments.models import Entry, Tournament, Wish
from tournaments.models.event import Event, read_event
from tournaments.permissions import may
from tournaments.services import wishes as services
from tournaments.services.wishes import MAY_STILL_PLAY, impossible_next
from tournaments.views.access import act
from tournaments.views.outcome import submit
from tournaments.views.posting import Page, Sent, posted

SENTENCES: dict[str, Promise] = {
    WishKind.APART: gettext_lazy("%(players)s sit apart"),
    WishKind.TOGETHER: gettext_lazy("%(players)s sit together"),
    WishKind.RATHER_APART: gettext_lazy("%(players)s rather sit apart"),
    WishKind.FIXED_TABLE: gettext_lazy("%(players)s: at table %(table)s"),
    WishKind.LOCKED_SEAT: gettext_lazy("%(players)s: at table %(table)s, seat %(seat)s"),
    WishKind.NEAR_DESK: gettext_lazy("%(players)s: near the desk"),
}


@dataclass(frozen=True, slots=True)
class WishLine:
    """A wish in words, and whom of its players the draw passes over."""

    wish: Wish
    words: str
    rounds: str
    passed_over: str


@dataclass(frozen=True, slots=True)
class Suggestion:
    """An official who plays and does not sit near the desk yet."""

    entry: Entry
    office: str


@act
def wishes(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    event = read_event(tournament)
    return _page(request, event, WishForm(event))


@act
@require_POST
def add_wish(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    event = read_event(tournament)
    if "find" in request.POST:
        # Without JavaScript the list is searched here; nothing typed or ticked is lost.
        return _page(request, event, WishForm(event, initial=_typed(request)))
    form = WishForm(event, request.POST)
    return submit(
        request,
        form,
        lambda who: services.add_wish(tournament, form.new_wish(), who),
        done=_("The wish is written down. It holds from the next draw on."),
        back=reverse("wishes", args=[tournament.slug]),
        again=lambda: _page(request, event, form),
    )


@act
@posted(Page("wishes", ("slug",)))
def remove_wish(sent: Sent, tournament: Tournament, pk: int) -> str:
    services.remove_wish(tournament, pk, sent.doer)
    return _("The wish is removed. It does not count from the next draw on.")


def _typed(request: HttpRequest) -> dict[str, object]:
    several = {name: request.POST.getlist(name) for name in ("players", "rounds")}
    single = {name: request.POST.get(name, "") for name in ("kind", "table", "seat", "reason")}
    return several | single


def _page(request: HttpRequest, event: Event, form: WishForm) -> HttpResponse:
    tournament = event.tournament
    ticked = {str(key) for key in form["players"].value() or ()}
    query = request.POST.get("q", "") if "find" in request.POST else ""
    sought = words_sought(query)
    rows = [
        (entry, str(entry.pk) in ticked, _finds(sought, f"{entry.number} {entry.full_name}"))
        for entry in event.entries.values()
        if entry.state in MAY_STILL_PLAY
    ]
    removed = tournament.wishes.filter(removed_at__isnull=False).order_by("-removed_at")
    context = {
        "tournament": tournament,
        "lines": [_line(wish) for wish in event.wishes],
        "removed": [_line(wish) for wish in removed.prefetch_related("wished__entry")],
        "faults": () if tournament.is_over else impossible_next(event),
        "drawn": [r.number for r in event.rounds if r.draw and not r.round.closed_at],
        "form": form,
        "query": query,
        "rows": rows,
        "found": any(fits for _entry, _ticked, fits in rows),
        "suggestions": [] if tournament.is_over else list(_suggestions(event)),
        "may": {
            name
            for name in ("add_wish", "remove_wish")
            if may(request.roles, name) and not tournament.is_over
        },
        "may_know_why": may(request.roles, "add_wish"),
    }
    return render(request, "tournaments/desk/wishes.html", context)


def _finds(sought: tuple[str, ...], text: str) -> bool:
    key = search_key(text)
    return all(part in key for part in sought)


def _line(wish: Wish) -> WishLine:
    entries = wish.entries
    gone = [entry for entry in entries if entry.state not in MAY_STILL_PLAY]
    words = SENTENCES[wish.kind] % {
        "players": _listed(entry.full_name for entry in entries),
        "table": wish.table,
        "seat": wish.seat,
    }
    return WishLine(wish, words, _rounds(wish), _listed(entry.full_name for entry in gone))


def _rounds(wish: Wish) -> str:
    if not wish.rounds:
        return _("every round")
    return ngettext("round %(rounds)s", "rounds %(rounds)s", len(wish.rounds)) % {
        "rounds": _listed(wish.rounds)
    }


def _listed(items: Iterable[object]) -> str:
    return get_text_list([str(item) for item in items], _("and"))


def _suggestions(event: Event) -> Iterator[Suggestion]:
    """Officials who play: near the desk they are called quickly, and see what goes on there."""
    near = {
        entry.pk
        for wish in event.wishes
        if wish.kind == WishKind.NEAR_DESK
        for entry in wish.entries
    }
    by_person = {
        key: entry for entry in event.entries.values() for key in (entry.person_id, entry.owner_id)
    }
    for office in event.tournament.officials.order_by("pk"):
        entry = by_person.get(office.person_id) or by_person.get(office.owner_id)
        if entry and entry.state in MAY_STILL_PLAY and entry.pk not in near:
            near.add(entry.pk)
            yield Suggestion(entry, office.get_role_display())
