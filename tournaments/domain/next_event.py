"""The next event after one that was: its day, its name, and what of it is to be looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from .desk import Blocker
from .values import marked

YEAR = timedelta(weeks=52)
"""From a day to the same day of the week a year later."""


def next_day(day: date, today: date) -> date:
    """The same day of the week one year later, or as many more as bring it after today."""
    years = max((today - day) // YEAR, 0) + 1
    return day + years * YEAR


def next_name(name: str, *, old: int, new: int) -> str:
    """The name of an event with its year counted on."""
    return re.sub(rf"(?<!\d){old}(?!\d)", str(new), name)


@dataclass(frozen=True, slots=True)
class Earlier:
    """The event after which a draft was made; `rule_changes` are its local ones."""

    name: str
    day: date
    rule_changes: int = 0


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A draft that was made after an earlier event.

    `texts` are all that visitors read of it, `is_looked_at` says whether its announcement was saved
    since, `unanswered` names the officials who were asked and have not answered, `with_links` those
    whose new links were not opened.
    """

    day: date
    texts: Sequence[str]
    is_looked_at: bool = False
    unanswered: Sequence[str] = ()
    with_links: Sequence[str] = ()
    rule_changes: int = 0


def still_to_check(draft: TakenOver, earlier: Earlier) -> Iterator[Blocker]:
    """What was taken over and is right only by chance, each with the page where it is mended."""
    if not draft.is_looked_at:
        yield Blocker(
            marked(
                "Place, hours, fee, contact and text are those of {earlier}: look at them and save."
            ),
            "edit_tournament",
            (("earlier", earlier.name),),
        )
    for named in _of_that_day(draft, earlier):
        yield Blocker(
            marked("The announcement still names {named}; the tournament is on {day}."),
            "edit_tournament",
            (("named", named), ("day", draft.day)),
        )
    for name in draft.unanswered:
        yield Blocker(
            marked("{name} is asked and has not answered yet."), "name_official", (("name", name),)
        )
    for name in draft.with_links:
        yield Blocker(
            marked("{name} has not opened a new personal link: make one and pass it on."),
            "name_official",
            (("name", name),),
        )
    if earlier.rule_changes and not draft.rule_changes:
        yield Blocker(
            marked(
                "{earlier} had local changes of the rules. They are not taken along: publish those "
                "that hold again."
            ),
            "rule_changes_desk",
            (("earlier", earlier.name),),
            "T-068",
        )


def _of_that_day(draft: TakenOver, earlier: Earlier) -> Iterator[str]:
    """Year and day of the earlier event that stand in the texts, as they stand there."""
    patterns = [rf"(?<!\d)0?{earlier.day.day}\. ?0?{earlier.day.month}\.(?!\d)"]
    if earlier.day.year != draft.day.year:
        patterns.append(rf"(?<!\d){earlier.day.year}(?!\d)")
    text = "\n".join(draft.texts)
    for pattern in patterns:
        if found := re.search(pattern, text):
            yield found[0]
