"""The picture that other sites show beside a link to an event."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.defaultfilters import time
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exports.social_card import PNG, SocialCard, write_social_card
from tournaments.models import Tournament
from tournaments.models.tournament import State
from tournaments.views.access import act
from tournaments.views.cached import cached
from tournaments.views.public.calendar import Announced, with_places
from tournaments.wording import weekday_words


@cached
@act
def social_card(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return HttpResponse(write_social_card(card_of(with_places([tournament])[0])), PNG)


def card_of(places: Announced) -> SocialCard:
    """What it says in the active language: when, where, and how many places are left, or how it
    stands with the event."""
    tournament = places.tournament
    when = f"{weekday_words(tournament.date)}, {time(tournament.start, 'H:i')}"
    where = ", ".join(filter(None, (tournament.town, tournament.venue)))
    return SocialCard(tournament.name, tuple(map(capfirst, (when, where, _state(places)))))


def _state(places: Announced) -> str:
    if places.tournament.state != State.SIGN_UP:
        return str(places.tournament.get_state_display())
    if not places.left:
        return _("full")
    left = ngettext("%(left)s place left", "%(left)s places left", places.left)
    return left % {"left": places.left}
