"""The public's own pages of a sign-up: sign up, confirm, sign off."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from games.views.limits import client_address, network, place_of, too_many
from tournaments.domain.entering import name_key
from tournaments.domain.mailboxes import inbox, mailbox
from tournaments.domain.values import Refused
from tournaments.forms.entering import SignUpForm, age_of, ages
from tournaments.models import Entry, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import State
from tournaments.services import clock, entering, joining, proofs, signing_up
from tournaments.services.acts import Doer
from tournaments.services.entering import SignUp
from tournaments.services.mailing import mail_state, sends_nothing
from tournaments.services.unconfirmed import place_hash
from tournaments.views.access import PLAYER_LINKS, SIGNED_UP, act, doer
from tournaments.views.links import behind_a_link, entry_of, link_gone, remember
from tournaments.views.outcome import outcome, submit
from tournaments.views.repeating import harmless_twice
from tournaments.wording import in_words

FROM_ONE_PLACE = "60/h"
"""Sign-ups from one address of the network: a whole club may sit behind it."""

FROM_THE_HALL = "2000/h"
"""The same on the day of one event, when a whole hall sits behind it."""

OF_ONE_PLAYER = "20/h"
"""How often one sign-up of the hall counts that is sent again and again: nobody sees those, and so
nobody could drop them."""

MAILS_FROM_ONE_PLACE = "8/h"
"""E-mails to one address that sign-ups from one place cause: a family may share it."""

MAILS_TO_ONE_ADDRESS = "24/h"
"""The same from anywhere. It takes three places to use it up, and then only the e-mail is put
off: a stranger floods nobody's mailbox, and keeps nobody from signing up."""


@act
def register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if not tournament.takes_sign_ups:
        return _closed(request, tournament)
    if request.method == "GET" and "done" in request.GET:
        last = request.session.get(SIGNED_UP, {})
        if entry := tournament.entries.filter(pk=last.get("entry")).first():
            return _registered(request, tournament, entry, last)
    first_time = {"email": request.GET.get("email", "")}
    form = SignUpForm(request.POST or None, tournament=tournament, initial=first_time)
    # Only what would write an e-mail counts: a mistake in the form harms nobody.
    if request.method == "POST" and form.is_valid():
        if _too_many(request, tournament, form.sign_up()):
            return _register(request, tournament, form, limited=True)
        return submit(
            request,
            form,
            partial(_sign_up, request, tournament, form),
            back=f"{request.path}?done=1",
            again=partial(_register, request, tournament, form),
        )
    return _register(request, tournament, form)


def _sign_up(request: HttpRequest, tournament: Tournament, form: SignUpForm, who: Doer) -> None:
    sign_up = form.sign_up()
    registered = signing_up.register(
        tournament,
        sign_up,
        who,
        signed_up_from=place_hash(tournament, network(client_address(request))),
        mailed=(mailed := not _too_many_mails(request, sign_up.email)),
    )
    # No name and no address, or they would outlive what is forgotten or lapses.
    request.session[SIGNED_UP] = {
        "entry": registered.entry.pk,
        "again": registered.again,
        "mailed": mailed,
    }


def _too_many(request: HttpRequest, tournament: Tournament, sign_up: SignUp) -> bool:
    place = place_of(request)
    if not tournament.may_fill_its_hall:
        return too_many(request, "register", {place: FROM_ONE_PLACE})
    # What one phone has used up of it begins anew when the organiser drops what it sent.
    dropped = tournament.acts.filter(name="drop_unconfirmed").count()
    hall = f"{place} {tournament.pk} {dropped}"
    again = f"{hall} {name_key(sign_up.name)} {mailbox(sign_up.email)}"
    return too_many(request, "register", {again: OF_ONE_PLAYER, hall: FROM_THE_HALL})


def _too_many_mails(request: HttpRequest, email: str) -> bool:
    to = inbox(email)
    rates = {f"{place_of(request)} {to}": MAILS_FROM_ONE_PLACE, f"to {to}": MAILS_TO_ONE_ADDRESS}
    return bool(email) and too_many(request, "register-mail", rates)


def _registered(
    request: HttpRequest, tournament: Tournament, entry: Entry, last: Mapping[str, Any]
) -> HttpResponse:
    """What to do next. Only who is new here sees what was written, and only until it is proved:
    whoever types a known name and address learns nothing more of that person."""
    own = not last["again"] and entry.state == EntryState.UNCONFIRMED
    context = {
        "tournament": tournament,
        "entry": entry if own else None,
        "mailed": last["mailed"],
        "mails": mail_state(clock.now()),
        "at_door": tournament.state == State.CHECK_IN,
        "full": not entering.free_places(tournament, clock.now()),
        "prospect": tournament.entries.prospect_of(entry, clock.now()) if own else None,
        "hours": entering.UNCONFIRMED_HOURS,
    }
    return render(request, "tournaments/personal/registered.html", context)


def _register(
    request: HttpRequest, tournament: Tournament, form: SignUpForm, *, limited: bool = False
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "form": form,
        "limited": limited,
        "free": entering.free_places(tournament, clock.now()),
        "waiting": tournament.entries.waiting().count(),
    }
    status = 429 if limited else 200
    return render(request, "tournaments/personal/register.html", context, status=status)


def _closed(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Why nobody can sign up now, and what to do instead."""
    context = {"tournament": tournament}
    return render(request, "tournaments/personal/sign_up_closed.html", context)


@harmless_twice
@behind_a_link
@act
def confirm_registration(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    entry = entry_of(tournament, token)
    if entry is None:
        return link_gone(request, tournament)
    proof, version = request.GET.get("proof", ""), request.GET.get("version", "")
    mailed = signing_up.take_version(entry, version)
    if version and not mailed and entry.state == EntryState.UNCONFIRMED:
        messages.error(request, in_words(Refused("", signing_up.VERSION_GONE)))
        return redirect("tournament", tournament.slug)
    known = joining.would_join(entry) if proofs.proves(proof, entry) else None
    context = {
        "tournament": tournament,
        "entry": entry,
        "known": known,
        "played": joining.played_by(known),
        "prospect": tournament.entries.prospect_of(entry, clock.now()),
        "age": dict(ages(tournament)).get(age_of(entry), ""),
        # The desk knows the link too, but not of which e-mail it is.
        "birth_date": entry.birth_date_told if mailed else None,
        "mails_off": sends_nothing(),
    }
    if request.method == "POST":
        before = entry.person_id
        who = doer(request)
        came = outcome(
            lambda: signing_up.confirm_registration(
                tournament, token, who, proof=proof, version=version
            )
        )
        entry = came.made
        if entry is None:
            came.tell(request)
            return render(
                request, "tournaments/personal/confirm_registration.html", context, status=409
            )
        # How it stands with the place the own page says, also once that changes while it is open.
        messages.success(request, _("Confirmed."))
        if entry.person_id != before:
            messages.info(request, f"{_now_one_person()} {_if_somebody_else()}")
        remember(request, PLAYER_LINKS, entry.token)
        return redirect("my_page", tournament.slug, entry.token)
    return render(request, "tournaments/personal/confirm_registration.html", context)


def _now_one_person() -> str:
    return _(
        "The series knows you by name and e-mail address, so this entry belongs to the same person "
        "as your earlier tournaments."
    )


def _if_somebody_else() -> str:
    """Where the way to one's own data cannot be mailed, the organiser asks the series."""
    if sends_nothing():
        return _("If that was somebody else, tell the organiser.")
    return _("If that was somebody else, take it back under My data.")


@behind_a_link
@act
def cancel_registration(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    entry = entry_of(tournament, token)
    if entry is None:
        return link_gone(request, tournament)
    waiting = tournament.entries.waiting()
    context = {"tournament": tournament, "entry": entry, "anybody_waits": waiting.exists}
    if request.method == "POST":
        who = doer(request)
        came = outcome(lambda: signing_up.cancel_registration(tournament, token, who))
        came.saying(_("You are signed off.")).tell(request)
        if came.refusal:
            return render(
                request, "tournaments/personal/cancel_registration.html", context, status=409
            )
        return redirect(request.path)
    return render(request, "tournaments/personal/cancel_registration.html", context)
