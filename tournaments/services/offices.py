"""Offices of each series: asked for, given, invited to, accepted and withdrawn.

Whatever administrators decide is decided under one lock for all series, so that two at once queue
up and the second is told what the first has done.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.db.models import Q, QuerySet

from tournaments.domain.values import Caution, Refused, marked
from tournaments.models import (
    Mail,
    OfficeInvitation,
    OfficeRequest,
    Series,
    SeriesOffice,
    Tournament,
)
from tournaments.models.office import INVITATION_DAYS, SeriesRole
from tournaments.services.acts import AlreadyDone, Doer, Unconfirmed
from tournaments.services.mailing import absolute, tell_address

KEPT_DAYS = 90
"""How long a decided request is kept, for whoever asks again or asks why."""


@dataclass(frozen=True, slots=True)
class Administrator:
    """The account that decides, and its act; none where it is the command line of the site."""

    user: Any
    doer: Doer


def ask_for_office(
    fields: Mapping[str, Any],
    now: dt.datetime,
    *,
    user: Any = None,
    mailed: bool = True,
    of: Series | None = None,
) -> None:
    """Keep that somebody asks to be an organiser of a series (the oldest) and tell it, if `mailed`;
    a second click keeps nothing.

    `fields` are name, email, place, text and language. The e-mail to the series names nobody: what
    is known of whoever asks stands in one place, where it can be deleted.
    """
    with locked_series() as oldest:
        series = of or oldest
        waiting = series.office_requests.filter(granted=None, user=user, **fields)
        if waiting.exists():
            return
        request = series.office_requests.create(user=user, at=now, **fields)
        tell_address(
            settings.SERIES_EMAIL if mailed else "",
            "office_asked",
            now,
            language=series.language,
            key=f"office_asked:request-{request.pk}",
            offices_url=lambda: absolute("series_offices", *series.place),
        )


def grant_request(pk: int, by: Administrator, *, of: Series | None = None) -> None:
    """Give the office to an account that asked for it; to anybody else send an invitation."""
    with _deciding(by, of) as series:
        request = _undecided(series, pk, granted=True)
        if request.user is None:
            request.invitation = _invite(
                series,
                by.doer,
                note=str(request),
                email=request.email,
                language=request.language,
                role=SeriesRole.ORGANISER,
            )
        else:
            office = _give(series, request.user, SeriesRole.ORGANISER, by.doer)
            _tell_granted(office, request.email, request.language, by.doer)
        _decide(request, by.doer, granted=True)


def refuse_request(pk: int, answer: str, by: Administrator, *, of: Series | None = None) -> None:
    """Say no with a sentence, which is mailed."""
    with _deciding(by, of) as series:
        request = _undecided(series, pk, granted=False)
        request.answer = answer
        _decide(request, by.doer, granted=False)
        tell_address(
            request.email,
            "office_refused",
            by.doer.now,
            language=request.language,
            key=f"office_refused:request-{request.pk}",
            request=request,
        )


def clear_old_requests(now: dt.datetime) -> int:
    """Delete what was decided over `KEPT_DAYS` ago, with its e-mails; how many requests it was.

    An invitation or an office that came of it stays.
    """
    old = OfficeRequest.objects.filter(decided_at__lt=now - dt.timedelta(days=KEPT_DAYS))
    keys = list(old.values_list("pk", flat=True))
    mails = [f"{name}:request-{key}" for key in keys for name in ("office_asked", "office_refused")]
    with transaction.atomic():
        Mail.objects.filter(key__in=mails).delete()
        old.filter(pk__in=keys).delete()
    return len(keys)


def give_office(user: Any, role: str, by: Administrator, *, of: Series | None = None) -> None:
    """Give an office to an account that exists."""
    with _deciding(by, of) as series:
        _refuse_above(role, by)
        if _held(series, user, role):
            raise AlreadyDone("", marked("This account holds the office already."))
        _ask_of_whole_site(role, user.get_username(), by.doer)
        office = _give(series, user, role, by.doer)
        _tell_granted(office, user.email, series.language, by.doer)


def withdraw_office(pk: int, by: Administrator, *, of: Series | None = None) -> None:
    """Take an office back and tell who held it; events written meanwhile keep their organiser.

    Nobody takes their own, so that one administrator is always left.
    """
    with _deciding(by, of) as series:
        given = SeriesOffice.objects.that_count_in(series)
        office = given.select_related("user", "series").filter(pk=pk).first()
        if office is None:
            raise AlreadyDone("", marked("This office is taken back already."))
        _refuse_above(office.role, by)
        if office.user_id == by.user.pk:
            raise Refused("", marked("Your own office is taken back by another administrator."))
        caution = Caution.of(
            "",
            marked(
                "{user} loses an office of the series: {office}. The desks of their own events "
                "stay open to them."
            ),
            user=office.user.get_username(),
            office=SeriesRole(office.role).named_in(office.series),
        )
        cautions = [caution, *_what_ends(office)]
        if any(one.key not in by.doer.confirmed for one in cautions):
            raise Unconfirmed(cautions)
        office._history_user = by.user
        office._history_date = by.doer.now
        _tell_withdrawn(office, by.doer)
        office.delete()


def _what_ends(office: SeriesOffice) -> Iterator[Caution]:
    """What ends with the office of an administrator (services/closed_accounts.py)."""
    if office.role == SeriesRole.ORGANISER or office.user.is_staff:
        return
    seen = office.user.sights.exclude(tournament=None)
    if office.role == SeriesRole.HEAD:
        seen = seen.filter(tournament__series=office.series.as_kept)
    events = seen.count()
    if events:
        yield Caution.of(
            "",
            marked(
                "{user} has seen personal links of players and officials. They end, and so do "
                "the codes on printed badges. Events where that was: {events}. Whoever gets no "
                "new link by e-mail gets it from the desk."
            ),
            user=office.user.get_username(),
            events=events,
        )
    if office.user.sights.filter(tournament=None).exists():
        yield Caution.of(
            "",
            marked("Invitations that nobody has accepted end, since {user} has seen their links."),
            user=office.user.get_username(),
        )


def make_invitation(
    role: str,
    note: str,
    by: Administrator,
    *,
    email: str = "",
    language: str = "",
    of: Series | None = None,
) -> OfficeInvitation:
    """A link to an office for whoever is noted; it is mailed where there is an address."""
    with _deciding(by, of) as series:
        _refuse_above(role, by)
        _ask_of_whole_site(role, note, by.doer)
        return _invite(
            series,
            by.doer,
            role=role,
            note=note,
            email=email,
            language=language or series.language,
        )


def withdraw_invitation(pk: int, by: Administrator, *, of: Series | None = None) -> None:
    """Make a link worthless that nobody has used yet."""
    with _deciding(by, of) as series:
        invitation = series.invitations.get(pk=pk)
        _refuse_above(invitation.role, by)
        if invitation.withdrawn_at is not None:
            raise AlreadyDone("", marked("This invitation is taken back already."))
        if invitation.used_at is not None:
            raise Refused(
                "", marked("This invitation was accepted meanwhile; take the office back instead.")
            )
        invitation.withdrawn_by, invitation.withdrawn_at = by.doer.name, by.doer.now
        invitation.save()


def accept_invitation(invitation: OfficeInvitation, user: Any, now: dt.datetime) -> SeriesOffice:
    """Give the invitation's office to the account; the invitation is used up by it.

    Whoever holds the office already leaves the invitation for somebody else.
    """
    with locked_series():
        invitation = OfficeInvitation.objects.select_related("series").get(pk=invitation.pk)
        series = invitation.series
        if invitation.used_by_id == user.pk:
            raise AlreadyDone("", marked("You have accepted this invitation already."))
        refuse_lapsed(invitation, now)
        if _held(series, user, invitation.role):
            raise AlreadyDone("", marked("You hold this office already."))
        invitation.used_by, invitation.used_at = user, now
        invitation.save()
        return series.offices.create(
            user=user,
            role=invitation.role,
            invitation=invitation,
            granted_by=invitation.made_by,
            granted_at=now,
        )


def sign_up_with_invitation(
    invitation: OfficeInvitation, account: AbstractBaseUser, now: dt.datetime
) -> AbstractBaseUser:
    """Save a new account, as its form has checked it, and give it the invitation's office."""
    with locked_series():
        refuse_lapsed(OfficeInvitation.objects.get(pk=invitation.pk), now)
        save_new_account(account)
        accept_invitation(invitation, account, now)
    return account


def save_new_account(account: AbstractBaseUser) -> None:
    """Save it under the lock of the series, which lets the first of two be first who have chosen
    one name at once."""
    name = account.get_username()
    if get_user_model().objects.filter(username__iexact=name).exists():
        raise Refused("", marked("Somebody has just taken the user name {name}."), name=name)
    account.save()


def refuse_lapsed(invitation: OfficeInvitation, now: dt.datetime) -> None:
    """Say plainly why an invitation cannot be accepted any more."""
    if invitation.used_at is not None:
        raise Refused(
            "",
            marked("This invitation was accepted on {at}; it can be used once."),
            at=invitation.used_at,
        )
    if invitation.withdrawn_at is not None:
        raise Refused("", marked("The series has taken this invitation back."))
    if not invitation.is_open(now):
        raise Refused(
            "", marked("This invitation could be accepted until {at}."), at=invitation.expires_at
        )


def administrators() -> QuerySet[Any]:
    """The accounts that administer the series and may sign in."""
    by_office = SeriesOffice.objects.filter(role=SeriesRole.ADMINISTRATOR)
    entitled = Q(is_staff=True) | Q(pk__in=by_office.values("user"))
    return get_user_model().objects.filter(entitled, is_active=True)


def heads() -> QuerySet[SeriesOffice]:
    """The offices of those who head a series and may sign in."""
    return SeriesOffice.objects.filter(role=SeriesRole.HEAD, user__is_active=True)


def series_headed(user: Any) -> list[Series]:
    """The series that the account heads, the oldest first; none of whoever is not signed in."""
    return list(Series.objects.filter(offices__in=heads().filter(user=user.pk)))


def heads_series_of(user: Any, tournament: Tournament) -> bool:
    """Whether the account heads the series of the event."""
    return heads().filter(user=user, series=series_key(tournament)).exists()


def series_key(tournament: Tournament) -> int:
    """The key of the series that the event is of."""
    return tournament.series_id or Series.objects.oldest().pk


def is_administrator(user: Any) -> bool:
    """Whether the account administers the series: as staff, or by office."""
    return (
        user.is_staff
        or SeriesOffice.objects.filter(user=user, role=SeriesRole.ADMINISTRATOR).exists()
    )


def series_written_by(user: Any) -> list[Series]:
    """The series in which the account writes new events: an administrator in all of them."""
    found = Series.objects.side_by_side()
    if is_administrator(user):
        return found
    held = set(SeriesOffice.objects.filter(user=user).values_list("series", flat=True))
    return [series for series in found if series.pk in held]


@contextmanager
def locked_series() -> Iterator[Series]:
    """The oldest series, locked to the end of the transaction: one lock for all of them, so that
    nothing that administrators decide happens at once."""
    with transaction.atomic():
        yield Series.objects.select_for_update().get(pk=Series.objects.oldest().pk)


@contextmanager
def _deciding(by: Administrator, of: Series | None) -> Iterator[Series]:
    """The same for an administrator, who may have lost the office while the page was open; it gives
    the series of which something is decided."""
    with locked_series() as oldest:
        series = of or oldest
        # As it is by now, whatever the page has read of the account.
        if not _administers(by.user) and not _heads(by.user, series):
            raise Refused("", marked("You are no administrator of the series any more."))
        yield series


def _administers(user: Any) -> bool:
    return administrators().filter(pk=user.pk).exists()


def _heads(user: Any, series: Series) -> bool:
    return heads().filter(user=user.pk, series=series).exists()


def _refuse_above(role: str, by: Administrator) -> None:
    """Who administers all series is decided by those who do."""
    if role == SeriesRole.ADMINISTRATOR and not _administers(by.user):
        raise Refused(
            "", marked("Administrators of the whole site alone give and take back this office.")
        )


def _ask_of_whole_site(role: str, name: str, doer: Doer) -> None:
    """Say what the office over the whole site gives before anybody gets it."""
    caution = Caution.of(
        "",
        marked(
            "{name} is to administer the whole site: every series and its offices, the data of all "
            "persons, backups, and the desk of every tournament."
        ),
        name=name,
    )
    if role == SeriesRole.ADMINISTRATOR and caution.key not in doer.confirmed:
        raise Unconfirmed([caution])


def _held(series: Series, user: Any, role: str) -> bool:
    given = SeriesOffice.objects.that_count_in(series)
    return given.filter(user=user, role=role).exists()


def _undecided(series: Series, pk: int, *, granted: bool) -> OfficeRequest:
    request = series.office_requests.select_related("user").get(pk=pk)
    if request.granted is None:
        return request
    refused = AlreadyDone if request.granted == granted else Refused
    message = (
        marked("{name} has granted this request already.")
        if request.granted
        else marked("{name} has refused this request already.")
    )
    raise refused("", message, name=request.decided_by)


def _decide(request: OfficeRequest, doer: Doer, *, granted: bool) -> None:
    request.granted, request.decided_by, request.decided_at = granted, doer.name, doer.now
    request.save()


def _give(series: Series, user: Any, role: str, doer: Doer) -> SeriesOffice:
    return series.offices.get_or_create(
        user=user, role=role, defaults={"granted_by": doer.name, "granted_at": doer.now}
    )[0]


def _invite(
    series: Series, doer: Doer, *, role: str, note: str, email: str, language: str
) -> OfficeInvitation:
    invitation = series.invitations.create(
        role=role,
        note=note[:200],
        email=email,
        made_by=doer.name,
        made_at=doer.now,
        expires_at=doer.now + dt.timedelta(days=INVITATION_DAYS),
    )
    tell_address(
        email,
        "office_invitation",
        doer.now,
        language=language,
        key=f"office_invitation:invitation-{invitation.pk}",
        invitation=invitation,
        invitation_url=lambda: absolute("office_invitation", invitation.token),
    )
    return invitation


def _tell_granted(office: SeriesOffice, address: str, language: str, doer: Doer) -> None:
    tell_address(
        address,
        "office_granted",
        doer.now,
        language=language,
        key=f"office_granted:office-{office.pk}",
        office=office,
        mine_url=lambda: absolute("my_tournaments"),
    )


def _tell_withdrawn(office: SeriesOffice, doer: Doer) -> None:
    asked = OfficeRequest.objects.filter(user=office.user).order_by("at").last()
    tell_address(
        office.user.email,
        "office_withdrawn",
        doer.now,
        language=asked.language if asked else office.series.language,
        key=f"office_withdrawn:office-{office.pk}",
        office=office,
        mine_url=lambda: absolute("my_tournaments"),
    )
