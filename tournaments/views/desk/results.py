"""Results at the desk: the grid of a whole round, and everything about one table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db import DatabaseError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.values import Caution, Refused
from tournaments.forms.announcing import ReasonForm
from tournaments.forms.results import PointsForm, ResultForm, result_form
from tournaments.forms.rounds import StartRollsForm
from tournaments.models import Draw, Entry, Proposal, Response, Result, Ruling, Table, Tournament
from tournaments.models.event import PlayedRound, SeatedTable, read_event, read_table
from tournaments.models.tournament import FromTheTable
from tournaments.permissions import may
from tournaments.services import clock, results
from tournaments.services.acts import Doer
from tournaments.services.agreement import as_recorded, doubts, remarks_on, with_records
from tournaments.services.entered import as_entered, points_and_further
from tournaments.services.locks import is_locked_out
from tournaments.services.results import EnteredMeanwhile
from tournaments.views.access import act, doer
from tournaments.views.desk.round_sheet import TableCard, lines_of, round_sheet
from tournaments.views.outcome import (
    OTHERS_ARE_SAVING,
    Outcome,
    outcome,
    outcome_with_form,
)
from tournaments.views.posting import Page, Sent, posted
from tournaments.views.proposals import Talk, open_proposals, talk_of
from tournaments.wording import in_words

TABLE = Page("enter_result", ("slug", "number", "table_number"))
"""To which everything about one table leads back."""


@dataclass(slots=True)
class Line:
    """One table in the grid: what was typed, and why it is not saved yet."""

    form: PointsForm
    reasons: tuple[Refused, ...] = ()
    cautions: tuple[Caution, ...] = ()
    theirs: Result | None = None

    @property
    def number(self) -> int:
        return self.form.seated.number


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of a proposal at the desk: what is asked before it is accepted, or the number of
    the table that is settled by it."""

    proposal: int
    cautions: tuple[Caution, ...] = ()
    settled: int | None = None


@act
def results_desk(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The grid. Each table is saved or refused on its own, and what was typed stays."""
    played = read_event(tournament).round(number)
    if played is None:
        raise Http404
    if request.method != "POST":
        if not played.is_published:
            return _not_published(request, tournament, number)
        wanted = request.GET.get("table", "")
        if wanted.isdecimal() and played.table(int(wanted[:9])):
            return redirect("enter_result", tournament.slug, number, int(wanted[:9]))
        return _grid(request, tournament, number, {})
    saved, open_lines, outdated = _save_lines(request, tournament, played)
    if saved:
        tables = ", ".join(str(table) for table in saved)
        told_of = ngettext("Saved: table %(tables)s.", "Saved: tables %(tables)s.", len(saved))
        messages.success(request, told_of % {"tables": tables})
    elif not open_lines and not outdated:
        messages.info(request, _("Nothing was typed, so nothing was saved."))
    if open_lines or outdated:
        return _grid(request, tournament, number, open_lines, outdated)
    return redirect("results_desk", tournament.slug, number)


def _save_lines(
    request: HttpRequest, tournament: Tournament, played: PlayedRound
) -> tuple[list[int], dict[int, Line], list[Line]]:
    """Numbers of the tables saved; lines left open, of this draw by number, and of an older one."""
    attempt = request.POST.get("draw", "")
    current = played.draw is not None and attempt == str(played.draw.attempt)
    tables = played.tables if current else _tables_of_draw(played, attempt)
    saved: list[int] = []
    left: dict[int, Line] = {}
    given_up, who = False, doer(request)
    for seated in tables:
        prefix = f"t{seated.number}"
        form = PointsForm(seated, request.POST, prefix=prefix, scoring=tournament.scoring)
        if f"{prefix}-seen" not in request.POST or not form.is_typed:
            continue
        if given_up:
            left[seated.number] = Line(form, (OTHERS_ARE_SAVING,))
            continue
        confirmed = frozenset(request.POST.getlist(f"{prefix}-cautions"))
        try:
            line = _save_line(request, tournament, form, replace(who, confirmed=confirmed))
        except DatabaseError as error:
            # What is saved is saved; who waited once for nothing does not wait for each table.
            if not is_locked_out(error) or request.attempt.may_repeat(error):
                raise
            given_up, line = True, Line(form, (OTHERS_ARE_SAVING,))
        if line is None:
            saved.append(seated.number)
            _warn_of_doubts(request, tournament, seated.table)
        else:
            left[seated.number] = line
    return (saved, left, []) if current else (saved, {}, list(left.values()))


def _tables_of_draw(played: PlayedRound, attempt: str) -> list[SeatedTable]:
    """Tables of an older draw of the round, of which somebody still had the page open."""
    if not attempt.isdecimal():
        return []
    draw = Draw.objects.filter(round=played.round, attempt=int(attempt[:9])).first()
    return [read_table(table) for table in draw.tables.all()] if draw else []


def _save_line(
    request: HttpRequest, tournament: Tournament, form: PointsForm, who: Doer
) -> Line | None:
    """Save one table; the line comes back if something is left to be looked at."""
    if not form.is_valid():
        return Line(form)
    over = request.POST.get(f"{form.prefix}-over", "")
    came = outcome(
        lambda: results.enter_result(
            tournament,
            form.seated.table,
            form.entered(),
            who,
            number_seen=int(over[:9]) if over.isdecimal() else form.cleaned_data["seen"],
            sending=form.cleaned_data["sending"],
        )
    )
    return Line(form, came.reasons, came.cautions, _theirs(came)) if came.stays_open else None


def _theirs(came: Outcome) -> Result | None:
    """What somebody else has saved meanwhile, where that is why nothing was."""
    return came.refusal.theirs if isinstance(came.refusal, EnteredMeanwhile) else None


def _grid(
    request: HttpRequest,
    tournament: Tournament,
    number: int,
    open_lines: dict[int, Line],
    outdated: list[Line] | None = None,
    *,
    asked: Asked | None = None,
) -> HttpResponse:
    event = read_event(tournament)
    played = event.round(number)
    sheet = round_sheet(event, played)
    waiting = [
        card
        for card in sheet.cards
        if card.number in open_lines or (card.seated.result is None and not tournament.is_over)
    ]
    lines = [
        open_lines.get(card.number)
        or Line(PointsForm(card.seated, prefix=f"t{card.number}", scoring=tournament.scoring))
        for card in waiting
    ]
    first = next((line for line in lines if line.number in open_lines), lines[0] if lines else None)
    if first and not first.cautions:
        first.form.focus()
    done = [card for card in sheet.cards if card.seated.result]
    disputed = Response.objects.disputes().filter(result__in=[card.seated.result for card in done])
    context = {
        "tournament": tournament,
        "event": event,
        "played": played,
        "sheet": sheet,
        "lines": lines,
        "first": first,
        "outdated": outdated or [],
        "done": done,
        "disputed": set(disputed.values_list("result__table__number", flat=True)),
        "ruled": frozenset() if tournament.is_over else _ruled_since(done),
        "doubtful": _doubtful(done),
        "talks": _talks(tournament, played),
        "lapsed": _typed_for_other_draws(tournament, played),
        "asked": asked,
        "may": {name for name in ("close_round",) if may(request.roles, name)},
    }
    # The list of missing tables asks for itself again and again; the grid stays as it is typed.
    alone = bool(request.htmx) and request.htmx.target == "missing"
    name = "_missing_results" if alone else "results_desk"
    return render(request, f"tournaments/desk/{name}.html", {**context, "alone": alone})


def missing_results(
    request: HttpRequest, tournament: Tournament, number: int, *, asked: Asked
) -> HttpResponse:
    """What still waits in the round, once something was done with a proposal there."""
    return _grid(request, tournament, number, {}, asked=asked)


def _talks(tournament: Tournament, played: PlayedRound) -> list[Talk]:
    """What players entered for tables without a result: first where they do not agree."""
    found = open_proposals(played.draw)
    talks = [
        _talk(tournament, seated, found[seated.table.pk])
        for seated in played.missing
        if seated.table.pk in found
    ]
    return sorted(talks, key=lambda talk: (not talk.stand.is_conflict, talk.number))


def _talk(tournament: Tournament, seated: SeatedTable, proposals: Sequence[Proposal]) -> Talk:
    return talk_of(tournament, seated.number, seated.seats, proposals, named=str, now=clock.now())


def _typed_for_other_draws(tournament: Tournament, played: PlayedRound) -> list[Talk]:
    """What players entered for tables of this round that do not count any more."""
    if tournament.from_the_table == FromTheTable.OFF:
        return []
    found = Proposal.objects.open().filter(table__draw__round=played.round)
    by_table: dict[Table, list[Proposal]] = {}
    for proposal in found.exclude(table__draw=played.draw).told():
        by_table.setdefault(proposal.table, []).append(proposal)
    return [_talk(tournament, read_table(table), there) for table, there in by_table.items()]


def _ruled_since(done: Iterable[TableCard]) -> set[int]:
    """Numbers of the tables of which a matter was decided after their result was entered."""
    cards = list(done)
    since = Ruling.objects.tables_ruled_since(c.seated.result for c in cards if c.seated.result)
    return {card.number for card in cards if card.seated.table.pk in since}


def _doubtful(done: Iterable[TableCard]) -> set[int]:
    """Numbers of the tables whose results differ from their records."""
    carrying = with_records(card.seated for card in done)
    return {seated.number for seated in carrying if doubts(seated)}


def _not_published(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    if request.htmx:
        # A grid that is open somewhere stays as it is, with what is typed in it.
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    messages.info(request, _("Results can be entered once the round is published."))
    return redirect("round_desk", tournament.slug, number)


@act
def enter_result(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> HttpResponse:
    """Everything about one table. Its address stands in the QR code of the score sheet."""
    table = asked_table(request, tournament, number, table_number)
    seated = read_table(table)
    if request.method != "POST":
        if table.draw.published_at is None:
            return _not_published(request, tournament, number)
        return _table_page(request, tournament, seated, result_form(tournament, seated))
    form = result_form(tournament, seated, request.POST)
    following = _next_missing(table) if "next" in request.POST else None
    if not form.is_valid():
        return _table_page(request, tournament, seated, form)
    came = outcome_with_form(
        request,
        lambda: results.enter_result(
            tournament,
            table,
            form.entered(),
            doer(request),
            number_seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"],
            sending=form.cleaned_data["sending"],
        ),
    )
    if came.stays_open:
        return _table_left_open(request, tournament, seated, form, came)
    came.saying(_("Table %(number)s is saved.") % {"number": table_number}).tell(request)
    if came.made:
        _warn_of_doubts(request, tournament, table)
    if following:
        return redirect("enter_result", tournament.slug, number, following)
    return redirect("results_desk", tournament.slug, number)


def _table_left_open(
    request: HttpRequest,
    tournament: Tournament,
    seated: SeatedTable,
    form: ResultForm,
    came: Outcome,
) -> HttpResponse:
    """The page with what was typed and why it is not saved; what others saved stands beside it."""
    theirs = _theirs(came)
    if theirs is None:
        came.onto(form)
    page = _table_page(request, tournament, seated, form, cautions=came.cautions, theirs=theirs)
    return came.marked(page)


def _warn_of_doubts(request: HttpRequest, tournament: Tournament, table: Table) -> None:
    """Say on the next page, whichever it is, where the saved result differs from its record."""
    if table.record_id is None:
        return
    for doubt in doubts(read_table(table)):
        messages.warning(request, in_words(doubt), extra_tags=doubt.rule_id)


def asked_table(
    request: HttpRequest, tournament: Tournament, number: int, table_number: int
) -> Table:
    """The table of the current draw; of the draw whose form was sent, if one was."""
    tables = Table.objects.select_related("draw__round__tournament", "record").filter(
        draw__round__tournament=tournament, draw__round__number=number, number=table_number
    )
    attempt = request.POST.get("draw", "")
    if attempt.isdecimal():
        return get_object_or_404(tables, draw__attempt=int(attempt[:9]))
    return get_object_or_404(tables, draw__withdrawn_at__isnull=True)


def _next_missing(table: Table) -> int | None:
    """The next table without a result, after this one and then from the start."""
    waiting = table.draw.tables.filter(results__isnull=True).exclude(pk=table.pk)
    numbers = sorted(waiting.values_list("number", flat=True))
    later = [number for number in numbers if number > table.number]
    return next(iter([*later, *numbers]), None)


def _table_page(
    request: HttpRequest,
    tournament: Tournament,
    seated: SeatedTable,
    form: ResultForm,
    *,
    cautions: tuple[Caution, ...] = (),
    theirs: Result | None = None,
) -> HttpResponse:
    draw, responses = seated.table.draw, _responses(seated)
    context = {
        "tournament": tournament,
        "round": draw.round,
        "draw": draw,
        "seated": seated,
        "form": form,
        "cautions": cautions,
        "theirs": theirs,
        "versions": list(_versions(seated)),
        "lines": lines_of(seated, {}, tournament),
        "responses": responses,
        "by_code": _agreed_by_code(tournament, seated, responses),
        "silent": _silent(seated, responses),
        "doubts": doubts(seated),
        "remarks": remarks_on(seated),
        "recorded": _recorded(seated, form),
        "talk": _talk_at(tournament, seated),
        "rolls_form": StartRollsForm(seated, auto_id="rolls_%s"),
        "void_form": ReasonForm(auto_id="void_%s"),
        "matters": _matters(request, seated),
        "may": {name for name in ("void_game", "record_start_rolls") if may(request.roles, name)},
    }
    return render(request, "tournaments/desk/enter_result.html", context)


def _talk_at(tournament: Tournament, seated: SeatedTable) -> Talk | None:
    """What the players of the table entered, while nothing is settled."""
    there = list(seated.table.proposals.open().told())
    return _talk(tournament, seated, there) if there else None


def _matters(request: HttpRequest, seated: SeatedTable) -> list[Ruling]:
    """What the referee's book says of the table, for whoever may read it."""
    if not may(request.roles, "ruling"):
        return []
    return list(seated.table.rulings.numbered().select_related("table"))


def _recorded(seated: SeatedTable, form: ResultForm) -> dict[str, Any]:
    """The fields that enter what the record of the table says; empty if that leaves anything open
    or is entered already."""
    entered = as_recorded(seated)
    if entered is None or (seated.result and entered == as_entered(seated.result)):
        return {}
    draw = seated.table.draw
    return {
        **{name: value for name, value in form.values_of(entered).items() if value is not None},
        "seen": seated.result.number if seated.result else 0,
        "draw": draw.attempt,
        # The first result of a table corrects nothing.
        "reason": _("As the record of the game says.") if seated.result else "",
    }


@dataclass(frozen=True, slots=True)
class Version:
    """One entry of a result; of each value whether it differs from the version before."""

    result: Result
    values: tuple[tuple[str, bool], ...]
    winner: str


def _versions(seated: SeatedTable) -> Iterator[Version]:
    before: list[str] | None = None
    for result in seated.table.results.prefetch_related("scores__seat").order_by("number"):
        by_seat = {score.seat_id: score for score in result.scores.all()}
        values = [_value(by_seat.get(seat.pk)) for seat in seated.seats]
        old = before or values
        winner = next((str(s.entry) for s in seated.seats if s.pk == result.winner_id), "")
        yield Version(
            result,
            tuple((new, new != previous) for new, previous in zip(values, old, strict=True)),
            winner,
        )
        before = values


def _value(score: Any) -> str:
    if score is None:
        return "–"
    if score.game_points is None:
        return str(score.get_presence_display())
    return points_and_further(score)


def _responses(seated: SeatedTable) -> list[Response]:
    if seated.result is None:
        return []
    return list(seated.result.responses.select_related("entry"))


def _agreed_by_code(
    tournament: Tournament, seated: SeatedTable, responses: Iterable[Response]
) -> list[Entry]:
    """For whom another phone agreed to the result, and who have said nothing themselves."""
    if tournament.from_the_table == FromTheTable.OFF or seated.result is None:
        return []
    stands = Proposal.objects.standing_as(seated.result).told()
    words = [word for proposal in stands for word in proposal.words.all() if word.agrees]
    said = {one.entry_id: one.entry for one in (*stands, *words) if one.from_code}
    themselves = {response.entry_id for response in responses}
    return [entry for key, entry in said.items() if key not in themselves]


def _silent(seated: SeatedTable, responses: Iterable[Response]) -> Entry | None:
    """Without whose word the result came to hold, unless there is one meanwhile."""
    entry = seated.result.silent if seated.result else None
    return None if entry in [response.entry for response in responses] else entry


@act
@posted(TABLE)
def void_game(sent: Sent, tournament: Tournament, number: int, table_number: int) -> str:
    table = asked_table(sent.request, tournament, number, table_number)
    reason, seen = sent.reason, sent.number("seen")
    results.void_game(tournament, table, sent.doer, reason, number_seen=seen)
    return _("The game of table %(number)s is void.") % {"number": table_number}
