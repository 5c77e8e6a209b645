"""A player calls the referee to their table, or says that nobody is needed any more: from the own
page, or by the code of the table on whichever phone."""

from __future__ import annotations

from django.http import Http404
from django.utils.translation import gettext as _

from tournaments.forms.personal import CallForm, CancelCallForm
from tournaments.models import Entry, Table, Tournament
from tournaments.services import calling
from tournaments.services.acts import as_player
from tournaments.services.proposing import Player
from tournaments.views.access import act
from tournaments.views.links import behind_a_link, digest_of_link, of_the_entry
from tournaments.views.outcome import refuse_too_many
from tournaments.views.personal.at_table import SEAT_PAGE, AtTable, behind_a_code, player_at
from tournaments.views.personal.personal import MY_PAGE
from tournaments.views.posting import Sent, filled, posted

CALLS = "20/h"
"""How often one player calls or cancels; each is a line of the logbook."""


@behind_a_link
@act
@of_the_entry
@posted(MY_PAGE, form=filled(CallForm))
def call_referee(sent: Sent, tournament: Tournament, entry: Entry) -> str:
    refuse_too_many(sent.request, "call-of-the-referee", {f"{entry.pk}": CALLS})
    table = _table(tournament, sent.data["table_id"])
    calling.call_referee(
        tournament, table, sent.data["kind"], sent.data["text"], _player(sent, entry)
    )
    return _("The referee is called.")


@behind_a_link
@act
@of_the_entry
@posted(MY_PAGE, form=filled(CancelCallForm))
def cancel_call(sent: Sent, tournament: Tournament, entry: Entry) -> str:
    refuse_too_many(sent.request, "call-of-the-referee", {f"{entry.pk}": CALLS})
    calling.cancel_call(tournament, sent.data["call_id"], _player(sent, entry))
    return _("The referee knows that nobody is needed any more.")


@behind_a_link
@act
@behind_a_code
@posted(SEAT_PAGE, form=filled(CallForm))
def call_at_table(sent: Sent, tournament: Tournament, at: AtTable, position: int) -> str:
    player = player_at(sent.request, at, position)
    refuse_too_many(sent.request, "call-by-a-code", {f"{player.entry.pk}": CALLS})
    calling.call_referee(tournament, at.table, sent.data["kind"], sent.data["text"], player)
    return _("The referee is called.")


@behind_a_link
@act
@behind_a_code
@posted(SEAT_PAGE, form=filled(CancelCallForm))
def cancel_at_table(sent: Sent, tournament: Tournament, at: AtTable, position: int) -> str:
    player = player_at(sent.request, at, position)
    refuse_too_many(sent.request, "call-by-a-code", {f"{player.entry.pk}": CALLS})
    calling.cancel_call(tournament, sent.data["call_id"], player)
    return _("The referee knows that nobody is needed any more.")


def _table(tournament: Tournament, key: int) -> Table:
    """The table as the page showed it; whether it counts and who sits there is asked later."""
    table = Table.objects.select_related("draw__round").filter(
        pk=key, draw__round__tournament=tournament, draw__published_at__isnull=False
    )
    found = table.first()
    if found is None:
        raise Http404
    return found


def _player(sent: Sent, entry: Entry) -> Player:
    """Whoever opened the personal link, by the name that the entry has."""
    return Player(entry, as_player(sent.doer, entry), digest_of_link(entry.token))
