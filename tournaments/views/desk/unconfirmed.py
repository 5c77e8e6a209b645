"""Sign-ups from one place that nobody has confirmed, dropped by the organiser with one act."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from django.contrib import messages
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Tournament
from tournaments.models.entry import EntryState
from tournaments.services import unconfirmed
from tournaments.services.crowds import Crowd
from tournaments.views.access import act, typed_keys
from tournaments.views.mails import with_mail
from tournaments.views.posting import Page, Sent, posted
from tournaments.wording import in_words


def late_messages(late: Sequence[Entry]) -> list[tuple[str, str]]:
    """A sentence about sign-ups that only a person lets lapse, with the level of its message."""
    if not late:
        return []
    text = ngettext(
        "%(count)s sign-up was not confirmed in time. So many at once do not lapse by themselves, "
        "because the clock of a server may be wrong: look at the list of players.",
        "%(count)s sign-ups were not confirmed in time. So many at once do not lapse by "
        "themselves, because the clock of a server may be wrong: look at the list of players.",
        len(late),
    )
    return [("warning", text % {"count": len(late)})]


def crowd_messages(tournament: Tournament, crowd: Crowd) -> list[tuple[str, str]]:
    """A sentence about sign-ups that are refused because too many wait, with its level."""
    if not tournament.takes_sign_ups:
        return []
    if crowd.closed:
        text = _(
            "So many sign-ups wait to be confirmed that no more are taken. Look at the list of "
            "players, and drop those that nobody means."
        )
        return [("warning", text)]
    if crowd.everywhere:
        text = _(
            "So many sign-ups wait to be confirmed that no more are taken from networks of which "
            "three or more wait already. Look at the list of players, and drop those that nobody "
            "means."
        )
        return [("warning", text)]
    if not crowd.full:
        return []
    text = ngettext(
        "So many sign-ups from one network wait to be confirmed that no more are taken from there: "
        "look at the list of players, and drop those that nobody means.",
        "So many sign-ups from each of %(count)s networks wait to be confirmed that no more are "
        "taken from there: look at the list of players, and drop those that nobody means.",
        len(crowd.full),
    )
    return [("warning", text % {"count": len(crowd.full)})]


def lapsed_messages(count: int) -> list[tuple[str, str]]:
    """A sentence about sign-ups that can be taken back, with the level of its message."""
    if not count:
        return []
    text = ngettext(
        "%(count)s sign-up lapsed within the last week and can be taken back: look at the list of "
        "players.",
        "%(count)s sign-ups lapsed within the last week and can be taken back: look at the list of "
        "players.",
        count,
    )
    return [("info", text % {"count": count})]


ENTRIES = Page("entries", ("slug",))


@act
@posted(ENTRIES)
def confirm_entries(sent: Sent, tournament: Tournament) -> str:
    """Those who are ticked, or all of a list that was shown."""
    if show := sent.text("show"):
        sent.back += f"?{urlencode({'show': show})}"
    keys = typed_keys(sent.request, "entry")
    return _placed(unconfirmed.confirm_entries(tournament, keys, sent.doer))


def _placed(entries: Sequence[Entry]) -> str:
    """What became of those who were confirmed."""
    waiting = sum(entry.state == EntryState.WAITING for entry in entries)
    done = ngettext(
        "%(count)s sign-up is confirmed.", "%(count)s sign-ups are confirmed.", len(entries)
    ) % {"count": len(entries)}
    if not waiting:
        return done
    waits = ngettext(
        "%(count)s of them is on the waiting list: all places are taken.",
        "%(count)s of them are on the waiting list: all places are taken.",
        waiting,
    ) % {"count": waiting}
    return f"{done} {waits}"


@act
@posted(ENTRIES)
def drop_unconfirmed(sent: Sent, tournament: Tournament) -> str:
    """The keys are those of the names that were shown: who came meanwhile stays."""
    unconfirmed.drop_unconfirmed(tournament, typed_keys(sent.request, "entry"), sent.doer)
    return _("Dropped. Nothing of these sign-ups is kept.")


@act
@posted(ENTRIES)
def take_back_lapsed(sent: Sent, tournament: Tournament) -> str:
    """Those who are ticked, as far as they may be."""
    keys = typed_keys(sent.request, "lapsed")
    for refusal in unconfirmed.take_back_lapsed(tournament, keys, sent.doer).refused:
        messages.error(sent.request, in_words(refusal), extra_tags=refusal.rule_id)
    return with_mail(
        _("Whoever could be taken back is on the list again."),
        _("A new link goes to them by e-mail."),
    )
