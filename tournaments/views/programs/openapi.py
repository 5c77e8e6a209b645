"""The interface as OpenAPI 3.1, with the schemas of docs/schemas that commands and files share."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation

from tournaments.views.programs.answers import JSON, LANGUAGE, read_by_programs
from tournaments.views.programs.operations import (
    KINDS,
    OPERATIONS,
    PLACES,
    WRITINGS,
    Operation,
    Route,
    Writing,
)
from tournaments.views.programs.problems import PROBLEM

VERSION = "1.0.0"

OWN = "interface.json"

FILES = {
    "draw-record.json": "DrawRecord",
    "standings-output.json": "StandingsOutput",
    "format.json": "FormatWritten",
    "board.json": "Board",
    "record.json": "Record",
}
"""Files that the answers refer to, and what they are called beside the others."""

DESCRIPTION = (
    "Everything that the public pages show, for other programs. Reading needs no token. Every "
    "answer to it has an ETag: sent back as If-None-Match, it is answered 304 while nothing has "
    "changed. Pages of other sites may read it (CORS). Sentences are in English where no language "
    "is asked for. Writing needs a token that an organiser made at the desk of the event, each for "
    "one kind of act. What the desk would refuse is refused (409, with the numbers of the rules), "
    "and what it would ask first is asked: sent again with the keys of the cautions in `confirmed` "
    "it is done."
)

FAILURES = {
    "404": "There is nothing there, or nothing yet that everybody may see.",
    "422": "A parameter cannot be read.",
    "503": "The site cannot answer for now; ask again after Retry-After.",
}

FAILURES_OF_WRITING = {
    "401": "No token, or one that is not good any more.",
    "403": "The token is for another event, or for another kind of act.",
    "404": "There is nothing there.",
    "409": "Refused (`reasons`), or to be confirmed first (`cautions`). Nothing was changed.",
    "422": "What was sent cannot be read. Nothing was changed.",
    "503": "The site cannot answer for now, and nothing was changed; send it again later.",
}

TOKEN = {"token": {"type": "http", "scheme": "bearer"}}


@read_by_programs()
def openapi() -> dict[str, Any]:
    return document()


@cache
def document() -> dict[str, Any]:
    """In English, whoever asks."""
    paths: dict[str, dict[str, Any]] = {}
    with translation.override(LANGUAGE):
        for one in OPERATIONS:
            paths.setdefault(one.path, {})["get"] = _operation(one)
        for one in WRITINGS:
            paths.setdefault(one.path, {})[one.method.lower()] = _writing(one)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Catan Tour", "version": VERSION, "description": DESCRIPTION},
        "paths": paths,
        "components": {"schemas": _schemas(), "securitySchemes": TOKEN},
    }


def _operation(one: Operation) -> dict[str, Any]:
    asked = [
        {
            "name": parameter.name,
            "in": "query",
            "description": str(parameter.words),
            "schema": parameter.schema,
        }
        for parameter in one.parameters
    ]
    return {
        "operationId": one.key,
        "summary": str(one.summary),
        "parameters": [*_places(one), *asked],
        "responses": _responses(one.schema),
    }


def _writing(one: Writing) -> dict[str, Any]:
    sent = {"$ref": _address(OWN, f"/$defs/{one.body}")}
    done = {"$ref": _address(OWN, "/$defs/Done")}
    return {
        "operationId": one.name,
        "summary": str(one.summary),
        "description": f"By a token to {one.writes.label}.",
        "security": [{"token": []}],
        "parameters": _places(one),
        "requestBody": {"content": {JSON: {"schema": sent}}},
        "responses": {
            "200": {"description": "What came of it.", "content": {JSON: {"schema": done}}},
            **_failures(FAILURES_OF_WRITING),
        },
    }


def _places(one: Route) -> list[dict[str, Any]]:
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": str(PLACES[name]),
            "schema": KINDS[kind],
        }
        for name, kind in one.places
    ]


def _failures(told: dict[str, str]) -> dict[str, Any]:
    refused = {PROBLEM: {"schema": {"$ref": _address(OWN, "/$defs/Problem")}}}
    return {status: {"description": words, "content": refused} for status, words in told.items()}


def _responses(schema: str) -> dict[str, Any]:
    tag = {"ETag": {"schema": {"type": "string"}, "required": True}}
    told = _address(schema, "") if schema in FILES else _address(OWN, f"/$defs/{schema}")
    return {
        "200": {
            "description": "What was asked for.",
            "headers": tag,
            "content": {JSON: {"schema": {"$ref": told}}},
        },
        "304": {"description": "Whoever asks has it already.", "headers": tag},
        **_failures(FAILURES),
    }


def _schemas() -> dict[str, Any]:
    """Each by its name; what they say of one another leads to where it stands here."""
    own = _read(OWN)["$defs"]
    files = {name: _rebased(_read(file), file) for file, name in FILES.items()}
    return {name: _rebased(part, OWN) for name, part in own.items()} | files


def _read(file: str) -> dict[str, Any]:
    text = (settings.BASE_DIR / "docs" / "schemas" / file).read_text(encoding="utf-8")
    return {key: value for key, value in json.loads(text).items() if key != "$schema"}


def _rebased(part: Any, file: str) -> Any:
    if isinstance(part, list):
        return [_rebased(one, file) for one in part]
    if not isinstance(part, dict):
        return part
    told = {key: _rebased(value, file) for key, value in part.items()}
    if isinstance(reference := part.get("$ref"), str):
        other, _hash, way = reference.partition("#")
        told["$ref"] = _address(other or file, way)
    return told


def _address(file: str, way: str) -> str:
    if file == OWN:
        return way.replace("/$defs/", "#/components/schemas/", 1)
    return f"#/components/schemas/{FILES[file]}{way}"
