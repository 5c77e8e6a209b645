"""What the series corrected of what an event printed: a list that everybody may read."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.domain.names import short_forms
from tournaments.models import Act, Entry, Tournament

JUNIOR, NO_JUNIOR = "✓ U14", "✗ U14"


def corrections_of(tournament: Tournament) -> QuerySet[Act]:
    """What the series corrected after the event, oldest first; everybody may read it."""
    return tournament.acts.filter(name="correct_entry").order_by("at", "pk")


def corrections_shown(tournament: Tournament) -> list[Act]:
    """The same as they may be read now, unsaved: whoever refused the full name while the event was
    over, and is short since it was opened again, is so there, too."""
    corrections = list(corrections_of(tournament))
    numbers = [act.detail.partition(".")[0] for act in corrections]
    entries = tournament.entries.filter(number__in=[one for one in numbers if one.isdecimal()])
    for entry in entries.select_related("person", "joined_from", "tournament"):
        if entry.is_kept_back and entry.public_name in short_forms(entry.name):
            for act in corrections:
                if act.detail.startswith(f"{entry.number}. "):
                    act.detail = _shortened(act, entry)
    return corrections


def shorten_corrections(entry: Entry) -> None:
    """Leave no longer name of the player in the corrections than the one that is shown now."""
    listed = corrections_of(entry.tournament).filter(detail__startswith=f"{entry.number}. ")
    for row in listed:
        row.detail = _shortened(row, entry)
        row.save(update_fields=["detail"])


def _shortened(act: Act, entry: Entry) -> str:
    sign = next((sign for sign in (JUNIOR, NO_JUNIOR) if act.detail.endswith(sign)), "")
    return f"{entry.number}. {entry.public_name} {sign}".strip()
