"""Event logs of JSettlers2, read as records."""

from __future__ import annotations

import gzip
import random

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.files import read
from games.engine.importers import jsettlers
from games.engine.replay import replay
from tests.games.played import RECORDS, record

LOG = RECORDS / "j-classic-4p-11.soclog.gz"


def log():
    return gzip.decompress(LOG.read_bytes()).decode()


def plain(action):
    """Without what only one of the two forms tells: lines, cards of the founding, empty gains."""
    gains = action.gains if action.verb == "roll" and any(action.gains or ()) else None
    return action._replace(line=0, gains=gains)


def test_a_log_and_the_same_game_in_the_interchange_layout_are_one_record():
    told, other = read(LOG.read_bytes()), record("j-classic-4p-11")

    assert list(map(plain, told.actions)) == list(map(plain, other.actions))
    assert told.header.board == other.header.board
    assert told.header.winner == other.header.winner


def test_a_log_of_a_game_by_the_rules_has_no_finding():
    report = replay(rulesets.by_key("base"), read(LOG.read_bytes()))

    assert report.valid
    assert [sum(points.values()) for points in report.points] == [10, 5, 6, 6]


def test_an_action_knows_the_line_of_the_log():
    told = jsettlers.read(log())

    first = told.actions[0]
    assert "SOCPutPiece" in log().splitlines()[first.line - 1]


@pytest.mark.parametrize("seed", range(150))
def test_a_log_with_anything_changed_is_read_or_refused(seed):
    chance = random.Random(seed)
    letters = list(log())
    for _ in range(chance.randint(1, 40)):
        letters[chance.randrange(len(letters))] = chance.choice("0159-|=abf{} \n")

    assert read_or_refused("".join(letters))


@pytest.mark.parametrize(
    "text",
    [
        jsettlers.BEGINNING,
        f"{jsettlers.BEGINNING}\nall:SOCSitDown:nickname=A|playerNumber=99999999|x=1",
        f"{jsettlers.BEGINNING}\nall:SOCDiceResultResources:game=a|p=3|p=0",
        f"{jsettlers.BEGINNING}\nall:SOCBoardLayout2:game=a|dimensions=1",
        f"{jsettlers.BEGINNING}\nall:SOCTurn:game=a|playerNumber={'9' * 5000}|gameState=1",
    ],
)
def test_a_log_of_something_else_is_refused(text):
    with pytest.raises(NotARecord):
        read(text.encode())


def read_or_refused(text):
    try:
        return replay(rulesets.by_key("base"), read(text.encode()))
    except NotARecord as refused:
        return refused.errors
