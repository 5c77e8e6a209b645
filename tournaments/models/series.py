"""What outlives a single event: seasons with their places in the final, clubs and persons."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from tournaments.domain.names import name_as_withdrawn, public_name
from tournaments.domain.qualification import is_junior, turns
from tournaments.models.validators import birth_date, event_day, few_marks

if TYPE_CHECKING:
    from tournaments.models.entry import EntryQuerySet, OfficialQuerySet


class PlacesSevenEight(models.TextChoices):
    """What places 7 and 8 get from 41 players on; the printed rules are silent (D-137)."""

    NOTHING = "nothing", _("nothing, as the rules are printed")
    POINT = "point", _("1 qualification point")
    DIRECT = "direct", _("a direct place")


class PlaceOfSomebodyIn(models.TextChoices):
    """What becomes of a direct place of somebody who is in the final already (FM-43)."""

    HELD = "held", _("it is held once, and nobody moves up")
    NEXT = "next", _("it passes to the next")
    EMPTY = "empty", _("it stays empty")


class SeasonQuerySet(models.QuerySet["Season"]):
    def with_last_round_by_standings(self) -> SeasonQuerySet:
        """Those whose events may draw their last round by standings (FMD-11)."""
        return self.filter(last_round_by_standings=True)


class BelongsToSeries(models.Model):
    """What is of one series. Without a name of it it is of the oldest, of which alone earlier
    releases knew: that one is never named (`Series.as_kept`)."""

    series = models.ForeignKey(
        "tournaments.Series",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("series"),
        help_text=_("Empty: the series that was there first."),
    )

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        if self.series_id is not None:
            self.series = self.series.as_kept
        super().save(*args, **kwargs)


class Season(BelongsToSeries):
    """A calendar year of a series (D-131)."""

    year = models.PositiveSmallIntegerField(_("year"))
    name = models.CharField(_("name"), max_length=100, blank=True, validators=[few_marks])
    points_for_final = models.PositiveSmallIntegerField(
        _("points for the final"),
        null=True,
        blank=True,
        help_text=_("Qualification points that are enough for the final; empty: not decided."),
    )
    places_7_8 = models.CharField(
        _("places 7 and 8 from 41 players on"),
        max_length=10,
        choices=PlacesSevenEight,
        blank=True,
        help_text=_("Empty: not decided, and then they get nothing (D-137)."),
    )
    already_in = models.CharField(
        _("place of somebody who is in the final already"),
        max_length=5,
        choices=PlaceOfSomebodyIn,
        default=PlaceOfSomebodyIn.HELD,
        db_default=PlaceOfSomebodyIn.HELD,
        help_text=_("In the Catan Tour it is held once (D-138). The season page says it in words."),
    )
    last_round_by_standings = models.BooleanField(
        _("season events may draw the last round by standings"),
        default=False,
        db_default=False,
        help_text=_(
            "Against the printed rules (T-016): an event that does so says it as a change of the "
            "rules. Those that are announced keep what they have."
        ),
    )
    history = HistoricalRecords()

    objects = SeasonQuerySet.as_manager()

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-year"]
        constraints = [
            models.UniqueConstraint(fields=["series", "year"], name="one_season_a_series_and_year"),
            models.UniqueConstraint(
                fields=["year"], condition=Q(series=None), name="one_season_a_year_of_the_oldest"
            ),
        ]

    def __str__(self) -> str:
        return self.name or str(self.year)


class SlotKind(models.TextChoices):
    MAIN = "main", _("places in the final")
    JUNIOR = "junior", _("places in the junior championship")


class SlotTable(BelongsToSeries):
    """Which places qualify in a series, from a day on. Without any row the printed tables hold
    (T-077 on)."""

    kind = models.CharField(_("kind"), max_length=10, choices=SlotKind)
    valid_from = models.DateField(_("valid from"), validators=[event_day])
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("table of qualifying places")
        verbose_name_plural = _("tables of qualifying places")
        ordering = ["kind", "-valid_from"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "kind", "valid_from"], name="one_slot_table_a_series_and_day"
            ),
            models.UniqueConstraint(
                fields=["kind", "valid_from"],
                condition=Q(series=None),
                name="one_slot_table_a_day_of_the_oldest",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.valid_from}"


class SlotBand(models.Model):
    """One line of a slot table: so many players, these places. Places count from 1."""

    table = models.ForeignKey(SlotTable, models.CASCADE, related_name="bands")
    players_from = models.PositiveSmallIntegerField(_("players from"))
    players_to = models.PositiveSmallIntegerField(
        _("players to"), null=True, blank=True, help_text=_("Empty: no upper limit.")
    )
    direct_to = models.PositiveSmallIntegerField(_("direct places 1 to"))
    points_from = models.PositiveSmallIntegerField(_("points from place"))
    points_to = models.PositiveSmallIntegerField(_("points to place"))
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("band")
        verbose_name_plural = _("bands")
        ordering = ["players_from"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "players_from"], name="bands_do_not_share_a_start"
            ),
            models.CheckConstraint(
                condition=Q(players_to__isnull=True) | Q(players_to__gte=F("players_from")),
                name="band_ends_after_its_start",
            ),
            models.CheckConstraint(
                condition=Q(points_from__gt=F("direct_to")) & Q(points_to__gte=F("points_from")),
                name="band_points_follow_direct_places",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.players_from}-{self.players_to or ''}"


class Club(models.Model):
    """Who hosts; one season event a year (T-070)."""

    name = models.CharField(_("name"), max_length=120, unique=True, validators=[few_marks])
    town = models.CharField(_("town"), max_length=120, blank=True, validators=[few_marks])
    website = models.URLField(_("website"), blank=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """A human being known to the series. Of children as little as possible is kept.

    What stands here belongs to the person and the series; what an event was told, and shows, is
    in `Entry`. A tournament writes it only of somebody whom no other tournament knows.
    """

    name = models.CharField(
        pgettext_lazy("of a person", "name"), max_length=120, validators=[few_marks]
    )
    email = models.EmailField(
        _("e-mail"), blank=True, help_text=_("Proved by opening a link that was sent there.")
    )
    # Tells a link that was sent to an address from one sent when they had it before.
    address_at = models.DateTimeField(null=True, blank=True, editable=False)
    # The administrator who wrote the address, with whose office it ends.
    address_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        editable=False,
    )
    birth_date = models.DateField(
        _("birth date"),
        null=True,
        blank=True,
        help_text=_("Only for juniors (under 14)."),
        validators=[birth_date],
    )
    minor = models.BooleanField(_("under 18"), default=False)
    full_name_public = models.BooleanField(
        _("a guardian agrees that the full name is published"), default=False
    )
    # Since when the person, or the series for them, wants the full name published no more.
    full_name_withdrawn_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Somebody of the same name wants that, and nobody who may has said that this is another one.
    named_as_withdrawn = models.BooleanField(default=False, db_default=False, editable=False)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="person",
        verbose_name=_("account"),
    )
    forgotten_at = models.DateTimeField(
        _("deleted on request"), null=True, blank=True, editable=False
    )
    history = HistoricalRecords(excluded_fields=["address_by"])

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("persons")
        ordering = ["name", "pk"]

    def __str__(self) -> str:
        return self.name or gettext("Former player")

    @property
    def public_name(self) -> str:
        """The only form in which this person may be shown to the public."""
        if self.forgotten_at:
            return gettext("Former player")
        return self.shown(self.name, minor=self.is_minor, agreed=self.full_name_public)

    def shown(self, name: str, *, minor: bool, agreed: bool) -> str:
        """A name under which the person stands somewhere, as the public may see it.

        Where the consent to the full name was taken back, nothing that is said there of their age
        (`minor`) or of a consent (`agreed`) brings it back, until they are known to be 18.
        """
        if self.is_kept_back:
            # In one word a name would stand there whole: their own, or that of somebody else.
            return name_as_withdrawn(name, known_as=self.name)
        return public_name(name, minor=minor, guardian_agreed=agreed)

    @property
    def is_kept_back(self) -> bool:
        """Whether the full name is published nowhere: the consent was taken back, by them or by
        whoever may be the same, and nobody knows that they are 18 by now."""
        back = self.full_name_withdrawn_at is not None or self.named_as_withdrawn
        return back and (self.birth_date is None or self.is_minor)

    @property
    def is_kept_back_by_others(self) -> bool:
        """Whether that is so only because others say that the person is one with who said it."""
        if not self.is_kept_back or self.named_as_withdrawn:
            return False
        return self.kept_back_by.filter(undone_at=None).exclude(how="link").exists()

    @property
    def is_short(self) -> bool:
        """Whether nobody may read the full name."""
        return self.is_kept_back or (self.is_minor and not self.full_name_public)

    @property
    def is_minor(self) -> bool:
        """Under 18: by the birth date where it is known, else as declared at the sign-up."""
        if self.birth_date is None:
            return self.minor
        return timezone.localdate() < turns(self.birth_date, 18)

    @property
    def is_joined_away(self) -> bool:
        """Whether all that they had went to another person, and nothing leads to them any more."""
        gone = self.joined_away.filter(undone_at__isnull=True)
        return gone.exists() and not self.own_entries.exists()

    @property
    def own_entries(self) -> EntryQuerySet:
        """The entries over which the person has rights, also those that others joined to somebody
        else; never those that others joined to this one."""
        return self.entries.model.objects.owned_by(self)

    @property
    def own_offices(self) -> OfficialQuerySet:
        """The same of offices."""
        return self.offices.model.objects.owned_by(self)

    def is_junior_on(self, day: dt.date) -> bool:
        return self.birth_date is not None and is_junior(self.birth_date, day)

    @property
    def is_of_one_event(self) -> bool:
        """Whether no more than one tournament knows the person, and no account is theirs."""
        known = {
            *self.own_entries.values_list("tournament", flat=True),
            *self.own_offices.values_list("tournament", flat=True),
        }
        return self.user_id is None and len(known) <= 1


class SchoolTip(models.Model):
    """A school that would like to take part in the tours for children (T-094)."""

    school = models.CharField(_("school"), max_length=200, validators=[few_marks])
    town = models.CharField(_("town"), max_length=120, validators=[few_marks])
    contact = models.CharField(_("whom to contact"), max_length=200, validators=[few_marks])
    text = models.TextField(_("message"), blank=True, max_length=4000, validators=[few_marks])
    at = models.DateTimeField(_("received"))

    class Meta:
        verbose_name = _("school that would like to take part")
        verbose_name_plural = _("schools that would like to take part")
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.school}, {self.town}"
