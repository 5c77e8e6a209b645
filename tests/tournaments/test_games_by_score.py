"""Events of a game without a target, such as the dice game: the points themselves decide."""

import json

import pytest
from django.utils import translation
from jsonschema import validate

from tests.factories import at, doer, publish, ready_to_draw, signed_in
from tournaments.domain.values import Refused
from tournaments.exports.archive.schema import archive_schema
from tournaments.exports.archive.writing import archive_of
from tournaments.exports.sheets import sheets_of
from tournaments.models import Tournament
from tournaments.models.event import read_event
from tournaments.models.result import Ending
from tournaments.services import results
from tournaments.services.entered import EnteredResult, EnteredScore

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return ready_to_draw(12, ruleset="dice", target_points=0)


def entered(*points):
    return EnteredResult({place: EnteredScore(count) for place, count in enumerate(points, 1)})


def save(tournament, table, *points):
    return results.enter_result(tournament, table, entered(*points), doer())


def test_whoever_has_the_most_points_is_first_and_nothing_is_cut(tournament):
    tables = list(publish(tournament).tables.select_related("draw__round"))

    saved = save(tournament, tables[0], 52, 47, 47, -4)

    assert saved.ending == Ending.SCORE
    assert list(saved.scores.values_list("game_points", flat=True)) == [52, 47, 47, -4]
    scores = read_event(tournament).rounds[0].tables[0].scores()
    assert [(score.place, score.points) for score in scores.values()] == [
        *((1, 10), (2, 3), (2, 3), (3, 2))
    ]


def test_the_order_goes_by_the_sum_of_points_before_first_places(tournament):
    tables = list(publish(tournament).tables.select_related("draw__round"))
    save(tournament, tables[0], 30, 20, 10, 5)
    save(tournament, tables[1], 60, 50, 40, 35)

    rows = read_event(tournament).standings().rows

    assert [row.figures["game_points"] for row in rows] == [60, 50, 40, 35, 30, 20, 10, 5]
    assert [row.figures["first_places"] for row in rows][:5] == [1, 0, 0, 0, 1]


def test_fewer_points_than_fifteen_crosses_take_are_refused(tournament):
    table = publish(tournament).tables.select_related("draw__round").first()

    with pytest.raises(Refused) as refusal:
        save(tournament, table, 52, 47, 47, -31)

    assert refusal.value.rule_id == "T-035"


@pytest.mark.rule("DG-079")
def test_a_shared_first_place_is_saved_without_a_question(tournament):
    table = publish(tournament).tables.select_related("draw__round").first()

    assert save(tournament, table, 19, 19, 7, -4).ending == Ending.SCORE


def test_the_form_asks_nobody_who_won(tournament, client):
    publish(tournament)

    browser = signed_in(tournament, "scorekeeper")
    with translation.override("en"):
        page = browser.get(f"/en/t/{tournament.slug}/desk/rounds/1/tables/1/").content.decode()

    assert 'type="radio" name="winner"' not in page
    assert "goes by score" in page


def test_the_grid_of_a_round_speaks_of_no_target_and_no_hidden_cards(tournament):
    publish(tournament)

    browser = signed_in(tournament, "scorekeeper")
    page = browser.get(f"/en/t/{tournament.slug}/desk/rounds/1/results/").content.decode()

    assert "goes by score" in page
    assert "has won" not in page
    assert "hidden victory" not in page


def test_points_sent_by_the_form_are_saved(tournament):

    publish(tournament)
    browser = signed_in(tournament, "scorekeeper")
    typed = {f"points-{place}": count for place, count in enumerate((52, 47, 47, -4), start=1)}
    presence = {f"presence-{place}": "played" for place in range(1, 5)}

    browser.post(
        f"/en/t/{tournament.slug}/desk/rounds/1/tables/1/",
        {**typed, **presence, "seen": 0, "draw": 1, "winner": "", "next": ""},
    )

    table = read_event(tournament).rounds[0].tables[0]
    assert sorted(score.game_points for score in table.entered.values()) == [-4, 47, 47, 52]


def parts_of(place, counts):
    return {f"{key}-{place}": count for key, count in counts.items()}


SHEETS = (
    {"roads": 8, "settlements": 4, "cities": 2, "knights": 3, "crosses": 3},
    {"roads": 3, "settlements": 2, "crosses": 12},
    {"crosses": 15},
    {"knights": 6, "roads": 2, "crosses": 7},
)
"""46, -14, -30 and 9 points."""


def test_the_sheets_give_the_points_that_were_left_empty(tournament):
    publish(tournament)
    browser = signed_in(tournament, "scorekeeper")
    address = f"/en/t/{tournament.slug}/desk/rounds/1/tables/1/"
    sent = {"seen": 0, "draw": 1, "winner": "", "next": ""}
    for place, counts in enumerate(SHEETS, start=1):
        sent |= {f"presence-{place}": "played", f"points-{place}": ""} | parts_of(place, counts)

    browser.post(address, sent)

    scores = read_event(tournament).rounds[0].tables[0].result.scores.order_by("seat__position")
    assert [(score.game_points, score.parts) for score in scores] == [
        (points, counts) for points, counts in zip((46, -14, -30, 9), SHEETS, strict=True)
    ]
    form = browser.get(address).content.decode()
    assert 'name="roads-1" value="8"' in form
    exported = sheets_of(read_event(tournament), at(12), keys=["results"])[0]
    columns = [column.label for column in exported.columns]
    assert [row[columns.index("Crosses")] for row in exported.rows[:4]] == [3, 12, 15, 7]
    validate(json.loads(json.dumps(archive_of(tournament))), archive_schema())


def test_sheets_that_make_other_points_are_refused_with_what_they_typed(tournament):
    publish(tournament)
    browser = signed_in(tournament, "scorekeeper")
    sent = {"seen": 0, "draw": 1, "winner": "", "next": ""}
    for place, counts in enumerate(SHEETS, start=1):
        sent |= {f"presence-{place}": "played", f"points-{place}": "45"} | parts_of(place, counts)

    with translation.override("en"):
        page = browser.post(f"/en/t/{tournament.slug}/desk/rounds/1/tables/1/", sent)

    words = page.content.decode()
    assert "the parts make 46, but 45 points are entered" in words
    assert 'name="settlements-1" value="4"' in words
    assert read_event(tournament).rounds[0].tables[0].result is None


def test_the_page_of_standings_says_what_decides(tournament, client):
    table = publish(tournament).tables.select_related("draw__round").first()
    save(tournament, table, 52, 47, 40, -4)

    page = client.get(f"/en/t/{tournament.slug}/standings/").content.decode()

    assert "Order: game points, first places" in page
