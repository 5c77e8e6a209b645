"""What a game without a board is played with: sheets with names on them, a list of the cards."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from games.printing.cards import cards_pdf
from games.printing.sheets import sheet_pdf
from tournaments.domain.games import ground_of
from tournaments.domain.values import Refused, marked
from tournaments.exports.asked import Asked


def sheets(asked: Asked) -> bytes:
    """A sheet for everybody in a drawn round, by table. They stay in the hall, so names are
    whole."""
    ground = _ground(asked, "sheets")
    return sheet_pdf(
        ground.sheet,
        [
            _("%(player)s, table %(table)s") % {"player": entry.full_name, "table": table.number}
            for table in asked.drawn_round().tables
            for entry in table.entries
        ],
    )


def cards(asked: Asked) -> bytes:
    return cards_pdf(_ground(asked, "cards"), heading=asked.tournament.name)


def _ground(asked: Asked, prints: str) -> Any:
    game = asked.tournament.game
    if game.prints != prints:
        raise Refused("", marked("The game of this tournament is played without that."))
    return ground_of(game, asked.tournament.record_head)
