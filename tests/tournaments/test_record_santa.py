"""A game of Santa Claus is written down on the board of the round, as the scenario changes it."""

import pytest
from django.urls import reverse
from django.utils import translation

from games.engine.board.generate import random_board
from games.models import GameRecord
from tests import factories as make
from tests.tournaments.test_write_record import Tablet
from tournaments.models import Table
from tournaments.models.entry import Role

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


@pytest.fixture
def table(db):
    tournament = make.ready_to_draw(12, ruleset="santa")
    make.publish(tournament)
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


@pytest.fixture
def tablet(table):
    """The game is started on the page; nobody types a board."""
    tournament = table.draw.round.tournament
    client = make.signed_in(tournament, Role.SCOREKEEPER)
    colours = zip(range(1, 5), ("red", "blue", "white", "orange"), strict=True)
    told = {f"colour-{seat}": colour for seat, colour in colours}
    address = reverse("start_record", args=[tournament.slug, 1, table.number])
    client.post(address, {"first": 1, "ruleset": "base+santa", "headers": ""} | told)
    tablet = Tablet(table)
    tablet.take()
    return tablet


def test_the_board_of_the_round_is_changed_for_all_tables(table, tablet):
    round_ = table.draw.round

    board = round_.board

    assert board == GameRecord.objects.get(table=table).record().header.board
    assert board.undone() == random_board(round_.board_seed)
    assert len(board.replaced) == len(board.doubled) == 1
