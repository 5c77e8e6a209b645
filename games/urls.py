"""Addresses of the games; each is named for the act it carries."""

from django.urls import URLPattern, path

from games.views.dice import dice_calculator
from games.views.position import ask_position
from games.views.rules import game_rules
from games.views.sheets import draw_sheet, print_sheet
from games.views.validate import validate_record

urlpatterns: list[URLPattern] = [
    path("games/dice/", dice_calculator, name="dice_calculator"),
    path("games/dice/sheet/", draw_sheet, name="draw_sheet"),
    path("games/dice/sheet.pdf", print_sheet, name="print_sheet"),
    path("games/position/", ask_position, name="ask_position"),
    path("games/rules/<str:letters>/", game_rules, name="game_rules"),
    path("games/validate/", validate_record, name="validate_record"),
]
