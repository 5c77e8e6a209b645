"""What officials wish of the draws: who sits apart, together, at a certain place, near the desk."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.domain import wishes as domain
from tournaments.models.entry import Entry
from tournaments.models.tournament import Tournament


class WishKind(models.TextChoices):
    APART = "apart", _("sit apart")
    TOGETHER = "together", _("sit together")
    RATHER_APART = "rather-apart", _("rather sit apart")
    FIXED_TABLE = "fixed-table", _("sit at a certain table")
    LOCKED_SEAT = "locked-seat", _("sit on a certain seat")
    NEAR_DESK = "near-desk", _("sit near the desk")


class WishQuerySet(models.QuerySet["Wish"]):
    def standing(self) -> WishQuerySet:
        """Those that were not removed."""
        return self.filter(removed_at__isnull=True)


class Wish(models.Model):
    """A wish for the draws of some rounds, or of every one if none is named.

    Who is concerned becomes public with the record of a draw. The reason is for officials alone.
    A wish that was removed is kept.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="wishes")
    kind = models.CharField(_("wish"), max_length=12, choices=WishKind)
    table = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    rounds = models.JSONField(_("rounds"), default=list, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("at"))
    removed_by = models.CharField(_("removed by"), max_length=150, blank=True)
    removed_at = models.DateTimeField(_("removed"), null=True, blank=True)

    objects = WishQuerySet.as_manager()

    class Meta:
        verbose_name = _("wish for the draw")
        verbose_name_plural = _("wishes for the draw")
        ordering = ["tournament", "at", "pk"]
        constraints = [
            models.CheckConstraint(
                # A comparison with nothing is neither true nor false, and would pass.
                condition=Q(
                    kind=WishKind.FIXED_TABLE,
                    table__isnull=False,
                    table__gte=1,
                    seat__isnull=True,
                )
                | Q(
                    kind=WishKind.LOCKED_SEAT,
                    table__isnull=False,
                    table__gte=1,
                    seat__isnull=False,
                    seat__gte=1,
                    seat__lte=4,
                )
                | Q(
                    kind__in=[
                        WishKind.APART,
                        WishKind.TOGETHER,
                        WishKind.RATHER_APART,
                        WishKind.NEAR_DESK,
                    ],
                    table__isnull=True,
                    seat__isnull=True,
                ),
                name="wish_has_the_place_its_kind_needs",
            ),
            models.CheckConstraint(
                condition=Q(removed_at__isnull=False) | Q(removed_by=""),
                name="wish_is_removed_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {', '.join(map(str, self.entries))}"

    @property
    def marked(self) -> str:
        """The wish as the logbook keeps it, by its kind and with marks for names (`Act.told`)."""
        return f"{self.kind}: {', '.join(entry.mark for entry in self.entries)}"

    @property
    def entries(self) -> list[Entry]:
        """Those concerned, by number."""
        return sorted((one.entry for one in self.wished.all()), key=lambda entry: entry.number)

    def value(self) -> domain.Wish:
        return domain.Wish(
            domain.WishKind(self.kind),
            tuple(entry.number for entry in self.entries),
            self.table,
            self.seat,
            tuple(self.rounds),
        )


class WishedPlayer(models.Model):
    """A player whom a wish concerns."""

    wish = models.ForeignKey(Wish, models.CASCADE, related_name="wished")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="wished")

    class Meta:
        verbose_name = _("player of a wish")
        verbose_name_plural = _("players of wishes")
        ordering = ["wish", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["wish", "entry"], name="one_place_a_wish_and_player"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}"
