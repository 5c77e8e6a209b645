"""Sheets of the dice game: a printed one is typed in, drawn and checked as it is typed, and
printed. Nothing is kept; the text can be passed on."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.drawing.looks import PAINTS
from games.drawing.sheets import sheet_svg, sheet_words
from games.engine.core import NotARecord
from games.engine.rulesets.dice_game.faults import faults
from games.engine.rulesets.dice_game.headers import parse_sheet, write_parts
from games.engine.rulesets.dice_game.reach import first_turns, too_late
from games.engine.rulesets.dice_game.rules import RULES
from games.engine.rulesets.dice_game.sheet import SHEETS, STANDARD, Sheet
from games.printing.sheets import sheet_pdf
from games.views.limits import place_of, too_many
from games.wording.engine import detail_words, expected_words

LONGEST = 6000
"""Letters of a sheet; that of the site has 400."""

DRAWINGS = "300/m"
"""How often one address may have a sheet drawn, which happens while it is typed."""


@require_http_methods(["GET", "HEAD", "POST"])
def draw_sheet(request: HttpRequest) -> HttpResponse:
    """The page; to htmx only what changes while the sheet is typed."""
    text = _text(request)
    if _limited(request):
        words = _("Many questions come from your network. Please try again in a minute.")
        return render(request, "games/sheet.html", {"text": text, "limited": words}, status=429)
    context = {"text": text} | looked_at(text)
    page = "games/_sheet.html" if request.htmx else "games/sheet.html"
    return render(request, page, context)


@require_http_methods(["GET", "HEAD", "POST"])
def print_sheet(request: HttpRequest) -> HttpResponse:
    """The sheet on paper; one with mistakes is shown with them instead."""
    text = _text(request)
    found = {} if _limited(request) else looked_at(text)
    if "sheet" not in found:
        return render(request, "games/sheet.html", {"text": text} | found, status=422)
    sheet: Sheet = found["sheet"]
    answer = HttpResponse(sheet_pdf(sheet), content_type="application/pdf")
    answer["Content-Disposition"] = 'inline; filename="sheet.pdf"'
    return answer


def _text(request: HttpRequest) -> str:
    if request.method == "POST":
        return request.POST.get("text", "")[:LONGEST]
    return "\n".join(write_parts(STANDARD))


def _limited(request: HttpRequest) -> bool:
    return request.method == "POST" and too_many(
        request, "draw-sheet", {place_of(request): DRAWINGS}
    )


def looked_at(text: str) -> dict[str, Any]:
    """The sheet with all that is wrong with it, or the mistakes for which it is none."""
    try:
        sheet = parse_sheet(text)
    except NotARecord as refusal:
        mistakes = [(error.line, error.column, expected_words(error)) for error in refusal.errors]
        return {"mistakes": mistakes}
    return {
        "sheet": sheet,
        "picture": sheet_svg(sheet, paint=PAINTS["red"], title=sheet_words(sheet)),
        "faults": [
            (rule, _(RULES[rule].text), detail_words(detail)) for rule, detail in faults(sheet)
        ],
        "late": list(too_late(sheet).items()),
        "last": max(first_turns(sheet).values(), default=0),
        "hash": sheet.hash,
        "question": question_about(sheet),
    }


def question_about(sheet: Sheet) -> str:
    """The address of the calculator for the sheet."""
    address = reverse("dice_calculator")
    if SHEETS.get(sheet.id) == sheet:
        return address
    return f"{address}?{urlencode({'sheet': chr(10).join(write_parts(sheet))})}"
