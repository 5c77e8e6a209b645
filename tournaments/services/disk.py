"""The disk on which the site keeps what it writes; on the embedded site that is all of it."""

from __future__ import annotations

import shutil

from django.conf import settings

from tournaments.domain.room import Room, room_of


def free_bytes() -> int:
    return shutil.disk_usage(settings.VAR_DIR).free


def room() -> Room:
    return room_of(free_bytes())
