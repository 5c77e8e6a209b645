"""Signing up a whole list at once: looked at first, then all of it or nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from django.utils import timezone

from tournaments.domain.entering import Age
from tournaments.domain.importing import PlannedRow, Somebody, TypedRow, Verdict, club_key, plan
from tournaments.domain.values import Player, Refused, marked
from tournaments.models import Club, Entry, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.tournament import Kind, State
from tournaments.services.acts import Acting, Doer, acting
from tournaments.services.entering import (
    SignUp,
    add_entry_row,
    club_named,
    clubs_by_key,
    fill_places,
    shown_birth_date,
    signed_off_before,
    write_entry,
)
from tournaments.services.guards import must_not_be_over
from tournaments.services.mailing import tell


class ListChanged(Refused):
    """Since the preview somebody signed up or left: it has to be looked at again."""


def preview_entries(tournament: Tournament, rows: Sequence[TypedRow]) -> tuple[PlannedRow, ...]:
    """What importing these rows would do now."""
    entered = [
        Somebody(
            entry.pk,
            entry.name,
            entry.email,
            shown_birth_date(entry),
            entry=str(entry),
        )
        for entry in tournament.entries.select_related(
            "person", "joined_from", "tournament"
        ).order_by("number")
        if entry.state != EntryState.CANCELLED
    ]
    return plan(
        rows,
        day=tournament.date,
        today=timezone.localdate(),
        school=tournament.kind == Kind.SCHOOL,
        entered=entered,
    )


def import_entries(
    tournament: Tournament,
    rows: Sequence[TypedRow],
    outcomes: Collection[tuple[int, str, Player | None]],
    doer: Doer,
    *,
    language: str = "cs",
    write_to_them: bool = True,
) -> list[Entry]:
    """Sign up everybody of the list who is not yet, in its order, as it was previewed.

    `outcomes` are those of the preview: if any would be another one now, nothing is saved
    (`ListChanged`). Whoever finds no place is put on the waiting list.
    """
    with acting(tournament, "import_entries", doer) as act:
        must_not_be_over(act.tournament)
        if act.tournament.state == State.RUNNING:
            raise Refused("D-110", marked("The tournament is running; see the check-in."))
        planned = preview_entries(act.tournament, rows)
        if [row.outcome for row in planned] != list(outcomes):
            raise ListChanged("", marked("The list of players has changed; please look again."))
        wrong = [row.typed.line for row in planned if row.verdict is Verdict.WRONG]
        if wrong:
            raise Refused("", marked("Rows still wrong: {lines}"), lines=wrong)
        clubs = clubs_by_key()
        entries = [
            _save(act, row, language, clubs) for row in planned if row.verdict is Verdict.NEW
        ]
        fill_places(act.tournament, doer.now, quietly={entry.pk for entry in entries})
        saved = list(
            act.tournament.entries.filter(pk__in=[entry.pk for entry in entries])
            .select_related("person", "joined_from", "tournament")
            .order_by("number")
        )
        if write_to_them:
            tell(saved, "signed_up", doer.now)
        act.detail = str(len(saved))
    return saved


def _save(act: Acting, row: PlannedRow, language: str, clubs: dict[str, Club]) -> Entry:
    """The entry of a row; a club that it makes is one of the `clubs` from now on."""
    entry = _written(act, row, language, clubs)
    if entry.club:
        clubs.setdefault(club_key(entry.club.name), entry.club)
    return entry


def _written(act: Acting, row: PlannedRow, language: str, clubs: Mapping[str, Club]) -> Entry:
    sign_up = SignUp(
        name=row.name,
        email=row.typed.email,
        club=club_named(row.typed.club, clubs),
        age=row.age,
        birth_date=row.birth_date,
        language=language,
        note=row.typed.note,
        paid=row.paid,
    )
    if entry := signed_off_before(act.tournament, sign_up):
        if entry.is_minor and sign_up.age is Age.ADULT:
            # A list may have no column of it, and says nothing of who is 18 by now.
            sign_up = replace(sign_up, age=Age.MINOR)
        write_entry(entry, sign_up, by_desk=True)
        entry.queue_again(act.doer.now)
        entry.save()
        return entry
    return add_entry_row(act.tournament, sign_up, EntryState.WAITING, act.doer.now, by_desk=True)
