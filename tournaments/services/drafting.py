"""Drafts that are made after an earlier event, and drafts that are thrown away."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models.fields.files import FieldFile
from django.utils import timezone

from tournaments.domain.next_event import Earlier, TakenOver
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import Official, Person, Round, Tournament
from tournaments.models.entry import Role
from tournaments.models.tournament import State
from tournaments.services.acts import (
    AlreadyDone,
    Doer,
    Unconfirmed,
    refuse_who_left,
    version_key,
)
from tournaments.services.announcing import made_before, write_draft
from tournaments.services.appointing import name_official
from tournaments.services.bare_persons import delete_if_bare
from tournaments.services.histories import offices_of_before
from tournaments.services.kept_back import is_in_full, name_as_withdrawn
from tournaments.services.standing import Standing

TAKEN_OVER = (
    *("series", "kind", "club", "town", "venue", "start", "capacity", "fee", "contact", "text"),
    *("ruleset", "target_points", "record_head", "format"),
    *("two_extra_rounds", "half_of_rounds_counts", "from_the_table", "own_phones_only"),
    "self_check_in",
)
"""What a draft has from the event before it. Nobody who played, and nothing that was done."""


BEGINS_THE_DAY = ("delay_rounds", "move_rounds", "start_clock")
"""Acts from which on the starts of rounds are those of the day, not of the announcement."""


@transaction.atomic
def clone_tournament(
    earlier: Tournament,
    name: str,
    day: dt.date,
    officials: Collection[Official],
    doer: Doer,
    *,
    user: Any,
    to_create: Standing | None = None,
) -> Tournament:
    """A draft on that day like an earlier event: place, text, fee, rules and the hours of its
    rounds. Of its officials these are asked, or named without an account and without their old
    links; the account becomes the organiser.

    `to_create` is by what the doer may write new tournaments at all. A second click gives the same
    draft again.
    """
    refuse_who_left(doer)
    doer = replace(doer, by=to_create)
    if made := made_before({"name": name, "date": day}, doer, user):
        return made
    taken = {field: getattr(earlier, field) for field in TAKEN_OVER}
    planned = _plan_before_the_day(earlier)
    rounds = [
        _planned(round_, planned.get(round_.pk, round_), day - earlier.date)
        for round_ in earlier.rounds.order_by("number")
    ]
    draft = write_draft(
        Tournament(name=name, date=day, **taken),
        rounds,
        "clone_tournament",
        doer,
        user=user,
        detail=earlier.slug,
    )
    for official in officials:
        _ask_again(draft, official, doer, user)
    return draft


def _plan_before_the_day(earlier: Tournament) -> dict[int, Any]:
    """Its rounds as they were announced, by key: what was moved on the day is no plan. Of an event
    that was written down on its day that is what stood before a start was first moved, or a clock
    ran. Rounds that are younger are missing."""
    morning = timezone.make_aware(dt.datetime.combine(earlier.date, dt.time.min))
    begun = earlier.acts.filter(name__in=BEGINS_THE_DAY).order_by("at").first()
    return (_rounds_before(earlier, begun.at) if begun else {}) | _rounds_before(earlier, morning)


def _rounds_before(earlier: Tournament, moment: dt.datetime) -> dict[int, Any]:
    """The last word on each round before that moment, by its key."""
    history = Round.history.filter(tournament=earlier.pk, history_date__lt=moment)
    return {row.id: row for row in history.order_by("history_date", "history_id")}


def _planned(round_: Round, planned: Any, further: dt.timedelta) -> dict[str, Any]:
    start = planned.starts_at and timezone.localtime(planned.starts_at) + further
    return {
        "starts_at": start,
        "limit_minutes": planned.limit_minutes,
        "draw_mode": round_.draw_mode,
        "cut": round_.cut,
    }


def _ask_again(draft: Tournament, official: Official, doer: Doer, user: Any) -> None:
    account = official.user or official.asked
    if account is not None and not account.is_active:
        account = None
    own = account is None or account == user
    asked = name_official(draft, official.name, official.role, doer, user=account, own=own)
    # The age stays with whoever held the office; an own account says it of itself.
    if not is_in_full(official) and asked.owner.user_id is None:
        name_as_withdrawn(asked.owner)


def officials_to_ask(earlier: Tournament, user: Any) -> list[Official]:
    """The officials of an event whom the next one may have, too: not those who were deleted since,
    and not the account as the organiser that it becomes anyhow."""
    there = earlier.officials.filter(person__forgotten_at=None).exclude(name="")
    there = there.exclude(user=user, role=Role.ORGANISER)
    return list(there.select_related("user", "asked", "person"))


def taken_over(draft: Tournament) -> tuple[TakenOver, Earlier] | None:
    """What a draft has from which event before it; None if it was written anew, or that event is
    not there any more."""
    made = draft.acts.filter(name="clone_tournament").first()
    earlier = made and Tournament.objects.filter(slug=made.detail).first()
    if not earlier:
        return None
    officials = draft.officials.all()
    return (
        TakenOver(
            day=draft.date,
            texts=[draft.name, draft.venue, draft.fee, draft.contact, draft.text],
            is_looked_at=draft.acts.filter(name="edit_tournament").exists(),
            unanswered=[official.name for official in officials if official.asked_id],
            with_links=[
                official.name for official in officials if official.token and not official.saw_desk
            ],
            rule_changes=draft.rule_changes.count(),
        ),
        Earlier(earlier.name, earlier.date, earlier.rule_changes.count()),
    )


@transaction.atomic
def delete_draft(tournament: Tournament, doer: Doer) -> None:
    """Throw a draft away with all that belongs to it, histories included: nobody but its officials
    ever saw it. Asked about once; refused for what was announced or has players."""
    draft = Tournament.objects.select_for_update().filter(pk=tournament.pk).first()
    if draft is None:
        raise AlreadyDone("", marked("This draft is deleted already."))
    refuse_who_left(doer)
    _refuse_to_delete(draft)
    if (question := deletion_of(draft)).key not in doer.confirmed:
        raise Unconfirmed([question])
    files = [file for job in draft.jobs.all() for file in (job.upload, job.file) if file]
    persons = _who_held_an_office(draft)
    histories = [
        Tournament.history.filter(id=draft.pk),
        Round.history.filter(tournament=draft.pk),
        Official.history.filter(tournament=draft.pk),
    ]
    draft.delete()
    for history in histories:
        history.delete()
    for person in persons:
        # Elsewhere the series still finds them by the office that they held.
        if not offices_of_before([person]).exists():
            delete_if_bare(person)
    # Another draft may come to this address, and begins to count anew.
    transaction.on_commit(lambda: cache.delete(version_key(draft.slug)), robust=True)
    transaction.on_commit(lambda: _delete(files), robust=True)


def _who_held_an_office(draft: Tournament) -> list[Person]:
    """The owners of its offices, of today and of before: who was dismissed stays known by nothing
    but the history of the office."""
    rows = [
        *draft.officials.values_list("person", "joined_from"),
        *Official.history.filter(tournament=draft.pk).values_list("person", "joined_from"),
    ]
    return list(Person.objects.filter(pk__in={key for row in rows for key in row if key}))


def deletion_of(draft: Tournament) -> Caution:
    """What is asked before a draft goes."""
    return Caution.of(
        "",
        marked("{draft} is deleted with its timetable and officials. This cannot be taken back."),
        draft=draft.name,
    )


def _delete(files: Collection[FieldFile]) -> None:
    for file in files:
        file.delete(save=False)


def _refuse_to_delete(tournament: Tournament) -> None:
    if tournament.state != State.DRAFT or tournament.announced_at is not None:
        raise Refused(
            "",
            marked("Only a draft can be deleted. What was announced is cancelled, with a reason."),
        )
    if tournament.entries.exists() or tournament.lapsed.exists():
        raise Refused(
            "",
            marked("This draft has players, so it is not deleted. Cancel the tournament instead."),
        )
