"""What the large screen says before the first draw follows from the state of the event."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import doer, make_entry, make_tournament
from tournaments.services import announcing

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]


def screen_of(tournament):
    return Client().get(reverse("screen", args=[tournament.slug])).content.decode()


@pytest.mark.parametrize(
    ("capacity", "said", "unsaid"),
    [
        (5, "Sign-up is open: point your phone at the code.", "waiting list"),
        (4, "All places are taken. The code leads to the waiting list.", "Sign-up is open"),
    ],
)
def test_the_screen_leads_to_places_or_to_the_waiting_list(capacity, said, unsaid):
    tournament = make_tournament(capacity=capacity)
    for _number in range(4):
        make_entry(tournament)

    shown = screen_of(tournament)

    assert said in shown
    assert unsaid not in shown


def test_the_screen_of_a_cancelled_event_says_why_and_promises_nothing():
    tournament = make_tournament()
    make_entry(tournament)
    announcing.cancel_tournament(tournament, "The hall is flooded.", doer())

    shown = screen_of(tournament)

    assert "The hall is flooded." in shown
    assert "Round 1" not in shown
    assert "1 player" not in shown
