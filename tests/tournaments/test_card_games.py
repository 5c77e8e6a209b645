"""An event of the fast card game: its printed cards, its results, its records."""

import pytest
from django.utils import translation

from games.engine import record, rulesets
from games.recording import recorder
from tests.factories import doer, publish, ready_to_draw, signed_in
from tournaments.domain.values import Refused
from tournaments.forms.announcing import TournamentForm
from tournaments.models import Tournament
from tournaments.models.event import read_event
from tournaments.models.result import Ending
from tournaments.services import results
from tournaments.services.entered import EnteredResult, EnteredScore

pytestmark = pytest.mark.django_db

FACTS = '[Facts "fortress count=1 vp=4"]'


@pytest.fixture
def tournament() -> Tournament:
    return ready_to_draw(12, kind="school", ruleset="card-game", record_head=FACTS)


def save(tournament, *points, winner=1):
    table = publish(tournament).tables.select_related("draw__round").first()
    scores = {place: EnteredScore(count) for place, count in enumerate(points, 1)}
    return results.enter_result(tournament, table, EnteredResult(scores, winner), doer())


@pytest.mark.rule("CG-103", "CG-104", "CG-106")
def test_a_game_is_won_with_ten_points_and_a_loser_may_have_one(tournament):
    saved = save(tournament, 10, 6, 4, 1)

    assert saved.ending == Ending.WON
    scores = read_event(tournament).rounds[0].tables[0].scores()
    assert [score.place for score in scores.values()] == [1, 2, 3, 4]


def test_nobody_has_less_than_the_first_settlement(tournament):
    with pytest.raises(Refused) as refusal:
        save(tournament, 10, 6, 4, 0)

    assert refusal.value.rule_id == "T-035"


def test_the_result_form_asks_for_the_cards(tournament):
    publish(tournament)

    with translation.override("en"):
        page = signed_in(tournament, "scorekeeper").get(
            f"/en/t/{tournament.slug}/desk/rounds/1/tables/1/"
        )

    assert "Roads with a point" in page.content.decode()


def test_the_recorder_begins_with_the_cards_of_the_event(tournament):
    publish(tournament)

    with translation.override("en"):
        page = signed_in(tournament, "scorekeeper").get(
            f"/en/t/{tournament.slug}/desk/rounds/1/tables/1/record/"
        )

    assert "fortress count=1 vp=4" in page.content.decode()


@pytest.mark.rule("CG-110", "CG-114")
@pytest.mark.parametrize(
    ("ruleset", "head", "fits"),
    [
        ("card-game", FACTS, True),
        ("card-game", '[Facts "fortress vp=2"]', False),
        ("card-game", "fortress vp=4", False),
        ("dice", '[Sheet "standard"]', True),
        ("best-friends", '[Options "refill_pool=1 favours_per_turn=2"]', True),
        ("best-friends", '[Options "refill=1"]', False),
        ("other", FACTS, False),
    ],
)
def test_the_head_of_records_is_read_when_it_is_typed(tournament, ruleset, head, fits):
    form = TournamentForm(
        {"ruleset": ruleset, "record_head": head, "target_points": ""}, instance=tournament
    )

    assert ("record_head" not in form.errors) == fits


def test_a_card_game_is_recorded_by_taps():
    head = record.parse(
        f'[Ruleset "card-game"]\n[Seats "Anna Ben Cyril"]\n{FACTS}', rulesets.by_key
    )
    sent = {"seat": 0, "verb": "lay_market", "cards": {"wool": 2, "ore": 3}}

    stand = recorder.after(head, recorder.read_sent(head, sent), happened=False)

    offered = {choice["verb"]: choice for choice in recorder.asked(stand)["choices"]}
    assert {"deck", "market", "swap", "draw"} <= offered.keys()
    assert recorder.verbs_of(head.header)["city"]["fields"][1]["words"]
    assert recorder.lines_of(stand)[0].words == "2× vlna, 3× ruda"
