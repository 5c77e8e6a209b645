"""A list of players out of a file: what each row means, before anything is saved."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from difflib import SequenceMatcher, get_close_matches
from enum import StrEnum
from typing import Any

from .bounds import check_birth_date, check_marks
from .entering import Age, age_on, check_age, name_key, tidy_name
from .mailboxes import LONGEST_ADDRESS, can_be_written, same_mailbox
from .names import search_key
from .values import Caution, Player, Refused, marked

MOST_ROWS = 400
"""Rows of a list, the header left out."""

MOST_ALIKE = 1_000
"""Pairs of a new club and a known one that are compared letter by letter for one list, which takes
time with the square of their length."""

MOST_OFFERED = 4_000
"""Known clubs that the page of one list offers for all its new ones together."""

HARDLY_A_LETTER = 0.85
"""How alike two clubs are of which one is a slip of the pen, as `SequenceMatcher` tells it."""

EMAIL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+", re.ASCII | re.IGNORECASE)

# "16. 5. 2014", "16/5/2014", "16-05-2014": the day comes first in all three countries.
DAY_FIRST = re.compile(r"(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4})")
YEAR_FIRST = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?)?")

YES = frozenset({"1", "a", "ano", "j", "ja", "t", "tak", "true", "x", "y", "yes"})
NO = frozenset({"", "0", "false", "n", "ne", "nein", "nie", "no"})


class Verdict(StrEnum):
    """What saving the list does with a row."""

    NEW = "new"
    ALREADY = "already"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row as it stands in the file, all of it text. `line` counts from 1, the header included.

    `formula` names the column in which a formula stands instead of text.
    """

    line: int
    name: str = ""
    email: str = ""
    club: str = ""
    birth_date: str = ""
    minor: str = ""
    paid: str = ""
    note: str = ""
    formula: str = ""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> TypedRow:
        return cls(**{field.name: kept[field.name] for field in fields(cls)})


TYPED = ("name", "email", "club", "birth_date", "minor", "paid", "note")
"""What of a row can be typed anew."""


def corrected(
    rows: Iterable[TypedRow],
    typed: Mapping[int, Mapping[str, str]],
    *,
    clubs: Mapping[str, str] | None = None,
    without: Collection[int] = (),
) -> tuple[TypedRow, ...]:
    """The rows with what was `typed` for some of them, by line and field; with the `clubs` that
    were meant, by the name in the file; and without some lines."""
    meant = {club_key(name): club for name, club in (clubs or {}).items()}
    found = []
    for row in rows:
        if row.line in without:
            continue
        texts = typed.get(row.line)
        if texts is not None:
            anew: dict[str, Any] = {name: " ".join(texts.get(name, "").split()) for name in TYPED}
            written = TypedRow(row.line, **anew)
        else:
            written = row
        found.append(replace(written, club=meant.get(club_key(written.club), written.club)))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class NewClub:
    """A club that nobody has entered yet: how often it stands in the list, and the known clubs, or
    the likeliest of very many, with the one that reads most like it first; `meant` is that one if
    hardly a letter differs."""

    name: str
    players: int
    known: tuple[str, ...]
    meant: str = ""


def new_clubs(planned: Iterable[PlannedRow], known: Sequence[str]) -> tuple[NewClub, ...]:
    """The clubs that saving the list would make, in the order of the list."""
    keys = {club_key(name): name for name in known}
    counts: dict[str, int] = {}
    names: dict[str, str] = {}
    for row in planned:
        key = club_key(row.typed.club)
        if key and key not in keys and row.verdict is Verdict.NEW:
            counts[key] = counts.get(key, 0) + 1
            names.setdefault(key, row.typed.club)
    offered, compared = (max(most // max(len(counts), 1), 1) for most in (MOST_OFFERED, MOST_ALIKE))
    found = []
    for key, count in counts.items():
        likely = _likely(key, keys)[:offered] if len(keys) > compared else list(keys)
        near = get_close_matches(key, likely[:compared], n=3, cutoff=0.6)
        typo = near and SequenceMatcher(None, near[0], key).ratio() >= HARDLY_A_LETTER
        left = {*likely} - {*near}
        shown = [keys[other] for other in (*near, *(other for other in keys if other in left))]
        found.append(NewClub(names[key], count, tuple(shown), shown[0] if typo else ""))
    return tuple(found)


def _likely(key: str, keys: Iterable[str]) -> list[str]:
    """The keys in the order in which the one may have been meant by them: those with a word of it,
    then those with its first letter."""
    words = {*key.split()}
    return sorted(keys, key=lambda other: (words.isdisjoint(other.split()), other[:1] != key[:1]))


def with_known_clubs(planned: Iterable[PlannedRow], known: Sequence[str]) -> tuple[PlannedRow, ...]:
    """The rows with each club as it is known, where it is written another way."""
    keys = {club_key(name): name for name in known}
    return tuple(
        replace(
            row, typed=replace(row.typed, club=keys.get(club_key(row.typed.club), row.typed.club))
        )
        for row in planned
    )


def club_key(name: str) -> str:
    """What two spellings of one club have in common."""
    return search_key(" ".join(name.split()))


@dataclass(frozen=True, slots=True)
class Somebody:
    """Somebody on the list of the event already; `entry` as people read it."""

    key: Player
    name: str
    email: str = ""
    birth_date: date | None = None
    entry: str = ""


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """A row understood. `entry` is the key of the one it is already; `refusals` say all that is
    wrong, `hint` what the organiser may want to look at."""

    typed: TypedRow
    verdict: Verdict
    name: str = ""
    age: Age = Age.ADULT
    birth_date: date | None = None
    paid: bool = False
    entry: Player | None = None
    refusals: tuple[Refused, ...] = ()
    hint: Caution | None = None

    @property
    def born(self) -> date | None:
        """The day that was typed, also of whom it is not kept; None where it is no day."""
        try:
            return read_date(self.typed.birth_date)
        except Refused:
            return None

    @property
    def outcome(self) -> tuple[int, str, Player | None]:
        """What two plans of one list are compared by."""
        return self.typed.line, self.verdict.value, self.entry


def plan(
    rows: Sequence[TypedRow],
    *,
    day: date,
    today: date | None = None,
    school: bool = False,
    entered: Iterable[Somebody] = (),
) -> tuple[PlannedRow, ...]:
    """What saving these rows would do, row by row. `entered` are the people of the event who were
    not cancelled; `day` is the first one of the event, `today` if not given as well."""
    in_event = _by_name(entered)
    seen: dict[str, list[PlannedRow]] = defaultdict(list)
    planned = []
    for row in rows:
        one = _understood(row, day, today or day, school)
        if one.refusals:
            planned.append(one)
            continue
        key = name_key(one.name)
        one = _placed(one, in_event[key], seen[key])
        seen[key].append(one)
        planned.append(one)
    return tuple(planned)


def _understood(row: TypedRow, day: date, today: date, school: bool) -> PlannedRow:
    """The row's own words, or everything that is wrong with them."""
    name, age, born, paid = row.name.strip(), Age.ADULT, None, False
    if row.formula:
        formula = marked("In the column {column} stands a formula, not text.")
        refusal = Refused("", formula, column=row.formula)
        return PlannedRow(row, Verdict.WRONG, name=name, refusals=(refusal,))
    found: list[Refused] = []
    with _noting(found):
        name = tidy_name(row.name)
    if row.email and not _is_address(row.email):
        found.append(
            Refused("", marked("This is not an e-mail address: {text}"), text=row.email[:80])
        )
    for text, most in ((row.club, 120), (row.note, 200)):
        if len(text) > most:
            too_long = marked("Too long, {most} letters at most: {text}")
            found.append(Refused("", too_long, most=most, text=text[:40]))
        with _noting(found):
            check_marks(text)
    with _noting(found):
        paid = _is_yes(row.paid)
    with _noting(found):
        minor, born = _is_yes(row.minor), read_date(row.birth_date)
        age = age_on(born, day) if born else Age.MINOR if minor else Age.ADULT
        check_age(age, born, day, school=school)
        if born:
            check_birth_date(born, today)
    return PlannedRow(
        row,
        Verdict.WRONG if found else Verdict.NEW,
        name=name,
        age=age,
        birth_date=born if age is Age.JUNIOR else None,
        paid=paid,
        refusals=tuple(found),
    )


def _is_address(text: str) -> bool:
    return len(text) <= LONGEST_ADDRESS and bool(EMAIL.fullmatch(text)) and can_be_written(text)


@contextmanager
def _noting(found: list[Refused]) -> Iterator[None]:
    """Go on after a refusal, so that the next mistake of the row is found as well."""
    try:
        yield
    except Refused as refusal:
        found.append(refusal)


def _placed(
    row: PlannedRow,
    in_event: Sequence[Somebody],
    earlier: Sequence[PlannedRow],
) -> PlannedRow:
    """The row with its verdict, among people of the same name."""
    me = Somebody(None, row.name, row.typed.email, row.birth_date)
    for before in earlier:
        if _may_be_same(me, Somebody(None, before.name, before.typed.email, before.birth_date)):
            refusal = Refused("", _twice(me, before), line=before.typed.line)
            return _with(row, Verdict.WRONG, refusals=(refusal,))
    for other in in_event:
        if _may_be_same(me, other):
            hint = Caution.of("", marked("On the list as {entry}."), entry=other.entry)
            return _with(row, Verdict.ALREADY, entry=other.key, hint=hint)
    if earlier:
        line = earlier[0].typed.line
        namesake = marked("Of the same name as on line {line}; they are taken for two people.")
        return _with(row, Verdict.NEW, hint=Caution.of("", namesake, line=line))
    if in_event:
        namesake = marked("Of the same name as {entry}; they are taken for two people.")
        return _with(row, Verdict.NEW, hint=Caution.of("", namesake, entry=in_event[0].entry))
    return row


def _twice(me: Somebody, before: PlannedRow) -> str:
    """What is the same on two lines, and what helps if they are two people."""
    if me.email and same_mailbox(me.email, before.typed.email):
        return marked(
            "The same name and e-mail address as on line {line}. Leave one of the two out; if they "
            "are two people, one of them needs another address."
        )
    if me.email and before.typed.email:
        return marked(
            "The same name and birth date as on line {line}. Leave one of the two out; if they are "
            "two people, sign one of them up by hand in the list of players."
        )
    return marked("The same person as on line {line}; if not, give both an e-mail address.")


def _with(row: PlannedRow, verdict: Verdict, **changes: Any) -> PlannedRow:
    kept = {field.name: getattr(row, field.name) for field in fields(row)}
    return PlannedRow(**{**kept, "verdict": verdict, **changes})


def _is_same(one: Somebody, other: Somebody) -> bool:
    """Whether two people of one name are the same beyond doubt: by address or birth date."""
    same_address = same_mailbox(one.email, other.email)
    same_birthday = one.birth_date is not None and one.birth_date == other.birth_date
    return same_address or same_birthday


def _may_be_same(one: Somebody, other: Somebody) -> bool:
    """Whether nothing tells two people of one name apart."""
    if one.birth_date and other.birth_date and one.birth_date != other.birth_date:
        return False
    different = one.email and other.email and not same_mailbox(one.email, other.email)
    return not different or _is_same(one, other)


def _by_name(people: Iterable[Somebody]) -> defaultdict[str, list[Somebody]]:
    found: defaultdict[str, list[Somebody]] = defaultdict(list)
    for person in people:
        found[name_key(person.name)].append(person)
    return found


def read_date(text: str) -> date | None:
    """A day as people write it, day first or year first; None for nothing.

    Raises `Refused` for anything else.
    """
    text = text.strip()
    if not text:
        return None
    for pattern, order in ((YEAR_FIRST, (1, 2, 3)), (DAY_FIRST, (3, 2, 1))):
        if found := pattern.fullmatch(text):
            try:
                return date(*(int(found[place]) for place in order))
            except ValueError as error:
                raise Refused("", marked("There is no such day: {text}"), text=text[:40]) from error
    raise Refused("", marked("This is not a day such as 16. 5. 2014: {text}"), text=text[:40])


def _is_yes(text: str) -> bool:
    word = search_key(text)
    if word not in YES | NO:
        raise Refused("", marked("Write yes or no: {text}"), text=text[:40])
    return word in YES


# --- What the columns of a list are called, by language.

COLUMNS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "cs": {
        "name": ("jméno a příjmení", "příjmení a jméno", "hráč"),
        "first name": ("jméno", "křestní jméno"),
        "surname": ("příjmení",),
        "email": ("e-mail",),
        "club": ("klub", "oddíl", "tým"),
        "birth_date": ("datum narození", "narozen", "narozena"),
        "minor": ("mladší 18 let", "do 18 let"),
        "paid": ("zaplaceno", "zaplatil"),
        "note": ("poznámka", "poznámky"),
    },
    "pl": {
        "name": ("imię i nazwisko", "nazwisko i imię", "gracz", "zawodnik"),
        "first name": ("imię",),
        "surname": ("nazwisko",),
        "email": ("e-mail", "adres e-mail"),
        "club": ("klub", "drużyna"),
        "birth_date": ("data urodzenia",),
        "minor": ("poniżej 18 lat",),
        "paid": ("opłacone", "zapłacone", "zapłacono"),
        "note": ("uwagi", "uwaga"),
    },
    "de": {
        "name": ("vor- und nachname", "name, vorname", "person", "spieler", "spielerin"),
        "first name": ("vorname",),
        "surname": ("nachname", "familienname", "zuname"),
        "email": ("e-mail", "e-mail-adresse"),
        "club": ("verein", "klub", "team"),
        "birth_date": ("geburtsdatum", "geboren", "geboren am"),
        "minor": ("unter 18", "minderjährig"),
        "paid": ("bezahlt",),
        "note": ("anmerkung", "anmerkungen", "bemerkung", "notiz"),
    },
    "en": {
        "name": ("name", "full name", "name and surname", "player"),
        "first name": ("first name", "given name"),
        "surname": ("surname", "last name", "family name"),
        "email": ("e-mail", "email", "mail", "e-mail address"),
        "club": ("club", "team"),
        "birth_date": ("birth date", "date of birth", "born"),
        "minor": ("under 18", "minor"),
        "paid": ("paid",),
        "note": ("note", "notes"),
    },
}

_FIELD_OF = {
    search_key(name): field
    for columns in COLUMNS.values()
    for field, names in columns.items()
    for name in names
}


def fields_of_header(header: Sequence[str]) -> dict[int, str]:
    """Which field each column holds, by its place from 0; unknown columns are left out.

    Raises `Refused` when there is no column of names or one comes twice.
    """
    found: dict[int, str] = {}
    for place, title in enumerate(header):
        field = _FIELD_OF.get(search_key(title))
        if field is None:
            continue
        if field in found.values():
            raise Refused("", marked("The column {column} is there twice."), column=title)
        found[place] = field
    # A lone column "jméno" or "imię" holds whole names.
    if "first name" in found.values() and "surname" not in found.values():
        found = {place: "name" if f == "first name" else f for place, f in found.items()}
    if not {"name", "surname"} & set(found.values()):
        raise Refused("", marked("The first row must name the columns; one of them is the name."))
    return found


def columns_left_out(titles: Sequence[str]) -> list[str]:
    """The titles of columns of which nothing is read."""
    return [title for title in titles if title and search_key(title) not in _FIELD_OF]


def typed_rows(
    titles: Sequence[str], rows: Iterable[tuple[int, Sequence[str | None]]]
) -> Iterator[TypedRow]:
    """The rows (line and cells) by the fields of their columns; None stands for a formula.

    Raises `Refused` as `fields_of_header`.
    """
    header = fields_of_header(titles)
    for line, cells in rows:
        text = dict.fromkeys(header.values(), "")
        formula = ""
        for place, field in header.items():
            cell = cells[place] if place < len(cells) else ""
            if cell is None:
                formula = formula or titles[place]
            else:
                text[field] = " ".join(cell.split())
        if not formula and not any(text.values()):
            continue
        first, last = text.pop("first name", ""), text.pop("surname", "")
        text["name"] = text.get("name") or f"{first} {last}".strip()
        yield TypedRow(line=line, formula=formula, **text)
