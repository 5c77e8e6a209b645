"""The desk's page of wishes for the draw, as those see it who may draw, and those who may not."""

import re

import pytest
import time_machine
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape

from tests.factories import (
    at,
    checked_in,
    draw,
    make_entry,
    make_official,
    make_person,
    make_tournament,
    play,
    ready_to_draw,
    signed_in,
    wish,
)
from tournaments.models import Draw, Wish
from tournaments.models.entry import EntryState, Role
from tournaments.models.tournament import Kind, State

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _on_the_day_in_english():
    with translation.override("en"), time_machine.travel(at(9, 30), tick=False):
        yield


def page(client, tournament):
    return client.get(reverse("wishes", args=[tournament.slug])).content.decode()


def text(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def keys(tournament, *numbers):
    return [entry.pk for entry in tournament.entries.filter(number__in=numbers)]


def send(client, tournament, **data):
    address = reverse("add_wish", args=[tournament.slug])
    answer = client.post(address, data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def person(tournament, number):
    return str(tournament.entries.get(number=number).person)


def test_wishes_stand_there_in_words():
    tournament = ready_to_draw(12)
    wish(tournament, "apart", 1, 2, 3, rounds=[1, 2], reason="Brothers.")
    wish(tournament, "fixed-table", 4, table=2, rounds=[3])
    wish(tournament, "locked-seat", 5, table=1, seat=3)

    html = text(page(signed_in(tournament), tournament))

    one, two, three = (person(tournament, number) for number in (1, 2, 3))
    assert f"{one}, {two} and {three} sit apart , rounds 1 and 2" in html
    assert f"{person(tournament, 4)}: at table 2 , round 3" in html
    assert f"{person(tournament, 5)}: at table 1, seat 3 , every round" in html
    assert "Brothers." in html
    assert "Everybody can read later in the record of a draw" in html


def test_a_wish_is_added_from_the_page():
    tournament = ready_to_draw(12)

    html = send(
        signed_in(tournament),
        tournament,
        players=keys(tournament, 1, 4),
        kind="apart",
        rounds=[2, 3],
        reason="Brothers.",
    )

    added = Wish.objects.get()
    assert [entry.number for entry in added.entries] == [1, 4]
    assert (added.rounds, added.reason) == ([2, 3], "Brothers.")
    assert "The wish is written down." in html


def test_searching_without_javascript_keeps_what_is_ticked_and_typed():
    tournament = ready_to_draw(12)
    first, last = tournament.entries.get(number=1), tournament.entries.get(number=12)

    html = send(
        signed_in(tournament),
        tournament,
        find=1,
        q=str(last.person).split()[1].lower()[:4],
        players=[first.pk],
        kind="fixed-table",
        table="2",
        reason="The stairs.",
    )

    rows = dict(re.findall(r'<li data-search="(\d+) [^"]*"( hidden)?>', html))
    assert rows["12"] == ""
    assert rows["1"] == rows["2"] == " hidden"
    assert re.search(rf'value="{first.pk}" checked', html)
    assert "The stairs." in html
    assert re.search(r'value="fixed-table"[^>]*checked', html)
    assert not Wish.objects.exists()
    assert "Something needs correcting" not in html


def test_a_wish_that_cannot_be_had_keeps_what_was_typed():
    tournament = ready_to_draw(12)
    wish(tournament, "together", 1, 2)

    html = send(
        signed_in(tournament),
        tournament,
        players=keys(tournament, 1, 2),
        kind="apart",
        reason="Because of last year.",
    )

    one, two = tournament.entries.filter(number__in=(1, 2))
    assert escape(f"{one}, {two} are to be kept apart and to sit at one table.") in html
    assert "Because of last year." in html
    assert len(re.findall(r'name="players" value="\d+" checked', html)) == 2
    assert Wish.objects.count() == 1


def test_a_wish_needs_two_players_and_a_kind():
    tournament = ready_to_draw(12)
    client = signed_in(tournament)

    one = send(client, tournament, players=keys(tournament, 1), kind="apart")
    none = send(client, tournament, players=keys(tournament, 1, 2))

    assert "Choose at least two players for this wish." in one
    assert "This field is required." in none
    assert not Wish.objects.exists()


def test_what_depends_on_how_many_come_is_asked_about_on_a_page_of_its_own():
    tournament = ready_to_draw(8)

    html = send(
        signed_in(tournament), tournament, players=keys(tournament, 1), kind="fixed-table", table=9
    )

    assert "this round has tables 1 to 2." in html
    assert 'name="cautions"' in html
    assert not Wish.objects.exists()


def test_a_wish_is_removed_from_the_page_and_stays_to_be_read():
    tournament = ready_to_draw(12)
    removed = wish(tournament, "near-desk", 3)
    client = signed_in(tournament)

    answer = client.post(
        reverse("remove_wish", args=[tournament.slug, removed.pk]), follow=True
    ).content.decode()

    assert "The wish is removed." in answer
    assert "Nobody wishes anything: every draw is free." in answer
    assert "Removed wishes" in answer
    assert f"{person(tournament, 3)}: near the desk" in answer


def test_officials_who_play_are_seated_near_the_desk_with_one_click():
    tournament = ready_to_draw(12)
    playing = tournament.entries.get(number=7)
    make_official(tournament, Role.REFEREE, playing.person)
    make_official(tournament, Role.SCOREKEEPER, playing.person)
    client = signed_in(tournament)

    html = page(client, tournament)
    data = dict(re.findall(r'<input type="hidden" name="(kind|players)" value="([^"]+)"', html))
    after = send(client, tournament, **data)

    assert html.count("Seat near the desk") == 1
    assert "Seat near the desk" not in after
    assert draw(tournament).inputs["near_desk"] == ["7"]


def test_officials_who_do_not_play_are_not_suggested():
    tournament = ready_to_draw(12)
    gone = make_entry(tournament, make_person("Rudolf Referee"), state=EntryState.CANCELLED)
    make_official(tournament, Role.REFEREE, gone.person)

    assert "Officials who play" not in page(signed_in(tournament), tournament)


def test_whoever_left_is_named_as_passed_over():
    tournament = ready_to_draw(12)
    wish(tournament, "apart", 1, 2)
    tournament.entries.filter(number=2).update(state=EntryState.WITHDRAWN)

    html = page(signed_in(tournament), tournament)

    assert f"Passed over, not playing: {person(tournament, 2)}" in html


def test_the_page_says_that_a_drawn_round_stays_as_it_is():
    tournament = ready_to_draw(12)
    draw(tournament)

    html = page(signed_in(tournament), tournament)

    assert "Round 1 is drawn already: what you change here holds from the next draw on." in html


def test_rounds_that_are_closed_are_not_offered():
    tournament = ready_to_draw(12)
    play(tournament)

    html = page(signed_in(tournament), tournament)

    assert 'value="2"' in html
    assert not re.search(r'name="rounds" value="1"', html)


def test_without_a_round_to_be_drawn_no_wish_is_asked_for():
    tournament = ready_to_draw(12, kind=Kind.OTHER, rounds=1)
    play(tournament)

    html = page(signed_in(tournament), tournament)

    assert "No round is left to be drawn, so no wish can be heeded any more." in html
    assert 'name="reason"' not in html


def test_what_the_next_draw_would_refuse_is_told_before():
    tournament = make_tournament(state=State.SIGN_UP, capacity=40)
    checked_in(tournament, 12)
    wish(tournament, "apart", 1, 2, 3, 4)
    tournament.state = State.CHECK_IN
    tournament.save()

    html = page(signed_in(tournament), tournament)

    assert "As it stands, the next draw will be refused:" in html
    assert "cannot be kept apart: the number of tables is 3." in html


def test_the_page_of_the_round_tells_it_before_dice_are_rolled():
    tournament = make_tournament(state=State.SIGN_UP, capacity=40)
    checked_in(tournament, 12)
    wish(tournament, "apart", 1, 2, 3, 4)
    tournament.state = State.CHECK_IN
    tournament.save()
    client = signed_in(tournament)

    first, second = (
        client.get(reverse("round_desk", args=[tournament.slug, number])).content.decode()
        for number in (1, 2)
    )

    assert "As it stands, the next draw will be refused:" in first
    assert "As it stands, the next draw will be refused:" not in second


@pytest.mark.parametrize("role", [Role.SCOREKEEPER, Role.REFEREE])
def test_whoever_may_not_draw_reads_who_but_not_why(role):
    tournament = ready_to_draw(12)
    kept = wish(tournament, "apart", 1, 2, reason="Brothers.")
    client = signed_in(tournament, role)

    html = page(client, tournament)
    added = client.post(reverse("add_wish", args=[tournament.slug]), {"kind": "apart"})
    removed = client.post(reverse("remove_wish", args=[tournament.slug, kept.pk]))

    assert f"{person(tournament, 1)} and {person(tournament, 2)} sit apart" in html
    assert "Brothers." not in html
    assert "Add a wish" not in html
    assert (added.status_code, removed.status_code) == (403, 403)


def test_nothing_is_added_once_the_tournament_is_over():
    tournament = make_tournament(state=State.FINISHED)
    checked_in(tournament, 8)

    assert "Add a wish" not in page(signed_in(tournament), tournament)


def test_desk_and_round_desk_lead_to_the_wishes():
    tournament = ready_to_draw(12)
    wish(tournament, "apart", 1, 2, rounds=[1])
    client = signed_in(tournament)
    link = f'href="{reverse("wishes", args=[tournament.slug])}"'

    desk = client.get(reverse("desk", args=[tournament.slug])).content.decode()
    first, second = (
        client.get(reverse("round_desk", args=[tournament.slug, number])).content.decode()
        for number in (1, 2)
    )

    assert link in desk
    assert f"{link}>1 wish for this draw" in first
    assert f"{link}>Wishes for the draw" in second


def test_the_round_desk_says_when_wishes_have_changed_since_the_draw():
    tournament = ready_to_draw(12)
    wish(tournament, "apart", 1, 2)
    draw(tournament)
    client = signed_in(tournament)
    address = reverse("round_desk", args=[tournament.slug, 1])

    as_wished = client.get(address).content.decode()
    wish(tournament, "near-desk", 3)
    changed = client.get(address).content.decode()
    draw(tournament, reason="A wish.")
    again = client.get(address).content.decode()

    found = ["Wishes have changed since this draw." in html for html in (as_wished, changed, again)]
    assert found == [False, True, False]


def test_a_draw_that_cannot_be_had_names_every_reason_and_leads_to_the_wishes():
    tournament = ready_to_draw(12)
    wish(tournament, "apart", 1, 2, 3, 5)
    wish(tournament, "fixed-table", 4, table=7)

    html = (
        signed_in(tournament)
        .post(
            reverse("draw_round", args=[tournament.slug, 1]),
            {"instead_of": 0},
            follow=True,
        )
        .content.decode()
    )

    reasons = re.findall(r"<li>([^<]*(?:cannot be kept apart|is fixed to table)[^<]*)</li>", html)
    assert len(reasons) == 2
    assert escape(str(tournament.entries.get(number=4))) in reasons[0]
    assert f'href="{reverse("wishes", args=[tournament.slug])}"' in html
    assert not Draw.objects.exists()
