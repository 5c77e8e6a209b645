"""Commit to the seeds of all draws: before the first one, once, for good."""

import json

import pytest
from django.db import IntegrityError

from tests.factories import (
    SECRET,
    agreeing,
    at,
    committed,
    doer,
    draw,
    make_official,
    make_tournament,
    play,
    publish,
    ready_to_draw,
    roll,
)
from tournaments.domain import audit
from tournaments.domain.values import Refused
from tournaments.exports.archive.restoring import read_archive
from tournaments.exports.archive.writing import write_archive
from tournaments.exports.record import round_record
from tournaments.models import Act, Commitment, Draw, Round
from tournaments.models.event import read_event
from tournaments.models.tournament import Kind, State
from tournaments.services import announcing, rounds
from tournaments.services.acts import AlreadyDone
from tournaments.services.rounds.inputs import draw_from, draw_inputs

pytestmark = pytest.mark.django_db


def test_a_commitment_publishes_the_end_of_the_chain_and_keeps_the_rest():
    tournament = ready_to_draw(12)

    commitment = committed(tournament)

    assert commitment.published == audit.chain(SECRET, 4)[0]
    assert commitment.links(0) == [commitment.published]
    act = Act.objects.get(name="commit_draws")
    assert act.detail == commitment.published
    assert act.label


def test_a_second_commitment_is_not_made():
    tournament = ready_to_draw(12)
    first = committed(tournament)

    with pytest.raises(AlreadyDone):
        committed(tournament, "0" * 64)

    assert Commitment.objects.get().secret == first.secret


def test_after_the_first_draw_it_is_too_late():
    tournament = ready_to_draw(12)
    draw(tournament)

    with pytest.raises(Refused, match="made already"):
        committed(tournament)


@pytest.mark.parametrize("state", [State.ANNOUNCED, State.SIGN_UP, State.FINISHED, State.CANCELLED])
def test_it_is_done_while_the_check_in_is_open(state):
    with pytest.raises(Refused):
        committed(make_tournament(state=state))


def test_the_seed_follows_from_link_dice_and_input():
    tournament = ready_to_draw(13)
    committed(tournament)
    play(tournament, 1, public_value="1 2 3")

    draw(tournament, 2, public_value="  6 5\t4 ")

    drawn = Draw.objects.get(round__number=2)
    assert drawn.seed == audit.seed_of(
        event=tournament.slug,
        round_number=2,
        attempt=1,
        algorithm=drawn.algorithm,
        inputs=drawn.inputs,
        public="6 5 4",
        secret=audit.chain(SECRET, 4)[2],
    )
    assert drawn.answer["seed"] == drawn.seed
    assert drawn.round.public_value == "6 5 4"


def test_without_a_commitment_the_seed_is_the_systems():
    tournament = ready_to_draw(12)

    with pytest.raises(Refused, match="drawn without dice"):
        roll(tournament)
    drawn = draw(tournament, seed="7")

    assert drawn.seed == "7"
    assert drawn.commitment is None
    assert Round.objects.get(tournament=tournament, number=1).public_value == ""


def test_a_committed_round_is_not_drawn_before_the_dice_are_rolled():
    tournament = ready_to_draw(12)
    committed(tournament)

    with pytest.raises(Refused, match="rolled in front of the players"):
        draw(tournament)

    assert not Draw.objects.exists()


def test_a_second_draw_of_the_round_keeps_the_dice_and_has_another_seed():
    tournament = ready_to_draw(12)
    committed(tournament)
    first = draw(tournament, public_value="1 2 3")

    second = draw(tournament, reason="Somebody came late.")

    assert second.round.public_value == "1 2 3"
    assert second.seed != first.seed
    with pytest.raises(Refused, match="rolled already: 1 2 3"):
        roll(tournament, dice="6 6 6")


def test_the_board_depends_on_the_systems_seed_alone():
    tournament, other = ready_to_draw(12), ready_to_draw(12)
    committed(tournament)
    draw(tournament, seed="board", public_value="1 2 3")
    draw(other, seed="board")

    boards = {read_event(one).round(1).round.board_seed for one in (tournament, other)}

    assert len(boards) == 1


def test_the_database_itself_keeps_one_commitment_a_tournament():
    tournament = ready_to_draw(12)
    first = committed(tournament)

    first.pk = None
    with pytest.raises(IntegrityError):
        first.save(force_insert=True)


@pytest.mark.parametrize("count", [5, 3])
def test_a_chain_holds_for_its_rounds_and_for_fewer(count):
    tournament = ready_to_draw(12, kind=Kind.OTHER)
    make_official(tournament)
    committed(tournament)
    starts = [at(10 + number) for number in range(count)]
    plan = [{"starts_at": start, "limit_minutes": 45} for start in starts]

    def change():
        agreeing(lambda who: announcing.edit_tournament(tournament, {}, plan, who))

    if count > 4:
        with pytest.raises(Refused, match="4 rounds at most"):
            change()
    else:
        change()
    assert tournament.rounds.count() == min(count, 4)


def test_a_copy_under_another_address_is_checked_by_the_first():
    tournament = ready_to_draw(12)
    committed(tournament)
    publish(tournament, public_value="1 2 3")

    copied = read_archive(json.loads(write_archive(tournament)), copy_to="copy")

    event = read_event(copied)
    steps = audit.check_record(round_record(event, event.round(1)))
    assert steps
    assert all(step.ok for step in steps)


def test_what_the_draw_refuses_is_told_with_names():
    tournament = ready_to_draw(12)
    event = read_event(tournament)
    inputs = {**draw_inputs(event, event.round(1)), "together": [["1", "2"]], "apart": [["2", "1"]]}

    with pytest.raises(Refused) as refused:
        draw_from(event, {**inputs, "tables": {"3": 9}}, "7")

    names = [str(entry) for entry in tournament.entries.order_by("number")[:3]]
    told = " ".join(map(str, refused.value.each))
    assert len(refused.value.each) == 2
    assert [name for name in names if name not in told] == []


def test_the_secret_is_as_long_as_a_hash():
    tournament = ready_to_draw(12)

    with pytest.raises(IntegrityError, match="secret_has_the_length"):
        rounds.commit_draws(tournament, "short", doer())
