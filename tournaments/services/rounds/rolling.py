"""What is rolled in the hall for a round: typed by one person, confirmed by another, and kept
before any draw sees it (T-016).

`known_as` are the keys by which a browser is known: its account, its offices, its places in the
event. Two people are two if they have none in common; names prove nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection

from tournaments.domain import audit
from tournaments.domain.values import Refused, marked
from tournaments.models import Entry, PublicValue, Round, Tournament, ValueSource
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services.acts import AlreadyDone, Doer, acting
from tournaments.services.guards import must_have_reason, must_not_be_over, the_round
from tournaments.services.rounds.committing import covering


def type_value(
    tournament: Tournament,
    number: int,
    text: str,
    doer: Doer,
    *,
    known_as: Collection[str] = (),
    reason: str = "",
    instead_of: int | None = None,
) -> PublicValue:
    """Keep what was rolled for a round, before it is drawn.

    `instead_of` is the number of the value that was seen when this one was typed (0: none), so that
    a second person or a second click replaces nothing unseen. Another value needs a reason and
    stays beside the first in the public record.
    """
    with acting(tournament, "type_value", doer, round_number=number, reason=reason) as act:
        round_ = _round_to_roll_for(act.tournament, number)
        source = source_of(round_)
        last = round_.values.order_by("number").last()
        value = _in_the_one_way(text, source, doer.now)
        if last and value == last.value:
            raise AlreadyDone("", marked("That is typed already: {value}"), value=value)
        _must_have_seen(last, instead_of)
        if last:
            must_have_reason(
                reason, "T-016", marked("Say why it is typed again; everybody can read it.")
            )
        known = sorted(known_as)
        typed = PublicValue.objects.create(
            round=round_,
            number=last.number + 1 if last else 1,
            source=source,
            value=value,
            reason=reason.strip() if last else "",
            typist=known[0] if known else "",
            also_typist=known,
            by=doer.name,
            at=doer.now,
        )
        act.detail = value
    return typed


def _must_have_seen(last: PublicValue | None, instead_of: int | None) -> None:
    now = last.number if last else 0
    if last and instead_of is not None and instead_of != now:
        raise Refused(
            "T-016",
            marked("{by} typed {value} meanwhile. Look at it before you type another."),
            by=last.by,
            value=last.value,
        )


def _round_to_roll_for(tournament: Tournament, number: int) -> Round:
    """The round, if its draw follows from a chain, it is its turn, and nothing was drawn yet."""
    must_not_be_over(tournament)
    event = read_event(tournament)
    played = the_round(event, number)
    if covering(tournament, number) is None:
        raise Refused("T-016", marked("This round is drawn without dice: no chain is for it."))
    if played.round.draws.exists():
        raise Refused(
            "T-016",
            marked("For round {round} it was rolled already: {rolled}"),
            round=number,
            rolled=played.round.public_value,
        )
    if event.current is None or event.current.number != number:
        raise Refused("T-016", marked("It is not the turn of round {round} yet."), round=number)
    if tournament.state not in (State.CHECK_IN, State.RUNNING):
        raise Refused("", marked("Tables are drawn once the check-in is open."))
    return played.round


def _in_the_one_way(text: str, source: ValueSource | None, now: dt.datetime) -> str:
    if source is None:
        return audit.public_value(text)
    if source.due_at and now < source.due_at:
        raise Refused(
            "T-016",
            marked("{source} cannot be known before {at}."),
            source=source.text,
            at=source.due_at,
        )
    return audit.numbers_value(text)


def confirm_value(
    tournament: Tournament,
    number: int,
    value: int,
    doer: Doer,
    *,
    known_as: Collection[str],
    player: Entry | None = None,
) -> PublicValue:
    """A second person has seen the same; `value` is the number of what they looked at.

    Raises `Refused` for whoever typed it, for a value that was replaced, and once it is drawn.
    """
    with acting(tournament, "confirm_value", doer, round_number=number) as act:
        round_ = _round_to_roll_for(act.tournament, number)
        last = round_.values.order_by("number").last()
        if last is None or last.number != value:
            raise Refused(
                "T-016", marked("Something else was typed meanwhile. Please look at it again.")
            )
        if last.confirmed_at:
            raise AlreadyDone("", marked("Somebody has confirmed it already. Thank you!"))
        if player and player.state != EntryState.CHECKED_IN:
            raise Refused("T-016", marked("Only players who are checked in can confirm it."))
        if not known_as or not known_as_others(last, known_as):
            raise Refused(
                "T-016",
                marked(
                    "Whoever typed it cannot confirm it. Somebody else does so, on a device of "
                    "their own."
                ),
            )
        last.witness = sorted(known_as)[0]
        last.player = player
        last.confirmed_by = doer.name
        last.confirmed_at = doer.now
        last.save()
        act.detail = last.value
    return last


def known_as_others(value: PublicValue, known_as: Collection[str]) -> bool:
    """Whether somebody known like this is somebody else than who typed it."""
    return {*known_as}.isdisjoint({value.typist, *value.also_typist})


def name_source(
    tournament: Tournament,
    number: int,
    text: str,
    due_at: dt.datetime | None,
    doer: Doer,
    *,
    reason: str = "",
) -> ValueSource:
    """Tell beforehand what decides a round instead of dice, and from when it can be known.

    Without a text dice count again. A change needs a reason and stays in the public record; once
    something is typed for the round, or the moment has come, it is too late.
    """
    text = text.strip()
    with acting(tournament, "name_source", doer, round_number=number, reason=reason) as act:
        round_ = _round_to_name_for(act.tournament, number)
        last = round_.sources.order_by("number").last()
        if text == (last.text if last else "") and due_at == (last.due_at if last else None):
            raise AlreadyDone("", marked("That is told already."))
        if text and (due_at is None or due_at <= doer.now):
            raise Refused(
                "T-016", marked("It has to be told before anybody can know it: give a later time.")
            )
        if last:
            must_have_reason(
                reason, "T-016", marked("Say why it is changed; everybody can read it.")
            )
        source = ValueSource.objects.create(
            round=round_,
            number=last.number + 1 if last else 1,
            text=text,
            due_at=due_at if text else None,
            reason=reason.strip() if last else "",
            by=doer.name,
            at=doer.now,
        )
        act.detail = text[:300]
    return source


def _round_to_name_for(tournament: Tournament, number: int) -> Round:
    must_not_be_over(tournament)
    played = the_round(read_event(tournament), number)
    if covering(tournament, number) is None:
        raise Refused("T-016", marked("This round is drawn without dice: no chain is for it."))
    if played.round.draws.exists() or played.round.values.exists():
        raise Refused("T-016", marked("Something is typed for this round already."))
    return played.round


def source_of(round_: Round) -> ValueSource | None:
    """What decides instead of dice; None for dice."""
    last = round_.sources.order_by("number").last()
    return last if last and last.text else None


def waiting_value(tournament: Tournament) -> PublicValue | None:
    """What was typed for a round that is not drawn yet and nobody has confirmed, if anything."""
    typed = PublicValue.objects.filter(round__tournament=tournament, round__draws__isnull=True)
    last = typed.select_related("round").order_by("round__number", "number").last()
    return last if last and not last.confirmed_at else None
