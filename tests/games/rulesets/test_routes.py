"""Longest Road: the worked networks, and a slow count of chains."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.board.frames import BASE
from games.engine.rulesets.base.places import mask, places_of
from games.engine.rulesets.base.routes import longest_chain

GRID = BASE.grid
PLACES = places_of(GRID)
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
        pytest.param(set(), "c3n", 0, id="a rival's building and no road"),
        pytest.param(RING | along("c4n c4ne c4se"), "", 6, id="ring with a line that it misses"),
        pytest.param(TWO_HEXES, "c3ne", 10, id="two hexes cut where three roads meet"),
    ],
)
def test_length_of_a_network(roads, cut, length):
    cuts = {AT[name] for name in cut.split()}

    assert longest_chain(PLACES, mask(roads), mask(cuts)) == length


@st.composite
def networks(draw, start):
    """Up to nine roads that grow from an intersection, so that they branch and close rings."""
    reached = {start}
    roads = set()
    for _ in range(draw(st.integers(0, 9))):
        free = sorted({path for end in reached for path in GRID.paths_at[end]} - roads)
        roads.add(draw(st.sampled_from(free)))
        reached |= {end for path in roads for end in GRID.ends[path]}
    return roads


intersections = st.integers(0, len(GRID.intersections) - 1)


@given(data=st.data())
@settings(max_examples=300)
@pytest.mark.rule("B-143", "B-144", "B-145", "TG-12")
def test_no_chain_is_longer_and_one_is_as_long(data):
    """Two networks that may grow together, with rivals' buildings on them and beside them."""
    roads = data.draw(networks(data.draw(intersections))) | data.draw(networks(AT["c3n"]))
    roads = set(sorted(roads)[:15])
    ends = sorted({end for path in roads for end in GRID.ends[path]} | {0})
    cut = data.draw(st.sets(st.sampled_from(ends), max_size=4))

    assert longest_chain(PLACES, mask(roads), mask(cut)) == slow_count(roads, cut)


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
