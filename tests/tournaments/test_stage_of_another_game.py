"""A stage of another game or target than the event: two base games, then Seafarers to 14."""

import pytest
from django.urls import reverse

from tests.factories import agreeing, doer, draw, enter, ready_to_draw, signed_in
from tests.prints import pages_of, print_of
from tournaments.domain.formats.kept import copy_of
from tournaments.domain.formats.laying_out import game_of_stage
from tournaments.domain.formats.values import FormatStage
from tournaments.domain.games import GAMES
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import archive_of
from tournaments.exports.sheets import sheets_of
from tournaments.models import Tournament
from tournaments.models.event import read_event
from tournaments.services import announcing, results, rounds
from tournaments.services.changing_format import change_format
from tournaments.services.entered import EnteredResult, EnteredScore

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

SEAFARERS = (14, 12, 9, 7)


def an_event() -> Tournament:
    return ready_to_draw(
        8, kind="other", format=copy_of("germany-direct"), ruleset="base", rounds=3
    )


def open_round(tournament, number):
    """Rounds 1 and 2 are a schedule, drawn at once."""
    if number != 2:
        draw(tournament, number)
    agreeing(lambda who: rounds.publish_draw(tournament, number, who))


def play(tournament, number, points):
    open_round(tournament, number)
    for seated in read_event(tournament).round(number).tables:
        enter(seated.table, points)
    agreeing(lambda who: rounds.close_round(tournament, number, who))


@pytest.fixture
def event():
    """The two base games are played, and the draw of the third round is published."""
    tournament = an_event()
    play(tournament, 1, (10, 8, 5, 4))
    play(tournament, 2, (10, 7, 7, 3))
    open_round(tournament, 3)
    return tournament


def table_of(tournament, number=3):
    return read_event(tournament).round(number).table(1).table


def save(tournament, points, number=3, winner=1):
    scores = {at: EnteredScore(reached) for at, reached in enumerate(points, start=1)}
    table = table_of(tournament, number)
    entered = EnteredResult(scores, winner)
    return agreeing(lambda who: results.enter_result(tournament, table, entered, who))


BASE = GAMES["base"]


@pytest.mark.rule("FM-07")
@pytest.mark.parametrize(
    ("stage", "key", "target"),
    [
        (FormatStage(), "base", 10),
        (FormatStage(target=12), "base", 12),
        (FormatStage(game="seafarers"), "seafarers", 14),
        (FormatStage(game="seafarers", target=12), "seafarers", 12),
    ],
)
def test_a_stage_says_its_game_its_target_or_neither(stage, key, target):
    game = game_of_stage(BASE, stage)

    assert (game.key, game.target) == (key, target)


@pytest.mark.rule("FM-07")
def test_a_game_by_score_has_no_target_whatever_its_stage_says():
    assert game_of_stage(GAMES["dice"], FormatStage(target=50)).by_score


@pytest.mark.rule("FM-07")
def test_each_round_knows_what_its_tables_play(event):
    found = [(one.game.key, one.game.target) for one in read_event(event).rounds]

    assert found == [("base", 10), ("base", 10), ("seafarers", 14)]
    assert [(one.game.key, one.game.target) for one in event.rounds.order_by("number")] == found
    assert [one.is_of_another_game for one in read_event(event).rounds] == [False, False, True]


@pytest.mark.rule("FM-07", "FM-23")
def test_points_are_cut_at_the_target_of_their_round(event):
    saved = save(event, (15, 12, 9, 7))

    assert [score.game_points for score in saved.scores.order_by("seat__position")] == [
        14,
        12,
        9,
        7,
    ]


@pytest.mark.rule("FM-07", "T-031")
def test_who_has_not_the_points_of_the_stage_has_not_won(event):
    with pytest.raises(Refused, match="14"):
        save(event, (10, 8, 5, 4))


@pytest.mark.rule("FM-07")
def test_standings_count_each_game_to_its_own_target(event):
    for seated in read_event(event).round(3).tables:
        enter(seated.table, SEAFARERS)

    rows = read_event(event).standings().rows
    total = sum(row.figures["game_points"] for row in rows)

    assert total == 2 * (sum((10, 8, 5, 4)) + sum((10, 7, 7, 3)) + sum(SEAFARERS))


@pytest.mark.rule("FM-07")
def test_the_result_form_asks_for_what_this_game_is_made_of(event):
    browser = signed_in(event)
    pages = [
        browser.get(reverse("enter_result", args=[event.slug, number, 1])).content.decode()
        for number in (2, 3)
    ]

    assert ["New shores" in page for page in pages] == [False, True]
    assert "the only one with 10 won" in pages[0]
    assert "the only one with 14 won" in pages[1]
    grid = browser.get(reverse("results_desk", args=[event.slug, 3])).content.decode()
    assert "Whoever has 14 has won" in grid
    assert "Seafarers, to 14 points" in grid


@pytest.mark.rule("FM-07")
def test_pages_and_sheets_of_the_round_name_its_game(event):
    entry = read_event(event).round(3).table(1).entries[0]
    browser = signed_in(event, "visitor")
    own = browser.get(reverse("my_page", args=[event.slug, entry.token])).content.decode()
    drawn = browser.get(reverse("round", args=[event.slug, 3])).content.decode()
    earlier = browser.get(reverse("round", args=[event.slug, 2])).content.decode()
    sheets = pages_of(print_of("score-sheets", event, number=3))

    assert "Seafarers, to 14 points" in own
    assert "Seafarers, to 14 points" in drawn
    assert "Seafarers, to 14 points" not in earlier
    assert "Seafarers, to 14 points" in sheets[0]
    assert "New shores" in " ".join(sheets[0].split())


@pytest.mark.rule("FM-07")
def test_blank_sheets_are_there_for_each_game(event):
    pages = [" ".join(page.split()) for page in pages_of(print_of("emergency-pack", event))]

    blank = [page for page in pages if "Round _____" in page]

    assert {"New shores" in page for page in blank} == {True, False}


@pytest.mark.rule("FM-07")
def test_the_rules_of_the_event_are_those_of_all_its_games(event):
    page = signed_in(event, "visitor").get(reverse("rules_of_event", args=[event.slug]))

    assert {"B-131", "B-143"} <= {
        row.id for _title, rows in page.context["chapters"] for row in rows
    }


@pytest.mark.rule("FM-07")
def test_the_board_of_the_round_is_that_of_its_game(event):
    assert {one.number: one.map.key != "" for one in event.rounds.all() if one.map}[3]
    assert event.rounds.get(number=3).board != event.rounds.get(number=2).board


@pytest.mark.rule("FM-07")
def test_a_record_is_begun_by_the_rules_of_its_round(event):
    browser = signed_in(event)
    page = browser.get(reverse("recorder", args=[event.slug, 3, 1]))

    assert page.context["form"]["ruleset"].initial == "seafarers"


@pytest.mark.rule("FM-07")
def test_parts_of_all_games_have_a_column_and_travel_in_the_archive(event):
    scores = {at: EnteredScore(points) for at, points in enumerate(SEAFARERS, start=1)}
    parts = {"settlements": 2, "cities": 4, "shores": 2}
    scores[1] = EnteredScore(14, breakdown=parts)
    table = table_of(event)
    agreeing(lambda who: results.enter_result(event, table, EnteredResult(scores, 1), who))

    sheet = next(one for one in sheets_of(read_event(event), doer().now) if one.key == "results")
    shores = [column.label for column in sheet.columns].index("New shores")
    assert [row[shores] for row in sheet.rows if row[shores]] == [2]
    assert read_archive(archive_of(event), copy_to="copy").games == event.games


@pytest.mark.rule("FM-07")
def test_a_cut_that_would_make_another_game_of_a_drawn_round_is_refused():
    tournament = an_event()
    play(tournament, 1, (10, 8, 5, 4))
    open_round(tournament, 2)

    with pytest.raises(Refused, match="Round 2 is drawn already") as refusal:
        announcing.edit_tournament(tournament, {}, [{}, {}, {"cut": 4}], doer())

    assert refusal.value.rule_id == "FM-07"


@pytest.mark.rule("FM-07")
def test_stages_of_games_that_do_not_go_together_are_refused():
    tournament = an_event()
    written = {"points": None, "order": ["wins"], "stages": [{}, {"game": "dice"}]}

    with pytest.raises(Refused, match="goes by score"):
        change_format(tournament, {"format": written}, doer(), reason="For fun", told="Dice")
