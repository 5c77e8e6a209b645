"""What a desk is told of its e-mails, in the reader's language."""

from __future__ import annotations

import datetime as dt

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.mailing import MailNews, MailState, News
from tournaments.models import Tournament
from tournaments.models.logbook import Trouble
from tournaments.services import clock
from tournaments.services.mailing import mail_state, news_of_mails
from tournaments.wording import brief_moment

NAMED = 5
"""So many people are named; of more the first ones."""


def mail_messages(tournament: Tournament) -> list[tuple[str, str]]:
    """Sentences about e-mails that do not go out, each with the level of its message. Once it is
    played out nobody needs a link any more, and that there is no mail server says nothing."""
    now = clock.now()
    return [
        (_level(news), mail_words(news, now))
        for news in news_of_mails(tournament, now)
        if news.news != News.OFF or not tournament.is_played_out
    ]


def with_mail(deed: str, told: str) -> str:
    """What was done, and what became of its e-mail: `told` as long as e-mails go out."""
    state = mail_state(clock.now())
    if state == MailState.STUCK:
        told = _(
            "The mail server is in trouble just now; the e-mail goes out by itself once that is "
            "mended."
        )
    if state == MailState.OFF:
        told = _("This site has no mail server, so no e-mail went out.")
    return f"{deed} {told}".strip()


def mail_words(news: MailNews, now: dt.datetime) -> str:
    if news.news == News.OFF:
        return _(
            "E-mails are not sent: this site has no mail server. They stand in its log only; give "
            "people their links yourself."
        )
    facts = {"count": news.count, "since": _moment(news, now), "why": _why(news), "to": _to(news)}
    return _template(news) % facts


def _level(news: MailNews) -> str:
    return "info" if news.news == News.OFF else "warning"


def _template(news: MailNews) -> str:
    if news.news == News.WAITING:
        return ngettext(
            "%(count)s e-mail to players has been waiting since %(since)s: %(why)s. It goes "
            "out by itself once that is mended.",
            "%(count)s e-mails to players have been waiting since %(since)s: %(why)s. They "
            "go out by themselves once that is mended.",
            news.count,
        )
    if news.news == News.REFUSED:
        return ngettext(
            "%(count)s e-mail has been waiting since %(since)s: %(why)s. Please check the address "
            "of %(to)s.",
            "%(count)s e-mails have been waiting since %(since)s: %(why)s. Please check the "
            "addresses of %(to)s.",
            news.count,
        )
    return ngettext(
        "%(count)s e-mail to %(to)s never went out and is not tried any more. Give them their "
        "link yourself.",
        "%(count)s e-mails to %(to)s never went out and are not tried any more. Give them their "
        "links yourself.",
        news.count,
    )


def _why(news: MailNews) -> str:
    if news.trouble:
        return str(Trouble(news.trouble).label)
    return _("the part of the site that sends e-mails does not run")


def _to(news: MailNews) -> str:
    return ", ".join(news.to[:NAMED]) + (" …" if len(news.to) > NAMED else "")


def _moment(news: MailNews, now: dt.datetime) -> str:
    """The time, with its day unless that is today."""
    since = timezone.localtime(news.since)
    if since.date() == timezone.localdate(now):
        return time_format(since, "H:i")
    return brief_moment(since)
