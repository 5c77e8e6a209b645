"""Sign-ups that lapsed, kept for a week so that a person can take it back."""

from __future__ import annotations

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.series import Person
from tournaments.models.tournament import Tournament


class LapsedSignUp(models.Model):
    """What was told with a sign-up that nobody confirmed in time: `facts` are fields of its entry,
    `told_of_person` those of its person, who may have gone with it. `wishes` are the
    keys of those for the draws that lost it."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="lapsed")
    number = models.PositiveSmallIntegerField(_("number"))
    name = models.CharField(pgettext_lazy("of a person", "name"), max_length=120)
    email = models.EmailField(_("e-mail"), blank=True)
    person = models.ForeignKey(Person, models.SET_NULL, null=True, related_name="+")
    facts = models.JSONField(encoder=DjangoJSONEncoder)
    told_of_person = models.JSONField(encoder=DjangoJSONEncoder)
    wishes = models.JSONField(default=list, db_default=[])
    lapsed_at = models.DateTimeField(_("lapsed"))

    class Meta:
        verbose_name = _("lapsed sign-up")
        verbose_name_plural = _("lapsed sign-ups")
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"
