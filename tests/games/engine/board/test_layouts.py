"""What the boxes hold: tiles, tokens and harbours of each layout."""

from collections import Counter
from itertools import combinations

import pytest

from games.engine.board.hexes import STEPS
from games.engine.board.layouts import BASE, FIVE_SIX, LAYOUTS
from games.engine.board.terrain import GIVES, RED, Resource, Terrain, pips

from .worked import HARBOUR_PATHS, named

every_layout = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)


@pytest.mark.rule("B-002", "B-003", "B-004", "B-005", "B-006", "B-007", "X-001", "X-002")
@pytest.mark.parametrize(
    ("layout", "hills", "forest", "pasture", "fields", "mountains", "desert"),
    [(BASE, 3, 4, 4, 4, 3, 1), (FIVE_SIX, 5, 6, 6, 6, 5, 2)],
    ids=LAYOUTS,
)
def test_tiles(layout, *, hills, forest, pasture, fields, mountains, desert):
    assert Counter(layout.tiles) == {
        Terrain.HILLS: hills,
        Terrain.FOREST: forest,
        Terrain.PASTURE: pasture,
        Terrain.FIELDS: fields,
        Terrain.MOUNTAINS: mountains,
        Terrain.DESERT: desert,
    }


@pytest.mark.rule("B-001", "X-002")
@every_layout
def test_there_is_one_tile_for_each_hex(layout):
    assert len(layout.tiles) == len(layout.grid.hexes)


@pytest.mark.rule("B-008", "B-009", "B-040")
def test_tokens_of_the_base_game():
    numbers = [token.number for token in BASE.tokens]

    assert sorted(numbers) == [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
    assert "".join(token.letter for token in BASE.tokens) == "ABCDEFGHIJKLMNOPQR"
    assert dict(BASE.tokens)["C"] == 6


@pytest.mark.rule("X-003", "X-004", "X-022", "X-026")
def test_tokens_of_the_extension():
    letters = [token.letter for token in FIVE_SIX.tokens]
    numbers = Counter(token.number for token in FIVE_SIX.tokens)

    assert letters == [*"ABCDEFGHIJKLMNOPQRSTUVWXY", "Za", "Zb", "Zc"]
    assert numbers == {2: 2, 12: 2} | dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 3)
    assert dict(FIVE_SIX.tokens)["A"] == 2
    assert dict(FIVE_SIX.tokens)["Zc"] == 6


@pytest.mark.rule("B-008", "X-003")
@every_layout
def test_there_is_one_token_for_each_producing_hex(layout):
    assert len(layout.tokens) == sum(tile.gives is not None for tile in layout.tiles)


@pytest.mark.rule("B-043", "X-021")
@pytest.mark.parametrize(
    ("layout", "general", "wool"), [(BASE, 4, 1), (FIVE_SIX, 5, 2)], ids=LAYOUTS
)
def test_harbour_kinds(layout, general, wool):
    kinds = Counter(layout.harbours)

    assert kinds == {None: general} | dict.fromkeys(Resource, 1) | {Resource.WOOL: wool}


@pytest.mark.rule("B-047")
def test_harbours_of_the_base_board_lie_where_the_tour_allows_them():
    legal = [named(line.split()[0]) for line in HARBOUR_PATHS.splitlines()]

    assert list(BASE.harbour_places) == legal


@pytest.mark.rule("B-047")
@pytest.mark.parametrize("line", HARBOUR_PATHS.splitlines())
def test_a_harbour_faces_the_longer_line_of_its_sea_position(line):
    legal, length, *other = line.split()

    assert facing(BASE, named(legal)) == int(length)
    assert [facing(BASE, named(path)) for path in other] == [3] * len(other)


@pytest.mark.rule("B-047", "X-020")
@every_layout
def test_every_sea_position_has_one_harbour_place_that_faces_its_longest_line(layout):
    grid = layout.grid
    longest = {}
    for path, hexes in enumerate(grid.hexes_along):
        if len(hexes) == 1:
            sea = grid.sea_beyond(path)
            longest[sea] = max(longest.get(sea, 0), facing(layout, grid.path_names[path]))

    places = {grid.sea_beyond(grid.path_named[place]): place for place in layout.harbour_places}

    assert {sea: facing(layout, place) for sea, place in places.items()} == longest


@pytest.mark.rule("B-045")
@every_layout
@pytest.mark.parametrize("first", [0, 1])
def test_every_second_harbour_place_shares_no_intersection(layout, first):
    places = layout.harbour_places[first::2]
    ends = [set(layout.grid.ends[layout.grid.path_named[place]]) for place in places]

    assert len(places) == len(layout.harbours)
    assert not any(one & other for one, other in combinations(ends, 2))


@pytest.mark.rule("B-047")
@pytest.mark.parametrize(("first", "inner"), [(0, "2.2 4.2 3.4"), (1, "3.2 4.3 2.3")])
def test_behind_the_harbours_lie_three_inner_hexes_that_do_not_touch(first, inner):
    inland = Counter(line_inland(BASE, place)[1] for place in BASE.harbour_places[first::2])

    assert inland == {named(hex_): 3 for hex_ in inner.split()}


@pytest.mark.rule("B-026", "B-027")
def test_each_resource_comes_from_one_terrain_and_nothing_from_the_desert():
    assert {terrain.value: resource.value for terrain, resource in GIVES.items()} == {
        "hills": "brick",
        "forest": "lumber",
        "pasture": "wool",
        "fields": "grain",
        "mountains": "ore",
    }
    assert Terrain.FOREST.gives is Resource.LUMBER
    assert Terrain.DESERT.gives is None


def test_pips_are_the_rolls_of_two_dice_that_give_the_number():
    rolls = Counter(one + other for one in range(1, 7) for other in range(1, 7))

    assert {number: pips(number) for number in range(2, 13)} == rolls
    assert RED == (6, 8)


def facing(layout, place):
    return len(line_inland(layout, place))


def line_inland(layout, place):
    """Names of the hexes in a straight line from the path at a right angle to it."""
    grid = layout.grid
    path = grid.path_named[place]
    (hex_,) = grid.hexes_along[path]
    inwards = STEPS[(grid.sides[hex_].index(path) + 3) % 6]
    line = []
    cube = grid.hexes[hex_]
    while cube in grid.hexes:
        line.append(grid.hex_names[grid.hexes.index(cube)])
        cube = cube.plus(inwards)
    return line
