"""Before the day: the announcement with its timetable, officials, local changes of the rules."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.views.limits import too_many_by_one
from tournaments.domain.conditions import ROUNDS, day_gone_by
from tournaments.domain.formats.values import Band
from tournaments.domain.values import Caution
from tournaments.forms.announcing import (
    FormatForm,
    NewTournamentForm,
    OfficialForm,
    PlanForm,
    RuleChangeForm,
    Timetable,
    TournamentForm,
    number_of_rounds_shown,
    plan_of,
    rounds_changed,
    timetable_of,
    with_another_number_of_rounds,
    with_planned_rounds,
    with_rounds_of_format,
    with_rounds_seen,
)
from tournaments.models import Season, Tournament
from tournaments.models.tournament import Kind, State
from tournaments.permissions import may
from tournaments.services import announcing, appointing
from tournaments.services import changing_format as services
from tournaments.services.acts import Doer
from tournaments.services.mailing import Heard, sends_nothing
from tournaments.services.offices import series_written_by
from tournaments.views.access import act, doer, series_act
from tournaments.views.desk.drafting import earlier_events
from tournaments.views.mails import with_mail
from tournaments.views.outcome import submit, too_often
from tournaments.views.posting import Page, Sent, filled, posted
from tournaments.views.public.format_words import plans as plans_of
from tournaments.views.screen.screen import qr_code
from tournaments.views.series.organising import or_ask_for_office
from tournaments.views.site_address import site_address

CHANGES_OF_ONE_OFFICE = "10/h"
CHANGES_OF_OFFICES = "60/h"
"""Of one official and of one event, whoever asks: each may end the links of all players."""

EARLIER_SHOWN = 3
"""Earlier events that are offered beside the empty form."""

LINK_TO_SHOW = "official-link-to-show"
"""Of which official this browser has just made the link."""


@or_ask_for_office
@series_act
def create_tournament(request: HttpRequest) -> HttpResponse:
    form = NewTournamentForm(
        request.POST or None,
        initial={"series": request.GET.get("series", "")},
        series=series_written_by(request.user),
    )
    if request.method == "POST" and form.is_valid():
        tournament = announcing.create_tournament(
            form.cleaned_data, doer(request), user=request.user
        )
        messages.success(
            request, _("The draft is saved. Check the timetable and name the officials.")
        )
        return redirect("edit_tournament", tournament.slug)
    context = {"form": form, "earlier": earlier_events(request)[:EARLIER_SHOWN]}
    return render(request, "tournaments/desk/create_tournament.html", context)


@act
def edit_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    tour, sent, seen = tournament.is_tour, request.POST or None, tournament.version
    pressed = request.POST.get("rounds", "")
    change, band = {"more": 1, "fewer": -1}.get(pressed, 0), _band_pressed(tournament, pressed)
    if change:
        sent = with_another_number_of_rounds(request.POST, change)
    elif band is not None and not tournament.is_drawn:
        sent = with_rounds_of_format(request.POST, band)
        messages.info(request, _("The rounds are laid out below; look at them and save."))
    rounds_now = timetable_of(tournament)
    plan = PlanForm(request.POST or None, initial=plan_of(rounds_now))
    planned = plan.has_changed() or request.POST.get("rounds") == "planned"
    more_or_fewer = sent is not None and number_of_rounds_shown(sent) != len(rounds_now)
    if more_or_fewer:
        sent = with_rounds_seen(sent, len(rounds_now))
    form = TournamentForm(sent, instance=tournament)
    if planned and plan.is_valid() and "date" not in form.errors:
        sent = with_planned_rounds(sent, plan, form.cleaned_data["date"], rounds_now)
        plan = PlanForm(initial=plan.cleaned_data)
        messages.info(request, _("The times are filled in below; look at them and save."))
    asked = {"tour": tour, "seated_by_format": bool(tournament.format_bands)}
    timetable = Timetable(sent, initial=rounds_now, form_kwargs=asked)
    if more_or_fewer:
        form.add_error(None, rounds_changed(len(rounds_now)))

    def again() -> HttpResponse:
        is_drawn = tournament.is_drawn
        context = {
            "tournament": tournament,
            "form": form,
            "timetable": timetable,
            "plan": plan,
            "may_change_rounds": (not tour or len(timetable.forms) != ROUNDS)
            and not any(round_form.initial.get("drawn") for round_form in timetable),
            "is_drawn": is_drawn,
            "by_format": [] if is_drawn else plans_of(tournament.format_kept),
            "started": any(round_form.initial.get("started") for round_form in timetable),
            "past": _past(tournament),
            "undecided": _undecided_season(tournament),
        }
        return render(request, "tournaments/desk/edit_tournament.html", context)

    if sent is None or change or band is not None or planned or not timetable.is_valid():
        return again()

    def do(who: Doer) -> None:
        # A model form has already written into its instance; the service wants it as it was.
        before = Tournament.objects.get(pk=tournament.pk)
        rounds = [round_form.cleaned_data for round_form in timetable]
        placed = announcing.edit_tournament(before, form.cleaned_data, rounds, who, seen=seen)
        if entries := before.entries.filter(pk__in=placed).order_by("number"):
            # Without e-mails the organiser is the one who tells them.
            names = ", ".join(map(str, entries))
            told = _("From the waiting list these have a place now: %(names)s.")
            messages.info(request, told % {"names": names})

    back = reverse("desk", args=[tournament.slug])
    return submit(request, form, do, done=_("Saved."), back=back, again=again)


def _band_pressed(tournament: Tournament, pressed: str) -> Band | None:
    """The stages of the event's format by which its rounds are to be laid out, if any are."""
    bands, word = tournament.format_bands, pressed.removeprefix("format-")
    return bands[int(word)] if word in map(str, range(len(bands))) else None


def _past(tournament: Tournament) -> Caution | None:
    """What the page says of a draft whose day is over: whoever announces it is asked, too."""
    if tournament.state != State.DRAFT:
        return None
    return next(day_gone_by(tournament.date, timezone.localdate()), None)


def _undecided_season(tournament: Tournament) -> int | None:
    """The season of a draft that counts in one, if nobody has said how many points lead to its
    final: whoever has written the season before may think of that one."""
    if tournament.state != State.DRAFT or tournament.kind != Kind.SEASON:
        return None
    year = tournament.date.year
    written = Season.objects.filter(series=tournament.series_id, year=year)
    decided = written.filter(points_for_final__isnull=False)
    return None if decided.exists() else year


DESK = Page("desk", ("slug",))


@act
@posted(DESK)
def announce(sent: Sent, tournament: Tournament) -> str:
    announcing.announce(tournament, sent.doer)
    return _("The tournament is announced.")


@act
@posted(DESK)
def open_sign_up(sent: Sent, tournament: Tournament) -> str:
    announcing.open_sign_up(tournament, sent.doer)
    return _("The sign-up is open.")


@act
@posted(DESK)
def close_sign_up(sent: Sent, tournament: Tournament) -> str:
    announcing.close_sign_up(tournament, sent.doer)
    return _("The sign-up is closed.")


@act
@posted(DESK)
def cancel_tournament(sent: Sent, tournament: Tournament) -> str:
    beside = announcing.cancelled_for_good(tournament)
    heard = announcing.cancel_tournament(tournament, sent.reason, sent.doer, beside=beside)
    return _told_of_the_end(heard)


def _told_of_the_end(heard: Heard) -> str:
    """Who hears of it by e-mail, and whom the organiser has to tell."""
    done, everybody = _("The tournament is cancelled."), heard.mailed + heard.without
    if not everybody:
        return " ".join([done, _("Nobody had signed up.")])
    mailed = ngettext(
        "The reason goes by e-mail to %(count)s player.",
        "The reason goes by e-mail to %(count)s players.",
        heard.mailed,
    )
    if heard.mailed:
        done = with_mail(done, mailed % {"count": heard.mailed})
    if sends_nothing():
        words = ngettext(
            "Tell %(count)s player yourself.", "Tell %(count)s players yourself.", everybody
        )
        return f"{done} {words % {'count': everybody}}"
    if not heard.without:
        return done
    words = ngettext(
        "%(count)s player gave no e-mail address: tell them yourself.",
        "%(count)s players gave no e-mail address: tell them yourself.",
        heard.without,
    )
    return f"{done} {words % {'count': heard.without}}"


def _officials(request: HttpRequest, tournament: Tournament, form: OfficialForm) -> HttpResponse:
    may_name = may(request.roles, "name_official")
    officials = list(tournament.officials.select_related("user", "asked"))
    # Once, right after it was made: who is not at this desk any more has none to write down.
    shown = request.session.pop(LINK_TO_SHOW, None) if may_name else None
    here = site_address(request).rstrip("/")
    people = [
        (official, here + reverse("official_link", args=[official.token]))
        if official.pk == shown and official.token
        else (official, "")
        for official in officials
    ]
    codes = [qr_code(link) for _official, link in people if link]
    context = {
        "tournament": tournament,
        "form": form,
        "people": people,
        "code": codes[0] if codes else "",
        "may_name": may_name,
    }
    return render(request, "tournaments/desk/officials.html", context)


OFFICIALS = Page("officials", ("slug",), _officials)


@act
def officials(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = OfficialForm(initial={"role": appointing.missing_role(tournament)})
    return _officials(request, tournament, form)


@act
@posted(OFFICIALS, form=filled(OfficialForm))
def name_official(sent: Sent, tournament: Tournament) -> str:
    account = sent.data["account"]
    own = account is None or account.pk == sent.request.user.pk
    official = appointing.name_official(
        tournament, sent.data["name"], sent.data["role"], sent.doer, user=account, own=own
    )
    if official.token:
        sent.request.session[LINK_TO_SHOW] = official.pk
    return _("The official is named.")


@act
@posted(OFFICIALS)
def dismiss_official(sent: Sent, tournament: Tournament, pk: int) -> str:
    appointing.dismiss_official(tournament, pk, sent.doer)
    return _("Done.")


@act
@posted(OFFICIALS)
def renew_link(sent: Sent, tournament: Tournament, pk: int) -> str:
    _refuse_too_many(sent.request, tournament, pk)
    appointing.renew_link(tournament, pk, sent.doer)
    sent.request.session[LINK_TO_SHOW] = pk
    return _("The old link is worthless now; here is the new one.")


def _refuse_too_many(request: HttpRequest, tournament: Tournament, pk: int) -> None:
    rates = {f"official {pk}": CHANGES_OF_ONE_OFFICE, f"event {tournament.pk}": CHANGES_OF_OFFICES}
    if too_many_by_one(request, "change-of-office", rates):
        raise too_often()


def _rule_changes(
    request: HttpRequest, tournament: Tournament, form: RuleChangeForm | None = None, **filled: Any
) -> HttpResponse:
    open_to_change = not tournament.is_tour and not tournament.is_over and tournament.is_drawn
    context = {
        "tournament": tournament,
        "form": form or RuleChangeForm(),
        "format_form": FormatForm(tournament) if open_to_change else None,
        "changes": tournament.rule_changes.all(),
        "may_publish": may(request.roles, "publish_rule_change"),
        "too_late": announcing.round_one_opened(tournament),
        "may_change_format": may(request.roles, "change_format"),
        **filled,
    }
    return render(request, "tournaments/desk/rule_changes_desk.html", context)


RULE_CHANGES = Page("rule_changes_desk", ("slug",), _rule_changes)


@act
def rule_changes_desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return _rule_changes(request, tournament)


def _format_form(request: HttpRequest, tournament: Tournament) -> FormatForm:
    return FormatForm(tournament, request.POST)


@act
@posted(RULE_CHANGES, format_form=_format_form)
def change_format(sent: Sent, tournament: Tournament) -> str:
    services.change_format(
        tournament,
        sent.form.kept(),
        sent.doer,
        reason=sent.data["reason"],
        told=sent.form.told(),
        seen=sent.data["seen"],
    )
    return _("The format is changed. Everybody can read why.")


@act
@posted(RULE_CHANGES, form=filled(RuleChangeForm))
def publish_rule_change(sent: Sent, tournament: Tournament) -> str:
    announcing.publish_rule_change(tournament, sent.data["text"], sent.doer)
    return _("The change is published.")
