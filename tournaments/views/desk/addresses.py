"""Addresses to be confirmed, one after another or a page of them at once."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament
from tournaments.services import addresses
from tournaments.views.access import act
from tournaments.views.mails import with_mail
from tournaments.views.outcome import carry_out
from tournaments.views.posting import Page, Sent, posted

ON_A_PAGE = 20
"""So many are looked at before they are confirmed with one act."""


@act
@posted(Page("edit_entry", ("slug", "pk")))
def confirm_address(sent: Sent, tournament: Tournament, pk: int) -> str:
    """The organiser's word that links may go to what one who left may have written."""
    addresses.confirm_address(tournament, pk, sent.doer, seen=sent.text("address"))
    return with_mail(_("Confirmed."), _("The link is on its way."))


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
    return render(request, "tournaments/desk/confirm_addresses.html", context)


def _seen(ticked: list[str]) -> dict[int, str]:
    """The address that was seen of each entry that was ticked, by its key."""
    pairs = (tick.partition(" ") for tick in ticked[:ON_A_PAGE])
    return {int(pk): address for pk, _gap, address in pairs if pk.isdecimal() and len(pk) < 10}
