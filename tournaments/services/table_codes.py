"""The code on the paper of a table: it opens the table to whoever sits there, for one round."""

from __future__ import annotations

from django.db.models import Prefetch
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Seat, Table, Tournament

_SALT = "tournaments.code-of-a-table"


def code_of(table: Table) -> str:
    """24 letters that nobody guesses; nothing of it is stored. A round that is drawn again has
    other tables, and their codes are others."""
    mac = salted_hmac(_SALT, f"{table.draw_id}:{table.pk}", algorithm="sha256")
    return mac.hexdigest()[:24]


def table_of_code(
    tournament: Tournament, number: int, table_number: int, code: str
) -> Table | None:
    """The table of this number in the round, of whichever of its draws the code is."""
    tables = Table.objects.filter(
        draw__round__tournament=tournament, draw__round__number=number, number=table_number
    )
    seats = Seat.objects.select_related("entry__person", "entry__joined_from").order_by("position")
    found = tables.select_related("draw__round", "record").prefetch_related(
        Prefetch("seats", seats)
    )
    return next((one for one in found if constant_time_compare(code_of(one), code)), None)


def is_live(table: Table) -> bool:
    """Whether the code opens anything still: its draw stands, and its round is not closed."""
    draw = table.draw
    return bool(draw.published_at) and not draw.withdrawn_at and not draw.round.closed_at
