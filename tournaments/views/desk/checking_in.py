"""The door: the big list, and what is done with one row of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial, wraps
from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from django_htmx.http import trigger_client_event

from tournaments.domain.door import Door, at_the_door
from tournaments.domain.names import matches, sort_key
from tournaments.domain.qualification import band_change
from tournaments.domain.values import Caution, EventKind, marked
from tournaments.forms.entering import WalkInForm
from tournaments.models import Club, Entry, Tournament
from tournaments.models.entry import EntryState, Role
from tournaments.models.event import read_event
from tournaments.models.slots import slots_for
from tournaments.models.tournament import State
from tournaments.permissions import may
from tournaments.services import checking_in
from tournaments.services.acts import Doer, Unconfirmed
from tournaments.services.checking_in import EXPECTED, NOT_SEATED
from tournaments.services.rounds.committing import may_commit
from tournaments.views.access import act, doer, typed_keys
from tournaments.views.outcome import (
    answered,
    answered_on_form,
    asked_now,
    carry_out,
    outcome,
    outcome_with_form,
    to_confirm,
)
from tournaments.views.posting import Page, Sent, posted
from tournaments.wording import in_words

# What the list can be narrowed to; "gone" are those who signed off.
SHOWN: dict[str, Callable[[Entry], bool]] = {
    "all": lambda entry: entry.state != EntryState.CANCELLED,
    "expected": lambda entry: entry.state in (EntryState.CONFIRMED, EntryState.UNCONFIRMED),
    "in": lambda entry: entry.state == EntryState.CHECKED_IN,
    "waiting": lambda entry: entry.state == EntryState.WAITING,
    "unpaid": lambda entry: entry.owes,
    "gone": lambda entry: entry.state == EntryState.CANCELLED,
}


@dataclass(slots=True)
class Hall:
    """Who is here, and what the number means; read once for a page or a row."""

    tournament: Tournament
    entries: list[Entry]
    drawn: bool = field(init=False)
    out_after: dict[int, int] = field(init=False)
    door: Door = field(init=False)
    counts: dict[str, int] = field(init=False)
    untold: int = field(init=False)

    def __post_init__(self) -> None:
        slots = slots_for(self.tournament)
        self.drawn = checking_in.round_one_drawn(self.tournament)
        event = read_event(self.tournament) if self.drawn else None
        self.out_after = event.out_after if event else {}
        present = [
            entry for entry in self.entries if SHOWN["in"](entry) and entry.pk not in self.out_after
        ]
        counting = event.expected if event else {entry.pk for entry in present}
        counted = [entry for entry in self.entries if entry.pk in counting]
        day, today = self.tournament.date, timezone.localdate()
        juniors = sum(entry.is_junior_on(day, today) for entry in counted)
        self.untold = sum(not entry.may_tell_junior(day, today) for entry in counted)
        self.door = at_the_door(
            len(present),
            juniors,
            counted=len(counted),
            kind=EventKind(self.tournament.kind),
            main=slots.main,
            junior=slots.junior,
            places_7_8=slots.places_7_8,
            sizes=self.tournament.table_sizes_wanted,
        )
        self.counts = {name: sum(map(shown, self.entries)) for name, shown in SHOWN.items()}

    @property
    def open(self) -> bool:
        """Whether people are checked in now: the door is open and round 1 not drawn."""
        return self.tournament.state in (State.CHECK_IN, State.RUNNING) and not self.drawn


@dataclass(frozen=True, slots=True)
class Row:
    """One person on the list, and the addresses of what may be done with them now, by act."""

    entry: Entry
    junior: bool
    acts: dict[str, str]
    out_after: int | None = None
    by_chief: bool = False
    """Whether the chief referee, and nobody who looks, may let them in late."""

    @property
    def more(self) -> bool:
        """Whether there is anything beside checking in and paying."""
        return not self.acts.keys() <= {"check_in", "mark_paid"}


@act
def check_in_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _list(request, tournament, WalkInForm(tournament=tournament))


@act
@posted(Page("check_in_list", ("slug",)))
def open_check_in(sent: Sent, tournament: Tournament) -> str:
    checking_in.open_check_in(tournament, sent.doer)
    return _("The check-in is open.")


def _on_row(do: Callable[..., str]) -> Callable[..., HttpResponse]:
    """Make a view of what is done to one row; the row (htmx) or the list at it is shown anew."""

    @wraps(do)
    @require_POST
    def answer(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
        sent = Sent(request, _address(request, tournament, pk))
        return _row_act(sent, tournament, pk, lambda: do(sent, tournament, pk))

    return answer


@act
@_on_row
def check_in(sent: Sent, tournament: Tournament, pk: int) -> str:
    checking_in.check_in(tournament, pk, sent.doer)
    return _("Checked in.")


@act
@_on_row
def undo_check_in(sent: Sent, tournament: Tournament, pk: int) -> str:
    checking_in.undo_check_in(tournament, pk, sent.doer)
    return _("Back among those who may still come.")


@act
@_on_row
def mark_paid(sent: Sent, tournament: Tournament, pk: int) -> str:
    paid = sent.text("paid") == "1"
    checking_in.mark_paid(tournament, pk, paid, sent.doer)
    return _("Paid.") if paid else _("Not paid.")


@act
@_on_row
def withdraw(sent: Sent, tournament: Tournament, pk: int) -> str:
    checking_in.withdraw(tournament, pk, sent.doer)
    return _("Noted.")


@act
@_on_row
def readmit(sent: Sent, tournament: Tournament, pk: int) -> str:
    checking_in.readmit(tournament, pk, sent.doer)
    return _("Plays again.")


@act
@require_POST
def mark_no_show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One player by the button of the row, or all who are still missing."""
    keys = typed_keys(request, "entry")

    if len(keys) == 1:
        return _mark_one_no_show(request, tournament, keys[0])

    def do_all(who: Doer) -> None:
        absent = tournament.entries.filter(pk__in=keys, state__in=EXPECTED)
        names = ", ".join(str(entry) for entry in absent.order_by("number"))
        question = Caution.of("", marked("Did not come: {players}."), players=names)
        if names and question.key not in who.confirmed:
            raise Unconfirmed([question])
        checking_in.mark_no_show(tournament, keys, who)

    done = _("Noted as not having come; whoever comes after all may still be let in.")
    return carry_out(request, do_all, done=done, back=_address(request, tournament))


@_on_row
def _mark_one_no_show(sent: Sent, tournament: Tournament, pk: int) -> str:
    checking_in.mark_no_show(tournament, [pk], sent.doer)
    return _("Noted as not having come.")


@act
@require_POST
def walk_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = WalkInForm(request.POST, tournament=tournament)
    return _from_the_street(
        request,
        tournament,
        form,
        lambda who: checking_in.walk_in(tournament, form.sign_up(), who),
    )


@act
@require_POST
def admit_latecomer(
    request: HttpRequest, tournament: Tournament, pk: int | None = None
) -> HttpResponse:
    """Somebody of the list by the button of the row, or a new person by the line at the top."""
    if pk is not None:
        return _admit_listed(request, tournament, pk)
    form = WalkInForm(request.POST, tournament=tournament)
    return _from_the_street(
        request,
        tournament,
        form,
        lambda who: checking_in.admit_latecomer(tournament, who, sign_up=form.sign_up()),
    )


@_on_row
def _admit_listed(sent: Sent, tournament: Tournament, pk: int) -> str:
    checking_in.admit_latecomer(tournament, sent.doer, entry_id=pk)
    return _("Admitted late.")


def _from_the_street(
    request: HttpRequest,
    tournament: Tournament,
    form: WalkInForm,
    do: Callable[[Doer], Entry],
) -> HttpResponse:
    if not form.is_valid():
        return _list(request, tournament, form)
    before = _counted(tournament)
    came = outcome_with_form(request, lambda: do(doer(request)))
    entry = came.made
    if entry is None:
        back, again = _address(request, tournament), partial(_list, request, tournament, form)
        return answered_on_form(request, form, came, back=back, again=again)
    done = _("%(name)s is in under number %(number)s.")
    messages.success(request, done % {"name": entry.full_name, "number": entry.number})
    _tell_of_band(request, tournament, before)
    return redirect(_address(request, tournament, entry.pk))


def _row_act(sent: Sent, tournament: Tournament, pk: int, do: Callable[[], str]) -> HttpResponse:
    """Do it; or tell a row that has `asked` before what it would be asked by now."""
    before, waited = _counted(tournament), _waiting(tournament)
    row = partial(_one_row, sent.request, tournament, pk, waited)
    if asked := sent.request.POST.getlist("asked"):
        cautions = asked_now(do)
        still = [caution.key for caution in cautions] == asked
        return HttpResponse(status=HTTPStatus.NO_CONTENT) if still else row(cautions)

    def do_and_tell() -> None:
        done = do()
        # A row that is shown anew says itself that it is done.
        if not sent.request.htmx:
            messages.success(sent.request, done)
        _tell_of_band(sent.request, tournament, before)

    return answered(sent.request, outcome(do_and_tell), back=sent.back, row=row)


def _waiting(tournament: Tournament) -> set[int]:
    """Keys of those on the waiting list."""
    waiting = tournament.entries.filter(state=EntryState.WAITING)
    return set(waiting.values_list("pk", flat=True))


def _one_row(
    request: HttpRequest,
    tournament: Tournament,
    pk: int,
    waited: Collection[int],
    cautions: Sequence[Caution],
) -> HttpResponse:
    """The row anew, and those of whoever `waited` before and got the place that it gave free."""
    tournament.refresh_from_db()
    hall = _hall(tournament)
    row = next((_row(request, hall, entry) for entry in hall.entries if entry.pk == pk), None)
    moved = [
        entry
        for entry in hall.entries
        if entry.pk in waited and entry.pk != pk and entry.state != EntryState.WAITING
    ]
    context = {
        **_context(request, hall),
        "row": row,
        "moved": [_row(request, hall, entry) for entry in moved],
        "cautions": cautions,
        "confirm": to_confirm(request),
        "kept": [(name, request.POST[name]) for name in ("paid", "entry") if name in request.POST],
        "action": request.get_full_path(),
        "back": _address(request, tournament, pk),
    }
    answer = render(request, "tournaments/desk/_check_in_answer.html", context)
    # What was asked at another row may not be so any more.
    return answer if cautions else trigger_client_event(answer, "door-changed", after="swap")


def _tell_of_band(request: HttpRequest, tournament: Tournament, before: int) -> None:
    """Say so when the number of who counts has moved to another band (T-084, D-135)."""
    if not EventKind(tournament.kind).gives_places:
        return
    change = band_change(before, _counted(tournament), slots_for(tournament).main)
    if change is not None:
        messages.info(request, in_words(change), extra_tags=change.rule_id)


def _list(request: HttpRequest, tournament: Tournament, form: WalkInForm) -> HttpResponse:
    hall = _hall(tournament)
    show = _shown(request)
    query = request.GET.get("q", "").strip()
    found = [
        entry
        for entry in hall.entries
        if SHOWN[show](entry) and (not query or _finds(query, entry))
    ]
    admits = may(request.roles, "admit_latecomer")
    context = {
        **_context(request, hall),
        "rows": [_row(request, hall, entry) for entry in found],
        "query": query,
        "form": form,
        "form_act": "admit_latecomer" if hall.drawn else "walk_in",
        "clubs": Club.objects.all(),
        "absent": [entry for entry in hall.entries if SHOWN["expected"](entry)],
        "asks_chief": hall.drawn and not tournament.is_over and not admits,
        "late_by": tournament.officials.filter(role=Role.CHIEF_REFEREE).first(),
        "may_open": may(request.roles, "open_check_in"),
        "may_commit": may_commit(tournament) and may(request.roles, "commit_draws"),
    }
    return render(request, "tournaments/desk/check_in_list.html", context)


def _context(request: HttpRequest, hall: Hall) -> dict[str, object]:
    return {
        "tournament": hall.tournament,
        "hall": hall,
        "show": _shown(request),
        "may_admit": may(request.roles, "admit_latecomer"),
    }


def _hall(tournament: Tournament) -> Hall:
    entries = tournament.entries.select_related("person", "joined_from", "club")
    ordered = sorted(entries, key=lambda entry: sort_key(entry.full_name))
    return Hall(tournament, ordered)


def _counted(tournament: Tournament) -> int:
    """How many count as players as things stand (D-135); asked only where that brings places."""
    if not EventKind(tournament.kind).gives_places:
        return 0
    if checking_in.round_one_drawn(tournament):
        return len(read_event(tournament).expected)
    return tournament.entries.active().count()


def _row(request: HttpRequest, hall: Hall, entry: Entry) -> Row:
    slug, shown = hall.tournament.slug, f"?show={_shown(request)}"
    possible = set(_possible(hall, entry))
    acts = {
        name: reverse(name, args=[slug] if name == "mark_no_show" else [slug, entry.pk]) + shown
        for name in possible
        if may(request.roles, name)
    }
    junior = entry.is_junior_on(hall.tournament.date, timezone.localdate())
    by_chief = "admit_latecomer" in possible - acts.keys()
    return Row(entry, junior, acts, hall.out_after.get(entry.pk), by_chief)


def _possible(hall: Hall, entry: Entry) -> Iterable[str]:
    """The acts that make sense for somebody in this state now."""
    if hall.tournament.is_over:
        return
    yield "mark_paid"
    in_the_hall = hall.tournament.state in (State.CHECK_IN, State.RUNNING)
    if entry.state in NOT_SEATED:
        if hall.open:
            yield "check_in"
        elif hall.drawn:
            yield "admit_latecomer"
    if entry.state in EXPECTED:
        if in_the_hall:
            yield "mark_no_show"
        if hall.tournament.state != State.RUNNING:
            yield "withdraw"
    if entry.state == EntryState.CHECKED_IN:
        yield "withdraw"
    if hall.open and entry.state in (EntryState.CHECKED_IN, EntryState.NO_SHOW):
        yield "undo_check_in"
    if entry.state == EntryState.WITHDRAWN:
        yield "readmit" if entry.left_after or not hall.drawn else "admit_latecomer"


def _finds(query: str, entry: Entry) -> bool:
    club = entry.club
    return matches(query, f"{entry.number} {entry.full_name} {club or ''}")


def _shown(request: HttpRequest) -> str:
    show = request.GET.get("show", "all")
    return show if show in SHOWN else "all"


def _address(request: HttpRequest, tournament: Tournament, pk: int | None = None) -> str:
    """The list as it was narrowed, at the row of an entry; or the player's page come from."""
    if pk and request.GET.get("from") == "players":
        return reverse("edit_entry", args=[tournament.slug, pk])
    address = reverse("check_in_list", args=[tournament.slug])
    show = _shown(request)
    query = f"?{urlencode({'show': show})}" if show != "all" else ""
    return address + query + (f"#entry-{pk}" if pk else "")
