"""Enter and correct results: what is kept, what is refused, who decides when two type at once."""

import pytest

from tests.factories import (
    agreeing,
    doer,
    publish,
    ready_to_draw,
)
from tournaments.models import Result, Round, Score
from tournaments.models.event import read_event
from tournaments.models.result import Ending
from tournaments.services import results
from tournaments.services.results import EnteredResult, EnteredScore

pytestmark = pytest.mark.django_db


def typed(*points, winner=1, **fields):
    scores = {place: EnteredScore(reached) for place, reached in enumerate(points, start=1)}
    return EnteredResult(scores, winner, **fields)


@pytest.fixture
def tournament(db):
    tournament = ready_to_draw(14)
    publish(tournament)
    return tournament


def table(tournament, number=1, *, round_number=1):
    current = Round.objects.get(tournament=tournament, number=round_number).current_draw()
    return current.tables.get(number=number)


def save(tournament, entered, number=1, **fields):
    who = fields.pop("who", None) or doer()
    return results.enter_result(tournament, table(tournament, number), entered, who, **fields)


def rule_of(refused):
    return refused.value.rule_id


def scored(tournament, number=1):
    """Place, tournament points and game points by position, worked out from what is stored."""
    seated = read_event(tournament).round(1).table(number)
    scores = seated.scores()
    return [
        (scores[key].place, scores[key].points, scores[key].game_points)
        for key in seated.entry_ids
        if key in scores
    ]


@pytest.mark.rule("T-031")
def test_game_points_and_winner_are_kept_and_the_rest_is_worked_out(tournament):
    saved = save(tournament, typed(8, 10, 5, 4, winner=2))

    assert saved.number == 1
    assert saved.ending == Ending.WON
    assert saved.winner.position == 2
    assert scored(tournament) == [(2, 3, 8), (1, 10, 10), (3, 2, 5), (4, 1, 4)]


@pytest.mark.rule("T-021", "T-030")
def test_no_column_holds_tournament_points():
    columns = {field.name for model in (Result, Score) for field in model._meta.get_fields()}

    assert columns == {
        *("id", "table", "number", "ending", "winner", "reason", "by", "at", "scores", "responses"),
        *("result", "seat", "presence", "game_points", "settlements", "cities"),
        *("longest_road", "largest_army", "victory_point_cards"),
    }


@pytest.mark.rule("T-060")
def test_a_game_that_ran_out_of_time_has_no_winner(tournament):
    saved = agreeing(lambda who: save(tournament, typed(9, 8, 8, 5, winner=None), who=who))

    assert saved.ending == Ending.TIME
    assert saved.winner is None
    assert [points for _, points, _ in scored(tournament)] == [10, 3, 3, 2]
