"""How tests ask the interface, and hold what it answers to its schemas."""

from typing import Any

import jsonschema
from django.core.cache import cache
from django.test import Client

from tests import factories as make
from tests.games.played import record
from tournaments.models import Tournament
from tournaments.services import records
from tournaments.views.programs.openapi import document
from tournaments.views.programs.operations import OPERATIONS, Operation


def everything_told() -> tuple[Tournament, dict[str, Any]]:
    """An event with two rounds, of the first of which all is told that can be: the board, results
    and a game written down; and what stands in the places of an address to find each of them."""
    tournament = make.ready_to_draw(14)
    make.committed(tournament)
    first = make.play(tournament, 1, public_value="1 2 3")
    table, game = first.tables.get(number=1), record("j-classic-4p-11")
    make.agreeing(lambda who: records.keep_record(tournament, table, game, [1, 2, 3, 4], who))
    make.play(tournament, 2, public_value="4 5 6")
    tournament.refresh_from_db()
    return tournament, {
        "slug": tournament.slug,
        "number": 1,
        "table": 1,
        "after": 1,
        "year": tournament.date.year,
        "key": "catan-tour",
        "rule_id": "T-012",
    }


def answered(path: str, client: Client | None = None, **headers: str):
    """The answer made anew: no act of a test is ever committed, so none reaches the cache."""
    cache.clear()
    return (client or Client()).get(f"/api/v1/{path}", headers=headers)


def told(path: str) -> Any:
    """What is told there, once it has the shape that its operation promises."""
    answer = answered(path)
    assert answer.status_code == 200, answer.content
    check(operation_of(answer), answer)
    return answer.json()


def operation_of(answer) -> Operation:
    route = answer.resolver_match.route.removeprefix("api/v1/")
    return next(one for one in OPERATIONS if one.route == route)


def check(operation: Operation, answer) -> None:
    """Hold an answer against what the description has for its status."""
    whole = document()
    responses = whole["paths"][operation.path]["get"]["responses"]
    content = responses[str(answer.status_code)]["content"]
    schema = content[answer.headers["Content-Type"]]["schema"]
    jsonschema.validate(answer.json(), {**schema, "components": whole["components"]})
