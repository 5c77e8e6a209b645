"""Enter and correct results: what is kept, what is refused, who decides when two type at once."""

import datetime as dt

import pytest
from django.db import IntegrityError, transaction

from tests.factories import agreeing, at, doer, draw, enter, publish, ready_to_draw
from tournaments.domain.values import Refused
from tournaments.models import Act, Exclusion, Result, Round, Score, Table, Tournament
from tournaments.models.event import read_event
from tournaments.models.result import Ending, Presence
from tournaments.models.tournament import Kind, State
from tournaments.services import checking_in, refereeing, results, rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.entered import EnteredResult, EnteredScore, as_entered
from tournaments.services.results import EnteredMeanwhile

pytestmark = pytest.mark.django_db


def typed(*points, winner=1, **fields):
    scores = {place: EnteredScore(reached) for place, reached in enumerate(points, start=1)}
    return EnteredResult(scores, winner, **fields)


@pytest.fixture
def tournament(db):
    tournament = ready_to_draw(14)
    publish(tournament)
    return tournament


def table(tournament, number=1, *, round_number=1):
    current = Round.objects.get(tournament=tournament, number=round_number).current_draw()
    return current.tables.get(number=number)


def save(tournament, entered, number=1, **fields):
    who = fields.pop("who", None) or doer()
    return results.enter_result(tournament, table(tournament, number), entered, who, **fields)


def rule_of(refused):
    return refused.value.rule_id


def scored(tournament, number=1):
    """Place, tournament points and game points by position, worked out from what is stored."""
    seated = read_event(tournament).round(1).table(number)
    scores = seated.scores()
    return [
        (scores[key].place, scores[key].points, scores[key].game_points)
        for key in seated.entry_ids
        if key in scores
    ]


@pytest.mark.rule("T-031")
def test_game_points_and_winner_are_kept_and_the_rest_is_worked_out(tournament):
    saved = save(tournament, typed(8, 10, 5, 4, winner=2))

    assert saved.number == 1
    assert saved.ending == Ending.WON
    assert saved.winner.position == 2
    assert scored(tournament) == [(2, 3, 8), (1, 10, 10), (3, 2, 5), (4, 1, 4)]


@pytest.mark.rule("T-021", "T-030")
def test_no_column_holds_tournament_points():
    columns = {field.name for model in (Result, Score) for field in model._meta.get_fields()}

    assert columns == {
        *("id", "table", "number", "ending", "winner", "reason", "by", "at", "scores", "responses"),
        "silent",
        *("result", "seat", "presence", "game_points", "parts", "further"),
    }


@pytest.mark.rule("T-060")
def test_a_game_that_ran_out_of_time_has_no_winner(tournament):
    saved = agreeing(lambda who: save(tournament, typed(9, 8, 8, 5, winner=None), who=who))

    assert saved.ending == Ending.TIME
    assert saved.winner is None
    assert [points for _, points, _ in scored(tournament)] == [10, 3, 3, 2]


@pytest.mark.rule("T-033")
def test_eleven_points_are_said_aloud_and_kept_as_ten(tournament):
    with pytest.raises(Unconfirmed, match="11 points count as 10"):
        save(tournament, typed(11, 8, 5, 4))
    saved = agreeing(lambda who: save(tournament, typed(11, 8, 5, 4), who=who))

    assert saved.scores.get(seat__position=1).game_points == 10


@pytest.mark.rule("T-035")
@pytest.mark.parametrize(
    "entered",
    [
        pytest.param(typed(10, 8, 5, 1), id="one point"),
        pytest.param(typed(9, 8, 5, 4), id="a winner with nine"),
    ],
)
def test_values_that_cannot_be_are_refused(tournament, entered):
    with pytest.raises(Refused) as refused:
        save(tournament, entered)

    assert rule_of(refused) == "T-035"
    assert not Result.objects.exists()


@pytest.mark.rule("T-035")
def test_a_winner_with_nine_is_told_how_a_game_that_nobody_won_is_entered(tournament):
    with pytest.raises(Refused, match="If nobody has 10, say that time ran out"):
        save(tournament, typed(9, 8, 5, 4))


@pytest.mark.rule("T-031")
def test_a_player_without_points_is_named(tournament):
    with pytest.raises(Refused) as refused:
        save(tournament, typed(10, 8, 5))

    fourth = table(tournament).seats.get(position=4).entry
    assert rule_of(refused) == "T-031"
    assert str(fourth) in str(refused.value)


@pytest.mark.rule("T-029")
def test_a_second_player_with_ten_points_raises_a_question(tournament):
    with pytest.raises(Unconfirmed) as unconfirmed:
        save(tournament, typed(10, 10, 7, 6))

    assert [caution.rule_id for caution in unconfirmed.value.cautions] == ["T-029"]


@pytest.mark.rule("T-028")
def test_a_shared_first_place_is_shown_before_it_is_saved(tournament):
    with pytest.raises(Unconfirmed, match="First place is shared"):
        save(tournament, typed(8, 8, 6, 5, winner=None))


@pytest.mark.rule("T-034")
def test_a_table_of_three_keeps_its_points_as_they_are(tournament):
    save(tournament, typed(10, 8, 5), number=4)

    assert scored(tournament, 4) == [(1, 10, 10), (2, 3, 8), (3, 2, 5)]


@pytest.mark.rule("T-060")
def test_time_before_the_bell_raises_a_question(tournament):
    rounds.start_clock(tournament, 1, doer(now=at(10)))

    with pytest.raises(Unconfirmed, match="bell has not rung"):
        save(tournament, typed(9, 8, 7, 6, winner=None), who=doer(now=at(11, 14)))
    saved = save(tournament, typed(9, 8, 7, 6, winner=None), who=doer(now=at(11, 15)))

    assert saved.ending == Ending.TIME


@pytest.mark.rule("T-066")
def test_a_game_played_on_after_the_latest_end_is_flagged(tournament):
    in_time = typed(10, 8, 5, 4, ended=at(11, 25))
    too_late = typed(10, 8, 5, 4, ended=at(11, 26))

    save(tournament, in_time, number=1, who=doer(now=at(11, 40)))
    with pytest.raises(Unconfirmed) as unconfirmed:
        save(tournament, too_late, number=2, who=doer(now=at(11, 40)))
    agreeing(lambda who: save(tournament, too_late, number=2, who=who), doer(now=at(11, 40)))

    assert [caution.rule_id for caution in unconfirmed.value.cautions] == ["T-066"]
    assert "11:26" in Act.objects.filter(name="enter_result").first().warnings[0]


@pytest.mark.rule("T-066")
def test_a_latest_end_before_the_bell_of_a_late_round_flags_nothing(tournament):
    rounds.start_clock(tournament, 1, doer(now=at(10, 20)))

    saved = save(tournament, typed(10, 8, 5, 4, ended=at(11, 40)), who=doer(now=at(11, 41)))

    assert saved.number == 1


@pytest.mark.rule("T-066")
def test_a_start_on_another_day_flags_nothing(tournament):
    tomorrow = tournament.date + dt.timedelta(days=1)
    tournament.rounds.filter(number=2).update(starts_at=at(10, day=tomorrow))

    saved = save(tournament, typed(10, 8, 5, 4, ended=at(9, 59, day=tomorrow)))

    assert saved.number == 1


@pytest.mark.rule("T-066", "T-067")
def test_the_final_has_no_latest_end():
    tournament = ready_to_draw(12, kind=Kind.FINAL)
    publish(tournament)

    saved = save(tournament, typed(10, 8, 5, 4, ended=at(11, 40)))

    assert saved.number == 1


# --- Two people at one table


def test_a_correction_is_a_new_version_and_the_old_one_stays(tournament):
    save(tournament, typed(10, 8, 5, 4))

    save(tournament, typed(10, 8, 6, 4), number_seen=1, who=doer("Sylva Scorekeeper"))

    versions = table(tournament).results.order_by("number")
    assert [(v.number, v.by) for v in versions] == [
        (1, "Olga Organiser"),
        (2, "Sylva Scorekeeper"),
    ]
    assert [v.scores.get(seat__position=3).game_points for v in versions] == [5, 6]
    assert scored(tournament)[2] == (3, 2, 6)


def test_whoever_comes_second_is_shown_the_first_entry_and_decides(tournament):
    save(tournament, typed(10, 8, 5, 4), who=doer("Sylva Scorekeeper"))
    mine = typed(10, 8, 6, 4)

    with pytest.raises(EnteredMeanwhile, match="Sylva Scorekeeper") as meanwhile:
        save(tournament, mine)
    assert scored(tournament)[2] == (3, 2, 5)
    save(tournament, mine, number_seen=meanwhile.value.theirs.number)

    assert scored(tournament)[2] == (3, 2, 6)
    assert table(tournament).results.count() == 2


def test_a_second_click_saves_nothing_twice(tournament):
    agreeing(lambda who: save(tournament, typed(11, 8, 5, 4), who=who))

    with pytest.raises(AlreadyDone):
        save(tournament, typed(11, 8, 5, 4))
    with pytest.raises(AlreadyDone):
        save(tournament, typed(10, 8, 5, 4), number_seen=1)

    assert Result.objects.count() == 1


def test_the_database_itself_keeps_two_entries_of_one_version_apart(tournament):
    first = save(tournament, typed(10, 8, 5, 4))

    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(
            table=first.table, number=1, ending=Ending.TIME, by="Sylva", at=at(11)
        )


# --- When the round has moved on


def test_a_result_of_a_table_that_was_drawn_again_is_refused(tournament):
    old = table(tournament)
    draw(tournament, seed="8", reason="A player came late.")

    with pytest.raises(Refused, match="drawn again meanwhile"):
        results.enter_result(tournament, old, typed(10, 8, 5, 4), doer())


def test_before_the_draw_is_published_there_is_nothing_to_enter():
    tournament = ready_to_draw(12)
    draw(tournament)

    with pytest.raises(Refused, match="not published"):
        save(tournament, typed(10, 8, 5, 4))


def test_a_finished_tournament_takes_no_results(tournament):
    tournament.state = State.FINISHED
    tournament.save()

    with pytest.raises(Refused, match="over"):
        save(tournament, typed(10, 8, 5, 4))


def test_a_table_of_another_tournament_is_not_found(tournament):
    other = ready_to_draw(12)
    publish(other)

    with pytest.raises(Refused, match="no such table"):
        results.enter_result(tournament, table(other), typed(10, 8, 5, 4), doer())


def test_a_correction_in_a_closed_round_needs_a_reason(tournament):
    play_all(tournament)
    opened_before = Table.objects.select_related("draw__round").get(pk=table(tournament).pk)
    rounds.close_round(tournament, 1, doer())

    with pytest.raises(Refused, match="needs a reason"):
        results.enter_result(tournament, opened_before, typed(10, 9, 5, 4), doer(), number_seen=1)
    saved = save(tournament, typed(10, 9, 5, 4), number_seen=1, reason="A hidden card.")

    assert saved.reason == "A hidden card."


def play_all(tournament):
    for one in Round.objects.get(tournament=tournament, number=1).current_draw().tables.all():
        enter(one, (10, 8, 5, 4)[: one.seats.count()])


@pytest.mark.rule("T-013")
def test_after_the_next_draw_a_correction_says_what_becomes_of_it(tournament):
    play_all(tournament)
    rounds.close_round(tournament, 1, doer())
    draw(tournament, 2)

    with pytest.raises(Unconfirmed, match="before you publish it"):
        save(tournament, typed(10, 9, 5, 4), number_seen=1, reason="A hidden card.")
    agreeing(lambda who: rounds.publish_draw(tournament, 2, who))
    with pytest.raises(Unconfirmed, match="stay as they are"):
        save(tournament, typed(10, 9, 5, 4), number_seen=1, reason="A hidden card.")


# --- Who was not there to the end


@pytest.mark.rule("T-007", "T-039")
def test_a_table_of_four_may_play_as_three(tournament):
    entered = typed(10, 8, 5, None)
    entered.scores[4] = EnteredScore(None, Presence.MISSING)

    save(tournament, entered)

    assert scored(tournament) == [(1, 10, 10), (2, 3, 8), (3, 2, 5)]
    absent = table(tournament).seats.get(position=4).entry
    event = read_event(tournament)
    assert absent.pk not in event.history(before_round=2)[0][0]
    assert absent.pk not in [row.player for row in event.standings().rows]


@pytest.mark.rule("T-007")
@pytest.mark.parametrize(("number", "missing"), [(1, (3, 4)), (4, (3,))])
def test_no_game_is_played_by_two(tournament, number, missing):
    seats = table(tournament, number).seats.count()
    scores = {
        position: EnteredScore(10 if position == 1 else 5) for position in range(1, seats + 1)
    }
    scores |= {position: EnteredScore(None, Presence.MISSING) for position in missing}

    with pytest.raises(Refused) as refused:
        save(tournament, EnteredResult(scores, 1), number=number)

    assert rule_of(refused) == "T-007"


@pytest.mark.rule("T-025")
def test_who_left_during_the_game_is_behind_all_others(tournament):
    entered = typed(10, 4, 3, 7)
    entered.scores[4] = EnteredScore(7, Presence.LEFT)

    save(tournament, entered)

    assert scored(tournament) == [(1, 10, 10), (2, 3, 4), (3, 2, 3), (4, 1, 7)]


@pytest.mark.rule("T-055")
def test_only_whom_the_chief_referee_excluded_is_entered_as_excluded(tournament):
    entered = typed(10, 8, 5, None)
    entered.scores[4] = EnteredScore(None, Presence.EXCLUDED)

    with pytest.raises(Refused) as refused:
        save(tournament, entered)
    Exclusion.objects.create(
        entry=table(tournament).seats.get(position=4).entry,
        round_number=1,
        reason="Looked at the cards on purpose.",
        by="Karel Chief",
        at=at(11),
    )
    save(tournament, entered)

    assert rule_of(refused) == "T-055"
    assert scored(tournament) == [(1, 10, 10), (2, 3, 8), (3, 2, 5)]


# --- Who was out before the clock ran


def withdraw(tournament, position, *, started=False):
    if started:
        agreeing(lambda who: rounds.start_clock(tournament, 1, who))
    entry = table(tournament).seats.get(position=position).entry
    agreeing(lambda who: checking_in.withdraw(tournament, entry.pk, who))
    return entry


@pytest.mark.rule("D-102")
def test_points_of_somebody_who_withdrew_before_the_clock_ran_are_asked_about(tournament):
    withdraw(tournament, 4)

    with pytest.raises(Unconfirmed, match="withdrew before the clock of round 1 ran") as asked:
        save(tournament, typed(10, 8, 5, 2))
    saved = agreeing(lambda who: save(tournament, typed(10, 8, 5, 2), who=who))
    again = save(tournament, typed(10, 8, 6, 2), number_seen=1)

    assert [caution.rule_id for caution in asked.value.cautions] == ["D-102"]
    assert (saved.number, again.number) == (1, 2)


@pytest.mark.rule("D-102", "T-055")
def test_points_of_somebody_who_was_excluded_before_the_round_are_asked_about(tournament):
    for number in range(1, 5):
        save(tournament, typed(*(10, 8, 5, 4)[: 4 if number < 3 else 3]), number)
    agreeing(lambda who: rounds.close_round(tournament, 1, who))
    publish(tournament, 2)
    there = table(tournament, round_number=2)
    refereeing.exclude(
        tournament,
        there.seats.get(position=4).entry_id,
        "Cheated.",
        doer(),
        round_number=1,
        deliberate=True,
    )

    with pytest.raises(Unconfirmed, match="was excluded before the clock of round 2 ran"):
        results.enter_result(tournament, there, typed(10, 8, 5, 2), doer())


@pytest.mark.rule("D-123")
def test_whoever_withdrew_after_the_clock_ran_has_played(tournament):
    withdraw(tournament, 4, started=True)

    saved = save(tournament, typed(10, 8, 5, 2))

    assert saved.scores.get(seat__position=4).presence == Presence.PLAYED


# --- The breakdown


def with_parts(first, *points):
    entered = typed(*points)
    entered.scores[1] = EnteredScore(points[0], breakdown=first)
    return entered


@pytest.mark.rule("T-032")
def test_a_breakdown_is_kept_beside_the_points(tournament):
    made = {"settlements": 2, "cities": 2, "longest_road": 1, "victory_point_cards": 2}

    saved = save(tournament, with_parts(made, 10, 8, 5, 4))

    assert saved.scores.get(seat__position=1).parts == made
    assert saved.scores.get(seat__position=2).parts is None
    assert as_entered(saved).scores[1].breakdown == made


def test_a_breakdown_goes_by_the_game_that_was_announced(tournament):
    game = {"ruleset": "cities-knights", "target_points": 13}
    Tournament.objects.filter(pk=tournament.pk).update(**game)
    made = {"settlements": 2, "cities": 3, "metropolises": 2, "merchant": 1}

    saved = save(tournament, with_parts(made, 13, 8, 5, 4))

    assert saved.scores.get(seat__position=1).parts == made


@pytest.mark.parametrize(
    ("parts", "rule_id"),
    [
        pytest.param({"settlements": 6, "cities": 2}, "B-017", id="six settlements"),
        pytest.param({"cities": 5}, "B-018", id="five cities"),
        pytest.param({"settlements": 2, "cities": 2}, "B-175", id="parts that make six"),
        pytest.param(
            {"settlements": 2, "cities": 1, "victory_point_cards": 6}, "B-013", id="six cards"
        ),
    ],
)
def test_a_breakdown_that_the_pieces_do_not_allow_is_refused(tournament, parts, rule_id):
    with pytest.raises(Refused) as refused:
        save(tournament, with_parts(parts, 10, 8, 5, 4))

    assert rule_of(refused) == rule_id


def test_two_players_cannot_both_hold_the_longest_road(tournament):
    entered = with_parts({"settlements": 2, "cities": 3, "longest_road": 1}, 10, 8, 5, 4)
    entered.scores[2] = EnteredScore(
        8, breakdown={"settlements": 2, "cities": 2, "longest_road": 1}
    )

    with pytest.raises(Refused) as refused:
        save(tournament, entered)

    assert rule_of(refused) == "B-020"


# --- A void game


@pytest.mark.rule("T-038", "T-050")
def test_a_void_game_counts_for_nobody_and_its_players_stay_in_the_standings(tournament):
    save(tournament, typed(10, 8, 5, 4))

    results.void_game(tournament, table(tournament), doer(), "Wrong board.", number_seen=1)

    event = read_event(tournament)
    assert scored(tournament) == []
    assert event.round(1).missing == event.round(1).tables[1:]
    rows = {row.player: row for row in event.standings().rows}
    assert {rows[key].figures["points"] for key in event.round(1).table(1).entry_ids} == {0}
    assert table(tournament).results.count() == 2


@pytest.mark.rule("T-050")
def test_a_game_is_declared_void_for_a_reason_only(tournament):
    with pytest.raises(Refused) as refused:
        results.void_game(tournament, table(tournament), doer(), " ")

    assert rule_of(refused) == "T-050"


def test_a_game_is_declared_void_once(tournament):
    results.void_game(tournament, table(tournament), doer(), "Wrong board.")

    with pytest.raises(AlreadyDone):
        results.void_game(tournament, table(tournament), doer(), "Wrong board.")


def test_a_game_is_not_declared_void_over_an_entry_that_was_not_seen(tournament):
    save(tournament, typed(10, 8, 5, 4))

    with pytest.raises(EnteredMeanwhile):
        results.void_game(tournament, table(tournament), doer(), "Wrong board.")


@pytest.mark.rule("T-050")
def test_a_void_game_comes_back_only_with_open_eyes(tournament):
    results.void_game(tournament, table(tournament), doer("Karel Chief"), "Wrong board.")

    with pytest.raises(Unconfirmed, match="Karel Chief: Wrong board"):
        save(tournament, typed(10, 8, 5, 4), number_seen=1)
