"""A photographed table with the Easter Bunny or Santa Claus: the figure, and who has tokens."""

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.files import read_text
from games.engine.questions import BROKEN, LEGAL, OPEN
from games.engine.replay import replay
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


@skins
@pytest.mark.rule("EB-033", "EB-042", "EB-044", "SC-033", "SC-042", "SC-044")
@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("& a3 W +0{} /", ["033"]),
        ("& a3 W +0{} &X Ben 2>O", ["033", "044"]),
        ("& a3 W +Ben:1 +Cyril:1{} &X Ben 2>O /\n2 Ben 3\n3 Cyril 3 & b4 W &X Cyril 2>G", ["036"]),
        ("& a3 W +Ben:2{} &X Ben 2>O", ["033"]),
        ("& a3 W +Ben:3{} &X Ben 2>O /", ["033", "042"]),
    ],
)
def test_tokens_are_played_on_as_the_table_gave_them_out(part, series, line, rules):
    held = TABLE.replace("R b4sw d1ne", "R b4sw d1ne  H W")

    def found(ruling):
        game = record(*festive(part, f"1 Anna {line.format(ruling)}", held=held))
        report = replay(rulesets.by_key(f"base+{part}"), game)
        return [one.rule.id for one in report.violations]

    assert found("") == [f"{series}-{rule}" for rule in rules]
    assert found(" !1") == [f"{series}-{rule}" for rule in rules[1:]]


SIX = """[Seats "Anna Ben Cyril Dana Eva Fred"]
[Board "a1 B2 a2 L10 a3 W8 b1 G5 b2 O11 b3 B3 b4 L4 c1 W4 c2 G2+12 c3 {}O c4 B12 c5 L8 d1 W6 d2
G10 d3 D d4 D d5 O9 d6 B3 e1 L3
e2 W5 e3 G6 e4 O5 e5 B6 f1 L9 f2 W4 f3 G9 f4 O10 g1 L8 g2 W11 g3 G11"]
[Harbours "a1nw 3:1 c1nw W d1w 3:1 f1sw L g1sw W g2se 3:1 e5se G d6e 3:1 c5ne B a3ne O a2nw 3:1"]
[Position "Anna: S c3n a1n  &X 3
Ben: S c3se a3n  &X 3
Cyril: S c3sw c5ne  &X 3
Dana: S e1sw f1s  &X 1
Eva: S g1s f4se  &X {}
Fred: S g3s e5se  &X 1
& c3  K d3  TURN Anna  ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0  VISITED"]
1 Anna  &X Anna 2>O
"""


@skins
@pytest.mark.rule("EB-005", "SC-005")
def test_there_are_eleven_tokens(part, series):
    """The special hex has brought three players two each, beside the one that each of six had."""

    def text(evas):
        return f'[Ruleset "base56+{part}"]\n' + SIX.format("H" if part == "santa" else "E", evas)

    assert replay(rulesets.by_key(f"base56+{part}"), read_text(text(0))).valid
    with pytest.raises(NotARecord) as refusal:
        read_text(text(1))
    assert f"these are 12 tokens, there are 11 ({series}-005)" in str(refusal.value)
