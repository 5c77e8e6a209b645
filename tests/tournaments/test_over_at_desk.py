"""The desk of an event that is over offers nothing that would be refused."""

import pytest
from django.urls import reverse

from tests import factories as make
from tournaments.models import Tournament
from tournaments.models.entry import Role
from tournaments.models.tournament import State

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

OVER = "The tournament is over; nothing can be changed unless the series opens it again."


@pytest.fixture
def played() -> Tournament:
    tournament = make.ready_to_draw(4)
    make.play(tournament)
    return tournament


def pages(tournament: Tournament, state: str) -> dict[str, str]:
    """The pages that change results or the announcement, with the event in this state."""
    at = make.at(17) if state == State.FINISHED else None
    Tournament.objects.filter(pk=tournament.pk).update(state=state, finished_at=at)
    desk, slug = make.signed_in(tournament), tournament.slug
    asked = {
        "grid": reverse("results_desk", args=[slug, 1]),
        "table": reverse("enter_result", args=[slug, 1, 1]),
        "announcement": reverse("edit_tournament", args=[slug]),
    }
    return {name: desk.get(address).content.decode() for name, address in asked.items()}


def test_a_result_is_corrected_while_the_event_runs_and_only_shown_once_it_is_over(played):
    running = pages(played, State.RUNNING)
    finished = pages(played, State.FINISHED)

    assert ">Correct</a>" in running["grid"]
    assert ">Correct</a>" not in finished["grid"]
    assert 'class="card result-form"' in running["table"]
    assert 'class="card result-form"' not in finished["table"]
    assert OVER not in running["table"]
    assert OVER in finished["table"]


def test_what_was_entered_is_still_read_when_the_event_is_over(played):
    finished = pages(played, State.FINISHED)

    assert "What was entered" in finished["table"]
    assert str(played.entries.first()) in finished["grid"]


def test_the_announcement_is_not_offered_for_a_change_that_would_be_refused(played):
    running = pages(played, State.RUNNING)
    finished = pages(played, State.FINISHED)
    cancelled = pages(played, State.CANCELLED)

    assert 'name="venue"' in running["announcement"]
    assert 'name="venue"' not in finished["announcement"]
    assert OVER in finished["announcement"]
    assert (
        "The tournament is cancelled; nothing can be changed any more."
        in (cancelled["announcement"])
    )


def test_nobody_is_said_to_be_at_an_event_that_is_over(played):
    entry = played.entries.first()
    running = entry.state_words

    pages(played, State.FINISHED)
    entry.tournament.refresh_from_db()

    assert running == entry.get_state_display() == "checked in"
    assert entry.state_words == "took part"


@pytest.mark.parametrize("role", [Role.CHIEF_REFEREE, Role.SCOREKEEPER])
@pytest.mark.parametrize("state", [State.FINISHED, State.SIGN_UP])
def test_the_desk_says_whose_a_step_is_that_is_the_organisers_alone(played, role, state):
    """The chief referee sends no results, and does not wait for anybody who waits for them."""
    played.officials.filter(role=role).delete()
    at = make.at(17) if state == State.FINISHED else None
    Tournament.objects.filter(pk=played.pk).update(state=state, finished_at=at)

    page = make.signed_in(played, role).get(reverse("desk", args=[played.slug]))

    assert "This step belongs to the organiser." in page.content.decode()


def test_a_step_of_a_round_belongs_to_the_chief_referee_too(played):
    page = make.signed_in(played, Role.SCOREKEEPER).get(reverse("desk", args=[played.slug]))

    assert "This step belongs to the organiser or the chief referee." in page.content.decode()
