"""Players who leave, before the start and in the middle."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.factories import (
    agreeing,
    at,
    doer,
    draw,
    make_entry,
    make_person,
    make_tournament,
    play,
    publish,
    ready_to_draw,
    signed_in,
)
from tournaments.domain.values import Refused
from tournaments.models import Act, Mail
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.tournament import State
from tournaments.services import checking_in, rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _english():
    with translation.override("en"):
        yield


def leave(tournament, entry):
    agreeing(lambda who: checking_in.withdraw(tournament, entry.pk, who))
    entry.refresh_from_db()
    return entry.state, entry.left_after


@pytest.mark.parametrize(
    ("state", "sentence"),
    [(State.SIGN_UP, "sign up again:"), (State.CHECK_IN, "nobody can sign up here any more")],
)
def test_whoever_is_signed_off_reads_what_can_be_done_if_that_was_a_mistake(state, sentence):
    tournament = make_tournament(state=state)
    jan = make_person("Jan", email="jan@example.org")
    leave(tournament, make_entry(tournament, jan, email="jan@example.org", language="en"))

    body = Mail.objects.get(to="jan@example.org").body
    assert sentence in body
    assert ("/register/" in body) == (state == State.SIGN_UP)


def test_somebody_who_only_signed_up_is_signed_off_and_the_list_moves_up():
    tournament = make_tournament(capacity=3)
    leaving = make_entry(tournament)
    make_entry(tournament)
    make_entry(tournament)
    waiting = make_entry(
        tournament, make_person("Jan", email="jan@example.org"), state=EntryState.WAITING
    )

    assert leave(tournament, leaving) == (EntryState.CANCELLED, None)

    waiting.refresh_from_db()
    assert waiting.state == EntryState.CONFIRMED
    assert Mail.objects.get().to == "jan@example.org"
    labels = {act.name: act.label for act in Act.objects.all()}
    assert labels.keys() == {"cancel_registration", "move_up"}
    assert labels["cancel_registration"] == leaving.get_state_display()


def test_before_round_1_nothing_was_played():
    tournament = ready_to_draw(12)

    assert leave(tournament, tournament.entries.first()) == (EntryState.WITHDRAWN, 0)


def test_after_a_round_the_player_stays_in_the_standings_and_out_of_the_next_draw():
    tournament = ready_to_draw(13)
    play(tournament)
    entry = tournament.entries.first()

    assert leave(tournament, entry) == (EntryState.WITHDRAWN, 1)

    draw(tournament, 2)
    event = read_event(tournament)
    assert entry.pk in {row.player for row in event.standings().rows}
    assert entry.pk not in {key for table in event.round(2).tables for key in table.entry_ids}


def test_a_player_with_a_seat_in_the_next_round_is_asked_about():
    tournament = ready_to_draw(12)
    draw(tournament)
    entry = tournament.entries.first()

    with pytest.raises(Unconfirmed, match=r"not published yet\. Draw the round again\.$") as asked:
        checking_in.withdraw(tournament, entry.pk, doer())

    assert asked.value.cautions[0].rule_id == "D-102"
    assert leave(tournament, entry) == (EntryState.WITHDRAWN, 0)


@pytest.mark.rule("D-102")
def test_at_a_table_of_which_two_would_be_left_the_desk_is_told_to_draw_again():
    tournament = ready_to_draw(15)
    tables = publish(tournament).tables
    three = tables.get(number=4).seats.first().entry
    first, second = (seat.entry for seat in tables.get(number=1).seats.all()[:2])

    with pytest.raises(Unconfirmed) as of_three:
        checking_in.withdraw(tournament, three.pk, doer())
    with pytest.raises(Unconfirmed, match="or let a table of four play as three"):
        checking_in.withdraw(tournament, first.pk, doer())
    leave(tournament, first)
    with pytest.raises(Unconfirmed, match="fewer than three would be left there"):
        checking_in.withdraw(tournament, second.pk, doer())

    assert of_three.value.cautions[0].rule_id == "D-102"
    assert "fewer than three would be left there. Draw the round again." in str(of_three.value)
    assert "table of four" not in str(of_three.value)


def test_a_player_who_leaves_a_game_is_entered_as_left_there():
    tournament = ready_to_draw(12)
    publish(tournament)
    agreeing(lambda who: rounds.start_clock(tournament, 1, who))
    entry = tournament.entries.first()

    with pytest.raises(Unconfirmed, match="as left before its end") as asked:
        checking_in.withdraw(tournament, entry.pk, doer())

    assert asked.value.cautions[0].rule_id == "D-123"
    assert leave(tournament, entry) == (EntryState.WITHDRAWN, 1)


def test_leaving_twice_is_leaving_once():
    tournament = ready_to_draw(12)
    entry = tournament.entries.first()
    leave(tournament, entry)

    with pytest.raises(AlreadyDone):
        checking_in.withdraw(tournament, entry.pk, doer())


def test_nobody_leaves_a_tournament_that_is_over():
    tournament = make_tournament(state=State.FINISHED)
    entry = make_entry(tournament, state=EntryState.CHECKED_IN)

    with pytest.raises(Refused, match="over"):
        checking_in.withdraw(tournament, entry.pk, doer())


def test_the_question_before_leaving_is_asked_on_a_page_without_javascript():
    tournament = ready_to_draw(12)
    draw(tournament)
    entry = tournament.entries.first()
    address = reverse("withdraw", args=[tournament.slug, entry.pk])

    page = signed_in(tournament).post(address).content.decode()

    assert "has a seat at table" in page
    assert f'action="{address}"' in page


@pytest.mark.rule("T-084")
def test_who_played_and_left_still_counts_for_the_places():
    tournament = ready_to_draw(31)
    play(tournament, 1)
    leaving = read_event(tournament).active[0]
    client = signed_in(tournament)
    address = reverse("withdraw", args=[tournament.slug, leaving.pk])
    cautions = client.post(address).content.decode()
    keys = [html.unescape(key) for key in re.findall(r'name="confirmed" value="([^"]+)"', cautions)]

    page = client.post(address, {"confirmed": keys}, follow=True).content.decode()

    leaving.refresh_from_db()
    assert leaving.state == EntryState.WITHDRAWN
    assert "Players: 31, now 30" not in page
    assert "31 players count for the places" in page
    assert "6 × 4 + 2 × 3" in page


@pytest.mark.rule("D-123")
def test_a_player_who_leaves_a_game_under_way_reads_whom_to_tell_and_not_what_the_desk_does():
    tournament = ready_to_draw(4)
    publish(tournament)
    tournament.rounds.update(started_at=at(10))
    entry = tournament.entries.get(number=2)

    address = reverse("withdraw_myself", args=[tournament.slug, entry.token])
    page = Client().post(address).content.decode()

    assert "Your game at table 1 goes on. Before you go, tell a referee" in page
    assert "enter the game there" not in page
