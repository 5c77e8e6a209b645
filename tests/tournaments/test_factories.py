"""The rows other tests stand on."""

import pytest

from tests.factories import a_name, at, checked_in, make_tournament, signed_in
from tournaments.models import Entry, Official
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("state", State.values)
def test_a_tournament_of_any_state_has_the_printed_timetable(state):
    tournament = make_tournament(state=state)

    starts = tournament.rounds.order_by("number").values_list("starts_at", flat=True)
    assert list(starts) == [at(10), at(11, 30), at(13), at(14, 30)]


def test_names_are_different():
    assert len({a_name(index) for index in range(400)}) == 400


def test_checked_in_players_have_numbers_from_one():
    tournament = make_tournament(state=State.CHECK_IN)

    checked_in(tournament, 14)

    assert list(tournament.entries.active().values_list("number", flat=True)) == [*range(1, 15)]
    assert Entry.objects.count() == 14


def test_somebody_signed_in_has_the_role():
    tournament = make_tournament()

    client = signed_in(tournament, "chief-referee")

    office = Official.objects.get(tournament=tournament)
    assert client.session["_auth_user_id"] == str(office.user_id)
