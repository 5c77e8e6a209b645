"""The version of a tournament: whatever its pages show raises it, whoever changes it.

Acts raise it themselves, those of UNSEEN_ACTS (models/logbook.py) without the public one, which is
what cached pages go by. Everything else that is saved or deleted, in the administration or in a
shell, is noticed here by signal, so that no cached page can outlive what it shows. Only the game
that is being written at a table has a count of its own, because just one page follows it.
"""

from __future__ import annotations

from typing import Any

from django.core.cache import cache
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.signals import m2m_changed, post_save, pre_delete
from django.dispatch import receiver

from games.models import GameRecord
from tournaments.models import (
    Club,
    Commitment,
    CouncilMember,
    Draw,
    DrawEdit,
    Entry,
    Exclusion,
    Lot,
    Official,
    Person,
    PublicValue,
    Response,
    Result,
    Round,
    RuleChange,
    Ruling,
    Score,
    Season,
    Seat,
    SlotBand,
    SlotTable,
    Table,
    Tournament,
    ValueSource,
)
from tournaments.services.acts import (
    VERSION_SECONDS,
    Versions,
    tell_cache,
    under_way,
    version_key,
)

# How to find the tournament whose pages show a row.
OF_ONE_TOURNAMENT: dict[type[models.Model], str] = {
    Tournament: "pk",
    RuleChange: "rule_changes",
    Entry: "entries",
    Exclusion: "entries__exclusion",
    Official: "officials",
    Commitment: "commitments",
    Round: "rounds",
    ValueSource: "rounds__sources",
    PublicValue: "rounds__values",
    Draw: "rounds__draws",
    DrawEdit: "rounds__draws__edits",
    Table: "rounds__draws__tables",
    GameRecord: "rounds__draws__tables__record",
    Seat: "rounds__draws__seats",
    Result: "rounds__draws__tables__results",
    Score: "rounds__draws__tables__results__scores",
    Response: "entries__responses",
    Lot: "lots",
    Ruling: "rulings",
    CouncilMember: "rulings__council",
}
OF_SEVERAL: dict[type[models.Model], tuple[str, ...]] = {
    Person: ("entries__person", "officials__person"),
    Club: ("club", "entries__club"),
}
OF_ALL = (Season, SlotTable, SlotBand)


def current_versions(slug: str) -> Versions | None:
    """The versions of the tournament at this address, without a query as a rule; None: no such."""
    if kept := cache.get(version_key(slug)):
        return Versions(*kept)
    row = Tournament.objects.filter(slug=slug).values_list("version", "public_version").first()
    if row is None:
        return None
    # `add` never replaces what an act has put there meanwhile.
    cache.add(version_key(slug), row, VERSION_SECONDS)
    return Versions(*row)


def raise_versions(tournaments: models.QuerySet[Tournament]) -> None:
    """Raise the version of these tournaments: from now on their pages are read anew."""
    keys = list(tournaments.order_by().values_list("pk", flat=True).distinct())
    if not keys:
        return
    with transaction.atomic():
        shown = Tournament.objects.filter(pk__in=keys)
        before = dict(shown.values_list("slug", "public_version"))
        shown.update(version=F("version") + 1, public_version=F("version") + 1)
        now = shown.values_list("slug", "version", "public_version")
        raised = {slug: Versions(latest, public) for slug, latest, public in now}
        transaction.on_commit(lambda: tell_cache(raised, before), robust=True)


@receiver([post_save, pre_delete], dispatch_uid="raise-versions")
def notice(sender: type[models.Model], instance: Any, **_kwargs: Any) -> None:
    """Raise the version of every tournament that shows this row.

    Before a row is deleted it still leads to its tournament. Rows of the tournament that an act is
    working on are left alone: the act raises the version itself, once.
    """
    acted_on = under_way.get()
    if path := OF_ONE_TOURNAMENT.get(sender):
        if acted_on is None or getattr(instance, "tournament_id", acted_on) != acted_on:
            raise_versions(Tournament.objects.filter(**{path: instance.pk}))
    elif paths := OF_SEVERAL.get(sender):
        shown = Q(*[(path, instance.pk) for path in paths], _connector=Q.OR)
        raise_versions(Tournament.objects.filter(shown).exclude(pk=acted_on))
    elif sender in OF_ALL:
        raise_versions(Tournament.objects.exclude(pk=acted_on))


@receiver(m2m_changed, sender=Ruling.players.through, dispatch_uid="raise-versions-of-rulings")
def notice_players(instance: Any, **_kwargs: Any) -> None:
    """The players of a ruling are set beside it."""
    if isinstance(instance, Ruling):
        notice(Ruling, instance)
