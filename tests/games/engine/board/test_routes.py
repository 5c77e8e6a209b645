"""Longest Road: the worked networks, the worked changes of the tile, and a slow count of chains."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.board.frames import BASE
from games.engine.board.routes import holder_of_longest_road, longest_route

GRID = BASE.grid
AT = GRID.intersection_named


def along(*walks):
    """The paths of walks such as `c3n c3ne c3se`, from intersection to intersection."""
    ends = {frozenset(pair): path for path, pair in enumerate(GRID.ends)}
    return {
        ends[frozenset((AT[here], AT[there]))]
        for walk in walks
        for here, there in pairwise(walk.split())
    }


def round_(hex_):
    return set(GRID.sides[GRID.hex_named[hex_]])


LINE = "c1nw c1n c1ne c2n c2ne c3n c3ne c4n"
ARMS = ("c3n c3ne c4n c4ne", "c3n b2ne b2n", "c3n c3nw c3sw")
RING = round_("c3")
TAIL = along("c3n b2ne b2n")
TWO_HEXES = RING | round_("c4")


@pytest.mark.rule("B-143", "B-144", "B-145", "B-146", "TG-12")
@pytest.mark.parametrize(
    ("roads", "cut", "length"),
    [
        pytest.param(set(), "", 0, id="no road"),
        pytest.param(along("c3n c3ne"), "", 1, id="one road"),
        pytest.param(along("c1nw c1n c1ne c2n c2ne c3n"), "", 5, id="straight line of five"),
        pytest.param(along(*ARMS), "", 5, id="arms of 3, 2 and 2 from one point"),
        pytest.param(along("a1n a1ne a2n", "e1s e1se e2s e2se"), "", 3, id="two apart"),
        pytest.param(RING, "", 6, id="ring of six"),
        pytest.param(RING | TAIL, "", 8, id="ring of six with a tail of two"),
        pytest.param(TWO_HEXES, "", 11, id="all paths of two neighbouring hexes"),
        pytest.param(TWO_HEXES - along("c3ne c3se"), "", 10, id="the ten outer ones alone"),
        pytest.param(along(LINE), "", 7, id="line of seven"),
        pytest.param(along(LINE), "c2ne", 4, id="line of seven, cut into four and three"),
        pytest.param(along(LINE), "c4n", 7, id="line that ends at a rival's building"),
        pytest.param(along(LINE), "c1nw c4n", 7, id="line between two rivals' buildings"),
        pytest.param(along(LINE), "c1ne c2ne", 3, id="line cut twice"),
        pytest.param(RING, "c3s", 6, id="ring of six with a rival's building on it"),
        pytest.param(RING, "c3n c3s", 3, id="ring of six with two rivals' buildings on it"),
        pytest.param(RING | TAIL, "c3n", 6, id="ring cut off from its tail"),
        pytest.param(along(*ARMS), "c3n", 3, id="arms cut where they meet"),
    ],
)
def test_length_of_a_network(roads, cut, length):
    cuts = {AT[name] for name in cut.split()}

    assert longest_route(GRID, roads, cuts) == length


@st.composite
def networks(draw):
    """Up to fifteen roads that grow from one intersection, so that they branch and close rings."""
    reached = {draw(st.integers(0, len(GRID.intersections) - 1))}
    roads = set()
    for _ in range(draw(st.integers(0, 15))):
        free = sorted({path for end in reached for path in GRID.paths_at[end]} - roads)
        roads.add(draw(st.sampled_from(free)))
        reached |= {end for path in roads for end in GRID.ends[path]}
    return roads


cuts = st.sets(st.integers(0, len(GRID.intersections) - 1), max_size=12)


@given(roads=networks(), others=networks(), cut=cuts)
@pytest.mark.rule("B-143", "B-144", "B-145", "TG-12")
def test_no_chain_is_longer_and_one_is_as_long(roads, others, cut):
    both = set(sorted(roads | others)[:15])

    assert longest_route(GRID, both, cut) == slow_count(both, cut)


@given(roads=networks(), cut=cuts)
def test_the_order_of_the_roads_does_not_matter(roads, cut):
    ordered = sorted(roads)

    assert longest_route(GRID, ordered, cut) == longest_route(GRID, ordered[::-1], cut)


def slow_count(roads, cut):
    """Every chain from every intersection, without any thought."""

    def walk(end, used):
        if used and end in cut:
            return len(used)
        ways = [path for path in GRID.paths_at[end] if path in roads and path not in used]
        return max(
            (walk(sum(GRID.ends[path]) - end, used | {path}) for path in ways), default=len(used)
        )

    return max(walk(end, frozenset()) for end in range(len(GRID.intersections)))


@pytest.mark.rule("B-147", "B-148", "B-150", "B-151", "B-152", "B-153", "B-154")
@pytest.mark.parametrize(
    ("before", "lengths", "after"),
    [
        pytest.param(None, (4, 4, 3), None, id="no chain of five yet"),
        pytest.param(None, (5, 4, 3), "A", id="first chain of five"),
        pytest.param("A", (6, 6, 3), "A", id="rival draws level"),
        pytest.param("A", (6, 7, 3), "B", id="rival is longer"),
        pytest.param("A", (6, 5, 3), "A", id="holder cut, still longest"),
        pytest.param("A", (5, 5, 3), "A", id="holder cut, level with B"),
        pytest.param("A", (5, 6, 3), "B", id="holder cut, B alone longest"),
        pytest.param("A", (4, 5, 4), "B", id="holder cut below five, B alone longest"),
        pytest.param("A", (5, 6, 6), None, id="holder cut, B and C level and longer"),
        pytest.param("A", (4, 5, 5), None, id="holder cut below five, B and C level"),
        pytest.param("A", (4, 4, 3), None, id="holder cut below five, nobody has five"),
        pytest.param(None, (4, 5, 5), None, id="tile aside, tie goes on"),
        pytest.param(None, (4, 6, 5), "B", id="tile aside, B builds on"),
        pytest.param(None, (4, 5, 3), "B", id="tile aside, C is cut"),
        pytest.param(None, (5, 4, 4), "A", id="tile aside, old holder alone reaches five"),
    ],
)
def test_holder_of_the_tile_after_a_change(before, lengths, after):
    by_seat = dict(zip("ABC", lengths, strict=True))

    assert holder_of_longest_road(by_seat, before) == after
