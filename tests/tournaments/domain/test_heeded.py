"""Cautions as the logbook keeps them."""

import datetime as dt
import json
from fractions import Fraction

import pytest

from tournaments.domain.heeded import LONGEST_FACT, kept, recalled, texts_of, with_texts
from tournaments.domain.values import Caution, Term


@pytest.mark.parametrize(
    "fact",
    [
        "1. Eva Malá",
        7,
        Term("harbours"),
        Fraction(5, 2),
        dt.datetime(2026, 5, 16, 9, 30, tzinfo=dt.UTC),
        dt.date(2026, 5, 16),
        dt.time(9, 30),
        [1, "Eva", Term("harbours")],
    ],
    ids=str,
)
def test_a_caution_comes_back_from_json_as_it_was(fact):
    caution = Caution.of("T-060", "Is {what} so?", what=fact)

    again = recalled(json.loads(json.dumps(kept(caution))))

    assert again == caution
    assert type(dict(again.facts)["what"]) is type(fact)


def test_a_fact_that_is_missing_or_none_is_told_all_the_same():
    line = {"rule": "", "text": "{who} on {day}", "facts": {"day": {"day": "2026-02-31"}}}

    assert str(recalled(line)) == "… on 2026-02-31"


def test_of_a_fact_no_more_is_kept_than_has_room():
    facts = kept(Caution.of("", "{who}", who="a" * 2 * LONGEST_FACT))["facts"]

    assert len(facts["who"]) == LONGEST_FACT


def test_names_are_taken_out_of_facts_and_of_the_lines_of_before():
    line = kept(Caution.of("", "Eva asks {who} and {others}", who="Eva", others=["Eva", "Jan", 4]))

    assert [*texts_of(line)] == ["Eva", "Eva", "Jan"]
    assert with_texts(line, lambda text: text.replace("Eva", "X")) == {
        "rule": "",
        "text": "Eva asks {who} and {others}",
        "facts": {"who": "X", "others": ["X", "Jan", 4]},
    }
    assert with_texts("Eva is here", lambda text: text.replace("Eva", "X")) == "X is here"
