"""An archive read back into the database, whole or not at all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.utils import timezone

from tournaments.domain.mailboxes import same_mailbox
from tournaments.domain.names import reads_as
from tournaments.exports.archive.consistent import faults
from tournaments.exports.archive.rows import (
    NEW_FIELDS,
    SECTION_OF,
    SECTIONS,
    archived_fields,
)
from tournaments.models import (
    Act,
    Club,
    Commitment,
    Entry,
    Lot,
    Person,
    Series,
    Tournament,
)
from tournaments.models.entry import new_token
from tournaments.models.round import ChainEnd
from tournaments.models.validators import event_moment, few_marks
from tournaments.services.acts import Doer, version_key
from tournaments.services.appointing import count_for_the_player
from tournaments.services.handing_over import lock_events, lock_persons
from tournaments.services.joining import join_as_archived
from tournaments.services.kept_back import names_kept_back

# Signed by nobody: a visitor who signs up, a player who changes the own data, and the clock.
NAMELESS = {(Act, "by")}


class BrokenArchive(Exception):
    """A document of the right shape that is no tournament; `place` leads to what is wrong."""

    def __init__(self, place: tuple[str | int, ...], words: str) -> None:
        super().__init__(place, words)
        self.place = place
        self.words = words


def read_archive(document: dict[str, Any], *, copy_to: str = "") -> Tournament:
    """Restore a tournament from a document that has the shape of the schema.

    Clubs that this site knows by name, and people whom it knows by name and proved address, are
    taken as they are; others are made.
    With `copy_to` the tournament gets that address and new personal links, so that it can stand
    beside the one it was made from. A chain of which anything is still secret ends here, and so
    does one whose secret stands in the document. Raises `BrokenArchive`, and nothing is saved.
    """
    document = _with_owners(_with_birth_dates_told(_with_chains(document)))
    restoring = _Restoring(_copied(document, copy_to) if copy_to else document)
    try:
        with transaction.atomic():
            return restoring.restore()
    except IntegrityError as error:
        raise BrokenArchive(
            restoring.place, f"two entries here cannot both be true ({error})"
        ) from error


def _note_the_end(commitment: Commitment, version: int) -> None:
    Act.objects.create(
        tournament=commitment.tournament,
        name="import_tournament",
        detail=f"{commitment.get_ended_why_display()}: {commitment.published}"[:300],
        version=version,
        by="import_tournament",
        at=commitment.ended_at,
    )


def _with_chains(document: dict[str, Any]) -> dict[str, Any]:
    """The document with the chain of each draw, which archives did not name from the start."""
    chain = 0 if document["commitments"] else None
    return {**document, "draws": [{"commitment": chain, **row} for row in document["draws"]]}


def _with_birth_dates_told(document: dict[str, Any]) -> dict[str, Any]:
    """The document with what the event was told, where an archive is older than this field: those
    archives hold no birth date that the desk did not see."""
    born = [person["birth_date"] for person in document["persons"]]
    rows = [
        {"birth_date_told": born[row["person"]] if row["person"] < len(born) else None, **row}
        for row in document["entries"]
    ]
    return {**document, "entries": rows}


def _with_owners(document: dict[str, Any]) -> dict[str, Any]:
    """The document with a person behind each entry of whom an older archive says no more than that
    an organiser joined it to somebody: one of whom is known what the event was told."""
    persons, rows = list(document["persons"]), []
    for archived in document["entries"]:
        row = dict(archived)
        if row.pop("joined_by_organiser", False):
            told = {name: row[name] for name in ("name", "minor", "full_name_public")}
            row["joined_from"] = len(persons)
            born = {"birth_date": row["birth_date_told"]}
            persons.append({"email": "", "forgotten_at": None, **told, **born})
        rows.append(row)
    return {**document, "persons": persons, "entries": rows}


def _owner_of(row: dict[str, Any]) -> int:
    """The position of whose the entry, or the office, is by an archive."""
    before: int | None = row.get("joined_from")
    return row["person"] if before is None else before


def _copied(document: dict[str, Any], slug: str) -> dict[str, Any]:
    """The document under another address, without the personal links of the first."""
    renewed = {
        name: [{**row, "token": new_token()} for row in document[name]]
        for name in ("entries", "officials")
    }
    archived = {**document["tournament"], "slug": slug, "links_outlived": False}
    return {**document, **renewed, "tournament": archived}


@dataclass
class _Restoring:
    """An archive on its way into the database; `place` is where the work has got to."""

    document: dict[str, Any]
    place: tuple[str | int, ...] = ()

    def __post_init__(self) -> None:
        self.made: dict[str, list[Any]] = {}
        self.counted: list[tuple[Entry, Person]] = []

    def restore(self) -> Tournament:
        archived = self.document["tournament"]
        if Tournament.objects.filter(slug=archived["slug"]).exists():
            raise BrokenArchive(
                ("tournament", "slug"),
                f"{archived['slug']} is on this site already; give another address with --slug",
            )
        kept_back = self._persons_kept_back()
        self.made["clubs"] = [self._club(row) for row in self._rows("clubs")]
        self.made["persons"] = [
            self._person(row, named_as_withdrawn=position in kept_back)
            for position, row in enumerate(self._rows("persons"))
        ]
        # Persons before events, and events by their keys (services/locks.py): some of the persons
        # may be joined in the end, and the new event comes after all others where they play.
        lock_persons(*{person.pk for person in self.made["persons"]}, forgotten=True)
        lock_events(*self._persons_to_join())
        self.place = ("tournament",)
        tournament = Tournament(**self._fields(Tournament, archived), series=self._series())
        tournament.save()
        for name, (model, path) in SECTIONS.items():
            self._make(name, model, tournament if path == "tournament" else None)
        for position, row in enumerate(self.document["rulings"]):
            self.place = ("rulings", position, "players")
            players = [self._referred("entries", player) for player in row["players"]]
            self.made["rulings"][position].players.set(players)
        # Only now do all references lead somewhere.
        for place, words in faults(self.document):
            raise BrokenArchive(place, words)
        now = timezone.now()
        join_as_archived(self.counted, Doer("import_tournament", now))
        self._count_offices(tournament)
        self._end_chains(tournament, now)
        # Saving the rows has raised it.
        version = archived["version"]
        Tournament.objects.filter(pk=tournament.pk).update(version=version, public_version=version)
        tournament.version = tournament.public_version = version
        transaction.on_commit(lambda: cache.delete(version_key(tournament.slug)))
        return tournament

    def _series(self) -> Series | None:
        """That of its key; an archive without one is of the series that was there first, which each
        site has."""
        key = self.document["tournament"].get("series")
        if key is None:
            return None
        if found := Series.objects.filter(key=key).first():
            return found.as_kept
        raise BrokenArchive(
            ("tournament", "series"),
            f"this site has no series of the key {key}; add it first, under the same key",
        )

    def _persons_to_join(self) -> list[Person]:
        """Whose entries count for somebody else, and for whom they do."""
        persons = dict(enumerate(self.made["persons"]))
        joined = [row for row in self.document["entries"] if row.get("joined_from") is not None]
        places = {row[side] for row in joined for side in ("person", "joined_from")}
        return [persons[place] for place in sorted(places & persons.keys())]

    def _count_offices(self, tournament: Tournament) -> None:
        """For whom an office counts is not in an archive; the names say it again (D-134)."""
        for office in tournament.officials.filter(joined_from=None).order_by("pk"):
            if not tournament.entries.owned_by(office.person).exists():
                count_for_the_player(office)
                office.save()

    def _end_chains(self, tournament: Tournament, now: dt.datetime) -> None:
        """Keep what is public of each chain, and end it where something of it is secret still."""
        for position, commitment in enumerate(self.made["commitments"]):
            self.place = ("commitments", position)
            was_taken, links = bool(commitment.secret), commitment.public_links()
            if not links:
                raise BrokenArchive((*self.place, "revealed"), "there is no link")
            commitment.secret, commitment.revealed = "", links
            is_secret = len(links) <= commitment.rounds
            if is_secret and not commitment.ended_at and (was_taken or not tournament.is_over):
                commitment.ended_at = now
                commitment.ended_why = ChainEnd.TAKEN if was_taken else ChainEnd.MOVED
                _note_the_end(commitment, self.document["tournament"]["version"])
            commitment.save()

    def _rows(self, name: str) -> Iterator[dict[str, Any]]:
        for position, row in enumerate(self.document.get(name, [])):
            self.place = (name, position)
            yield row

    def _club(self, row: dict[str, Any]) -> Club:
        fields = self._fields(Club, row)
        return Club.objects.get_or_create(name=fields.pop("name"), defaults=fields)[0]

    def _persons_kept_back(self) -> set[int]:
        """The positions of those whose full name is published no more, if nobody here knows them:
        what was agreed to when the archive was written may have been taken back since."""
        names = [
            *((row["name"], position) for position, row in enumerate(self.document["persons"])),
            *(
                (row["name"], _owner_of(row))
                for section in ("entries", "officials")
                for row in self.document[section]
            ),
        ]
        kept_back = names_kept_back()
        return {position for name, position in names if name and reads_as(name, kept_back)}

    def _person(self, row: dict[str, Any], *, named_as_withdrawn: bool) -> Person:
        fields = self._fields(Person, row)
        named = Person.objects.filter(name=fields["name"], email__iexact=fields["email"])
        same = (one for one in named if same_mailbox(one.email, fields["email"]))
        known = next((one for one in same if not one.is_joined_away), None)
        fields["named_as_withdrawn"] |= named_as_withdrawn
        return known or Person.objects.create(**fields)

    def _make(self, name: str, model: type[Any], tournament: Tournament | None) -> None:
        own = {"tournament": tournament} if tournament else {}
        rows = [model(**self._fields(model, row), **own) for row in self._rows(name)]
        self.place = (name,)
        if model is Entry:
            # Nobody owns two; for whom they count besides is said by joins, in the end.
            self.counted = [(entry, entry.person) for entry in rows]
            for entry in rows:
                entry.count_for(entry.owner, owner=entry.owner)
        if model is Lot:
            for lot in rows:
                lot.group = ",".join(str(key) for key in sorted(lot.order))
        self.made[name] = model.objects.bulk_create(rows)

    def _fields(self, model: type[models.Model], row: dict[str, Any]) -> dict[str, Any]:
        here, fields = self.place, {}
        for field in archived_fields(model):
            self.place = (*here, field.name)
            value = row[field.name] if field.name in row else NEW_FIELDS[model][field.name]
            nameless = value == "" and self._may_be_nameless(model, field, row)
            fields[field.name] = "" if nameless else self._field(model, field, value)
        self.place = here
        return fields

    def _may_be_nameless(
        self, model: type[models.Model], field: models.Field, row: dict[str, Any]
    ) -> bool:
        """Of whom was deleted no name is left; and some acts have nobody's from the start."""
        if field.name == "name" and row.get("forgotten_at") is not None:
            return True
        return (model, field.name) in NAMELESS

    def _field(self, model: type[models.Model], field: models.Field, value: Any) -> Any:
        if model is Lot and field.name == "order":
            return [self._referred("entries", player).pk for player in value]
        if field.is_relation:
            return None if value is None else self._referred(SECTION_OF[field.related_model], value)
        if isinstance(field, models.JSONField):
            return value
        try:
            cleaned = field.clean(value, None)
            self._check(cleaned)
        except ValidationError as error:
            raise BrokenArchive(self.place, " ".join(error.messages)) from error
        return cleaned

    def _check(self, cleaned: Any) -> None:
        """What no column says of itself: an event has days of our time, and names that are read."""
        if isinstance(cleaned, dt.datetime):
            event_moment(cleaned)
        elif isinstance(cleaned, str) and self.place[0] != "records":
            few_marks(cleaned)

    def _referred(self, name: str, position: int) -> Any:
        rows = self.made.get(name, [])
        if not 0 <= position < len(rows):
            raise BrokenArchive(self.place, f"there is no {name}[{position}]")
        return rows[position]
