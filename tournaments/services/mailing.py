"""E-mails: written in one transaction with what they tell of, sent once after it, never in a
request: a server that does not answer must cost nobody a minute but whoever sends.

The text of an occasion is `templates/mail/<occasion>.txt`: its first line is the subject. It is
written in the player's language at once, so a translation that changes later changes no mail. It
is sent as it is, and beside it as a page of the same words (`templates/mail/page.html`).
"""

from __future__ import annotations

import datetime as dt
import hashlib
import logging
import re
import smtplib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.db import transaction
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.template import Context, loader
from django.urls import reverse
from django.utils import translation

from tournaments.domain.mailboxes import in_ascii, same_mailbox
from tournaments.domain.mailing import (
    GIVE_UP_AFTER,
    LONGEST_PAUSE,
    LONGEST_PAUSE_OF_ONE,
    MailNews,
    MailState,
    Unsent,
    mail_news,
    pause,
)
from tournaments.models import Entry, Mail, Person, Tournament
from tournaments.models.entry import EntryState
from tournaments.models.logbook import OF_THE_SERVER, Trouble
from tournaments.services.proofs import proof_of

TAKEN_FOR = dt.timedelta(minutes=10)
"""A mail whose sender died is taken by the next one after so long."""

BETWEEN_LATEST = dt.timedelta(hours=1)
"""Between two e-mails of which the later takes the place of the earlier."""

SENDS_NOTHING = (
    "django.core.mail.backends.console.EmailBackend",
    "django.core.mail.backends.dummy.EmailBackend",
)
"""What stands for a mail server where there is none."""

TO_A_PERSON = re.compile(r":person-[0-9]+-")
"""What in its key says that an e-mail went to a person of the series."""

WITHOUT_A_LINK = frozenset({"cancelled", "signed_off", "contact_left"})
"""What a player is told without a personal link: the only e-mails that also go to an address that
the desk has to confirm."""

FOR_THE_LINK = ("new_link", "link_again", "register", "person_link")
"""What is mailed for the sake of the personal link alone."""

REFUSED = (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, ValueError)
"""What is the trouble of one e-mail alone; the last of an address or a subject that none can bear.
"""

mail_written = Signal()
"""Sent after the transaction that wrote e-mails; whoever sends them listens."""

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
    """Write the e-mail of this occasion to players; whoever has no address is passed over, and,
    where the e-mail brings a link, whoever has one that the desk has to confirm.

    Must be called inside the transaction of what it tells of. A player is told of one occasion
    once; `again` tells occasions apart that can come back (a day, an hour). `to` is an address
    that the players had before.
    """
    named = f"{occasion}-{again}" if again else occasion
    mails = [
        _written(occasion, entry, now, facts, key=f"{named}:{entry.pk}", to=to or entry.email)
        for entry in entries
        if (to or entry.email) and (occasion in WITHOUT_A_LINK or not entry.address_to_confirm)
    ]
    Mail.objects.bulk_create(mails, ignore_conflicts=True)
    if mails:
        # A queue that is down for a moment must not undo what was saved; the beat sends later.
        transaction.on_commit(_announce, robust=True)


def tell_latest(
    entries: Iterable[Entry], occasion: str, now: dt.datetime, *, of: str = "", **facts: Any
) -> None:
    """Tell players what takes the place of what they were told before under this occasion, at most
    once an hour each.

    What comes sooner waits for the end of the hour. Of several that wait the last one alone is
    sent, so it is what holds then. `of` parts what does not replace one another.
    """
    named = f"{occasion}-latest{of}"
    recent = Q(sent_at__isnull=True, at__gt=now - GIVE_UP_AFTER) | Q(at__gt=now - BETWEEN_LATEST)
    before = Mail.objects.filter(recent, key__startswith=f"{named}-").order_by("at")
    last = {mail.key.rpartition(":")[2]: mail for mail in before}
    new = []
    for entry in entries:
        if not entry.email:
            continue
        mail = _written(occasion, entry, now, facts, key="", to=entry.email)
        earlier = last.get(str(entry.pk))
        unsent = Mail.objects.filter(pk=earlier and earlier.pk, sent_at__isnull=True)
        # One that a sender has taken at this moment has gone out by the time of the next.
        if unsent.update(to=mail.to, subject=mail.subject, body=mail.body, language=mail.language):
            continue
        if earlier is not None:
            mail.at = mail.again_at = earlier.at + BETWEEN_LATEST
        mail.key = f"{named}-{mail.at:%Y%m%d%H%M%S%f}:{entry.pk}"
        new.append(mail)
    Mail.objects.bulk_create(new, ignore_conflicts=True)
    transaction.on_commit(_announce, robust=True)


@dataclass(frozen=True, slots=True)
class Heard:
    """How many players an e-mail was written to, and how many gave no address for one."""

    mailed: int = 0
    without: int = 0


def players_who_hear(tournament: Tournament) -> QuerySet[Entry]:
    """Everybody who signed up and has not left."""
    reached = [
        EntryState.UNCONFIRMED,
        EntryState.CONFIRMED,
        EntryState.WAITING,
        EntryState.CHECKED_IN,
    ]
    return tournament.entries.filter(state__in=reached)


def tell_players(tournament: Tournament, occasion: str, now: dt.datetime, **facts: Any) -> Heard:
    """Tell everybody who signed up and has not left."""
    entries = players_who_hear(tournament).select_related("person", "joined_from", "tournament")
    tell(entries, occasion, now, **facts)
    without = sum(not entry.email for entry in entries)
    return Heard(len(entries) - without, without)


def tell_person(
    person: Person, occasion: str, now: dt.datetime, *, to: str = "", **facts: Any
) -> None:
    """Write to a person of the series, in the language of their latest entry; `to` is another
    address than their own. Every call is an occasion of its own."""
    latest = person.own_entries.order_by("-registered_at").first()
    to = to or person.email
    digest = hashlib.sha256(f"{now.isoformat()} {to}".encode()).hexdigest()[:12]
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
    if not reaches_series():
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
        write_mail(key, to=settings.SERIES_EMAIL, subject=subject, body=body, now=now)


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
        write_mail(key, to=address, subject=subject, body=body, now=now)


def drop_dead_links(entries: Iterable[Entry]) -> None:
    """Delete what still waits to bring these players links that were replaced: to be called when
    they have new ones, before those are mailed. Other news are sent all the same."""
    tokens = {str(entry.pk): entry.token for entry in entries}
    dead = [
        mail.pk
        for mail in Mail.objects.filter(sent_at__isnull=True)
        if mail.key.startswith(FOR_THE_LINK)
        and (token := tokens.get(mail.key.rpartition(":")[2]))
        and token not in mail.body
    ]
    Mail.objects.filter(pk__in=dead, sent_at__isnull=True).delete()


def forget_mails(entries: Iterable[Entry]) -> None:
    """Delete every e-mail that was written to these players."""
    _forget_mails_to(f":{entry.pk}" for entry in entries)


def forget_mails_of_persons(persons: Iterable[Person]) -> None:
    """Delete every e-mail that was written to these persons of the series, by `tell_person`."""
    forget_mails_of_person_keys(person.pk for person in persons)


def forget_mails_of_person_keys(keys: Iterable[int]) -> None:
    _forget_mails_to(f":person-{key}-" for key in keys)


def _forget_mails_to(whom: Iterable[str]) -> None:
    """Delete the e-mails with one of these in their key: behind its last colon, or up to a dash."""
    wanted = frozenset(whom)
    rows = Mail.objects.order_by().values_list("pk", "key").iterator()
    gone = [pk for pk, key in rows if not wanted.isdisjoint(_whom(key))]
    Mail.objects.filter(pk__in=gone).delete()


def _whom(key: str) -> tuple[str, ...]:
    last = f":{key.rpartition(':')[2]}"
    return last, *TO_A_PERSON.findall(key)


def send_unsent(clock: Callable[[], dt.datetime]) -> int:
    """Send what waits, oldest first, and say how many went out.

    Two workers at once share the work: each takes a mail before sending it. A mail the server
    refuses stays unsent and is tried again later. A server that cannot be reached ends the round,
    and nothing is sent until its pause is over, which one mail then finds out for all.
    """
    sent = 0
    connection = get_connection()
    while (mail := _take(clock())) is not None:
        try:
            _send(mail, connection)
        except REFUSED as refused:
            # A server that refuses many in one connection ends it, and the next would be to blame.
            connection.close()
            log.warning("Mail %s was refused: %s", mail.pk, refused)
            _put_off(mail, Trouble.REFUSED, clock(), at_most=LONGEST_PAUSE_OF_ONE)
            continue
        except (smtplib.SMTPException, OSError) as trouble:
            log.warning("Mail %s could not be sent: %s", mail.pk, trouble)
            _put_off(mail, _trouble(trouble), clock(), at_most=LONGEST_PAUSE)
            break
        Mail.objects.filter(pk=mail.pk).update(sent_at=clock(), trouble="")
        sent += 1
    connection.close()
    return sent


def _send(mail: Mail, connection: Any) -> None:
    """Send it; anew where the server has ended a connection that had sent others before, as many do
    after so many e-mails."""
    has_sent = connection.open() is False
    try:
        _message(mail, connection).send()
    except smtplib.SMTPException as ended:
        if not has_sent or isinstance(ended, REFUSED):
            raise
        connection.close()
        connection.open()
        _message(mail, connection).send()


def sends_nothing() -> bool:
    """Whether this site has no mail server: what is written stands in its log only."""
    return settings.EMAIL_BACKEND in SENDS_NOTHING


def reaches_series() -> bool:
    """Whether an e-mail to the series goes out of this site at all."""
    return bool(settings.SERIES_EMAIL) and not sends_nothing()


def waits_for_series(tournament: Tournament, occasion: str) -> bool:
    """Whether an e-mail of this occasion to the series was written and has not gone out."""
    unsent = Mail.objects.filter(sent_at__isnull=True)
    return unsent.filter(key__startswith=f"{occasion}:{tournament.pk}:").exists()


def mail_state(now: dt.datetime) -> MailState:
    """What happens to an e-mail that is written now."""
    if sends_nothing():
        return MailState.OFF
    waiting = Mail.objects.filter(sent_at__isnull=True, at__gt=now - GIVE_UP_AFTER)
    stuck = waiting.filter(trouble__in=OF_THE_SERVER).exists()
    return MailState.STUCK if stuck else MailState.ON


def links_under_way(since: dt.datetime) -> frozenset[int]:
    """Keys of entries whose link to confirm waits for a server in trouble, or went out later than
    `since`."""
    late = Q(sent_at__isnull=True, trouble__in=OF_THE_SERVER) | Q(sent_at__gt=since)
    keys = Mail.objects.filter(late, key__startswith="register").values_list("key", flat=True)
    return frozenset(int(key.rpartition(":")[2]) for key in keys)


def end_pauses() -> None:
    """Try a server in trouble again at once: who has just started the site may have mended it."""
    Mail.objects.filter(sent_at__isnull=True, trouble__in=OF_THE_SERVER).update(again_at=None)


def write_mail(key: str, *, to: str, subject: str, body: str, now: dt.datetime) -> None:
    """Write any other e-mail, whose language is the active one; nothing happens if one with this
    key was written before."""
    mail = Mail(key=key, to=to, subject=subject[:200], body=body, at=now)
    Mail.objects.bulk_create([mail], ignore_conflicts=True)
    transaction.on_commit(_announce, robust=True)


def news_of_mails(tournament: Tournament, now: dt.datetime) -> list[MailNews]:
    """What its desk has to know of the e-mails to its players. Addresses are not among it; mails
    to one that was corrected since are nobody's trouble any more."""
    entries = {str(entry.pk): entry for entry in tournament.entries.all()}
    unsent = []
    for mail in Mail.objects.filter(sent_at__isnull=True).defer("subject", "body"):
        entry = entries.get(mail.key.rpartition(":")[2])
        if entry is not None and same_mailbox(entry.email, mail.to):
            of_its_own = mail.trouble == Trouble.REFUSED
            unsent.append(Unsent(mail.at, mail.trouble, of_its_own, entry.full_name))
    return list(mail_news(unsent, now, off=sends_nothing()))


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
    version = f"&version={facts['version']}" if facts.get("version") else ""
    with translation.override(entry.language):
        context = {
            "entry": entry,
            "tournament": entry.tournament,
            "prospect": partial(entry.tournament.entries.prospect_of, entry, now),
            "register_url": absolute("register", slug),
            "tournament_url": absolute("tournament", slug),
            "calendar_url": absolute("appointment", slug),
            "my_url": absolute("my_page", slug, entry.token),
            "confirm_url": absolute("confirm_registration", slug, entry.token) + proof + version,
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
    # A name may hold a line's end of its own.
    return " ".join(subject.split())[:200], body.strip() + "\n"


def _take(now: dt.datetime) -> Mail | None:
    """The next mail to send, taken so that nobody else takes it; None when nothing waits."""
    unsent = Mail.objects.filter(sent_at__isnull=True, at__gt=now - GIVE_UP_AFTER)
    if unsent.filter(trouble__in=OF_THE_SERVER, again_at__gt=now).exists():
        return None
    waiting = unsent.filter(Q(again_at__isnull=True) | Q(again_at__lte=now))
    for mail in waiting.order_by("at", "pk")[:20]:
        # The update counts rows, so of two who try at once one gets nothing.
        if waiting.filter(pk=mail.pk).update(tried_at=now, again_at=now + TAKEN_FOR):
            return mail
    return None


def _put_off(mail: Mail, trouble: Trouble, now: dt.datetime, *, at_most: dt.timedelta) -> None:
    again_at = now + pause(now - mail.at, at_most=at_most)
    Mail.objects.filter(pk=mail.pk).update(trouble=trouble, again_at=again_at)


def _trouble(raised: smtplib.SMTPException | OSError) -> Trouble:
    if isinstance(raised, smtplib.SMTPAuthenticationError):
        return Trouble.SIGN_IN
    # A connection that ends without a word is an error of smtplib, and one of the network too.
    return (
        Trouble.SERVER if isinstance(raised, smtplib.SMTPResponseException) else Trouble.NO_ANSWER
    )


def _message(mail: Mail, connection: Any) -> EmailMessage:
    # The same mail always carries the same id: should it go out twice after a crash between
    # sending and noting it, mailboxes can show it once.
    digest = hashlib.sha256(mail.key.encode()).hexdigest()[:32]
    host = urlsplit(settings.SITE_URL).hostname or "localhost"
    message = EmailMultiAlternatives(
        mail.subject,
        mail.body,
        to=[in_ascii(mail.to)],
        headers={"Message-ID": f"<{digest}@{host}>", "Auto-Submitted": "auto-generated"},
        connection=connection,
    )
    message.attach_alternative(_page(mail), "text/html")
    return message


def _page(mail: Mail) -> str:
    """The same words as HTML. Addresses of this site alone become links: what looks like one in a
    name or a text that somebody typed stays what it is."""
    ours = settings.SITE_URL.rstrip("/") + "/"
    paragraphs = [
        [(line, line.startswith(ours)) for line in paragraph.splitlines()]
        for paragraph in re.split(r"\n\s*\n", mail.body.strip())
    ]
    return loader.render_to_string("mail/page.html", {"mail": mail, "paragraphs": paragraphs})
