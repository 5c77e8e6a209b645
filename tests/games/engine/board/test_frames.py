"""What the boxes hold: tiles, tokens and harbours of each frame."""

import re
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from itertools import combinations

import pytest

from games.engine.board.checking import check
from games.engine.board.frames import BASE, FIVE_SIX, FRAMES, MAPS, read_frame
from games.engine.board.generate import generate
from games.engine.board.hexes import STEPS
from games.engine.board.rules import rules_of
from games.engine.board.terrain import GIVES, RED, Resource, Terrain, pips

from .worked import HARBOUR_PATHS, ISLANDS, LONGER_PATHS, named

every_frame = pytest.mark.parametrize("frame", ISLANDS.values(), ids=ISLANDS)


@pytest.mark.rule("B-002", "B-003", "B-004", "B-005", "B-006", "B-007", "X-001", "X-002")
@pytest.mark.parametrize(
    ("frame", "hills", "forest", "pasture", "fields", "mountains", "desert"),
    [(BASE, 3, 4, 4, 4, 3, 1), (FIVE_SIX, 5, 6, 6, 6, 5, 2)],
    ids=ISLANDS,
)
def test_tiles(frame, *, hills, forest, pasture, fields, mountains, desert):
    assert Counter(frame.tiles) == {
        Terrain.HILLS: hills,
        Terrain.FOREST: forest,
        Terrain.PASTURE: pasture,
        Terrain.FIELDS: fields,
        Terrain.MOUNTAINS: mountains,
        Terrain.DESERT: desert,
    }


@pytest.mark.rule("B-001", "X-002")
@every_frame
def test_there_is_one_tile_for_each_hex(frame):
    assert len(frame.tiles) == len(frame.grid.hexes)


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
@every_frame
def test_there_is_one_token_for_each_producing_hex(frame):
    assert len(frame.tokens) == sum(tile.gives is not None for tile in frame.tiles)


@pytest.mark.rule("B-043", "X-021")
@pytest.mark.parametrize(
    ("frame", "general", "wool"), [(BASE, 4, 1), (FIVE_SIX, 5, 2)], ids=ISLANDS
)
def test_harbour_kinds(frame, general, wool):
    kinds = Counter(frame.harbours)

    assert kinds == {None: general} | dict.fromkeys(Resource, 1) | {Resource.WOOL: wool}


@pytest.mark.rule("B-047")
def test_every_second_sea_position_has_a_harbour_where_the_tour_allows_it():
    legal = [named(line.split()[0]) for line in HARBOUR_PATHS.splitlines()]

    patterns = [[BASE.grid.path_names[path] for path in paths] for paths in BASE.patterns]

    assert patterns == [legal[0::2], legal[1::2]]


@pytest.mark.rule("B-047")
def test_sea_positions_are_those_of_the_rules_the_legal_path_first():
    positions = [line.split() for line in HARBOUR_PATHS.splitlines()]

    assert [[BASE.grid.path_names[path] for path in paths] for paths in BASE.sea] == [
        [named(path) for path in (legal, *other)] for legal, _length, *other in positions
    ]


@pytest.mark.rule("X-020", "X-021")
def test_harbours_of_the_extension_lie_on_every_second_sea_position():
    longer = [named(path) for path in LONGER_PATHS.split()]

    patterns = [[FIVE_SIX.grid.path_names[path] for path in paths] for paths in FIVE_SIX.patterns]

    assert [FIVE_SIX.grid.path_names[paths[0]] for paths in FIVE_SIX.sea] == longer
    assert patterns == [longer[0::2], longer[1::2]]


@pytest.mark.rule("B-047")
@pytest.mark.parametrize("line", HARBOUR_PATHS.splitlines())
def test_a_harbour_faces_the_longer_line_of_its_sea_position(line):
    legal, length, *other = line.split()

    assert facing(BASE, named(legal)) == int(length)
    assert [facing(BASE, named(path)) for path in other] == [3] * len(other)


@pytest.mark.rule("B-047", "X-020")
@every_frame
def test_the_first_path_of_every_sea_position_faces_its_longest_line(frame):
    names = frame.grid.path_names

    for first, *others in frame.sea:
        assert all(facing(frame, names[first]) > facing(frame, names[path]) for path in others)


@pytest.mark.rule("B-045")
@every_frame
@pytest.mark.parametrize("pattern", [0, 1])
def test_the_harbours_of_a_pattern_share_no_intersection(frame, pattern):
    paths = frame.patterns[pattern]
    ends = [set(frame.grid.ends[path]) for path in paths]

    assert len(paths) == len(frame.harbours)
    assert not any(one & other for one, other in combinations(ends, 2))


@pytest.mark.rule("B-047")
@pytest.mark.parametrize(("pattern", "inner"), [(0, "2.2 4.2 3.4"), (1, "3.2 4.3 2.3")])
def test_behind_the_harbours_lie_three_inner_hexes_that_do_not_touch(pattern, inner):
    names = BASE.grid.path_names

    inland = Counter(line_inland(BASE, names[path])[1] for path in BASE.patterns[pattern])

    assert inland == {named(hex_): 3 for hex_ in inner.split()}


def test_another_map_is_one_more_file(tmp_path):
    file = tmp_path / "triangle.toml"
    file.write_text(TRIANGLE)

    frame = read_frame(file)

    assert frame.grid.hex_names == ("a1", "b1", "b2")
    assert generate(frame, "7", rules_of("base")).robber in range(3)
    assert check(generate(frame, "7", rules_of("base")), rules_of("base")) == ()


TRIANGLE = """
format = "catantour-map/1"
key = "triangle"
name = "three hexes"
ruleset = "base"
players = [2, 2]
hexes = [" o", "* *"]
sea = [
    "a1nw", "a1w b1nw", "b1w", "b1sw", "b1se b2sw", "b2se", "b2e", "a1e b2ne", "a1ne",
]
tokens = "A6 B8"
counts = { hexes = 3, intersections = 13, paths = 15, coast = 12, sea = 9 }
tiles = { forest = 1, hills = 1, desert = 1 }
spirals = { a1 = "a1 b1 b2" }
harbours = { kinds = "3:1 ore", patterns = ["a1nw b2e"] }

[rules]
"""
TRIANGLE += "\n".join(f'{subject} = "{rule}"' for subject, rule in BASE.rules.items())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("map/1", "map/2", "expected the format catantour-map/1, not catantour-map/2"),
        ("coast = 12", "coast = 13", "expected 12 coast, not 13"),
        ("forest = 1", "forest = 2", "expected as many tiles as hexes"),
        ("A6 B8", "A6", "expected a token for each producing tile"),
        ('"a1 b1 b2"', '"b1 a1 b2"', "expected the spiral a1 begins elsewhere"),
        ('"a1 b1 b2"', '"a1 b1 b1"', "expected the spiral a1 takes each hex"),
        ('"a1 b1 b2"', '"a1 b1 b3"', "'b3' is missing or unknown"),
        ('"a1nw", "a1w b1nw"', '"a1nw a1w", "b1nw"', "expected paths of one sea position"),
        ('"b2se", ', "", "expected each path of the coast at one sea position"),
        ('"a1nw b2e"', '"a1nw"', "expected a place for each harbour"),
        ('"a1nw b2e"', '"a1nw a1se"', "expected harbours on the coast"),
        ('"a1nw b2e"', '"a1nw a1ne"', "expected no intersection with two harbours"),
        ("forest = 1", "jungle = 1", "'jungle' is not a valid Terrain"),
        ('name = "three hexes"', "", "'name' is missing or unknown"),
        ('shape = "B-028"', "", "expected a rule for each subject: shape"),
        ('shape = "B-028"', 'shape = "B-999"', "expected rules of the book, not B-999"),
    ],
)
def test_a_map_that_does_not_fit_together_says_what(tmp_path, old, new, complaint):
    assert old in TRIANGLE
    file = tmp_path / "triangle.toml"
    file.write_text(TRIANGLE.replace(old, new))

    with pytest.raises(ValueError, match=re.escape(f"triangle.toml: {complaint}")):
        read_frame(file)


def test_every_map_is_loaded_under_its_key():
    assert [read_frame(file).key for file in sorted(MAPS.glob("*.toml"))] == list(FRAMES)


def test_there_is_one_frame_of_a_key_in_every_copy():
    assert deepcopy(BASE) is BASE


@pytest.mark.rule("B-046", "B-047")
def test_the_tour_takes_only_patterns_that_face_the_longest_lines():
    (first, second, *others), _odd = BASE.patterns
    near = (first, BASE.grid.path_named["c1nw"], *others)
    both = replace(BASE, patterns=(near, (first, second, *others)))

    drawn = {
        ruleset: {
            tuple(harbour.path for harbour in generate(both, seed, rules_of(ruleset)).harbours)
            for seed in "123456789"
        }
        for ruleset in ("base", "base+tour")
    }

    assert drawn == {"base": set(both.patterns), "base+tour": {both.patterns[1]}}
    with pytest.raises(ValueError, match="bound"):
        generate(replace(BASE, patterns=(near,)), "7", rules_of("base+tour"))


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


def facing(frame, place):
    return len(line_inland(frame, place))


def line_inland(frame, place):
    """Names of the hexes in a straight line from the path at a right angle to it."""
    grid = frame.grid
    path = grid.path_named[place]
    (hex_,) = grid.hexes_along[path]
    inwards = STEPS[(grid.sides[hex_].index(path) + 3) % 6]
    line = []
    cube = grid.hexes[hex_]
    while cube in grid.hexes:
        line.append(grid.hex_names[grid.hexes.index(cube)])
        cube = cube.plus(inwards)
    return line
