"""The app that runs an event."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments")

    def ready(self) -> None:
        # Both connect signals.
        from tournaments import tasks  # noqa: F401 - it listens
        from tournaments.services import versions  # noqa: F401 - it listens
