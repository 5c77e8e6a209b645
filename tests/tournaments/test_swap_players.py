"""Swap two players by hand: what it would do is known before, what the rules forbid is refused."""

import pytest

from tests.factories import agreeing, doer, draw, enter, play, publish, ready_to_draw, wish
from tournaments.domain.values import Refused
from tournaments.models import DrawEdit, Round, Seat
from tournaments.models.event import read_event
from tournaments.services import rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.rounds.swapping import weigh_swap

pytestmark = pytest.mark.django_db


def player(drawn, table, position):
    return drawn.tables.get(number=table).seats.get(position=position).entry


def swap(tournament, number, first, second, *, reason="Brothers.", **fields):
    return agreeing(
        lambda who: rounds.swap_players(
            tournament, number, first, second, who, reason=reason, **fields
        )
    )


@pytest.mark.rule("T-020")
def test_two_players_change_seats_and_the_reason_is_kept():
    tournament = ready_to_draw(12)
    drawn = draw(tournament)
    first, second = player(drawn, 1, 2), player(drawn, 3, 4)

    swap(tournament, 1, first, second)

    assert (player(drawn, 1, 2), player(drawn, 3, 4)) == (second, first)
    edit = DrawEdit.objects.get(draw=drawn)
    assert (edit.first, edit.second, edit.reason, edit.by) == (
        first,
        second,
        "Brothers.",
        "Olga Organiser",
    )
    assert Seat.objects.filter(draw=drawn).count() == 12


@pytest.mark.rule("T-016")
def test_a_swap_needs_a_reason():
    tournament = ready_to_draw(12)
    drawn = draw(tournament)

    with pytest.raises(Refused) as refused:
        swap(tournament, 1, player(drawn, 1, 1), player(drawn, 2, 1), reason=" ")

    assert refused.value.rule_id == "T-016"


@pytest.mark.rule("T-013")
def test_more_points_do_not_go_to_a_table_of_three():
    tournament = ready_to_draw(15)
    play(tournament)
    drawn = draw(tournament, 2)
    points = read_event(tournament).points(after_round=1)
    leader = max((seat.entry for seat in drawn.seats.all()), key=lambda entry: points[entry.pk])

    with pytest.raises(Refused) as refused:
        swap(tournament, 2, leader, player(drawn, 4, 1))

    assert refused.value.rule_id == "T-013"
    assert str(leader) in str(refused.value)


@pytest.mark.rule("T-013")
def test_players_level_on_points_change_seats_across_the_border():
    tournament = ready_to_draw(10)
    play(tournament)
    drawn = draw(tournament, 2)
    points = read_event(tournament).points(after_round=1)
    at_four = [seat.entry for seat in drawn.tables.get(number=1).seats.all()]
    at_three = [seat.entry for seat in drawn.seats.exclude(table__number=1)]
    first, second = next((a, b) for a in at_four for b in at_three if points[a.pk] == points[b.pk])

    swap(tournament, 2, first, second)

    assert drawn.tables.get(number=1).seats.filter(entry=second).exists()


@pytest.mark.rule("T-015")
def test_in_round_1_a_change_of_the_tables_of_three_is_asked_about():
    tournament = ready_to_draw(15)
    drawn = draw(tournament)

    with pytest.raises(Unconfirmed) as unconfirmed:
        rounds.swap_players(
            tournament, 1, player(drawn, 1, 1), player(drawn, 4, 1), doer(), reason="Why not."
        )

    assert [caution.rule_id for caution in unconfirmed.value.cautions] == ["T-015"]


@pytest.mark.rule("T-018", "T-019")
def test_what_a_swap_would_do_is_told_by_name_before_it_is_done():
    tournament = ready_to_draw(12)
    first_round = play(tournament)
    drawn = draw(tournament, 2)
    together = [seat.entry for seat in first_round.tables.get(number=1).seats.all()]
    seat_of = {seat.entry: seat.table.number for seat in drawn.seats.all()}
    a, b = next((a, b) for a in together for b in together if seat_of[a] != seat_of[b])
    beside_b = next(
        seat.entry
        for seat in drawn.tables.get(number=seat_of[b]).seats.all()
        if seat.entry not in together
    )

    event = read_event(tournament)
    weighed = weigh_swap(event, event.round(2), a, beside_b)

    gained = [set(meeting.players) for meeting in weighed.swap.pairs_gained]
    assert {a, b} in gained
    assert [meeting.rounds for meeting in weighed.swap.pairs_gained] == [(1,)] * len(gained)
    assert drawn.edits.count() == 0


def test_a_published_draw_is_not_changed_by_hand():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)

    with pytest.raises(Refused, match="published"):
        swap(tournament, 1, player(drawn, 1, 1), player(drawn, 2, 1))


def test_players_of_a_table_with_a_result_stay_where_they_played():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    enter(drawn.tables.get(number=2), (10, 8, 5, 4))
    agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "A wrong seat."))

    with pytest.raises(Refused, match="Table 2 has a result"):
        swap(tournament, 1, player(drawn, 1, 1), player(drawn, 2, 1))


def test_a_second_click_does_not_swap_back():
    tournament = ready_to_draw(12)
    drawn = draw(tournament)
    first, second = player(drawn, 1, 1), player(drawn, 2, 1)
    swap(tournament, 1, first, second, after_edits=0)

    with pytest.raises(AlreadyDone):
        swap(tournament, 1, first, second, after_edits=0)

    assert player(drawn, 1, 1) == second


def test_a_swap_before_the_draw_is_refused():
    tournament = ready_to_draw(12)
    play(tournament)
    one, other = tournament.entries.all()[:2]

    with pytest.raises(Refused, match="Round 2 is not drawn"):
        swap(tournament, 2, one, other)


def test_a_draw_changed_by_hand_can_be_published():
    tournament = ready_to_draw(15)
    drawn = draw(tournament)
    swap(tournament, 1, player(drawn, 1, 1), player(drawn, 4, 1))

    agreeing(lambda who: rounds.publish_draw(tournament, 1, who))

    assert Round.objects.get(tournament=tournament, number=1).current_draw().published_at


def test_a_swap_that_breaks_a_wish_is_asked_about_by_name():
    tournament = ready_to_draw(12)
    wish(tournament, "apart", 1, 2)
    wish(tournament, "near-desk", 3, rounds=[2, 3])
    drawn = draw(tournament)
    one, other = (drawn.seats.get(entry__number=number) for number in (1, 2))
    beside = other.table.seats.exclude(pk=other.pk).first().entry

    with pytest.raises(Unconfirmed) as unconfirmed:
        rounds.swap_players(tournament, 1, one.entry, beside, doer(), reason="Why not.")
    swap(tournament, 1, one.entry, beside)

    assert [str(caution) for caution in unconfirmed.value.cautions] == [
        f"A wish is broken: {one.entry}, {other.entry} are to sit apart, "
        f"and both sit at table {other.table.number}."
    ]
    assert drawn.edits.count() == 1


def test_a_swap_that_leaves_a_wish_as_it_was_is_not_asked_about():
    tournament = ready_to_draw(12)
    wish(tournament, "locked-seat", 1, table=1, seat=1)
    drawn = draw(tournament)
    wish(tournament, "fixed-table", 2, table=4 - drawn.seats.get(entry__number=2).table.number)
    others = [seat.entry for seat in drawn.seats.filter(entry__number__gt=2, position=4)]

    rounds.swap_players(tournament, 1, others[0], others[1], doer(), reason="The stairs.")

    assert drawn.edits.count() == 1
