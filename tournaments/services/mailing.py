"""E-mails: written in one transaction with what they tell of, sent once after it.

The text of an occasion is `templates/mail/<occasion>.txt`: its first line is the subject. It is
written in the player's language at once, so a translation that changes later changes no mail.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
import smtplib
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Q
from django.dispatch import Signal
from django.template import Context, loader
from django.urls import reverse
from django.utils import translation

from tournaments.models import Entry, Mail, Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.services.proofs import proof_of

TRY_AGAIN_AFTER = dt.timedelta(minutes=10)
"""A mail that could not be sent, or whose sender died, is left alone for so long."""

GIVE_UP_AFTER = dt.timedelta(days=3)
"""Older mails that never went out are not sent any more: they would only confuse."""

mail_written = Signal()
"""Sent after the transaction that wrote e-mails; the task that sends them listens."""

log = logging.getLogger(__name__)


def tell(
    entries: Iterable[Entry],
    occasion: str,
    now: dt.datetime,
    *,
    again: str = "",
    to: str = "",
    **facts: Any,
) -> None:
    """Write the e-mail of this occasion to players; whoever has no address is passed over.

    Must be called inside the transaction of what it tells of. A player is told of one occasion
    once; `again` tells occasions apart that can come back (a day, an hour). `to` is an address
    that the players had before.
    """
    named = f"{occasion}-{again}" if again else occasion
    mails = [
        _written(occasion, entry, now, facts, key=f"{named}:{entry.pk}", to=to or entry.email)
        for entry in entries
        if to or entry.email
    ]
    Mail.objects.bulk_create(mails, ignore_conflicts=True)
    if mails:
        # A queue that is down for a moment must not undo what was saved; the beat sends later.
        transaction.on_commit(_announce, robust=True)


def tell_players(tournament: Tournament, occasion: str, now: dt.datetime, **facts: Any) -> None:
    """Tell everybody who signed up and has not left."""
    reached = [
        EntryState.UNCONFIRMED,
        EntryState.CONFIRMED,
        EntryState.WAITING,
        EntryState.CHECKED_IN,
    ]
    entries = tournament.entries.filter(state__in=reached).select_related("person", "tournament")
    tell(entries, occasion, now, **facts)


def tell_person(
    person: Person, occasion: str, now: dt.datetime, *, to: str = "", **facts: Any
) -> None:
    """Write to a person of the series, in the language of their latest entry; `to` is another
    address than their own. Every call is an occasion of its own."""
    latest = person.entries.order_by("-registered_at").first()
    to = to or person.email
    digest = hashlib.sha256(f"{now:%Y%m%d%H%M%S} {to}".encode()).hexdigest()[:12]
    tell_address(
        to,
        occasion,
        now,
        language=latest.language if latest else settings.LANGUAGE_CODE,
        key=f"{occasion}:person-{person.pk}-{digest}",
        person=person,
        **facts,
    )


def tell_series(tournament: Tournament, occasion: str, now: dt.datetime, **facts: Any) -> None:
    """Tell the series, in the site's own language; nothing happens where its address is not set."""
    if not settings.SERIES_EMAIL:
        return
    slug = tournament.slug
    with translation.override(settings.LANGUAGE_CODE):
        context = {
            "tournament": tournament,
            "standings_url": absolute("standings", slug),
            "workbook_url": absolute("export", slug),
            **facts,
        }
        subject, body = _text(occasion, context)
    # Opened again and corrected, the results are sent again: a version is sent once.
    key = f"{occasion}:{tournament.pk}:v{tournament.version}"
    mail = Mail(key=key, to=settings.SERIES_EMAIL, subject=subject, body=body, at=now)
    Mail.objects.bulk_create([mail], ignore_conflicts=True)
    transaction.on_commit(_announce, robust=True)


def tell_address(
    address: str, occasion: str, now: dt.datetime, *, language: str, key: str, **facts: Any
) -> None:
    """Write the e-mail of this occasion to an address that need not be a player's; nothing happens
    without one.

    The same `key` is told once; it must not end in ":" and a number, which are the players'
    (`forget_mails`). A fact that can be called is called in the language of the e-mail.
    """
    if not address:
        return
    with translation.override(language):
        subject, body = _text(occasion, facts)
    mail = Mail(key=key, to=address, subject=subject, body=body, at=now)
    Mail.objects.bulk_create([mail], ignore_conflicts=True)
    transaction.on_commit(_announce, robust=True)


def forget_mails(entries: Iterable[Entry]) -> None:
    """Delete every e-mail that was written to these players."""
    for entry in entries:
        Mail.objects.filter(key__endswith=f":{entry.pk}").delete()


def send_unsent(clock: Callable[[], dt.datetime]) -> int:
    """Send what waits, oldest first, and say how many went out.

    Two workers at once share the work: each takes a mail before sending it. A mail the server
    refuses stays unsent and is tried again later; a server that cannot be reached ends the round.
    """
    sent = 0
    connection = get_connection()
    while (mail := _take(clock())) is not None:
        try:
            connection.open()  # does nothing while it is open
            _message(mail, connection).send()
        except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError) as refused:
            log.warning("Mail %s was refused: %s", mail.pk, refused)
            continue
        except (smtplib.SMTPException, OSError) as trouble:
            log.warning("Mail %s could not be sent: %s", mail.pk, trouble)
            break
        Mail.objects.filter(pk=mail.pk).update(sent_at=clock())
        sent += 1
    connection.close()
    return sent


def absolute(name: str, *args: Any) -> str:
    """The full address of a page, in the active language."""
    return settings.SITE_URL.rstrip("/") + reverse(name, args=args)


def _announce() -> None:
    mail_written.send(sender=Mail)


def _written(
    occasion: str, entry: Entry, now: dt.datetime, facts: dict[str, Any], *, key: str, to: str
) -> Mail:
    slug = entry.tournament.slug
    proof = f"?proof={proof_of(entry)}"
    with translation.override(entry.language):
        context = {
            "entry": entry,
            "tournament": entry.tournament,
            "register_url": absolute("register", slug),
            "tournament_url": absolute("tournament", slug),
            "my_url": absolute("my_page", slug, entry.token),
            "confirm_url": absolute("confirm_registration", slug, entry.token) + proof,
            "me_url": absolute("prove_address", slug, entry.token) + proof,
            "cancel_url": absolute("cancel_registration", slug, entry.token),
            **facts,
        }
        subject, body = _text(occasion, context)
    return Mail(key=key, to=to, subject=subject, body=body, at=now)


def _text(occasion: str, context: dict[str, Any]) -> tuple[str, str]:
    """Subject and body in the active language."""
    template = loader.get_template(f"mail/{occasion}.txt").template
    text = template.render(Context(context, autoescape=False))
    subject, _separator, body = text.strip().partition("\n")
    return subject[:200], body.strip() + "\n"


def _take(now: dt.datetime) -> Mail | None:
    """The next mail to send, taken so that nobody else takes it; None when nothing waits."""
    free = Q(tried_at__isnull=True) | Q(tried_at__lt=now - TRY_AGAIN_AFTER)
    waiting = Mail.objects.filter(free, sent_at__isnull=True, at__gt=now - GIVE_UP_AFTER)
    for mail in waiting.order_by("at", "pk")[:20]:
        # The update counts rows, so of two who try at once one gets nothing.
        if waiting.filter(pk=mail.pk).update(tried_at=now):
            return mail
    return None


def _message(mail: Mail, connection: Any) -> EmailMessage:
    # The same mail always carries the same id: should it go out twice after a crash between
    # sending and noting it, mailboxes can show it once.
    digest = hashlib.sha256(mail.key.encode()).hexdigest()[:32]
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    return EmailMessage(
        mail.subject,
        mail.body,
        to=[mail.to],
        headers={"Message-ID": f"<{digest}@{host}>", "Auto-Submitted": "auto-generated"},
        connection=connection,
    )
