"""Each rule of the dice game that a record can show: the action that breaks it, and the nearest
one that does not."""

from __future__ import annotations

import pytest

from games.engine.core import NotARecord
from games.engine.rulesets.dice_game.faces import BRICK, GOLD, ORE, WOOL, pack
from tests.games.rulesets.dice_game.table import (
    RULESET,
    broken,
    case,
    found,
    read,
    turns,
    verdict,
)

ROLL = "1 Anna (BBLLGO)"
SIX = "(BLWGOA)"

KNIGHT = f"1 Anna {SIX} K1 =1 | 2 Ben {SIX} =X"
"""Anna has knight 1, whose joker is ore, and it is her turn."""

TWO = "1 Anna (WGOWGO) K1 K2 =3 | 2 Ben (BLWGOA) =X"
"""Anna has knights 1 and 2, whose jokers are ore and grain."""

SIX_KNIGHTS = "1 Anna (WGOWGO) K1 K2 =3 | 2 Anna (WGOWGO) K3 K4 =7 | 3 Anna (WGOWGO) K5 K6 =11"

SETTLED = f"1 Anna {SIX} S3 =3 | 2 Ben {SIX} =X"

LONG_WAY = """[Sheet "long-way"]
[Settlements "S3 3"]
[Cities "C7 7"]
[Roads "R0* S3 n1 R1 n1 n2 R2 n2 n3 R3 n3 n4 R4 n4 C7"]
[Knights "K1 1 O K2 2 G K3 3 W K4 4 L K5 5 B K6 6 ?"]
"""
"""Between its settlement and its city there are roads that touch neither."""

CASES = [
    # Dice
    case("DG-001", "", "1 Anna (BLWGO)", f"1 Anna {SIX}"),
    case("DG-001", "", "1 Anna (BLWGOAA)", f"1 Anna {SIX}"),
    case("DG-001", "", "1 Anna (=BLWGO)", "1 Anna (=BLWGOA)"),
    case("DG-005", "", f"1 Anna {SIX} Ben: R1", f"1 Anna {SIX} R1"),
    case("DG-006", f"1 Anna {SIX} R1 =1 | 2 Ben {SIX} =X", f"3 Anna {SIX} R1", f"3 Anna {SIX} R2"),
    # Set-up and turns
    case("DG-010", "", "Anna S3", "Anna R0"),
    case("DG-011", "", f"1 Ben {SIX}", f"1 Anna {SIX}"),
    case("DG-011", "", "1 Ben R1", "1 Anna R1"),
    case("DG-011", "", "1 Ben =X", "1 Anna =X"),
    case("DG-012", f"1 Anna {SIX} =X", f"2 Cyril {SIX}", f"2 Ben {SIX}", players=3),
    case("DG-012", f"1 Anna {SIX} =X", "2 Anna (=BLWGOA)", "2 Ben (=BLWGOA)"),
    case("DG-012", "1 Anna R1 =1", "2 Cyril R1", "2 Ben R1", players=3),
    case("DG-013", "", f"1 Anna {SIX} R1 (BL+WGOA)", f"1 Anna {SIX} (BL+WGOA)"),
    case("DG-013", "", f"1 Anna {SIX} R1 =1 K1", f"1 Anna {SIX} R1 K1"),
    case("DG-013", "", "1 Anna (AABBBB) =X E AA>O", "1 Anna (AABBBB) E AA>O"),
    # Rolling
    case("DG-014", f"1 Anna {SIX} =X", "2 Ben =X", f"2 Ben {SIX} =X"),
    case("DG-014", f"1 Anna {SIX} =X", "2 Ben KEEP", f"2 Ben {SIX} KEEP"),
    case("DG-015", "", "1 Anna (OO+BLWG)", "1 Anna (BBLLGW)"),
    case(
        "DG-016",
        "",
        "1 Anna (BBLLGO) (BB+WGWG) (BB+AAAA) (BB+LLLL)",
        "1 Anna (BBLLGO) (BB+WGWG) (BB+AAAA)",
    ),
    case("DG-017", "", f"1 Anna {SIX} KEEP (BL+WGOA)", f"1 Anna {SIX} (BL+WGOA) KEEP"),
    case("DG-017", "", "1 Anna KEEP (=BLWGOA)", "1 Anna (=BLWGOA) KEEP"),
    case("DG-017", "", f"1 Anna KEEP {SIX}", f"1 Anna {SIX} KEEP"),
    case("DG-018", "", "1 Anna (OOBBLL) (OO....+..WGA.)", "1 Anna (OOBBLL) (OO....+..WGAB)"),
    case("DG-018", "", "1 Anna (OOBBLL) (OO+WGA)", "1 Anna (OOBBLL) (OO+WGAB)"),
    case("DG-018", "", "1 Anna (OOBBLL) (OO....+WGA)", "1 Anna (OOBBLL) (OO....+WGAB)"),
    case("DG-019", "", "1 Anna (OOBBLL) (OG....+..WGAB)", "1 Anna (OOBBLL) (OO....+..WGAB)"),
    case("DG-019", "", "1 Anna (OOBBLL) (OG+WGAB)", "1 Anna (OOBBLL) (OO+WGAB)"),
    case(
        "DG-020",
        "",
        "1 Anna (OOBBLL) (OO....+..GBLW) (OOG...+..ABLW)",
        "1 Anna (OOBBLL) (OO....+..GBLW) (OOG...+...BLW)",
    ),
    case(
        "DG-020",
        "",
        "1 Anna (OOBBLL) (OO+GBLW) (OOG+ABLW)",
        "1 Anna (OOBBLL) (OO+GBLW) (OOG+BLW)",
    ),
    case(
        "DG-021",
        "",
        "1 Anna (OOBBLL) (OO....+WGBLW)",
        "1 Anna (OOBBLL) (OO+GBLW) (.O....+WGBLW)",
    ),
    case(
        "DG-021",
        "",
        "1 Anna (OOBBLL) (OO....+.WGBLW)",
        "1 Anna (OOBBLL) (OO....+..GBLW) (O.....+.WGBLW)",
    ),
    case("DG-022", "", f"1 Anna {SIX} (BLWGOA+)", f"1 Anna {SIX} (BLWGO+A)"),
    case(
        "DG-023",
        KNIGHT,
        "3 Anna (BBLLGO) (BB+WGWG) (BB+AAAA) J K1 B>O (BOAA+LL)",
        "3 Anna (BBLLGO) (BB+WGWG) (BB+AAAA) J K1 B>O E AA>B",
    ),
    case("DG-023", "", "1 Anna (=BLWGOA) (BL+WGOA)", "1 Anna (=BLWGOA) R1"),
    # Conversions
    case("DG-024", "", "1 Anna (AABLWG) E AA>O (BL+WGOA)", "1 Anna (AABLWG) KEEP E AA>O"),
    case(
        "DG-025",
        KNIGHT,
        "3 Anna (GWOBBB) K2:123 J K1 2>O",
        "3 Anna (GWOBBB) K2:123 J K1 4>O",
    ),
    case("DG-025", KNIGHT, "3 Anna (GWOBBB) K2 J K1 W>O", "3 Anna (GWOBBB) K2 J K1 B>O"),
    case("DG-026", "", "1 Anna (AAAABL) E 12>O E 23>B", "1 Anna (AAAABL) E 12>O E 34>B"),
    case("DG-026", "", "1 Anna (AABLWG) E 12>L R1:32", "1 Anna (AABLWG) E 12>L R1:31"),
    case("DG-027", "", "1 Anna (BAAAAA) R1:BA", "1 Anna (BLAAAA) R1:BL"),
    case("DG-028", "", "1 Anna (AABLWG) E AA>OO", "1 Anna (AABLWG) E AA>O"),
    case("DG-028", "", "1 Anna (AAABLW) E AAA>O", "1 Anna (AAABLW) E AA>O"),
    case("DG-029", "", f"1 Anna {SIX} E A>B", "1 Anna (AALWGO) E AA>B"),
    case("DG-029", "", "1 Anna (=AAAABL) E 11>B", "1 Anna (=AAAABL) E 12>B"),
    case("DG-030", "", "1 Anna (AALWGO) E AA>A", "1 Anna (AALWGO) E AA>B"),
    case("DG-031", "", "1 Anna (AAAWGO) E AA>B E AA>L", "1 Anna (AAAAGO) E AA>B E AA>L"),
    case(
        "DG-031", "", "1 Anna (AAAAAB) E AA>B E AA>L E AA>W", "1 Anna (AAAAAA) E AA>B E AA>L E AA>W"
    ),
    case("DG-032", "", "1 Anna (BLWGOO) E AA>B", "1 Anna (BLAAOO) E AA>B"),
    case("DG-033", KNIGHT, "3 Anna (BBLLGW) J K2 B>G", "3 Anna (BBLLGW) J K1 B>O"),
    case(
        "DG-033",
        "",
        "1 Anna (GWOBBB) K1 J K1 B>O",
        "1 Anna (GWOBBB) K1 =1",
        head='[Options "joker_same_turn=0"]',
    ),
    case("DG-034", KNIGHT, "3 Anna (BBLLGW) J K1 W>G", "3 Anna (BBLLGW) J K1 W>O"),
    case("DG-034", KNIGHT, "3 Anna (BBLLGG) J K1 W>O", "3 Anna (BBLLGW) J K1 W>O"),
    case("DG-035", KNIGHT, "3 Anna (BBLLGW) J K1 BL>O", "3 Anna (BBLLGW) J K1 B>O"),
    case("DG-036", KNIGHT, "3 Anna (AABLWG) E AA>O J K1 A>O", "3 Anna (ABBLWG) J K1 A>O"),
    case("DG-036", KNIGHT, "3 Anna (AABLWG) E 12>O J K1 2>O", "3 Anna (AABLWG) E 12>O J K1 3>O"),
    case("DG-037", KNIGHT, "3 Anna (BBLLGO) J K1 O>O", "3 Anna (BBLLGO) J K1 B>O"),
    case(
        "DG-038",
        f"{KNIGHT} | 3 Anna (BBLLGW) J K1 B>O K2 =2 | 4 Ben {SIX} =X",
        "5 Anna (BBLLGW) J K1 B>O",
        "5 Anna (BBLLGW) J K2 B>G",
    ),
    case(
        "DG-039",
        SIX_KNIGHTS,
        "4 Anna (BBBBBB) J K6 B>A",
        "4 Anna (BBBBBB) J K6 B>L",
        players=1,
    ),
    case(
        "DG-040",
        f"{TWO} | 3 Anna (BBLLLL) J K1 B>O J K2 B>G =X | 4 Ben {SIX} =X",
        "5 Anna (WGOLLL) J K3 L>W",
        "5 Anna (WGOLLL) K3 J K3 L>W",
    ),
    case("DG-041", KNIGHT, "3 Anna (BBLLLL) J K1 B>O J K2 B>G", "3 Anna (BBLLLL) J K1 B>O"),
    case(
        "DG-091",
        f"{KNIGHT} | 3 Anna (BBLLGW) J K1 G>O R1 =1 | 4 Ben {SIX} =X",
        "5 Anna (BBLLGW) J K1 B>O",
        "5 Anna (BBLLGW) R2",
    ),
    # Building
    case("DG-043", "", f"1 Anna {SIX} K1:543 S3:2134", "1 Anna (BLWGGW) S3:1234"),
    case("DG-043", "", f"1 Anna {SIX} K1 S3", f"1 Anna {SIX} S3"),
    case("DG-044", "", "1 Anna (BBLLGO) R1:BB", "1 Anna (BBLLGO) R1:BL"),
    case("DG-045", "", "1 Anna R1 R2 R3 R4", "1 Anna R1 R2 R3"),
    case("DG-045", "", "1 Anna S3 R1 R2", "1 Anna S3 R1"),
    case("DG-045", "", "1 Anna K1 K2 K3", "1 Anna K1 K2"),
    case("DG-045", "", "1 Anna K1 K2 E AA>O R1", "1 Anna K1 E AA>O R1"),
    case("DG-045", "", "1 Anna (BBLWGO) R1 R2", "1 Anna (BBLLGO) R1 R2"),
    case("DG-057", SETTLED, "3 Anna (BBLLWG) S4", "3 Anna (BBLLWG) R2 S4"),
    case(
        "DG-047",
        f"1 Anna (BLOWGG) S3 =3 | 2 Ben {SIX} =X",
        "3 Anna (BBBOWW) K1",
        "3 Anna (BBBOWG) K1",
    ),
    case("DG-048", "", f"1 Anna {SIX} /", f"1 Anna {SIX} =X /"),
    case("DG-049", "", "1 Anna (BBLLGO) R1:BBL", "1 Anna (BBLLGO) R1:BL"),
    case("DG-049", "", "1 Anna (LLLLGO) R1", "1 Anna (BLLLGO) R1"),
    case("DG-050", "", f"1 Anna {SIX} R1 =3", f"1 Anna {SIX} R1 =1"),
    case("DG-051", "", f"1 Anna {SIX} R0", f"1 Anna {SIX} R1"),
    case("DG-052", "", f"1 Anna {SIX} S3 =4", f"1 Anna {SIX} S3 =3"),
    case("DG-053", "", f"1 Anna {SIX} R2", f"1 Anna {SIX} R1", sheet=LONG_WAY),
    case("DG-053", "", f"1 Anna {SIX} R8", f"1 Anna {SIX} R1"),
    case("DG-054", "", f"1 Anna {SIX} R3", "1 Anna (BBLLWG) R2 R3"),
    case(
        "DG-055",
        f"{SETTLED} | 3 Anna (BBLLWG) R2 S4 =5 | 4 Ben {SIX} =X",
        f"5 Anna {SIX} R5",
        f"5 Anna {SIX} R3",
    ),
    case("DG-056", "", "1 Anna (BLGGWO) S3:LBGG", "1 Anna (BLGGWO) S3:LBGW"),
    case(
        "DG-058",
        f"{SETTLED} | 3 Anna (BBLLOO) R2 R3 =2 | 4 Ben {SIX} =X | 5 Anna (BLAAAA) R5 =1 "
        f"| 6 Ben {SIX} =X",
        f"7 Anna {SIX} S5",
        f"7 Anna {SIX} S4",
    ),
    case("DG-059", "", f"1 Anna {SIX} S3 =5", f"1 Anna {SIX} S3 =3"),
    case(
        "DG-061",
        "1 Anna (BLOOOO) R1 =1 | 2 Ben (BLWGOA) =X",
        "3 Anna (OOGGGB) C7:OOGGG",
        "3 Anna (OOOGGB) C7:OOOGG",
    ),
    case(
        "DG-062",
        "1 Anna (BLOOOO) R2 =1 | 2 Ben (BLWGOA) =X",
        "3 Anna (OOOGGB) C7",
        "3 Anna (OOOGGB) =X",
    ),
    case(
        "DG-063",
        "1 Anna (BBBLLL) R1 R2 R3 =3 | 2 Ben (BLWGOA) =X | 3 Anna (BLOOOO) R4 =1 "
        "| 4 Ben (BLWGOA) =X",
        "5 Anna (OOOGGB) C12",
        "5 Anna (OOOGGB) C7",
    ),
    case("DG-064", "", "1 Anna (OOOGGB) S3:OOOGG", f"1 Anna {SIX} S3:BLWG"),
    case(
        "DG-065",
        "1 Anna (BLOOOO) R1 =1 | 2 Ben (BLWGOA) =X",
        "3 Anna (OOOGGB) C7 =12",
        "3 Anna (OOOGGB) C7 =7",
    ),
    case("DG-066", "", "1 Anna (GWWOBB) K1:GWW", "1 Anna (GWWOBB) K1:GWO"),
    case("DG-067", "", f"1 Anna {SIX} K2", f"1 Anna {SIX} K1"),
    case("DG-068", "", "1 Anna (WGOBLA) R1 K2", "1 Anna (WGOBLA) R1 K1"),
    case("DG-069", "", f"1 Anna {SIX} K1 =2", f"1 Anna {SIX} K1 =1"),
    case("DG-069", "", f"1 Anna {SIX} K1 =3", f"1 Anna {SIX} K1 =1"),
    # Scoring
    case("DG-070", "1 Anna R1 =1 | 2 Ben R1 =1", "3 Anna R2 =1@4", "3 Anna R2 =1@2"),
    case("DG-070", "", "1 Anna R1 =1 =1", "1 Anna R1 =1"),
    case("DG-070", "", "1 Anna R1 /", "1 Anna R1 =1 /"),
    case("DG-071", "", "1 Anna =5", "1 Anna =4"),
    case("DG-071", "", "1 Anna =30", "1 Anna =3"),
    case("DG-071", "1 Anna =4 | 2 Ben =3", "3 Anna =12", "3 Anna =7"),
    case("DG-071", "", f"1 Anna {SIX} R1 K1 =1", f"1 Anna {SIX} R1 K1 =2"),
    case("DG-071", "", f"1 Anna {SIX} R1 K1 =3", f"1 Anna {SIX} R1 K1 =2"),
    case("DG-071", "", "1 Anna =38", "1 Anna =4"),
    case("DG-072", "", f"1 Anna {SIX} =0", f"1 Anna {SIX} =X"),
    case("DG-072", "", "1 Anna =0", "1 Anna =X"),
    case("DG-073", "", f"1 Anna {SIX} R1 =X", f"1 Anna {SIX} R1 =1"),
    case("DG-071", "", f"1 Anna {SIX} R1 K1 =0", f"1 Anna {SIX} R1 K1 =2"),
]


@pytest.mark.parametrize(("rule", "given", "breaks", "keeps", "head"), CASES)
def test_a_line_that_breaks_the_rule_and_the_nearest_one_that_does_not(
    rule, given, breaks, keeps, head
):
    assert broken(*given, breaks, **head) == {rule}
    assert broken(*given, keeps, **head) == set()


@pytest.mark.rule("DG-046")
def test_a_road_does_not_serve_a_settlement_that_was_built_before_it():
    first = verdict("1 Anna (BLWGOA) S3 =3", "2 Ben =X", "3 Anna (BBLLWG) S4 R2 =5")
    second = verdict("1 Anna (BLWGOA) S3 =3", "2 Ben =X", "3 Anna (BBLLWG) R2 S4 =5")

    assert {"DG-046", "DG-057"} <= found(first)
    assert not {"DG-046", "DG-057"} & found(second)


@pytest.mark.rule("DG-046")
@pytest.mark.parametrize(
    ("built", "rules"),
    [
        ("S4 Ben: R1 Anna: R2", {"DG-046"}),
        ("S4 R2", {"DG-046"}),
        ("R2 S4", set()),
    ],
)
def test_what_is_built_first_stands_first_whatever_comes_in_between(built, rules):
    report = verdict("1 Anna (=BLWGOA) S3 =3", "2 Ben =X", f"3 Anna (=BBLLWG) {built}")

    assert found(report) & {"DG-046"} == rules


@pytest.mark.rule("DG-002")
def test_a_face_that_no_die_has_is_no_roll():
    with pytest.raises(NotARecord) as refusal:
        read("1 Anna (BLWGOS)")

    assert "a roll such as" in refusal.value.errors[0].expected
    assert read("1 Anna (BLWGOA)")


@pytest.mark.rule("DG-075")
def test_nobody_leaves_before_all_turns_are_had():
    with pytest.raises(NotARecord) as refusal:
        read("1 Anna (BLWGOA) =X", "2 Ben GIVES-UP")

    assert "(DG-075)" in refusal.value.errors[0].expected
    assert read("1 Anna (BLWGOA) =X", "2 Ben =X")


@pytest.mark.rule("DG-007")
def test_a_game_has_one_sheet():
    with pytest.raises(NotARecord):
        read(head='[Sheet "variant-x"]')

    assert read().header.board.sheet.id == "standard"


@pytest.mark.rule("DG-004")
def test_a_symbol_that_is_marked_on_a_second_sheet_is_marked_twice():
    once, other = "1 Anna (=BLWGOA) S3 =3", "2 Ben (=BLWGOA) S3 =3"

    assert "DG-006" in found(verdict(once, other, "3 Anna (=BLWGOA) S3 =3"))
    assert "DG-006" not in found(verdict(once, other))


@pytest.mark.rule("DG-053", "DG-054", "DG-055")
def test_only_a_site_that_is_built_is_taken_for_a_road_by_mistake():
    """The printed road is near R3, but no site; S4 between them is not built."""
    assert broken("1 Anna (=BLBLWO) R3") == {"DG-054"}


@pytest.mark.rule("DG-043", "DG-049")
def test_a_building_that_was_paid_too_little_takes_the_dice_that_were_there():
    game = read("1 Anna (=BBWAAO) R1 R2")
    state = RULESET.setup(game.header)

    for action in game.actions:
        RULESET.play(state, action)

    assert state.dice.free == pack((WOOL, ORE, GOLD, GOLD))
    assert state.dice.paid == pack((BRICK, BRICK))


@pytest.mark.rule("DG-001", "DG-019")
def test_dice_are_followed_by_their_places_through_all_rolls():
    rolls = "1 Anna (BLWGOA) (..W...+BB.BBB)"

    assert broken(f"{rolls} (..W...+BB.BBB)") == set()
    assert "DG-019" in broken(f"{rolls} (W.....+.BBBBB)")
    assert "DG-001" in broken("1 Anna (BLWGOA) (BL.....+..WGOAA)")


@pytest.mark.rule("DG-011", "DG-012")
def test_only_the_first_turn_is_that_of_the_starting_player():
    assert broken("1 Ben (BLWGOA)") == {"DG-011"}
    assert broken("1 Anna (BLWGOA) =X", "2 Anna (BLWGOA)") == {"DG-012"}
    assert broken("1 Anna (BLWGOA) =X", "2 Anna R1") == {"DG-012"}


@pytest.mark.rule("DG-038", "DG-091")
def test_a_joker_whose_die_was_spent_is_only_used_twice():
    first = (*KNIGHT.split(" | "), "3 Anna (=WGBBBA) J K1 B>O K2 =2", f"4 Ben {SIX} =X")

    assert broken(*first, "5 Anna (=WGBBBA) J K1 B>O") == {"DG-038"}


@pytest.mark.rule("DG-057", "DG-058")
def test_a_site_without_a_road_is_no_road_without_a_road():
    assert broken(f"1 Anna {SIX} S4") == {"DG-057", "DG-058"}


@pytest.mark.rule("DG-014")
def test_turns_without_a_roll_are_found_in_a_record_that_has_rolls_later():
    assert "DG-014" in found(verdict("1 Anna =X", "2 Ben (BLWGOA) =X"))
    assert "DG-014" not in found(verdict("1 Anna (BLWGOA) =X", "2 Ben (BLWGOA) =X"))
    assert "DG-014" not in found(verdict("1 Anna =X", "2 Ben =X"))
    assert "DG-014" not in found(verdict("1 Anna KEEP =X", "2 Ben R1 KEEP =1"))
    assert "DG-014" in found(verdict("1 Anna KEEP =X", "2 Ben (BLWGOA) =X"))


@pytest.mark.rule("DG-014")
@pytest.mark.parametrize("before", [(), ("1 Ben (BLWGOA) =X",)])
def test_a_ruling_lets_a_turn_without_a_roll_stand_before_the_first_roll_too(before):
    assert "DG-014" not in found(verdict(*before, "2 Anna =X !1", "3 Ben (BLWGOA) =X"))
    assert "DG-014" in found(verdict(*before, "2 Anna =X", "3 Ben (BLWGOA) =X"))


@pytest.mark.rule("DG-014", "DG-071")
@pytest.mark.parametrize(("entry", "rules"), [("=2", ["DG-014"]), ("=38", ["DG-014", "DG-071"])])
def test_an_entry_without_a_roll_that_one_turn_may_bring_is_no_wrong_sum_as_well(entry, rules):
    report = verdict(f"1 Anna {SIX} R1 =1", f"2 Ben {entry}")

    assert [one.rule.id for one in report.violations] == rules


@pytest.mark.rule("DG-008")
def test_an_event_may_limit_the_players():
    assert "DG-008" in found(verdict(players=3, head='[Options "max_players=2"]'))
    assert found(verdict(players=2, head='[Options "max_players=2"]')) == set()
    assert found(verdict(players=3)) == set()
    with pytest.raises(NotARecord):
        read(players=0)


@pytest.mark.rule("DG-008", "DG-009")
@pytest.mark.parametrize(
    ("head", "players", "rules"),
    [
        ('[Options "max_players=2"]', 2, set()),
        ('[Options "max_players=2"]', 3, {"DG-008"}),
        ('[Start "lot"]', 3, set()),
        ('[Start "the youngest"]', 3, {"DG-009"}),
        ('[Start "youngest"]\n[Options "max_players=1"]', 2, {"DG-008", "DG-009"}),
        ('[Start "youngest"]\n[Options "max_players=1"]', 1, set()),
    ],
)
def test_how_many_play_and_who_starts_is_asked_of_the_head(head, players, rules):
    assert found(verdict(head=head, players=players)) == rules


@pytest.mark.rule("DG-009")
def test_the_starting_player_is_drawn_by_lot():
    assert "DG-009" in found(verdict(head='[Start "oldest"]'))
    assert found(verdict(head='[Start "lot"]')) == set()
    assert found(verdict(players=1, head='[Start "oldest"]')) == set()


@pytest.mark.rule("DG-075")
def test_everybody_has_fifteen_turns_and_no_more():
    assert "DG-075" in found(verdict(*turns(16), players=1))
    assert found(verdict(*turns(15), players=1)) == set()
    short = verdict(*turns(14), players=1, head='[Result "Anna -28"]')
    assert "DG-075" in found(short)


@pytest.mark.rule("DG-075", "DG-076")
def test_the_points_of_a_game_that_was_broken_off_are_no_ranking():
    broken_off = ("1 Anna =X", "2 Ben =X STOP")

    assert found(verdict(*broken_off, players=2, head='[Result "Anna -2, Ben -2"]')) == set()
    assert "DG-076" in found(verdict(*broken_off, players=2, head='[Result "Anna 3, Ben -2"]'))
    assert "DG-080" in found(verdict(*broken_off, players=2, head='[Result "Anna -2*, Ben -2"]'))


@pytest.mark.rule("DG-080")
def test_a_lead_does_not_end_the_game():
    early = verdict(*turns(24, players=2), head='[Result "Anna -24*, Ben -24"]')
    over = verdict(*turns(30, players=2), head='[Result "Anna -30*, Ben -30*"]')

    assert "DG-080" in found(early)
    assert found(over) == set()


@pytest.mark.rule("DG-080")
def test_a_game_that_was_broken_off_is_not_played_on():
    assert "DG-080" in found(verdict("1 Anna =X STOP", "2 Ben =X"))
    assert verdict("1 Anna =X STOP").ended == "abandoned"


@pytest.mark.rule("DG-077")
def test_entries_add_up_to_the_symbols():
    """A symbol that was entered twice is worth its points once."""
    wrong = verdict("1 Anna R1 =1", "2 Ben =X", "3 Anna R1 =1", players=2)
    right = verdict("1 Anna R1 =1", "2 Ben =X", "3 Anna R2 =1", players=2)

    assert found(wrong) == {"DG-006", "DG-077"}
    assert found(right) == set()


@pytest.mark.rule("DG-050", "DG-070", "DG-077")
@pytest.mark.parametrize(
    ("line", "rule"), [("1 Anna R1 =3", "DG-050"), ("1 Anna R1 =1 =1", "DG-070")]
)
def test_what_an_entry_broke_is_not_told_of_the_sum_again(line, rule):
    assert found(verdict(line, "2 Ben =X")) == {rule}


@pytest.mark.rule("DG-005", "DG-077")
@pytest.mark.parametrize(
    "line", ["1 Anna (BLWGOA) R2 Ben: R1 Anna: =1", "1 Anna (BLWGOA) Ben: R1 Anna: =X"]
)
def test_what_is_built_on_the_sheet_of_another_is_told_once(line):
    assert found(verdict(line, "2 Ben (BLWGOA) =X")) == {"DG-005"}


@pytest.mark.rule("DG-013", "DG-077")
@pytest.mark.parametrize("line", ["1 Anna (BLWGOA) R1 =1 K1", "1 Anna (BLWGOA) =X R1"])
def test_what_is_built_behind_the_entry_is_not_missed_in_the_sum_again(line):
    assert found(verdict(line, "2 Ben (BLWGOA) =X")) == {"DG-013"}


def test_what_breaks_a_rule_on_one_sheet_follows_from_that_sheet_alone():
    report = verdict("1 Anna R1 =3", "2 Ben R1 =3", "3 Ben =X", "4 Anna R2 =3")

    told = [(one.rule.id, one.follows) for one in report.violations]
    assert told == [("DG-050", False), ("DG-050", False), ("DG-012", True), ("DG-050", True)]


def test_the_example_of_the_rules_comes_out_as_they_say():
    """A settlement, two roads, then a road and a knight: 3, 2 and 2 points."""
    report = verdict(
        "1 Anna (BLWGOO) S3 =3",
        "2 Anna (BBLLOA) R1 R2 =2",
        "3 Anna (BLWGOA) R3 K1 =2",
        players=1,
    )

    assert report.valid
    assert sum(report.points[0].values()) == 7


def test_those_with_the_highest_total_win_together():
    report = verdict(*turns(30, players=2))

    assert report.ended == "won"
    assert list(report.winners) == [0, 1]
    assert report.winner is None
    assert [sum(made.values()) for made in report.points] == [-30, -30]


@pytest.mark.rule("DG-077")
@pytest.mark.parametrize("end", ["", " STOP"])
def test_what_is_built_in_the_turn_that_goes_on_is_missing_from_no_box(end):
    assert found(verdict(f"1 Anna (BLBLOA) R1{end}")) == set()
    assert (
        found(verdict("1 Anna (BLWGOA) R1 =1", "2 Ben (BLBLOA) =X", f"3 Anna {SIX} R2{end}"))
        == set()
    )


@pytest.mark.rule("DG-045")
def test_more_dice_than_six_are_named_with_what_they_would_cost():
    report = verdict("1 Anna K1 K2 K3 =6")

    assert [(one.rule.id, str(one.detail)) for one in report.violations] == [
        ("DG-045", "what is built in this turn costs 9 dice, there are 6")
    ]


@pytest.mark.rule("DG-006", "DG-045")
def test_what_is_built_twice_in_a_turn_is_not_paid_for_twice():
    told = found(verdict("1 Anna R1 R2 R3 R3 =3"))

    assert "DG-006" in told
    assert "DG-045" not in told


def test_what_a_thin_record_cannot_show_is_told():
    full = verdict("1 Anna (BLWGOA) S3 =3", head='[Start "lot"]\n[Options "rated=0"]')
    no_rolls = verdict("1 Anna (=BLWGOA) S3 =3")
    no_dice = verdict("1 Anna S3 =3")
    no_buildings = verdict("1 Anna =3")

    def rules(report):
        return {rule.id for rule, _ in report.unproved}

    assert rules(full) == {"DG-074", "DG-076", "DG-078", "DG-079"}
    assert {"DG-009", "DG-016", "DG-090"} <= rules(no_rolls)
    assert "DG-044" not in rules(no_rolls)
    assert {"DG-016", "DG-044", "DG-049"} <= rules(no_dice)
    assert "DG-053" not in rules(no_dice)
    assert {"DG-053", "DG-058", "DG-077"} <= rules(no_buildings)
    for report in (full, no_rolls, no_dice, no_buildings):
        assert report.valid


def test_of_a_result_without_a_turn_nothing_is_checkable():
    report = verdict(head='[Result "Anna 0, Ben 0"]\n[Start "lot"]\n[Options "rated=0"]')
    untold = verdict(head='[Start "lot"]\n[Options "rated=0"]')

    missing = {rule.id: str(detail) for rule, detail in report.unproved}
    assert set(missing.values()) == {"the record lacks turns"}
    assert {"DG-001", "DG-014", "DG-044", "DG-053", "DG-070", "DG-074", "DG-080"} <= set(missing)
    assert report.valid
    assert {rule.id for rule, _ in untold.unproved} == {"DG-074", "DG-076", "DG-078", "DG-079"}


@pytest.mark.rule("DG-019", "DG-026", "DG-028", "DG-032")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1 Anna (OOBBLL) (OG....+..WGAB)", "die 2 showed ore, not grain"),
        ("1 Anna (AAAABL) E 12>O E 23>B", "the die was given up for a resource in this turn"),
        ("1 Anna (AABLWG) E AA>OO", "gold dice exchanged: 2, resources for them: 2"),
        ("1 Anna (AWAALO) E 12>O", "dice that do not show gold: 1× wool"),
        ("1 Anna (BLWGOA) E AA>B", "gold dice that are left: 1"),
    ],
)
def test_what_is_wrong_with_dice_is_told_in_words(line, said):
    assert [str(one.detail) for one in verdict(line).violations] == [said]
