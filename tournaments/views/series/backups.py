"""Backups of the whole site, for the series' administrators; a restore needs a command."""

from __future__ import annotations

import logging
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import quote

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST

from tournaments.domain.backups import hours_old, is_late
from tournaments.models import Restoration
from tournaments.permissions import may
from tournaments.services import backups, links, rounds
from tournaments.views.access import series_act
from tournaments.views.outcome import answered, outcome

log = logging.getLogger(__name__)

RESTORES_SHOWN = 5


@series_act
def site_backups(request: HttpRequest) -> HttpResponse:
    copies = backups.kept_copies()
    context = {
        "section": "mine",
        "manage": _manage(),
        "drawing": rounds.draws_to_come(),
        "may_take": may(request.roles, "take_backup"),
        "keeps_copies": "keep-copy" in settings.CELERY_BEAT_SCHEDULE,
        "copies": copies,
        **nightly(),
        "restored": Restoration.objects.all()[:RESTORES_SHOWN],
    }
    return render(request, "tournaments/series/site_backups.html", context)


def nightly() -> dict[str, object]:
    """What pages tell of the backups of the nights, if somebody makes any."""
    newest, now = backups.newest_of_nights(), timezone.now()
    return {
        "nightly_in": settings.BACKUP_DIR,
        "nightly_hours": hours_old(newest.at, now) if newest else None,
        "nightly_late": bool(settings.BACKUP_DIR) and is_late(newest and newest.at, now),
    }


def _manage() -> str:
    """How a command of this very site begins: one that names another place has another site."""
    where = []
    if connection.vendor == "postgresql":
        where.append(f"DATABASE_URL={shlex.quote(_address())}")
    if settings.VAR_DIR != settings.BASE_DIR / "var":
        where.append(f"VAR_DIR={shlex.quote(str(settings.VAR_DIR))}")
    return " ".join([*where, ".venv/bin/python manage.py"])


def _address() -> str:
    """Of the database, as DATABASE_URL has it, but with a word in the place of the password."""
    told = connection.settings_dict
    password = ":PASSWORD" if told["PASSWORD"] else ""
    host, port = told["HOST"] or "localhost", f":{told['PORT']}" if told["PORT"] else ""
    # A folder is a unix socket's.
    place = f"/{host}" if host.startswith("/") else f"{host}{port}"
    return f"postgres://{quote(told['USER'] or '')}{password}@{place}/{quote(told['NAME'])}"


@series_act
@require_POST
def take_backup(request: HttpRequest) -> HttpResponse:
    """The whole site as a file, without the sessions in which people are signed in, and e-mails.

    What was seen in it ends with the account (services/closed_accounts.py). Not while a draw is to
    come: its secret would be in the file, and no record could tell that somebody has read it
    (docs/draw.md).
    """
    if rounds.draws_to_come():
        return redirect("site_backups")
    # Before the file is written: so it stands in there, too, for a site that is restored from it.
    links.note_sight_of_all(request.user)
    now = timezone.localtime()
    with TemporaryDirectory(dir=settings.VAR_DIR) as folder:
        file = Path(folder, f"catantour-{now:%Y%m%d-%H%M}.{backups.suffix()}")
        came = outcome(lambda: backups.back_up(file, for_others=True))
        if came.refusal:
            return answered(request, came, back="site_backups")
        # Somebody may have committed to draws while the file was written: it goes to nobody.
        if rounds.draws_to_come():
            return redirect("site_backups")
        response = HttpResponse(file.read_bytes(), content_type="application/octet-stream")
    response.headers["Content-Disposition"] = content_disposition_header(True, file.name)
    log.warning("A backup of the whole site was handed to %s.", request.user.get_username())
    add_never_cache_headers(response)
    return response
