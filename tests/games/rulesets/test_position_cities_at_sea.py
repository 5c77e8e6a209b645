"""A photographed table of Cities & Knights at sea: knights on ships, the merchant on land."""

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.files import read_text
from games.engine.questions import LEGAL
from games.engine.replay import replay
from tests.games.rulesets.positions import record, refused, verdict
from tests.games.rulesets.table import BOARD, head

TABLE = """Anna: S c5s C f4sw  R f4sw f4se  H LLWWG  ~ c5sw c5w  K1 c5nw f4s  A c5nw
Ben: S e5se C g5se  R g5se  H 3?  ~ e6sw
Cyril: S g2s C f3n  R g2se f3ne
Dana: S e3n C f5s  R e3ne f5sw
"""

MOMENT = (
    "K e5  ~K c3  SHIP 3  TURN Anna  ROLLED  NOW 0  ATTACKED  FRESH 0  RISEN 0  NOT-LASTING  "
    "NEW 0  NOT-SAILED"
)

KEY = "cities-knights+seafarers"


def at_sea(line="", moment=MOMENT, table=TABLE):
    return KEY, 4, table + moment, line


@pytest.mark.rule("CKS-03")
def test_a_knight_at_sea_stands_on_an_own_ship():
    assert verdict(*at_sea("1 Anna M c5nw>c5sw"))[0] == LEGAL
    assert "(CKS-03)" in refused(KEY, 4, TABLE.replace("c5sw c5w", "c5sw") + MOMENT)


@pytest.mark.rule("CKS-11", "CK-279", "CK-214")
def test_the_merchant_of_a_photograph_stands_on_land_that_is_no_gold():
    def standing(hex_):
        near_gold = TABLE.replace("C f4sw", "C c5ne f4sw")
        return KEY, 4, near_gold.replace("H LLWWG", f"H LLWWG  MERCHANT {hex_}") + MOMENT

    assert verdict(*standing("b6"), "1 Anna T WW>O")[0] == LEGAL
    assert "(CKS-11)" in refused(*standing("c6"))
    assert "(CK-279)" in refused(*standing("c5"))
    assert "(CK-214)" in refused(*standing("g2"))


@pytest.mark.rule("CK-156", "CKS-07")
def test_the_knight_that_chases_on_a_photograph_stands_beside_what_it_chases():
    def chased(spot, pirate="c3"):
        moment = MOMENT.replace("NOW 0", f"NOW N CHASED {spot}").replace("~K c3", f"~K {pirate}")
        return KEY, 4, TABLE.replace("A c5nw", "") + moment

    assert verdict(*chased("c5nw", "c4"), "1 Anna ~K c3")[0] == LEGAL
    assert "(CKS-07)" in refused(*chased("c5nw"))
    assert "(CK-156)" in refused(*chased("f4s"))


@pytest.mark.rule("B-121", "CK-031", "CK-032", "SF-10", "SF-20")
@pytest.mark.parametrize(
    ("moment", "done", "rule"),
    [
        ("NOT-ROLLED", "NEW c5w", "B-121"),
        ("NOT-ROLLED", "SAILED", "SF-10"),
        ("NOT-ROLLED", "FRESH c5nw", "CK-031"),
        ("ROLLED  NOW K", "NEW c5w", "B-121"),
        ("ROLLED  NOW K", "SAILED", "SF-10"),
        ("ROLLED  NOW K", "FRESH c5nw", "CK-032"),
        ("ROLLED\nAnna: ~G 1", "NEW c5w", "SF-20"),
        ("ROLLED\nAnna: ~G 1", "SAILED", "SF-20"),
        ("ROLLED\nAnna: ~G 1", "FRESH c5nw", "SF-20"),
    ],
)
def test_nothing_is_done_before_the_roll_has_brought_all(moment, done, rule):
    """For a new ship no answer was left, and the checker failed."""
    table = f"{TABLE}Anna: S c5ne\nK e5  ~K c3  SHIP 3  ATTACKED  TURN Anna  "

    assert f"({rule})" in refused(KEY, 4, f"{table}{moment}  {done}")
    assert record(KEY, 4, f"{table}{moment}").header.position
    assert record(KEY, 4, f"{table}ROLLED  {done}").header.position


@pytest.mark.rule("CK-245", "CK-246", "CK-247")
@pytest.mark.parametrize(
    ("swapped", "rules"),
    [
        ({"b3 O5": "b3 O4", "f5 W4": "f5 W5"}, []),
        ({"b4 Z6": "b4 Z4", "f5 W4": "f5 W6"}, ["CKD-67"]),
    ],
)
def test_an_inventor_may_have_swapped_tokens_of_two_islands(swapped, rules):
    """The four on the home island came from the gold of a small one, or was swapped for a six."""
    text = head(KEY, 4)
    for old, new in swapped.items():
        assert old in text
        text = text.replace(old, new)
    game = read_text(f'{text}[Position "{TABLE + MOMENT}"]\n')

    found = [one.rule.id for one in replay(rulesets.by_key(KEY), game).at_the_start]

    assert found == rules
    before = TABLE + MOMENT.replace("ATTACKED  ", "NOT-ATTACKED  ")
    if not rules:
        with pytest.raises(NotARecord, match=r"\(CK-245\)"):
            read_text(f'{text}[Position "{before}"]\n')


@pytest.mark.rule("CKS-12")
def test_before_the_first_attack_the_pirate_is_where_it_starts():
    founded = "ROLLED  NOW 0  NOT-ATTACKED  NEW 0  NOT-SAILED"

    assert record(*at_sea(moment=f"~K e8  SHIP 3  TURN Anna  {founded}")).header.position
    said = refused(*at_sea(moment=f"~K c3  SHIP 3  TURN Anna  {founded}"))
    assert "(CKS-12)" in said


@pytest.mark.rule("CKS-07", "CKS-08", "SF-18", "SF-19")
@pytest.mark.parametrize(
    ("knights", "told", "said"),
    [
        ("K1 c5nw  A c5nw", "~K c3  ATTACKED  NEW c5w", ""),
        ("K1 c5nw", "~K c5  ATTACKED  NEW c5w", ""),
        ("K1 c5nw  A c5nw", "~K c5  ATTACKED  NEW c5w  FRESH c5nw", ""),
        ("K1 c5nw  A c5nw", "~K c5  ATTACKED  NEW c5w", ""),
        ("K1 c5nw  A c5nw", "~K c5  ATTACKED  NEW c5w  FRESH 0", "CKS-08"),
        ("K1 f4s", "~K c5  ATTACKED  NEW c5w  FRESH 0", "SF-18"),
        ("K1 c5nw", "~K c5  ATTACKED  NEW c5w  NOW N  CHASED c5nw", "SF-18"),
        ("K1 c5nw", "~K e8  NOT-ATTACKED  NEW e8w", "SF-18"),
        ("K1 c5nw", "~K c5  ATTACKED  SAILED", ""),
        ("K1 c5nw  A c5nw", "~K c5  ATTACKED  SAILED  FRESH 0", "CKS-08"),
        ("K1 f4s", "~K c5  ATTACKED  SAILED  FRESH 0", "SF-19"),
        ("K1 f4s", "~K c3  ATTACKED  SAILED  FRESH 0", ""),
    ],
)
def test_ships_new_or_moved_are_beside_a_pirate_that_a_knight_has_moved_alone(knights, told, said):
    """The knight came from a hex beside which the ship is not, and is passive or activated anew."""
    table = TABLE.replace("K1 c5nw f4s  A c5nw", knights)
    if "e8w" in told:
        table = table.replace("c5w ", "c5w e8w ")
    moment = f"K e5  SHIP 3  TURN Anna  ROLLED  RISEN 0  NOT-LASTING  {told}"

    if said:
        assert f"({said})" in refused(KEY, 4, table + moment)
    else:
        assert record(KEY, 4, table + moment).header.position


ON_THE_ISLAND = """[Ruleset "{ruleset}"]
[Seats "Anna Ben Cyril"]
{board}
[Position "Anna: S a1n e3se C e1s b2s c5se d4se R a1ne e1sw H WL {more}
Ben: S d3s C a3s R d3sw a3sw
Cyril: S b4s C d1n R b4sw d1ne
{moment}"]
"""


@pytest.mark.rule("CK-221", "CKS-09", "B-178")
@pytest.mark.parametrize(
    ("ruleset", "more", "told"),
    [
        (KEY, "DC 2", ["CK-221 Anna has 12 points, 13 are needed"]),
        (KEY, "DC 3", []),
        ("seafarers", "", []),
    ],
)
@pytest.mark.parametrize("line", ["1 Anna *", '1 Anna *\n[Result "Anna*"]'])
def test_the_island_of_the_box_is_no_map_whose_points_are_raised(ruleset, more, told, line):
    """Thirteen win with Cities & Knights, as on land, ten without."""
    moment = "SHIP 2 TURN Anna ROLLED ATTACKED" if ruleset == KEY else "TURN Anna ROLLED"
    text = ON_THE_ISLAND.format(ruleset=ruleset, board=BOARD, more=more, moment=moment) + line
    game = read_text(text)

    found = replay(rulesets.by_key(ruleset), game).violations

    assert {f"{one.rule.id} {one.detail}" for one in found[:1]} == set(told)
    assert {one.rule.id for one in found} == {words.split()[0] for words in told}
