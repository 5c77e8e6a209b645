"""The desk always names one next step."""

import pytest

from tournaments.domain.desk import DeskFacts, RoundFacts, next_step
from tournaments.domain.values import Refused


def rounds(*states):
    return [RoundFacts(number, state) for number, state in enumerate(states, start=1)]


@pytest.mark.parametrize(
    ("facts", "act", "round_number"),
    [
        (DeskFacts("draft"), "announce", None),
        (DeskFacts("announced"), "open_sign_up", None),
        (DeskFacts("announced", sign_up_is_closed=True, day_reached=True), "open_check_in", None),
        (DeskFacts("sign-up", day_reached=True), "open_check_in", None),
        (DeskFacts("check-in", active=12), "draw_round", 1),
        (DeskFacts("running", rounds=rounds("drawn", "not-drawn")), "publish_draw", 1),
        (DeskFacts("running", rounds=rounds("published", "not-drawn")), "start_clock", 1),
        (DeskFacts("running", rounds=rounds("complete", "not-drawn")), "close_round", 1),
        (DeskFacts("running", rounds=rounds("closed", "not-drawn")), "draw_round", 2),
        (DeskFacts("running", rounds=rounds("closed", "closed")), "finish", None),
        (DeskFacts("finished"), "send_results", None),
        (DeskFacts("sent"), None, None),
        (DeskFacts("cancelled"), None, None),
    ],
)
def test_each_state_leads_to_one_next_step(facts, act, round_number):
    step = next_step(facts)

    assert (step.act, step.round_number, step.blockers) == (act, round_number, ())


def test_what_stands_against_announcing_is_mended_where_it_is_written():
    faults = [Refused("T-073", "Nobody."), Refused("T-063", "No limit.")]

    step = next_step(DeskFacts("draft", faults=faults))

    assert [(b.rule_id, b.act) for b in step.blockers] == [
        ("T-073", "name_official"),
        ("T-063", "edit_tournament"),
    ]


@pytest.mark.rule("T-012")
@pytest.mark.parametrize("active", [0, 1, 2, 5])
def test_a_number_that_fits_no_tables_stands_in_the_way_of_the_draw(active):
    step = next_step(DeskFacts("check-in", active=active))

    assert [blocker.rule_id for blocker in step.blockers] == ["T-012"]


def test_before_anybody_is_here_no_number_is_spoken_of():
    (blocker,) = next_step(DeskFacts("check-in", active=0)).blockers

    assert (blocker.message, blocker.facts) == ("Nobody is checked in yet.", ())


def test_missing_results_are_named_table_by_table():
    facts = DeskFacts("running", rounds=[RoundFacts(2, "playing", missing=(3, 7))])

    step = next_step(facts)

    assert step.act == "close_round"
    assert [dict(b.facts)["table"] for b in step.blockers] == [3, 7]


@pytest.mark.rule("T-047", "T-049")
def test_level_players_stand_in_the_way_of_the_end():
    step = next_step(DeskFacts("running", rounds=rounds("closed"), level_groups=1))

    assert [blocker.rule_id for blocker in step.blockers] == ["T-047"]


@pytest.mark.rule("T-047")
def test_a_lot_for_the_border_of_a_cut_stands_in_the_way_of_its_draw():
    facts = DeskFacts("running", rounds=[RoundFacts(4, "not-drawn", needs_lot=True)])

    step = next_step(facts)

    assert (step.act, step.round_number) == ("draw_round", 4)
    assert [(b.rule_id, b.act) for b in step.blockers] == [("D-120", "closing")]


@pytest.mark.rule("T-065")
def test_a_round_without_a_start_stands_in_the_way_of_the_first_draw():
    facts = DeskFacts("check-in", active=12, rounds=[RoundFacts(3, "not-drawn", has_start=False)])

    assert [blocker.rule_id for blocker in next_step(facts).blockers] == ["T-065"]
