"""The nouns that every decision of a tournament speaks of."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from games.engine.words import marked

__all__ = ["Caution", "Player", "Refused", "Table", "Term", "filled", "marked", "refuse"]

Player: TypeAlias = Hashable
"""Whatever names a player: a database key, or an id out of a JSON file."""


WRITTEN = frozenset({"text", "reason"})
"""Facts of a caution that are what somebody wrote freely."""


class Term(str):
    """A fact that is itself an English text marked for translation, such as the name of a part."""

    __slots__ = ()


def filled(template: str, facts: Mapping[str, Any]) -> str:
    """An English template with its facts filled in, several of one kind with commas between."""
    shown = {
        name: ", ".join(map(str, fact)) if isinstance(fact, list | tuple) else fact
        for name, fact in facts.items()
    }
    return template.format(**shown)


class Refused(Exception):
    """A request that the tournament's rules do not allow.

    `message` is an English template in `str.format` style, `facts` fill it in; the page
    translates the template first. `rule_id` names the row of the rules ("T-012"), or is empty
    where common sense refuses (a table that was redrawn meanwhile).
    """

    def __init__(self, rule_id: str, message: str, **facts: Any) -> None:
        super().__init__(rule_id, message, facts)
        self.rule_id = rule_id
        self.message = message
        self.facts = facts

    def __str__(self) -> str:
        return filled(self.message, self.facts)

    @property
    def each(self) -> tuple[Refused, ...]:
        """Every reason, where there are several; a line each."""
        return (self,)


class _RefusedForSeveral(Refused):
    """Several reasons told at once; whoever asks for one gets the first."""

    def __init__(self, reasons: tuple[Refused, ...]) -> None:
        first = reasons[0]
        super().__init__(first.rule_id, first.message, **first.facts)
        self._reasons = reasons

    @property
    def each(self) -> tuple[Refused, ...]:
        return self._reasons


def refuse(reasons: Iterable[Refused]) -> None:
    """Refuse for all of these reasons together; without any nothing happens."""
    found = tuple(reasons)
    if found:
        raise found[0] if len(found) == 1 else _RefusedForSeveral(found)


@dataclass(frozen=True, slots=True)
class Caution:
    """Something the rules allow only after a person has seen it and said yes.

    `message` and `facts` are as in `Refused`.
    """

    rule_id: str
    message: str
    facts: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, rule_id: str, message: str, **facts: Any) -> Caution:
        """A caution with its facts written as keywords, as in `Refused`."""
        return cls(rule_id, message, tuple(facts.items()))

    def __str__(self) -> str:
        return filled(self.message, dict(self.facts))

    def without_words(self) -> Caution:
        """The same without what people wrote freely: that is kept where they wrote it, and goes
        with it."""
        facts = ((name, "…" if name in WRITTEN else fact) for name, fact in self.facts)
        return replace(self, facts=tuple(facts))

    @property
    def key(self) -> str:
        """What a form sends back to say that this very caution was seen."""
        return f"{self.rule_id}: {self}"


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits together in a round. `number` counts from 1; tables of three come last (T-014)."""

    number: int
    players: tuple[Player, ...]


class EventKind(StrEnum):
    """What kind of event a tournament is; the Tour's conditions hold for season events."""

    SEASON = "season"
    FINAL = "final"
    SCHOOL = "school"
    OTHER = "other"

    @property
    def is_tour(self) -> bool:
        """Whether the Tour's format binds it: four rounds, tables, points (D-101)."""
        return self in (EventKind.SEASON, EventKind.FINAL)

    @property
    def gives_places(self) -> bool:
        """Whether players qualify for the final there (T-076, D-146)."""
        return self is EventKind.SEASON
