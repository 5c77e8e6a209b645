"""Links and offers that end with the office of whoever has seen or made them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.db.models import QuerySet

from tournaments.domain.mailboxes import same_mailbox
from tournaments.domain.values import Caution, marked
from tournaments.models import Entry, OfficeInvitation, Official, Sight, Tournament
from tournaments.models.entry import EntryState, Role, new_token
from tournaments.models.tournament import State
from tournaments.services.acts import Acting
from tournaments.services.entering import UNCONFIRMED_HOURS
from tournaments.services.handing_over import free_persons
from tournaments.services.mailing import drop_dead_links, sends_nothing, tell_latest

IN_THE_HALL = (State.CHECK_IN, State.RUNNING)
"""While badges are in people's hands."""


def end_what_was_seen(act: Acting, official: Official, *, asked: bool = True) -> None:
    """End the links of others that the holder of an organiser's office has seen till now, at the
    desk, in archives and on badges, and the offers of offices that wait: who made them is not
    known, and one may wait for an account of theirs. Nothing of other offices ends.

    Unless `asked` nobody is there to whom a caution could be shown.
    """
    if official.role != Role.ORGANISER:
        return
    _end_links_of_officials(act.tournament.officials.exclude(pk=official.pk))
    end_links_of_players(act, asked=asked)
    # Whoever has the role from now on has seen nothing yet, unless by an account.
    sees_on = official.user is not None and official.user.is_active
    Official.objects.filter(pk=official.pk).update(saw_desk=sees_on)


def end_all_links(act: Acting) -> None:
    """The same for whoever saw them without an office of the event; nobody is there to be asked."""
    _end_links_of_officials(act.tournament.officials.all())
    end_links_of_players(act, asked=False)


def _end_links_of_officials(others: QuerySet[Official]) -> None:
    for other in others.filter(token__isnull=False):
        other.token = new_token()
        other.save()
    for other in others.filter(asked__isnull=False):
        # The name stays: an announced event has its officials (T-072, T-073).
        other.asked = None
        other.save()


def note_sight(user: Any, tournament: Tournament | None) -> None:
    """Keep that an administrator of the series saw links of this event, or of invitations."""
    Sight.objects.get_or_create(user_id=user.pk, tournament=tournament)


def note_sight_of_all(user: Any) -> None:
    """The same of every event, for one that is over may be opened again, and of invitations."""
    note_sight(user, None)
    for tournament in Tournament.objects.order_by("pk"):
        note_sight(user, tournament)


def end_invitations(by: str, now: dt.datetime) -> None:
    """Take back every invitation to an office that can still be accepted."""
    waiting = OfficeInvitation.objects.filter(used_at=None, withdrawn_at=None, expires_at__gt=now)
    waiting.update(withdrawn_by=by, withdrawn_at=now)


def end_links_of_players(act: Acting, *, asked: bool = True) -> None:
    """Give all players new links, and mail them where nobody but the player reads it.

    With a link somebody else would sign a player off, take them out of the tournament, dispute
    results or confirm dice in their name. Once the event is over a link changes nothing and shows
    what everybody may read, so it stays, unless the event is opened again.
    """
    entries = list(act.tournament.entries.select_related("person", "joined_from", "tournament"))
    _end_proofs(entries)
    if act.tournament.is_over:
        act.tournament.links_outlived = True
        act.tournament.save(update_fields=["links_outlived"])
        return
    if not entries:
        return
    told = [] if sends_nothing() else [entry for entry in entries if _reads_it_alone(entry)]
    if asked:
        act.heed(_what_ends(act.tournament, entries, told))
    for entry in entries:
        entry.token = new_token()
        # Whoever leaves may have written it, and would be mailed the new link later.
        entry.address_to_confirm |= entry.address_by_desk and bool(entry.email)
    Entry.objects.bulk_update(entries, ["token", "address_to_confirm"])
    drop_dead_links(entries)
    _tell_new_links(told, act.doer.now)


def _end_proofs(entries: Iterable[Entry]) -> None:
    """Let nobody be a player by an address that only desks wrote: whoever leaves may have proved
    one of their own. The player proves theirs again once the desk has confirmed it. Nor does the
    series see any more what was proved of such addresses and waits for its word."""
    entries = list(entries)
    waiting = Entry.objects.filter(pk__in=[entry.pk for entry in entries])
    waiting.exclude(proved_address="").update(proved_address="")
    written = {
        entry.owner_id
        for entry in entries
        if entry.address_by_desk and same_mailbox(entry.email, entry.owner.email)
    }
    for person in free_persons(*written):
        said = person.own_entries.filter(address_by_desk=False)
        if not any(same_mailbox(entry.email, person.email) for entry in said):
            person.email, person.address_at = "", None
            person.save(update_fields=["email", "address_at"])


def _reads_it_alone(entry: Entry) -> bool:
    """Whether the address is the player's own word: the desk may have written another one to get
    the new link, and whoever reads that one may have proved it, too."""
    listed = entry.state != EntryState.CANCELLED
    return listed and bool(entry.email) and not entry.address_by_desk


def _what_ends(
    tournament: Tournament, entries: Sequence[Entry], told: Sequence[Entry]
) -> Iterator[Caution]:
    listed = [entry for entry in entries if entry.state != EntryState.CANCELLED]
    if tournament.state in IN_THE_HALL:
        yield _badges_end(len(told), len(listed) - len(told))
    elif rest := len(listed) - len(told):
        yield Caution.of(
            "",
            marked(
                "The personal links of the players end, since the organiser has seen them. Players "
                "who get no new link by e-mail: {rest}. They get it from you, under Players."
            ),
            rest=rest,
        )


def _badges_end(mailed: int, rest: int) -> Caution:
    return Caution.of(
        "",
        marked(
            "The personal links of the players end, since the organiser has seen them, and the "
            "codes on printed badges open nothing any more. Players who get a new link by e-mail: "
            "{mailed}. Players who get it from the desk, with a new badge or under Players: {rest}."
        ),
        mailed=mailed,
        rest=rest,
    )


def _tell_new_links(entries: Sequence[Entry], now: dt.datetime) -> None:
    tell_latest((e for e in entries if e.state != EntryState.UNCONFIRMED), "new_link", now)
    for entry in entries:
        if entry.state == EntryState.UNCONFIRMED:
            _ask_again(entry, now)


def _ask_again(entry: Entry, now: dt.datetime) -> None:
    """What each sign-up told is confirmed by a link of its own."""
    for key in [version["key"] for version in entry.versions] or [""]:
        tell_latest([entry], "register", now, of=key[:8], hours=UNCONFIRMED_HOURS, version=key)
