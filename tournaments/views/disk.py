"""What those who run the site are told of its disk, before whoever saves something finds out."""

from __future__ import annotations

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _

from tournaments.domain.room import Room, room_of
from tournaments.services import disk


def disk_messages() -> list[tuple[str, str]]:
    """Messages of a page, each with its level; none while there is room."""
    free = disk.free_bytes()
    room = room_of(free)
    if room is Room.ENOUGH:
        return []
    if room is Room.NONE:
        said = _("The disk of the site is full: nothing can be saved any more, only read.")
        return [("error", f"{said} {_what_to_do()}")]
    said = _("The disk of the site is nearly full: %(room)s are left.")
    return [("warning", f"{said % {'room': filesizeformat(free)}} {_what_to_do()}")]


def _what_to_do() -> str:
    return _("Tell whoever runs the site to make room there.")
