"""The end of the day: lots for level players, final standings, results to the series."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from tournaments.domain.conditions import (
    days_left_to_send,
    last_day_to_send,
    late_sending,
)
from tournaments.domain.criteria import Standing
from tournaments.domain.entering import has_come
from tournaments.domain.lots import lot_order
from tournaments.domain.qualification import Award, left_out_note
from tournaments.domain.values import Caution, EventKind, Player, Refused, marked, refuse
from tournaments.models import Entry, Lot, Series, Tournament
from tournaments.models.event import Event, read_event
from tournaments.models.series import PlacesSevenEight, Season, SlotTable
from tournaments.models.tournament import State
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.guards import must_not_be_over, must_run
from tournaments.services.links import end_links_of_players
from tournaments.services.mailing import reaches_series, tell_series
from tournaments.services.rounds.inputs import level_at_cut


def draw_lot(tournament: Tournament, group: Sequence[int], seed: str, doer: Doer) -> Lot:
    """Let the lot order a group of level players, given by their entry keys (T-047, D-120)."""
    with acting(tournament, "draw_lot", doer) as act:
        event = read_event(act.tournament)
        keys = _level_group(event, group)
        entries = sorted((event.entries[key] for key in keys), key=lambda entry: entry.number)
        order = [entry.pk for entry in lot_order(entries, seed)]
        act.detail = _named(event, order)
        return _keep(event, order, seed, doer)


def enter_lot(tournament: Tournament, order: Sequence[int], doer: Doer) -> Lot:
    """Keep a lot that was drawn by hand: the entry keys of the whole group, best first."""
    with acting(tournament, "enter_lot", doer) as act:
        event = read_event(act.tournament)
        if len(set(order)) != len(order):
            raise Refused("T-047", marked("Each player of the group has a place of their own."))
        _level_group(event, order)
        act.detail = _named(event, order)
        return _keep(event, list(order), "", doer)


def groups_for_lot(event: Event) -> list[tuple[int, ...]]:
    """Level players whose order matters, by their entry keys: all once the rounds are closed, and
    before only those on whom the next draw waits (D-120)."""
    groups = list(event.standings().undecided)
    following = event.current
    if following is None:
        return groups
    if following.draw is None and event.seating_of(following.number).is_by_place:
        return groups
    at_cut = {entry.pk for entry in level_at_cut(event)}
    return [group for group in groups if not at_cut.isdisjoint(group)]


def _level_group(event: Event, group: Sequence[int]) -> tuple[int, ...]:
    """The group as the standings have it; refused unless it is one that waits for a lot."""
    must_run(event.tournament)
    wanted = frozenset(group)
    for level in groups_for_lot(event):
        if wanted == frozenset(level):
            return level
    if wanted in map(frozenset, event.standings().undecided):
        raise Refused(
            "D-120",
            marked(
                "They share their place for now. The lot is drawn when their order matters: at "
                "the end, or where the next draw waits for it."
            ),
        )
    if any(wanted == frozenset(lot.order) for lot in event.lots):
        raise AlreadyDone("T-047", marked("The lot of these players is drawn already (D-120)."))
    raise Refused("T-047", marked("These players are not level any more; look at the standings."))


def _keep(event: Event, order: list[int], seed: str, doer: Doer) -> Lot:
    return Lot.objects.create(
        tournament=event.tournament,
        after_round=event.rounds_played,
        group=",".join(str(key) for key in sorted(order)),
        order=order,
        seed=seed,
        by=doer.name,
        at=doer.now,
    )


def _named(event: Event, order: Sequence[int]) -> str:
    return ", ".join(event.entries[key].mark for key in order)[:300]


def set_places_7_8(tournament: Tournament, choice: str, doer: Doer) -> None:
    """Say what places 7 and 8 get from 41 players on (T-081), before the final standings."""
    with acting(tournament, "set_places_7_8", doer, detail=choice) as act:
        must_not_be_over(act.tournament)
        if choice not in PlacesSevenEight.values:
            raise Refused("T-081", marked("Choose what places 7 and 8 get."))
        act.tournament.places_7_8 = choice
        act.tournament.save()


FOR_GOOD = Caution.of(
    "",
    marked(
        "Everybody sees the final standings then, and no result can be entered or corrected any "
        "more; protests and decisions still can. Only the series can open the tournament again."
    ),
)


def finish(tournament: Tournament, doer: Doer, *, beside: Sequence[Caution] = ()) -> None:
    """Make the standings final: strict, with juniors apart and the places they bring (T-049).

    The qualifying places are kept as they are now, so that a table changed later changes nothing.
    A page asks `beside` what the rules ask that it is `FOR_GOOD`.
    """
    with transaction.atomic():
        _lock_season(tournament)
        _finish(tournament, doer, beside)


def _lock_season(tournament: Tournament) -> None:
    """Let nobody change what places of the season bring while they are reckoned and kept."""
    of = {"series": tournament.series_id}
    list(Season.objects.select_for_update(no_key=True).filter(year=tournament.date.year, **of))
    list(SlotTable.objects.select_for_update(no_key=True).filter(**of).order_by("pk"))


def _finish(tournament: Tournament, doer: Doer, beside: Sequence[Caution]) -> None:
    with acting(tournament, "finish", doer) as act:
        locked = act.tournament
        if locked.is_played_out:
            raise AlreadyDone("", marked("The tournament is finished already."))
        must_run(locked)
        event = read_event(locked)
        refuse(in_the_way(event, timezone.localdate(doer.now)))
        note = left_out_note(
            len(event.counted), event.slots.main, places_7_8=event.slots.places_7_8
        )
        act.heed([*([note] if note and event.prizes.zones else []), *beside])
        locked.frozen_slots = event.slots.frozen()
        locked.finished_at = doer.now
        locked.state = State.FINISHED
        locked.save()
        _freeze_players(event)


def in_the_way(event: Event, today: dt.date) -> Iterator[Refused]:
    """Why the standings of a running tournament cannot be made final, what comes first on top."""
    if not has_come(event.tournament.date, today):
        # Who is a junior is kept for good by finishing, and goes by a day that was held.
        yield Refused(
            "T-085",
            marked(
                "The tournament is on {day} and cannot be finished long before. If it is held "
                "earlier, change the day in its announcement."
            ),
            day=event.tournament.date,
        )
    if event.current is not None:
        yield Refused(
            "T-002", marked("Round {round} is not closed yet."), round=event.current.number
        )
    elif event.standings().undecided:
        yield Refused(
            "T-049",
            marked("Level players still share a place; draw the lot first. Groups: {count}."),
            count=len(event.standings().undecided),
        )
    if matters := sum(ruling.is_open for ruling in event.tournament.rulings.all()):
        yield Refused(
            "T-050",
            marked("The referee's book has open matters: {count}. Decide them first."),
            count=matters,
        )


def _freeze_players(event: Event) -> None:
    """Keep the names as everybody saw them, and who was a junior, whatever changes later."""
    entries = list(event.entries.values())
    for entry in entries:
        entry.freeze(event.tournament.date)
    Entry.objects.bulk_update(entries, ["shown_as", "was_junior", "short_by_join"])


def send_results(tournament: Tournament, doer: Doer) -> None:
    """Send the results to the series: within five days, later with a mark (T-075)."""
    with acting(tournament, "send_results", doer) as act:
        locked = act.tournament
        if locked.state == State.SENT:
            raise AlreadyDone("T-075", marked("The results are sent already."))
        if locked.state != State.FINISHED:
            raise Refused("T-075", marked("Results are sent once the tournament is finished."))
        asked = [*protests_open(locked), *([] if reaches_series() else [sent_by_hand()])]
        if asked:
            act.heed(asked)
        locked.sent_at = doer.now
        locked.state = State.SENT
        locked.save()
        event = read_event(locked)
        tell_series(
            locked,
            "results",
            doer.now,
            players=len(event.counted),
            won=_won(event, event.standings().rows, event.awards),
            juniors=_won(event, event.junior_standings(), event.junior_awards),
            doubts=locked.to_be_confirmed(timezone.localdate(doer.now)),
            by=doer.name,
        )


def protests_open(tournament: Tournament) -> Iterator[Caution]:
    """What is asked before results go out over which a council has still to decide (T-052)."""
    rulings = tournament.rulings.numbered().filter(
        protest_at__isnull=False, council_at__isnull=True
    )
    if numbers := ", ".join(str(ruling.number) for ruling in rulings):
        yield Caution.of(
            "T-052",
            marked("A protest waits for the decision of the council (No. {numbers})."),
            numbers=numbers,
        )


def sent_by_hand() -> Caution:
    """What has to be done by hand, and said, where no e-mail goes to the series."""
    if settings.SERIES_EMAIL:
        return Caution.of(
            "T-075",
            marked(
                "This site sends the series no e-mail. Download the workbook of the results, send "
                "it to {address} yourself, and say yes when it is sent."
            ),
            address=settings.SERIES_EMAIL,
        )
    return Caution.of(
        "T-075",
        marked(
            "This site sends the series no e-mail. Download the workbook of the results, send it "
            "to the series yourself, and say yes when it is sent."
        ),
    )


def _won(
    event: Event, rows: Sequence[Standing], awards: Mapping[Player, Award]
) -> list[tuple[int, Entry, Award]]:
    """Places that bring something, best first."""
    return [
        (row.rank, event.entries[row.player], awards[row.player])
        for row in rows
        if row.player in awards
    ]


def reopen_tournament(tournament: Tournament, reason: str, doer: Doer) -> None:
    """Open a finished tournament again for a correction; for the series' administrator alone."""
    with acting(tournament, "reopen_tournament", doer, reason=reason) as act:
        locked = act.tournament
        if not locked.is_played_out:
            raise AlreadyDone("", marked("The tournament is open."))
        if not reason.strip():
            raise Refused("", marked("Opening a finished tournament again needs a reason."))
        locked.state = State.RUNNING
        locked.finished_at = locked.sent_at = locked.frozen_slots = None
        left, locked.links_outlived = locked.links_outlived, False
        locked.save()
        if left:
            end_links_of_players(act)


def sending(tournament: Tournament, today: dt.date) -> Caution | None:
    """How long there is to send the results, or whether they went out in time (T-075, D-133);
    None where no day is set, since only season tournaments have one."""
    if EventKind(tournament.kind) != EventKind.SEASON:
        return None
    sent_on = timezone.localdate(tournament.sent_at) if tournament.sent_at else today
    late = late_sending(EventKind(tournament.kind), tournament.date, sent_on)
    if late and days_left_to_send(tournament.date, sent_on) < 0:
        return late
    if tournament.sent_at:
        return Caution.of("T-075", marked("That was in time."))
    return Caution.of(
        "T-075",
        marked("The last day to send them is {latest}."),
        latest=last_day_to_send(tournament.date),
    )


def days_to_send(tournament: Tournament, today: dt.date) -> int | None:
    """How many days are left to send the results; None once they are sent or late, and where no
    day is set."""
    if EventKind(tournament.kind) != EventKind.SEASON or tournament.sent_at:
        return None
    left = days_left_to_send(tournament.date, today)
    return left if left >= 0 else None


def give_consent(tournament: Tournament, rule_id: str, doer: Doer) -> None:
    """The series agrees to a condition that the event broke, so that its places stand (D-136)."""
    with acting(tournament, "give_consent", doer, detail=rule_id) as act:
        if act.tournament.consents.filter(rule_id=rule_id).exists():
            raise AlreadyDone("D-136", marked("The series has consented to that already."))
        broken = act.tournament.to_be_confirmed(timezone.localdate(doer.now))
        if rule_id not in {caution.rule_id for caution in broken}:
            raise Refused("D-136", marked("There is nothing to consent to here."))
        act.tournament.consents.create(rule_id=rule_id, at=doer.now)


def take_consent_back(tournament: Tournament, rule_id: str, doer: Doer) -> None:
    """The places wait for the series again."""
    with acting(tournament, "take_consent_back", doer, detail=rule_id) as act:
        deleted, _rows = act.tournament.consents.filter(rule_id=rule_id).delete()
        if not deleted:
            raise AlreadyDone("D-136", marked("The consent is taken back already."))


def waiting_for_consent(today: dt.date, *, series: Series | None = None) -> list[Tournament]:
    """Events of this year and the last one whose places the series has yet to confirm (D-136),
    those of one series or of all."""
    events = Tournament.objects.public().counting_for_club().filter(date__year__gte=today.year - 1)
    if series is not None:
        events = events.filter(series=series.as_kept)
    listed = events.with_places().prefetch_related("consents").order_by("date", "pk")
    return [one for one in listed if one.gives_places and one.to_be_confirmed(today)]
