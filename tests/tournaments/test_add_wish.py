"""Wish something of the draws: what can never be had is refused, the rest reaches the draw."""

import pytest
from django.db import IntegrityError, transaction

from tests.factories import (
    agreeing,
    at,
    checked_in,
    doer,
    draw,
    make_entry,
    make_tournament,
    play,
    ready_to_draw,
    wish,
)
from tests.threads import all_at_once
from tournaments.domain.values import Refused
from tournaments.models import Act, Draw, Wish
from tournaments.models.entry import EntryState
from tournaments.models.event import read_event
from tournaments.models.tournament import Kind, State
from tournaments.services import checking_in, wishes
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.wishes import NewWish

pytestmark = pytest.mark.django_db


def name(tournament, number):
    return str(tournament.entries.get(number=number))


def refused(tournament, kind, *numbers, **fields):
    with pytest.raises(Refused) as refusal:
        wish(tournament, kind, *numbers, **fields)
    return [str(reason) for reason in refusal.value.each]


def test_a_wish_is_kept_with_who_when_and_why():
    tournament = ready_to_draw(12)

    added = wish(tournament, "apart", 3, 1, rounds=[2, 1], reason=" Brothers. ")

    added.refresh_from_db()
    assert [entry.number for entry in added.entries] == [1, 3]
    assert (added.kind, added.rounds, added.reason) == ("apart", [1, 2], "Brothers.")
    assert (added.by, added.at, added.removed_at) == ("Olga Organiser", at(9, 15), None)
    act = Act.objects.get(name="add_wish")
    assert name(tournament, 1) in act.told
    assert "Brothers" not in act.detail + act.reason


def test_every_round_named_is_every_round():
    tournament = ready_to_draw(12)

    assert wish(tournament, "near-desk", 1, rounds=[1, 2, 3, 4]).rounds == []


def test_a_second_click_adds_nothing():
    tournament = ready_to_draw(12)
    wish(tournament, "apart", 1, 2)

    with pytest.raises(AlreadyDone):
        wish(tournament, "apart", 2, 1, reason="Once more.")

    assert Wish.objects.count() == 1


def test_table_and_seat_are_kept_for_the_kinds_that_need_them_only():
    tournament = ready_to_draw(12)

    fixed = wish(tournament, "fixed-table", 1, table=2, seat=3)
    locked = wish(tournament, "locked-seat", 2, table=2, seat=3)
    near = wish(tournament, "near-desk", 3, table=2, seat=3)

    assert [(one.table, one.seat) for one in (fixed, locked, near)] == [
        (2, None),
        (2, 3),
        (None, None),
    ]


@pytest.mark.every_case
@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "apart", "table": 1},
        {"kind": "fixed-table"},
        {"kind": "fixed-table", "table": 0},
        {"kind": "fixed-table", "table": 1, "seat": 1},
        {"kind": "locked-seat", "table": 1},
        {"kind": "locked-seat", "table": 1, "seat": 5},
        {"kind": "whatever"},
        {"kind": "near-desk", "removed_by": "Nobody"},
    ],
)
def test_the_database_keeps_no_wish_without_the_place_its_kind_needs(fields):
    tournament = make_tournament()

    with pytest.raises(IntegrityError), transaction.atomic():
        Wish.objects.create(tournament=tournament, by="Olga", at=at(9), **fields)


@pytest.mark.parametrize(
    ("kind", "numbers", "fields", "words"),
    [
        ("apart", [1], {}, "at least two players"),
        ("near-desk", [], {}, "Choose who is meant."),
        ("locked-seat", [1, 2], {"table": 1, "seat": 1}, "One seat is for one player."),
        ("fixed-table", [1], {}, "number of the table"),
        ("locked-seat", [1], {"table": 1}, "number of the seat"),
        ("apart", [1, 2], {"rounds": [7]}, "There is no round 7."),
        ("locked-seat", [1], {"table": 1, "seat": 5}, "table 1 has seats 1 to 4."),
    ],
)
def test_a_wish_that_says_too_little_or_nonsense_is_refused(kind, numbers, fields, words):
    tournament = ready_to_draw(12)

    (reason,) = refused(tournament, kind, *numbers, **fields)

    assert words in reason
    assert not Wish.objects.exists()


@pytest.mark.rule("T-020")
def test_two_players_are_not_fixed_to_one_seat():
    tournament = ready_to_draw(12)
    wish(tournament, "locked-seat", 1, table=2, seat=3)

    (reason,) = refused(tournament, "locked-seat", 4, table=2, seat=3)

    names = f"{name(tournament, 1)}, {name(tournament, 4)}"
    assert reason == f"{names} are fixed to one seat: table 2, seat 3."


def test_nobody_is_fixed_to_two_tables_of_one_round():
    tournament = ready_to_draw(12)
    wish(tournament, "fixed-table", 1, table=2, rounds=[1, 2])

    (reason,) = refused(tournament, "fixed-table", 1, 5, table=3, rounds=[2, 3])
    wish(tournament, "fixed-table", 1, table=3, rounds=[3])
    wish(tournament, "fixed-table", 1, table=1)

    assert reason == f"{name(tournament, 1)} is fixed to table 2 and to table 3."


def test_nobody_is_kept_apart_from_whom_they_are_kept_with():
    tournament = ready_to_draw(12)
    wish(tournament, "together", 1, 2, 3)

    (reason,) = refused(tournament, "apart", 3, 2, 9)

    names = f"{name(tournament, 2)}, {name(tournament, 3)}"
    assert reason == f"{names} are to be kept apart and to sit at one table."


def test_more_than_a_table_holds_are_not_kept_together():
    tournament = ready_to_draw(12)
    wish(tournament, "together", 1, 2, 3)

    (reason,) = refused(tournament, "together", 3, 4, 5)

    assert reason.startswith("More players belong at one table than its 4 seats: 1. ")


def test_all_mistakes_are_told_at_once():
    tournament = ready_to_draw(12)
    wish(tournament, "together", 1, 2)
    wish(tournament, "fixed-table", 3, 4, table=1)

    reasons = refused(tournament, "apart", 1, 2, 3, 4)

    assert len(reasons) == 2
    assert not Wish.objects.filter(kind="apart").exists()


def test_wishes_of_different_rounds_do_not_contradict_each_other():
    tournament = ready_to_draw(12)
    wish(tournament, "together", 1, 2, rounds=[1, 2])

    wish(tournament, "apart", 1, 2, rounds=[3, 4])

    assert Wish.objects.count() == 2


@pytest.mark.parametrize(
    ("kind", "numbers", "fields", "words"),
    [
        ("apart", [1, 2, 3, 4], {}, "cannot be kept apart: the number of tables is 3."),
        ("fixed-table", [1], {"table": 4}, "this round has tables 1 to 3."),
    ],
)
def test_what_depends_on_how_many_come_is_asked_about(kind, numbers, fields, words):
    tournament = ready_to_draw(12)
    new = NewWish(
        wishes.WishKind(kind), list(tournament.entries.filter(number__in=numbers)), **fields
    )

    with pytest.raises(Unconfirmed) as unconfirmed:
        wishes.add_wish(tournament, new, doer())
    added = agreeing(lambda who: wishes.add_wish(tournament, new, who))

    (caution,) = unconfirmed.value.cautions
    assert words in str(caution)
    assert name(tournament, 1) in str(caution)
    assert added.pk


def test_before_the_check_in_the_hall_is_taken_to_be_full():
    tournament = make_tournament(capacity=40)
    for _ in range(6):
        make_entry(tournament)
    players = list(tournament.entries.all())

    wishes.add_wish(tournament, NewWish(wishes.WishKind.APART, players), doer())

    assert Wish.objects.count() == 1


def test_an_old_worry_is_not_told_again_with_every_new_wish():
    tournament = ready_to_draw(8)
    wish(tournament, "apart", 1, 2, 3)

    wishes.add_wish(
        tournament,
        NewWish(wishes.WishKind.NEAR_DESK, [tournament.entries.get(number=8)]),
        doer(),
    )

    assert Wish.objects.count() == 2


def test_a_wish_for_rounds_that_are_over_is_refused():
    tournament = ready_to_draw(12)
    play(tournament)

    (reason,) = refused(tournament, "apart", 1, 2, rounds=[1])

    assert reason == "These rounds are closed; the wish would come to nothing."


def test_nothing_is_wished_of_a_tournament_that_is_over():
    tournament = make_tournament(state=State.FINISHED)
    checked_in(tournament, 8)

    (reason,) = refused(tournament, "apart", 1, 2)

    assert "over" in reason


def test_a_round_that_is_drawn_stays_as_it_is_and_the_next_draw_keeps_the_wish():
    tournament = ready_to_draw(8)
    drawn = draw(tournament, seed="1")
    first = drawn.tables.get(number=1)
    one, other = (seat.entry.number for seat in first.seats.all()[:2])
    before = list(drawn.seats.values_list("entry", "table"))

    wish(tournament, "apart", one, other)
    again = draw(tournament, seed="1", reason="A wish.")

    drawn.refresh_from_db()
    assert list(drawn.seats.values_list("entry", "table")) == before
    assert "apart" not in drawn.inputs
    assert again.inputs["apart"] == [sorted(map(str, (one, other)), key=int)]
    assert again.seats.get(entry__number=one).table != again.seats.get(entry__number=other).table


def test_wishes_that_cannot_be_had_when_drawing_are_told_by_name_and_nothing_is_saved():
    tournament = ready_to_draw(8)
    wish(tournament, "apart", 1, 2, 3)
    wish(tournament, "fixed-table", 4, table=7)

    with pytest.raises(Refused) as refusal:
        draw(tournament)

    names = ", ".join(name(tournament, number) for number in (1, 2, 3))
    assert [str(reason) for reason in refusal.value.each] == [
        f"{name(tournament, 4)} is fixed to table 7; this round has tables 1 to 2.",
        f"{names} cannot be kept apart: the number of tables is 2.",
    ]
    assert not Draw.objects.exists()
    tournament.refresh_from_db()
    assert tournament.state == State.CHECK_IN


def test_whoever_withdrew_is_passed_over():
    tournament = ready_to_draw(13)
    wish(tournament, "fixed-table", 13, table=1)
    wish(tournament, "apart", 1, 13)
    play(tournament)

    agreeing(
        lambda who: checking_in.withdraw(tournament, tournament.entries.get(number=13).pk, who)
    )
    second = draw(tournament, 2)

    assert not {"apart", "tables"} & set(second.inputs)
    assert tournament.entries.get(number=13).state == EntryState.WITHDRAWN


def test_the_final_is_looked_at_with_those_who_play_it():
    tournament = ready_to_draw(16, kind=Kind.OTHER, rounds=3)
    tournament.rounds.filter(number=3).update(cut=4)
    play(tournament)
    wish(tournament, "apart", 1, 2)
    play(tournament, 2)
    event = read_event(tournament)
    ranked = [event.entries[key].number for key in event.in_standings_order(after_round=2)]

    wish(tournament, "apart", ranked[0], ranked[15])
    with pytest.raises(Unconfirmed) as unconfirmed:
        wishes.add_wish(
            tournament,
            NewWish(wishes.WishKind.APART, list(tournament.entries.filter(number__in=ranked[1:3]))),
            doer(),
        )

    assert "the number of tables is 1." in str(unconfirmed.value)


@pytest.mark.django_db(transaction=True)
def test_two_officials_at_once_do_not_fix_two_players_to_one_seat():
    tournament = ready_to_draw(12)
    first, second = (
        NewWish(wishes.WishKind.LOCKED_SEAT, [tournament.entries.get(number=number)], 1, 1)
        for number in (1, 2)
    )

    outcomes = all_at_once(
        lambda: wishes.add_wish(tournament, first, doer("Olga")),
        lambda: wishes.add_wish(tournament, second, doer("Karel")),
    )

    assert sorted(type(outcome).__name__ for outcome in outcomes) == ["Refused", "Wish"]
    assert Wish.objects.count() == 1
