"""What was entered for a table. Places and points are worked out from it, never stored."""

from __future__ import annotations

from typing import Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.referee import Ruling, RulingKind
from tournaments.models.round import Seat, Table
from tournaments.models.tournament import Tournament


class Ending(models.TextChoices):
    WON = "won", _("won")
    TIME = "time", _("time ran out")
    SCORE = "score", _("played to the end")
    VOID = "void", _("void")

    @property
    def of_the_game(self) -> str | Promise:
        """As the line of one player says it: beside whoever lost "won" would be read as theirs."""
        return _("the game was won") if self is Ending.WON else self.label


class Result(models.Model):
    """One entry of a table's result; a correction is the next number, the highest one holds.

    The unique number is what stops two people from overwriting each other unseen: whoever saves
    on top of a number that exists already is refused by the database. `silent` is whoever had said
    nothing when it came to hold by the word of all others at the table.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="results")
    number = models.PositiveSmallIntegerField(_("version"))
    ending = models.CharField(_("end"), max_length=5, choices=Ending)
    winner = models.ForeignKey(
        Seat, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("winner")
    )
    silent = models.ForeignKey(
        Entry,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("holds without an answer of"),
    )
    reason = models.TextField(_("why it was corrected"), blank=True)
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_result_a_version"),
            models.CheckConstraint(
                condition=Q(ending="won", winner__isnull=False)
                | Q(ending__in=["time", "score", "void"], winner__isnull=True),
                name="a_won_game_has_a_winner",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.get_ending_display()}"


class Presence(models.TextChoices):
    """How a player of the table took part in its game."""

    PLAYED = "played", _("played")
    LEFT = "left", _("left during the game")
    EXCLUDED = "excluded", _("excluded during the game")
    MISSING = "missing", _("missing from the start")


class Score(models.Model):
    """Game points of one player, capped at 10 (T-033), with an optional breakdown."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="scores")
    seat = models.ForeignKey(Seat, models.CASCADE, related_name="scores")
    presence = models.CharField(
        _("took part"), max_length=8, choices=Presence, default=Presence.PLAYED
    )
    game_points = models.SmallIntegerField(_("game points"), null=True, blank=True)
    # How many of each part of the game (domain/games.py), by key; null if nobody wrote it down.
    parts = models.JSONField(_("what the points are made of"), null=True, blank=True)
    # What parts level players (FM-21), by the keys of `Count`; null where nobody was asked.
    further = models.JSONField(_("further counts of level players"), null=True, blank=True)

    class Meta:
        verbose_name = _("score")
        verbose_name_plural = _("scores")
        ordering = ["seat__position"]
        constraints = [
            models.UniqueConstraint(fields=["result", "seat"], name="one_score_a_seat"),
            # How few and how many there can be depends on the game (T-035, domain/games.py).
            models.CheckConstraint(
                condition=Q(presence__in=["played", "left"], game_points__isnull=False)
                | Q(presence__in=["excluded", "missing"], game_points__isnull=True),
                name="game_points_of_those_who_played",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.game_points}"


class ResponseQuerySet(models.QuerySet["Response"]):
    def disputes(self) -> Self:
        """The words of those who do not agree, as long as their matter waits for a decision: until
        then the result may still change (T-050, T-051)."""
        # Several may have said the same, and of a corrected result somebody may say it again.
        matters = Ruling.objects.filter(
            kind=RulingKind.DISPUTE, table=OuterRef("result__table"), question=OuterRef("text")
        )
        return self.filter(Exists(matters.waiting()) | ~Exists(matters), agrees=False)


class Response(models.Model):
    """A player says of a result: yes, that is how it was, or no, and why."""

    result = models.ForeignKey(Result, models.CASCADE, related_name="responses")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="responses")
    agrees = models.BooleanField(_("agrees"))
    text = models.TextField(_("what is wrong"), blank=True)
    at = models.DateTimeField(_("at"))

    objects = ResponseQuerySet.as_manager()

    class Meta:
        verbose_name = _("player's response")
        verbose_name_plural = _("players' responses")
        constraints = [
            models.UniqueConstraint(fields=["result", "entry"], name="one_response_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.result}"


class Lot(models.Model):
    """The drawn order of a group of level players, best first (T-047, D-120).

    `group` names the same players in ascending key order; with it the database refuses a second
    lot for the same group in the same standings.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="lots")
    after_round = models.PositiveSmallIntegerField(_("standings after round"))
    group = models.CharField(max_length=2000, editable=False)
    order = models.JSONField(_("order, best first"))
    seed = models.CharField(_("seed"), max_length=100, blank=True, help_text=_("Empty: by hand."))
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("lot")
        verbose_name_plural = _("lots")
        ordering = ["after_round", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "after_round", "group"], name="one_lot_a_group"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.after_round}: {self.order}"
