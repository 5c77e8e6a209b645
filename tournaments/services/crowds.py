"""So many sign-ups wait to be confirmed that no more are taken: of an event, or from one place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

from tournaments.domain import crowds
from tournaments.domain.crowds import Crowd
from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Tournament
from tournaments.models.entry import RESERVED_FOR

MOST_DROPPED = 200
"""So many are shown together and dropped with one act, which others wait for."""


def refuse_in_a_crowd(tournament: Tournament, place: str, now: dt.datetime) -> None:
    """Refuse one more sign-up from this place where too many wait already. Whoever asks has locked
    the event, so that no two take the last room.

    Nobody who has confirmed counts, and the desk writes down whoever stands in front of it.
    """
    crowd = crowd_of(tournament, now)
    if crowd.closed:
        raise Refused(
            "",
            marked(
                "Very many sign-ups for this tournament wait to be confirmed, so it takes no more "
                "at the moment. Please try again in an hour, or come to the desk on the day."
            ),
        )
    if place in crowd.full:
        raise Refused(
            "",
            marked(
                "Very many sign-ups that came from your network wait to be confirmed, so no more "
                "are taken from there at the moment. Please try again later or from elsewhere, or "
                "come to the desk on the day."
            ),
        )
    if crowd.has_its_share(place):
        raise Refused(
            "",
            marked(
                "Very many sign-ups for this tournament wait to be confirmed, several of them from "
                "your network, so no more are taken from there at the moment. If they are yours, "
                "confirm them by the links in the e-mails first; else please try again later or "
                "from elsewhere, or come to the desk on the day."
            ),
        )


def who_keep_others_out(
    tournament: Tournament, late: Sequence[Entry], now: dt.datetime
) -> list[Entry]:
    """Those of the late sign-ups because of whom no more are taken, as many as lapse at once."""
    crowd = crowd_of(tournament, now)
    if not crowd.everywhere:
        late = [entry for entry in late if entry.signed_up_from in crowd.full]
    return list(late[:MOST_DROPPED])


def crowd_of(tournament: Tournament, now: dt.datetime) -> Crowd:
    waiting = tournament.entries.unconfirmed().order_by()
    return crowd_among(tournament, waiting.values_list("signed_up_from", "registered_at"), now)


def crowd_among(
    tournament: Tournament, waiting: Iterable[tuple[str, dt.datetime]], now: dt.datetime
) -> Crowd:
    """The same by what is known of all who wait: the place that they signed up from, as a hash, ""
    for none, and when they did."""
    return crowds.crowd_among(
        tournament.capacity,
        ((place, at > now - RESERVED_FOR) for place, at in waiting),
        in_the_hall=tournament.may_fill_its_hall,
    )
