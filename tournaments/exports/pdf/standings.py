"""Standings to be hung up: interim after a round, final with awards, juniors. Public names."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from django.utils.timezone import localdate
from django.utils.translation import gettext as _

from tournaments.domain.criteria import LOT, Standing
from tournaments.domain.qualification import MINIMUM_JUNIORS, Award
from tournaments.domain.standings import deciding
from tournaments.domain.values import Player, Refused, marked
from tournaments.exports.asked import Asked
from tournaments.exports.pdf.columns import Column, Heading, Row, Title, table_pages
from tournaments.exports.pdf.page import Page, version, write_pages
from tournaments.models.event import Event
from tournaments.wording import (
    LATERS,
    figure_of,
    in_words,
    order_words,
    stage_headings,
    with_number,
)

NAMES, GAP, AWARD = 171.0, 4.0, 26.0
"""Millimetres of the figures and the names together, of the award, and of what parts it from the
figures."""


def standings(asked: Asked) -> bytes:
    return write_pages(asked, _("Standings"), pages(asked))


def junior_standings(asked: Asked) -> bytes:
    return write_pages(asked, _("Standings of the juniors"), junior_pages(asked))


def pages(asked: Asked) -> list[Page]:
    """The standings after the round that is wanted, or as they are now; awards once final."""
    rows = asked.event.standings(after_round=asked.number).rows
    awards = asked.event.awards if is_final(asked) else {}
    title = (
        _("Final standings")
        if is_final(asked)
        else _after(asked, _("Standings after round %(after)s"))
    )
    return _pages(asked, title, rows, awards, asked.event.excluded)


def junior_pages(asked: Asked) -> list[Page]:
    """The same of the juniors alone, numbered from 1 (D-143). Refused while they are fewer than
    an order of their own needs (T-087)."""
    if not asked.event.has_junior_category:
        raise Refused(
            "T-087",
            marked("An order of the juniors needs {least} of them; here it is {count}."),
            least=MINIMUM_JUNIORS,
            count=len(asked.event.counted & asked.event.juniors),
        )
    rows = asked.event.junior_standings(after_round=asked.number)
    if not rows:
        raise Refused("", marked("No junior has played yet."))
    awards = asked.event.junior_awards if is_final(asked) else {}
    title = (
        _("Final standings of the juniors")
        if is_final(asked)
        else _after(asked, _("Juniors after round %(after)s"))
    )
    return _pages(asked, title, rows, awards, asked.event.excluded & asked.event.juniors)


def is_final(asked: Asked) -> bool:
    over = asked.tournament.is_played_out
    return over and asked.number in (None, asked.event.rounds_played)


def award_words(award: Award | None) -> str:
    if award is None:
        return ""
    return _("direct place") if award is Award.DIRECT else _("1 point")


def _after(asked: Asked, words: str) -> str:
    return words % {"after": asked.number or asked.event.rounds_played}


def _pages(
    asked: Asked,
    title: str,
    rows: Sequence[Standing],
    awards: Mapping[int, Award],
    excluded: Collection[int],
) -> list[Page]:
    if not rows:
        raise Refused("", marked("No game has a result yet."))
    criteria = asked.event.criteria
    figures = [
        Column(_(criterion.label), criterion.width, "right", 12 if place < 3 else 10)
        for place, criterion in enumerate(criteria)
    ]
    figures[0] = replace(figures[0], bold=True)
    room = NAMES - sum(column.width for column in figures) - (GAP + AWARD if awards else 0)
    columns = [
        Column("#", 11, "right", 12, bold=True),
        Column(_("Name"), room, size=12, lines=2),
        *figures,
    ]
    if awards:
        columns += [Column("", GAP), Column(_("award"), AWARD, "right", 10, bold=True, lines=2)]
    headings = stage_headings(asked.event.stages, rows)
    lines: list[Row] = []
    for row in rows:
        if row.player in headings:
            lines.append(Heading(headings[row.player]))
        line = [
            str(row.rank),
            _name(asked.event, row.player),
            *(str(figure_of(row, criterion)) for criterion in criteria),
            "",
            award_words(awards.get(row.player)),
        ]
        lines.append(line[: len(columns)])
    # Who was excluded has no place and was a player all the same (D-122, D-135).
    players = _("players: %(count)s") % {"count": len(rows) + len(excluded)}
    below = f"{asked.tournament.name} · {players}"
    notes = _notes(asked, rows, awards, excluded)
    return table_pages(
        Title(title, below), columns, lines, version(asked), step=7.4, closest=6.6, notes=notes
    )


def _name(event: Event, player: Player) -> str:
    entry = event.entries[player]
    if player in event.namesakes:
        return with_number(entry.public_name, entry.number)
    return entry.public_name


def _parted_by_lot(event: Event, rows: Sequence[Standing]) -> str:
    """ "4 and 5": the places between whose players nothing but the lot decided; empty for none."""
    found: list[str] = []
    for above, below in pairwise(rows):
        decision = deciding(above, below, event.ranking.order)
        if decision is not None and decision.criterion == LOT:
            facts = {"first": above.rank, "second": below.rank}
            found.append(_("%(first)s and %(second)s") % facts)
    return ", ".join(found)


def _notes(
    asked: Asked,
    rows: Sequence[Standing],
    awards: Mapping[int, Award],
    excluded: Collection[int],
) -> list[str]:
    notes = []
    played = asked.event.round(asked.number or asked.event.rounds_played)
    if played and played.missing:
        missing = ", ".join(str(table.number) for table in played.missing)
        notes.append(_("Interim: results missing at tables %(tables)s.") % {"tables": missing})
    for key in excluded:
        name = asked.event.entries[key].public_name
        notes.append(_("%(name)s was excluded and has no place.") % {"name": name})
    if awards and (doubts := asked.tournament.to_be_confirmed(localdate(asked.now))):
        notes.append(_("The places are to be confirmed by the series."))
        notes += [in_words(doubt) for doubt in doubts]
    notes.append(_("Order: %(order)s.") % {"order": order_words(asked.event.criteria)})
    if len({row.rank for row in rows}) < len(rows):
        notes.append(_("Players who share a place are level until the lot is drawn."))
    if parted := _parted_by_lot(asked.event, rows):
        notes.append(_("The lot decided between places %(places)s.") % {"places": parted})
    if asked.event.has_cuts and asked.tournament.format:
        notes.append(str(LATERS[asked.event.ranking.later]))
    elif asked.event.has_cuts:
        notes.append(
            _(
                "Who got further comes first. Among those who got equally far only the games of "
                "that semi-final or final count, then the standings before it, then the lot; the "
                "figures are those of these games."
            )
        )
    return notes
