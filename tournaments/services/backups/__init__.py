"""Backups of the whole site: taken while it runs, restored while it does not."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tournaments.domain.backups import LATE_AFTER
from tournaments.domain.values import Refused, marked
from tournaments.models import Restoration
from tournaments.services import timeline
from tournaments.services.backups import keeping, postgresql, sqlite
from tournaments.services.backups.checking import Broken, check_release
from tournaments.services.backups.files import WITH_LINKS, written_whole
from tournaments.services.links import note_sight_of_all

ENGINES = {"sqlite": sqlite, "postgresql": postgresql}


def folder() -> Path:
    """Where the site keeps its own copies."""
    return Path(settings.VAR_DIR, "backups")


def back_up(file: Path, *, for_others: bool = False) -> None:
    """Write the site as it is at one moment into a new file, which could be restored.

    One `for_others` lets nobody who gets the file go on as somebody who is signed in, nor open what
    stood in e-mails: those that waited are not sent by a site that is restored from it.
    """
    engine = _engine()
    with written_whole(file) as draft:
        engine.take(draft, left_out=WITH_LINKS if for_others else ())
        if not MigrationRecorder(connection).has_table():
            raise Refused("", marked("The database is empty: there is nothing to back up."))
        try:
            engine.look_through(draft)
        except Broken as trouble:
            # What cannot be read to its end would be no help on the day it is needed.
            raise Refused(
                "", marked("The database is broken: {why}."), why=str(trouble)
            ) from trouble


def restore(file: Path, now: dt.datetime) -> Path | None:
    """Put what is in `file` in the place of what is there.

    Returns where what was there is kept; None if nothing was. The file is looked through before
    anything is touched. Brings an older backup up to this release, and leaves nothing in the cache.
    What holds again from then ends with the account of every superuser (services/links.py).
    """
    engine = _engine()
    try:
        check_release(file, engine.look_through(file))
    except Broken as trouble:
        raise Refused(
            "", marked("{file} is broken: {why}."), file=str(file), why=str(trouble)
        ) from trouble
    connections.close_all()
    before = folder() / f"before-restore-{timezone.localtime(now):%Y%m%d-%H%M%S-%f}.{engine.SUFFIX}"
    before.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    there = engine.put(file, before)
    call_command("migrate", verbosity=0, interactive=False)
    Restoration.objects.create(at=now, file=file.name[-255:])
    for user in get_user_model().objects.filter(is_superuser=True, is_active=True):
        # The links of that moment hold again, and whoever took a file since may have them.
        note_sight_of_all(user)
    timeline.learn(connection)
    for cache in caches.all(initialized_only=False):
        cache.clear()
    return before if there else None


def keep_copy(now: dt.datetime) -> bool:
    """Keep one more copy beside the database if anything has changed; returns whether it did."""
    return keeping.keep_copy(folder(), suffix(), back_up, now)


def kept_copies() -> list[keeping.Copy]:
    """The copies beside the database, the newest first."""
    return keeping.copies(folder())


def newest_of_nights() -> keeping.Copy | None:
    """The newest whole backup in BACKUP_DIR, where one should come every night; None if none is."""
    found = keeping.copies(Path(settings.BACKUP_DIR)) if settings.BACKUP_DIR else []
    # Those of this site are whole or not there; an empty one is somebody else's. One from a clock
    # that is days ahead would count for years.
    latest = timezone.now() + LATE_AFTER
    return next((copy for copy in found if copy.size and copy.at <= latest), None)


def suffix() -> str:
    """What the name of a backup of this site ends with."""
    return _engine().SUFFIX


def _engine():
    return ENGINES[connection.vendor]
