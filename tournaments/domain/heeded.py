"""Cautions that were confirmed, as the logbook keeps them: in no language, so that each reads them
in their own."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from tournaments.domain.values import Caution, Term

LONGEST_FACT = 4000
"""Letters that are kept of one fact; it may name everybody in a hall."""

PLACE = re.compile(r"\{(\w+)\}")
"""Where a fact stands in a template."""


def _moment(text: str) -> dt.datetime:
    """Raises `ValueError` for a moment of the first or last year, which some time zone cannot
    tell."""
    moment = dt.datetime.fromisoformat(text)
    if not dt.MINYEAR < moment.year < dt.MAXYEAR:
        raise ValueError(text)
    return moment


READ: Mapping[str, Callable[[str], Any]] = {
    "term": Term,
    "share": Fraction,
    "moment": _moment,
    "day": dt.date.fromisoformat,
    "time": dt.time.fromisoformat,
}
"""Facts that each language writes in its own way, by the key under which they are kept."""


def kept(caution: Caution) -> dict[str, Any]:
    """The caution as JSON; facts that every language writes alike are texts and numbers there."""
    facts = {name: _written(fact) for name, fact in caution.facts}
    return {"rule": caution.rule_id, "text": caution.message, "facts": facts}


def recalled(line: Mapping[str, Any]) -> Caution:
    """The caution that was kept. A fact that is missing is an ellipsis, as words left out are."""
    missing = dict.fromkeys(PLACE.findall(line["text"]), "…")
    facts = {name: _read(fact) for name, fact in line["facts"].items()}
    return Caution(line["rule"], line["text"], tuple((missing | facts).items()))


def texts_of(line: str | Mapping[str, Any]) -> Iterator[str]:
    """All that may name somebody: the facts, or the whole line of before they were kept apart."""
    if isinstance(line, str):
        yield line
        return
    for fact in line["facts"].values():
        yield from (part for part in (fact if isinstance(fact, list) else [fact]) if _is_text(part))


def with_texts(line: str | Mapping[str, Any], change: Callable[[str], str]) -> str | dict[str, Any]:
    """The line with each text in it replaced by what `change` makes of it."""
    if isinstance(line, str):
        return change(line)
    facts = {name: _changed(fact, change) for name, fact in line["facts"].items()}
    return {**line, "facts": facts}


def _written(fact: Any) -> Any:
    match fact:
        case Term():
            return {"term": str(fact)}
        case Fraction():
            return {"share": str(fact)}
        case dt.datetime():
            return {"moment": fact.isoformat()}
        case dt.date():
            return {"day": fact.isoformat()}
        case dt.time():
            return {"time": fact.isoformat()}
        case list() | tuple():
            return [_written(part) for part in fact]
        case int():
            return fact
    return str(fact)[:LONGEST_FACT]


def _read(fact: Any) -> Any:
    if isinstance(fact, list):
        return [_read(part) for part in fact]
    if isinstance(fact, dict):
        ((kind, text),) = fact.items()
        try:
            return READ[kind](text)
        except ValueError:  # an archive may tell of a day that no year has
            return text
    return fact


def _is_text(fact: Any) -> bool:
    return isinstance(fact, str)


def _changed(fact: Any, change: Callable[[str], str]) -> Any:
    if isinstance(fact, list):
        return [_changed(part, change) for part in fact]
    return change(fact) if _is_text(fact) else fact
