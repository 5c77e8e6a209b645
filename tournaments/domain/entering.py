"""Who enters: names as they are kept, one person from another, children, places and the queue."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from enum import StrEnum
from typing import Any

from .bounds import SMALL, check_birth_date, check_marks
from .conditions import check_school_player
from .names import search_key
from .normal_forms import normal_form
from .qualification import JUNIOR_UNTIL, is_junior, turns
from .values import Player, Refused, marked

NAME_LENGTH = 120
"""Letters of a name that are kept."""

MOST_TYPED = 8 * NAME_LENGTH
"""Signs of which those may be left, once marks are put on their letters and what nobody sees is
gone; more are not even looked at."""

AGE_OF_MAJORITY = 18

RESERVED_PART = 4
"""At most every fourth free place is kept for sign-ups that nobody has confirmed yet."""


class Age(StrEnum):
    """What people are asked instead of their birth date."""

    ADULT = "adult"
    MINOR = "minor"
    JUNIOR = "junior"


def tidy_name(typed: str) -> str:
    """The name as it is kept: composed letters (NFC), single spaces, nothing invisible.

    Any script and any sign is welcome. Raises `Refused` for nothing at all, for over 120 letters
    and for a letter under a pile of marks.
    """
    spaced = " ".join(typed.split())
    _check_length(spaced, MOST_TYPED)
    visible = "".join(letter for letter in spaced if not _is_hidden(letter))
    name = " ".join(normal_form("NFC", visible).split())
    if not name:
        raise Refused("", marked("Write the name."))
    _check_length(name, NAME_LENGTH)
    check_marks(name)
    return name


def _check_length(name: str, most: int) -> None:
    if len(name) > most:
        raise Refused(
            "",
            marked("A name may have {most} letters at most; this one has {letters}."),
            most=NAME_LENGTH,
            letters=len(name),
        )


def _is_hidden(letter: str) -> bool:
    """Control signs, marks of direction, unassigned and private ones."""
    return unicodedata.category(letter).startswith("C")


def name_key(name: str) -> str:
    """Alike for two spellings of one name: without marks and capitals, words in any order."""
    return " ".join(sorted(search_key(name).split())) or name


def check_age(age: Age, birth_date: date | None, day: date, *, school: bool = False) -> None:
    """Refuse an answer that does not fit: a junior without a birth date or from the 14th birthday
    on (T-085), anybody but a child in a school event (T-093). `day` is the first of the event."""
    if birth_date is not None:
        check_birth_date(birth_date, day - timedelta(days=1))
    if school:
        check_school_player(birth_date, day)
    if age is Age.JUNIOR and birth_date is None:
        raise Refused("T-085", marked("A junior's birth date is needed."))
    if age is Age.JUNIOR and birth_date is not None and not is_junior(birth_date, day):
        message = (
            marked("18 years old by {day}, so not a junior any more: choose 18 or older.")
            if age_on(birth_date, day) is Age.ADULT
            else marked("14 years old by {day}, so not a junior any more: choose 14 to 17.")
        )
        raise Refused("T-085", message, day=day)


def age_on(birth_date: date, day: date) -> Age:
    """The group somebody belongs to on a day."""
    if is_junior(birth_date, day):
        return Age.JUNIOR
    return Age.MINOR if day < turns(birth_date, AGE_OF_MAJORITY) else Age.ADULT


def is_under_age(minor: bool, birth_date: date | None, day: date) -> bool:
    """Whether somebody is under 18: by the birth date where it is known, else as declared."""
    return minor if birth_date is None else age_on(birth_date, day) is not Age.ADULT


def check_full_name(*, before: bool, agreed: bool, withdrawn: bool) -> None:
    """Refuse the desk to publish a minor's full name again that the person, or the series for them,
    does not want published any more."""
    if withdrawn and agreed and not before:
        raise Refused(
            "",
            marked(
                "The consent to publish the full name was refused or taken back. Only the player, "
                "through the link to their own data, or the series can give it."
            ),
        )


def said_of_full_name(
    *, agreed: bool, of_age: bool, minor: bool, was_minor: bool, published: bool
) -> bool | None:
    """What somebody says of their full name by the facts that they, or the series for them, send:
    True for yes, False for no, None for nothing.

    An empty tick is a no of whoever is under 18, also before anything was published; of others it
    is one where a full name is `published` by a consent. `was_minor` are those who are older by
    this very word.
    """
    if of_age and minor:
        raise Refused("", marked("Nobody under 18 can say that they are 18 or older."))
    if agreed or of_age:
        return True
    if minor or published:
        return False
    return True if was_minor else None


TOLD_AHEAD = timedelta(days=1)
"""So long before its day an event is told who of those counts as a junior whose birth date only the
series knows."""


def may_tell_junior(day: date, today: date, *, told: bool, frozen: bool) -> bool:
    """Whether an event on `day` may be told now whether somebody is a junior there.

    Its organiser chooses the day, and may choose another one any number of times: what it says of
    a birth date that the event was not `told` would find that date. From the day before on, each
    answer costs a day of waiting. What a finished event printed (`frozen`) stands.
    """
    return told or frozen or has_come(day, today)


def has_come(day: date, today: date) -> bool:
    """Whether it is the day of an event, the day before, or later."""
    return told_from(day) <= today


def told_from(day: date) -> date:
    """From when an event on `day` is told of everybody whether they are juniors."""
    return day - TOLD_AHEAD


VERSIONS_KEPT = 24
"""Sign-ups under one name and address that are told apart until one of them is confirmed."""


def keep_version(
    kept: Sequence[Mapping[str, Any]], new: Mapping[str, Any]
) -> list[Mapping[str, Any]]:
    """The versions of one sign-up with a new one, of `place` each; too many give way.

    It is the oldest from the place that sent most of them: whoever sends a hundred pushes out
    their own and nobody else's.
    """
    versions = [*kept, new]
    while len(versions) > VERSIONS_KEPT:
        sent = Counter(version["place"] for version in versions)
        most = max(sent.values())
        versions.remove(next(one for one in versions if sent[one["place"]] == most))
    return versions


def substitute_birth_date(junior_on: Iterable[date]) -> date | None:
    """A birth date that says nothing of its owner, only that they were a junior on these days.

    For somebody whose own is deleted: the junior standings of the past stay as they are. It puts
    the 14th birthday on the day after the last of them; None if there was none.
    """
    last = max(junior_on, default=None)
    if last is None:
        return None
    birthday = last + timedelta(days=1)
    try:
        return birthday.replace(year=birthday.year - JUNIOR_UNTIL)
    except ValueError:  # 29 February
        return date(birthday.year - JUNIOR_UNTIL, 3, 1)


def share_places(
    capacity: int, holding: int, queue: Sequence[tuple[Player, bool]]
) -> tuple[Player, ...]:
    """Who of the queue, first come first, gets a place now.

    `holding` counts the people whose place is certain. The queue names the others with whether
    they are ready for a place; those who have yet to confirm keep one reserved, if their turn
    has come, but do not get it. They keep `most_reserved` at most, also of what is free once the
    others have their places: behind so many of them the next who are ready get the places, and
    asked again right after it nobody gets one.
    """
    ready = {player for player, is_ready in queue if is_ready}
    given: list[Player] = []
    waiting = list(queue)
    while more := [one for one in _turns(capacity, holding + len(given), waiting) if one in ready]:
        given += more
        waiting = [one for one in waiting if one[0] not in more]
    return tuple(given)


def _turns(capacity: int, holding: int, queue: Sequence[tuple[Player, bool]]) -> Iterator[Player]:
    """Whose turn has come, whether they get the place or keep it reserved."""
    free = max(capacity - holding, 0)
    reserved = most_reserved(free)
    for player, ready in queue:
        if not ready and not reserved:
            continue
        if not free:
            return
        free -= 1
        reserved -= not ready
        yield player


class Prospect(StrEnum):
    """What a sign-up has to expect that nobody has confirmed yet."""

    KEPT = "kept"
    FREE = "free"
    LIST = "list"


def prospect(
    capacity: int,
    holding: int,
    queue: Sequence[tuple[Player, bool]],
    player: Player,
    *,
    fresh: bool,
) -> Prospect:
    """Whether a place is kept for a player of the queue who has yet to confirm, would be theirs if
    they confirmed now, or is not there; `fresh` is who may keep one at all."""
    others = [one for one in queue if fresh or one[0] != player]
    if player in _turns(capacity, holding, others):
        return Prospect.KEPT
    confirmed = [(one, ready or one == player) for one, ready in queue]
    gets_one = player in share_places(capacity, holding, confirmed)
    return Prospect.FREE if gets_one else Prospect.LIST


def most_reserved(free: int) -> int:
    """How many places are kept for sign-ups that nobody has confirmed: a quarter of those that are
    free, rounded down, but at least one. A quarter of all could be everything that is left."""
    return max(free // RESERVED_PART, 1)


def places_left(capacity: int, *, holding: int, unconfirmed: int, waiting: int) -> int:
    """Places that somebody who signs up now could get; 0 while as many people wait.

    `unconfirmed` counts those who may still have a place reserved.
    """
    free = max(capacity - holding, 0)
    reserved = min(unconfirmed, most_reserved(free))
    return max(free - reserved - waiting, 0)


MOST_LAPSE_AT_ONCE = 10


def may_lapse(late: int, *, before_the_start: bool) -> bool:
    """Whether `late` sign-ups, not confirmed in time, lapse by themselves, also where
    they keep nobody out.

    Before the start more than a few at once look like a clock that has jumped: a person decides.
    """
    return late <= MOST_LAPSE_AT_ONCE or not before_the_start


def next_number(taken: Iterable[int]) -> int:
    """The next badge number: one more than any ever given here, so that none comes twice."""
    return max(taken, default=0) + 1


def spare_number(worn: Collection[int]) -> int:
    """The lowest badge number that nobody wears or ever wore, once the highest was given."""
    free = next((number for number in range(1, SMALL + 1) if number not in worn), None)
    if free is None:
        raise Refused(
            "",
            marked("All {count} badge numbers of this tournament have been given."),
            count=SMALL,
        )
    return free
