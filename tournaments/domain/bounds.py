"""How far numbers, days and letters go, wherever they come from: forms, lists, archives.

The one place that says it. Whatever lies within fits every database and every calendar sum.
"""

from __future__ import annotations

from datetime import date
from unicodedata import category, combining

from .normal_forms import normal_form
from .values import Refused, marked

SMALL = 2**15 - 1
"""The largest number of a small column: rounds, tables, points."""

WHOLE = 2**31 - 1
"""The largest number of an ordinary column: versions."""

KEY = 2**63 - 1
"""The largest key of a row."""

FEWEST_PLACES = 3
"""Players of one table, the smallest there is."""

MOST_PLACES = 2000
"""Players of an event; the draw seats that number within a minute."""

MOST_POINTS = 999
"""Points of one player in one game, and as many below nothing."""

LONGEST_REASON = 4000
"""Letters of what somebody gives as a reason; that of events is in rich_text.py."""

FIRST_EVENT = date(1990, 1, 1)
YEARS_AHEAD = 10
"""Between them lie the days of events: before the game was printed there were none."""

FIRST_BIRTH = date(1900, 1, 1)

MOST_MARKS = 2
"""Marks above, below or around a letter. Vietnamese needs two where a letter is not composed."""

MOST_SIGNS = 4
"""The same with the vowel signs of Indian, Thai or Burmese scripts, which Unicode takes for marks
as well; those do not pile up."""


def check_event_day(day: date, today: date) -> None:
    """Refuse a day on which no event can be: before 1990, or more than ten years ahead."""
    last = (today.year + YEARS_AHEAD, today.month, today.day)
    if day < FIRST_EVENT or (day.year, day.month, day.day) > last:
        raise Refused(
            "",
            marked("An event is between the years {first} and {last}."),
            first=FIRST_EVENT.year,
            last=last[0],
        )


def check_birth_date(day: date, today: date) -> None:
    """Refuse a day on which nobody who plays can have been born."""
    if day > today:
        raise Refused("", marked("The birth date lies in the future."))
    if day < FIRST_BIRTH:
        raise Refused("", marked("Nobody who plays was born before {year}."), year=FIRST_BIRTH.year)


def check_reason(text: str) -> None:
    """Refuse what is too long for a reason, or what no page and no database can show."""
    if len(text) > LONGEST_REASON:
        raise Refused(
            "",
            marked("A text may have {most} letters at most; this one has {letters}."),
            most=LONGEST_REASON,
            letters=len(text),
        )
    if "\0" in text:
        raise Refused("", marked("In this text stands a sign that cannot be shown."))
    check_marks(text)


def check_marks(text: str) -> None:
    """Refuse letters with more marks than any language puts on one.

    They would run over the lines above and below. Refused, not taken away: which of the marks
    belong to a name only its owner knows.
    """
    marks = signs = 0
    for letter in normal_form("NFC", text):
        if category(letter) not in ("Mn", "Mc", "Me"):
            marks = signs = 0
            continue
        signs += 1
        # Vowel signs have a place of their own in their script, and no class of combining.
        marks += combining(letter) > 0 or category(letter) == "Me"
        if marks > MOST_MARKS or signs > MOST_SIGNS:
            raise Refused(
                "", marked("A letter may have {most} marks at most, such as ế."), most=MOST_MARKS
            )
