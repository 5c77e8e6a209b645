"""When a proposed result stands: by all, by all but one after a while, and never over a word."""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.domain.agreeing import (
    SILENCE,
    Proposed,
    Stand,
    Word,
    agreed_without_a_word,
    silent,
    stand_of,
)

NOON = dt.datetime(2026, 5, 16, 12, tzinfo=dt.UTC)
TABLE = (1, 2, 3, 4)


def after(minutes):
    return NOON + dt.timedelta(minutes=minutes)


def proposed(*agree, objects=(), ordinary=True):
    """By player 1 at noon; the words of the others come a minute apart."""
    said = [(player, True) for player in agree] + [(player, False) for player in objects]
    words = tuple(Word(player, yes, after(i)) for i, (player, yes) in enumerate(said, start=1))
    return Proposed(1, NOON, words, ordinary=ordinary)


@pytest.mark.parametrize(
    ("there", "minutes", "stand"),
    [
        ([], 60, Stand.NOTHING),
        ([proposed()], 60, Stand.WAITS),
        ([proposed(2)], 60, Stand.WAITS),
        ([proposed(2, 3)], 2, Stand.WAITS),
        ([proposed(2, 3)], 11, Stand.WAITS),
        ([proposed(2, 3)], 12, Stand.AGREED),
        ([proposed(2, 3, 4)], 3, Stand.AGREED),
        ([proposed(2, 3, objects=[4])], 60, Stand.OBJECTED),
        ([proposed(2, 3, 4), Proposed(2, NOON)], 60, Stand.DIFFERENT),
        ([proposed(2, 3, ordinary=False)], 60, Stand.WAITS),
        ([proposed(2, 3, 4, ordinary=False)], 3, Stand.AGREED),
    ],
)
def test_where_a_table_stands(there, minutes, stand):
    assert stand_of(there, TABLE, now=after(minutes)) is stand


def test_two_of_three_are_enough_at_a_table_of_three():
    assert stand_of([proposed(2)], (1, 2, 3), now=after(11)) is Stand.AGREED
    assert stand_of([proposed(2)], (1, 2, 3), now=after(10)) is Stand.WAITS


def test_a_word_of_somebody_who_does_not_sit_there_counts_nothing():
    assert stand_of([proposed(2, 9)], TABLE, now=after(60)) is Stand.WAITS


words = st.lists(
    st.builds(
        Word,
        st.sampled_from((2, 3, 4)),
        st.booleans(),
        st.integers(0, 30).map(after),
    ),
    unique_by=lambda word: word.player,
)
proposals = st.builds(Proposed, st.just(1), st.just(NOON), words.map(tuple), st.booleans())


@given(proposals, st.integers(0, 90))
def test_it_never_stands_over_an_objection_nor_with_two_silent(proposal, minutes):
    stand = stand_of([proposal], TABLE, now=after(minutes))

    if proposal.objections:
        assert stand is Stand.OBJECTED
    elif len(silent(proposal, TABLE)) > 1:
        assert stand is Stand.WAITS
    elif not silent(proposal, TABLE):
        assert stand is Stand.AGREED


@given(proposals, st.integers(0, 90))
def test_it_stands_from_the_moment_on_that_was_told(proposal, minutes):
    told = agreed_without_a_word(proposal, TABLE)
    stands = stand_of([proposal], TABLE, now=after(minutes)) is Stand.AGREED

    assert stands == (
        (proposal.agreed >= {*TABLE}) or (told is not None and told <= after(minutes))
    )
    if told is not None:
        assert told == proposal.last_said + SILENCE


@given(proposals, st.integers(0, 90), st.integers(0, 90))
def test_time_alone_takes_no_agreement_back(proposal, minutes, later):
    before = stand_of([proposal], TABLE, now=after(minutes))
    then = stand_of([proposal], TABLE, now=after(minutes + later))

    assert (before, then) in {(one, one) for one in Stand} | {(Stand.WAITS, Stand.AGREED)}
