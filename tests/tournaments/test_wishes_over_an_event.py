"""Wishes hold over whole events, and what the draw says of its quality stays true."""

import pytest

from games.engine.chance import Chance
from tests.factories import (
    agreeing,
    doer,
    draw,
    enter,
    make_official,
    play,
    publish,
    ready_to_draw,
    wish,
)
from tournaments.domain.draw import answer_of, drawn_from
from tournaments.domain.meetings import repeated_pairs, repeated_trios
from tournaments.domain.values import Refused
from tournaments.models.entry import Role
from tournaments.services import rounds, wishes

pytestmark = pytest.mark.django_db

APART, TOGETHER, BROADCAST, WHEELCHAIR, REFEREE = (1, 2), (3, 4), (5, 6, 7), 8, 9


def play_out(tournament, number, seed):
    """The round played with results that the seed makes up; its tables by badge number."""
    chance = Chance(f"{seed} {number}")
    drawn = publish(tournament, number, seed=f"{seed} {number}")
    for table in drawn.tables.all():
        seats = table.seats.count()
        winner = 1 + chance.below(seats)
        points = [10 if place == winner else 2 + chance.below(8) for place in range(1, seats + 1)]
        enter(table, points, winner=winner)
    agreeing(lambda who: rounds.close_round(tournament, number, who))
    return drawn, [
        [seat.entry.number for seat in table.seats.order_by("position")]
        for table in drawn.tables.order_by("number")
    ]


def table_of(tables, player):
    return next(number for number, table in enumerate(tables, 1) if player in table)


@pytest.mark.rule("T-013", "T-018", "T-019")
@pytest.mark.parametrize(("players", "seed"), [(16, "a"), (16, "b"), (40, "a")])
def test_every_wish_holds_in_every_round_of_its_own(players, seed):
    tournament = ready_to_draw(players)
    make_official(tournament, Role.REFEREE, tournament.entries.get(number=REFEREE).person)
    wish(tournament, "apart", *APART)
    wish(tournament, "apart", *TOGETHER, rounds=[1, 3])
    wish(tournament, "together", *BROADCAST, rounds=[2])
    wish(tournament, "fixed-table", WHEELCHAIR, table=2)
    wish(tournament, "near-desk", REFEREE)

    history = []
    for number in range(1, 5):
        drawn, tables = play_out(tournament, number, seed)

        sits = {player: table_of(tables, player) for player in range(1, 10)}
        assert sits[1] != sits[2]
        assert sits[3] != sits[4] or number in (2, 4)
        assert number != 2 or sits[5] == sits[6] == sits[7]
        assert sits[WHEELCHAIR] == 2
        # Table 2 has its number from the wheelchair, whoever else sits there.
        assert sits[REFEREE] <= 2
        _certificate_is_right(drawn, tables, history)
        history.append(tables)


@pytest.mark.rule("T-013")
@pytest.mark.parametrize("seed", ["a", "c"])
def test_at_15_players_wishes_hold_until_the_points_forbid_them_by_name(seed):
    tournament = ready_to_draw(15)
    wish(tournament, "apart", *APART)
    wish(tournament, "fixed-table", WHEELCHAIR, table=1)
    wish(tournament, "near-desk", REFEREE)

    history = []
    for number in range(1, 5):
        try:
            drawn, tables = play_out(tournament, number, seed)
        except Refused as refusal:
            _remove_what_the_points_forbid(tournament, refusal)
            drawn, tables = play_out(tournament, number, seed)
        kinds = set(tournament.wishes.standing().values_list("kind", flat=True))
        if "apart" in kinds:
            assert table_of(tables, 1) != table_of(tables, 2)
        if "fixed-table" in kinds:
            assert table_of(tables, WHEELCHAIR) == 1
        # The first of its size that has its number from nobody else.
        assert table_of(tables, REFEREE) in (1, 2, 4)
        _certificate_is_right(drawn, tables, history)
        history.append(tables)


def _remove_what_the_points_forbid(tournament, refusal):
    for reason in refusal.each:
        assert reason.rule_id == "T-013"
        named = [one for one in tournament.wishes.standing() if _concerns(one, str(reason))]
        assert len(named) == 1
        wishes.remove_wish(tournament, named[0].pk, doer())


def _concerns(kept, words):
    return kept.kind != "near-desk" and str(kept.entries[0]) in words


@pytest.mark.rule("T-013")
def test_a_table_of_three_takes_whom_the_points_send_there_whatever_is_wished():
    tournament = ready_to_draw(15)
    play(tournament)
    first = draw(tournament, 2)
    low = first.tables.get(number=4).seats.first().entry
    wish(tournament, "fixed-table", low.number, table=1)

    with pytest.raises(Refused) as refusal:
        draw(tournament, 2, reason="A wish.")

    first.refresh_from_db()
    assert refusal.value.rule_id == "T-013"
    assert f"{low} cannot sit at table 1 of 4" in str(refusal.value)
    assert first.withdrawn_at is None

    wish(tournament, "fixed-table", low.number, table=4, rounds=[2])
    again = draw(tournament, 2, reason="A wish for this round goes before.")

    assert again.tables.get(number=4).seats.filter(entry=low).exists()


@pytest.mark.rule("T-016")
def test_a_wish_for_one_pair_leaves_everybody_else_their_chances():
    seen = set()
    tournament = ready_to_draw(8)
    wish(tournament, "apart", 1, 2)
    inputs = draw(tournament, seed="0").inputs
    for seed in range(200):
        tables = [sorted(table.players) for table in drawn_from(inputs, str(seed)).tables]
        assert not any({"1", "2"} <= set(table) for table in tables)
        seen.add(tuple(next(table for table in tables if "1" in table)))

    # 1 sits with three of the six who are left: 20 ways.
    assert len(seen) == 20


def _certificate_is_right(drawn, tables, history):
    drawn.refresh_from_db()
    found = drawn.answer
    assert found == answer_of(drawn_from(drawn.inputs, drawn.seed))
    assert [list(map(int, table)) for table in found["tables"]] == tables
    assert found["repeated_pairs"] == len(repeated_pairs(tables, history=history))
    assert found["repeated_triples"] == len(repeated_trios(tables, history=history))
    certificate = found["certificate"]
    assert certificate["cost"] >= certificate["bound"]["cost"]
    assert (certificate["kind"] == "zero") == (certificate["cost"] == 0)
    assert len(found["explanations"]) >= found["repeated_pairs"]
