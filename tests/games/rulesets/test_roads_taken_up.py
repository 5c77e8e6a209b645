"""`U old>new`: the path where the road lay is judged, never refused as text (TG-17)."""

from __future__ import annotations

import pytest

from games.engine import record, rulesets
from games.engine.core import NotARecord
from games.engine.document import read_document, write_document
from games.engine.verdicts import verdict_on
from tests.games.rulesets import table

TOUR = rulesets.by_key("base+tour")


def lines(behind):
    return (*table.FOUNDED, f"1 Anna 12 +Anna:BBLLL !1 {behind}")


@pytest.mark.rule("TG-17")
@pytest.mark.parametrize(
    ("behind", "rules"),
    [
        ("R b1e U b1e>c2nw", []),
        ("R b1e BELL U b1e>c2nw", []),
        ("R b1e Ben: GIVES-UP Anna: U b1e>c2nw", []),
        ("R b1e P Ben L<>W U b1e>c2nw", ["TG-17"]),
        ("R b1e R b1ne U b1e>c2nw", ["TG-17"]),
        ("U b2sw>c2nw", ["TG-17"]),
    ],
)
def test_a_road_that_was_not_just_built_is_a_broken_rule(behind, rules):
    text = table.head("base+tour") + "\n".join(lines(behind)) + "\n"

    found = verdict_on(text.encode())

    assert [finding["rule"] for finding in found["findings"]] == rules


@pytest.mark.rule("TG-17", "B-059")
@pytest.mark.parametrize("taken", ["U b1e>c2nw", "U c2nw"])
def test_a_road_of_an_earlier_turn_is_no_founding_road(taken):
    later = ("2 Ben 8", "3 Cyril 4", f"4 Anna {taken}")
    text = table.head("base+tour") + "\n".join((*lines("R b1e"), *later)) + "\n"

    found = verdict_on(text.encode())

    assert [finding["rule"] for finding in found["findings"]] == ["TG-17"]


@pytest.mark.rule("TG-17", "B-059")
def test_a_founding_road_of_which_another_road_is_told_is_not_judged_at_the_new_place():
    founded = [*table.FOUNDED[:3], "Anna S e1s R e1sw U d1sw>e1se"]
    text = table.head("base+tour") + "\n".join(founded) + "\n"

    found = verdict_on(text.encode())

    assert [finding["rule"] for finding in found["findings"]][-1:] == ["TG-17"]


def test_the_path_where_another_road_lay_is_written_again():
    game = table.actions_of(*lines("R b1e R b1ne U b1e>c2nw"), ruleset="base+tour")

    text = record.write(game, TOUR.notation)
    told = write_document(game, TOUR.notation)

    assert "U b1e>b1se" in text
    assert record.parse(text, rulesets.by_key).actions == game.actions
    assert [one[:3] for one in read_document(told, rulesets.by_key).actions] == [
        one[:3] for one in game.actions
    ]


def test_the_path_where_another_road_lay_is_read_as_a_path_or_refused():
    game = table.actions_of(*lines("R b1e R b1ne U b1e>c2nw"), ruleset="base+tour")
    told = write_document(game, TOUR.notation)
    told["actions"][-1]["taken_up"] = "nowhere"

    with pytest.raises(NotARecord, match="taken_up"):
        read_document(told, rulesets.by_key)
