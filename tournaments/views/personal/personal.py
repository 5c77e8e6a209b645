"""Pages behind a personal link: the player's own page, and the way in for officials."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.formats.values import PlayOrder
from tournaments.forms.personal import ResponseForm
from tournaments.models import (
    Call,
    Entry,
    Official,
    Proposal,
    PublicValue,
    Response,
    Result,
    Ruling,
    Table,
    Tournament,
)
from tournaments.models.call import CallKind
from tournaments.models.entry import EntryState
from tournaments.models.event import Event, PlayedRound, SeatedTable
from tournaments.models.proposal import Outcome
from tournaments.models.result import Ending
from tournaments.models.tournament import FromTheTable, State
from tournaments.permissions import may
from tournaments.services import checking_in, clock, responding, rounds
from tournaments.services.acts import Doer, as_player
from tournaments.services.appointing import open_link
from tournaments.services.mailing import sends_nothing
from tournaments.services.proposing import MAY_SAY
from tournaments.services.rounds.rolling import known_as_others
from tournaments.services.table_codes import code_of
from tournaments.views.access import OFFICIAL_LINKS, PLAYER_LINKS, act, series_act
from tournaments.views.bell import next_start, said_by_the_clock
from tournaments.views.known import keys_of, known_as
from tournaments.views.links import (
    behind_a_link,
    entry_of,
    is_forgotten,
    link_gone,
    of_the_entry,
    remember,
    remember_again,
)
from tournaments.views.live import live_page
from tournaments.views.outcome import refuse_too_many
from tournaments.views.personal.own_page import (
    calls_for,
    decided_for,
    kept_own,
    own_digest,
    proposals_for,
)
from tournaments.views.posting import Page, Sent, filled, posted
from tournaments.views.proposals import Talk, talk_of
from tournaments.views.public.frame import last_published, version_line
from tournaments.views.public.player import Stop, stops
from tournaments.views.public.standings import promises
from tournaments.views.shared import shared_event

CODES = "20/h"
"""How often one player may type the number at the door: nobody guesses it."""

LONGEST_CODE = 20

WORDS = "30/h"
"""How often one player says something of results; each time is a line of the logbook."""


@dataclass(frozen=True, slots=True)
class MyGame:
    """A round of the player's that has a result, and what the player said of it. It is `handed` if
    another phone agreed to it for the player, which is shown until the next draw. `settled` is the
    decision about these words once it stands; `disputable` is that the player may dispute the
    result, or add something to that."""

    stop: Stop
    result: Result
    response: Response | None
    handed: bool
    settled: Ruling | None
    disputable: bool


@behind_a_link
@kept_own
@act
def my_page(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """Everything a player needs on the day, without an account."""
    entry = entry_of(tournament, token)
    if entry is None:
        return link_gone(request, tournament)
    if is_forgotten(request, token):
        if request.method != "POST":
            return _ask_to_remember(request, tournament)
        remember_again(request, token)
    if not _is_at_the_door(request, tournament, entry):
        remember(request, PLAYER_LINKS, token)
    if request.method == "POST":
        return redirect("my_page", tournament.slug, token)
    return _my_page(request, tournament, entry)


def _ask_to_remember(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Instead of the page of somebody whom this browser was asked to forget."""
    page = render(request, "tournaments/personal/remember.html", {"tournament": tournament})
    page.live = ""
    if request.htmx:
        page.headers["HX-Refresh"] = "true"
    return page


@behind_a_link
@series_act
def own_page(request: HttpRequest) -> HttpResponse:
    """The way back to the own page that this browser had: the one of `?at=slug&number=7`, or
    that of the latest event; with `?all=1` to each of them, where it had several."""
    links = request.session.get(PLAYER_LINKS, [])
    found = Entry.objects.filter(token__in=links).select_related("tournament")
    found = found.order_by("-tournament__date", "-pk")
    if "all" in request.GET and len(found) > 1:
        return render(request, "tournaments/personal/own_pages.html", {"entries": found})
    at, number = request.GET.get("at", ""), request.GET.get("number", "")
    entry = next(
        (one for one in found if (one.tournament.slug, str(one.number)) == (at, number)),
        found.first(),
    )
    if entry is None:
        if sends_nothing():
            text = _(
                "Open your personal link again: it stands on your badge, "
                "which the desk prints again."
            )
        else:
            text = _("Open your personal link again: it stands in your e-mail and on your badge.")
        messages.info(request, text)
        return redirect("calendar")
    return redirect("my_page", entry.tournament.slug, entry.token)


def _my_page(
    request: HttpRequest, tournament: Tournament, entry: Entry, form: ResponseForm | None = None
) -> HttpResponse:
    entry.tournament = tournament
    said, decided = list(entry.responses.all()), decided_for(entry)
    event = shared_event(tournament)
    played = last_published(event)
    table = played.table_of(entry) if played else None
    rolled, confirmed = _values(request, event, entry)
    proposals = proposals_for(entry)
    calls = calls_for(entry)
    may_propose = _may_propose(tournament, entry, played, table)
    games = list(_my_games(event, entry, said, _handed(entry, table), decided))
    context = {
        "tournament": tournament,
        "entry": entry,
        "rolled": rolled,
        "confirmed": confirmed,
        "token": entry.token,
        "played": played,
        "table": table,
        **(_of_the_table(tournament, entry, played, table, proposals) if may_propose else {}),
        "set_aside": may_propose and _set_aside(entry, table, proposals),
        **(_by_the_clock(tournament, entry, played, table) if table else {}),
        **(_play_order(event, entry, played, table) if table else {}),
        "call": _call_of(table, calls),
        "may_call": _may_call(tournament, entry, played, table),
        "kinds": CallKind.choices,
        "gone": _is_gone(entry, played, table),
        "more_draws": any(not one.is_published for one in event.rounds),
        # Whoever has no seat behind a cut is out, and sits in no later round either.
        "out": played is not None and played.stage.cut is not None and table is None,
        "cut_ahead": event.current.stage.cut if event.current else None,
        "all_played": tournament.state == State.RUNNING and event.current is None,
        "next_start": next_start(event),
        "decided": decided,
        "rank": _rank(event, entry),
        "promises": promises(event),
        "junior_promises": promises(event, juniors=True) if entry.pk in event.juniors else [],
        "games": games,
        "form": form,
        "disputes": _disputed_late(games, form) if form else None,
        "at_the_door": _is_at_the_door(request, tournament, entry),
        "version_line": version_line(event),
        "prospect": partial(tournament.entries.prospect_of, entry, clock.now()),
        "waiting_before": _waiting_before(entry),
        "mailed": bool(entry.email) and not entry.address_to_confirm and not sends_nothing(),
        "mails_off": sends_nothing(),
    }
    response = live_page(
        request,
        "tournaments/personal/my_page.html",
        "tournaments/personal/_my_page.html",
        context,
        over=tournament.is_over,
        address=reverse("my_page", args=[tournament.slug, entry.token]),
    )
    response.own = own_digest(entry, said, decided, proposals, calls)
    return response


MY_PAGE = Page("my_page", ("slug", "token"), _my_page)


@behind_a_link
@act
@of_the_entry
@posted(MY_PAGE, form=filled(ResponseForm))
def respond_to_result(sent: Sent, tournament: Tournament, entry: Entry) -> str:
    refuse_too_many(sent.request, "word-on-a-result", {f"{entry.pk}": WORDS})
    responding.respond_to_result(tournament, entry, doer=_as_player(sent, entry), **sent.data)
    if sent.data["agrees"]:
        return _("Thank you, noted.")
    return _("Noted. The chief referee has it and will come to you.")


@behind_a_link
@act
@of_the_entry
@posted(MY_PAGE)
def withdraw_myself(sent: Sent, tournament: Tournament, entry: Entry) -> str:
    """A player has to leave and says so without queueing at the desk."""
    checking_in.leave(tournament, entry.pk, _as_player(sent, entry))
    return _("You have left the tournament. Thank you for playing!")


@behind_a_link
@act
@of_the_entry
@posted(MY_PAGE)
def check_in_myself(sent: Sent, tournament: Tournament, entry: Entry) -> str:
    """A player is in the hall and does not queue at the desk."""
    refuse_too_many(sent.request, "code-at-the-door", {f"{entry.pk}": CODES})
    code = sent.text("code")[:LONGEST_CODE]
    checking_in.check_in_myself(tournament, entry.pk, code, _as_player(sent, entry))
    return _("You are checked in. The draw of round 1 comes here by itself.")


@act
def code_at_the_door(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    """Behind the picture on the large screen: the players whose own pages this browser knows check
    in by one tap, others read where the number goes."""
    links = request.session.get(PLAYER_LINKS, [])
    own = tournament.entries.filter(token__in=links).select_related("person", "joined_from")
    context = {
        "tournament": tournament,
        "own": list(own.order_by("number")),
        "code": code[:LONGEST_CODE],
        "mails_off": sends_nothing(),
    }
    return render(request, "tournaments/personal/code_at_the_door.html", context)


@behind_a_link
@act
@of_the_entry
@posted(MY_PAGE)
def confirm_value_myself(sent: Sent, tournament: Tournament, entry: Entry) -> str:
    """A player saw the dice and says so: that what an official typed is what they showed."""
    rounds.confirm_value(
        tournament,
        sent.number("number"),
        sent.number("value"),
        _as_player(sent, entry),
        known_as=known_as(sent.request, tournament) | keys_of(entry),
        player=entry,
    )
    return _("Thank you, noted.")


def _is_gone(entry: Entry, played: PlayedRound | None, table: SeatedTable | None) -> bool:
    """Whether the player has left and plays nothing any more: only a game that has begun is played
    to its result (D-123), while a seat of a round to come waits for the desk (D-102)."""
    if entry.state != EntryState.WITHDRAWN or table is None:
        return False
    return table.result is not None or played.round.started_at is None


def _is_at_the_door(request: HttpRequest, tournament: Tournament, entry: Entry) -> bool:
    """Whether an official looks at the page of somebody else while players come, by the code on a
    badge, say: the browser is not the player's then."""
    own = entry.owner.user_id is not None and entry.owner.user_id == request.user.pk
    return tournament.state == State.CHECK_IN and may(request.roles, "check_in") and not own


def _may_propose(
    tournament: Tournament, entry: Entry, played: PlayedRound | None, table: SeatedTable | None
) -> bool:
    """Whether the player's table waits for a result that its players may enter."""
    if tournament.from_the_table == FromTheTable.OFF or entry.state not in MAY_SAY:
        return False
    if _is_gone(entry, played, table):
        return False
    waits = table is not None and table.result is None
    return waits and played.round.closed_at is None and tournament.state == State.RUNNING


def _may_call(
    tournament: Tournament, entry: Entry, played: PlayedRound | None, table: SeatedTable | None
) -> bool:
    """Whether the player sits at a table of a round that is not closed."""
    if table is None or entry.state not in MAY_SAY or _is_gone(entry, played, table):
        return False
    return played.round.closed_at is None and tournament.state == State.RUNNING


def _by_the_clock(
    tournament: Tournament, entry: Entry, played: PlayedRound, table: SeatedTable
) -> dict[str, Any]:
    """What is said of the player's game by the clock, and whose turns come after the bell (T-059).
    Whom an official noted at the table is no news to others, so the shared event may not know."""
    return {
        "bell_at": played.round.bell_of(table.table),
        "left": played.round.left_of(table.table),
        "said": said_by_the_clock(tournament, played, table),
        "extra_turns": [seat.entry for seat in table.turns_after(entry.on_turn)],
    }


def _play_order(
    event: Event, entry: Entry, played: PlayedRound, table: SeatedTable
) -> dict[str, Any]:
    """In which order the table plays, or chooses when to, where the format says it (FM-14)."""
    way = event.play_order_of(played)
    if way == PlayOrder.DICE:
        return {}
    in_order = event.in_play_order(played, table)
    place = next(place for place, one in enumerate(in_order, start=1) if one.pk == entry.pk)
    names = ", ".join(one.public_name for one in in_order)
    return {"play_order": {"by_rank": way == PlayOrder.RANK, "place": place, "names": names}}


def _call_of(table: SeatedTable | None, calls: Iterable[Call]) -> Call | None:
    """The open call of the table, if there is one."""
    return next((one for one in calls if table and one.table_id == table.table.pk), None)


def _of_the_table(
    tournament: Tournament,
    entry: Entry,
    played: PlayedRound,
    table: SeatedTable,
    proposals: Sequence[Proposal],
) -> dict[str, Any]:
    """What the page has of a table whose players may enter its result."""
    own = [tournament.slug, entry.token]
    code = [tournament.slug, played.number, table.number, code_of(table.table)]
    said = {
        word.proposal_id: word
        for proposal in proposals
        for word in proposal.words.all()
        if word.entry_id == entry.pk and word.agrees
    }
    return {
        "talk": _talk(tournament, table, proposals),
        "agreed_to": {key for key, word in said.items() if not word.from_code},
        "handed": {key for key, word in said.items() if word.from_code},
        "respond": reverse("respond_to_proposal", args=own),
        "propose": reverse("propose_result", args=[*own, played.number]),
        "choose": reverse("table_page", args=code) + "?all=1",
        "yet_to_begin": _is_yet_to_begin(played, clock.now()),
    }


def _is_yet_to_begin(played: PlayedRound, now: dt.datetime) -> bool:
    """Whether the clock of the round stands still and its planned start is to come. A page that is
    kept may say so some minutes longer: it only makes less of the button."""
    start = played.planned_start
    return played.round.started_at is None and start is not None and now < start


def _handed(entry: Entry, table: SeatedTable | None) -> set[int]:
    """Keys of the results of the player's table in the round that is out to which another phone
    agreed for the player."""
    if entry.tournament.from_the_table == FromTheTable.OFF or not table or not table.result:
        return set()
    said = Q(entry=entry, from_code=True)
    said |= Q(words__entry=entry, words__from_code=True, words__agrees=True)
    stands = Proposal.objects.standing_as(table.result).filter(said)
    return set(stands.values_list("result_id", flat=True))


def _talk(tournament: Tournament, table: SeatedTable, proposals: Iterable[Proposal]) -> Talk:
    return talk_of(
        tournament,
        table.number,
        table.seats,
        [one for one in proposals if one.is_open and one.table_id == table.table.pk],
        named=attrgetter("public_name"),
        now=clock.now(),
    )


def _set_aside(entry: Entry, table: SeatedTable, proposals: Iterable[Proposal]) -> bool:
    """Whether the desk set aside what the player entered last for the table."""
    mine = [one for one in proposals if (one.entry_id, one.table_id) == (entry.pk, table.table.pk)]
    return bool(mine) and mine[-1].outcome == Outcome.DECLINED


def _as_player(sent: Sent, entry: Entry) -> Doer:
    """Whoever opened the personal link, by the name that the entry has."""
    return as_player(sent.doer, entry)


def _values(
    request: HttpRequest, event: Event, entry: Entry
) -> tuple[PublicValue | None, PublicValue | None]:
    """What was rolled and waits for somebody who saw it; and what this player confirmed last."""
    if entry.state != EntryState.CHECKED_IN or event.tournament.is_over:
        return None, None
    rolled = PublicValue.objects.filter(round__tournament=event.tournament)
    rolled = rolled.select_related("round").order_by("round__number", "number")
    found = list(rolled.filter(Q(player=entry) | Q(round__draws__isnull=True)))
    waits = found[-1] if found and not found[-1].confirmed_at else None
    if waits and not known_as_others(waits, known_as(request, event.tournament) | keys_of(entry)):
        waits = None
    mine = [value for value in found if value.player_id == entry.pk]
    return waits, mine[-1] if mine else None


def _disputed_late(games: Sequence[MyGame], form: BaseForm) -> MyGame | None:
    """The game whose result the player may dispute by words that came too late: of a proposal that
    stands meanwhile, or of a result that was corrected."""
    said = form.cleaned_data
    if said.get("agrees") is not False or not said.get("text"):
        return None
    if "proposal_id" in said:
        spoken_of = Table.objects.filter(proposals=said["proposal_id"])
    else:
        spoken_of = Table.objects.filter(results=said.get("result_id"))
    tables = set(spoken_of.values_list("pk", flat=True))
    found = (game for game in games if game.disputable and game.result.table_id in tables)
    return next(found, None)


def _my_games(
    event: Event,
    entry: Entry,
    said: Iterable[Response],
    handed: Collection[int],
    decided: Iterable[Ruling],
) -> Iterator[MyGame]:
    """The player's rounds that have a result, the latest first."""
    by_result = {response.result_id: response for response in said}
    ruled = {(one.table_id, one.question) for one in decided}
    settled = {(one.table_id, one.question): one for one in decided if not one.is_open}
    for stop in reversed(list(stops(event, event.entries[entry.pk]))):
        if stop.table:
            seated = stop.played.table_of(entry)
            if result := seated.result:
                response = by_result.get(result.pk)
                table = seated.table.pk
                yield MyGame(
                    stop,
                    result,
                    response,
                    handed=result.pk in handed,
                    settled=settled.get((table, response.text)) if response else None,
                    disputable=_may_dispute(
                        entry,
                        result,
                        decided=response is not None
                        and not response.agrees
                        and (table, response.text) in ruled,
                    ),
                )


def _may_dispute(entry: Entry, result: Result, *, decided: bool) -> bool:
    """Whether the player may dispute the result, or add something to a dispute of theirs that is
    not decided."""
    if entry.tournament.is_over or result.ending == Ending.VOID:
        return False
    return entry.state == EntryState.CHECKED_IN and not decided


def _rank(event: Event, entry: Entry) -> int | None:
    rows = event.standings().rows
    return next((row.rank for row in rows if row.player == entry.pk), None)


def _waiting_before(entry: Entry) -> int:
    """How many people wait for a place longer than this one."""
    if entry.state != EntryState.WAITING:
        return 0
    return entry.tournament.entries.waiting().filter(queue_number__lt=entry.queue_number).count()


@behind_a_link
@series_act
def official_link(request: HttpRequest, token: str) -> HttpResponse:
    """Let this browser act for the official; asked first, since mail programs open links too."""
    official = Official.objects.filter(token=token).select_related("tournament").first()
    if official is None:
        return link_gone(request)
    if request.method == "POST":
        if open_link(token) is None:
            return link_gone(request)
        remember(request, OFFICIAL_LINKS, token)
        return redirect("desk", official.tournament.slug)
    return render(request, "tournaments/personal/official_link.html", {"official": official})
