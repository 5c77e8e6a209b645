"""Who was found to be somebody the series knows already, so that it can be undone."""

from __future__ import annotations

from django.db import models
from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry, Official
from tournaments.models.series import Person


class JoinedBy(models.TextChoices):
    """On whose word two persons are one."""

    LINK = "link", _("the player, by a link in an e-mail")
    ORGANISER = "organiser", _("the organiser of both events")
    SERIES = "series", _("the series")
    # Whoever said it first: an organiser, whose word must not become the series'.
    ARCHIVE = "archive", _("an archive from which the event was read")


class JoinQuerySet(models.QuerySet["Join"]):
    def standing(self) -> JoinQuerySet:
        return self.filter(undone_at__isnull=True)

    def of(self, *persons: int) -> JoinQuerySet:
        """Those of these persons, by key, on either side."""
        return self.filter(Q(kept__in=persons) | Q(other__in=persons))

    def holding(self) -> JoinQuerySet:
        """Those that keep both persons: something that moved is there and may go back, or it is
        proved that they are one, so that one is deleted with the other."""
        return self.filter(_holds())

    def emptied(self) -> JoinQuerySet:
        """All others: nothing is left that anybody could ask of them."""
        return self.exclude(_holds())


def _holds() -> Q:
    moved = [
        Exists(through.objects.filter(join=OuterRef("pk")))
        for through in (Join.entries.through, Join.offices.through)
    ]
    rows = Q(moved[0]) | Q(moved[1])
    stands, proved = Q(undone_at=None), Q(how=JoinedBy.LINK)
    # Of proofs that were taken back the first one says whose it was.
    return (rows & (stands | proved)) | (stands & proved)


class Join(models.Model):
    """Entries and offices that went over from one person to another, who is the same.

    The other person's row stays, with what was known of it, so that they can go back.
    """

    kept = models.ForeignKey(Person, models.PROTECT, related_name="joins")
    other = models.ForeignKey(Person, models.PROTECT, related_name="joined_away")
    entries = models.ManyToManyField(Entry, related_name="joins")
    offices = models.ManyToManyField(Official, related_name="joins")
    how = models.CharField(_("on whose word"), max_length=10, choices=JoinedBy)
    gave_birth_date = models.BooleanField(
        default=False, help_text=_("The kept person's birth date was not known before.")
    )
    # Who of the two goes by the other's word alone, that the full name is published no more.
    kept_back = models.ForeignKey(
        Person, models.PROTECT, related_name="kept_back_by", null=True, blank=True, editable=False
    )
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("at"))
    undone_by = models.CharField(_("undone by"), max_length=150, blank=True)
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    objects = JoinQuerySet.as_manager()

    class Meta:
        verbose_name = _("joining of two persons")
        verbose_name_plural = _("joinings of persons")
        ordering = ["-at", "-pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(kept=F("other")), name="two_persons_are_joined"),
            models.CheckConstraint(
                condition=Q(how__in=JoinedBy.values), name="joined_on_a_known_word"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kept} ← {self.other}"
