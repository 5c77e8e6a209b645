"""What the series corrected of what an event printed: a list that everybody may read."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.models import Act, Entry, Tournament

JUNIOR, NO_JUNIOR = "✓ U14", "✗ U14"


def corrections_of(tournament: Tournament) -> QuerySet[Act]:
    """What the series corrected after the event, oldest first; everybody may read it."""
    return tournament.acts.filter(name="correct_entry").order_by("at", "pk")


def shorten_corrections(entry: Entry) -> None:
    """Leave no longer name of the player in the corrections than the one that is shown now."""
    listed = corrections_of(entry.tournament).filter(detail__startswith=f"{entry.number}. ")
    for row in listed:
        sign = next((sign for sign in (JUNIOR, NO_JUNIOR) if row.detail.endswith(sign)), "")
        row.detail = f"{entry.number}. {entry.public_name} {sign}".strip()
        row.save(update_fields=["detail"])
