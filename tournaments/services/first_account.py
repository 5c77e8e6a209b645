"""The first account of a site, which administers it: made through a link that only those see who
start the site on its machine. Nothing is kept of the link: it holds for a day, and only as long as
nobody administers the site."""

from __future__ import annotations

import datetime as dt

from django.contrib.auth.models import AbstractUser
from django.core.signing import BadSignature, Signer

from tournaments.domain.values import Refused, marked
from tournaments.services.mailing import absolute
from tournaments.services.offices import administrators, locked_series, save_new_account

LINK_HOURS = 24


def nobody_administers() -> bool:
    """Whether the site waits for its first account."""
    return not administrators().exists()


def first_account_address(now: dt.datetime) -> str:
    """The link, which holds for `LINK_HOURS` from now on."""
    return absolute("first_account", _signer().sign(str(int(now.timestamp()))))


def make_first_account(token: str, account: AbstractUser, now: dt.datetime) -> AbstractUser:
    """Save the account, as its form has checked it, as the one that runs the site. Refused for a
    link that does not hold; of two at once the second has come too late."""
    with locked_series():
        refuse_worthless(token, now)
        account.is_staff = account.is_superuser = True
        save_new_account(account)
    return account


def refuse_worthless(token: str, now: dt.datetime) -> None:
    """Say why a link makes no first account (any more)."""
    made = _made(token)
    if made is None:
        raise Refused("", marked("See whether the link is whole, and copy all of it."))
    if not nobody_administers():
        raise Refused("", marked("This site has its administrator already: sign in."))
    # Who keeps the clock of the machine right after the start is not shut out by it.
    if abs(now - made) > dt.timedelta(hours=LINK_HOURS):
        raise Refused(
            "", marked("This link is too old. Start the site again: a new one is printed then.")
        )


def _made(token: str) -> dt.datetime | None:
    """When this site made the link; None if it did not."""
    try:
        return dt.datetime.fromtimestamp(int(_signer().unsign(token)), dt.UTC)
    except BadSignature:
        return None


def _signer() -> Signer:
    return Signer(salt="tournaments.first-account")
