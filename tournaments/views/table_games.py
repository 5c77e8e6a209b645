"""The kept game of a table as it is shown, with the public names of who sat where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext

from games.engine import files, rulesets
from games.engine.core import Record
from games.engine.document import write_document
from games.models import GameRecord, canonical
from games.recording.replays import Played, lines_of, show
from games.viewers import VIEWERS
from tournaments.domain.records import AS_READ, for_reading, positions_in
from tournaments.models import Table
from tournaments.models.event import PlayedRound, SeatedTable, read_table

T = TypeVar("T")

KEPT_SECONDS = 600
"""How long a moment is kept, for everybody who looks at it."""

LAST_LINES = 12


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A table with the record of its game."""

    seated: SeatedTable
    kept: GameRecord

    @property
    def version(self) -> str:
        """What a page compares: the people of the tournament and what was written last."""
        return f"{self.seated.table.draw.round.tournament.public_version}.{self.kept.revision}"

    @property
    def is_live(self) -> bool:
        """Whether more may come: what nobody closed stays open when its round is over."""
        return self.kept.is_open and self.seated.table.draw.round.closed_at is None

    @property
    def names(self) -> dict[int, str]:
        """The public names by position."""
        return {seat.position: seat.entry.public_name for seat in self.seated.seats}

    @property
    def players(self) -> list[str]:
        """The public names of those who played, the one who started first."""
        return [self.names[position] for position in positions_in(self.kept.record())]

    def readable(self) -> Record:
        """The record with short names, and with where and when it was played."""
        draw = self.seated.table.draw
        tournament = draw.round.tournament
        return for_reading(
            self.kept.record(),
            self.names,
            event=tournament.name,
            table=f"{draw.round.number}/{self.seated.number}",
            date=tournament.date.isoformat(),
            nameless=gettext(AS_READ),
        )

    def document(self) -> dict[str, Any]:
        """The same as JSON: docs/schemas/record.json."""
        record = self.readable()
        return write_document(record, rulesets.by_key(record.header.ruleset).notation)

    def played(self) -> Played:
        """The game for the viewer: short names in the text, whole ones beside it.

        As long as it is being written, it is what everybody at the table saw: cards that are held
        hidden there (B-081, B-159) are hidden from everybody who could pass it on (D-51).
        """
        record = self.readable()
        ruleset = rulesets.by_key(record.header.ruleset)
        hiding = self.kept.is_open and VIEWERS[ruleset.viewer].secrets
        veiled = ruleset.hidden.veiled if ruleset.hidden else None
        if hiding and veiled:
            record = record._replace(actions=tuple(map(veiled, record.actions)))
        text = canonical(record)
        header, actions = files.read_text(text)
        players = tuple(
            player._replace(name=name)
            for player, name in zip(header.players, self.players, strict=True)
        )
        if hiding and not veiled:
            # What cannot be written with hidden cards is followed without its words.
            text = ""
        return Played(text, Record(replace(header, players=players), actions), ruleset)

    def moment(self, asked: int | None, template: str = "tournaments/_game.html") -> str:
        """The moment after so many actions, None for the newest, as HTML that was worked out once
        for everybody."""
        return self.worked_out(f"{template}-{asked}", lambda: self._moment(asked, template))

    def worked_out(self, part: str, work_out: Callable[[], T]) -> T:
        """What is the same for everybody who looks at this revision in this language."""
        key = f"game:{self.kept.pk}:{self.version}:{part}:{get_language()}"
        return caches["worked-out"].get_or_set(key, work_out, KEPT_SECONDS)

    def _moment(self, asked: int | None, template: str) -> str:
        played = self.played()
        context = {
            "moment": show(played, asked).moment,
            "open": self.kept.is_open,
            "live": self.is_live,
            "asked": asked,
            "last_lines": [line for line in lines_of(played.text) if line][: -LAST_LINES - 1 : -1],
        }
        return render_to_string(template, context)


def games_being_played(played: PlayedRound) -> list[KeptGame]:
    """The games of the round that somebody writes down right now."""
    written = Table.objects.filter(
        draw=played.draw,
        draw__round__closed_at=None,
        record__isnull=False,
        record__closed_at__isnull=True,
    )
    tables = written.select_related("draw__round__tournament", "record")
    return [KeptGame(read_table(table), table.record) for table in tables]
