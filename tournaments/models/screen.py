"""Large screens that the desk steers, each by itself."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament

MOST_SCREENS = 9
"""As many as stand in one hall; their addresses have one figure."""


class Shows(models.TextChoices):
    """What a screen shows. What there is not yet, as a clock before the start, waits: until then
    the screen follows the day."""

    DAY = "day", _("what the day brings")
    WELCOME = "welcome", _("the welcome, with the code")
    NAMES = "names", _("everybody's table")
    CLOCK = "clock", _("the clock")
    STANDINGS = "standings", _("the standings")
    MESSAGE = "message", _("a message")


class LargeScreen(models.Model):
    """A screen of an event beside the one that always follows the day. `number` counts from 1."""

    tournament = models.ForeignKey(
        Tournament, models.CASCADE, related_name="screens", verbose_name=_("tournament")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(_("where it stands"), max_length=40, blank=True)
    shows = models.CharField(_("shows"), max_length=10, choices=Shows, default=Shows.DAY)
    text = models.CharField(_("message"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("large screen")
        verbose_name_plural = _("large screens")
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="one_screen_a_number"),
            models.CheckConstraint(
                condition=Q(number__gte=1, number__lte=MOST_SCREENS), name="few_screens"
            ),
            models.CheckConstraint(
                condition=~Q(shows="message") | ~Q(text=""), name="message_of_a_screen_has_a_text"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament}, {self.number}"
