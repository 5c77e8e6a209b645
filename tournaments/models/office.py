"""Each series and its offices: who may write events and who administers, how they came to it.

An office is a row while it is held; withdrawn it is gone, and its history says who did it when.
"""

from __future__ import annotations

import datetime as dt
from itertools import chain, count
from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.functional import cached_property
from django.utils.text import slugify
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.domain.names import plain_letters
from tournaments.models.entry import new_token
from tournaments.models.tournament import Tournament
from tournaments.models.validators import few_marks

INVITATION_DAYS = 14
"""How long an invitation can be accepted."""


LONGEST_KEY = 40


class SeriesManager(models.Manager["Series"]):
    def oldest(self) -> Series:
        """The series that was there first; addresses that name none lead to it. The migration made
        it; an emptied database gets it again."""
        first = self.order_by("pk").first() or self.get_or_create(name="Catan Tour")[0]
        first.is_oldest = True
        return first

    def side_by_side(self) -> list[Series]:
        """Every series of this site, the oldest first."""
        found = list(self.order_by("pk")) or [self.oldest()]
        for series in found:
            series.is_oldest = series is found[0]
        return found


class Series(models.Model):
    """A series of events with its own seasons, organisers and administrators.

    Its `key` stands in printed addresses and never changes.
    """

    name = models.CharField(_("name"), max_length=100, unique=True, validators=[few_marks])
    # A release that knew one series writes none.
    key = models.SlugField(  # noqa: DJ001 - unique, so "" would fit one row alone
        _("key in addresses"), max_length=LONGEST_KEY, unique=True, null=True, editable=False
    )
    country = models.CharField(
        _("country"),
        max_length=2,
        blank=True,
        default="",
        db_default="",
        validators=[RegexValidator(r"\A[A-Z]{2}\Z", _("Two letters, as DE or CZ."))],
    )
    language = models.CharField(_("language"), max_length=7, default="cs", db_default="cs")
    history = HistoricalRecords()

    objects = SeriesManager()

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self.key:
            self.key = free_key(self.name)
        super().save(*args, **kwargs)

    @cached_property
    def is_oldest(self) -> bool:
        return not Series.objects.filter(pk__lt=self.pk).exists()

    @property
    def as_kept(self) -> Series | None:
        """How the rows of the series name it (`BelongsToSeries`)."""
        return None if self.is_oldest else self

    @property
    def pk_as_kept(self) -> int | None:
        """The same as the key of a row."""
        return None if self.is_oldest else self.pk

    @property
    def place(self) -> tuple[str, ...]:
        """What the addresses of its pages name it by: the oldest need not be named."""
        return () if self.is_oldest else (self.key,)


def free_key(name: str, *, but: Series | None = None) -> str:
    """A key that tells the name, and that no series has, `but` that one."""
    wanted = slugify(plain_letters(name))[:LONGEST_KEY].strip("-") or "series"
    others = Series.objects.exclude(pk=but.pk) if but else Series.objects.all()
    taken = set(others.values_list("key", flat=True))
    numbered = (f"{wanted[: LONGEST_KEY - 4]}-{number}" for number in count(2))
    return next(key for key in chain([wanted], numbered) if key not in taken)


def begin_again(*, using: str, **of_signal: Any) -> None:
    """Give a database that was emptied (`flush`, which has no plan) its first series again."""
    if "plan" not in of_signal:
        Series.objects.db_manager(using).oldest()


class SeriesRole(models.TextChoices):
    """An organiser may write new events. Whoever heads a series sees and decides what is its own;
    an administrator does so in every series, and keeps what belongs to the site."""

    ORGANISER = "organiser", _("organiser of the series")
    HEAD = "head", _("administrator of one series")
    ADMINISTRATOR = "administrator", _("administrator of the whole site")

    def named_in(self, series: Series) -> str:
        """What the office is called where that series gives it: its head by its name."""
        if self is SeriesRole.HEAD:
            return gettext("administrator of the series %(series)s") % {"series": series}
        return str(self.label)


class OfficeInvitation(models.Model):
    """A link that gives an office to whoever accepts it first, once."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="invitations")
    role = models.CharField(
        _("office"), max_length=15, choices=SeriesRole, default=SeriesRole.ORGANISER
    )
    token = models.CharField(max_length=40, unique=True, default=new_token, editable=False)
    note = models.CharField(_("for whom"), max_length=200)
    email = models.EmailField(_("e-mail"), blank=True)
    made_by = models.CharField(_("made by"), max_length=150)
    made_at = models.DateTimeField(_("made"))
    expires_at = models.DateTimeField(_("can be accepted until"))
    # With the account everything goes that led to it, so that somebody can be forgotten.
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("accepted by"),
    )
    used_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    withdrawn_by = models.CharField(_("taken back by"), max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation to an office")
        verbose_name_plural = _("invitations to an office")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(role__in=SeriesRole.values), name="invitation_role_is_known"
            ),
            models.CheckConstraint(
                condition=Q(used_at=None, used_by=None)
                | Q(used_at__isnull=False, used_by__isnull=False),
                name="used_invitation_says_by_whom",
            ),
            models.CheckConstraint(
                condition=Q(used_at=None) | Q(withdrawn_at=None),
                name="withdrawn_invitation_is_not_used",
            ),
        ]

    def __str__(self) -> str:
        return self.note

    def is_open(self, now: dt.datetime) -> bool:
        """Whether it can be accepted."""
        return self.used_at is None and self.withdrawn_at is None and now < self.expires_at


class SeriesOfficeQuerySet(models.QuerySet["SeriesOffice"]):
    def that_count_in(self, series: Series) -> SeriesOfficeQuerySet:
        """Those of the series, and those over the whole site, whichever series gave them."""
        return self.filter(Q(series=series) | Q(role=SeriesRole.ADMINISTRATOR))


class SeriesOffice(models.Model):
    """Somebody holds an office of the series, by account."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="offices")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="series_offices",
        verbose_name=_("account"),
    )
    role = models.CharField(_("office"), max_length=15, choices=SeriesRole)
    # One to one: the database gives no second office for one invitation.
    invitation = models.OneToOneField(
        OfficeInvitation,
        models.RESTRICT,
        null=True,
        blank=True,
        related_name="office",
        verbose_name=_("invitation"),
    )
    granted_by = models.CharField(
        _("granted by"),
        max_length=150,
        blank=True,
        help_text=_("Empty: an organiser from before offices were granted."),
    )
    granted_at = models.DateTimeField(_("granted"))
    history = HistoricalRecords()

    objects = SeriesOfficeQuerySet.as_manager()

    class Meta:
        verbose_name = _("office of the series")
        verbose_name_plural = _("offices of the series")
        ordering = ["role", "granted_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "user", "role"], name="one_series_office_a_user_and_role"
            ),
            models.CheckConstraint(
                condition=Q(role__in=SeriesRole.values), name="series_role_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.get_role_display()})"


class OfficeRequest(models.Model):
    """Somebody asks to be an organiser of the series."""

    series = models.ForeignKey(Series, models.CASCADE, related_name="office_requests")
    name = models.CharField(_("name and surname"), max_length=120)
    email = models.EmailField(_("e-mail"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="office_requests",
        verbose_name=_("account"),
    )
    place = models.CharField(_("club or town"), max_length=120)
    text = models.TextField(_("what you would like to organise"), max_length=2000)
    language = models.CharField(_("language of e-mails"), max_length=7, default="cs")
    at = models.DateTimeField(_("received"))
    granted = models.BooleanField(_("granted"), null=True, blank=True)
    answer = models.CharField(_("answer"), max_length=500, blank=True)
    decided_by = models.CharField(_("decided by"), max_length=150, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    invitation = models.OneToOneField(
        OfficeInvitation,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="request",
        verbose_name=_("invitation"),
    )

    class Meta:
        verbose_name = _("request for an office")
        verbose_name_plural = _("requests for an office")
        ordering = ["at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(granted=None, decided_at=None)
                | Q(granted__isnull=False, decided_at__isnull=False),
                name="decided_request_says_when",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.place}"


class Sight(models.Model):
    """An administrator of the series saw personal links of an event, or wrote addresses that get
    them, without being its organiser; without an event: the links of open invitations.

    The row is gone once those links have ended, because the account administers no more.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        related_name="sights",
        verbose_name=_("account"),
    )
    tournament = models.ForeignKey(
        Tournament,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="sights",
        verbose_name=_("tournament"),
    )

    class Meta:
        verbose_name = _("links that an administrator has seen")
        verbose_name_plural = _("links that administrators have seen")
        ordering = ["user", "tournament"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "tournament"], name="one_sight_a_user_and_tournament"
            ),
            models.UniqueConstraint(
                fields=["user"],
                condition=Q(tournament=None),
                name="one_sight_of_invitations_a_user",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.tournament or ''}"
