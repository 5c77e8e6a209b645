"""The clock of a round: limit, start, bell, and what comes after it."""

import pytest

from tests.factories import agreeing, at, doer, draw, play, publish, ready_to_draw
from tournaments.domain.values import Refused
from tournaments.models import Act, Round
from tournaments.models.event import read_event
from tournaments.models.tournament import Kind
from tournaments.services import checking_in, rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(db):
    tournament = ready_to_draw(12)
    publish(tournament)
    return tournament


def round_of(tournament, number=1):
    return Round.objects.get(tournament=tournament, number=number)


def start(tournament, *, now=None):
    rounds.start_clock(tournament, 1, doer(now=now or at(10)))


def rule_of(refused):
    return refused.value.rule_id


# --- The limit


@pytest.mark.rule("T-057", "T-058")
def test_the_limit_is_announced_before_the_start():
    tournament = ready_to_draw(12)
    tournament.rounds.filter(number=2).update(starts_at=at(12))

    rounds.announce_limit(tournament_running(tournament), 1, 90, doer())

    assert round_of(tournament).limit_minutes == 90


def tournament_running(tournament):
    draw(tournament)
    return tournament


@pytest.mark.rule("T-057")
def test_a_limit_comes_too_late_once_the_clock_runs(tournament):
    start(tournament)

    with pytest.raises(Refused) as refused:
        rounds.announce_limit(tournament, 1, 80, doer(now=at(10, 40)))

    assert rule_of(refused) == "T-057"
    assert round_of(tournament).limit_minutes == 75


@pytest.mark.rule("T-058")
@pytest.mark.parametrize("kind", [Kind.SEASON, Kind.FINAL])
def test_a_limit_below_75_minutes_is_refused(kind):
    tournament = ready_to_draw(12, kind=kind)
    publish(tournament)

    with pytest.raises(Refused) as refused:
        rounds.announce_limit(tournament, 1, 74, doer())

    assert rule_of(refused) == "T-058"


@pytest.mark.rule("T-063", "T-067")
def test_only_the_final_may_do_without_a_limit(tournament):
    final = ready_to_draw(12, kind=Kind.FINAL)
    publish(final)

    with pytest.raises(Refused) as refused:
        rounds.announce_limit(tournament, 1, None, doer())
    rounds.announce_limit(final, 1, None, doer())

    assert rule_of(refused) == "T-063"
    assert round_of(final).limit_minutes is None


@pytest.mark.rule("T-064")
def test_a_limit_leaves_time_for_the_break_before_the_next_start(tournament):
    with pytest.raises(Refused) as refused:
        rounds.announce_limit(tournament, 1, 76, doer())

    assert rule_of(refused) == "T-064"


# --- The start


def test_the_clock_of_a_published_round_starts(tournament):
    start(tournament, now=at(10, 2))

    assert round_of(tournament).bell_at == at(11, 17)
    assert read_event(tournament).round(1).state == "playing"


@pytest.mark.rule("D-102")
def test_before_a_clock_starts_a_table_is_named_of_which_fewer_than_three_are_left():
    tournament = ready_to_draw(15)
    tables = publish(tournament).tables
    for number in (1, 4):
        gone = tables.get(number=number).seats.first().entry
        agreeing(lambda who, gone=gone: checking_in.withdraw(tournament, gone.pk, who))

    with pytest.raises(Unconfirmed) as asked:
        start(tournament)
    agreeing(lambda who: rounds.start_clock(tournament, 1, who), doer(now=at(10)))

    assert [caution.rule_id for caution in asked.value.cautions] == ["D-102"]
    assert "At table 4 fewer than three are left" in str(asked.value)
    assert read_event(tournament).round(1).state == "playing"


def test_the_clock_of_a_draw_that_nobody_has_seen_does_not_start():
    tournament = ready_to_draw(12)
    draw(tournament)

    with pytest.raises(Refused, match="not published"):
        start(tournament)


def test_a_second_click_does_not_start_the_clock_again(tournament):
    start(tournament, now=at(10))

    with pytest.raises(AlreadyDone):
        start(tournament, now=at(10, 1))

    assert round_of(tournament).started_at == at(10)


@pytest.mark.rule("T-065")
def test_a_start_before_the_published_time_is_asked_about(tournament):
    with pytest.raises(Unconfirmed) as unconfirmed:
        start(tournament, now=at(9, 59))

    assert [caution.rule_id for caution in unconfirmed.value.cautions] == ["T-065"]


def test_a_clock_started_by_mistake_is_set_back(tournament):
    start(tournament)

    rounds.stop_clock(tournament, 1, doer(now=at(10, 1)))

    assert round_of(tournament).started_at is None
    assert Act.objects.get(name="stop_clock").detail == "10:00:00"
    with pytest.raises(AlreadyDone):
        rounds.stop_clock(tournament, 1, doer(now=at(10, 1)))


# --- After the bell


@pytest.mark.rule("T-062")
def test_turns_are_limited_only_after_the_bell(tournament):
    start(tournament)

    with pytest.raises(Refused) as refused:
        rounds.set_turn_limit(tournament, 1, 2, doer(now=at(11, 14)))
    rounds.set_turn_limit(tournament, 1, 2, doer(now=at(11, 15)))

    assert rule_of(refused) == "T-062"
    assert round_of(tournament).turn_limit_minutes == 2


@pytest.mark.rule("T-059")
def test_who_was_on_turn_at_the_bell_is_noted_once_it_has_rung(tournament):
    start(tournament)

    with pytest.raises(Refused) as refused:
        rounds.mark_bell(tournament, 1, 2, 3, doer(now=at(11, 14)))
    rounds.mark_bell(tournament, 1, 2, 3, doer(now=at(11, 15)))
    rounds.mark_bell(tournament, 1, 3, 1, doer(now=at(11, 15)))
    rounds.mark_bell(tournament, 1, 3, None, doer(now=at(11, 16)))

    assert rule_of(refused) == "T-059"
    tables = round_of(tournament).current_draw().tables
    assert [table.bell_position for table in tables.all()] == [None, 3, None]


@pytest.mark.rule("T-059", "T-060")
def test_after_the_bell_everybody_has_two_turns_and_who_was_on_turn_plays_last(tournament):
    start(tournament)

    rounds.mark_bell(tournament, 1, 1, 2, doer(now=at(11, 15)))

    table = read_event(tournament).round(1).table(1)
    assert [seat.position for seat in table.extra_turns] == [3, 4, 1, 2, 3, 4, 1, 2]


def test_nobody_sits_on_a_seat_that_is_not_there(tournament):
    start(tournament)

    with pytest.raises(Refused, match="no seat 5"):
        rounds.mark_bell(tournament, 1, 1, 5, doer(now=at(11, 15)))
    with pytest.raises(Refused, match="no table 4"):
        rounds.mark_bell(tournament, 1, 4, 1, doer(now=at(11, 15)))


# --- Who starts at a table


def rolled(tournament, rolls, first, *, who=None):
    rounds.record_start_rolls(tournament, 1, 1, who or doer(), rolls=rolls, first=first)


@pytest.mark.rule("T-005")
def test_the_highest_roll_starts(tournament):
    rolled(tournament, {1: 7, 2: 11, 3: 4, 4: 9}, 2)

    table = round_of(tournament).current_draw().tables.get(number=1)
    assert table.first_position == 2
    assert [seat.start_roll for seat in table.seats.all()] == [7, 11, 4, 9]


@pytest.mark.rule("T-005")
def test_a_start_without_the_highest_roll_is_asked_about(tournament):
    with pytest.raises(Unconfirmed) as unconfirmed:
        rolled(tournament, {1: 7, 2: 11, 3: 4, 4: 9}, 4)
    agreeing(lambda who: rolled(tournament, {1: 7, 2: 11, 3: 4, 4: 9}, 4, who=who))

    assert [caution.rule_id for caution in unconfirmed.value.cautions] == ["T-005"]
    assert round_of(tournament).current_draw().tables.get(number=1).first_position == 4


@pytest.mark.rule("T-005")
@pytest.mark.parametrize("roll", [1, 13])
def test_a_roll_that_two_dice_cannot_show_is_refused(tournament, roll):
    with pytest.raises(Refused) as refused:
        rolled(tournament, {1: roll}, 1)

    assert rule_of(refused) == "T-005"


def test_nothing_is_changed_in_a_closed_round():
    tournament = ready_to_draw(12)
    play(tournament)

    for act in (
        lambda: rounds.start_clock(tournament, 1, doer()),
        lambda: rounds.stop_clock(tournament, 1, doer()),
        lambda: rounds.announce_limit(tournament, 1, 80, doer()),
        lambda: rounds.record_start_rolls(tournament, 1, 1, doer(), rolls={}, first=None),
    ):
        with pytest.raises(Refused, match="closed"):
            act()
