"""Records of games, kept for a table or written while it plays."""

from dataclasses import replace

import pytest

from games.engine import files
from games.engine.core import Action, Player
from games.models import GameRecord
from tests.factories import agreeing, at, doer, draw, enter, publish, ready_to_draw
from tests.games.played import record
from tests.threads import all_at_once
from tournaments.domain.records import positions_in
from tournaments.domain.values import Refused
from tournaments.models import Act, Table, Tournament
from tournaments.models.tournament import State
from tournaments.services import records, rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed
from tournaments.services.records import WrittenMeanwhile

pytestmark = pytest.mark.django_db

GAME = record("j-classic-4p-11")
OTHER = GAME._replace(actions=GAME.actions[:100])
ROUND_THE_TABLE = [2, 3, 4, 1]


@pytest.fixture
def tournament(db):
    tournament = ready_to_draw(12)
    publish(tournament)
    return tournament


@pytest.fixture
def table(tournament):
    return first_table(tournament)


def first_table(tournament):
    return (
        Table.objects.select_related("draw__round").filter(draw__withdrawn_at=None).earliest("pk")
    )


def keep(tournament, table, game=GAME, positions=ROUND_THE_TABLE, **fields):
    who = fields.pop("who", None) or doer()
    return records.keep_record(tournament, table, game, positions, who, **fields)


def start(tournament, table):
    header = GAME.header
    return records.start_record(tournament, table, header, ROUND_THE_TABLE, doer(now=at(10)))


def written(kept, actions):
    """The kept record with so many actions of the game."""
    return kept.record()._replace(actions=GAME.actions[:actions])


def version_of(tournament):
    return Tournament.objects.get(pk=tournament.pk).version


def test_a_record_is_kept_for_its_table(tournament, table):
    keep(tournament, table)

    table.refresh_from_db()
    kept = table.record
    assert kept.revision == 1
    assert kept.closed_at == at(9, 15)
    assert positions_in(kept.record()) == ROUND_THE_TABLE
    assert len(kept.record().actions) == len(GAME.actions)
    act = Act.objects.get(name="keep_record")
    assert (act.round_number, act.detail, act.by) == (1, str(table.number), "Olga Organiser")


def test_the_same_record_sent_twice_is_kept_once(tournament, table):
    keep(tournament, table)

    with pytest.raises(AlreadyDone):
        keep(tournament, table)

    assert Act.objects.filter(name="keep_record").count() == 1
    assert GameRecord.objects.count() == 1


def test_another_record_replaces_it_once_that_is_confirmed(tournament, table):
    first = keep(tournament, table)

    with pytest.raises(Unconfirmed):
        keep(tournament, table, OTHER, seen=1)
    second = agreeing(lambda who: keep(tournament, table, OTHER, seen=1, who=who))

    assert (second.pk, second.revision) == (first.pk, 2)
    assert len(second.record().actions) == 100


def test_what_somebody_else_kept_meanwhile_is_not_overwritten(tournament, table):
    keep(tournament, table)

    with pytest.raises(WrittenMeanwhile):
        agreeing(lambda who: keep(tournament, table, OTHER, seen=0, who=who))

    table.refresh_from_db()
    assert len(table.record.record().actions) == len(GAME.actions)


@pytest.mark.parametrize("positions", [[1, 2, 3], [1, 3, 2, 4], [1, 2, 3, 5]])
def test_players_who_do_not_sit_there_are_refused(tournament, table, positions):
    with pytest.raises(Refused):
        keep(tournament, table, positions=positions)

    assert GameRecord.objects.count() == 0


def test_a_record_longer_than_any_game_is_refused(tournament, table):
    noise = tuple(
        Action(n % 4, "start_roll", (2 + n * n % 7, 1 + n * n % 5, 1 + n * n % 3))
        for n in range(200)
    )
    records_limit, records.LARGEST_KEPT = records.LARGEST_KEPT, 200
    try:
        with pytest.raises(Refused, match="longer than a game"):
            keep(tournament, table, GAME._replace(actions=noise))
    finally:
        records.LARGEST_KEPT = records_limit


def test_a_table_that_nobody_may_see_yet_has_no_record(db):
    tournament = ready_to_draw(12)
    draw(tournament)

    with pytest.raises(Refused, match="not"):
        keep(tournament, first_table(tournament))


def test_a_table_that_was_drawn_again_has_none_either(tournament, table):
    agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "a mistake"))
    agreeing(lambda who: rounds.draw_round(tournament, 1, "8", who, reason="a mistake"))
    agreeing(lambda who: rounds.publish_draw(tournament, 1, who))

    with pytest.raises(Refused, match="drawn again"):
        keep(tournament, table)


def test_a_table_of_another_tournament_is_refused(tournament, table):
    other = ready_to_draw(12)
    publish(other)

    with pytest.raises(Refused, match="no such table"):
        keep(other, table)


@pytest.mark.parametrize("state", [State.FINISHED, State.SENT])
def test_a_game_may_be_typed_when_the_day_is_over(tournament, table, state):
    Tournament.objects.filter(pk=tournament.pk).update(state=state, finished_at=at(17))

    keep(tournament, table)

    assert GameRecord.objects.count() == 1


def test_a_result_is_left_as_it_is(tournament, table):
    before = enter(table, (10, 8, 5, 4))

    keep(tournament, table)

    assert table.results.get() == before


def test_a_record_is_written_action_by_action(tournament, table):
    kept = start(tournament, table)
    table.refresh_from_db()
    assert kept.is_open
    assert kept.record().actions == ()

    second = records.write_record(table, written(kept, 1), at(10, 1), revision=1)
    third = records.write_record(table, written(kept, 2), at(10, 2), revision=second)

    kept.refresh_from_db()
    assert (second, third, kept.revision) == (2, 3, 3)
    assert len(kept.record().actions) == 2
    assert kept.changed_at == at(10, 2)


def test_writing_an_action_is_no_act_of_the_tournament(tournament, table):
    kept = start(tournament, table)
    version, acts = version_of(tournament), Act.objects.count()

    records.write_record(table, written(kept, 1), at(10, 1), revision=1)

    assert (version_of(tournament), Act.objects.count()) == (version, acts)


def test_of_two_tablets_the_second_is_told(tournament, table):
    kept = start(tournament, table)
    records.write_record(table, written(kept, 1), at(10, 1), revision=1)

    with pytest.raises(WrittenMeanwhile):
        records.write_record(table, written(kept, 2), at(10, 1), revision=1)

    kept.refresh_from_db()
    assert len(kept.record().actions) == 1


def test_a_table_is_begun_once(tournament, table):
    start(tournament, table)

    with pytest.raises(AlreadyDone):
        start(tournament, table)


def test_a_game_that_is_not_over_is_closed_only_after_a_yes(tournament, table):
    kept = start(tournament, table)

    with pytest.raises(Unconfirmed, match="before the game is over"):
        records.close_record(tournament, table, doer())

    kept.refresh_from_db()
    assert kept.is_open


def test_nothing_is_written_after_the_end(tournament, table):
    kept = start(tournament, table)
    agreeing(lambda who: records.close_record(tournament, table, who), doer(now=at(11)))

    with pytest.raises(Refused, match="any more"):
        records.write_record(table, written(kept, 1), at(11, 1), revision=1)
    with pytest.raises(AlreadyDone):
        records.close_record(tournament, table, doer())

    kept.refresh_from_db()
    assert kept.closed_at == at(11)


def test_nothing_is_written_for_a_table_that_was_drawn_again(tournament, table):
    kept = start(tournament, table)
    agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "a mistake"))
    agreeing(lambda who: rounds.draw_round(tournament, 1, "8", who, reason="a mistake"))

    with pytest.raises(Refused, match="any more"):
        records.write_record(table, written(kept, 1), at(11, 1), revision=1)


def test_whoever_keeps_a_whole_record_ends_the_writing_once_that_is_confirmed(tournament, table):
    start(tournament, table)

    with pytest.raises(Unconfirmed, match="right now"):
        keep(tournament, table, seen=1)
    kept = agreeing(lambda who: keep(tournament, table, seen=1, who=who))

    assert not kept.is_open
    assert kept.revision == 2


def test_whoever_takes_the_draw_back_is_told_and_nobody_changes_seats_afterwards(tournament, table):
    keep(tournament, table)
    with pytest.raises(Unconfirmed, match="Games are written down of table 1"):
        rounds.unpublish_draw(tournament, 1, doer(), "a mistake")
    agreeing(lambda who: rounds.unpublish_draw(tournament, 1, who, "a mistake"))
    here = table.seats.first().entry
    there = table.draw.seats.exclude(table=table).first().entry

    with pytest.raises(Refused, match="written down"):
        agreeing(lambda who: rounds.swap_players(tournament, 1, here, there, who, reason="stairs"))


def test_a_record_is_removed_for_a_reason(tournament, table):
    keep(tournament, table)

    with pytest.raises(Refused, match="reason"):
        records.drop_record(tournament, table, doer(), " ")
    records.drop_record(tournament, table, doer(), "of another table")

    table.refresh_from_db()
    assert table.record is None
    assert GameRecord.objects.count() == 0
    assert Act.objects.get(name="drop_record").reason == "of another table"
    with pytest.raises(AlreadyDone):
        records.drop_record(tournament, table, doer(), "again")


def test_a_record_goes_with_its_table(tournament, table):
    keep(tournament, table)

    table.draw.delete()

    assert GameRecord.objects.count() == 0


def test_no_name_of_the_record_is_kept(tournament, table):
    players = tuple(Player(f"Secret{n}", "red") for n in range(4))
    header = replace(GAME.header, players=players, event="Secret", table="Secret", date="Secret")

    kept = keep(tournament, table, GAME._replace(header=header))

    assert "Secret" not in kept.text
    assert files.read_text(kept.text).header.points == GAME.header.points


@pytest.mark.django_db(transaction=True)
def test_two_who_keep_different_records_at_once_do_not_overwrite_each_other():
    tournament = ready_to_draw(12)
    publish(tournament)
    table = first_table(tournament)

    def keeping(game):
        return lambda: agreeing(lambda who: keep(tournament, table, game, who=who))

    outcomes = all_at_once(keeping(GAME), keeping(OTHER))

    assert sorted(type(one).__name__ for one in outcomes) == ["GameRecord", "WrittenMeanwhile"]
    assert GameRecord.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_actions_at_once_one_is_written():
    tournament = ready_to_draw(12)
    publish(tournament)
    table = first_table(tournament)
    kept = start(tournament, table)

    def writing(actions):
        return lambda: records.write_record(table, written(kept, actions), at(10, 1), revision=1)

    outcomes = all_at_once(writing(1), writing(2))

    assert sorted(type(one).__name__ for one in outcomes) == ["WrittenMeanwhile", "int"]
    kept.refresh_from_db()
    assert kept.revision == 2
