"""Which ids of rules a referee may write beside a matter."""

import pytest

from games.wording.rulebooks import BOOKS, book
from tournaments.domain.rule_ids import known_rule
from tournaments.domain.rulebook import TEXTS


@pytest.mark.parametrize(
    ("typed", "id_"),
    [
        ("T-050", "T-050"),
        ("t50", "T-050"),
        (" tg 22 ", "TG-22"),
        ("D31", "D-31"),
        ("d-135", "D-135"),
        ("ck-7", "CK-007"),
    ],
)
def test_an_id_is_known_however_it_is_typed(typed, id_):
    assert known_rule(typed) == id_


@pytest.mark.parametrize("typed", ["X-99", "TG-23", "T-000", "T-095", "ZZ-1", "T", "50", "", "T-٥"])
def test_what_is_no_rule_is_not_known(typed):
    assert known_rule(typed) == ""


def test_every_rule_that_the_site_shows_is_known_by_the_same_id():
    shown = [*TEXTS, *(rule_id for letters in BOOKS for rule_id in book(letters))]

    assert [rule_id for rule_id in shown if known_rule(rule_id) != rule_id] == []
