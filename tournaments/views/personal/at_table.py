"""The page behind the code on the paper of a table: its players enter their result there, also on
the phone of somebody else of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from http import HTTPStatus
from operator import attrgetter
from typing import Any

from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.personal import ProposalResponseForm
from tournaments.models import Entry, Seat, Table, Tournament
from tournaments.models.call import CallKind
from tournaments.models.event import read_table
from tournaments.models.tournament import FromTheTable, State
from tournaments.permissions import DESK
from tournaments.services import clock, proposing
from tournaments.services.acts import as_player
from tournaments.services.proposing import Player
from tournaments.services.table_codes import is_live, table_of_code
from tournaments.views.access import PLAYER_LINKS, act, doer
from tournaments.views.links import behind_a_link, digest_of_link
from tournaments.views.outcome import refuse_too_many
from tournaments.views.personal.proposing import ENTRIES, enter_for
from tournaments.views.posting import Page, Sent, filled, posted
from tournaments.views.proposals import Talk, shown_result, talk_of


@dataclass(frozen=True, slots=True)
class Place:
    """One who sits at the table; `is_own` is that this browser knows their own link."""

    seat: Seat
    is_own: bool


@dataclass(frozen=True, slots=True)
class AtTable:
    """A table that was opened by its code."""

    table: Table
    places: tuple[Place, ...]
    code: str

    @property
    def keys(self) -> tuple[int, int, str]:
        """What its addresses have after the event."""
        return self.table.draw.round.number, self.table.number, self.code

    @property
    def own(self) -> list[Entry]:
        return [place.seat.entry for place in self.places if place.is_own]

    def entry(self, position: int) -> Entry:
        """Whoever sits there."""
        if not 0 < position <= len(self.places):
            raise Http404
        return self.places[position - 1].seat.entry


def behind_a_code(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the table whose code was opened. A code that has lapsed, or was never one, is
    told so; what is sent for a table that has lapsed goes on, and is answered with what was typed.
    """

    @wraps(view)
    def answer(
        request: HttpRequest,
        tournament: Tournament,
        number: int,
        table_number: int,
        token: str,
        **at: Any,
    ) -> HttpResponse:
        table = table_of_code(tournament, number, table_number, token)
        was_out = table and (table.draw.published_at or table.draw.withdrawn_at)
        if table is None or not (is_live(table) or (was_out and request.method == "POST")):
            return _code_gone(request, tournament, table)
        return view(request, tournament, _opened(request, table, token), **at)

    return answer


def _code_gone(request: HttpRequest, tournament: Tournament, table: Table | None) -> HttpResponse:
    context = {"tournament": tournament, "table": table}
    if request.htmx and request.method == "GET":
        # A page that asks by itself is opened anew, and says so.
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(
        request, "tournaments/personal/code_gone.html", context, status=HTTPStatus.NOT_FOUND
    )


def _opened(request: HttpRequest, table: Table, code: str) -> AtTable:
    links = request.session.get(PLAYER_LINKS, [])
    places = tuple(Place(seat, seat.entry.token in links) for seat in table.seats.all())
    return AtTable(table, places, code)


@behind_a_link
@act
@behind_a_code
def table_page(request: HttpRequest, tournament: Tournament, at: AtTable) -> HttpResponse:
    """Who are you? A browser that knows the own link of one who sits here knows it already, and an
    official comes to the desk's form; with `?all=1` it is asked in any case."""
    own = at.own
    if "all" not in request.GET and len(own) == 1:
        return _to_own_page(tournament, own[0], at)
    if "all" not in request.GET and not own and not request.roles.isdisjoint(DESK):
        return redirect("enter_result", tournament.slug, *at.keys[:2])
    return _page(request, tournament, at, None)


def _to_own_page(tournament: Tournament, entry: Entry, at: AtTable) -> HttpResponse:
    """To the form while nothing is entered, and then to what the others say of it."""
    if _may_enter(tournament, at.table) and not at.table.proposals.open().exists():
        return redirect("propose_result", tournament.slug, entry.token, at.keys[0])
    return redirect("my_page", tournament.slug, entry.token)


@behind_a_link
@act
@behind_a_code
def seat_page(
    request: HttpRequest, tournament: Tournament, at: AtTable, position: int
) -> HttpResponse:
    """What the table has entered, for one who sits there and said so; whoever is known by the own
    link has the own page for it."""
    entry = at.entry(position)
    if entry in at.own:
        return _to_own_page(tournament, entry, at)
    return _page(request, tournament, at, position)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    at: AtTable,
    position: int | None,
    form: BaseForm | None = None,
) -> HttpResponse:
    entry = at.entry(position) if position else None
    may_enter = _may_enter(tournament, at.table)
    seated = read_table(at.table)
    back = [tournament.slug, *at.keys]
    context = {
        "tournament": tournament,
        "at": at,
        "round": at.table.draw.round,
        "entry": entry,
        "talk": _talk(tournament, at.table) if entry and may_enter else None,
        "agreed_to": _agreed_to(entry, at.table) if entry else set(),
        "handed": set(),
        "may_enter": may_enter,
        "by_own_page": entry is not None and _speaks_by_own_page(tournament, at, entry),
        "result": seated.result,
        "scores": shown_result(seated, named=attrgetter("public_name")),
        "may_call": tournament.state == State.RUNNING and is_live(at.table),
        "call": at.table.calls.open().first(),
        "kinds": CallKind.choices,
        "form": form,
        "choose": reverse("table_page", args=back) + "?all=1",
        "here": reverse("seat_page", args=[*back, position]) if position else "",
        "respond": reverse("respond_at_table", args=[*back, position]) if position else "",
        "propose": reverse("propose_at_table", args=[*back, position]) if position else "",
        "call_to": reverse("call_at_table", args=[*back, position]) if position else "",
        "cancel_to": reverse("cancel_at_table", args=[*back, position]) if position else "",
    }
    return render(request, "tournaments/personal/table_page.html", context)


def _speaks_by_own_page(tournament: Tournament, at: AtTable, entry: Entry) -> bool:
    """Whether no other phone may speak for a player, so that this one offers nothing to press."""
    if entry in at.own:
        return False
    return tournament.own_phones_only or proposing.has_spoken_alone(entry, at.table)


def _may_enter(tournament: Tournament, table: Table) -> bool:
    """Whether the table waits for a result that its players may enter."""
    takes = tournament.from_the_table != FromTheTable.OFF and tournament.state == State.RUNNING
    return takes and is_live(table) and not table.results.exists()


def _talk(tournament: Tournament, table: Table) -> Talk:
    return talk_of(
        tournament,
        table.number,
        read_table(table).seats,
        list(table.proposals.open().told()),
        named=attrgetter("public_name"),
        now=clock.now(),
    )


def _agreed_to(entry: Entry, table: Table) -> set[int]:
    words = entry.words_on_proposals.filter(proposal__table=table, agrees=True)
    return set(words.values_list("proposal_id", flat=True))


def _show_again(
    request: HttpRequest,
    tournament: Tournament,
    at: AtTable,
    position: int,
    form: BaseForm,
) -> HttpResponse:
    return _page(request, tournament, at, position, form)


SEAT_PAGE = Page("seat_page", ("slug", "number", "table_number", "token", "position"), _show_again)


@behind_a_link
@act
@behind_a_code
def propose_at_table(
    request: HttpRequest, tournament: Tournament, at: AtTable, position: int
) -> HttpResponse:
    """The result of the table, by one who sits there and whose own link this phone may not know."""
    back = reverse("table_page", args=[tournament.slug, *at.keys]) + "?all=1"
    return enter_for(request, tournament, at.table, player_at(request, at, position), back=back)


@behind_a_link
@act
@behind_a_code
@posted(SEAT_PAGE, form=filled(ProposalResponseForm))
def respond_at_table(sent: Sent, tournament: Tournament, at: AtTable, position: int) -> str:
    player = replace(player_at(sent.request, at, position), sending=sent.data["sending"])
    refuse_too_many(sent.request, "word-from-a-code", {f"{player.entry.pk}": ENTRIES})
    proposing.respond_to_proposal(tournament, player=player, **_word(sent))
    sent.back = reverse("table_page", args=[tournament.slug, *at.keys]) + "?all=1"
    name = {"player": player.entry.public_name}
    if sent.data["agrees"]:
        return _("Noted: %(player)s agrees.") % name
    return _("Noted for %(player)s. The officials see it.") % name


def _word(sent: Sent) -> dict[str, Any]:
    return {name: sent.data[name] for name in ("proposal_id", "agrees", "text")}


def player_at(request: HttpRequest, at: AtTable, position: int) -> Player:
    """Whoever says that they sit there. Whose phone it is tells the link that it knows, if it knows
    one of this table; a phone that knows the own link speaks for its owner."""
    entry = at.entry(position)
    own = at.own
    known = entry if entry in own else next(iter(own), None)
    who = as_player(doer(request), entry)
    link = digest_of_link(known.token if known else at.code)
    return Player(entry, who, link, from_code=known != entry)
