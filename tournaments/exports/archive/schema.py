"""The shape of an archive as a JSON Schema, read off the models."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models.fields import PositiveIntegerRelDbTypeMixin

from games.models import PackedTextField
from tournaments.domain.bounds import MOST_POINTS, SMALL, WHOLE
from tournaments.domain.heeded import LONGEST_FACT
from tournaments.domain.rich_text import LONGEST_TEXT
from tournaments.domain.scoring import MOST_OF_A_COUNT, Count
from tournaments.exports.archive.rows import (
    FORMAT,
    FORMER_FIELDS,
    LISTS,
    NEW_FIELDS,
    NEW_LISTS,
    SECTIONS,
    archived_fields,
)
from tournaments.models import (
    Act,
    Club,
    Person,
    Tournament,
)
from tournaments.models.logbook import ACTS
from tournaments.models.office import LONGEST_KEY
from tournaments.models.result import Presence

LONGEST_RECORD = 1_000_000
"""Letters of the record of a game; a long one has a fiftieth of it."""


def archive_schema() -> dict[str, Any]:
    """The JSON Schema of an archive, read off the models: `tournament-archive-input.json` of the
    folder docs/schemas/."""
    rows = {
        "clubs": _row_schema(Club),
        "persons": _row_schema(Person),
        **{name: _row_schema(model) for name, (model, _path) in SECTIONS.items()},
    }
    event = _row_schema(Tournament)
    event["properties"]["series"] = {"type": "string", "maxLength": LONGEST_KEY}
    rows["rulings"]["properties"]["players"] = {"type": "array", "items": _POSITION}
    rows["rulings"]["required"].append("players")
    lists = {name: {"type": "array", "items": rows[name]} for name in LISTS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A tournament, whole",
        "$defs": _schema("draw-input")["$defs"],
        "type": "object",
        "additionalProperties": False,
        "required": ["format", "tournament", *(name for name in LISTS if name not in NEW_LISTS)],
        "properties": {
            "format": {"enum": [FORMAT]},
            "tournament": event,
            **lists,
        },
    }


_POSITION = {"type": "integer", "minimum": 0}
_TOKEN = {
    "type": "string",
    "pattern": "^[A-Za-z0-9_-]{16,40}$",
    "description": "a personal link of 16 to 40 letters, figures, - and _",
}
_BANDS = {
    "type": "array",
    "items": {
        "type": "array",
        "minItems": 5,
        "maxItems": 5,
        "items": {"type": ["integer", "null"], "minimum": 0, "maximum": 32767},
    },
}


def _schema(name: str) -> dict[str, Any]:
    path = settings.BASE_DIR / "docs" / "schemas" / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))


def _part_of(name: str, of_a_schedule: str) -> dict[str, Any]:
    """What a draw or a schedule is made from or answers, or nothing: older draws kept neither."""
    schema, other = _schema(name), _schema(of_a_schedule)
    properties = {**other["properties"], **schema["properties"]}
    for key in schema["properties"].keys() & other["properties"].keys():
        if schema["properties"][key].get("type") != other["properties"][key].get("type"):
            either = [schema["properties"][key], other["properties"][key]]
            properties[key] = {"anyOf": either}
    found = {key: schema[key] for key in ("type", "additionalProperties")}
    return {**found, "properties": properties}


def _whole(name: str) -> dict[str, Any]:
    """A schema with all that it refers to in its own places."""
    schema = _schema(name)
    shapes = schema["$defs"]

    def told(part: Any) -> Any:
        if isinstance(part, list):
            return [told(one) for one in part]
        if not isinstance(part, dict):
            return part
        if "$ref" in part:
            return told(shapes[part["$ref"].removeprefix("#/$defs/")])
        return {key: told(value) for key, value in part.items()}

    keys = ("type", "required", "additionalProperties", "properties")
    return {key: told(schema[key]) for key in keys}


_PARTS = {
    "type": ["object", "null"],
    "additionalProperties": {"type": "integer", "minimum": 1, "maximum": 99},
}

_FURTHER = {
    "type": ["object", "null"],
    "additionalProperties": False,
    "properties": {
        count.value: {"type": "integer", "minimum": 0, "maximum": MOST_OF_A_COUNT}
        for count in Count
    },
}

_FACT: dict[str, Any] = {
    "description": "a text, a whole number, or what each language writes in its own way",
    "type": ["string", "integer", "object"],
    "maxLength": LONGEST_FACT,
    "additionalProperties": False,
    "minProperties": 1,
    "maxProperties": 1,
    "properties": {
        "term": {"type": "string", "minLength": 1, "maxLength": LONGEST_FACT},
        "share": {"type": "string", "pattern": "^-?[0-9]{1,20}(/[1-9][0-9]{0,19})?$"},
        "moment": {"type": "string", "pattern": "T.*(Z|[+-][0-9]{2}:[0-9]{2})$"},
        "day": {"type": "string"},
        "time": {"type": "string"},
    },
}

_JSON_SHAPES: dict[str, dict[str, Any]] = {
    "frozen_slots": {
        "type": ["object", "null"],
        "additionalProperties": False,
        "required": ["main", "junior", "places_7_8"],
        "properties": {
            "main": _BANDS,
            "junior": _BANDS,
            "places_7_8": {"enum": [None, "nothing", "point", "direct"]},
        },
    },
    "format": {
        "type": "object",
        "additionalProperties": False,
        "required": ["preset", "version", "format"],
        "properties": {
            "preset": {"type": "string", "maxLength": 60},
            "name": {"type": "string", "maxLength": 60},
            "version": {"type": "integer", "minimum": 1, "maximum": WHOLE},
            "format": _whole("format"),
        },
    },
    "revealed": {
        "type": "array",
        "items": {"type": "string", "pattern": "^[0-9a-f]{64}$", "description": "a SHA-256"},
    },
    "inputs": _part_of("draw-input", "schedule-input"),
    "answer": _part_of("draw-output", "schedule-output"),
    "order": {"type": "array", "items": _POSITION},
    "entered": {
        "type": "object",
        "additionalProperties": False,
        "required": ["winner", "scores"],
        "properties": {
            "winner": {"type": ["integer", "null"], "minimum": 1, "maximum": 4},
            "scores": {
                "type": "array",
                "minItems": 3,
                "maxItems": 4,
                "items": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["points", "presence", "parts"],
                    "properties": {
                        "points": {
                            "type": ["integer", "null"],
                            "minimum": -MOST_POINTS,
                            "maximum": MOST_POINTS,
                        },
                        "presence": {"enum": [*Presence.values]},
                        "parts": _PARTS,
                        "further": _FURTHER,
                    },
                },
            },
        },
    },
    "confirmed": {
        "type": "array",
        "items": {
            "type": ["string", "object"],
            "maxLength": LONGEST_FACT,
            "additionalProperties": False,
            "required": ["rule", "text", "facts"],
            "properties": {
                "rule": {"type": "string", "maxLength": 20},
                "text": {
                    "description": "an English text with places for the facts",
                    "type": "string",
                    "maxLength": LONGEST_FACT,
                    "pattern": r"^([^{}]|\{[a-z_]+\})+$",
                },
                "facts": {
                    "type": "object",
                    "additionalProperties": {
                        **_FACT,
                        "type": [*_FACT["type"], "array"],
                        "items": _FACT,
                    },
                },
            },
        },
    },
    "parts": _PARTS,
    "further": _FURTHER,
    "rounds": {"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 99}},
}


def _row_schema(model: type[models.Model]) -> dict[str, Any]:
    fields = archived_fields(model)
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [f.name for f in fields if f.name not in NEW_FIELDS.get(model, {})],
        "properties": {field.name: _field_schema(field) for field in fields}
        | FORMER_FIELDS.get(model, {}),
    }


def _field_schema(field: models.Field) -> dict[str, Any]:
    if isinstance(field, models.JSONField):
        return _JSON_SHAPES[field.name]
    if field.is_relation:
        return _or_null(field, dict(_POSITION))
    if field.choices:
        values = [value for value, _label in field.choices]
        blank = [""] if field.blank else []
        return {"enum": [*values, *blank, *([None] if field.null else [])]}
    if field.name == "token":
        return _or_null(field, dict(_TOKEN))
    if field.name == "language":
        return {"enum": [code for code, _name in settings.LANGUAGES]}
    if field.model is Act and field.name == "name":
        return {"enum": sorted(ACTS)}
    if isinstance(field, models.BooleanField):
        return _or_null(field, {"type": "boolean"})
    if isinstance(field, models.IntegerField):
        least, most = _range(field)
        return _or_null(field, {"type": "integer", "minimum": least, "maximum": most})
    longest = LONGEST_RECORD if isinstance(field, PackedTextField) else LONGEST_TEXT
    longest = field.max_length or longest
    return _or_null(field, {"type": "string", "maxLength": longest})


def _range(field: models.IntegerField) -> tuple[int, int]:
    """The numbers that a column holds in every database."""
    if not isinstance(field, PositiveIntegerRelDbTypeMixin):
        # Crosses of the dice game make less than nothing.
        return -MOST_POINTS, MOST_POINTS
    return 0, SMALL if isinstance(field, models.PositiveSmallIntegerField) else WHOLE


def _or_null(field: models.Field, schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "type": [schema["type"], "null"]} if field.null else schema
