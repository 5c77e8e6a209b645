"""A photographed table of Cities & Knights: knights, improvements, progress cards, the ship."""

from dataclasses import replace

import pytest

from games.engine import rulesets
from games.engine.core import NotARecord
from games.engine.files import read_text
from games.engine.questions import BOUNDS, BROKEN, CARDS, LEGAL, OPEN
from games.engine.replay import replay
from tests.games.rulesets.photographed import photographed
from tests.games.rulesets.positions import listed, reasons, record, refused, verdict
from tests.games.rulesets.table import head

TABLE = """Anna: S b2s  C e1n  R b2sw b2se e1nw  H BBLWGGOMMPC  K1 c2n  K2 a1s  A c2n  W e1n
Anna: b 3  P Cr Bi
Ben: S d3s  C a3s  R d3sw a3sw  H 3?  K1 d3sw  A d3sw  P y? b?  DC 1
Cyril: S b4s  C d1n  R b4sw d1ne  H 0  y 4  My d1n
"""

MOMENT = "K d4  SHIP 3  TURN Anna  ROLLED  NOW 0  ATTACKED  FRESH 0  RISEN 0  NOT-LASTING"


def cities(line="", moment=MOMENT, table=TABLE):
    return "cities-knights", 3, table + moment, line


@pytest.mark.rule("CK-120")
def test_an_active_knight_of_the_photograph_acts_and_a_passive_one_does_not():
    assert verdict(*cities("1 Anna M c2n>b2se")) == (LEGAL, [], ())
    assert "CK-120" in verdict(*cities("1 Anna M a1s>b2se"))[1]


@pytest.mark.rule("CK-119")
@pytest.mark.rule("CK-124")
def test_which_knights_were_activated_or_promoted_in_this_turn_is_asked_for():
    untold = MOMENT.replace("FRESH 0  RISEN 0  ", "")

    assert verdict(*cities("1 Anna M c2n>b2se", untold))[::2] == (OPEN, (5,))
    assert verdict(*cities("1 Anna M c2n>b2se", untold + " FRESH c2n"))[:2] == (BROKEN, ["CK-119"])
    assert verdict(*cities("1 Anna L a1s", untold))[::2] == (OPEN, (6,))
    assert verdict(*cities("1 Anna L a1s", untold + " RISEN a1s"))[:2] == (BROKEN, ["CK-124"])
    assert verdict(*cities("1 Anna L a1s")) == (LEGAL, [], ())


@pytest.mark.rule("CK-090")
def test_a_7_may_be_open_if_nobody_tells_what_is_due():
    untold = MOMENT.replace("NOW 0", "")

    assert verdict(*cities("1 Anna K a1", untold))[::2] == (OPEN, (3,))
    assert verdict(*cities("1 Anna K a1", untold.replace("ATTACKED", "")))[0] == OPEN
    assert verdict(*cities("1 Anna K a1", MOMENT.replace("NOW 0", "NOW K")))[0] == LEGAL
    assert verdict(*cities("1 Anna K a1"))[:2] == (BROKEN, ["CK-090"])


@pytest.mark.rule("CK-126")
def test_no_knight_has_just_become_mighty_without_a_fortress():
    mighty = TABLE.replace("K2 a1s", "K3 a1s").replace("y 4", "y 4  b 3")
    risen = MOMENT.replace("RISEN 0", "RISEN a1s")

    assert verdict(*cities("1 Anna R b1e", risen, mighty))[0] == LEGAL
    assert "(CK-126)" in refused(*cities("", risen, mighty.replace("b 3  P", "b 2  P")))
    assert verdict(*cities("1 Anna R b1e", MOMENT, mighty.replace("b 3  P", "b 2  P")))[0] == LEGAL


@pytest.mark.rule("CK-024", "CK-085")
def test_a_founding_city_is_lost_to_barbarians_only():
    before = MOMENT.replace("K d4", "").replace("ATTACKED", "NOT-ATTACKED")
    plain = TABLE.replace("DC 1", "").replace("W e1n", "").replace("b 3  P Cr Bi", "")
    plain = plain.replace("P y? b?", "")
    lost = plain.replace("S b2s  C e1n", "S b2s e1n")

    assert verdict(*cities("1 Anna R b1e", before, plain))[0] == LEGAL
    assert "(CK-085)" in refused(*cities("", before, lost))
    assert record(*cities("", before.replace("NOT-", ""), lost)).header.position


@pytest.mark.rule("CK-126")
def test_a_mighty_knight_needs_the_fortress_of_the_photograph():
    assert verdict(*cities("1 Anna L a1s", table=TABLE.replace("b 3", "b 2")))[:2] == (
        BROKEN,
        ["CK-126"],
    )


@pytest.mark.rule("CK-160")
def test_improvements_go_on_from_the_levels_of_the_photograph():
    assert verdict(*cities("1 Anna I y1"))[0] == LEGAL
    assert verdict(*cities("1 Anna I g2"))[0] == BROKEN
    assert verdict(*cities("1 Anna I b4 e1n"))[0] == BROKEN


def test_a_crane_may_have_been_played_in_this_turn():
    untold = MOMENT.replace("  NOT-LASTING", "")
    spent = TABLE.replace("P Cr Bi", "P Bi")

    assert verdict(*cities("1 Anna I y1-", untold, spent))[::2] == (OPEN, (7,))
    assert verdict(*cities("1 Anna I y1-", MOMENT, spent))[0] == BROKEN
    assert verdict(*cities("1 Anna Cr I y1-"))[0] == LEGAL


@pytest.mark.rule("CK-085")
@pytest.mark.rule("CK-087")
def test_before_the_first_attack_nobody_moves_the_robber():
    early = TABLE.replace("  DC 1", "").replace("P Cr Bi", "P Bi")
    at_home = MOMENT.replace("K d4", "K c3").replace("ATTACKED  ", "")
    chase = "1 Anna Z b2se"
    near = early.replace("K1 c2n", "K1 b2se").replace("A c2n", "A b2se")

    assert verdict(*cities(chase, at_home, near))[::2] == (OPEN, (4,))
    assert "CK-087" in verdict(*cities(chase, at_home + " NOT-ATTACKED", near))[1]


@pytest.mark.rule("CK-061")
def test_progress_cards_that_nobody_saw_leave_a_verdict_open():
    bens = MOMENT.replace("TURN Anna", "TURN Ben")

    assert verdict(*cities("1 Ben Wa", bens))[::2] == (OPEN, (CARDS, BOUNDS))
    assert verdict(*cities("1 Ben Cr", bens))[:2] == (BROKEN, ["CK-061"])
    assert verdict(*cities("1 Anna Bi b2<Ben:?"))[0] == BROKEN


@pytest.mark.rule("CK-061")
def test_two_progress_cards_of_a_kind_are_two():
    two = TABLE.replace("P Cr Bi", "P Cr Cr Wa Wa").replace("P y? b?", "P Mt Mt y? b?")
    bens = MOMENT.replace("TURN Anna", "TURN Ben")

    assert verdict(*cities("1 Anna Cr Wa Cr Wa", table=two))[0] == LEGAL
    assert verdict(*cities("1 Anna Cr Cr Cr", table=two))[:2] == (BROKEN, ["CK-061"])
    assert verdict(*cities("1 Anna Cr Cr"))[:2] == (BROKEN, ["CK-061"])
    assert verdict(*cities("1 Ben Mt d3 Mt a3", bens, two))[0] == LEGAL


def test_both_of_two_progress_cards_of_a_kind_are_on_a_photograph():
    table = TABLE.replace("P Cr Bi", "P Cr Cr Wa Wa").replace("y? b?", "Mt Mt").replace("3?", "L")
    game = record(*cities(table=table))
    ruleset = rulesets.by_key("cities-knights")
    state = ruleset.setup(game.header)

    again = replace(game.header, position=photographed(state, state.stock))

    assert again.position.held[0].told("progress") == game.header.position.held[0].told("progress")
    assert ruleset.setup(again).progress == state.progress


NINE = TABLE.replace("P Cr Bi", "P Rm Cm").replace("H 3?", "H 9?").replace("H 0", "H 9?")
"""Ben and Cyril hold nine unseen cards each, Anna two Monopolies."""


def broken_by(line):
    """The rules that a game from there breaks, all of it judged."""
    report = replay(rulesets.by_key("cities-knights"), record(*cities(line, table=NINE)))
    assert report.whole
    return [one.rule.id for one in report.violations]


@pytest.mark.rule("CK-289", "CK-291")
def test_what_monopolies_brought_is_known_if_it_is_told():
    """Who gave less than is due had no more of it; who gave as much may have more."""
    ore, coin = "1 Anna Rm O -Ben:OO -Cyril:O  ", "1 Anna Cm M -Ben:M  "

    assert broken_by(ore + "P Ben B<>O") == []
    assert broken_by(ore + "P Cyril B<>O") == ["CK-092"]
    assert broken_by(coin + "P Ben B<>M") == []
    assert broken_by(coin + "P Cyril B<>M") == ["CK-092"]
    assert broken_by("1 Anna Rm O -Ben:OOO") == ["CK-291"]
    assert broken_by("1 Anna Cm M -Ben:MM") == ["CK-289"]


@pytest.mark.rule("CK-065", "CK-289", "CK-291")
def test_how_much_monopolies_brought_may_stay_open():
    """Ben has six to nine cards left."""
    gone = "1 Anna Rm O Cm M /\n2 Ben 3+4g "

    assert broken_by("1 Anna Rm O  P Cyril B<>O") == []
    assert broken_by(gone + "X Ben ?? /") == ["CK-078"]
    assert broken_by(gone + "X Ben ????") == []
    assert broken_by(gone + "X Ben ?????") == ["CK-065"]


@pytest.mark.rule("CK-221")
def test_points_are_those_of_the_photograph():
    state = rulesets.by_key("cities-knights").setup(record(*cities()).header)
    open_ = TABLE.replace("P Cr Bi", "P Cr Pr  MERCHANT e1")
    shown = rulesets.by_key("cities-knights").setup(record(*cities(table=open_)).header)

    assert state.points == [3, 4, 5]
    assert shown.points == [5, 4, 5]


def test_what_may_be_done_is_listed_and_the_rest_has_its_reason():
    found = listed(*cities())

    assert found["move_knight"].legal
    assert found["crane"].legal == ((),)
    assert found["promote"].legal
    assert reasons(found["chase"]) == ["CK-156"]
    assert "warlord" not in found
    assert found["roll"].broken


def test_what_goes_back_on_a_roll_is_told_with_it():
    before = MOMENT.replace("  ROLLED", "  NOT-ROLLED").replace("  FRESH 0  RISEN 0", "")
    what = "the action before it"

    assert what in refused(*cities("1 Anna D Anna b?"))
    assert what in refused(*cities("1 Anna B Cyril d1n"))
    assert verdict(*cities("1 Anna 3+5b D Anna b?", before))[0] == LEGAL
    assert verdict(*cities("1 Anna 5+3b D Anna b?", before))[0] == BROKEN


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("K1 c2n", "K1 b2s", "CK-112"),
        ("K1 c2n", "K1 c2n b1n c1n", "CK-115"),
        ("K2 a1s", "K2 a1s b1n c1n", "CK-127"),
        ("A c2n", "A b1n", "CK-118"),
        ("W e1n", "W b2s", "CK-104"),
        ("W e1n", "W e1n e1n", "CK-105"),
        ("b 3", "b 6", "CK-010"),
        ("b 3", "b 4", "CK-179"),
        ("My d1n", "", "CK-179"),
        ("My d1n", "My b4s", "CK-179"),
        ("b 3", "y 5", "CK-183"),
        ("y 4  My d1n", "y 4  My d1n  b 4  Mb d1n", "CK-186"),
        ("P Cr Bi", "P Cr Cr Cr", "CK-005"),
        ("P y? b?", "P 0 MERCHANT c1", "CK-214"),
        ("P Cr Bi\nBen:", "P 0  MERCHANT e1\nBen: MERCHANT d3", "CK-218"),
        ("P y? b?", "P y? y? y? b? b?", "CK-057"),
        ("P Cr Bi", "P Cr Bi y? y? y? b?", "CK-055"),
        ("b 3  P Cr Bi", "b 3  P Cr Bi y? y? b?  LIES d4s", "CK-207"),
        ("S b2s", "S b2s d4s  LIES c1nw", "CK-207"),
        ("SHIP 3", "", "CK-190"),
        ("SHIP 3", "SHIP 7", "CK-190"),
        ("ATTACKED", "NOT-ATTACKED", "CK-085"),
        ("FRESH 0", "FRESH a1s", "CK-119"),
        ("RISEN 0", "RISEN c2n", "CK-124"),
        ("NOW 0", "NOW N", "CK-158"),
        ("NOW 0", "NOW N CHASED c2n", "CK-159"),
        ("NOW 0", "NOW N CHASED a1s", "CK-156"),
        ("NOW 0  ATTACKED  FRESH 0", "NOW K  ATTACKED  FRESH c2n", "CK-032"),
        ("ROLLED  NOW 0  ATTACKED  FRESH 0", "NOT-ROLLED  ATTACKED  FRESH c2n", "CK-031"),
        ("ROLLED  NOW 0", "NOT-ROLLED  NOW L2", "CK-060"),
        ("S b2s", "S b2s  LIES c2se", "B-132"),
        ("H 3?", "H 13M", "CK-002"),
        ("H 3?", "H 20O", "B-010"),
        ("S b2s", "S b2s c5s d4s c1nw a1nw a2n", "CK-008"),
    ],
)
def test_what_no_table_can_show_is_refused_by_its_row(old, new, said):
    table = TABLE + MOMENT

    assert old in table
    assert f"({said})" in refused("cities-knights", 3, table.replace(old, new, 1))


@pytest.mark.rule("CK-055", "CK-058")
def test_a_fifth_progress_card_came_with_the_roll():
    five = TABLE.replace("P Cr Bi", "P Cr Bi y? y? b?")
    before = MOMENT.replace("  FRESH 0  RISEN 0", "").replace("ROLLED", "NOT-ROLLED")

    assert verdict(*cities("1 Anna R b1e", table=five))[0] == LEGAL
    assert "(CK-055)" in refused(*cities(moment=before, table=five))
    untold = verdict(*cities("1 Anna R b1e", MOMENT.replace("ROLLED", ""), five))
    assert untold[0] == LEGAL


@pytest.mark.rule("CK-207", "CK-209")
def test_a_city_lies_beside_all_five_settlements():
    lying = TABLE.replace("S b2s", "S b2s c5s d4s c1nw a1nw  LIES e3s")

    assert verdict(*cities("1 Anna R b1e", table=lying))[0] == LEGAL


@pytest.mark.rule("CK-078", "CK-079", "CK-267")
def test_who_has_too_many_cards_may_discard_them_for_a_7_that_nobody_tells():
    untold = MOMENT.replace("NOW 0", "")
    nine = TABLE.replace("H 3?", "H 9?")

    assert verdict(*cities("1 Anna X Ben ????", untold, nine))[::2] == (OPEN, (3,))
    assert verdict(*cities("1 Anna X Ben ?????", untold, nine))[0] == BROKEN
    before = untold.replace("  FRESH 0  RISEN 0", "").replace("ROLLED", "NOT-ROLLED")
    assert verdict(*cities("1 Anna X Ben ????", before, nine))[0] == BROKEN
    assert "the action before it" in refused(*cities("1 Anna X Ben ??", untold))


def test_words_of_development_cards_are_none_of_these_rules():
    assert "a mark of a position" in refused(*cities(moment=MOMENT + " ARMY Anna"))


@pytest.mark.rule("CK-079", "CK-080", "CK-081")
@pytest.mark.parametrize(
    ("hand", "walls", "rule"),
    [
        ("BBLWGGO", "", "CK-079"),
        ("BBLWGGO", "W e1n", "CK-079"),
        ("BBLWGGOMM", "W e1n", "CK-080"),
        ("BBLWGGOMMPP", "C d3s W e1n d3s", "CK-081"),
    ],
)
def test_a_seven_that_costs_nobody_cards_is_told_by_the_row_of_their_walls(hand, walls, rule):
    table = TABLE.replace("H BBLWGGOMMPC", f"H {hand}").replace("W e1n", walls)
    table = table.replace("S d3s", "S b1n") if "d3s" in walls else table

    assert f"({rule})" in refused("cities-knights", 3, table + MOMENT.replace("NOW 0", "NOW X"))
    named = table + MOMENT.replace("NOW 0", "NOW X Anna")
    assert f"({rule})" in refused("cities-knights", 3, named)


@pytest.mark.rule("CK-079")
def test_a_seven_that_costs_nobody_cards_is_told_by_the_row_of_the_game():
    few = TABLE.replace("H BBLWGGOMMPC", "H BBLWGGO")

    assert "(CK-079)" in refused("cities-knights", 3, few + MOMENT.replace("NOW 0", "NOW X"))


@pytest.mark.rule("CK-245", "CK-246")
@pytest.mark.parametrize(
    ("swapped", "rules"),
    [
        ({"a1 B5": "a1 B11", "c5 B11": "c5 B5"}, []),
        ({"a1 B5": "a1 B10", "a2 L10": "a2 L4", "c2 G4": "c2 G5"}, []),
        ({"a1 B5": "a1 B2", "b1 G2": "b1 G5"}, ["B-035"]),
        ({"a1 B5": "a1 B11"}, ["B-009", "B-035"]),
    ],
)
def test_an_inventor_may_have_swapped_tokens_before_the_photograph(swapped, rules):
    text = '[Spiral "a1"]\n' + head("cities-knights")
    for old, new in swapped.items():
        text = text.replace(old, new)

    def found(more):
        game = read_text(text + more)
        return [one.rule.id for one in replay(rulesets.by_key("cities-knights"), game).at_the_start]

    assert found(f'[Position "{TABLE + MOMENT}"]\n') == rules
    assert "B-035" in found("Anna S b2s R b2sw\n")


@pytest.mark.rule("CK-042", "CK-235")
@pytest.mark.parametrize(
    ("annas", "bens", "may_be"),
    [
        ("g 1  P Cr Mi", "", True),
        ("g 1  P Cr b?", "", False),
        ("b 1  P Cr Bi", "g 1", True),
        ("b 1  P Cr", "", False),
        ("P Cr", "g 1", False),
        ("P g?", "g 1  b 1", True),
        ("g 1  P Pr", "", True),
        ("b 1  P Pr", "g 1", False),
        ("y 1  MERCHANT b2", "", True),
        ("MERCHANT b2", "", False),
    ],
)
def test_before_the_first_attack_cards_come_of_gates(annas, bens, may_be):
    """Of own levels, or by a Spy, whom somebody may have drawn for politics."""
    table = (
        f"Anna: S b2s  C e1n  R b2sw e1nw  {annas}\nBen: S d3s  C a3s  R d3sw a3sw  {bens}\n"
        "Cyril: S b4s  C d1n  R b4sw d1ne\nSHIP 3  TURN Anna  ROLLED  NOW 0  "
    )

    assert record("cities-knights", 3, table + "ATTACKED").header.position
    if may_be:
        assert record("cities-knights", 3, table + "NOT-ATTACKED").header.position
    else:
        assert "(CK-042)" in refused("cities-knights", 3, table + "NOT-ATTACKED")


@pytest.mark.rule("CK-126")
def test_no_knight_is_mighty_where_nobody_has_a_fortress():
    mighty = TABLE.replace("K2 a1s", "K3 a1s").replace("b 3  P Cr Bi", "b 2")

    assert "(CK-126)" in refused(*cities("", MOMENT, mighty))
    assert record(*cities("", MOMENT, mighty.replace("y 4  My d1n", "b 3"))).header.position


BEFORE = """Anna: S b2s  C e1n  R b2sw e1nw
Ben: S d3s  C a3s  R d3sw a3sw
Cyril: S b4s  C d1n  R b4sw d1ne
"""


@pytest.mark.rule("B-035", "CK-042", "CK-245")
def test_tokens_are_swapped_once_somebody_can_have_had_an_inventor():
    begun = '[Spiral "a1"]\n' + head("cities-knights")
    swapped = begun.replace("a1 B5", "a1 B11").replace("c5 B11", "c5 B5")

    def table(moment, more="", text=swapped):
        return f'{text}[Position "{BEFORE}{more}SHIP 3  TURN Anna  {moment}"]\n'

    assert refusal_of(table("NOT-ATTACKED")) == "CK-245"
    assert refusal_of(table("NOT-ATTACKED", "Ben: b 2\n")) == "CK-245"
    assert not refusal_of(table("NOT-ATTACKED", text=begun))
    assert not refusal_of(table("NOT-ATTACKED", text=swapped.replace('[Spiral "a1"]', "")))
    assert not refusal_of(table("NOT-ATTACKED", "Ben: g 1\n"))
    assert not refusal_of(table("ATTACKED"))
    assert verdict_of(table("ROLLED  NOW K") + "1 Anna K a1\n") == []


def refusal_of(text):
    """The row by which no table can show it; none where one can."""
    try:
        read_text(text)
    except NotARecord as refusal:
        (error,) = refusal.errors
        return str(error).rpartition("(")[2].rstrip(")")
    return ""


def verdict_of(text):
    game = read_text(text)
    return [one.rule.id for one in replay(rulesets.by_key("cities-knights"), game).violations]


@pytest.mark.rule("CK-042", "CK-243")
@pytest.mark.parametrize(
    ("more", "moment", "row"),
    [
        ("", "NOT-ATTACKED  NOW L2", "CK-042"),
        ("", "NOT-ATTACKED  LASTING", "CK-042"),
        ("Ben: g 1", "NOT-ATTACKED  LASTING", "CK-042"),
        ("Anna: y 1", "NOT-ATTACKED  NOW L1", "CK-042"),
        ("Anna: y 1", "NOT-ATTACKED  LASTING", ""),
        ("Anna: g 1", "NOT-ATTACKED  NOW L1", ""),
        ("Ben: g 1  b 1", "NOT-ATTACKED  NOW L1  LASTING", ""),
        ("", "ATTACKED  NOW L1  LASTING", ""),
        ("", "NOW L1  LASTING", ""),
        ("Ben: P Rb Rb", "ATTACKED  NOW L1", "CK-243"),
        ("Ben: P Rb", "ATTACKED  NOW L1", ""),
        ("Ben: P Rb g?", "ATTACKED  NOW L1", ""),
    ],
)
def test_a_card_that_works_in_the_turn_came_of_a_gate_or_an_attack(more, moment, row):
    table = f"{BEFORE}{more}\nSHIP 3  TURN Anna  ROLLED  {moment}"

    assert refusal_of(f'{head("cities-knights")}[Position "{table}"]\n') == row


def played_in_the_turn(annas, line, moment="", bens=""):
    """The rows that the line breaks, of a table that does not tell which cards still work."""
    table = (
        f"Anna: S b2s c1sw  C e1n  R b2sw e1nw  H PPPPMMMMLL  {annas}\n"
        f"Ben: S d3s  C a3s  R d3sw a3sw  H MM  {bens}\n"
        f"Cyril: S b4s  C d1n  R b4sw d1ne\nSHIP 3  TURN Anna  {moment}"
    )
    return verdict_of(f'{head("cities-knights")}[Position "{table}"]\n1 Anna {line}\n')


@pytest.mark.rule("CK-005", "CK-007", "CK-064")
@pytest.mark.parametrize(
    ("held", "line", "broken"),
    [
        ("g 1  P Cr", "I b1-", []),
        ("g 1  P Cr", "I b1-  I y1-", ["CK-233"]),
        ("g 1  P Cr", "I b1-  Cr  I y1-", []),
        ("g 1  P Cr Cr", "I b1-", ["CK-233"]),
        ("g 1  P Cr g?", "I b1-", []),
        ("y 1  P Mf", "T 2P>O  T 2P>O", []),
        ("y 1  P Mf", "T 2P>O  T 2M>O", ["CK-286"]),
        ("y 1  P Mf", "T 2P>O  Mf  T 2M>O", []),
        ("y 1  P Mf Mf", "T 2P>O", ["CK-099"]),
        ("y 1  P Ch", "J Ben L<>M", []),
        ("y 1  P Ch Ch", "J Ben L<>M", ["CK-282"]),
    ],
)
def test_a_card_that_lies_in_a_hand_was_not_played_in_this_turn(held, line, broken):
    assert played_in_the_turn(held, line) == broken
    assert played_in_the_turn(held, line, "ROLLED  NOW 0  LASTING") == broken


@pytest.mark.rule("CK-005", "CK-007", "CK-061", "CK-233", "CK-286")
@pytest.mark.parametrize(
    ("held", "line", "bens", "broken"),
    [
        ("P g?", "I b1-  I y1-", "", []),
        ("P g?", "I b1-  I y1-  Cr", "", ["CK-061"]),
        ("P g?", "I b1-  Cr  I y1-", "", []),
        ("P g?", "I b1-  Cr  I y1-", "g 1  P Cr", ["CK-061"]),
        ("P g?", "Cr  I b1-  I y1-", "", []),
        ("P g?", "Cr  I b1-  I y1-  I b2-", "", ["CK-233"]),
        ("P Cr g?", "I b1-  I y1-", "", ["CK-233"]),
        ("P Cr g?", "I b1-  Cr  I y1-", "", []),
        ("", "I b1-  I y1-\n2 Ben 1+1y  Cr", "g 1  P g?", ["CK-061"]),
        ("", "I b1-\n2 Ben 1+1y  Cr", "g 1  P g?", []),
        ("y 1  P y?", "T 2P>O  T 2M>O", "", []),
        ("y 1  P y?", "T 2P>O  T 2M>O  T 2P>O", "", []),
        ("y 1  P y?", "T 2P>O  T 2M>O  Mf", "", ["CK-061"]),
        ("y 1  P y?", "T 2P>O  Mf  T 2M>O", "", []),
        ("y 1  P y?", "Mf  T 2P>O  T 2M>O  T 2L>O", "", ["CK-286"]),
        ("y 1  P Mf y?", "T 2P>O  T 2M>O", "", ["CK-286"]),
        ("y 1  P y?", "T 2P>O  Mf", "y 1  P Mf", ["CK-061"]),
    ],
)
def test_no_unseen_card_is_one_that_was_played_in_this_turn(held, line, bens, broken):
    levels = "g 1" if held else "g 1  P Sm"
    found = played_in_the_turn(f"{levels}  {held}", line, bens=bens)

    assert [row for row in found if row != "CK-050"] == broken


@pytest.mark.rule("CK-005", "CK-064")
def test_cards_in_hands_of_others_were_not_played_in_this_turn_either():
    assert played_in_the_turn("g 1  P Cr", "I b1-", bens="g 1  P Cr") == ["CK-233"]


@pytest.mark.rule("CK-060")
def test_before_the_roll_nothing_was_played_but_an_alchemist():
    assert played_in_the_turn("g 1", "2+4b  I b1-", "NOT-ROLLED") == ["CK-233"]
    assert played_in_the_turn("g 1  P Cr", "2+4b  Cr  I b1-", "NOT-ROLLED") == []


@pytest.mark.rule("CK-042", "CK-060")
def test_before_the_first_attack_only_a_card_of_a_gate_works():
    assert played_in_the_turn("y 1", "I b1-", "NOT-ATTACKED") == ["CK-233"]
    assert played_in_the_turn("g 1", "I b1-", "NOT-ATTACKED") == []


@pytest.mark.rule("CK-005", "CK-007", "CK-042", "CK-064")
@pytest.mark.parametrize(
    ("annas", "bens", "moment", "row"),
    [
        ("g 1  P Al Al", "", "NOT-ROLLED  LASTING", "CK-005"),
        ("g 1  P Al", "g 1  P Al", "NOT-ROLLED  LASTING", "CK-005"),
        ("g 1  P Al", "", "NOT-ROLLED  LASTING", ""),
        ("g 1  P Al Al", "", "LASTING", ""),
        ("P Cr Cr Mf Mf", "P Ch Ch", "ROLLED  LASTING", "CK-007"),
        ("P Cr Cr Mf Mf", "P Ch Ch", "LASTING", ""),
        ("P Cr Cr Mf Mf", "P Ch", "ROLLED  LASTING", ""),
        ("y 1", "", "NOT-ATTACKED  NOT-ROLLED  LASTING", "CK-042"),
        ("y 1", "", "NOT-ATTACKED  ROLLED  LASTING", ""),
    ],
)
def test_a_card_that_still_works_lies_in_no_hand(annas, bens, moment, row):
    table = BEFORE.replace("e1nw", f"e1nw  {annas}").replace("a3sw", f"a3sw  {bens}")
    text = f"{table}SHIP 3  TURN Anna  {moment}"

    assert refusal_of(f'{head("cities-knights")}[Position "{text}"]\n') == row
