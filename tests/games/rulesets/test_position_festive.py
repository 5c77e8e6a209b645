"""A photographed table with the Easter Bunny or Santa Claus: the figure, and who has tokens."""

import pytest

from games.engine.questions import BROKEN, LEGAL, OPEN
from tests.games.rulesets.positions import listed, reasons, record, refused, verdict

TABLE = """Anna: S b2s e1n  R b2sw e1nw  H WW
Ben: S d3s a3s  R d3sw a3sw  H 3?  &X 1
Cyril: S b4s d1n  R b4sw d1ne
"""

MOMENT = "K c3  & a1  TURN Anna  ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0  NOT-VISITED"

skins = pytest.mark.parametrize(("part", "series"), [("easter-bunny", "EB"), ("santa", "SC")])


def festive(part, line="", moment=MOMENT, held=TABLE):
    return f"base+{part}", 3, held + moment, line


@skins
@pytest.mark.rule("EB-027", "SC-027")
def test_the_figure_leaves_the_hex_of_the_photograph(part, series):
    assert verdict(*festive(part, "1 Anna & d1 W")) == (LEGAL, [], ())
    assert verdict(*festive(part, "1 Anna & a1 W"))[:2] == (BROKEN, [f"{series}-027"])


@skins
def test_whether_the_figure_was_moved_in_this_turn_is_asked_for(part, series):
    untold = MOMENT.replace("NOT-VISITED", "")

    assert verdict(*festive(part, "1 Anna & d1 W", untold))[::2] == (OPEN, (4,))
    assert verdict(*festive(part, "1 Anna & d1 W", untold + "VISITED"))[:2] == (
        BROKEN,
        [f"{series}-026"],
    )


@skins
def test_tokens_are_exchanged_before_anything_else(part, series):
    moment = MOMENT.replace("NOT-VISITED", "VISITED").replace("& a1", "& a3")
    held = TABLE.replace("&X 1", "&X 2")
    found = listed(*festive(part, "", moment, held))

    assert verdict(*festive(part, "1 Anna &X Ben 2>O", moment, held))[0] == LEGAL
    assert verdict(*festive(part, "1 Anna /", moment, held))[0] == BROKEN
    assert len(found["exchange_tokens"].legal) == 5
    assert found["end_turn"].broken


@skins
def test_a_token_on_the_photograph_counts_with_the_next_one(part, series):
    line = "1 Anna & a3 W +Ben:1 &X Ben 2>O"

    assert verdict(*festive(part, line))[0] == LEGAL
    assert verdict(*festive(part, line, held=TABLE.replace("&X 1", "&X 0")))[0] == BROKEN


@skins
def test_what_may_be_done_is_listed_and_the_rest_has_its_reason(part, series):
    found = listed(*festive(part))
    before = listed(*festive(part, "", MOMENT.replace("  ROLLED", "  NOT-ROLLED")))

    assert found["figure"].legal
    assert found["exchange_tokens"].broken
    assert reasons(before["figure"]) == [f"{series}-018"]


@skins
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("& a1", "& c3", "048"),
        ("K c3", "K b1", "049"),
        ("&X 1", "&X 4", "041"),
        ("&X 1", "&X 2", "041"),
        ("ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0  NOT-VISITED", "NOT-ROLLED VISITED", "018"),
        ("NOW 0  NOT-VISITED", "NOW K VISITED", "018"),
    ],
)
def test_what_no_table_can_show_is_refused_by_its_row(part, series, old, new, said):
    key, players, position, _line = festive(part)

    assert old in position
    assert f"({series}-{said})" in refused(key, players, position.replace(old, new, 1))


@skins
@pytest.mark.rule("EB-041", "EB-042", "SC-041", "SC-042")
@pytest.mark.parametrize("due", ["NOW N", "NOW L2", "NOW L1"])
def test_nobody_carries_out_a_card_while_tokens_wait(part, series, due):
    moment = MOMENT.replace("NOT-VISITED", "VISITED").replace("& a1", "& a3")
    moment = moment.replace("NOT-PLAYED  BOUGHT 0  NOW 0", f"PLAYED  BOUGHT 0  {due}  ASIDE L")
    held = TABLE.replace("&X 1", "&X 2").replace("H WW", "H WW  N 1")
    key, players, position, _line = festive(part, "", moment, held)

    assert f"({series}-041)" in refused(key, players, position)
    assert record(key, players, position.replace("&X 2", "&X 1")).header.position


VISITED = MOMENT.replace("NOT-VISITED", "VISITED")


@skins
@pytest.mark.rule("EB-033", "EB-036", "EB-045", "SC-033", "SC-036", "SC-045")
@pytest.mark.parametrize(
    ("figure", "tokens", "said"), [("a1", 2, "036"), ("b2", 3, "036"), ("a3", 3, "033")]
)
def test_two_tokens_are_those_that_the_figure_has_brought_where_it_stands(
    part, series, figure, tokens, said
):
    """One is left over at most (EB-045)."""
    held = TABLE.replace("&X 1", f"&X {tokens}")
    key, players, position, _line = festive(part, "", VISITED.replace("& a1", f"& {figure}"), held)

    assert f"({series}-{said})" in refused(key, players, position)


@skins
@pytest.mark.rule("EB-038", "SC-038")
@pytest.mark.parametrize("tokens", [2, 3])
def test_the_special_hex_has_brought_two_of_three_tokens(part, series, tokens):
    held = TABLE.replace("S d3s a3s", "S d3s b1n").replace("R d3sw a3sw", "R d3sw b1ne")
    moment = VISITED.replace("& a1", "& b1")

    found = verdict(
        *festive(part, "1 Anna &X Ben 2>O", moment, held.replace("&X 1", f"&X {tokens}"))
    )

    assert found[0] == LEGAL
