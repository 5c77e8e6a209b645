"""A photographed table at sea: ships, the pirate, gold, and what a photograph does not show."""

import pytest

from games.engine import rulesets
from games.engine.board.frames import FRAMES
from games.engine.board.generate import generate
from games.engine.board.listing import board_text
from games.engine.core import NotARecord
from games.engine.files import read_text
from games.engine.questions import BROKEN, LEGAL, OPEN
from games.engine.replay import replay
from tests.games.rulesets.positions import listed, reasons, record, refused, verdict

TABLE = """Anna: S c5s f4sw  R f4sw  H LLWWB  D N  ~ c5se c5e
Ben: S e5se g5se  R g5se  H 3?  ~ e6sw
Cyril: S g2s f3n  R g2se f3ne
Dana: S e3n f5s  R e3ne f5sw
"""

AT_GOLD = TABLE.replace("S c5s f4sw", "S c5s c5ne f4sw")
"""A settlement of Anna's beside the gold of c6."""

MOMENT = "K e5  ~K c3  TURN Anna  ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0  NEW 0  NOT-SAILED"


def at_sea(line="", moment=MOMENT, table=TABLE):
    return "seafarers", 4, table + moment, line


@pytest.mark.rule("SF-05")
def test_a_ship_goes_on_from_those_on_the_photograph():
    assert verdict(*at_sea("1 Anna ~ d5e")) == (LEGAL, [], ())
    assert verdict(*at_sea("1 Anna ~ a1w"))[:2] == (BROKEN, ["SF-05"])


@pytest.mark.rule("SF-10")
@pytest.mark.rule("SF-13")
def test_which_ship_was_moved_or_built_in_this_turn_is_asked_for():
    line = "1 Anna ~ c5e>c5sw"
    untold = MOMENT.replace("NEW 0  NOT-SAILED", "")

    assert verdict(*at_sea(line)) == (LEGAL, [], ())
    assert verdict(*at_sea(line, untold))[::2] == (OPEN, (4, 5))
    assert verdict(*at_sea(line, untold + " SAILED"))[:2] == (BROKEN, ["SF-10"])
    assert verdict(*at_sea(line, untold + " NEW c5e NOT-SAILED"))[:2] == (BROKEN, ["SF-13"])
    assert verdict(*at_sea(line, untold + " NEW c5se NOT-SAILED"))[0] == LEGAL


@pytest.mark.rule("SF-18")
def test_no_ship_is_built_beside_the_pirate_of_the_photograph():
    beside = MOMENT.replace("~K c3", "~K d6")

    assert verdict(*at_sea("1 Anna ~ d5e", beside))[:2] == (BROKEN, ["SF-18"])
    assert verdict(*at_sea("1 Anna ~ c5sw", beside))[0] == LEGAL


@pytest.mark.rule("SF-16")
def test_after_a_seven_the_robber_or_the_pirate_is_moved():
    seven = MOMENT.replace("NOW 0", "NOW K")

    assert verdict(*at_sea("1 Anna ~K d6<Ben:?", seven))[0] == BROKEN
    assert verdict(*at_sea("1 Anna ~K e6<Ben:?", seven))[0] == LEGAL
    assert verdict(*at_sea("1 Anna ~K e6<Ben:?"))[:2] == (BROKEN, ["SF-16"])
    assert listed(*at_sea("", seven))["pirate"].legal
    untold = MOMENT.replace("NOW 0", "")
    assert verdict(*at_sea("1 Anna ~K e6<Ben:?", untold))[0] == OPEN
    assert verdict(*at_sea("1 Anna ~K d6<Ben:?", untold))[0] == BROKEN


@pytest.mark.rule("SF-20")
def test_cards_that_gold_owes_come_before_anything_else():
    owing = AT_GOLD.replace("H LLWWB", "H LLWWB  ~G 1")
    found = listed(*at_sea("", table=owing))

    assert verdict(*at_sea("1 Anna ~G Anna O", table=owing))[0] == LEGAL
    assert verdict(*at_sea("1 Anna ~ d5e", table=owing))[:2] == (BROKEN, ["SF-20"])
    assert found["gold"].legal == ((),)
    assert reasons(found["ship"]) == ["SF-20"]


@pytest.mark.rule("SF-20", "SF-21", "SF-22")
def test_gold_owes_no_more_than_a_roll_can_have_brought():
    def owing(table, count, robber="e5"):
        table = table.replace("H LLWWB", f"H LLWWB  ~G {count}")
        return "seafarers", 4, table + MOMENT.replace("K e5", f"K {robber}")

    city = AT_GOLD.replace("S c5s c5ne f4sw", "S c5s f4sw C c5ne")

    assert verdict(*owing(AT_GOLD, 1), "1 Anna ~G Anna O")[0] == LEGAL
    assert verdict(*owing(city, 2), "1 Anna ~G Anna OB")[0] == LEGAL
    assert "(SF-20)" in refused(*owing(TABLE, 1))
    assert "(SF-20)" in refused(*owing(AT_GOLD, 2))
    assert "(SF-20)" in refused(*owing(city, 3))
    assert "(SF-22)" in refused(*owing(AT_GOLD, 1, robber="c6"))


@pytest.mark.rule("B-121")
@pytest.mark.parametrize("moment", ["NOT-ROLLED", "ROLLED  NOW K"])
def test_a_ship_is_new_before_the_roll_is_over_by_a_card_only(moment):
    def built(played):
        before, _rolled, _after = MOMENT.partition("ROLLED")
        return "seafarers", 4, f"{TABLE}{before}{moment}  {played}  NEW c5e"

    assert verdict(*built("PLAYED"), "1 Anna ~ c5e>c5sw")[0] != LEGAL
    assert "(B-121)" in refused(*built("NOT-PLAYED"))


@pytest.mark.rule("B-121", "B-166")
@pytest.mark.parametrize(
    ("moment", "new"),
    [
        ("NOT-ROLLED  PLAYED  ASIDE M", "c5e"),
        ("NOT-ROLLED  PLAYED  ASIDE 0\nAnna: N 1", "c5e"),
        ("NOT-ROLLED  PLAYED  ASIDE L  NOW 0", "c5e c5se c5sw"),
        ("NOT-ROLLED  PLAYED  ASIDE L  NOW L1", "c5e c5se"),
        ("NOT-ROLLED  PLAYED  ASIDE L  NOW L2", "c5e"),
        ("ROLLED  ASIDE 0  NOW K", "c5e"),
        ("ROLLED  ASIDE 0\nAnna: S c5ne ~G 1", "c5e"),
    ],
)
def test_a_road_building_brings_two_ships_and_no_other_card_any(moment, new):
    table = TABLE.replace("~ c5se c5e", "~ c5se c5e c5sw")

    with_one = f"{table}K e5  ~K c3  TURN Anna  {moment}  NEW {new}"

    rule = "SF-20" if "~G" in moment else "B-121"
    assert f"({rule})" in refused("seafarers", 4, with_one)


@pytest.mark.rule("B-121", "B-162")
@pytest.mark.parametrize(
    ("moment", "line"),
    [
        ("ROLLED  NOW K", "1 Anna ~K e6<Ben:?"),
        ("ROLLED  NOW X", "1 Anna X Ben ????"),
        ("ROLLED  NOW X Ben", "1 Anna X Ben ????"),
        ("ROLLED", "1 Anna X Ben ????"),
        ("NOT-ROLLED", "1 Anna ~F d5e"),
    ],
)
def test_a_card_that_nobody_tells_may_have_brought_a_ship_before_the_roll_is_over(moment, line):
    """No state was left to choose from, and the checker failed."""
    rich = TABLE.replace("H 3?", "H 9?")
    table = f"{rich}K e5  ~K c3  TURN Anna  {moment}  NEW c5e"

    assert found_in("seafarers", 4, table, line) == []


@pytest.mark.rule("SF-20", "B-156", "SF-10")
@pytest.mark.parametrize("done", ["BOUGHT N\nAnna: D N", "SAILED", "NEW c5e  NOT-PLAYED"])
def test_nothing_was_done_while_gold_is_still_due(done):
    owing = AT_GOLD.replace("H LLWWB  D N", "H LLWWB  ~G 1")

    assert "(SF-20)" in refused("seafarers", 4, f"{owing}K e5  TURN Anna  ROLLED  {done}")
    assert record("seafarers", 4, f"{owing}K e5  TURN Anna  ROLLED").header.position


@pytest.mark.rule("SF-10")
@pytest.mark.parametrize("moment", ["NOT-ROLLED", "ROLLED  NOW K", "ROLLED  NOW X Ben"])
def test_no_ship_was_moved_before_the_roll_is_over(moment):
    rich = TABLE.replace("H 3?", "H 9?")

    sailed = f"{rich}K e5  ~K c3  TURN Anna  {moment}"

    assert "(SF-10)" in refused("seafarers", 4, f"{sailed}  SAILED")
    assert record("seafarers", 4, f"{sailed}  NOT-SAILED").header.position


@pytest.mark.rule("B-080")
def test_a_bank_that_paid_an_ore_too_many_still_has_its_brick():
    """Short of one kind, it was told to be short of the others as well."""
    rich = TABLE.replace("H LLWWB", "H 18O  C c6nw").replace("S e5se g5se", "S c6se e5se g5se")
    table = f"{rich}K e5  ~K c3  TURN Anna  NOT-ROLLED"

    assert found_in("seafarers", 4, table, "1 Anna 10 ~G Anna OO ~G Ben B") == ["B-080"]


def found_in(*table):
    """The rules that are broken in the game."""
    game = record(*table)
    report = replay(rulesets.by_key(game.header.ruleset), game)
    return [violation.rule.id for violation in report.violations]


def test_what_may_be_done_at_sea_is_listed_and_the_rest_has_its_reason():
    found = listed(*at_sea())

    assert found["ship"].legal
    assert found["move_ship"].legal
    assert reasons(found["pirate"]) == ["SF-16"]
    assert reasons(found["gold"]) == ["SF-20"]
    assert reasons(found["free_ship"]) == ["B-166"]


@pytest.mark.rule("SF-27")
def test_a_settlement_on_a_foreign_island_brings_its_points():
    beyond = TABLE.replace("S c5s f4sw", "S c5s b4n f4sw")
    ruleset = rulesets.by_key("seafarers")
    home, abroad = (
        ruleset.setup(record(*at_sea(table=table)).header).points[0] for table in (TABLE, beyond)
    )

    assert (home, abroad) == (2, 2 + 1 + 2)


@pytest.mark.rule("SF-26")
@pytest.mark.parametrize(
    ("buildings", "fits"),
    [("c5s f4sw", True), ("c5s b4n", False), ("b4n h7n", False), ("b4n", True), ("c5s", True)],
)
def test_both_buildings_of_the_founding_are_still_on_the_main_island(buildings, fits):
    """Unless not everything is told."""
    table = TABLE.replace("S c5s f4sw", f"S {buildings}")

    if fits:
        assert record(*at_sea(table=table)).header.position
    else:
        assert "(SF-26)" in refused(*at_sea(table=table))


@pytest.mark.rule("SF-30")
@pytest.mark.parametrize(("spot", "fits"), [("e5s", True), ("c2sw", False)])
def test_so_they_are_on_the_main_part_through_the_desert(spot, fits):
    board = board_text(generate(FRAMES["through-the-desert-4"], "7"))
    table = f"Anna: S d5s {spot}  TURN Anna  NOT-ROLLED"
    text = f'[Ruleset "seafarers"]\n[Seats "Anna Ben Cyril Dana"]\n{board}[Position "{table}"]\n'

    if fits:
        assert read_text(text).header.position
    else:
        with pytest.raises(NotARecord, match=r"\(SF-30\)"):
            read_text(text)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("R f4sw", "R f4sw c5e", "SF-04"),
        ("~ c5se c5e", "~ c5se c5se", "SF-04"),
        ("~ c5se c5e", "~ f3e", "SF-03"),
        ("S c5s f4sw", "S c1nw f4sw", "SF-08"),
        ("R f4sw", "R a1w", "B-123"),
        ("K e5  ~K c3", "K c3", "SF-15"),
        ("~K c3", "~K e5", "SF-15"),
        ("NEW 0", "NEW e6sw", "SF-13"),
        ("ROLLED", "NOT-ROLLED SAILED", "SF-10"),
        ("NOW 0", "NOW K\nAnna: ~G 1", "SF-20"),
    ],
)
def test_what_no_table_at_sea_can_show_is_refused_by_its_row(old, new, said):
    table, moment = (TABLE, MOMENT)
    whole = (table + moment).replace(old, new, 1).replace("  NOT-SAILED", "")

    assert old in table + moment
    assert f"({said})" in refused("seafarers", 4, whole)


@pytest.mark.rule("SF-13", "SF-18", "SF-19")
@pytest.mark.parametrize(
    ("ships", "told", "said"),
    [
        ("c5se c5e", "NEW c5e  NOT-SAILED  ~K c3", ""),
        ("c5se c5e", "NEW c5e  NOT-SAILED  ~K c5", "SF-18"),
        ("c5se c5e", "NEW 0  SAILED  ~K c3", ""),
        ("c5se c5e", "NEW 0  SAILED  ~K c5", "SF-19"),
        ("c5se", "NEW c5se  SAILED  ~K c3", "SF-13"),
        ("c5se c5e", "NEW c5e  SAILED  ~K c3", ""),
    ],
)
def test_ships_new_or_moved_are_not_beside_a_pirate_that_no_card_has_moved(ships, told, said):
    moment = f"K e5  TURN Anna  ROLLED  NOT-PLAYED  BOUGHT 0  NOW 0  {told}"
    table = ("seafarers", 4, TABLE.replace("c5se c5e", ships) + moment)

    if said:
        assert f"({said})" in refused(*table)
    else:
        assert record(*table).header.position
    if said != "SF-13":
        knight = table[2].replace("NOT-PLAYED", "PLAYED") + "\nAnna: N 1"
        assert record(*table[:2], knight).header.position


@pytest.mark.rule("SF-18", "SF-19")
@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("ROLLED  PLAYED  NEW c5e", ""),
        ("ROLLED  PLAYED  NEW c5e  ASIDE L", ""),
        ("ROLLED  PLAYED  NEW c5e  ASIDE M", "SF-18"),
        ("ROLLED  PLAYED  NEW c5e  ASIDE M\nAnna: N 1", ""),
        ("ROLLED  PLAYED  NEW c5e  ASIDE M  NOW N\nAnna: N 1", "SF-18"),
        ("ROLLED  PLAYED  NEW c5e  ASIDE L  NOW L1", "SF-18"),
        ("ROLLED  PLAYED  NEW c5e  ASIDE L  NOW K", "SF-18"),
        ("NOT-ROLLED  PLAYED  NEW c5e", "SF-18"),
        ("ROLLED  PLAYED  SAILED  NEW 0", "SF-19"),
        ("ROLLED  PLAYED  SAILED  NEW 0\nAnna: N 1", ""),
        ("ROLLED  PLAYED  SAILED  NEW 0  NOW N\nAnna: N 1", "SF-19"),
    ],
)
def test_behind_ships_new_or_moved_a_knight_or_a_seven_has_moved_the_pirate(told, said):
    """By a Road Building before the roll ships are new, and the 7 comes behind it."""
    table = ("seafarers", 4, f"{TABLE}K e5  ~K c5  TURN Anna  {told}")

    if said:
        assert f"({said})" in refused(*table)
    else:
        assert record(*table).header.position
