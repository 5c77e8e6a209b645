"""Addresses to be confirmed, one after another or a page of them at once."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.models import Tournament
from tournaments.services import addresses
from tournaments.views.access import act
from tournaments.views.mails import with_mail
from tournaments.views.outcome import carry_out

ON_A_PAGE = 20
"""So many are looked at before they are confirmed with one act."""


@act
@require_POST
def confirm_address(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """The organiser's word that links may go to what one who left may have written."""
    return carry_out(
        request,
        lambda who: addresses.confirm_address(
            tournament, pk, who, seen=request.POST.get("address", "")
        ),
        done=with_mail(_("Confirmed."), _("The link is on its way.")),
        back=reverse("edit_entry", args=[tournament.slug, pk]),
    )


@act
def confirm_addresses(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The same for those that are ticked on a page of the list; each tick says what was seen."""
    here = reverse("confirm_addresses", args=[tournament.slug])
    number = request.GET.get("page", "")
    if request.method == "POST":
        seen = _seen(request.POST.getlist("seen"))
        return carry_out(
            request,
            lambda who: addresses.confirm_addresses(tournament, seen, who),
            done=with_mail(_("Confirmed."), _("The links are on their way.")),
            back=f"{here}?{urlencode({'page': number})}" if number else here,
        )
    paginator = Paginator(addresses.to_confirm(tournament), ON_A_PAGE)
    page = paginator.get_page(number)
    context = {
        "tournament": tournament,
        "page": page,
        "pages": paginator.get_elided_page_range(page.number),
    }
    return render(request, "tournaments/confirm_addresses.html", context)


def _seen(ticked: list[str]) -> dict[int, str]:
    """The address that was seen of each entry that was ticked, by its key."""
    pairs = (tick.partition(" ") for tick in ticked[:ON_A_PAGE])
    return {int(pk): address for pk, _gap, address in pairs if pk.isdecimal() and len(pk) < 10}
