"""The referee's book at the desk: open matters first, each act in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.rulesets import by_key
from games.views.position import with_board
from tournaments.domain.games import TableGame
from tournaments.forms.announcing import ReasonForm
from tournaments.forms.refereeing import (
    CouncilForm,
    ExclusionForm,
    ProtestForm,
    RulingForm,
    TextForm,
    TimeForm,
)
from tournaments.models import Call, Ruling, Tournament
from tournaments.models.entry import Role
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.permissions import may
from tournaments.services import clock, refereeing, rounds
from tournaments.views.access import act
from tournaments.views.calls import shown_calls
from tournaments.views.posting import Page, Sent, posted
from tournaments.views.proposals import conflicts

ACTS = ("open_ruling", "decide", "protest", "name_council", "decide_protest", "exclude")

# What the fields of a form are called, where several stand on one page.
EXCLUDING, TIMING = "exclude_%s", "time_%s"
PROTESTING, COUNCIL, IN_COUNCIL = "protest_%s", "council_%s", "final_%s"


def _book(
    request: HttpRequest,
    tournament: Tournament,
    *,
    ruling_form: RulingForm | None = None,
    exclusion_form: ExclusionForm | None = None,
    time_form: TimeForm | None = None,
) -> HttpResponse:
    matters = list(tournament.rulings.numbered().select_related("table"))
    excluded = tournament.entries.filter(exclusion__isnull=False).select_related("exclusion")
    context = {
        "tournament": tournament,
        "calls": shown_calls(tournament, request.roles, clock.now()),
        "open_matters": [matter for matter in matters if matter.is_open],
        "talks": conflicts(tournament, named=str, now=clock.now()),
        "closed_matters": [matter for matter in matters if not matter.is_open],
        "excluded": [(one, ReasonForm(auto_id=f"revoke-{one.number}_%s")) for one in excluded],
        "ruling_form": ruling_form or RulingForm(tournament),
        "exclusion_form": exclusion_form or ExclusionForm(tournament, auto_id=EXCLUDING),
        "time_form": time_form or TimeForm(tournament, auto_id=TIMING),
        "may": {
            name for name in (*ACTS, "give_time", "revoke_exclusion") if may(request.roles, name)
        },
        "tables_to_ask": _tables_to_ask(tournament),
    }
    return render(request, "tournaments/referees/referees_book.html", context)


def _matter(
    request: HttpRequest, tournament: Tournament, pk: int, **forms_: forms.Form
) -> HttpResponse:
    matter = _found(tournament, pk)
    people = refereeing.eligible_for_council(matter)
    proposed = Call.objects.filter(ruling=matter).exclude(answer="").first()
    answer = proposed.answer if proposed else ""
    context: dict[str, Any] = {
        "tournament": tournament,
        "ruling": matter,
        "players": matter.players.all(),
        "table_url": _table_url(request, tournament, matter),
        "ruled_since": _is_ruled_since(matter),
        "earlier": Ruling.objects.on_the_same_rule(matter).numbered(),
        "council": matter.council.all(),
        "has_chief": tournament.officials.filter(role=Role.CHIEF_REFEREE).exists(),
        "proposed": proposed,
        "decide_form": TextForm(initial={"text": matter.decision or answer}),
        "protest_form": ProtestForm(auto_id=PROTESTING),
        "council_form": CouncilForm(matter, people, auto_id=COUNCIL),
        "council_decision_form": TextForm(auto_id=IN_COUNCIL),
        "may": {name for name in ACTS if may(request.roles, name)},
        **forms_,
    }
    return render(request, "tournaments/referees/ruling.html", context)


BOOK = Page("referees_book", ("slug",), _book)
MATTER = Page("ruling", ("slug", "pk"), _matter)


@act
def referees_book(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _book(request, tournament)


@act
def ruling(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    return _matter(request, tournament, pk)


@act
@posted(BOOK, ruling_form=lambda request, tournament: RulingForm(tournament, request.POST))
def open_ruling(sent: Sent, tournament: Tournament) -> str:
    table = sent.data.pop("table")
    refereeing.open_ruling(
        tournament,
        sent.data.pop("question"),
        sent.doer,
        table=table,
        round_number=table.draw.round.number if table else _round_under_way(tournament),
        **sent.data,
    )
    return _("The matter is in the book.")


def _about(form: type[forms.Form], **given: str) -> Callable[..., forms.Form]:
    """How a form about a matter is filled in; one that is not there is not found."""

    def fill(request: HttpRequest, tournament: Tournament, pk: int) -> forms.Form:
        _found(tournament, pk)
        return form(request.POST, **given)

    return fill


@act
@posted(MATTER, decide_form=_about(TextForm))
def decide(sent: Sent, tournament: Tournament, pk: int) -> str:
    refereeing.decide(tournament, pk, sent.data["text"], sent.doer)
    return _("The decision is written down.")


@act
@posted(MATTER, protest_form=_about(ProtestForm, auto_id=PROTESTING))
def protest(sent: Sent, tournament: Tournament, pk: int) -> str:
    refereeing.protest(tournament, pk, sent.data["text"], sent.data["by"], sent.doer)
    return _("The protest is written down; name the council.")


def _council_form(request: HttpRequest, tournament: Tournament, pk: int) -> CouncilForm:
    matter = _found(tournament, pk)
    people = refereeing.eligible_for_council(matter)
    return CouncilForm(matter, people, request.POST, auto_id=COUNCIL)


@act
@posted(MATTER, council_form=_council_form)
def name_council(sent: Sent, tournament: Tournament, pk: int) -> str:
    refereeing.name_council(tournament, pk, sent.data["members"], sent.data["reason"], sent.doer)
    return _("The council is named.")


@act
@posted(MATTER, council_decision_form=_about(TextForm, auto_id=IN_COUNCIL))
def decide_protest(sent: Sent, tournament: Tournament, pk: int) -> str:
    refereeing.decide_protest(tournament, pk, sent.data["text"], sent.doer)
    return _("The council's decision is written down; it is final.")


@act
@posted(
    BOOK,
    exclusion_form=lambda request, tournament: ExclusionForm(
        tournament, request.POST, auto_id=EXCLUDING
    ),
)
def exclude(sent: Sent, tournament: Tournament) -> str:
    refereeing.exclude(
        tournament,
        sent.data["entry"].pk,
        sent.data["reason"],
        sent.doer,
        round_number=_round_number(tournament) or 1,
        deliberate=sent.data["deliberate"],
    )
    return _("The player is excluded.")


@act
@posted(
    BOOK,
    time_form=lambda request, tournament: TimeForm(tournament, request.POST, auto_id=TIMING),
)
def give_time(sent: Sent, tournament: Tournament) -> str:
    """From the book, or from a call, whose page it goes back to."""
    table, minutes = sent.data["table"], sent.data["minutes"]
    rounds.give_time(tournament, table.draw.round.number, table.number, minutes, sent.doer)
    if sent.number("call"):
        sent.back = reverse("calls", args=[tournament.slug])
    if not minutes:
        return _("The extra time of table %(number)s is taken back.") % {"number": table.number}
    return ngettext(
        "Table %(number)s has %(minutes)s minute more.",
        "Table %(number)s has %(minutes)s minutes more.",
        minutes,
    ) % {"number": table.number, "minutes": minutes}


@act
@posted(BOOK)
def revoke_exclusion(sent: Sent, tournament: Tournament, pk: int) -> str:
    refereeing.revoke_exclusion(tournament, pk, sent.reason, sent.doer)
    return _("The exclusion is taken back.")


def _tables_to_ask(tournament: Tournament) -> list[tuple[int, str]]:
    """Where to ask about a photographed table on the board of each round that was drawn in public,
    by its number, the last one first; none of a game that does not begin in the middle."""
    drawn = tournament.rounds.filter(draws__published_at__isnull=False, draws__withdrawn_at=None)
    return [
        (round_.number, with_board(round_.game.ruleset, round_.board))
        for round_ in drawn.order_by("-number")
        if round_.board is not None and _may_begin_in_the_middle(round_.game)
    ]


def _may_begin_in_the_middle(game: TableGame) -> bool:
    return bool(game.ruleset) and by_key(game.ruleset).notation.position is not None


def _table_url(request: HttpRequest, tournament: Tournament, matter: Ruling) -> str:
    """Where the result of the table is corrected, for whoever may; "" if it was drawn again."""
    table = matter.table
    if table is None or table.draw.withdrawn_at or not may(request.roles, "enter_result"):
        return ""
    return reverse("enter_result", args=[tournament.slug, table.draw.round.number, table.number])


def _is_ruled_since(matter: Ruling) -> bool:
    table = matter.table
    if table is None or table.draw.withdrawn_at or matter.tournament.is_over:
        return False
    return matter.is_newer_than(table.results.order_by("-number").first())


def _found(tournament: Tournament, pk: int) -> Ruling:
    matters = tournament.rulings.numbered().select_related("table__draw__round")
    return get_object_or_404(matters, pk=pk)


def _round_number(tournament: Tournament) -> int | None:
    current = read_event(tournament).current
    return current.number if current else None


def _round_under_way(tournament: Tournament) -> int | None:
    """The round in which a matter without a table happened; None before and after the day."""
    return _round_number(tournament) if tournament.state == State.RUNNING else None
