"""The formats that ship and those of events, each on a page in words."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.domain.formats.kept import has_words_of_the_tour, order_of
from tournaments.domain.formats.presets import BY_SCORE, THE_TOUR, Preset, presets
from tournaments.domain.formats.values import Format
from tournaments.domain.names import text_key
from tournaments.models import Tournament
from tournaments.views.access import act, series_act
from tournaments.views.public.format_words import (
    NOT_PRINTED,
    SIZES,
    examples,
    plans,
    scoring_words,
    standings_words,
)
from tournaments.wording import format_name, order_words

COUNTRIES: dict[str, Promise] = {
    "AT": gettext_lazy("Austria"),
    "CA": gettext_lazy("Canada"),
    "CZ": gettext_lazy("Czechia"),
    "DE": gettext_lazy("Germany"),
    "ES": gettext_lazy("Spain"),
    "GB": gettext_lazy("United Kingdom"),
    "NL": gettext_lazy("Netherlands"),
    "PL": gettext_lazy("Poland"),
    "SK": gettext_lazy("Slovakia"),
    "US": gettext_lazy("United States"),
}


@series_act
def formats(request: HttpRequest) -> HttpResponse:
    rows = [
        (key, format_name(preset), _countries(preset), order_words(order_of(preset.format)))
        for key, preset in presets().items()
    ]
    rows.sort(key=lambda row: (row[0] != THE_TOUR, text_key(row[1])))
    context = {"formats": rows, "section": "rules"}
    return render(request, "tournaments/public/formats.html", context)


@series_act
def format_page(request: HttpRequest, key: str) -> HttpResponse:
    preset = presets().get(key)
    if preset is None:
        raise Http404
    context = {
        **in_words(preset.format),
        "preset": preset,
        "name": format_name(preset),
        "countries": _countries(preset),
        "not_printed": [NOT_PRINTED[what] for what in preset.not_printed],
        "section": "rules",
    }
    return render(request, "tournaments/public/format_page.html", context)


@act
def event_format(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What an event is played by, as it keeps it: a preset that was changed since is as it was."""
    format_ = tournament.format_kept or presets()[_unkept(tournament)].format
    context = {**in_words(format_), "tournament": tournament, "name": format_of_event(tournament)}
    return render(request, "tournaments/public/event_format.html", context)


def _unkept(tournament: Tournament) -> str:
    return BY_SCORE if tournament.game.by_score else THE_TOUR


def in_words(format_: Format) -> dict[str, Any]:
    """A format as `_format_words.html` shows it."""
    return {
        "format": format_,
        "has_words_of_the_tour": has_words_of_the_tour(format_),
        "plans": plans(format_),
        "sizes": SIZES[format_.sizes],
        "scoring": scoring_words(format_),
        "standings": standings_words(format_),
        "examples": examples(format_),
    }


def format_of_event(tournament: Tournament) -> str:
    """What the format of an event is called."""
    key = tournament.format.get("preset") or _unkept(tournament)
    preset = presets().get(key)
    return format_name(preset) if preset else tournament.format.get("name", key)


def _countries(preset: Preset) -> str:
    return ", ".join(str(COUNTRIES[code]) for code in preset.countries)
