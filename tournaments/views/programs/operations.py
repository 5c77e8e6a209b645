"""Every address of the interface with what it answers: addresses, OpenAPI and the page are made
from these two lists, of what is read and of what is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.urls import URLPattern, path
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models.program import Writes
from tournaments.views.programs import reading, writing
from tournaments.views.programs.answers import ROOT
from tournaments.views.programs.asking import Parameter
from tournaments.views.programs.written import beside

PLACE = re.compile("<(?P<kind>[a-z]+):(?P<name>[a-z_]+)>")

KINDS: dict[str, dict[str, Any]] = {
    "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"},
    "number": {"type": "integer", "minimum": 0, "maximum": 999_999_999},
}
"""What may stand in a place of an address."""

PLACES = {
    "slug": _("What stands in the address of the event."),
    "number": _("The number of the round."),
    "table": _("The number of the table."),
    "after": _("The round after which they stand."),
    "year": _("The calendar year."),
    "key": _("The key of the format."),
    "rule_id": _("The number of the rule, such as T-012."),
    "player": _("The number on the badge of the player."),
}


class Route:
    """Where something is asked or sent, and by which view it is answered."""

    route: str
    view: Callable[..., HttpResponse]

    @property
    def name(self) -> str:
        return self.view.__name__

    @property
    def path(self) -> str:
        return f"{ROOT}{PLACE.sub(_braced, self.route)}"

    @property
    def places(self) -> list[tuple[str, str]]:
        """What has to be filled in: name and kind."""
        return [(found["name"], found["kind"]) for found in PLACE.finditer(self.route)]


@dataclass(frozen=True, slots=True)
class Operation(Route):
    """What is read at a route; `schema` is the name of its answer in docs/schemas/interface.json,
    or a file beside it."""

    route: str
    view: Callable[..., HttpResponse]
    summary: str | Promise
    schema: str

    @property
    def parameters(self) -> Sequence[Parameter]:
        """What may be asked behind the `?`."""
        return self.view.parameters

    @property
    def key(self) -> str:
        """Tells it from others that one view answers."""
        last = self.places[-1][0] if self.places else ""
        return f"{self.name}_{last}" if last == "after" else self.name


@dataclass(frozen=True, slots=True)
class Writing(Route):
    """What is sent to a route by a token; the view says for which kind of act it is made, and which
    shape of docs/schemas/interface.json is sent."""

    route: str
    view: Callable[..., HttpResponse]
    method: str
    summary: str | Promise

    @property
    def writes(self) -> Writes:
        return self.view.writes

    @property
    def body(self) -> str:
        return self.view.body


def _braced(found: re.Match[str]) -> str:
    return f"{{{found['name']}}}"


OPERATIONS = (
    Operation(
        "events/",
        reading.api_events,
        _("Events, the latest first"),
        "Events",
    ),
    Operation("events/<slug:slug>/", reading.api_event, _("An event"), "Event"),
    Operation(
        "events/<slug:slug>/players/",
        reading.api_players,
        _("Who is coming, or has played"),
        "Players",
    ),
    Operation("events/<slug:slug>/rounds/", reading.api_rounds, _("The timetable"), "Rounds"),
    Operation(
        "events/<slug:slug>/rounds/<number:number>/draw/",
        reading.api_draw,
        _("The draw of a round, with all that it takes to check it"),
        "draw-record.json",
    ),
    Operation(
        "events/<slug:slug>/rounds/<number:number>/results/",
        reading.api_results,
        _("The results of a round"),
        "Results",
    ),
    Operation(
        "events/<slug:slug>/rounds/<number:number>/board/",
        reading.api_board,
        _("The board that all tables of a round have"),
        "board.json",
    ),
    Operation(
        "events/<slug:slug>/rounds/<number:number>/tables/<number:table>/record/",
        reading.api_record,
        _("The game of a table, written down"),
        "record.json",
    ),
    Operation(
        "events/<slug:slug>/standings/",
        reading.api_standings,
        _("The standings, with what put each player ahead of the next"),
        "Standings",
    ),
    Operation(
        "events/<slug:slug>/standings/<number:after>/",
        reading.api_standings,
        _("The standings after an earlier round"),
        "Standings",
    ),
    Operation("series/", reading.api_series, _("The series of this site"), "SeriesList"),
    Operation("seasons/", reading.api_seasons, _("The seasons"), "Seasons"),
    Operation(
        "seasons/<number:year>/",
        reading.api_season,
        _("A season: who is on the way to the finals"),
        "Season",
    ),
    Operation("formats/", reading.api_formats, _("The formats"), "Formats"),
    Operation("formats/<slug:key>/", reading.api_format, _("A format"), "Format"),
    Operation(
        "rules/",
        reading.api_rules,
        _("The rules"),
        "Rules",
    ),
    Operation("rules/<slug:rule_id>/", reading.api_rule, _("A rule by its number"), "Rule"),
)


PLAYER = "events/<slug:slug>/players/<number:player>"
ROUND = "events/<slug:slug>/rounds/<number:number>"

WRITINGS = (
    Writing("events/<slug:slug>/players/", writing.api_sign_up, "POST", _("Sign a player up")),
    Writing(f"{PLAYER}/sign-off/", writing.api_sign_off, "POST", _("Take a player off the list")),
    Writing(
        f"{PLAYER}/check-in/",
        writing.api_check_in,
        "PUT",
        _("Check a player in, or take that back"),
    ),
    Writing(f"{PLAYER}/payment/", writing.api_payment, "PUT", _("Note who has paid")),
    Writing(
        f"{ROUND}/tables/<number:table>/result/",
        writing.api_enter_result,
        "PUT",
        _("Enter the result of a table, or correct it"),
    ),
    Writing(f"{ROUND}/draw/", writing.api_draw_round, "POST", _("Draw a round")),
    Writing(f"{ROUND}/draw/publish/", writing.api_publish_draw, "POST", _("Publish a draw")),
)


def addresses() -> list[URLPattern]:
    """The routes of all of them; what is read and written at one route answers there together."""
    views = {one.route: one.view for one in OPERATIONS}
    names = {one.route: one.name for one in OPERATIONS}
    for one in WRITINGS:
        views[one.route] = beside(views.get(one.route), one.view, one.method)
        names.setdefault(one.route, one.name)
    return [path(f"v1/{route}", view, name=names[route]) for route, view in views.items()]
