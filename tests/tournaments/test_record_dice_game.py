"""A dice game is written down by taps: the server says what may be tapped, dice by their faces."""

import pytest
from django.urls import reverse
from django.utils import translation

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
    tournament = make.ready_to_draw(12, kind="other")
    make.publish(tournament)
    return Table.objects.select_related("draw__round__tournament").earliest("pk")


@pytest.fixture
def tablet(table):
    """The game is started on the page, on the sheet of the site, as nothing else is told."""
    tournament = table.draw.round.tournament
    client = make.signed_in(tournament, Role.SCOREKEEPER)
    colours = zip(range(1, 5), ("red", "blue", "white", "orange"), strict=True)
    told = {f"colour-{seat}": colour for seat, colour in colours}
    address = reverse("start_record", args=[tournament.slug, 1, table.number])
    client.post(address, {"first": 1, "ruleset": "dice", "headers": ""} | told)
    tablet = Tablet(table)
    tablet.take()
    return tablet


def offered(answer):
    choices = answer["sheet"]["ask"]["choices"]
    return {one["verb"]: one["ways"] for one in choices if not one["offered"]}


def tap(tablet, verb, **facts):
    answer = tablet.send(action={"seat": 0, "verb": verb, **facts})
    assert answer["state"] == "saved", answer
    return answer


def test_a_turn_is_tapped_from_the_first_roll_to_the_box(table, tablet):
    rolled = tap(tablet, "roll", kept=[], rolled={"gold": 2, "brick": 2, "ore": 2})
    again = tap(tablet, "roll", kept={"gold": 2, "brick": 2}, rolled={"ore": 2})
    assert {way["faces"].popitem()[0] for way in offered(again)["exchange"]} >= {"lumber"}
    tap(tablet, "exchange", faces={"lumber": 1}, dice={"gold": 2})
    built = tap(tablet, "build", symbol="R1", dice=None)
    ended = tap(tablet, "enter", entry=1, box=None)

    assert {"roll", "exchange", "enter"} <= offered(rolled).keys()
    assert offered(built)["enter"] == [{"entry": 1, "box": None}]
    assert ended["sheet"]["ask"]["turn"] == 1
    assert offered(ended).keys() == {"roll"}
    text = GameRecord.objects.get(table=table).text
    assert "(+BBOOAA)  (BBAA+OO)  E AA>L  R1  =1" in text
    assert '[Sheet "standard' in text


def test_the_end_of_a_turn_that_came_by_itself_is_undone_with_the_box(tablet):
    tap(tablet, "result", dice={"gold": 2, "brick": 2, "ore": 2})
    tap(tablet, "enter", entry="cross", box=None)
    told = tablet.send(action={"seat": 0, "verb": "end_turn"}, happened=1)

    back = tablet.send(undo=1)

    assert told["sheet"]["count"] == 3
    assert back["sheet"]["count"] == 1
    assert back["sheet"]["ask"]["turn"] == 0


def test_what_the_rules_do_not_allow_is_told_and_not_written(tablet):
    tap(tablet, "roll", kept=[], rolled={"gold": 2, "brick": 2, "ore": 2})

    answer = tablet.send(action={"seat": 0, "verb": "build", "symbol": "R1", "dice": None})

    assert answer["state"] == "unfit"
    assert "DG-049" in answer["why"]
