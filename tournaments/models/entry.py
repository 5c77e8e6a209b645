"""People in a tournament: who plays, who is an official, who was excluded."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.models.series import Person
from tournaments.models.tournament import Tournament


def new_token() -> str:
    """A personal link nobody can guess: 192 bits."""
    return secrets.token_urlsafe(24)


class EntryState(models.TextChoices):
    UNCONFIRMED = "unconfirmed", _("not confirmed")
    WAITING = "waiting", _("on the waiting list")
    CONFIRMED = "confirmed", _("confirmed")
    CHECKED_IN = "checked-in", _("checked in")
    NO_SHOW = "no-show", _("did not come")
    WITHDRAWN = "withdrawn", _("withdrawn")
    EXCLUDED = "excluded", _("excluded")
    CANCELLED = "cancelled", _("signed off")


class EntryQuerySet(models.QuerySet["Entry"]):
    def active(self) -> EntryQuerySet:
        """Who is to be seated now (T-020)."""
        return self.filter(state=EntryState.CHECKED_IN)

    def holding_a_place(self) -> EntryQuerySet:
        """Who counts against the capacity; an unconfirmed sign-up keeps its place for a while."""
        return self.filter(
            state__in=[EntryState.UNCONFIRMED, EntryState.CONFIRMED, EntryState.CHECKED_IN]
        )

    def waiting(self) -> EntryQuerySet:
        """The waiting list, first come first."""
        return self.filter(state=EntryState.WAITING).order_by("registered_at", "pk")


class Entry(models.Model):
    """A person in a tournament, with the number worn on the badge (counts from 1)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="entries")
    person = models.ForeignKey(
        Person, models.PROTECT, related_name="entries", verbose_name=_("person")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(
        _("state"), max_length=12, choices=EntryState, default=EntryState.UNCONFIRMED
    )
    registered_at = models.DateTimeField(_("signed up"))
    paid = models.BooleanField(_("paid"), default=False)
    first_round = models.PositiveSmallIntegerField(
        _("plays from round"), default=1, help_text=_("Later than 1 for somebody admitted late.")
    )
    left_after = models.PositiveSmallIntegerField(_("left after round"), null=True, blank=True)
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    note = models.CharField(_("note"), max_length=200, blank=True)
    language = models.CharField(_("language of e-mails"), max_length=7, default="cs")
    history = HistoricalRecords(excluded_fields=["token"])

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "person"], name="one_entry_a_person"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_a_number"),
            models.CheckConstraint(
                condition=Q(state__in=EntryState.values), name="entry_state_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.person}"

    @property
    def public_name(self) -> str:
        return self.person.public_name


class Exclusion(models.Model):
    """A player sent off by the chief referee for a deliberate breach (T-055)."""

    entry = models.OneToOneField(Entry, models.CASCADE, related_name="exclusion")
    round_number = models.PositiveSmallIntegerField(_("round"))
    reason = models.TextField(_("reason"))
    by = models.CharField(_("by"), max_length=150)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("exclusion")
        verbose_name_plural = _("exclusions")
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="exclusion_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.reason}"


class Role(models.TextChoices):
    """What an official may do; tournaments/permissions.py says it act by act."""

    ORGANISER = "organiser", _("organiser")
    CHIEF_REFEREE = "chief-referee", _("chief referee")
    REFEREE = "referee", _("referee")
    SCOREKEEPER = "scorekeeper", _("scorekeeper")


class Official(models.Model):
    """A person with a role in a tournament, by account or by a personal link."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="officials")
    person = models.ForeignKey(
        Person, models.PROTECT, related_name="offices", verbose_name=_("person")
    )
    role = models.CharField(_("role"), max_length=15, choices=Role)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="offices",
        verbose_name=_("account"),
    )
    token = models.CharField(
        max_length=40, unique=True, null=True, blank=True, default=new_token, editable=False
    )
    history = HistoricalRecords(excluded_fields=["token"])

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        ordering = ["tournament", "role", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "person", "role"], name="one_office_a_person_and_role"
            ),
            models.UniqueConstraint(
                fields=["tournament"],
                condition=Q(role="chief-referee"),
                name="one_chief_referee",
            ),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.person} ({self.get_role_display()})"
