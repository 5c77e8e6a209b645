"""`manage.py release`: which release of the program this is."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Print the number of this release. CHANGELOG.md tells what is new in it."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(settings.RELEASE)
