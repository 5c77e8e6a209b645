"""The desk accepts what players entered by one key, or sets it aside; nothing is lost."""

import html
import re

import pytest
from django.urls import reverse

from tests import factories as make
from tests.tournaments.test_propose_result import (
    OTHERWISE,
    a_table,
    address,
    entry_at,
    event,
    insist,
    outcomes,
    own_page,
    propose,
    say,
)
from tournaments.models import Act, Result
from tournaments.models.entry import Role
from tournaments.models.proposal import Outcome
from tournaments.models.tournament import FromTheTable
from tournaments.services import proposing, rounds
from tournaments.services.acts import AlreadyDone

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("in_english")]

OF_A_SCRIPT = {"HX-Request": "true", "HX-Target": "missing"}


@pytest.fixture
def table():
    """Table 1 of a round that is published, of an event whose desk accepts what players propose."""
    return a_table(FromTheTable.PROPOSED)


@pytest.fixture
def desk(table):
    return make.signed_in(event(table), Role.SCOREKEEPER)


def act_on(proposal, act="accept_proposal"):
    slug = proposal.table.draw.round.tournament.slug
    return reverse(act, args=[slug, 1, proposal.pk])


def grid(table, client):
    return client.get(reverse("results_desk", args=[event(table).slug, 1])).content.decode()


def test_the_grid_shows_what_players_entered_and_accepts_it_by_one_key(table, desk):
    proposal = propose(table, 1)
    say(table, 2, proposal)
    assert 'id="accept-1"' in grid(table, desk)

    answer = desk.post(act_on(proposal), headers=OF_A_SCRIPT).content.decode()

    result = Result.objects.get()
    assert [one.game_points for one in result.scores.all()] == [10, 8, 5, 4]
    assert outcomes(table) == [Outcome.STANDS]
    assert "Table 1 is saved." in answer
    assert 'id="line-1" hx-swap-oob="delete"' in answer
    assert "results-grid" not in answer  # what is typed in it stays
    entered = answer.split('<div id="entered" hx-swap-oob="true">')[1]
    assert 'id="table-1"' in entered
    assert Act.objects.get(name="accept_proposal").by == result.by
    agreed = set(result.responses.values_list("entry", flat=True))
    assert agreed == {entry_at(table, 1).pk, entry_at(table, 2).pk}


def test_without_a_script_it_goes_back_to_the_grid(table, desk):
    answer = desk.post(act_on(propose(table, 1)), follow=True)

    assert answer.redirect_chain[-1][0].endswith("/desk/rounds/1/results/")
    assert "Table 1 is saved." in answer.content.decode()


def test_two_versions_stand_side_by_side_and_neither_is_taken_unseen(table, desk):
    first = propose(table, 1)
    insist(table, 2, OTHERWISE)
    shown = grid(table, desk)
    assert "different results" in shown
    assert 'id="accept-1"' not in shown
    assert "<mark>8</mark>" in shown
    assert "<mark>9</mark>" in shown

    asked = desk.post(act_on(first), headers=OF_A_SCRIPT).content.decode()
    assert not Result.objects.exists()
    assert "entered another result of table 1: 10-9-5-4" in asked
    keys = [html.unescape(key) for key in re.findall(r'name="cautions" value="([^"]*)"', asked)]
    desk.post(act_on(first), {"cautions": keys}, headers=OF_A_SCRIPT)

    assert Result.objects.get().scores.get(seat__position=2).game_points == 8
    assert outcomes(table) == [Outcome.STANDS, Outcome.OVERTAKEN]


def test_who_does_not_agree_with_the_other_version_is_named_with_it(table, desk):
    first = propose(table, 1)
    second = insist(table, 2, OTHERWISE)
    say(table, 3, second, agrees=False, text="I had five.")

    asked = html.unescape(desk.post(act_on(first), headers=OF_A_SCRIPT).content.decode())

    assert f"10-9-5-4. Do not agree with it: {entry_at(table, 3)}." in asked


def test_what_is_accepted_in_place_changes_the_state_beside_the_heading(table, desk):
    make.enter(table.draw.tables.get(number=2), (10, 8, 5, 4))
    assert 'id="round-state"><span class="badge note">published' in grid(table, desk)

    answer = desk.post(act_on(propose(table, 1)), headers=OF_A_SCRIPT).content.decode()

    state = '<span id="round-state" hx-swap-oob="true"><span class="badge good">all results in'
    assert state in answer


@pytest.mark.rule("T-050")
def test_the_referees_book_shows_tables_that_do_not_agree_and_no_others(table):
    agreed = table.draw.tables.get(number=2)
    propose(agreed, 1)
    propose(table, 1)
    book = reverse("referees_book", args=[event(table).slug])
    referee = make.signed_in(event(table), Role.REFEREE)
    assert "do not agree" not in referee.get(book).content.decode()

    insist(table, 2, OTHERWISE)

    page = referee.get(book).content.decode()
    assert "Tables that do not agree" in page
    assert 'id="talk-1"' in page
    assert 'id="talk-2"' not in page


def test_an_objection_is_asked_about_before_it_is_accepted(table, desk):
    proposal = propose(table, 1)
    say(table, 2, proposal, agrees=False, text="I had nine.")
    assert "not agreed" in grid(table, desk)

    asked = desk.post(act_on(proposal)).content.decode()

    assert "that it is wrong: I had nine." in asked
    assert not Result.objects.exists()


def test_what_is_set_aside_makes_room_and_its_player_reads_so(table, desk):
    proposal = propose(table, 1)

    desk.post(act_on(proposal, "decline_proposal"))

    assert outcomes(table) == [Outcome.DECLINED]
    assert "set aside at the desk" in own_page(table, 1)
    propose(table, 1)
    assert outcomes(table) == [Outcome.DECLINED, ""]
    assert "set aside at the desk" not in own_page(table, 1)


def test_what_is_settled_is_not_settled_again(table, desk):
    proposal = propose(table, 1)
    proposing.accept_proposal(event(table), proposal.pk, make.doer())

    page = desk.post(act_on(proposal), follow=True).content.decode()

    assert "settled meanwhile" in page
    with pytest.raises(AlreadyDone):
        proposing.decline_proposal(event(table), proposal.pk, make.doer())
    assert Result.objects.count() == 1


def test_the_table_s_own_page_at_the_desk_shows_it_too(table, desk):
    propose(table, 1)
    of_table = reverse("enter_result", args=[event(table).slug, 1, 1])

    assert act_on(table.proposals.get()) in desk.get(of_table).content.decode()


def test_what_was_entered_for_a_draw_that_went_can_be_read_and_not_accepted(table, desk):
    proposal = propose(table, 1)
    make.agreeing(lambda who: rounds.unpublish_draw(event(table), 1, who, reason="a mistake"))
    make.publish(event(table), 1, seed="8", reason="again")

    shown = grid(table, desk)
    desk.post(act_on(proposal))

    assert "for a draw that does not count any more" in shown
    assert not Result.objects.exists()
    assert outcomes(table) == [""]


def test_a_result_from_the_table_is_corrected_at_the_desk_like_any_other(table, desk):
    proposing.accept_proposal(event(table), propose(table, 1).pk, make.doer())

    make.enter(table, OTHERWISE, number_seen=1)

    assert Result.objects.count() == 2
    assert "Something is wrong" in own_page(table, 1)


def test_players_neither_accept_nor_set_aside(table):
    proposal = propose(table, 1)
    client = make.signed_in(None, "visitor")
    client.post(address(table, 1))

    for act in ("accept_proposal", "decline_proposal"):
        assert client.post(act_on(proposal, act)).status_code == 403
    assert outcomes(table) == [""]


def test_the_results_of_the_desk_listen_for_what_any_table_says(table, desk):
    page = desk.get(reverse("results_desk", args=[event(table).slug, 1])).content.decode()

    assert "data-every-table" in page
