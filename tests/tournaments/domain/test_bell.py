"""What is to be said of the games of a round, by its bell and its latest end."""

from datetime import UTC, datetime, timedelta

import pytest

from tournaments.domain.bell import Word, stretches

BELL = datetime(2026, 5, 16, 9, 15, tzinfo=UTC)
LATEST = BELL + timedelta(minutes=10)


def word_at(minutes, *, bell=BELL, latest_end=LATEST, two_rounds=True):
    """The word that holds so many minutes after the bell."""
    now = BELL + timedelta(minutes=minutes)
    found = stretches(now, bell=bell, latest_end=latest_end, two_rounds=two_rounds)
    [word] = [stretch.word for stretch in found if stretch.holds]
    return word


@pytest.mark.rule("T-059", "T-060", "T-066")
@pytest.mark.parametrize(
    ("minutes", "given", "word"),
    [
        pytest.param(-6, {}, Word.PLAYING, id="before the bell"),
        pytest.param(-5, {}, Word.BELL_IS_NEAR, id="five minutes before it"),
        pytest.param(-1, {}, Word.BELL_IS_NEAR, id="a minute before it"),
        pytest.param(0, {}, Word.TWO_ROUNDS, id="at the bell"),
        pytest.param(9, {}, Word.TWO_ROUNDS, id="a minute before the latest end"),
        pytest.param(10, {}, Word.OVER, id="at the latest end"),
        pytest.param(99, {}, Word.OVER, id="long after it"),
        pytest.param(1, {"two_rounds": False}, Word.LAST_TURN, id="no two rounds"),
        pytest.param(10, {"two_rounds": False}, Word.OVER, id="no two rounds, latest end"),
        pytest.param(99, {"latest_end": None}, Word.TWO_ROUNDS, id="the last round"),
        pytest.param(99, {"latest_end": None, "bell": None}, Word.PLAYING, id="no limit"),
    ],
)
def test_one_word_holds_at_each_moment(minutes, given, word):
    assert word_at(minutes, **given) is word


def test_each_word_holds_until_the_next_one():
    found = stretches(BELL, bell=BELL, latest_end=LATEST, two_rounds=True)

    assert [(one.since, one.until) for one in found] == [
        (None, BELL - timedelta(minutes=5)),
        (BELL - timedelta(minutes=5), BELL),
        (BELL, LATEST),
        (LATEST, None),
    ]


@pytest.mark.rule("T-066")
@pytest.mark.parametrize(
    ("minutes", "word"), [(9, Word.PLAYING), (10, Word.OVER), (14, Word.OVER), (15, Word.OVER)]
)
def test_a_bell_after_the_latest_end_rings_for_nobody(minutes, word):
    assert word_at(minutes, bell=LATEST + timedelta(minutes=5)) is word
