"""What `check` finds: for each rule a board that breaks it, and the nearest that does not."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.board.boards import lay_tokens, numbers_of
from games.engine.board.checking import check
from games.engine.board.frames import BASE, FIVE_SIX
from games.engine.board.generate import generate
from games.engine.board.listing import Port, Tile, listing_of
from games.engine.board.rules import BASE_GAME, EXTENSION, TOUR
from games.engine.board.terrain import Resource, Terrain
from tests.games.engine.board.worked import ISLANDS

H, L, W, G, O, D, *_ = Terrain  # noqa: E741 - the letters of the notation

GOOD = listing_of(generate(BASE, "7"))
LARGE = listing_of(generate(FIVE_SIX, "7"))


def broken(board, rules=None):
    return [fault.rule.id for fault in check(board, rules)]


def details(board, rules=None):
    return [str(fault.detail) for fault in check(board, rules)]


def with_tiles(listing, **changed):
    """The listing with other tiles on some hexes, given as fields to change."""
    tiles = [tile._replace(**changed.get(tile.name, {})) for tile in listing.tiles]
    return replace(listing, tiles=tuple(tiles))


def without(listing, name):
    return replace(listing, tiles=tuple(tile for tile in listing.tiles if tile.name != name))


def with_more(listing, *tiles):
    return replace(listing, tiles=listing.tiles + tiles)


def with_harbours(listing, **changed):
    """The listing with some harbours changed: by their paths, another path or another port."""
    ports = []
    for port in listing.harbours:
        to = changed.get(port.name, port)
        ports.append(port._replace(name=to) if isinstance(to, str) else to)
    return replace(listing, harbours=tuple(ports))


def one_of(listing, terrain):
    return next(tile.name for tile in listing.tiles if tile.terrain is terrain)


def retiled(listing, of, to):
    """One tile of a terrain taken for another."""
    return with_tiles(listing, **{one_of(listing, of): {"terrain": to}})


def laid(frame, order, deserts, start=""):
    """A board with tokens laid in an order of hexes, other tiles in the order of the box."""
    names = frame.grid.hex_names
    others = iter(tile for tile in frame.tiles if tile is not D)
    terrain = [D if name in deserts.split() else next(others) for name in names]
    tokens = lay_tokens(frame, terrain, [frame.grid.hex_named[name] for name in order])
    good = GOOD if frame is BASE else LARGE
    return replace(
        good,
        tiles=tuple(
            Tile(name, tile, number)
            for name, tile, number in zip(names, terrain, numbers_of(tokens), strict=True)
        ),
        robbers=(deserts.split()[0],),
        start=start,
    )


def spiral(frame, start):
    names = frame.grid.hex_names
    return [names[hex_] for hex_ in frame.spirals[frame.grid.hex_named[start]]]


@given(seed=st.text(), frame=st.sampled_from(list(ISLANDS.values())))
@pytest.mark.rule("B-001", "B-002", "B-003", "B-004", "B-005", "B-006", "B-007", "B-008", "B-009")
@pytest.mark.rule("B-028", "B-031", "B-035", "B-041", "B-042", "B-043", "B-044", "B-045", "B-047")
@pytest.mark.rule("X-002", "X-003", "X-004", "X-018", "X-019", "X-021", "X-022", "X-027")
def test_a_drawn_board_keeps_every_rule(seed, frame):
    assert check(generate(frame, seed)) == ()


def test_a_board_and_its_listing_are_judged_alike():
    board = replace(generate(BASE, "7"), robber=0)

    assert broken(board) == broken(listing_of(board)) == ["B-042"]


# Counts


@pytest.mark.rule("B-001")
def test_a_missing_hex_is_named():
    faults = check(without(GOOD, "c5"))

    assert faults[0].rule.id == "B-001"
    assert (str(faults[0].detail), faults[0].places) == ("Missing: c5.", ("c5",))


@pytest.mark.rule("B-001", "B-028")
def test_a_twentieth_hex_is_too_many_and_has_no_place():
    assert broken(with_more(GOOD, Tile("c6", D)))[:2] == ["B-028", "B-001"]


@pytest.mark.rule("B-001")
def test_a_hex_that_stands_twice_is_one_too_many():
    found = details(with_more(GOOD, Tile("c5", D)))

    assert found[0] == "c5 stands twice. These are 20."


@pytest.mark.rule("B-028")
def test_rows_of_four_four_four_four_three_are_no_island():
    tiles = [tile._replace(name={"c5": "a4"}.get(tile.name, tile.name)) for tile in GOOD.tiles]

    found = check(replace(GOOD, tiles=tuple(tiles)))

    assert [(fault.rule.id, str(fault.detail)) for fault in found] == [
        ("B-028", "There is no hex a4."),
        ("B-001", "Missing: c5."),
    ]


@pytest.mark.parametrize(
    ("of", "to", "rules"),
    [
        pytest.param(W, H, {"B-002", "B-004"}, marks=pytest.mark.rule("B-002"), id="hills"),
        pytest.param(L, H, {"B-002", "B-003"}, marks=pytest.mark.rule("B-003"), id="forest"),
        pytest.param(L, W, {"B-003", "B-004"}, marks=pytest.mark.rule("B-004"), id="pasture"),
        pytest.param(G, W, {"B-004", "B-005"}, marks=pytest.mark.rule("B-005"), id="fields"),
        pytest.param(L, O, {"B-003", "B-006"}, marks=pytest.mark.rule("B-006"), id="mountains"),
    ],
)
def test_one_tile_too_many_and_one_too_few(of, to, rules):
    assert set(broken(retiled(GOOD, of, to))) == rules


@pytest.mark.rule("B-007")
@pytest.mark.parametrize(("of", "to"), [(D, H), (H, D)], ids=["none", "two"])
def test_one_desert_neither_none_nor_two(of, to):
    assert "B-007" in broken(retiled(GOOD, of, to))
    assert "B-007" not in broken(GOOD)


@pytest.mark.rule("X-001", "X-002")
@pytest.mark.parametrize("terrain", [H, L, W, G, O])
def test_the_counts_of_the_extension(terrain):
    faults = check(retiled(LARGE, D, terrain))

    (told,) = (str(fault.detail) for fault in faults if fault.rule.id == "X-002")
    assert "desert: 1 instead of 2." in told


@pytest.mark.rule("X-002", "X-018")
def test_a_small_island_is_not_one_for_five_and_no_hex_lies_outside():
    small = replace(GOOD, frame=FIVE_SIX)

    missing = "Missing: d5, d6, e4, e5, f1, f2, f3, f4, g1, g2, g3."
    assert details(small)[0].startswith(missing)
    assert broken(with_more(LARGE, Tile("g4", D)))[0] == "X-018"


# Numbers


@pytest.mark.rule("B-008", "B-041")
def test_a_producing_hex_without_a_number():
    bare = with_tiles(GOOD, a1={"number": None})

    assert {"B-008", "B-041"} <= set(broken(bare))
    assert "a1 has none." in details(bare)


@pytest.mark.rule("B-008", "B-039")
def test_a_token_on_the_desert():
    desert = one_of(GOOD, D)

    assert {"B-008", "B-039"} <= set(broken(with_tiles(GOOD, **{desert: {"number": 6}})))


@pytest.mark.rule("B-008", "B-009", "B-041")
@pytest.mark.parametrize("second", [2, 5])
def test_a_second_token_on_a_hex_is_counted_like_the_first(second):
    five = next(tile.name for tile in GOOD.tiles if tile.number == 5)
    count = 3 if second == 5 else 2

    faults = check(with_tiles(GOOD, **{five: {"second": second}}), BASE_GAME)

    assert [(fault.rule.id, str(fault.detail), fault.follows) for fault in faults] == [
        ("B-041", f"{five} bears {second} and 5.", False),
        ("B-008", "These are 19.", True),
        ("B-009", f"{second}: {count} instead of {count - 1}.", True),
    ]


@pytest.mark.rule("B-008", "B-041")
def test_a_token_that_was_moved_to_another_hex_leaves_its_own_without():
    names = {number: one.name for one in GOOD.tiles if (number := one.number) in (2, 12)}

    moved = with_tiles(GOOD, **{names[12]: {"second": 2}, names[2]: {"number": None}})

    assert details(moved, BASE_GAME)[0] == f"{names[2]} has none. {names[12]} bears 2 and 12."
    assert "B-008" not in broken(moved)


@pytest.mark.rule("B-041", "X-003", "X-004")
def test_a_second_token_on_the_large_board():
    assert broken(with_tiles(LARGE, a1={"second": 3}))[:3] == ["B-041", "X-003", "X-004"]


@pytest.mark.rule("B-009")
@pytest.mark.parametrize(
    ("number", "said"),
    [
        (7, "7: 1 instead of 0. 9: 1 instead of 2."),
        (12, "9: 1 instead of 2. 12: 2 instead of 1."),
    ],
)
def test_a_number_that_the_box_does_not_have(number, said):
    faults = check(with_tiles(GOOD, a1={"number": number}))

    (found,) = (fault for fault in faults if fault.rule.id == "B-009")
    assert str(found.detail) == said
    assert "a1" in found.places


@pytest.mark.rule("X-003", "X-004")
def test_the_extension_has_three_tokens_with_six_among_its_twenty_eight():
    first, *others = (tile.name for tile in LARGE.tiles if tile.number == 6)

    assert len(others) == 2
    assert "X-004" in broken(with_tiles(LARGE, **{first: {"number": 12}}))
    assert "X-003" in broken(with_tiles(LARGE, **{first: {"number": None}}))


@pytest.mark.rule("B-040")
def test_a_letter_with_the_number_of_another():
    c = next(tile for tile in GOOD.tiles if tile.letter == "C")

    assert c.number == 6
    wrong = with_tiles(GOOD, **{c.name: {"number": 8}})
    assert f"{c.name} has C with 8." in details(wrong)
    assert "B-040" in broken(wrong)
    assert "B-040" not in broken(GOOD)


@pytest.mark.rule("X-026")
def test_letter_a_of_the_base_game_on_the_large_board():
    a = next(tile for tile in LARGE.tiles if tile.letter == "A")

    assert a.number == 2
    assert "X-026" in broken(with_tiles(LARGE, **{a.name: {"number": 5}}))
    assert "X-026" not in broken(LARGE)


# The order of tokens


@pytest.mark.rule("B-035", "B-036", "B-037", "B-038")
@pytest.mark.parametrize("start", ["a1", "a3", "c1", "c5", "e1", "e3"])
def test_tokens_in_the_order_of_the_spiral(start):
    assert check(laid(BASE, spiral(BASE, start), "c3")) == ()
    assert check(laid(BASE, spiral(BASE, start), "b2", start)) == ()


@pytest.mark.rule("B-035")
def test_two_tokens_swapped():
    order = spiral(BASE, "c5")
    order[1:3] = order[2], order[1]

    (fault,) = check(laid(BASE, order, "e3"))

    assert fault.rule.id == "B-035"
    assert str(fault.detail) == "From c5 there would be a3 6, b4 2."
    assert fault.places == ("a3", "b4")


@pytest.mark.rule("B-035")
def test_letters_are_compared_where_they_were_written():
    swapped = {
        tile.name: {"letter": {"A": "O", "O": "A"}[tile.letter]}
        for tile in GOOD.tiles
        if tile.letter in {"A", "O"}
    }

    assert broken(with_tiles(GOOD, **swapped)) == ["B-035"]


@pytest.mark.rule("B-035")
def test_numbers_without_any_order_are_held_against_the_nearest_spiral():
    (fault,) = check(laid(BASE, BASE.grid.hex_names, "e3"))

    assert fault.rule.id == "B-035"
    assert str(fault.detail).startswith("They fit no spiral; the nearest, from ")


@pytest.mark.rule("B-035")
def test_a_spiral_from_another_corner_than_the_one_written():
    board = laid(BASE, spiral(BASE, "a1"), "c3", start="e3")

    assert broken(board) == ["B-035"]
    assert check(replace(board, start="a1")) == ()


@pytest.mark.rule("B-036")
def test_a_spiral_that_begins_on_an_edge():
    names = BASE.grid.hex_names
    order = [names[hex_] for hex_ in BASE.grid.spiral(BASE.grid.hex_named["a2"])]

    assert [str(fault) for fault in check(laid(BASE, order, "c3"))] == [
        "B-036 The spiral starts at one of the six corner hexes. "
        "They begin on a2, which is no corner."
    ]
    assert broken(laid(BASE, spiral(BASE, "c5"), "c3", start="a2")) == ["B-036"]


@pytest.mark.rule("B-037")
def test_a_spiral_that_runs_clockwise():
    names = BASE.grid.hex_names
    order = [names[h] for h in BASE.grid.spiral(BASE.grid.hex_named["a1"], clockwise=True)]

    assert order[:3] == ["a1", "a2", "a3"]
    assert [(f.rule.id, str(f.detail)) for f in check(laid(BASE, order, "d3"))] == [
        ("B-037", "They lie clockwise from a1.")
    ]


@pytest.mark.rule("B-038")
def test_a_spiral_that_goes_on_from_the_wrong_hex_of_the_next_ring():
    order = spiral(BASE, "a1")
    wrong = [*order[:12], order[17], *order[12:17], order[18]]

    assert wrong[11:13] == ["a2", "b3"]
    assert [(f.rule.id, str(f.detail), f.places) for f in check(laid(BASE, wrong, "c3"))] == [
        ("B-038", "After a2 they go on from b3 instead of b2.", ("b3",))
    ]


@pytest.mark.rule("B-039")
def test_a_letter_lost_on_the_desert():
    order = spiral(BASE, "a1")
    right = laid(BASE, order, order[2])
    numbers = [token.number for token in BASE.tokens]
    lost = dict(zip(order, [*numbers[:2], None, *numbers[3:], numbers[2]], strict=True))
    wrong = with_tiles(right, **{name: {"number": number} for name, number in lost.items()})

    assert check(right) == ()
    assert [(f.rule.id, str(f.detail)) for f in check(wrong)] == [
        ("B-039", "A letter was passed over on c1.")
    ]


@pytest.mark.rule("B-039")
@pytest.mark.parametrize(("at", "uses_up"), [(18, False), (2, False), (2, True)])
def test_a_token_on_the_desert_is_told_as_that_and_not_as_a_letter_passed_over(at, uses_up):
    """The desert is the last hex of the spiral or the third, and there are 19 tokens or, where it
    uses up one, as many as there should be with an 8 at the end."""
    order = spiral(BASE, "a1")
    numbers = [token.number for token in BASE.tokens]
    numbers = [*numbers, 8] if uses_up else [*numbers[:at], 8, *numbers[at:]]
    lies = {name: {"number": number} for name, number in zip(order, numbers, strict=True)}
    wrong = with_tiles(laid(BASE, order, order[at]), **lies)

    told = [
        (found.rule.id, str(found.detail))
        for found in check(wrong)
        if found.rule.id not in ("B-008", "B-009")
    ]

    assert told == [("B-039", f"{order[at]} has {numbers[at]}.")]


@pytest.mark.rule("X-022", "X-023", "X-024", "X-025")
def test_tokens_of_the_extension():
    grid = FIVE_SIX.grid
    order = spiral(FIVE_SIX, "d6")
    late = [*order[:25], order[27], order[25], order[26], *order[28:]]
    turned = [*order[:16], *order[17:26], order[16], *order[26:]]
    clockwise = [grid.hex_names[hex_] for hex_ in grid.spiral(0, clockwise=True)]
    edge = [grid.hex_names[hex_] for hex_ in grid.spiral(grid.hex_named["b1"])]
    deserts = "e3 f4"

    assert check(laid(FIVE_SIX, order, deserts)) == ()
    assert broken(laid(FIVE_SIX, late, deserts)) == ["X-022"]
    assert broken(laid(FIVE_SIX, edge, deserts)) == ["X-023"]
    assert broken(laid(FIVE_SIX, turned, deserts)) == ["X-024"]
    assert broken(laid(FIVE_SIX, clockwise, deserts)) == ["X-024"]
    assert "X-025" in broken(with_tiles(LARGE, **{one_of(LARGE, D): {"number": 4}}))


# The robber


@pytest.mark.rule("B-042")
def test_the_robber_beside_the_desert():
    assert broken(replace(GOOD, robbers=("a1",))) == ["B-042"]
    assert broken(replace(GOOD, robbers=("z9",))) == ["B-042"]
    assert broken(replace(GOOD, robbers=())) == []


@pytest.mark.rule("B-021")
def test_a_robber_on_two_hexes():
    desert = one_of(GOOD, D)

    assert broken(replace(GOOD, robbers=(desert, "a1"))) == ["B-021", "B-042"]


@pytest.mark.rule("X-027", "B-021")
def test_the_robber_on_either_desert_but_not_on_both():
    first, second = (tile.name for tile in LARGE.tiles if tile.terrain is D)

    assert broken(replace(LARGE, robbers=(first,))) == []
    assert broken(replace(LARGE, robbers=(second,))) == []
    assert broken(replace(LARGE, robbers=(first, second))) == ["B-021"]
    assert broken(replace(LARGE, robbers=("b1",))) == ["X-027"]


# Harbours


@pytest.mark.rule("B-043")
def test_two_harbours_for_ore_and_none_for_wool():
    wool = next(port for port in GOOD.harbours if port.kind is Resource.WOOL)
    wrong = with_harbours(GOOD, **{wool.name: wool._replace(kind=Resource.ORE)})

    assert [(fault.rule.id, str(fault.detail), fault.places) for fault in check(wrong)] == [
        ("B-043", "wool: 0 instead of 1. ore: 2 instead of 1.", ("e3se", "a2nw")),
    ]


@pytest.mark.rule("X-021")
def test_the_large_board_has_two_harbours_for_wool_and_eleven_in_all():
    fewer = replace(LARGE, harbours=LARGE.harbours[:9])

    assert Counter(port.kind for port in LARGE.harbours)[Resource.WOOL] == 2
    assert set(broken(fewer)) == {"X-021"}


@pytest.mark.rule("B-044")
@pytest.mark.parametrize("path", ["c3e", "f1w", "b2"])
def test_a_harbour_that_is_not_on_the_coast(path):
    old = GOOD.harbours[0].name

    assert broken(with_harbours(GOOD, **{old: path})) == ["B-044"]


ONCE_ROUND = "a1nw b1w d1w e1sw e2se d4se c5e b4ne a2ne"


def with_paths(paths):
    kinds = [*BASE.harbours]
    return replace(
        GOOD, harbours=tuple(Port(*pair) for pair in zip(paths.split(), kinds, strict=True))
    )


@pytest.mark.rule("B-045")
def test_two_harbours_that_share_an_intersection():
    (fault,) = check(with_paths(ONCE_ROUND.replace("a1nw", "b1nw")), BASE_GAME)

    assert fault.rule.id == "B-045"
    assert str(fault.detail) == "b1nw and b1w share one."
    assert fault.places == ("b1nw", "b1w")
    assert check(with_paths(ONCE_ROUND)) == ()


@pytest.mark.rule("B-046", "B-047")
def test_a_harbour_that_faces_three_hexes_is_legal_in_the_base_game_but_not_in_the_tour():
    near = with_paths(ONCE_ROUND.replace("b1w", "c1nw"))

    (fault,) = check(near, TOUR)

    assert check(near, BASE_GAME) == ()
    assert fault.rule.id == "B-047"
    assert str(fault.detail) == "c1nw faces a line of 3: c1 d1 e1."
    assert fault.places == ("c1nw",)


@pytest.mark.rule("B-046", "X-020")
def test_harbours_need_not_alternate():
    assert check(with_paths(ONCE_ROUND.replace("d1w", "d1sw")), TOUR) == ()


# What is never refused, and which rules hold


@pytest.mark.rule("B-031", "X-019")
def test_three_mountains_side_by_side_are_a_board():
    assert check(laid(BASE, spiral(BASE, "a1"), "a1")) == ()


@pytest.mark.rule("B-032")
def test_a_desert_may_lie_anywhere():
    for name in BASE.grid.hex_names:
        assert check(laid(BASE, spiral(BASE, "a1"), name)) == ()


def test_the_rule_set_that_is_named_decides():
    near = with_paths(ONCE_ROUND.replace("b1w", "c1nw"))

    assert broken(replace(near, ruleset="base")) == []
    assert broken(replace(near, ruleset="base+tour")) == ["B-047"]
    assert broken(near) == ["B-047"]


def test_every_rule_that_a_frame_names_is_in_its_book():
    assert set(BASE.rules.values()) <= BASE_GAME.keys() & TOUR.keys()
    assert set(FIVE_SIX.rules.values()) <= EXTENSION.keys()


@given(
    tiles=st.lists(
        st.builds(
            Tile,
            st.sampled_from([*FIVE_SIX.grid.hex_names, "z9"]),
            st.sampled_from(Terrain),
            st.none() | st.integers(0, 99),
            st.sampled_from(["", "A", "Zc"]),
        ),
        max_size=32,
    ),
    ports=st.lists(
        st.builds(
            Port,
            st.sampled_from([*FIVE_SIX.grid.path_named, "z9w"]),
            st.none() | st.sampled_from(Resource),
        ),
        max_size=12,
    ),
    robbers=st.lists(st.sampled_from(["a1", "g3", "z9"]), max_size=2),
    start=st.sampled_from(["", "a1", "b2", "d6", "z9"]),
    frame=st.sampled_from(list(ISLANDS.values())),
)
def test_whatever_was_written_is_judged(tiles, ports, robbers, start, frame):
    listing = replace(
        GOOD,
        frame=frame,
        tiles=tuple(tiles),
        harbours=tuple(ports),
        robbers=tuple(robbers),
        start=start,
    )

    for fault in check(listing):
        assert str(fault).startswith(fault.rule.id)


@given(
    faces=st.lists(st.sampled_from([None, *BASE.tokens]), min_size=19, max_size=19),
    start=st.sampled_from(["", "a1", "a2"]),
)
def test_any_tokens_on_a_whole_island_are_judged(faces, start):
    tiles = tuple(
        tile._replace(number=face and face.number, letter=face.letter if face else "")
        for tile, face in zip(GOOD.tiles, faces, strict=True)
    )

    assert check(replace(GOOD, tiles=tiles, start=start)) or tiles == GOOD.tiles
