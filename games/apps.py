"""The app that knows the games: boards, records and the rules engine."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")

    def ready(self) -> None:
        import_module("games.checks")  # it registers
        import_module("games.wording.bounds").take_our_sentences()
