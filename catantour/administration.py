"""The pages of the administration, its tables in the order of the reader's alphabet."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest
from django.utils.translation import get_language

from tournaments.domain.names import words_key


class Administration(AdminSite):
    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        language = get_language() or "en"
        found = super().get_app_list(request, app_label)
        for app in found:
            app["models"].sort(key=lambda model: words_key(str(model["name"]), language))
        return sorted(found, key=lambda app: words_key(str(app["name"]), language))


class AdministrationConfig(AdminConfig):
    default_site = "catantour.administration.Administration"
