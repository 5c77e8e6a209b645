"""Commit to the seeds of all draws before the first one (tournaments/domain/audit.py)."""

from __future__ import annotations

from tournaments.domain.values import Refused, marked
from tournaments.models import Commitment, Draw, Tournament
from tournaments.models.tournament import State
from tournaments.services.acts import AlreadyDone, Doer, acting


def commit_draws(tournament: Tournament, secret: str, doer: Doer) -> Commitment:
    """Publish the end of a chain of hashes, one link a round, before anything is drawn.

    `secret` is 64 hexadecimal digits from the system. A commitment is for good: the seeds of the
    tournament follow from it and from what is rolled in the hall.
    """
    with acting(tournament, "commit_draws", doer) as act:
        if Commitment.objects.filter(tournament=act.tournament).exists():
            raise AlreadyDone("", marked("The seeds of the draws are committed to already."))
        if Draw.objects.filter(round__tournament=act.tournament).exists():
            raise Refused(
                "T-016",
                marked(
                    "A draw was made already; a commitment is worth something before the first."
                ),
            )
        if act.tournament.state != State.CHECK_IN:
            raise Refused("", marked("The seeds are committed to while the check-in is open."))
        commitment = Commitment.objects.create(
            tournament=act.tournament,
            event=act.tournament.slug,
            secret=secret,
            rounds=act.tournament.rounds.count(),
            by=doer.name,
            at=doer.now,
        )
        act.detail = commitment.published
    return commitment


def may_commit(tournament: Tournament) -> bool:
    """Whether it is the time to commit to the seeds, and nobody has done so yet."""
    committed = Commitment.objects.filter(tournament=tournament).exists()
    return tournament.state == State.CHECK_IN and not committed


def must_roll(tournament: Tournament, number: int) -> bool:
    """Whether the first draw of this round (from 1) has to be told what was rolled for it."""
    committed = Commitment.objects.filter(tournament=tournament).exists()
    return committed and tournament.rounds.filter(number=number, public_value="").exists()
