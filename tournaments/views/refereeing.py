"""The referee's book at the desk: open matters first, each act in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games.engine.rulesets import by_key
from games.views.position import with_board
from tournaments.forms.announcing import ReasonForm
from tournaments.forms.refereeing import (
    CouncilForm,
    ExclusionForm,
    ProtestForm,
    RulingForm,
    TextForm,
)
from tournaments.models import Ruling, Tournament
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.permissions import may
from tournaments.services import refereeing
from tournaments.services.acts import Doer
from tournaments.views.access import act
from tournaments.views.outcome import carry_out, submit

ACTS = ("open_ruling", "decide", "protest", "name_council", "decide_protest", "exclude")


@act
def referees_book(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _book(request, tournament)


@act
def ruling(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return _matter(request, tournament, _found(tournament, pk))


@act
@require_POST
def open_ruling(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = RulingForm(tournament, request.POST)

    def do(who: Doer) -> None:
        table = form.cleaned_data.pop("table")
        refereeing.open_ruling(
            tournament,
            form.cleaned_data.pop("question"),
            who,
            table=table,
            round_number=table.draw.round.number if table else _round_under_way(tournament),
            **form.cleaned_data,
        )

    return submit(
        request,
        form,
        do,
        done=_("The matter is in the book."),
        back=_book_url(tournament),
        again=lambda: _book(request, tournament, ruling_form=form),
    )


@act
@require_POST
def decide(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    form = TextForm(request.POST)
    return _on_matter(
        request,
        tournament,
        pk,
        form=("decide_form", form),
        do=lambda who: refereeing.decide(tournament, pk, form.cleaned_data["text"], who),
        done=_("The decision is written down."),
    )


@act
@require_POST
def protest(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    form = ProtestForm(request.POST)
    return _on_matter(
        request,
        tournament,
        pk,
        form=("protest_form", form),
        do=lambda who: refereeing.protest(
            tournament, pk, form.cleaned_data["text"], form.cleaned_data["by"], who
        ),
        done=_("The protest is written down; name the council."),
    )


@act
@require_POST
def name_council(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    matter = _found(tournament, pk)
    form = CouncilForm(matter, refereeing.eligible_for_council(matter), request.POST)
    return _on_matter(
        request,
        tournament,
        pk,
        form=("council_form", form),
        do=lambda who: refereeing.name_council(
            tournament, pk, form.cleaned_data["members"], form.cleaned_data["reason"], who
        ),
        done=_("The council is named."),
    )


@act
@require_POST
def decide_protest(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    form = TextForm(request.POST)
    return _on_matter(
        request,
        tournament,
        pk,
        form=("council_decision_form", form),
        do=lambda who: refereeing.decide_protest(tournament, pk, form.cleaned_data["text"], who),
        done=_("The council's decision is written down; it is final."),
    )


@act
@require_POST
def exclude(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = ExclusionForm(tournament, request.POST)

    def do(who: Doer) -> None:
        refereeing.exclude(
            tournament,
            form.cleaned_data["entry"].pk,
            form.cleaned_data["reason"],
            who,
            round_number=_round_number(tournament) or 1,
            deliberate=form.cleaned_data["deliberate"],
        )

    return submit(
        request,
        form,
        do,
        done=_("The player is excluded."),
        back=_book_url(tournament),
        again=lambda: _book(request, tournament, exclusion_form=form),
    )


@act
@require_POST
def revoke_exclusion(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    reason = request.POST.get("reason", "")
    return carry_out(
        request,
        lambda who: refereeing.revoke_exclusion(tournament, pk, reason, who),
        done=_("The exclusion is taken back."),
        back=_book_url(tournament),
    )


def _book(
    request: HttpRequest,
    tournament: Tournament,
    *,
    ruling_form: RulingForm | None = None,
    exclusion_form: ExclusionForm | None = None,
) -> HttpResponse:
    matters = list(tournament.rulings.select_related("table").prefetch_related("players"))
    context = {
        "tournament": tournament,
        "open_matters": [matter for matter in matters if matter.is_open],
        "closed_matters": [matter for matter in matters if not matter.is_open],
        "excluded": tournament.entries.filter(exclusion__isnull=False).select_related("exclusion"),
        "ruling_form": ruling_form or RulingForm(tournament),
        "exclusion_form": exclusion_form or ExclusionForm(tournament),
        "reason_form": ReasonForm(),
        "may": {name for name in (*ACTS, "revoke_exclusion") if may(request.roles, name)},
        "tables_to_ask": _tables_to_ask(tournament),
    }
    return render(request, "tournaments/referees_book.html", context)


def _tables_to_ask(tournament: Tournament) -> list[tuple[int, str]]:
    """Where to ask about a photographed table on the board of each round that was drawn in public,
    by its number, the last one first; none of a game that does not begin in the middle."""
    key = tournament.game.ruleset
    if not key or by_key(key).notation.position is None:
        return []
    return [
        (round_.number, with_board(key, round_.board))
        for round_ in tournament.rounds.filter(
            draws__published_at__isnull=False, draws__withdrawn_at=None
        ).order_by("-number")
        if round_.board is not None
    ]


def _matter(
    request: HttpRequest, tournament: Tournament, matter: Ruling, **forms_: forms.Form
) -> HttpResponse:
    protest_form = ProtestForm()
    council_form = CouncilForm(matter, refereeing.eligible_for_council(matter))
    context: dict[str, Any] = {
        "tournament": tournament,
        "ruling": matter,
        "players": matter.players.all(),
        "table_url": _table_url(request, tournament, matter),
        "council": matter.council.all(),
        "decide_form": TextForm(initial={"text": matter.decision}),
        "protest_form": protest_form,
        "council_form": council_form,
        "council_decision_form": TextForm(),
        "may": {name for name in ACTS if may(request.roles, name)},
        **forms_,
    }
    return render(request, "tournaments/ruling.html", context)


def _table_url(request: HttpRequest, tournament: Tournament, matter: Ruling) -> str:
    """Where the result of the table is corrected, for whoever may; "" if it was drawn again."""
    table = matter.table
    if table is None or table.draw.withdrawn_at or not may(request.roles, "enter_result"):
        return ""
    return reverse("enter_result", args=[tournament.slug, table.draw.round.number, table.number])


def _on_matter(
    request: HttpRequest,
    tournament: Tournament,
    pk: int,
    *,
    form: tuple[str, forms.Form],
    do: Callable[[Doer], None],
    done: str,
) -> HttpResponse:
    """Do something to one matter; a form with mistakes comes back as it was typed."""
    matter = _found(tournament, pk)
    name, typed = form
    return submit(
        request,
        typed,
        do,
        done=done,
        back=reverse("ruling", args=[tournament.slug, matter.pk]),
        again=lambda: _matter(request, tournament, matter, **{name: typed}),
    )


def _found(tournament: Tournament, pk: int) -> Ruling:
    return get_object_or_404(tournament.rulings.select_related("table__draw__round"), pk=pk)


def _round_number(tournament: Tournament) -> int | None:
    current = read_event(tournament).current
    return current.number if current else None


def _round_under_way(tournament: Tournament) -> int | None:
    """The round in which a matter without a table happened; None before and after the day."""
    return _round_number(tournament) if tournament.state == State.RUNNING else None


def _book_url(tournament: Tournament) -> str:
    return reverse("referees_book", args=[tournament.slug])
