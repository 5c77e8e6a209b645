"""Hexes, intersections and paths: how many, how named, what lies beside what."""

import pytest

from games.engine.board.frames import BASE, FIVE_SIX, FRAMES
from games.engine.board.hexes import POINTS, SIDES, Cube, Grid, written

from .worked import ISLANDS, SPIRALS, named

GRID = BASE.grid
every_grid = pytest.mark.parametrize(
    "grid", [pytest.param(frame.grid, id=key) for key, frame in FRAMES.items()]
)


@pytest.mark.rule("B-001", "B-028", "B-029", "B-030", "X-002", "X-018")
@pytest.mark.parametrize(
    ("frame", "rows", "intersections", "paths", "coast", "sea"),
    [
        pytest.param(BASE, [3, 4, 5, 4, 3], 54, 72, 30, 18, id="base"),
        pytest.param(FIVE_SIX, [3, 4, 5, 6, 5, 4, 3], 80, 109, 38, 22, id="five-six"),
    ],
)
def test_the_island_has_its_printed_shape(frame, *, rows, intersections, paths, coast, sea):
    grid = frame.grid
    levels = [hex_.row for hex_ in grid.hexes]

    assert [levels.count(level) for level in sorted(set(levels))] == rows
    assert len(grid.intersections) == intersections
    assert len(grid.paths) == paths
    assert [len(hexes) for hexes in grid.hexes_along].count(1) == coast
    assert len(grid.sea) == sea


def test_hexes_carry_the_coordinates_that_other_programs_use():
    cubes = {name: GRID.hexes[number] for name, number in GRID.hex_named.items()}

    assert cubes["c3"] == Cube(0, 0, 0)
    assert cubes["c4"] == Cube(1, -1, 0)
    assert cubes["b3"] == Cube(1, 0, -1)
    assert cubes["b2"] == Cube(0, 1, -1)
    assert cubes["a1"] == Cube(0, 2, -2)


@every_grid
def test_places_are_the_sums_of_the_hexes_that_meet_there(grid):
    around = set(grid.hexes) | set(grid.sea)

    for place in grid.paths:
        assert any(place.minus(hex_) in around for hex_ in grid.hexes)
    for number, place in enumerate(grid.intersections):
        assert sum(place) == 0
        first, *others = (grid.hexes[hex_] for hex_ in grid.hexes_at[number])
        rest = place.minus(first)
        for other in others:
            rest = rest.minus(other)
        missing = 2 - len(others)
        assert missing or rest == Cube(0, 0, 0)
        assert missing != 1 or rest in grid.sea


@pytest.mark.rule("B-029")
def test_intersections_touch_three_hexes_or_two_or_one_at_an_outer_point():
    touching = [len(hexes) for hexes in GRID.hexes_at]

    assert {count: touching.count(count) for count in (1, 2, 3)} == {1: 18, 2: 12, 3: 24}


@pytest.mark.rule("B-030")
@every_grid
def test_a_path_joins_two_neighbouring_intersections(grid):
    for path, (here, there) in enumerate(grid.ends):
        assert here < there
        assert path in grid.paths_at[here]
        assert path in grid.paths_at[there]
        assert there in grid.next_to[here]
        assert here in grid.next_to[there]
    assert sum(map(len, grid.next_to)) == 2 * len(grid.paths)


def test_eighteen_intersections_have_two_neighbours_and_the_others_three():
    neighbours = [len(places) for places in GRID.next_to]

    assert {count: neighbours.count(count) for count in (2, 3)} == {2: 18, 3: 36}


@every_grid
def test_a_side_runs_from_its_point_to_the_next_one_clockwise(grid):
    for points, sides in zip(grid.points, grid.sides, strict=True):
        assert len(set(points)) == len(set(sides)) == 6
        for side, path in enumerate(sides):
            assert set(grid.ends[path]) == {points[side], points[(side + 1) % 6]}


@every_grid
def test_beyond_a_side_lies_the_hex_that_shares_the_path(grid):
    for hex_, sides in enumerate(grid.sides):
        for side, path in enumerate(sides):
            beyond = grid.beside[hex_][side]
            assert set(grid.hexes_along[path]) == {hex_} | ({beyond} - {None})


@pytest.mark.parametrize("frame", ISLANDS.values(), ids=ISLANDS)
def test_a_coastal_path_has_a_sea_position_beyond_it(frame):
    assert {frame.sea_beyond(path) for path in frame.coast} == set(frame.grid.sea)


def test_no_sea_lies_beyond_an_inland_path():
    with pytest.raises(KeyError):
        BASE.sea_beyond(GRID.path_named["c3e"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("c2n", "b1se", id="from the hex above, to the left"),
        pytest.param("c2n", "b2sw", id="from the hex above, to the right"),
        pytest.param("c2ne", "c3nw", id="from the next hex"),
        pytest.param("e1s", "e1s", id="a point of the coast"),
    ],
)
def test_an_intersection_has_a_name_from_each_of_its_hexes(one, other):
    assert GRID.intersection_named[one] == GRID.intersection_named[other]


@pytest.mark.parametrize(("one", "other"), [("c2ne", "b2sw"), ("c2e", "c3w"), ("d1nw", "c1se")])
def test_an_inland_path_has_two_names(one, other):
    assert GRID.path_named[one] == GRID.path_named[other]


@pytest.mark.rule("B-029", "B-030", "B-123")
def test_the_middle_of_a_hex_is_no_intersection_and_the_sea_no_path():
    assert GRID.intersection_named.get("c2") is None
    assert GRID.intersection_named.get("c2e") is None
    assert GRID.path_named.get("c2n") is None
    assert GRID.path_named.get("c6w") is None


@pytest.mark.rule("B-030")
def test_no_path_joins_intersections_that_are_no_neighbours():
    north, south = GRID.intersection_named["c2n"], GRID.intersection_named["c2s"]

    assert (north, south) not in GRID.path_between
    assert GRID.path_between[north, GRID.intersection_named["c2ne"]] == GRID.path_named["c2ne"]


@every_grid
def test_every_name_that_is_written_is_read_back(grid):
    for names, numbers in (
        (grid.hex_names, grid.hex_named),
        (grid.intersection_names, grid.intersection_named),
        (grid.path_names, grid.path_named),
    ):
        assert [numbers[name] for name in names] == list(range(len(names)))
    assert len(grid.intersection_named) == len(grid.hexes) * len(POINTS)
    assert len(grid.path_named) == len(grid.hexes) * len(SIDES)


@every_grid
def test_the_written_name_of_a_place_is_the_first_of_its_names(grid):
    for names, aliases, numbers in (
        (grid.intersection_names, grid.intersection_aliases, grid.intersection_named),
        (grid.path_names, grid.path_aliases, grid.path_named),
    ):
        assert [first for first, *_others in aliases] == list(names)
        for number, several in enumerate(aliases):
            assert {numbers[name] for name in several} == {number}
        assert sum(map(len, aliases)) == len(numbers)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("c2", "c2"),
        ("C2NE", "c2ne"),
        ("3.2", "c2"),
        ("3.2-NE", "c2ne"),
        ("2.1-W", "b1w"),
        ("c2-s", "c2s"),
        ("0.1", "0.1"),
        ("c2nn", "c2nn"),
        ("ſ2", "ſ2"),
        ("c٢", "c٢"),
        ("", ""),
    ],
)
def test_names_of_the_rule_book_and_capitals_are_read(name, expected):
    assert written(name) == expected


@every_grid
def test_a_path_is_found_by_its_two_intersections_in_either_order(grid):
    for path, (here, there) in enumerate(grid.ends):
        assert grid.path_between[here, there] == grid.path_between[there, here] == path
    assert len(grid.path_between) == 2 * len(grid.paths)


def test_the_name_from_the_first_hex_in_reading_order_is_written():
    assert GRID.intersection_names[GRID.intersection_named["c2n"]] == "b1se"
    assert GRID.path_names[GRID.path_named["c3w"]] == "c2e"


@pytest.mark.rule("B-037", "B-038", "X-024")
@pytest.mark.parametrize(
    ("frame", "order"),
    [pytest.param(*case, id=f"{case[0].key} from {case[1][:3]}") for case in SPIRALS],
)
def test_the_spiral_runs_counter_clockwise_from_its_corner_to_the_middle(frame, order):
    grid = frame.grid
    expected = tuple(grid.hex_named[named(place)] for place in order.split())

    assert frame.spirals[expected[0]] == expected
    assert grid.spiral(expected[0]) == expected


@pytest.mark.rule("B-036", "X-023")
@pytest.mark.parametrize("frame", ISLANDS.values(), ids=ISLANDS)
def test_the_spiral_may_start_at_any_of_the_six_corner_hexes(frame):
    corners = [
        name
        for name, beside in zip(frame.grid.hex_names, frame.grid.beside, strict=True)
        if beside.count(None) == 3
    ]

    assert [frame.grid.hex_names[start] for start in frame.spirals] == corners


def test_a_spiral_without_a_way_on_is_a_mistake_in_the_picture():
    two_islands = Grid(("o *   * *",))

    with pytest.raises(ValueError, match="no spiral goes on from a2"):
        two_islands.spiral(0)


def test_a_hex_out_of_step_is_a_mistake_in_the_picture():
    with pytest.raises(ValueError, match="half a hex apart"):
        Grid(("* o", "* *")).hexes  # noqa: B018 - reading it is the test
