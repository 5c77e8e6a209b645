"""Somebody nobody expected stands at the door."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    checked_in,
    doer,
    draw,
    make_club,
    make_entry,
    make_tournament,
    ready_to_draw,
    signed_in,
)
from tournaments.domain.entering import Age
from tournaments.domain.values import Refused
from tournaments.models import Club, Entry
from tournaments.models.entry import EntryState
from tournaments.models.tournament import Kind, State
from tournaments.services import checking_in
from tournaments.services.acts import Unconfirmed
from tournaments.services.entering import SignUp

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def come(tournament, **fields):
    typed = {"name": "Náhlý Host", "club": "", "birth_date": "", **fields}
    address = reverse("walk_in", args=[tournament.slug])
    return signed_in(tournament, "scorekeeper").post(address, typed, follow=True)


def test_one_line_is_enough():
    tournament = make_tournament(fee="200 Kč", state=State.CHECK_IN)
    make_entry(tournament)

    answer = come(tournament, club="Osadníci Brno", paid="on")

    entry = Entry.objects.get(number=2)
    assert (entry.state, entry.paid) == (EntryState.CHECKED_IN, True)
    assert entry.club.name == "Osadníci Brno"
    assert "Náhlý Host is in under number 2." in answer.content.decode()


def test_a_known_club_is_found_however_it_is_spelled():
    club = make_club("Osadníci Brno")
    tournament = make_tournament(state=State.CHECK_IN, club=club)

    come(tournament, club="osadnici brno")

    assert Entry.objects.get(name="Náhlý Host").club == club
    assert Club.objects.count() == 1


@pytest.mark.rule("T-085")
@pytest.mark.parametrize(
    ("birth_date", "kept", "minor"),
    [
        ("2012-05-17", dt.date(2012, 5, 17), True),
        ("2012-05-16", None, True),
        ("2008-05-16", None, False),
    ],
    ids=["junior", "fourteen", "adult"],
)
def test_a_birth_date_is_kept_of_juniors_alone(birth_date, kept, minor):
    tournament = make_tournament(state=State.CHECK_IN)

    answer = come(tournament, birth_date=birth_date)
    if minor:
        assert "Has a parent or guardian agreed?" in answer.content.decode()
        come(
            tournament,
            birth_date=birth_date,
            cautions=": Náhlý Host is under 18. Has a parent or guardian agreed?",
        )

    entry = Entry.objects.get(name="Náhlý Host")
    assert (entry.person.birth_date, entry.minor, entry.guardian_consent) == (kept, minor, minor)


@pytest.mark.rule("T-093")
def test_a_school_event_asks_for_the_birth_date_of_a_child():
    tournament = make_tournament(state=State.CHECK_IN, kind=Kind.SCHOOL)

    answer = come(tournament)

    assert "T-093" in answer.content.decode()
    assert 'value="Náhlý Host"' in answer.content.decode()
    assert not Entry.objects.exists()


def test_somebody_of_that_name_on_the_list_is_asked_about():
    tournament = make_tournament(state=State.CHECK_IN)
    make_entry(tournament, "Nahly Host")

    with pytest.raises(Unconfirmed, match=r"1\. Nahly Host is on the list already"):
        checking_in.walk_in(tournament, SignUp(name="Náhlý Host"), doer())


def test_a_full_hall_is_asked_about():
    tournament = make_tournament(state=State.CHECK_IN, capacity=3)
    checked_in(tournament, 3)

    with pytest.raises(Unconfirmed, match="3 of 3"):
        checking_in.walk_in(tournament, SignUp(name="Náhlý Host"), doer())


def test_a_name_of_300_letters_is_refused_and_stays_typed():
    tournament = make_tournament(state=State.CHECK_IN)

    answer = come(tournament, name="A" * 300).content.decode()

    assert "this one has 300." in answer
    assert "A" * 300 in answer
    assert '<details class="card" id="walk-in" open>' in answer


@pytest.mark.rule("T-020")
def test_after_the_draw_the_desk_lets_nobody_in():
    tournament = ready_to_draw(12)
    draw(tournament)

    with pytest.raises(Refused) as refusal:
        checking_in.walk_in(tournament, SignUp(name="Náhlý Host"), doer())

    assert refusal.value.rule_id == "D-110"


def test_a_minor_may_be_written_down_with_a_consent_given_before():
    tournament = make_tournament(state=State.CHECK_IN)
    sign_up = SignUp(name="Náhlý Host", age=Age.MINOR, guardian_consent=True)

    entry = checking_in.walk_in(tournament, sign_up, doer())

    assert entry.minor
