"""A player enters the result of their own table, and says a word on what others there entered."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.domain.values import Caution
from tournaments.forms.personal import ProposalResponseForm
from tournaments.forms.results import ResultForm, result_form
from tournaments.models import Entry, Proposal, Table, Tournament
from tournaments.models.event import SeatedTable, read_table
from tournaments.services import proposing
from tournaments.services.acts import as_player
from tournaments.services.proposals import entered_of, name_publicly
from tournaments.services.proposing import Player
from tournaments.views.access import act, doer
from tournaments.views.links import (
    behind_a_link,
    digest_of_link,
    entry_of,
    link_gone,
    of_the_entry,
)
from tournaments.views.outcome import outcome_with_form, refuse_too_many
from tournaments.views.personal.personal import MY_PAGE
from tournaments.views.posting import Sent, filled, posted

ENTRIES = "30/h"
"""How often one player enters results or says something of them; each is a line of the logbook."""


@behind_a_link
@act
def propose_result(
    request: HttpRequest, tournament: Tournament, token: str, number: int
) -> HttpResponse:
    """The result of the player's table in this round, with the fields of the desk."""
    entry = entry_of(tournament, token)
    if entry is None:
        return link_gone(request, tournament)
    table = _table(request, tournament, entry, number)
    back = reverse("my_page", args=[tournament.slug, token])
    return enter_for(request, tournament, table, _player(request, entry), back=back)


def enter_for(
    request: HttpRequest, tournament: Tournament, table: Table, player: Player, *, back: str
) -> HttpResponse:
    """The form in which a player enters the result of the table, and what comes of it."""
    seated = read_table(table)
    name_publicly(seated.seats)
    sent = request.method == "POST"
    form = _form(tournament, seated, *([request.POST] if sent else []))
    page = partial(_page, request, tournament, player, seated, form, back=back)
    if not sent or not form.is_valid():
        return page()
    came = outcome_with_form(request, lambda: _propose(request, tournament, player, table, form))
    if came.stays_open:
        came.onto(form)
        return came.marked(page(cautions=came.cautions))
    came.saying(_("Noted: the others at your table see it now and say whether it is right.")).tell(
        request
    )
    return redirect(back)


def _propose(
    request: HttpRequest, tournament: Tournament, player: Player, table: Table, form: ResultForm
) -> Proposal:
    # What a phone that was handed round may say uses up nothing of the own one.
    of = "word-from-a-code" if player.from_code else "word-on-a-proposal"
    refuse_too_many(request, of, {f"{player.entry.pk}": ENTRIES})
    player = replace(player, sending=form.cleaned_data["sending"])
    return proposing.propose_result(tournament, table, form.entered(), player)


@behind_a_link
@act
@of_the_entry
@posted(MY_PAGE, form=filled(ProposalResponseForm))
def respond_to_proposal(sent: Sent, tournament: Tournament, entry: Entry) -> str:
    refuse_too_many(sent.request, "word-on-a-proposal", {f"{entry.pk}": ENTRIES})
    player = replace(_player(sent.request, entry), sending=sent.data["sending"])
    proposal = proposing.respond_to_proposal(
        tournament,
        sent.data["proposal_id"],
        player,
        agrees=sent.data["agrees"],
        text=sent.data["text"],
    )
    if sent.data["agrees"]:
        return _("Thank you, noted.")
    if proposal.entry_id == entry.pk:
        return _("What you entered is taken back.")
    return _("Noted. The officials see it, and so do the others at your table.")


def _player(request: HttpRequest, entry: Entry) -> Player:
    """Whoever opened the personal link, by the name that the entry has."""
    return Player(entry, as_player(doer(request), entry), digest_of_link(entry.token))


def _table(request: HttpRequest, tournament: Tournament, entry: Entry, number: int) -> Table:
    """Where the player sits in the round; of the draw whose form was sent, if one was."""
    tables = Table.objects.select_related("draw__round", "record").filter(
        draw__round__tournament=tournament,
        draw__round__number=number,
        seats__entry=entry,
    )
    attempt = request.POST.get("draw", "")
    if attempt.isdecimal():
        tables = tables.filter(draw__attempt=int(attempt[:9]))
    else:
        tables = tables.filter(draw__withdrawn_at__isnull=True)
    # Draws that were taken back can be looked at by everybody; those to come by nobody.
    seen = Q(draw__published_at__isnull=False) | Q(draw__withdrawn_at__isnull=False)
    table = tables.filter(seen).first()
    if table is None:
        raise Http404
    return table


def _form(tournament: Tournament, seated: SeatedTable, *args: Any) -> ResultForm:
    """Begins with what was entered last for the table, if that is the only one."""
    form = result_form(tournament, seated, *args)
    found = list(seated.table.proposals.open()[:2])
    if not args and seated.result is None and len(found) == 1:
        form.initial |= form.values_of(entered_of(found[0]))
    return form


def _page(
    request: HttpRequest,
    tournament: Tournament,
    player: Player,
    seated: SeatedTable,
    form: ResultForm,
    *,
    back: str,
    cautions: tuple[Caution, ...] = (),
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "player": player,
        "back": back,
        "round": seated.table.draw.round,
        "seated": seated,
        "form": form,
        "cautions": cautions,
    }
    return render(request, "tournaments/personal/propose_result.html", context)
