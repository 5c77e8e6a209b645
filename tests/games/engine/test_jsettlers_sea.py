"""Event logs of JSettlers2 on maps with sea: ships, gold, islands as that program counts them."""

from __future__ import annotations

import gzip
import random
import re

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.files import read
from games.engine.importers import jsettlers
from games.engine.replay import moments, replay
from games.engine.rulesets.base.packed import counts
from tests.games.played import RECORDS

SEAFARERS = rulesets.by_key("seafarers")

KEPT = ("scenario-NSHO-0", "scenario-TTD-3", "sea-4p-2")
"""Games in which the bank never ran out."""

OURS = (0, 4, 2, 3, 1)
"""Our kinds in the order of the program: clay, ore, sheep, wheat, wood."""


def log(name):
    return gzip.decompress((RECORDS / f"{name}.soclog.gz").read_bytes()).decode()


@pytest.mark.rule("SF-23", "SF-27", "SF-28", "SF-31", "SF-32")
@pytest.mark.parametrize("name", KEPT)
def test_a_log_at_sea_keeps_the_rules_and_ends_with_the_points_that_its_program_counted(name):
    told = jsettlers.read(log(name))

    report = replay(SEAFARERS, told)

    scores = re.search(r"SOCGameStats:game=[^|]*\|((?:\d+\|){4})", log(name).split("state=1000")[1])
    counted = sorted(int(points) for points in scores[1].split("|")[:4])
    assert report.valid
    assert sorted(sum(made.values()) for made in report.points) == counted
    assert (report.ended, report.winner) == ("won", told.header.winner)


@pytest.mark.rule("SF-20", "SF-21")
@pytest.mark.parametrize("name", KEPT)
def test_after_every_roll_and_choice_the_hands_are_those_of_the_program(name):
    """The program tells whole hands after each roll, and after it was chosen for gold."""
    told = jsettlers.read(log(name))
    lines = log(name).splitlines()
    order = seats(told, lines)
    hands = {}
    for action, state in zip((None, *told.actions), moments(SEAFARERS, told), strict=True):
        if action is not None and action.verb == "roll":
            hands[action.line] = [counts(hand) for hand in state.hands]

    compared = 0
    for line, held in hands.items():
        for text in lines[line : line + 12]:
            if "GameState" in text:
                break
            found = re.match(r"p(\d):SOCPlayerElements:.*\|actionType=SET\|(e1=.*)", text)
            if found:
                numbers = [int(word.split("=")[1]) for word in found[2].split(",")[:5]]
                ours = held[order[int(found[1])]]
                assert [ours[kind] for kind in OURS] == numbers, (line, text)
                compared += 1
    assert compared > 50


def seats(told, lines):
    """Our seats by the numbers of the players in the log."""
    sat = (
        re.match(r"all:SOCSitDown:.*nickname=([^|]+)\|playerNumber=(\d)", text) for text in lines
    )
    names = [player.name for player in told.header.players]
    return {int(found[2]): names.index(found[1]) for found in sat if found}


@pytest.mark.rule("B-114")
def test_a_bank_that_never_runs_out_is_that_program_s_own_and_ends_no_replay():
    told = jsettlers.read(log("scenario-NSHO-3"))

    report = replay(SEAFARERS, told)

    assert [found.rule.id for found in report.violations] == ["B-114", "B-082"]
    assert [found.follows for found in report.violations] == [False, True]
    assert (report.ended, report.winner) == ("won", told.header.winner)


def test_the_pirate_is_told_by_hexes_below_nothing_and_ships_by_two_paths():
    """No game at hand has them: two lines are put into one."""
    text = log("scenario-NSHO-0")
    first = text.index("all:SOCTurn", text.index("gameState=15"))
    added = (
        "all:SOCMoveRobber:game=a|playerNumber=0|coord=-902\n"
        "all:SOCMovePiece:game=a|pn=0|pieceType=3|fromCoord=903|toCoord=b02\n"
    )

    told = jsettlers.read(text[:first] + added + text[first:])

    verbs = {action.verb: action for action in told.actions}
    grid = told.header.board.frame.grid
    assert grid.hex_names[verbs["pirate"].facts[0]] == "e1"
    assert [grid.path_names[path] for path in verbs["move_ship"].facts] == ["e1e", "f1e"]


@pytest.mark.parametrize("seed", range(60))
def test_a_log_at_sea_with_anything_changed_is_read_or_refused(seed):
    chance = random.Random(seed)
    letters = list(log(chance.choice(KEPT)))
    for _ in range(chance.randint(1, 40)):
        letters[chance.randrange(len(letters))] = chance.choice("0159-|=abf{} \n")

    try:
        told = read("".join(letters).encode())
    except NotARecord:
        return
    replay(rulesets.by_key(told.header.ruleset), told)
