"""What those hear who follow an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class News:
    """How far an event has come, who sits where in the newest round that is out, and which of its
    tables talk about their result.

    `version` counts what visitors see. `draw` names the seats as they were published, empty while
    nothing is out; `tables` has the number of the table (from 1) by the number of the player.
    `words` has the version after the last word at a table, by number of the table, as far as
    anything was said since the event is followed. `latest` counts what nobody hears of as well.
    """

    version: int
    draw: str = ""
    round: int = 0
    tables: Mapping[int, int] = field(default_factory=dict)
    words: Mapping[int, int] = field(default_factory=dict)
    latest: int = field(default=0, compare=False)

    def talking_since(self, before: News) -> list[int]:
        """Numbers of the tables at which something was said since."""
        return [table for table, at in self.words.items() if before.words.get(table) != at]
