"""The organiser's desk: where the day stands, the next step, and what blocks it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.desk import Blocker, DeskFacts, NextStep, RoundFacts, next_step
from tournaments.domain.next_event import still_to_check
from tournaments.domain.values import EventKind
from tournaments.models import Tournament
from tournaments.models.entry import Role
from tournaments.models.event import Event, read_event
from tournaments.models.logbook import Act
from tournaments.models.tournament import State
from tournaments.permissions import Who, may
from tournaments.services import clock
from tournaments.services.announcing import announcement_findings
from tournaments.services.closing import days_to_send, sending
from tournaments.services.crowds import crowd_of
from tournaments.services.drafting import taken_over
from tournaments.services.entering import can_confirm, late_in_bulk
from tournaments.services.lapsed import lapsed_lately
from tournaments.services.listening import listeners
from tournaments.services.mailing import sends_nothing
from tournaments.services.rounds.committing import may_commit
from tournaments.services.rounds.inputs import level_at_cut
from tournaments.views.access import act
from tournaments.views.calls import shown_calls
from tournaments.views.desk.delaying import delay_of
from tournaments.views.desk.hall import hall_map
from tournaments.views.desk.rolling import value_box
from tournaments.views.desk.unconfirmed import crowd_messages, lapsed_messages, late_messages
from tournaments.views.disk import disk_messages
from tournaments.views.mails import mail_messages
from tournaments.wording import round_words

# What the one obvious button says.
STEP_LABELS: dict[str, Promise] = {
    "announce": gettext_lazy("Announce the tournament"),
    "open_sign_up": gettext_lazy("Open the sign-up"),
    "open_check_in": gettext_lazy("Open the check-in"),
    "draw_round": gettext_lazy("Draw round {round}"),
    "publish_draw": gettext_lazy("Look at the draw of round {round}"),
    "start_clock": gettext_lazy("Start the clock of round {round}"),
    "close_round": gettext_lazy("Close round {round}"),
    "finish": gettext_lazy("Finish the tournament"),
    "send_results": gettext_lazy("Send the results to the series"),
}
# Steps that lead to a page to look at first; the others are done from the desk itself.
LOOK_FIRST = {"draw_round": "round_desk", "publish_draw": "round_desk", "finish": "closing"}
# What leads there says so: the act itself is done by the button of that page.
LEADS_TO: dict[str, Promise] = {
    "draw_round": gettext_lazy("To the draw of round {round}"),
    "finish": gettext_lazy("To the final standings"),
}


# The page of the help that tells of the step.
CHAPTERS = {
    "announce": "before",
    "open_sign_up": "before",
    "open_check_in": "check-in",
    "draw_round": "round",
    "publish_draw": "round",
    "start_clock": "round",
    "close_round": "results",
}
AFTERWARDS = "closing"


@dataclass(frozen=True, slots=True)
class Step:
    """One stop on the line of the day; without an address for whoever may not go there."""

    label: str
    url: str
    done: bool
    current: bool


@act
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    event = read_event(tournament)
    current = event.current if tournament.state == "running" else None
    calls = shown_calls(tournament, request.roles, clock.now())
    hall = hall_map(current, clock.now(), [shown.call for shown in calls])
    step = next_step(desk_facts(event))
    context = {
        "tournament": tournament,
        "event": event,
        "steps": line_of_steps(event, request.roles),
        "step": step,
        "step_label": _step_label(step, STEP_LABELS),
        "step_button": _step_label(step, {**STEP_LABELS, **LEADS_TO}),
        "step_url": _step_url(tournament, step),
        "step_is_link": step.act in LOOK_FIRST,
        "may_step": step.act is not None and may(request.roles, step.act),
        "chief_may_step": step.act is not None and may(frozenset({Who.CHIEF_REFEREE}), step.act),
        "blockers": [(blocker, _blocker_url(tournament, blocker)) for blocker in step.blockers],
        "to_check": [
            (blocker, _blocker_url(tournament, blocker)) for blocker in _to_check(tournament)
        ],
        "chapter": CHAPTERS.get(step.act or "", AFTERWARDS),
        "waits_for_results": step.act == "close_round" and step.blockers,
        "counts": counts(event),
        "delay": delay_of(event, clock.now()),
        **_to_be_sent(tournament),
        "current": current,
        "hall": hall,
        "listening": listeners(tournament.slug),
        "open_matters": [
            matter for matter in tournament.rulings.select_related("table") if matter.is_open
        ],
        "calls": calls,
        "unanswered": [shown for shown in calls if shown.risen],
        "swap": bool(request.htmx),
        "officials": tournament.officials.all(),
        **_value_waits(request, event),
        "may_commit": may_commit(tournament) and may(request.roles, "commit_draws"),
        "acts": last_done(tournament),
        "disk": disk_messages(),
        "mails": mail_messages(tournament) + _of_sign_ups(tournament),
        "mails_off": sends_nothing(),
        "may": {
            name
            for name in (
                "edit_tournament",
                "edit_printed",
                "entries",
                "open_sign_up",
                "close_sign_up",
                "cancel_tournament",
                "clone_tournament",
                "delete_draft",
                "move_rounds",
                "delay_rounds",
                "pause_clock",
                "resume_clock",
            )
            if may(request.roles, name)
        },
    }
    part = "tournaments/desk/_desk_now.html" if request.htmx else "tournaments/desk/desk.html"
    return render(request, part, context)


def last_done(tournament: Tournament) -> list[Act]:
    """The five latest acts. A dispute is told once: its matter in the referee's book, opened by
    the same click, stands in the logbook alone."""
    latest = tournament.acts.all()[:10]
    disputes = {(one.at, one.by) for one in latest if one.name == "respond_to_result"}
    told = [one for one in latest if one.name != "open_ruling" or (one.at, one.by) not in disputes]
    return told[:5]


def _to_check(tournament: Tournament) -> list[Blocker]:
    """What a draft has from an earlier event and should be looked at before it is announced."""
    taken = taken_over(tournament) if tournament.state == State.DRAFT else None
    return list(still_to_check(*taken)) if taken else []


def _of_sign_ups(tournament: Tournament) -> list[tuple[str, str]]:
    """What the desk is told of sign-ups that keep others out or were not confirmed in time."""
    now = clock.now()
    lapsed = lapsed_lately(tournament, now).count() if can_confirm(tournament) else 0
    late = late_messages(late_in_bulk(tournament, now))
    return crowd_messages(tournament, crowd_of(tournament, now)) + late + lapsed_messages(lapsed)


def desk_facts(event: Event) -> DeskFacts:
    """What the next step depends on, read off the event."""
    tournament = event.tournament
    roles = set(tournament.officials.values_list("role", flat=True))
    return DeskFacts(
        state=tournament.state,
        sign_up_is_closed=tournament.sign_up_is_closed,
        day_reached=tournament.date <= timezone.localdate(),
        faults=announcement_findings(tournament, clock.now()).refusals
        if tournament.state == State.DRAFT
        else (),
        has_chief_referee=Role.CHIEF_REFEREE in roles,
        active=len(event.active),
        level_groups=len(event.standings().undecided),
        rounds=[
            RoundFacts(
                number=played.number,
                state=played.state,
                missing=tuple(table.number for table in played.missing),
                has_start=played.round.starts_at is not None,
                needs_lot=played is event.current and bool(level_at_cut(event)),
            )
            for played in event.rounds
        ],
    )


def counts(event: Event) -> dict[str, int]:
    """How many players there are of each kind, and how many of them still play."""
    out = {"in_play": len(event.in_play), "out": len(event.out_after)}
    return event.head_count | out | {"counted": len(event.counted)}


def _to_be_sent(tournament: Tournament) -> dict[str, Any]:
    """Until when the results are to be sent, of a tournament that is finished."""
    if tournament.state != State.FINISHED:
        return {}
    today = timezone.localdate()
    return {"sending": sending(tournament, today), "days_to_send": days_to_send(tournament, today)}


def _value_waits(request: HttpRequest, event: Event) -> dict[str, Any]:
    """What was rolled and waits for a second person; the page asks again and again for it in the
    name of the round `rolls_for`, if draws need any."""
    number = event.current.number if event.current and not event.current.draw else 0
    if event.tournament.is_over or event.chain_for(number) is None:
        return {"rolls_for": None}
    return value_box(request, event.tournament, number)


def line_of_steps(event: Event, roles: frozenset[Who]) -> list[Step]:
    """The day from the announcement to the sent results, with links to the stops that are open to
    these roles."""
    tournament = event.tournament
    order = ["draft", "announced", "sign-up", "check-in", "running", "finished", "sent"]
    reached = order.index(tournament.state) if tournament.state in order else -1
    if tournament.sign_up_is_closed:
        reached = order.index("check-in")

    def address(name: str, *args: object) -> str:
        return reverse(name, args=[tournament.slug, *args]) if may(roles, name) else ""

    def stop(label: str, name: str, position: int, *, open_still: bool = False) -> Step:
        done, current = reached > position and not open_still, reached == position
        return Step(label, address(name), done=done, current=current)

    rounds = [
        Step(
            round_words(played.number, played.stage),
            address("round_desk", played.number),
            done=played.state == "closed",
            current=tournament.state == "running" and played is event.current,
        )
        for played in event.rounds
    ]
    all_closed = reached == order.index("running") and event.current is None
    gives_places = EventKind(tournament.kind).gives_places
    last = _("Standings and awards") if gives_places else _("Standings")
    closing = stop(last, "closing", order.index("finished"))
    # Announced, the next thing is to open the sign-up; an open one is not done at the door either.
    sign_up = max(order.index("announced"), min(reached, order.index("sign-up")))
    return [
        stop(_("Announcement"), "edit_tournament", 0),
        stop(_("Sign-up"), "entries", sign_up, open_still=tournament.takes_sign_ups),
        stop(_("Check-in"), "check_in_list", 3),
        *rounds,
        Step(closing.label, closing.url, closing.done, closing.current or all_closed),
    ]


def _step_label(step: NextStep, labels: Mapping[str, Promise]) -> str:
    return "" if step.act is None else str(labels[step.act]).format(round=step.round_number)


def _step_url(tournament: Tournament, step: NextStep) -> str:
    if step.act is None:
        return ""
    name = LOOK_FIRST.get(step.act, step.act)
    if name == "closing" or step.round_number is None:
        return reverse(name, args=[tournament.slug])
    return reverse(name, args=[tournament.slug, step.round_number])


def _blocker_url(tournament: Tournament, blocker: Blocker) -> str:
    facts = dict(blocker.facts)
    if blocker.act == "enter_result":
        return reverse(blocker.act, args=[tournament.slug, facts["round"], facts["table"]])
    if blocker.act == "name_official":
        return reverse("officials", args=[tournament.slug])
    return reverse(blocker.act, args=[tournament.slug])
