"""The app that runs an event."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # All connect signals.
        import_module("tournaments.tasks")
        import_module("tournaments.services.timeline")
        import_module("tournaments.services.versions")
        import_module("tournaments.services.closed_accounts")
