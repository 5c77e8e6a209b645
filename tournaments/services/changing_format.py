"""The format of an event: one's own before the first draw, afterwards what the series changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.domain.formats.kept import check_game, kept_format
from tournaments.domain.formats.own import mark_of
from tournaments.domain.formats.reading import format_of
from tournaments.domain.values import Refused, marked
from tournaments.models import RuleChange, Tournament
from tournaments.services.acts import AlreadyDone, Doer, acting, changed_meanwhile
from tournaments.services.guards import must_have_reason, must_not_be_over


def edit_format(tournament: Tournament, kept: Mapping[str, Any], doer: Doer, *, seen: str) -> None:
    """Give an event a format of its organiser's own, before its first draw (FMD-06); games go to
    its target where it tells one.

    `seen` is the mark of what the event kept when the page was shown, so that of two at once the
    second looks again. Refused for an event of the Tour (FMD-07), once a round was drawn, and for
    a format that does not fit its game.
    """
    with acting(tournament, "edit_format", doer) as act:
        locked = act.tournament
        must_not_be_over(locked)
        if kept == locked.format:
            raise AlreadyDone("FMD-06", marked("The event has this format already."))
        if seen != mark_of(locked.format):
            raise changed_meanwhile()
        _refuse_the_tour(locked)
        if locked.is_drawn:
            raise Refused(
                "FMD-06",
                marked(
                    "Once round 1 is drawn the format stays; the administrators of the series "
                    "alone change it, for a reason that everybody reads."
                ),
            )
        if (target := format_of(kept["format"]).target) is not None:
            locked.target_points = target
        _take(locked, kept)
        act.detail = kept["name"]


def change_format(
    tournament: Tournament,
    kept: Mapping[str, Any],
    doer: Doer,
    *,
    reason: str,
    told: str,
    seen: str | None = None,
) -> None:
    """Count and rank by another format from now on (FMD-06); results stay, and standings follow.

    `told` is what everybody reads of it among the changes of the rules. `seen` is the preset that
    the event had when this was asked for, so that of two at once the second looks again. Refused
    for an event of the Tour (FMD-07), without a reason, and for a format that does not fit its
    game.
    """
    with acting(tournament, "change_format", doer, reason=reason) as act:
        locked = act.tournament
        must_not_be_over(locked)
        if seen is not None and seen != locked.format.get("preset", ""):
            raise changed_meanwhile()
        _refuse_the_tour(locked)
        if kept == locked.format:
            raise AlreadyDone("FMD-06", marked("The event has this format already."))
        must_have_reason(
            reason, "FMD-06", marked("Say why the format is changed; everybody can read it.")
        )
        _take(locked, kept)
        RuleChange.objects.create(tournament=locked, text=told, published_at=doer.now, by=doer.name)
        act.detail = kept.get("preset", "")


def _refuse_the_tour(tournament: Tournament) -> None:
    if tournament.is_tour:
        raise Refused(
            "T-002", marked("An event of the Tour is played by the rules of the Tour alone.")
        )


def _take(tournament: Tournament, kept: Mapping[str, Any]) -> None:
    if (format_ := kept_format(kept)) is not None:
        check_game(format_, tournament.game)
    tournament.format = dict(kept)
    tournament.save()
