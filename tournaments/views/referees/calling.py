"""The queue of calls on the referee's phone: which table waits, for what, and who goes there."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.forms.refereeing import AnswerForm
from tournaments.models import Call, Tournament
from tournaments.permissions import may
from tournaments.services import calling, clock
from tournaments.views.access import act, doer
from tournaments.views.calls import shown_calls, title_of
from tournaments.views.posting import Page, Sent, filled, posted
from tournaments.views.proposals import conflicts

CALLED_OFF = dt.timedelta(minutes=5)
"""So long it is said that nobody is needed any more at a table to which somebody was going."""

ACTS = ("take_call", "close_call", "rule_on_call", "propose_ruling", "give_time", "decide")


def _calls(
    request: HttpRequest, tournament: Tournament, *, form: AnswerForm | None = None
) -> HttpResponse:
    now = clock.now()
    calls = shown_calls(tournament, request.roles, now)
    context: dict[str, Any] = {
        "tournament": tournament,
        "calls": calls,
        "called_off": Call.objects.called_off(tournament, since=now - CALLED_OFF),
        "ringing": " ".join(shown.key for shown in calls if shown.rings),
        "ringing_title": title_of(calls),
        "talks": conflicts(tournament, named=str, now=now),
        "matters": tournament.rulings.waiting().numbered().select_related("table"),
        "me": doer(request).name,
        "form": form,
        "answering": request.resolver_match.kwargs.get("pk") if form else None,
        "may": {name for name in ACTS if may(request.roles, name)},
    }
    part = request.htmx and request.method == "GET"
    page = "tournaments/referees/_calls.html" if part else "tournaments/referees/calls.html"
    return render(request, page, context)


CALLS = Page("calls", ("slug",), _calls)


@act
def calls(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _calls(request, tournament)


@act
@posted(CALLS)
def take_call(sent: Sent, tournament: Tournament, pk: int) -> str:
    call = calling.take_call(tournament, pk, sent.doer)
    return _("Table %(number)s was told that you are coming.") % {"number": call.table.number}


@act
@posted(CALLS)
def close_call(sent: Sent, tournament: Tournament, pk: int) -> str:
    call = calling.close_call(tournament, pk, sent.doer)
    return _("The call of table %(number)s is closed.") % {"number": call.table.number}


@act
@posted(CALLS, form=filled(AnswerForm))
def rule_on_call(sent: Sent, tournament: Tournament, pk: int) -> str:
    calling.rule_on_call(tournament, pk, sent.data["question"], sent.data["answer"], sent.doer)
    return _("The decision is written down.")


@act
@posted(CALLS, form=filled(AnswerForm))
def propose_ruling(sent: Sent, tournament: Tournament, pk: int) -> str:
    calling.propose_ruling(tournament, pk, sent.data["question"], sent.data["answer"], sent.doer)
    return _("Noted. The chief referee has your answer and decides.")
