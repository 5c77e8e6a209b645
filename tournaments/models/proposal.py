"""Results that players of a table entered, and what the others there said of them."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.result import Result
from tournaments.models.round import Table
from tournaments.models.tournament import Tournament


class Outcome(models.TextChoices):
    """What became of a proposal that is not open any more."""

    STANDS = "stands", _("stands as the result")
    OVERTAKEN = "overtaken", _("another result was saved")
    REPLACED = "replaced", _("entered again by the player")
    WITHDRAWN = "withdrawn", _("taken back by the player")
    DECLINED = "declined", _("set aside at the desk")


class ProposalQuerySet(models.QuerySet["Proposal"]):
    def open(self) -> Self:
        """Those that still wait for a word: of their table, of the desk."""
        return self.filter(outcome="")

    def standing_as(self, result: Result) -> Self:
        """Those that became this result."""
        return self.filter(result=result, outcome=Outcome.STANDS)

    def told(self) -> Self:
        """With whoever entered them and what was said of them."""
        return self.select_related("entry__person", "entry__joined_from", "table").prefetch_related(
            "words__entry__person", "words__entry__joined_from"
        )

    def of_standing_draws(self, tournament: Tournament) -> Self:
        """Those of tables that count."""
        return self.filter(
            table__draw__round__tournament=tournament, table__draw__withdrawn_at__isnull=True
        )


class Proposal(models.Model):
    """What one player entered for the own table; it is no result before it stands.

    `entered` is what was typed, by position: `services/entered.py` reads and writes it. `link`
    tells the personal link by which it came from those that the player had before or since;
    `from_code` that it was another phone than the player's, which has scanned the table's code.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="proposals")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="proposals")
    entered = models.JSONField(_("what was entered"))
    ended = models.DateTimeField(_("the game was over at"), null=True, blank=True)
    link = models.CharField(_("by which link"), max_length=24, blank=True)
    from_code = models.BooleanField(
        _("by the code of the table, without the own link"), default=False, db_default=False
    )
    at = models.DateTimeField(_("at"))
    outcome = models.CharField(_("what became of it"), max_length=10, choices=Outcome, blank=True)
    closed_at = models.DateTimeField(_("until"), null=True, blank=True)
    closed_by = models.CharField(_("by"), max_length=150, blank=True)
    result = models.ForeignKey(Result, models.SET_NULL, null=True, blank=True, related_name="+")

    objects = ProposalQuerySet.as_manager()

    class Meta:
        verbose_name = _("proposed result")
        verbose_name_plural = _("proposed results")
        ordering = ["table", "pk"]
        constraints = [
            # Two taps, or two phones of one player, make one.
            models.UniqueConstraint(
                fields=["table", "entry"],
                condition=Q(outcome=""),
                name="one_open_proposal_a_player",
            ),
            models.CheckConstraint(
                condition=Q(outcome="", closed_at__isnull=True)
                | (~Q(outcome="") & Q(closed_at__isnull=False)),
                name="a_closed_proposal_has_an_outcome",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.entry}"

    @property
    def is_open(self) -> bool:
        return not self.outcome


class ProposalWord(models.Model):
    """What another player of the table says of a proposal; the latest word holds."""

    proposal = models.ForeignKey(Proposal, models.CASCADE, related_name="words")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="words_on_proposals")
    agrees = models.BooleanField(_("agrees"))
    text = models.TextField(_("what is wrong"), blank=True)
    link = models.CharField(_("by which link"), max_length=24, blank=True)
    from_code = models.BooleanField(
        _("by the code of the table, without the own link"), default=False, db_default=False
    )
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("word on a proposed result")
        verbose_name_plural = _("words on proposed results")
        ordering = ["proposal", "at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["proposal", "entry"], name="one_word_a_player_on_a_proposal"
            ),
            models.CheckConstraint(
                condition=Q(agrees=True) | ~Q(text=""), name="an_objection_says_what_is_wrong"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.proposal}"
