"""Publish a draw, take it back, and build the round's board."""

import pytest

from tests.factories import agreeing, at, doer, draw, enter, play, publish, ready_to_draw
from tournaments.domain.values import Refused
from tournaments.models import Round, Seat
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.services import rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = pytest.mark.django_db


def round_of(tournament, number=1):
    return Round.objects.get(tournament=tournament, number=number)


def test_publishing_shows_the_draw_from_now_on():
    tournament = ready_to_draw(12)
    drawn = draw(tournament)

    rounds.publish_draw(tournament, 1, doer(now=at(9, 50)), attempt=1)

    drawn.refresh_from_db()
    assert drawn.published_at == at(9, 50)
    assert read_event(tournament).round(1).state == "published"


def test_a_second_click_on_publish_changes_nothing():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    before = drawn.published_at

    with pytest.raises(AlreadyDone):
        rounds.publish_draw(tournament, 1, doer(now=at(9, 59)))

    drawn.refresh_from_db()
    assert drawn.published_at == before


def test_a_draw_that_was_made_meanwhile_is_not_published_unseen():
    tournament = ready_to_draw(12)
    draw(tournament)
    draw(tournament, seed="8", reason="Again.")

    with pytest.raises(Refused, match="Draw 2 was made meanwhile"):
        rounds.publish_draw(tournament, 1, doer(), attempt=1)


@pytest.mark.rule("T-020")
def test_a_draw_with_somebody_who_left_is_not_published():
    tournament = ready_to_draw(12)
    drawn = draw(tournament)
    gone = drawn.seats.first().entry
    gone.state = EntryState.WITHDRAWN
    gone.save()

    with pytest.raises(Refused) as refused:
        rounds.publish_draw(tournament, 1, doer())

    assert refused.value.rule_id == "T-020"


@pytest.mark.rule("T-013")
def test_a_draw_that_a_correction_has_overtaken_is_not_published():
    tournament = ready_to_draw(15)
    first = play(tournament)
    drawn = draw(tournament, 2)
    # Whoever was last at the first table of three is now its winner.
    last = drawn.tables.get(number=4).seats.first().entry
    table = first.tables.get(seats__entry=last)
    position = table.seats.get(entry=last).position
    points = [10 if place == position else 5 for place in range(1, table.seats.count() + 1)]
    enter(table, points, winner=position, number_seen=1, reason="Columns were mixed up.")

    with pytest.raises(Refused) as refused:
        rounds.publish_draw(tournament, 2, doer())

    assert refused.value.rule_id == "T-013"


@pytest.mark.rule("T-018")
def test_a_repeated_trio_is_published_only_with_open_eyes():
    tournament = ready_to_draw(12)
    first = play(tournament)
    drawn = draw(tournament, 2)
    same = list(first.tables.get(number=1).seats.values_list("entry", flat=True))
    order = same + [e.pk for e in tournament.entries.all() if e.pk not in same]
    seats = list(Seat.objects.filter(draw=drawn).order_by("table__number", "position"))
    Seat.objects.filter(draw=drawn).delete()
    for seat, entry in zip(seats, order, strict=True):
        Seat.objects.create(draw=drawn, table=seat.table, position=seat.position, entry_id=entry)

    with pytest.raises(Unconfirmed) as unconfirmed:
        rounds.publish_draw(tournament, 2, doer())

    assert {caution.rule_id for caution in unconfirmed.value.cautions} == {"T-018"}


@pytest.mark.rule("T-018")
def test_at_the_only_table_nobody_is_asked_about_a_repeated_trio():
    tournament = ready_to_draw(4)
    play(tournament)
    draw(tournament, 2)

    rounds.publish_draw(tournament, 2, doer())

    assert read_event(tournament).round(2).is_published


def test_taking_back_needs_a_reason_and_keeps_the_tables():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    rounds.start_clock(tournament, 1, doer(now=at(10)))

    with pytest.raises(Refused, match="needs a reason"):
        rounds.unpublish_draw(tournament, 1, doer(), "")
    agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "Somebody came late."))

    drawn.refresh_from_db()
    assert drawn.published_at is None
    assert drawn.withdrawn_at is None
    assert read_event(tournament).round(1).state == "drawn"
    assert round_of(tournament).started_at is None


def test_results_stay_at_their_tables_when_a_draw_is_taken_back():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    enter(drawn.tables.get(number=2), (10, 8, 5, 4))

    with pytest.raises(Unconfirmed, match="Results are entered of table 2"):
        rounds.unpublish_draw(tournament, 1, doer(), "A wrong seat.")
    agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "A wrong seat."))

    assert drawn.tables.get(number=2).results.count() == 1


def test_a_second_click_on_taking_back_changes_nothing():
    tournament = ready_to_draw(12)
    draw(tournament)

    with pytest.raises(AlreadyDone):
        rounds.unpublish_draw(tournament, 1, doer(), "A wrong seat.")


@pytest.mark.rule("T-003")
def test_a_new_board_can_be_built_until_the_round_is_published():
    tournament = ready_to_draw(12)
    draw(tournament)
    before = round_of(tournament).board_seed

    rounds.build_board(tournament, 1, "storm", doer())

    assert round_of(tournament).board_seed == "storm" != before


@pytest.mark.rule("T-004", "B-034")
def test_a_published_round_keeps_its_one_board():
    tournament = ready_to_draw(12)
    publish(tournament)
    before = round_of(tournament).board_seed

    with pytest.raises(Refused) as refused:
        rounds.build_board(tournament, 1, "storm", doer())

    assert refused.value.rule_id == "T-004"
    assert round_of(tournament).board_seed == before


@pytest.mark.rule("T-003", "B-033")
def test_the_board_of_an_earlier_round_is_refused():
    tournament = ready_to_draw(12)
    play(tournament)
    draw(tournament, 2)

    with pytest.raises(Refused) as refused:
        rounds.build_board(tournament, 2, round_of(tournament).board_seed, doer())

    assert refused.value.rule_id == "T-003"


def test_a_second_click_builds_no_second_board():
    tournament = ready_to_draw(12)
    rounds.build_board(tournament, 1, "storm", doer())

    with pytest.raises(AlreadyDone):
        rounds.build_board(tournament, 1, "storm", doer())
