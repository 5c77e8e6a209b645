"""The addresses of the interface: each answers with what is to be told."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.urls import resolve, reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt

from games.engine.board.listing import board_document
from games.wording.rulebooks import BOOKS, book
from tournaments.domain.bounds import FIRST_EVENT
from tournaments.domain.formats.presets import Preset, presets
from tournaments.domain.rulebook import TEXTS
from tournaments.exports.record import round_record
from tournaments.models import Series, Tournament
from tournaments.models.event import Event, PlayedRound, read_event
from tournaments.models.office import LONGEST_KEY
from tournaments.models.tournament import Kind, State
from tournaments.views.programs import documents
from tournaments.views.programs.answers import (
    LANGUAGE,
    not_there,
    open_to_all,
    read_by_programs,
    read_of_an_event,
)
from tournaments.views.programs.asking import OneOf, Text, Whole
from tournaments.views.public.calendar import with_places, years_of_events
from tournaments.views.public.game import tables_with_record, written_down
from tournaments.views.public.round import published_board
from tournaments.views.public.season import is_a_season

MOST_ON_A_PAGE = 100

PAGE = Whole("page", gettext_lazy("Which page, from 1."), 1, least=1, most=1_000_000)
PER_PAGE = Whole("per_page", gettext_lazy("How many on a page."), 50, least=1, most=MOST_ON_A_PAGE)
YEAR = Whole(
    "year",
    gettext_lazy("Only those of this calendar year."),
    least=FIRST_EVENT.year,
    most=2999,
)
KIND = OneOf("kind", gettext_lazy("Only those of this kind."), known=Kind.values)
STATE = OneOf(
    "state",
    gettext_lazy("Only those in this state."),
    known=[state for state in State.values if state != State.DRAFT],
)
LANG = OneOf(
    "lang",
    gettext_lazy("The language of names and sentences."),
    LANGUAGE,
    known=[code for code, _name in settings.LANGUAGES],
)
BOOK = OneOf(
    "book",
    gettext_lazy("Only the rules of this book: those of the Tour (T, D) or of a game."),
    known=["T", "D", *BOOKS],
)
SERIES = Text(
    "series",
    gettext_lazy("The key of a series; left out, of all, or of the one that was there first."),
    longest=LONGEST_KEY,
)


@read_by_programs()
def api_series() -> Any:
    return {"series": [documents.series_row(one) for one in Series.objects.side_by_side()]}


@read_by_programs(SERIES, YEAR, KIND, STATE, PAGE, PER_PAGE)
def api_events(
    *,
    series: str | None,
    year: int | None,
    kind: str | None,
    state: str | None,
    page: int,
    per_page: int,
) -> Any:
    chosen = {"date__year": year, "kind": kind, "state": state}
    asked = {name: value for name, value in chosen.items() if value is not None}
    if series is not None:
        asked["series"] = _series(series).as_kept
    rows = Tournament.objects.public().filter(**asked).with_series_key().select_related("club")
    found = Paginator(rows.order_by("-date", "name", "pk"), per_page)
    shown = list(found.page(page)) if page <= found.num_pages else []
    query = {"series": series, "year": year, "kind": kind, "state": state, "per_page": per_page}
    return {
        "count": found.count,
        "pages": found.num_pages,
        "next": _page("api_events", page + 1, query) if page < found.num_pages else None,
        "events": [documents.event_row(announced) for announced in with_places(shown)],
    }


@read_of_an_event
def api_event(slug: str) -> Any:
    event = _event(slug)
    return documents.event_document(with_places([event.tournament])[0], event)


@read_of_an_event
def api_players(slug: str) -> Any:
    return documents.players_document(_event(slug))


@read_of_an_event
def api_rounds(slug: str) -> Any:
    return documents.rounds_document(_event(slug))


@read_of_an_event
def api_draw(slug: str, number: int) -> Any:
    event = _event(slug)
    return round_record(event, _published(event, number))


@read_of_an_event
def api_results(slug: str, number: int) -> Any:
    event = _event(slug)
    return documents.results_document(event, _published(event, number))


@read_of_an_event
def api_board(slug: str, number: int) -> Any:
    board = published_board(_published(_event(slug), number))
    if board is None:
        raise Http404
    return board_document(board)


@read_by_programs()
def api_record(slug: str, number: int, table: int) -> Any:
    tournament = _event(slug).tournament
    return written_down(tables_with_record(tournament, number, table)).document()


@read_of_an_event
def api_standings(slug: str, after: int | None = None) -> Any:
    event = _event(slug)
    number = event.rounds_played if after is None else after
    if number > event.rounds_played:
        raise Http404
    return documents.standings_document(event, number)


@read_by_programs(SERIES)
def api_seasons(*, series: str | None) -> Any:
    return {"seasons": years_of_events(_series(series))}


@read_by_programs(SERIES)
def api_season(year: int, *, series: str | None) -> Any:
    today = timezone.localdate()
    if not is_a_season(year, today):
        raise Http404
    return documents.season_document(_series(series), year, today)


def _series(key: str | None) -> Series:
    if key is None:
        return Series.objects.oldest()
    found = (one for one in Series.objects.side_by_side() if one.key == key)
    if (series := next(found, None)) is None:
        raise Http404
    return series


@read_by_programs(LANG)
def api_formats(*, lang: str) -> Any:
    return {"formats": [_format(preset, lang) for preset in presets().values()]}


@read_by_programs(LANG)
def api_format(key: str, *, lang: str) -> Any:
    if key not in presets():
        raise Http404
    return _format(presets()[key], lang)


@read_by_programs(BOOK, LANG, PAGE, PER_PAGE)
def api_rules(*, book: str | None, lang: str, page: int, per_page: int) -> Any:
    found = Paginator([rule for rule in _rules() if book in (None, rule[1])], per_page)
    shown = found.page(page).object_list if page <= found.num_pages else []
    query = {"book": book, "lang": lang, "per_page": per_page}
    return {
        "count": found.count,
        "pages": found.num_pages,
        "next": _page("api_rules", page + 1, query) if page < found.num_pages else None,
        "rules": [_rule(*rule, lang) for rule in shown],
    }


@read_by_programs(LANG)
def api_rule(rule_id: str, *, lang: str) -> Any:
    for id_, letters, text in _rules():
        if id_ == rule_id:
            return _rule(id_, letters, text, lang)
    raise Http404


@csrf_exempt
def nothing_here(request: HttpRequest, rest: str) -> HttpResponse:
    """What is no address of the interface, or one whose last slash was forgotten."""
    whole = f"{request.path_info}/"
    if not rest.endswith("/") and resolve(whole).func is not nothing_here:
        return open_to_all(HttpResponsePermanentRedirect(f"{request.path}/"))
    return open_to_all(not_there())


def _event(slug: str) -> Event:
    """A tournament that was announced; whoever asks, a draft is not there."""
    found = Tournament.objects.public().with_places().with_series_key().select_related("club")
    tournament = found.filter(slug=slug).first()
    if tournament is None:
        raise Http404
    return read_event(tournament)


def _published(event: Event, number: int) -> PlayedRound:
    played = event.round(number)
    if played is None or not played.is_published:
        raise Http404
    return played


def _page(name: str, page: int, query: dict[str, Any]) -> str:
    asked = {key: value for key, value in query.items() if value is not None}
    address = settings.SITE_URL.rstrip("/") + reverse(name)
    return f"{address}?{urlencode({**asked, 'page': page})}"


def _format(preset: Preset, lang: str) -> dict[str, Any]:
    return {
        "preset": preset.key,
        "version": preset.version,
        "name": preset.name(lang),
        "countries": list(preset.countries),
        "source": preset.source,
        "date": preset.date,
        "not_printed": list(preset.not_printed),
        "format": preset.written,
    }


def _rules() -> list[tuple[str, str, str]]:
    """Every rule: its id, the letters of its book, and its text in English."""
    tour = [(id_, id_.partition("-")[0], text) for id_, text in TEXTS.items()]
    games = [(rule.id, letters, rule.text) for letters in BOOKS for rule in book(letters).values()]
    return [*tour, *games]


def _rule(id_: str, letters: str, text: str, lang: str) -> dict[str, str]:
    with translation.override(lang):
        return {"id": id_, "book": letters, "text": _(text)}
