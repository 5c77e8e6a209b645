"""The app that runs an event."""

from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # All connect signals, or register checks.
        import_module("tournaments.checks")
        import_module("tournaments.queue")
        import_module("tournaments.services.clock")
        timeline = import_module("tournaments.services.timeline")
        import_module("tournaments.services.versions")
        import_module("tournaments.services.closed_accounts")
        import_module("tournaments.services.histories")
        import_module("tournaments.services.webhooks")
        locks = import_module("tournaments.services.locks")
        pre_migrate.connect(locks.take_your_time, sender=self, dispatch_uid="take-your-time")
        office = import_module("tournaments.models.office")
        post_migrate.connect(office.begin_again, sender=self, dispatch_uid="begin-again")
        post_migrate.connect(timeline.learn_now, sender=self, dispatch_uid="learn-timeline")
        post_migrate.connect(locks.hurry_again, sender=self, dispatch_uid="hurry-again")
