"""Addresses of the games; each is named for the act it carries."""

from django.urls import URLPattern, path

from games.views.validate import validate_record

urlpatterns: list[URLPattern] = [
    path("games/validate/", validate_record, name="validate_record"),
]
