"""How tests ask the interface, and hold what it answers to its schemas."""

from typing import Any

import jsonschema
from django.core.cache import cache
from django.test import Client

from tournaments.views.programs.openapi import document
from tournaments.views.programs.operations import OPERATIONS, Operation


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
