"""What others saved while a form stood open: told apart field by field, and nothing overwritten."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from hashlib import blake2b


@dataclass(frozen=True, slots=True)
class Meanwhile:
    """The names of fields that somebody else changed since a form was shown: those that were left
    as shown here, and those that were changed here as well."""

    theirs: Collection[str] = frozenset()
    both: Collection[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.theirs or self.both)


def mark_of(value: str) -> str:
    """A few letters that stand for what a field showed; two values have other ones."""
    return blake2b(value.encode(), digest_size=8).hexdigest()


def marks_of(values: Mapping[str, str]) -> dict[str, str]:
    return {name: mark_of(value) for name, value in values.items()}


def meanwhile(
    seen: Mapping[str, str], stored: Mapping[str, str], typed: Mapping[str, str]
) -> Meanwhile:
    """Compare the marks of what was `seen` with what is `stored` now and what was `typed`.

    A field of which no mark came along is taken as it was typed, and so is one that both changed
    to the same.
    """
    changed = {
        name
        for name, value in stored.items()
        if name in seen and seen[name] != mark_of(value) and typed.get(name) != value
    }
    theirs = {name for name in changed if mark_of(typed.get(name, "")) == seen[name]}
    return Meanwhile(theirs, changed - theirs)
