"""Boards of Easter Bunny and Santa Claus: drawn, written, read, and checked row by row. The special
hex of `table` is b1, 2 and 12 lie on d4, the robber starts on the desert c3."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.engine import record, rulesets
from games.engine.board.boards import hex_lines, letters
from games.engine.board.checking import check
from games.engine.board.festive import changed, lacking
from games.engine.board.frames import BASE, FIVE_SIX, FRAMES
from games.engine.board.generate import generate
from games.engine.board.listing import (
    board_document,
    board_text,
    listing_of,
    listing_of_document,
)
from games.engine.board.reading import read_board
from games.engine.board.rules import rules_of
from games.engine.board.terrain import Terrain
from games.engine.chance import Chance
from games.engine.core import NotARecord
from games.engine.replay import replay
from tests.games.rulesets import table
from tests.games.rulesets.table import actions_of
from tests.games.rulesets.test_festive import SKINS, skins

SPECIAL = {"easter-bunny": Terrain.SPRING, "santa": Terrain.HOUSE}


def head(part, *changes, ruleset="base"):
    """The head of a record, with words of it replaced, and the founding."""
    text = table.head(f"{ruleset}+{part}")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text + "\n".join(table.FOUNDED)


def found_on(part, *changes):
    """The rules that a board breaks which was written so."""
    read = record.parse(head(part, *changes), rulesets.by_key)
    return [found.rule.id for found in replay(rulesets.by_key(f"base+{part}"), read).at_the_start]


BOARDS = [
    pytest.param("EB-003", "easter-bunny", [("b1 EG", "b1 HG")], marks=pytest.mark.rule("EB-003")),
    pytest.param("SC-003", "santa", [("b1 HG", "b1 EG")], marks=pytest.mark.rule("SC-003")),
    pytest.param("EB-003", "easter-bunny", [("a1 B5", "a1 EB")], marks=pytest.mark.rule("EB-003")),
    pytest.param("SC-003", "santa", [("a1 B5", "a1 HB")], marks=pytest.mark.rule("SC-003")),
    *(
        pytest.param(
            f"{series}-{number}", part, changes, marks=pytest.mark.rule(f"{series}-{number}")
        )
        for series, part in SKINS.items()
        for number, changes in (
            ("007", [("O2+12", "O12"), ("a1 B5", "a1 B2+5")]),
            ("007", [("O2+12", "O12")]),
            ("007", [("a1 B5", "a1 B2+12")]),
        )
    ),
    pytest.param("EB-008", "easter-bunny", [("b1 EG", "b1 ED")], marks=pytest.mark.rule("EB-008")),
    pytest.param("SC-008", "santa", [("b1 HG", "b1 HD")], marks=pytest.mark.rule("SC-008")),
]


@pytest.mark.rule("B-001", "B-041")
@pytest.mark.parametrize("ruleset", ["base", "base+best-friends", "cities-knights", "base+tour"])
@pytest.mark.parametrize("part", SPECIAL)
def test_a_game_without_the_scenario_is_not_played_on_its_board(part, ruleset):
    def found(text):
        read = record.parse(text, rulesets.by_key)
        return [found.rule.id for found in replay(rulesets.by_key(ruleset), read).at_the_start]

    changed = head(part).replace(f"base+{part}", ruleset)
    assert {"B-001", "B-041"} <= set(found(changed))
    assert not {"B-001", "B-041"} & set(found(table.head(ruleset)))


MISPLACED = [
    ('[Board "a1 B5', '[Figure "z1"]\n[Board "a1 B5', "z1", "a hex such as c2"),
    ('[Board "a1 B5', '[Robber "z1"]\n[Board "a1 B5', "z1", "a hex such as c2"),
    ('[Board "a1 B5', '[Robber "c3 d1"]\n[Board "a1 B5', "c3 d1", "one hex"),
    ("a1 B5", "a7 B5", "a7", "a hex such as c2"),
    ("a2 L10", "a1 L10", "a1 L10", "each place only once"),
    ("a1nw 3:1", "a1se 3:1", "a1se", "a path of the coast such as c1w"),
    ("a1 B5 ", "", "a2 L10", "a whole board; missing: a1"),
    ("c3 D", "c3 O2", "a1 B5", 'a desert, or else the header of the robber: [Robber "c3"]'),
]


@pytest.mark.parametrize(("old", "new", "place", "expected"), MISPLACED)
def test_a_place_that_is_not_on_the_board_is_a_mistake_there(old, new, place, expected):
    text = head("santa", (old, new))

    with pytest.raises(NotARecord) as refusal:
        record.parse(text, rulesets.by_key)

    lines = text.split("\n")
    assert expected in [
        mistake.expected.format(**mistake.facts)
        for mistake in refusal.value.errors
        if lines[mistake.line - 1][mistake.column - 1 :].startswith(place)
    ]


@pytest.mark.parametrize(("rule", "part", "changes"), BOARDS)
def test_a_board_that_was_changed_in_another_way_breaks_the_rule(rule, part, changes):
    assert rule in found_on(part, *changes)


@pytest.mark.rule("EB-003", "EB-007", "EB-008", "EB-009", "EB-010")
@pytest.mark.rule("SC-003", "SC-007", "SC-008", "SC-009", "SC-010")
@skins
def test_the_board_as_it_should_be_breaks_none(part):
    assert found_on(part) == []


@pytest.mark.rule("EB-009", "EB-010", "SC-009", "SC-010")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_robber_and_figure_start_where_they_belong(series, part):
    seats = ("[Harbours", '[Robber "b1"] [Figure "c3"]\n[Harbours')
    no_desert = ("c3 D", "c3 B5")

    assert found_on(part, seats) == [f"{series}-009", f"{series}-010"]
    without = found_on(part, no_desert, ("[Harbours", '[Robber "a1"]\n[Harbours'))
    assert without == [f"{series}-009", "B-002", "B-007", "B-008", "B-009"]
    assert found_on(part, ("[Harbours", '[Robber "c3"] [Figure "b1"]\n[Harbours')) == []


@pytest.mark.rule("EB-007", "SC-007")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_the_twelve_may_not_be_moved_to_the_two(series, part):
    """The tokens lie along their spiral, so that it is seen which of the two was moved."""
    board = generate(BASE, "7", rules_of("base"))
    two, twelve = board.numbers.index(2), board.numbers.index(12)
    names = BASE.grid.hex_names
    turned = listing_of(board)
    tiles = [
        tile._replace(second=2, number=12)
        if tile.name == names[two]
        else tile._replace(terrain=SPECIAL[part], number=None, letter="", replaced=tile.terrain)
        if tile.name == names[twelve]
        else tile
        for tile in turned.tiles
    ]
    faults = check(replace(turned, tiles=tuple(tiles)), rules_of(f"base+{part}"))

    assert f"{series}-007" in [fault.rule.id for fault in faults]
    right = changed(board, SPECIAL[part], Chance("1"))
    assert check(right, rules_of(f"base+{part}")) == ()


@pytest.mark.rule("EB-012", "SC-012")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_the_special_hex_has_no_number_and_brings_nothing(series, part):
    document = board_document(generate(BASE, "7", rules_of(f"base+{part}")))
    special = next(entry for entry in document["hexes"] if "replaced" in entry)
    special["number"] = 2

    faults = check(listing_of_document(document), rules_of(f"base+{part}"))

    assert [fault.rule.id for fault in faults] == [f"{series}-012"]
    for wool in ("+BG", "+BW"):
        told = actions_of(*SPECIAL_LAST, f"Anna S b1n {wool} R b1nw", ruleset=f"base+{part}")
        found = replay(rulesets.by_key(f"base+{part}"), told).violations
        assert [one.rule.id for one in found] == [f"{series}-012"]


SPECIAL_LAST = table.FOUNDED[:-1]
"""Before Anna founds at the special hex."""


@pytest.mark.rule("EB-012", "SC-012")
@skins
def test_a_settlement_at_the_special_hex_brings_the_cards_of_the_other_hexes(part):
    read = actions_of(*SPECIAL_LAST, "Anna S b1n +B R b1nw", ruleset=f"base+{part}")

    assert read.actions[-2].gains is not None
    assert replay(rulesets.by_key(f"base+{part}"), read).valid


@pytest.mark.rule("EB-013", "SC-013")
@skins
def test_with_six_players_one_two_is_moved_to_one_twelve(part):
    rules = rules_of(f"base56+{part}")
    board = generate(FIVE_SIX, "7", rules)

    assert check(board, rules) == ()
    assert sorted(board.numbers.count(number) for number in (2, 12)) == [1, 2]


@pytest.mark.rule("EB-013", "SC-013")
@pytest.mark.parametrize(("series", "part"), SKINS.items())
def test_with_six_players_the_other_two_is_not_moved_as_well(series, part):
    rules = rules_of(f"base56+{part}")

    twice = changed_again(generate(FIVE_SIX, "7", rules), SPECIAL[part])

    assert [fault.rule.id for fault in check(twice, rules)] == [f"{series}-013"]


def changed_again(board, special):
    """The other 2 moved to the other 12 as well."""
    first = dict(board.doubled)
    gone = board.numbers.index(2)
    bears = next(
        hex_ for hex_, number in enumerate(board.numbers) if number == 12 and hex_ not in first
    )
    terrain, numbers = list(board.terrain), list(board.numbers)
    before = terrain[gone]
    terrain[gone], numbers[gone] = special, None
    return replace(
        board,
        terrain=tuple(terrain),
        numbers=tuple(numbers),
        doubled=(*board.doubled, (bears, 2)),
        replaced=(*board.replaced, (gone, before)),
    )


ON_MAPS = [
    (name, ruleset)
    for name, frame in FRAMES.items()
    if not lacking(frame)
    for ruleset in {"base": ("base",), "base56": ("base56",)}.get(
        frame.ruleset.removesuffix("+tour"), ("seafarers", "cities-knights+seafarers")
    )
]


@skins
@pytest.mark.parametrize(("name", "ruleset"), ON_MAPS)
def test_a_board_of_each_map_is_drawn_written_and_read_back(name, ruleset, part):
    rules = rules_of(f"{ruleset}+{part}")
    for seed in range(5):
        board = generate(FRAMES[name], str(seed), rules)

        text = f'[Ruleset "{ruleset}+{part}"]\n{board_text(board)}'

        assert check(read_board(text)) == ()
        assert read_board(text).board() == board
        assert listing_of_document(board_document(board)).board() == board
        ((special, before),) = board.replaced
        assert board.undone().terrain[special] is before
        assert board.undone().numbers[special] == 2
        assert check(board.undone(), rules_of(ruleset)) == ()


@skins
def test_the_list_of_the_board_names_both_numbers(part):
    board = generate(BASE, "7", rules_of(f"base+{part}"))

    lines = hex_lines(board)

    assert [line.numbers for line in lines].count("2+12") == 1
    special = next(line for line in lines if line.name == BASE.grid.hex_names[board.replaced[0][0]])
    assert (special.numbers, special.letter) == ("", "")
    assert len(letters(board)) == 17


@pytest.mark.parametrize(
    ("name", "lacks"),
    [("through-the-desert-3", "no 12"), ("new-shores-3", "no desert")],
)
@skins
def test_a_map_that_lacks_what_is_needed_is_refused_with_a_sentence(name, lacks, part):
    frame = FRAMES[name]
    text = f'[Ruleset "seafarers+{part}"]\n[Seats "Anna Ben Cyril"]\n' + board_text(
        generate(frame, "7")
    )

    with pytest.raises(ValueError, match=lacks):
        generate(frame, "7", rules_of(f"seafarers+{part}"))
    with pytest.raises(NotARecord, match=lacks):
        record.parse(text, rulesets.by_key)


@skins
def test_a_board_without_the_special_hex_is_no_board_of_the_scenario(part):
    text = table.head("base").replace('"base"', f'"base+{part}"')

    with pytest.raises(NotARecord, match=r"such as b1 [EH]W where a pasture was"):
        record.parse(text, rulesets.by_key)
