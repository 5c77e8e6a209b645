"""Backups of the whole site, for the series' administrators; a restore needs a command."""

from __future__ import annotations

import logging
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_POST

from tournaments.domain.values import Refused
from tournaments.models import Restoration
from tournaments.permissions import may
from tournaments.services import backups, links, rounds
from tournaments.views.access import series_act
from tournaments.wording import told

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
        "restored": Restoration.objects.all()[:RESTORES_SHOWN],
    }
    return render(request, "tournaments/site_backups.html", context)


def _manage() -> str:
    """How a command of this very site begins: one that names another folder has another site."""
    usual = settings.VAR_DIR == settings.BASE_DIR / "var"
    where = "" if usual else f"VAR_DIR={shlex.quote(str(settings.VAR_DIR))} "
    return f"{where}.venv/bin/python manage.py"


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
        try:
            backups.back_up(file, for_others=True)
        except Refused as refusal:
            messages.error(request, told(refusal))
            return redirect("site_backups")
        # Somebody may have committed to draws while the file was written: it goes to nobody.
        if rounds.draws_to_come():
            return redirect("site_backups")
        response = HttpResponse(file.read_bytes(), content_type="application/octet-stream")
    response.headers["Content-Disposition"] = content_disposition_header(True, file.name)
    log.warning("A backup of the whole site was handed to %s.", request.user.get_username())
    add_never_cache_headers(response)
    return response
