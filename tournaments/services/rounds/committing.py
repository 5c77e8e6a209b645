"""Commit to the seeds of all draws before they are made (tournaments/domain/audit.py)."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.domain.values import Refused, marked
from tournaments.models import Commitment, Draw, Round, Tournament
from tournaments.models.round import ChainEnd
from tournaments.models.tournament import State
from tournaments.services.acts import AlreadyDone, Doer, acting


def commit_draws(tournament: Tournament, secret: str, doer: Doer) -> Commitment:
    """Publish the end of a chain of hashes, one link a round, before anything is drawn.

    `secret` is 64 hexadecimal digits from the system. A commitment is for good: the seeds of the
    tournament follow from it and from what is rolled in the hall. Only where a chain has ended can
    another one be begun later in the day, for the rounds of which nothing is rolled or drawn; both
    stay in the record.
    """
    with acting(tournament, "commit_draws", doer) as act:
        locked = act.tournament
        if _standing(locked).exists():
            raise AlreadyDone("", marked("The seeds of the draws are committed to already."))
        first = _first_open_round(locked)
        before = Commitment.objects.filter(tournament=locked).order_by("at", "pk").first()
        if before is None:
            _must_be_before_the_first_draw(locked)
        elif first is None or locked.state not in (State.CHECK_IN, State.RUNNING):
            raise Refused("T-016", marked("No round is left that a new chain could be for."))
        commitment = Commitment.objects.create(
            tournament=locked,
            # One event is one in all its seeds, whatever its address is by now.
            event=before.event if before else locked.slug,
            secret=secret,
            rounds=locked.rounds.count(),
            first_round=first or 1,
            by=doer.name,
            at=doer.now,
        )
        act.detail = commitment.published
    return commitment


def _must_be_before_the_first_draw(tournament: Tournament) -> None:
    if Draw.objects.filter(round__tournament=tournament).exists():
        raise Refused(
            "T-016",
            marked("A draw was made already; a commitment is worth something before the first."),
        )
    if tournament.state != State.CHECK_IN:
        raise Refused("", marked("The seeds are committed to while the check-in is open."))


def _standing(tournament: Tournament) -> QuerySet[Commitment]:
    """The chain that has not ended, if there is one."""
    return Commitment.objects.filter(tournament=tournament, ended_at__isnull=True)


def _first_open_round(tournament: Tournament) -> int | None:
    """The first round with all after it of which nothing was drawn or typed; None: there is none.

    A chain that is made up when the dice lie already could be chosen by them.
    """
    rounds = Round.objects.filter(tournament=tournament)
    begun = rounds.filter(draws__isnull=False) | rounds.filter(values__isnull=False)
    last = begun.order_by("number").values_list("number", flat=True).last() or 0
    return (
        rounds.filter(number__gt=last).order_by("number").values_list("number", flat=True).first()
    )


def take_out_secret(tournament: Tournament, doer: Doer) -> list[Commitment]:
    """End the chain whose secret somebody takes out of the site, and say so for ever.

    Draws made so far stay proved; those to come do not follow from the chain any more. A chain of
    which every link is public has no secret. Gives what was ended.
    """
    with acting(tournament, "take_out_secret", doer) as act:
        ended = [one for one in _standing(act.tournament) if _has_a_secret(one)]
        for commitment in ended:
            commitment.ended_at = doer.now
            commitment.ended_why = ChainEnd.TAKEN
            commitment.save()
        act.detail = ", ".join(commitment.published for commitment in ended)
    return ended


def draws_to_come() -> list[Tournament]:
    """The tournaments whose next draw follows from a secret that the site keeps."""
    standing = Commitment.objects.filter(
        ended_at__isnull=True, tournament__state__in=(State.CHECK_IN, State.RUNNING)
    )
    found = standing.exclude(secret="").select_related("tournament")
    return [one.tournament for one in found if _has_a_secret(one)]


def _has_a_secret(commitment: Commitment) -> bool:
    return len(commitment.public_links()) <= commitment.rounds


def may_commit(tournament: Tournament) -> bool:
    """Whether it is the time to commit to the seeds, and nobody has done so yet."""
    if _standing(tournament).exists():
        return False
    if tournament.state == State.RUNNING:
        had_one = Commitment.objects.filter(tournament=tournament).exists()
        return had_one and _first_open_round(tournament) is not None
    return tournament.state == State.CHECK_IN and not _drawn_before(tournament)


def _drawn_before(tournament: Tournament) -> bool:
    return Draw.objects.filter(round__tournament=tournament).exists()


def covering(tournament: Tournament, number: int) -> Commitment | None:
    """The chain from which the next draw of this round (from 1) follows; None: from none."""
    return next((one for one in _standing(tournament) if one.covers(number)), None)
