"""What the tables of a tournament hold, whatever they are written as.

Personal data stops here: no sheet has a birth date, an e-mail address or a phone number, and a
public one shows people and draws only as the public pages do.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto
from fractions import Fraction
from typing import TypeAlias

from django.db.models import TextChoices
from django.utils.functional import Promise
from django.utils.timezone import localdate, localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain import scoring
from tournaments.domain.criteria import Criterion, Shown, Standing
from tournaments.domain.qualification import Award
from tournaments.domain.standings import rounded
from tournaments.domain.values import EventKind
from tournaments.models import Entry
from tournaments.models.entry import EntryState
from tournaments.models.event import Event, PlayedRound, SeatedTable
from tournaments.models.result import Ending, Presence, Score
from tournaments.wording import stage_words, with_number

Cell: TypeAlias = str | int | Decimal | Fraction | dt.datetime | None
Row: TypeAlias = tuple[Cell, ...]

# Also what is no character at all in XML.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ufffe\uffff]")

TITLES = {
    "players": gettext_lazy("Players"),
    "rounds": gettext_lazy("Rounds"),
    "results": gettext_lazy("Results"),
    "standings": gettext_lazy("Standings"),
    "juniors": gettext_lazy("Juniors"),
    "awards": gettext_lazy("Awards"),
}
"""Every sheet there is, in the order of the workbook."""

IS_TOLD: dict[str, Callable[[Event], bool]] = {
    "juniors": lambda event: event.has_junior_category,
    "awards": lambda event: EventKind(event.tournament.kind).gives_places,
}
"""Of sheets that not every event has something to say in, whether this one does."""

MAIN = {
    Award.DIRECT: gettext_lazy("direct place in the final"),
    Award.POINT: gettext_lazy("qualification point"),
}
JUNIOR = {
    Award.DIRECT: gettext_lazy("direct place in the junior championship"),
    Award.POINT: gettext_lazy("junior qualification point"),
}


class Form(Enum):
    """What the values of a column are; any of them may be None, for an empty cell."""

    TEXT = auto()
    NUMBER = auto()
    SHARE = auto()
    """An exact `Fraction` of one, shown in percent with two decimals (D-117)."""
    MOMENT = auto()
    """A time by the clock in the hall, without a zone."""


@dataclass(frozen=True, slots=True)
class Column:
    label: str | Promise
    form: Form = Form.TEXT


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table in the active language. `key` names it in addresses and files, `named` is the title
    of one that is not in TITLES."""

    key: str
    columns: Sequence[Column]
    rows: Sequence[Row]
    named: str = ""

    @property
    def title(self) -> str:
        return self.named or str(TITLES[self.key])


class Reader:
    """A tournament read for sheets: by the desk, or as everybody may see it."""

    def __init__(self, event: Event, now: dt.datetime, *, public: bool = False) -> None:
        self.event = event
        self.now = now
        self.public = public
        self.by_score = event.tournament.game.by_score
        # By their keys; what two games have has one column, by its name in the event's own.
        self.parts: dict[str, str] = {}
        for part in (part for game in event.tournament.games for part in game.parts):
            self.parts.setdefault(part.key, part.name)
        self.brings_points = event.tournament.brings_points
        self.has_words_of_the_tour = event.tournament.has_words_of_the_tour
        self.names = {pk: self._name(entry) for pk, entry in event.entries.items()}
        # Translated once each, not once a row.
        self.yes_or_no = {True: _("yes"), False: _("no"), None: None}
        self.states = _labels(EntryState)
        self.endings = {ending.value: str(ending.of_the_game) for ending in Ending}
        self.presences = _labels(Presence)

    def _name(self, entry: Entry) -> str:
        as_public = self.public or not entry.name
        return entry.public_name if as_public else entry.full_name

    def who(self, key: int) -> tuple[int, str]:
        """The number on the badge and the name."""
        return self.event.entries[key].number, self.names[key]

    def club(self, key: int) -> str:
        club = self.event.entries[key].club
        return club.name if club else ""

    def shows(self, played: PlayedRound) -> bool:
        """Whether the draw of a round may be seen by these readers."""
        return played.draw is not None and (played.is_published or not self.public)


def players(reader: Reader) -> Sheet:
    """Everybody who signed up; for the public, who is coming or has played."""
    columns = [_number(_("Number")), Column(_("Name")), Column(_("Club"))]
    if not reader.public:
        columns += [Column(_("Junior")), Column(_("Paid"))]
    event = reader.event
    entries = event.shown if reader.public else event.entries.values()

    def row(entry: Entry) -> Row:
        junior = None if entry.pk in event.untold else entry.pk in event.juniors
        desk = (reader.yes_or_no[junior], reader.yes_or_no[entry.paid])
        return (
            *reader.who(entry.pk),
            reader.club(entry.pk),
            *(() if reader.public else desk),
            reader.states[entry.state],
            entry.left_after,
        )

    columns += [Column(_("State")), _number(_("Left after round"))]
    return Sheet("players", columns, [row(entry) for entry in entries])


def rounds(reader: Reader) -> Sheet:
    """Who sat where: a row a table, and a row for a round that shows no tables yet."""
    columns = [
        _number(_("Round")),
        Column(_("Start"), Form.MOMENT),
        _number(_("Draw")),
        _number(_("Table")),
        *(Column(_("Player %(number)s") % {"number": place}) for place in range(1, 5)),
    ]
    rows: list[Row] = []
    event = reader.event
    alike = event.namesakes if reader.public else event.namesakes_at_desk

    def told_apart(key: int) -> str:
        number, name = reader.who(key)
        return with_number(name, number) if key in alike else name

    for played in reader.event.rounds:
        start = _moment(played.begins_at)
        if not (reader.shows(played) and played.tables):
            rows.append((played.number, start, *[None] * 6))
            continue
        for table in played.tables:
            names = [told_apart(key) for key in table.entry_ids]
            head = (played.number, start, played.draw.attempt, table.number)
            rows.append((*head, *names, *[None] * (4 - len(names))))
    return Sheet("rounds", columns, rows)


def results(reader: Reader) -> Sheet:
    """What every game brought every player: a row a seat."""
    columns = [
        _number(_("Round")),
        _number(_("Table")),
        _number(_("Number")),
        Column(_("Name")),
        _number(_("Place")),
        *_brought_columns(reader),
        Column(_("End")),
        Column(_("Took part")),
        *(
            _number(_(scoring.COUNT_NAMES[count]))
            for count in reader.event.tournament.scoring.counts
        ),
    ]
    if not reader.public:
        columns += [
            *(_number(_(name)) for name in reader.parts.values()),
            _number(_("Version")),
        ]
    rows = [
        row
        for played in reader.event.rounds
        if reader.shows(played)
        for table in played.tables
        for row in _results_of(reader, played, table)
    ]
    return Sheet("results", columns, rows)


def _results_of(reader: Reader, played: PlayedRound, table: SeatedTable) -> Iterator[Row]:
    scores = reader.event.scores(table)
    ending = reader.endings[table.result.ending] if table.result else _("no result yet")
    for seat in table.seats:
        own = table.entered.get(seat.pk)
        yield (
            played.number,
            table.number,
            *reader.who(seat.entry_id),
            *_score(reader, scores.get(seat.entry_id)),
            ending,
            reader.presences[own.presence] if own else None,
            *_further(reader, own),
            *(() if reader.public else _breakdown(reader, own)),
            *(() if reader.public else (table.result and table.result.number,)),
        )


def _brought_columns(reader: Reader) -> list[Column]:
    """Points of the Tour and success say nothing where a game goes by score."""
    if reader.by_score:
        return [_number(_("Game points"))]
    share = Column(_("Success") if reader.has_words_of_the_tour else _("Share"), Form.SHARE)
    if not reader.brings_points:
        return [_number(_("Game points")), share]
    return [_number(_("Points")), _number(_("Game points")), share]


def _score(reader: Reader, score: scoring.Score | None) -> Row:
    if score is None:
        return (None,) * (1 + len(_brought_columns(reader)))
    if reader.by_score:
        return score.place, score.game_points
    if not reader.brings_points:
        return score.place, score.game_points, score.success
    return score.place, rounded(score.points), score.game_points, score.success


def _further(reader: Reader, own: Score | None) -> Row:
    """What parts level players, where the format asks for it."""
    entered = (own and own.further) or {}
    return tuple(entered.get(count) for count in reader.event.tournament.scoring.counts)


def _breakdown(reader: Reader, own: Score | None) -> Row:
    """How many of each part of the game; nothing if nobody wrote it down."""
    if own is None or own.parts is None:
        return (None,) * len(reader.parts)
    return tuple(own.parts.get(key, 0) for key in reader.parts)


def standings(reader: Reader) -> Sheet:
    """The order as it is now, best first; excluded players have no place in it (D-122)."""
    found = reader.event.standings().rows
    rows = [(*_standing(reader, row), *_tally(reader, row), *_stage(reader, row)) for row in found]
    columns = [*_standing_columns(), *_tally_columns(reader), *_stage_columns(reader)]
    return Sheet("standings", columns, rows)


def juniors(reader: Reader) -> Sheet:
    """The juniors apart, with their place among all; empty without a junior category (T-087)."""
    event = reader.event
    overall = {row.player: row.rank for row in event.standings().rows}
    found = event.junior_standings() if event.has_junior_category else ()
    rows = [
        (*_standing(reader, row), overall[row.player], *_tally(reader, row), *_stage(reader, row))
        for row in found
    ]
    place = _number(_("Place among all"))
    columns = [*_standing_columns(), place, *_tally_columns(reader), *_stage_columns(reader)]
    return Sheet("juniors", columns, rows)


def awards(reader: Reader) -> Sheet:
    """What the standings as they are now bring, the main ones first (T-077 to T-092)."""
    event = reader.event
    columns = [
        Column(_("Category")),
        *_standing_columns(),
        Column(_("Award")),
        Column(_("To be confirmed by the series")),
    ]
    doubtful = reader.yes_or_no[bool(event.tournament.to_be_confirmed(localdate(reader.now)))]

    def won(
        category: str,
        rows: Sequence[Standing],
        prizes: Mapping[int, Award],
        told: Mapping[Award, Promise],
    ) -> Iterator[Row]:
        for row in rows:
            if prize := prizes.get(row.player):
                yield category, *_standing(reader, row), str(told[prize]), doubtful

    rows = [
        *won(_("all"), event.standings().rows, event.awards, MAIN),
        *won(_("juniors"), event.junior_standings(), event.junior_awards, JUNIOR),
    ]
    return Sheet("awards", columns, rows)


SHEETS: dict[str, Callable[[Reader], Sheet]] = {
    "players": players,
    "rounds": rounds,
    "results": results,
    "standings": standings,
    "juniors": juniors,
    "awards": awards,
}


def sheets_of(
    event: Event, now: dt.datetime, *, public: bool = False, keys: Collection[str] = ()
) -> list[Sheet]:
    """The sheets of a tournament in the active language: those of `keys`, or all that `are_told`.

    Names are whole unless `public`; then also only what is published is shown.
    """
    reader = Reader(event, now, public=public)
    return [SHEETS[key](reader) for key in keys or are_told(event)]


def are_told(event: Event) -> list[str]:
    """The keys of its sheets in their order: no juniors without a category of theirs, and no awards
    where nothing can be won."""
    return [key for key in TITLES if key not in IS_TOLD or IS_TOLD[key](event)]


def plain(text: str) -> str:
    """The text in one line and without characters that no file of a table can hold."""
    return CONTROL.sub(lambda found: " " if found[0] in "\t\n\r" else "", text)


def _number(label: str) -> Column:
    return Column(label, Form.NUMBER)


def _standing_columns() -> list[Column]:
    return [_number(_("Place")), _number(_("Number")), Column(_("Name")), Column(_("Club"))]


def _standing(reader: Reader, row: Standing) -> Row:
    return row.rank, *reader.who(row.player), reader.club(row.player)


def form_of(criterion: Criterion) -> Form:
    """What the figures of the criterion are in a column."""
    return FORMS[criterion.shown]


FORMS = {Shown.COUNT: Form.NUMBER, Shown.PERCENT: Form.SHARE}


def _tally_columns(reader: Reader) -> list[Column]:
    figures = [
        Column(_(criterion.title), form_of(criterion)) for criterion in reader.event.criteria
    ]
    return [*figures, _number(_("Games played"))]


def _tally(reader: Reader, row: Standing) -> Row:
    return (*(_cell(row, criterion) for criterion in reader.event.criteria), row.games)


def _cell(row: Standing, criterion: Criterion) -> Cell:
    value = criterion.value(row)
    return Fraction(value) if criterion.shown is Shown.PERCENT else rounded(value)


def _stage_columns(reader: Reader) -> list[Column]:
    """Only of an event with a semi-final or a final: how far a player got, whose figures stand."""
    return [Column(_("Stage"))] if reader.event.has_cuts else []


def _stage(reader: Reader, row: Standing) -> Row:
    if not reader.event.has_cuts:
        return ()
    return (stage_words(reader.event.stages[row.stage]) or _("rounds for everybody"),)


def _moment(moment: dt.datetime | None) -> dt.datetime | None:
    return moment and localtime(moment).replace(tzinfo=None)


def _labels(choices: type[TextChoices]) -> dict[str, str]:
    return {value: str(label) for value, label in choices.choices}
