"""Certificates to hand over, landscape. They are given to the players, so names are whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.criteria import Standing
from tournaments.domain.qualification import Award
from tournaments.domain.values import Refused, marked
from tournaments.exports.asked import Asked
from tournaments.exports.pdf.ornament import cluster, corner
from tournaments.exports.pdf.page import GREY, Page, Pen, write_pages
from tournaments.models import Tournament
from tournaments.models.entry import Role
from tournaments.models.event import Event
from tournaments.wording import day_words

PODIUM = 3
"""So many places get a certificate whatever they have won."""


@dataclass(frozen=True, slots=True)
class Certificate:
    name: str
    place: str
    prize: str


def certificates(asked: Asked) -> bytes:
    return write_pages(asked, _("Certificates"), pages(asked))


def pages(asked: Asked) -> list[Page]:
    """One each for the first three, for whoever won something, and the same of the juniors.

    With players named, one for each of these instead. Raises `Refused` before the end.
    """
    if asked.tournament.finished_at is None:
        raise Refused("T-049", marked("Certificates are printed once the standings are final."))
    signed_by = signatures(asked.tournament)
    found = [*_common(asked), *_junior(asked)]
    if not found:
        raise Refused("", marked("None of these players has a place in the standings."))

    def page(certificate: Certificate) -> Page:
        return Page(lambda pen: _draw(pen, asked, certificate, signed_by), landscape=True)

    return [page(certificate) for certificate in found]


def signatures(tournament: Tournament) -> list[tuple[str, str]]:
    """Who signs, role and name: of several who hold a role the one who was named first. A role
    that nobody holds has no line."""
    named: dict[str, str] = {}
    for official in tournament.officials.select_related("person", "joined_from").order_by("pk"):
        named.setdefault(official.role, official.full_name)
    signing = (Role.ORGANISER, Role.CHIEF_REFEREE)
    return [(str(role.label), named[role]) for role in signing if named.get(role)]


def _common(asked: Asked) -> Iterator[Certificate]:
    event = asked.event
    for row in event.standings().rows:
        if _wanted(asked, row, event.awards):
            place = _("for place %(rank)s") % {"rank": row.rank}
            prize = {
                Award.DIRECT: _("and a direct place in the final championship"),
                Award.POINT: _("and a qualification point for the final championship"),
            }
            yield _certificate(event, row, place, prize, event.awards)


def _junior(asked: Asked) -> Iterator[Certificate]:
    event = asked.event
    if not event.has_junior_category:
        return
    for row in event.junior_standings():
        if _wanted(asked, row, event.junior_awards):
            place = _("for place %(rank)s of the juniors") % {"rank": row.rank}
            prize = {
                Award.DIRECT: _("and a direct place in the junior championship"),
                Award.POINT: _("and a qualification point for the junior championship"),
            }
            yield _certificate(event, row, place, prize, event.junior_awards)


def _wanted(asked: Asked, row: Standing, awards: Mapping[int, Award]) -> bool:
    if asked.players:
        return asked.event.entries[row.player].number in asked.players
    return row.rank <= PODIUM or row.player in awards


def _certificate(
    event: Event,
    row: Standing,
    place: str,
    prizes: dict[Award, str],
    awards: Mapping[int, Award],
) -> Certificate:
    award = awards.get(row.player)
    name = event.entries[row.player].full_name
    prize = prizes[award] if award else ""
    if prize and event.tournament.to_be_confirmed(event.today):
        prize = _("%(prize)s, once the series has confirmed it") % {"prize": prize}
    return Certificate(name, place, prize)


def _draw(
    pen: Pen, asked: Asked, certificate: Certificate, signed_by: list[tuple[str, str]]
) -> None:
    width, height = pen.width, pen.height
    pen.box((9, 9, width - 18, height - 18), thick=1.2)
    pen.box((11, 11, width - 22, height - 22), thick=0.4)
    for right, down in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
        x = 22 if right > 0 else width - 22
        y = 23 if down > 0 else height - 23
        corner(pen, x, y, 7, right=right, down=down)
    middle = width / 2
    cluster(pen, middle, 34, 6)
    narrow, wide = (45.0, width - 90), (25.0, width - 50)

    def line(
        room: tuple[float, float], y: float, height: float, words: str, size: float, **look: Any
    ) -> None:
        left, across = room
        pen.cell((left, y, across, height), words, size, align="centre", lines=2, **look)

    line(narrow, 50, 18, _("Certificate"), 42)
    line(narrow, 69, 8, _("awarded to"), 14, grey=GREY)
    line(wide, 78, 24, certificate.name, 40, bold=True)
    pen.lines([(middle - 60, 104, middle + 60, 104)], thick=0.6, grey=0.5)
    line(narrow, 107, 12, certificate.place, 24)
    if certificate.prize:
        line(wide, 119, 9, certificate.prize, 15)
    line(narrow, 132, 12, asked.tournament.name, 20, bold=True)
    day = day_words(asked.tournament.date)
    line(narrow, 144, 8, f"{asked.tournament.town}, {day}", 13)
    for place, (role, name) in enumerate(signed_by):
        x = middle - 30 + (place - (len(signed_by) - 1) / 2) * 88
        pen.lines([(x, 176, x + 60, 176)], thick=0.5)
        pen.cell((x, 177, 60, 6), name, 11, align="centre")
        pen.cell((x, 183, 60, 5), role, 9, align="centre", grey=GREY)
