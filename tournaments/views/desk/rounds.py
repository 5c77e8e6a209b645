"""The desk of a round: draw, look, change, publish, play, close."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Callable
from typing import Any

from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.domain.seating import table_sizes
from tournaments.domain.timetable import end_is_near
from tournaments.domain.values import EventKind, Refused
from tournaments.forms.announcing import ReasonForm
from tournaments.forms.rounds import (
    BellForm,
    BoardForm,
    DrawForm,
    LimitForm,
    PairForm,
    SourceForm,
    StartRollsForm,
    SwapForm,
    TurnLimitForm,
    ValueForm,
)
from tournaments.models import Draw, Tournament, ValueSource
from tournaments.models.event import Event, PlayedRound, read_event
from tournaments.models.tournament import State
from tournaments.permissions import may
from tournaments.services import clock, rounds
from tournaments.services.rounds.committing import may_commit
from tournaments.services.rounds.drawing import SEED_BYTES
from tournaments.services.rounds.inputs import (
    contenders,
    drawn_as_wished,
    to_be_seated,
    wanted_sizes,
)
from tournaments.services.rounds.swapping import check_through, weigh_swap
from tournaments.services.wishes import impossible_next
from tournaments.views.access import act
from tournaments.views.bell import said_by_the_clock, word_now
from tournaments.views.desk.delaying import delay_of
from tournaments.views.desk.rolling import last_value, rolling, value_box, value_state
from tournaments.views.desk.round_sheet import round_sheet
from tournaments.views.draw_account import chance, swaps_made
from tournaments.views.known import known_as
from tournaments.views.outcome import carry_out
from tournaments.views.posting import Page, Sent, filled, posted
from tournaments.views.public.format_words import stage_words

ACTS = (
    "build_board",
    "name_source",
    "type_value",
    "confirm_value",
    "draw_round",
    "swap_players",
    "publish_draw",
    "unpublish_draw",
    "announce_limit",
    "start_clock",
    "pause_clock",
    "resume_clock",
    "stop_clock",
    "move_rounds",
    "delay_rounds",
    "set_turn_limit",
    "mark_bell",
    "close_round",
    "reopen_round",
    "open_ruling",
)


@act
def round_desk(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    if request.htmx and request.htmx.target == "value-box":
        return render(
            request, "tournaments/desk/_value_box.html", value_box(request, tournament, number)
        )
    asks = request.htmx and request.htmx.target == "value"
    if asks and request.GET.get("seen") == value_state(tournament, number):
        return HttpResponse(status=204)
    return _page(request, tournament, number)


def _page(request: HttpRequest, tournament: Tournament, number: int, **filled: Any) -> HttpResponse:
    event = read_event(tournament)
    played = event.round(number)
    if played is None:
        raise Http404
    now = clock.now()
    sheet = round_sheet(event, played)
    attempt = played.draw.attempt if played.draw else 0
    times = played.times
    bell_at = played.round.bell_at
    said = said_by_the_clock(tournament, played)
    context = {
        "tournament": tournament,
        "event": event,
        "played": played,
        "sheet": sheet,
        "done_count": len(sheet.cards) - len(sheet.missing),
        "before": event.round(number - 1),
        "after": event.round(number + 1),
        "to_seat": _to_seat(event, played),
        "others_through": _others_through(event, played),
        "board": played.round.board,
        "times": times,
        "delay": delay_of(event, now),
        "bell_rang": bell_at is not None and now >= bell_at,
        "said": said,
        "word": word_now(said),
        "with_time": _with_time(played, now),
        "end_is_near": played.missing and end_is_near(now, times.latest_end),
        **chance(event, played),
        "swaps": swaps_made(event, played.draw) if played.draw else [],
        "draws": played.round.draws.filter(withdrawn_at__isnull=False).order_by("-attempt"),
        "draw_form": DrawForm(
            initial={"instead_of": attempt, "value": last_value(played)},
            again=bool(attempt),
        ),
        **rolling(request, event, played),
        "may_commit": may_commit(tournament) and may(request.roles, "commit_draws"),
        "is_next": event.current is played,
        "wished": sum(wish.value().holds_in(number) for wish in event.wishes),
        "drawn_as_wished": drawn_as_wished(event, played),
        "wish_faults": _wish_faults(event, played),
        "board_form": BoardForm(),
        "limit_form": LimitForm(
            initial={"minutes": played.round.limit_minutes}, kind=EventKind(tournament.kind)
        ),
        "turn_limit_form": TurnLimitForm(initial={"minutes": played.round.turn_limit_minutes}),
        "unpublish_form": ReasonForm(auto_id="unpublish_%s"),
        "reopen_form": ReasonForm(auto_id="reopen_%s"),
        "may": {name for name in ACTS if may(request.roles, name)},
        **_swap(request, event, played),
        **filled,
    }
    # The tables still playing ask for themselves again and again, and so does what was rolled.
    part = PARTS.get(request.htmx.target) if request.htmx else None
    return render(request, f"tournaments/desk/{part or 'round_desk'}.html", context)


def _with_time(played: PlayedRound, now: dt.datetime) -> set[int]:
    """Numbers of the tables whose extra time is not over."""
    bells = {table.number: played.round.bell_of(table.table) for table in played.missing}
    extra = {table.number for table in played.missing if table.table.extra_minutes}
    return {number for number in extra if (bell := bells[number]) and now < bell}


PARTS = {"playing": "round_desk/_playing", "value": "round_desk/_value"}


ROUND = Page("round_desk", ("slug", "number"), _page)


@act
@require_POST
def commit_draws(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return carry_out(
        request,
        lambda who: rounds.commit_draws(tournament, secrets.token_hex(32), who),
        done=_("The number is published. Dice are rolled before every draw."),
        back=reverse("round_desk", args=[tournament.slug, 1]),
    )


def _source_form(request: HttpRequest, tournament: Tournament, number: int) -> SourceForm:
    again = ValueSource.objects.filter(round__tournament=tournament, round__number=number).exists()
    return SourceForm(request.POST, again=again, auto_id="source_%s")


@act
@posted(ROUND, source_form=_source_form)
def name_source(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.name_source(
        tournament,
        number,
        sent.data["text"],
        sent.data["due_at"],
        sent.doer,
        reason=sent.data.get("reason", ""),
    )
    return _("Told. Everybody can read it.")


def _instead_of(form: type[BaseForm], **given: str) -> Callable[..., BaseForm]:
    """How a form is filled in that asks for a reason once there is something in the place."""

    def fill(request: HttpRequest, *_given: object, **_at: object) -> BaseForm:
        again = request.POST.get("instead_of", "0") != "0"
        return form(request.POST, again=again, **given)

    return fill


@act
@posted(ROUND, value_form=_instead_of(ValueForm, auto_id="value_%s"))
def type_value(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.type_value(
        tournament,
        number,
        sent.data["text"],
        sent.doer,
        known_as=known_as(sent.request, tournament),
        reason=sent.data.get("reason", ""),
        instead_of=sent.data["instead_of"],
    )
    return _("Kept.")


@act
@posted(ROUND)
def confirm_value(sent: Sent, tournament: Tournament, number: int) -> str:
    known = known_as(sent.request, tournament)
    rounds.confirm_value(tournament, number, sent.number("value"), sent.doer, known_as=known)
    return _("Confirmed. The round can be drawn.")


@act
@posted(ROUND, draw_form=_instead_of(DrawForm))
def draw_round(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.draw_round(
        tournament,
        number,
        secrets.token_hex(SEED_BYTES),
        sent.doer,
        sent.data.get("reason", ""),
        value=sent.data["value"],
        instead_of=sent.data["instead_of"],
    )
    return _("Round %(number)s is drawn. Look at it, then publish it.") % {"number": number}


@act
@posted(ROUND, board_form=filled(BoardForm))
def build_board(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.build_board(tournament, number, sent.data["seed"], sent.doer)
    return _("The board is built anew.")


def _swap_form(request: HttpRequest, tournament: Tournament, number: int) -> SwapForm:
    played = read_event(tournament).round(number)
    if played is None or played.draw is None:
        raise Http404
    return SwapForm(played, request.POST, auto_id="swap_%s")


@act
@posted(ROUND, swap_form=_swap_form)
def swap_players(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.swap_players(tournament, number, doer=sent.doer, **sent.data)
    return _("They changed seats.")


@act
@posted(ROUND)
def publish_draw(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.publish_draw(tournament, number, sent.doer, attempt=sent.number("attempt") or None)
    return _("Round %(number)s is published.") % {"number": number}


@act
@posted(ROUND, unpublish_form=filled(ReasonForm, auto_id="unpublish_%s"))
def unpublish_draw(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.unpublish_draw(tournament, number, sent.doer, sent.data["reason"])
    return _("Only officials see the draw of round %(number)s now.") % {"number": number}


def _limit(request: HttpRequest, tournament: Tournament, number: int) -> LimitForm:
    return LimitForm(request.POST, kind=EventKind(tournament.kind))


@act
@posted(ROUND, limit_form=_limit)
def announce_limit(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.announce_limit(tournament, number, sent.data["minutes"], sent.doer)
    return _("The limit is set.")


@act
@posted(ROUND)
def start_clock(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.start_clock(tournament, number, sent.doer)
    return _("The clock runs.")


@act
@posted(ROUND)
def pause_clock(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.pause_clock(tournament, number, sent.doer)
    return _("The clock stands. All pages and the large screen say so.")


@act
@posted(ROUND)
def resume_clock(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.resume_clock(tournament, number, sent.doer)
    return _("The clock runs again.")


@act
@posted(ROUND)
def stop_clock(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.stop_clock(tournament, number, sent.doer)
    return _("The clock is set back.")


@act
@posted(Page("desk", ("slug",)))
def move_rounds(sent: Sent, tournament: Tournament) -> str:
    rounds.move_rounds(tournament, sent.doer)
    return _("The rounds that follow are moved. Say it in the hall.")


@act
@posted(Page("desk", ("slug",)))
def delay_rounds(sent: Sent, tournament: Tournament) -> str:
    minutes = sent.number("minutes")
    rounds.delay_rounds(tournament, minutes, sent.doer, first=sent.number("first"))
    return _("Everything that follows starts %(minutes)s min later. All pages say so.") % {
        "minutes": minutes
    }


@act
@posted(ROUND, turn_limit_form=filled(TurnLimitForm))
def set_turn_limit(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.set_turn_limit(tournament, number, sent.data["minutes"], sent.doer)
    return _("The limit of a turn is set. Announce it at the tables.")


@act
@posted(ROUND, bell_form=filled(BellForm))
def mark_bell(sent: Sent, tournament: Tournament, number: int, table_number: int) -> str:
    rounds.mark_bell(tournament, number, table_number, sent.data["position"], sent.doer)
    return _("Who was on turn at table %(number)s is noted.") % {"number": table_number}


def _rolls_form(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> StartRollsForm:
    played = read_event(tournament).round(number)
    seated = played and played.table(table_number)
    if seated is None:
        raise Http404
    return StartRollsForm(seated, request.POST)


def _rolls_page(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    table_number: int,
    rolls_form: StartRollsForm,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "number": number,
        "seated": rolls_form.seated,
        "rolls_form": rolls_form,
    }
    return render(request, "tournaments/desk/start_rolls.html", context)


@act
@posted(
    Page("enter_result", ("slug", "number", "table_number"), _rolls_page), rolls_form=_rolls_form
)
def record_start_rolls(sent: Sent, tournament: Tournament, number: int, table_number: int) -> str:
    rounds.record_start_rolls(
        tournament,
        number,
        table_number,
        sent.doer,
        rolls=sent.form.rolls(),
        first=sent.data["first"],
    )
    return _("The start of table %(number)s is noted.") % {"number": table_number}


@act
@posted(ROUND)
def close_round(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.close_round(tournament, number, sent.doer)
    return _("Round %(number)s is closed.") % {"number": number}


@act
@posted(ROUND, reopen_form=filled(ReasonForm, auto_id="reopen_%s"))
def reopen_round(sent: Sent, tournament: Tournament, number: int) -> str:
    rounds.reopen_round(tournament, number, sent.doer, sent.data["reason"])
    return _("Round %(number)s is open again.") % {"number": number}


@act
def withdrawn_draw(
    request: HttpRequest, tournament: Tournament, number: int, attempt: int
) -> HttpResponse:
    """An earlier draw, as it was when it was withdrawn, with the results it got."""
    draw = get_object_or_404(
        Draw.objects.select_related("round"),
        round__tournament=tournament,
        round__number=number,
        attempt=attempt,
    )
    tables = draw.tables.prefetch_related("seats__entry", "results__scores__seat")
    context = {
        "tournament": tournament,
        "draw": draw,
        "tables": tables,
        "edits": draw.edits.select_related("first", "second"),
    }
    return render(request, "tournaments/desk/withdrawn_draw.html", context)


def _wish_faults(event: Event, played: PlayedRound) -> list[Refused]:
    """Told before the dice are rolled: whoever mends a wish after them may be asked why."""
    is_next = event.current and event.current.number == played.number
    return impossible_next(event) if is_next and not played.draw else []


def _to_seat(event: Event, played: PlayedRound) -> dict[str, Any] | None:
    """How many are to be seated and at which tables, before anything is drawn.

    Before a semi-final or a final `of` says how many could play, and once the round before it is
    closed `through` and `next` who does, and who moves up if somebody of them cannot. `way` is how
    the format seats them.
    """
    if played.draw is not None or event.tournament.state not in (State.CHECK_IN, State.RUNNING):
        return None
    could = contenders(event, played.number)
    cut = played.stage.cut
    stage = event.format_stage_of(played.number)
    found: dict[str, Any] = {
        "players": len(could),
        "way": stage and stage_words(stage),
        "winners": stage is not None and stage.winners,
    }
    try:
        if cut is not None:
            found |= {"of": len(could), "players": min(cut, len(could))}
            if event.current is played:
                seated = to_be_seated(event, played.number)
                found |= {"through": seated, "next": could[len(seated) : len(seated) + 1]}
        sizes = table_sizes(found["players"], wanted_sizes(event, played.number, found["players"]))
    except Refused as refusal:
        return {**found, "refusal": refusal, "needs_lot": refusal.rule_id == "D-120"}
    return {**found, "fours": sizes.count(4), "threes": sizes.count(3)}


def _others_through(event: Event, played: PlayedRound) -> Refused | None:
    """Why a semi-final or final that is drawn and has not begun should be drawn again."""
    if played.state not in ("drawn", "published"):
        return None
    try:
        check_through(event, played)
    except Refused as refusal:
        return refusal
    return None


def _swap(request: HttpRequest, event: Event, played: PlayedRound) -> dict[str, Any]:
    """What two chosen players changing seats would do, worked out before anything is done."""
    if played.state != "drawn" or not may(request.roles, "swap_players"):
        return {}
    chosen = request.GET if "first" in request.GET else request.POST
    pair = PairForm(played, chosen if "second" in chosen else None, initial=request.GET)
    if not pair.is_bound or not pair.is_valid():
        return {"pair_form": pair}
    first, second = pair.cleaned_data["first"], pair.cleaned_data["second"]
    found: dict[str, Any] = {"pair_form": pair, "first": first, "second": second}
    try:
        weighed = weigh_swap(event, played, event.entries[first.pk], event.entries[second.pk])
    except Refused as refusal:
        return {**found, "swap_refusal": refusal}
    numbers = sorted(
        number
        for number, (old, new) in enumerate(
            zip((t.entries for t in played.tables), weighed.swap.tables, strict=True), start=1
        )
        if old != new
    )
    return {
        **found,
        "weighed": weighed,
        "tables_after": [(number, weighed.swap.tables[number - 1]) for number in numbers],
        "swap_form": SwapForm(
            played,
            initial={"first": first, "second": second, "after_edits": played.draw.edits.count()},
            auto_id="swap_%s",
        ),
    }
