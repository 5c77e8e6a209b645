"""Addresses of the games; each is named for the act it carries."""

from django.urls import URLPattern, path

from games.views.dice import dice_calculator
from games.views.validate import validate_record

urlpatterns: list[URLPattern] = [
    path("games/dice/", dice_calculator, name="dice_calculator"),
    path("games/validate/", validate_record, name="validate_record"),
]
