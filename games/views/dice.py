"""The dice game for referees and organisers: what a roll allows, and sheets to draw and print.

Nothing is kept: the address holds the question, so that it can be passed on.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.drawing.looks import PAINTS
from games.drawing.sheets import Marks, places_of, sheet_svg, sheet_words
from games.engine.core import NotARecord
from games.engine.rulesets.dice_game.calculator.builds import Build, Position, builds
from games.engine.rulesets.dice_game.calculator.payment import turned_from
from games.engine.rulesets.dice_game.calculator.playing import Playing
from games.engine.rulesets.dice_game.calculator.value import EXACT_TURNS, TooWide
from games.engine.rulesets.dice_game.faces import WORDS
from games.engine.rulesets.dice_game.headers import parse_sheet, write_parts
from games.engine.rulesets.dice_game.sheet import STANDARD, Sheet
from games.engine.rulesets.dice_game.state import COSTS, PENALTY
from games.forms.records import DiceForm
from games.views.limits import place_of, too_many
from games.wording.engine import detail_words, term_words

LONGEST = 3000
"""Letters of a sheet in an address."""

VALUES = "20/m"
"""How often one address may ask what a sheet is worth, which takes a second."""

TAPS = "300/m"
"""How often it may have a sheet of its own drawn, a tap each."""

HOME_MADE = "30/m"
"""How often it may ask anything of a sheet of its own, which may allow thousands of buildings."""

MOST_SHOWN = 300
"""Sets of buildings that are listed, those with the most points first; the sheet of the site
allows fewer."""


@require_safe
def dice_calculator(request: HttpRequest) -> HttpResponse:
    """What a roll allows, and what a sheet is worth; without a question, the page to ask it."""
    sheet = _sheet(request)
    asked = "ask" in request.GET
    form = DiceForm(request.GET if asked else None, sheet=sheet)
    legal = form.is_valid()
    marks = Marks(*form.marked()) if asked else Marks(sheet.start)
    if request.GET.get("ask") == "marks":
        return _drawn(request, sheet, marks)
    context: dict[str, Any] = {"form": form, "sheet": sheet, "taps": _taps(form)}
    if sheet is not STANDARD:
        context["text"] = "\n".join(write_parts(sheet))
    status = 200
    if asked and sheet is not STANDARD and _is_one_too_many(request, "dice-sheet", HOME_MADE):
        context["limited"], status = True, 429
    elif legal:
        told = form.cleaned_data
        context |= _answer(sheet, told)
        if request.GET["ask"] == "value":
            if _is_one_too_many(request, "dice-value", VALUES):
                context["limited"], status = True, 429
            else:
                context |= _value(sheet, told)
    context["picture"] = _picture(sheet, marks)
    return render(request, "games/dice.html", context, status=status)


def _picture(sheet: Sheet, marks: Marks) -> SafeString:
    return sheet_svg(sheet, marks, paint=PAINTS["red"], title=sheet_words(sheet))


def _drawn(request: HttpRequest, sheet: Sheet, marks: Marks) -> HttpResponse:
    """The picture alone, after a tap on it."""
    limited = sheet is not STANDARD and _is_one_too_many(request, "dice-drawn", TAPS)
    return HttpResponse(
        "" if limited else _picture(sheet, marks),
        content_type="image/svg+xml",
        status=429 if limited else 200,
    )


def _taps(form: DiceForm) -> dict[str, Any]:
    """Where the picture may be tapped, and what a tap there writes into the form."""
    places = places_of(form.sheet)
    controls = form.controls()
    return {
        "places": {
            kind: [place for place in places[kind] if place[0] in known]
            for kind, known in controls.items()
        },
        "controls": controls,
    }


def _is_one_too_many(request: HttpRequest, group: str, rate: str) -> bool:
    return too_many(request, group, {place_of(request): rate})


def _sheet(request: HttpRequest) -> Sheet:
    """The sheet that the address tells; that of the site if it tells none, or none that can be
    read."""
    try:
        return parse_sheet(request.GET.get("sheet", "")[:LONGEST])
    except NotARecord:
        return STANDARD


def _answer(sheet: Sheet, told: dict[str, Any]) -> dict[str, Any]:
    position = Position(sheet, told["marks"], told["used"])
    found = builds(position, told["dice"], same_turn=not told["wait"])
    return {
        # The cross is the last of them.
        "builds": [
            _told(sheet, told["dice"], build) for build in (*found[:-1][:MOST_SHOWN], found[-1])
        ],
        "unshown": max(len(found) - 1 - MOST_SHOWN, 0),
        "best": found[0].points,
        "cross": not found[0].symbols,
    }


def _told(sheet: Sheet, dice: int, build: Build) -> dict[str, Any]:
    """A set of buildings in words: their names, the points, and how the dice are turned."""
    cost = sum(COSTS[sheet.symbols[symbol].kind] for symbol in build.symbols)
    before = turned_from(dice, cost, build.way)
    turned = [
        _("{knight}, joker: {shown} → {resource}").format(
            knight=detail_words(sheet.symbols[sheet.first_knight + knight].name),
            shown=term_words(WORDS[shown]),
            resource=term_words(WORDS[face]),
        )
        for (knight, face), shown in zip(build.way.turned, before, strict=True)
    ]
    turned += [
        _("two gold: {resource}").format(resource=term_words(WORDS[face]))
        for face in build.way.gold
    ]
    return {
        "names": [detail_words(sheet.symbols[symbol].name) for symbol in build.symbols],
        "points": build.points,
        "turned": turned,
    }


def _value(sheet: Sheet, told: dict[str, Any]) -> dict[str, Any]:
    """The final score that best play leads to: what is in the boxes, and the turns to come; or
    that it is beyond what can be worked out."""
    played = told["turns"] or 0
    left = max(0, sheet.boxes - played)
    now = sheet.points(told["marks"]) - PENALTY * (told["crosses"] or 0)
    playing = Playing(sheet, same_turn=not told["wait"])
    answer: dict[str, Any] = {"left": left, "now": now, "exact": left <= EXACT_TURNS}
    try:
        if left <= EXACT_TURNS:
            answer["final"] = now + playing.values.of(told["marks"], told["used"], left)
        else:
            estimate = playing.estimate(told["marks"], told["used"], left)
            answer |= {
                "final": now + estimate.points,
                "games": estimate.games,
                "error": 2 * estimate.error,
            }
    except TooWide:
        return {"beyond": True}
    return {"value": answer}
