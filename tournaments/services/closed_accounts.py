"""What an account that is deleted or deactivated has seen ends with it.

Only the administration, and whoever is deleted on request, closes accounts; both are noticed here
by signal.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models.signals import pre_delete, pre_save
from django.dispatch import receiver
from django.utils import timezone

from tournaments.models import Official, Person
from tournaments.models.entry import Role
from tournaments.services.acts import Doer, acting
from tournaments.services.links import end_what_was_seen


@receiver(pre_delete, sender=settings.AUTH_USER_MODEL, dispatch_uid="end-with-account")
def end_with_deletion(instance: Any, **_kwargs: Any) -> None:
    """End what the account has seen before its offices are nobody's."""
    _end_what_it_saw(instance)
    Official.objects.filter(user=instance).update(saw_desk=False)


@receiver(pre_save, sender=settings.AUTH_USER_MODEL, dispatch_uid="end-with-deactivation")
def end_with_deactivation(instance: Any, *, raw: bool = False, **_kwargs: Any) -> None:
    """The same for one that may not sign in any more."""
    if raw or instance.is_active or instance.pk is None:
        return
    if get_user_model().objects.filter(pk=instance.pk, is_active=True).exists():
        _end_what_it_saw(instance)


@transaction.atomic
def _end_what_it_saw(user: Any) -> None:
    # Persons are locked before events, and theirs is let go of with the account.
    list(Person.objects.select_for_update().filter(user=user).order_by("pk"))
    held = Official.objects.filter(user=user, role=Role.ORGANISER).select_related("tournament")
    for office in held.order_by("tournament_id", "pk"):
        with acting(office.tournament, "close_account", Doer("", timezone.now())) as act:
            end_what_was_seen(act, office, asked=False)
