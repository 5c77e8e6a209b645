"""End a round, and open it again."""

import pytest

from tests.factories import agreeing, at, doer, draw, enter, play, publish, ready_to_draw
from tournaments.domain.values import Refused
from tournaments.models import Draw, Response, Round, Ruling
from tournaments.models.event import read_event
from tournaments.services import rounds
from tournaments.services.acts import AlreadyDone, Unconfirmed

pytestmark = pytest.mark.django_db


def state_of(tournament, number=1):
    return read_event(tournament).round(number).state


@pytest.mark.rule("T-048")
def test_a_round_with_a_missing_result_is_not_closed():
    tournament = ready_to_draw(12)
    drawn = publish(tournament)
    enter(drawn.tables.get(number=2), (10, 8, 5, 4))

    with pytest.raises(Refused) as refused:
        rounds.close_round(tournament, 1, doer())

    assert refused.value.rule_id == "T-048"
    assert refused.value.facts["tables"] == "1, 3"


@pytest.mark.rule("T-048")
def test_a_round_with_all_results_is_closed():
    tournament = ready_to_draw(12)
    play(tournament, close=False)

    rounds.close_round(tournament, 1, doer(now=at(11, 20)))

    assert state_of(tournament) == "closed"
    assert Round.objects.get(tournament=tournament, number=1).closed_at == at(11, 20)


@pytest.mark.rule("T-050")
def test_what_was_decided_after_a_result_was_entered_is_asked_about_before_the_round_is_closed():
    tournament = ready_to_draw(12)
    drawn = play(tournament, close=False)
    for number, hour in ((1, 15), (2, 8)):
        Ruling.objects.create(
            tournament=tournament,
            round_number=1,
            table=drawn.tables.get(number=number),
            question="Nine or eight?",
            opened_at=at(8),
            decision="Nine.",
            decided_at=at(hour),
        )

    with pytest.raises(Unconfirmed) as asked:
        rounds.close_round(tournament, 1, doer())
    agreeing(lambda who: rounds.close_round(tournament, 1, who))

    (caution,) = asked.value.cautions
    assert "Table 1: a matter of it was decided after its result was entered." in str(caution)
    assert state_of(tournament) == "closed"


def test_a_second_click_does_not_close_it_again():
    tournament = ready_to_draw(12)
    play(tournament)

    with pytest.raises(AlreadyDone):
        rounds.close_round(tournament, 1, doer())


def test_a_round_that_is_not_published_is_not_closed():
    tournament = ready_to_draw(12)
    draw(tournament)

    with pytest.raises(Refused, match="not published"):
        rounds.close_round(tournament, 1, doer())


@pytest.mark.rule("T-050")
def test_open_matters_are_shown_before_the_round_is_closed():
    tournament = ready_to_draw(12)
    drawn = play(tournament, close=False)
    Ruling.objects.create(
        tournament=tournament, round_number=1, question="Who had the road?", opened_at=at(11)
    )
    result = drawn.tables.get(number=2).results.get()
    entry = drawn.tables.get(number=2).seats.first().entry
    Response.objects.create(result=result, entry=entry, agrees=False, text="6, not 5", at=at(11))

    with pytest.raises(Unconfirmed) as unconfirmed:
        rounds.close_round(tournament, 1, doer())
    agreeing(lambda who: rounds.close_round(tournament, 1, who))

    told = " ".join(str(caution) for caution in unconfirmed.value.cautions)
    assert "Who had the road?" in told
    assert f"{entry} does not agree with the result of table 2." in told
    assert state_of(tournament) == "closed"


def test_a_closed_round_is_opened_again_for_a_reason():
    tournament = ready_to_draw(12)
    play(tournament)

    with pytest.raises(Refused, match="needs a reason"):
        rounds.reopen_round(tournament, 1, doer(), "")
    rounds.reopen_round(tournament, 1, doer(), "Table 2 was mixed up.")

    assert state_of(tournament) == "complete"


def test_opening_an_open_round_changes_nothing():
    tournament = ready_to_draw(12)
    publish(tournament)

    with pytest.raises(AlreadyDone):
        rounds.reopen_round(tournament, 1, doer(), "Table 2 was mixed up.")


def test_a_next_draw_that_nobody_has_seen_is_withdrawn_with_the_reason():
    tournament = ready_to_draw(12)
    play(tournament)
    draw(tournament, 2)

    with pytest.raises(Unconfirmed, match="will be withdrawn"):
        rounds.reopen_round(tournament, 1, doer(), "Table 2 was mixed up.")
    agreeing(lambda who: rounds.reopen_round(tournament, 1, who, "Table 2 was mixed up."))

    following = Draw.objects.get(round__tournament=tournament, round__number=2)
    assert following.withdrawn_reason == "Table 2 was mixed up."
    assert state_of(tournament, 2) == "not-drawn"


@pytest.mark.rule("T-016")
def test_a_round_stays_closed_once_the_next_one_is_published():
    tournament = ready_to_draw(12)
    play(tournament)
    publish(tournament, 2)

    with pytest.raises(Refused) as refused:
        rounds.reopen_round(tournament, 1, doer(), "Table 2 was mixed up.")

    assert refused.value.rule_id == "T-016"
    assert state_of(tournament) == "closed"
