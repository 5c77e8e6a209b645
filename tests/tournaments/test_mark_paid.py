"""The fee at the door."""

import pytest
from django.urls import reverse

from tests.factories import make_entry, make_tournament, signed_in
from tournaments.models import Act, Entry
from tournaments.models.tournament import State

pytestmark = pytest.mark.django_db


def test_paid_is_set_and_taken_back_and_a_second_click_does_not_flip_it():
    tournament = make_tournament(state=State.CHECK_IN, fee="200 Kč")
    entry = make_entry(tournament)
    desk = signed_in(tournament, "scorekeeper")
    address = reverse("mark_paid", args=[tournament.slug, entry.pk])

    desk.post(address, {"paid": "1"})
    desk.post(address, {"paid": "1"})
    assert Entry.objects.get().paid

    desk.post(address, {"paid": "0"})
    assert not Entry.objects.get().paid
    assert list(Act.objects.values_list("name", flat=True)) == ["mark_unpaid", "mark_paid"]
