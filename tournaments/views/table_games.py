"""The kept game of a table as it is shown, with the public names of who sat where."""

from __future__ import annotations

from dataclasses import dataclass, replace

from games.engine import files, rulesets
from games.engine.core import Record
from games.models import GameRecord, canonical
from games.replays import Played
from tournaments.domain.records import for_reading, positions_in
from tournaments.models.event import SeatedTable


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A table with the record of its game."""

    seated: SeatedTable
    kept: GameRecord

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
        )

    def played(self) -> Played:
        """The game for the viewer: short names in the text, whole ones beside it.

        As long as it is being written, it is what everybody at the table saw: cards that are held
        hidden there (B-081, B-159) are hidden from everybody who could pass it on (D-51).
        """
        record = self.readable()
        ruleset = rulesets.by_key(record.header.ruleset)
        if self.kept.is_open and ruleset.hidden is not None:
            veiled = ruleset.hidden.veiled
            record = record._replace(actions=tuple(veiled(action) for action in record.actions))
        text = canonical(record)
        header, actions = files.read_text(text)
        players = tuple(
            player._replace(name=name)
            for player, name in zip(header.players, self.players, strict=True)
        )
        return Played(text, Record(replace(header, players=players), actions), ruleset)
