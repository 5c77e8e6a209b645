"""A photographed table may leave so much open that only bounds are kept: the verdict says so."""

import pytest
from django.utils import translation

from games.engine import branches, rulesets
from games.engine.bounds import Bounds
from games.engine.core import Action
from games.engine.joining import joined
from games.engine.questions import BOUNDS, BROKEN, CARDS, LEGAL, OPEN, judge, possible
from games.engine.record import write
from games.engine.replay import AT_THE_START, replay
from games.engine.verdicts import verdict_of
from games.recording.replays import Played, verdict_on
from tests.games.management.test_validate_game import run
from tests.games.rulesets.filled_tables import table

DEAL = "1 Anna P Ben L<>? STOP"


def a_large_table(line=DEAL):
    """Anna has six unseen cards, Ben and Cyril five each: far too many ways to follow."""
    return table("base", ("6?", "5?", "5?"), line)


def a_small_table(line=DEAL):
    return table("base", ("2?", "1?", "0"), line)


def told(game):
    return replay(rulesets.by_key(game.header.ruleset), game)


@pytest.mark.rule("B-104")
def test_six_hundred_ways_are_followed_to_the_last():
    """Five of Cyril's cards and one of Anna's. That one was the lumber that she gave, and Ben has
    grain alone, so that she has no brick for Cyril."""
    game = table("base", ("?", "GGG", "5?"), "1 Anna P Ben L<>? P Cyril B<>?")

    report = told(game)

    assert report.beyond is None
    assert [(one.rule.id, one.at, one.impossible) for one in report.violations] == [
        ("B-104", 1, True)
    ]


@pytest.mark.parametrize("line", [DEAL, ""])
def test_a_verdict_by_bounds_from_the_beginning_says_so(line):
    report = told(a_large_table(line))

    assert report.valid
    assert report.beyond == AT_THE_START
    assert verdict_of(report)["hidden"]["bounds_after"] == -1


def test_a_verdict_with_all_ways_followed_names_no_bounds():
    report = told(a_small_table())

    assert report.beyond is None
    assert verdict_of(report)["hidden"]["bounds_after"] is None


@pytest.mark.parametrize("key", ["base", "base+tour", "cities-knights"])
@pytest.mark.parametrize("most", [0, 1, 3])
@pytest.mark.parametrize("line", ["P Ben L<>W STOP", "GIVES-UP", "BELL", "STOP"])
def test_however_few_ways_are_followed_it_is_never_silent(key, most, line, monkeypatch):
    monkeypatch.setattr(branches, "MOST", most)

    report = told(table(key, ("3?", "2?", "0"), f"1 Anna {line}"))

    ways = (report.state, *report.state.unseen.others)
    bounded = any(isinstance(pile, Bounds) for way in ways for pile in way.unseen.piles)
    assert not bounded or report.beyond is not None


def test_bounds_of_one_way_are_told_where_another_one_is_followed():
    report = told(a_small_table())
    other = report.state.copy()
    other.unseen.beyond = report.record.actions[0]
    report.state.unseen.others = [other]

    assert report.beyond == 0


def test_an_action_that_is_not_in_the_record_stands_before_the_first_one():
    """Such as a robber that was placed just before."""
    report = told(a_small_table())
    report.state.unseen.beyond = Action(0, "robber", (0, 0, 0))

    assert report.beyond == AT_THE_START


def test_a_way_that_takes_in_one_with_bounds_has_bounds():
    report = told(a_small_table(""))
    state, other = report.state, report.state.copy()
    other.unseen.beyond = Action(0, "roll", (7, 0, 0))

    assert joined([state, other], report.ruleset.hidden.piles) == [state]
    assert state.unseen.beyond is other.unseen.beyond


# In words


def page_of(game):
    ruleset = rulesets.by_key(game.header.ruleset)
    with translation.override("en"):
        return verdict_on(Played(write(game, ruleset.notation), game, ruleset))


def test_the_page_and_the_command_say_that_it_is_so_from_the_first_action_on(tmp_path):
    file = tmp_path / "large.txt"
    file.write_text(write(a_large_table(), rulesets.by_key("base").notation))

    code, words = run(file)

    assert code == 0
    assert "every rule kept" not in words
    assert "no rule broken as far as it was checked" in words
    assert "from the first action on too many hands are possible" in words
    assert page_of(a_large_table()).bounds.startswith(
        "The table leaves too many hands possible from the first action on."
    )


def test_the_page_says_behind_which_line_it_is_so(monkeypatch):
    game = table("base", ("WGO2?", "1?", "0"), "1 Anna D ? STOP")
    at_first = rulesets.by_key("base").setup(game.header)
    monkeypatch.setattr(branches, "MOST", sum(map(len, at_first.unseen.piles)))

    assert page_of(game).bounds.startswith(
        f"Behind line {game.actions[0].line} too many hands are possible."
    )


def test_the_page_says_nothing_where_all_ways_were_followed(tmp_path):
    file = tmp_path / "small.txt"
    file.write_text(write(a_small_table(), rulesets.by_key("base").notation))

    assert "every rule kept" in run(file)[1]
    assert page_of(a_small_table()).bounds == ""


# What is asked


def answer(game):
    return judge(rulesets.by_key("base"), game).answers[-1]


def test_an_answer_that_hangs_on_cards_says_that_only_bounds_were_followed():
    verdict, _broken, depends = answer(a_large_table("1 Anna P Ben L<>B"))

    assert verdict == OPEN
    assert depends == (CARDS, BOUNDS)


def test_an_answer_for_which_all_ways_were_followed_says_nothing_of_bounds():
    game = table("base", ("1?", "1?", "0"), "1 Anna P Ben L<>B")
    verdict, _broken, depends = answer(game)

    assert verdict == OPEN
    assert depends == (CARDS,)


def test_what_holds_with_any_cards_needs_no_word_of_bounds():
    assert answer(a_large_table("1 Anna /"))[::2] == (LEGAL, ())
    assert answer(a_large_table("1 Anna R d4e"))[::2] == (BROKEN, ())


def test_what_may_be_done_by_cards_of_which_bounds_are_kept_says_so():
    listed = {one.verb: one for one in possible(rulesets.by_key("base"), a_large_table("").header)}

    assert listed["road"].depends == (CARDS, BOUNDS)
    assert listed["end_turn"].depends == ()
