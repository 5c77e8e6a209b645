"""Archives of the release before, in which club, contact and consents belonged to the person."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from tournaments.domain.bounds import FIRST_BIRTH, MOST_PLACES
from tournaments.domain.entering import is_under_age
from tournaments.domain.names import public_name
from tournaments.domain.qualification import is_junior
from tournaments.models import Person

Row: TypeAlias = dict[str, Any]

NOBODY: Row = {"name": "", "email": "", "club": None, "birth_date": None, "minor": False} | {
    "guardian_consent": False,
    "full_name_public": False,
}
"""Stands for a person whom a row refers to and who is not there; that is found later on."""

LAST_DAY = dt.date(2100, 1, 1)
"""Later than the day of any event or birth in such an archive."""

TOLD = ("name", "email", "club", "minor", "guardian_consent", "full_name_public")
"""What an entry has of its own by now."""

GONE = {"club", "guardian_consent"}
"""What a person has no more."""

NAMED = ("officials", "council")

MOST_ROWS = 5 * MOST_PLACES
"""Rows of a kind in an archive that is brought up: whoever signed off is among them."""

LONGEST_NAME: int = Person._meta.get_field("name").max_length or 0


def brought_up(document: Any) -> Any:
    """An archive of the release before as one of this release would say it; others as they are.

    Each event gets what was known of its players, and where it is over what it printed of them. An
    address says no more whose it is: nobody had to prove one. What is wrong stays as it is, for
    whoever looks at the shape, and so does all of an archive with more rows than `MOST_ROWS`.
    """
    if not _is_older(document):
        return document
    persons, event = document["persons"], document["tournament"]
    day = _day(event.get("date")) if event.get("finished_at") else None
    printed = dict(_printed_of(persons, document["entries"], day)) if day else {}
    changed = {
        "tournament": {"sign_up_at_door": False, **event},
        "persons": [_of_the_series(person) for person in persons],
        "entries": [_with_told(row, _person(row, persons), printed) for row in document["entries"]],
    }
    for name in NAMED:
        rows = document[name]
        changed[name] = [{"name": _person(row, persons).get("name"), **row} for row in rows]
    return {**document, **changed}


def _is_older(document: Any) -> bool:
    """Whether persons have clubs, and what is looked at here are rows at all."""
    if not isinstance(document, dict) or not isinstance(document.get("tournament"), dict):
        return False
    lists = [document.get(name) for name in ("persons", "entries", *NAMED)]
    if not all(isinstance(rows, list) and all(isinstance(r, dict) for r in rows) for rows in lists):
        return False
    if any(len(rows) > MOST_ROWS for rows in lists):
        return False
    return any("club" in person for person in document["persons"])


def _of_the_series(person: Row) -> Row:
    return {name: value for name, value in person.items() if name not in GONE} | {"email": ""}


def _person(row: Row, persons: list[Row]) -> Row:
    position = _position(row)
    there = position is not None and 0 <= position < len(persons)
    return NOBODY | persons[position] if there else NOBODY


def _with_told(row: Row, person: Row, printed: Mapping[int | None, Row]) -> Row:
    """The entry with what the event was told, and `printed` where it is over."""
    nothing = {"shown_as": "", "was_junior": None}
    return {name: person[name] for name in TOLD} | printed.get(_position(row), nothing) | row


def _printed_of(
    persons: list[Row], entries: list[Row], day: dt.date
) -> Iterator[tuple[int | None, Row]]:
    """What an event of that day printed of each person who played there, by position."""
    first = {_position(row): row for row in entries}
    return ((position, _printed(_person(row, persons), day)) for position, row in first.items())


def _position(row: Row) -> int | None:
    """Which of the persons a row refers to; None where it refers to nobody in words of ours."""
    position = row.get("person")
    return position if type(position) is int else None


def _printed(person: Row, day: dt.date) -> Row:
    """The name as everybody could read it on the day, and who was a junior (T-085)."""
    name, born = person["name"], _day(person["birth_date"])
    minor = is_under_age(person["minor"] is True, born, day)
    agreed = person["full_name_public"] is True
    shown = public_name(name, minor=minor, guardian_agreed=agreed) if _is_text(name) else ""
    return {"shown_as": shown, "was_junior": born is not None and is_junior(born, day)}


def _is_text(name: Any) -> bool:
    return isinstance(name, str) and len(name) <= LONGEST_NAME and bool(name.strip())


def _day(text: Any) -> dt.date | None:
    """A day of our time; None for anything else, which the shape is refused for."""
    try:
        day = dt.date.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return day if FIRST_BIRTH <= day <= LAST_DAY else None
