"""The referee's book (T-050 to T-056)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Self

from django.db import models
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.domain.referees import is_ruled_since
from tournaments.models.entry import Entry
from tournaments.models.round import Table
from tournaments.models.series import Person
from tournaments.models.tournament import Tournament

if TYPE_CHECKING:
    from tournaments.models.result import Result


class RulingKind(models.TextChoices):
    DISPUTE = "dispute", _("dispute")
    BREACH = "breach", _("breach of the rules")
    QUESTION = "question", _("question about a rule")


class RulingQuerySet(models.QuerySet["Ruling"]):
    def numbered(self) -> Self:
        """With the `number` by which the book, the players and the record of a game name a matter:
        from 1 on in its tournament, in the order in which they were written down."""
        earlier = models.Q(opened_at__lt=OuterRef("opened_at"))
        itself = models.Q(opened_at=OuterRef("opened_at"), pk__lte=OuterRef("pk"))
        up_to_here = Ruling.objects.filter(earlier | itself, tournament=OuterRef("tournament"))
        counted = up_to_here.order_by().values("tournament").annotate(count=models.Count("pk"))
        return self.annotate(number=Subquery(counted.values("count")))

    def waiting(self) -> Self:
        """Not decided, or by the chief referee alone where there was a protest."""
        protested = models.Q(protest_at__isnull=False, council_at__isnull=True)
        return self.filter(models.Q(decided_at__isnull=True) | protested)

    def on_the_same_rule(self, ruling: Ruling) -> Self:
        """The other matters of its event that were decided by the rule, the latest first."""
        if not ruling.rule_id:
            return self.none()
        same = self.filter(tournament=ruling.tournament_id, rule_id=ruling.rule_id)
        return same.filter(decided_at__isnull=False).exclude(pk=ruling.pk)

    def tables_ruled_since(self, newest: Iterable[Result]) -> set[int]:
        """Keys of the tables of these newest results of which a matter was decided after it was
        entered."""
        by_table = {result.table_id: result for result in newest}
        found = self.filter(table__in=by_table)
        return {one.table_id for one in found if one.is_newer_than(by_table[one.table_id])}


class Ruling(models.Model):
    """A matter before the chief referee, then perhaps before a council, whose word is final."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="rulings")
    kind = models.CharField(
        _("kind"), max_length=10, choices=RulingKind, default=RulingKind.DISPUTE
    )
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    table = models.ForeignKey(
        Table,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="rulings",
        verbose_name=_("table"),
    )
    players = models.ManyToManyField(
        Entry, related_name="rulings", blank=True, verbose_name=_("players concerned")
    )
    rule_id = models.CharField(_("rule"), max_length=10, blank=True)
    question = models.TextField(_("what happened"))
    opened_by = models.CharField(_("opened by"), max_length=150)
    opened_at = models.DateTimeField(_("opened"))
    decision = models.TextField(_("decision of the chief referee"), blank=True)
    decided_by = models.CharField(_("decided by"), max_length=150, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    protest = models.TextField(_("protest"), blank=True)
    protest_by = models.CharField(_("protest by"), max_length=150, blank=True)
    protest_at = models.DateTimeField(_("protest at"), null=True, blank=True)
    council_reason = models.TextField(_("why players sit on the council"), blank=True)
    council_decision = models.TextField(_("decision of the council"), blank=True)
    council_at = models.DateTimeField(_("council decided"), null=True, blank=True)

    objects = RulingQuerySet.as_manager()

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("referee's book")
        ordering = ["-opened_at", "-pk"]

    def __str__(self) -> str:
        return self.question

    @property
    def is_open(self) -> bool:
        """Still waiting for the chief referee, or for the council after a protest."""
        return self.decided_at is None or (self.protest_at is not None and self.council_at is None)

    @property
    def last_word(self) -> str:
        """What was decided, by the council if it was asked."""
        return self.council_decision or self.decision

    @property
    def settled_at(self) -> datetime | None:
        """When the last word was said, by the council if it was asked; None while it waits."""
        return None if self.is_open else self.council_at or self.decided_at

    def is_newer_than(self, result: Result | None) -> bool:
        """Whether it was decided after the newest result of its table was entered, which it may
        change; the answer to a mere question doubts no result."""
        if self.kind == RulingKind.QUESTION:
            return False
        return is_ruled_since(entered=result.at if result else None, decided=self.settled_at)


class CouncilMember(models.Model):
    """One of the three who decide a protest (T-051)."""

    ruling = models.ForeignKey(Ruling, models.CASCADE, related_name="council")
    person = models.ForeignKey(Person, models.PROTECT, related_name="+")
    name = models.CharField(
        pgettext_lazy("of a person", "name"),
        max_length=120,
        blank=True,
        help_text=_("As it was given for this event."),
    )
    is_player = models.BooleanField(_("plays in the tournament"), default=False)

    class Meta:
        verbose_name = _("member of a council")
        verbose_name_plural = _("members of councils")
        constraints = [
            models.UniqueConstraint(fields=["ruling", "person"], name="one_vote_a_member"),
        ]

    def __str__(self) -> str:
        return self.name or gettext("Former player")
