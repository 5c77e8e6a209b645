"""An announcement asks for what fits the kind of event and its game, and for nothing else."""

import datetime as dt

import pytest
from django.utils import translation

from tests import factories as make
from tournaments.domain.games import GAMES
from tournaments.forms.announcing import TournamentForm
from tournaments.models import Tournament
from tournaments.models.tournament import Kind, State

pytestmark = pytest.mark.django_db

SENT = {
    "name": "Catan Žďár",
    "town": "Žďár",
    "date": make.DAY,
    "start": dt.time(9),
    "capacity": 30,
}


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def saved(instance: Tournament | None = None, **sent) -> tuple:
    form = TournamentForm(SENT | sent, instance=instance)
    assert form.is_valid(), form.errors
    data = form.cleaned_data
    return data["ruleset"], data["target_points"], data["record_head"]


@pytest.mark.rule("T-001", "T-068")
@pytest.mark.parametrize("kind", [Kind.SEASON, Kind.FINAL])
def test_an_event_of_the_tour_is_of_its_game_whatever_was_typed_for_another_kind(kind):
    typed = {"ruleset": "dice", "target_points": "500", "record_head": "no head"}

    assert saved(kind=kind, **typed) == ("tour", 10, "")


@pytest.mark.rule("T-068", "T-093")
@pytest.mark.parametrize(("ruleset", "target"), [("cities-knights", 13), ("dice", 0)])
def test_a_school_plays_to_the_target_of_its_game(ruleset, target):
    assert saved(kind=Kind.SCHOOL, ruleset=ruleset, target_points="7")[:2] == (ruleset, target)


def test_any_other_event_says_its_own_game_and_target():
    assert saved(kind=Kind.OTHER, ruleset="seafarers", target_points="12")[:2] == ("seafarers", 12)


@pytest.mark.rule("T-001")
def test_a_stored_event_of_the_tour_with_another_game_is_shown_to_be_put_right():
    """As one that was changed in the administration, or came from elsewhere."""
    stored = make.make_tournament(ruleset="base", target_points=10)
    page = make.signed_in(stored).get(f"/en/t/{stored.slug}/desk/edit/").content.decode()
    assert "outside-the-tour" not in page

    assert saved(stored, kind=Kind.SEASON, ruleset="base", target_points="10")[0] == "base"
    assert saved(stored, kind=Kind.SEASON, ruleset="tour", target_points="10")[0] == "tour"


def test_only_the_dice_game_is_hidden_its_target_for_going_by_score():
    """The style sheet knows it by its key."""
    assert [game.key for game in GAMES.values() if game.by_score] == ["dice"]


@pytest.mark.parametrize(
    ("kind", "told"),
    [(Kind.SEASON, "15 minutes of break"), (Kind.FINAL, "Without times"), (Kind.SCHOOL, None)],
)
def test_the_timetable_tells_the_rules_of_its_kind_of_event(kind, told):
    draft = make.make_tournament(kind=kind, state=State.DRAFT)

    page = make.signed_in(draft).get(f"/en/t/{draft.slug}/desk/edit/").content.decode()

    for sentence in ("15 minutes of break", "Without times"):
        assert (sentence in page) == bool(told and (sentence == told or kind == Kind.SEASON))


def test_a_choice_that_always_holds_is_not_called_optional():
    form = TournamentForm()

    assert "(optional)" not in form["from_the_table"].as_field_group()
    assert "(optional)" in form["fee"].as_field_group()
