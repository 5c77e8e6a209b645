"""Was this legal? A photographed table is put together, and an action or all of them asked about.

Nothing is kept: the address holds the position and the question, so that a ruling can quote it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.drawing.boards import places_of
from games.engine import rulesets
from games.engine.board.boards import Board
from games.engine.core import NotARecord
from games.forms.records import PositionForm
from games.recording import positions
from games.recording.positions import OFFERED, Asked
from games.recording.replays import unreadable
from games.views.limits import place_of, too_many

ANSWERS = "60/m"
DRAWINGS = "600/m"
"""How often one address may ask, and have the table drawn, which happens with each tap."""

USUAL = "base+tour"
PLAYERS = 4


@require_http_methods(["GET", "HEAD", "POST"])
def ask_position(request: HttpRequest) -> HttpResponse:
    """The page; with a question in the address its answer, to htmx only the table as it is."""
    if request.method == "POST":
        return _told(request)
    link = request.GET.get("p", "")
    if not link:
        return _page(request, _new(request))
    if _is_one_too_many(request, "position", ANSWERS):
        return _page(request, _new(request), limited=True, status=429)
    text = positions.unpacked(link)
    question = request.GET.get("ask", "")[: positions.LONGEST_QUESTION]
    if text is None:
        return _page(request, _new(request), lost=True, status=422)
    return _answer(request, text, question)


def _told(request: HttpRequest) -> HttpResponse:
    """What was typed or tapped: drawn, or asked about."""
    drawing = "draw" in request.POST
    group, rate = ("position-drawn", DRAWINGS) if drawing else ("position", ANSWERS)
    fields = _typed(request)
    if _is_one_too_many(request, group, rate):
        return _page(request, fields, limited=True, status=429)
    if request.htmx and drawing:
        return render(request, "games/_table.html", _table(fields))
    if drawing:
        return _page(request, fields)
    pasted = request.POST.get("text", "").strip()
    text = pasted or positions.text_of(fields)
    question = "" if pasted else fields.get("ask", "")
    try:
        asked = positions.read(text[: positions.LONGEST], question)
    except NotARecord as refusal:
        return _mistaken(request, fields, text, refusal)
    if asked.record.header.position is None:
        return _page(request, fields, without=True, status=422)
    link = positions.packed(asked.text)
    if len(link) > positions.LONGEST_LINK:
        return _page(request, fields, lost=True, status=422)
    if pasted and asked.behind:
        return _without_actions(request, asked)
    return redirect(f"{address(link, asked.question)}#answer")


def address(link: str, question: str = "") -> str:
    """Where a question is answered."""
    facts = {"p": link} | ({"ask": question} if question else {})
    return f"{reverse('ask_position')}?{urlencode(facts)}"


def with_board(ruleset: str, board: Board) -> str:
    """Where to ask about a table on this board."""
    written = rulesets.by_key(ruleset).notation.ground.write(board)
    facts = {"ruleset": ruleset, "board": "\n".join(written)}
    return f"{reverse('ask_position')}?{urlencode(facts)}"


def _answer(request: HttpRequest, text: str, question: str) -> HttpResponse:
    try:
        asked = positions.read(text)
    except NotARecord as refusal:
        return _mistaken(request, _new(request), text, refusal)
    if asked.record.header.position is None:
        return _page(request, _new(request), without=True, status=422)
    if asked.behind and not question:
        return _without_actions(request, asked)
    fields = positions.fields_of(asked.record.header) | {"ask": question}
    if question:
        try:
            asked = positions.read(text, question)
        except NotARecord as refusal:
            return _mistaken(request, fields, f"{text.rstrip()}\n1 {question}", refusal)
    return _page(request, fields, **_answered(request, asked))


def _without_actions(request: HttpRequest, asked: Asked) -> HttpResponse:
    """What may be done in the position; what was told behind it is not judged here."""
    fields = positions.fields_of(asked.record.header) | {"ask": ""}
    return _page(request, fields, left=asked.behind, **_answered(request, asked.alone))


def _answered(request: HttpRequest, asked: Asked) -> dict[str, Any]:
    link = positions.packed(asked.text)
    found: dict[str, Any] = {
        "asked": asked,
        "text": asked.text,
        "link": request.build_absolute_uri(address(link, asked.question)),
        "kinds": positions.doable(asked),
        "here": link,
    }
    if asked.record.actions:
        found["verdict"], found["told"] = positions.judged(asked)
    return found


def _mistaken(
    request: HttpRequest, fields: Mapping[str, str], text: str, refusal: NotARecord
) -> HttpResponse:
    mistakes = unreadable(text, refusal).mistakes
    return _page(request, fields, mistakes=mistakes, text=text, status=422)


def _page(
    request: HttpRequest, fields: Mapping[str, str], *, status: int = 200, **found: Any
) -> HttpResponse:
    players = positions.seats_of(fields["seats"])
    choices = [(ruleset.key, _(ruleset.name)) for ruleset in OFFERED]
    words = positions.form_of(fields["ruleset"])
    form = PositionForm(fields, rulesets=choices, players=players, words=words)
    context = {"form": form, "text": "", **_table(fields), **found}
    return render(request, "games/position.html", context, status=status)


def _table(fields: Mapping[str, str]) -> dict[str, Any]:
    """The picture, and what taps on it need; neither for a board that cannot be read."""
    board = positions.board_of(fields)
    if board is None:
        return {}
    return {"picture": positions.picture_of(fields, board), "places": places_of(board)}


def _new(request: HttpRequest) -> dict[str, str]:
    """An empty table, with the board, the rules and the number of players of the address."""
    keys = {ruleset.key for ruleset in OFFERED}
    key = request.GET.get("ruleset", USUAL)
    ruleset = rulesets.by_key(key if key in keys else USUAL)
    board = request.GET.get("board", "")[: positions.LONGEST]
    players = request.GET.get("players", "")
    least = ruleset.notation.ground.maps[0].players[0]
    count = int(players) if players in {"3", "4", "5", "6"} else max(PLAYERS, least)
    return positions.new_table(ruleset, board, count)


def _typed(request: HttpRequest) -> dict[str, str]:
    """What stands in the fields, each no longer than it may be."""
    usual = _new(request)
    key = request.POST.get("ruleset", "")
    if key not in {ruleset.key for ruleset in OFFERED}:
        key = usual["ruleset"]
    words = positions.form_of(key)
    of_a_seat = positions.marks_of_a_seat(words)
    names = [
        *PositionForm.base_fields,
        *positions.marks_of_the_table(words),
        *(f"{name}{seat}" for name in of_a_seat for seat in range(len(positions.COLOURS))),
    ]
    typed = {name: request.POST.get(name, "")[: positions.LONGEST] for name in names}
    typed["ruleset"] = key
    for name in ("seats", "board"):
        typed[name] = typed[name] if typed[name].strip() else usual[name]
    return _on_its_board(request, typed)


def _on_its_board(request: HttpRequest, typed: dict[str, str]) -> dict[str, str]:
    """The fields; where other rules were chosen on whose boards nothing of it can lie, those of a
    new table of theirs."""
    if request.POST.get("before", typed["ruleset"]) == typed["ruleset"]:
        return typed
    if positions.fits(typed["ruleset"], positions.board_of(typed)):
        usual = positions.usual_of(typed["ruleset"])
        return typed | {name: told for name, told in usual.items() if not typed.get(name)}
    players = len(positions.seats_of(typed["seats"]))
    return positions.new_table(rulesets.by_key(typed["ruleset"]), "", players) | {
        "seats": typed["seats"]
    }


def _is_one_too_many(request: HttpRequest, group: str, rate: str) -> bool:
    return too_many(request, group, {place_of(request): rate})
