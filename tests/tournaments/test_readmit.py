"""Players who left and come back."""

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    agreeing,
    doer,
    draw,
    make_entry,
    make_person,
    make_tournament,
    play,
    ready_to_draw,
    signed_in,
)
from tournaments.domain.values import Refused
from tournaments.models import Mail
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services import checking_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def test_somebody_who_played_before_is_drawn_again():
    tournament = ready_to_draw(12)
    play(tournament)
    entry = tournament.entries.first()
    checking_in.withdraw(tournament, entry.pk, doer())

    signed_in(tournament).post(reverse("readmit", args=[tournament.slug, entry.pk]))

    entry.refresh_from_db()
    assert (entry.state, entry.left_after) == (EntryState.CHECKED_IN, None)
    draw(tournament, 2)
    drawn = read_event(tournament).round(2)
    assert entry.pk in {key for table in drawn.tables for key in table.entry_ids}


def test_somebody_who_left_before_the_start_comes_back_to_the_door():
    tournament = ready_to_draw(12)
    entry = tournament.entries.first()
    checking_in.withdraw(tournament, entry.pk, doer())

    checking_in.readmit(tournament, entry.pk, doer())

    entry.refresh_from_db()
    assert entry.state == EntryState.CHECKED_IN


def test_somebody_who_never_played_is_a_latecomer():
    tournament = ready_to_draw(13)
    entry = tournament.entries.first()
    checking_in.withdraw(tournament, entry.pk, doer())
    draw(tournament)

    with pytest.raises(Refused) as refusal:
        checking_in.readmit(tournament, entry.pk, doer())
    assert refusal.value.rule_id == "D-110"

    agreeing(lambda who: checking_in.admit_latecomer(tournament, who, entry_id=entry.pk))
    entry.refresh_from_db()
    assert (entry.state, entry.first_round) == (EntryState.CHECKED_IN, 2)


@pytest.mark.rule("T-055")
def test_an_excluded_player_does_not_come_back():
    tournament = make_tournament(state=State.RUNNING)
    entry = make_entry(tournament, state=EntryState.EXCLUDED)

    with pytest.raises(Refused, match="excluded"):
        checking_in.readmit(tournament, entry.pk, doer())


def test_somebody_who_signed_off_is_on_the_list_again_behind_those_who_wait():
    tournament = make_tournament(capacity=3)
    gone = make_entry(tournament, make_person("Eva", email="eva@example.org"), state="cancelled")
    make_entry(tournament)
    make_entry(tournament)
    waiting = make_entry(tournament, state=EntryState.WAITING)

    signed_in(tournament).post(reverse("readmit", args=[tournament.slug, gone.pk]))

    gone.refresh_from_db()
    waiting.refresh_from_db()
    assert (waiting.state, gone.state) == (EntryState.CONFIRMED, EntryState.WAITING)
    assert gone.number == 1
    assert Mail.objects.get().to == "eva@example.org"
