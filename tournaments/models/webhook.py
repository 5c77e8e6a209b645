"""Addresses of other sites that hear of an event, and what was sent to each of them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.logbook import Act
from tournaments.models.tournament import Tournament

MOST_WEBHOOKS = 5
"""Addresses that hear of one event at once; each act is sent to every one of them."""

LONGEST_URL = 300


class Webhook(models.Model):
    """Another site hears of draws, results, standings and the end of an event.

    What is sent is signed with the secret, which is therefore kept as it is; it opens nothing here.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=LONGEST_URL)
    secret = models.CharField(max_length=64, editable=False)
    made_by = models.CharField(_("made by"), max_length=150)
    made_at = models.DateTimeField(_("made"))
    withdrawn_by = models.CharField(_("taken back by"), max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(_("taken back"), null=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ["tournament", "made_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "url"],
                condition=Q(withdrawn_at=None),
                name="one_webhook_an_address",
            ),
        ]

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """What one act is told to one address: sent until it is taken, or tried often enough.

    Whoever sets `again_at` has taken it; it is free again from then on. `status` is what the other
    site answered last, none where it did not.
    """

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    act = models.ForeignKey(Act, models.CASCADE, related_name="deliveries")
    tries = models.PositiveSmallIntegerField(_("tried"), default=0)
    again_at = models.DateTimeField(_("tried again"))
    status = models.PositiveSmallIntegerField(_("answer"), null=True)
    delivered_at = models.DateTimeField(_("delivered"), null=True)

    class Meta:
        verbose_name = _("delivery")
        verbose_name_plural = _("deliveries")
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["webhook", "act"], name="an_act_is_delivered_once"),
        ]
        indexes = [
            models.Index(
                fields=["again_at"],
                condition=Q(delivered_at=None),
                name="deliveries_that_wait",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.webhook}: {self.act}"
