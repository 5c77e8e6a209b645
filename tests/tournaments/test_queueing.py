"""Whoever waits for an event waits on for as long as others are served there."""

import psycopg
import pytest
from django.db import OperationalError

from tests import factories as make
from tournaments.models import Tournament
from tournaments.services.acts import acting
from tournaments.views import queueing
from tournaments.views.queueing import Turn
from tournaments.views.repeating import Attempt

pytestmark = pytest.mark.django_db


@pytest.fixture
def slug():
    return make.make_tournament().slug


@pytest.fixture
def turn(slug):
    turn = Turn(slug)
    yield turn
    turn.leave(served=True)


def waited_in_vain():
    error = OperationalError()
    error.__cause__ = psycopg.errors.LockNotAvailable()
    return error


def test_whoever_waited_while_others_were_served_elsewhere_begins_again(turn, slug):
    attempt = Attempt()
    attempt.turn = turn
    assert not attempt.may_repeat(waited_in_vain())

    with acting(Tournament.objects.get(slug=slug), "close_sign_up", make.doer()):
        pass

    assert attempt.begin_again(waited_in_vain())
    # Since then nobody was.
    assert not attempt.begin_again(waited_in_vain())


def test_whoever_waited_while_others_were_served_here_begins_again(turn, slug):
    Turn(slug).leave(served=False)
    assert not turn.moves_on()

    Turn(slug).leave(served=True)

    assert turn.moves_on()


def test_nobody_waits_without_end_even_where_others_are_served(monkeypatch, slug):
    monkeypatch.setattr(queueing, "LONGEST", -1)
    turn = Turn(slug)
    turn.wait_on()

    Turn(slug).leave(served=True)

    assert not turn.moves_on()
    turn.leave(served=False)


def test_of_those_who_come_a_few_go_in_and_the_next_one_when_one_leaves(slug):
    first = [Turn(slug) for _ in range(queueing.PATIENT)]
    for turn in first:
        turn.wait_for_room()
    line = queueing._lines[slug]
    later = [Turn(slug), Turn(slug)]
    line.behind.extend(later)

    first[0].leave(served=True)

    assert line.inside == {*first[1:], later[0]}
    assert list(line.behind) == [later[1]]
    for turn in (*first[1:], *reversed(later)):
        turn.leave(served=True)
    assert slug not in queueing._lines


def test_those_ahead_get_on_while_they_are_at_work_or_the_database_answers_them(turn, slug):
    turn.wait_for_room()
    line, while_it_asks = queueing._lines[slug], []
    assert line.has_moved(steps=0)

    turn.watch(lambda: while_it_asks.append(line.has_moved(steps=0)))

    assert while_it_asks == [False]
    assert line.steps == 1
