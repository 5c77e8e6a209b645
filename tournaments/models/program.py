"""Tokens by which programs write: each for one event and one kind of act."""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.tournament import Tournament

MOST_TOKENS = 20
"""Tokens of an event that work at once; nobody keeps more in sight."""

LONGEST_NAME = 40


class Writes(models.TextChoices):
    """What a program may do by its token."""

    ENTRIES = "entries", _("sign players up")
    CHECK_IN = "check-in", _("check players in")
    RESULTS = "results", _("enter results")
    DRAWS = "draws", _("draw rounds and publish them")


def digest_of(secret: str) -> str:
    """What is kept of a token: whoever reads the database cannot write by it. It is as long as it
    is random, so that one round of hashing does."""
    return hashlib.sha256(secret.encode()).hexdigest()


class ProgramToken(models.Model):
    """A program may write to one event. The secret itself is shown once and not kept.

    It goes no further than whoever made it: by their account, or by the personal link (`link`) by
    which they were at the desk. When either of these lets nobody in any more, the token is dead.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="program_tokens")
    writes = models.CharField(_("what it may do"), max_length=10, choices=Writes)
    name = models.CharField(_("for which program"), max_length=LONGEST_NAME)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", editable=False
    )
    link = models.CharField(max_length=40, blank=True, editable=False)
    made_by = models.CharField(_("made by"), max_length=150)
    made_at = models.DateTimeField(_("made"))
    withdrawn_by = models.CharField(_("taken back by"), max_length=150, blank=True)
    withdrawn_at = models.DateTimeField(_("taken back"), null=True)

    class Meta:
        verbose_name = _("token of a program")
        verbose_name_plural = _("tokens of programs")
        ordering = ["tournament", "made_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(writes__in=Writes.values), name="program_token_writes_what_is_known"
            ),
            models.CheckConstraint(
                condition=Q(user=None) ^ Q(link=""), name="program_token_says_by_what_it_was_made"
            ),
        ]

    def __str__(self) -> str:
        return self.name
