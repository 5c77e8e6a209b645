"""A draft after an earlier event, and a draft that is thrown away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.forms.announcing import NextEventForm
from tournaments.models import Tournament
from tournaments.permissions import PERMISSIONS, may
from tournaments.services import drafting
from tournaments.services.acts import Doer
from tournaments.services.offices import series_written_by
from tournaments.views.access import act, organised_by
from tournaments.views.outcome import submit
from tournaments.views.posting import Page, Sent, posted

DELETED = "deleted-draft"
"""The address of the draft that this browser has deleted last, for a second click."""


def earlier_events(request: HttpRequest) -> QuerySet[Tournament]:
    """The events after which whoever asks may make a new one, the latest first."""
    own = organised_by(request).exclude(announced_at=None).select_related("club")
    return own.order_by("-date", "-pk")


def _writes_in_its_series(request: HttpRequest, tournament: Tournament) -> bool:
    series = series_written_by(request.user)
    return tournament.series_id in [one.pk_as_kept for one in series]


@act
def clone_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if not may(request.roles, "create_tournament") or not _writes_in_its_series(
        request, tournament
    ):
        messages.info(request, _("New tournaments are written by organisers of the series."))
        return redirect("ask_for_office")
    to_create = replace(request.standing, roles=PERMISSIONS["create_tournament"])
    form = NextEventForm(
        request.POST or None,
        earlier=tournament,
        officials=drafting.officials_to_ask(tournament, request.user),
    )
    made: list[Tournament] = []

    def do(who: Doer) -> None:
        typed = form.cleaned_data
        made.append(
            drafting.clone_tournament(
                tournament,
                typed["name"],
                typed["date"],
                form.chosen(),
                who,
                user=request.user,
                to_create=to_create,
            )
        )

    def again() -> HttpResponse:
        context = {"tournament": tournament, "form": form}
        return render(request, "tournaments/desk/clone_tournament.html", context)

    if request.method != "POST":
        return again()
    answer = submit(
        request,
        form,
        do,
        done=_("The draft is saved. What is still to be looked at stands below."),
        back=reverse("clone_tournament", args=[tournament.slug]),
        again=again,
    )
    return redirect("desk", made[0].slug) if made else answer


def _told_once_gone(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Tell a second click that the draft is deleted, which by then is at no address any more."""

    @wraps(view)
    def answer(request: HttpRequest, slug: str) -> HttpResponse:
        mine = request.session.get(DELETED) == slug
        if mine and not Tournament.objects.filter(slug=slug).exists():
            messages.info(request, _("This draft is deleted already."))
            return redirect("my_tournaments")
        return view(request, slug)

    return answer


@_told_once_gone
@act
@posted(Page("my_tournaments"))
def delete_draft(sent: Sent, tournament: Tournament) -> str:
    drafting.delete_draft(tournament, sent.doer)
    sent.request.session[DELETED] = tournament.slug
    return _("The draft is deleted.")
