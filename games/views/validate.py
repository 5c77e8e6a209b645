"""Check a game: paste or upload a record, see its verdict beside the text, step through it.

Nothing is kept: the page holds the text and sends it again with the moment that is asked for.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.engine import files
from games.engine.border import Unjudged
from games.engine.core import NotARecord
from games.engine.words import marked
from games.forms.records import LARGEST, RecordForm
from games.recording.replays import Played, Unreadable, lines_of, read, show, verdict_on
from games.viewers import VIEWERS
from games.views.limits import place_of, takes_file, too_many
from games.wording.engine import NOT_JUDGED

VERDICTS = "60/m"
MOMENTS = "600/m"
"""How often one address may have a game checked, and step through one."""

SAMPLES = (
    *("kept", "broken", "slips"),
    *("cities", "seafarers", "cities-at-sea", "best-friends", "easter-bunny", "santa-claus"),
    *("dice", "cards"),
)
"""Games to try, in games/samples/."""

REMARKS = (
    marked("The first rounds of a game. ? is a card that only its owner saw."),
    marked("The same game, with moves that the rules forbid."),
    marked("The same game, with slips of the pen."),
    marked("Written down at the table: ? is a card that only its owner saw."),
)
"""What the first lines of them say."""


@takes_file(LARGEST)
@require_http_methods(["GET", "HEAD", "POST"])
def validate_record(request: HttpRequest) -> HttpResponse:
    form = _form(request)
    if request.method == "POST" and _limited(request):
        context = {"form": form, "limited": True, **_help()}
        return render(request, "games/validate_record.html", context, status=429)
    context = {"form": form, "sample": request.GET.get("sample"), **_help()}
    if form.is_valid():
        asked = _asked(request)
        try:
            played = read(form.given)
            if request.htmx and asked is not None:
                return render(request, "games/_moment.html", {"moment": show(played, asked).moment})
            context |= {**_filled(played.text), **checked(played, asked)}
        except Unreadable as refusal:
            context |= _mistaken(refusal)
        except Unjudged:
            context |= {"unjudged": NOT_JUDGED, **_filled(_as_text(form.given))}
    return render(request, "games/validate_record.html", context)


def show_record(request: HttpRequest, data: bytes) -> HttpResponse:
    """The same page for a record that was kept elsewhere."""
    try:
        played = read(data)
        found = {**_filled(played.text), **checked(played)}
    except Unreadable as refusal:
        found = _mistaken(refusal)
    return render(
        request, "games/validate_record.html", {"samples": _samples(), "kept": True, **found}
    )


def _form(request: HttpRequest) -> RecordForm:
    if request.method == "POST":
        return RecordForm(request.POST, request.FILES)
    if request.GET.get("sample") in SAMPLES:
        return RecordForm({"text": _sample(request.GET["sample"])})
    return RecordForm()


def _sample(name: str) -> str:
    """The game as text; what its first line says of it, in the reader's language."""
    path = settings.BASE_DIR / "games" / "samples" / f"{name}.txt"
    first, line_end, game = path.read_text(encoding="utf-8").partition("\n")
    if first.startswith("# "):
        first = f"# {_(first.removeprefix('# '))}"
    return f"{first}{line_end}{game}"


def _help() -> dict[str, Any]:
    return {"samples": _samples(), "viewers": VIEWERS.values()}


def _samples() -> list[tuple[str, str]]:
    words = (
        _("A game that keeps every rule"),
        _("Broken rules"),
        _("Slips of the pen"),
        _("Cities & Knights"),
        _("Seafarers"),
        _("Cities & Knights with Seafarers"),
        _("Best Friends"),
        _("Easter Bunny"),
        _("Santa Claus"),
        _("A dice game"),
        _("A card game"),
    )
    return list(zip(SAMPLES, words, strict=True))


def _limited(request: HttpRequest) -> bool:
    steps = "at" in request.POST or "slide" in request.POST
    group, rate = ("moment", MOMENTS) if steps else ("validate", VERDICTS)
    return too_many(request, group, {place_of(request): rate})


def _as_text(data: bytes) -> str:
    """What was sent, to be corrected; nothing of what is no text."""
    try:
        return files.text_of(data)
    except NotARecord:
        return ""


def _mistaken(refusal: Unreadable) -> dict[str, Any]:
    return {**_filled(refusal.text), "mistakes": refusal.mistakes}


def _filled(text: str) -> dict[str, Any]:
    """The form with a text to be corrected."""
    return {"form": RecordForm(initial={"text": text})}


def checked(played: Played, asked: int | None = None) -> dict[str, Any]:
    """What games/_checked.html shows of a game: it opens at the moment asked for, else at the
    first broken rule."""
    verdict = verdict_on(played)
    if asked is None and verdict.findings:
        asked = verdict.findings[0].moment
    shown = show(played, asked, verdict.findings)
    marked = {finding.line for finding in verdict.findings}
    lines = [(text, number in marked) for number, text in enumerate(lines_of(played.text), 1)]
    return {
        "played": played,
        "verdict": verdict,
        "moment": shown.moment,
        "statistics": shown.statistics,
        "lines": lines,
    }


def _asked(request: HttpRequest) -> int | None:
    """The moment that a button, the slider or a link to a sample asks for."""
    data = request.POST if request.method == "POST" else request.GET
    asked = data.get("at") or data.get("slide") or ""
    return int(asked) if asked.isdecimal() and len(asked) < 7 else None
