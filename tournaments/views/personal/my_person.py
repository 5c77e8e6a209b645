"""A person's own page, opened by a link that only their mailbox has seen."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.views.limits import place_of, too_many
from tournaments.domain.mailboxes import same_mailbox
from tournaments.forms.persons import AddressForm, FactsForm
from tournaments.models import Entry, Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import read_times
from tournaments.services import joining, persons, proofs, undoing
from tournaments.services.acts import Doer
from tournaments.services.mailing import sends_nothing
from tournaments.services.signing_up import prove_address as prove
from tournaments.views.access import act, doer, series_act
from tournaments.views.links import behind_a_link, entry_of, link_gone, of_the_entry
from tournaments.views.mails import with_mail
from tournaments.views.outcome import answered, carry_out, outcome, refuse_too_many, submit
from tournaments.views.posting import Page, Sent, posted
from tournaments.views.public.appointment import appointment_of, calendar_of

CHANGES_OF_ONE_PERSON = "10/h"
"""How often somebody may change the own facts: each change makes pages anew."""

MAILS_FROM_ONE_PLACE, MAILS_OF_ONE_PERSON = "30/h", "5/h"
"""How many links one place of the network, and one person, may ask for."""

NOT_THERE = (EntryState.UNCONFIRMED, EntryState.CANCELLED, EntryState.NO_SHOW)
"""States of those who have no part in an event."""

MAILS_TO_ONE_ENTRY = "20/h"
"""How many links go to one entry's mailbox, wherever they are asked for."""


def of_the_person(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Open a page to whom its key belongs; the view gets the person in place of the key."""

    @wraps(view)
    @behind_a_link
    def guarded(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        person = proofs.person_of(key)
        if person is None:
            return _gone(request)
        return series_act(view)(request, person, key, *args, **kwargs)

    return guarded


@behind_a_link
@act
@of_the_entry
@posted(Page("my_page", ("slug", "token")))
def send_person_link(sent: Sent, tournament: Tournament, entry: Entry) -> str:
    """Mail the way to the own data to the address that the entry was signed up with."""
    # The desk has the player's link, too: what is asked for there uses up nobody else's mails.
    place = place_of(sent.request)
    rates = {
        place: MAILS_FROM_ONE_PLACE,
        f"entry-{entry.pk}-{place}": MAILS_OF_ONE_PERSON,
        f"entry-{entry.pk}": MAILS_TO_ONE_ENTRY,
    }
    refuse_too_many(sent.request, "person-link", rates)
    entry.tournament = tournament
    persons.send_person_link(entry, sent.doer)
    return with_mail("", _("The link is on its way to the e-mail address of this sign-up."))


@behind_a_link
@act
def prove_address(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """Who opens this reads the mailbox of the entry: on to what the series knows of them.

    Asked first, since mail programs open links too.
    """
    entry = entry_of(tournament, token)
    proof = request.GET.get("proof", "")
    if entry is None or not proofs.proves(proof, entry):
        return link_gone(request, tournament)
    if request.method == "POST":
        return _proved(request, tournament, entry, proof)
    known = joining.would_join(entry, asked=True)
    context = {
        "tournament": tournament,
        "entry": entry,
        "known": known,
        "played": joining.played_by(known),
    }
    return render(request, "tournaments/personal/prove_address.html", context)


def _proved(request: HttpRequest, tournament: Tournament, entry: Entry, proof: str) -> HttpResponse:
    who = _nameless(doer(request))
    came = outcome(lambda: prove(tournament, entry.token, proof, who))
    person = came.made
    if person is None:
        here = reverse("my_page", args=[tournament.slug, entry.token])
        return answered(request, came, back=here)
    if same_mailbox(person.email, entry.email):
        return redirect("my_person", proofs.key_of(person))
    entry.refresh_from_db()
    if entry.proved_address:
        messages.info(
            request,
            with_mail(
                _("The desk wrote this address, so the series says first that it is yours."),
                _("Then an e-mail brings you to your data. All else on this page works."),
            ),
        )
        return redirect("my_page", tournament.slug, entry.token)
    if not person.email:
        messages.error(request, _("Only the series can tell who this is; please ask it."))
        return redirect("my_page", tournament.slug, entry.token)
    # Known under another address of theirs: only that one opens what is kept, and whoever reads
    # the old mailbox does not fill it.
    rates = {
        place_of(request): MAILS_FROM_ONE_PLACE,
        f"person-{person.pk}": MAILS_OF_ONE_PERSON,
    }
    if too_many(request, "person-key", rates):
        messages.error(request, _("That was asked for too often; please try again in an hour."))
        return redirect("my_page", tournament.slug, entry.token)
    persons.send_key(person, who)
    messages.info(
        request,
        with_mail(
            _("The series knows you by another address."),
            _("The link to your data is on its way there."),
        ),
    )
    return redirect("my_page", tournament.slug, entry.token)


@of_the_person
def my_person(request: HttpRequest, person: Person, key: str) -> HttpResponse:
    """What the series knows of a person, and what they may do about it."""
    form, seen = FactsForm(request.POST or None, person=person), persons.facts_of(person)

    def page() -> HttpResponse:
        return _page(request, person, key, form=form)

    if request.method != "POST":
        return page()

    def change(who: Doer) -> None:
        refuse_too_many(request, "change-facts", {f"person-{person.pk}": CHANGES_OF_ONE_PERSON})
        persons.change_facts(person, form.facts(), _nameless(who), seen=seen)

    return submit(
        request,
        form,
        change,
        done=_("Saved."),
        back=reverse("my_person", args=[key]),
        again=page,
    )


def _page(request: HttpRequest, person: Person, key: str, **given: Any) -> HttpResponse:
    context = {
        "person": person,
        "key": key,
        "calendar_key": proofs.calendar_key_of(person),
        "form": FactsForm(person=person),
        "address_form": AddressForm(),
        "entries": _entries_of(person).order_by("-tournament__date"),
        "joins": joining.my_joins(person),
        **given,
    }
    return render(request, "tournaments/personal/my_person.html", context)


@behind_a_link
@series_act
def my_appointments(request: HttpRequest, key: str) -> HttpResponse:
    """The person's own events for a calendar program. Whoever else gets the link reads no more in
    it than these events; one that they left, or that was never confirmed, is off."""
    person = proofs.person_of_calendar(key)
    if person is None:
        raise Http404
    entries = _entries_of(person).filter(tournament__announced_at__isnull=False)
    off = {entry.tournament_id: entry.state in NOT_THERE for entry in entries}
    events = read_times([entry.tournament for entry in entries])
    appointments = [appointment_of(event, off=off[event.tournament.pk]) for event in events]
    return calendar_of(appointments, _("Your tournaments"))


@of_the_person
def change_my_address(request: HttpRequest, person: Person, key: str) -> HttpResponse:
    """Send a link to the new address; nothing changes until it is opened there."""
    if request.method != "POST":
        return redirect("my_person", key)
    form = AddressForm(request.POST)
    rates = {
        place_of(request): MAILS_FROM_ONE_PLACE,
        f"person-{person.pk}": MAILS_OF_ONE_PERSON,
    }

    def ask(who: Doer) -> None:
        refuse_too_many(request, "change-address", rates)
        persons.ask_new_address(person, form.cleaned_data["address"], who)

    return submit(
        request,
        form,
        ask,
        done=with_mail(
            "",
            _("A link is on its way to the new address. Open it there, and the address changes."),
        ),
        back=reverse("my_person", args=[key]),
        again=lambda: _page(request, person, key, address_form=form),
    )


@behind_a_link
@series_act
def prove_my_address(request: HttpRequest, proof: str) -> HttpResponse:
    """The link that went to a new address: whoever opens it reads that mailbox."""
    found = persons.offered_address(proof)
    if found is None:
        return _proof_gone(request, proof)
    person, address, by = found
    if request.method != "POST":
        context = {"person": person, "address": address, "form": AddressForm()}
        return render(request, "tournaments/personal/prove_my_address.html", context)
    also = "also_to_come" in request.POST
    who = _nameless(doer(request))
    came = outcome(lambda: persons.change_address(person, address, who, also_to_come=also, by=by))
    came.saying(_("This is your address from now on.")).tell(request)
    if came.refusal or came.already:
        # Whoever reads this mailbox has not become the person, so nothing of theirs opens to them.
        return _proof_gone(request, proof)
    person.refresh_from_db()
    return redirect("my_person", proofs.key_of(person))


def _proof_gone(request: HttpRequest, proof: str) -> HttpResponse:
    return _gone(request, is_changed=proofs.is_carried_out(proof))


def _gone(request: HttpRequest, *, is_changed: bool = False) -> HttpResponse:
    context = {"is_changed": is_changed, "mails_off": sends_nothing()}
    page = "tournaments/personal/my_person_gone.html"
    return render(request, page, context, status=HTTPStatus.NOT_FOUND)


@of_the_person
def undo_my_join(request: HttpRequest, person: Person, key: str, pk: int) -> HttpResponse:
    """It was somebody else: the entry goes back to a person of its own."""
    if request.method != "POST":
        return redirect("my_person", key)
    mine = {sides.join.pk: sides.join for sides in joining.my_joins(person)}
    if (join := mine.get(pk)) is None:
        raise Http404
    return carry_out(
        request,
        lambda who: undoing.undo_my_join(join.pk, _nameless(who)),
        done=_("Taken back: that was somebody else."),
        back=reverse("my_person", args=[key]),
    )


@of_the_person
def forget_me(request: HttpRequest, person: Person, key: str) -> HttpResponse:
    """Ask, then delete what is known of the person; the results stay under a neutral name."""
    if request.method == "POST":
        who = _nameless(doer(request))
        came = outcome(lambda: persons.forget_person(person, who, by_themselves=True))
        came.saying(_("Deleted. The results stay under a neutral name.")).tell(request)
        return redirect("forget_me", key) if came.stays_open else redirect("calendar")
    context = {
        "person": person,
        "entries": _entries_of(person).order_by("tournament__date"),
        "signs_off": persons.signs_off(person),
        "others_count": joining.is_counted_for(person),
        "key": key,
    }
    return render(request, "tournaments/forget_person.html", context)


def _entries_of(person: Person) -> QuerySet[Entry]:
    """What the person may see of where they play."""
    return person.own_entries.select_related("tournament")


def _nameless(who: Doer) -> Doer:
    """Logbooks name the player by the number on the badge, so nothing is left to be forgotten."""
    return Doer("", who.now, who.confirmed)
