"""The chief referee lets somebody in late (D-110)."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    chief_of,
    doer,
    draw,
    make_entry,
    play,
    ready_to_draw,
    signed_in,
)
from tournaments.domain.values import Refused
from tournaments.models import Entry
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.services import checking_in
from tournaments.services.acts import AlreadyDone

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def test_somebody_of_the_list_plays_from_the_next_round():
    tournament = ready_to_draw(12)
    late = make_entry(tournament, state=EntryState.NO_SHOW)
    play(tournament)

    chief_of(tournament).post(reverse("admit_latecomer", args=[tournament.slug, late.pk]))

    late.refresh_from_db()
    assert (late.state, late.first_round) == (EntryState.CHECKED_IN, 2)
    assert tournament.acts.first().told == f"{late}, from round 2"
    draw(tournament, 2)
    drawn = read_event(tournament).round(2)
    assert late.pk in {key for table in drawn.tables for key in table.entry_ids}


def test_somebody_new_is_admitted_by_the_line_at_the_top():
    tournament = ready_to_draw(12)
    draw(tournament)

    chief_of(tournament).post(
        reverse("admit_latecomer", args=[tournament.slug]),
        {"name": "Pozdní Host", "club": "", "birth_date": ""},
    )

    entry = Entry.objects.get(person__name="Pozdní Host")
    assert (entry.number, entry.first_round, entry.state) == (13, 2, EntryState.CHECKED_IN)


@pytest.mark.parametrize("role", ["organiser", "referee", "scorekeeper", "administrator"])
def test_nobody_but_the_chief_referee_admits(role):
    tournament = ready_to_draw(12)
    late = make_entry(tournament, state=EntryState.NO_SHOW)
    draw(tournament)

    answer = signed_in(tournament, role).post(
        reverse("admit_latecomer", args=[tournament.slug, late.pk])
    )

    assert answer.status_code == 403


def test_before_the_draw_the_door_is_enough():
    tournament = ready_to_draw(12)
    entry = make_entry(tournament)

    with pytest.raises(Refused, match="just check in"):
        checking_in.admit_latecomer(tournament, doer(), entry_id=entry.pk)


def test_nobody_is_admitted_when_no_round_is_left():
    tournament = ready_to_draw(12)
    late = make_entry(tournament, state=EntryState.NO_SHOW)
    for number in (1, 2, 3):
        play(tournament, number)
    draw(tournament, 4)

    with pytest.raises(Refused, match="none left") as refusal:
        checking_in.admit_latecomer(tournament, doer(), entry_id=late.pk)
    assert refusal.value.rule_id == "D-110"


def test_a_second_click_admits_once():
    tournament = ready_to_draw(12)
    late = make_entry(tournament, state=EntryState.NO_SHOW)
    draw(tournament)
    checking_in.admit_latecomer(tournament, doer(), entry_id=late.pk)

    with pytest.raises(AlreadyDone):
        checking_in.admit_latecomer(tournament, doer(), entry_id=late.pk)
