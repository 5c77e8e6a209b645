"""At the desk: players who may be people of other events of the same organiser."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import JoinedBy, Tournament
from tournaments.permissions import may
from tournaments.services import joining, undoing
from tournaments.views.access import act, organised_by
from tournaments.views.outcome import carry_out
from tournaments.views.posting import Page, Sent, posted


@act
def join_entry(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    own = organised_by(request)
    here = reverse("join_entry", args=[tournament.slug])
    if request.method == "POST":
        entry, other = (_key(request.POST.get(name, "")) for name in ("entry", "other"))
        return carry_out(
            request,
            lambda who: joining.join_entry(tournament, entry, other, own, who),
            done=_("The two are one person now. You can take it back below."),
            back=here,
        )
    found = joining.suggestions(tournament, own)
    context = {
        "tournament": tournament,
        "suggestions": found,
        "perhaps_more": len(found) == joining.MOST_SUGGESTED,
        "may_join_all": may(request.roles, "join_persons"),
        "joins": [
            join
            for join in joining.joins_at(tournament).filter(how=JoinedBy.ORGANISER)
            if not join.kept.entries.exclude(tournament__in=own).exists()
        ],
    }
    return render(request, "tournaments/desk/join_entry.html", context)


@act
@posted(Page("join_entry", ("slug",)))
def undo_own_join(sent: Sent, _tournament: Tournament, pk: int) -> str:
    undoing.undo_own_join(pk, organised_by(sent.request), sent.doer)
    return _("Taken back: they are two persons again.")


def _key(typed: str) -> int:
    return int(typed) if typed.isdecimal() and len(typed) < 18 else 0
