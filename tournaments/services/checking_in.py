"""On the day: who is here, who paid, who never came, who leaves and who comes late."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from django.utils import timezone

from tournaments.domain.entering import Age
from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import Draw, Entry, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.event import Event, PlayedRound, SeatedTable, read_event
from tournaments.models.tournament import State
from tournaments.services.acts import Acting, AlreadyDone, Doer, acting
from tournaments.services.door_codes import MINUTES, is_code
from tournaments.services.entering import (
    SignUp,
    add_entry_row,
    cautions_kept_back,
    cautions_of_name,
    check_sign_up,
    sign_off,
    sign_up_again,
    the_entry,
)
from tournaments.services.guards import must_not_be_over

EXPECTED = (EntryState.CONFIRMED, EntryState.UNCONFIRMED, EntryState.WAITING)
"""Who has signed up and may still come."""

NOT_SEATED = (*EXPECTED, EntryState.NO_SHOW, EntryState.CANCELLED)
"""Who is known but does not play; at the door they may, once checked in."""


def open_check_in(tournament: Tournament, doer: Doer) -> None:
    """Begin the day at the door. An open sign-up stays open: from now on the desk confirms it."""
    with acting(tournament, "open_check_in", doer) as act:
        locked = act.tournament
        if locked.state == State.CHECK_IN:
            raise AlreadyDone("", marked("The check-in is open already."))
        if locked.state not in (State.ANNOUNCED, State.SIGN_UP):
            raise Refused(
                "",
                marked("The check-in cannot be opened now: the tournament is {state}."),
                state=locked.get_state_display(),
            )
        if timezone.localdate(doer.now) < locked.date:
            act.heed(
                [
                    Caution.of(
                        "",
                        marked(
                            "The tournament is on {day}. From now on sign-ups are confirmed at "
                            "the desk."
                        ),
                        day=locked.date,
                    )
                ]
            )
        locked.sign_up_at_door = locked.state == State.SIGN_UP
        locked.state = State.CHECK_IN
        locked.save(update_fields=["state", "sign_up_at_door"])


def check_in(tournament: Tournament, entry_id: int, doer: Doer) -> Entry:
    """Somebody of the list is here, until round 1 is drawn (D-110)."""
    with acting(tournament, "check_in", doer) as act:
        _refuse_before_the_day(act.tournament)
        entry = the_entry(act.tournament, entry_id)
        if entry.state == EntryState.CHECKED_IN:
            raise AlreadyDone("", marked("{entry} is checked in already."), entry=str(entry))
        _refuse_once_drawn(act.tournament)
        _let_in(act, entry)
    return entry


def check_in_myself(tournament: Tournament, entry_id: int, code: str, doer: Doer) -> Entry:
    """A player with a place reads the number on the large screen, and is here by that. Whoever has
    to be asked something comes to the desk."""
    with acting(tournament, "check_in_myself", doer) as act:
        _refuse_before_the_day(act.tournament)
        entry = the_entry(act.tournament, entry_id)
        if entry.state == EntryState.CHECKED_IN:
            raise AlreadyDone("", marked("You are checked in already."))
        _refuse_once_drawn(act.tournament)
        if not act.tournament.self_check_in:
            raise Refused("", marked("Players of this tournament check in at the desk."))
        if entry.state != EntryState.CONFIRMED or (entry.is_minor and not entry.guardian_consent):
            raise Refused("", marked("Please come to the desk: something is to be asked first."))
        if not is_code(act.tournament, code, doer.now):
            raise Refused(
                "",
                marked(
                    "This is not the number on the large screen. It changes every {minutes} "
                    "minutes: type the one that stands there now."
                ),
                minutes=MINUTES,
            )
        _let_in(act, entry)
    return entry


def undo_check_in(tournament: Tournament, entry_id: int, doer: Doer) -> Entry:
    """Back to those who may still come, for a check-in or a no-show noted by mistake."""
    with acting(tournament, "undo_check_in", doer) as act:
        entry = the_entry(act.tournament, entry_id)
        if entry.state in EXPECTED:
            raise AlreadyDone("", marked("{entry} is not checked in."), entry=str(entry))
        if entry.state not in (EntryState.CHECKED_IN, EntryState.NO_SHOW):
            raise _not_for(entry)
        if round_one_drawn(act.tournament):
            raise Refused("", marked("Round 1 is drawn: let the player withdraw instead."))
        waited = entry.history.filter(state__in=EXPECTED).first()
        was_waiting = waited is not None and waited.state == EntryState.WAITING
        entry.state = EntryState.WAITING if was_waiting else EntryState.CONFIRMED
        entry.save()
        act.detail = entry.mark
    return entry


def mark_paid(tournament: Tournament, entry_id: int, paid: bool, doer: Doer) -> Entry:
    """Note that the fee was paid, or that it was not."""
    with acting(tournament, "mark_paid" if paid else "mark_unpaid", doer) as act:
        entry = the_entry(act.tournament, entry_id)
        if entry.paid == paid:
            raise AlreadyDone("", marked("That is noted already."))
        entry.paid = paid
        entry.save()
        act.detail = entry.mark
    return entry


def mark_no_show(tournament: Tournament, entry_ids: Collection[int], doer: Doer) -> list[Entry]:
    """Note that these have not come; whoever was checked in meanwhile is passed over."""
    with acting(tournament, "mark_no_show", doer) as act:
        _refuse_before_the_day(act.tournament)
        entries = act.tournament.entries.filter(pk__in=entry_ids).select_related(
            "person", "joined_from"
        )
        absent = [entry for entry in entries if entry.state in EXPECTED]
        if not absent:
            raise AlreadyDone("", marked("Nobody of these is still expected."))
        for entry in absent:
            entry.state = EntryState.NO_SHOW
            entry.save()
        act.detail = ", ".join(entry.mark for entry in absent)[:300]
    return absent


def walk_in(tournament: Tournament, sign_up: SignUp, doer: Doer) -> Entry:
    """Somebody who never signed up is here and wants to play, until round 1 is drawn (D-110)."""
    with acting(tournament, "walk_in", doer) as act:
        _refuse_before_the_day(act.tournament)
        _refuse_once_drawn(act.tournament)
        return _from_the_street(act, sign_up)


def admit_latecomer(
    tournament: Tournament,
    doer: Doer,
    *,
    entry_id: int | None = None,
    sign_up: SignUp | None = None,
) -> Entry:
    """The chief referee lets somebody play who came after round 1 was drawn (D-110).

    Either somebody of the list or a new person. They play from the next round that is not drawn
    yet; the rounds they missed score nothing.
    """
    with acting(tournament, "admit_latecomer", doer) as act:
        must_not_be_over(act.tournament)
        if not round_one_drawn(act.tournament):
            raise Refused("D-110", marked("Round 1 is not drawn yet: just check in."))
        number = _next_round(act.tournament)
        _refuse_after_a_cut(act.tournament, number)
        if sign_up is not None:
            entry = _from_the_street(act, sign_up)
        else:
            entry = the_entry(act.tournament, entry_id or 0)
            if entry.state == EntryState.CHECKED_IN:
                raise AlreadyDone("", marked("{entry} is checked in already."), entry=str(entry))
            left_before = entry.state == EntryState.WITHDRAWN and not entry.left_after
            _let_in(act, entry, left_before=left_before)
        entry.first_round = number
        entry.left_after = None
        entry.save()
        act.detail = f"{entry.mark} ({number})"
    return entry


def withdraw(tournament: Tournament, entry_id: int, doer: Doer) -> Entry:
    """A player stops: before the start, or after the rounds played so far (D-123).

    Whoever was only expected is signed off. A player who sits in a round that is not over keeps
    the seat there, which the desk is told.
    """
    return _stop(tournament, entry_id, doer, _caution_for_the_desk)


def leave(tournament: Tournament, entry_id: int, doer: Doer) -> Entry:
    """The same, done by the player, who is told whom to tell of the seat that is kept."""
    return _stop(tournament, entry_id, doer, _caution_for_the_player)


def readmit(tournament: Tournament, entry_id: int, doer: Doer) -> Entry:
    """Somebody who withdrew plays again, from the next round that is drawn; somebody who signed
    off before the start is on the list again, behind everybody else who waits."""
    with acting(tournament, "readmit", doer) as act:
        must_not_be_over(act.tournament)
        entry = the_entry(act.tournament, entry_id)
        if entry.state == EntryState.CHECKED_IN:
            raise AlreadyDone("", marked("{entry} is checked in already."), entry=str(entry))
        if entry.state == EntryState.CANCELLED and act.tournament.state != State.RUNNING:
            sign_up_again(act, entry)
            return entry
        if entry.state != EntryState.WITHDRAWN:
            raise _not_for(entry)
        if not entry.seats.filter(draw__withdrawn_at__isnull=True).exists():
            # Never played: at the door again, or late like anybody else (D-110).
            _refuse_once_drawn(act.tournament)
        act.heed(_cautions_of_coming_back(read_event(act.tournament), entry))
        entry.state = EntryState.CHECKED_IN
        entry.left_after = None
        entry.save()
        act.detail = entry.mark
    return entry


def round_one_drawn(tournament: Tournament) -> bool:
    """Whether round 1 is drawn now; a draw that was withdrawn does not count."""
    return 1 in _drawn(tournament)


def may_be_late(tournament: Tournament, entry: Entry) -> bool:
    """Whether somebody of the list plays only if the chief referee lets them in (D-110)."""
    left_before = entry.state == EntryState.WITHDRAWN and not entry.left_after
    known = entry.state in NOT_SEATED or left_before
    return known and not tournament.is_over and round_one_drawn(tournament)


def _drawn(tournament: Tournament) -> set[int]:
    """Numbers of the rounds that are drawn now."""
    draws = Draw.objects.filter(round__tournament=tournament, withdrawn_at__isnull=True)
    return set(draws.values_list("round__number", flat=True))


def _next_round(tournament: Tournament) -> int:
    """The number of the next round that is not drawn."""
    drawn = _drawn(tournament)
    numbers = tournament.rounds.order_by("number").values_list("number", flat=True)
    left = next((number for number in numbers if number not in drawn), None)
    if left is None:
        raise Refused("D-110", marked("Every round is drawn already; there is none left to play."))
    return left


def _refuse_after_a_cut(tournament: Tournament, number: int) -> None:
    cut = tournament.rounds.get(number=number).cut
    if cut is not None:
        raise Refused(
            "D-110",
            marked("Round {round} is only for the best {cut} of those who have played."),
            round=number,
            cut=cut,
        )


def _cautions_of_coming_back(event: Event, entry: Entry) -> Iterator[Caution]:
    """Who left is not among the best any more once others have played for that (D-123)."""
    drawn = [played for played in event.rounds if played.draw and played.round.cut is not None]
    if not drawn:
        return
    stage = event.stage_of(drawn[-1].number)
    if entry.pk in event.seated_in(stage, after_round=stage.last):
        return
    first = drawn[-1] if stage.first == drawn[-1].number else None
    if first is None or first.round.started_at or any(table.result for table in first.tables):
        raise Refused(
            "D-123",
            marked("Round {round} is for the best {cut} and is played without {player}."),
            round=stage.first,
            cut=stage.cut,
            player=str(entry),
        )
    yield Caution.of(
        "D-123",
        marked("Round {round} is drawn without {player}. To play it has to be drawn again."),
        round=stage.first,
        player=str(entry),
    )


def _from_the_street(act: Acting, sign_up: SignUp) -> Entry:
    """Write somebody new down as present."""
    check_sign_up(sign_up, act.tournament, by_desk=True)
    cautions = [
        *cautions_of_name(act.tournament, sign_up.name),
        *cautions_kept_back(sign_up),
        *_cautions_of_capacity(act.tournament),
    ]
    if sign_up.age is not Age.ADULT and not sign_up.guardian_consent:
        cautions.append(_guardian(sign_up.name))
    act.heed(cautions)
    agreed = sign_up.age is not Age.ADULT
    entry = add_entry_row(
        act.tournament,
        replace(sign_up, guardian_consent=agreed),
        EntryState.CHECKED_IN,
        act.doer.now,
        by_desk=True,
    )
    act.detail = entry.mark
    return entry


def _let_in(act: Acting, entry: Entry, *, left_before: bool = False) -> None:
    """Check somebody of the list in."""
    if entry.state not in NOT_SEATED and not left_before:
        raise _not_for(entry)
    cautions = []
    if entry.state != EntryState.CONFIRMED:
        cautions += _cautions_of_capacity(act.tournament)
    needs_guardian = entry.is_minor and not entry.guardian_consent
    if needs_guardian:
        cautions.append(_guardian(str(entry)))
    act.heed(cautions)
    entry.guardian_consent = entry.guardian_consent or needs_guardian
    entry.state = EntryState.CHECKED_IN
    entry.save()
    act.detail = entry.mark


def _cautions_of_capacity(tournament: Tournament) -> Iterator[Caution]:
    held = tournament.entries.holding_a_place().count()
    if held >= tournament.capacity:
        yield Caution.of(
            "",
            marked(
                "All places are taken or kept for people who have not come yet: {held} of "
                "{capacity}."
            ),
            held=held,
            capacity=tournament.capacity,
        )


def _guardian(name: str) -> Caution:
    return Caution.of("", marked("{name} is under 18. Has a parent or guardian agreed?"), name=name)


def _stop(
    tournament: Tournament,
    entry_id: int,
    doer: Doer,
    caution: Callable[[Entry, PlayedRound, SeatedTable], Caution],
) -> Entry:
    with acting(tournament, "withdraw", doer) as act:
        must_not_be_over(act.tournament)
        entry = the_entry(act.tournament, entry_id)
        if entry.state == EntryState.WITHDRAWN:
            raise AlreadyDone("", marked("{entry} has withdrawn already."), entry=str(entry))
        if entry.state in EXPECTED and act.tournament.state != State.RUNNING:
            sign_off(act, entry)
            act.name = "cancel_registration"
            return entry
        if entry.state != EntryState.CHECKED_IN:
            raise _not_for(entry)
        seats = list(_seats(read_event(act.tournament), entry))
        act.heed(caution(entry, played, table) for played, table in seats if table.result is None)
        entry.state = EntryState.WITHDRAWN
        played_in = [
            played.number for played, table in seats if played.round.started_at or table.result
        ]
        entry.left_after = max(played_in, default=0)
        entry.save()
        act.detail = entry.mark
    return entry


def _caution_for_the_desk(entry: Entry, played: PlayedRound, table: SeatedTable) -> Caution:
    if played.round.started_at:
        return Caution.of(
            "D-123",
            marked(
                "{entry} is playing at table {table}; enter the game there as left before its end."
            ),
            entry=str(entry),
            table=table.number,
        )
    if table.has_too_few_without({*table.gone, entry}):
        return Caution.of(
            "D-102",
            marked(
                "{entry} has a seat at table {table} in round {round}, and fewer than three would "
                "be left there. Draw the round again."
            ),
            entry=str(entry),
            table=table.number,
            round=played.number,
        )
    # Before the draw is out nobody plays by it, and one player fewer makes other tables.
    words = (
        marked(
            "{entry} has a seat at table {table} in round {round}. Draw the round again, "
            "or let a table of four play as three."
        )
        if played.is_published
        else marked(
            "{entry} has a seat at table {table} in round {round}, which is not published yet. "
            "Draw the round again."
        )
    )
    return Caution.of(
        "D-102",
        words,
        entry=str(entry),
        table=table.number,
        round=played.number,
    )


def _caution_for_the_player(_entry: Entry, played: PlayedRound, table: SeatedTable) -> Caution:
    if played.round.started_at:
        return Caution.of(
            "D-123",
            marked(
                "Your game at table {table} goes on. Before you go, tell a referee that you "
                "leave it, so that it is entered with the result."
            ),
            table=table.number,
        )
    return Caution.of(
        "D-102",
        marked(
            "You have a seat at table {table} in round {round}. Tell the desk before you "
            "go, so that the others there do not wait for you."
        ),
        table=table.number,
        round=played.number,
    )


def _seats(event: Event, entry: Entry) -> Iterator[tuple[PlayedRound, SeatedTable]]:
    """The rounds that are drawn with the player in them, and the tables there."""
    for played in event.rounds:
        for table in played.tables:
            if entry.pk in table.entry_ids:
                yield played, table


def _refuse_before_the_day(tournament: Tournament) -> None:
    must_not_be_over(tournament)
    if tournament.state not in (State.CHECK_IN, State.RUNNING):
        raise Refused("", marked("The check-in is not open yet."))


def _refuse_once_drawn(tournament: Tournament) -> None:
    if round_one_drawn(tournament):
        raise Refused(
            "D-110",
            marked("Round 1 is drawn. Whoever comes now needs the chief referee to admit them."),
        )


def _not_for(entry: Entry) -> Refused:
    return Refused(
        "",
        marked("That is not possible for {entry}: {state}."),
        entry=str(entry),
        state=entry.get_state_display(),
    )
