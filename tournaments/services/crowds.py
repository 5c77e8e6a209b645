"""So many sign-ups wait to be confirmed that no more are taken: of an event, or from one place."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count

from tournaments.domain.entering import most_from_one_place, most_unconfirmed
from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Tournament

MOST_DROPPED = 200
"""So many are shown together and dropped with one act, which others wait for."""


def refuse_in_a_crowd(tournament: Tournament, place: str) -> None:
    """Refuse one more sign-up from this place where too many wait already. Whoever asks has locked
    the event, so that no two take the last room.

    Nobody who has confirmed counts, and the desk writes down whoever stands in front of it.
    """
    if _is_crowded(tournament):
        raise Refused(
            "",
            marked(
                "Very many sign-ups for this tournament wait to be confirmed, so it takes no more "
                "at the moment. Please try again later, or come to the desk on the day."
            ),
        )
    if place in _crowded_places(tournament):
        raise Refused(
            "",
            marked(
                "Very many sign-ups that came from your network wait to be confirmed, so no more "
                "are taken from there at the moment. Please try again later or from elsewhere, or "
                "come to the desk on the day."
            ),
        )


def who_keep_others_out(tournament: Tournament, late: Sequence[Entry]) -> list[Entry]:
    """Those of the late sign-ups because of whom no more are taken, as many as lapse at once."""
    if not _is_crowded(tournament):
        places = _crowded_places(tournament)
        late = [entry for entry in late if entry.signed_up_from in places]
    return list(late[:MOST_DROPPED])


def _is_crowded(tournament: Tournament) -> bool:
    return tournament.entries.unconfirmed().count() >= most_unconfirmed(tournament.capacity)


def _crowded_places(tournament: Tournament) -> frozenset[str]:
    """Places by their hash from which as many wait as may."""
    most = most_from_one_place(tournament.capacity, in_the_hall=tournament.may_fill_its_hall)
    waiting = tournament.entries.unconfirmed().order_by().exclude(signed_up_from="")
    counted = waiting.values("signed_up_from").annotate(there=Count("pk"))
    return frozenset(counted.filter(there__gte=most).values_list("signed_up_from", flat=True))
