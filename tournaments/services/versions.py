"""The version of a tournament: whatever its pages show raises it, whoever changes it.

Acts raise it themselves, those of UNSEEN_ACTS (models/logbook.py) without the public one, which is
what cached pages go by. Everything else that is saved or deleted, in the administration or in a
shell, is noticed here by signal, so that no cached page can outlive what it shows. Only the game
that is being written at a table has a count of its own, because just one page follows it.

What several tournaments show, such as a person, is no reason to lock them: their versions are
raised after the commit, by short transactions that hold up nobody.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Any

from django.core.cache import cache
from django.db import OperationalError, models, transaction
from django.db.models import F, Q
from django.db.models.signals import m2m_changed, post_save, pre_delete
from django.dispatch import receiver

from games.models import GameRecord
from tournaments.models import (
    Call,
    Club,
    Commitment,
    Consent,
    CouncilMember,
    Draw,
    DrawEdit,
    Entry,
    Exclusion,
    LargeScreen,
    Lot,
    Official,
    Person,
    Proposal,
    ProposalWord,
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
    PAGE_SECONDS,
    VERSION_SECONDS,
    Versions,
    as_kept,
    last_version_key,
    tell_cache,
    under_way,
    version_key,
)
from tournaments.services.locks import is_locked_out

log = logging.getLogger(__name__)

# How to find the tournament whose pages show a row.
OF_ONE_TOURNAMENT: dict[type[models.Model], str] = {
    Tournament: "pk",
    RuleChange: "rule_changes",
    LargeScreen: "screens",
    Consent: "consents",
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
    Proposal: "rounds__draws__tables__proposals",
    ProposalWord: "rounds__draws__tables__proposals__words",
    Call: "rounds__draws__tables__calls",
    Lot: "lots",
    Ruling: "rulings",
    CouncilMember: "rulings__council",
}
OF_SEVERAL: dict[type[models.Model], tuple[str, ...]] = {
    Person: (
        "entries__person",
        "entries__joined_from",
        "officials__person",
        "officials__joined_from",
    ),
    Club: ("club", "entries__club"),
}
OF_ALL = (Season, SlotTable, SlotBand)


def current_versions(slug: str) -> Versions | None:
    """The versions of the tournament at this address, without a query as a rule; None: no such."""
    kept = cache.get(version_key(slug))
    if versions := as_kept(Versions, kept):
        return versions
    row = Tournament.objects.filter(slug=slug).values_list("version", "public_version").first()
    if row is None:
        return None
    # `add` never replaces what an act has put there meanwhile; what no act puts there has to go.
    keep = cache.add if kept is None else cache.set
    if keep(version_key(slug), row, VERSION_SECONDS) is not False:
        cache.set(last_version_key(slug), row, PAGE_SECONDS)
    return Versions(*row)


def raise_versions(tournaments: models.QuerySet[Tournament]) -> None:
    """Raise the version of these tournaments: from now on their pages are read anew."""
    _raise(_keys(tournaments))


def _keys(tournaments: models.QuerySet[Tournament]) -> set[int]:
    return set(tournaments.order_by().values_list("pk", flat=True).distinct())


def _raise_elsewhere(tournaments: models.QuerySet[Tournament]) -> None:
    """The same, once what they show is committed."""
    if keys := _keys(tournaments):
        # A function of its own, whose name Django logs when the database goes away here.
        transaction.on_commit(lambda: _raise_in_turn(keys), robust=True)


def _raise_in_turn(keys: Collection[int]) -> None:
    """Raise at once what nobody has locked, then each of the others when it is free.

    Whoever has one locked raises its version themselves, as a rule; one that stays locked for long
    keeps its pages until then, or for as long as a page is kept at most.
    """
    for key in sorted(set(keys) - _raise(keys, skip_locked=True)):
        try:
            _raise([key])
        except OperationalError as error:
            if not is_locked_out(error):
                raise
            log.warning("The version of tournament %s is not raised: it is locked.", key)


@transaction.atomic
def _raise(keys: Collection[int], *, skip_locked: bool = False) -> set[int]:
    """Raise the versions of these tournaments; the keys of those that were raised.

    Locked in one order, like everywhere else, or only as far as nobody has them locked.
    """
    if not keys:
        return set()
    asked = Tournament.objects.filter(pk__in=keys).order_by("pk")
    rows = asked.select_for_update(no_key=True, skip_locked=skip_locked)
    found = {
        pk: (slug, before) for pk, slug, before in rows.values_list("pk", "slug", "public_version")
    }
    shown = Tournament.objects.filter(pk__in=found)
    shown.update(version=F("version") + 1, public_version=F("version") + 1)
    now = shown.values_list("slug", "version", "public_version")
    raised = {slug: Versions(latest, public) for slug, latest, public in now}
    before = dict(found.values())
    transaction.on_commit(lambda: tell_cache(raised, before), robust=True)
    return set(found)


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
        _raise_elsewhere(Tournament.objects.filter(shown).exclude(pk=acted_on))
    elif sender in OF_ALL:
        _raise_elsewhere(Tournament.objects.exclude(pk=acted_on))


@receiver(m2m_changed, sender=Ruling.players.through, dispatch_uid="raise-versions-of-rulings")
def notice_players(instance: Any, **_kwargs: Any) -> None:
    """The players of a ruling are set beside it."""
    if isinstance(instance, Ruling):
        notice(Ruling, instance)
