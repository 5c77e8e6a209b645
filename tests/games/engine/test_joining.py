"""Bounds of hands of which it is not known how many cards they have."""

from games.engine.bounds import Bounds

ONE_OR_TWO = Bounds(2, [[2, 1], [3, 3]], [2, 4], [3, 3])
TWO_OR_THREE = Bounds(2, [[1, 3], [3, 2]], [3, 3], [3, 3])


def test_what_two_bounds_allow_has_room_for_both():
    """The first zone has two cards or three, the second four or three: of seven places one is
    empty, in either of them."""
    both = ONE_OR_TWO.hull(TWO_OR_THREE)

    assert both.counts == (3, 4)
    assert both.there == (3, 3, 1)
    assert [both.most(0, kind) for kind in range(2)] == [2, 3]
    assert both.gaps(0) == (0, 1)
    assert both.gaps(1) == (0, 1)


def test_bounds_of_other_cards_have_nothing_in_common():
    assert ONE_OR_TWO.hull(Bounds(2, [[2, 1], [3, 3]], [2, 4], [2, 4])) is None


def test_bounds_of_the_same_sizes_have_no_empty_places():
    same = ONE_OR_TWO.hull(Bounds(2, [[0, 2], [3, 3]], [2, 4], [3, 3]))

    assert not same.is_loose
    assert same.room == ((2, 2), (3, 3))


def test_only_a_past_on_which_both_agree_is_remembered():
    """What one says of it and the other does not is not certain."""
    some = Bounds(2, [[2, 1], [3, 3]], [2, 4], [3, 3], forgotten=5)

    assert some.hull(some).past() == 5
    assert some.hull(ONE_OR_TWO).past() == 0


def test_places_that_are_found_empty_are_no_places_any_more():
    both = ONE_OR_TWO.hull(TWO_OR_THREE)

    part = both.with_gaps(0, 1, 1)

    assert part.counts == (2, 4)
    assert part.gaps(0) == part.gaps(1) == (0, 0)


def test_an_empty_place_is_neither_robbed_nor_paid_with():
    loose = Bounds(1, [[2, 2], [0, 0]], [2, 0], [1, 1])

    assert loose.proved(1) is not None
    assert loose.proved(2) is None


def test_cards_are_taken_however_many_they_are():
    """Up to two and up to three of four cards: the taker has places for four of them at most, and
    has all that lie in the zones; the last zone keeps its own."""
    hands = Bounds(2, [[2, 2], [3, 1], [0, 0], [4, 4]], [2, 3, 0, 4], [4, 5])

    left, places = hands.taken([(0, 0), (1, 0)], [9, 9], 2)

    assert places == 4
    assert [left.most(zone, 0) for zone in range(4)] == [0, 0, 4, 4]
    assert left.counts == (2, 3, 4, 4)
    assert [left.gaps(zone)[1] for zone in range(4)] == [2, 3, 4, 0]


def test_no_more_is_taken_than_may_be():
    hands = Bounds(1, [[5], [0], [4]], [5, 0, 4], [9])

    left, places = hands.taken([(0, 0)], [2], 1)

    assert places == 2
    assert left.room[0] == (3, 2)
    assert left.gaps(0) == (2, 2)
