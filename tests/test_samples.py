"""Which cases the second database is shown, and which proofs are left to `make prove-long`."""

from dataclasses import dataclass

import pytest

from tests.samples import at_length, further_cases


@dataclass(eq=False)
class Case:
    """What is asked of a test that was gathered."""

    nodeid: str
    marks: tuple[pytest.Mark, ...] = ()
    fixturenames: tuple[str, ...] = ()

    def iter_markers(self, name):
        return (mark for mark in self.marks if mark.name == name)

    def get_closest_marker(self, name):
        return next(self.iter_markers(name), None)


def cases(name, *marks, fixtures=()):
    return [
        Case(f"{name}[{number}]", tuple(mark.mark for mark in marks), fixtures)
        for number in range(3)
    ]


def test_a_second_database_is_shown_each_question_once():
    values = cases("a.py::test_of_values", pytest.mark.django_db)
    alone = Case("a.py::test_alone")
    questions = [
        *cases("a.py::test_of_questions", pytest.mark.every_case),
        *cases("a.py::test_that_commits", pytest.mark.django_db(transaction=True)),
        *cases("a.py::test_with_a_fixture", fixtures=("transactional_db",)),
    ]

    assert further_cases([*values, alone, *questions]) == set(values[1:])


def test_cases_behind_the_first_are_left_to_the_long_proofs():
    first, *others = at_length([1, 2, 3], after=1)

    assert first == 1
    assert [case.values for case in others] == [(2,), (3,)]
    assert {mark.name for mark in others[0].marks} == {"prove", "long"}
