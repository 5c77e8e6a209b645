"""So many sign-ups wait to be confirmed that no more are taken: of an event, or from one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tournaments.domain.entering import most_from_one_place, most_unconfirmed
from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, Tournament

MOST_DROPPED = 200
"""So many are shown together and dropped with one act, which others wait for."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """Whether no more sign-ups are taken at all, and the places from which none are, by hash."""

    everywhere: bool
    places: frozenset[str]


def refuse_in_a_crowd(tournament: Tournament, place: str) -> None:
    """Refuse one more sign-up from this place where too many wait already. Whoever asks has locked
    the event, so that no two take the last room.

    Nobody who has confirmed counts, and the desk writes down whoever stands in front of it.
    """
    crowd = crowd_of(tournament)
    if crowd.everywhere:
        raise Refused(
            "",
            marked(
                "Very many sign-ups for this tournament wait to be confirmed, so it takes no more "
                "at the moment. Please try again later, or come to the desk on the day."
            ),
        )
    if place in crowd.places:
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
    crowd = crowd_of(tournament)
    if not crowd.everywhere:
        late = [entry for entry in late if entry.signed_up_from in crowd.places]
    return list(late[:MOST_DROPPED])


def crowd_of(tournament: Tournament) -> Crowd:
    waiting = tournament.entries.unconfirmed().order_by()
    return crowd_among(tournament, waiting.values_list("signed_up_from", flat=True))


def crowd_among(tournament: Tournament, waiting: Iterable[str]) -> Crowd:
    """The same by the places, as hashes, that all who wait signed up from; "" is none."""
    counted = Counter(waiting)
    everywhere = counted.total() >= most_unconfirmed(tournament.capacity)
    most = most_from_one_place(tournament.capacity, in_the_hall=tournament.may_fill_its_hall)
    full = (place for place, there in counted.items() if place and there >= most)
    return Crowd(everywhere, frozenset(full))
