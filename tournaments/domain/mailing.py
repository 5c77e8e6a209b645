"""When an e-mail is tried again, and what a desk is told of those that wait."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

GIVE_UP_AFTER = dt.timedelta(days=3)
"""Older e-mails that never went out are not sent any more: they would only confuse."""

LEAST_PAUSE = dt.timedelta(minutes=1)

LONGEST_PAUSE = dt.timedelta(minutes=15)
"""Of a server in trouble: so late at most it is noticed that it is well again."""

LONGEST_PAUSE_OF_ONE = dt.timedelta(hours=6)
"""Of a single e-mail that the server refuses."""

SENT_SOON = dt.timedelta(minutes=5)
"""An e-mail that nobody has tried to send after so long is one that nobody sends."""


def pause(age: dt.timedelta, *, at_most: dt.timedelta) -> dt.timedelta:
    """How long to leave an e-mail alone that could not be sent at this age: as long again, so that
    it is tried after 1, 2, 4, 8 ... minutes."""
    return min(max(age, LEAST_PAUSE), at_most)


class News(StrEnum):
    """What there is to tell of e-mails: none goes out, they wait, some were refused, given up."""

    OFF = "off"
    WAITING = "waiting"
    REFUSED = "refused"
    GIVEN_UP = "given-up"


class MailState(StrEnum):
    """Whether an e-mail that is written now goes out: soon, later, or not at all."""

    ON = "on"
    STUCK = "stuck"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Unsent:
    """An e-mail that has not gone out: when it was written, what went wrong (empty: nothing yet),
    whether that was about this one alone, and whom it is for."""

    at: dt.datetime
    trouble: str = ""
    of_its_own: bool = False
    to: str = ""


@dataclass(frozen=True, slots=True)
class MailNews:
    """How many e-mails, the oldest since when, with the latest trouble; `to` names the people."""

    news: News
    count: int = 0
    since: dt.datetime | None = None
    trouble: str = ""
    to: tuple[str, ...] = ()


def mail_news(unsent: Iterable[Unsent], now: dt.datetime, *, off: bool) -> Iterator[MailNews]:
    """What a desk has to know of its e-mails; nothing as long as they go out."""
    if off:
        yield MailNews(News.OFF)
        return
    by_age = sorted(unsent, key=lambda mail: mail.at)
    young = [mail for mail in by_age if mail.at > now - GIVE_UP_AFTER]
    waiting = [mail for mail in young if not mail.of_its_own]
    if any(mail.trouble for mail in waiting) or (waiting and waiting[0].at <= now - SENT_SOON):
        yield _in_short(News.WAITING, waiting)
    if refused := [mail for mail in young if mail.of_its_own]:
        yield _in_short(News.REFUSED, refused)
    if given_up := [mail for mail in by_age if mail.at <= now - GIVE_UP_AFTER]:
        yield _in_short(News.GIVEN_UP, given_up)


def _in_short(news: News, mails: list[Unsent]) -> MailNews:
    troubles = [mail.trouble for mail in mails if mail.trouble]
    to = tuple(dict.fromkeys(mail.to for mail in mails if mail.to))
    return MailNews(news, len(mails), mails[0].at, troubles[0] if troubles else "", to)
