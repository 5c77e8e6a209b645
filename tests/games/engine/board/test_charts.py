"""Maps with the sea on them: what is dealt where, and boards that differ from them."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.board.checking import check
from games.engine.board.frames import FRAMES, MAPS, read_frame
from games.engine.board.generate import generate
from games.engine.board.listing import board_document, board_text, listing_of_document
from games.engine.board.reading import read_board
from games.engine.board.terrain import Resource, Terrain

CHARTED = {key: frame for key, frame in FRAMES.items() if frame.chart is not None}

every_chart = pytest.mark.parametrize("frame", CHARTED.values(), ids=CHARTED)


@given(seed=st.text(), frame=st.sampled_from(list(CHARTED.values())))
def test_a_board_dealt_by_a_map_keeps_its_rules_and_is_read_back(seed, frame):
    board = generate(frame, seed)

    assert check(board) == ()
    assert read_board(board_text(board)).board() == board
    assert listing_of_document(board_document(board)).board() == board


@every_chart
def test_the_sea_is_where_the_picture_has_it(frame):
    board = generate(frame, "7")

    sea = {hex_ for hex_, terrain in enumerate(board.terrain) if terrain is Terrain.SEA}
    assert sea == frame.water
    assert all(hexes[0] not in sea for hexes in [[land] for land in frame.coast.values()])


@every_chart
def test_a_map_says_where_it_comes_from(frame):
    assert "JSettlers" in frame.chart.source


IN_THE_BOX = {
    "new-shores-3": (14, (2, 2, 4), 22, "b3", "e7", "43544 2 0", 8),
    "new-shores-4": (19, (2, 2, 5), 27, "", "e8", "55555 2 1", 9),
    "through-the-desert-3": (14, (1, 2, 2, 3), 22, "d3", "e7", "35444 2 3", 8),
    "through-the-desert-4": (17, (2, 2, 3, 3), 27, "d3", "e8", "55555 2 3", 9),
}
"""By map: hexes of the main part, of each foreign area, tokens, the starts of robber and pirate,
tiles of hills, forest, pasture, fields and mountains, of gold and of desert, and harbours."""


@pytest.mark.rule("SF-29", "SF-33")
@pytest.mark.parametrize("key", IN_THE_BOX)
def test_the_maps_of_the_scenarios_are_counted(key):
    frame = CHARTED[key]
    chart, names = frame.chart, frame.grid.hex_names
    board = generate(frame, "7")
    tiles = Counter(board.terrain)
    resources = (terrain for terrain in Terrain if terrain.gives)

    assert IN_THE_BOX[key] == (
        len(chart.home),
        tuple(sorted(map(len, chart.areas))),
        sum(number is not None for number in board.numbers),
        "" if chart.robber is None else names[chart.robber],
        names[chart.pirate],
        f"{''.join(str(tiles[one]) for one in resources)} "
        f"{tiles[Terrain.GOLD]} {tiles[Terrain.DESERT]}",
        len(board.harbours),
    )
    assert {harbour.kind for harbour in board.harbours} == {None, *Resource}


def test_the_map_of_the_manual_fits_together(tmp_path):
    manual = (MAPS.parents[3] / "docs" / "boards.md").read_text()
    file = tmp_path / "lagoon.toml"
    file.write_text(manual.split("```toml")[1].split("```")[0])

    frame = read_frame(file)

    assert check(generate(frame, "7")) == ()
    assert (frame.chart.target, frame.chart.special) == (12, 1)


def faults(board):
    return {fault.rule.id for fault in check(board)}


def put(board, name, terrain, number=None):
    hex_ = board.frame.grid.hex_named[name]
    tiles, numbers = list(board.terrain), list(board.numbers)
    tiles[hex_], numbers[hex_] = terrain, number
    return replace(board, terrain=tuple(tiles), numbers=tuple(numbers))


NEW_SHORES = generate(FRAMES["new-shores-4"], "7")
DESERT = generate(FRAMES["through-the-desert-4"], "7")


@pytest.mark.rule("CKD-67")
@pytest.mark.parametrize(
    "board",
    [
        put(NEW_SHORES, "a1", Terrain.FOREST, 8),
        put(NEW_SHORES, "e4", Terrain.SEA),
        put(NEW_SHORES, "e3", Terrain.GOLD, NEW_SHORES.numbers[17]),
        put(DESERT, "c3", Terrain.FOREST, 8),
    ],
    ids=["land at sea", "sea on land", "gold at home", "no desert"],
)
def test_a_tile_elsewhere_than_on_the_map_is_named(board):
    assert "CKD-67" in faults(board)


@pytest.mark.rule("CKD-67")
def test_gold_lies_only_where_the_map_deals_it():
    gold = DESERT.terrain.index(Terrain.GOLD)
    home = DESERT.frame.grid.hex_named["e4"]
    tiles, numbers = list(DESERT.terrain), list(DESERT.numbers)
    tiles[gold], tiles[home] = tiles[home], tiles[gold]
    numbers[gold], numbers[home] = numbers[home], numbers[gold]

    assert faults(replace(DESERT, terrain=tuple(tiles), numbers=tuple(numbers))) == {"CKD-67"}


@pytest.mark.rule("SF-29", "SF-33")
@pytest.mark.parametrize(("board", "rule"), [(NEW_SHORES, "SF-29"), (DESERT, "SF-33")])
def test_the_pirate_starts_where_the_map_has_it(board, rule):
    assert faults(replace(board, pirate=0)) == {rule}
    assert faults(board) == set()


@pytest.mark.rule("CKD-67")
@pytest.mark.parametrize("key", ["islands-4", "base", "five-six"])
def test_a_map_that_gives_the_pirate_no_hex_has_none(key):
    """On the island of the box it was let stand, on land."""
    board = generate(FRAMES[key], "1")

    assert faults(replace(board, pirate=0)) == {"CKD-67"}
    assert faults(board) == set()


@pytest.mark.rule("SF-29")
def test_the_robber_starts_on_the_desert_of_new_shores():
    land = NEW_SHORES.terrain.index(Terrain.FOREST)

    assert faults(replace(NEW_SHORES, robber=land)) == {"SF-29"}


@pytest.mark.rule("SF-33")
def test_the_robber_starts_on_the_hex_of_the_map_through_the_desert():
    other = DESERT.frame.grid.hex_named["b4"]

    assert faults(replace(DESERT, robber=other)) == {"SF-33"}


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("hills = 3", "hills = 4", "as many tiles in a pile as hexes"),
        ('numbers = "2 3 3', 'numbers = "3 3', "a number for each producing tile of a pile"),
        ('on = "M"', 'on = "M1"', "as many tiles in a pile"),
        ('pirate = "e8"', 'pirate = "e4"', "a pirate at sea"),
        ('robber = "desert"', 'robber = "a1"', "a robber on land"),
        ('home = "SF-26"', 'home = "SF-99"', "rules of the book"),
        ("c2se c4sw", "c4sw", "a place for each harbour"),
        ("c2se c4sw", "a1e c4sw", "harbours on the coast"),
        ("catantour-map/1", "catantour-map/2", "expected the format"),
        ('pirate = "e8"', 'pirate = "z8"', "'z8' is missing or unknown"),
    ],
)
def test_a_map_that_does_not_fit_together_is_refused(tmp_path, before, after, message):
    file = tmp_path / "map.toml"
    text = (MAPS / "new-shores-4.toml").read_text()
    assert before in text
    file.write_text(text.replace(before, after, 1))

    with pytest.raises(ValueError, match=message):
        read_frame(file)
