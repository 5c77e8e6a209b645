"""Calls of the referee from a table."""

from __future__ import annotations

import datetime as dt
from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.domain.calling import LONGEST_CALL, CallState, call_state
from tournaments.models.entry import Entry
from tournaments.models.referee import Ruling
from tournaments.models.round import Table
from tournaments.models.tournament import State, Tournament


class CallKind(models.TextChoices):
    RULE = "rule", _("question about a rule")
    DISAGREEMENT = "disagreement", _("we do not agree")
    TIME = "time", _("time")
    OTHER = "other", _("something else")


class CallOutcome(models.TextChoices):
    """What became of a call that is over."""

    RULING = "ruling", _("a ruling")
    NOTHING = "nothing", _("nothing to decide")
    CANCELLED = "cancelled", _("cancelled by the table")


class CallQuerySet(models.QuerySet["Call"]):
    def open(self) -> Self:
        """Those that wait for a referee, and those to which one is on the way."""
        return self.filter(outcome="")

    def waiting(self, tournament: Tournament) -> Self:
        """The open ones of tables that count, while the tournament runs and until their round is
        closed; the oldest first."""
        return (
            self.open()
            ._of_tables_that_play(tournament)
            .select_related("entry__person", "entry__joined_from", "table__draw__round")
            .order_by("at", "pk")
        )

    def called_off(self, tournament: Tournament, *, since: dt.datetime) -> Self:
        """Those to which a referee was on the way when their table managed without; the latest
        first."""
        return (
            self._of_tables_that_play(tournament)
            .filter(outcome=CallOutcome.CANCELLED, taken_at__isnull=False, closed_at__gt=since)
            .exclude(table__calls__outcome="")
            .select_related("table")
            .order_by("-closed_at", "-pk")
        )

    def _of_tables_that_play(self, tournament: Tournament) -> Self:
        return self.filter(
            table__draw__round__tournament=tournament,
            table__draw__round__tournament__state=State.RUNNING,
            table__draw__round__closed_at__isnull=True,
            table__draw__withdrawn_at__isnull=True,
            table__draw__published_at__isnull=False,
        )


class Call(models.Model):
    """A table calls the referee. Its players and the officials read it, and nobody else.

    `answer` is what the referee at the table said; the word of the chief referee stands in the
    `ruling`. `from_code` tells that it came from another phone than the player's, which has scanned
    the table's code.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="calls")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="calls")
    kind = models.CharField(_("kind"), max_length=12, choices=CallKind)
    text = models.CharField(_("in a few words"), max_length=LONGEST_CALL, blank=True)
    from_code = models.BooleanField(
        _("by the code of the table, without the own link"), default=False, db_default=False
    )
    at = models.DateTimeField(_("called"))
    taken_by = models.CharField(_("who comes"), max_length=150, blank=True)
    taken_at = models.DateTimeField(_("since"), null=True, blank=True)
    outcome = models.CharField(
        _("what became of it"), max_length=10, choices=CallOutcome, blank=True
    )
    closed_by = models.CharField(_("by"), max_length=150, blank=True)
    closed_at = models.DateTimeField(_("until"), null=True, blank=True)
    answer = models.TextField(_("what the referee said"), blank=True)
    ruling = models.OneToOneField(
        Ruling, models.SET_NULL, null=True, blank=True, related_name="call"
    )

    objects = CallQuerySet.as_manager()

    class Meta:
        verbose_name = _("call of the referee")
        verbose_name_plural = _("calls of the referee")
        ordering = ["at", "pk"]
        constraints = [
            # Two taps, or two phones of one table, make one.
            models.UniqueConstraint(
                fields=["table"], condition=Q(outcome=""), name="one_open_call_a_table"
            ),
            models.CheckConstraint(
                condition=Q(outcome="", closed_at__isnull=True)
                | (~Q(outcome="") & Q(closed_at__isnull=False)),
                name="a_closed_call_has_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.get_kind_display()}"

    @property
    def state(self) -> CallState:
        return call_state(taken=self.taken_at is not None, closed=bool(self.outcome))
