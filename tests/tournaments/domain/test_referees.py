"""Rulings, councils and exclusions (T-050 to T-056)."""

import datetime as dt

import pytest

from tournaments.domain.referees import (
    check_council,
    check_exclusion,
    check_protest,
    check_ruling,
    council_faults,
    is_ruled_since,
)
from tournaments.domain.values import Refused

CHIEF, ROSA, RITA = "chief", "Rosa", "Rita"
PLAYERS = ("Anna", "Ben", "Cilka", "Dan", "Eva", "Filip")
PARTIES = ("Anna", "Ben", "Cilka", "Dan")


def council(*members, referees=(), involved=PARTIES, players=PLAYERS, reason="nobody else here"):
    return {
        "members": members,
        "chief": CHIEF,
        "referees": referees,
        "players": players,
        "involved": involved,
        "reason": reason,
    }


def rules_broken(facts):
    return [fault.rule_id for fault in council_faults(**facts)]


@pytest.mark.rule("T-050")
def test_the_chief_referee_rules_and_nobody_else():
    check_ruling(by_chief=True)
    with pytest.raises(Refused) as refusal:
        check_ruling(by_chief=False)

    assert refusal.value.rule_id == "T-050"


@pytest.mark.rule("T-051")
def test_a_ruling_may_be_protested():
    check_protest(ruled=True, council_decided=False)


@pytest.mark.parametrize(
    ("ruled", "council_decided", "rule_id"),
    [
        pytest.param(True, True, "T-052", marks=pytest.mark.rule("T-052")),
        pytest.param(False, False, "T-051", marks=pytest.mark.rule("T-051")),
    ],
)
def test_a_protest_at_the_wrong_moment_is_refused(ruled, council_decided, rule_id):
    with pytest.raises(Refused) as refusal:
        check_protest(ruled=ruled, council_decided=council_decided)

    assert refusal.value.rule_id == rule_id


@pytest.mark.rule("T-051")
def test_the_chief_and_two_referees_are_a_council():
    assert check_council(**council(CHIEF, ROSA, RITA, referees=[ROSA, RITA], reason="")) == ()


@pytest.mark.rule("T-053")
@pytest.mark.parametrize(
    ("members", "referees"),
    [
        pytest.param((CHIEF, "Eva", "Filip"), (), id="no other referee"),
        pytest.param((CHIEF, ROSA, "Eva"), (ROSA,), id="one other referee"),
    ],
)
def test_players_complete_a_council_with_a_caution(members, referees):
    cautions = check_council(**council(*members, referees=referees))

    assert [caution.rule_id for caution in cautions] == ["T-053"]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param(
            council(CHIEF, ROSA, referees=[ROSA]),
            ["T-051"],
            marks=pytest.mark.rule("T-051"),
            id="two members",
        ),
        pytest.param(
            council(CHIEF, ROSA, ROSA, referees=[ROSA]),
            ["T-051"],
            marks=pytest.mark.rule("T-051"),
            id="one twice",
        ),
        pytest.param(
            council(CHIEF, ROSA, RITA, "Ria", referees=[ROSA, RITA, "Ria"]),
            ["T-051"],
            marks=pytest.mark.rule("T-051"),
            id="four members",
        ),
        pytest.param(
            council(ROSA, RITA, "Ria", referees=[ROSA, RITA, "Ria"]),
            ["T-051"],
            marks=pytest.mark.rule("T-051"),
            id="without the chief",
        ),
        pytest.param(
            council(CHIEF, ROSA, "guest", referees=[ROSA]),
            ["T-051"],
            marks=pytest.mark.rule("T-051"),
            id="a spectator",
        ),
        pytest.param(
            council(CHIEF, "Eva", "Filip", referees=[ROSA, RITA]),
            ["T-053", "T-053"],
            marks=pytest.mark.rule("T-053"),
            id="two free referees left out",
        ),
        pytest.param(
            council(CHIEF, ROSA, "Eva", referees=[ROSA, RITA]),
            ["T-053"],
            marks=pytest.mark.rule("T-053"),
            id="one free referee left out",
        ),
        pytest.param(
            council(CHIEF, "Eva", "Filip", reason=" "),
            ["T-053"],
            marks=pytest.mark.rule("T-053"),
            id="players without a reason",
        ),
        pytest.param(
            council("Eva", "Filip", "Gita", players=(*PLAYERS, "Gita"), involved=(CHIEF, "Anna")),
            ["T-053"],
            marks=pytest.mark.rule("T-053"),
            id="three players",
        ),
        pytest.param(
            council(CHIEF, "Eva", "Anna"),
            ["T-054"],
            marks=pytest.mark.rule("T-054"),
            id="a player of the disputed game",
        ),
        pytest.param(
            council(CHIEF, ROSA, RITA, referees=[ROSA, RITA], involved=(RITA, "Anna")),
            ["T-054"],
            marks=pytest.mark.rule("T-054"),
            id="a referee who plays in the disputed game",
        ),
    ],
)
def test_a_council_that_may_not_decide_is_refused(facts, expected):
    assert rules_broken(facts) == expected
    with pytest.raises(Refused) as refusal:
        check_council(**facts)
    assert str(refusal.value)


@pytest.mark.rule("T-054")
def test_an_involved_chief_is_replaced_by_another_referee():
    facts = council(
        ROSA, RITA, "Ria", referees=[ROSA, RITA, "Ria"], involved=(CHIEF, "Anna", "Ben", "Dan")
    )

    assert check_council(**facts) == ()


@pytest.mark.rule("T-053", "T-054")
def test_an_involved_referee_is_no_free_one():
    facts = council(CHIEF, "Eva", "Filip", referees=[ROSA], involved=(ROSA, *PARTIES))

    assert len(check_council(**facts)) == 1


@pytest.mark.rule("T-055")
def test_the_chief_excludes_for_a_deliberate_breach_with_a_reason():
    check_exclusion(by_chief=True, deliberate=True, reason="stacked the deck")


@pytest.mark.rule("T-055")
@pytest.mark.parametrize(
    "changed", [{"by_chief": False}, {"deliberate": False}, {"reason": " "}], ids=str
)
def test_any_other_exclusion_is_refused(changed):
    facts = {"by_chief": True, "deliberate": True, "reason": "stacked the deck"} | changed

    with pytest.raises(Refused) as refusal:
        check_exclusion(**facts)

    assert refusal.value.rule_id == "T-055"


@pytest.mark.rule("T-050")
@pytest.mark.parametrize(
    ("entered", "decided", "told"),
    [
        pytest.param(11, 12, True, id="decided since"),
        pytest.param(12, 11, False, id="corrected since"),
        pytest.param(12, 12, False, id="at the same moment"),
        pytest.param(None, 12, False, id="no result yet"),
        pytest.param(11, None, False, id="not decided"),
    ],
)
def test_a_result_older_than_the_decision_is_told(entered, decided, told):
    def at(hour):
        return hour and dt.datetime(2026, 5, 16, hour, tzinfo=dt.UTC)

    assert is_ruled_since(entered=at(entered), decided=at(decided)) is told
