"""An event written down whole."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from django.db import models

from tournaments.domain.names import public_name
from tournaments.exports.archive.rows import (
    FORMAT,
    SECTION_OF,
    SECTIONS,
    archived_fields,
)
from tournaments.models import (
    Club,
    Commitment,
    Entry,
    Lot,
    Official,
    Person,
    Tournament,
)
from tournaments.services.entering import shown_birth_date

# Events by the rules of the Tour keep no format, part nobody by further counts and take their
# results at the desk, so their archives are as they were before.
UNTOLD: dict[str, Any] = {
    "format": {},
    "from_the_table": "off",
    "own_phones_only": False,
    "self_check_in": False,
    "extra_minutes": 0,
    "paused_at": None,
    "paused_seconds": 0,
    "further": None,
}


def write_archive(tournament: Tournament, *, whole: bool = False, with_secret: bool = False) -> str:
    """The whole tournament as JSON text; the same tournament gives the same text every time.

    `whole` adds what the series knows of its people, for whoever runs the site. `with_secret` is
    for whoever has ended the chain of its draws just before, and said so (`take_out_secret`).
    """
    document = archive_of(tournament, whole=whole)
    if with_secret:
        secrets = Commitment.objects.filter(tournament=tournament).order_by("pk")
        for row, commitment in zip(document["commitments"], secrets, strict=True):
            row["secret"] = commitment.secret
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def archive_of(tournament: Tournament, *, whole: bool = False) -> dict[str, Any]:
    rows = {
        name: list(model.objects.filter(**{path: tournament}).order_by("pk"))
        for name, (model, path) in SECTIONS.items()
    }
    kept_back = {row.owner_id for row in rows["entries"] + rows["officials"] if row.is_kept_back}
    for entry in rows["entries"]:
        # Where it is read nobody may know the birth date that makes a child of the player.
        entry.minor |= entry.is_minor and not entry.full_name_public
        entry.birth_date_told = shown_birth_date(entry)
        if not whole:
            # For whom it counts beyond the event is the series' to know.
            entry.count_for(entry.owner, owner=entry.owner)
    persons = _persons(rows)
    for person in persons:
        by_others = not whole and person.pk in kept_back
        person.named_as_withdrawn = person.is_kept_back or by_others
    if not whole:
        _keep_to_the_event(persons, rows)
    if tournament.is_over:
        for person in persons:
            person.minor, person.birth_date = person.is_minor, None
    clubs = _clubs(tournament, rows["entries"])
    known = _Positions({"clubs": clubs, "persons": persons, **rows})
    document: dict[str, Any] = {"format": FORMAT, "tournament": known.row(tournament)}
    if tournament.series is not None:
        document["tournament"]["series"] = tournament.series.key
    for name, found in known.lists.items():
        document[name] = [known.row(row) for row in found]
    for ruling, archived in zip(rows["rulings"], document["rulings"], strict=True):
        players = ruling.players.order_by("pk").values_list("pk", flat=True)
        archived["players"] = [known.position("entries", pk) for pk in players]
    return document


def _whose(row: Any) -> int:
    """The key of the person under whom the row is written. What counts for somebody else by the
    word of others is said of entries alone; an office is its owner's, by whose age everybody reads
    the name."""
    return row.owner_id if isinstance(row, Official) else row.person_id


def _persons(rows: dict[str, list[Any]]) -> list[Person]:
    """Everybody the rows name, in the order in which they come up."""
    named = [_whose(row) for name in ("entries", "officials", "council") for row in rows[name]]
    named += [entry.joined_from_id for entry in rows["entries"] if entry.joined_from_id]
    found = Person.objects.in_bulk(set(named))
    return [found[key] for key in dict.fromkeys(named)]


def _keep_to_the_event(persons: list[Person], rows: dict[str, list[Any]]) -> None:
    """Put what the event was told of people in the place of what the series knows, unsaved; but
    that whoever is short by what it knows is a minor."""
    told = {_whose(row): row for name in ("council", "officials", "entries") for row in rows[name]}
    for person in persons:
        row = told[person.pk]
        person.name, person.email = row.name, ""
        if isinstance(row, Official):
            # An office has no age of its own: everybody reads the name by its owner's.
            person.minor, shown = row.owner.is_minor, row.public_name
            person.full_name_public = person.minor and shown == public_name(row.name, minor=False)
        else:
            person.minor = getattr(row, "minor", False) or (
                person.is_minor and not person.full_name_public
            )
            person.full_name_public &= getattr(row, "full_name_public", False)
        person.birth_date = shown_birth_date(row) if isinstance(row, Entry) else None


def _clubs(tournament: Tournament, entries: list[Entry]) -> list[Club]:
    clubs = {entry.club_id for entry in entries} | {tournament.club_id}
    return list(Club.objects.filter(pk__in=clubs - {None}).order_by("name"))


class _Positions:
    """Where each row stands in its list."""

    def __init__(self, lists: dict[str, list[Any]]) -> None:
        self.lists = lists
        self._of = {
            name: {row.pk: position for position, row in enumerate(rows)}
            for name, rows in lists.items()
        }

    def position(self, section: str, key: int) -> int:
        return self._of[section][key]

    def row(self, row: models.Model) -> dict[str, Any]:
        return {
            field.name: self._value(row, field)
            for field in archived_fields(type(row))
            if field.name not in UNTOLD or getattr(row, field.attname) != UNTOLD[field.name]
        }

    def _value(self, row: models.Model, field: models.Field) -> Any:
        if isinstance(row, Commitment) and field.name in ("secret", "revealed"):
            return row.public_links() if field.name == "revealed" else ""
        value = getattr(row, field.attname)
        if value is None:
            return None
        if field.name == "person":
            return self.position("persons", _whose(row))
        if field.is_relation:
            return self.position(SECTION_OF[field.related_model], value)
        if isinstance(row, Lot) and field.name == "order":
            return [self.position("entries", key) for key in value]
        if isinstance(value, dt.datetime):
            return value.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")
        if isinstance(value, dt.date | dt.time):
            return value.isoformat()
        return value
