"""A row that is not in force is never named: neither by what a verb asks, nor for a game in which
something was changed."""

from __future__ import annotations

import pytest

from games.engine import rulesets
from games.engine.replay import replay
from tests.games.rulesets.mutations import changed, played

PARTS = {
    "base": ("B", "T"),
    "base56": ("B", "T", "X"),
    "tour": ("TG",),
    "cities-knights": ("B", "T", "CK", "CKV"),
    "seafarers": ("B", "T", "SF", "CKD"),
    "best-friends": ("BF", "BFD"),
    "easter-bunny": ("EB",),
    "santa": ("SC",),
    "dice": ("DG",),
    "card-game": ("CG",),
}
"""The rows that each part of a rule set brings, by the letters of their ids."""

OF_THE_TOUR = {"B-032", "B-033", "B-034", "B-047"}
NOT_IN_THE_TOUR = {"B-046", "B-051", "B-093", "B-162"}
"""Rows of the base game that say of themselves where they hold."""


def rows(*spans: tuple[int, int]) -> set[str]:
    return {f"B-{number:03}" for first, last in spans for number in range(first, last + 1)}


NOT_IN_CITIES = rows(
    *((11, 16), (22, 22), (24, 24), (49, 49), (51, 53), (56, 62), (86, 89), (92, 92), (94, 94)),
    *((97, 97), (99, 99), (103, 113), (136, 137), (145, 145), (155, 179), (181, 181)),
)
"""What Cities & Knights drops or says again (CKD-67). Of the changed rows B-126, B-131 and B-138
what is left in force is still named."""


def out_of_force(ruleset, named):
    """Those of the named rows that do not hold in the game."""
    parts = ruleset.key.split("+")
    letters = {prefix for part in parts for prefix in PARTS[part]}
    if {"cities-knights", "seafarers"} <= set(parts):
        letters.add("CKS")
    dropped = NOT_IN_THE_TOUR if "tour" in parts else OF_THE_TOUR
    if "cities-knights" in parts:
        dropped = dropped | NOT_IN_CITIES
    return {row for row in named if row.split("-")[0] not in letters or row in dropped}


every_ruleset = pytest.mark.parametrize(
    "ruleset", rulesets.RULESETS, ids=[ruleset.key for ruleset in rulesets.RULESETS]
)


@pytest.mark.rule("CKD-67")
@every_ruleset
def test_no_verb_asks_for_a_row_that_is_not_in_force(ruleset):
    asked = {check.rule for verb in ruleset.verbs.values() for check in verb.checks}

    assert out_of_force(ruleset, asked) == set()
    assert asked <= ruleset.rules.keys()


@pytest.mark.rule("CKD-67")
@every_ruleset
def test_no_special_tile_goes_by_a_row_that_is_not_in_force(ruleset):
    assert out_of_force(ruleset, ruleset.reckoned) == set()
    assert bool(ruleset.reckoned) == bool(ruleset.titles)


@every_ruleset
def test_a_changed_game_names_only_rows_in_force(ruleset):
    if ruleset.viewer != "island":
        named = ruleset.rules.keys()
    else:
        game = played(ruleset, 1, 160)
        reports = [replay(ruleset, changed(ruleset, game, seed)[0]) for seed in range(12)]
        named = {one.rule.id for report in reports for one in report.violations}
        assert named

    assert out_of_force(ruleset, named) == set()
