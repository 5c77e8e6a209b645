"""The interface as OpenAPI 3.1, with the schemas of docs/schemas that commands and files share."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from django.conf import settings
from django.utils import translation

from tournaments.views.programs.answers import JSON, LANGUAGE, read_by_programs
from tournaments.views.programs.operations import KINDS, OPERATIONS, PLACES, Operation
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
    "answer has an ETag: sent back as If-None-Match, it is answered 304 while nothing has changed. "
    "Pages of other sites may read it (CORS). Sentences are in English where no language is asked "
    "for."
)

FAILURES = {
    "404": "There is nothing there, or nothing yet that everybody may see.",
    "422": "A parameter cannot be read.",
    "503": "The site cannot answer for now; ask again after Retry-After.",
}


@read_by_programs()
def openapi() -> dict[str, Any]:
    return document()


@cache
def document() -> dict[str, Any]:
    """In English, whoever asks."""
    with translation.override(LANGUAGE):
        paths = {one.path: {"get": _operation(one)} for one in OPERATIONS}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Catan Tour", "version": VERSION, "description": DESCRIPTION},
        "paths": paths,
        "components": {"schemas": _schemas()},
    }


def _operation(one: Operation) -> dict[str, Any]:
    places = [
        {
            "name": name,
            "in": "path",
            "required": True,
            "description": str(PLACES[name]),
            "schema": KINDS[kind],
        }
        for name, kind in one.places
    ]
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
        "parameters": [*places, *asked],
        "responses": _responses(one.schema),
    }


def _responses(schema: str) -> dict[str, Any]:
    tag = {"ETag": {"schema": {"type": "string"}, "required": True}}
    refused = {PROBLEM: {"schema": {"$ref": _address(OWN, "/$defs/Problem")}}}
    told = _address(schema, "") if schema in FILES else _address(OWN, f"/$defs/{schema}")
    return {
        "200": {
            "description": "What was asked for.",
            "headers": tag,
            "content": {JSON: {"schema": {"$ref": told}}},
        },
        "304": {"description": "Whoever asks has it already.", "headers": tag},
        **{
            status: {"description": words, "content": refused} for status, words in FAILURES.items()
        },
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
