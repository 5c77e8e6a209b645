"""Longest Road: the worked changes of the tile."""

import pytest

from games.engine.board.routes import holder_of_longest_road


@pytest.mark.rule("B-020", "B-147", "B-148", "B-150", "B-151", "B-152", "B-153", "B-154")
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
