"""One tournament as one JSON document, from which another machine restores it whole.

A reference is the position of a row in its list, counted from 0: `"person": 3` is `persons[3]`.
Accounts stay where they are. What the series knows of people beyond the event stays too, unless
the whole is asked for on the command line; and once an event is over nobody's birth date goes
along, because who was a junior is kept by itself. Personal links go along, so that printed codes
keep working. For these, and for its birth dates and e-mail addresses, an archive is for the desk's
own backup, never for the public. The secret of the draws to come stays behind as long as anything
of it is secret: the chain ends where the archive is read, and the machine there begins its own.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, models, transaction
from django.db.models.fields import PositiveIntegerRelDbTypeMixin
from django.utils import timezone

from games.models import GameRecord, PackedTextField
from tournaments.domain.bounds import MOST_POINTS, SMALL, WHOLE
from tournaments.domain.heeded import LONGEST_FACT
from tournaments.domain.mailboxes import same_mailbox
from tournaments.domain.names import public_name, reads_as
from tournaments.domain.rich_text import LONGEST_TEXT
from tournaments.domain.scoring import MOST_OF_A_COUNT, Count
from tournaments.exports.consistent import faults
from tournaments.models import (
    Act,
    Call,
    Club,
    Commitment,
    Consent,
    CouncilMember,
    Draw,
    DrawEdit,
    Entry,
    Exclusion,
    Lot,
    Official,
    Person,
    Proposal,
    ProposalWord,
    PublicValue,
    Response,
    Result,
    Round,
    RuleChange,
    Ruling,
    Score,
    Seat,
    Table,
    Tournament,
    ValueSource,
    Wish,
    WishedPlayer,
)
from tournaments.models.entry import new_token
from tournaments.models.logbook import ACTS
from tournaments.models.result import Presence
from tournaments.models.round import ChainEnd
from tournaments.models.validators import event_moment, few_marks
from tournaments.services.acts import Doer, version_key
from tournaments.services.announcing import count_for_the_player
from tournaments.services.entering import shown_birth_date
from tournaments.services.handing_over import lock_events, lock_persons
from tournaments.services.joining import join_as_archived
from tournaments.services.kept_back import names_kept_back

FORMAT = "catantour-tournament/1"

LONGEST_RECORD = 1_000_000
"""Letters of the record of a game; a long one has a fiftieth of it."""

# Lists in the order in which they refer to one another: each only to those before it.
SECTIONS: dict[str, tuple[type[models.Model], str]] = {
    "rule_changes": (RuleChange, "tournament"),
    "consents": (Consent, "tournament"),
    "commitments": (Commitment, "tournament"),
    "officials": (Official, "tournament"),
    "entries": (Entry, "tournament"),
    "exclusions": (Exclusion, "entry__tournament"),
    "rounds": (Round, "tournament"),
    "sources": (ValueSource, "round__tournament"),
    "values": (PublicValue, "round__tournament"),
    "draws": (Draw, "round__tournament"),
    "edits": (DrawEdit, "draw__round__tournament"),
    "records": (GameRecord, "table__draw__round__tournament"),
    "tables": (Table, "draw__round__tournament"),
    "seats": (Seat, "draw__round__tournament"),
    "results": (Result, "table__draw__round__tournament"),
    "scores": (Score, "result__table__draw__round__tournament"),
    "responses": (Response, "entry__tournament"),
    "proposals": (Proposal, "table__draw__round__tournament"),
    "proposal_words": (ProposalWord, "proposal__table__draw__round__tournament"),
    "lots": (Lot, "tournament"),
    "rulings": (Ruling, "tournament"),
    "council": (CouncilMember, "ruling__tournament"),
    "calls": (Call, "table__draw__round__tournament"),
    "wishes": (Wish, "tournament"),
    "wished_players": (WishedPlayer, "wish__tournament"),
    "acts": (Act, "tournament"),
}
LISTS = ("clubs", "persons", *SECTIONS)

# Accounts, places of the network and the keys by which two people are told apart belong to a site.
# `group` of a lot follows from its order, HTML from its text.
LEFT_OUT = {"id", "user", "tournament", "group", "signed_up_from", "public_version", "text_html"}
LEFT_OUT |= {
    "address_at",
    "address_by",
    "full_name_withdrawn_at",
    "typist",
    "also_typist",
    "witness",
    "versions",
    "proved_address",
    "short_by_join",
    "asked",
    "saw_desk",
    "sending",
}

# An office is written under its owner; for whom others counted it is the series' to know.
LEFT_OUT_OF: dict[type[models.Model], set[str]] = {Official: {"joined_from"}}

# What archives did not have from the start: lists, and fields with what they were before.
NEW_LISTS = {"sources", "values", "consents", "proposals", "proposal_words", "calls"}
NEW_FIELDS: dict[type[models.Model], dict[str, Any]] = {
    # The links travel, so that badges hold where the event goes on; so does that they must end.
    Tournament: {
        "links_outlived": False,
        "format": {},
        "from_the_table": "off",
        "own_phones_only": False,
        "self_check_in": False,
    },
    Table: {"extra_minutes": 0},
    Result: {"silent": None},
    Score: {"further": None},
    Round: {"paused_at": None, "paused_seconds": 0},
    Proposal: {"from_code": False},
    ProposalWord: {"from_code": False},
    Call: {"from_code": False},
    Commitment: {"revealed": [], "first_round": 1, "ended_at": None, "ended_why": ""},
    Draw: {"commitment": None},
    # Whoever refused the full name, or may be who did, is shown short wherever it is read.
    Person: {"named_as_withdrawn": False},
    Entry: {
        "address_by_desk": True,
        "birth_date_told": None,
        "address_to_confirm": False,
        # In the order in which the archive has them.
        "queue_number": 0,
        "joined_from": None,
    },
}

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

# Signed by nobody: a visitor who signs up, a player who changes the own data, and the clock.
NAMELESS = {(Act, "by")}

# What archives had before: still read, and written no more.
FORMER_FIELDS: dict[type[models.Model], dict[str, Any]] = {
    Entry: {"joined_by_organiser": {"type": "boolean"}},
}

SECTION_OF: dict[type[models.Model], str] = {
    Club: "clubs",
    Person: "persons",
    **{model: name for name, (model, _path) in SECTIONS.items()},
}


class BrokenArchive(Exception):
    """A document of the right shape that is no tournament; `place` leads to what is wrong."""

    def __init__(self, place: tuple[str | int, ...], words: str) -> None:
        super().__init__(place, words)
        self.place = place
        self.words = words


def archived_fields(model: type[models.Model]) -> list[models.Field]:
    """The fields of a row that go into an archive, in the order of the model."""
    left_out = LEFT_OUT | LEFT_OUT_OF.get(model, set())
    return [field for field in model._meta.concrete_fields if field.name not in left_out]


# Writing


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


# Reading


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
        tournament = Tournament(**self._fields(Tournament, archived))
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


# Its shape


def archive_schema() -> dict[str, Any]:
    """The JSON Schema of an archive, read off the models: `tournament-archive-input.json` of the
    folder docs/schemas/."""
    rows = {
        "clubs": _row_schema(Club),
        "persons": _row_schema(Person),
        **{name: _row_schema(model) for name, (model, _path) in SECTIONS.items()},
    }
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
            "tournament": _row_schema(Tournament),
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
