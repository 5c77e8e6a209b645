"""One finding for several ways in which a game may be."""

from games.engine.accusing import in_all
from games.engine.core import Broken, Rule, cannot, says

DUE, HELD = Rule("B-087", "Half of the hand.", ""), Rule("B-164", "By the one who holds it.", "")


def due(player, number):
    return Broken(DUE, says("{player} discards 5, due are {due}", player=player, due=number))


def told(*ways):
    return [str(broken.detail) for broken in in_all(ways)]


def test_one_way_is_told_as_it_is():
    assert told((due("Anna", 6),)) == ["Anna discards 5, due are 6"]


def test_numbers_are_told_from_the_least_to_the_most():
    assert told((due("Anna", 15),), (due("Anna", 6),), (due("Anna", 9),)) == [
        "Anna discards 5, due are 6–15"
    ]


def test_what_differs_in_one_word_is_told_in_each():
    assert told((due("Anna", 6),), (due("Ben", 6),), (due("Anna", 6),)) == [
        "Anna / Ben discards 5, due are 6"
    ]


def test_what_differs_in_more_is_told_whole():
    assert told((due("Anna", 6),), (due("Ben", 7),)) == [
        "Anna discards 5, due are 6 / Ben discards 5, due are 7"
    ]


def test_of_many_ways_the_first_are_told():
    names = ("Anna", "Ben", "Cyril", "Dana", "Eva")

    assert told(*((due(name, 6),) for name in names)) == [
        "Anna / Ben / Cyril / Dana / … discards 5, due are 6"
    ]


def test_what_cannot_have_happened_stays_so_whatever_other_ways_break():
    held = Broken(HELD, cannot("{player} has no card", "write its name", player="Anna"))

    ((_due, first), (_other, second)) = (
        in_all([(due("Anna", 6), held), (due("Anna", 7),)]),
        in_all([(due("Anna", 6), held), (due("Anna", 7), due("Anna", 8))]),
    )

    assert first == second == held
